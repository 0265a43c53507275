//! What happens before the first game: the processes are started, and everything that can be known is checked.

use super::core_sets::core_sets;
use super::files;
use super::open_files::idle_engines;
use super::start_checks::{Checked, check_cores, check_engines, check_openings};
use super::tuning::begin_tuning;
use crate::affinity::Cores;
use crate::database;
use crate::game::GameContext;
use crate::openings::OpeningSource;
use crate::plan::{Openings, PairingKind, Plan, Source, change, find_misfits};
use crate::referee::{self, RefereeClient};
use crate::schedule::count_games;
use crate::store::{is_begun, load_plan, save_plan};
use crate::wave;
use anyhow::{Context, Result};
use runner::{Dialogue, Guard, Log};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use ugi::ClientError;

/// A plan that is ready for its first game: the guard and the referee have been started.
pub struct Prepared {
    /// The plan.
    pub plan: Arc<Plan>,
    /// The stored plan of the results, if there are any. The plan continues it.
    pub before: Option<Plan>,
    /// The properties of the game that the referee reported.
    pub game: GameContext,
    /// The process that kills the runner's remaining processes if the runner dies.
    pub guard: Guard,
    /// The openings of the plan.
    pub openings: OpeningSource,
    /// The cores of the engines: for each concurrent game, one set for each seat. Empty if engines run on any core.
    pub cores: Vec<Vec<Cores>>,
    /// How many idle engines each worker keeps.
    pub idle_engines: usize,
    /// The client of the running referee.
    pub referee: RefereeClient,
    /// What to show before the first game, such as the names of the engines.
    pub lines: Vec<String>,
    /// What may go wrong.
    pub warnings: Vec<String>,
}

/// Starts the guard, the referee and, once, every engine, asks the referee about the game, and checks everything that
/// can be known before the first game. `program` is the path of this program, which also runs as the guard. With
/// `force_concurrency`, any number of engines may think at once.
pub fn prepare(mut plan: Plan, source: &mut Source, program: &Path, force_concurrency: bool) -> Result<Prepared> {
    if plan.secret_seed {
        let stored = load_plan(&plan.run.out)?.filter(|stored| stored.secret_seed);
        plan.seed = stored.map_or_else(|| RandomState::new().hash_one(()), |stored| stored.seed);
    }
    let guard = Guard::start(program)?;
    let (mut referee, mut game) = ask_about_game(&mut plan, Some(&guard), source)?;
    let games = games_at_once(&plan, game.teams.len());
    let each = plan.run.affinity;
    let cores_of_games = each.map_or_else(Vec::new, |each| core_sets(each, games, game.side_of_seats().len(), source));
    let set = cores_of_games.first().and_then(|sets| sets.first());
    let idle_engines = idle_engines(games, game.side_of_seats().len(), source);
    let more =
        [check_cores(engines_at_once(&plan, games), cores(), force_concurrency, source), check_openings(&plan, &game)];
    // The digests of large programs take as long as the starts of the engines.
    let (checked, digests) = thread::scope(|scope| {
        let digests = scope.spawn(|| files::digests(&plan));
        (check_engines(&plan, &game, &mut referee, &guard, set, source), digests.join())
    });
    let Checked { mut lines, mut warnings, parameters } = checked?;
    source.finish()?;
    lines.extend(begin_tuning(&mut plan, parameters));
    let before = plan_before(&plan, game.teams.len())?;
    game.fingerprint = change::fingerprint(&plan);
    game.files = Arc::new(digests.unwrap_or_default());
    warnings.extend(more.into_iter().flatten());
    database::check(&plan, &mut referee).with_context(|| source.of("adjudicate.database"))?;
    let openings = OpeningSource::open(&plan, &mut referee).map_err(|error| match plan.openings.from {
        Openings::Deck { .. } => error.context(source.of("openings.deck")),
        _ => error,
    })?;
    Ok(Prepared {
        plan: Arc::new(plan),
        before,
        game,
        guard,
        openings,
        cores: cores_of_games,
        idle_engines,
        referee,
        lines,
        warnings,
    })
}

/// Returns the numbers of the parts, among `of`, that have games to play in the next wave. If there are none, no part
/// stores the plan, which may have changed, for `merge` and the reports: then it is stored here.
pub fn parts_to_play(mut plan: Plan, source: &mut Source, of: u64, attempt: u64) -> Result<BTreeSet<u64>> {
    let (_, game) = ask_about_game(&mut plan, None, source)?;
    source.finish()?;
    let sides = game.teams.len();
    let before = plan_before(&plan, sides)?;
    let parts = wave::parts_to_play(&plan.run.out, &plan, sides, &change::fingerprint(&plan), of, attempt)?;
    if parts.is_empty() && before.as_ref() != Some(&plan) {
        save_plan(&plan.run.out, &plan)?;
    }
    Ok(parts)
}

/// Returns the stored plan of the tournament's results, after a check that `plan` continues it. Before the first
/// finished game, any change is accepted, and the result is `None`.
fn plan_before(plan: &Plan, sides: usize) -> Result<Option<Plan>> {
    let folder = &plan.run.out;
    let before = if is_begun(folder) { load_plan(folder)? } else { None };
    if let Some(before) = &before {
        change::compare(before, plan, sides)
            .with_context(|| format!("{} belongs to another plan", folder.display()))?;
    }
    Ok(before)
}

/// Returns the number of cores that this process may use; a huge number if it is unknown. On Linux, its affinity mask
/// and the quota of its control group count.
fn cores() -> usize {
    thread::available_parallelism().map_or(usize::MAX / 2, NonZero::get)
}

/// Starts the referee, asks it about the game, and finds what does not fit between the plan and the game.
fn ask_about_game(plan: &mut Plan, guard: Option<&Guard>, source: &mut Source) -> Result<(RefereeClient, GameContext)> {
    // The errors of the plan are reported together with those that only the referee can find, if it starts.
    if source.is_wrong("referee") || source.is_wrong("game") {
        source.finish()?;
    }
    let is_wrong = source.has_errors();
    let asked = start_referee(plan, guard, source);
    if let Ok((_, game)) = &asked {
        if plan.format.pairing == PairingKind::Mixed {
            plan.format.teams = game.equal_teams();
        }
        find_misfits(plan, game.teams.len(), game.dealt, source);
    }
    if is_wrong {
        source.finish()?;
    }
    asked
}

/// Starts the referee and asks it about the game.
fn start_referee(plan: &Plan, guard: Option<&Guard>, source: &Source) -> Result<(RefereeClient, GameContext)> {
    let referee = referee::start(plan, guard, Dialogue::new("referee", Log::default()));
    let mut referee = referee.map_err(|error| option_error(error, plan, source))?;
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let game = GameContext::ask_referee(&mut referee, host)?;
    Ok((referee, game))
}

/// Returns the maximum number of games that are played at once.
pub(super) fn games_at_once(plan: &Plan, sides: usize) -> usize {
    plan.run.concurrency.min(usize::try_from(count_games(plan, sides)).unwrap_or(usize::MAX))
}

/// Returns the number of engines that think at once in this number of games. In each game, it is the one to move, and
/// one more that ponders: an engine ponders only if it is its turn after the next move.
fn engines_at_once(plan: &Plan, games: usize) -> usize {
    let ponders = plan.participants.iter().any(|participant| participant.ponder);
    games * (1 + usize::from(ponders))
}

/// If the referee refused an option, adds to the error where the plan gave this option.
fn option_error(error: ClientError, plan: &Plan, source: &Source) -> anyhow::Error {
    let ClientError::Option { option, .. } = &error else { return error.into() };
    let key = if option == "Game" {
        "game.name".to_string()
    } else if plan.game.options.contains_key(option) {
        format!("game.options.{option}")
    } else {
        format!("referee.options.{option}")
    };
    anyhow::Error::from(error).context(source.of(&key))
}
