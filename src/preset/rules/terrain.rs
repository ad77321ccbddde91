//! Rules for terrain, and for partings: strips of terrain that part a level in two.

use serde::Deserialize;

use super::one;
use crate::{
    model::{Metres, PropKind, TerrainKind},
    preset::{Ramp, RawRamp},
};

/// A kind of terrain, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTerrain {
    pub(crate) glyph: char,
    pub(crate) color: String,
    #[serde(default)]
    pub(crate) blocks: bool,
    /// In metres.
    #[serde(default)]
    pub(crate) depth: f32,
    #[serde(default)]
    pub(crate) bridge: Option<String>,
    #[serde(default = "one_step")]
    pub(crate) slow: i64,
    /// How many cells of floor around it take which terrain.
    #[serde(default)]
    pub(crate) fringe: Option<(i64, String)>,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
}

fn one_step() -> i64 {
    1
}

/// A parting, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawParting {
    pub(crate) name: String,
    pub(crate) terrain: String,
    #[serde(default = "default_width")]
    pub(crate) width: (i64, i64),
    #[serde(default = "default_wind")]
    pub(crate) meander: i64,
    #[serde(default = "default_crossings")]
    pub(crate) crossings: (i64, i64),
    #[serde(default)]
    pub(crate) ends: PartingEnds,
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
}

/// Too wide for a jump, and narrow enough for levels of a terminal's size.
fn default_width() -> (i64, i64) {
    (3, 4)
}

fn default_wind() -> i64 {
    2
}

/// One for the path, and mostly one more for a cycle or a loop.
fn default_crossings() -> (i64, i64) {
    (2, 3)
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TerrainRule {
    pub(crate) kind: TerrainKind,
    /// The kind that covers the crossings of a parting of this terrain, by position in the list of
    /// kinds. It does not block.
    pub(crate) bridge: Option<u8>,
    pub(crate) fringe: Option<FringeRule>,
}

/// Terrain around terrain, such as shallows around water: floor of rooms within some cells of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FringeRule {
    /// The number of cells, in eight directions; 1 to [`FringeRule::MOST_CELLS`].
    pub(crate) cells: i32,
    /// The terrain of these cells, by position in the list of kinds. It does not block.
    pub(crate) terrain: u8,
}

impl FringeRule {
    /// The most cells: a wider one would be most of a room.
    pub(crate) const MOST_CELLS: i32 = 4;
}

impl TerrainRule {
    /// The kind of prop that stands for the terrain while rooms are furnished: a cell of it, flat
    /// on the floor. No level has such a prop.
    pub(in crate::preset) fn stand_in(&self) -> PropKind {
        let TerrainKind { name, glyph, color, blocks, .. } = &self.kind;
        PropKind { blocks: *blocks, tall: Metres::default(), ..PropKind::new(name.clone(), *glyph, *color) }
    }
}

/// A parting: a strip of terrain from one border of the level to the opposite one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PartingRule {
    pub(crate) name: String,
    /// The tag of the rooms beside it, which has its name: the position in the preset's tags.
    pub(crate) tag: u8,
    /// The terrain, by position in the list of kinds. It blocks.
    pub(crate) terrain: u8,
    /// The cells from bank to bank before the banks meander, least and most; at least
    /// [`PartingRule::LEAST_WIDTH`].
    pub(crate) width: (i32, i32),
    /// The most cells that each bank gives up to the terrain.
    pub(crate) meander: i32,
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
    pub(crate) const MOST_MEANDER: i32 = 8;
    /// The most crossings of a parting.
    pub(crate) const MOST_CROSSINGS: u32 = 16;

    /// The tag of the rooms beside it, as a bit of a room's tags.
    pub(crate) fn tag_bit(&self) -> u32 {
        1 << self.tag
    }

    /// The least longer side of a level that can have the parting at its widest, where the leaves
    /// on both sides of it have `leaf` cells or more across: those, and the level's border.
    pub(crate) fn least_longer_side(&self, leaf: i32) -> i32 {
        2 * leaf + self.width.1 + 2
    }
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
