//! Paints terrain in the view from above: water, chasms, banks and bridges, and ground over floor.
//!
//! Cells of terrain that blocks, such as water and chasms, are drawn as ground that lies below the
//! floor, and not as the rock, wall or floor that their tiles are. Bridges are decks over it.

mod bridge;
mod coast;
mod cover;
#[cfg(test)]
mod tests;
mod water;

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::Level,
    model::TerrainKind,
    theme::{FloorStyle, Theme, WallStyle},
};

use super::{
    canvas::{CellRowCanvas, darker, mix},
    floors::shade,
    solidity::CellSolidity,
    sunken::sunken,
    walls::WallPainter,
};
pub(super) use bridge::Bridges;
#[cfg(feature = "png")]
pub(super) use bridge::Deck;
use coast::Coast;
pub(super) use cover::cover;
use water::TerrainLook;

/// The painter of terrain in the view from above.
#[derive(Debug)]
pub(super) struct TerrainPainter<'level> {
    level: &'level Level,
    /// One for each kind of the level's terrain.
    looks: Vec<TerrainLook>,
    bridges: Bridges,
    earth: Color,
    /// Whether the ground is drawn below the floor by others, so that banks follow the sides of
    /// cells.
    is_lowered: bool,
    /// Whether banks are drawn up to the walls: not beside rough rock, which has edges of its own.
    is_straight: bool,
}

impl<'level> TerrainPainter<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme, window: Rect) -> Self {
        let earth = earth(theme);
        Self {
            level,
            earth,
            is_lowered: false,
            looks: level.terrain_kinds().iter().map(|kind| TerrainLook::new(kind, earth)).collect(),
            bridges: Bridges::new(level, window),
            is_straight: theme.walls != WallStyle::Rock,
        }
    }

    /// Creates a painter of ground alone: its banks are drawn by others.
    pub(super) fn lowered(level: &'level Level, theme: &Theme, window: Rect) -> Self {
        let mut painter = Self { is_lowered: true, is_straight: true, ..Self::new(level, theme, window) };
        painter.looks.iter_mut().for_each(|look| look.height = 0);
        painter
    }

    pub(super) fn bridges(&self) -> &Bridges {
        &self.bridges
    }

    /// The colour of banks.
    pub(super) fn earth(&self) -> Color {
        self.earth
    }

    /// Draws the terrain of row `y`, which is the current row of `walls`, over its floor.
    pub(super) fn paint(&self, canvas: &mut CellRowCanvas, y: i32, walls: &WallPainter) {
        if self.level.terrain_cells().is_none() {
            return;
        }
        for cell in canvas.columns().map(|x| Cell::new(x, y)) {
            if let Some(kind) = cover(self.level, cell).filter(|_| self.bridges.at(cell).is_none()) {
                cover::paint(canvas, self.level, cell, kind);
            }
            if self.is_lowered && sunken(self.level, cell).is_none() && self.bridges.at(cell).is_none() {
                continue;
            }
            let is_open = walls.at(cell.x, 0, 0) == CellSolidity::Open;
            if !is_open && !walls.shows_floor(cell.x) {
                continue;
            }
            let coast = Coast::around(self.level, &self.bridges, cell, self.is_lowered);
            let Some(look) = coast.kind().and_then(|kind| self.looks.get(kind)) else { continue };
            look.paint(canvas, cell, &coast, self.is_straight);
            let is_wet = sunken(self.level, cell).is_some();
            if is_wet && is_open && self.is_straight {
                shade(canvas, cell, walls);
            }
        }
        self.bridges.paint(canvas, self.level, y);
    }
}

/// The colour of banks in a theme.
fn earth(theme: &Theme) -> Color {
    let floor = theme.floor_start.lerp_hsl(theme.floor_end, 0.5);
    match theme.floor {
        FloorStyle::Grass | FloorStyle::Earth => mix(darker(floor, 110), Color::new(0x6b, 0x4a, 0x2e), 110),
        FloorStyle::Flagstones | FloorStyle::Planks => mix(darker(floor, 90), theme.wall_face, 110),
    }
}

/// Draws a tile of terrain below the floor. Bit n of `mask` says whether the nth of the eight cells
/// around it, clockwise from the north, has terrain too; the others are floor.
pub(super) fn paint_tile(canvas: &mut CellRowCanvas, kind: &TerrainKind, theme: &Theme, cell: Cell, mask: u8) {
    TerrainLook::new(kind, earth(theme)).paint(canvas, cell, &Coast::of_tile(cell, mask), false);
}
