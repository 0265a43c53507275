//! The learned evaluation: a small integer network, one hidden layer seen from both sides.

pub mod accumulators;
pub mod file;
pub mod setting;
pub mod shape;

#[cfg(test)]
mod tests;

use super::board::{BOARD, Bits, square};
use super::position::Checkers;
use base::bits;
use base::rng::fnv1a;
use file::Weights;
use shape::{BUCKETS, HIDDEN, MOST_PIECES, ONE, SHIFT, bucket};
use std::sync::{Arc, LazyLock};
use wide::{i16x16, i32x8};

/// The weights that are compiled in.
const BUILT_IN: &[u8] = include_bytes!("../../../../data/checkers-network.bin");
/// Bits of the padded board.
const PLACES: usize = 35;
const _: () = assert!(4 * PLACES <= 256, "the number of a row is a byte");
/// Neurons that are worked on together.
const LANES: usize = 16;

/// Sums or weights of the neurons of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeuronRow([i16x16; HIDDEN / LANES]);

impl NeuronRow {
    const ZERO: Self = Self([i16x16::ZERO; HIDDEN / LANES]);

    /// Of so many numbers as there are neurons.
    fn new(weights: &[i16]) -> Self {
        Self(std::array::from_fn(|chunk| i16x16::from(&weights[chunk * LANES..(chunk + 1) * LANES])))
    }
}

/// The pieces as they enter the network: men and kings of p1, men and kings of p2.
pub type Sets = [Bits; 4];

/// Weights, laid out for use.
///
/// Each side has [`HIDDEN`] sums: the bias and the rows of the first layer of all pieces, as that side sees them
/// (two views with the same weights: Nasu 2018). A sum is clipped to 0 to [`ONE`] and squared; the output is a weighted
/// sum of both sides' squares, with weights that go by phase and by who has the move.
#[derive(PartialEq, Eq, Debug)]
pub struct Network {
    /// By kind of piece (own men, own kings, other men, other kings), then place on the padded board.
    rows: Vec<NeuronRow>,
    bias: NeuronRow,
    /// Weights of the side to move, then of the other side.
    output: [[NeuronRow; 2]; BUCKETS],
    last: [i32; BUCKETS],
}

impl Network {
    /// Lays weights out.
    pub fn new(weights: &Weights) -> Self {
        let mut rows = vec![NeuronRow::ZERO; 4 * PLACES];
        for kind in 0..4 {
            for place in bits::each(BOARD) {
                let input = 32 * kind + usize::from(square(place));
                rows[PLACES * kind + usize::from(place)] =
                    NeuronRow::new(&weights.first[input * HIDDEN..(input + 1) * HIDDEN]);
            }
        }
        let output = |at: usize| NeuronRow::new(&weights.output[at * HIDDEN..(at + 1) * HIDDEN]);
        Self {
            rows,
            bias: NeuronRow::new(&weights.bias),
            output: std::array::from_fn(|bucket| [output(2 * bucket), output(2 * bucket + 1)]),
            last: std::array::from_fn(|bucket| weights.last[bucket]),
        }
    }

    /// The network that is compiled in.
    pub fn built_in() -> &'static Arc<Self> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let weights = Weights::read(BUILT_IN).expect("a test reads the file that is compiled in");
            Arc::new(Network::new(&weights))
        });
        &NETWORK
    }

    /// Stands for its weights in files of what was made with it.
    pub fn built_in_digest() -> u64 {
        fnv1a(BUILT_IN)
    }

    /// The worth of a position for the side to move, hundredths of a man.
    pub fn evaluate(&self, position: &Checkers) -> i32 {
        let changes = Changes::between(&[0; 4], &sets(position));
        let sums = [0, 1].map(|seat| self.updated(self.bias, &changes, seat));
        self.output(&sums, position)
    }

    /// The sums of the neurons of a seat, from those before some pieces came and went.
    #[inline]
    fn updated(&self, mut sums: NeuronRow, changes: &Changes, seat: usize) -> NeuronRow {
        for rows in changes.added.listed() {
            let row = &self.rows[usize::from(rows[seat])].0;
            sums.0 = std::array::from_fn(|chunk| sums.0[chunk] + row[chunk]);
        }
        for rows in changes.removed.listed() {
            let row = &self.rows[usize::from(rows[seat])].0;
            sums.0 = std::array::from_fn(|chunk| sums.0[chunk] - row[chunk]);
        }
        sums
    }

    #[inline]
    fn output(&self, sums: &[NeuronRow; 2], position: &Checkers) -> i32 {
        let us = position.us();
        let [p1, p2] = position.pieces();
        let bucket = bucket(p1 | p2, us == 0);
        let [own, other] = &self.output[bucket];
        (dot_product(&sums[us], own) + dot_product(&sums[1 - us], other) + self.last[bucket]) >> SHIFT
    }
}

/// The rows of pieces that came, and of those that went.
#[derive(Default)]
struct Changes {
    added: Rows,
    removed: Rows,
}

impl Changes {
    #[inline]
    fn between(from: &Sets, to: &Sets) -> Self {
        let mut changes = Self::default();
        for kind in 0..4 {
            changes.added.extend(kind, to[kind] & !from[kind]);
            changes.removed.extend(kind, from[kind] & !to[kind]);
        }
        changes
    }
}

/// Rows of pieces, for p1 and for p2. In bytes: two such lists are zeroed at every evaluation.
#[derive(Default)]
struct Rows {
    rows: [[u8; 2]; MOST_PIECES],
    count: usize,
}

impl Rows {
    /// The rows of a piece for p1, who sees the board as it is, and for p2, to whom it is turned.
    #[inline]
    fn extend(&mut self, kind: usize, set: Bits) {
        for place in bits::each(set) {
            let place = usize::from(place);
            let rows = [PLACES * kind + place, PLACES * (kind ^ 2) + PLACES - 1 - place];
            self.rows[self.count % MOST_PIECES] = rows.map(|row| row as u8);
            self.count += 1;
        }
    }

    #[inline]
    fn listed(&self) -> &[[u8; 2]] {
        &self.rows[..self.count.min(MOST_PIECES)]
    }
}

/// The pieces of a position.
#[inline]
fn sets(position: &Checkers) -> Sets {
    let [p1, p2] = position.pieces();
    let kings = position.kings();
    [p1 & !kings, p1 & kings, p2 & !kings, p2 & kings]
}

/// A weighted sum of squares.
#[inline]
fn dot_product(sums: &NeuronRow, weights: &NeuronRow) -> i32 {
    let one = i16x16::splat(ONE);
    let mut total = i32x8::ZERO;
    for (&sums, &weights) in sums.0.iter().zip(&weights.0) {
        let active = sums.max(i16x16::ZERO).min(one);
        total += (active * active).dot(weights);
    }
    total.reduce_add()
}
