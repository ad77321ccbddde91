//! Paints walls of rough rock from above: tops and faces of boulders with round outlines, and
//! pebbles at their foot.
//!
//! Consumes the classes of a cell and of those around it, and draws on a [`CellRowCanvas`]. Solid
//! cells show floor where a corner of rock is round, and open cells show rock where a corner of
//! floor is.

use std::collections::HashMap;

use roomgen::{
    color::Color,
    geom::Cell,
    level::Level,
    theme::{Theme, WallStyle},
};

use super::{
    boulders::{BoulderTexture, PebblePart, PebblePixel},
    canvas::{CELL, CellRowCanvas, SHADOW, darker, lighter, mix},
    contour::{EDGE, RockContour},
    facing::{TINTS, tints},
    solidity::{CellSolidity, DEPTHS, PixelDistances, SolidityCode, distances_from_open},
    sunken::is_ground,
};

/// The change of a field from pixel to pixel across a straight side.
const PIXEL: i32 = 2 * EDGE / CELL;

/// The fields of a solid cell, and the distances of its pixels from the nearest open cell.
#[derive(Debug)]
struct CragCell {
    contour: RockContour,
    distances: PixelDistances,
}

/// The painter of rough rock.
#[derive(Debug)]
pub(super) struct CragPainter {
    boulders: &'static BoulderTexture,
    solid: HashMap<[SolidityCode; 9], Box<CragCell>>,
    open: HashMap<[SolidityCode; 9], Box<RockContour>>,
    /// The colours of tops: for each tint, by distance in pixels from the nearest open cell.
    tops: [[Color; DEPTHS]; TINTS],
    faces: [Color; TINTS],
    /// The colours of the ground where the corner of a solid cell is round; `None` if floor is
    /// drawn there before.
    ground: Option<[Color; TINTS]>,
    pebble: Color,
}

impl CragPainter {
    pub(super) fn new(
        theme: &Theme,
        tops: [[Color; DEPTHS]; TINTS],
        boulders: &'static BoulderTexture,
        is_over_floor: bool,
    ) -> Self {
        let floor = theme.floor_start.lerp_hsl(theme.floor_end, 0.5);
        let ground = darker(floor, 40);
        Self {
            boulders,
            solid: HashMap::new(),
            open: HashMap::new(),
            tops,
            faces: tints(theme.wall_face, WallStyle::Rock),
            ground: (!is_over_floor).then(|| [darker(ground, 20), darker(ground, 8), ground, lighter(ground, 6)]),
            pebble: mix(lighter(theme.wall_face, 40), floor, 90),
        }
    }

    /// Draws a solid cell. `around` are the classes of the cells around it, and `most` is the
    /// largest distance from an open cell.
    pub(super) fn paint_solid(
        &mut self,
        canvas: &mut CellRowCanvas,
        cell: Cell,
        around: &[SolidityCode; 9],
        most: usize,
    ) {
        let new = || Box::new(CragCell { contour: RockContour::new(around), distances: distances_from_open(around) });
        let CragCell { contour, distances } = &**self.solid.entry(*around).or_insert_with(new);
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        for (y, distances) in (0..CELL).zip(distances.chunks_exact(CELL as usize)) {
            let pixels = canvas.run(left, top + y, CELL).0.iter_mut().zip(distances);
            for (x, (pixel, &distance)) in (0..).zip(pixels) {
                let boulder = self.boulders.at(left + x, top + y);
                let (tint, lift) = (usize::from(boulder.tint), i32::from(boulder.lift));
                let (foot, height) = (contour.foot(x, y) + lift - EDGE, contour.top(x, y) + lift - EDGE);
                *pixel = match (foot, height) {
                    (..0, _) => match self.ground {
                        Some(ground) => ground[tint],
                        None => continue,
                    },
                    (_, ..0) => face_color(self.faces[tint], foot, height),
                    _ => {
                        let far = (i32::from(distance) + lift / 40).max(2) as usize;
                        let depth = if height < 2 * PIXEL { (height / PIXEL) as usize } else { far.min(most) };
                        let color = self.tops[tint][depth];
                        let back =
                            if y >= 2 { contour.foot(x, y - 2) + lift - EDGE } else { contour.foot(x, y - 2) - EDGE };
                        if back < 0 { darker(color, 84) } else { color }
                    }
                };
            }
        }
    }

    /// Draws the shadows of rock on an open cell, and pebbles.
    pub(super) fn shade(&mut self, canvas: &mut CellRowCanvas, level: &Level, cell: Cell) {
        let Some(contour) = contour_of(&mut self.open, level, cell) else { return };
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        for (y, x) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (y, x))) {
            let shadow = (contour.foot(x - 2, y - 4) - EDGE / 2) / 4;
            let own = contour.foot(x, y) + i32::from(self.boulders.at(left + x, top + y).lift);
            let line = if own >= EDGE - PIXEL { 70 } else { 0 };
            let amount = shadow.clamp(line, 132) as u32;
            if amount > 0 {
                canvas.dot(left + x, top + y, SHADOW, amount);
            }
            let Some(PebblePixel { middle, chance, part }) = self.boulders.at(left + x, top + y).pebble else {
                continue;
            };
            let near = contour.foot(x + i32::from(middle[0]), y + i32::from(middle[1]) - 3);
            if near > EDGE - PIXEL + 20 * (i32::from(chance) - 8) {
                match part {
                    PebblePart::Lit => canvas.dot(left + x, top + y, lighter(self.pebble, 50), 220),
                    PebblePart::Stone => canvas.dot(left + x, top + y, darker(self.pebble, 60), 230),
                    PebblePart::Shadow => canvas.dot(left + x, top + y, SHADOW, 96),
                }
            }
        }
    }

    /// Draws the rock on an open cell: in its corners, and where a boulder stands out.
    pub(super) fn paint_open(&mut self, canvas: &mut CellRowCanvas, level: &Level, cell: Cell) {
        let Some(contour) = contour_of(&mut self.open, level, cell) else { return };
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        for (y, x) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (y, x))) {
            let boulder = self.boulders.at(left + x, top + y);
            let (tint, lift) = (usize::from(boulder.tint), i32::from(boulder.lift));
            let (foot, height) = (contour.foot(x, y) + lift - EDGE, contour.top(x, y) + lift - EDGE);
            let color = match (foot, height) {
                (..0, _) => continue,
                (_, ..0) => darker(self.faces[tint], (2 * PIXEL - foot).max(0) as u32 / 2),
                _ => self.tops[tint][(height / PIXEL) as usize],
            };
            canvas.fill([left + x, top + y, 1, 1], color);
        }
    }
}

/// The colour of a face, whose upper edge is lit and whose foot is dark. `foot` and `height` are
/// the fields of rock and of its top, from the edge.
fn face_color(color: Color, foot: i32, height: i32) -> Color {
    let below = (-height / PIXEL).min(8) as u32;
    let color = if below == 0 { lighter(color, 40) } else { darker(color, below * 7) };
    if foot < 2 * PIXEL { darker(color, (2 * PIXEL - foot) as u32 / 2) } else { color }
}

/// The fields of an open cell, for which doors count as open; `None` if no cell beside it is solid.
fn contour_of<'cells>(
    cells: &'cells mut HashMap<[SolidityCode; 9], Box<RockContour>>,
    level: &Level,
    cell: Cell,
) -> Option<&'cells RockContour> {
    let around = open_around(level, cell);
    let is_any = around.iter().any(|&code| code != CellSolidity::Open as u8);
    is_any.then(|| &**cells.entry(around).or_insert_with(|| Box::new(RockContour::new(&around))))
}

/// The number of sets of solid cells around an open cell.
pub(super) const SURROUNDINGS: u16 = 1 << 8;

/// The number of the set of solid cells around an open cell, a bit each, row-major; 0 for none.
pub(super) fn surroundings(level: &Level, cell: Cell) -> u16 {
    let around = open_around(level, cell);
    let beside = around[..4].iter().chain(&around[5..]).enumerate();
    beside.map(|(place, &code)| u16::from(code != CellSolidity::Open as u8) << place).sum()
}

/// The classes of 3 by 3 cells around an open cell, without faces. Doors are open.
pub(super) fn open_around(level: &Level, cell: Cell) -> [SolidityCode; 9] {
    std::array::from_fn(|number| {
        let beside = Cell::new(cell.x + number as i32 % 3 - 1, cell.y + number as i32 / 3 - 1);
        let class = if is_ground(level, beside) { CellSolidity::Open } else { CellSolidity::Solid };
        class as u8
    })
}
