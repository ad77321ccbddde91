//! Random numbers for workloads, the same in every run.

/// The SplitMix64 generator. Source: Steele, Lea and Flood, 2014.
#[derive(Clone)]
pub struct Lots(u64);

impl Lots {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A whole number below `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        (((self.word() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// A number in `[from, to)`.
    pub fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * ((self.word() >> 40) as f32 / (1u64 << 24) as f32)
    }
}

/// A checksum of results that does not depend on their order.
pub fn checksum(results: impl IntoIterator<Item = u64>) -> u64 {
    results.into_iter().fold(0, |sum, result| sum.wrapping_add(Lots::new(result).word()))
}
