//! Parts shared by the searches that sample playouts: the random playout, the node count, the number of
//! samples, and the report of a line.

use super::payoff::{self, MeanPayoff, TeamPayoffs};
use crate::payoffs::Payoffs;
use crate::search::control::{Aborted, Control};
use crate::search::task::{Report, SearchTask};
use crate::state::State;
use base::rng::Rng;
use ugi::{Bound, Score, Seat, Turn};

/// Nodes between two checks of the stop flag and the clock.
const CHECK_EVERY: u64 = 64;

/// Counts the nodes of a search on one thread and checks the limits of that search.
///
/// ```
/// use speltafel_kit::search::{Aborted, Control, NodeCounter, Stop};
///
/// let stop = Stop::default();
/// let control = Control { nodes: Some(2), ..Control::new(&stop) };
/// let mut counter = NodeCounter::new(&control);
/// assert_eq!([counter.visit(), counter.visit(), counter.visit()], [Ok(()), Ok(()), Err(Aborted)]);
/// assert_eq!(counter.nodes(), 2);
/// ```
#[derive(Debug)]
pub struct NodeCounter<'a> {
    control: &'a Control<'a>,
    nodes: u64,
}

impl<'a> NodeCounter<'a> {
    /// Creates a counter at 0.
    #[must_use]
    pub const fn new(control: &'a Control<'a>) -> Self {
        Self { control, nodes: 0 }
    }

    /// Returns the number of nodes visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node. Call this before the state is visited.
    ///
    /// # Errors
    /// Returns [`Aborted`] if the search was stopped or has reached a limit. The state must not be visited then.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Aborted> {
        if self.control.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Aborted);
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.control.check()?;
        }
        self.nodes += 1;
        Ok(())
    }
}

/// The number of chance events in a row after which a game counts as broken.
const MOST_EVENTS: usize = 10_000;

/// Resolves chance events with random numbers from `rng` until a seat is to move or the game is over.
///
/// # Panics
/// Panics if the game declares no chance events, or if 10,000 events follow each other.
///
/// # Errors
/// Returns [`Aborted`] if the search is stopped or reaches a limit first.
pub fn resolve_chance_nodes<G: State>(
    position: &mut G,
    rng: &mut Rng,
    counter: &mut NodeCounter,
) -> Result<(), Aborted> {
    let mut seed = rng.next();
    for _ in 0..MOST_EVENTS {
        if position.turn() != Turn::Chance {
            return Ok(());
        }
        counter.visit()?;
        (G::EVENTS.roll)(position, seed);
        seed = rng.next();
    }
    panic!("{MOST_EVENTS} chance events in a row: no seat gets to move")
}

/// Plays random moves and chance events to the end of the game and returns the payoffs.
///
/// # Errors
/// Returns [`Aborted`] if the search is stopped or reaches a limit before the end of the game. Such a playout does not
/// count.
pub fn random_playout<G: State>(
    mut position: G,
    rng: &mut Rng,
    scratch: &mut Vec<G::Action>,
    counter: &mut NodeCounter,
) -> Result<Payoffs, Aborted> {
    loop {
        match position.turn() {
            Turn::Over => break,
            Turn::Chance => resolve_chance_nodes(&mut position, rng, counter)?,
            Turn::Seat(_) => {
                let Some(action) = position.random_action(rng, scratch) else { break };
                counter.visit()?;
                position.play(action);
            }
        }
    }
    Ok(position.payoffs())
}

/// Returns the number of samples (determinizations, iterations or rounds) that a task asks for. Depth D and mate D both
/// mean 2^D samples. Without either, the number is unlimited (`u64::MAX`), except that `enough` samples suffice if
/// there is no choice (`settled`) and the search has another limit.
#[must_use]
pub fn samples_asked<A>(task: &SearchTask<A>, control: &Control, settled: bool, enough: u64) -> u64 {
    let limited = control.soft.is_some() || control.hard.is_some() || control.nodes.is_some();
    match [task.depth, task.mate].into_iter().flatten().min() {
        Some(depth) => 1 << depth.min(62),
        None if limited && settled => enough,
        None => u64::MAX,
    }
}

/// The seat to move at the root, with the number of teams and seats.
#[derive(Clone, Copy, Debug)]
pub struct RootSide {
    /// The seat to move.
    pub seat: Seat,
    /// Number of teams.
    pub teams: usize,
    /// Number of seats.
    pub seats: usize,
}

/// The progress of a sampling search.
///
/// See the example of [`RootSide`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Number of finished samples.
    pub samples: u64,
    /// Length of the longest line, in plies.
    pub seldepth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

impl RootSide {
    /// Returns the side to move in `root`, or p1 if no seat is to move.
    #[must_use]
    pub fn to_move<G: State>(root: &G) -> Self {
        let seat = match root.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat::P1,
        };
        Self { seat, teams: root.teams(), seats: root.seats() }
    }

    /// Returns this side's mean payoff, or an equal share before the first playout.
    #[must_use]
    pub fn payoff(&self, mean: &MeanPayoff) -> f64 {
        mean.payoff(self.teams)
    }

    /// Converts this side's mean payoff to centipawns.
    #[must_use]
    pub fn score(&self, mean: &MeanPayoff) -> Score {
        payoff::score(self.payoff(mean), self.teams)
    }

    /// Returns the report of the line at the zero-based `rank`. The depth is the base-2 logarithm of the number of
    /// samples, rounded down. Without a playout there is no score.
    #[must_use]
    pub fn report<A>(&self, rank: usize, means: &TeamPayoffs, progress: Progress, pv: Vec<A>) -> Report<A> {
        let is_evaluated = means.own.count > 0;
        Report {
            depth: progress.samples.max(1).ilog2(),
            seldepth: progress.seldepth,
            multi_pv: rank + 1,
            score: is_evaluated.then(|| self.score(&means.own)),
            bound: Bound::Exact,
            wdl: is_evaluated.then(|| payoff::wdl(self.payoff(&means.own))),
            nodes: progress.nodes,
            hashfull: 0,
            tbhits: 0,
            evs: if is_evaluated { payoff::evs(means, self.teams, self.seats) } else { Vec::new() },
            pv,
            current: None,
        }
    }
}
