//! A reader of numbers from arbitrary bytes.

/// Bytes read from the front; once they are used up, all numbers are 0.
pub(super) struct Bytes<'bytes>(pub(super) &'bytes [u8]);

impl Bytes<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    /// A number below `limit`, which is at most 256.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    pub(super) fn is_true(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub(super) fn word(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    /// A signed number of 16 bits.
    pub(super) fn short(&mut self) -> i32 {
        i16::from_le_bytes(self.take()).into()
    }

    /// Mostly a small integer or fraction, so that edges meet; sometimes extreme or arbitrary bits.
    pub(super) fn float(&mut self) -> f32 {
        let byte = self.byte();
        match byte {
            0..=127 => f32::from(byte) - 48.0,
            128..=199 => (f32::from(byte) - 164.0) / 16.0,
            200..=219 => f32::from_bits(self.word()),
            220..=224 => 1e30,
            225..=227 => -1e30,
            228..=230 => f32::INFINITY,
            231..=232 => f32::NEG_INFINITY,
            233..=234 => f32::NAN,
            235..=237 => f32::MAX,
            238..=239 => f32::MIN,
            240..=242 => f32::MIN_POSITIVE,
            243..=245 => f32::from_bits(1),
            246..=247 => -0.0,
            248..=249 => 1e19,
            250..=251 => (1u128 << 120) as f32,
            252..=253 => 16_777_217.0,
            _ => f32::EPSILON,
        }
    }

    pub(super) fn floats<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.float())
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut taken = [0; N];
        let count = N.min(self.0.len());
        let (first, rest) = self.0.split_at(count);
        taken[..count].copy_from_slice(first);
        self.0 = rest;
        taken
    }
}
