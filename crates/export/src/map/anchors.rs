//! The anchors of rooms, on which formations are centred. Level files do not store them: they
//! follow from a room's floor.

use super::{
    level_map::MapObject,
    places::{point, room_property},
};
use crate::picture::pieces::CELL;
use roomgen::{
    geom::Cell,
    level::{Level, Room, RoomShape, Tile},
};

/// A point for each of the nine anchors of each room, without an inset, named as in presets. `next`
/// supplies object ids.
pub(super) fn anchors(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let mut objects = Vec::new();
    for room in level.rooms() {
        for (name, anchor) in of_room(level, room) {
            let pixels = |cell: i32, half_cells: i32| (2 * cell + half_cells) as f32 * (CELL as f32 / 2.0);
            let at = [pixels(room.rect.left(), anchor.x), pixels(room.rect.top(), anchor.y)];
            objects.push(point(next(), "anchor", name, at, vec![room_property("room", room.id)]));
        }
    }
    objects
}

/// The nine anchors of a room with their names, in half cells from its top left corner.
fn of_room(level: &Level, room: &Room) -> [(&'static str, Cell); 9] {
    let (width, height) = (room.rect.width(), room.rect.height());
    let (right, bottom) = (2 * width - 1, 2 * height - 1);
    let is_floor = |x: i32, y: i32| level.tile(Cell::new(room.rect.left() + x, room.rect.top() + y)) == Tile::Floor;
    // The centre of the longest run of floor along one wall; of several, of the one nearest to the
    // middle of the wall, then of the first.
    let middle = |length: i32, is_floor: &dyn Fn(i32) -> bool| {
        let along: Vec<i32> = (0..length).filter(|&place| is_floor(place)).collect();
        let runs = along.chunk_by(|place, next| place + 1 == *next);
        let ends = runs.filter_map(|run| Some((*run.first()?, *run.last()?)));
        let order = |&(first, last): &(i32, i32)| (first - last, (first + last + 1 - length).abs());
        ends.min_by_key(order).map_or(length, |(first, last)| first + last + 1)
    };
    let across = |y: i32| middle(width, &|x| is_floor(x, y));
    let down = |x: i32| middle(height, &|y| is_floor(x, y));
    let anchors = [
        ("NorthWest", 1, 1),
        ("North", across(0), 1),
        ("NorthEast", right, 1),
        ("West", 1, down(0)),
        ("Center", width, height),
        ("East", right, down(width - 1)),
        ("SouthWest", 1, bottom),
        ("South", across(height - 1), bottom),
        ("SouthEast", right, bottom),
    ];
    anchors.map(|(name, x, y)| (name, on_floor(level, room, Cell::new(x, y))))
}

/// Moves a point of a shaped room to the nearest floor, if it touches no floor cell.
///
/// The result is then the centre of the nearest floor cell; ties go to the room's middle column,
/// then row. Anchors in vaults stay: a vault's drawing takes them into account.
fn on_floor(level: &Level, room: &Room, point: Cell) -> Cell {
    if matches!(room.shape, RoomShape::Rectangle | RoomShape::Vault) {
        return point;
    }
    let (width, height) = (room.rect.width(), room.rect.height());
    let floor = level.floor_in(room.id);
    let centres = floor.map(|cell| Cell::new(2 * (cell.x - room.rect.left()) + 1, 2 * (cell.y - room.rect.top()) + 1));
    let nearest = centres.min_by_key(|centre| {
        let (across, down) = (i64::from(centre.x - point.x), i64::from(centre.y - point.y));
        (across * across + down * down, (centre.x - width).abs(), (centre.y - height).abs())
    });
    match nearest {
        Some(centre) if (centre.x - point.x).abs() > 1 || (centre.y - point.y).abs() > 1 => centre,
        _ => point,
    }
}
