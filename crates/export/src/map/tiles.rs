//! The tile layers of a map.

use super::{
    level_map::{FIRST_PIECE, LayerContent, NO_TILE},
    sheet::TileSheet,
};
use crate::picture::pieces::{self, CellTileImages, LevelTileImages, WallLooks};
use roomgen::{
    level::{Level, Tile},
    model::TerrainKind,
    theme::Theme,
};

/// The contents of the layers `floor`, `shade`, `walls` and `features`, in this order.
pub(super) fn layers(level: &Level, theme: &Theme, looks: &WallLooks) -> [LayerContent; 4] {
    let mut layers = [(); 4].map(|()| Vec::with_capacity(level.size().cells() as usize));
    let mut views = LevelTileImages::new(level, theme, looks);
    for y in 0..level.height() {
        for CellTileImages { floor, shade, wall, feature } in views.row(y) {
            for (layer, piece) in layers.iter_mut().zip([floor, shade, wall, feature]) {
                layer.push(piece.map_or(NO_TILE, |number| FIRST_PIECE + u32::from(number)));
            }
        }
    }
    layers.map(LayerContent::Tiles)
}

/// The content of the layer `terrain`; `None` for a level without terrain.
///
/// A cell has a tile where its terrain takes the place of wall, rock or floor, and on decks of
/// bridges.
pub(super) fn terrain(level: &Level, sheet: &TileSheet) -> Option<LayerContent> {
    let cells = level.terrain_cells()?;
    let tile = |cell| {
        let shows = |kind: &&TerrainKind| match level.tile(cell) {
            Tile::Wall | Tile::Rock => kind.blocks,
            Tile::Corridor => !kind.blocks,
            Tile::Floor => true,
            Tile::Door => false,
        };
        let kind = level.terrain(cell).filter(shows);
        let mask = |kind: &TerrainKind| if kind.blocks { pieces::terrain_mask(level, cell) } else { pieces::AMID };
        kind.and_then(|kind| sheet.terrain(kind, mask(kind))).unwrap_or(NO_TILE)
    };
    Some(LayerContent::Tiles(cells.bounds().cells().map(tile).collect()))
}
