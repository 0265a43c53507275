//! Transposes matrices of values in blocks of 32 by 32 (after Warren, Hacker's Delight, 2002, section 7-3). The lower
//! halves of the words form one bit matrix and the upper halves another; each operation transposes both.

use crate::slice::Word;

/// The number of words in a block, which has 32 rows of 32 values.
pub const BLOCK: usize = 32;

/// Transposes one block: value `c` of word `r` becomes value `r` of word `c`.
#[inline]
pub fn transpose(block: &mut [Word; BLOCK]) {
    stage::<16>(block, 0x0000_FFFF_0000_FFFF);
    stage::<8>(block, 0x00FF_00FF_00FF_00FF);
    stage::<4>(block, 0x0F0F_0F0F_0F0F_0F0F);
    stage::<2>(block, 0x3333_3333_3333_3333);
    stage::<1>(block, 0x5555_5555_5555_5555);
}

#[inline]
fn stage<const STRIDE: usize>(block: &mut [Word; BLOCK], mask: Word) {
    for pair in block.chunks_exact_mut(2 * STRIDE) {
        let (upper, lower) = pair.split_at_mut(STRIDE);
        for (a, b) in upper.iter_mut().zip(lower) {
            let swap = (*a >> STRIDE ^ *b) & mask;
            *a ^= swap << STRIDE;
            *b ^= swap;
        }
    }
}

/// Returns a transposed block of a matrix with rows of `width` words. The block consists of word `column` of 32
/// consecutive rows, of which the first is row `32 * band`. Missing rows count as 0.
#[inline]
pub fn transposed_block(matrix: &[Word], width: usize, band: usize, column: usize) -> [Word; BLOCK] {
    let mut block = [0; BLOCK];
    let rows = matrix[band * BLOCK * width..].chunks(width);
    for (word, row) in block.iter_mut().zip(rows) {
        *word = row[column];
    }
    transpose(&mut block);
    block
}

/// Returns the transpose of a matrix with `columns` columns in rows of `width` words.
pub fn transposed(matrix: &[Word], width: usize, columns: usize) -> Vec<Word> {
    let bands = (matrix.len() / width).div_ceil(BLOCK);
    let mut out = vec![0; columns * bands];
    for band in 0..bands {
        for (column, lines) in out.chunks_mut(BLOCK * bands).enumerate() {
            for (line, word) in lines.chunks_mut(bands).zip(transposed_block(matrix, width, band, column)) {
                line[band] = word;
            }
        }
    }
    out
}
