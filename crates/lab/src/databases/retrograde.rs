//! The plies to the end of all positions with the same men, both sides to move: back from the end, ply by ply
//! (retrograde analysis: Ströhlein 1970, Thompson 1986). Shares nothing with the sweeps over rows that the databases are
//! made by but what a capture is.

use super::distances::{DRAWN, MOST, NO_POSITION, SolvedDistances};
use anyhow::{Result, ensure};
use base::bits::each;
use egdb::captures::each_capture;
use egdb::material::Material;
use egdb::placement::{Men, Placement};
use egdb::rank::{Steps, all, rank};
use egdb::squares::{KING_ROW, Pieces, Squares, step};

/// No ply: it does not come to that.
const NEVER: u8 = u8::MAX;
/// `open` below this is a number of moves.
const CAPTURES: u8 = 253;
/// The value is known and is going to be told to the positions before.
const DUE: u8 = 254;
/// The value has been told, or there is no such position.
const DONE: u8 = 255;

/// Positions of one side to move: a row for each set of its kings, a column for each set of the others.
#[derive(Debug)]
struct SideDistances {
    placement: Placement,
    columns: usize,
    steps: &'static Steps,
    /// Columns whose kings leave a square free, by square.
    free: Vec<u8>,
    plies: Vec<u8>,
    /// King moves whose outcome is not known to be a loss yet, or one of the words above.
    open: Vec<u8>,
    /// The shortest win by a move that is none of a king.
    soon: Vec<u8>,
    /// The longest loss by such a move; [`NEVER`] where one of them loses not.
    late: Vec<u8>,
}

/// Both sides to move.
#[derive(Debug)]
pub struct RetrogradeSolver {
    sides: [SideDistances; 2],
    /// Positions by the ply at which they are decided: the half in the highest bit.
    due: Vec<Vec<u32>>,
    last: usize,
}

impl SideDistances {
    fn new(material: Material) -> Self {
        let ground = Placement::new(material);
        let (rows, columns) = (ground.shape.own_kings, ground.shape.other_kings);
        let sets = all(material.other.kings);
        let leaves_free = |square: u32| sets.iter().map(move |set| u8::from(set.reverse_bits() >> square & 1 == 0));
        Self {
            columns,
            steps: Steps::of(material.own.kings),
            free: (0..32).flat_map(leaves_free).collect(),
            plies: vec![NO_POSITION; rows * columns],
            open: vec![DONE; rows * columns],
            soon: vec![NEVER; columns],
            late: vec![0; rows * columns],
            placement: ground,
        }
    }

    /// Puts these men on the board, and tells `decided` of every position that is decided by moves which are none of a king.
    fn set_up(&mut self, men: Men, known: &SolvedDistances, mut decided: impl FnMut(u8, usize)) {
        self.placement.set_men(men, None);
        self.plies.fill(NO_POSITION);
        self.open.fill(DONE);
        let standing = men.own | men.other;
        let answers = known.get(self.placement.material.swapped());
        let (mut advances, mut promotions) = (Vec::new(), Vec::new());
        for from in each(men.own) {
            for to in [0, 1].map(|direction| step(1 << from, direction) & !standing) {
                let rest = men.own & !(1 << from);
                if to & KING_ROW != 0 {
                    let answers = known.get(self.placement.material.crowned().swapped());
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
            let (open, late) = (&mut self.open[cells.clone()], &mut self.late[cells]);
            open.fill(0);
            late.fill(0);
            self.soon.fill(NEVER);
            for &(to, _) in self.steps.from(row).iter().filter(|(to, _)| standing >> to & 1 == 0) {
                let free = &self.free[usize::from(to) * self.columns..][..self.columns];
                open.iter_mut().zip(free).for_each(|(open, free)| *open += free);
            }
            for unit in &advances {
                join(&unit[row * self.columns..], &mut self.soon, late);
            }
            for (to, unit) in promotions.iter().filter(|(to, _)| kings & to == 0) {
                join(&unit[rank(kings | to) * self.columns..], &mut self.soon, late);
            }
            self.decide(row, kings, known, &mut decided);
        }
    }

    /// Says of each position of a row what is known before any king moves.
    fn decide(&mut self, row: usize, kings: Squares, known: &SolvedDistances, decided: &mut impl FnMut(u8, usize)) {
        let Men { own: own_men, other: other_men, .. } = self.placement.men;
        let others = all(self.placement.material.other.kings);
        for (column, other_set) in others.iter().enumerate() {
            let (cell, word) = (row * self.columns + column, row * self.placement.width + column / 32);
            let bit = column % 32;
            if self.placement.fixed[word] >> bit & 1 != 0 {
                self.open[cell] = DONE;
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
            } else if self.soon[column] != NEVER {
                decided(self.soon[column], cell);
            } else if self.open[cell] == 0 && self.late[cell] != NEVER {
                decided(self.late[cell], cell);
            }
        }
    }
}

impl RetrogradeSolver {
    /// Room for the positions of a material and of its mirror.
    #[must_use]
    pub fn new(material: Material) -> Self {
        let halves = [material, material.swapped()].map(SideDistances::new);
        Self { sides: halves, due: vec![Vec::new(); usize::from(u8::MAX) + 1], last: 0 }
    }

    /// Solves all positions with these men, given by their ranks. False where two of them stand on a square. What moves of
    /// men and captures lead to must be known.
    ///
    /// # Errors
    /// A way to the end is longer than a byte can tell.
    pub fn solve(&mut self, ranks: [usize; 2], known: &SolvedDistances) -> Result<bool> {
        let material = self.sides[0].placement.material;
        let Some(men) = Men::of(material, ranks) else { return Ok(false) };
        let Self { sides: halves, due, last } = self;
        *last = 0;
        for (side, (half, men)) in halves.iter_mut().zip(men).enumerate() {
            half.set_up(men, known, |plies, cell| {
                *last = usize::from(plies).max(*last);
                due[usize::from(plies)].push((side as u32) << 31 | cell as u32);
            });
        }
        let mut ply = 0;
        while ply <= self.last {
            ensure!(ply <= usize::from(MOST), "{material}: a way to the end is longer than {MOST} plies");
            let decided = std::mem::take(&mut self.due[ply]);
            decided
                .iter()
                .for_each(|position| self.propagate((position >> 31) as usize, position & !(1 << 31), ply as u8));
            // The room is used again.
            self.due[ply] = decided;
            self.due[ply].clear();
            ply += 1;
        }
        Ok(true)
    }

    /// The plies of one side's positions in the order of [`super::distances::Distances`].
    pub fn write(&self, side: usize, out: &mut Vec<u8>) {
        let SideDistances { plies, columns, .. } = &self.sides[side];
        out.extend((0..*columns).flat_map(|column| plies.iter().skip(column).step_by(*columns)));
    }

    /// A position is decided: what does that say of those before, in which a king of the other side moved?
    fn propagate(&mut self, side: usize, cell: u32, ply: u8) {
        let [first, second] = &mut self.sides;
        let (half, other) = if side == 0 { (first, second) } else { (second, first) };
        if std::mem::replace(&mut half.open[cell as usize], DONE) == DONE {
            return;
        }
        half.plies[cell as usize] = ply;
        let (row, column) = (cell / half.columns as u32, cell % half.columns as u32);
        for &(_, before) in other.steps.from(column as usize) {
            let before = before * other.columns as u32 + row;
            let open = &mut other.open[before as usize];
            if *open >= CAPTURES {
                continue;
            }
            let due = if ply.is_multiple_of(2) {
                *open = DUE;
                ply + 1
            } else {
                *open -= 1;
                let late = other.late[before as usize];
                if *open > 0 || late == NEVER {
                    continue;
                }
                late.max(ply + 1)
            };
            self.last = usize::from(due).max(self.last);
            self.due[usize::from(due)].push(((1 - side) as u32) << 31 | before);
        }
    }
}

/// Joins what is known of positions after a move, for whole rows.
fn join(after: &[u8], soon: &mut [u8], late: &mut [u8]) {
    for ((&after, soon), late) in after.iter().zip(soon).zip(late) {
        let is_lost = after % 2 == 0 && after != NO_POSITION;
        *soon = (*soon).min(if is_lost { after + 1 } else { NEVER });
        let loses_late = if is_lost || after == DRAWN { NEVER } else { after.wrapping_add(1) };
        *late = (*late).max(if after == NO_POSITION { 0 } else { loses_late });
    }
}

/// The plies to the end of a position in which a capture has to be made.
fn after_captures(pieces: &Pieces, known: &SolvedDistances) -> u8 {
    let (mut soon, mut late) = ([NEVER], [0]);
    each_capture(pieces, &mut |after| {
        let after = after.swapped();
        // Without pieces the game is over.
        let plies = if after.own() == 0 { 0 } else { known.get(Material::of(&after)).of(&after) };
        join(&[plies], &mut soon, &mut late);
        false
    });
    match (soon, late) {
        ([NEVER], [NEVER]) => DRAWN,
        ([NEVER], [late]) => late,
        ([soon], _) => soon,
    }
}
