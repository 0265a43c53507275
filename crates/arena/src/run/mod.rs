//! A tournament from its plan to its last game: workers play, this thread alone writes down what they played and
//! decides when it is enough. Knows no rules; what a terminal shows is in `progress`.

mod kept;
mod progress;
mod queue;
mod signals;
mod summary;
mod worker;

pub use progress::Progress;
pub use queue::Queue;
pub use summary::write_summary;

use super::openings::Source;
use super::plan::{Openings, Places, Plan, change, check_clocks, check_sides};
use super::play::Venue;
use super::players::{SPARE, cannot_start, start};
use super::referee::{self, Referee};
use super::statistics::{Decision, Tracker};
use super::store::{Shard, Store, is_begun, load_plan, save_plan};
use anyhow::{Context, Result, bail};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signals::Pen;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use summary::Reporter;
use ugi::client::ClientError;
use ugi::dialogue::{Dialogue, Log};
use ugi::guard::Guard;
use worker::{Hall, Message, work};

/// Files that the runner has open besides the pipes of its processes.
const OPEN_FILES: u64 = 64;

/// Why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every game of the plan has been played.
    Complete,
    /// The stop rule has decided.
    Decided,
    /// Somebody stopped it.
    Stopped,
}

/// Everything that is known before the first game.
pub struct Prepared {
    /// The plan as it is played: with the rules that its results were begun under.
    pub plan: Arc<Plan>,
    /// The plan as it was written.
    written: Plan,
    /// What the referee said of the game.
    pub venue: Venue,
    /// The process that kills what is left.
    pub guard: Guard,
    source: Source,
    /// The referee that was asked.
    pub judge: Referee,
}

/// Starts the guard and the referee, and asks the referee about the game. `program` is this program.
///
/// # Errors
/// One of them does not start, or the plan does not fit the game.
pub fn prepare(plan: Plan, places: &Places, program: &Path) -> Result<Prepared> {
    let guard = Guard::start(program)?;
    let judge = referee::start(&plan, Some(&guard), Dialogue::new("referee", Log::default()));
    let mut judge = judge.map_err(|error| refusal(error, &plan, places))?;
    let played = kept::keep_rules(&plan, &mut judge)?;
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let venue = Venue::survey(&mut judge, change::fingerprint(&plan), host)?;
    check_sides(&plan, venue.teams.len(), places)?;
    check_clocks(&plan, venue.dealt, places)?;
    let source = Source::open(&plan, &mut judge).map_err(|error| match plan.openings {
        Openings::Deck { .. } => error.context(places.of("openings.deck")),
        _ => error,
    })?;
    Ok(Prepared { plan: Arc::new(played), written: plan, venue, guard, source, judge })
}

/// An option that the referee refuses, with the place of its key in the plan.
fn refusal(error: ClientError, plan: &Plan, places: &Places) -> anyhow::Error {
    let ClientError::Option { option, .. } = &error else { return error.into() };
    let key = if option == "Game" {
        "game.name".to_string()
    } else if plan.game.options.contains_key(option) {
        format!("game.options.{option}")
    } else {
        format!("referee.options.{option}")
    };
    let place = places.of(&key);
    anyhow::Error::from(error).context(place)
}

/// Plays what has not been played of a plan, or of a part of it; why it ended.
///
/// # Errors
/// The folder belongs to another plan; an engine cannot start; the referee breaks down; the disk does not obey. What
/// was played before is kept.
pub fn run(prepared: Prepared, shard: Option<Shard>, progress: &mut Progress) -> Result<Ended> {
    let Prepared { plan, written, venue, guard, source, judge } = prepared;
    drop(judge);
    let folder = &plan.run.out;
    // A plan that was mended before its first game ended is no change.
    let before = if is_begun(folder) { load_plan(folder)? } else { None };
    if let Some(before) = &before {
        change::compare(before, &written, venue.teams.len())
            .with_context(|| format!("{} belongs to another plan", folder.display()))?;
    }
    let (mut store, records) = Store::open(folder, shard)?;
    let foreign = records.iter().find(|record| record.plan != venue.fingerprint);
    if let Some(record) = foreign {
        bail!("{}: game {} was played under another plan", folder.display(), record.id);
    }
    if let Some(logs) = &plan.run.log_dir {
        std::fs::create_dir_all(logs).with_context(|| format!("cannot make the folder {}", logs.display()))?;
    }
    make_room(&plan, venue.side_of_seats().len());
    greet(&plan, &guard, progress)?;
    // A plan whose engines do not even start binds nobody: it may be mended.
    if before.as_ref() != Some(&written) {
        save_plan(folder, &written)?;
    }

    let queue = Queue::new(&plan, venue.teams.len(), shard, records);
    let hall = Hall {
        plan: Arc::clone(&plan),
        venue,
        guard: guard.clone(),
        queue,
        source,
        openings: Mutex::new(BTreeMap::new()),
    };
    let pen = Pen::default();
    let outcome = thread::scope(|scope| {
        let (sender, messages) = channel();
        let signals = signals::Watch::start(scope, &hall.queue, &guard, &pen, progress.bar())?;
        for _ in 0..plan.run.concurrency {
            let sender = sender.clone();
            let hall = &hall;
            scope.spawn(move || work(hall, &sender));
        }
        drop(sender);
        let outcome = follow(&plan, &hall.queue, &messages, &mut store, shard, progress, &pen);
        hall.queue.close();
        // Games that still run end without a listener.
        drop(messages);
        signals.end();
        outcome
    });
    guard.dismiss();
    progress.end();
    outcome
}

/// Asks the system for as many open files as the processes of all games at once may need. Where it gives fewer, an engine
/// that cannot start ends the tournament and says why.
fn make_room(plan: &Plan, seats: usize) {
    let processes = plan.run.concurrency * (1 + seats + SPARE);
    let wanted = 3 * processes as u64 + OPEN_FILES;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        let current = limit.maximum.map_or(wanted, |most| most.min(wanted));
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit });
    }
}

/// Starts every engine once, before any game: who cannot start at all is found here.
fn greet(plan: &Plan, guard: &Guard, progress: &mut Progress) -> Result<()> {
    for entrant in &plan.entrants {
        match start(plan, entrant, Some(guard), Dialogue::new(&entrant.name, Log::default())) {
            Ok(engine) => {
                progress.say(&format!("{}: {}", entrant.name, engine.id));
                engine.close();
            }
            Err((error, lines)) => bail!(cannot_start(entrant, &error, &lines)),
        }
    }
    Ok(())
}

/// Writes down what the workers play until they are done or the stop rule decides.
fn follow(
    plan: &Plan,
    queue: &Queue,
    messages: &std::sync::mpsc::Receiver<Message>,
    store: &mut Store,
    shard: Option<Shard>,
    progress: &mut Progress,
    pen: &Pen,
) -> Result<Ended> {
    let mut tracker = queue.look(|records| Tracker::of(plan, records));
    // A part of a plan cannot decide for the whole.
    let decided = |tracker: &Tracker| shard.is_none() && tracker.decision() != Decision::Undecided;
    if decided(&tracker) {
        queue.close();
    }
    let mut failed = None;
    progress.show(queue, &tracker);
    let mut reporter = Reporter::new(plan, pen, shard.is_none());
    while let Some(message) = reporter.next(messages)? {
        match message {
            Message::Done(record) => {
                let written = pen.write(|| store.append(&record))?;
                written.inspect_err(|_| queue.close())?;
                progress.tell(&record);
                tracker.add(&record);
                queue.finished(*record);
                if decided(&tracker) {
                    queue.close();
                }
                progress.show(queue, &tracker);
            }
            Message::Failed(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) => Err(error),
        None if decided(&tracker) => Ok(Ended::Decided),
        None if queue.is_open() => Ok(Ended::Stopped),
        None => Ok(Ended::Complete),
    }
}
