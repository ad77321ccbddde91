//! Options of prop kinds: turns, bodies and jitter, variants, `near` and `avoid`, markers.
//!
//! Each one is compared with the simplest implementation.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use roomgen::{Direction, Generator, Level, Preset, Prop, Rect, Tile, export, spatial::Aabb3};

use crate::tier;

fn preset(text: &str) -> Preset {
    Preset::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn single(props: &str, formations: &str) -> Preset {
    preset(&format!(
        "(name: \"kinds\", size: (60, 40), props: {{{props}}}, layouts: [(name: \"all\", formations: [{formations}])])"
    ))
}

/// The levels of `seeds` seeds, checked for all invariants.
fn levels(preset: &Preset, seeds: u64) -> impl Iterator<Item = Level> {
    let mut generator = Generator::new(preset);
    (0..seeds).map(move |seed| {
        let level = generator.generate(seed);
        assert_eq!(level.check(), [], "seed {seed}");
        level
    })
}

/// A proximity rule: a neighbour and the distance within which it counts.
#[derive(Clone, Copy, Debug)]
enum NearRule {
    Wall(i32),
    Door(i32),
    Any(i32),
    /// A prop of one of two kinds.
    Prop([&'static str; 2], i32),
}

/// The Chebyshev distance of two rectangles; 0 if they share a cell.
fn distance(one: Rect, other: Rect) -> i32 {
    let gap = |(left, right): (i32, i32), (from, to): (i32, i32)| (from - right + 1).max(left - to + 1).max(0);
    gap((one.left(), one.right()), (other.left(), other.right()))
        .max(gap((one.top(), one.bottom()), (other.top(), other.bottom())))
}

/// Whether a rule's neighbour lies within its distance of a prop, by a scan of the room.
fn is_met(level: &Level, prop: &Prop<'_>, rule: NearRule) -> bool {
    let others = || {
        // Identical markers may share a place; only one of them is the prop itself.
        let mut itself = Some(prop);
        level.props_in(prop.room).filter(move |other| itself.take_if(|itself| *itself == other).is_none())
    };
    let room = level.rooms()[prop.room as usize].rect;
    match rule {
        NearRule::Wall(within) => {
            let around = prop.cells.grown(within).expect("a small rectangle");
            around.cells().any(|cell| !room.contains(cell) || level.tile(cell) != Tile::Floor)
        }
        NearRule::Door(within) => level.passages_of(prop.room).any(|id| {
            let touches = |door: &Rect| room.grown(1).is_some_and(|room| room.contains_rect(*door));
            let mut doors = level.passages()[id as usize].doors().iter().filter(|door| touches(door));
            doors.any(|door| distance(prop.cells, *door) <= within)
        }),
        NearRule::Any(within) => {
            others().any(|other| !other.kind.marker && distance(prop.cells, other.cells) <= within)
        }
        NearRule::Prop(names, within) => others()
            .any(|other| names.contains(&other.kind.name.as_str()) && distance(prop.cells, other.cells) <= within),
    }
}

const RULED: &str = r##"
    "chest": (glyph: 'c', color: "#c28a2e", footprint: (2, 1), avoid: [Any(2)], variants: {"open chest": 1}),
    "open chest": (glyph: 'C', color: "#c28a2e", footprint: (2, 1)),
    "table": (glyph: 't', color: "#7a5230", footprint: (2, 3)),
    "stool": (glyph: 's', color: "#7a5230", near: [Prop("table", 1)], avoid: [Prop("stool", 1), Door(2)]),
    "torch": (glyph: 'i', color: "#ffd27a", blocks: false, near: [Wall(1)], avoid: [Prop("torch", 3)]),
    "moss": (glyph: 'm', color: "#408040", blocks: false, tall: 0.0, avoid: [Wall(2), Prop("stool", 1)]),
    "mouse": (glyph: 'o', color: "#808080", marker: true, near: [Prop("chest", 3), Door(1)], avoid: [Prop("mouse", 4)]),
"##;
const RULES: &[(&str, &[NearRule], &[NearRule])] = &[
    ("chest", &[], &[NearRule::Any(2)]),
    ("open chest", &[], &[NearRule::Any(2)]),
    ("stool", &[NearRule::Prop(["table", ""], 1)], &[NearRule::Prop(["stool", ""], 1), NearRule::Door(2)]),
    ("torch", &[NearRule::Wall(1)], &[NearRule::Prop(["torch", ""], 3)]),
    ("moss", &[], &[NearRule::Wall(2), NearRule::Prop(["stool", ""], 1)]),
    ("mouse", &[NearRule::Prop(["chest", "open chest"], 3), NearRule::Door(1)], &[NearRule::Prop(["mouse", ""], 4)]),
];

#[test]
fn near_and_avoid_hold_in_the_finished_room_whatever_was_placed_first() {
    let formations = [
        "(shape: Square, at: Quarters, size: Cells(2), prop: \"table\", turn: Random)",
        "(shape: Square, at: Center, size: Cells(2), prop: \"chest\")",
        "(shape: Square, fill: true, size: Fit(1.0), prop: \"stool\", checker: true)",
        "(shape: X, fill: true, size: Fit(1.0), prop: \"torch\")",
        "(shape: Square, fill: true, size: Fit(1.0), prop: \"torch\")",
        "(shape: Square, fill: true, size: Fit(0.8), prop: \"moss\")",
        "(shape: Square, fill: true, size: Fit(1.0), prop: \"mouse\")",
    ];
    let mut seen = BTreeMap::new();
    // Every formation comes first once.
    for first in 0..formations.len() {
        let mut turned = formations.to_vec();
        turned.rotate_left(first);
        for style in ["Adjacent(door: (1, 2))", "Corridors(width: (1, 2), margin: (1, 2))"] {
            let text = format!(
                "(name: \"kinds\", size: (70, 60), floorplan: (style: {style}, rooms: (max: 24)), props: {{{RULED}}},
                  layouts: [(name: \"all\", formations: [{}])])",
                turned.join(", ")
            );
            for level in levels(&preset(&text), 12) {
                for prop in level.props() {
                    *seen.entry(prop.kind.name.to_string()).or_insert(0) += 1;
                    let Some((_, near, avoid)) = RULES.iter().find(|(name, ..)| *name == prop.kind.name) else {
                        continue;
                    };
                    assert!(
                        near.is_empty() || near.iter().any(|&rule| is_met(&level, &prop, rule)),
                        "{prop:?} is near to nothing of {near:?}\n{}",
                        export::text::write(&level)
                    );
                    let broken = avoid.iter().find(|&&rule| is_met(&level, &prop, rule));
                    assert!(broken.is_none(), "{prop:?} meets {broken:?}\n{}", export::text::write(&level));
                }
            }
        }
    }
    assert!(seen.len() == 7 && seen.values().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn a_rule_takes_away_what_breaks_it_and_nothing_else() {
    let base = r##""rug": (glyph: '"', color: "#803030", blocks: false, tall: 0.0),
        "post": (glyph: 'p', color: "#803030", blocks: false),"##;
    let cases = [
        ("near: [Wall(1)]", Some(NearRule::Wall(1)), None),
        ("avoid: [Wall(2)]", None, Some(NearRule::Wall(2))),
        ("near: [Door(3)]", Some(NearRule::Door(3)), None),
        ("avoid: [Door(2)]", None, Some(NearRule::Door(2))),
        ("near: [Prop(\"post\", 2)]", Some(NearRule::Prop(["post", ""], 2)), None),
        ("avoid: [Prop(\"post\", 1)]", None, Some(NearRule::Prop(["post", ""], 1))),
        ("avoid: [Any(1)], near: [Wall(4)]", Some(NearRule::Wall(4)), Some(NearRule::Prop(["post", ""], 1))),
    ];
    for (rule, near, avoid) in cases {
        for size in ["rooms: (max: 12)", "rooms: (min: 17, max: 40)"] {
            for footprint in ["(1, 1)", "(2, 1)"] {
                let seeds = tier::size(2, 6);
                let text = |rule: &str| {
                    // Posts stand in the corners; things stand wherever they fit.
                    format!(
                        "(name: \"kinds\", size: (90, 60), floorplan: ({size}), props: {{{base}
                         \"thing\": (glyph: 'x', color: \"#ffffff\", blocks: false, footprint: {footprint}, {rule})}},
                         layouts: [(name: \"all\", formations: [
                            (shape: Square, at: Corners, size: Cells(1), inset: 1, prop: \"post\"),
                            (shape: Square, fill: true, size: Fit(1.0), prop: \"thing\")])])"
                    )
                };
                if rule.contains("Any") && footprint == "(1, 1)" {
                    continue;
                }
                let (free, ruled) = (preset(&text("")), preset(&text(rule)));
                for (free, ruled) in levels(&free, seeds).zip(levels(&ruled, seeds)) {
                    let things = |level: &Level| -> BTreeSet<(u32, Rect)> {
                        let things = level.props().filter(|prop| prop.kind.name == "thing");
                        things.map(|prop| (prop.room, prop.cells)).collect()
                    };
                    let stays = |prop: &Prop<'_>| {
                        near.is_none_or(|rule| is_met(&free, prop, rule))
                            && !avoid.is_some_and(|rule| is_met(&free, prop, rule))
                    };
                    let all = free.props().filter(|prop| prop.kind.name == "thing" && stays(prop));
                    let wanted: BTreeSet<_> = all.map(|prop| (prop.room, prop.cells)).collect();
                    let got = things(&ruled);
                    if rule.contains("Any") {
                        // Things also avoid each other: each missing one must have a placed one
                        // beside it.
                        assert!(got.is_subset(&wanted), "{rule}");
                        for (room, cells) in wanted.difference(&got) {
                            let crowded = |(other, rect): &(u32, Rect)| other == room && distance(*rect, *cells) <= 1;
                            assert!(got.iter().any(crowded), "{rule}: nothing keeps {cells} away");
                        }
                    } else {
                        assert_eq!(got, wanted, "{rule}, {size}, {footprint}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_prop_goes_with_the_last_of_what_it_has_to_be_near_to() {
    // Walls of crates close off parts, so that walkways open; cats need a crate, fleas a cat.
    let preset = single(
        r##""crate": (glyph: 'x', color: "#b38146"),
            "cat": (glyph: 'c', color: "#b38146", blocks: false, near: [Prop("crate", 1)], avoid: [Prop("cat", 1)]),
            "flea": (glyph: 'f', color: "#b38146", marker: true, near: [Prop("cat", 0)])"##,
        "(shape: Cross, size: Fit(1.0), prop: \"crate\"), (shape: Square, fill: true, size: Fit(0.7), prop: \"cat\"),
         (shape: Square, fill: true, size: Fit(1.0), prop: \"flea\")",
    );
    let (mut cats, mut fleas) = (0, 0);
    for level in levels(&preset, 60) {
        for prop in level.props() {
            match prop.kind.name.as_str() {
                "cat" => assert!(is_met(&level, &prop, NearRule::Prop(["crate", ""], 1)), "{prop:?}"),
                "flea" => assert!(is_met(&level, &prop, NearRule::Prop(["cat", ""], 0)), "{prop:?}"),
                _ => {}
            }
            cats += usize::from(prop.kind.name == "cat");
            fleas += usize::from(prop.kind.name == "flea");
        }
    }
    assert!(cats > 100 && fleas == cats, "{cats} cats, {fleas} fleas");
}

#[test]
fn jitter_moves_bodies_within_their_footprints_by_parts_of_a_metre() {
    let preset = single(
        r##""stool": (glyph: 's', color: "#7a5230", body: (0.5, 0.25), jitter: 0.3),
            "bench": (glyph: 'b', color: "#7a5230", footprint: (2, 1), body: (1.0, 0.75), jitter: 4.0, tall: 0.5)"##,
        "(shape: Square, at: Quarters, size: Cells(3), prop: \"bench\", turn: Random),
         (shape: Circle, prop: \"stool\", turn: Random)",
    );
    // By kind and orientation: the least and the greatest offset on each axis.
    let mut reach: BTreeMap<(String, bool), [[f32; 2]; 2]> = BTreeMap::new();
    for level in levels(&preset, 80) {
        for prop in level.props() {
            let footprint = Aabb3::new(
                [prop.cells.left() as f32, 0.0, prop.cells.top() as f32],
                [prop.cells.right() as f32, prop.kind.tall.get(), prop.cells.bottom() as f32],
            );
            assert!(footprint.expect("a box").contains_box(&prop.body()), "{prop:?} {:?}", prop.body());
            let sides = (prop.body().size().x, prop.body().size().z);
            let [width, depth] = prop.kind.body.map(roomgen::model::Metres::get);
            let across = prop.turn.is_east_west();
            assert_eq!(sides, if across { (depth, width) } else { (width, depth) });
            let extremes = reach.entry((prop.kind.name.to_string(), across)).or_insert([[0.0; 2]; 2]);
            for (axis, offset) in prop.offset.into_iter().enumerate() {
                assert!((offset * 256.0).fract() == 0.0, "{offset}");
                extremes[axis][0] = extremes[axis][0].min(offset);
                extremes[axis][1] = extremes[axis][1].max(offset);
            }
        }
    }
    // The jitter asked for, or the room for it, within a hundredth of a metre.
    let wanted = |name: &str, across| match (name, across) {
        ("stool", false) => [0.25, 0.3],
        ("stool", true) => [0.3, 0.25],
        (_, false) => [0.5, 0.125],
        (_, true) => [0.125, 0.5],
    };
    assert_eq!(reach.len(), 4);
    for ((name, across), extremes) in reach {
        for (extremes, wanted) in extremes.into_iter().zip(wanted(&name, across)) {
            for extreme in extremes.map(f32::abs) {
                assert!(extreme <= wanted && extreme > wanted - 0.01, "{name}, {across}: {extreme} of {wanted}");
            }
        }
    }
}

#[test]
fn variants_share_a_kinds_places_by_their_weights() {
    let kinds = |more: &str| {
        format!(
            "\"crate\": (glyph: 'x', color: \"#b38146\", {more}), \"crate b\": (glyph: 'y', color: \"#b38146\"),
             \"crate c\": (glyph: 'z', color: \"#b38146\", body: (0.5, 0.5), jitter: 0.25)"
        )
    };
    let formations = "(shape: Square, fill: true, at: Quarters, size: Cells(3), prop: \"crate\")";
    let plain = single(&kinds(""), formations);
    let varied = single(&kinds("weight: 3, variants: {\"crate b\": 1, \"crate c\": 2}"), formations);
    let never = single(&kinds("weight: 0, variants: {\"crate b\": 1}"), formations);
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for ((plain, varied), never) in levels(&plain, 60).zip(levels(&varied, 60)).zip(levels(&never, 60)) {
        let places = |level: &Level| level.props().map(|prop| (prop.room, prop.cells)).collect::<Vec<_>>();
        assert_eq!(places(&plain), places(&varied));
        assert_eq!(places(&plain), places(&never));
        assert!(never.props().all(|prop| prop.kind.name == "crate b"));
        for prop in varied.props() {
            *counts.entry(prop.kind.name.to_string()).or_default() += 1.0;
            assert!(prop.kind.name == "crate c" || prop.offset == [0.0, 0.0]);
        }
    }
    let total: f64 = counts.values().sum();
    for (name, fraction) in [("crate", 0.5), ("crate b", 1.0 / 6.0), ("crate c", 1.0 / 3.0)] {
        assert!((counts[name] / total - fraction).abs() < 0.03, "{name}: {} of {total}", counts[name]);
    }
}

#[test]
fn a_turned_prop_stands_where_one_with_its_sides_exchanged_would() {
    let formation = |turn: &str| {
        format!(
            "(shape: Square, at: Quarters, size: Cells(5), prop: \"table\", turn: {turn}), (shape: X, prop: \"table\", turn: {turn})"
        )
    };
    for (width, height) in [(1, 2), (2, 3), (3, 1), (8, 2), (2, 2), (1, 1)] {
        let table = |width: i32, height: i32| {
            format!("\"table\": (glyph: 't', color: \"#7a5230\", footprint: ({width}, {height}))")
        };
        let cells = |level: &Level| level.props().map(|prop| (prop.room, prop.cells)).collect::<Vec<_>>();
        for (turn, direction) in [
            ("North", Direction::North),
            ("East", Direction::East),
            ("South", Direction::South),
            ("West", Direction::West),
        ] {
            let turned = single(&table(width, height), &formation(turn));
            let (across, down) = if direction.is_east_west() { (height, width) } else { (width, height) };
            let exchanged = single(&table(across, down), &formation("North"));
            for (turned, exchanged) in levels(&turned, 12).zip(levels(&exchanged, 12)) {
                assert_eq!(cells(&turned), cells(&exchanged), "{width}x{height} to the {turn}");
                assert!(turned.props().all(|prop| prop.turn == direction));
            }
        }
        let mut turns = BTreeMap::new();
        let mut alike = 0;
        for level in levels(&single(&table(width, height), &formation("Random")), 40) {
            let props: Vec<_> = level.props().collect();
            props.iter().for_each(|prop| *turns.entry(prop.turn).or_insert(0) += 1);
            alike += props.windows(2).filter(|pair| pair[0].turn == pair[1].turn).count();
        }
        let total: i32 = turns.values().sum();
        assert_eq!(turns.len(), 4, "{width}x{height}");
        let least = turns.values().copied().min().unwrap_or_default();
        assert!(least * 6 > total, "{width}x{height}: {turns:?}");
        // Square props turn individually; others turn with the whole placement of their formation.
        let is_own = alike < total as usize / 2;
        assert_eq!(is_own, width == height, "{width}x{height}: {alike} of {total} alike");
    }
}

const MARKED: &str = r##"
    "crate": (glyph: 'x', color: "#b38146"),
    "rug": (glyph: '"', color: "#803030", blocks: false, tall: 0.0),
    "lamp": (glyph: 'o', color: "#ffd27a", elevation: 2.5, tall: 0.25),
    "enemy": (glyph: 'e', color: "#ff4020", marker: true, tags: ["enemy", "rat"], values: {"level": "3", "": ""}),
    "boss": (glyph: 'B', color: "#ff4020", marker: true, footprint: (2, 2), tags: ["enemy"]),
"##;

#[test]
fn markers_can_be_reached_and_lie_under_no_obstacle_and_are_in_nobodys_way() {
    let marked = MARKED.replace(", \"\": \"\"", "");
    let things = [
        "(shape: Square, fill: true, size: Fit(0.7), prop: \"rug\")",
        "(shape: Square, at: Quarters, fill: true, size: Fit(0.4), prop: \"crate\")",
        "(shape: Circle, size: Fit(0.6), prop: \"crate\")",
        "(shape: Cross, size: Fit(1.0), prop: \"lamp\")",
    ];
    let markers = [
        "(shape: Square, fill: true, size: Fit(1.0), prop: \"enemy\", checker: true)",
        "(shape: Square, fill: true, size: Fit(1.0), prop: \"boss\")",
    ];
    let (mut on_rugs, mut bosses) = (0, 0);
    for order in [[&things[..], &markers].concat(), [&markers[..], &things].concat()] {
        for level in levels(&single(&marked, &order.join(", ")), 25) {
            let distances = level.distances(level.entry());
            assert!(level.markers().count() > 0 && level.markers().count() < level.props().len());
            for marker in level.markers() {
                assert!(marker.kind.labels.has("enemy") && !marker.kind.blocks);
                assert!(marker.cells.cells().all(|cell| distances.get(cell).is_some()), "{marker:?}");
                bosses += usize::from(marker.kind.name == "boss");
            }
            let index = level.index();
            let mut found = Vec::new();
            index.collect_in(level.tiles().bounds(), &mut found);
            let things = level.props().filter(|prop| !prop.kind.marker).count();
            assert_eq!((index.len(), found.len()), (things, things));
            let crate_ = level.kinds().iter().find(|kind| kind.name == "crate");
            for marker in level.markers().filter(|marker| marker.kind.name == "enemy") {
                let cell = marker.cells.top_left();
                let covered =
                    level.props_in(marker.room).any(|prop| prop.kind.name == "rug" && prop.cells.contains(cell));
                on_rugs += usize::from(covered);
                if let Some(kind) = crate_ {
                    let refused = level.can_place(&index, kind, cell, [0.0, 0.0]);
                    let overlaps = matches!(refused, Err(roomgen::PlaceError::Overlap(_)));
                    let below = level.props_in(marker.room).any(|prop| !prop.kind.marker && prop.cells.contains(cell));
                    assert!(!overlaps || below, "{marker:?}: {refused:?}");
                }
            }
        }
    }
    assert!(on_rugs > 100 && bosses > 100);
}

/// Every level survives both file formats and can be reproduced.
#[test]
fn levels_of_all_kinds_of_props_are_written_read_and_made_again() {
    let props = format!("{RULED}{MARKED}").replace(", \"\": \"\"", ", \"a \\\"b\\\"\\n\": \"é\\\\\"");
    let props = props.replace("\"a \\\"b\\\"\\n\"", "\"a \\\"b\\\"\"");
    let preset = single(
        &format!("{props} \"pot\": (glyph: 'u', color: \"#884422\", body: (0.25, 0.5), jitter: 0.2)"),
        "(shape: Square, at: Quarters, size: Cells(2), prop: \"table\", turn: Random), (shape: X, prop: \"chest\"),
         (shape: Circle, prop: \"pot\", turn: West), (shape: Square, at: Corners, size: Cells(2), prop: \"enemy\"),
         (shape: Square, fill: true, size: Fit(1.0), prop: \"torch\")",
    );
    for level in levels(&preset, 12) {
        assert!(level.props().any(|prop| prop.turn == Direction::West && prop.offset != [0.0, 0.0]));
        assert_eq!(roomgen::reproduce(&level, &preset).as_ref(), Ok(&level));
        assert_eq!(Generator::new(&preset).generate_in_parallel(level.origin().seed), level);
        let text = export::ron::write(&level);
        let read = export::ron::read(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((&read, read.digest()), (&level, level.digest()));
        assert_eq!(export::ron::write(&read), text);
        let text = export::json::write(&level);
        let read = export::json::read(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read, level);
        assert_eq!(export::json::write(&read), text);
    }
}

/// The names of the kinds in random presets.
const NAMES: [&str; 5] = ["k0", "k1", "k2", "k3", "k4"];

/// A prop kind with random rules as text, and the rules themselves.
#[test]
fn a_prop_knows_its_kind_in_the_preset_until_the_level_is_read_from_a_file() {
    let (mut found, mut unused) = (0, 0);
    for (name, _) in roomgen::preset::BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        for level in levels(&preset, 20) {
            for prop in level.props() {
                let kind = prop.kind_id.and_then(|id| preset.kinds().get(usize::from(id)));
                assert_eq!(kind, Some(prop.kind), "{name}");
                found += 1;
            }
            unused += preset.kinds().len() - level.kinds().len();
        }
        let level = roomgen::generate(&preset, 1);
        let read = export::ron::read(&export::ron::write(&level)).expect("a level");
        assert!(read.props().all(|prop| prop.kind_id.is_none()));
        assert!(read.props().eq(level.props()), "{name}: ids take no part in equality");
        assert_eq!((&read, read.digest()), (&level, level.digest()), "{name}");
        let again = roomgen::reproduce(&read, &preset).expect("the level");
        assert!(again.props().map(|prop| prop.kind_id).eq(level.props().map(|prop| prop.kind_id)));
    }
    assert!(found > 1000 && unused > 0, "{found} props, {unused} kinds not in use");
}

fn any_kind() -> impl Strategy<Value = (String, [Vec<NearRule>; 2])> {
    let rule = (0..5usize, 0..NAMES.len(), 1..4i32).prop_map(|(what, kind, within)| match what {
        0 => NearRule::Wall(within),
        1 => NearRule::Door(within),
        2 => NearRule::Any(within - 1),
        _ => NearRule::Prop([NAMES[kind], ""], within - 1),
    });
    let rules = move || proptest::collection::vec(rule.clone(), 0..3);
    let flags = any::<[bool; 4]>();
    (flags, (1..4i32, 1..4i32), rules(), rules(), 0..3usize).prop_map(|(flags, (width, height), near, avoid, raised)| {
        let [marker, blocks, has_near, has_body] = flags;
        let near = if has_near { near } else { Vec::new() };
        let heights = if marker { "" } else { ["", ", elevation: 1.0", ", elevation: 2.5"][raised] };
        let body = if has_body { ", body: (0.5, 0.75), jitter: 0.25" } else { "" };
        let what = if marker { ", marker: true".to_owned() } else { format!(", blocks: {blocks}") };
        let rules = [&near, &avoid].map(|rules| {
            let text = |rule: &NearRule| match rule {
                NearRule::Prop([name, _], within) => format!("Prop(\"{name}\", {within})"),
                other => format!("{other:?}"),
            };
            rules.iter().map(text).collect::<Vec<_>>().join(", ")
        });
        let text = format!(
            "(glyph: 'x', color: \"#808080\", footprint: ({width}, {height}){what}{heights}{body}, near: [{}], avoid: [{}])",
            rules[0], rules[1]
        );
        (text, [near, avoid])
    })
}

fn any_formation() -> impl Strategy<Value = String> {
    let shape = prop::sample::select(vec!["Square", "Circle", "X", "Cross", "Diamond", "Triangle"]);
    let anchor = prop::sample::select(vec!["Center", "Corners", "Walls", "Quarters", "Doors"]);
    let turn = prop::sample::select(vec!["North", "East", "South", "West", "Random"]);
    let size = prop::sample::select(vec!["Cells(3)", "Fit(1.0)", "Ratio(0.5)"]);
    (shape, anchor, turn, size, any::<[bool; 3]>(), 0..5usize).prop_map(|(shape, at, turn, size, [fill, checker, stack], kind)| {
        format!("(shape: {shape}, at: {at}, turn: {turn}, size: {size}, fill: {fill}, checker: {checker}, stack: {stack}, prop: \"k{kind}\")")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(tier::size(64, 192)) })]

    /// Random rules keep the invariants, and every prop satisfies its `near` and `avoid`.
    #[test]
    fn no_rules_of_kinds_break_a_promise(
        kinds in proptest::collection::vec(any_kind(), 5),
        formations in proptest::collection::vec(any_formation(), 1..7),
        corridors: bool,
        shaped: bool,
        seed: u64,
    ) {
        let named: Vec<_> = kinds.iter().zip(NAMES).map(|((kind, _), name)| format!("\"{name}\": {kind}")).collect();
        let style = if corridors { "Corridors(width: (1, 2), margin: (0, 2))" } else { "Adjacent(door: (1, 2))" };
        let shapes = if shaped { ", shapes: [(shape: L), (shape: Plus), (shape: Round), (shape: Octagon)]" } else { "" };
        let text = format!(
            "(name: \"any\", size: (60, 50), floorplan: (style: {style}, rooms: (min: 7, max: 26){shapes}), props: {{{}}},
              layouts: [(name: \"all\", formations: [{}])])",
            named.join(", "),
            formations.join(", ")
        );
        let preset = preset(&text);
        for seed in [seed, seed ^ 1, seed ^ 2] {
            let level = roomgen::generate(&preset, seed);
            prop_assert_eq!(level.check(), [], "seed {}: {}", seed, text);
            prop_assert!(roomgen::reproduce(&level, &preset).is_ok_and(|again| again == level));
            for prop in level.props() {
                let kind = NAMES.iter().position(|name| *name == prop.kind.name).expect("a kind");
                let [near, avoid] = &kinds[kind].1;
                let is_near = near.is_empty() || near.iter().any(|&rule| is_met(&level, &prop, rule));
                prop_assert!(is_near, "{:?} of seed {}: {}", prop, seed, text);
                prop_assert!(!avoid.iter().any(|&rule| is_met(&level, &prop, rule)), "{:?} of seed {}: {}", prop, seed, text);
            }
            let read = export::ron::read(&export::ron::write(&level));
            prop_assert_eq!(read.as_ref(), Ok(&level));
        }
    }
}
