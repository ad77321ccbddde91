//! What each cell of a floor plan is.

use super::{Passage, PlannedRoom, Tile};
use crate::{
    geom::{Rect, Size},
    grid::Grid,
};

/// Rock, then each room's walls and floor, then the corridors, then the doors. Rooms stand at least one wall apart, so a room's walls
/// never cover another's floor; a corridor keeps off all rooms' walls but for its doors, so its own walls cover rock and walls only;
/// and a door lies in the wall of its room, so all that touches it is painted already. Cost: linear in the cells.
pub(super) fn paint(size: Size, rooms: &[PlannedRoom], passages: &[Passage]) -> Grid<Tile> {
    let mut tiles = Grid::filled(size, Tile::Rock);
    let mut pattern = Vec::new();
    for PlannedRoom { rect, .. } in rooms {
        let (left, top, width, height) = (rect.left() - 1, rect.top() - 1, rect.width() + 2, rect.height());
        pattern.clear();
        pattern.resize(width as usize, Tile::Wall);
        tiles.copy_rows(Rect::of(left, top, width, 1), &pattern);
        tiles.copy_rows(Rect::of(left, rect.bottom(), width, 1), &pattern);
        pattern[1..width as usize - 1].fill(Tile::Floor);
        tiles.copy_rows(Rect::of(left, rect.top(), width, height), &pattern);
    }
    for leg in passages.iter().flat_map(Passage::legs) {
        for cell in leg.grown(1).into_iter().flat_map(Rect::cells) {
            match tiles.get(cell) {
                Some(Tile::Rock | Tile::Wall) if leg.contains(cell) => tiles.set(cell, Tile::Corridor),
                Some(Tile::Rock) => tiles.set(cell, Tile::Wall),
                _ => {}
            }
        }
    }
    for door in passages.iter().flat_map(Passage::doors) {
        tiles.fill_rect(*door, Tile::Door);
    }
    tiles
}
