//! How many games a plan has and how long they will take, for a dry run. Starts no process: what had to be measured
//! comes in as numbers.

use crate::model::{FormatKind, MoveLimits, Plan};
use crate::schedule::field::pairings;
use std::fmt;
use std::time::Duration;

/// Moves that a clock is shared among when nothing is known of the rest of the game, as engines commonly assume.
const MOVES_OF_A_CLOCK: f64 = 40.0;

/// What was measured before the estimate.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurements {
    /// Plies of a game, such as the mean of some random games.
    pub plies: f64,
    /// Milliseconds of a move of each participant, in the order of the plan, where nodes or depth limit it. It is not asked
    /// for a participant that only time limits.
    pub moves: Vec<f64>,
}

/// Games and time of a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Matches: pairings, in rounds where there are some.
    pub matches: u64,
    /// Games that are played in any case, but for a stop rule.
    pub games: u64,
    /// Games more that ties in a knockout may cost.
    pub extra: u64,
    /// The whole time of the games, at the concurrency of the plan.
    pub time: Duration,
    /// May a stop rule end it earlier?
    pub may_stop: bool,
}

impl Estimate {
    /// The games of `plan` in a game of `sides` sides, and their time.
    #[must_use]
    pub fn of(plan: &Plan, sides: usize, sample: &Measurements) -> Self {
        let participants = plan.participants.len() as u64;
        let pairings = match plan.format.kind {
            FormatKind::RoundRobin | FormatKind::Gauntlet => pairings(plan, sides),
            // Who meets whom is not known yet: a match takes as long as the mean of all.
            FormatKind::Knockout | FormatKind::Swiss => vec![(0..plan.participants.len()).collect()],
        };
        let matches = match plan.format.kind {
            FormatKind::RoundRobin | FormatKind::Gauntlet => pairings.len() as u64,
            FormatKind::Knockout => participants.saturating_sub(1),
            FormatKind::Swiss => plan.format.rounds.saturating_mul(participants / 2),
        };
        let extra = match plan.format.kind {
            FormatKind::Knockout => matches.saturating_mul(plan.format.extra_blocks).saturating_mul(sides as u64),
            _ => 0,
        };
        let games = matches.saturating_mul(plan.format.games);
        let plies = plan.adjudication.max_plies.map_or(sample.plies, |most| sample.plies.min(most as f64)).max(1.0);
        let own = plies / sides.max(1) as f64;
        let move_time: Vec<f64> =
            (0..plan.participants.len()).map(|index| milliseconds(plan, index, own, sample)).collect();
        let mean = |pairing: &Vec<usize>| {
            pairing.iter().map(|&participant| move_time[participant]).sum::<f64>() / pairing.len().max(1) as f64
        };
        let game = plies * pairings.iter().map(mean).sum::<f64>() / pairings.len().max(1) as f64;
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
            write!(f, ", at most {} more where matches are tied", self.extra)?;
        }
        let bound = if self.may_stop { "at most " } else { "" };
        write!(f, "; {bound}about {}", duration(self.time))
    }
}

/// What a move of a participant costs in a game with `own` moves of each side.
fn milliseconds(plan: &Plan, participant: usize, own: f64, sample: &Measurements) -> f64 {
    let thinking = plan.participants[participant].limit.as_ref().unwrap_or(&plan.limit.thinking);
    let measured = sample.moves.get(participant).copied().filter(|time| time.is_finite() && *time >= 0.0);
    let counted = (thinking.nodes.is_some() || thinking.depth.is_some()).then(|| measured.unwrap_or(0.0));
    // The first limit that is reached ends a search.
    match (counted, timed(thinking, own)) {
        (Some(counted), Some(timed)) => counted.min(timed),
        (counted, timed) => counted.or(timed).unwrap_or(0.0),
    }
}

/// What a limit of time gives a move.
fn timed(thinking: &MoveLimits, own: f64) -> Option<f64> {
    let clock = thinking.clock.map(|clock| {
        let moves = clock.moves.map_or(own.max(MOVES_OF_A_CLOCK), f64::from);
        clock.base as f64 / moves + clock.increment as f64
    });
    thinking.movetime.map(|time| time as f64).or(clock)
}

/// A time in the two largest units that it has, for people.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{} s", seconds.max(1)),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, ..) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}
