//! Classes of cells, as walls are painted, and the distances of their pixels from open cells.
//!
//! Consumes the classes of 3 by 3 cells, and produces distances in pixels for the middle one.

use super::{canvas::CELL, facing::LINTEL};

/// The width in pixels of a wall's top, from the nearest open cell to where it begins to fade into
/// rock.
pub(super) const TOP: i32 = 11;

/// The number of pixels over which a wall's top fades into the rock.
pub(super) const SLOPE: i32 = 4;

/// The number of distances from the nearest open cell that differ in colour.
pub(super) const DEPTHS: usize = (TOP + SLOPE + 1) as usize;

/// Whether a cell is solid (wall or rock), and whether it shows the face of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellSolidity {
    /// Not solid: floor, or a door that does not stand in the face of a wall.
    Open,
    /// Solid, with a face towards the open cell in the south.
    Faced,
    /// Solid, without a face.
    Solid,
}

/// The distance of each pixel of a cell from the nearest open cell or wall face, in whole pixels,
/// row-major.
pub(super) type PixelDistances = [u8; (CELL * CELL) as usize];

/// A [`CellSolidity`] as a number, for the keys of maps.
pub(super) type SolidityCode = u8;

/// The distance in pixels of each pixel of the middle of 3 by 3 cells from the nearest open cell or
/// wall face.
///
/// Distances are capped at `TOP + SLOPE`, that of rock. Where a wall fades into the rock, an inner
/// wall between two open cells counts as open. So the outer edge of a wall runs straight past a
/// junction with an inner wall, and only true corners are rounded.
pub(super) fn distances_from_open(cells: &[SolidityCode; 9]) -> PixelDistances {
    // The boxes of open cells and of faces, as [left, top, right, bottom].
    let open: Vec<[i32; 4]> = (0..9).filter_map(|number| open_box(number, cells[number])).collect();
    let mut inside = open.clone();
    for (between, sides) in BETWEEN {
        if let [Some(first), Some(second)] = sides.map(|side| open_box(side, cells[side])) {
            let (left, top) = corner(between);
            // Between a face and an open cell, the box begins at the lower of the two upper edges.
            let begin = if first[3] == second[3] { first[1].max(second[1]) } else { top };
            inside.push([left, begin, left + CELL, top + CELL]);
        }
    }
    std::array::from_fn(|position| {
        let (x, y) = (position as i32 % CELL, position as i32 / CELL);
        let near = distance(&open, x, y);
        // Below `TOP`, `far` cannot change the result.
        let far = if near < TOP { near } else { distance(&inside, x, y) };
        near.min(far.max(TOP - 1)) as u8
    })
}

/// Positions among 3 by 3 cells where an inner wall may lie, with the two cells it would separate.
const BETWEEN: [(usize, [usize; 2]); 4] = [(1, [0, 2]), (3, [0, 6]), (5, [2, 8]), (7, [6, 8])];

/// The top left pixel of one of 3 by 3 cells, relative to that of the middle cell.
fn corner(number: usize) -> (i32, i32) {
    ((number as i32 % 3 - 1) * CELL, (number as i32 / 3 - 1) * CELL)
}

/// The open cell or wall face at position `number` of 3 by 3 cells, as [left, top, right, bottom]
/// in pixels relative to the middle cell; `None` if there is none.
fn open_box(number: usize, cell: SolidityCode) -> Option<[i32; 4]> {
    let (left, top) = corner(number);
    match cell {
        cell if cell == CellSolidity::Open as u8 => Some([left, top, left + CELL, top + CELL]),
        cell if cell == CellSolidity::Faced as u8 => Some([left, top + LINTEL, left + CELL, top + CELL]),
        _ => None,
    }
}

/// Whole pixels between a pixel and the nearest box, capped at `TOP + SLOPE`, the distance of rock.
fn distance(boxes: &[[i32; 4]], x: i32, y: i32) -> i32 {
    let squared = boxes.iter().map(|&[left, top, right, bottom]| {
        // One more than the pixels between this one and the box, on each axis; 0 inside.
        let dx = (left - x).max(x - right + 1).max(0);
        let dy = (top - y).max(y - bottom + 1).max(0);
        dx * dx + dy * dy
    });
    let distance = squared.min().map_or(TOP + SLOPE, |squared| (squared.isqrt() - 1).max(0));
    distance.min(TOP + SLOPE)
}
