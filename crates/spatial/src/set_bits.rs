//! `SetBits`: the positions of the set bits of a word.

/// Iterator over the positions of the set bits of a word, 0 to 63, ascending.
pub(crate) struct SetBits(pub(crate) u64);

impl Iterator for SetBits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
