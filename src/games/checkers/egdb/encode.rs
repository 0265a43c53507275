//! From a solved slice to the bytes of a file. Knows no folder.

use super::half::{Half, Men};
use super::header::{Header, blocks, is_dense, table};
use super::material::Material;
use super::parallel::in_parts;
use super::rank::all;
use super::runs::{self, Counts, Encoder, SYMBOLS, WORDS};
use super::slice::{NEUTRAL, Shape, Slice, Store, Word};
use super::solve::Figures;
use anyhow::Result;

/// The bytes of a file with the values of a slice.
///
/// # Errors
/// None that can come up with a solved slice.
pub fn encode(slice: &Slice, figures: Figures, threads: usize) -> Result<Vec<u8>> {
    let asked = placed(slice.material, threads, None, |_, [keep, _]| keep as u32);
    let (dense, dense_asked);
    let (values, asked) = if is_dense(&slice.shape) {
        dense = gather(&slice.words);
        dense_asked = asked.chunks(32).map(pack).collect();
        (&dense, &dense_asked)
    } else {
        (&slice.words, &asked)
    };
    let parts = |block: usize| block * WORDS..((block + 1) * WORDS).min(values.len());
    let count = |range: std::ops::Range<usize>| {
        let mut counts = [[0; SYMBOLS]; 3];
        range.for_each(|block| runs::count(&values[parts(block)], &asked[parts(block)], &mut counts));
        counts
    };
    let all = blocks(values.len());
    let mut counts: Counts = [[0; SYMBOLS]; 3];
    for part in in_parts(all, 32, threads, count) {
        counts.iter_mut().flatten().zip(part.iter().flatten()).for_each(|(sum, more)| *sum += more);
    }
    let encoder = Encoder::new(&counts)?;
    let write = |range: std::ops::Range<usize>| -> Vec<Vec<u8>> {
        range.map(|block| encoder.encode(&values[parts(block)], &asked[parts(block)])).collect()
    };
    let coded = in_parts(all, 32, threads, write).concat();
    let table = table(&coded);
    let header = Header {
        material: slice.material,
        figures,
        lengths: encoder.lengths().clone(),
        size: coded.iter().map(|block| block.len() as u32).sum(),
        table: crc32fast::hash(&table),
    };
    Ok([header.bytes(), table, coded.concat()].concat())
}

/// The slice whose values are those of a file but for the positions with a capture, which are not in the file: they
/// come from the store.
#[must_use]
pub fn restore(material: Material, mut values: Vec<Word>, store: &Store, threads: usize) -> Slice {
    let shape = Shape::of(material);
    if is_dense(&shape) {
        values = scatter(&values, shape.words());
    }
    let words = placed(material, threads, Some(store), |at, [keep, fixed]| values[at] & keep | fixed);
    Slice { material, shape, words }
}

/// Hands each word of a slice to `finish`: its number, where the values are in the file, what they are elsewhere.
fn placed<T: Clone + Send>(
    material: Material,
    threads: usize,
    store: Option<&Store>,
    finish: impl Fn(usize, [Word; 2]) -> T + Sync,
) -> Vec<T> {
    let shape = Shape::of(material);
    let (own_sets, other_sets) = (all(material.own.men), all(material.other.men));
    let part = (shape.own_men * shape.other_men).div_ceil(64 * threads).clamp(1, 4096);
    let parts = in_parts(shape.own_men * shape.other_men, part, threads, |units| {
        let mut half = Half::new(material);
        let mut out = Vec::with_capacity(units.len() * shape.unit);
        let start = units.start * shape.unit;
        for unit in units {
            let (own_rank, other_rank) = (unit / shape.other_men, unit % shape.other_men);
            let (own, other) = (own_sets[own_rank], other_sets[other_rank].reverse_bits());
            if own & other == 0 {
                half.place(Men { own, other, own_rank, other_rank }, store);
                half.placed(|word| out.push(finish(start + out.len(), word)));
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
    let join = |word: Word, (bit, unit): (usize, &Word)| word | (unit & super::masks::BOTH) << bit;
    units.chunks(32).map(|units| units.iter().enumerate().fold(0, join)).collect()
}

/// The first bit of each word, 32 to a word.
fn pack(units: &[u32]) -> u32 {
    units.iter().enumerate().fold(0, |word, (bit, unit)| word | (unit & 1) << bit)
}

/// The opposite of [`gather`].
fn scatter(values: &[Word], units: usize) -> Vec<Word> {
    (0..units).map(|unit| values[unit / 32] >> (unit % 32) & super::masks::BOTH).collect()
}
