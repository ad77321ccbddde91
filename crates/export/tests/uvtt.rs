//! Maps for virtual tabletops, read back: walls are closed, doors stand in them, and one sees from
//! room to room as in the level.

use base64::{Engine, engine::general_purpose::STANDARD};
use roomgen::{
    Cell, DoorKind, Generator, Level, Preset, Tile,
    grid::BitGrid,
    level::{Audience, Passage, Prop},
    preset::BUILT_IN,
    sight,
};
use roomgen_export::{
    format::{Format, LevelExport},
    map::MapError,
    picture::{Overlay, PictureError, PictureLight, PictureOptions},
    uvtt::{self, UvttOptions},
    webp,
};
use serde_json::Value;

use crate::pixels::Pixels;

const SCALE: u32 = 4;

/// Both ends of a wall, in half squares.
type Wall = [[i64; 2]; 2];

fn options() -> UvttOptions {
    UvttOptions { scale: SCALE, ..UvttOptions::default() }
}

/// A level of every built-in preset at a size.
fn levels(size: &str, seed: u64) -> impl Iterator<Item = (Preset, Level)> {
    BUILT_IN.iter().map(move |(name, _)| {
        let preset = Preset::built_in(name).unwrap().with_size(size.parse().unwrap()).unwrap();
        let level = Generator::new(&preset).generate(seed);
        (preset, level)
    })
}

fn map_for(preset: &Preset, level: &Level, picture: PictureOptions) -> Value {
    serde_json::from_slice(&uvtt::write(level, preset.theme(), picture, options()).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// A point in half squares, which is exact.
fn half(point: &Value) -> [i64; 2] {
    [&point["x"], &point["y"]].map(|at| {
        let doubled = at.as_f64().expect("a number") * 2.0;
        assert!(doubled.fract() == 0.0, "{point}");
        doubled as i64
    })
}

fn ring_walls(rings: &Value) -> Vec<Wall> {
    let mut walls = Vec::new();
    for ring in list(rings) {
        let points: Vec<_> = list(ring).iter().map(half).collect();
        assert!(points.len() > 4 && points.first() == points.last(), "{ring}");
        walls.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    walls
}

fn portal_walls(map: &Value) -> Vec<Wall> {
    list(&map["portals"]).iter().map(|portal| [0, 1].map(|end| half(&portal["bounds"][end]))).collect()
}

/// Whether a point lies on a wall along an axis.
fn lies_on(at: [i64; 2], [from, to]: Wall) -> bool {
    [0, 1].iter().all(|&axis| (from[axis].min(to[axis])..=from[axis].max(to[axis])).contains(&at[axis]))
}

#[test]
fn one_walks_through_a_one_way_door_to_the_side_that_it_blocks() {
    let (mut doors, mut gaps) = (0, 0);
    let has_one = |level: &Level| level.passages().iter().any(|passage| passage.one_way.is_some());
    for (preset, level) in (0..12).flat_map(|seed| levels("80x50", seed)).filter(|(_, level)| has_one(level)) {
        let map = map_for(&preset, &level, PictureOptions::DEFAULT);
        let mut portals = list(&map["portals"]).iter().zip(portal_walls(&map));
        let low = list(&map["foundry"]["walls"]).iter().filter(|wall| wall["dir"] != 0);
        let mut low = low.map(|wall| {
            let at: Vec<i64> = list(&wall["c"]).iter().map(|at| at.as_i64().unwrap() * 2 / i64::from(SCALE)).collect();
            (wall, [[at[0], at[1]], [at[2], at[3]]])
        });
        for passage in level.passages() {
            let is_open = passage.kind == DoorKind::Open;
            let count = if is_open { level.one_way_doors(passage).count() } else { passage.doors().len() };
            let walls: Vec<_> = match is_open {
                true => low.by_ref().take(count).collect(),
                false => portals.by_ref().take(count).collect(),
            };
            let Some(from) = passage.one_way else { continue };
            for (portal, [start, end]) in walls {
                // To the left of who walks from jamb to jamb, y downwards, and back.
                let left = [end[1] - start[1], start[0] - end[0]].map(i64::signum);
                let side = if portal["dir"] == 1 { left } else { left.map(|step| -step) };
                let middle = [0, 1].map(|axis| (start[axis] + end[axis]) / 2);
                gaps += i32::from(is_open);
                let cell =
                    |steps: i64| [0, 1].map(|axis| ((middle[axis] - 1 + 2 * side[axis] * steps).div_euclid(2)) as i32);
                let room = |[x, y]: [i32; 2]| level.room_at(Cell::new(x, y)).map(|room| room.id);
                let [blocked, free] = [1, -1].map(|steps| room(cell(steps)));
                // A corridor is no room.
                assert!(blocked != Some(from) && free.is_none_or(|id| id == from), "{} {middle:?}", preset.name());
                assert!(blocked.is_some() || free.is_some(), "{} {middle:?}", preset.name());
                doors += 1;
            }
        }
    }
    assert!(doors - gaps > 5 && gaps > 5, "{doors} {gaps}");
}

#[test]
fn walls_beside_water_stop_steps_alone_and_are_no_walls_to_other_programs() {
    let mut borders = 0;
    for (preset, level) in levels("80x50", 42) {
        let map = map_for(&preset, &level, PictureOptions::DEFAULT);
        let mut expected = 0;
        let is_low = |x: i32, y: i32| {
            let cell = Cell::new(x, y);
            level.tiles().bounds().contains(cell) && level.terrain(cell).is_some() && !level.is_open(cell)
        };
        for y in 0..=level.height() {
            for x in 0..=level.width() {
                expected += i64::from(is_low(x, y) != is_low(x - 1, y)) + i64::from(is_low(x, y) != is_low(x, y - 1));
            }
        }
        let mut length = 0;
        for wall in list(&map["foundry"]["walls"]).iter().filter(|wall| wall["dir"] == 0) {
            let at: Vec<i64> = list(&wall["c"]).iter().map(|at| at.as_i64().unwrap()).collect();
            length += (at[0] - at[2]).abs() + (at[1] - at[3]).abs();
            assert!(
                wall["move"] == 20 && [&wall["sight"], &wall["light"], &wall["sound"]].iter().all(|sense| **sense == 0)
            );
        }
        assert_eq!(length, expected * i64::from(SCALE), "{}", preset.name());
        borders += expected;
    }
    assert!(borders > 0);
}

#[test]
fn a_map_shows_no_secrets_and_no_light() {
    let preset = Preset::built_in("crypt").unwrap().with_size("80x50".parse().unwrap()).unwrap();
    let mut generator = Generator::new(&preset);
    let is_secret = |passage: &Passage| passage.kind == DoorKind::Secret;
    let level =
        (0..).map(|seed| generator.generate(seed)).find(|level| level.passages().iter().any(is_secret)).unwrap();
    let drawn = |picture| {
        let map = map_for(&preset, &level, picture);
        Pixels::read(&STANDARD.decode(map["image"].as_str().unwrap()).unwrap())
    };
    let master = drawn(PictureOptions::DEFAULT);
    // Lights change no pixel.
    let off = PictureOptions { light: PictureLight::Off, ..PictureOptions::DEFAULT };
    assert!(drawn(off).bytes == master.bytes);
    let map = map_for(&preset, &level, off);
    assert!(list(&map["lights"]).is_empty() && map["environment"]["ambient_light"] == "ffffffff");
    // Each secret door and marker that a picture for the master shows.
    let ordinary = PictureOptions { scale: SCALE, ..off };
    let shown = Pixels::read(&roomgen_export::png::write(&level, preset.theme(), ordinary).unwrap());
    let secret = level.passages().iter().filter(|passage| is_secret(passage)).flat_map(Passage::doors);
    let side = SCALE as usize;
    for cell in secret.map(|door| door.top_left()).chain(level.markers().map(|marker| marker.cells.top_left())) {
        let first = (cell.y as usize * side * shown.width as usize + cell.x as usize * side) * 3;
        let rows = (0..side).map(|row| first + row * shown.width as usize * 3).map(|at| at..at + 3 * side);
        assert!(rows.into_iter().any(|row| shown.bytes[row.clone()] != master.bytes[row]), "{cell}");
    }
    let grid = PictureOptions { overlays: Overlay::Grid.into(), ..PictureOptions::DEFAULT };
    assert!(drawn(grid).bytes != master.bytes);
    let graph = PictureOptions { overlays: Overlay::Graph.into(), ..PictureOptions::DEFAULT };
    let refused = uvtt::write(&level, preset.theme(), graph, options()).unwrap_err();
    assert_eq!(refused, MapError::Picture(PictureError::MasterOnly { overlay: Overlay::Graph }));
}

/// Whether a point lies in rings, by the sides that a line to the west crosses.
fn lies_in([x, y]: [f64; 2], rings: &[Wall]) -> bool {
    let crossed = |[from, to]: &&Wall| {
        let [x_of, low, high] = [from[0], from[1].min(to[1]), from[1].max(to[1])].map(|half| half as f64 / 2.0);
        from[0] == to[0] && x_of < x && (low..high).contains(&y)
    };
    rings.iter().filter(crossed).count() % 2 == 1
}

#[test]
fn lights_are_in_sight_and_apart_from_walls_also_those_of_props_that_block_sight() {
    let mut moved = 0;
    for (preset, level) in (0..4).flat_map(|seed| levels("80x50", seed)) {
        let map = map_for(&preset, &level, PictureOptions::DEFAULT);
        let [sight, props] = ["line_of_sight", "objects_line_of_sight"].map(|rings| ring_walls(&map[rings]));
        for (light, (_, lamp)) in list(&map["lights"]).iter().zip(level.lights()) {
            let at = ["x", "y"].map(|axis| light["position"][axis].as_f64().unwrap());
            assert!(lies_in(at, &sight) && !lies_in(at, &props), "{} {at:?}", preset.name());
            for [from, to] in sight.iter().chain(&props).chain(&portal_walls(&map)) {
                let apart = [0, 1].map(|axis| {
                    let [one, other] = [from, to].map(|end| end[axis] as f64 / 2.0);
                    (one.min(other) - at[axis]).max(at[axis] - one.max(other)).max(0.0)
                });
                assert!(apart[0].hypot(apart[1]) >= 0.3, "{} {at:?} {from:?} {to:?}", preset.name());
            }
            let is_moved = at.map(|at| (at as f32).to_bits()) != lamp.position().map(f32::to_bits);
            let blocks = |prop: Prop<'_>| prop.kind.blocks_sight() && prop.cells.contains(lamp.cell());
            assert_eq!(is_moved, level.props().any(blocks), "{} {at:?}", preset.name());
            moved += u32::from(is_moved);
        }
    }
    assert!(moved > 5, "{moved}");
}

#[test]
fn the_picture_has_the_scale_and_the_format_that_are_asked_for() {
    let preset = Preset::built_in("cellar").unwrap().with_size("24x16".parse().unwrap()).unwrap();
    let level = Generator::new(&preset).generate(7);
    let image = |tabletop| {
        let export = LevelExport { tabletop, ..LevelExport::new(&level, &preset) };
        let map: Value = serde_json::from_slice(&Format::Uvtt.bytes(&export).unwrap()).unwrap();
        (map["resolution"]["pixels_per_grid"].as_u64(), STANDARD.decode(map["image"].as_str().unwrap()).unwrap())
    };
    for scale in [70, 100, 140] {
        let (pixels, png) = image(UvttOptions { scale, ..UvttOptions::default() });
        assert_eq!((pixels, Pixels::read(&png).size()), (Some(scale.into()), (24 * scale, 16 * scale)));
    }
    assert_eq!(image(UvttOptions::default()).0, Some(70));
    assert!(image(UvttOptions { encode: webp::encode, ..options() }).1.starts_with(b"RIFF"));
}

#[test]
fn a_level_with_more_walls_than_importers_take_is_refused() {
    let preset = Preset::built_in("mine").unwrap().with_size("512x512".parse().unwrap()).unwrap();
    let level = Generator::new(&preset).generate(1);
    let refused = uvtt::write(&level, preset.theme(), PictureOptions::DEFAULT, options()).unwrap_err();
    assert!(matches!(refused, MapError::ManyWalls { walls } if walls > UvttOptions::MAX_WALLS), "{refused}");
}

#[test]
fn walls_are_closed_and_doors_reach_from_jamb_to_jamb() {
    let mut gates = 0;
    for (size, seed) in [("40x32", 3), ("80x50", 42)] {
        for (preset, level) in levels(size, seed) {
            for &audience in Audience::ALL {
                let shown = level.shown_to(audience);
                let map = map_for(&preset, &level, PictureOptions { audience, ..PictureOptions::DEFAULT });
                let name = format!("{} {size} for {audience}", preset.name());
                let [width, height] = [level.width(), level.height()].map(i64::from);
                assert_eq!(half(&map["resolution"]["map_size"]), [2 * width, 2 * height], "{name}");
                let png = STANDARD.decode(map["image"].as_str().unwrap()).unwrap();
                let picture = Pixels::read(&png);
                assert_eq!(
                    [picture.width, picture.height].map(|side| side as i64),
                    [width, height].map(|side| side * i64::from(SCALE))
                );

                let walls = ring_walls(&map["line_of_sight"]);
                let inside = |at: [i64; 2]| (0..=2 * width).contains(&at[0]) && (0..=2 * height).contains(&at[1]);
                for &[from, to] in walls.iter().chain(&ring_walls(&map["objects_line_of_sight"])) {
                    assert!(inside(from) && inside(to), "{name}");
                    let sides = [0, 1].map(|axis| (from[axis] - to[axis]).abs());
                    assert!(sides.contains(&0) && sides[0] + sides[1] >= 2, "{name}: {from:?} to {to:?}");
                }
                let shut: Vec<&Passage> =
                    shown.passages().iter().filter(|passage| passage.kind != DoorKind::Open).collect();
                let doors = shut.iter().flat_map(|passage| passage.doors().iter().map(move |door| (passage, door)));
                let portals = list(&map["portals"]);
                assert_eq!(portals.len(), doors.clone().count(), "{name}");
                for ((passage, door), (portal, [from, to])) in doors.zip(portals.iter().zip(portal_walls(&map))) {
                    assert!(portal["closed"] == true && portal["freestanding"] == false);
                    let middle = [from[0] + to[0], from[1] + to[1]].map(|sum| sum / 2);
                    let [x, y] = [door.left() + door.right(), door.top() + door.bottom()].map(i64::from);
                    assert_eq!((half(&portal["position"]), middle), ([x, y], [x, y]), "{name}: {door}");
                    let length = i64::from(2 * door.width().max(door.height()));
                    assert_eq!((to[0] - from[0]).max(to[1] - from[1]), length, "{name}: {door}");
                    let has_jambs = [from, to].iter().all(|&end| walls.iter().any(|&wall| lies_on(end, wall)));
                    gates += u32::from(!has_jambs);
                    let is_gate = |id: &u32| shown.passages()[*id as usize] == **passage;
                    let mut crossings = shown.partings().iter().flat_map(|parting| &parting.crossings);
                    assert!(has_jambs || crossings.any(is_gate), "{name}: {door} stands free");
                    let [is_secret, is_locked] = [DoorKind::Secret, DoorKind::Barred].map(|kind| passage.kind == kind);
                    assert_eq!(portal["door"], if is_secret { 2 } else { 1 }, "{name}");
                    assert_eq!(portal["ds"], if is_locked || passage.one_way.is_some() { 2 } else { 0 }, "{name}");
                    assert_eq!(portal["dir"] != 0, passage.one_way.is_some(), "{name}");
                    assert!(portal["sight"] == 20 && portal["move"] == 20);
                }
                let lights = list(&map["lights"]);
                assert_eq!(lights.len(), shown.props().filter(|prop| prop.light().is_some()).count(), "{name}");
                for (light, prop) in lights.iter().zip(shown.props().filter(|prop| prop.light().is_some())) {
                    let color = light["color"].as_str().unwrap();
                    assert_eq!(color, format!("ff{}", &prop.kind.light.unwrap().color.to_string()[1..].to_lowercase()));
                    assert!(light["range"].as_f64().unwrap() > 0.0 && light["intensity"].as_f64().unwrap() > 0.0);
                }
                let ambient = map["environment"]["ambient_light"].as_str().unwrap();
                assert!(ambient.len() == 8 && map["environment"]["baked_lighting"] == false, "{ambient}");
            }
        }
    }
    assert!(gates > 0, "no gate stands free on a bank");
}

/// What walls do to the line of sight between two points.
#[derive(Debug, PartialEq)]
enum SightLine {
    Free,
    /// A wall ends on the line.
    Touched,
    Cut,
}

fn line_between(from: [i64; 2], to: [i64; 2], walls: &[Wall]) -> SightLine {
    let mut line = SightLine::Free;
    for [start, end] in walls {
        // The axis that the wall lies across.
        let across = usize::from(start[0] != end[0]);
        let along = 1 - across;
        let (run, rise) = (to[across] - from[across], to[along] - from[along]);
        let depth = start[across] - from[across];
        if (depth > 0) == (depth > run) || depth == 0 || depth == run {
            continue;
        }
        // The place where the line meets the wall, times the run.
        let place = (from[along] * run + rise * depth) * run.signum();
        let [low, high] = [start[along].min(end[along]), start[along].max(end[along])].map(|at| at * run.abs());
        if low < place && place < high {
            return SightLine::Cut;
        }
        if place == low || place == high {
            line = SightLine::Touched;
        }
    }
    line
}

/// Whether a line between the middles of two cells passes through the middle line of a cell that
/// blocks sight, rather than through a corner of such cells alone.
fn meets_a_middle(from: Cell, to: Cell, opaque: &BitGrid) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = dx.abs().max(dy.abs());
    (1..steps).any(|step| {
        // Places in 1 / (2 * steps) of a cell; at 0 the line passes between two cells.
        let place = |start: i32, far: i32| 2 * (start * steps + far * step) + steps;
        let places = [place(from.x, dx), place(from.y, dy)];
        let [x, y] = places.map(|place| place.div_euclid(2 * steps));
        places.iter().all(|place| place % (2 * steps) != 0) && opaque.get(Cell::new(x, y))
    })
}

/// Lines differ for two reasons. The field of view takes a cell that blocks sight for its middle
/// line, and lets lines cut the corner of one; walls do not. And a gate on the bank of a river
/// stands in no wall: walls let lines pass its leaf over the water, through a part of its cell.
#[test]
fn one_sees_from_each_room_what_the_field_of_view_of_the_level_shows() {
    let [mut equal, mut touched, mut corners, mut gates] = [0; 4];
    for (preset, level) in levels("80x50", 42) {
        let map = map_for(&preset, &level, PictureOptions::DEFAULT);
        let mut walls = [ring_walls(&map["line_of_sight"]), ring_walls(&map["objects_line_of_sight"])].concat();
        let [mut opaque, mut without_gates] = [0; 2].map(|_| level.opaque().clone());
        let crossings = level.partings().iter().flat_map(|parting| &parting.crossings);
        let gates_of = crossings.flat_map(|&id| level.passages()[id as usize].doors()).flat_map(|door| door.cells());
        gates_of.for_each(|cell| without_gates.set(cell, false));
        for doors_are_open in [true, false] {
            if doors_are_open {
                let doors = level.passages().iter().flat_map(Passage::doors).flat_map(|door| door.cells());
                doors.filter(|&cell| level.tile(cell) == Tile::Door).for_each(|cell| opaque.set(cell, false));
            } else {
                walls.extend(portal_walls(&map));
                opaque = level.opaque().clone();
            }
            for room in level.rooms() {
                let [x, y] = [room.rect.left() + room.rect.right(), room.rect.top() + room.rect.bottom()];
                let off = |cell: &Cell| (2 * cell.x + 1 - x).abs() + (2 * cell.y + 1 - y).abs();
                let Some(from) = level.floor_in(room.id).filter(|&cell| !opaque.get(cell)).min_by_key(off) else {
                    continue;
                };
                let seen = sight::view(&opaque, from, 1000);
                let middle = |cell: Cell| [cell.x, cell.y].map(|at| i64::from(2 * at + 1));
                for to in level.tiles().bounds().cells().filter(|&cell| !opaque.get(cell) && cell != from) {
                    let line = line_between(middle(from), middle(to), &walls);
                    match (line, seen.get(to)) {
                        (SightLine::Free, true) | (SightLine::Cut, false) => equal += 1,
                        (SightLine::Touched, _) => touched += 1,
                        (SightLine::Cut, true) => {
                            assert!(!meets_a_middle(from, to, &opaque), "{}: {from} to {to}", preset.name());
                            corners += 1;
                        }
                        (SightLine::Free, false) => {
                            assert!(!meets_a_middle(from, to, &without_gates), "{}: {from} to {to}", preset.name());
                            gates += 1;
                        }
                    }
                }
            }
        }
    }
    println!("{equal} lines agree, {corners} cut a corner, {gates} pass a gate, {touched} touch the end of a wall");
    assert!(equal > 1_000_000 && corners * 100 < equal && touched * 200 < equal && (1..100).contains(&gates));
}
