//! The budget of loot, and the things that a level spends it on.

use serde::Deserialize;

use super::{Rate, RawCount, RawFilter, RawMap, RoomFilter, one};
use crate::preset::{Ramp, RawRamp};

/// The budget of loot and how it is spent, as a preset file states it.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Loot"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawLoot {
    pub(crate) budget: RawRamp,
    pub(crate) items: RawMap<String, RawItem>,
    pub(crate) first: RawRamp,
    pub(crate) guarded: RawRamp,
    pub(crate) arms: RewardArm,
    pub(crate) metered: RawMap<String, RawMetered>,
    pub(crate) pile: RawRamp,
    pub(crate) due: Vec<RawDue>,
}

/// Loot that some rooms always have, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Due"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawDue {
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default)]
    pub(crate) locked: bool,
    pub(crate) value: RawCount,
}

/// A kind of prop that is placed as loot, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Item"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawItem {
    pub(crate) value: i64,
    pub(crate) most: Option<RawRamp>,
    #[serde(default)]
    pub(crate) with: RawCount,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default)]
    pub(crate) of: Option<i64>,
}

/// A kind of prop that comes at an exact rate over the floors of a run, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Metered"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMetered {
    pub(crate) every: i64,
    #[serde(default = "once")]
    pub(crate) count: i64,
}

fn once() -> i64 {
    1
}

/// The arm of a cycle on which its reward lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RewardArm {
    /// Either: cycles do not count.
    #[default]
    Either = 0,
    /// The one whose encounters cost more.
    Dearer = 1,
}

/// The rules for loot. All ramps follow the difficulty alone, but for weights.
///
/// Guarantee: rules without a budget and without metered things are the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LootRule {
    /// The sum of the values that a level may have.
    pub(crate) budget: Ramp,
    /// In file order.
    pub(crate) items: Vec<ItemRule>,
    /// The least number of doors between the entry and a room with loot.
    pub(crate) first: Ramp,
    /// The fraction of the budget for rooms in which loot is guarded.
    pub(crate) guarded: Ramp,
    pub(crate) arms: RewardArm,
    /// In file order.
    pub(crate) metered: Vec<MeteredRule>,
    /// The least that a room gets of the budget, if it gets any.
    pub(crate) pile: Ramp,
    /// In file order.
    pub(crate) due: Vec<DueRule>,
}

/// Loot that some rooms always have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DueRule {
    pub(crate) rooms: RoomFilter,
    /// Whether it is for rooms alone whose way in is locked.
    pub(crate) locked: bool,
    /// The value of the loot, least and most. The ramps follow the difficulty alone.
    pub(crate) value: (Ramp, Ramp),
}

/// A kind of prop that is placed as loot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ItemRule {
    /// The kind, as an index into the preset's kinds. It covers one cell.
    pub(crate) kind: u16,
    /// What one of them takes from the budget: 1 or more.
    pub(crate) value: u32,
    /// The most of them in a level; `None` for no limit.
    pub(crate) most: Option<Ramp>,
    /// How many lie together, least and most.
    pub(crate) with: (Ramp, Ramp),
    pub(crate) weight: Ramp,
    pub(crate) rooms: RoomFilter,
    /// The number of things in an offer, of which one may be taken; 0 for things without an offer.
    pub(crate) of: u32,
}

/// A kind of prop that comes at an exact rate over the floors of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeteredRule {
    /// The kind, as an index into the preset's kinds. It covers one cell and does not block.
    pub(crate) kind: u16,
    /// Among any so many floors one after the other ...
    pub(crate) every: u32,
    /// ... there are exactly so many things.
    pub(crate) count: u32,
}

impl LootRule {
    /// Whether levels may have loot.
    pub(crate) fn is_used(&self) -> bool {
        self.budget.max() > 0.0 || !self.metered.is_empty()
    }
}

impl MeteredRule {
    /// The rate at which the things come.
    pub(crate) fn rate(&self) -> Rate {
        let Self { kind: _, every, count } = *self;
        Rate { every, count }
    }
}
