//! Programs for the tests, and a match between two of them.

use arena::engine_pool::{EnginePool, MAX_IDLE_ENGINES};
use arena::game::{GameContext, play_game};
use arena::openings::Opening;
use arena::plan::*;
use arena::referee::{Referee, restarting, with_client};
use arena::schedule::Fixture;
use runner::record::Record;
use runner::{Log, Program, Timeouts};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
pub use testing::{PATIENCE, wait_for};
use testing::{engine, toy};

/// The timeout of engines that answer.
const LONG: Duration = Duration::from_secs(60);
/// The number of misbehaving engines that are tested concurrently. The tests spend most of their time waiting.
pub const AT_ONCE: usize = 6;
/// The name of the environment variable that marks all processes of a test.
const MARK: &str = "SPELTAFEL_TEST";

/// Returns a unique mark for the processes of a test.
pub fn mark() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Returns the toy engine with these space-separated arguments, as a program whose processes carry the mark.
pub fn toy_with(arguments: &str, mark: &str) -> Program {
    program(Path::new(toy()), arguments, mark)
}

pub fn program(command: &Path, arguments: &str, mark: &str) -> Program {
    Program {
        command: command.to_path_buf(),
        args: arguments.split_whitespace().map(str::to_string).collect(),
        dir: None,
        options: BTreeMap::new(),
        env: [(MARK.to_string(), mark.to_string())].into(),
    }
}

/// Returns the names of the running processes with this mark.
pub fn marked(mark: &str) -> Vec<String> {
    let wanted = format!("{MARK}={mark}");
    let carries = |path: &Path| {
        let variables = fs::read(path.join("environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    processes
        .filter(|path| carries(path))
        .map(|path| fs::read_to_string(path.join("comm")).unwrap_or_default())
        .collect()
}

/// Waits until no process with this mark is left.
pub fn all_gone(mark: &str) {
    wait_for("the end of all processes", || marked(mark).is_empty());
}

/// A match between the suspect, which may misbehave, and a well-behaved engine.
pub struct TestMatch {
    plan: Arc<Plan>,
    pub context: GameContext,
    referee: Referee,
    engines: EnginePool,
}

impl TestMatch {
    /// Creates a match. `limit` is the suspect's limit; `None` stands for a limit of one node. The argument `stop` is
    /// the timeout in milliseconds after the command `stop`.
    pub fn new(
        game: &str,
        suspect: Program,
        steady: Program,
        (limit, stop): (Option<MoveLimits>, u64),
        mark: &str,
    ) -> Self {
        Self::of_plan(Self::plan(game, suspect, steady, (limit, stop), mark))
    }

    /// Returns the plan of a match, whose arguments are those of [`TestMatch::new`].
    pub fn plan(
        game: &str,
        suspect: Program,
        steady: Program,
        (limit, stop): (Option<MoveLimits>, u64),
        mark: &str,
    ) -> Plan {
        let participant = |name: &str, program, limit: Option<MoveLimits>| Participant {
            name: name.to_string(),
            program,
            limit: limit.unwrap_or_default(),
            ..Participant::default()
        };
        let limits = MoveLimits { nodes: Some(1), ..MoveLimits::default() };
        // These timeouts are long enough for every engine that answers.
        let timeouts = Timeouts { handshake: LONG, ready: LONG, stop: Duration::from_millis(stop), thinking: LONG };
        Plan {
            name: "test".to_string(),
            seed: 3,
            game: GameChoice { name: game.to_string(), ..GameChoice::default() },
            referee: program(Path::new(engine()), "", mark),
            limit: Limit { move_limits: limits, ..Limit::default() },
            // Random games could otherwise be very long.
            adjudication: Adjudication { max_plies: Some(60), ..Adjudication::default() },
            run: RunSettings { timeouts, ..RunSettings::default() },
            participants: vec![participant("suspect", suspect, limit), participant("steady", steady, None)],
            ..Plan::default()
        }
    }

    pub fn of_plan(plan: Plan) -> Self {
        let plan = Arc::new(plan);
        let mut referee = restarting(Arc::clone(&plan), None, Log::default());
        let context = with_client(&mut referee, |client| GameContext::ask_referee(client, String::new())).unwrap();
        let engines = EnginePool::new(Arc::clone(&plan), None, Log::default(), Vec::new(), MAX_IDLE_ENGINES);
        Self { plan, context, referee, engines }
    }

    /// Plays game `number`. The suspect plays the first side in even-numbered games.
    pub fn play(&mut self, number: u64) -> anyhow::Result<Record> {
        let seating = (number % 2) as usize;
        let fixture = Fixture {
            id: format!("suspect:steady/{}/{seating}", number / 2),
            pairing: "suspect:steady".to_string(),
            block: number / 2,
            opening: number / 2,
            seating,
            players: vec![seating, 1 - seating],
            options: Vec::new(),
        };
        let opening = Opening { base: "startpos".to_string(), moves: Vec::new() };
        let mut seated = self.engines.acquire(&self.context, &fixture)?;
        let record = play_game(&self.plan, &self.context, &fixture, &opening, &mut self.referee, &mut seated)?;
        self.engines.release(seated, &record.faults);
        Ok(record)
    }
}

/// The limit and the timeout after `stop` for engines that never answer, from their first move on.
pub const SHORT_LIMIT: (Option<MoveLimits>, u64) =
    (Some(MoveLimits { nodes: None, depth: None, movetime: Some(Duration::from_millis(300)), clock: None }), 300);
/// The limit and the timeout after `stop` for engines that send a move only after `stop`.
pub const LONG_STOP_TIMEOUT: (Option<MoveLimits>, u64) =
    (Some(MoveLimits { nodes: None, depth: None, movetime: Some(Duration::from_millis(300)), clock: None }), 60_000);
/// The limit and the timeout after `stop` for engines of which some moves come at once, and others never.
pub const LIMIT_OF_SOME_MOVES: (Option<MoveLimits>, u64) =
    (Some(MoveLimits { nodes: None, depth: None, movetime: Some(Duration::from_secs(5)), clock: None }), 5_000);
/// No time limit, and a long timeout after `stop`, for engines that answer.
pub const NO_TIME_LIMIT: (Option<MoveLimits>, u64) = (None, 60_000);
