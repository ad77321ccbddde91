//! Options of maps for Tiled.

use crate::map::TileGaps;

roomgen_text::named! {
/// Where the tilesets of a map are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TilesetPlace: "tileset" {
    /// In the map, which refers to their picture only.
    Embedded => "embedded",
    /// In files of their own, to which the map refers.
    External => "external",
}
}

/// Options of maps for Tiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TiledOptions {
    /// Where the tilesets are; `None`: outside of a `.tmx`, and in a `.tmj`.
    pub tileset: Option<TilesetPlace>,
    /// The gaps of the tile sheet, if the map has one of its own.
    pub gaps: TileGaps,
}
