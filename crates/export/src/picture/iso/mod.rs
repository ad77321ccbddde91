//! Draws the isometric view: a level from the south-east and above, with low walls.
//!
//! Consumes the inputs of a picture, and draws on a [`Picture`] of their viewport. First it draws
//! the floors and everything flat on them from above, one row of cells at a time, and projects
//! them. Then it draws what stands, cell by cell, along the diagonals from the north corner. Cells
//! on one diagonal never hide each other, and cells on a later diagonal are nearer. Anything larger
//! than a cell is drawn a cell at a time, so that this order is exact.

mod brush;
mod crags;
mod doors;
mod figure;
mod forms;
mod masonry;
mod shapes;
mod solid;
mod standing;
mod terrain;
#[cfg(test)]
mod tests;
mod walls;

use super::{
    Picture, PictureInputs,
    canvas::CellRowCanvas,
    floors::FloorPainter,
    marks::StairPainter,
    overlay::FloorTints,
    props::{PropDrawingPass, PropPainter},
    solidity::CellSolidity,
    terrain::TerrainPainter,
    walls::WallPainter,
};
use crate::light::Lighting;
use brush::IsoBrush;
use doors::IsoDoorPainter;
use roomgen::geom::{Cell, Rect};
use standing::IsoPropPainter;
use terrain::{IsoRailPainter, IsoTerrainPainter};
use walls::IsoWallPainter;

pub(super) fn draw(
    subject: &PictureInputs<'_>,
    room: Option<u32>,
    ground: &FloorTints,
    lighting: Option<&Lighting>,
    picture: &mut Picture,
) {
    let (level, viewport) = (subject.level, &subject.viewport);
    let bright = room.and_then(|id| level.room(id)).and_then(|room| room.rect.grown(1));
    let mut brush = IsoBrush::new(viewport, bright, lighting, picture);
    let standing = IsoPropPainter::new(level, subject.theme, viewport.window());
    draw_floors(subject, ground, lighting, &standing, &mut brush);

    let window = viewport.window();
    let mut cubes = IsoWallPainter::new(level, subject.theme, window);
    let doors = IsoDoorPainter::new(level, subject.theme, window);
    let rails = IsoRailPainter::new(level, window);
    for diagonal in 0..window.width() + window.height() - 1 {
        let first = (diagonal - window.height() + 1).max(0);
        for across in first..=diagonal.min(window.width() - 1) {
            let cell = Cell::new(window.left() + across, window.top() + diagonal - across);
            brush.turn_to(cell);
            cubes.draw(cell, &mut brush);
            rails.draw(cell, &mut brush);
            doors.draw(cell, &mut brush);
            standing.draw(cell, &mut brush);
        }
    }
}

fn draw_floors(
    subject: &PictureInputs<'_>,
    ground: &FloorTints,
    lighting: Option<&Lighting>,
    standing: &IsoPropPainter<'_>,
    brush: &mut IsoBrush<'_>,
) {
    let (level, theme, window) = (subject.level, subject.theme, subject.viewport.window());
    let mut floors = FloorPainter::new(level, theme, window);
    let terrain = TerrainPainter::lowered(level, theme, window);
    let banks = IsoTerrainPainter::new(level, window, &terrain);
    let mut walls = WallPainter::without_fronts(level, theme);
    let marks = StairPainter::new(level, theme);
    let props = PropPainter::new(level, theme, window);
    let mut canvas = CellRowCanvas::new(&(window.left()..window.right()));
    for y in window.top()..window.bottom() {
        canvas.turn_to(y);
        walls.turn_to(canvas.columns(), y);
        floors.paint(&mut canvas, y, &mut walls);
        terrain.paint(&mut canvas, y, &walls);
        ground.paint(&mut canvas, y);
        marks.paint_borders(&mut canvas);
        props.paint(&mut canvas, y, &walls, PropDrawingPass::Flat);
        ground.paint_over_flat_props(&mut canvas, y);
        marks.paint_stairs(&mut canvas);
        props.paint(&mut canvas, y, &walls, PropDrawingPass::Marker);
        standing.cast_shadows(&mut canvas, y);
        if let Some(lighting) = lighting {
            canvas.light(lighting);
        }
        for x in canvas.columns().filter(|&x| walls.at(x, 0, 0) == CellSolidity::Open) {
            let cell = Cell::new(x, y);
            brush.turn_to(cell);
            if !banks.draw(cell, brush, |x, y| canvas.pixel(x, y)) {
                brush.ground(cell, 0, |x, y| canvas.pixel(x, y));
            }
        }
    }
}

/// The part of a rectangle that lies in a cell; `None` if there is none.
///
/// Both rectangles are [left, top, right, bottom] in sixteenths of a metre.
fn part_in(cell: Cell, [left, top, right, bottom]: [i32; 4]) -> Option<[i32; 4]> {
    use super::canvas::CELL;
    let (x, y) = (cell.x * CELL, cell.y * CELL);
    let part = [left.max(x), top.max(y), right.min(x + CELL), bottom.min(y + CELL)];
    (part[0] < part[2] && part[1] < part[3]).then_some(part)
}

/// The cells that a rectangle in sixteenths of a metre touches, clipped to `bounds`.
fn cells_of([left, top, right, bottom]: [i32; 4], bounds: Rect) -> Option<Rect> {
    use super::canvas::CELL;
    let last = |end: i32| (end - 1).div_euclid(CELL) + 1;
    Rect::from_ltrb(left.div_euclid(CELL), top.div_euclid(CELL), last(right), last(bottom))?.intersection(bounds)
}
