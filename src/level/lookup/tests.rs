//! Queries of a level, compared with plain lists.

use super::*;
use crate::level::fixture;

fn ids<'level>(rooms: impl Iterator<Item = &'level Room>) -> Vec<u32> {
    rooms.map(|room| room.id).collect()
}

#[test]
fn the_room_at_a_cell_is_the_one_that_has_it_as_floor() {
    for level in [fixture::level(), fixture::shaped()] {
        for cell in level.tiles().bounds().grown(20).into_iter().flat_map(Rect::cells) {
            let holds = |room: &&Room| room.rect.contains(cell) && level.tile(cell) == Tile::Floor;
            let scanned = level.rooms().iter().find(holds);
            assert_eq!(level.room_at(cell), scanned, "{cell}");
            let listed: Vec<_> = (0..9).filter(|&room| level.floor_in(room).any(|other| other == cell)).collect();
            assert_eq!(listed, ids(scanned.into_iter()), "{cell}");
        }
        assert_eq!(level.room_at(Cell::new(i32::MIN, i32::MAX)), None);
    }
    assert_eq!(fixture::shaped().floor_in(2).count(), 17);
}

#[test]
fn the_door_at_a_cell_is_that_of_the_passage_which_covers_it() {
    let level = fixture::level();
    let mut found = 0;
    for cell in level.tiles().bounds().grown(20).into_iter().flat_map(Rect::cells) {
        let covers = |passage: &Passage| passage.doors().iter().any(|door| door.contains(cell));
        let scanned = (0..).zip(level.passages()).find(|(_, passage)| covers(passage));
        assert_eq!(level.door_at(cell), scanned, "{cell}");
        found += usize::from(scanned.is_some());
    }
    assert_eq!(found, 7, "all cells of the five doors");
    assert_eq!(level.door_at(Cell::new(i32::MIN, i32::MAX)), None);
}

#[test]
fn one_can_stand_on_open_tiles_without_obstacles() {
    let level = fixture::level();
    for cell in level.tiles().bounds().grown(2).into_iter().flat_map(Rect::cells) {
        let under = level.props().any(|prop| prop.kind.is_obstacle() && prop.cells.contains(cell));
        assert_eq!(level.is_walkable(cell), level.tile(cell).is_open() && !under, "{cell}");
    }
    assert_eq!(level.walkable().iter().filter(|&cell| !level.is_walkable(cell)).count(), 0);
    assert!(!level.is_walkable(Cell::new(2, 3)), "under the table");
    assert!(level.is_walkable(Cell::new(4, 3)), "under the lamp");
}

#[test]
fn one_cannot_stand_in_a_pond() {
    let mut level = fixture::parted();
    let (wet, dry) = (Cell::new(1, 1), Cell::new(1, 2));
    let terrain = level.terrain.as_mut().unwrap();
    terrain.cells.set(wet, fixture::WATER);
    terrain.cells.set(dry, fixture::PLANKS);
    assert_eq!([wet, dry].map(|cell| level.is_open(cell)), [false, true]);
    assert_eq!([wet, dry].map(|cell| level.is_walkable(cell)), [false, true]);
    assert!(!level.is_opaque(wet) && level.room_at(wet).is_some() && !level.reachable().get(wet));
    assert!(level.unreachable().iter().all(|run| !run.contains(wet)));
    assert_eq!(level.path_as_if_open(level.entry(), wet), None);
    let mut bytes = vec![0; level.size().cells() as usize];
    level.write_walkable(&mut bytes).unwrap();
    assert!(
        bytes.iter().zip(level.tiles().bounds().cells()).all(|(&byte, cell)| (byte == 1) == level.is_walkable(cell))
    );
    let (index, rug, rock, lamp) = (level.index(), &level.kinds[3], &level.kinds[2], &level.kinds[1]);
    for (kind, cell, expected) in [
        (rug, wet, Err(crate::level::PlaceError::Terrain(wet))),
        (rock, wet, Err(crate::level::PlaceError::Terrain(wet))),
        (lamp, wet, Ok(())),
        (rug, dry, Ok(())),
        (rock, dry, Ok(())),
    ] {
        assert_eq!(level.can_place(&index, kind, cell, [0.0, 0.0]), expected, "{} at {cell}", kind.name);
    }
}

#[test]
fn a_pocket_between_obstacles_is_walkable_and_not_reachable() {
    let mut level = fixture::level();
    let corner = Cell::new(21, 1);
    assert_eq!(level.reachable(), level.walkable(), "no pocket as yet");
    assert_eq!(level.unreachable(), []);
    level.props.extend([fixture::prop(2, 2, 20, 1), fixture::prop(2, 2, 21, 2)]);
    level.lookup = OnceLock::new();
    assert!(level.is_walkable(corner) && !level.is_reachable(corner));
    let pockets: Vec<_> = level.walkable().iter().filter(|&cell| !level.is_reachable(cell)).collect();
    assert_eq!(pockets, [corner]);
    assert_eq!(level.unreachable(), [Rect::from_cell(corner)]);
    assert!(level.reachable().iter().all(|cell| level.is_walkable(cell)));
    assert!(!level.is_reachable(Cell::new(-1, 0)) && !level.is_reachable(Cell::new(0, 0)));
}

#[test]
fn the_path_gives_the_first_and_the_last_room() {
    let level = fixture::level();
    assert_eq!((level.start().id, level.end().id), (0, 2));
    assert_eq!(level.room(4).map(|room| room.id), Some(4));
    assert_eq!(level.room(5), None);
}

#[test]
fn the_neighbours_of_a_room_are_those_beyond_its_passages() {
    let level = fixture::level();
    assert_eq!(level.passages_of(1).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(ids(level.neighbours(1).map(|(room, _)| room)), [0, 2, 3]);
    assert_eq!(ids(level.neighbours(4).map(|(room, _)| room)), [3]);
    assert_eq!(level.neighbours(9).count(), 0);
}

#[test]
fn the_props_of_a_room_are_those_that_name_it() {
    let level = fixture::level();
    for room in 0..6 {
        let scanned: Vec<_> = level.props().filter(|prop| prop.room == room).collect();
        assert_eq!(level.props_in(room).collect::<Vec<_>>(), scanned);
    }
    assert_eq!(level.props_in(0).len(), 3);
}

#[test]
fn one_sees_across_water_and_not_through_the_doors_on_its_banks() {
    let level = fixture::parted();
    let dry = Level { terrain: None, ..fixture::parted() };
    for cell in level.tiles().bounds().cells() {
        let is_water = level.terrain(cell).is_some_and(|kind| kind.blocks);
        assert_eq!(level.is_opaque(cell), dry.is_opaque(cell) && !is_water, "{cell}");
        assert_eq!(level.is_walkable(cell), dry.is_walkable(cell), "{cell}");
    }
    assert!(level.is_opaque(Cell::new(13, 2)) && !level.is_opaque(Cell::new(13, 3)) && dry.is_opaque(Cell::new(13, 3)));
}
