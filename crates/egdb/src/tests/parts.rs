//! Tests for individual components, such as ranks, masks, transposition, bit streams, Huffman codes, runs and the
//! cache.

use crate::blocks::{Blocks, Encoder};
use crate::cache::Cache;
use crate::masks::{BOTH, Masks};
use crate::material::Material;
use crate::rank::{Steps, all, rank, rank_rotated, sets};
use crate::runs::{self, Lengths, WORDS, no_counts};
use crate::slice::{Word, value, word};
use crate::squares::{each, step};
use crate::transpose::{BLOCK, transpose, transposed};
use crate::{bits, huffman};
use base::parallel::map_chunks;
use base::rng::Rng;
use base::wdl::Wdl;

#[test]
fn ranks_number_all_sets() {
    for members in 0..=4 {
        assert_eq!(all(members).len(), sets(32, members));
        for (number, set) in all(members).iter().enumerate() {
            assert_eq!((set.count_ones() as usize, rank(*set)), (members, number));
            assert_eq!(rank_rotated(set.reverse_bits()), number);
        }
    }
}

#[test]
fn men_that_step_get_higher_ranks() {
    for set in all(3) {
        for from in each(*set) {
            for to in (0..2).map(|direction| step(1 << from, direction) & !set).filter(|to| *to != 0) {
                assert!(rank(set & !(1 << from) | to) > rank(*set));
            }
        }
    }
}

#[test]
fn steps_go_to_neighbours_and_back() {
    let pairs: usize = (0..4).map(|direction| step(!0, direction).count_ones() as usize).sum();
    assert_eq!(pairs, 98);
    for square in 0..32 {
        for direction in 0..4 {
            let to = step(1 << square, direction);
            assert!(to == 0 || step(to, 3 - direction) == 1 << square);
            // On the board rotated by 180 degrees, each direction becomes its opposite.
            assert_eq!(step(1_u32.rotate_left(square).reverse_bits(), 3 - direction), to.reverse_bits());
        }
    }
    for (number, &set) in all(2).iter().enumerate() {
        for &(to, next) in Steps::of(2).from(number) {
            let after = all(2)[next as usize];
            assert_eq!((after & !set, (set & after).count_ones()), (1 << to, 1));
        }
    }
}

#[test]
fn masks_mark_the_sets_that_contain_a_square() {
    for square in 0..32 {
        for (number, set) in all(2).iter().enumerate() {
            let holds = set.reverse_bits() >> square & 1;
            assert_eq!(Masks::of(2).holding(square)[number / 32] >> (number % 32) & BOTH, BOTH * Word::from(holds));
        }
    }
}

#[test]
fn blocks_transpose_both_halves_of_words() {
    let mut rng = Rng::new(5);
    let before: [Word; BLOCK] = std::array::from_fn(|_| rng.next());
    let mut after = before;
    transpose(&mut after);
    for (row, word) in before.iter().enumerate() {
        for (column, transposed_word) in after.iter().enumerate() {
            for half in [0, 32] {
                assert_eq!(word >> (column + half) & 1, transposed_word >> (row + half) & 1);
            }
        }
    }
}

#[test]
fn matrices_are_transposed() {
    let mut rng = Rng::new(6);
    // 40 rows of two words, with 50 columns in use.
    let before: Vec<Word> = (0..80).map(|_| rng.next()).collect();
    let after = transposed(&before, 2, 50);
    assert_eq!(after.len(), 50 * 2);
    for row in 0..40 {
        for column in 0..50 {
            let [expected, found] =
                [before[row * 2 + column / 32] >> (column % 32), after[column * 2 + row / 32] >> (row % 32)];
            assert_eq!(found & BOTH, expected & BOTH);
        }
    }
}

#[test]
fn materials_have_unique_codes() {
    let mut codes: Vec<usize> = (2..=7).flat_map(Material::all).map(Material::code).collect();
    assert_eq!(
        codes.len(),
        (2..=7).map(|pieces| (1..pieces).map(|own| (own + 1) * (pieces - own + 1)).sum::<usize>()).sum::<usize>()
    );
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), (2..=7).map(|pieces| Material::all(pieces).len()).sum::<usize>());
}

#[test]
fn bit_streams_round_trip() {
    let mut rng = Rng::new(9);
    let part = |_| {
        let count = rng.below(33) as u32;
        ((rng.next() & ((1 << count) - 1)) as u32, count)
    };
    let parts: Vec<(u32, u32)> = (0..1000).map(part).collect();
    let mut writer = bits::Writer::default();
    parts.iter().for_each(|(bits, count)| writer.put(*bits, *count));
    let bytes = writer.finish();
    let mut reader = bits::Reader::new(&bytes);
    for (bits, count) in parts {
        reader.fill();
        assert_eq!(reader.peek(count), bits);
        reader.skip(count);
    }
    reader.fill();
    assert_eq!(reader.peek(32), 0);
}

#[test]
fn frequent_symbols_have_short_codes_and_no_code_is_too_long() {
    // Frequencies for which unlimited Huffman codes have up to 29 bits.
    let counts: Vec<u64> = (0..30).map(|power| 1 << power).collect();
    let lengths = huffman::lengths(&counts);
    assert!(lengths.iter().all(|length| (1..=huffman::LONGEST as u8).contains(length)));
    assert!(lengths.is_sorted_by(|a, b| a >= b));
    let kraft: u32 = lengths.iter().map(|length| 1 << (huffman::LONGEST - u32::from(*length))).sum();
    assert!(kraft <= 1 << huffman::LONGEST);
    assert_eq!(huffman::lengths(&[0, 7, 0]), [0, 1, 0]);
    assert!(huffman::codes(&[1, 1, 1]).is_err());
    assert!(huffman::codes(&[15]).is_err());
}

/// Returns the values of a random block, and the mask of the values that can be looked up. At each position, a new
/// value for the run is chosen with a probability of `1 / change`.
fn block(rng: &mut Rng, words: usize, change: u64) -> (Vec<Word>, Vec<u32>) {
    let (mut values, mut needed) = (vec![0; words], vec![0; words]);
    let mut run_value = Wdl::Draw;
    for place in 0..words * 32 {
        if rng.below(change) == 0 {
            run_value = [Wdl::Loss, Wdl::Draw, Wdl::Win][rng.index(3)];
        }
        let is_needed = rng.below(3) > 0;
        // Values that are never looked up are arbitrary.
        let value_here = if is_needed { run_value } else { [Wdl::Loss, Wdl::Win][rng.index(2)] };
        values[place / 32] |= word(value_here, place % 32);
        needed[place / 32] |= u32::from(is_needed) << (place % 32);
    }
    (values, needed)
}

/// Returns the costs that determine where runs end, and the resulting code lengths.
fn codes(blocks: &[(Vec<Word>, Vec<u32>)]) -> (Lengths, Lengths) {
    let count = |costs: Option<&Lengths>| {
        let mut counts = no_counts();
        blocks.iter().for_each(|(values, needed)| runs::count(values, needed, costs, &mut counts));
        counts
    };
    let [plain, chosen] = [None, Some(&runs::lengths(&count(None)))].map(count);
    let [before, after] = [&plain, &chosen].map(|counts| runs::cost(counts, &runs::lengths(counts)));
    assert!(after <= before, "{after} bits of {before}");
    (runs::lengths(&plain), runs::lengths(&chosen))
}

#[test]
fn blocks_round_trip_at_needed_positions() {
    let mut rng = Rng::new(3);
    for change in [1, 2, 10, 300, 1_000_000] {
        let blocks: Vec<_> = [WORDS, WORDS, 1, 17].map(|words| block(&mut rng, words, change)).into();
        let (costs, lengths) = codes(&blocks);
        let encoder = Encoder::new(costs, lengths.clone()).unwrap();
        let decoder = Blocks::new(&lengths).unwrap();
        for (values, needed) in blocks {
            let bytes = encoder.encode(&values, &needed);
            let mut decoded = vec![0; values.len()];
            decoder.decode(&bytes, &mut decoded).unwrap();
            for place in (0..values.len() * 32).filter(|place| needed[place / 32] >> (place % 32) & 1 != 0) {
                assert_eq!(value(decoded[place / 32], place % 32), value(values[place / 32], place % 32));
            }
        }
    }
}

#[test]
fn random_bytes_are_decoded_without_panic() {
    let mut rng = Rng::new(4);
    let decoder = Blocks::new(&codes(&[block(&mut rng, WORDS, 10)]).1).unwrap();
    let mut errors = 0;
    for length in 0..200 {
        let bytes: Vec<u8> = (0..length).map(|_| rng.next() as u8).collect();
        let mut values = vec![0; 40];
        errors += usize::from(decoder.decode(&bytes, &mut values).is_err());
    }
    assert!(errors > 0);
}

#[test]
fn the_cache_returns_inserted_blocks() {
    let cache = Cache::new(8);
    for key in 0..100 {
        assert_eq!(cache.word(key, 0), None);
        cache.put(key, vec![key, key + 1].into());
        assert_eq!((cache.word(key, 0), cache.word(key, 1), cache.word(key, 2)), (Some(key), Some(key + 1), None));
    }
    let kept = (0..100).filter(|key| cache.word(*key, 0) == Some(*key)).count();
    assert!((1..=8).contains(&kept), "{kept} kept");
}

#[test]
fn chunks_are_in_order_for_any_number_of_threads() {
    for threads in 1..4 {
        let parts = map_chunks(10, 3, threads, |range| range.collect::<Vec<_>>());
        assert_eq!(parts, [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7, 8], vec![9]]);
    }
    assert!(map_chunks(0, 1, 2, |range| range).is_empty());
}
