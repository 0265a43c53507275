//! Plays completions, on one thread or several. Completion number n is the same whoever plays it: its random stream
//! comes from the seed and from n alone. Knows nothing of ranks and reports.

use super::racing::{Race, Tally, count};
use super::reply_tree::{DEEPEST, ReplyTree};
use crate::search::control::{Aborted, Control};
use crate::search::sampled::{Payoffs, Sampled};
use base::rng::{Rng, mix};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::Builder;

/// Starting threads for fewer completions each than this costs more than it gains.
const PER_THREAD: u64 = 8;

/// The nodes of one search. They are set aside before they are visited, so that the limit is never overstepped.
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

    /// Sets nodes aside, or none when so many are not left.
    pub(super) fn reserve(&self, nodes: u64) -> Result<(), Aborted> {
        let fits = |used: u64| used.checked_add(nodes).filter(|&sum| sum <= self.limit);
        self.used.fetch_update(Relaxed, Relaxed, fits).map(drop).map_err(|_| Aborted)
    }

    fn refund(&self, nodes: u64) {
        self.used.fetch_sub(nodes, Relaxed);
    }
}

/// So many playouts are set aside at once: counting each by itself would make the threads wait for each other.
const AT_ONCE: u64 = 64;

/// The nodes that one thread has set aside and not visited yet; what is left goes back.
struct LocalNodeBudget<'a> {
    budget: &'a NodeBudget,
    left: u64,
}

impl<'a> LocalNodeBudget<'a> {
    const fn new(budget: &'a NodeBudget) -> Self {
        Self { budget, left: 0 }
    }

    /// Makes sure that so many nodes may be visited.
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

    /// So many of the nodes held were visited.
    fn spend(&mut self, nodes: u64) {
        self.left = self.left.saturating_sub(nodes);
    }
}

impl Drop for LocalNodeBudget<'_> {
    fn drop(&mut self) {
        self.budget.refund(self.left);
    }
}

/// What one thread needs for a completion, used again for every one.
struct Lists<A> {
    /// The team of the mover in this completion.
    team: usize,
    /// What each running move brought in this completion.
    values: Vec<Payoffs>,
    scratch: Vec<A>,
}

/// What a crew works on.
pub(super) struct Workers<'a, G> {
    pub(super) root: &'a G,
    pub(super) control: &'a Control<'a>,
    pub(super) budget: &'a NodeBudget,
    pub(super) seed: u64,
}

/// What a crew brings home.
pub(super) struct BatchResult {
    /// One per running move.
    pub(super) tallies: Vec<Tally>,
    /// Completions that were finished.
    pub(super) determinizations: u64,
    /// The longest playout.
    pub(super) seldepth: u32,
    /// Was the search told to stop?
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
    /// Plays the completions with these numbers for every running move, on as many threads as there are trees.
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
            // Where the system gives no more threads those there are do the work.
            let start = |tree| Builder::new().spawn_scoped(scope, || work(tree)).ok();
            let helpers: Vec<_> = others.iter_mut().take(helpers).map_while(start).collect();
            let mut harvest = work(own);
            for helper in helpers {
                // A helper that died brings nothing; the others' completions are as good as before.
                let Ok(more) = helper.join() else { continue };
                harvest.tallies.iter_mut().zip(&more.tallies).for_each(|(tally, more)| tally.merge(more));
                harvest.determinizations += more.determinizations;
                harvest.seldepth = harvest.seldepth.max(more.seldepth);
                harvest.aborted |= more.aborted;
            }
            harvest
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
        let mut harvest = BatchResult::none(race);
        let mut purse = LocalNodeBudget::new(self.budget);
        let mut lists = Lists { team: 0, values: Vec::new(), scratch: Vec::new() };
        while !ended.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= end {
                break;
            }
            let finished = self.play_determinization(race, number, tree, &mut purse, &mut lists, &mut harvest.seldepth);
            if finished.is_err() {
                ended.store(true, Relaxed);
                harvest.aborted = true;
                break;
            }
            count(&mut harvest.tallies, &lists.values, lists.team);
            harvest.determinizations += 1;
        }
        harvest
    }

    /// One completion, every running move on the same hands and with the same stream of luck.
    fn play_determinization(
        &self,
        race: &Race<G::Action>,
        number: u64,
        tree: &mut ReplyTree<G::Action>,
        purse: &mut LocalNodeBudget,
        lists: &mut Lists<G::Action>,
        seldepth: &mut u32,
    ) -> Result<(), Aborted> {
        if !self.control.may_go_on() {
            return Err(Aborted);
        }
        let mut rng = Rng::new(mix(self.seed ^ mix(number)));
        let world = self.root.determinize(&mut rng);
        let luck = rng.next();
        lists.team = world.team(race.side.seat);
        lists.values.clear();
        for runner in &race.candidates {
            let shares = match &runner.terminal_payoffs {
                Some(shares) => {
                    purse.hold(1)?;
                    purse.spend(1);
                    shares.clone()
                }
                None => {
                    self.control.check()?;
                    let most = G::LONGEST_PLAYOUT.saturating_add(DEEPEST as u64);
                    purse.hold(most.saturating_add(1))?;
                    let (next, mut visited) = (world.after(runner.action), 0);
                    let shares =
                        tree.play_on(runner.action, next, &mut Rng::new(luck), &mut lists.scratch, &mut visited);
                    debug_assert!(visited <= most, "a playout visited {visited} states");
                    purse.spend(visited + 1);
                    *seldepth = (*seldepth).max(1 + visited as u32);
                    shares
                }
            };
            lists.values.push(shares);
        }
        Ok(())
    }
}
