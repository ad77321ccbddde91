//! Memory: how much less often a layout is chosen where a room has it already.

use serde::Deserialize;

/// The memory of layouts as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Memory"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawMemory {
    pub(crate) beside: f32,
    pub(crate) near: f32,
    pub(crate) floor: f32,
}

impl Default for RawMemory {
    /// No twins beside each other, few within two doors, and as many as may be farther away.
    fn default() -> Self {
        Self { beside: 0.0, near: 0.2, floor: 1.0 }
    }
}

/// By what the weight of a layout is multiplied where rooms have it, as whole numbers:
/// [`MemoryRule::ONE`] stands for 1. No factor is larger than that of rooms farther away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryRule {
    /// Where a joined room has the layout.
    pub(crate) beside: u32,
    /// Where a room two doors away has it.
    pub(crate) near: u32,
    /// Where any room of the level has it.
    pub(crate) floor: u32,
}

impl MemoryRule {
    /// The factor 1. With the largest weights of a preset's layouts, sums fit 64 bits.
    pub(crate) const ONE: u32 = 1 << 16;

    /// The rule with these factors from 0 to 1.
    pub(crate) fn new(beside: f32, near: f32, floor: f32) -> Self {
        // Exact up to the rounding of the factor itself: a power of two is multiplied.
        let whole = |factor: f32| (factor * Self::ONE as f32) as u32;
        Self { beside: whole(beside.min(floor)), near: whole(near.min(floor)), floor: whole(floor) }
    }
}
