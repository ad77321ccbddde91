//! Metrics of single rooms: how much larger the largest is, and how many doors lie at corners.

use crate::{
    geom::Rect,
    level::{Connection, Level, Room, RoomShape},
};

/// The area of the largest room divided by that of the median room; at least 1.
///
/// The area is the number of the room's floor cells. Of an even number of rooms, the median is the
/// mean of the two in the middle. `areas` is a buffer. Cost: linear in rooms, and in the cells of
/// those that are no rectangle.
pub(super) fn largest_to_median(level: &Level, areas: &mut Vec<i64>) -> f64 {
    areas.clear();
    areas.extend(level.rooms.iter().map(|room| area(level, room)));
    let largest = areas.iter().copied().max().unwrap_or(0);
    let (count, middle) = (areas.len(), areas.len() / 2);
    if count == 0 {
        return 1.0;
    }
    let (below, &mut upper, _) = areas.select_nth_unstable(middle);
    let lower = if count.is_multiple_of(2) { below.iter().copied().max().unwrap_or(upper) } else { upper };
    2.0 * largest as f64 / (lower + upper) as f64
}

/// The number of a room's floor cells. Cost: constant for a rectangle, else linear in cells.
pub(super) fn area(level: &Level, room: &Room) -> i64 {
    if room.shape == RoomShape::Rectangle { room.rect.area() } else { level.floor_in(room.id).count() as i64 }
}

/// The doors at corners of rooms as a fraction of all doors; 0 without doors. Cost: linear in
/// passages.
pub(super) fn doors_at_corners(level: &Level) -> f64 {
    let (mut doors, mut at_corners) = (0_u32, 0_u32);
    for passage in &level.passages {
        // What is dug has no corners.
        let of_room = |room: u32| Some(level.rooms[room as usize]).filter(|room| !room.shape.is_dug());
        let rooms = passage.rooms.map(|room| of_room(room).map(|room| room.rect));
        match &passage.connection {
            // Openings reach from corner to corner.
            Connection::Door(_) if passage.is_opening() => {}
            Connection::Door(door) => {
                doors += 1;
                at_corners += u32::from(rooms.iter().flatten().any(|&room| is_at_corner(*door, room)));
            }
            Connection::Corridor(corridor) => {
                let ends = corridor.doors.iter().zip(rooms).filter_map(|(door, room)| Some((door, room?)));
                doors += 2;
                at_corners += ends.map(|(&door, room)| u32::from(is_at_corner(door, room))).sum::<u32>();
            }
        }
    }
    if doors == 0 { 0.0 } else { f64::from(at_corners) / f64::from(doors) }
}

/// Whether a door in a wall of a room lies at an end of that wall: a cell of it is beside the
/// room's outermost row or column along the wall.
fn is_at_corner(door: Rect, room: Rect) -> bool {
    let is_west_or_east = door.right() <= room.left() || door.left() >= room.right();
    if is_west_or_east {
        door.top() <= room.top() || door.bottom() >= room.bottom()
    } else {
        door.left() <= room.left() || door.right() >= room.right()
    }
}
