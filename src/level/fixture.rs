//! A small handmade level for tests. It keeps every invariant, and has parts that can break each.

use std::{collections::BTreeSet, sync::OnceLock};

use super::{
    Allowance, Budgets, Connection, Corridor, DoorKind, Encounter, GroupCost, Key, Level, LevelTerrain, Loot, Note,
    NoteCode, OfferTable, Origin, Parting, Passage, Population, PropRecord, Room, RoomKind, RoomShape, Tile,
};
use crate::{
    color::Color,
    geom::{Cell, Direction, Rect, Size},
    grid::Grid,
    model::{KeyUse, Labels, Metres, Name, PropKind, TerrainKind, TurnedFootprintSize},
};

/// Start room 0, room 1, end room 2; bonus room 3 hangs off 1, and bonus room 4 off 3.
const DRAWING: [&str; 10] = [
    "##############  #######",
    "#.....#......####.....#",
    "#.....+......+,,+.....#",
    "#.....+......####.....#",
    "#.....#......#  #.....#",
    "#########++############",
    "      #......#....#    ",
    "      #......+....#    ",
    "      #......#....#    ",
    "      #############    ",
];

/// The level that `DRAWING` shows, furnished.
pub(crate) fn level() -> Level {
    let room = |id, kind, rect, depth, progress, host| Room {
        id,
        kind,
        rect,
        depth,
        progress,
        host,
        cycle: None,
        layout: (id < 2).then_some(0),
        vault: (id == 4).then_some(1),
        shape: RoomShape::Rectangle,
        allowance: Allowance::default(),
        tags: u32::from(id == 4),
    };
    let door = |one, other, door| Passage::closed([one, other], Connection::Door(door));
    let locked = Passage { kind: DoorKind::Barred, lock: Some(0), ..door(3, 4, Rect::of(13, 7, 1, 1)) };
    Level {
        origin: Origin {
            revision: 1,
            seed: u64::MAX,
            seed_word: None,
            floor: u32::MAX,
            difficulty: 0.3,
            preset: "a \"crypt\"".into(),
            preset_digest: 0x0123_4567_89ab_cdef,
            start: None,
            rerolls: crate::model::Rerolls::default(),
            run: None,
        },
        tiles: tiles(&DRAWING),
        rooms: vec![
            room(0, RoomKind::Start, Rect::of(1, 1, 5, 4), 0, 0.0, None),
            room(1, RoomKind::Path, Rect::of(7, 1, 6, 4), 1, 0.5, None),
            room(2, RoomKind::End, Rect::of(17, 1, 5, 4), 2, 1.0, None),
            room(3, RoomKind::Bonus, Rect::of(7, 6, 6, 3), 2, 0.5, Some(1)),
            room(4, RoomKind::Bonus, Rect::of(14, 6, 4, 3), 3, 0.5, Some(3)),
        ],
        passages: vec![
            door(0, 1, Rect::of(6, 2, 1, 2)),
            Passage::closed(
                [1, 2],
                Connection::Corridor(Box::new(Corridor {
                    doors: [Rect::of(13, 2, 1, 1), Rect::of(16, 2, 1, 1)],
                    route: vec![Cell::new(14, 2), Cell::new(15, 2)],
                })),
            ),
            door(3, 1, Rect::of(9, 5, 2, 1)),
            locked,
        ],
        path: vec![0, 1, 2],
        entry: Cell::new(2, 2),
        exit: Cell::new(20, 2),
        is_dead_end: false,
        stairs: Vec::new(),
        locks: vec!["rug".into()],
        keys: vec![Key { key_use: KeyUse::Key, room: 2, cell: Cell::new(21, 4), lock: 0 }],
        kinds: vec![
            kind("candle", false, (1, 1), (0.25, 1.0), '!'),
            kind("lamp", true, (1, 1), (0.5, 2.5), 'o'),
            kind("rock", true, (1, 1), (1.0, 0.0), '*'),
            kind("rug", false, (1, 1), (0.0, 0.0), '"'),
            kind("table", true, (2, 1), (1.0, 0.0), 'T'),
        ],
        kind_ids: Vec::new(),
        layouts: ["dinner".to_owned(), "treasury".to_owned()].into(),
        tags: ["treasure".to_owned()].into(),
        props: vec![
            prop(4, 0, 2, 3),
            prop(0, 0, 2, 3),
            prop(1, 0, 4, 3),
            prop(2, 1, 9, 2),
            prop(3, 2, 21, 4),
            prop(2, 4, 16, 7),
        ],
        numbers: Vec::new(),
        population: Population::default(),
        terrain: None,
        notes: vec![Note { code: NoteCode::BonusShort, wanted: 5, got: 2, about: None }],
        unlit: BTreeSet::new(),
        offers: OfferTable::default(),
        lookup: OnceLock::new(),
    }
}

/// The same level, but its last room lacks the north-east cell and two south-west ones.
pub(crate) fn shaped() -> Level {
    let mut level = level();
    level.rooms[2].shape = RoomShape::Round;
    for (x, y) in [(21, 1), (17, 4), (18, 4)] {
        level.tiles.set(Cell::new(x, y), Tile::Wall);
    }
    level.tiles.set(Cell::new(22, 0), Tile::Rock);
    level
}

/// The same level with budgets: two wolves in room 3, one in room 2 that its vault draws, and
/// treasure in room 4. Its kinds 5 and 6 are treasure and wolf.
pub(crate) fn populated() -> Level {
    let mut level = level();
    let wolf = PropKind { marker: true, cost: 3, ..kind("wolf", false, (1, 1), (1.0, 0.0), 'w') };
    let treasure = PropKind { value: 4, ..kind("treasure", false, (1, 1), (0.5, 0.0), '$') };
    level.kinds.extend([treasure, wolf]);
    level.props.splice(5..5, [prop(6, 2, 19, 4), prop(6, 3, 8, 7), prop(6, 3, 11, 8)]);
    level.props.push(prop(5, 4, 14, 8));
    let group = |group: Option<&str>, room, cost, cells: &[(i32, i32)]| Encounter {
        group: group.map(Name::from),
        room,
        cost,
        removed_cost: 0,
        cells: cells.iter().copied().map(Cell::from).collect(),
    };
    level.population = Population {
        budgets: Some(Budgets { encounters: 9, loot: 4, quiet: 6 }),
        groups: vec![GroupCost { name: "wolf pack".into(), cost: 5 }],
        encounters: vec![group(None, 2, 3, &[(19, 4)]), group(Some("wolf pack"), 3, 5, &[(8, 7), (11, 8)])],
        loot: vec![Loot { item: "treasure".into(), room: 4, value: 4, cell: Cell::new(14, 8) }],
    };
    level.rooms[2].allowance = Allowance { encounters: 4, loot: 0 };
    level.rooms[3].allowance = Allowance { encounters: 5, loot: 0 };
    level.rooms[4].allowance = Allowance { encounters: 0, loot: 4 };
    level
}

/// Rooms 0 to 2 of `DRAWING`, and a second corridor to the last one.
const PARTED: [&str; 10] = [
    "##############  #######",
    "#.....#......####.....#",
    "#.....+......+,,+.....#",
    "#.....+......####.....#",
    "#.....#......+,,+.....#",
    "#######################",
    "                       ",
    "                       ",
    "                       ",
    "                       ",
];

/// A level without a mission, whose last room lies behind a river. Passages 1 and 2 cross it, by
/// planks; the southern one leads from east to west.
pub(crate) fn parted() -> Level {
    let mut level = level();
    level.tiles = tiles(&PARTED);
    level.rooms.truncate(3);
    level.passages.truncate(2);
    let corridor = Corridor {
        doors: [Rect::of(16, 4, 1, 1), Rect::of(13, 4, 1, 1)],
        route: vec![Cell::new(15, 4), Cell::new(14, 4)],
    };
    level.passages.push(Passage::closed([2, 1], Connection::Corridor(Box::new(corridor))));
    level.props.truncate(5);
    level.locks.clear();
    level.keys.clear();
    let band = Rect::of(13, 1, 4, 8);
    let mut cells = Grid::filled(level.size(), 0);
    cells.fill_rect(band, WATER);
    // The bank meanders below room 1.
    cells.fill_rect(Rect::of(12, 5, 1, 3), WATER);
    for passage in &level.passages[1..] {
        passage.doors().iter().for_each(|&door| cells.fill_rect(door, 0));
        passage.legs().for_each(|leg| cells.fill_rect(leg, PLANKS));
    }
    let kind = |name: &str, glyph, color| TerrainKind::new(name.into(), glyph, color);
    level.terrain = Some(Box::new(LevelTerrain {
        kinds: vec![
            TerrainKind { is_bridge: true, ..kind("planks", '=', Color::new(0x8a, 0x5a, 0x2b)) },
            TerrainKind {
                blocks: true,
                depth: Metres::exact(1.5).unwrap(),
                ..kind("water", '~', Color::new(0x2b, 0x5a, 0x8a))
            },
        ],
        cells,
        partings: vec![Parting { name: "river".into(), terrain: 1, band, crossings: vec![1, 2], ends_apart: true }],
        features: Vec::new(),
    }));
    level
}

/// The numbers of the kinds of terrain of [`parted`].
pub(crate) const PLANKS: u8 = 1;
pub(crate) const WATER: u8 = 2;

/// A level with one empty room of `width` by 6 cells.
pub(crate) fn single_room(width: i32) -> Level {
    let mut level = level();
    let rect = Rect::of(1, 1, width, 6);
    let size = Size::new(i64::from(width) + 2, 8).unwrap();
    level.tiles = Grid::filled(size, Tile::Wall);
    level.tiles.fill_rect(rect, Tile::Floor);
    level.rooms.truncate(1);
    level.rooms[0].rect = rect;
    level.path.truncate(1);
    level.passages.clear();
    level.props.clear();
    level.locks.clear();
    level.keys.clear();
    level.exit = Cell::new(width, 6);
    level
}

/// Tiles from rows of their glyphs.
pub(crate) fn tiles(rows: &[&str]) -> Grid<Tile> {
    let size = Size::new(rows[0].len() as i64, rows.len() as i64).unwrap();
    let tiles = rows.iter().flat_map(|row| row.chars()).map(|glyph| Tile::from_glyph(glyph).unwrap()).collect();
    Grid::from_values(size, tiles).unwrap()
}

/// A prop of one of the fixture's kinds, with its top left cell at `(x, y)`.
pub(crate) fn prop(kind: u16, room: u32, x: u16, y: u16) -> PropRecord {
    let width = if kind == 4 { 2 } else { 1 };
    PropRecord { kind, x, y, stance: TurnedFootprintSize::new(width, 1, Direction::North), room, offset: [0, 0] }
}

fn kind(name: &str, blocks: bool, (width, height): (u8, u8), (tall, elevation): (f32, f32), glyph: char) -> PropKind {
    PropKind {
        name: name.into(),
        blocks,
        opaque: false,
        width,
        height,
        tall: Metres::exact(tall).unwrap(),
        elevation: Metres::exact(elevation).unwrap(),
        glyph,
        color: Color::new(0x7f, 0x7a, 0x72),
        body: PropKind::full_body(width, height),
        marker: false,
        value: 0,
        cost: 0,
        light: None,
        labels: Labels::default(),
    }
}
