//! Kinds of terrain: what covers or replaces the floor of cells.

use super::{Labels, Metres, Name};
use crate::{color::Color, digest::Digest};

/// A kind of terrain, such as water or planks. A cell has at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TerrainKind {
    /// The name, unique in its preset and level.
    pub name: Name,
    /// The character that draws it in text; see [`PropKind::is_glyph`](super::PropKind::is_glyph).
    pub glyph: char,
    /// The colour that draws it in text and pictures.
    pub color: Color,
    /// Whether it blocks walking. It never blocks sight.
    pub blocks: bool,
    /// How far its surface lies below the floor, for scenes: at most [`TerrainKind::MAX_DEPTH`].
    pub depth: Metres,
    /// The cost of a step onto it, as a multiple of a step onto floor: 1 to
    /// [`TerrainKind::MAX_SLOW`]. [`Level::step_costs`] has that of cells.
    ///
    /// [`Level::step_costs`]: crate::Level::step_costs
    pub slow: u8,
    /// Whether it leads over terrain that blocks, as the planks of a bridge do.
    pub is_bridge: bool,
    /// Tags for the game, such as what burns. It has no values.
    pub labels: Labels,
}

impl TerrainKind {
    /// The most kinds of a preset or level: a cell has one in a byte, of which 0 stands for none.
    pub const MAX_KINDS: usize = 64;
    /// The largest depth.
    pub const MAX_DEPTH: Metres = Metres::whole(16);
    /// The largest cost of a step.
    pub const MAX_SLOW: u8 = 16;

    /// A kind that does not block nor slow, at the height of the floor.
    #[must_use]
    pub fn new(name: Name, glyph: char, color: Color) -> Self {
        let (depth, labels) = (Metres::default(), Labels::default());
        Self { name, glyph, color, blocks: false, depth, slow: 1, is_bridge: false, labels }
    }

    /// Adds every field to a digest.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        let Self { name, glyph, color, blocks, depth, slow, is_bridge, labels } = self;
        digest.text(name).number(u32::from(*glyph)).bytes(&color.ascii()).number(*blocks).number(depth.parts());
        // As levels without bridges were counted before there was the word.
        digest.number(u32::from(*slow) | u32::from(*is_bridge) << 8);
        labels.digest(digest);
    }
}
