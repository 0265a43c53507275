//! Inference about hidden hands: whether a seat with a hidden hand can make a move, and uniform sampling of the unknown
//! tiles. Both are exact and use counting instead of enumeration.

use super::bag::Bag;
use super::board::KindSet;
use super::moves::Action;
use super::position::{Querbeet, SEATS};
use super::tile::Kind;
use base::rng::Rng;
use ugi::Seat;

/// The unknown tiles of a view and the hands that they can be in.
#[derive(Clone, Copy, Debug)]
pub struct Unknown {
    /// The hands of all seats, including their unknown tiles.
    hands: [Bag; SEATS],
    /// The tiles that are neither on the board nor known in a hand; `None` if more tiles of a kind are known than
    /// exist.
    pool: Option<Bag>,
    /// For each seat, the kinds that its unknown tiles cannot be.
    excluded: [KindSet; SEATS],
}

/// `ways[kind][first][second]`: the number of ways to deal those tiles of the pool whose kind has index `kind` or
/// higher among the pool's distinct kinds, if the first two seats have `first` and `second` holes (unknown tiles). The
/// third seat gets the rest.
type Ways = Vec<[[u64; HOLES]; HOLES]>;
/// One more than nine, the maximum number of holes in a hand.
const HOLES: usize = 10;

impl Unknown {
    /// Determines the unknown tiles of a view.
    pub fn of(view: &Querbeet) -> Self {
        let laid = view.board.tiles().map(|(_, piece)| piece.kind()).filter(|&kind| kind != Kind::CENTRE);
        let pool = view.rules.tiles.without(laid.collect());
        let pool = view.hands.iter().try_fold(pool, |pool, hand| Some(pool?.without(*hand))).flatten();
        Self { hands: view.hands, pool, excluded: view.excluded }
    }

    /// Returns whether a seat may have a hand that allows this move. The caller must check that the move fits on the
    /// board.
    pub fn allows(mut self, view: &Querbeet, seat: Seat, action: Action) -> bool {
        let hand = &mut self.hands[seat.index()];
        match action {
            Action::Lay(piece, _) if hand.count(piece.kind()) > 0 => hand.take(piece.kind()),
            Action::Lay(piece, _) => {
                let kind = piece.kind();
                let pool = self.pool.filter(|pool| pool.count(kind) > 0);
                let Some(mut pool) = pool.filter(|_| self.excluded[seat.index()] >> kind.index() & 1 == 0) else {
                    return false;
                };
                pool.take(kind);
                hand.take(kind);
                self.pool = Some(pool);
            }
            Action::Pass => {
                let fitting = view.board.kinds_that_fit(view.rules.tiles.kinds());
                if hand.kinds().any(|kind| fitting >> kind.index() & 1 == 1) {
                    return false;
                }
                self.excluded[seat.index()] |= fitting;
            }
        }
        self.is_possible()
    }

    /// Returns whether the pool can be dealt into the holes. By Hall's theorem (Hall 1935), it can if there are as many
    /// tiles as holes and no set of seats has fewer holes than there are tiles that only these seats can have.
    pub fn is_possible(&self) -> bool {
        let Some(pool) = self.pool else { return false };
        let holes = self.hands.map(Bag::unknown);
        (0..1 << SEATS).all(|seats: usize| {
            let within = |seat: usize| seats >> seat & 1 == 1;
            let room: usize = (0..SEATS).filter(|&seat| within(seat)).map(|seat| holes[seat]).sum();
            let bound = pool.kinds().filter(|&kind| (0..SEATS).all(|seat| within(seat) || !self.takes(seat, kind)));
            bound.map(|kind| pool.count(kind)).sum::<usize>() <= room
        }) && pool.len() == holes.iter().sum::<usize>()
    }

    /// Returns the hands with all holes filled at random. Every deal of the tiles is equally likely; tiles of the same
    /// kind count as distinct. Exclusions from passes are ignored if no deal satisfies them. If more tiles of a kind
    /// are known than exist, returns the hands unchanged.
    pub fn fill(&self, rng: &mut Rng) -> [Bag; SEATS] {
        let Some(pool) = self.pool else { return self.hands };
        let restricted =
            Kind::of_hands().any(|kind| pool.count(kind) > 0 && (0..SEATS).any(|seat| !self.takes(seat, kind)));
        if restricted && self.is_possible() { self.fill_by_counting(pool, rng) } else { self.fill_freely(pool, rng) }
    }

    /// Fills the holes from a shuffled pool, ignoring exclusions.
    fn fill_freely(&self, pool: Bag, rng: &mut Rng) -> [Bag; SEATS] {
        let mut tiles: Vec<Kind> = pool.each().collect();
        rng.shuffle(&mut tiles);
        let mut rest = tiles.into_iter();
        self.hands.map(|hand| hand.known().plus(rest.by_ref().take(hand.unknown()).collect()))
    }

    /// Fills the holes kind by kind. Each split of a kind among the seats is weighted by the number of deals that it
    /// leads to.
    fn fill_by_counting(&self, pool: Bag, rng: &mut Rng) -> [Bag; SEATS] {
        let ways = self.ways(pool);
        let mut hands = self.hands.map(Bag::known);
        let mut holes = self.hands.map(Bag::unknown);
        for (at, kind) in pool.kinds().enumerate() {
            let splits = self.splits(kind, pool.count(kind), holes);
            let weight = |&(split, count): &([usize; SEATS], u64)| {
                count * ways[at + 1][holes[0] - split[0]][holes[1] - split[1]]
            };
            let mut chosen = rng.below(splits.iter().map(weight).sum::<u64>().max(1));
            for option in &splits {
                let here = weight(option);
                if chosen < here {
                    for seat in 0..SEATS {
                        holes[seat] -= option.0[seat];
                        (0..option.0[seat]).for_each(|_| hands[seat].add(kind));
                    }
                    break;
                }
                chosen -= here;
            }
        }
        hands
    }

    /// Computes the table of [`Ways`] by dynamic programming.
    fn ways(&self, pool: Bag) -> Ways {
        let kinds: Vec<Kind> = pool.kinds().collect();
        let mut ways = vec![[[0; HOLES]; HOLES]; kinds.len() + 1];
        ways[kinds.len()][0][0] = 1;
        let all = self.hands.map(Bag::unknown);
        let mut tiles = 0;
        for (at, &kind) in kinds.iter().enumerate().rev() {
            tiles += pool.count(kind);
            for first in 0..=all[0].min(tiles) {
                for second in 0..=all[1].min(tiles - first) {
                    let third = tiles - first - second;
                    if third > all[2] {
                        continue;
                    }
                    let splits = self.splits(kind, pool.count(kind), [first, second, third]);
                    let later = |&(split, count): &([usize; SEATS], u64)| {
                        count * ways[at + 1][first - split[0]][second - split[1]]
                    };
                    ways[at][first][second] = splits.iter().map(later).sum();
                }
            }
        }
        ways
    }

    /// Returns every split of `count` tiles of a kind among seats with these holes, each with the number of ways to
    /// choose the tiles.
    fn splits(&self, kind: Kind, count: usize, holes: [usize; SEATS]) -> Vec<([usize; SEATS], u64)> {
        let most = |seat: usize| if self.takes(seat, kind) { holes[seat].min(count) } else { 0 };
        let mut splits = Vec::new();
        for first in 0..=most(0) {
            for second in 0..=most(1).min(count - first) {
                let third = count - first - second;
                if third <= most(2) {
                    splits.push(([first, second, third], choose(count, first) * choose(count - first, second)));
                }
            }
        }
        splits
    }

    /// Returns whether an unknown tile of this seat can be of this kind.
    fn takes(&self, seat: usize, kind: Kind) -> bool {
        self.hands[seat].unknown() > 0 && self.excluded[seat] >> kind.index() & 1 == 0
    }
}

/// Returns the binomial coefficient of `n` and `k`.
fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) as u64 / (i as u64 + 1))
}
