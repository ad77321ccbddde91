//! Random numbers for random contents and for control parameters.

/// SplitMix64, after Steele, Lea and Flood, *Fast splittable pseudorandom number generators*
/// (2014).
pub(crate) struct SplitMix(u64);

impl SplitMix {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number from `least` to below `end`.
    pub(crate) fn between(&mut self, least: u32, end: u32) -> u32 {
        let span = u64::from(end - least);
        least + (((self.word() >> 32) * span) >> 32) as u32
    }
}
