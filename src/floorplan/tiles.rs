//! The tiles of a floor plan.
//!
//! Consumes rooms, their outlines, and passages; produces a grid with one tile for each cell.

use std::ops::Range;

use super::{Passage, PlanContext, PlannedRoom, RoomOutline, Tile, vaults};
use crate::{geom::Rect, grid::Grid, trace::Trace};

/// The length in cells, walls included, up to which a row of a room is copied from a table.
const SHORT: usize = 34;

/// `ROWS[width]` begins with a row of a room `width` cells wide: wall, floor, wall.
static ROWS: [[Tile; SHORT]; SHORT + 1] = {
    let mut rows = [[Tile::Floor; SHORT]; SHORT + 1];
    let mut width = 1;
    while width <= SHORT {
        rows[width][0] = Tile::Wall;
        rows[width][width - 1] = Tile::Wall;
        width += 1;
    }
    rows
};

/// A row of wall tiles: the wall above or below a room.
static WALLS: [Tile; SHORT] = [Tile::Wall; SHORT];

/// Paints rock, then walls and floor of each room, then corridors, then doors, then the walls of
/// vaults.
///
/// The order resolves overlaps. Rooms stand at least one wall apart, so no room's wall covers
/// another's floor. A corridor touches rooms by its doors alone, so its walls cover only rock and
/// walls. A door lies in a room's wall, so all its neighbours are already painted. Cost: linear in
/// the cells.
pub(super) fn paint(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &[PlannedRoom],
    passages: &[Passage],
) -> Grid<Tile> {
    let size = context.preset.size();
    let mut tiles = Grid::filled(size, Tile::Rock);
    let mut painted = i64::from(size.cells());
    let mut long = Vec::new();
    for PlannedRoom { rect, outline, .. } in rooms {
        painted += rect.area();
        if !outline.is_whole() {
            paint_shaped(&mut tiles, *rect, outline);
            continue;
        }
        let (left, width) = (rect.left() - 1, rect.width() as usize + 2);
        let (walls, row) = if width <= SHORT {
            (&WALLS[..width], &ROWS[width][..width])
        } else {
            long.clear();
            long.resize(2 * width, Tile::Wall);
            long[width + 1..2 * width - 1].fill(Tile::Floor);
            long.split_at(width)
        };
        tiles.copy_framed(Rect::of(left, rect.top() - 1, width as i32, rect.height() + 2), walls, row);
    }
    let corridors = passages.iter().filter(|passage| !passage.corridor().is_empty());
    for leg in corridors.flat_map(Passage::legs) {
        painted += i64::from(leg.width() + 2) * i64::from(leg.height() + 2);
        for cell in leg.grown(1).into_iter().flat_map(Rect::cells) {
            match tiles.get(cell) {
                Some(Tile::Rock | Tile::Wall) if leg.contains(cell) => tiles.set(cell, Tile::Corridor),
                Some(Tile::Rock) => tiles.set(cell, Tile::Wall),
                Some(Tile::Wall | Tile::Floor | Tile::Corridor | Tile::Door) | None => {}
            }
        }
    }
    for door in passages.iter().flat_map(Passage::doors) {
        tiles.fill_line(*door, Tile::Door);
    }
    context.trace.count(|| painted.unsigned_abs() + passages.len() as u64);
    vaults::paint_walls(&mut tiles, context.preset, rooms);
    tiles
}

/// Paints a shaped room row by row: its floor, and the walls that touch it.
///
/// In each row, walls span one cell beyond the floor of that row and the rows above and below.
/// Floor runs of adjacent rows overlap, so these cells are one run as well. Cells cut off beyond
/// them stay as they are: rock, or the wall of another room.
fn paint_shaped(tiles: &mut Grid<Tile>, rect: Rect, outline: &RoomOutline) {
    #[expect(clippy::reversed_empty_ranges, reason = "it is empty, and neutral for `min` and `max`")]
    const NO_FLOOR: Range<i32> = i32::MAX..0;
    let row = |y: i32| if (0..rect.height()).contains(&y) { outline.row(y, rect.extent()) } else { NO_FLOOR };
    let (mut above, mut floor) = (NO_FLOOR, NO_FLOOR);
    for y in -1..=rect.height() {
        let below = row(y + 1);
        let first = above.start.min(floor.start).min(below.start);
        let end = above.end.max(floor.end).max(below.end);
        let left = rect.left();
        tiles.fill_row(rect.top() + y, left + first - 1, left + end + 1, Tile::Wall);
        if !floor.is_empty() {
            tiles.fill_row(rect.top() + y, left + floor.start, left + floor.end, Tile::Floor);
        }
        (above, floor) = (floor, below);
    }
}
