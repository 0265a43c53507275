//! Estimates the number of games in a plan and their total time, from measurements that the caller provides.

use crate::model::{FormatKind, MoveLimits, Plan};
use crate::schedule::field::pairings;
use base::duration::show;
use std::fmt;
use std::time::Duration;

/// The minimum number of moves over which an engine is assumed to spread the base time of a clock that is for the whole
/// game.
const MOVES_OF_A_CLOCK: f64 = 40.0;

/// The measurements on which an estimate is based.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurements {
    /// Plies per game, for example the mean of random games.
    pub plies: f64,
    /// Milliseconds per move of each participant, in the order of the plan. Entries of participants without a node or
    /// depth limit are ignored.
    pub moves: Vec<f64>,
}

/// The estimated games and time of a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number of matches: the pairings of all rounds, or of the whole tournament if it has no rounds.
    pub matches: u64,
    /// The number of games if there are no extra blocks and no stop rule ends the tournament.
    pub games: u64,
    /// The maximum number of additional games in tied knockout matches.
    pub extra: u64,
    /// The time for `games` games at the plan's concurrency.
    pub time: Duration,
    /// Whether a stop rule may end the tournament earlier.
    pub may_stop: bool,
}

impl Estimate {
    /// Estimates `plan` for a game with `sides` sides.
    pub fn of(plan: &Plan, sides: usize, measurements: &Measurements) -> Self {
        let participants = plan.participants.len() as u64;
        let pairings = match plan.format.kind {
            FormatKind::RoundRobin | FormatKind::Gauntlet => pairings(plan, sides),
            // The pairings are not known yet, so the estimate uses the mean time per move of all participants.
            FormatKind::Knockout | FormatKind::Swiss => vec![(0..plan.participants.len()).collect()],
        };
        let matches = match plan.format.kind {
            FormatKind::RoundRobin | FormatKind::Gauntlet => pairings.len() as u64,
            FormatKind::Knockout => participants.saturating_sub(1),
            FormatKind::Swiss => plan.format.rounds.saturating_mul(participants / 2),
        };
        let extra = match plan.format.kind {
            FormatKind::Knockout => matches
                .saturating_mul(plan.format.extra_blocks)
                .saturating_mul(plan.format.games_per_block(sides) as u64),
            _ => 0,
        };
        let games = matches.saturating_mul(plan.format.games);
        let plies =
            plan.adjudication.max_plies.map_or(measurements.plies, |most| measurements.plies.min(most as f64)).max(1.0);
        let own = plies / sides.max(1) as f64;
        let move_time: Vec<f64> =
            (0..plan.participants.len()).map(|index| milliseconds(plan, index, own, measurements)).collect();
        let mean = |pairing: &Vec<usize>| {
            pairing.iter().map(|&participant| move_time[participant]).sum::<f64>() / pairing.len().max(1) as f64
        };
        let wait = milliseconds_of(plan.run.wait);
        let game = wait + plies * pairings.iter().map(mean).sum::<f64>() / pairings.len().max(1) as f64;
        let at_once = (plan.run.concurrency as u64).clamp(1, games.max(1));
        let seconds = games as f64 * game / at_once as f64 / 1000.0;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Self { matches, games, extra, time, may_stop: plan.stop.is_some() }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games in {} matches", self.games, self.matches)?;
        if self.extra > 0 {
            write!(f, ", at most {} more if matches are tied", self.extra)?;
        }
        let bound = if self.may_stop { "at most " } else { "" };
        // Seconds do not matter in an hour.
        let seconds = self.time.as_secs().max(1);
        let seconds = if seconds < 3600 { seconds } else { seconds / 60 * 60 };
        write!(f, "; {bound}about {}", show(Duration::from_secs(seconds)))
    }
}

/// Returns the milliseconds per move of a participant in a game with `own` moves per side.
fn milliseconds(plan: &Plan, participant: usize, own: f64, measurements: &Measurements) -> f64 {
    let limits = plan.limits_of(&plan.participants[participant]);
    let measured = measurements.moves.get(participant).copied().filter(|time| time.is_finite() && *time >= 0.0);
    let counted = (limits.nodes.is_some() || limits.depth.is_some()).then(|| measured.unwrap_or(0.0));
    // The search ends at the first limit that is reached.
    match (counted, timed(limits, own)) {
        (Some(counted), Some(timed)) => counted.min(timed),
        (counted, timed) => counted.or(timed).unwrap_or(0.0),
    }
}

/// Returns the milliseconds per move under the time limit; `None` without a time limit.
fn timed(limits: &MoveLimits, own: f64) -> Option<f64> {
    let clock = limits.clock.map(|clock| {
        let moves = clock.moves.map_or(own.max(MOVES_OF_A_CLOCK), f64::from);
        milliseconds_of(clock.base) / moves + milliseconds_of(clock.increment)
    });
    limits.movetime.map(milliseconds_of).or(clock)
}

fn milliseconds_of(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
