//! CRC-32 as in PNG, zip and gzip: the part of the interface of `crc32fast` that others use here.
//!
//! `crc32fast` has 16 KiB of tables, which no compression makes smaller. This crate has 1 KiB. It
//! takes one byte a step, which is fast enough for the files that a page writes.

/// A checksum, and the number of bytes that it sums up.
#[derive(Clone, Debug, Default)]
pub struct Hasher {
    checksum: u32,
    length: u64,
}

impl Hasher {
    /// The checksum of no bytes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds bytes at the end.
    pub fn update(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.checksum = !bytes.iter().fold(!self.checksum, |sum, &byte| step(sum, byte));
    }

    /// Adds the bytes of another checksum at the end. Cost: linear in their number.
    pub fn combine(&mut self, other: &Self) {
        self.length += other.length;
        self.checksum = (0..other.length).fold(self.checksum, |sum, _| step(sum, 0)) ^ other.checksum;
    }

    /// The checksum of all bytes.
    #[must_use]
    pub fn finalize(self) -> u32 {
        self.checksum
    }

    /// Forgets all bytes.
    pub fn reset(&mut self) {
        *self = Self::new();
    }
}

/// The polynomial modulo which checksums are remainders: without its highest term, the highest bit
/// for the constant term.
const POLYNOMIAL: u32 = 0xEDB8_8320;

/// The remainder of each byte, times `x^32`.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let mut bit = 0;
        table[byte] = byte as u32;
        while bit < 8 {
            table[byte] = times_x(table[byte]);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The remainder after one byte more.
fn step(sum: u32, byte: u8) -> u32 {
    sum >> 8 ^ TABLE[usize::from(sum as u8 ^ byte)]
}

const fn times_x(a: u32) -> u32 {
    if a & 1 == 0 { a >> 1 } else { a >> 1 ^ POLYNOMIAL }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes without a pattern, by a linear congruence.
    fn noise(length: usize) -> Vec<u8> {
        let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        std::iter::successors(Some(7_u32), next).map(|state| (state >> 24) as u8).take(length).collect()
    }

    fn hash(bytes: &[u8]) -> u32 {
        let mut hasher = Hasher::new();
        hasher.update(bytes);
        hasher.finalize()
    }

    #[test]
    fn the_check_value_of_the_standard_comes_out() {
        assert_eq!(hash(b"123456789"), 0xCBF4_3926);
        assert_eq!(hash(b""), 0);
    }

    #[test]
    fn an_empty_chunk_that_ends_a_png_has_its_known_checksum() {
        assert_eq!(hash(b"IEND"), 0xAE42_6082);
    }

    #[test]
    fn parts_sum_up_to_the_whole_in_order_and_combined() {
        let bytes = noise(1000);
        for cut in [0, 1, 8, 500, 999, 1000] {
            let (first, second) = bytes.split_at(cut);
            let mut in_order = Hasher::new();
            in_order.update(first);
            let mut combined = in_order.clone();
            in_order.update(second);
            let mut other = Hasher::new();
            other.update(second);
            combined.combine(&other);
            assert_eq!((in_order.length, combined.length), (1000, 1000));
            assert_eq!(in_order.finalize(), hash(&bytes), "cut at {cut}");
            assert_eq!(combined.finalize(), hash(&bytes), "combined at {cut}");
        }
    }

    #[test]
    fn after_a_reset_nothing_is_left() {
        let mut hasher = Hasher::new();
        hasher.update(b"chunk");
        hasher.reset();
        assert_eq!((hasher.length, hasher.finalize()), (0, 0));
    }
}
