//! Draws the rock around walls: hatching, strata, roots or sand, which fade away from the level.
//!
//! Consumes a level and a theme, and draws on a [`CellRowCanvas`] one row of cells at a time. The
//! rock is no place that light falls on: it is as bright in the dark as in the light.

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::Level,
    theme::{FloorStyle, Theme, WallStyle},
};

use super::{
    boulders::BoulderTexture,
    canvas::{CELL, CellRowCanvas, hash, lighter, mix},
    sunken::is_ground,
};

/// The farthest distance from an open cell at which rock is drawn, in cells along the larger axis.
pub(super) const REACH: i32 = 3;

/// The opacity of rock at each distance up to [`REACH`]. At distance 1 are walls.
const AMOUNTS: [u32; REACH as usize + 1] = [0, 0, 150, 70];

/// The most cells of a pocket.
const POCKET: usize = 16;

/// Whether a cell belongs to a pocket: some rock between walls, as in the spandrels of round rooms.
///
/// A pocket would be a black spot, so that it is drawn as wall. It is a small set of solid cells,
/// joined along sides and corners, each of them two steps from an open cell and none of them more.
/// Cost: constant.
pub(super) fn is_pocket(level: &Level, cell: Cell) -> bool {
    let is_far = |cell: Cell, steps: i32| {
        let side = 2 * steps + 1;
        !Rect::of(cell.x - steps, cell.y - steps, side, side).cells().any(|cell| is_ground(level, cell))
    };
    if !is_far(cell, 1) {
        return false;
    }
    let mut found = vec![cell];
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        if is_far(cell, 2) || found.len() > POCKET {
            return false;
        }
        for beside in Rect::of(cell.x - 1, cell.y - 1, 3, 3).cells() {
            if is_far(beside, 1) && !found.contains(&beside) {
                found.push(beside);
            }
        }
        next += 1;
    }
    true
}

/// The material of rock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Material {
    /// Bundles of short parallel strokes, as in drawn maps.
    Hatching,
    /// Layers of earth below wooden floors.
    Strata,
    /// Roots below hedges and grass.
    Roots,
    /// Cracks between boulders.
    Boulders,
    /// Grains and pebbles around rough walls.
    Sand,
}

/// The painter of rock.
#[derive(Debug)]
pub(super) struct RockPainter<'level> {
    level: &'level Level,
    material: Material,
    color: Color,
    /// For each column from [`REACH`] before the first to as many behind the last: the rows to the
    /// nearest open cell, at most one more than [`REACH`].
    nearest: Vec<i32>,
}

impl<'level> RockPainter<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme) -> Self {
        use FloorStyle::{Earth, Flagstones, Grass, Planks};
        let material = match (theme.walls, theme.floor) {
            (WallStyle::Hedge, Grass) => Material::Roots,
            (WallStyle::Hedge, Flagstones | Planks | Earth) => Material::Sand,
            (WallStyle::Planks, _) | (WallStyle::Bricks, Planks) => Material::Strata,
            (WallStyle::Rock, _) => Material::Boulders,
            (WallStyle::Bricks, Flagstones | Grass | Earth) => Material::Hatching,
        };
        Self { level, material, color: mix(theme.rock, lighter(theme.wall_top, 56), 208), nearest: Vec::new() }
    }

    /// Draws the rock of row `y`.
    pub(super) fn paint(&mut self, canvas: &mut CellRowCanvas, y: i32) {
        let (columns, level) = (canvas.columns(), self.level);
        let is_open = |x: i32, y: i32| is_ground(level, Cell::new(x, y));
        self.nearest.clear();
        let rows = |x: i32| (0..=REACH).find(|&rows| is_open(x, y - rows) || is_open(x, y + rows));
        self.nearest.extend((columns.start - REACH..columns.end + REACH).map(|x| rows(x).unwrap_or(REACH + 1)));
        for (first, x) in columns.enumerate() {
            let near = &self.nearest[first..=first + 2 * REACH as usize];
            let distance = (-REACH..).zip(near).map(|(dx, &rows)| dx.abs().max(rows)).min().unwrap_or(REACH + 1);
            if let Some(&amount) =
                AMOUNTS.get(distance as usize).filter(|&&amount| amount > 0 && !is_pocket(level, Cell::new(x, y)))
            {
                self.paint_cell(canvas, Cell::new(x, y), amount);
            }
        }
    }

    fn paint_cell(&self, canvas: &mut CellRowCanvas, cell: Cell, amount: u32) {
        let bits = hash(cell.x, !cell.y);
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        let dot = |canvas: &mut CellRowCanvas, x: i32, y: i32| canvas.dot(left + x, top + y, self.color, amount);
        match self.material {
            Material::Hatching => {
                // Three strokes in one of four directions.
                let step = [(1, 1), (1, -1), (1, 0), (0, 1)][bits as usize % 4];
                let aside = [(3, -3), (3, 3), (0, 4), (4, 0)][bits as usize % 4];
                let middle = [8 + (bits >> 4) as i32 % 3 - 1, 8 + (bits >> 8) as i32 % 3 - 1];
                for (stroke, half) in [(-1, 3), (0, 5), (1, 4)] {
                    for along in -half..=half {
                        let across = middle[0] + stroke * aside.0 + along * step.0;
                        let down = middle[1] + stroke * aside.1 + along * step.1;
                        if (0..CELL).contains(&across) && (0..CELL).contains(&down) {
                            dot(canvas, across, down);
                        }
                    }
                }
            }
            Material::Strata => {
                // Two layers that go on across cells, with gaps.
                for (layer, base) in [(0, 4), (1, 11)] {
                    for x in 0..CELL {
                        let place = hash((left + x).div_euclid(6), cell.y * 2 + layer);
                        if !place.is_multiple_of(4) {
                            dot(canvas, x, base + (place >> 8) as i32 % 2);
                        }
                    }
                }
            }
            Material::Roots => {
                // Two roots that wind down.
                for root in 0..2 {
                    let own = hash(cell.x * 2 + root, cell.y);
                    let mut x = 2 + 7 * root + (own % 5) as i32;
                    for y in (own >> 4) as i32 % 4..CELL - (own >> 8) as i32 % 4 {
                        x = (x + [0, 1, 0, -1][(hash(x + left, y + top) % 4) as usize]).clamp(0, CELL - 1);
                        dot(canvas, x, y);
                    }
                }
            }
            Material::Boulders => {
                for (x, y) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (x, y))) {
                    if BoulderTexture::broad().at(left + x, top + y).tint == 0 {
                        canvas.dot(left + x, top + y, self.color, amount / 4);
                    }
                }
            }
            Material::Sand => {
                for grain in 0..9 {
                    let own = hash(cell.x * 9 + grain, cell.y);
                    let (x, y) = ((own % 15) as i32, (own >> 8) as i32 % 15);
                    dot(canvas, x, y);
                    if own >> 16 & 3 == 0 {
                        dot(canvas, x + 1, y);
                        dot(canvas, x, y + 1);
                        dot(canvas, x + 1, y + 1);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use roomgen::{
        geom::{Cell, Rect, Size},
        grid::Grid,
        level::{Level, RoomKind, Tile},
        model::Hundredths,
        theme::Theme,
    };

    use super::super::{Picture, PictureLight, PictureOptions, render, tests::at};

    /// A level of 24 by 24 cells of rock with these rooms.
    fn level(rooms: &[[i32; 4]]) -> Level {
        let mut tiles = Grid::filled(Size::new(24, 24).expect("a size"), Tile::Rock);
        let rooms = rooms.iter().map(|&[left, top, width, height]| Rect::of(left, top, width, height));
        rooms.flat_map(Rect::cells).for_each(|cell| tiles.set(cell, Tile::Floor));
        Level::sketch(tiles, (Rect::of(0, 0, 1, 1), RoomKind::Path, 0.5), None, [Cell::new(23, 23); 2])
            .expect("a level")
    }

    #[test]
    fn a_pocket_is_rock_that_walls_enclose() {
        // Four rooms around 3 by 3 cells, of which the middle one touches no floor.
        let around = level(&[[4, 4, 8, 4], [4, 11, 8, 4], [4, 8, 2, 3], [9, 8, 3, 3]]);
        let pockets = |level: &Level| {
            let cells = Rect::of(0, 0, 24, 24).cells();
            cells.filter(|&cell| super::is_pocket(level, cell)).collect::<Vec<_>>()
        };
        assert_eq!(pockets(&around), [Cell::new(7, 9)]);
        // Rock that goes on is no pocket, and neither is one with a cell far from all floors.
        assert_eq!(pockets(&level(&[[4, 4, 8, 4], [4, 11, 8, 4]])), []);
        assert_eq!(pockets(&level(&[[2, 2, 9, 2], [2, 9, 9, 2], [2, 4, 2, 5], [9, 4, 2, 5]])), []);
    }

    #[test]
    fn rock_is_drawn_near_walls_alone_and_as_bright_in_the_dark() {
        let (level, theme) = (level(&[[10, 10, 4, 4]]), Theme::default());
        let options = at(16);
        let dark = PictureOptions { light: PictureLight::Ambient(Hundredths::ZERO), ..options };
        let [lit, dark] = [options, dark].map(|options| render(&level, &theme, options).expect("a picture"));
        let cells = |distance: i32| {
            let ring = Rect::of(10 - distance, 10 - distance, 4 + 2 * distance, 4 + 2 * distance);
            let inner = Rect::of(11 - distance, 11 - distance, 2 + 2 * distance, 2 + 2 * distance);
            ring.cells().filter(move |cell| !inner.contains(*cell))
        };
        let pixels = |cell: Cell| {
            let (left, top) = (16 * cell.x as u32, 16 * cell.y as u32);
            (top..top + 16).flat_map(move |y| (left..left + 16).map(move |x| (x, y)))
        };
        // Without any light, nothing else is seen.
        let brightness = |picture: &Picture, x, y| {
            let color = super::super::tests::pixel(picture, x, y);
            u32::from(color.r) + u32::from(color.g) + u32::from(color.b)
        };
        let is_drawn = |x, y| brightness(&dark, x, y) > 0;
        let count = |distance: i32| {
            let all = cells(distance).flat_map(pixels);
            all.filter(|&(x, y)| is_drawn(x, y)).count()
        };
        assert!(count(2) > 300 && count(3) > 300, "{} {}", count(2), count(3));
        assert_eq!((count(4), count(6)), (0, 0));
        for (x, y) in cells(2).flat_map(pixels).filter(|&(x, y)| is_drawn(x, y)) {
            assert!(4 * brightness(&dark, x, y) > brightness(&lit, x, y), "({x}, {y})");
        }
    }
}
