//! Invariants 7 and 9: where props stand.

use super::ground::Ground;
use crate::{level::Level, model::Tile};

/// Invariant 7. Inside a room means on its floor. A prop's footprint is as large as its kind's. The physical box fills it as yet, so that no offset but zero
/// keeps it inside.
pub(super) fn props_stand_in_their_rooms(level: &Level, ground: &Ground) -> Result<(), String> {
    for (id, record) in level.props.iter().enumerate() {
        let kind = &level.kinds[usize::from(record.kind)];
        let room = &level.rooms[record.room as usize];
        let is_floor = || record.cells().cells().all(|cell| ground.tiles.get(cell) == Tile::Floor);
        if !room.rect.contains_rect(record.cells()) || !is_floor() {
            return Err(format!("{} does not lie wholly in room {}", level.prop_name(id), room.id));
        }
        if (record.width, record.height) != (kind.width, kind.height) {
            let (width, height) = (record.width, record.height);
            let name = level.prop_name(id);
            return Err(format!("{name} covers {width}x{height} cells, its kind {}x{}", kind.width, kind.height));
        }
        if record.offset != [0, 0] {
            return Err(format!("{} leaves its footprint: its offset is not zero", level.prop_name(id)));
        }
    }
    Ok(())
}

/// Invariant 9.
pub(super) fn obstacles_keep_clear(level: &Level, ground: &Ground) -> Result<(), String> {
    for (id, record) in level.props.iter().enumerate() {
        if !level.kinds[usize::from(record.kind)].is_obstacle() {
            continue;
        }
        for cell in record.cells().cells() {
            let stands = |what: &str| Err(format!("{} stands {what}", level.prop_name(id)));
            if cell == level.entry {
                return stands("on the entry");
            }
            if cell == level.exit {
                return stands("on the exit");
            }
            let at_door = cell.neighbours().find(|&beside| ground.tiles.get(beside) == Tile::Door);
            if let (Tile::Floor, Some(door)) = (ground.tiles.get(cell), at_door) {
                return stands(&format!("before the door at {door}"));
            }
        }
    }
    Ok(())
}
