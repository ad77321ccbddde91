//! Memory: how much less often a layout is chosen near a room that has it.

use serde::Deserialize;

/// The memory of layouts as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Memory"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawMemory {
    pub(crate) beside: f32,
    pub(crate) near: f32,
}

impl Default for RawMemory {
    /// No twins beside each other, and few within two doors.
    fn default() -> Self {
        Self { beside: 0.0, near: 0.2 }
    }
}

/// By what the weight of a layout is multiplied near rooms that have it, as whole numbers:
/// [`MemoryRule::ONE`] stands for 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryRule {
    /// Where a joined room has the layout.
    pub(crate) beside: u32,
    /// Where a room two doors away has it.
    pub(crate) near: u32,
}

impl MemoryRule {
    /// The factor 1. With the largest weights of a preset's layouts, sums fit 64 bits.
    pub(crate) const ONE: u32 = 1 << 16;

    /// The rule with two factors from 0 to 1.
    pub(crate) fn new(beside: f32, near: f32) -> Self {
        // Exact up to the rounding of the factor itself: a power of two is multiplied.
        let whole = |factor: f32| (factor * Self::ONE as f32) as u32;
        Self { beside: whole(beside), near: whole(near) }
    }
}
