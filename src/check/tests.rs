//! Breaks each invariant in a sound level and expects exactly the right breaches.

use super::*;
use crate::{
    geom::{Cell, Direction, Rect},
    level::{
        Connection, Corridor, DoorKind, RoomKind, RoomShape, Tile,
        fixture::{self, prop, single_room, tiles},
    },
    model::{Metres, PropKind, TurnedFootprintSize},
};

/// The level of the fixture without its mission, which `mission` tests.
fn level() -> Level {
    without_mission(fixture::level())
}

fn shaped() -> Level {
    without_mission(fixture::shaped())
}

fn without_mission(mut level: Level) -> Level {
    (level.passages[3].kind, level.passages[3].lock) = (DoorKind::Closed, None);
    level.locks.clear();
    level.keys.clear();
    level
}

/// The numbers of the broken invariants, a description, and the edit of a sound level that does it.
type Case = (&'static [u8], &'static str, fn(&mut Level));

fn set(level: &mut Level, x: i32, y: i32, tile: Tile) {
    level.tiles.set(Cell::new(x, y), tile);
}

/// Turns a rectangle into floor or rock, then recomputes walls.
fn redraw(level: &mut Level, rect: Rect, tile: Tile) {
    level.tiles.fill_rect(rect, tile);
    for cell in level.tiles.bounds().cells().filter(|&cell| !level.tile(cell).is_open()).collect::<Vec<_>>() {
        let near = Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells).any(|c| level.tile(c).is_open());
        level.tiles.set(cell, if near { Tile::Wall } else { Tile::Rock });
    }
}

fn corridor(level: &mut Level) -> (&mut [Rect; 2], &mut Vec<Cell>) {
    match &mut level.passages[1].connection {
        Connection::Corridor(corridor) => (&mut corridor.doors, &mut corridor.route),
        Connection::Door(_) => panic!("the fixture's passage 1 is a corridor"),
    }
}

fn invariants(level: &Level) -> Vec<u8> {
    level.check().iter().map(|breach| breach.invariant).collect()
}

#[test]
fn a_sound_level_breaks_no_invariant() {
    assert_eq!(fixture::level().check(), []);
    assert_eq!(fixture::shaped().check(), []);
    assert_eq!(level().check(), []);
    assert_eq!(shaped().check(), []);
    assert_eq!(single_room(9).check(), []);
}

#[test]
fn a_fault_breaks_its_own_invariant_and_no_other() {
    let mut surprises = Vec::new();
    let cases = CASES.iter().map(|case| (level(), case)).chain(SHAPED_CASES.iter().map(|case| (shaped(), case)));
    for (mut level, (expected, fault, break_it)) in cases {
        break_it(&mut level);
        if invariants(&level) != *expected {
            surprises.push((fault, expected, level.check()));
        }
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
}

const CASES: &[Case] = &[
    (&[1], "a corridor runs along the border", |level| {
        redraw(level, Rect::of(14, 0, 2, 3), Tile::Corridor);
        *corridor(level).1 = [(14, 2), (14, 0), (15, 0), (15, 2)].map(Cell::from).to_vec();
    }),
    (&[1, 3], "floor on the border", |level| set(level, 0, 3, Tile::Floor)),
    (&[1, 3], "a door in the last column", |level| set(level, 22, 3, Tile::Door)),
    (&[2], "an id that does not count up", |level| level.rooms[3].id = 4),
    (&[2], "two rooms with an edge between them", |level| {
        level.rooms[4].rect = Rect::of(14, 5, 4, 4);
        redraw(level, Rect::of(14, 5, 4, 4), Tile::Floor);
    }),
    (&[2], "two rooms corner to corner", |level| {
        level.rooms[4].rect = Rect::of(14, 5, 3, 4);
        redraw(level, Rect::of(14, 6, 4, 3), Tile::Rock);
        redraw(level, Rect::of(14, 5, 3, 4), Tile::Floor);
    }),
    (&[2, 3], "two rooms over one another", |level| {
        level.rooms[4].rect = Rect::of(14, 4, 4, 5);
        redraw(level, Rect::of(14, 4, 4, 5), Tile::Floor);
    }),
    (&[3], "a room with a pillar of wall", |level| set(level, 3, 1, Tile::Wall)),
    (&[3], "floor that is in no room", |level| redraw(level, Rect::of(14, 4, 1, 1), Tile::Floor)),
    (&[3], "corridor floor in a room", |level| set(level, 1, 1, Tile::Corridor)),
    (&[3], "corridor floor that no corridor leads over", |level| redraw(level, Rect::of(14, 1, 1, 1), Tile::Corridor)),
    (&[3], "a door that no passage has", |level| set(level, 6, 4, Tile::Door)),
    (&[3], "a door that is walled up", |level| set(level, 6, 2, Tile::Wall)),
    (&[3], "a door of two passages", |level| {
        let passage = level.passages[0].clone();
        level.passages.push(passage);
    }),
    (&[3], "a corner of a corridor without its corner point", |level| {
        redraw(level, Rect::of(14, 2, 2, 2), Tile::Corridor);
        *corridor(level).1 = [(14, 2), (15, 3), (15, 2)].map(Cell::from).to_vec();
    }),
    (&[3], "a corridor that makes a detour through rock", |level| {
        *corridor(level).1 = [(14, 2), (14, 4), (15, 4), (15, 2)].map(Cell::from).to_vec();
    }),
    (&[4], "a door longer than its rooms", |level| {
        level.passages[0].connection = Connection::Door(Rect::of(6, 2, 1, 4));
        redraw(level, Rect::of(6, 2, 1, 4), Tile::Door);
    }),
    (&[4], "a door without a thin side", |level| {
        level.rooms[4].rect = Rect::of(15, 6, 3, 3);
        redraw(level, Rect::of(14, 6, 1, 3), Tile::Rock);
        level.passages[3].connection = Connection::Door(Rect::of(13, 7, 2, 2));
        redraw(level, Rect::of(13, 7, 2, 2), Tile::Door);
    }),
    (&[4], "a route that runs backwards", |level| corridor(level).1.reverse()),
    (&[4], "the doors of a corridor in the wrong order", |level| corridor(level).0.reverse()),
    (&[4], "a route that ends short of its door", |level| {
        *corridor(level).1 = [(14, 2), (15, 2), (14, 2)].map(Cell::from).to_vec();
    }),
    (&[4], "doors of unequal width", |level| {
        corridor(level).0[1] = Rect::of(16, 2, 1, 2);
        redraw(level, Rect::of(16, 3, 1, 1), Tile::Door);
    }),
    (&[4, 6], "a door between other rooms", |level| level.passages[3].rooms = [2, 4]),
    (&[5], "rock that touches floor at a corner", |level| set(level, 0, 0, Tile::Rock)),
    (&[5], "a wall amidst rock", |level| set(level, 0, 9, Tile::Wall)),
    (&[5], "rock in the last column", |level| set(level, 22, 2, Tile::Rock)),
    (&[6], "a wrong depth", |level| level.rooms[4].depth = 2),
    (&[6], "a wrong progress", |level| level.rooms[1].progress = 0.500_000_06),
    (&[6], "a bonus room ahead of its host", |level| level.rooms[3].progress = 1.0),
    (&[6], "a path that jumps", |level| level.path = vec![0, 2]),
    (&[6, 10], "a path that goes back", |level| level.path = vec![0, 1, 2, 1]),
    (&[6, 10], "a path that begins at its end", |level| level.path.reverse()),
    (&[6], "a second start", |level| level.rooms[1].kind = RoomKind::Start),
    (&[6], "a bonus room that claims to be on the path", |level| level.rooms[4].kind = RoomKind::Path),
    (&[6], "a bonus room without a host", |level| level.rooms[3].host = None),
    (&[6], "a host behind a wall", |level| level.rooms[4].host = Some(1)),
    (&[6], "a room that hosts its host", |level| level.rooms[3].host = Some(4)),
    (&[6], "a host of a room on the path", |level| level.rooms[1].host = Some(0)),
    (&[3, 4, 6], "a passage from a room to itself", |level| {
        level.passages.push(level.passages[1].clone());
        level.passages[4].rooms = [1, 1];
    }),
    (&[7], "a prop in a wall", |level| level.props[3] = prop(2, 1, 6, 0)),
    (&[7], "a prop in another room", |level| level.props[4].room = 0),
    (&[7], "a prop smaller than its kind", |level| {
        level.props[0].stance = TurnedFootprintSize::new(1, 1, Direction::North);
    }),
    (&[7], "a prop beside its footprint", |level| level.props[3].offset = [0, -1]),
    (&[7], "a table turned without its sides", |level| {
        level.props[0].stance = TurnedFootprintSize::new(2, 1, Direction::East);
    }),
    (&[7], "a table with its sides exchanged that is not turned", |level| {
        level.props[0].stance = TurnedFootprintSize::new(1, 2, Direction::South);
        level.props[0].y = 2;
        level.entry = Cell::new(1, 1);
    }),
    (&[7], "a small body too far off its place", |level| {
        level.kinds[2].body = [Metres::exact(0.5).unwrap(), Metres::exact(0.25).unwrap()];
        level.props[3].offset = [65, 0];
    }),
    (&[7], "a body that was turned out of its footprint", |level| {
        level.kinds[4].body = [Metres::exact(0.5).unwrap(), Metres::whole(1)];
        level.props[0] = prop(4, 4, 15, 6);
        level.props[0].stance = TurnedFootprintSize::new(1, 2, Direction::West);
        level.props[1] = prop(0, 4, 15, 6);
        level.props[0].offset = [1, 0];
    }),
    (&[7], "a marker in a wall", |level| {
        level.kinds[3].marker = true;
        level.props[4] = prop(3, 2, 16, 2);
    }),
    (&[10], "a marker under a rock", |level| {
        level.kinds[3].marker = true;
        level.props.push(prop(3, 1, 9, 2));
    }),
    (&[10], "a marker with its far end under a rock", |level| {
        level.kinds.push(PropKind { name: "trap".into(), marker: true, blocks: false, ..level.kinds[4].clone() });
        level.props.push(prop(5, 1, 8, 2));
        level.props[6].stance = TurnedFootprintSize::new(2, 1, Direction::North);
    }),
    (&[10], "rocks around a marker", |level| {
        level.kinds[3].marker = true;
        level.props.extend([prop(2, 2, 20, 4), prop(2, 2, 21, 3)]);
    }),
    (&[8], "two rocks in one place", |level| level.props.push(prop(2, 1, 9, 2))),
    (&[8], "a candle sunk into the table", |level| level.kinds[0].elevation = Metres::exact(0.75).unwrap()),
    (&[8], "a lamp hung too low, above a candle", |level| {
        level.kinds[1].elevation = Metres::exact(1.125).unwrap();
        level.props.push(prop(1, 0, 2, 3));
    }),
    (&[8], "a rug in the middle of a rock", |level| {
        level.kinds[3].elevation = Metres::exact(0.5).unwrap();
        level.props.push(prop(3, 1, 9, 2));
    }),
    (&[8], "a tall rock in a stack that its neighbours do not reach", |level| {
        level.kinds[4].tall = Metres::whole(3);
        level.kinds[0].elevation = Metres::whole(5);
        level.props.push(prop(1, 0, 2, 3));
    }),
    (&[9], "a rock before a door", |level| level.props[3] = prop(2, 0, 5, 2)),
    (&[9], "a table with its far end before a door", |level| level.props[0] = prop(4, 1, 7, 3)),
    (&[9, 10], "a rock on the entry", |level| level.props[3] = prop(2, 0, 2, 2)),
    (&[9, 10], "a rock on the exit", |level| level.props[3] = prop(2, 2, 20, 2)),
    (&[10], "rocks around a rug", |level| level.props.extend([prop(2, 2, 20, 4), prop(2, 2, 21, 3)])),
    (&[10], "rocks around a candle, and it stands on one", |level| {
        level.props.extend([prop(2, 3, 7, 8), prop(0, 3, 7, 8), prop(2, 3, 8, 8), prop(2, 3, 7, 7)]);
    }),
    (&[10], "an entry in another room", |level| level.entry = Cell::new(7, 1)),
    (&[10], "an exit in a wall", |level| level.exit = Cell::new(0, 0)),
    (&[10], "a corridor closed by rocks", |level| {
        level.props.extend((1..5).map(|y| prop(2, 1, 11, y)));
    }),
];

/// Edits of the level with a shaped room, whose only prop is prop 4.
const SHAPED_CASES: &[Case] = &[
    (&[3], "a rectangle that is not all floor", |level| level.rooms[2].shape = RoomShape::Rectangle),
    (&[3], "a row of floor with a wall in it", |level| set(level, 19, 3, Tile::Wall)),
    (&[3], "a column of floor with a wall in it", |level| set(level, 21, 3, Tile::Wall)),
    (&[3], "a row without floor", |level| {
        level.props.remove(4);
        redraw(level, Rect::of(19, 4, 3, 1), Tile::Rock);
    }),
    (&[3], "a column without floor", |level| {
        level.props.remove(4);
        redraw(level, Rect::of(21, 2, 1, 3), Tile::Rock);
    }),
    (&[3], "a floor in two parts that meet at a corner", |level| {
        level.props.remove(4);
        redraw(level, Rect::of(21, 2, 1, 1), Tile::Rock);
        redraw(level, Rect::of(17, 3, 4, 2), Tile::Rock);
    }),
    (&[3], "a vault in two parts that meet at a corner", |level| {
        level.rooms[2].shape = RoomShape::Vault;
        level.props.remove(4);
        redraw(level, Rect::of(21, 2, 1, 1), Tile::Rock);
        redraw(level, Rect::of(17, 3, 4, 2), Tile::Rock);
    }),
    (&[3], "a cave in two parts that meet at a corner", |level| {
        level.rooms[2].shape = RoomShape::Cave;
        level.props.remove(4);
        redraw(level, Rect::of(21, 2, 1, 1), Tile::Rock);
        redraw(level, Rect::of(17, 3, 4, 2), Tile::Rock);
    }),
    (&[3], "a ruin without floor at one wall", |level| {
        level.rooms[2].shape = RoomShape::Ruin;
        level.props.remove(4);
        redraw(level, Rect::of(21, 2, 1, 3), Tile::Rock);
    }),
    (&[3], "a vault without floor at one wall", |level| {
        level.rooms[2].shape = RoomShape::Vault;
        level.props.remove(4);
        redraw(level, Rect::of(21, 2, 1, 3), Tile::Rock);
    }),
    (&[3], "corridor floor in what the shape has cut away", |level| {
        redraw(level, Rect::of(17, 4, 1, 1), Tile::Corridor);
    }),
    (&[3, 4, 10], "a door in what the shape has cut away", |level| {
        level.passages.push(level.passages[3].clone());
        level.passages[4].connection = Connection::Door(Rect::of(17, 4, 1, 1));
        level.passages[4].rooms = [2, 1];
        redraw(level, Rect::of(17, 4, 1, 1), Tile::Door);
        set(level, 17, 3, Tile::Wall);
        redraw(level, Rect::of(17, 3, 1, 1), Tile::Rock);
    }),
    (&[4, 10], "a cut before a door", |level| redraw(level, Rect::of(17, 2, 1, 2), Tile::Rock)),
    (&[5], "rock in the corner of a cut", |level| set(level, 21, 1, Tile::Rock)),
    (&[7], "a prop in a cut", |level| level.props[4] = prop(2, 2, 21, 1)),
    (&[7], "a table with its far end in a cut", |level| level.props[4] = prop(4, 2, 20, 1)),
    (&[10], "an exit in a cut", |level| level.exit = Cell::new(21, 1)),
];

#[test]
fn a_breach_names_the_object_and_its_place() {
    let mut level = level();
    level.props[3] = prop(2, 0, 2, 2);
    let breaches: Vec<_> = level.check().iter().map(InvariantBreach::to_string).collect();
    assert_eq!(breaches[0], "invariant 9: prop 3 (rock at (2, 2)) stands on the entry");
    assert_eq!(breaches[1], "invariant 10: the exit at (20, 2) cannot be reached from the entry at (2, 2)");
}

#[test]
fn turned_moved_and_marker_props_break_nothing() {
    let mut level = level();
    // The table is turned upright, its body half a cell wide and moved to the side.
    level.kinds[4].body = [Metres::whole(2), Metres::exact(0.5).unwrap()];
    level.props[0] = prop(4, 4, 15, 6);
    level.props[0].stance = TurnedFootprintSize::new(1, 2, Direction::West);
    level.props[0].offset = [-64, 0];
    level.props[1] = prop(0, 4, 15, 6);
    assert_eq!(level.check(), []);
    // Two markers share a cell with a rug, and a third one lies below a hanging lamp.
    level.kinds.push(PropKind { name: "trap".into(), marker: true, ..level.kinds[3].clone() });
    level.kinds[5].tall = Metres::whole(3);
    level.props.extend([prop(5, 2, 21, 4), prop(5, 2, 21, 4), prop(5, 0, 4, 3)]);
    assert_eq!(level.check(), []);
    let breach = |offset| {
        let mut level = level.clone();
        level.props[0].offset = offset;
        level.check().iter().map(InvariantBreach::to_string).collect::<Vec<_>>()
    };
    assert_eq!(breach([64, 0]), Vec::<String>::new());
    assert_eq!(
        breach([0, 1]),
        ["invariant 7: prop 0 (table at (15, 6)) is moved out of its footprint by its offset (0, 0.00390625)"]
    );
    level.props[0].stance = TurnedFootprintSize::new(2, 1, Direction::West);
    let said = level.check()[0].to_string();
    assert_eq!(said, "invariant 7: prop 0 (table at (15, 6)) covers 2x1 cells, but its kind with this turn covers 1x2");
}

#[test]
fn entry_and_exit_of_a_single_room_differ_where_they_can() {
    let mut level = single_room(9);
    level.exit = level.entry;
    assert_eq!(invariants(&level), [10]);
}

#[test]
fn touching_props_do_not_overlap() {
    let mut level = level();
    // Two flat rugs in one place on the table.
    level.kinds[3].elevation = Metres::whole(1);
    level.props.extend([prop(3, 0, 3, 3), prop(3, 0, 3, 3)]);
    assert_eq!(level.check(), []);
    level.kinds[3].elevation = Metres::whole(0);
    assert_eq!(invariants(&level), [10], "one cannot reach a rug under a table, but it fits there");
}

#[test]
fn a_stack_of_any_number_of_props_costs_no_more_than_sorting_them() {
    // Comparing all pairs would take hours.
    const PROPS: usize = 200_000;
    let mut level = level();
    level.props.splice(3..4, vec![prop(3, 1, 9, 2); PROPS]);
    assert_eq!(level.check(), [], "rugs without any height fit on each other");
    level.props[PROPS / 2] = prop(2, 1, 9, 2);
    assert_eq!(invariants(&level), [10], "a rock stands on all of them");
    level.kinds[3].tall = Metres::exact(1.0 / 256.0).unwrap();
    let breach = level.check().remove(0).to_string();
    assert_eq!(breach, "invariant 8: prop 3 (rug at (9, 2)) and prop 4 (rug at (9, 2)) overlap at (9, 2)");
}

#[test]
fn a_wide_corridor_may_turn_corners_either_way() {
    let mut level = level();
    // Two cells wide: east out of room 0, north, then east into room 1, with square corners.
    level.tiles = tiles(&[
        "                #######",
        "        #########.....#",
        "        #,,,,,,++.....#",
        "        #,,,,,,++.....#",
        "######  #,,#####.....##",
        "#....####,,#   #.....# ",
        "#....+,,,,,#   ####### ",
        "#....+,,,,,#           ",
        "#....#######           ",
        "######                 ",
    ]);
    // The drawing has doors in columns 15 and 16; column 15 becomes corridor.
    redraw(&mut level, Rect::of(15, 2, 1, 2), Tile::Corridor);
    redraw(&mut level, Rect::of(16, 4, 1, 2), Tile::Rock);
    redraw(&mut level, Rect::of(17, 1, 5, 5), Tile::Floor);
    level.rooms.truncate(2);
    level.rooms[0].rect = Rect::of(1, 5, 4, 4);
    level.rooms[1] =
        crate::level::Room { kind: RoomKind::End, rect: Rect::of(17, 1, 5, 5), progress: 1.0, ..level.rooms[1] };
    let route = [(6, 6), (9, 6), (9, 2), (15, 2)].map(Cell::from).to_vec();
    let doors = [Rect::of(5, 6, 1, 2), Rect::of(16, 2, 1, 2)];
    level.passages.truncate(1);
    level.passages[0].connection = Connection::Corridor(Box::new(Corridor { doors, route }));
    level.path.truncate(2);
    level.props.clear();
    (level.entry, level.exit) = (Cell::new(1, 5), Cell::new(21, 5));
    assert_eq!(level.check(), []);
    set(&mut level, 10, 7, Tile::Rock);
    redraw(&mut level, Rect::of(10, 7, 1, 1), Tile::Rock);
    assert_eq!(level.check(), [], "a corner may be left standing");
    redraw(&mut level, Rect::of(9, 4, 1, 1), Tile::Rock);
    assert_eq!(invariants(&level), [3], "but not in the first lane");
}
