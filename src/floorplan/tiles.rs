//! What each cell of a floor plan is.

use super::{Outline, Passage, PlannedRoom, Tile};
use crate::{
    geom::{Rect, Size},
    grid::Grid,
};

/// Up to so many cells, the rows of rooms are ready for copying.
const SHORT: usize = 34;

/// For each width, a row of a room with its walls: wall, floor, wall.
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

/// A row of wall.
static WALLS: [Tile; SHORT] = [Tile::Wall; SHORT];

/// Rock, then each room's walls and floor, then the corridors, then the doors. Rooms stand at least one wall apart, so a room's walls
/// never cover another's floor; a corridor keeps off all rooms' walls but for its doors, so its own walls cover rock and walls only;
/// and a door lies in the wall of its room, so all that touches it is painted already. Cost: linear in the cells; those painted
/// are added to `work`.
pub(super) fn paint(size: Size, rooms: &[PlannedRoom], passages: &[Passage], work: &mut u64) -> Grid<Tile> {
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
                _ => {}
            }
        }
    }
    for door in passages.iter().flat_map(Passage::doors) {
        tiles.fill_line(*door, Tile::Door);
    }
    *work += painted.unsigned_abs() + passages.len() as u64;
    tiles
}

/// The floor of a room row by row, and walls where they touch it: in a row, the cells from before the first to behind the last
/// one of floor in it, above and below. Runs of neighbouring rows overlap, so that these cells are one run too. What a cut
/// leaves beyond them stays as it is: rock, or the wall of another room.
fn paint_shaped(tiles: &mut Grid<Tile>, rect: Rect, outline: &Outline) {
    // A run that adds nothing to another.
    const NOTHING: (i32, i32) = (i32::MAX, 0);
    let sides = (rect.width(), rect.height());
    let (mut above, mut run) = (NOTHING, NOTHING);
    for y in -1..=rect.height() {
        let below = if y + 1 < rect.height() { outline.row(y + 1, sides) } else { NOTHING };
        let (first, end) = (above.0.min(run.0).min(below.0), above.1.max(run.1).max(below.1));
        let stretch = |from: i32, to: i32| Rect::of(rect.left() + from, rect.top() + y, to - from, 1);
        tiles.fill_rect(stretch(first - 1, end + 1), Tile::Wall);
        if run != NOTHING {
            tiles.fill_rect(stretch(run.0, run.1), Tile::Floor);
        }
        (above, run) = (run, below);
    }
}
