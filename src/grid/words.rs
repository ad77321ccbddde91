//! Shifts and fills within rows of bits, 64 columns to a word. Column 0 is the lowest bit of the
//! first word.

pub(super) const WORD: i32 = 64;

/// Unites a row of bits with a copy of itself, shifted right by `step` columns.
pub(super) fn shift_right(row: &mut [u64], step: i32) {
    let (words, bits) = ((step / WORD) as usize, step % WORD);
    for at in (words..row.len()).rev() {
        let carried = if bits > 0 && at > words { row[at - words - 1] >> (WORD - bits) } else { 0 };
        row[at] |= row[at - words] << bits | carried;
    }
}

/// Unites a row of bits with a copy of itself, shifted left by `step` columns.
pub(super) fn shift_left(row: &mut [u64], step: i32) {
    let (words, bits) = ((step / WORD) as usize, step % WORD);
    for at in words..row.len() {
        let carried = if bits > 0 && at + 1 < row.len() { row[at + 1] << (WORD - bits) } else { 0 };
        row[at - words] |= row[at] >> bits | carried;
    }
}

/// Spreads `seeds` along one word through the bits of `free`.
///
/// Upwards by the carries of an addition, downwards in doubling steps: an occluded fill, the
/// parallel prefix of Kogge and Stone, as in chess programs.
#[inline]
pub(super) fn fill_row(seeds: u64, free: u64) -> u64 {
    let near = (seeds << 1 | seeds >> 1) & free & !seeds;
    if near == 0 {
        // As in most words that a flood sees again.
        return seeds;
    }
    let inner = (seeds | near) & free;
    // A carry clears the rest of a run from the first seed on, but for further seeds in it.
    let (mut filled, mut run) = (free & !free.wrapping_add(inner) | inner, free);
    for step in [1, 2, 4, 8, 16, 32] {
        filled |= run & filled >> step;
        run &= run >> step;
    }
    seeds | filled
}

/// The set bit at a position among those of a word; `None` if there are fewer.
#[inline]
pub(super) fn nth_bit(word: u64, position: u32) -> Option<i32> {
    let rest = (0..position.min(word.count_ones())).fold(word, |rest, _| rest & (rest - 1));
    (rest != 0).then(|| rest.trailing_zeros() as i32)
}
