//! The flood fill of the checks: cells on which one can stand, and those connected to a cell.

use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::Level,
    model::Tile,
};

/// The cells whose ground carries who walks: open tiles without terrain that blocks.
pub(super) fn dry_cells(level: &Level) -> BitGrid {
    let mut dry = BitGrid::of(&level.tiles, Tile::is_open);
    if level.terrain.is_some() {
        let covered = dry.clone();
        covered.for_each(|x, y| {
            if level.terrain(Cell::new(x, y)).is_some_and(|kind| kind.blocks) {
                dry.remove_rect(Rect::of(x, y, 1, 1));
            }
        });
    }
    dry
}

/// The cells on which one can stand: dry ones without an obstacle.
pub(super) fn free_cells(level: &Level) -> BitGrid {
    let mut free = dry_cells(level);
    level.props().filter(|prop| prop.kind.is_obstacle()).for_each(|prop| free.remove_rect(prop.cells));
    free
}

/// The directions of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    Four,
    /// Also diagonally, even between two solid cells that meet at a corner.
    Eight,
}

/// Adds the cells of `free` that are connected to `from` in four directions to `reached`; see
/// [`flood_by`].
pub(super) fn flood(free: &BitGrid, from: Cell, reached: &mut BitGrid, on_run: impl FnMut(i32, i32, i32)) {
    flood_by(Steps::Four, free, from, reached, on_run);
}

/// Adds the cells of `free` that are connected to `from` by steps to `reached`.
///
/// Calls `on_run` with each run of new cells of a row: its row, its first column, and the column
/// behind its last one. Adds nothing if `from` is not free. Requires that `reached` has either all
/// cells or none of each connected part of `free`.
///
/// A flood fill by horizontal runs, which keeps the stack short. Source: Smith, "Tint Fill", 1979.
/// Cost: linear in the cells of the part, by words of 64 columns.
pub(super) fn flood_by(
    steps: Steps,
    free: &BitGrid,
    from: Cell,
    reached: &mut BitGrid,
    mut on_run: impl FnMut(i32, i32, i32),
) {
    // How far a step to the row above or below may lead beyond the ends of a run.
    let beyond = i32::from(steps == Steps::Eight);
    let mut ahead = vec![from];
    while let Some(Cell { x, y }) = ahead.pop() {
        if !free.contains(x, y) || reached.contains(x, y) {
            continue;
        }
        let (left, right) = run_around(free, x, y);
        reached.insert_rect(Rect::of(left, y, right - left, 1));
        on_run(y, left, right);
        for y in [y - 1, y + 1] {
            // The first cell of each run of new cells beside this run.
            let mut before = 0;
            for column in (left - beyond..right + beyond).step_by(WORD as usize) {
                let inside = u64::MAX >> (WORD - (right + beyond - column).min(WORD));
                let new = free.row_bits(column, y) & !reached.row_bits(column, y) & inside;
                let mut first = new & !(new << 1 | before);
                before = new >> (WORD - 1);
                while first != 0 {
                    ahead.push(Cell::new(column + first.trailing_zeros() as i32, y));
                    first &= first - 1;
                }
            }
        }
    }
}

/// The number of columns that [`BitGrid::row_bits`] returns.
const WORD: i32 = u64::BITS as i32;

/// The run of free cells of row `y` around column `x`, which is free: its first column, and the
/// column behind its last one.
fn run_around(free: &BitGrid, x: i32, y: i32) -> (i32, i32) {
    let (mut left, mut right) = (x, x + 1);
    loop {
        let cells = free.row_bits(left - WORD, y).leading_ones() as i32;
        left -= cells;
        if cells < WORD {
            break;
        }
    }
    loop {
        let cells = free.row_bits(right, y).trailing_ones() as i32;
        right += cells;
        if cells < WORD {
            break;
        }
    }
    (left, right)
}
