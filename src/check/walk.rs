//! Invariant 10: everything can be reached on foot.

use std::collections::BTreeSet;

use super::flood::{flood, free_cells};
use crate::{
    geom::Cell,
    grid::{BitGrid, CellSet},
    level::Level,
    model::{Metres, Stairs, Tile},
};

/// Tests invariant 10: everything can be reached from the entry.
///
/// Every cell of a marker is reached, so that none lies under an obstacle. The entry lies in the
/// path's first room, the exit in its last; they differ unless both are the only cell of one room.
/// All other stairs lie each in a room of its own, and no two lead to one name.
pub(super) fn everything_can_be_reached(level: &Level) -> Result<(), String> {
    ends_lie_in_their_rooms(level)?;
    let mut reached = BitGrid::new(level.width(), level.height());
    flood(&free_cells(level), level.entry, &mut reached, |_, _, _| ());
    let unreached = |what: String| Err(format!("{what} cannot be reached from the entry at {}", level.entry));
    let is_reached = |cell: Cell| reached.get(cell);
    if !is_reached(level.exit) {
        return unreached(format!("the exit at {}", level.exit));
    }
    if let Some(Stairs { cell, to }) = level.stairs.iter().find(|stairs| !is_reached(stairs.cell)) {
        return unreached(format!("the stairs to {:?} at {cell}", &**to));
    }
    for (y, row) in (0..).zip(level.tiles.rows()) {
        let mut doors = (0..).zip(row).filter(|(_, tile)| **tile == Tile::Door).map(|(x, _)| Cell::new(x, y));
        if let Some(cell) = doors.find(|&cell| !is_reached(cell)) {
            return unreached(format!("the door cell {cell}"));
        }
    }
    if let Some(room) = level.rooms.iter().find(|room| !reached.intersects_rect(room.rect)) {
        return unreached(format!("room {}", room.id));
    }
    for (id, prop) in level.props().enumerate().filter(|(_, prop)| !prop.kind.blocks) {
        if prop.kind.marker {
            if let Some(cell) = prop.cells.cells().find(|&cell| !is_reached(cell)) {
                return unreached(format!("{cell}, a cell of the marker {},", level.prop_name(id)));
            }
            continue;
        }
        let from_beside = prop.kind.elevation > Metres::default();
        let within_reach = |cell: Cell| is_reached(cell) || from_beside && cell.neighbours().any(is_reached);
        if !prop.cells.cells().any(within_reach) {
            return unreached(level.prop_name(id));
        }
    }
    Ok(())
}

fn ends_lie_in_their_rooms(level: &Level) -> Result<(), String> {
    let ends = [("entry", level.entry, level.start()), ("exit", level.exit, level.end())];
    for (name, cell, room) in ends {
        if !room.rect.contains(cell) || level.tile(cell) != Tile::Floor {
            return Err(format!("the {name} at {cell} is not in room {}", room.id));
        }
    }
    if level.entry == level.exit && level.start().rect.area() > 1 {
        return Err(format!("entry and exit are both at {}", level.entry));
    }
    let (mut rooms, mut names) = (BTreeSet::from([level.start().id, level.end().id]), BTreeSet::new());
    for Stairs { cell, to } in &level.stairs {
        let (name, is_floor) = (&**to, level.tile(*cell) == Tile::Floor);
        let room = level.rooms.iter().find(|room| is_floor && room.rect.contains(*cell));
        let Some(room) = room else { return Err(format!("the stairs to {name:?} at {cell} are in no room")) };
        if !rooms.insert(room.id) {
            return Err(format!("the stairs to {name:?} at {cell} are in room {}, as other stairs are", room.id));
        }
        if !names.insert(name) {
            return Err(format!("two stairs lead to {name:?}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::InvariantBreach, level::fixture};

    #[test]
    fn stairs_lie_on_floor_each_in_a_room_of_its_own_and_have_different_names() {
        let said = |stairs: &[(i32, i32, &str)]| {
            let mut level = fixture::level();
            let stairs = stairs.iter().map(|&(x, y, to)| Stairs { cell: Cell::new(x, y), to: to.into() });
            level.stairs = stairs.collect();
            level.check().first().map(InvariantBreach::to_string).unwrap_or_default()
        };
        for (stairs, expected) in [
            (&[(8, 3, "a"), (8, 7, "b")][..], ""),
            (&[(8, 0, "a")], "invariant 10: the stairs to \"a\" at (8, 0) are in no room"),
            (&[(14, 2, "a")], "invariant 10: the stairs to \"a\" at (14, 2) are in no room"),
            (&[(90, 2, "a")], "invariant 10: the stairs to \"a\" at (90, 2) are in no room"),
            (&[(4, 2, "a")], "invariant 10: the stairs to \"a\" at (4, 2) are in room 0, as other stairs are"),
            (&[(18, 3, "a")], "invariant 10: the stairs to \"a\" at (18, 3) are in room 2, as other stairs are"),
            (
                &[(8, 3, "a"), (9, 3, "b")],
                "invariant 10: the stairs to \"b\" at (9, 3) are in room 1, as other stairs are",
            ),
            (&[(8, 3, "a"), (8, 7, "a")], "invariant 10: two stairs lead to \"a\""),
            (&[(9, 2, "a")], "invariant 9: prop 3 (rock at (9, 2)) stands on the stairs to \"a\""),
        ] {
            assert_eq!(said(stairs), expected);
        }
    }
}
