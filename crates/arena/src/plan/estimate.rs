//! Estimates the number of games in a plan and their total time, from measurements that the caller provides.

use crate::model::{Clock, FormatKind, MoveLimits, Plan};
use crate::schedule::field::pairings;
use base::counted::counted;
use base::duration::show;
use std::fmt;
use std::time::Duration;

/// The number of moves over which an engine is assumed to spread the base time of a clock that is for the whole
/// game.
const MOVES_OF_A_CLOCK: f64 = 40.0;

/// The time that a move of a sample game should take at most, in milliseconds.
pub const SHORT_MOVE: f64 = 30.0;

/// The measurements on which an estimate is based.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measurements {
    /// The mean milliseconds per game, with its share of the search for openings.
    pub game_ms: f64,
    /// The time before the first move.
    pub start: Duration,
}

/// The length of a game and the time that it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MovesAndTime {
    /// The number of plies, without chance events.
    pub plies: usize,
    /// The time in milliseconds.
    pub ms: f64,
}

/// The estimated games and time of a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number of matches: the pairings of all rounds, or of the whole tournament if it has no rounds.
    pub matches: u64,
    /// The number of games if no stop rule ends the tournament.
    pub games: u64,
    /// The time for `games` games at the plan's concurrency.
    pub time: Duration,
    /// Whether a stop rule may end the tournament earlier.
    pub may_stop: bool,
}

impl Estimate {
    /// Estimates `plan` for a game with `sides` sides, on a machine with this number of cores.
    pub fn of(plan: &Plan, sides: usize, cores: usize, measurements: &Measurements) -> Self {
        let participants = plan.participants.len() as u64;
        let matches = match plan.format.kind {
            FormatKind::RoundRobin | FormatKind::Gauntlet => pairings(plan, sides).len() as u64,
            FormatKind::Knockout => participants.saturating_sub(1) + u64::from(plan.has_match_for_third()),
            FormatKind::Swiss => plan.format.rounds.saturating_mul(participants / 2),
        };
        let games = matches.saturating_mul(plan.format.games);
        let workers = (plan.run.concurrency as u64).clamp(1, games.max(1));
        let at_once = workers.min(cores as u64).max(1);
        let play = games as f64 * measurements.game_ms / at_once as f64;
        // Waiting needs no core.
        let wait = games as f64 * milliseconds_of(plan.run.wait) / workers as f64;
        let seconds = measurements.start.as_secs_f64() + (play + wait) / 1000.0;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Self { matches, games, time, may_stop: plan.stop.is_some() }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", counted(self.games, "game"), counted(self.matches, "match"))?;
        let bound = if self.may_stop { "at most " } else { "" };
        let seconds = self.time.as_secs_f64();
        // Seconds do not matter in an hour.
        let time = match self.time.as_secs() {
            0..10 => format!("{:.1}s", seconds.max(0.1)),
            10..3600 => show(Duration::from_secs(self.time.as_secs())),
            whole => show(Duration::from_secs(whole / 60 * 60)),
        };
        write!(f, "; {bound}about {time}")
    }
}

/// Returns limits with which a move takes at most about `most` milliseconds, and the factor by which a move with `limits`
/// takes longer. `counted` is the time in milliseconds of a search that nodes or depth limit.
pub fn shortened(limits: &MoveLimits, counted: Option<f64>, most: f64) -> (MoveLimits, f64) {
    let expected = counted.unwrap_or(f64::INFINITY).min(timed(limits).unwrap_or(f64::INFINITY));
    let factor = if expected.is_finite() { (expected / most).max(1.0) } else { 1.0 };
    if factor == 1.0 {
        return (limits.clone(), factor);
    }
    let shorter = |time: Duration| time.div_f64(factor).max(Duration::from_millis(1));
    // A search to a depth becomes shorter only by a time limit.
    let cap =
        (limits.depth.is_some() && limits.clock.is_none()).then(|| shorter(Duration::from_secs_f64(expected / 1000.0)));
    let part = |time: Duration| if time.is_zero() { time } else { shorter(time) };
    let clock = limits.clock.map(|clock| Clock { base: part(clock.base), increment: part(clock.increment), ..clock });
    let nodes = limits.nodes.map(|nodes| ((nodes as f64 / factor) as u64).max(1));
    (MoveLimits { nodes, depth: limits.depth, movetime: limits.movetime.map(shorter).or(cap), clock }, factor)
}

/// Returns the milliseconds per move under the time limit; `None` without a time limit.
fn timed(limits: &MoveLimits) -> Option<f64> {
    let clock = limits.clock.map(|clock| {
        let moves = clock.moves.map_or(MOVES_OF_A_CLOCK, f64::from);
        milliseconds_of(clock.base) / moves + milliseconds_of(clock.increment)
    });
    limits.movetime.map(milliseconds_of).or(clock)
}

fn milliseconds_of(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
