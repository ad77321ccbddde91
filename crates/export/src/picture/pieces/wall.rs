//! Tile images of walls: every appearance that a solid cell can have among its neighbours.
//!
//! Enumerates all sets of solid cells in a neighbourhood, and keeps one tile image for each
//! distinct appearance.

use std::collections::HashMap;

use roomgen::{
    geom::{Cell, Rect},
    level::Tile,
    theme::{Theme, WallStyle},
};

use super::{
    super::{
        canvas::{CELL, hash},
        contour::RockContour,
        facing::LINTEL,
        solidity::{CellSolidity, SLOPE, SolidityCode, TOP, distances_from_open},
        walls::WallPainter,
    },
    COLUMNS, TileImage, specimen,
};

/// What determines the appearance of a solid cell: two cells with equal values look the same.
#[derive(Debug, PartialEq, Eq, Hash)]
struct WallLook {
    /// The distance in pixels of each pixel of the cell's top from the nearest open cell or wall
    /// face.
    distances: Vec<u8>,
    /// The classes of the cells west and east of the cell's face; `None` if it has no face.
    sides: Option<[SolidityCode; 2]>,
    /// The outline of rough rock; `None` for other walls.
    contour: Option<Box<RockContour>>,
}

impl WallLook {
    fn of(around: &[SolidityCode; 9], style: WallStyle) -> Self {
        let is_faced = around[4] == CellSolidity::Faced as u8;
        let rows = if is_faced { LINTEL } else { CELL };
        let distances = distances_from_open(around)[..(rows * CELL) as usize].to_vec();
        let contour = (style == WallStyle::Rock).then(|| Box::new(RockContour::new(around)));
        Self { distances, sides: is_faced.then_some([around[3], around[5]]), contour }
    }

    /// Whether the cell is rock, too far from open cells to show a wall.
    fn is_rock(&self) -> bool {
        self.distances.iter().all(|&distance| i32::from(distance) == TOP + SLOPE)
    }
}

/// The solid cells of a neighbourhood of 3 columns by 4 rows, a bit each, row-major.
///
/// The cell whose appearance they determine is in the middle of the first three rows.
type SolidPattern = u16;

fn is_solid(pattern: SolidPattern, column: usize, row: usize) -> bool {
    pattern >> (row * 3 + column) & 1 != 0
}

/// Whether the middle cell can be a lintel, the wall above a door: solid on both sides, open to the
/// north and the south.
fn is_lintel(pattern: SolidPattern) -> bool {
    (0..3).all(|column| is_solid(pattern, column, 1)) && !is_solid(pattern, 1, 0) && !is_solid(pattern, 1, 2)
}

/// The first three rows of a pattern, as [`WallPainter::around`] gives them.
fn around(pattern: SolidPattern) -> [SolidityCode; 9] {
    std::array::from_fn(|number| {
        let (column, row) = (number % 3, number / 3);
        let solid = match (is_solid(pattern, column, row), is_solid(pattern, column, row + 1)) {
            (false, _) => CellSolidity::Open,
            (true, false) => CellSolidity::Faced,
            (true, true) => CellSolidity::Solid,
        };
        solid as u8
    })
}

/// The neighbourhood that decides how the wall above a door looks. In rough rock that is the upper
/// part alone: the door covers the rest, whose outline would give too many appearances.
fn lintel_key(around: &[SolidityCode; 9], style: WallStyle) -> [SolidityCode; 9] {
    let mut key = *around;
    if style == WallStyle::Rock {
        // Above what is open, a solid cell shows its face.
        for (beside, below) in [(3, 6), (5, 8)] {
            key[below] = CellSolidity::Open as u8;
            if key[beside] == CellSolidity::Solid as u8 {
                key[beside] = CellSolidity::Faced as u8;
            }
        }
    }
    key
}

/// All distinct appearances of wall cells, each with a number.
#[derive(Debug, PartialEq)]
pub(crate) struct WallLooks {
    /// The number of each neighbourhood's appearance; `None` for plain rock.
    numbers: HashMap<[SolidityCode; 9], Option<u16>>,
    /// One pattern that gives each appearance, by its number.
    patterns: Vec<SolidPattern>,
    /// The numbers of the appearances of walls above doors, ascending.
    lintels: Vec<u16>,
    style: WallStyle,
}

impl Default for WallLooks {
    fn default() -> Self {
        Self::new(WallStyle::default())
    }
}

impl WallLooks {
    /// Enumerates all appearances of wall cells of a material, those with a face first.
    #[must_use]
    pub(crate) fn new(style: WallStyle) -> Self {
        let mut numbers = HashMap::new();
        let mut patterns = Vec::new();
        let mut known = HashMap::new();
        let all = (0..1 << 12).filter(|&pattern| is_solid(pattern, 1, 1));
        let (whole, faced): (Vec<SolidPattern>, Vec<SolidPattern>) = all.partition(|&pattern| is_solid(pattern, 1, 2));
        for pattern in faced.into_iter().chain(whole) {
            numbers.entry(around(pattern)).or_insert_with_key(|around| {
                let look = WallLook::of(around, style);
                if look.is_rock() {
                    return None;
                }
                let number = *known.entry(look).or_insert_with(|| {
                    patterns.push(pattern);
                    patterns.len() as u16 - 1
                });
                Some(number)
            });
        }
        let mut lintels: Vec<u16> = (0..1 << 12)
            .filter(|&pattern| is_lintel(pattern))
            .filter_map(|pattern| numbers.get(&lintel_key(&around(pattern), style)).copied().flatten())
            .collect();
        lintels.sort_unstable();
        lintels.dedup();
        Self { numbers, patterns, lintels, style }
    }

    /// The number of appearances.
    pub(super) fn count(&self) -> u16 {
        self.patterns.len() as u16
    }

    /// The position in `lintels` of the appearance of the wall above a door, from the cells around
    /// the door.
    ///
    /// `None` if the door does not stand in the face of a wall, which happens only in invalid
    /// levels.
    pub(super) fn lintel(&self, around: &[SolidityCode; 9]) -> Option<u16> {
        let place = self.lintels.binary_search(&self.number(&lintel_key(around, self.style))?).ok()?;
        u16::try_from(place).ok()
    }

    /// The number of a solid cell's appearance, from the cells around it; `None` for plain rock.
    pub(super) fn number(&self, around: &[SolidityCode; 9]) -> Option<u16> {
        self.numbers.get(around).copied().flatten()
    }
}

/// The number, among the rock images, of the image of a cell. A hash of the cell chooses it.
pub(super) fn rock(cell: Cell) -> u16 {
    hash(cell.x, cell.y) as u16 % COLUMNS
}

/// The tile images of plain rock, one row of the sheet.
pub(super) fn rocks(theme: &Theme) -> Vec<TileImage> {
    let level = specimen::level(|_| Tile::Rock);
    let mut walls = WallPainter::of_pieces(&level, theme);
    let cells = Rect::of(2, 2, 4, 4).cells();
    let piece = |cell| {
        TileImage::cut_cell(cell, |canvas, y| {
            walls.turn_to(canvas.columns(), y);
            walls.paint(canvas, y);
        })
    };
    cells.map(piece).collect()
}

/// The tile images of walls without any floor around them, one row of the sheet: pockets of rock.
pub(super) fn masonry(theme: &Theme) -> Vec<TileImage> {
    // A wall of 4 by 4 cells, of which those in the middle are a pocket.
    let pocket = |column: i32| {
        let level = specimen::level(|cell| {
            let is_wall = (2..6).contains(&cell.x) && (2..6).contains(&cell.y);
            if is_wall { Tile::Wall } else { Tile::Floor }
        });
        let mut walls = WallPainter::repeating(&level, theme);
        TileImage::cut_cell(Cell::new(3 + column % 2, 3 + column / 2 % 2), |canvas, y| {
            walls.turn_to(canvas.columns(), y);
            walls.paint(canvas, y);
        })
    };
    (0..i32::from(COLUMNS)).map(pocket).collect()
}

pub(super) fn pieces(theme: &Theme, looks: &WallLooks) -> Vec<TileImage> {
    /// The row and column of a pattern's top left cell.
    const CORNER: usize = 2;
    let piece = |pattern| {
        let level = specimen::level(|cell| {
            let (x, y) = (cell.x as usize, cell.y as usize);
            let inside = (CORNER..CORNER + 3).contains(&x) && (CORNER..CORNER + 4).contains(&y);
            // Everything outside of the pattern is open, so that no other wall is drawn.
            if inside && is_solid(pattern, x - CORNER, y - CORNER) { Tile::Wall } else { Tile::Floor }
        });
        let mut walls = WallPainter::of_pieces(&level, theme);
        let middle = CORNER as i32 + 1;
        TileImage::cut_cell(Cell::new(middle, middle), |canvas, y| {
            walls.turn_to(canvas.columns(), y);
            walls.paint(canvas, y);
        })
    };
    looks.patterns.iter().copied().map(piece).collect()
}

/// The numbers of the wall images that serve as lintels, ascending.
pub(super) fn lintels(looks: &WallLooks) -> &[u16] {
    &looks.lintels
}
