//! The tile layers of a map.

use super::level_map::{FIRST_PIECE, LayerContent, NO_TILE};
use roomgen::{level::Level, theme::Theme};
use roomgen_pictures::picture::pieces::{CellTileImages, LevelTileImages, WallLooks};

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
