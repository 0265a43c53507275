//! A book under construction: chooses the positions to expand, and backs up values from the leaves.

use base::rng::mix;
use kit::search::MATE;
use kit::state::State;
use speltafel::games::checkers::book::{BookEntries, BookEntry, successors};
use speltafel::games::checkers::relative_position::RelativePosition;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

/// The cost of a ply in hundredths of a man. The only move of a position costs nothing.
const PLY_COST: i64 = 4;

/// A position that can be expanded into a page of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageCandidate {
    /// The position as the side to move sees it.
    pub seen: RelativePosition,
    /// The number of plies from the start of the game to the position.
    pub plies: u8,
}

/// A book under construction.
///
/// The tree grows by drop-out expansion (Lincke 2000): the position that is cheapest to reach is expanded next. Each
/// ply has a fixed cost. A move that is worse than the best move of its position additionally costs the difference.
pub struct Tree {
    /// The pages so far.
    pub pages: BookEntries,
    /// The positions at which the book starts.
    roots: Vec<PageCandidate>,
    /// The maximum number of plies from the start of the game to a page.
    most_plies: u8,
    /// The seed for choosing among positions of equal cost.
    seed: u64,
    /// The values of successors from searches, each for the side to move in that successor. A successor that has become
    /// a page takes its value from the page instead.
    leaves: HashMap<RelativePosition, i16>,
    /// The successors of each page.
    next: HashMap<RelativePosition, Vec<RelativePosition>>,
    /// The pages, sorted by the total distance of their men to the king rows. Every move of a man reduces this
    /// distance, so the value of a page depends only on pages that come earlier in this order.
    order: BTreeMap<(u32, RelativePosition), ()>,
}

impl Tree {
    /// Creates a tree from the pages of a book, which may be empty.
    pub fn new(pages: BookEntries, roots: Vec<PageCandidate>, most_plies: u8, seed: u64) -> Self {
        let (leaves, next, order) = (HashMap::new(), HashMap::new(), BTreeMap::new());
        let mut tree = Self { pages, roots, most_plies, seed, leaves, next, order };
        for (seen, page) in &tree.pages {
            let next = successors(seen);
            let unknown = next.iter().zip(&page.values).filter(|(next, _)| !tree.pages.contains_key(*next));
            tree.leaves.extend(unknown.map(|(next, value)| (*next, -value)));
            tree.order.insert((distance(seen), *seen), ());
            tree.next.insert(*seen, next);
        }
        tree
    }

    /// Returns at most `most` positions to expand next, ordered by cost, lowest first. Roots come first, in the order
    /// of `roots`.
    pub fn candidates(&self, most: usize) -> Vec<PageCandidate> {
        let mut found = Vec::new();
        let mut reached = HashSet::new();
        let item = |cost: i64, order: usize, seen: RelativePosition, plies: u8| {
            let tie = mix(self.seed ^ mix(u64::from(seen.own) << 32 | u64::from(seen.other)));
            Reverse((cost, order, tie, seen, plies))
        };
        let roots = self.roots.iter().enumerate();
        let mut heap: BinaryHeap<_> = roots.map(|(order, root)| item(0, order, root.seen, root.plies)).collect();
        while let Some(Reverse((cost, _, _, seen, plies))) = heap.pop() {
            if found.len() == most {
                break;
            }
            if !reached.insert(seen) {
                continue;
            }
            let Some(page) = self.pages.get(&seen) else {
                if can_be_page(&seen) && plies <= self.most_plies {
                    found.push(PageCandidate { seen, plies });
                }
                continue;
            };
            let best = i64::from(page.best());
            let ply = if page.values.len() == 1 { 0 } else { PLY_COST };
            let nexts = self.next.get(&seen).into_iter().flatten();
            heap.extend(nexts.zip(&page.values).map(|(next, value)| {
                item(cost + ply + best - i64::from(*value), self.roots.len(), *next, page.plies.saturating_add(1))
            }));
        }
        found
    }

    /// Returns the successors of these candidates that have no value yet, without duplicates.
    pub fn unknown(&self, candidates: &[PageCandidate]) -> Vec<RelativePosition> {
        let mut seen_before = HashSet::new();
        let all = candidates.iter().flat_map(|candidate| successors(&candidate.seen));
        all.filter(|next| !self.pages.contains_key(next) && !self.leaves.contains_key(next))
            .filter(|next| seen_before.insert(*next))
            .collect()
    }

    /// Adds the values of leaves in `found`, turns the candidates into pages, and backs up all values.
    pub fn grow(&mut self, candidates: &[PageCandidate], found: impl IntoIterator<Item = (RelativePosition, i16)>) {
        self.leaves.extend(found);
        for PageCandidate { seen, plies } in candidates {
            let next = successors(seen);
            let values = next.iter().map(|next| self.value(next)).collect();
            self.pages.insert(*seen, BookEntry { plies: *plies, values });
            self.order.insert((distance(seen), *seen), ());
            self.next.insert(*seen, next);
        }
        self.back_up();
    }

    /// Recomputes the values of all pages by minimax (Zermelo 1913).
    fn back_up(&mut self) {
        for (_, seen) in self.order.keys() {
            let values: Vec<i16> = self.next.get(seen).into_iter().flatten().map(|next| self.value(next)).collect();
            if let Some(page) = self.pages.get_mut(seen) {
                page.values = values;
            }
        }
    }

    /// Returns the value of a move that leads to `next`, for the side that makes the move.
    fn value(&self, next: &RelativePosition) -> i16 {
        let page = self.pages.get(next).map(BookEntry::best);
        let value = page.or_else(|| self.leaves.get(next).copied());
        // Only positions without a legal move have no value. In such a position the side to move has lost.
        -value.unwrap_or(-(MATE - 1) as i16)
    }
}

/// Returns whether a position can become a page. Positions with kings are excluded because they could repeat. Positions
/// without a legal move are excluded because they have no successors.
fn can_be_page(seen: &RelativePosition) -> bool {
    seen.kings == 0 && seen.own != 0 && seen.other != 0 && seen.position(0).count_actions() > 0
}

/// Returns the total distance of all men to their king rows, in rows.
fn distance(seen: &RelativePosition) -> u32 {
    let row = |row: u32| 0xF << (4 * row);
    (0..8).map(|n| (7 - n) * (seen.own & row(n)).count_ones() + n * (seen.other & row(n)).count_ones()).sum()
}
