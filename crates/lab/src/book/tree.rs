//! A book that grows: which positions come next, and values that go up from the leaves.

use base::rng::mix;
use kit::game::State;
use kit::search::MATE;
use speltafel::games::checkers::book::{BookEntries, BookEntry, successors};
use speltafel::games::checkers::relative_position::RelativePosition;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

/// What a ply costs, in hundredths of a man. Where there is no choice it costs nothing.
const PLY_COST: i64 = 4;

/// A position that may become a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageCandidate {
    /// The position.
    pub seen: RelativePosition,
    /// Plies from the start of the game.
    pub plies: u8,
}

/// A book while it is made.
///
/// Drop-out expansion (Lincke 2000): what is looked at next is the position that costs least to reach, where a ply costs
/// something and a move that is worse than the best one of its position costs what it loses.
pub struct Tree {
    /// What is known.
    pub pages: BookEntries,
    /// Where it begins.
    roots: Vec<PageCandidate>,
    /// Positions so far from the start become no pages.
    most_plies: u8,
    /// Decides between positions that cost the same.
    seed: u64,
    /// Values of positions that are no pages, for their side to move.
    leaves: HashMap<RelativePosition, i16>,
    /// Successors of each page.
    next: HashMap<RelativePosition, Vec<RelativePosition>>,
    /// Pages by the distance that their men have to go: every move shortens it, so the value of a page depends on
    /// earlier ones only.
    order: BTreeMap<(u32, RelativePosition), ()>,
}

impl Tree {
    /// The tree of these pages, none at first.
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

    /// The positions to look at next, so many at most; cheapest first, roots in their order before others that cost
    /// nothing.
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
                if may_be_page(&seen) && plies <= self.most_plies {
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

    /// The positions after these candidates whose value has to be found out, each once.
    pub fn unknown(&self, candidates: &[PageCandidate]) -> Vec<RelativePosition> {
        let mut seen_before = HashSet::new();
        let all = candidates.iter().flat_map(|candidate| successors(&candidate.seen));
        all.filter(|next| !self.pages.contains_key(next) && !self.leaves.contains_key(next))
            .filter(|next| seen_before.insert(*next))
            .collect()
    }

    /// Takes in what was found out, makes pages of the candidates, and lets the values go up.
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

    /// Minimax (Zermelo 1913) over all pages.
    fn back_up(&mut self) {
        for (_, seen) in self.order.keys() {
            let values: Vec<i16> = self.next.get(seen).into_iter().flatten().map(|next| self.value(next)).collect();
            if let Some(page) = self.pages.get_mut(seen) {
                page.values = values;
            }
        }
    }

    /// What a move to this position is worth for whoever plays it.
    fn value(&self, next: &RelativePosition) -> i16 {
        let page = self.pages.get(next).map(BookEntry::best);
        let value = page.or_else(|| self.leaves.get(next).copied());
        // What has no value is lost for the side that would have to move: nothing was left to search.
        -value.unwrap_or(-(MATE - 1) as i16)
    }
}

/// Positions with kings could come again; a game that is over has no moves.
fn may_be_page(seen: &RelativePosition) -> bool {
    seen.kings == 0 && seen.own != 0 && seen.other != 0 && seen.position(0).count_actions() > 0
}

/// Rows that all men have to go until they are crowned.
fn distance(seen: &RelativePosition) -> u32 {
    let row = |row: u32| 0xF << (4 * row);
    (0..8).map(|n| (7 - n) * (seen.own & row(n)).count_ones() + n * (seen.other & row(n)).count_ones()).sum()
}
