//! The outline of rough rock: that of the solid cells, with round corners.
//!
//! Consumes the classes of 3 by 3 cells, and produces a field of heights over the pixels of the
//! middle one. Rock is where the field is at least [`EDGE`]. It is the bilinear interpolation of
//! the cells' middles, so that it goes on without a step from cell to cell, straight sides of cells
//! stay where they are, and corners are rounded by at most 4 pixels.

use super::{
    canvas::CELL,
    solidity::{CellSolidity, SolidityCode},
};

/// The field at the outline. It changes by 64 from pixel to pixel across a straight side.
pub(super) const EDGE: i32 = 2 * CELL * CELL;

/// The height of the face of rough rock, in pixels.
pub(super) const HEIGHT: i32 = 12;

/// How far the field is known beyond the middle cell, in pixels.
const MARGIN: i32 = CELL / 2;
const SIDE: i32 = CELL + 2 * MARGIN;

/// The fields of rough rock in one cell.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct RockContour {
    /// The field of the rock on the floor.
    foot: [i16; (SIDE * SIDE) as usize],
    /// The field of the rock's top, which the face parts from the floor in the south.
    top: [i16; (CELL * CELL) as usize],
}

impl RockContour {
    /// The fields of the middle of 3 by 3 cells.
    pub(super) fn new(around: &[SolidityCode; 9]) -> Self {
        let code = |column: i32, row: i32| around[((row + 1) * 3 + column + 1) as usize];
        let is_solid = |column: i32, row: i32| match row {
            // Below a face is floor, and below other rock is rock.
            2.. => code(column, 1) == CellSolidity::Solid as u8,
            _ => code(column, row) != CellSolidity::Open as u8,
        };
        let is_open = !is_solid(0, 0);
        let foot = |place: usize| {
            let place = place as i32;
            field(is_solid, place % SIDE - MARGIN, place / SIDE - MARGIN) as i16
        };
        let top = |place: usize| {
            let (x, y) = (place as i32 % CELL, place as i32 / CELL);
            // The rock on an open cell is judged by that cell alone.
            let most = if is_open { CELL - 1 - y } else { HEIGHT };
            let steps = (0..=HEIGHT).step_by(HEIGHT as usize / 3);
            steps.map(|step| field(is_solid, x, y + step.min(most))).min().unwrap_or_default() as i16
        };
        Self { foot: std::array::from_fn(foot), top: std::array::from_fn(top) }
    }

    /// The field of the rock on the floor at a pixel of the cell, or at most 8 pixels beside it.
    #[inline]
    pub(super) fn foot(&self, x: i32, y: i32) -> i32 {
        self.foot[((y + MARGIN) * SIDE + x + MARGIN) as usize].into()
    }

    /// The field of the rock's top at a pixel of the cell.
    #[inline]
    pub(super) fn top(&self, x: i32, y: i32) -> i32 {
        self.top[(y * CELL + x) as usize].into()
    }
}

/// The part of solid cells around a pixel, from 0 to twice [`EDGE`], weighted by their distance
/// from its middle.
fn field(is_solid: impl Fn(i32, i32) -> bool, x: i32, y: i32) -> i32 {
    // Half pixels from the middle of the cell in the north-west.
    let parts = |at: i32| {
        let at = 2 * at + 1 - CELL;
        (at.div_euclid(2 * CELL), at.rem_euclid(2 * CELL))
    };
    let ((column, across), (row, down)) = (parts(x), parts(y));
    let weight = |step: i32, along: i32| if step == 0 { 2 * CELL - along } else { along };
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let solid = corners.into_iter().filter(|&(dx, dy)| is_solid(column + dx, row + dy));
    solid.map(|(dx, dy)| weight(dx, across) * weight(dy, down)).sum()
}

#[cfg(test)]
mod tests {
    use super::{super::boulders::LIFT, *};

    const OPEN: SolidityCode = CellSolidity::Open as u8;
    const SOLID: SolidityCode = CellSolidity::Solid as u8;

    /// Every set of solid cells around an open cell, or around a solid one.
    fn surroundings(middle: SolidityCode) -> impl Iterator<Item = [SolidityCode; 9]> {
        (0..1 << 8).map(move |bits: u16| {
            let codes: Vec<_> = (0..8).map(|place| if bits >> place & 1 == 0 { OPEN } else { SOLID }).collect();
            std::array::from_fn(|place| match place {
                4 => middle,
                place => codes[place - usize::from(place > 4)],
            })
        })
    }

    fn pixels() -> impl Iterator<Item = (i32, i32)> {
        (0..CELL).flat_map(|y| (0..CELL).map(move |x| (x, y)))
    }

    #[test]
    fn an_open_cell_keeps_the_floor_in_its_middle_and_a_solid_one_its_rock() {
        let inner = |x: i32, y: i32| (4..CELL - 4).contains(&x) && (4..CELL - 4).contains(&y);
        for around in surroundings(OPEN) {
            let contour = RockContour::new(&around);
            assert!(pixels().all(|(x, y)| !inner(x, y) || contour.foot(x, y) + LIFT < EDGE), "{around:?}");
        }
        for around in surroundings(SOLID) {
            let contour = RockContour::new(&around);
            assert!(pixels().all(|(x, y)| !inner(x, y) || contour.foot(x, y) - LIFT >= EDGE), "{around:?}");
        }
    }

    #[test]
    fn a_straight_wall_stays_straight_and_a_corner_is_round() {
        let wall = RockContour::new(&[SOLID, SOLID, SOLID, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN]);
        let corner = RockContour::new(&[SOLID, SOLID, SOLID, SOLID, OPEN, OPEN, SOLID, OPEN, OPEN]);
        let rock = |contour: &RockContour| pixels().filter(|&(x, y)| contour.foot(x, y) >= EDGE).collect::<Vec<_>>();
        assert_eq!(rock(&wall), []);
        let taken = rock(&corner);
        assert!(taken.contains(&(0, 0)) && taken.contains(&(2, 2)) && !taken.contains(&(3, 3)), "{taken:?}");
    }

    #[test]
    fn mirrored_cells_have_mirrored_outlines() {
        let mirrored =
            |around: &[SolidityCode; 9], place: fn(usize) -> usize| std::array::from_fn(|at| around[place(at)]);
        for around in surroundings(OPEN).chain(surroundings(SOLID)) {
            let contour = RockContour::new(&around);
            let across = RockContour::new(&mirrored(&around, |at| at / 3 * 3 + 2 - at % 3));
            let down = RockContour::new(&mirrored(&around, |at| (2 - at / 3) * 3 + at % 3));
            for (x, y) in pixels() {
                assert_eq!(contour.foot(x, y), across.foot(CELL - 1 - x, y), "{around:?} at ({x}, {y})");
                assert_eq!(contour.foot(x, y), down.foot(x, CELL - 1 - y), "{around:?} at ({x}, {y})");
                assert_eq!(contour.top(x, y), across.top(CELL - 1 - x, y), "{around:?} at ({x}, {y})");
            }
        }
    }

    #[test]
    fn the_field_goes_on_from_cell_to_cell() {
        for bits in 0..1 << 12_u16 {
            // Four columns by three rows, of which the two in the middle are compared.
            let code = |column: usize, row: usize| if bits >> (row * 4 + column) & 1 == 0 { OPEN } else { SOLID };
            let [west, east] =
                [0, 1].map(|first| RockContour::new(&std::array::from_fn(|at| code(first + at % 3, at / 3))));
            for (x, y) in [(-8, 0), (-3, 5), (0, 15), (4, 8), (7, 2)] {
                assert_eq!(west.foot(CELL + x, y), east.foot(x, y), "{bits:b} at ({x}, {y})");
            }
        }
    }
}
