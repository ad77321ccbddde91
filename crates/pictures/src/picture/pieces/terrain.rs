//! The tile images of terrain: the middle of what lies below the floor, and the boards of decks.

use roomgen::{geom::Cell, model::TerrainKind, theme::Theme};

use super::{
    super::terrain::{Deck, paint_amid},
    TileImage,
};

/// Draws the tile image of a kind of terrain. It has no banks.
pub fn terrain(kind: &TerrainKind, theme: &Theme) -> TileImage {
    TileImage::cut_cell(Cell::new(3, 3), |canvas, y| {
        let cell = Cell::new(3, y);
        if kind.blocks {
            paint_amid(canvas, kind, theme, cell);
        } else {
            Deck { leads_north: false, color: kind.color, rails: [false; 2] }.paint(canvas, cell);
        }
    })
}
