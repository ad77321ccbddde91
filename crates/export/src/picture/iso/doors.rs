//! Draws doors in the isometric view: a leaf between two posts, low enough to look over.
//!
//! Consumes the doors of a level, and draws boxes cell by cell.

use std::collections::HashMap;

use super::{
    super::{
        canvas::{CELL, darker, lighter},
        scene::SceneDoor,
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{DoorKind, Level},
    theme::Theme,
};

/// Heights of a door's posts and leaves, in sixteenths of a metre.
const POST: i32 = 14;
const LEAF: i32 = 12;

/// Thickness of a door's posts and leaves, in sixteenths of a metre.
const THICK: i32 = 2;

/// The painter of doors in the isometric view.
pub(super) struct IsoDoorPainter {
    /// The door on each cell of a door, but of secret ones.
    cells: HashMap<Cell, SceneDoor>,
    wood: Color,
}

impl IsoDoorPainter {
    pub(super) fn new(level: &Level, theme: &Theme, window: Rect) -> Self {
        let cells = SceneDoor::of(level).filter(|door| door.kind != DoorKind::Secret).flat_map(|door| {
            let cells = door.cells.intersection(window).into_iter().flat_map(Rect::cells);
            cells.filter(|&cell| level.tile(cell).is_open()).map(move |cell| (cell, door))
        });
        Self { cells: cells.collect(), wood: theme.door }
    }

    /// Draws the part of a door that stands on a cell.
    pub(super) fn draw(&self, cell: Cell, brush: &mut IsoBrush<'_>) {
        let Some(&seen) = self.cells.get(&cell) else { return };
        let (door, kind, bars, is_across) = (seen.cells, seen.kind, seen.bars(), seen.leads_north);
        // Creates a box from coordinates along the door's wall, through it, and upwards.
        let place = |[along, through]: [i32; 2], [up, top]: [i32; 2], [to_along, to_through]: [i32; 2]| {
            let (x, y) = (cell.x * CELL, cell.y * CELL);
            let (from, to) = if is_across {
                ([x + along, y + through], [x + to_along, y + to_through])
            } else {
                ([x + through, y + along], [x + to_through, y + to_along])
            };
            IsoBox { from: [from[0], from[1], up], to: [to[0], to[1], top] }
        };
        let (is_first, is_last) = if is_across {
            (cell.x == door.left(), cell.x + 1 == door.right())
        } else {
            (cell.y == door.top(), cell.y + 1 == door.bottom())
        };
        let front = if is_across { IsoBoxFace::South } else { IsoBoxFace::East };
        let wood = |color: Color| move |face: IsoBoxFace, _: i32, _: i32| Some(shaded(color, face));
        let middle = CELL / 2;
        let (begin, end) = (if is_first { THICK } else { 0 }, if is_last { CELL - THICK } else { CELL });
        if is_first {
            brush.block(place([0, middle - 3], [0, POST], [THICK, middle + 3]), wood(darker(self.wood, 90)));
        }
        match kind {
            DoorKind::Open => {
                // The leaf is folded back against its post.
                if is_first {
                    brush.block(place([THICK, middle], [0, LEAF], [2 * THICK, CELL]), wood(self.wood));
                }
            }
            DoorKind::Barred => {
                for bar in (begin + 1..end).step_by(4) {
                    brush.block(place([bar, middle - 1], [0, POST], [bar + 1, middle + 1]), wood(bars));
                }
                brush
                    .block(place([begin, middle - 1], [LEAF - 2, LEAF - 1], [end, middle + 1]), wood(darker(bars, 40)));
            }
            DoorKind::Closed | DoorKind::Secret => {
                let block = place([begin, middle - 1], [0, LEAF], [end, middle + 1]);
                brush.block(block, |face, along, up| {
                    let is_seam = face == front && along.rem_euclid(4) == 3;
                    let is_band = face == front && (up == 2 || up == LEAF - 4);
                    let color = match (is_seam, is_band) {
                        (_, true) => darker(self.wood, 130),
                        (true, _) => darker(self.wood, 80),
                        _ => self.wood,
                    };
                    Some(shaded(color, face))
                });
            }
        }
        if is_last {
            brush.block(place([CELL - THICK, middle - 3], [0, POST], [CELL, middle + 3]), wood(darker(self.wood, 90)));
        }
    }
}

/// Shades a colour for a face: lighter on the top, unchanged in the south, darker in the east.
pub(super) fn shaded(color: Color, face: IsoBoxFace) -> Color {
    match face {
        IsoBoxFace::Top => lighter(color, 70),
        IsoBoxFace::South => color,
        IsoBoxFace::East => darker(color, 80),
    }
}
