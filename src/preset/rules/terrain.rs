//! Rules for terrain, and for partings: strips of terrain that part a level in two.

use serde::Deserialize;

use crate::{model::TerrainKind, preset::Ramp};

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TerrainRule {
    pub(crate) kind: TerrainKind,
    /// The kind that covers the crossings of a parting of this terrain, by position in the list of
    /// kinds. It does not block.
    pub(crate) bridge: Option<u8>,
}

/// A parting: a strip of terrain from one border of the level to the opposite one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PartingRule {
    pub(crate) name: String,
    /// The terrain, by position in the list of kinds. It blocks.
    pub(crate) terrain: u8,
    /// The cells from bank to bank before the banks wind, least and most; at least
    /// [`PartingRule::LEAST_WIDTH`].
    pub(crate) width: (i32, i32),
    /// The most cells that each bank gives up to the terrain.
    pub(crate) wind: i32,
    /// The number of crossings, least and most; at least 1.
    pub(crate) crossings: (u32, u32),
    pub(crate) ends: PartingEnds,
    /// The chance that a level has the parting, by difficulty.
    pub(crate) chance: Ramp,
}

impl PartingRule {
    /// The least width: a crossing is a corridor with a door on each bank, and a cell between them.
    pub(crate) const LEAST_WIDTH: i32 = 3;
    pub(crate) const MOST_WIDTH: i32 = 16;
    pub(crate) const MOST_WIND: i32 = 8;
    /// The most crossings of a parting.
    pub(crate) const MOST_CROSSINGS: u32 = 16;
}

/// On which sides of a parting the main path begins and ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum PartingEnds {
    /// On different sides.
    #[default]
    Apart,
    /// On any.
    Anywhere,
}
