//! Formations at the axes of doors, along them, and routes between ends, compared with plain
//! definitions over the cells of random levels.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Generator, Level, Preset, Rect, Room, Tile,
    geom::{Direction, HalfCell},
    trace::Step,
};

const PROPS: &str = "props: {
    \"rug\": (glyph: 'r', color: \"#884488\", blocks: false, tall: 0.0),
    \"gem\": (glyph: 'v', color: \"#88ffff\", blocks: false, tall: 0.0),
    \"rock\": (glyph: 'o', color: \"#888888\"),
}";

/// Floor plans with wide doors, rooms of other shapes, rooms too large for a block, and vaults.
const PLANS: [&str; 3] = [
    "rooms: (min: 6, max: 13), style: Adjacent(door: (1, 3)), coverage: 1.0, loops: (chance: 0.0)",
    "rooms: (min: 6, max: 14), style: Corridors(width: (1, 2)), coverage: 1.0, \
     shapes: [(shape: L, weight: 3), (shape: Plus), (shape: Round), (shape: Octagon)]",
    "rooms: (min: 8, max: 30, stop: 0.5), style: Adjacent(door: (1, 2)), shapes: [(shape: L), (shape: Rectangle)]",
];

fn preset(plan: &str, formations: &str) -> Preset {
    let text = format!(
        "(name: \"doors\", size: (60, 44), floorplan: ({plan}), {PROPS}, \
         layouts: [(name: \"l\", formations: [{formations}])])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Calls `check` with the levels of some seeds of each plan, and the anchors of the first
/// formation.
pub(crate) fn for_each_level(formations: &str, mut check: impl FnMut(&Level, &BTreeMap<u32, Vec<HalfCell>>)) {
    for plan in PLANS {
        let preset = preset(plan, formations);
        let mut generator = Generator::new(&preset);
        for seed in 0..25 {
            let mut anchors = BTreeMap::<u32, Vec<HalfCell>>::new();
            let level = generator.generate_stepwise(seed, &mut |step| {
                if let Step::Stamp { room, formation: 0, anchor } = step {
                    anchors.entry(room).or_default().push(anchor);
                }
            });
            assert_eq!(level.check(), [], "seed {seed} of {plan}");
            check(&level, &anchors);
        }
    }
}

/// The doors of a room in the order of the passages, each with the side of the room.
pub(crate) fn doors(level: &Level, room: u32) -> Vec<(Direction, Rect)> {
    let rect = level.rooms()[room as usize].rect;
    let side = |door: Rect| match door {
        _ if door.right() == rect.left() => Direction::West,
        _ if door.left() == rect.right() => Direction::East,
        _ if door.bottom() == rect.top() => Direction::North,
        _ => Direction::South,
    };
    let own = |passage: &roomgen::Passage| {
        let doors = passage.doors();
        passage
            .rooms
            .iter()
            .position(|&end| end == room)
            .map(|end| if end == 0 { doors[0] } else { doors[doors.len() - 1] })
    };
    level.passages().iter().filter_map(own).map(|door| (side(door), door)).collect()
}

pub(crate) fn is_floor(level: &Level, room: &Room, cell: Cell) -> bool {
    room.rect.contains(cell) && level.tile(cell) == Tile::Floor
}

/// The cells that touch a point in half cells.
fn touching(point: HalfCell) -> impl Iterator<Item = Cell> {
    let cells = |at: i32| (at - 1).div_euclid(2)..=at.div_euclid(2);
    cells(point.y).flat_map(move |y| cells(point.x).map(move |x| Cell::new(x, y)))
}

/// The point on the axis of a door that lies in the row or column `inset` cells from the wall, or
/// in the middle one; moved towards the door until it touches floor.
fn axis_point(level: &Level, room: &Room, (side, door): (Direction, Rect), inset: Option<i32>) -> HalfCell {
    let rect = room.rect;
    let middle = HalfCell::new(rect.left() + rect.right(), rect.top() + rect.bottom());
    let axis = HalfCell::new(door.left() + door.right(), door.top() + door.bottom());
    // The point `inset` cells from the wall, and the middle, as distances from the wall.
    let depth = |length: i32| inset.map_or(length, |inset| (2 * inset + 1).min(length));
    let (dx, dy) = side.delta();
    let mut point = match side {
        Direction::North => HalfCell::new(axis.x, 2 * rect.top() + depth(rect.height())),
        Direction::South => HalfCell::new(axis.x, 2 * rect.bottom() - depth(rect.height())),
        Direction::West => HalfCell::new(2 * rect.left() + depth(rect.width()), axis.y),
        Direction::East => HalfCell::new(2 * rect.right() - depth(rect.width()), axis.y),
    };
    if inset.is_none() {
        assert!(if side.is_east_west() { point.x == middle.x } else { point.y == middle.y });
    }
    while !touching(point).any(|cell| is_floor(level, room, cell)) {
        point = HalfCell::new(point.x + 2 * dx, point.y + 2 * dy);
    }
    point
}

#[test]
fn each_door_has_an_anchor_on_the_line_that_leads_straight_in() {
    for (field, inset) in [("", None), (", inset: 0", Some(0)), (", inset: 2", Some(2)), (", inset: 200", None)] {
        let (mut points, mut moved) = (0, 0);
        for_each_level(
            &format!("(shape: Square, size: Cells(1), at: DoorAxis{field}, prop: \"gem\")"),
            |level, log| {
                for room in level.rooms() {
                    let wanted: Vec<_> =
                        doors(level, room.id).into_iter().map(|door| axis_point(level, room, door, inset)).collect();
                    assert_eq!(log.get(&room.id).cloned().unwrap_or_default(), wanted, "of room {}", room.id);
                    points += wanted.len();
                    moved += wanted
                        .iter()
                        .filter(|at| {
                            inset.is_none()
                                && at.x != room.rect.left() + room.rect.right()
                                && at.y != room.rect.top() + room.rect.bottom()
                        })
                        .count();
                }
            },
        );
        assert!(points > 500, "{points}");
        assert_eq!(inset.is_none(), moved > 0, "some are moved out of cuts: {moved}");
    }
}

/// The cells of the room's props of a kind.
pub(crate) fn cells_of(level: &Level, room: &Room, kind: &str) -> BTreeSet<Cell> {
    level.props_in(room.id).filter(|prop| &*prop.kind.name == kind).flat_map(|prop| prop.cells.cells()).collect()
}

#[test]
fn lines_along_doors_lie_on_their_axes() {
    for shape in ["Horizontal", "Vertical"] {
        for rest in
            ["at: DoorAxis, size: Fit(0.6)", "at: Doors, size: Cells(7)", "at: DoorAxis, inset: 1, size: Ratio(2)"]
        {
            let mut count = 0;
            for_each_level(&format!("(shape: {shape}, along: Door, {rest}, prop: \"rug\")"), |level, _| {
                for room in level.rooms() {
                    let doors = doors(level, room.id);
                    // A wide door has a middle cell, or two, of which the line has the western or
                    // northern one.
                    let is_on = |cell: Cell, (side, door): (Direction, Rect)| match side.is_east_west() {
                        true => cell.y == door.top() + (door.height() - 1) / 2,
                        false => cell.x == door.left() + (door.width() - 1) / 2,
                    };
                    let rugs = cells_of(level, room, "rug");
                    for &cell in &rugs {
                        assert!(doors.iter().any(|&door| is_on(cell, door)), "{cell} of {}", room.rect);
                    }
                    for &door in &doors {
                        assert!(rugs.iter().any(|&cell| is_on(cell, door)), "each door has one");
                        // What is long enough reaches the door.
                        if rest.contains("Ratio(2)") || rest.contains("Doors") {
                            let (dx, dy) = door.0.delta();
                            let before = |cell: &Cell| door.1.contains(Cell::new(cell.x + dx, cell.y + dy));
                            assert!(rugs.iter().any(|cell| before(cell) && is_on(*cell, door)), "{}", room.rect);
                        }
                    }
                    count += rugs.len();
                }
            });
            assert!(count > 1000, "{count}");
        }
    }
}

#[test]
fn the_sides_of_a_box_turn_with_the_mask() {
    // Of one door each, since lines of several cross each other.
    for (shape, size) in [("Horizontal", "Box(3, 1)"), ("Vertical", "Box(1, 3)")] {
        let mut count = 0;
        for_each_level(
            &format!("(shape: {shape}, along: Door, at: DoorAxis, inset: 1, size: {size}, prop: \"rug\")"),
            |level, _| {
                for room in level.rooms() {
                    let [(side, door)] = doors(level, room.id)[..] else { continue };
                    let is_even = door.width().max(door.height()) % 2 == 0;
                    let fits = room.rect.width().min(room.rect.height()) >= 6 && room.shape.name() == "Rectangle";
                    if is_even || !fits {
                        continue;
                    }
                    let (dx, dy) = side.delta();
                    let middle = Cell::new((door.left() + door.right() - 1) / 2, (door.top() + door.bottom() - 1) / 2);
                    let wanted: BTreeSet<_> =
                        (1..=3).map(|step| Cell::new(middle.x - step * dx, middle.y - step * dy)).collect();
                    assert_eq!(cells_of(level, room, "rug"), wanted, "{side:?} of {}", room.rect);
                    count += 1;
                }
            },
        );
        assert!(count > 50, "{count}");
    }
}

#[test]
fn a_bitmap_along_a_door_has_its_bottom_to_the_door() {
    // A hook that is the same in no turn. It is three cells wide, so that it is centred on the axis
    // of a door of an odd width.
    const ROWS: [&str; 4] = ["##.", ".#.", ".#.", ".##"];
    let rows = ROWS.map(|row| format!("\"{row}\"")).join(", ");
    let mut seen = BTreeMap::new();
    for_each_level(
        &format!("(shape: Bitmap([{rows}]), along: Door, at: DoorAxis, inset: 2, prop: \"rug\")"),
        |level, _| {
            for room in level.rooms() {
                let [(side, door)] = doors(level, room.id)[..] else { continue };
                let is_odd = door.width().max(door.height()) % 2 == 1;
                let fits = room.rect.width().min(room.rect.height()) >= 8;
                if !is_odd || !fits || room.shape.name() != "Rectangle" {
                    continue;
                }
                // The steps from the wall inward, and to the right of somebody who enters. The
                // centre lies half a cell towards the middle of the room from the third row.
                let (dx, dy) = (-side.delta().0, -side.delta().1);
                let middle = Cell::new((door.left() + door.right() - 1) / 2, (door.top() + door.bottom() - 1) / 2);
                let at = |ahead: i32, right: i32| {
                    Cell::new(middle.x + ahead * dx - right * dy, middle.y + ahead * dy + right * dx)
                };
                let mut wanted = BTreeSet::new();
                for (row, cells) in (0..).zip(ROWS.iter().rev()) {
                    for (column, _) in (0..).zip(cells.chars()).filter(|(_, cell)| *cell == '#') {
                        wanted.insert(at(2 + row, column - 1));
                    }
                }
                wanted.retain(|cell| room.rect.contains(*cell));
                assert_eq!(cells_of(level, room, "rug"), wanted, "{side:?} of {} with {door}", room.rect);
                *seen.entry(side).or_insert(0) += 1;
            }
        },
    );
    assert!(seen.len() == 4 && seen.values().all(|&count| count >= 5), "{seen:?}");
}

/// The steps over `cells` from one cell to all others.
pub(crate) fn steps(from: Cell, is_open: impl Fn(Cell) -> bool) -> BTreeMap<Cell, u32> {
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for neighbour in cell.neighbours().filter(|&neighbour| is_open(neighbour)) {
            if !steps.contains_key(&neighbour) {
                steps.insert(neighbour, steps[&cell] + 1);
                queue.push(neighbour);
            }
        }
    }
    steps
}

/// The room's cell before the middle of a door.
pub(crate) fn before((side, door): (Direction, Rect)) -> Cell {
    let middle = Cell::new((door.left() + door.right() - 1) / 2, (door.top() + door.bottom() - 1) / 2);
    middle.step(side.opposite())
}

#[test]
fn a_route_connects_its_ends_by_shortest_ways() {
    let names = ["Entry", "Exit", "Doors", "Center", "NorthWest", ""];
    let (mut drawn, mut empty) = (0, 0);
    let pairs = names.into_iter().flat_map(|from| names.map(|to| (from, to)));
    for (number, (from, to)) in pairs.enumerate() {
        let field = |field: &str, end: &str| if end.is_empty() { String::new() } else { format!(", {field}: {end}") };
        let formation = format!("(shape: Route{}{}, prop: \"rug\")", field("from", from), field("to", to));
        let preset = preset(PLANS[number % PLANS.len()], &formation);
        let mut generator = Generator::new(&preset);
        for seed in 0..6 {
            let level = generator.generate(seed);
            assert_eq!(level.check(), [], "{formation}");
            for room in level.rooms() {
                let doors: Vec<_> = doors(&level, room.id).into_iter().map(before).collect();
                let near = |point: HalfCell| {
                    let off = |cell: &Cell| {
                        let (x, y) = (2 * cell.x + 1 - point.x, 2 * cell.y + 1 - point.y);
                        (x * x + y * y, cell.y, cell.x)
                    };
                    room.rect.cells().filter(|&cell| is_floor(&level, room, cell)).min_by_key(off).expect("a floor")
                };
                let rect = room.rect;
                let centre = near(HalfCell::new(rect.left() + rect.right(), rect.top() + rect.bottom()));
                let end = |name: &str| match name {
                    "Entry" => Vec::from_iter(rect.contains(level.entry()).then(|| level.entry())),
                    "Exit" => Vec::from_iter(rect.contains(level.exit()).then(|| level.exit())),
                    "Doors" => doors.clone(),
                    "Center" => vec![centre],
                    _ => vec![near(HalfCell::new(2 * rect.left() + 1, 2 * rect.top() + 1))],
                };
                let starts = if from.is_empty() { doors.iter().take(1).copied().collect() } else { end(from) };
                let goals = match (from, to) {
                    ("", "" | "Doors") | ("Doors", "Doors") if doors.len() > 1 => doors[1..].to_vec(),
                    ("" | "Doors", "Doors") => Vec::new(),
                    ("" | "Doors", "") => vec![centre],
                    (_, "") if doors.is_empty() => vec![centre],
                    (_, "") => doors.clone(),
                    _ => end(to),
                };
                let starts =
                    if (from, to) == ("Doors", "Doors") { starts.into_iter().take(1).collect() } else { starts };
                let rugs = cells_of(&level, room, "rug");
                if starts.is_empty() || goals.is_empty() {
                    assert!(rugs.is_empty(), "{formation} in {rect}");
                    empty += 1;
                    continue;
                }
                let mut used = BTreeSet::new();
                for &start in &starts {
                    let over = steps(start, |cell| is_floor(&level, room, cell));
                    let along = steps(start, |cell| rugs.contains(&cell));
                    for goal in &goals {
                        assert_eq!(along.get(goal), over.get(goal), "{formation}: {start} to {goal} in {rect}");
                        let back = steps(*goal, |cell| is_floor(&level, room, cell));
                        let is_between = |cell: &&Cell| over[*cell] + back[*cell] == over[goal];
                        used.extend(rugs.iter().filter(is_between).copied());
                    }
                }
                assert_eq!(used, rugs, "{formation}: each cell is on a shortest way");
                drawn += 1;
            }
        }
    }
    assert!(drawn > 800 && empty > 800, "{drawn} drawn, {empty} not");
}

#[test]
fn the_entry_and_the_exit_are_anchors_in_their_rooms() {
    for (name, is_entry) in [("Entry", true), ("Exit", false)] {
        let mut count = 0;
        for_each_level(&format!("(shape: Square, size: Cells(1), at: {name}, prop: \"gem\")"), |level, log| {
            let cell = if is_entry { level.entry() } else { level.exit() };
            let all: Vec<_> = log.values().flatten().copied().collect();
            assert_eq!(all, [HalfCell::center_of(cell)]);
            let gems = level.rooms().iter().flat_map(|room| cells_of(level, room, "gem"));
            assert_eq!(gems.collect::<Vec<_>>(), [cell]);
            count += 1;
        });
        assert_eq!(count, 75);
    }
}

#[test]
fn formations_at_doors_move_no_room_and_no_earlier_formation() {
    let earlier = "(shape: Scatter(2), count: 5, prop: \"rock\"), (shape: Border, chance: 0.4, prop: \"gem\")";
    for later in [
        "(shape: Bitmap([\"#.#\", \"...\"]), at: DoorAxis, along: Door, prop: \"rug\")",
        "(shape: Vertical, at: Doors, along: Door, count: 1, turn: Random, prop: \"rug\")",
        "(shape: Route, from: Doors, to: Exit, prop: \"rug\")",
        "(shape: Route, from: Entry, count: 4, prop: \"rug\")",
        "(shape: Circle, at: Exit, prop: \"rug\")",
    ] {
        let mut rugs = 0;
        for plan in PLANS {
            let (without, with) = (preset(plan, earlier), preset(plan, &format!("{earlier}, {later}")));
            let (mut without, mut with) = (Generator::new(&without), Generator::new(&with));
            for seed in 0..15 {
                let (old, new) = (without.generate(seed), with.generate(seed));
                assert_eq!((old.tiles(), old.rooms()), (new.tiles(), new.rooms()), "{later}");
                assert_eq!((old.passages(), old.entry(), old.exit()), (new.passages(), new.entry(), new.exit()));
                let props = |level: &Level| {
                    let each = level.props().filter(|prop| &*prop.kind.name != "rug");
                    each.map(|prop| (prop.room, prop.kind.name.to_string(), prop.cells)).collect::<Vec<_>>()
                };
                assert_eq!(props(&old), props(&new), "{later}");
                rugs += new.props().filter(|prop| &*prop.kind.name == "rug").count();
            }
        }
        assert!(rugs > 100, "{later}: {rugs}");
    }
}
