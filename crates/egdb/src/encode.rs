//! Encodes solved slices as database files, and restores slices from the decoded values.

use crate::blocks::Encoder;
use crate::header::{self, Header, is_dense};
use crate::masks::BOTH;
use crate::material::Material;
use crate::placement::{Men, Placement};
use crate::runs::{self, Counts, Lengths, WORDS, no_counts};
use crate::slice::{NEUTRAL, Shape, Slice, SliceStore, Word};
use crate::solve::WdlResults;
use crate::transpose::transposed;
use anyhow::Result;
use base::parallel::map_chunks;
use std::ops::Range;

/// Encodes a slice and returns the bytes of its file. Chooses the order of the kings with the smaller estimated size.
///
/// # Errors
/// Returns an error if the Huffman codes are invalid. This does not happen with a solved slice.
pub fn encode(slice: &Slice, results: WdlResults, threads: usize) -> Result<Vec<u8>> {
    let shape = &slice.shape;
    let needed = placed(slice.material, threads, None, |_, [keep, _]| keep as u32);
    let plain = if is_dense(shape) {
        Cells { values: gather(&slice.words), needed: needed.chunks(32).map(pack).collect(), threads }
    } else {
        Cells { values: slice.words.clone(), needed, threads }
    };
    // A matrix of kings can be stored by rows or by columns.
    let can_transpose = !is_dense(shape) && shape.own_kings > 1 && shape.other_kings > 1;
    let transposed_cells = can_transpose.then(|| plain.transposed(shape)).filter(|cells| cells.cost() < plain.cost());
    let (lengths, blocks) = transposed_cells.as_ref().unwrap_or(&plain).write()?;
    Ok(header::file(slice.material, transposed_cells.is_some(), results, &lengths, &blocks))
}

/// The values of a slice in file order, with a mask of the values that can be looked up.
struct Cells {
    values: Vec<Word>,
    needed: Vec<u32>,
    threads: usize,
}

impl Cells {
    /// Returns the values with each unit's matrix transposed.
    fn transposed(&self, shape: &Shape) -> Self {
        let needed: Vec<Word> = self.needed.iter().map(|needed| Word::from(*needed)).collect();
        let [values, needed] = [&self.values, &needed]
            .map(|words| transpose_units(words, shape.unit, shape.width, shape.own_kings, self.threads));
        Self { values, needed: needed.into_iter().map(|needed| needed as u32).collect(), threads: self.threads }
    }

    fn parts(&self, block: usize) -> Range<usize> {
        block * WORDS..((block + 1) * WORDS).min(self.values.len())
    }

    fn blocks(&self) -> usize {
        self.values.len().div_ceil(WORDS)
    }

    fn count(&self, costs: Option<&Lengths>) -> Counts {
        let count = |blocks: Range<usize>| {
            let mut counts = no_counts();
            for block in blocks {
                let part = self.parts(block);
                runs::count(&self.values[part.clone()], &self.needed[part], costs, &mut counts);
            }
            counts
        };
        let mut sum = no_counts();
        for counts in map_chunks(self.blocks(), 32, self.threads, count) {
            sum.iter_mut().flatten().zip(counts.iter().flatten()).for_each(|(sum, more)| *sum += more);
        }
        sum
    }

    /// Estimates the size of the encoded values in bits.
    fn cost(&self) -> u64 {
        let counts = self.count(None);
        runs::cost(&counts, &runs::lengths(&counts))
    }

    /// Returns the code lengths and the encoded blocks. The best ends of the runs depend on the codes, and the codes
    /// depend on the runs, so two iterations improve the code lengths.
    fn write(&self) -> Result<(Lengths, Vec<Vec<u8>>)> {
        let first = runs::lengths(&self.count(None));
        let costs = runs::lengths(&self.count(Some(&first)));
        let lengths = runs::lengths(&self.count(Some(&costs)));
        let encoder = Encoder::new(costs, lengths.clone())?;
        let write = |blocks: Range<usize>| -> Vec<Vec<u8>> {
            let parts = blocks.map(|block| self.parts(block));
            parts.map(|part| encoder.encode(&self.values[part.clone()], &self.needed[part])).collect()
        };
        Ok((lengths, map_chunks(self.blocks(), 32, self.threads, write).concat()))
    }
}

/// Transposes the matrix of each unit. A unit has `unit` words, in rows of `width` words that hold `columns` values.
fn transpose_units(words: &[Word], unit: usize, width: usize, columns: usize, threads: usize) -> Vec<Word> {
    let units = words.len() / unit;
    let part = units.div_ceil(64 * threads);
    let turn = |units: Range<usize>| -> Vec<Word> {
        words[units.start * unit..units.end * unit]
            .chunks(unit)
            .flat_map(|unit| transposed(unit, width, columns))
            .collect()
    };
    map_chunks(units, part, threads, turn).concat()
}

/// Restores a slice from the decoded values of a file. The file does not contain the values of positions with a pending
/// capture; they are computed from the slices in `store`.
pub fn restore(file: &Header, mut values: Vec<Word>, store: &SliceStore, threads: usize) -> Slice {
    let material = file.material;
    let shape = Shape::of(material);
    if is_dense(&shape) {
        values = scatter(&values, shape.words());
    } else if file.transposed {
        let width = shape.other_kings.div_ceil(32);
        values = transpose_units(&values, shape.own_kings * width, width, shape.other_kings, threads);
    }
    let words = placed(material, threads, Some(store), |at, [keep, fixed]| values[at] & keep | fixed);
    Slice { material, shape, words }
}

/// Calls `finish` for each word of a slice, with the index of the word, the mask of the positions whose values are in
/// the file, and the values of all other positions. Without `store`, the values of positions with a pending capture are
/// 0. Returns the results of `finish` in the order of the words.
fn placed<T: Clone + Send>(
    material: Material,
    threads: usize,
    store: Option<&SliceStore>,
    finish: impl Fn(usize, [Word; 2]) -> T + Sync,
) -> Vec<T> {
    let shape = Shape::of(material);
    let part = (shape.own_men * shape.other_men).div_ceil(64 * threads).clamp(1, 4096);
    let parts = map_chunks(shape.own_men * shape.other_men, part, threads, |units| {
        let mut placement = Placement::new(material);
        let mut out = Vec::with_capacity(units.len() * shape.unit);
        let start = units.start * shape.unit;
        for unit in units {
            if let Some([men, _]) = Men::of(material, [unit / shape.other_men, unit % shape.other_men]) {
                placement.set_men(men, store);
                placement.for_each_word(|word| out.push(finish(start + out.len(), word)));
            } else {
                (0..shape.unit).for_each(|_| out.push(finish(start + out.len(), [0, NEUTRAL])));
            }
        }
        out
    });
    parts.concat()
}

/// Packs the first value of each word, 32 values to a word.
fn gather(units: &[Word]) -> Vec<Word> {
    let join = |word: Word, (bit, unit): (usize, &Word)| word | (unit & BOTH) << bit;
    units.chunks(32).map(|units| units.iter().enumerate().fold(0, join)).collect()
}

/// Packs the first bit of each word, 32 bits to a word.
fn pack(units: &[u32]) -> u32 {
    units.iter().enumerate().fold(0, |word, (bit, unit)| word | (unit & 1) << bit)
}

/// Reverses [`gather`]: returns `units` words, each with one value at its first position.
fn scatter(values: &[Word], units: usize) -> Vec<Word> {
    (0..units).map(|unit| values[unit / 32] >> (unit % 32) & BOTH).collect()
}
