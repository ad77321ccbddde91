//! The tiles of a floor plan.
//!
//! Consumes rooms, their floors, and passages; produces a grid with one tile for each cell.

use super::{Passage, PlanContext, PlannedRoom, ShapedFloors, Tile, vaults};
use crate::{
    geom::Rect,
    grid::{CellWords, Grid, runs_of},
    trace::Trace,
};

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
    floors: &ShapedFloors,
    passages: &[Passage],
) -> Grid<Tile> {
    let size = context.preset.size();
    let mut tiles = Grid::filled(size, Tile::Rock);
    let mut painted = i64::from(size.cells());
    let mut long = Vec::new();
    for room in rooms {
        let (rect, floor) = (room.rect, floors.of(room));
        painted += rect.area();
        if floor.words().is_some() {
            paint_shaped(&mut tiles, rect, floor);
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
/// Cells that touch no floor stay as they are: rock, or the wall of another room.
fn paint_shaped(tiles: &mut Grid<Tile>, rect: Rect, floor: CellWords<'_>) {
    /// The columns of a room whose row fits one word with the walls on both sides.
    const NARROW: i32 = u64::BITS as i32 - 2;
    let left = rect.left();
    if rect.width() <= NARROW {
        let [mut above, mut cells] = [0; 2];
        for y in -1..=rect.height() {
            let (row, below) = (rect.top() + y, floor.row(y + 1));
            // Column 0 of the walls is the one before the room.
            let near = above | cells | below;
            let from = cells.trailing_zeros();
            let run = cells.checked_shr(from).unwrap_or_default();
            let width = run.trailing_ones() as usize + 2;
            // A run of floor with no other floor beside it, as in most rows, is in the table.
            if near == cells && run & (run + 1) == 0 && (3..=SHORT).contains(&width) {
                tiles.copy_row(row, left + from as i32 - 1, &ROWS[width][..width]);
                (above, cells) = (cells, below);
                continue;
            }
            for walls in runs_of(near | near << 1 | near << 2) {
                tiles.fill_row(row, left + walls.start - 1, left + walls.end - 1, Tile::Wall);
            }
            for run in runs_of(cells) {
                tiles.fill_row(row, left + run.start, left + run.end, Tile::Floor);
            }
            (above, cells) = (cells, below);
        }
        return;
    }
    for y in -1..=rect.height() {
        let row = rect.top() + y;
        for run in (y - 1..=y + 1).flat_map(|beside| floor.runs(beside)) {
            tiles.fill_row(row, left + run.start - 1, left + run.end + 1, Tile::Wall);
        }
        for run in floor.runs(y) {
            tiles.fill_row(row, left + run.start, left + run.end, Tile::Floor);
        }
    }
}
