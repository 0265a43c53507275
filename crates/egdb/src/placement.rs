//! One side to move with the men of both sides standing still: which positions there are, which have a capture, and what
//! that comes to.

use crate::captures::best_capture;
use crate::masks::Masks;
use crate::material::Material;
use crate::rank::{all, rank, rank_rotated};
use crate::slice::{NEUTRAL, Shape, Slice, SliceStore, Word, word};
use crate::squares::{Pieces, Squares, each, step};
use crate::transpose::transposed;
use base::wdl::Wdl;

/// The men on the board, as the side to move sees them, and their ranks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Men {
    /// Men of the side to move.
    pub own: Squares,
    /// Men of the other side.
    pub other: Squares,
    /// The rank of the own men.
    pub own_rank: usize,
    /// The rank of the other men on the board turned by 180 degrees.
    pub other_rank: usize,
}

impl Men {
    /// The men with these ranks as both sides see them; `None` where two of them stand on a square.
    #[must_use]
    pub fn of(material: Material, [own_rank, other_rank]: [usize; 2]) -> Option<[Self; 2]> {
        let [own, other] = [all(material.own.men)[own_rank], all(material.other.men)[other_rank]];
        let here = Self { own, other: other.reverse_bits(), own_rank, other_rank };
        let there = Self { own: other, other: own.reverse_bits(), own_rank: other_rank, other_rank: own_rank };
        (own & here.other == 0).then_some([here, there])
    }
}

/// The positions of one side to move with the same men: a row for each set of its kings, a value for each set of the
/// others. The buffers are used again for the next men.
#[derive(Debug)]
pub struct Placement {
    /// Men and kings of both sides.
    pub material: Material,
    /// How [`Slice`] has the values.
    pub shape: Shape,
    /// The men on the board.
    pub men: Men,
    /// Rows.
    pub rows: usize,
    /// Words of a row.
    pub width: usize,
    /// Rows whose kings stand on no man.
    pub live: Vec<u32>,
    /// Where king moves and man moves decide.
    pub keep: Vec<Word>,
    /// What the value is elsewhere.
    pub fixed: Vec<Word>,
    /// Positions that exist.
    pub legal: u64,
    masks: &'static Masks,
    /// Positions of the row in work that have a capture.
    captures: Vec<Word>,
}

impl Placement {
    /// Room for the positions of a material.
    #[must_use]
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

    /// Puts these men on the board and says which positions there are, and the values of those with a capture where
    /// there is a store with what captures lead to.
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

    /// Hands out, for each word as [`Slice`] has them, where the values are not those of captures and what they are
    /// elsewhere.
    pub fn for_each_word(&self, mut visit: impl FnMut([Word; 2])) {
        if self.shape.is_packed() {
            return self.keep.iter().zip(&self.fixed).for_each(|(keep, fixed)| visit([*keep, *fixed]));
        }
        let [keep, fixed] =
            [&self.keep, &self.fixed].map(|matrix| transposed(matrix, self.width, self.shape.other_kings));
        keep.into_iter().zip(fixed).for_each(|(keep, fixed)| visit([keep, fixed]));
    }

    /// Says which positions of a row exist (`fixed` is neutral elsewhere) and which have a capture (left in `captures`).
    fn mask(&mut self, rank: usize, kings: Squares) {
        let Men { own, other, .. } = self.men;
        let range = rank * self.width..(rank + 1) * self.width;
        let legal = &mut self.keep[range.clone()];
        legal.copy_from_slice(&self.masks.full);
        for square in each(own | other | kings) {
            for (legal, held) in legal.iter_mut().zip(self.masks.holding(square.into())) {
                *legal &= !held;
            }
        }
        self.captures.fill(0);
        for direction in 0..4 {
            let goers = if direction < 2 { own | kings } else { kings };
            for from in each(goers) {
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
                    let held = self.masks.holding(over.trailing_zeros());
                    for ((captures, blocked), held) in self.captures.iter_mut().zip(blocked).zip(held) {
                        *captures |= held & !blocked;
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

    /// Fills in the values of the positions with a capture.
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

    /// The value for the side to move after a capture; the position is still seen by the side that captured.
    #[inline]
    fn look_up(&self, after: &Pieces, store: &SliceStore) -> Wdl {
        let men = &self.men;
        let own_men = if after.own_men == men.own { men.own_rank } else { rank(after.own_men) };
        let other_men = if after.other_men == men.other { men.other_rank } else { rank_rotated(after.other_men) };
        let slice = solved_slice(store, Material::of(after).swapped());
        slice.get(other_men, own_men, rank_rotated(after.other_kings), rank(after.own_kings))
    }
}

/// The slice of a material that has been solved before: the order of solving sees to that.
#[inline]
pub fn solved_slice(store: &SliceStore, material: Material) -> &Slice {
    store.get(material).expect("what moves lead to is solved first")
}
