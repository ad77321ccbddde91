//! Rooms that are not rectangles: their guarantees, and what they leave unchanged.

use std::collections::BTreeSet;

use roomgen::{Cell, Generator, Level, Preset, RoomShape, Tile, trace::Step};

/// Presets whose rooms have all shapes, which `invariants.rs` also uses.
pub(crate) const PRESETS: [(&str, &str); 3] = [("hollows", HOLLOWS), ("halls", HALLS), ("closets", CLOSETS)];

/// Rooms of all shapes, crowded with obstacles of several sizes and things to reach.
const HOLLOWS: &str = r##"(
    name: "hollows",
    clearance: 2,
    floorplan: (
        rooms: (min: 5, max: 16),
        style: Adjacent(door: (1, 2)),
        path: (fraction: (0.2, 0.4)),
        shapes: [
            (shape: Rectangle), (shape: L, weight: 3), (shape: Plus, weight: 3, min: (7, 7)),
            (shape: Round, weight: 3), (shape: Octagon, weight: 3),
        ],
    ),
    props: {
        "rock": (glyph: 'o', color: "#8a8478"),
        "slab": (glyph: 'S', color: "#6a6a70", footprint: (2, 2)),
        "bench": (glyph: '=', color: "#8a5a2c", footprint: (3, 1)),
        "gem": (glyph: 'v', color: "#60c8e8", blocks: false),
        "candle": (glyph: '!', color: "#ffd27a", blocks: false, elevation: 1.0, tall: 0.25),
        "lamp": (glyph: 'Y', color: "#ffd27a", footprint: (2, 2), elevation: 2.5, tall: 0.5),
    },
    layouts: [
        (name: "ring", weight: 3, formations: [
            (shape: Circle, prop: "rock", size: Fit(0.9)),
            (shape: Square, at: Corners, prop: "candle", size: Cells(1)),
            (shape: Cross, prop: "gem", size: Fit(0.5)),
        ]),
        (name: "crowd", weight: 3, formations: [
            (shape: Square, fill: true, prop: "slab", size: Fit(1.0)),
            (shape: Square, fill: true, checker: true, prop: "gem", size: Fit(1.0)),
            (shape: Square, fill: true, prop: "rock", size: Fit(0.8)),
        ]),
        (name: "pews", weight: 2, formations: [
            (shape: Square, at: Quarters, prop: "bench", size: Cells(4)),
            (shape: Square, at: Corners, inset: 1, prop: "slab", size: Cells(2)),
            (shape: X, prop: "rock", size: Fit(1.0)),
            (shape: Square, at: Walls, prop: "gem", size: Cells(2)),
            (shape: Square, at: Doors, inset: 3, prop: "rock", size: Cells(2)),
            (shape: Square, at: Center, prop: "lamp", size: Cells(2)),
        ]),
    ],
)"##;

/// Rooms too large for four words, with wide doors.
const HALLS: &str = r##"(
    name: "halls",
    floorplan: (
        rooms: (min: 6, max: 70, stop: 0.8),
        style: Adjacent(door: (3, 3)),
        shapes: [(shape: L), (shape: Plus), (shape: Round), (shape: Octagon)],
    ),
    props: {
        "pillar": (glyph: 'O', color: "#8a8478"),
        "altar": (glyph: 'A', color: "#c87898", footprint: (3, 2)),
        "coin": (glyph: '$', color: "#ffd27a", blocks: false),
    },
    layouts: [
        (name: "columns", formations: [
            (shape: Square, fill: true, checker: true, prop: "pillar", size: Fit(1.0)),
            (shape: Diamond, prop: "coin", size: Fit(0.6)),
        ]),
        (name: "rings", formations: [
            (shape: Circle, prop: "pillar", size: Fit(1.0)),
            (shape: Circle, prop: "altar", size: Fit(0.7)),
            (shape: Square, at: Corners, prop: "coin", size: Cells(3)),
        ]),
    ],
)"##;

/// Presets of the smallest possible rooms.
const CLOSETS: &str = r##"(
    name: "closets",
    floorplan: (
        rooms: (min: 1, max: 7),
        path: (fraction: (0.3, 0.5)),
        bonus: (chance: 0.8, spacing: 0, depth: 3),
        shapes: [(shape: L), (shape: Plus), (shape: Round), (shape: Octagon)],
    ),
    props: {
        "jar": (glyph: 'u', color: "#8a8478"),
        "key": (glyph: 'k', color: "#ffd27a", blocks: false),
    },
    layouts: [
        (name: "shelf", formations: [
            (shape: Square, prop: "jar", size: Fit(1.0)),
            (shape: Square, at: Corners, prop: "key", size: Cells(1)),
        ]),
    ],
)"##;

fn preset(text: &str) -> Preset {
    Preset::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn cells(level: &Level, room: u32) -> BTreeSet<Cell> {
    level.floor_in(room).collect()
}

#[test]
fn every_shape_is_taken_and_a_level_says_which() {
    for (name, text) in PRESETS {
        let preset = preset(text);
        let mut counts = [0; RoomShape::ALL.len()];
        for seed in 0..60 {
            let level = roomgen::generate(&preset, seed);
            for room in level.rooms() {
                counts[room.shape as usize] += 1;
                let floor = level.floor_in(room.id).count() as i64;
                assert_eq!(room.shape == RoomShape::Rectangle, floor == room.rect.area(), "{name}, seed {seed}");
                assert!(floor * 4 > room.rect.area(), "{name}, seed {seed}: {} is nearly all gone", room.id);
            }
        }
        // Only vaults make rooms of shape `Vault`.
        assert!(counts[1..RoomShape::Vault as usize].iter().all(|&count| count > 20), "{name}: {counts:?}");
    }
}

#[test]
fn shapes_move_no_wall_between_rooms_and_no_door() {
    for (name, text) in PRESETS {
        let start = text.find("shapes: [").expect("a list of shapes");
        let end = start + text[start..].find(']').expect("its end") + 1;
        let whole = preset(&format!("{}{}", &text[..start], text[end..].trim_start_matches(',')));
        let shaped = preset(text);
        for seed in 0..30 {
            let (with, without) = (roomgen::generate(&shaped, seed), roomgen::generate(&whole, seed));
            assert_eq!((with.passages(), with.path()), (without.passages(), without.path()), "{name}, seed {seed}");
            for (cut, room) in with.rooms().iter().zip(without.rooms()) {
                let plain = |room: &roomgen::Room| (room.kind, room.rect, room.depth, room.progress, room.host);
                assert_eq!(plain(cut), plain(room), "{name}, seed {seed}");
                assert!(cells(&with, cut.id).is_subset(&cells(&without, cut.id)));
                if cut.shape == RoomShape::Rectangle {
                    let props = |level| Level::props_in(level, cut.id).map(|prop| (prop.kind.name.clone(), prop.cells));
                    assert!(props(&with).eq(props(&without)), "{name}, seed {seed}: room {} is as it was", cut.id);
                }
            }
        }
    }
}

#[test]
fn a_preset_that_asks_for_rectangles_alone_is_one_that_asks_for_no_shapes() {
    let plain = preset("(name: \"a\")");
    let rectangles =
        preset("(name: \"a\", floorplan: (shapes: [(shape: Rectangle), (shape: Rectangle, min: (7, 7))]))");
    assert_eq!(rectangles.digest(), plain.digest());
    assert_eq!(roomgen::generate(&rectangles, 5), roomgen::generate(&plain, 5));
    let round = preset("(name: \"a\", floorplan: (shapes: [(shape: Round)]))");
    let seldom = preset("(name: \"a\", floorplan: (shapes: [(shape: Round), (shape: Rectangle)]))");
    let large = preset("(name: \"a\", floorplan: (shapes: [(shape: Round, min: (6, 6))]))");
    let digests: BTreeSet<_> = [&plain, &round, &seldom, &large].map(Preset::digest).into_iter().collect();
    assert_eq!(digests.len(), 4);
}

#[test]
fn shapes_are_for_rooms_of_their_sizes() {
    let preset = preset(
        "(name: \"a\", floorplan: (shapes: [(shape: Round, min: (8, 8)), (shape: Octagon, max: (7, 7))], rooms: (max: 14)))",
    );
    for seed in 0..30 {
        for room in roomgen::generate(&preset, seed).rooms() {
            let (least, most) = (room.rect.width().min(room.rect.height()), room.rect.width().max(room.rect.height()));
            match room.shape {
                RoomShape::Round => assert!(least >= 8),
                RoomShape::Octagon => assert!(most <= 7),
                other => assert_eq!(other, RoomShape::Rectangle),
            }
        }
    }
}

#[test]
fn props_in_corners_stand_in_those_of_the_shape() {
    let text = "(name: \"a\", floorplan: (rooms: (min: 7), shapes: [(shape: Plus), (shape: Octagon), (shape: L), (shape: Round)]),
        props: {\"candle\": (glyph: '!', color: \"#ffd27a\", blocks: false)},
        layouts: [(name: \"lit\", formations: [(shape: Square, at: Corners, prop: \"candle\", size: Cells(1))])])";
    let preset = preset(text);
    for seed in 0..30 {
        let level = roomgen::generate(&preset, seed);
        for room in level.rooms() {
            let candles: BTreeSet<_> = level.props_in(room.id).map(|prop| prop.cells.top_left()).collect();
            let (right, bottom) = (room.rect.right() - 1, room.rect.bottom() - 1);
            let corners = [
                (room.rect.left(), room.rect.top()),
                (right, room.rect.top()),
                (right, bottom),
                (room.rect.left(), bottom),
            ];
            for (x, y) in corners {
                let away = |cell: &Cell| (cell.x - x).pow(2) + (cell.y - y).pow(2);
                let nearest = cells(&level, room.id).iter().map(away).min();
                assert_eq!(candles.iter().map(away).min(), nearest, "seed {seed}, room {}, {}", room.id, room.shape);
            }
            assert_eq!(candles.len(), 4, "seed {seed}, room {}, {}", room.id, room.shape);
        }
    }
}

#[test]
fn formations_lose_what_lies_outside_the_shape_and_nothing_else() {
    let preset = |footprint: &str, shapes: &str| {
        preset(&format!(
            "(name: \"a\", floorplan: (rooms: (max: 24), shapes: [{shapes}]),
                props: {{\"mat\": (glyph: '~', color: \"#803030\", blocks: false, tall: 0.0, footprint: {footprint})}},
                layouts: [(name: \"laid out\", formations: [(shape: Square, fill: true, prop: \"mat\", size: Fit(1.0))])])"
        ))
    };
    for footprint in ["(1, 1)", "(2, 2)", "(3, 1)", "(1, 4)"] {
        let (shaped, whole) =
            (preset(footprint, "(shape: Plus), (shape: Round), (shape: Octagon)"), preset(footprint, ""));
        for seed in 0..15 {
            let (cut, whole) = (roomgen::generate(&shaped, seed), roomgen::generate(&whole, seed));
            for room in 0..cut.rooms().len() as u32 {
                let floor = cells(&cut, room);
                let kept = whole.props_in(room).filter(|prop| prop.cells.cells().all(|cell| floor.contains(&cell)));
                let wanted: Vec<_> = kept.map(|prop| prop.cells).collect();
                let mats: Vec<_> = cut.props_in(room).map(|prop| prop.cells).collect();
                assert_eq!(mats, wanted, "{footprint}, seed {seed}, room {room}");
                assert!(footprint != "(1, 1)" || mats.len() == floor.len());
            }
        }
    }
}

#[test]
fn an_observer_is_told_what_rooms_lose() {
    for (name, text) in PRESETS {
        let preset = preset(text);
        for seed in 0..10 {
            let mut losses = BTreeSet::new();
            let level = Generator::new(&preset).generate_stepwise(seed, &mut |step| {
                if let Step::Cut { room, cells } = step {
                    cells.cells().for_each(|cell| assert!(losses.insert((room, cell)), "{cell} is told once"));
                }
            });
            assert_eq!(level, roomgen::generate(&preset, seed));
            let lost = level.rooms().iter().flat_map(|room| {
                let cells = room.rect.cells().filter(|&cell| level.tile(cell) != Tile::Floor);
                cells.map(|cell| (room.id, cell)).collect::<Vec<_>>()
            });
            assert_eq!(losses, lost.collect(), "{name}, seed {seed}");
        }
    }
}
