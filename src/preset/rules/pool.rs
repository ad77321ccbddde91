//! Pools: layouts and vaults that are dealt to the floors of a run, none twice before all were
//! there.

use serde::Deserialize;

use super::Rate;
use crate::model::Name;

/// A pool as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Pool"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawPool {
    pub(crate) each: i64,
    pub(crate) required: bool,
    pub(crate) per: PoolUnit,
    pub(crate) every: i64,
}

impl Default for RawPool {
    fn default() -> Self {
        Self { each: 1, required: false, per: PoolUnit::Level, every: 1 }
    }
}

/// What the number of a pool's entries is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum PoolUnit {
    /// A level of any size.
    #[default]
    Level = 0,
    /// The area of a level of the preset's own size: other levels get entries in proportion.
    Area = 1,
}

/// Layouts and vaults that are dealt to the floors of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PoolRule {
    pub(crate) name: Name,
    /// The number of entries that a floor gets at the preset's own size: 1 or more, at most as
    /// many as there are.
    pub(crate) each: u32,
    /// Whether each level must have its entries.
    pub(crate) required: bool,
    /// The layouts in file order, then the vaults.
    pub(crate) entries: Vec<PoolEntry>,
    pub(crate) per: PoolUnit,
    /// The number of floors without entries between two that have some.
    pub(crate) skip: u32,
}

impl PoolRule {
    /// The rate at which floors get entries.
    pub(crate) fn rate(&self) -> Rate {
        Rate { every: self.skip + 1, count: 1 }
    }
}

/// What a pool deals, as an index into the preset's layouts or vaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PoolEntry {
    Layout(u16),
    Vault(u16),
}

impl PoolEntry {
    pub(crate) fn is_vault(self) -> bool {
        matches!(self, Self::Vault(_))
    }
}
