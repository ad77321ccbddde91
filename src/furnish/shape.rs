//! Draws masks: from a drawing and a size to a set of cells.

use super::raster::{circle, ellipse, flood_fill, line};
use crate::{
    geom::{Cell, Direction, Extent, Rect},
    grid::{BitGrid, CellSet},
    preset::{FormationShape, MaskDrawing},
};

/// Draws a mask of this extent, which it has after its turn; a bitmap keeps its own extent.
///
/// Diamond, circle, square and X are mirror-symmetric in both axes; a triangle is in the axis that
/// it faces along. Lines and the arms of a cross are one cell thick, so they are symmetric if the
/// side is odd. A checker omits the cells whose coordinates, from the top left, have an odd sum.
/// Cost: linear in the cells if filled, else in the outline.
pub(super) fn draw(drawing: &MaskDrawing, extent: Extent) -> BitGrid {
    let extent = extent.turned(drawing.turn);
    let mut mask = outline(drawing, Extent::new(extent.width.max(1), extent.height.max(1)));
    if drawing.fill {
        mask = filled(&mask);
    }
    if drawing.checker {
        for y in 0..mask.height() {
            (0..mask.width()).filter(|x| (x + y) % 2 == 1).for_each(|x| mask.set(Cell::new(x, y), false));
        }
    }
    if drawing.turn == Direction::North { mask } else { turned(&mask, drawing.turn) }
}

/// The mask, turned clockwise from north to `turn`.
fn turned(mask: &BitGrid, turn: Direction) -> BitGrid {
    let Extent { width, height } = Extent::new(mask.width(), mask.height()).turned(turn);
    let mut turned = BitGrid::new(width, height);
    let (right, bottom) = (width - 1, height - 1);
    for Cell { x, y } in mask.iter() {
        let cell = match turn {
            Direction::North => Cell::new(x, y),
            Direction::East => Cell::new(right - y, x),
            Direction::South => Cell::new(right - x, bottom - y),
            Direction::West => Cell::new(y, bottom - x),
        };
        turned.set(cell, true);
    }
    turned
}

fn outline(drawing: &MaskDrawing, Extent { width, height }: Extent) -> BitGrid {
    let mut mask = BitGrid::new(width, height);
    let (right, bottom) = (width - 1, height - 1);
    let (middle_x, middle_y) = (right / 2, bottom / 2);
    let mut plot = |cell: Cell| mask.set(cell, true);
    let mut mirrored = |cell: Cell| {
        for x in [cell.x, right - cell.x] {
            plot(Cell::new(x, cell.y));
            plot(Cell::new(x, bottom - cell.y));
        }
    };
    match &drawing.shape {
        FormationShape::Diamond => line(Cell::new(0, middle_y), Cell::new(middle_x, 0), mirrored),
        FormationShape::X => line(Cell::new(0, 0), Cell::new(middle_x, middle_y), mirrored),
        FormationShape::Square => {
            line(Cell::new(0, 0), Cell::new(right, 0), &mut mirrored);
            line(Cell::new(0, 0), Cell::new(0, bottom), mirrored);
        }
        FormationShape::Circle if width == height => circle(width, plot),
        FormationShape::Circle => ellipse(width, height, plot),
        FormationShape::Vertical => line(Cell::new(middle_x, 0), Cell::new(middle_x, bottom), plot),
        FormationShape::Horizontal => line(Cell::new(0, middle_y), Cell::new(right, middle_y), plot),
        FormationShape::Cross => {
            line(Cell::new(middle_x, 0), Cell::new(middle_x, bottom), &mut plot);
            line(Cell::new(0, middle_y), Cell::new(right, middle_y), plot);
        }
        FormationShape::Triangle => triangle(drawing.facing, Extent::new(width, height), plot),
        FormationShape::Bitmap(rows) => return bitmap(rows),
        // All candidate cells.
        FormationShape::Scatter(_) => mask.insert_rect(Rect::of(0, 0, width, height)),
        // These follow the room's floor and doors, and have no mask.
        FormationShape::Border | FormationShape::Route => {}
    }
    mask
}

/// An isosceles triangle with its apex in the middle of the side that it faces, two cells wide if
/// that side is even.
fn triangle(facing: Direction, extent: Extent, mut plot: impl FnMut(Cell)) {
    // Drawn with its apex at the top, then turned. `across` runs along the base, `along` away from
    // the apex.
    let Extent { width, height } = extent.turned(facing);
    let (last_across, last_along) = (width - 1, height - 1);
    let mut turned = |across: i32, along: i32| {
        plot(match facing {
            Direction::North => Cell::new(across, along),
            Direction::South => Cell::new(across, last_along - along),
            Direction::West => Cell::new(along, across),
            Direction::East => Cell::new(last_along - along, across),
        });
    };
    line(Cell::new(last_across / 2, 0), Cell::new(0, last_along), |cell| {
        turned(cell.x, cell.y);
        turned(last_across - cell.x, cell.y);
    });
    (0..=last_across).for_each(|across| turned(across, last_along));
}

fn bitmap(rows: &[String]) -> BitGrid {
    let mut mask = BitGrid::new(rows.first().map_or(0, String::len) as i32, rows.len() as i32);
    for (y, row) in (0..).zip(rows) {
        for (x, cell) in (0..).zip(row.bytes()) {
            mask.set(Cell::new(x, y), cell == b'#');
        }
    }
    mask
}

/// The outline and all cells that it encloses: those that a flood fill from outside does not reach.
fn filled(outline: &BitGrid) -> BitGrid {
    let (width, height) = (outline.width(), outline.height());
    let mut walls = BitGrid::new(width + 2, height + 2);
    outline.iter().for_each(|cell| walls.set(Cell::new(cell.x + 1, cell.y + 1), true));
    let mut outside = BitGrid::new(width + 2, height + 2);
    flood_fill(&walls, &mut outside, Cell::new(0, 0));
    let mut mask = BitGrid::new(width, height);
    for y in 0..height {
        for x in 0..width {
            mask.set(Cell::new(x, y), !outside.get(Cell::new(x + 1, y + 1)));
        }
    }
    mask
}
