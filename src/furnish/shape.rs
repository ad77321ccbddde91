//! Draws masks: from a drawing and a size to a set of cells.

use super::raster::{circle, ellipse, line};
use crate::{
    geom::{Cell, Direction, Extent, Rect},
    grid::{BitGrid, CellSet},
    preset::{FormationShape, MaskDrawing},
};

/// Draws a mask of this extent, which it has after its turn; a bitmap keeps its own extent.
///
/// Diamond, circle, square and X are mirror-symmetric in both axes; a triangle is in the axis that
/// it faces along. Lines and the arms of a cross are one cell thick, so they are symmetric if the
/// side is odd. A checker omits every other cell: along an outline with diagonal parts, so that the
/// rest is as symmetric as the outline; otherwise those whose coordinates, from the top left, have
/// an odd sum. Cost: linear in the cells if filled, else in the outline.
pub(super) fn draw(drawing: &MaskDrawing, extent: Extent) -> BitGrid {
    let extent = extent.turned(drawing.turn);
    let extent = Extent::new(extent.width.max(1), extent.height.max(1));
    let is_filled = drawing.fill && drawing.shape.encloses();
    let alternates = drawing.checker && !is_filled && drawing.shape.is_diagonal();
    let mut mask = outline(drawing, extent, alternates);
    if is_filled {
        mask = filled(&mask);
    }
    if drawing.checker && !alternates {
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

/// The outline of a shape. If it `alternates`, without the cells at odd steps along the outline: of
/// a circle and a diamond from the axes, of an X from the crossing, of a triangle from the apex.
///
/// Each step is counted in the part of the outline that its mirror images repeat, so that two cells
/// side by side are alike only where they mirror each other.
fn outline(drawing: &MaskDrawing, Extent { width, height }: Extent, alternates: bool) -> BitGrid {
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
    // The last step of a line across a quarter of the mask.
    let last = middle_x.max(middle_y);
    match &drawing.shape {
        FormationShape::Diamond => {
            // From the left to the top. A square diamond mirrors in its diagonals too.
            let from_axis = |step: i32| if width == height { step.min(last - step) } else { last - step };
            let kept = every_other(alternates, from_axis, mirrored);
            line(Cell::new(0, middle_y), Cell::new(middle_x, 0), kept);
        }
        FormationShape::X => {
            let kept = every_other(alternates, |step| last - step, mirrored);
            line(Cell::new(0, 0), Cell::new(middle_x, middle_y), kept);
        }
        FormationShape::Square => {
            line(Cell::new(0, 0), Cell::new(right, 0), &mut mirrored);
            line(Cell::new(0, 0), Cell::new(0, bottom), mirrored);
        }
        FormationShape::Circle => {
            let kept = |cell: Cell, step: i32| {
                if !alternates || step % 2 == 0 {
                    plot(cell);
                }
            };
            if width == height { circle(width, kept) } else { ellipse(width, height, kept) }
        }
        FormationShape::Vertical => line(Cell::new(middle_x, 0), Cell::new(middle_x, bottom), plot),
        FormationShape::Horizontal | FormationShape::Line => {
            line(Cell::new(0, middle_y), Cell::new(right, middle_y), plot);
        }
        FormationShape::Cross => {
            line(Cell::new(middle_x, 0), Cell::new(middle_x, bottom), &mut plot);
            line(Cell::new(0, middle_y), Cell::new(right, middle_y), plot);
        }
        FormationShape::Triangle => triangle(drawing.facing, Extent::new(width, height), alternates, plot),
        FormationShape::Bitmap(rows) => return bitmap(rows),
        // All candidate cells; of a blob, those in which it is grown.
        FormationShape::Scatter(_) | FormationShape::Blob => mask.insert_rect(Rect::of(0, 0, width, height)),
        // These follow the room's floor and doors, and have no mask.
        FormationShape::Border | FormationShape::Route => {}
    }
    mask
}

/// Passes on each cell of a line; if it `alternates`, only those at even places. `place` gives the
/// place of a cell along the outline from its step along the line.
fn every_other(alternates: bool, place: impl Fn(i32) -> i32, mut plot: impl FnMut(Cell)) -> impl FnMut(Cell) {
    let mut step = 0;
    move |cell| {
        if !alternates || place(step) % 2 == 0 {
            plot(cell);
        }
        step += 1;
    }
}

/// An isosceles triangle with its apex in the middle of the side that it faces, two cells wide if
/// that side is even. If it `alternates`, only every other cell from the apex down both sides, and
/// on from both corners to the middle of the base.
fn triangle(facing: Direction, extent: Extent, alternates: bool, mut plot: impl FnMut(Cell)) {
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
    let mut mirrored = |cell: Cell| {
        turned(cell.x, cell.y);
        turned(last_across - cell.x, cell.y);
    };
    let (apex, corner) = (Cell::new(last_across / 2, 0), Cell::new(0, last_along));
    line(apex, corner, every_other(alternates, |step| step, &mut mirrored));
    let to_corner = apex.x.max(last_along);
    let base = every_other(alternates, |step| to_corner + step, &mut mirrored);
    line(corner, Cell::new(last_across / 2, last_along), base);
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
pub(super) fn filled(outline: &BitGrid) -> BitGrid {
    let (width, height) = (outline.width(), outline.height());
    let mut free = BitGrid::new(width + 2, height + 2);
    free.set_rows(|x, y| !outline.row_bits(x - 1, y - 1));
    let outside = free.connected_to(Cell::new(0, 0));
    let mut mask = BitGrid::new(width, height);
    mask.set_rows(|x, y| !outside.row_bits(x + 1, y + 1));
    mask
}
