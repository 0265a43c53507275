//! Collects the finished games of the workers. A game counts only after it has been synced.

use super::progress::Progress;
use super::queue::Queue;
use super::summary::SummaryWriter;
use super::worker::WorkerMessage;
use crate::report::{SummaryBuilder, standings_text};
use crate::statistics::{Decision, Tracker};
use anyhow::{Result, anyhow};
use std::iter;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// The tournament ends with an error when the referee fails in this many games in a row.
const MAX_FAILED_GAMES: u32 = 10;

/// The maximum number of finished games that wait while others are synced. After its decision, a sequential test has at
/// most twice as many games more, and those that are running.
const MAX_UNSYNCED: usize = 64;

/// Why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// Every game of the plan, or of the part to be played, has been played.
    Complete,
    /// The stop rule reached a decision.
    Decided,
    /// The user stopped the runner before all games were played.
    Stopped,
}

/// Returns the channel for the messages of the workers, who wait while it is full.
pub(super) fn channel() -> (SyncSender<WorkerMessage>, Receiver<WorkerMessage>) {
    sync_channel(MAX_UNSYNCED)
}

/// Hands the workers' messages to `sync`, which writes the games to the disk, until all workers are done. Then adds
/// them to `results`. Closes the queue when the stop rule decides.
pub(super) fn collect(
    queue: &Queue,
    messages: &Receiver<WorkerMessage>,
    sync: &mut dyn FnMut(&[WorkerMessage]) -> Result<()>,
    results: &mut SummaryBuilder,
    mut summary: SummaryWriter,
    progress: &mut Progress,
) -> Result<EndReason> {
    let decided = |tracker: &Tracker| tracker.decision() != Decision::Undecided;
    if decided(results.tracker()) {
        queue.close();
    }
    let mut failed = None;
    let mut without_referee = 0;
    let output = &results.tracker().plan().run.output;
    let (game_lines, every) = (output.game_lines, output.standings);
    progress.show(queue, results.tracker());
    while let Some(message) = summary.next(messages, results)? {
        // A sync can take longer than a short game, so all games that have finished meanwhile are synced together.
        let received: Vec<WorkerMessage> = iter::once(message).chain(messages.try_iter()).collect();
        sync(&received).inspect_err(|_| queue.close())?;
        for message in received {
            let record = match message {
                WorkerMessage::Done(record, _) => record,
                WorkerMessage::Failed(error) => {
                    failed = failed.or(Some(error));
                    continue;
                }
            };
            progress.report_game(&record, game_lines);
            without_referee = if record.has_failed_referee() { without_referee + 1 } else { 0 };
            if without_referee == MAX_FAILED_GAMES {
                queue.close();
                let error =
                    anyhow!("the referee failed in {MAX_FAILED_GAMES} games in a row, the last of them {}", record.id);
                failed = failed.or(Some(error));
            }
            results.add(&record);
            queue.finished(&record);
            if decided(results.tracker()) {
                queue.close();
            }
            progress.show(queue, results.tracker());
            if every.is_some_and(|every| (queue.counts().0 as u64).is_multiple_of(every)) {
                progress.print_line(&standings_text(&results.summary()));
            }
        }
    }
    match failed {
        Some(error) => Err(error),
        None if decided(results.tracker()) => Ok(EndReason::Decided),
        None if queue.is_open() => Ok(EndReason::Stopped),
        None => Ok(EndReason::Complete),
    }
}

#[cfg(test)]
mod tests {
    use super::super::signals::ResultsLock;
    use super::*;
    use crate::plan::Plan;
    use crate::schedule::PlayedGames;
    use crate::statistics::synthetic::{plan, records};
    use anyhow::bail;
    use std::collections::VecDeque;
    use std::path::Path;
    use std::sync::mpsc::TrySendError;

    fn games(plan: &Plan) -> VecDeque<WorkerMessage> {
        let done = |record| WorkerMessage::Done(Box::new(record), None);
        records(plan, 2, &[0.0, 0.0], 0.3).into_iter().map(done).collect()
    }

    /// Collects the messages of a tournament with this disk.
    fn collected(
        queue: &Queue,
        messages: &Receiver<WorkerMessage>,
        plan: &Plan,
        sync: &mut dyn FnMut(&[WorkerMessage]) -> Result<()>,
    ) -> Result<EndReason> {
        let lock = ResultsLock::default();
        let summary = SummaryWriter::new(Path::new(""), &lock, false);
        collect(queue, messages, sync, &mut SummaryBuilder::new(plan), summary, &mut Progress::new(true))
    }

    #[test]
    fn games_that_finish_during_a_sync_are_synced_together_and_few_run_ahead() {
        let plan = plan(&["a", "b"], 200);
        let queue = Queue::new(&plan, 2, PlayedGames::default());
        let (sender, messages) = channel();
        let (mut waiting, mut sender, mut synced) = (games(&plan), Some(sender), Vec::new());
        let mut play = |most: usize| {
            for _ in 0..most {
                let (Some(open), Some(game)) = (&sender, waiting.pop_front()) else { break };
                if let Err(TrySendError::Full(game)) = open.try_send(game) {
                    return waiting.push_front(game);
                }
            }
            sender.take_if(|_| waiting.is_empty());
        };
        play(1);
        let ended = collected(&queue, &messages, &plan, &mut |batch| {
            assert_eq!(queue.counts().0, synced.iter().sum::<usize>(), "no game counts before it is synced");
            synced.push(batch.len());
            // While the disk is busy, the workers play as many games as they may.
            play(usize::MAX);
            Ok(())
        });
        assert_eq!((ended.unwrap(), synced), (EndReason::Complete, vec![1, 64, 64, 64, 7]));
    }

    #[test]
    fn games_that_cannot_be_synced_end_the_tournament() {
        let plan = plan(&["a", "b"], 4);
        let queue = Queue::new(&plan, 2, PlayedGames::default());
        let (sender, messages) = channel();
        games(&plan).drain(..2).for_each(|game| sender.send(game).unwrap());
        let ended = collected(&queue, &messages, &plan, &mut |_| bail!("the disk is full"));
        assert_eq!(ended.unwrap_err().to_string(), "the disk is full");
        assert_eq!((queue.counts().0, queue.next()), (0, None));
    }
}
