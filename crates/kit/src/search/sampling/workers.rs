//! The worker threads that play determinizations. Determinization number n is the same whichever thread plays it,
//! because its random stream depends only on the seed and n.

use super::racing::{Race, Tally, count};
use super::reply_tree::ReplyTree;
use crate::payoffs::Payoffs;
use crate::search::control::{Aborted, Control};
use crate::search::sampled::Sampled;
use base::rng::{Rng, mix};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::Builder;

/// Minimum number of determinizations per thread. Starting a thread for fewer costs more than it gains.
const PER_THREAD: u64 = 8;

/// The node budget of a search. Nodes are reserved before they are visited, so that the limit is never
/// exceeded.
#[derive(Debug)]
pub(super) struct NodeBudget {
    used: AtomicU64,
    limit: u64,
}

impl NodeBudget {
    pub(super) fn new(limit: Option<u64>) -> Self {
        Self { used: AtomicU64::new(0), limit: limit.unwrap_or(u64::MAX) }
    }

    pub(super) fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Reserves this many nodes. Returns an error and reserves none if fewer are left.
    pub(super) fn reserve(&self, nodes: u64) -> Result<(), Aborted> {
        let fits = |used: u64| used.checked_add(nodes).filter(|&sum| sum <= self.limit);
        self.used.fetch_update(Relaxed, Relaxed, fits).map(drop).map_err(|_| Aborted)
    }

    fn refund(&self, nodes: u64) {
        self.used.fetch_sub(nodes, Relaxed);
    }
}

/// Number of playouts for which a thread reserves nodes in one step. If it reserved nodes for each playout separately,
/// the threads would contend for the counter.
const AT_ONCE: u64 = 64;

/// The nodes that one thread has reserved but not yet visited. On drop, they are returned to the budget.
struct LocalNodeBudget<'a> {
    budget: &'a NodeBudget,
    left: u64,
}

impl<'a> LocalNodeBudget<'a> {
    const fn new(budget: &'a NodeBudget) -> Self {
        Self { budget, left: 0 }
    }

    /// Ensures that at least this many nodes are reserved. Returns an error if the budget has fewer left.
    fn hold(&mut self, nodes: u64) -> Result<(), Aborted> {
        if self.left < nodes {
            self.budget.refund(std::mem::take(&mut self.left));
            let block = nodes.saturating_mul(AT_ONCE);
            self.left = match self.budget.reserve(block) {
                Ok(()) => block,
                Err(Aborted) => self.budget.reserve(nodes).map(|()| nodes)?,
            };
        }
        Ok(())
    }

    /// Subtracts visited nodes from the reserved ones.
    fn spend(&mut self, nodes: u64) {
        self.left = self.left.saturating_sub(nodes);
    }
}

impl Drop for LocalNodeBudget<'_> {
    fn drop(&mut self) {
        self.budget.refund(self.left);
    }
}

/// The buffers of one thread, reused for every determinization.
struct Lists<A> {
    /// The team of the seat to move in this determinization.
    team: usize,
    /// The payoffs of each candidate in this determinization.
    values: Vec<Payoffs>,
    scratch: Vec<A>,
}

/// The input shared by the worker threads.
pub(super) struct Workers<'a, G> {
    pub(super) root: &'a G,
    pub(super) control: &'a Control<'a>,
    pub(super) budget: &'a NodeBudget,
    pub(super) seed: u64,
}

pub(super) struct BatchResult {
    /// One tally per candidate.
    pub(super) tallies: Vec<Tally>,
    /// Number of finished determinizations.
    pub(super) determinizations: u64,
    /// The length of the longest line, in plies.
    pub(super) seldepth: u32,
    /// Whether a limit or a stop ended the batch early.
    pub(super) aborted: bool,
}

impl BatchResult {
    fn none<A>(race: &Race<A>) -> Self {
        Self {
            tallies: vec![Tally::default(); race.candidates.len()],
            determinizations: 0,
            seldepth: 1,
            aborted: false,
        }
    }
}

impl<G: Sampled> Workers<'_, G> {
    /// Plays the determinizations with these numbers for every candidate, on at most as many threads as there
    /// are trees.
    pub(super) fn play(
        &self,
        race: &Race<G::Action>,
        numbers: Range<u64>,
        trees: &mut [ReplyTree<G::Action>],
    ) -> BatchResult {
        let (next, ended) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
        let work = |tree: &mut ReplyTree<G::Action>| self.work(race, numbers.end, &next, &ended, tree);
        let helpers = ((numbers.end - numbers.start) / PER_THREAD).saturating_sub(1) as usize;
        std::thread::scope(|scope| {
            let Some((own, others)) = trees.split_first_mut() else { return BatchResult::none(race) };
            // If a thread cannot be started, the batch goes on with those already started.
            let start = |tree| Builder::new().spawn_scoped(scope, || work(tree)).ok();
            let helpers: Vec<_> = others.iter_mut().take(helpers).map_while(start).collect();
            let mut batch = work(own);
            for helper in helpers {
                // The result of a helper that panicked is missing; the other results stay valid.
                let Ok(more) = helper.join() else { continue };
                batch.tallies.iter_mut().zip(&more.tallies).for_each(|(tally, more)| tally.merge(more));
                batch.determinizations += more.determinizations;
                batch.seldepth = batch.seldepth.max(more.seldepth);
                batch.aborted |= more.aborted;
            }
            batch
        })
    }

    fn work(
        &self,
        race: &Race<G::Action>,
        end: u64,
        next: &AtomicU64,
        ended: &AtomicBool,
        tree: &mut ReplyTree<G::Action>,
    ) -> BatchResult {
        let mut batch = BatchResult::none(race);
        let mut budget = LocalNodeBudget::new(self.budget);
        let mut lists = Lists { team: 0, values: Vec::new(), scratch: Vec::new() };
        while !ended.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= end {
                break;
            }
            let finished = self.play_determinization(race, number, tree, &mut budget, &mut lists, &mut batch.seldepth);
            if finished.is_err() {
                ended.store(true, Relaxed);
                batch.aborted = true;
                break;
            }
            count(&mut batch.tallies, &lists.values, lists.team);
            batch.determinizations += 1;
        }
        batch
    }

    /// Plays one determinization: every candidate with the same hands and the same random numbers.
    fn play_determinization(
        &self,
        race: &Race<G::Action>,
        number: u64,
        tree: &mut ReplyTree<G::Action>,
        budget: &mut LocalNodeBudget,
        lists: &mut Lists<G::Action>,
        seldepth: &mut u32,
    ) -> Result<(), Aborted> {
        if !self.control.may_go_on() {
            return Err(Aborted);
        }
        let mut rng = Rng::new(mix(self.seed ^ mix(number)));
        let world = (G::EVENTS.determinize)(self.root, &mut rng);
        let seed = rng.next();
        lists.team = world.team(race.side.seat);
        lists.values.clear();
        for candidate in &race.candidates {
            let payoffs = match &candidate.terminal_payoffs {
                Some(payoffs) => {
                    budget.hold(1)?;
                    budget.spend(1);
                    payoffs.clone()
                }
                None => {
                    self.control.check()?;
                    let most = tree.longest::<G>();
                    budget.hold(most.saturating_add(1))?;
                    let (next, mut visited) = (world.after(candidate.action), 0);
                    let payoffs = tree.play_on(candidate.action, next, seed, &mut lists.scratch, &mut visited);
                    debug_assert!(visited <= most, "a playout visited {visited} states, more than its limit of {most}");
                    budget.spend(visited + 1);
                    *seldepth = (*seldepth).max(1 + visited as u32);
                    payoffs
                }
            };
            lists.values.push(payoffs);
        }
        Ok(())
    }
}
