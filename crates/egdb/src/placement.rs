//! The positions with a given placement of men and a given side to move: which of them are legal, which have a pending
//! capture, and the values of the positions with a pending capture.

use crate::captures::best_capture;
use crate::masks::Masks;
use crate::material::Material;
use crate::rank::{all, rank, rank_rotated};
use crate::slice::{NEUTRAL, Shape, SliceStore, Word, word};
use crate::squares::{Pieces, Squares, each, step};
use crate::transpose::transposed;
use base::wdl::Wdl;

/// The men of both sides, as the side to move sees them, and their ranks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Men {
    /// Men of the side to move.
    pub own: Squares,
    /// Men of the other side.
    pub other: Squares,
    /// The rank of `own`.
    pub own_rank: usize,
    /// The rank of `other` on the board rotated by 180 degrees.
    pub other_rank: usize,
}

impl Men {
    /// Returns the men with the given ranks, first as the side to move and then as the other side sees them. Returns
    /// `None` if two men share a square.
    pub fn of(material: Material, [own_rank, other_rank]: [usize; 2]) -> Option<[Self; 2]> {
        let [own, other] = [all(material.own.men)[own_rank], all(material.other.men)[other_rank]];
        let first = Self { own, other: other.reverse_bits(), own_rank, other_rank };
        let second = Self { own: other, other: own.reverse_bits(), own_rank: other_rank, other_rank: own_rank };
        (own & first.other == 0).then_some([first, second])
    }
}

/// The positions with the same men and the same side to move: a matrix with a row for each set of own kings and a
/// column for each set of other kings. The buffers are reused for the next placement of men.
#[derive(Debug)]
pub struct Placement {
    /// The material of the positions.
    pub material: Material,
    /// The layout of the values in a [`Slice`](crate::slice::Slice).
    pub shape: Shape,
    /// The placement of men.
    pub men: Men,
    /// The number of rows, one for each set of own kings.
    pub rows: usize,
    /// The number of words per row.
    pub width: usize,
    /// The rows whose own kings do not share a square with a man.
    pub live: Vec<u32>,
    /// The mask of legal positions without a pending capture. Their values follow from moves of kings and men.
    pub keep: Vec<Word>,
    /// The values of all other positions, 0 where `keep` is set.
    pub fixed: Vec<Word>,
    /// The number of legal positions with this placement of men, including those with a pending capture.
    pub legal: u64,
    masks: &'static Masks,
    /// The positions of the current row with a pending capture.
    captures: Vec<Word>,
}

impl Placement {
    /// Creates a placement without men and allocates its buffers.
    pub fn new(material: Material) -> Self {
        let shape = Shape::of(material);
        let (rows, width) = (shape.own_kings, shape.other_kings.div_ceil(32));
        Self {
            material,
            shape,
            men: Men::default(),
            rows,
            width,
            live: Vec::new(),
            keep: vec![0; rows * width],
            fixed: vec![0; rows * width],
            legal: 0,
            masks: Masks::of(material.other.kings),
            captures: vec![0; width],
        }
    }

    /// Sets the men and computes `live`, `keep`, `fixed` and `legal`. If `store` is given, the values of positions with
    /// a pending capture are computed from its slices; otherwise they are 0.
    pub fn set_men(&mut self, men: Men, store: Option<&SliceStore>) {
        self.men = men;
        self.legal = 0;
        self.live.clear();
        let standing = men.own | men.other;
        let sets = all(self.material.own.kings);
        self.live.extend((0..self.rows as u32).filter(|rank| sets[*rank as usize] & standing == 0));
        self.keep.fill(0);
        self.fixed.fill(NEUTRAL);
        for index in 0..self.live.len() {
            let rank = self.live[index] as usize;
            self.mask(rank, sets[rank]);
            if let Some(store) = store {
                self.capture(rank, sets[rank], store);
            }
        }
    }

    /// Calls `visit` with `keep` and `fixed` of each word, in the layout of [`Slice`](crate::slice::Slice).
    pub fn for_each_word(&self, mut visit: impl FnMut([Word; 2])) {
        if self.shape.is_packed() {
            return self.keep.iter().zip(&self.fixed).for_each(|(keep, fixed)| visit([*keep, *fixed]));
        }
        let [keep, fixed] =
            [&self.keep, &self.fixed].map(|matrix| transposed(matrix, self.width, self.shape.other_kings));
        keep.into_iter().zip(fixed).for_each(|(keep, fixed)| visit([keep, fixed]));
    }

    /// Sets `keep` and `captures` for the positions of a row, and adds the number of legal positions to `self.legal`.
    /// `fixed` becomes neutral at illegal positions and 0 elsewhere.
    fn mask(&mut self, rank: usize, kings: Squares) {
        let Men { own, other, .. } = self.men;
        let range = rank * self.width..(rank + 1) * self.width;
        let legal = &mut self.keep[range.clone()];
        legal.copy_from_slice(&self.masks.full);
        for square in each(own | other | kings) {
            for (legal, occupied) in legal.iter_mut().zip(self.masks.holding(square.into())) {
                *legal &= !occupied;
            }
        }
        self.captures.fill(0);
        for direction in 0..4 {
            let movers = if direction < 2 { own | kings } else { kings };
            for from in each(movers) {
                let over = step(1 << from, direction);
                let landing = step(over, direction);
                if landing == 0 || over & (own | kings) != 0 || landing & (own | kings | other) != 0 {
                    continue;
                }
                let blocked = self.masks.holding(landing.trailing_zeros());
                if over & other != 0 {
                    for (captures, blocked) in self.captures.iter_mut().zip(blocked) {
                        *captures |= !blocked;
                    }
                } else {
                    let occupied = self.masks.holding(over.trailing_zeros());
                    for ((captures, blocked), occupied) in self.captures.iter_mut().zip(blocked).zip(occupied) {
                        *captures |= occupied & !blocked;
                    }
                }
            }
        }
        let fixed = &mut self.fixed[range];
        for ((captures, legal), fixed) in self.captures.iter_mut().zip(legal).zip(fixed) {
            *captures &= *legal;
            *fixed = !*legal;
            self.legal += u64::from((*legal as u32).count_ones());
            *legal &= !*captures;
        }
    }

    /// Sets `fixed` for the positions with a pending capture in a row.
    fn capture(&mut self, rank: usize, kings: Squares, store: &SliceStore) {
        let Men { own, other, .. } = self.men;
        let others = all(self.material.other.kings);
        for column in 0..self.width {
            let mut fixed = self.fixed[rank * self.width + column];
            for bit in each(self.captures[column] as u32) {
                let other_kings = others[column * 32 + bit as usize].reverse_bits();
                let pieces = Pieces { own_men: own, own_kings: kings, other_men: other, other_kings };
                let best = best_capture(&pieces, |after| self.look_up(after, store));
                fixed |= word(best.unwrap_or(Wdl::Draw), bit as usize);
            }
            self.fixed[rank * self.width + column] = fixed;
        }
    }

    /// Returns the value of a position after a capture, for the side that moves next. `after` is the position as the
    /// capturing side sees it.
    #[inline]
    fn look_up(&self, after: &Pieces, store: &SliceStore) -> Wdl {
        let men = &self.men;
        let own_men = if after.own_men == men.own { men.own_rank } else { rank(after.own_men) };
        let other_men = if after.other_men == men.other { men.other_rank } else { rank_rotated(after.other_men) };
        let slice = store.solved(Material::of(after).swapped());
        slice.get(other_men, own_men, rank_rotated(after.other_kings), rank(after.own_kings))
    }
}
