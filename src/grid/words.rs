//! Rows of bits, 64 columns to a word.

/// Columns in a word.
pub(super) const WORD: i32 = 64;

/// Adds the bits of a row that are moved `step` columns to the right.
pub(super) fn shift_right(row: &mut [u64], step: i32) {
    let (words, bits) = ((step / WORD) as usize, step % WORD);
    for at in (words..row.len()).rev() {
        let carried = if bits > 0 && at > words { row[at - words - 1] >> (WORD - bits) } else { 0 };
        row[at] |= row[at - words] << bits | carried;
    }
}

/// Adds the bits of a row that are moved `step` columns to the left.
pub(super) fn shift_left(row: &mut [u64], step: i32) {
    let (words, bits) = ((step / WORD) as usize, step % WORD);
    for at in words..row.len() {
        let carried = if bits > 0 && at + 1 < row.len() { row[at + 1] << (WORD - bits) } else { 0 };
        row[at - words] |= row[at] >> bits | carried;
    }
}

/// Spreads `seeds` along one word through the bits of `free`, by doubling steps (an occluded fill, Kogge and Stone's
/// parallel prefix as chess programs use it).
pub(super) fn fill_row(seeds: u64, free: u64) -> u64 {
    let (mut up, mut up_free, mut down, mut down_free) = (seeds, free, seeds, free);
    for step in [1, 2, 4, 8, 16, 32] {
        up |= up_free & up << step;
        up_free &= up_free << step;
        down |= down_free & down >> step;
        down_free &= down_free >> step;
    }
    up | down
}
