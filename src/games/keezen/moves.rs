//! Move generation: lists and counts the moves that a card of a given rank allows.

use super::board::{Board, Cell, PAWNS, Pawns, RING, backward_target, forward_target, ring_ahead};
use super::cards::{Cards, Rank};
use super::walk::Walker;
use base::bits;

const STEPS: [u8; 13] = [1, 2, 3, 0, 5, 6, 7, 8, 9, 10, 0, 12, 0];

/// Returns the number of cells that a card walks forward; 0 for `4`, `J` and `K`.
#[inline]
pub const fn steps(rank: Rank) -> u8 {
    STEPS[rank.0 as usize]
}

/// A move: what a card does with which pawns, or a fold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `K:in`: a waiting pawn enters.
    Enter(Rank),
    /// `Q:12`, or `7:12` for a seven that is not split: one pawn walks all steps of the card, backward for a `4`.
    Walk(Rank, Cell),
    /// `7:12=3,20=4`: a split seven, with the first pawn, its steps, and the second pawn, which walks the rest.
    Split(Cell, u8, Cell),
    /// `J:12x40`: a pawn of the colour that moves is swapped with a pawn of another colour.
    Swap(Cell, Cell),
    /// `fold:5599`: the hand is shown and discarded.
    Fold(Cards),
}

/// The first part of a split seven, with the pawns that can walk the rest.
#[derive(Clone, Copy, Debug)]
struct FirstPart {
    from: Cell,
    steps: u8,
    /// The colour that walks the rest: the same colour, or the partner's if the first part brings this colour's last
    /// pawn home.
    colour: usize,
    rest: Pawns,
}

/// The moves of one colour on one board, for a card of any rank.
#[derive(Clone, Copy, Debug)]
pub struct MoveOptions<'a> {
    board: &'a Board,
    /// The colour that moves: the seat's own or its partner's.
    pub colour: usize,
    /// Determines the partner, as described at [`Partners::way`](super::partners::Partners::way).
    way: usize,
    back: bool,
    walker: Walker,
}

impl<'a> MoveOptions<'a> {
    /// Creates the move options of a seat, which moves its partner's pawns if all its own are home. The partner of
    /// colour `c` is `c ^ way`; `way` is 0 while the partners are unknown. `back` is
    /// [`Rules::back`](super::position::Rules::back).
    #[inline]
    pub fn new(board: &'a Board, seat: usize, way: usize, back: bool) -> Self {
        let colour = board.played_for(seat, way);
        Self { board, colour, way, back, walker: Walker::new(board, colour, back) }
    }

    /// Returns the number of moves with a card of this rank.
    #[inline]
    pub fn count(&self, rank: Rank) -> usize {
        match rank {
            Rank::KING => usize::from(self.board.may_enter(self.colour)),
            Rank::ACE => usize::from(self.board.may_enter(self.colour)) + self.walker.forward(1).count(),
            Rank::FOUR => self.walker.backward().count(),
            Rank::JACK => {
                let own = self.board.on_ring(self.colour).count_ones();
                (own * self.board.takeable(self.colour).count_ones()) as usize
            }
            Rank::SEVEN => {
                let mut count = self.walker.forward(7).count();
                self.first_parts(|part| count += part.rest.count());
                count
            }
            _ => self.walker.forward(steps(rank)).count(),
        }
    }

    /// Appends the moves with a card of this rank to `out`.
    pub fn list(&self, rank: Rank, out: &mut Vec<Action>) {
        if matches!(rank, Rank::KING | Rank::ACE) && self.board.may_enter(self.colour) {
            out.push(Action::Enter(rank));
        }
        match rank {
            Rank::KING => {}
            Rank::JACK => {
                for own in bits::each(self.board.on_ring(self.colour)).map(Cell) {
                    let others = bits::each(self.board.takeable(self.colour)).map(Cell);
                    out.extend(others.map(|other| Action::Swap(own, other)));
                }
            }
            _ => {
                out.extend(self.walks(rank).cells(self.colour).map(|from| Action::Walk(rank, from)));
                if rank == Rank::SEVEN {
                    self.first_parts(|part| {
                        let seconds = part.rest.cells(part.colour);
                        out.extend(seconds.map(|second| Action::Split(part.from, part.steps, second)));
                    });
                }
            }
        }
    }

    /// Returns whether a move hits a pawn of the colour that walks. For a split seven, either part counts.
    pub fn hits_own(&self, action: Action) -> bool {
        let lies = |board: &Board, colour: usize, target: Cell| board.owner(target) == Some(colour);
        match action {
            Action::Enter(_) | Action::Swap(..) | Action::Fold(_) => false,
            Action::Walk(Rank::FOUR, from) => lies(self.board, self.colour, backward_target(from)),
            Action::Walk(rank, from) => lies(self.board, self.colour, forward_target(self.colour, from, steps(rank))),
            Action::Split(first, steps, second) => {
                let mut board = *self.board;
                let hit = lies(&board, self.colour, forward_target(self.colour, first, steps));
                board.forward(self.colour, first, steps);
                let colour = board.played_for(self.colour, self.way);
                hit || lies(&board, colour, forward_target(colour, second, 7 - steps))
            }
        }
    }

    #[inline]
    fn walks(&self, rank: Rank) -> Pawns {
        match rank {
            Rank::FOUR => self.walker.backward(),
            _ => self.walker.forward(steps(rank)),
        }
    }

    /// Calls `visit` with each possible first part of a split seven.
    ///
    /// A first part that stays on the ring can affect the other pawns of its colour only by hitting one. It cannot add
    /// a wall, and the only wall that it can remove is the one on the colour's own start, which is never ahead of the
    /// colour's own pawns. The pawns that can walk the rest are therefore computed once per number of steps, on the
    /// board as it was before the card was played.
    ///
    /// A first part that ends in the lane is played on a copy of the board.
    #[inline]
    fn first_parts(&self, mut visit: impl FnMut(FirstPart)) {
        let colour = self.colour;
        if self.walker.pawns.count() < 2 {
            return;
        }
        for steps in 1..=6 {
            let firsts = self.walker.forward(steps);
            let rest = self.walker.forward(7 - steps);
            let stay = (1 << (64 - steps)) - 1;
            let mut ring = firsts.ring & stay;
            while ring != 0 {
                let from = ring & ring.wrapping_neg();
                ring ^= from;
                let rest = Pawns { ring: rest.ring & !from & !(from << steps), lane: rest.lane };
                let from = Cell((from.trailing_zeros() as u8).wrapping_add(16 * colour as u8) & 63);
                visit(FirstPart { from, steps, colour, rest });
            }
            for from in (Pawns { ring: firsts.ring & !stay, lane: firsts.lane }).cells(colour) {
                visit(self.lane_part(from, steps));
            }
        }
    }

    /// Returns the first part of a seven that ends in the lane, with the pawns that can walk the rest.
    fn lane_part(&self, from: Cell, steps: u8) -> FirstPart {
        let mut board = *self.board;
        board.forward(self.colour, from, steps);
        let last_home = board.is_home(self.colour);
        if self.way == 0 && last_home {
            return FirstPart { from, steps, colour: self.colour, rest: Pawns::default() };
        }
        let colour = if last_home { self.colour ^ self.way } else { self.colour };
        let mut rest = Walker::new(&board, colour, self.back).forward(7 - steps);
        if !last_home {
            // The pawn that walked the first part cannot walk the second one.
            rest.lane &= !(1 << forward_target(colour, from, steps).lane_place().1);
        }
        if self.way == 0 && board.home(colour) == PAWNS - 1 {
            // While the partners are unknown, neither part of a seven may bring the fourth pawn home.
            rest.ring &= (1 << (RING as u8 - (7 - steps))) - 1;
        }
        FirstPart { from, steps, colour, rest }
    }
}

/// Applies a move of `colour` to the board; a fold changes nothing. `way` is as for [`MoveOptions::new`].
#[inline]
pub fn apply(board: &mut Board, colour: usize, way: usize, action: Action) {
    match action {
        Action::Enter(_) => board.enter(colour),
        Action::Walk(Rank::FOUR, from) => board.backward(colour, from),
        Action::Walk(rank, from) => board.forward(colour, from, steps(rank)),
        Action::Split(first, steps, second) => {
            board.forward(colour, first, steps);
            let colour = board.played_for(colour, way);
            board.forward(colour, second, 7 - steps);
        }
        Action::Swap(own, other) => board.swap(colour, own, other),
        Action::Fold(_) => {}
    }
}

/// Returns the cells that a move involves: source and target of each walk, the start cell of an entering pawn, or the
/// two cells of a swap. `way` is as for [`MoveOptions::new`].
pub fn cells_of(board: &Board, colour: usize, way: usize, action: Action) -> Vec<Cell> {
    match action {
        Action::Enter(_) => vec![Cell::start(colour)],
        Action::Swap(own, other) => vec![own, other],
        _ => {
            let walks = walks_of(board, colour, way, action);
            walks.iter().flat_map(|walk| walk.first().into_iter().chain(walk.last())).copied().collect()
        }
    }
}

/// Returns the walks of a move in order, each with all its cells; a swap is a walk of two cells for each pawn. An
/// entering pawn does not walk. `way` is as for [`MoveOptions::new`].
pub fn walks_of(board: &Board, colour: usize, way: usize, action: Action) -> Vec<Vec<Cell>> {
    let forward = |colour, from, steps| (0..=steps).map(|step| forward_target(colour, from, step)).collect();
    match action {
        Action::Walk(Rank::FOUR, from) => {
            let target = backward_target(from);
            vec![(0..=4).rev().map(|step| ring_ahead(target, step)).collect()]
        }
        Action::Walk(rank, from) => vec![forward(colour, from, steps(rank))],
        Action::Split(first, steps, second) => {
            let mut after = *board;
            after.forward(colour, first, steps);
            let next = after.played_for(colour, way);
            vec![forward(colour, first, steps), forward(next, second, 7 - steps)]
        }
        Action::Swap(own, other) => vec![vec![own, other], vec![other, own]],
        Action::Enter(_) | Action::Fold(_) => Vec::new(),
    }
}

/// Returns the rank of the card that a move plays; `None` for a fold.
#[inline]
pub const fn card_of(action: Action) -> Option<Rank> {
    match action {
        Action::Enter(rank) | Action::Walk(rank, _) => Some(rank),
        Action::Split(..) => Some(Rank::SEVEN),
        Action::Swap(..) => Some(Rank::JACK),
        Action::Fold(_) => None,
    }
}
