//! Retrograde analysis (Ströhlein 1970, Thompson 1986): computes the distances to win of all positions with a given
//! placement of men, for either side to move, ply by ply from the end of the game. The code shares the rules with the
//! database solver (captures, king steps and the masks of legal positions), but not the algorithm, so that each can
//! check the other's values.

use super::distances::{DRAWN, MOST, NO_POSITION, SolvedDistances};
use anyhow::{Result, ensure};
use base::bits::each;
use egdb::captures::each_capture;
use egdb::material::Material;
use egdb::placement::{Men, Placement};
use egdb::rank::{Steps, all, rank};
use egdb::squares::{KING_ROW, Pieces, Squares, step};

/// The value of `shortest_win` if no move of a man wins, and of `longest_loss` if some move of a man does not lose.
const NEVER: u8 = u8::MAX;
/// The value of `open` for a position with a pending capture. Lower values of `open` are numbers of king moves.
const CAPTURES: u8 = 253;
/// The value of `open` for a position that a king move wins and whose predecessors have not been updated yet.
const DECIDED: u8 = 254;
/// The value of `open` for a position whose predecessors have been updated, or which does not exist.
const PROPAGATED: u8 = 255;

/// The positions with a given side to move. They form a matrix with a row for each set of that side's kings, and a
/// column for each set of the other side's kings.
#[derive(Debug)]
struct SideDistances {
    placement: Placement,
    columns: usize,
    steps: &'static Steps,
    /// For each square and each column, 1 if the column's kings leave the square free, otherwise 0.
    free: Vec<u8>,
    plies: Vec<u8>,
    /// For each position, the number of king moves that are not known to lose yet, or one of [`CAPTURES`], [`DECIDED`]
    /// and [`PROPAGATED`].
    open: Vec<u8>,
    /// The distance of the shortest win by a move of a man, or [`NEVER`], for each position of the current row.
    shortest_win: Vec<u8>,
    /// The distance of the longest loss by a move of a man, for each position; [`NEVER`] if some move of a man does not
    /// lose.
    longest_loss: Vec<u8>,
}

/// Computes the distances to win of all positions with a given placement of men.
#[derive(Debug)]
pub struct RetrogradeSolver {
    sides: [SideDistances; 2],
    /// The queued positions by distance. The highest bit of an entry is the side to move, the rest the matrix index.
    queue: Vec<Vec<u32>>,
    last: usize,
}

impl SideDistances {
    fn new(material: Material) -> Self {
        let placement = Placement::new(material);
        let (rows, columns) = (placement.shape.own_kings, placement.shape.other_kings);
        let sets = all(material.other.kings);
        let leaves_free = |square: u32| sets.iter().map(move |set| u8::from(set.reverse_bits() >> square & 1 == 0));
        Self {
            columns,
            steps: Steps::of(material.own.kings),
            free: (0..32).flat_map(leaves_free).collect(),
            plies: vec![NO_POSITION; rows * columns],
            open: vec![PROPAGATED; rows * columns],
            shortest_win: vec![NEVER; columns],
            longest_loss: vec![0; rows * columns],
            placement,
        }
    }

    /// Places the men and initialises all positions. Calls `decided` for each position whose outcome is known without
    /// searching king moves, with its distance and its index. If the outcome is a win, a king move may win sooner.
    fn set_up(&mut self, men: Men, known: &SolvedDistances, mut decided: impl FnMut(u8, usize)) {
        self.placement.set_men(men, None);
        self.plies.fill(NO_POSITION);
        self.open.fill(PROPAGATED);
        let occupied = men.own | men.other;
        let answers = known.solved(self.placement.material.swapped());
        let (mut advances, mut promotions) = (Vec::new(), Vec::new());
        for from in each(men.own) {
            for to in [0, 1].map(|direction| step(1 << from, direction) & !occupied) {
                let rest = men.own & !(1 << from);
                if to & KING_ROW != 0 {
                    let answers = known.solved(self.placement.material.promoted().swapped());
                    promotions.push((to, answers.unit(men.other_rank, rank(rest))));
                } else if to != 0 {
                    advances.push(answers.unit(men.other_rank, rank(rest | to)));
                }
            }
        }
        for index in 0..self.placement.live.len() {
            let row = self.placement.live[index] as usize;
            let kings = all(self.placement.material.own.kings)[row];
            let cells = row * self.columns..(row + 1) * self.columns;
            let (open, longest_loss) = (&mut self.open[cells.clone()], &mut self.longest_loss[cells]);
            open.fill(0);
            longest_loss.fill(0);
            self.shortest_win.fill(NEVER);
            for &(to, _) in self.steps.from(row).iter().filter(|(to, _)| occupied >> to & 1 == 0) {
                let free = &self.free[usize::from(to) * self.columns..][..self.columns];
                open.iter_mut().zip(free).for_each(|(open, free)| *open += free);
            }
            for unit in &advances {
                combine(&unit[row * self.columns..], &mut self.shortest_win, longest_loss);
            }
            for (to, unit) in promotions.iter().filter(|(to, _)| kings & to == 0) {
                combine(&unit[rank(kings | to) * self.columns..], &mut self.shortest_win, longest_loss);
            }
            self.decide(row, kings, known, &mut decided);
        }
    }

    /// Initialises the positions of a row. Calls `decided` as [`SideDistances::set_up`] does.
    fn decide(&mut self, row: usize, kings: Squares, known: &SolvedDistances, decided: &mut impl FnMut(u8, usize)) {
        let Men { own: own_men, other: other_men, .. } = self.placement.men;
        let others = all(self.placement.material.other.kings);
        for (column, other_set) in others.iter().enumerate() {
            let (cell, word) = (row * self.columns + column, row * self.placement.width + column / 32);
            let bit = column % 32;
            if self.placement.fixed[word] >> bit & 1 != 0 {
                self.open[cell] = PROPAGATED;
                continue;
            }
            self.plies[cell] = DRAWN;
            if self.placement.keep[word] >> bit & 1 == 0 {
                let other_kings = other_set.reverse_bits();
                let plies = after_captures(&Pieces { own_men, own_kings: kings, other_men, other_kings }, known);
                self.open[cell] = CAPTURES;
                if plies != DRAWN {
                    decided(plies, cell);
                }
            } else if self.shortest_win[column] != NEVER {
                decided(self.shortest_win[column], cell);
            } else if self.open[cell] == 0 && self.longest_loss[cell] != NEVER {
                decided(self.longest_loss[cell], cell);
            }
        }
    }
}

impl RetrogradeSolver {
    /// Creates a solver for a material configuration and its mirror image.
    pub fn new(material: Material) -> Self {
        let sides = [material, material.swapped()].map(SideDistances::new);
        Self { sides, queue: vec![Vec::new(); usize::from(u8::MAX) + 1], last: 0 }
    }

    /// Solves all positions in which the men of the two sides have these ranks. Returns `false` if two men would share
    /// a square. `known` must contain the distances of all positions that follow from moves of men and from captures.
    ///
    /// # Errors
    /// Returns an error if a distance exceeds [`MOST`].
    pub fn solve(&mut self, ranks: [usize; 2], known: &SolvedDistances) -> Result<bool> {
        let material = self.sides[0].placement.material;
        let Some(men) = Men::of(material, ranks) else { return Ok(false) };
        let Self { sides, queue, last } = self;
        *last = 0;
        for (side, (positions, men)) in sides.iter_mut().zip(men).enumerate() {
            positions.set_up(men, known, |plies, cell| {
                *last = usize::from(plies).max(*last);
                queue[usize::from(plies)].push((side as u32) << 31 | cell as u32);
            });
        }
        let mut ply = 0;
        while ply <= self.last {
            ensure!(ply <= usize::from(MOST), "{material}: a distance to win exceeds {MOST} plies");
            let decided = std::mem::take(&mut self.queue[ply]);
            decided
                .iter()
                .for_each(|position| self.propagate((position >> 31) as usize, position & !(1 << 31), ply as u8));
            // Keep the allocation for the next placement of men.
            self.queue[ply] = decided;
            self.queue[ply].clear();
            ply += 1;
        }
        Ok(true)
    }

    /// Appends the distances of one side's positions in the order of [`super::distances::Distances`].
    pub fn write(&self, side: usize, out: &mut Vec<u8>) {
        let SideDistances { plies, columns, .. } = &self.sides[side];
        out.extend((0..*columns).flat_map(|column| plies.iter().skip(column).step_by(*columns)));
    }

    /// Sets the distance of a position, and updates the positions from which a king move of the other side leads to it.
    fn propagate(&mut self, side: usize, cell: u32, ply: u8) {
        let [first, second] = &mut self.sides;
        let (own, other) = if side == 0 { (first, second) } else { (second, first) };
        if std::mem::replace(&mut own.open[cell as usize], PROPAGATED) == PROPAGATED {
            return;
        }
        own.plies[cell as usize] = ply;
        let (row, column) = (cell / own.columns as u32, cell % own.columns as u32);
        for &(_, before) in other.steps.from(column as usize) {
            let before = before * other.columns as u32 + row;
            let open = &mut other.open[before as usize];
            if *open >= CAPTURES {
                continue;
            }
            let distance = if ply.is_multiple_of(2) {
                *open = DECIDED;
                ply + 1
            } else {
                *open -= 1;
                let longest_loss = other.longest_loss[before as usize];
                if *open > 0 || longest_loss == NEVER {
                    continue;
                }
                longest_loss.max(ply + 1)
            };
            self.last = usize::from(distance).max(self.last);
            self.queue[usize::from(distance)].push(((1 - side) as u32) << 31 | before);
        }
    }
}

/// Updates `shortest_win` and `longest_loss` for a whole row, given the distances after a move.
fn combine(after: &[u8], shortest_win: &mut [u8], longest_loss: &mut [u8]) {
    for ((&after, shortest_win), longest_loss) in after.iter().zip(shortest_win).zip(longest_loss) {
        let is_lost = after % 2 == 0 && after != NO_POSITION;
        *shortest_win = (*shortest_win).min(if is_lost { after + 1 } else { NEVER });
        let loses_late = if is_lost || after == DRAWN { NEVER } else { after.wrapping_add(1) };
        *longest_loss = (*longest_loss).max(if after == NO_POSITION { 0 } else { loses_late });
    }
}

/// Returns the distance of a position with a pending capture.
fn after_captures(pieces: &Pieces, known: &SolvedDistances) -> u8 {
    let (mut shortest_win, mut longest_loss) = ([NEVER], [0]);
    each_capture(pieces, &mut |after| {
        let after = after.swapped();
        // A side without pieces has lost, so the distance is 0.
        let plies = if after.own() == 0 { 0 } else { known.solved(Material::of(&after)).of(&after) };
        combine(&[plies], &mut shortest_win, &mut longest_loss);
        false
    });
    match (shortest_win, longest_loss) {
        ([NEVER], [NEVER]) => DRAWN,
        ([NEVER], [longest_loss]) => longest_loss,
        ([shortest_win], _) => shortest_win,
    }
}
