//! Rooms that are dug: caves, tunnels and ruins, in whole levels.

use std::collections::BTreeSet;

use roomgen::{
    Cell, Direction, Generator, Level, Passage, Preset, Rect, Request, RoomShape, Tile,
    stages::{self, Stage},
    trace::Step,
};

use crate::tier;

/// Presets whose rooms are dug: small ones beside each other, some behind corridors, and halls with
/// wide doors.
const PRESETS: [(&str, &str); 3] = [
    (
        "caverns",
        "rooms: (min: 5, max: 20), style: Adjacent(door: (1, 2)), loops: (chance: 0.4), bonus: (chance: 0.6), \
         entry: (at: Wall), exit: (at: Wall), ",
    ),
    ("burrows", "rooms: (min: 5, max: 14), style: Corridors(width: (1, 2), margin: (1, 1)), coverage: 0.8, "),
    ("halls", "rooms: (min: 9, max: 70, stop: 0.7), style: Adjacent(door: (2, 3)), coverage: 1.0, "),
];

const SHAPES: &str = "shapes: [(shape: Cave, weight: 3, open: (from: 0.5, to: 0.7), rough: (from: 0, to: 1, over: Difficulty)), \
     (shape: Tunnels), (shape: Ruin), (shape: Rectangle)]";

/// What crowds the rooms: obstacles, things to reach, a lock with its key, a vault, and a budget.
const REST: &str = r##"
    mission: (locks: [(name: "key", lock: Path((0.3, 0.8)))]),
    props: {
        "rock": (glyph: 'o', color: "#8a8478"),
        "slab": (glyph: 'S', color: "#6a6a70", footprint: (2, 2)),
        "gem": (glyph: 'v', color: "#60c8e8", blocks: false),
        "key": (glyph: 'k', color: "#ffd27a", blocks: false),
        "rat": (glyph: 'r', color: "#a0a0a0", marker: true),
        "chest": (glyph: 'c', color: "#c09040"),
    },
    groups: { "rats": (cost: 1, members: {"rat": (1, 3)}) },
    encounters: (budget: 20, quiet: 4),
    loot: (budget: 9, items: {"chest": (value: 2)}),
    layouts: [
        (name: "full", formations: [
            (shape: Square, fill: true, prop: "slab", size: Fit(1.0)),
            (shape: Square, fill: true, checker: true, prop: "gem", size: Fit(1.0)),
            (shape: Square, fill: true, prop: "rock", size: Fit(0.9)),
        ]),
        (name: "walls", formations: [
            (shape: Border, checker: true, prop: "rock"),
            (shape: Square, at: Walls, prop: "gem", size: Cells(1)),
            (shape: Square, at: Corners, inset: 1, prop: "slab", size: Cells(2)),
        ]),
        (name: "ring", weight: 2, formations: [
            (shape: Circle, prop: "rock", size: Fit(0.8)),
            (shape: Scatter(2), count: 5, prop: "gem", size: Fit(1.0)),
        ]),
    ],
    vaults: [(name: "niche", rooms: (min: (7, 7)), rows: ["...", ".o.", "..."], legend: { 'o': "rock" })],
"##;

fn preset(name: &str, plan: &str, shapes: &str) -> Preset {
    let text = format!("(name: \"{name}\", size: (90, 60), floorplan: ({plan}{shapes}),{REST})");
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

fn presets() -> impl Iterator<Item = (&'static str, Preset)> {
    PRESETS.into_iter().map(|(name, plan)| (name, preset(name, plan, SHAPES)))
}

fn request(seed: u64) -> Request {
    Request::new(seed).with_difficulty((seed % 5) as f32 / 4.0).expect("a difficulty")
}

#[test]
fn levels_of_dug_rooms_keep_every_invariant() {
    for (name, preset) in presets() {
        let mut generator = Generator::new(&preset);
        let mut counts = [0; RoomShape::ALL.len()];
        let mut shrunk = 0;
        for seed in 0..tier::size(40, 4000) as u64 {
            let mut leaves = Vec::new();
            let level = generator.generate_stepwise(request(seed), &mut |step| {
                if let Step::Room { rect, .. } = step {
                    leaves.push(rect);
                }
            });
            assert_eq!(level.check(), [], "{name}, seed {seed}");
            for (room, leaf) in level.rooms().iter().zip(leaves) {
                counts[room.shape as usize] += 1;
                shrunk += u32::from(room.rect != leaf);
                assert!(leaf.contains_rect(room.rect), "{name}, seed {seed}: {} of {leaf}", room.rect);
                assert!(
                    room.shape.is_dug() || room.shape == RoomShape::Vault || {
                        level.floor_in(room.id).count() as i64 == room.rect.area()
                    }
                );
                let floor = level.floor_in(room.id).count() as i64;
                assert!(room.shape != RoomShape::Cave || 3 * floor > leaf.area(), "{name}, seed {seed}: {}", room.id);
            }
        }
        let dug = RoomShape::ALL.iter().filter(|shape| shape.is_dug());
        assert!(dug.clone().all(|shape| counts[*shape as usize] > 10) && shrunk > 40, "{name}: {counts:?}, {shrunk}");
    }
}

/// Whether all of a passage's opening has floor of its two rooms on both sides.
fn is_joined(level: &Level, passage: &Passage) -> bool {
    let door = passage.doors()[0];
    let of_rooms = |cell: Cell| level.room_at(cell).is_some_and(|room| passage.rooms.contains(&room.id));
    door.cells().all(|cell| {
        let [north, east, south, west] = Direction::ALL.map(|side| of_rooms(cell.step(side)));
        if door.width() == 1 { east && west } else { north && south }
    })
}

#[test]
fn caves_of_any_openness_that_merge_keep_every_invariant() {
    let styles = ["Adjacent(door: (1, 2))", "Corridors(width: (1, 2), margin: (0, 0))"];
    let numbers = ["0.45", "0.6", "0.75"].map(|open| ["0", "0.5", "1"].map(|rough| (open, rough)));
    for ((open, rough), style) in numbers.into_iter().flatten().flat_map(|number| styles.map(|style| (number, style))) {
        for merge in ["0.4", "1"] {
            let plan = format!("rooms: (min: 5, max: 18), style: {style}, loops: (chance: 0.4), coverage: 0.9, ");
            let shapes = format!(
                "shapes: [(shape: Cave, weight: 5, open: {open}, rough: {rough}, merge: {merge}), (shape: Ruin)]"
            );
            let preset = preset("merged", &plan, &shapes);
            let mut generator = Generator::new(&preset);
            let mut mouths = 0;
            for seed in 0..tier::size(2, 1000) {
                let level = generator.generate(request(seed));
                assert_eq!(level.check(), [], "{plan}{shapes}, seed {seed}");
                for passage in level.passages().iter().filter(|passage| passage.is_opening()) {
                    assert!(is_joined(&level, passage), "{plan}{shapes}, seed {seed}: {:?}", passage.rooms);
                    assert_eq!((level.lock(passage), passage.one_way), (None, None));
                    mouths += 1;
                }
            }
            assert!(mouths > tier::size(2, 4000), "{plan}{shapes}: {mouths} mouths");
        }
    }
}

#[test]
fn digging_moves_no_passage_and_no_rectangle() {
    for (name, plan) in PRESETS {
        let (dug, whole) = (preset(name, plan, SHAPES), preset(name, plan, ""));
        for seed in 0..15 {
            let [with, without] = [&dug, &whole].map(|preset| roomgen::generate(preset, request(seed)));
            assert_eq!((with.passages(), with.path()), (without.passages(), without.path()), "{name}, seed {seed}");
            for (one, other) in with.rooms().iter().zip(without.rooms()) {
                assert!(other.rect.contains_rect(one.rect), "{name}, seed {seed}");
                assert!(one.shape.is_dug() || one.rect == other.rect || one.shape == RoomShape::Rectangle);
            }
        }
    }
}

#[test]
fn an_observer_is_told_what_digging_leaves_of_a_room() {
    for (name, preset) in presets() {
        for seed in 0..6 {
            let (mut leaves, mut cut) = (Vec::new(), BTreeSet::new());
            let level = Generator::new(&preset).generate_stepwise(seed, &mut |step| match step {
                Step::Room { rect, .. } => leaves.push(rect),
                Step::Cut { room, cells } => {
                    cells.cells().for_each(|cell| assert!(cut.insert((room, cell)), "{cell} is told once"));
                }
                _ => {}
            });
            let is_cut = |cell: &Cell| level.tile(*cell) != Tile::Floor;
            let is_dug = |(id, _): &(u32, Rect)| level.vault(&level.rooms()[*id as usize]).is_none();
            let unvaulted = (0..).zip(leaves).filter(is_dug);
            let left: BTreeSet<_> = unvaulted
                .flat_map(|(id, leaf): (u32, Rect)| {
                    leaf.cells().filter(is_cut).map(move |cell| (id, cell)).collect::<Vec<_>>()
                })
                .collect();
            assert_eq!(cut, left, "{name}, seed {seed}");
        }
    }
}

/// The cells of a room's floor, and what stands on it.
fn content(level: &Level, room: u32) -> (Vec<Cell>, Vec<(String, Rect)>) {
    let props = level.props_in(room).map(|prop| (prop.kind.name.to_string(), prop.cells));
    (level.floor_in(room).collect(), props.collect())
}

#[test]
fn how_open_and_rough_caves_are_changes_no_other_room() {
    // Without budgets, which are shared among all rooms by their floor.
    let rest = REST.replace("budget: 20", "budget: 0").replace("budget: 9", "budget: 0");
    let mut changed = 0;
    for (name, plan) in PRESETS {
        let [before, after] = [("0.5", "0.2"), ("0.65", "0.9")].map(|(open, rough)| {
            let shapes =
                format!("shapes: [(shape: Cave, open: {open}, rough: {rough}), (shape: Ruin), (shape: Rectangle)]");
            let text = format!("(name: \"{name}\", size: (90, 60), floorplan: ({plan}{shapes}),{rest})");
            Preset::parse(&text).unwrap_or_else(|error| panic!("{error:#}"))
        });
        for seed in 0..12 {
            let [(old, olds), (new, news)] =
                [&before, &after].map(|preset| stages::digests(&mut Generator::new(preset), request(seed)));
            for stage in [Stage::Partition, Stage::Route, Stage::Passages, Stage::Roles, Stage::Mission] {
                assert_eq!(olds.get(stage), news.get(stage), "{name}, seed {seed}: {stage:?}");
            }
            for (one, other) in old.rooms().iter().zip(new.rooms()) {
                let has_stairs = one.rect.contains(old.entry()) || one.rect.contains(old.exit());
                if one.shape == RoomShape::Cave || other.shape == RoomShape::Cave {
                    changed += u32::from(content(&old, one.id).0 != content(&new, one.id).0);
                } else if !has_stairs {
                    assert_eq!(content(&old, one.id), content(&new, one.id), "{name}, seed {seed}: room {}", one.id);
                }
            }
        }
    }
    assert!(changed > 50, "{changed}");
}

#[test]
fn a_cave_by_default_is_one_with_the_usual_numbers() {
    let digest = |shapes: &str| preset("a", "", shapes).digest();
    let usual = digest("shapes: [(shape: Cave)]");
    assert_eq!(usual, digest("shapes: [(shape: Cave, open: 0.56, rough: 0.3)]"));
    assert_ne!(usual, digest("shapes: [(shape: Cave, open: 0.57)]"));
    assert_ne!(usual, digest("shapes: [(shape: Cave, rough: 0.31)]"));
    assert_ne!(digest("shapes: [(shape: Ruin)]"), digest("shapes: [(shape: Tunnels)]"));
}

/// The largest rectangle of a set of cells, and the largest square: the side or the area alone, of
/// which there may be several.
fn largest(cells: &BTreeSet<Cell>) -> (i64, i32) {
    let (mut area, mut side) = (0, 0);
    for &corner in cells {
        let mut width = i32::MAX;
        for y in 0.. {
            let row = (0..width).take_while(|x| cells.contains(&Cell::new(corner.x + x, corner.y + y))).count() as i32;
            width = width.min(row);
            if width == 0 {
                break;
            }
            area = area.max(i64::from(width) * i64::from(y + 1));
            side = side.max(width.min(y + 1));
        }
    }
    (area, side)
}

/// The smallest rectangle around cells.
fn around(cells: &BTreeSet<Cell>) -> Rect {
    let ends = |of: fn(&Cell) -> i32| (cells.iter().map(of).min(), cells.iter().map(of).max());
    let ((left, right), (top, bottom)) = (ends(|cell| cell.x), ends(|cell| cell.y));
    let sides = [left, top, right.map(|x| x + 1), bottom.map(|y| y + 1)].map(Option::unwrap_or_default);
    Rect::from_ltrb(sides[0], sides[1], sides[2], sides[3]).expect("there are cells")
}

#[test]
fn formations_that_fit_a_room_stand_whole_in_a_dug_one() {
    let layout = "props: {
            \"rug\": (glyph: 'r', color: \"#804040\", blocks: false),
            \"ring\": (glyph: 'o', color: \"#8a8478\", blocks: false),
        },
        layouts: [
            (name: \"ring\", formations: [(shape: Circle, prop: \"ring\", size: Fit(1.0))]),
            (name: \"rug\", formations: [(shape: Square, fill: true, prop: \"rug\", size: Fit(1.0))]),
        ]";
    let shapes = "shapes: [(shape: Cave, rough: 0.6), (shape: Tunnels), (shape: Ruin)]";
    let plan = "rooms: (min: 5, max: 24), coverage: 1.0, ";
    let preset = Preset::parse(&format!("(name: \"a\", size: (90, 60), floorplan: ({plan}{shapes}),{layout})"))
        .unwrap_or_else(|error| panic!("{error:#}"));
    let mut sides = BTreeSet::new();
    for seed in 0..tier::size(10, 500) {
        let level = roomgen::generate(&preset, seed as u64);
        for room in level.rooms().iter().filter(|room| room.shape.is_dug()) {
            let floor: BTreeSet<_> = level.floor_in(room.id).collect();
            let (area, side) = largest(&floor);
            let cells_of = |kind: &str| -> BTreeSet<Cell> {
                let props = level.props_in(room.id).filter(|prop| prop.kind.name == *kind);
                props.flat_map(|prop| prop.cells.cells().collect::<Vec<_>>()).collect()
            };
            let (rug, ring) = (cells_of("rug"), cells_of("ring"));
            if ring.is_empty() {
                assert_eq!((rug.len() as i64, around(&rug).area()), (area, area), "seed {seed}: {room:?}");
                continue;
            }
            let square = around(&ring);
            assert_eq!((square.width(), square.height()), (side, side), "seed {seed}: {room:?}");
            let (left, top) = (square.left(), square.top());
            let mirrored = |Cell { x, y }: &Cell| Cell::new(left + square.right() - 1 - x, *y);
            let turned = |Cell { x, y }: &Cell| Cell::new(left + y - top, top + x - left);
            assert!(ring.iter().all(|cell| ring.contains(&mirrored(cell)) && ring.contains(&turned(cell))));
            sides.insert(side);
        }
    }
    assert!(sides.len() > 5, "{sides:?}");
}
