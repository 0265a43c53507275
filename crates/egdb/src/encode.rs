//! From a solved slice to the bytes of a file and back.

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

/// The bytes of a file with the values of a slice.
///
/// # Errors
/// None that can come up with a solved slice.
pub fn encode(slice: &Slice, figures: WdlResults, threads: usize) -> Result<Vec<u8>> {
    let shape = &slice.shape;
    let asked = placed(slice.material, threads, None, |_, [keep, _]| keep as u32);
    let plain = if is_dense(shape) {
        Cells { values: gather(&slice.words), asked: asked.chunks(32).map(pack).collect(), threads }
    } else {
        Cells { values: slice.words.clone(), asked, threads }
    };
    // The matrices of kings can be written by rows or by columns: whatever has fewer or more usual runs.
    let may_turn = !is_dense(shape) && shape.own_kings > 1 && shape.other_kings > 1;
    let turned = may_turn.then(|| plain.transposed(shape)).filter(|turned| turned.price() < plain.price());
    let (lengths, blocks) = turned.as_ref().unwrap_or(&plain).write()?;
    Ok(header::file(slice.material, turned.is_some(), figures, &lengths, &blocks))
}

/// Values in the order of a file, and which of them matter.
struct Cells {
    values: Vec<Word>,
    asked: Vec<u32>,
    threads: usize,
}

impl Cells {
    /// The same with rows and columns of each unit changed.
    fn transposed(&self, shape: &Shape) -> Self {
        let asked: Vec<Word> = self.asked.iter().map(|asked| Word::from(*asked)).collect();
        let [values, asked] = [&self.values, &asked]
            .map(|words| transpose_units(words, shape.unit, shape.width, shape.own_kings, self.threads));
        Self { values, asked: asked.into_iter().map(|asked| asked as u32).collect(), threads: self.threads }
    }

    fn parts(&self, block: usize) -> Range<usize> {
        block * WORDS..((block + 1) * WORDS).min(self.values.len())
    }

    fn blocks(&self) -> usize {
        self.values.len().div_ceil(WORDS)
    }

    fn count(&self, prices: Option<&Lengths>) -> Counts {
        let count = |blocks: Range<usize>| {
            let mut counts = no_counts();
            for block in blocks {
                let part = self.parts(block);
                runs::count(&self.values[part.clone()], &self.asked[part], prices, &mut counts);
            }
            counts
        };
        let mut sum = no_counts();
        for counts in map_chunks(self.blocks(), 32, self.threads, count) {
            sum.iter_mut().flatten().zip(counts.iter().flatten()).for_each(|(sum, more)| *sum += more);
        }
        sum
    }

    /// Bits that it takes, roughly.
    fn price(&self) -> u64 {
        let counts = self.count(None);
        runs::price(&counts, &runs::lengths(&counts))
    }

    /// Codes and blocks. What is frequent becomes cheap, what is cheap is chosen, and so becomes frequent: twice.
    fn write(&self) -> Result<(Lengths, Vec<Vec<u8>>)> {
        let first = runs::lengths(&self.count(None));
        let prices = runs::lengths(&self.count(Some(&first)));
        let lengths = runs::lengths(&self.count(Some(&prices)));
        let encoder = Encoder::new(prices, lengths.clone())?;
        let write = |blocks: Range<usize>| -> Vec<Vec<u8>> {
            let parts = blocks.map(|block| self.parts(block));
            parts.map(|part| encoder.encode(&self.values[part.clone()], &self.asked[part])).collect()
        };
        Ok((lengths, map_chunks(self.blocks(), 32, self.threads, write).concat()))
    }
}

/// Turns each unit of so many words.
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

/// The slice whose values are those of a file but for the positions with a capture, which are not in the file: they
/// come from the store.
#[must_use]
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

/// Hands each word of a slice to `finish`: its number, where the values are in the file, what they are elsewhere.
fn placed<T: Clone + Send>(
    material: Material,
    threads: usize,
    store: Option<&SliceStore>,
    finish: impl Fn(usize, [Word; 2]) -> T + Sync,
) -> Vec<T> {
    let shape = Shape::of(material);
    let part = (shape.own_men * shape.other_men).div_ceil(64 * threads).clamp(1, 4096);
    let parts = map_chunks(shape.own_men * shape.other_men, part, threads, |units| {
        let mut ground = Placement::new(material);
        let mut out = Vec::with_capacity(units.len() * shape.unit);
        let start = units.start * shape.unit;
        for unit in units {
            if let Some([men, _]) = Men::of(material, [unit / shape.other_men, unit % shape.other_men]) {
                ground.set_men(men, store);
                ground.for_each_word(|word| out.push(finish(start + out.len(), word)));
            } else {
                (0..shape.unit).for_each(|_| out.push(finish(start + out.len(), [0, NEUTRAL])));
            }
        }
        out
    });
    parts.concat()
}

/// The first value of each word, 32 to a word.
fn gather(units: &[Word]) -> Vec<Word> {
    let join = |word: Word, (bit, unit): (usize, &Word)| word | (unit & BOTH) << bit;
    units.chunks(32).map(|units| units.iter().enumerate().fold(0, join)).collect()
}

/// The first bit of each word, 32 to a word.
fn pack(units: &[u32]) -> u32 {
    units.iter().enumerate().fold(0, |word, (bit, unit)| word | (unit & 1) << bit)
}

/// The opposite of [`gather`].
fn scatter(values: &[Word], units: usize) -> Vec<Word> {
    (0..units).map(|unit| values[unit / 32] >> (unit % 32) & BOTH).collect()
}
