//! Cells, and the board as bitboards of the pawns on the ring and in the lanes. Nothing here checks that a move is
//! legal.

/// The number of ring cells.
pub const RING: usize = 64;
/// The number of pawns per colour, which is also the number of cells per lane.
pub const PAWNS: usize = 4;
/// The mask of all four lane cells.
pub const LANE: u8 = 0b1111;

/// A cell number: 0–63 are the ring cells. The four lane cells of each colour follow, the deepest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// Returns a lane cell of `colour`. Depth 0 is next to the ring, depth 3 is the deepest.
    pub const fn lane(colour: usize, depth: usize) -> Self {
        Self((RING + PAWNS * colour + depth) as u8)
    }

    /// Returns the start cell of `colour`.
    pub const fn start(colour: usize) -> Self {
        Self((16 * colour) as u8)
    }

    /// Returns whether the cell is on the ring.
    pub const fn on_ring(self) -> bool {
        self.0 < RING as u8
    }

    /// Returns the colour and the zero-based depth of a lane cell. The cell must not be on the ring.
    pub const fn lane_place(self) -> (usize, usize) {
        let place = self.0 as usize - RING;
        (place / PAWNS, place % PAWNS)
    }

    const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// A set of pawns of one colour: a mask of ring cells, counted from the colour's start, and a mask of lane cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pawns {
    /// Bit `r` is the ring cell `r` steps after the start.
    pub ring: u64,
    /// Bit `d` is the lane cell of depth `d`.
    pub lane: u8,
}

impl Pawns {
    /// Returns the number of pawns, on the ring and in the lane.
    #[inline]
    pub const fn count(self) -> usize {
        (self.ring.count_ones() + self.lane.count_ones()) as usize
    }

    /// Returns the cells of these pawns, which belong to `colour`: ring cells in ascending order, then lane cells.
    #[inline]
    pub fn cells(self, colour: usize) -> impl Iterator<Item = Cell> {
        let mut ring = self.ring.rotate_left(16 * colour as u32);
        let mut lane = self.lane;
        std::iter::from_fn(move || {
            if ring != 0 {
                let cell = Cell(ring.trailing_zeros() as u8);
                ring &= ring - 1;
                Some(cell)
            } else if lane != 0 {
                let cell = Cell::lane(colour, lane.trailing_zeros() as usize);
                lane &= lane - 1;
                Some(cell)
            } else {
                None
            }
        })
    }
}

/// The cells of all pawns that are not waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// For each colour, the ring cells with a pawn, as a mask of cell numbers.
    ring: [u64; 4],
    /// For each colour, the lane cells with a pawn, as a mask of depths.
    lanes: [u8; 4],
}

impl Board {
    /// Returns the pawns of `colour` on the ring, as a mask of cell numbers.
    #[inline]
    pub const fn on_ring(&self, colour: usize) -> u64 {
        self.ring[colour]
    }

    /// Returns the pawns of `colour` in its lane, as a mask of depths.
    #[inline]
    pub const fn in_lane(&self, colour: usize) -> u8 {
        self.lanes[colour]
    }

    /// Returns the number of pawns of `colour` in its lane.
    #[inline]
    pub const fn home(&self, colour: usize) -> usize {
        self.lanes[colour].count_ones() as usize
    }

    /// Returns the number of waiting pawns of `colour`.
    #[inline]
    pub const fn waiting(&self, colour: usize) -> usize {
        PAWNS - self.ring[colour].count_ones() as usize - self.home(colour)
    }

    /// Returns whether all four pawns of `colour` are home.
    #[inline]
    pub const fn is_home(&self, colour: usize) -> bool {
        self.lanes[colour] == LANE
    }

    /// Returns the colour whose pawns the seat of `colour` moves: its own or, once all of those are home, its partner's
    /// (`colour ^ way`). `way` is 0 if the seat has no partner yet.
    #[inline]
    pub const fn played_for(&self, colour: usize, way: usize) -> usize {
        if self.is_home(colour) { colour ^ way } else { colour }
    }

    /// Returns whether at least one colour has all four pawns home.
    #[inline]
    pub const fn anybody_home(&self) -> bool {
        // A full lane is a zero byte in `open`. Every byte is less than 16, so the subtraction sets a byte's top bit
        // only if the byte is zero or a lower zero byte borrows from it.
        let open = u32::from_le_bytes(self.lanes) ^ 0x0F0F_0F0F;
        open.wrapping_sub(0x0101_0101) & 0x8080_8080 != 0
    }

    /// Returns the colours with all four pawns home, bit `k` for colour `k`.
    #[inline]
    pub fn all_home(&self) -> u8 {
        (0..4).fold(0, |found, colour| found | u8::from(self.is_home(colour)) << colour)
    }

    /// Returns the pawns of `colour` that are not waiting.
    #[inline]
    pub const fn pawns(&self, colour: usize) -> Pawns {
        Pawns { ring: self.ring[colour].rotate_right(16 * colour as u32), lane: self.lanes[colour] }
    }

    /// Returns the colour of the pawn on a cell.
    pub fn owner(&self, cell: Cell) -> Option<usize> {
        if cell.on_ring() {
            (0..4).find(|&colour| self.ring[colour] & cell.bit() != 0)
        } else {
            let (colour, depth) = cell.lane_place();
            (self.lanes[colour] >> depth & 1 == 1).then_some(colour)
        }
    }

    /// Puts a waiting pawn of `colour` on an empty cell.
    pub fn put(&mut self, colour: usize, cell: Cell) {
        if cell.on_ring() {
            self.ring[colour] |= cell.bit();
        } else {
            self.lanes[colour] |= 1 << cell.lane_place().1;
        }
    }

    /// Returns a mask of the walls, which are start cells with a pawn of their own colour. No pawn can pass or hit a
    /// wall, and other colours cannot swap a pawn with it.
    #[inline]
    pub fn walls(&self) -> u64 {
        (self.ring[0] & 1) | (self.ring[1] & 1 << 16) | (self.ring[2] & 1 << 32) | (self.ring[3] & 1 << 48)
    }

    /// Returns whether `colour` may enter a pawn: at least one is waiting, and none of its pawns is on its start.
    #[inline]
    pub const fn may_enter(&self, colour: usize) -> bool {
        self.ring[colour] & Cell::start(colour).bit() == 0 && self.waiting(colour) > 0
    }

    /// Returns the ring cells of other colours' pawns that `colour` may swap with a jack.
    #[inline]
    pub fn takeable(&self, colour: usize) -> u64 {
        let all = self.ring[0] | self.ring[1] | self.ring[2] | self.ring[3];
        all & !self.ring[colour] & !self.walls()
    }

    /// Walks a pawn of `colour` forward. A pawn on the target cell is hit: it goes back to waiting.
    #[inline]
    pub fn forward(&mut self, colour: usize, from: Cell, steps: u8) {
        let target = forward_target(colour, from, steps);
        self.lift(colour, from);
        self.land(colour, target);
    }

    /// Walks a pawn of `colour` four cells backward. A pawn on the target cell is hit.
    #[inline]
    pub fn backward(&mut self, colour: usize, from: Cell) {
        self.lift(colour, from);
        self.land(colour, backward_target(from));
    }

    /// Puts a waiting pawn of `colour` on its start. A pawn of another colour there is hit.
    #[inline]
    pub fn enter(&mut self, colour: usize) {
        self.land(colour, Cell::start(colour));
    }

    /// Swaps the pawn of `colour` on `own` with the pawn of another colour on `other`.
    #[inline]
    pub fn swap(&mut self, colour: usize, own: Cell, other: Cell) {
        let both = own.bit() | other.bit();
        for ring in &mut self.ring {
            if *ring & other.bit() != 0 {
                *ring ^= both;
            }
        }
        self.ring[colour] ^= both;
    }

    #[inline]
    fn lift(&mut self, colour: usize, from: Cell) {
        if from.on_ring() {
            self.ring[colour] &= !from.bit();
        } else {
            self.lanes[colour] &= !(1 << from.lane_place().1);
        }
    }

    #[inline]
    fn land(&mut self, colour: usize, target: Cell) {
        if target.on_ring() {
            self.ring.iter_mut().for_each(|ring| *ring &= !target.bit());
            self.ring[colour] |= target.bit();
        } else {
            self.lanes[colour] |= 1 << target.lane_place().1;
        }
    }
}

/// Returns the cell that a pawn of `colour` on `from` reaches with `steps` forward steps: along the ring up to the cell
/// before its start, then into its lane.
#[inline]
pub const fn forward_target(colour: usize, from: Cell, steps: u8) -> Cell {
    if !from.on_ring() {
        return Cell(from.0 + steps);
    }
    let walked = (from.0.wrapping_sub(Cell::start(colour).0) & 63) + steps;
    if walked < RING as u8 { Cell((from.0 + steps) & 63) } else { Cell::lane(colour, walked as usize - RING) }
}

/// Returns the target cell of a `4`, which walks four ring cells backward.
#[inline]
pub const fn backward_target(from: Cell) -> Cell {
    Cell(from.0.wrapping_sub(4) & 63)
}

/// Returns the ring cell this many steps ahead of a ring cell.
#[inline]
pub const fn ring_ahead(cell: Cell, steps: u8) -> Cell {
    Cell((cell.0 + steps) % RING as u8)
}
