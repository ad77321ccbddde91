//! Invariant 4: each door lies between the rooms or corridors that it joins.

use super::tiles::width;
use crate::{
    geom::{Cell, Rect},
    level::Level,
    model::{Connection, Corridor, Tile},
};

/// Tests invariant 4: each door lies between the rooms or corridors that it joins.
///
/// A door is one cell thick, and all cells along its two sides are floor of what it joins: two
/// rooms, or a room and a corridor. Both doors of a corridor have the same width, and its route
/// begins and ends at the top left of the corridor cells beside them.
pub(super) fn doors_touch_what_they_join(level: &Level) -> Result<(), String> {
    for (id, passage) in level.passages.iter().enumerate() {
        let [first, second] = passage.rooms;
        let is_floor = |cells: Rect| cells.cells().all(|cell| level.tile(cell) == Tile::Floor);
        let in_room = |id: u32, cells: Rect| level.rooms[id as usize].rect.contains_rect(cells) && is_floor(cells);
        match &passage.connection {
            Connection::Door(door) => {
                if !joins(*door, |one, other| in_room(first, one) && in_room(second, other)) {
                    return Err(format!(
                        "the door of passage {id}, {door}, does not lie between rooms {first} and {second}"
                    ));
                }
            }
            Connection::Corridor(corridor) => {
                let Corridor { doors, route } = &**corridor;
                if width(passage) != doors[1].width().max(doors[1].height()) {
                    return Err(format!("the doors of passage {id}, {} and {}, differ in width", doors[0], doors[1]));
                }
                let ends = [(doors[0], first, route.first()), (doors[1], second, route.last())];
                for (door, room, end) in ends {
                    let is_corridor = |cells: Rect| cells.cells().all(|cell| level.tile(cell) == Tile::Corridor);
                    let corridor = |cells: Rect| end == Some(&cells.top_left()) && is_corridor(cells);
                    if !joins(door, |one, other| in_room(room, one) && corridor(other)) {
                        return Err(format!(
                            "a door of passage {id}, {door}, does not lie between room {room} and the end of its corridor"
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The cells of a door before which no obstacle stands: all, or the middle third of one that is
/// more than three cells wide.
pub(super) fn kept_clear(door: Rect) -> Vec<Cell> {
    let cells: Vec<Cell> = door.cells().collect();
    let third = if cells.len() > 3 { cells.len() / 3 } else { 0 };
    cells.get(third..cells.len() - third).map(<[Cell]>::to_vec).unwrap_or_default()
}

/// Whether the cells on a door's two sides satisfy `wanted`, in either order.
///
/// False for a door that is not one cell thick. A single-cell door may be crossed in either axis.
fn joins(door: Rect, wanted: impl Fn(Rect, Rect) -> bool) -> bool {
    let moved = |dx: i32, dy: i32| Rect::from_xywh(door.left() + dx, door.top() + dy, door.width(), door.height());
    let across = (door.width() == 1).then(|| (moved(-1, 0), moved(1, 0)));
    let down = (door.height() == 1).then(|| (moved(0, -1), moved(0, 1)));
    [across, down].into_iter().flatten().any(|sides| match sides {
        (Some(one), Some(other)) => wanted(one, other) || wanted(other, one),
        _ => false,
    })
}
