//! Invariants 7 and 9: props stand in their rooms, and keep clear of entry, exit, doors and keys.

use std::collections::{BTreeMap, BTreeSet};

use super::mission::key_name;
use crate::{
    geom::{Cell, Direction},
    level::Level,
    model::{Metres, PropKind, Tile},
};

/// Tests invariant 7: each prop stands on the floor of its room, in a footprint that fits its kind.
///
/// A footprint lies on the floor of its room. It has its kind's size, with width and height
/// exchanged after an odd number of quarter turns. The body, turned likewise and moved by the
/// offset, stays inside of the footprint.
pub(super) fn props_stand_in_their_rooms(level: &Level) -> Result<(), String> {
    for (id, record) in level.props.iter().enumerate() {
        let kind = &level.kinds[usize::from(record.kind)];
        let room = &level.rooms[record.room as usize];
        let is_floor = || record.cells().cells().all(|cell| level.tile(cell) == Tile::Floor);
        if !room.rect.contains_rect(record.cells()) || !is_floor() {
            return Err(format!("{} is not entirely inside room {}", level.prop_name(id), room.id));
        }
        let (width, height) = (record.stance.width(), record.stance.height());
        let turn = record.stance.turn();
        let turned = matches!(turn, Direction::East | Direction::West);
        let (across, down) = if turned { (kind.height, kind.width) } else { (kind.width, kind.height) };
        if (width, height) != (across, down) {
            let how = if turned { " with this turn" } else { "" };
            let name = level.prop_name(id);
            return Err(format!("{name} covers {width}x{height} cells, but its kind{how} covers {across}x{down}"));
        }
        let (body_across, body_down) = if turned { (kind.body[1], kind.body[0]) } else { (kind.body[0], kind.body[1]) };
        let sides = [(width, body_across, record.offset[0]), (height, body_down, record.offset[1])];
        for (cells, body, offset) in sides {
            // Both sides are doubled, since half a body may be no whole number of units of 1/256 m.
            if body.parts() + 2 * i32::from(offset).abs() > i32::from(cells) * Metres::PARTS {
                let [right, down] = level.placed(record).offset;
                return Err(format!(
                    "{} is moved out of its footprint by its offset ({right}, {down})",
                    level.prop_name(id)
                ));
            }
        }
    }
    Ok(())
}

/// Tests invariant 9: no obstacle and no marker stands on the entry or the exit, no obstacle on
/// floor beside a door, and nothing shares the cell of a key but what hangs overhead.
///
/// Cost: linear in the cells of props, times the logarithm of the keys.
pub(super) fn props_keep_clear(level: &Level) -> Result<(), String> {
    let keys: BTreeMap<Cell, usize> = level.keys.iter().enumerate().map(|(number, key)| (key.cell, number)).collect();
    keys_lie_alone(level, &keys)?;
    for (id, record) in level.props.iter().enumerate() {
        let kind = &level.kinds[usize::from(record.kind)];
        if !kind.is_obstacle() && !kind.marker {
            continue;
        }
        for cell in record.cells().cells() {
            let stands = |what: &str| Err(format!("{} stands {what}", level.prop_name(id)));
            // A key may lie there, where its room has no other floor, and be a marker.
            let is_key = keys.contains_key(&cell);
            if cell == level.entry && !is_key {
                return stands("on the entry");
            }
            if cell == level.exit && !is_key {
                return stands("on the exit");
            }
            let at_door = cell.neighbours().find(|&beside| level.tile(beside) == Tile::Door);
            if let (true, Tile::Floor, Some(door)) = (kind.is_obstacle(), level.tile(cell), at_door) {
                return stands(&format!("before the door at {door}"));
            }
        }
    }
    Ok(())
}

/// Tests that nothing but a key's own prop lies on its cell, and no marker is there.
///
/// `keys` has the position of each key by its cell. Of two keys on a cell, one is another prop.
fn keys_lie_alone(level: &Level, keys: &BTreeMap<Cell, usize>) -> Result<(), String> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut met = BTreeSet::new();
    for (id, record) in level.props.iter().enumerate() {
        let kind = &level.kinds[usize::from(record.kind)];
        if !kind.marker && kind.elevation >= PropKind::HEADROOM {
            continue;
        }
        for cell in record.cells().cells() {
            let Some(&number) = keys.get(&cell) else { continue };
            let is_own = !kind.is_obstacle() && level.key_name(&level.keys[number]) == kind.name.as_str();
            if !is_own || !met.insert(cell) {
                return Err(format!("{} lies on the cell of {}", level.prop_name(id), key_name(level, number)));
            }
        }
    }
    Ok(())
}
