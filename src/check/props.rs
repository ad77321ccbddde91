//! Invariants 7 and 9: props stand in their rooms, and keep clear of entry, exit, doors and keys.

use std::collections::{BTreeMap, BTreeSet};

use super::{doors::kept_clear, mission::key_name};
use crate::{
    geom::{Cell, Direction},
    level::Level,
    model::{Metres, Passage, PropKind, Tile},
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
                let [right, down] = level.placed(id as u32, record).offset;
                return Err(format!(
                    "{} is moved out of its footprint by its offset ({right}, {down})",
                    level.prop_name(id)
                ));
            }
        }
    }
    Ok(())
}

/// Tests invariant 9: no obstacle and no marker stands on the entry, the exit or other stairs, no
/// obstacle on floor beside a door, or beside the middle third of one more than three cells wide,
/// and nothing shares the cell of a key but what hangs overhead.
///
/// Cost: linear in the cells of props, times the logarithm of the keys.
pub(super) fn props_keep_clear(level: &Level) -> Result<(), String> {
    let keys: BTreeMap<Cell, usize> = level.keys.iter().enumerate().map(|(number, key)| (key.cell, number)).collect();
    keys_lie_alone(level, &keys)?;
    let kept: BTreeSet<Cell> =
        level.passages.iter().flat_map(Passage::doors).flat_map(|&door| kept_clear(door)).collect();
    for (id, record) in level.props.iter().enumerate() {
        let kind = &level.kinds[usize::from(record.kind)];
        if !kind.keeps_off_stairs() {
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
            if let Some(stairs) = level.stairs.iter().find(|stairs| stairs.cell == cell && !is_key) {
                return stands(&format!("on the stairs to {:?}", &*stairs.to));
            }
            let at_door = cell.neighbours().find(|door| level.tile(*door) == Tile::Door && kept.contains(door));
            if let (true, Tile::Floor, Some(door)) = (kind.is_obstacle(), level.tile(cell), at_door) {
                return stands(&format!("before the door at {door}"));
            }
        }
    }
    Ok(())
}

/// Tests that nothing but the props of keys lies on a key's cell, and no marker is there.
///
/// A cell has as many such props as keys; invariant 12 tests that each key has its own. `keys` has
/// the position of a key by its cell.
fn keys_lie_alone(level: &Level, keys: &BTreeMap<Cell, usize>) -> Result<(), String> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut left: BTreeMap<Cell, usize> = BTreeMap::new();
    level.keys.iter().for_each(|key| *left.entry(key.cell).or_default() += 1);
    let is_key = |kind: &PropKind| !kind.is_obstacle() && level.locks.contains(&kind.name);
    let are_keys: Vec<_> = level.kinds.iter().map(is_key).collect();
    for (id, record) in level.props.iter().enumerate() {
        let kind = &level.kinds[usize::from(record.kind)];
        if kind.hangs() {
            continue;
        }
        for cell in record.cells().cells() {
            let (Some(&number), Some(left)) = (keys.get(&cell), left.get_mut(&cell)) else { continue };
            if !are_keys[usize::from(record.kind)] || *left == 0 {
                return Err(format!("{} lies on the cell of {}", level.prop_name(id), key_name(level, number)));
            }
            *left -= 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        check::InvariantBreach,
        level::fixture::{self, prop},
    };

    #[test]
    fn markers_keep_off_the_stairs_and_nothing_shares_a_key_s_cell_but_what_hangs() {
        let level = fixture::level();
        let breach_of = |kind: PropKind, x, y| {
            let mut level = level.clone();
            level.kinds[2] = kind;
            level.props.retain(|prop| prop.kind != 2);
            level.props.push(prop(2, u32::from(x > 15) * 2, x, y));
            level.check().first().map(InvariantBreach::to_string)
        };
        let [lamp, rock, rug] = [1, 2, 3].map(|kind| level.kinds[kind].clone());
        let trap = PropKind { name: "trap".into(), marker: true, blocks: false, ..rock.clone() };
        let coin = PropKind { name: "coin".into(), blocks: false, elevation: Metres::whole(1), ..rock.clone() };
        let lamp = PropKind { name: "torch".into(), ..lamp };
        let mat = PropKind { name: "mat".into(), elevation: Metres::exact(0.5).unwrap(), ..rug.clone() };
        let lies = |name: &str| {
            Some(format!("invariant 9: prop 4 ({name} at (21, 4)) lies on the cell of key 0 (\"rug\" at (21, 4))"))
        };
        assert_eq!(
            breach_of(trap.clone(), 2, 2).as_deref(),
            Some("invariant 9: prop 4 (trap at (2, 2)) stands on the entry")
        );
        assert_eq!(
            breach_of(trap.clone(), 20, 2).as_deref(),
            Some("invariant 9: prop 4 (trap at (20, 2)) stands on the exit")
        );
        assert_eq!(breach_of(trap.clone(), 5, 2), None, "before a door");
        assert_eq!([breach_of(trap, 21, 4), breach_of(rock, 21, 4)], [lies("trap"), lies("rock")]);
        assert_eq!([breach_of(coin.clone(), 21, 4), breach_of(mat.clone(), 21, 4)], [lies("coin"), lies("mat")]);
        for kind in [lamp, coin, mat] {
            assert_eq!([(2, 2), (20, 2)].map(|(x, y)| breach_of(kind.clone(), x, y)), [None, None], "{}", kind.name);
        }
        let mut two = level.clone();
        two.kinds[3].marker = true;
        assert_eq!(two.check(), [], "the key itself may be a marker");
        two.props.push(prop(3, 2, 21, 4));
        let broken: Vec<_> = two.check().iter().map(|breach| breach.invariant).collect();
        assert_eq!(broken, [9], "but not a second one");
    }
}
