//! Runs a tournament. Worker threads play the games. Only the main thread writes the results and applies the stop rule.

mod clock_scale;
mod collect;
mod core_sets;
mod files;
mod game_file;
mod logs;
mod open_files;
mod prepare;
mod progress;
mod queue;
mod signals;
mod start_checks;
mod summary;
mod tuning;
mod worker;

pub use clock_scale::scale_clocks;
pub use collect::EndReason;
pub use prepare::{Prepared, parts_to_play, prepare};
pub use progress::Progress;
pub use queue::Queue;
pub use summary::write_summary;

use super::plan::{Plan, Stop};
use super::redo::set_aside;
use super::report::SummaryBuilder;
use super::schedule::PlayedGames;
use super::store::{Shard, Store, check_plan, save_plan};
use super::wave::share;
use anyhow::Result;
use collect::{channel, collect};
use game_file::GameFile;
use prepare::games_at_once;
use rustix::fs::Mode;
use signals::ResultsLock;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;
use summary::SummaryWriter;
use worker::{WorkerContext, WorkerMessage, work};

/// Plays the missing games of a plan, or those of one of its parts in the current [wave](super::wave), and returns why
/// the tournament ended, with the results. The games in `redo` are set aside before; see [`set_aside`].
pub fn run(
    prepared: Prepared,
    shard: Option<Shard>,
    redo: &[String],
    progress: &mut Progress,
) -> Result<(EndReason, SummaryBuilder)> {
    let Prepared { plan, before, game, guard, openings, cores, idle_engines, mut referee, lines, warnings } = prepared;
    progress.begin(&lines, &warnings);
    if plan.secret_seed {
        // Logs and results contain what follows from the seed.
        rustix::process::umask(Mode::RWXG | Mode::RWXO);
    }
    let folder = &plan.run.out;
    let (redone, counts) = set_aside(&plan, shard, redo)?;
    if !redo.is_empty() {
        progress.print_line(&counts.to_string());
    }
    let share = shard.map(|shard| share(folder, &plan, game.teams.len(), &game.fingerprint, shard)).transpose()?;
    // A part does not have the results of the others, so it cannot apply the stop rule.
    let stop = Stop { sprt: plan.stop.sprt.filter(|_| shard.is_none()) };
    let mut results = SummaryBuilder::new(&Plan { stop, ..Plan::clone(&plan) });
    let mut played = PlayedGames::default();
    let mut store = Store::open(folder, shard, |record| {
        check_plan(&record, &game.fingerprint, folder)?;
        results.add(&record);
        played.add(&record);
        Ok(())
    })?;
    logs::create_folder(&plan)?;
    // The plan is stored only after all engines have started, in `prepare`. Once games have finished, a participant in
    // the stored plan can no longer be changed, so a new participant with a wrong command could not be corrected.
    if before.as_ref() != Some(&*plan) {
        save_plan(folder, &plan)?;
    }

    let games_at_once = games_at_once(&plan, game.teams.len());
    let mut game_file = GameFile::open(&plan, shard, &mut referee)?;
    drop(referee);
    let queue = match share {
        Some(share) => Queue::of_part(&plan, game.teams.len(), share, played),
        None => Queue::new(&plan, game.teams.len(), played),
    };
    let worker_context = WorkerContext {
        plan: Arc::clone(&plan),
        game,
        guard: guard.clone(),
        queue,
        redone,
        part: shard.map_or_else(String::new, |Shard { index, of, .. }| format!("{index}/{of}")),
        source: openings,
        openings: Mutex::new(BTreeMap::new()),
        game_format: game_file.as_ref().map(|file| file.format),
        idle_engines,
    };
    let results_lock = ResultsLock::default();
    let outcome = thread::scope(|scope| {
        let (sender, messages) = channel();
        // When this scope is left, also by a panic, these end the threads that it waits for: without a receiver or a
        // queue, each worker exits after its current game.
        let _closing = worker_context.queue.closing();
        let _signals =
            signals::SignalWatcher::start(scope, &worker_context.queue, &guard, &results_lock, progress.bar())?;
        let mut cores = cores.into_iter();
        for _ in 0..games_at_once {
            let sender = sender.clone();
            let (worker_context, cores) = (&worker_context, cores.next().unwrap_or_default());
            scope.spawn(move || work(worker_context, cores, &sender));
        }
        drop(sender);
        let summary = SummaryWriter::new(&plan.run.out, &results_lock, shard.is_none());
        let mut files = ResultFiles { store: &mut store, games: game_file.as_mut(), lock: &results_lock };
        let mut sync = |messages: &[WorkerMessage]| files.append(messages);
        collect(&worker_context.queue, &messages, &mut sync, &mut results, summary, progress)
    });
    guard.shut_down();
    progress.end();
    Ok((outcome?, results))
}

/// The files to which finished games are written.
struct ResultFiles<'a> {
    store: &'a mut Store,
    games: Option<&'a mut GameFile>,
    lock: &'a ResultsLock,
}

impl ResultFiles<'_> {
    /// Appends the finished games to the results, and then their texts to the file of games.
    fn append(&mut self, messages: &[WorkerMessage]) -> Result<()> {
        let Self { store, games, lock } = self;
        let finished = messages.iter().filter_map(|message| match message {
            WorkerMessage::Done(record, text) => Some((&**record, text)),
            WorkerMessage::Failed(_) => None,
        });
        lock.write(|| {
            store.append(finished.clone().map(|(record, _)| record))?;
            let Some(games) = games else { return Ok(()) };
            finished
                .filter_map(|(record, text)| Some((record, text.as_ref()?)))
                .try_for_each(|(record, text)| games.append(&game_file::name_of(record), text))
        })?
    }
}
