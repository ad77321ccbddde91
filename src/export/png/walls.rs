//! Walls and rock: tops with a lit lip, faces of brick where floor lies south of them, and the dark in which they end.

use std::collections::HashMap;

use crate::{geom::Cell, interp::Color, level::Level, level::Tile, theme::Theme};

use super::canvas::{CELL, Canvas, WHOLE, darker, hash, lighter, mix};

/// Rows of a wall's top that are seen above its face; the other rows of the cell are the face.
pub(super) const LINTEL: i32 = 5;

/// How wide a wall's top is, in pixels from the open, before it sinks into the rock.
const TOP: i32 = 11;

/// The pixels over which it sinks.
const SLOPE: i32 = 4;

/// The tints of stones: as little as makes out one from the next.
const TINTS: [fn(Color) -> Color; 4] =
    [|color| darker(color, 12), |color| lighter(color, 6), |color| color, |color| darker(color, 5)];

/// What a cell is to its walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solid {
    /// Nothing: floor, or a door leaf that stands in a west or east wall.
    No,
    /// Solid, with a face towards the open south of it.
    Faced,
    /// Solid through and through.
    Whole,
}

/// The distances of a cell's pixels from the open, in whole pixels.
type Distances = [u8; (CELL * CELL) as usize];

/// What solid cells look like.
#[derive(Debug)]
pub(super) struct Walls<'level> {
    level: &'level Level,
    /// The row above the current one, that row, and the one below; each with a cell more on either side.
    rows: [Vec<Solid>; 3],
    /// By how the nine cells about a cell are solid.
    distances: HashMap<[Solid9; 9], Box<Distances>>,
    /// The top's colours by distance from the open, for each of the stones' four tints; rock is the last.
    tops: [[Color; (TOP + SLOPE + 1) as usize]; 4],
    bricks: [Color; 4],
    face: Color,
}

/// As a key of a map.
type Solid9 = u8;

impl<'level> Walls<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme) -> Self {
        let top = |distance: i32| match distance {
            0 => lighter(theme.wall_top, 84),
            1 => lighter(theme.wall_top, 26),
            _ if distance < TOP => theme.wall_top,
            _ => mix(theme.wall_top, theme.rock, ((distance - TOP + 2) as u32 * WHOLE / (SLOPE as u32 + 2)).min(WHOLE)),
        };
        let tops = TINTS.map(|tint| {
            std::array::from_fn(|distance| match distance as i32 {
                // Lips are all alike, so that they read as one line.
                distance @ 0..2 => top(distance),
                distance if distance < TOP + SLOPE => tint(top(distance)),
                // In the dark a tint shows more than in the light.
                _ => mix(theme.rock, tint(theme.rock), WHOLE / 2),
            })
        });
        Self {
            level,
            rows: [const { Vec::new() }; 3],
            distances: HashMap::new(),
            tops,
            bricks: TINTS.map(|tint| tint(theme.wall_face)),
            face: theme.wall_face,
        }
    }

    /// Makes `y` the current row.
    pub(super) fn turn_to(&mut self, y: i32) {
        let level = self.level;
        for (row, y) in self.rows.iter_mut().zip(y - 1..) {
            row.clear();
            row.extend((-1..=level.width()).map(|x| solid(level, Cell::new(x, y))));
        }
    }

    /// What the cell in column `x + dx` is, `dy` rows below the current one; steps are -1 to 1.
    #[inline]
    pub(super) fn at(&self, x: i32, dx: i32, dy: i32) -> Solid {
        self.rows[(dy + 1) as usize][(x + dx + 1) as usize]
    }

    /// Draws the solid cells of the current row, `y`.
    pub(super) fn paint(&mut self, canvas: &mut Canvas, y: i32) {
        for x in 0..self.level.width() {
            let rows = match self.at(x, 0, 0) {
                Solid::No => continue,
                Solid::Faced => LINTEL,
                Solid::Whole => CELL,
            };
            self.paint_top(canvas, Cell::new(x, y), rows);
            if rows < CELL {
                self.paint_face(canvas, Cell::new(x, y));
            }
        }
    }

    fn paint_top(&mut self, canvas: &mut Canvas, cell: Cell, rows: i32) {
        let key = std::array::from_fn(|number| self.at(cell.x, number as i32 % 3 - 1, number as i32 / 3 - 1) as u8);
        let distances = self.distances.entry(key).or_insert_with(|| Box::new(measure(&key)));
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        for (y, distances) in (0..rows).zip(distances.chunks_exact(CELL as usize)) {
            for (quarter, distances) in (0..).zip(distances.chunks_exact(4)) {
                let tint = hash(left / 4 + quarter, (top + y) / 4) as usize % 4;
                for (pixel, &distance) in canvas.run(left + quarter * 4, top + y, 4).0.iter_mut().zip(distances) {
                    *pixel = self.tops[tint][usize::from(distance)];
                }
            }
        }
    }

    /// Courses of brick under the lip, light above and dark towards the floor.
    fn paint_face(&self, canvas: &mut Canvas, cell: Cell) {
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        let mortar = darker(self.face, 84);
        canvas.fill([left, top + LINTEL, CELL, CELL - LINTEL], mortar);
        for (course, y) in [(0, LINTEL + 1), (1, LINTEL + 5), (2, LINTEL + 9)] {
            let height = 3.min(CELL - y);
            let shift = if course == 1 { -4 } else { 0 };
            for brick in 0..3 {
                let x = left + shift + brick * 8;
                let (from, to) = (x.max(left), (x + 7).min(left + CELL));
                if from >= to {
                    continue;
                }
                let color = self.bricks[hash(x, top + y) as usize % 4];
                canvas.fill([from, top + y, to - from, height], darker(color, course * 22));
                canvas.fill([from, top + y, to - from, 1], lighter(color, 26 - course * 10));
            }
        }
        canvas.blend([left, top + LINTEL, CELL, 1], darker(self.face, 160), 150);
        for (dx, near, far) in [(-1, left, left + 1), (1, left + CELL - 1, left + CELL - 2)] {
            match self.at(cell.x, dx, 0) {
                Solid::Whole => {
                    canvas.blend([near, top + LINTEL, 1, CELL - LINTEL], darker(self.face, 200), 120);
                    canvas.blend([far, top + LINTEL, 1, CELL - LINTEL], darker(self.face, 200), 50);
                }
                Solid::No => canvas.blend([near, top + LINTEL, 1, CELL - LINTEL], darker(self.face, 150), 140),
                Solid::Faced => {}
            }
        }
    }
}

/// What a cell is; whatever lies outside the level is solid.
fn solid(level: &Level, cell: Cell) -> Solid {
    let is_solid = |x, y| {
        let cell = Cell::new(x, y);
        let tile = level.tile(cell);
        !tile.is_open() || tile == Tile::Door && leads_north(level, cell)
    };
    match (is_solid(cell.x, cell.y), is_solid(cell.x, cell.y + 1)) {
        (false, _) => Solid::No,
        (true, false) => Solid::Faced,
        (true, true) => Solid::Whole,
    }
}

/// Whether the door at `cell` leads from south to north, so that it stands in the face of a wall, rather than from west to
/// east: whether there is more floor north and south of it.
pub(super) fn leads_north(level: &Level, cell: Cell) -> bool {
    let floor = |x, y| u8::from(matches!(level.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor));
    let Cell { x, y } = cell;
    floor(x, y - 1) + floor(x, y + 1) > floor(x - 1, y) + floor(x + 1, y)
}

/// The distance of each pixel of the middle one of nine cells from the open or from a face, up to that of solid rock.
fn measure(cells: &[Solid9; 9]) -> Distances {
    // Open boxes as left, top, right, bottom.
    let boxes = cells.iter().enumerate().filter_map(|(number, &cell)| {
        let (left, top) = ((number as i32 % 3 - 1) * CELL, (number as i32 / 3 - 1) * CELL);
        let open = [left, top, left + CELL, top + CELL];
        match cell {
            cell if cell == Solid::No as u8 => Some(open),
            cell if cell == Solid::Faced as u8 => Some([left, top + LINTEL, left + CELL, top + CELL]),
            _ => None,
        }
    });
    let boxes: Vec<_> = boxes.collect();
    std::array::from_fn(|position| {
        let (x, y) = (position as i32 % CELL, position as i32 / CELL);
        let squared = boxes.iter().map(|&[left, top, right, bottom]| {
            // Pixels between this one and the box, on each axis.
            let dx = (left - x).max(x - right + 1).max(0);
            let dy = (top - y).max(y - bottom + 1).max(0);
            dx * dx + dy * dy
        });
        let distance = squared.min().map_or(TOP + SLOPE, |squared| (squared.isqrt() - 1).max(0));
        distance.min(TOP + SLOPE) as u8
    })
}
