//! Features: what lies across the rooms of a level.

use std::collections::BTreeSet;

use roomgen::{
    Cell, Generator, Level, Preset, Rect,
    grid::BitGrid,
    level::{Audience, FeatureKind},
    preset::BUILT_IN,
};

/// Kinds of terrain with glyphs and colours that no built-in preset has.
const TERRAIN: &str = "terrain: {
    \"test lake\": (glyph: 'Ł', color: \"#010203\", blocks: true, depth: 0.5, bridge: \"test boards\"),
    \"test boards\": (glyph: 'Ø', color: \"#010204\"),
    \"test reeds\": (glyph: 'Ð', color: \"#010205\"),
    \"test brook\": (glyph: 'Þ', color: \"#010206\", blocks: true),
    \"test moss\": (glyph: 'Ħ', color: \"#010207\"),
    \"test road\": (glyph: 'Ŋ', color: \"#010208\"),
}";
const ROAD: &str = "(kind: Road, terrain: \"test road\")";
const LAKE: &str = "(kind: Lake, terrain: \"test lake\", area: 0.1, fringe: [\"test reeds\"])";
const STREAM: &str = "(kind: Stream, terrain: \"test brook\", width: (1, 2), meander: 0.5)";
const AREA: &str = "(kind: Area, terrain: \"test moss\", cover: 0.3)";

fn preset(base: &str, features: &str) -> Preset {
    let text = format!("(name: \"wet\", base: {base:?}, {TERRAIN}, floorplan: (features: [{features}]))");
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Calls `see` with levels of all built-in presets, with these features.
fn each_level(features: &str, seeds: u64, mut see: impl FnMut(&str, u64, &Level)) {
    for (name, _) in BUILT_IN {
        let mut generator = Generator::new(preset(name, features));
        (0..seeds).for_each(|seed| see(name, seed, &generator.generate(seed)));
    }
}

fn cells(runs: &[Rect]) -> impl Iterator<Item = Cell> {
    runs.iter().flat_map(|run| run.cells())
}

#[test]
fn levels_with_all_kinds_of_features_keep_every_promise() {
    let mut seen = BTreeSet::new();
    each_level(&[ROAD, LAKE, STREAM, AREA].join(", "), 12, |name, seed, level| {
        assert!(level.check().is_empty(), "{name}, seed {seed}: {:?}", level.check());
        seen.extend(level.features().iter().map(|feature| feature.kind));
        for feature in level.features() {
            let own = level.feature_cells(feature);
            assert!(cells(&feature.bridges).all(|cell| !own.get(cell)), "{name}, seed {seed}");
            assert!(cells(&feature.cells).eq(own.iter()), "{name}, seed {seed}: in row order");
        }
    });
    assert_eq!(seen.len(), FeatureKind::ALL.len());
}

#[test]
fn a_road_leads_from_the_entry_to_the_exit() {
    let (mut roads, mut whole) = (0, 0);
    each_level(ROAD, 20, |name, seed, level| {
        let Some(road) = level.features().first() else { panic!("{name}, seed {seed}: no road") };
        let own = level.feature_cells(road);
        let has_vault = |cell: Cell| level.room_at(cell).is_none_or(|room| level.vault(room).is_some());
        roads += 1;
        whole += u32::from([level.entry(), level.exit()].into_iter().all(|end| own.get(end) || has_vault(end)));
        // Who lies in wait may do so on a road.
        let members: BTreeSet<Cell> =
            level.encounters().iter().flat_map(|encounter| encounter.cells.iter().copied()).collect();
        let is_member = |cells: Rect| cells.cells().any(|cell| members.contains(&cell));
        let obstacles = level.props().filter(|prop| prop.kind.is_obstacle() && !is_member(prop.cells));
        let on_road = obstacles
            .map(|prop| (prop.kind.name.to_string(), prop.cells))
            .find(|(_, cells)| cells.cells().any(|cell| own.get(cell) && !has_vault(cell)));
        assert_eq!(on_road, None, "{name}, seed {seed}");
    });
    assert!(whole * 100 >= roads * 98, "{whole} of {roads}");
}

#[test]
fn a_lake_leaves_a_room_in_one_piece_and_its_doors_dry() {
    let (mut lakes, mut wide) = (0, 0);
    each_level(LAKE, 20, |name, seed, level| {
        for lake in level.features() {
            let own = level.feature_cells(lake);
            assert!(own.iter().all(|cell| !level.is_open(cell)), "{name}, seed {seed}");
            let beside = |cell: Cell| Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells);
            let rooms: BTreeSet<u32> =
                own.iter().flat_map(beside).filter_map(|cell| Some(level.room_at(cell)?.id)).collect();
            lakes += 1;
            wide += u32::from(rooms.len() >= 2);
        }
    });
    assert!(wide * 10 >= lakes * 7 && lakes > 100, "{wide} of {lakes} lie in two rooms or more");
}

#[test]
fn an_area_covers_its_share_of_open_ground_and_moves_nothing() {
    for (name, _) in BUILT_IN {
        let (bare, mossy) = (Preset::built_in(name).unwrap(), preset(name, AREA));
        for seed in 0..5 {
            let (bare, mossy) = (roomgen::generate(&bare, seed), roomgen::generate(&mossy, seed));
            assert!(bare.props().eq(mossy.props()), "{name}, seed {seed}");
            assert_eq!((bare.tiles(), bare.passages()), (mossy.tiles(), mossy.passages()), "{name}, seed {seed}");
            let area = mossy.features().first().map(|area| mossy.feature_cells(area)).unwrap();
            let open = BitGrid::count(&area);
            let all = mossy.tiles().values().iter().filter(|tile| tile.is_open()).count() as u64;
            assert!((all * 27 / 100..=all * 30 / 100).contains(&open), "{name}, seed {seed}: {open} of {all}");
        }
    }
}

#[test]
fn another_feature_of_a_later_kind_moves_none_of_an_earlier_one() {
    for (name, _) in BUILT_IN {
        let (one, both) = (preset(name, LAKE), preset(name, &format!("{AREA}, {STREAM}, {LAKE}")));
        for seed in 0..5 {
            let lake = |preset: &Preset| {
                let level = roomgen::generate(preset, seed);
                level.features().iter().find(|feature| feature.kind == FeatureKind::Lake).map(|lake| lake.cells.clone())
            };
            assert_eq!(lake(&one), lake(&both), "{name}, seed {seed}");
        }
    }
}

#[test]
fn nobody_sees_a_lake_in_a_room_that_he_does_not_know() {
    let mut hidden = 0;
    each_level(LAKE, 20, |name, seed, level| {
        let shown = level.shown_to(Audience::Player);
        let is_shown = |cell: Cell| shown.is_open(cell);
        for lake in level.features() {
            let own = level.feature_cells(lake);
            for cell in own.iter() {
                let body = Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells);
                // A cell at the shore is known with the floor beside it.
                let beside: Vec<Cell> = body.filter(|&cell| level.is_open(cell)).collect();
                let is_secret = !beside.is_empty() && !beside.iter().any(|&cell| is_shown(cell));
                let is_water = shown.terrain(cell).is_some_and(|kind| kind.blocks);
                assert!(!(is_secret && is_water), "{name}, seed {seed}: {cell}");
                hidden += u32::from(is_secret);
            }
        }
    });
    assert!(hidden > 50, "{hidden} cells lie in secret rooms");
}

#[test]
fn a_level_with_features_is_the_same_after_it_is_written_and_read() {
    each_level(&[ROAD, LAKE, AREA].join(", "), 2, |name, seed, level| {
        let json: Level = serde_json::from_str(&serde_json::to_string(level).expect("JSON")).expect("a level");
        let ron: Level = ron::from_str(&ron::to_string(level).expect("RON")).expect("a level");
        for read in [json, ron] {
            assert_eq!((&read, read.digest()), (level, level.digest()), "{name}, seed {seed}");
        }
    });
}

#[test]
fn a_feature_that_cannot_be_is_refused_at_its_place() {
    let refusals = [
        ("(kind: Road, terrain: \"test lake\")", "the ground of a Road must not block"),
        ("(kind: Area, terrain: \"test moss\", from: Entry)", "`from` is for features of the kind Road"),
        ("(kind: Lake, terrain: \"test lake\", cover: 0.3)", "`cover` is for features of the kind Area"),
        ("(kind: Lake, terrain: \"test lake\", fringe: [\"test brook\"])", "a fringe must not block"),
        ("(kind: Lake, terrain: \"test lake\", area: 0.6)", "0.6 is out of range"),
        ("(kind: Road, terrain: \"test road\", to: Entry)", "the road ends where it begins"),
        ("(kind: Road, terrain: \"test road\", to: Tag(\"nowhere\"))", "no rule gives the tag"),
        ("(kind: Stream, terrain: \"test brook\", width: (2, 9))", "9 is out of range"),
        ("(kind: Area, terrain: \"moss\")", "there is no terrain \"moss\""),
        ("(kind: Area, terrain: \"test moss\"), (kind: Area, terrain: \"test moss\")", "two features have the name"),
    ];
    for (feature, message) in refusals {
        let text = format!("(name: \"wet\", base: \"cellar\", {TERRAIN}, floorplan: (features: [{feature}]))");
        let error = Preset::parse(&text).expect_err(feature);
        assert_eq!(error.problems().len(), 1, "{feature}: {error}");
        assert!(error.to_string().contains(message), "{feature}: {error}");
    }
}
