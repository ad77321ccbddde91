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

/// Spreads `seeds` along one word through the bits of `free`, in doubling steps.
///
/// An occluded fill: the parallel prefix of Kogge and Stone, as in chess programs.
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

/// The set bit at a position among those of a word; `None` if there are fewer.
#[inline]
pub(super) fn nth_bit(word: u64, position: u32) -> Option<i32> {
    let rest = (0..position.min(word.count_ones())).fold(word, |rest, _| rest & (rest - 1));
    (rest != 0).then(|| rest.trailing_zeros() as i32)
}
