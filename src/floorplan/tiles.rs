//! What each cell of a floor plan is.

use super::{Passage, PlannedRoom, Tile};
use crate::{geom::Size, grid::Grid};

/// Rock, then each room's walls and floor, then the doors. Rooms stand at least one wall apart, so a room's walls never
/// cover another's floor; and a door lies in the wall of both its rooms, so all that touches it is painted already. Cost:
/// linear in the cells.
pub(super) fn paint(size: Size, rooms: &[PlannedRoom], passages: &[Passage]) -> Grid<Tile> {
    let mut tiles = Grid::filled(size, Tile::Rock);
    for room in rooms {
        tiles.fill_room(room.rect, Tile::Wall, Tile::Floor);
    }
    for door in passages.iter().flat_map(Passage::doors) {
        tiles.fill_rect(*door, Tile::Door);
    }
    tiles
}
