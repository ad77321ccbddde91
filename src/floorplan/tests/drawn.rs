//! A plan of drawn rooms: outlines with gaps in their rows and columns, that no shape of cut
//! corners has.

use super::*;
use crate::{
    floorplan::{PlannedFeatures, PlannedMission, PlannedRoom, QuietZone, ShapedFloors, tiles},
    model::RoomShape,
    trace::NoTrace,
};

/// The leaves of the plan in the order of the path, each with its top left cell and its drawing: a
/// C, a ring, a comb, a spiral, rows of two runs, and a diagonal one cell wide.
const LEAVES: [((i32, i32), [&str; 9]); 6] = [
    (
        (1, 1),
        [
            "###########",
            "##......###",
            "#........##",
            "#..########",
            "#..########",
            "#..########",
            "#..........",
            "##.......##",
            "###########",
        ],
    ),
    (
        (13, 1),
        [
            "###########",
            "##.......##",
            "#..........",
            "#..#####..#",
            "#..#####..#",
            "#..#####..#",
            "..........#",
            "##.......##",
            "###########",
        ],
    ),
    (
        (25, 1),
        [
            "#.#.#.#.#.#",
            "#.#.#.#.#.#",
            "...........",
            "#####.#####",
            "#####.#####",
            "#.#.#.#.#.#",
            "...........",
            "#.#.#.#.#.#",
            "#####.#####",
        ],
    ),
    (
        (25, 11),
        [
            "#####.#####",
            "...........",
            ".#########.",
            ".#.......#.",
            ".#.#####.#.",
            ".#...###.#.",
            ".#######.#.",
            ".........#.",
            "##########.",
        ],
    ),
    (
        (13, 11),
        [
            "####...####",
            "###.....###",
            "##...#...##",
            "....###...#",
            "#...###....",
            "#..#####..#",
            "#...###...#",
            "##.......##",
            "#####.#####",
        ],
    ),
    (
        (1, 11),
        [
            "..#########",
            "#..########",
            "##..####.##",
            "###........",
            "####..#####",
            "#####..####",
            "######..###",
            "#######..##",
            "########..#",
        ],
    ),
];

/// The doors between each leaf and the next.
const DOORS: [(i32, i32); 5] = [(12, 7), (24, 3), (30, 10), (24, 15), (12, 14)];

/// The cells that the drawings leave open.
pub(crate) fn floor() -> BTreeSet<Cell> {
    let of_row = |x: i32, y: i32, row: &str| {
        (x..).zip(row.chars()).filter(|(_, glyph)| *glyph == '.').map(|(x, _)| Cell::new(x, y)).collect::<Vec<_>>()
    };
    let of_leaf = |((x, y), rows): ((i32, i32), [&'static str; 9])| {
        (y..).zip(rows).flat_map(move |(y, row)| of_row(x, y, row)).collect::<Vec<_>>()
    };
    LEAVES.into_iter().flat_map(of_leaf).collect()
}

/// The plan, in the size of the preset: at least 37 by 21 cells.
pub(crate) fn plan(preset: &Preset) -> FloorPlan {
    let mut floors = ShapedFloors::default();
    let mut rooms = Vec::new();
    for (leaf, ((x, y), rows)) in (0u32..).zip(LEAVES) {
        let kind = match leaf {
            0 => RoomKind::Start,
            5 => RoomKind::End,
            _ => RoomKind::Path,
        };
        let mut room = PlannedRoom {
            kind,
            rect: Rect::of(x, y, 11, 9),
            depth: leaf,
            progress: leaf as f32 / 5.0,
            host: None,
            cycle: None,
            leaf,
            tags: 0,
            cut: RoomShape::Rectangle,
            floor: 0,
            vault: None,
            layout: None,
        };
        let bits = |row: &str| (0..).zip(row.chars()).map(|(x, glyph)| u64::from(glyph == '.') << x).sum();
        floors.shrink(&mut room, RoomShape::Cave, &rows.map(bits));
        rooms.push(room);
    }
    let door = |(from, (x, y))| Passage::closed([from, from + 1], Connection::Door(Rect::of(x, y, 1, 1)));
    let passages: Vec<_> = (0..).zip(DOORS).map(door).collect();
    let (seed, trace) = (FloorSeed::new(0, 0), &mut NoTrace);
    let tiles = tiles::paint(&mut PlanContext::new(preset, &seed, 0.0, trace), &rooms, &floors, &passages);
    FloorPlan {
        rooms,
        passages,
        path: (0..6).collect(),
        entry: Cell::new(3, 4),
        exit: Cell::new(6, 14),
        stairs: Vec::new(),
        notes: Vec::new(),
        floors,
        mission: PlannedMission::default(),
        props: Vec::new(),
        kept: Vec::new(),
        cycles: Vec::new(),
        quiet: QuietZone::default(),
        tiles,
        features: PlannedFeatures::default(),
        terrain: Default::default(),
    }
}

#[test]
fn walls_are_the_floor_grown_by_one_and_all_else_is_rock() {
    let preset = Preset::parse("(name: \"a\", size: (37, 21))").expect("a preset");
    let (plan, floor) = (plan(&preset), floor());
    let doors: BTreeSet<Cell> = DOORS.into_iter().map(Cell::from).collect();
    for (cell, tile) in plan.tiles.bounds().cells().map(|cell| (cell, plan.tiles.get(cell))) {
        let around = Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells);
        let expected = if doors.contains(&cell) {
            Tile::Door
        } else if floor.contains(&cell) {
            Tile::Floor
        } else if around.into_iter().any(|near| floor.contains(&near)) {
            Tile::Wall
        } else {
            Tile::Rock
        };
        assert_eq!(tile, Some(expected), "{cell}");
    }
}

#[test]
fn a_room_shrinks_to_its_floor() {
    let preset = Preset::parse("(name: \"a\", size: (37, 21))").expect("a preset");
    let (plan, floor) = (plan(&preset), floor());
    for (room, ((x, y), _)) in plan.rooms.iter().zip(LEAVES) {
        let own: Vec<Cell> = floor.iter().copied().filter(|cell| Rect::of(x, y, 11, 9).contains(*cell)).collect();
        let across = own.iter().map(|cell| cell.x).min().zip(own.iter().map(|cell| cell.x).max());
        let down = own.iter().map(|cell| cell.y).min().zip(own.iter().map(|cell| cell.y).max());
        let (Some((left, right)), Some((top, bottom))) = (across, down) else { panic!("a floor") };
        assert_eq!(Some(room.rect), Rect::from_ltrb(left, top, right + 1, bottom + 1));
        let cells = plan.floors.of(room);
        let is_floor = |cell: Cell| cells.contains(cell.x - room.rect.left(), cell.y - room.rect.top());
        assert!(room.rect.cells().all(|cell| is_floor(cell) == own.contains(&cell)), "room {}", room.leaf);
        assert_eq!((plan.floors.count(room), room.shape()), (own.len() as i64, RoomShape::Cave));
    }
}

#[test]
fn a_room_without_a_cell_stays_as_it_is() {
    let mut room = plan(&Preset::parse("(name: \"a\", size: (37, 21))").expect("a preset")).rooms[0];
    (room.rect, room.cut) = (Rect::of(4, 5, 6, 4), RoomShape::Rectangle);
    let (mut floors, before) = (ShapedFloors::default(), room);
    floors.shrink(&mut room, RoomShape::Cave, &[0; 4]);
    assert_eq!(room, before);
    floors.shrink(&mut room, RoomShape::Cave, &[0, 0b1110, 0b1110, 0]);
    assert_eq!((room.rect, room.shape(), floors.count(&room)), (Rect::of(5, 6, 3, 2), RoomShape::Cave, 6));
}
