//! Draws walls of rough rock in the isometric view: boulders with round outlines and uneven tops.
//!
//! Consumes the tiles around a cell and the height of its wall, and draws a relief cell by cell: on
//! a solid cell the rock, and on an open cell the foot of the rock beside it.

use std::collections::HashMap;

use super::{
    super::{
        boulders::BoulderTexture,
        canvas::{CELL, SHADOW, darker, lighter, mix},
        contour::{EDGE, RockContour},
        crags::open_around,
        facing::{TINTS, tints},
        solidity::{CellSolidity, SolidityCode},
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
    masonry::{DEPTH, EAST, SOUTH, face_color},
};
use roomgen::{
    color::Color,
    geom::Cell,
    level::Level,
    theme::{Theme, WallStyle},
};

/// The height of the rock on open cells, in sixteenths of a metre.
const TALUS: i32 = 4;

/// The number of layers by which a boulder may stand higher than its wall.
const BUMP: i32 = 4;

/// The painter of rough rock in the isometric view.
#[derive(Debug)]
pub(super) struct IsoCragPainter {
    boulders: &'static BoulderTexture,
    contours: HashMap<[SolidityCode; 9], Box<RockContour>>,
    tops: [Color; TINTS],
    faces: [Color; TINTS],
    /// The colour of the ground where a corner of a wall is round.
    ground: Color,
}

/// The wall on a cell of rough rock.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsoCrag {
    /// The height in sixteenths of a metre.
    pub(super) height: i32,
    /// Whether the wall's side in the south and that in the east are outer sides of the level,
    /// which go below the floor.
    pub(super) is_outer: [bool; 2],
    pub(super) is_secret: bool,
}

/// The heights of the pixels of a cell, row-major, in sixteenths of a metre.
type CellHeights = [i32; (CELL * CELL) as usize];

impl IsoCragPainter {
    /// Creates a painter with the colours of wall tops and of faces.
    pub(super) fn new(theme: &Theme, top: Color, face: Color) -> Option<Self> {
        (theme.walls == WallStyle::Rock).then(|| Self {
            boulders: BoulderTexture::broad(),
            contours: HashMap::new(),
            tops: tints(top, WallStyle::Rock),
            faces: tints(face, WallStyle::Rock),
            ground: darker(theme.floor_start.lerp_hsl(theme.floor_end, 0.5), 110),
        })
    }

    /// Draws the wall of a solid cell.
    pub(super) fn draw_wall(&mut self, level: &Level, cell: Cell, crag: IsoCrag, brush: &mut IsoBrush<'_>) {
        let heights = self.heights(solid_around(level, cell), cell, |depth, lift| match crag.height {
            _ if depth + lift / 4 < 0 => 1,
            height @ ..=8 => (height + lift / 32).min(3 + depth / 16).max(2),
            height => (height + lift * BUMP / 128).min(6 + depth / 6).max(3),
        });
        self.draw(cell, &heights, crag, brush);
    }

    /// Draws the foot of the rock beside an open cell.
    pub(super) fn draw_talus(&mut self, level: &Level, cell: Cell, brush: &mut IsoBrush<'_>) {
        let around = open_around(level, cell);
        if around.iter().all(|&code| code == CellSolidity::Open as u8) {
            return;
        }
        let heights = self.heights(around, cell, |depth, lift| match depth + lift / 4 {
            ..0 => 0,
            inside => (1 + inside / 24).min(TALUS),
        });
        if heights.iter().any(|&height| height > 0) {
            self.draw(cell, &heights, IsoCrag { height: TALUS, is_outer: [false; 2], is_secret: false }, brush);
        }
    }

    /// The heights of a cell. `height` gives that of a pixel from its depth in the rock, from the
    /// outline, and from how far its boulder stands out, in 64ths of a pixel.
    fn heights(&mut self, around: [SolidityCode; 9], cell: Cell, height: impl Fn(i32, i32) -> i32) -> Box<CellHeights> {
        let contour = self.contours.entry(around).or_insert_with(|| Box::new(RockContour::new(&around)));
        Box::new(std::array::from_fn(|place| {
            let (x, y) = (place as i32 % CELL, place as i32 / CELL);
            let lift = i32::from(self.boulders.at(cell.x * CELL + x, cell.y * CELL + y).lift);
            height(contour.foot(x, y) - EDGE, lift)
        }))
    }

    fn draw(&self, cell: Cell, heights: &CellHeights, crag: IsoCrag, brush: &mut IsoBrush<'_>) {
        let (x0, y0) = (cell.x * CELL, cell.y * CELL);
        let at = |x: i32, y: i32| {
            let is_inside = (0..CELL).contains(&x) && (0..CELL).contains(&y);
            is_inside.then(|| heights[(y * CELL + x) as usize])
        };
        let low = if crag.is_outer.contains(&true) { -DEPTH } else { 0 };
        let block = IsoBox { from: [x0, y0, low], to: [x0 + CELL, y0 + CELL, crag.height + BUMP] };
        brush.relief(block, |face, [x, y, z]| {
            let own = at(x - x0, y - y0).filter(|&height| z < height)?;
            Some(match face {
                IsoBoxFace::Top => {
                    let color = self.tops[usize::from(self.boulders.at(x, y).tint)];
                    let lower = [(1, 0), (0, 1)].map(|(dx, dy)| at(x - x0 + dx, y - y0 + dy).unwrap_or(own) + 2 < own);
                    let ring = [2, 13];
                    match own {
                        1 if crag.height > TALUS => self.ground,
                        _ if crag.is_secret && (ring.contains(&(x - x0)) || ring.contains(&(y - y0))) => {
                            darker(color, 80)
                        }
                        _ if lower.contains(&true) => lighter(color, 44),
                        // What lies low is in the shade of what stands beside it.
                        own => darker(color, (12 - own).clamp(0, 12) as u32 * 4),
                    }
                }
                IsoBoxFace::South | IsoBoxFace::East => {
                    let is_south = face == IsoBoxFace::South;
                    // Below the floor there are only the outer sides of the level.
                    let is_last = if is_south { y == y0 + CELL - 1 } else { x == x0 + CELL - 1 };
                    if z < 0 && !(is_last && crag.is_outer[usize::from(!is_south)]) {
                        return None;
                    }
                    let (along, line, shade) = if is_south { (x, cell.y, SOUTH) } else { (-y, !cell.x, EAST) };
                    let stone = face_color(WallStyle::Rock, &self.faces, [along, z], line);
                    let foot = if z < 0 { 90 + (-z) as u32 * 24 } else { (4 - z).max(0) as u32 * 14 };
                    mix(darker(stone, shade), SHADOW, foot.min(220))
                }
            })
        });
    }
}

/// The classes of 3 by 3 cells around a solid cell, without faces. Doors are open.
fn solid_around(level: &Level, cell: Cell) -> [SolidityCode; 9] {
    let mut around = open_around(level, cell);
    around[4] = CellSolidity::Solid as u8;
    around
}
