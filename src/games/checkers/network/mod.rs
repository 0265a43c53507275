//! The learned evaluation: a small integer network with one hidden layer, which is computed from both sides' views.

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

/// The file with the built-in weights.
const BUILT_IN: &[u8] = include_bytes!("../../../../data/checkers-network.bin");
/// The number of bits of a bitboard, including the unused bits between the squares.
const PLACES: usize = 35;
const _: () = assert!(4 * PLACES <= 256, "the index of a row must fit a byte");
/// The number of neurons in a SIMD vector.
const LANES: usize = 16;

/// The sums of one side's neurons, or one weight for each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeuronRow([i16x16; HIDDEN / LANES]);

impl NeuronRow {
    const ZERO: Self = Self([i16x16::ZERO; HIDDEN / LANES]);

    /// Creates a row from one weight for each neuron.
    fn new(weights: &[i16]) -> Self {
        Self(std::array::from_fn(|chunk| i16x16::from(&weights[chunk * LANES..(chunk + 1) * LANES])))
    }
}

/// The pieces, from which the inputs are derived: p1's men and kings, then p2's men and kings.
pub type Sets = [Bits; 4];

/// A network whose weights are arranged for fast evaluation.
///
/// Each side has [`HIDDEN`] sums: the biases plus the first-layer rows of all pieces as seen from that side. Both views
/// use the same weights (Nasu 2018). A sum is clipped to the range from 0 to [`ONE`] and squared. The output is a bias
/// plus a weighted sum of both sides' squares. This bias and these weights depend on the game phase and on which side
/// has "the move". See [`bucket`].
#[derive(PartialEq, Eq, Debug)]
pub struct Network {
    /// The first-layer rows, by kind of piece (own men, own kings, other men, other kings), then by place.
    rows: Vec<NeuronRow>,
    bias: NeuronRow,
    /// Weights of the side to move, then of the other side.
    output: [[NeuronRow; 2]; BUCKETS],
    last: [i32; BUCKETS],
}

impl Network {
    /// Arranges the weights by rows, as the evaluation needs them.
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

    /// Returns the built-in network. The first call parses its weights.
    pub fn built_in() -> &'static Arc<Self> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let weights = Weights::read(BUILT_IN).expect("the built-in network is valid");
            Arc::new(Network::new(&weights))
        });
        &NETWORK
    }

    /// Returns a digest of the built-in weights. It is part of the digest in an opening book.
    pub fn built_in_digest() -> u64 {
        fnv1a(BUILT_IN)
    }

    /// Returns the static evaluation for the side to move, in hundredths of a man.
    pub fn evaluate(&self, position: &Checkers) -> i32 {
        let changes = Changes::between(&[0; 4], &sets(position));
        let sums = [0, 1].map(|seat| self.updated(self.bias, &changes, seat));
        self.output(&sums, position)
    }

    /// Returns the sums of a seat after adding and subtracting the rows of the changed pieces.
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

/// The first-layer rows to add to cached sums, and those to subtract from them, to get the sums of another position.
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

/// Indices of first-layer rows, each for p1's view and for p2's. They are stored as bytes to keep the lists small,
/// because every evaluation initialises two such lists.
#[derive(Default)]
struct Rows {
    rows: [[u8; 2]; MOST_PIECES],
    count: usize,
}

impl Rows {
    /// Adds the rows of pieces of one kind, both for p1's view and for p2's, in which the board is rotated.
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

#[inline]
fn sets(position: &Checkers) -> Sets {
    let [p1, p2] = position.pieces();
    let kings = position.kings();
    [p1 & !kings, p1 & kings, p2 & !kings, p2 & kings]
}

/// Clips and squares each sum, and returns the sum of the squares weighted by `weights`.
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
