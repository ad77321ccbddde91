//! Draws terrain below the floor in the isometric view: its surface, the banks that go down to it,
//! and the rails of bridges.
//!
//! Consumes the pixels of the view from above, and draws cell by cell, in the order of floors.

use super::{
    super::{
        canvas::{CELL, SHADOW, darker, hash, lighter, mix},
        sunken::{is_chasm, is_ground, sunken},
        terrain::{Bridges, TerrainPainter},
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
    masonry::{EAST, SOUTH},
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::Level,
    model::TerrainKind,
};

/// The most that ground is drawn below the floor, and the depth of terrain that blocks at the
/// height of the floor, in sixteenths of a metre.
const DEEPEST: i32 = 16;
const SHALLOW: i32 = 4;

/// The height of the side of terrain at the edge of the level, and that of a deck's beams.
const SLAB: i32 = 8;
const BEAM: i32 = 3;

/// How far terrain lies below the floor as drawn, in sixteenths of a metre.
fn depth(kind: &TerrainKind) -> i32 {
    match kind.depth.parts() / 16 {
        ..=0 => SHALLOW,
        depth => depth.min(DEEPEST),
    }
}

/// The painter of terrain that lies below the floor.
pub(super) struct IsoTerrainPainter<'level> {
    level: &'level Level,
    window: Rect,
    bridges: &'level Bridges,
    earth: Color,
}

impl<'level> IsoTerrainPainter<'level> {
    pub(super) fn new(level: &'level Level, window: Rect, terrain: &'level TerrainPainter<'level>) -> Self {
        Self { level, window, bridges: terrain.bridges(), earth: terrain.earth() }
    }

    /// Draws a cell of terrain, whose pixels from above are `drawn`. Returns false, and draws
    /// nothing, if the cell shows none.
    pub(super) fn draw(&self, cell: Cell, brush: &mut IsoBrush<'_>, drawn: impl Fn(i32, i32) -> Color) -> bool {
        let Some(kind) = sunken(self.level, cell) else { return false };
        let (x, y, down) = (cell.x * CELL, cell.y * CELL, depth(kind));
        let shows = |cell: Cell| self.window.contains(cell) && is_ground(self.level, cell);
        let is_cut = [Cell::new(cell.x, cell.y + 1), Cell::new(cell.x + 1, cell.y)].map(|beside| !shows(beside));
        brush.turn_to(cell);
        let slab = IsoBox { from: [x, y, -down - SLAB], to: [x + CELL, y + CELL, -down] };
        brush.block(slab, |face, _, up| {
            let shade = match face {
                IsoBoxFace::South if is_cut[0] => SOUTH,
                IsoBoxFace::East if is_cut[1] => EAST,
                _ => return None,
            };
            Some(mix(darker(kind.color, shade), SHADOW, (60 + 24 * (-down - up) as u32).min(230)))
        });
        brush.ground(cell, -down, drawn);
        brush.turn_to(cell);
        // The banks belong to the cells in the north and in the west, which end here.
        let north = IsoBox { from: [x, y - CELL, -down], to: [x + CELL, y, 0] };
        let west = IsoBox { from: [x - CELL, y, -down], to: [x, y + CELL, 0] };
        for (block, beside, wanted) in [
            (north, Cell::new(cell.x, cell.y - 1), IsoBoxFace::South),
            (west, Cell::new(cell.x - 1, cell.y), IsoBoxFace::East),
        ] {
            if sunken(self.level, beside).is_some() && self.window.contains(beside) {
                continue;
            }
            let deck = self.bridges.at(beside).filter(|_| self.window.contains(beside));
            let shade = if wanted == IsoBoxFace::East { EAST } else { SOUTH };
            brush.block(block, |face, along, up| {
                if face != wanted {
                    return None;
                }
                let color = match deck {
                    Some(deck) if up >= -BEAM => darker(deck.color, if up == -1 { 30 } else { 130 }),
                    Some(_) => return Some(mix(darker(kind.color, 120), SHADOW, 110)),
                    None => bank_color(self.earth, kind, [along, up], down),
                };
                Some(darker(color, shade / 2))
            });
        }
        true
    }
}

/// The colour of a bank: lit at the floor, wet at the water, and dark down in a chasm.
fn bank_color(earth: Color, kind: &TerrainKind, [along, up]: [i32; 2], down: i32) -> Color {
    let stone = darker(earth, (hash(along.div_euclid(4), up.div_euclid(3)) & 3) * 14);
    if is_chasm(kind) {
        return mix(
            if up == -1 { lighter(stone, 60) } else { stone },
            darker(kind.color, 228),
            (-up * 256 / down) as u32,
        );
    }
    match up {
        -1 => lighter(stone, 50),
        up if up == -down => mix(stone, lighter(kind.color, 150), 150),
        up if up == 1 - down => darker(stone, 110),
        _ => darker(stone, 30),
    }
}

/// The painter of the rails of bridges.
pub(super) struct IsoRailPainter(Bridges);

impl IsoRailPainter {
    pub(super) fn new(level: &Level, window: Rect) -> Self {
        Self(Bridges::new(level, window))
    }

    /// Draws the rails of the deck on a cell.
    pub(super) fn draw(&self, cell: Cell, brush: &mut IsoBrush<'_>) {
        /// The height of a rail, and its thickness.
        const TOP: i32 = 6;
        const THICK: i32 = 1;
        let Some(deck) = self.0.at(cell) else { return };
        let (x, y) = (cell.x * CELL, cell.y * CELL);
        let wood = |face: IsoBoxFace, _: i32, _: i32| {
            Some(match face {
                IsoBoxFace::Top => lighter(deck.color, 70),
                IsoBoxFace::South => darker(deck.color, 20),
                IsoBoxFace::East => darker(deck.color, 100),
            })
        };
        for (side, _) in [1, CELL - 1 - THICK].into_iter().zip(deck.rails).filter(|(_, has_rail)| *has_rail) {
            let place = |[from, low]: [i32; 2], [to, high]: [i32; 2], thick: i32| {
                let (first, last) = if deck.leads_north {
                    ([x + side, y + from, low], [x + side + thick, y + to, high])
                } else {
                    ([x + from, y + side, low], [x + to, y + side + thick, high])
                };
                IsoBox { from: first, to: last }
            };
            for post in [0, CELL / 2] {
                brush.block(place([post, 0], [post + 2, TOP - 1], THICK), wood);
            }
            brush.block(place([0, TOP - 1], [CELL, TOP], THICK), wood);
        }
    }
}
