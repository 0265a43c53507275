//! What searches by playouts share: one random game to its end, the count of nodes, how many samples a task asks for,
//! the report of a line. Knows no game.

use super::payoff::{self, MeanPayoff, TeamPayoffs};
use crate::game::{Game, Seat, Turn};
use crate::search::control::{Aborted, Control};
use crate::search::sampled::{Payoffs, final_payoffs};
use crate::search::task::{Report, SearchTask};
use base::rng::Rng;
use ugi::{Bound, Score};

/// The stop flag and the clock are looked at every so many nodes.
const CHECK_EVERY: u64 = 64;

/// Counts the nodes of one thread against the limits of its search.
#[derive(Debug)]
pub struct NodeCounter<'a> {
    control: &'a Control<'a>,
    nodes: u64,
}

impl<'a> NodeCounter<'a> {
    /// Nothing is visited yet.
    #[must_use]
    pub const fn new(control: &'a Control<'a>) -> Self {
        Self { control, nodes: 0 }
    }

    /// Nodes visited so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Call it before a state is visited.
    ///
    /// # Errors
    /// [`Aborted`] when the state may not be visited any more.
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

/// Lets nature decide, with luck from `rng`, until a seat is to move or the game is over.
///
/// # Errors
/// [`Aborted`] when the limit is reached before.
pub fn resolve_chance_nodes<G: Game>(position: &mut G, rng: &mut Rng, meter: &mut NodeCounter) -> Result<(), Aborted> {
    let mut seed = rng.next();
    while position.turn() == Turn::Chance {
        meter.visit()?;
        position.resolve_chance(seed);
        seed = rng.next();
    }
    Ok(())
}

/// Plays random moves and chance events to the end of the game; the shares of the win there.
///
/// # Errors
/// [`Aborted`] when a limit is reached before the end: then the playout does not count.
pub fn random_playout<G: Game>(
    mut position: G,
    rng: &mut Rng,
    scratch: &mut Vec<G::Action>,
    meter: &mut NodeCounter,
) -> Result<Payoffs, Aborted> {
    loop {
        match position.turn() {
            Turn::Over => break,
            Turn::Chance => resolve_chance_nodes(&mut position, rng, meter)?,
            Turn::Seat(_) => {
                let Some(action) = position.random_action(rng, scratch) else { break };
                meter.visit()?;
                position.play(action);
            }
        }
    }
    Ok(final_payoffs(&position))
}

/// How many samples (completions, iterations, rounds) a task asks for: depth D and mate D mean 2^D of them.
/// Where the choice is `settled` and any other limit is given, `enough` are.
#[must_use]
pub fn samples_asked<A>(task: &SearchTask<A>, control: &Control, settled: bool, enough: u64) -> u64 {
    let limited = control.soft.is_some() || control.hard.is_some() || control.nodes.is_some();
    match [task.depth, task.mate].into_iter().flatten().min() {
        Some(depth) => 1 << depth.min(62),
        None if limited && settled => enough,
        None => u64::MAX,
    }
}

/// The moves to choose from at the root.
#[must_use]
pub fn root_moves<G: Game>(root: &G, task: &SearchTask<G::Action>) -> Vec<G::Action> {
    let mut moves = task.moves.clone();
    if moves.is_empty() {
        root.actions(&mut moves);
    }
    moves
}

/// Through whose eyes the root is seen.
#[derive(Clone, Copy, Debug)]
pub struct RootSide {
    /// The seat to move.
    pub seat: Seat,
    /// Teams in the game.
    pub teams: usize,
    /// Seats in the game.
    pub seats: usize,
}

/// How far a search by samples has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Samples finished.
    pub samples: u64,
    /// The longest line.
    pub seldepth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

impl RootSide {
    /// The side to move in `root`.
    #[must_use]
    pub fn to_move<G: Game>(root: &G) -> Self {
        let seat = match root.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat::P1,
        };
        Self { seat, teams: root.teams(), seats: root.seats() }
    }

    /// Its part in a mean.
    #[must_use]
    pub fn payoff(&self, mean: &MeanPayoff) -> f64 {
        mean.payoff(self.teams)
    }

    /// Its score for a mean.
    #[must_use]
    pub fn score(&self, mean: &MeanPayoff) -> Score {
        payoff::score(self.payoff(mean), self.teams)
    }

    /// The report of the line at `rank` (from 0). Its depth is the number of doublings that are finished.
    #[must_use]
    pub fn report<A>(&self, rank: usize, means: &TeamPayoffs, progress: Progress, pv: Vec<A>) -> Report<A> {
        Report {
            depth: progress.samples.max(1).ilog2(),
            seldepth: progress.seldepth,
            multi_pv: rank + 1,
            score: self.score(&means.own),
            bound: Bound::Exact,
            wdl: Some(payoff::wdl(self.payoff(&means.own))),
            nodes: progress.nodes,
            hashfull: 0,
            tbhits: 0,
            evs: payoff::evs(means, self.teams, self.seats),
            pv,
        }
    }
}
