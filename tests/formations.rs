//! Options of formations.
//!
//! They are chance, count, groups, random and relative anchors, shapes that follow the room, and
//! limits.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use roomgen::{
    Cell, Generator, Level, Preset, Rect, Room,
    trace::{Rejection, Step},
};

const PROPS: &str = "props: {
    \"rock\": (glyph: 'o', color: \"#888888\"),
    \"gem\": (glyph: 'v', color: \"#88ffff\", blocks: false),
    \"coin\": (glyph: 'c', color: \"#ffff88\", blocks: false),
    \"rug\": (glyph: 'r', color: \"#884488\", blocks: false, footprint: (2, 1), tall: 0.0),
    \"crate\": (glyph: 'x', color: \"#885522\", footprint: (2, 2)),
    \"lamp\": (glyph: 'l', color: \"#ffffcc\", elevation: 2.5),
}";

fn preset(layout: &str) -> Preset {
    let text = format!(
        "(name: \"test\", size: (60, 40), floorplan: (path: (fraction: (0.4, 0.6))), {PROPS}, layouts: [(name: \"l\", {layout})])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn formations(formations: &str) -> Preset {
    preset(&format!("formations: [{formations}]"))
}

/// Calls `check` with every room of many levels, and its props' footprints by kind.
fn for_each_room(preset: &Preset, mut check: impl FnMut(&Level, &Room, &BTreeMap<&str, Vec<Rect>>)) {
    let mut generator = Generator::new(preset);
    for seed in 0..120 {
        let level = generator.generate(seed);
        assert_eq!(level.check(), [], "seed {seed}");
        for room in level.rooms() {
            let mut props: BTreeMap<&str, Vec<Rect>> = BTreeMap::new();
            for prop in level.props_in(room.id) {
                let cells = Rect::from_xywh(
                    prop.cells.left() - room.rect.left(),
                    prop.cells.top() - room.rect.top(),
                    prop.cells.width(),
                    prop.cells.height(),
                );
                props.entry(prop.kind.name.as_str()).or_default().extend(cells);
            }
            check(&level, room, &props);
        }
    }
}

/// The indented lines after the line of the manual that contains `text`.
fn example(text: &str) -> String {
    let manual = include_str!("../presets/README.md");
    let behind = manual.lines().skip_while(|line| !line.contains(text)).skip(2);
    behind.take_while(|line| line.starts_with("    ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_manual_is_understood() {
    let _ = formations(&example("may also be a group"));
}

fn number(props: &BTreeMap<&str, Vec<Rect>>, kind: &str) -> usize {
    props.get(kind).map_or(0, Vec::len)
}

#[track_caller]
fn assert_fraction(hits: usize, all: usize, wanted: f64) {
    let fraction = hits as f64 / all as f64;
    assert!(all > 500 && (fraction - wanted).abs() < 0.05, "{hits} of {all} are {fraction}, wanted is {wanted}");
}

#[test]
fn a_chance_is_the_fraction_of_rooms_that_have_the_formation() {
    let preset = formations("(shape: Square, size: Cells(1), prop: \"gem\", chance: 0.3)");
    let (mut hits, mut all) = (0, 0);
    for_each_room(&preset, |_, _, props| {
        hits += number(props, "gem");
        all += 1;
    });
    assert_fraction(hits, all, 0.3);
}

#[test]
fn a_chance_may_follow_the_progress() {
    let preset = formations("(shape: Square, size: Cells(1), prop: \"gem\", chance: (from: 0, to: 1))");
    let (mut hits, mut wanted, mut all) = (0, 0.0, 0);
    for_each_room(&preset, |_, room, props| {
        let gems = number(props, "gem");
        assert!(room.progress > 0.0 || gems == 0);
        assert!(room.progress < 1.0 || gems == 1);
        hits += gems;
        wanted += f64::from(room.progress);
        all += 1;
    });
    assert_fraction(hits, all, wanted / f64::from(all as u32));
}

#[test]
fn one_of_a_group_is_stamped_by_weight() {
    let preset = formations(
        "(one_of: [
            (shape: Square, size: Cells(1), prop: \"gem\"),
            (shape: Square, size: Cells(1), prop: \"coin\", weight: 3),
        ])",
    );
    let (mut coins, mut all) = (0, 0);
    for_each_room(&preset, |_, _, props| {
        assert_eq!(number(props, "gem") + number(props, "coin"), 1);
        coins += number(props, "coin");
        all += 1;
    });
    assert_fraction(coins, all, 0.75);
}

#[test]
fn all_of_a_group_come_together_or_not_at_all() {
    let preset = formations(
        "(chance: 0.5, all_of: [
            (shape: Square, size: Cells(1), at: NorthWest, prop: \"gem\"),
            (one_of: [
                (shape: Square, size: Cells(1), at: SouthEast, prop: \"coin\"),
                (shape: Square, size: Cells(1), at: SouthWest, prop: \"coin\"),
            ]),
        ])",
    );
    let (mut hits, mut all) = (0, 0);
    for_each_room(&preset, |_, _, props| {
        assert_eq!(number(props, "gem"), number(props, "coin"));
        hits += number(props, "gem");
        all += 1;
    });
    assert_fraction(hits, all, 0.5);
}

#[test]
fn a_count_chooses_anchors_without_repetition() {
    let preset = formations("(shape: Square, size: Cells(1), at: Corners, count: 2, prop: \"gem\")");
    let mut pairs = BTreeMap::new();
    for_each_room(&preset, |_, room, props| {
        let corner = |gem: &Rect| (gem.left() == 0, gem.top() == 0);
        let corners: BTreeSet<_> = props["gem"].iter().map(corner).collect();
        assert_eq!((number(props, "gem"), corners.len()), (2, 2), "two corners of {}", room.rect);
        *pairs.entry(corners).or_insert(0) += 1;
    });
    let all: usize = pairs.values().sum();
    assert_eq!(pairs.len(), 6);
    pairs.values().for_each(|&count| assert_fraction(count, all, 1.0 / 6.0));
}

#[test]
fn a_count_may_follow_the_progress() {
    let preset = formations("(shape: Border, count: (from: 0, to: 8), prop: \"gem\")");
    for_each_room(&preset, |_, room, props| {
        assert_eq!(number(props, "gem"), (8.0 * room.progress + 0.5) as usize);
    });
}

#[test]
fn a_formation_stands_where_a_named_one_has_left_it_a_place() {
    let preset = formations(
        "(shape: Square, size: Cells(1), at: Anywhere, count: 2, name: \"altar\", chance: 0.7, prop: \"gem\"),
         (shape: Square, size: Cells(1), at: Of(\"altar\"), shift: (1, -1), prop: \"coin\")",
    );
    let mut coins = 0;
    for_each_room(&preset, |_, room, props| {
        let gems = props.get("gem").cloned().unwrap_or_default();
        let room = Rect::from_xywh(0, 0, room.rect.width(), room.rect.height()).expect("a room");
        let beside = gems.iter().map(|gem| Cell::new(gem.left() + 1, gem.top() - 1));
        // The other gem's cells are occupied.
        let is_free = |cell: &Cell| room.contains(*cell) && !gems.iter().any(|gem| gem.contains(*cell));
        let wanted: BTreeSet<_> = beside.filter(is_free).collect();
        let got = props.get("coin").into_iter().flatten().map(|coin| coin.top_left());
        assert_eq!(got.collect::<BTreeSet<_>>(), wanted);
        coins += wanted.len();
    });
    assert!(coins > 500);
}

#[test]
fn formations_around_a_named_prop_follow_it_off_centre() {
    let preset = formations(
        "(shape: Square, size: Cells(1), name: \"altar\", prop: \"gem\"),
         (shape: Diamond, size: Cells(3), at: Of(\"altar\"), prop: \"coin\")",
    );
    for_each_room(&preset, |_, _, props| {
        let [gem] = props["gem"][..] else { panic!("one gem") };
        let around: BTreeSet<_> = gem.top_left().neighbours().collect();
        assert_eq!(props["coin"].iter().map(|coin| coin.top_left()).collect::<BTreeSet<_>>(), around);
    });
}

#[test]
fn an_anchor_between_two_is_a_point_of_their_segment() {
    let preset = formations(
        "(shape: Square, size: Cells(1), at: Between(West, East), prop: \"gem\"),
         (shape: Square, size: Cells(1), at: Between(NorthWest, SouthEast), inset: 1, count: 3, prop: \"coin\")",
    );
    let mut columns = BTreeSet::new();
    for_each_room(&preset, |_, room, props| {
        let (width, height) = (room.rect.width(), room.rect.height());
        let [gem] = props["gem"][..] else { panic!("one gem") };
        // With an even number of rows, the middle lies between two rows.
        assert!(gem.top() == height / 2 || gem.top() == (height - 1) / 2);
        columns.insert((gem.left() + 1) * 4 / width);
        for coin in props.get("coin").into_iter().flatten() {
            // At the same fraction of both axes, within half a cell each and half a cell of
            // rounding.
            let (across, down) = (2 * (coin.left() - 1), 2 * (coin.top() - 1));
            let (wide, high) = (2 * (width - 3), 2 * (height - 3));
            assert!((across * high - down * wide).abs() <= 2 * wide.max(high), "{coin} in {width}x{height}");
        }
    });
    assert!(columns.len() >= 4, "it is not always the same: {columns:?}");
}

#[test]
fn a_third_is_one_of_four_points_equally_likely_and_a_count_takes_more_of_them() {
    let seen = |count: &str| {
        let preset = formations(&format!("(shape: Square, size: Cells(1), at: Third{count}, prop: \"gem\")"));
        let (mut seen, mut all) = (BTreeMap::<Vec<usize>, usize>::new(), 0);
        for_each_room(&preset, |_, room, props| {
            // Both of these sides have a cell at each third: 1 + 3n.
            let (width, height) = (room.rect.width(), room.rect.height());
            if width % 3 != 1 || height % 3 != 1 {
                return;
            }
            let (x, y) = ((width - 1) / 3, (height - 1) / 3);
            let points = [(x, y), (2 * x, y), (2 * x, 2 * y), (x, 2 * y)];
            let found = props["gem"].iter().map(|gem| {
                let place = points.iter().position(|&(x, y)| gem.top_left() == Cell::new(x, y));
                place.unwrap_or_else(|| panic!("{gem} of {}", room.rect))
            });
            let mut found: Vec<_> = found.collect();
            found.sort_unstable();
            *seen.entry(found).or_insert(0) += 1;
            all += 1;
        });
        assert!(all > 80, "{all}");
        (seen, all)
    };
    for (count, choices) in [("", 4), (", count: 2", 6), (", count: 3", 4), (", count: 9", 1)] {
        let (seen, all) = seen(count);
        assert_eq!(seen.len(), choices, "{seen:?}");
        assert!(seen.values().all(|&number| 3 * choices * number > all), "{seen:?} of {all}");
    }
}

#[test]
fn an_anchor_anywhere_is_any_cell_equally_likely() {
    let preset = formations("(shape: Square, size: Cells(1), at: Anywhere, prop: \"gem\")");
    let mut quarters = BTreeMap::new();
    let mut all = 0;
    for_each_room(&preset, |_, room, props| {
        let [gem] = props["gem"][..] else { panic!("one gem") };
        if room.rect.width() % 2 == 0 && room.rect.height() % 2 == 0 {
            let quarter = (2 * gem.left() >= room.rect.width(), 2 * gem.top() >= room.rect.height());
            *quarters.entry(quarter).or_insert(0) += 1;
            all += 1;
        }
    });
    assert!(all > 300 && quarters.values().all(|&count| (count as f64 / f64::from(all) - 0.25).abs() < 0.08));
    assert_eq!(quarters.len(), 4);
}

#[test]
fn a_scatter_keeps_its_distance_and_its_count() {
    let preset = formations(
        "(shape: Scatter(3), size: Fit(1.0), prop: \"rock\", name: \"stone\"),
         (shape: Scatter(2), size: Fit(1.0), prop: \"coin\", count: 4)",
    );
    let mut rocks = 0;
    for_each_room(&preset, |_, _, props| {
        for (kind, distance) in [("rock", 3), ("coin", 2)] {
            let cells = props.get(kind).cloned().unwrap_or_default();
            for (number, a) in cells.iter().enumerate() {
                let apart = |b: &Rect| (a.left() - b.left()).abs().max((a.top() - b.top()).abs());
                assert!(cells[..number].iter().all(|b| apart(b) >= distance));
            }
        }
        assert!(number(props, "coin") <= 4);
        rocks += number(props, "rock");
    });
    assert!(rocks > 1000);
}

#[test]
fn a_border_of_obstacles_leaves_the_doors_free_and_a_route_takes_their_way() {
    let preset = formations(
        "(shape: Route, prop: \"rug\"),
         (shape: Border, prop: \"crate\"),
         (shape: Border, inset: 2, checker: true, prop: \"gem\")",
    );
    let mut crates = 0;
    for_each_room(&preset, |_, room, props| {
        for cells in props.get("crate").into_iter().flatten() {
            let at_wall = cells.left() == 0
                || cells.top() == 0
                || cells.right() == room.rect.width()
                || cells.bottom() == room.rect.height();
            assert!(at_wall, "{cells}");
            crates += 1;
        }
        for gem in props.get("gem").into_iter().flatten() {
            assert_eq!((gem.left() + gem.top()) % 2, 0);
            let ring =
                gem.left().min(gem.top()).min(room.rect.width() - gem.right()).min(room.rect.height() - gem.bottom());
            assert_eq!(ring, 2);
        }
    });
    assert!(crates > 500);
}

#[test]
fn a_formation_of_which_too_little_remains_is_dropped_whole() {
    let preset = formations(
        "(shape: Scatter(1), size: Fit(1.0), count: 9, prop: \"coin\"),
         (shape: Square, fill: true, size: Cells(3), least: 0.7, prop: \"gem\")",
    );
    let mut numbers = BTreeMap::new();
    for_each_room(&preset, |_, room, props| {
        // The mask loses a column or row where that centres it exactly.
        let side = |side: i32| if side % 2 == 0 { 2 } else { 3 };
        let mask = side(room.rect.width()) * side(room.rect.height());
        let gems = number(props, "gem");
        assert!(gems == 0 || gems as f32 >= 0.7 * mask as f32, "{gems} of {mask}");
        *numbers.entry((mask, gems)).or_insert(0) += 1;
    });
    assert!(
        numbers.contains_key(&(9, 0)) && numbers.contains_key(&(9, 7)) && numbers.contains_key(&(9, 9)),
        "{numbers:?}"
    );
}

#[test]
fn the_cover_of_a_layout_is_never_exceeded_and_what_hangs_does_not_count() {
    for layout in [
        "cover: 0.3, formations: [(shape: Square, fill: true, size: Fit(1.0), prop: \"gem\"), (shape: Border, prop: \"lamp\")]",
        "cover: 0.3, formations: [(shape: Square, fill: true, size: Fit(1.0), prop: \"rock\"), (shape: Border, prop: \"lamp\")]",
        "cover: 0.3, formations: [(shape: Square, fill: true, size: Fit(1.0), prop: \"crate\"), (shape: X, prop: \"coin\")]",
        "cover: 0.3, formations: [(shape: Scatter(1), prop: \"rug\"), (shape: Route, prop: \"gem\"), (shape: X, prop: \"coin\")]",
    ] {
        let preset = preset(layout);
        let mut lamps = 0;
        for_each_room(&preset, |_, room, props| {
            let area = (room.rect.width() * room.rect.height()) as usize;
            let budget = area * 3 / 10;
            let covers = |(kind, cells): (&&str, &Vec<Rect>)| {
                let covered = |rect: &Rect| (rect.width() * rect.height()) as usize;
                if *kind == "lamp" { 0 } else { cells.iter().map(covered).sum() }
            };
            let covered: usize = props.iter().map(covers).sum();
            assert!(covered <= budget, "{covered} of {budget}: {layout}");
            assert!(!layout.contains("\"gem\"), (shape: Border") || covered == budget, "{covered} of {budget}");
            lamps += number(props, "lamp");
        });
        assert!(!layout.contains("lamp") || lamps > 500);
    }
}

#[test]
fn a_cover_may_follow_the_progress() {
    let preset =
        preset("cover: (from: 0, to: 0.5), formations: [(shape: Square, fill: true, size: Fit(1.0), prop: \"gem\")]");
    for_each_room(&preset, |_, room, props| {
        let area = (room.rect.width() * room.rect.height()) as f32;
        assert!((number(props, "gem") as f32 - 0.5 * room.progress * area).abs() <= 1.0);
    });
}

#[test]
fn formations_without_random_choices_move_none_that_have_some() {
    let of =
        |before: &str| formations(&format!("{before}(shape: Square, size: Cells(1), at: Anywhere, prop: \"gem\")"));
    let (alone, after) =
        (of(""), of("(shape: Square, size: Cells(1), prop: \"lamp\"), (shape: Border, prop: \"lamp\"), "));
    for seed in 0..40 {
        let gems = |preset: &Preset| {
            let level = roomgen::generate(preset, seed);
            level.props().filter(|prop| prop.kind.name == "gem").map(|prop| prop.cells).collect::<Vec<_>>()
        };
        // A lamp hangs and takes no cells, but both may choose the same cell only where it is free:
        // only common cells are compared.
        let (alone, after) = (gems(&alone), gems(&after));
        assert!(after.iter().all(|cell| alone.contains(cell)), "seed {seed}");
    }
}

#[derive(Default)]
struct FormationLog {
    stamps: usize,
    placed: BTreeSet<(u32, Rect)>,
    rejected: BTreeMap<String, usize>,
}

impl FormationLog {
    fn see(&mut self, step: &Step) {
        if let Step::Stamp { .. } = *step {
            self.stamps += 1;
        } else if let Step::Place { room, prop } = *step {
            assert!(self.placed.insert((room, prop)));
        } else if let Step::Reject { room, prop, reason } = *step {
            *self.rejected.entry(format!("{reason:?}")).or_default() += 1;
            if reason == Rejection::Walkway {
                assert!(self.placed.remove(&(room, prop)));
            }
        }
    }
}

#[test]
fn an_observer_is_told_of_what_is_dropped_and_of_what_would_be_too_much() {
    let preset = preset(
        "cover: 0.5, formations: [
            (shape: Scatter(2), at: Corners, size: Cells(5), count: 3, prop: \"rock\"),
            (shape: Circle, at: Anywhere, size: Cells(4), least: 0.9, prop: \"gem\"),
            (shape: Square, at: Walls, count: 2, size: Cells(3), fill: true, prop: \"crate\"),
            (shape: X, at: Anywhere, count: 2, size: Cells(5), prop: \"coin\"),
            (shape: Border, prop: \"coin\", chance: 0.5),
            (shape: Square, fill: true, size: Fit(1.0), prop: \"gem\"),
        ]",
    );
    let mut told = BTreeMap::new();
    for seed in 0..40 {
        let mut diary = FormationLog::default();
        let level = Generator::new(&preset).generate_stepwise(seed, &mut |step| diary.see(&step));
        assert_eq!(level, roomgen::generate(&preset, seed));
        let props: BTreeSet<_> = level.props().map(|prop| (prop.room, prop.cells)).collect();
        assert_eq!(diary.placed, props, "seed {seed}");
        assert!(diary.stamps > level.rooms().len());
        diary.rejected.into_iter().for_each(|(reason, count)| *told.entry(reason).or_insert(0) += count);
    }
    let reasons: Vec<_> = told.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["Clearance", "Clipped", "Cover", "Occupied", "Sparse", "Walkway"]);
}

/// A ramp between two values of a range, or one of them.
fn ramp(least: u32, most: u32, parts: f64) -> impl Strategy<Value = String> {
    let value = move || (least..=most).prop_map(move |value| format!("{}", f64::from(value) / parts));
    let over = prop_oneof![Just("Progress"), Just("Difficulty")];
    let ease = prop_oneof![Just("Linear"), Just("In"), Just("Out"), Just("Smooth")];
    prop_oneof![
        value(),
        (value(), value(), over, ease)
            .prop_map(|(from, to, over, ease)| format!("(from: {from}, to: {to}, over: {over}, ease: {ease})")),
    ]
}

fn spot() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Center".to_owned()),
        Just("SouthWest".to_owned()),
        Just("East".to_owned()),
        (0..=4u8, 0..=4u8).prop_map(|(u, v)| format!("At({}, {})", f64::from(u) / 4.0, f64::from(v) / 4.0)),
    ]
}

/// A formation that may use any option.
fn any_formation() -> impl Strategy<Value = String> {
    let prop = prop_oneof![Just("rock"), Just("gem"), Just("rug"), Just("crate"), Just("lamp")];
    let anchor = prop_oneof![
        spot(),
        Just("Corners".to_owned()),
        Just("Doors".to_owned()),
        Just("Anywhere".to_owned()),
        Just("Of(\"first\")".to_owned()),
        (spot(), spot()).prop_map(|(from, to)| format!("Between({from}, {to})")),
    ];
    let size = prop_oneof![
        ramp(1, 9, 1.0).prop_map(|side| format!("Cells({side})")),
        ramp(1, 8, 4.0).prop_map(|fraction| format!("Fit({fraction})")),
    ];
    let mask =
        (prop_oneof![Just("Square"), Just("Circle"), Just("X"), Just("Cross")], anchor.clone(), size.clone(), 0..=4u8)
            .prop_map(|(shape, at, size, least)| {
                format!(
                    "shape: {shape}, at: {at}, size: {size}, least: {}, shift: (-1, 2), fill: true",
                    f32::from(least) / 4.0
                )
            });
    let scatter =
        (1..5u8, anchor, size).prop_map(|(apart, at, size)| format!("shape: Scatter({apart}), at: {at}, size: {size}"));
    let region = prop_oneof![Just("shape: Border".to_owned()), Just("shape: Route".to_owned())];
    let rest = (prop, ramp(0, 10, 10.0), proptest::option::of(1..6u8), 0..3u8, any::<bool>());
    (prop_oneof![mask, scatter, region], rest).prop_map(|(shape, (prop, chance, count, inset, checker))| {
        let count = count.map(|count| format!("count: {count},")).unwrap_or_default();
        format!("({shape}, prop: \"{prop}\", chance: {chance}, {count} inset: {inset}, checker: {checker})")
    })
}

/// A layout of formations and groups of formations.
fn any_layout() -> impl Strategy<Value = String> {
    let entry = any_formation().prop_recursive(3, 12, 4, |entry| {
        let list = proptest::collection::vec(entry, 1..4);
        (prop_oneof![Just("one_of"), Just("all_of")], ramp(0, 4, 4.0), list)
            .prop_map(|(group, chance, list)| format!("({group}: [{}], chance: {chance})", list.join(", ")))
    });
    (ramp(0, 8, 8.0), proptest::collection::vec(entry, 1..6)).prop_map(|(cover, entries)| {
        let first = "(shape: Scatter(3), prop: \"coin\", count: 3, name: \"first\")";
        format!("cover: {cover}, formations: [{first}, {}]", entries.join(", "))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_layout_keeps_the_invariants(layout in any_layout(), seed: u64, difficulty in 0.0..=1.0f32, wide in any::<bool>()) {
        let rooms = if wide { "(min: 9, max: 24)" } else { "(min: 2, max: 9)" };
        let text = format!("(name: \"any\", size: (70, 50), floorplan: (rooms: {rooms}), {PROPS}, layouts: [(name: \"l\", {layout})])");
        let preset = Preset::parse(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        let request = roomgen::Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
        let level = roomgen::generate(&preset, &request);
        prop_assert_eq!(level.check(), []);
        let mut diary = FormationLog::default();
        // A reused generator gives the same level.
        let mut generator = Generator::new(&preset);
        let _ = generator.generate(!seed);
        prop_assert_eq!(&generator.generate_stepwise(request, &mut |step| diary.see(&step)), &level);
        let props: BTreeSet<_> = level.props().map(|prop| (prop.room, prop.cells)).collect();
        prop_assert_eq!(diary.placed, props);
    }
}
