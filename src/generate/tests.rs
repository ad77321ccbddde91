//! Levels of a drawn plan: outlines that are no run in each row, through every stage behind the
//! plan.

use std::sync::Arc;

use super::*;
use crate::{
    deals::{DealtName, FloorDeals},
    export::{json, ron},
    floorplan::tests::drawn,
    level::{Allowance, Room, RoomShape},
    preset::BUILT_IN,
};

/// Obstacles of several sizes, things to reach, and what is placed, in layouts that use each wall,
/// corner, door and middle of a room.
const CROWD: &str = r##"(
    name: "crowd", size: (37, 21), clearance: 1,
    props: {
        "rock": (glyph: 'o', color: "#8a8478"),
        "slab": (glyph: 'S', color: "#6a6a70", footprint: (2, 2)),
        "gem": (glyph: 'v', color: "#60c8e8", blocks: false),
        "lamp": (glyph: 'Y', color: "#ffd27a", footprint: (2, 1), elevation: 2.5, tall: 0.5),
        "rat": (glyph: 'r', color: "#a0a0a0", marker: true),
        "chest": (glyph: 'c', color: "#c09040"),
    },
    groups: { "rats": (cost: 1, members: {"rat": (1, 3)}) },
    encounters: (budget: 12),
    loot: (budget: 8, items: {"chest": (value: 2)}),
    layouts: [
        (name: "full", formations: [
            (shape: Square, fill: true, prop: "slab", size: Fit(1.0)),
            (shape: Square, fill: true, checker: true, prop: "gem", size: Fit(1.0)),
            (shape: Square, fill: true, prop: "rock", size: Fit(1.0)),
        ]),
        (name: "walls", formations: [
            (shape: Border, prop: "rock"),
            (shape: Square, at: Walls, prop: "gem", size: Cells(1)),
            (shape: Square, at: Corners, inset: 1, prop: "slab", size: Cells(2)),
            (shape: Square, at: DoorAxis, inset: 3, prop: "rock", size: Cells(2)),
        ]),
        (name: "ways", formations: [
            (shape: Route, from: Doors, to: Center, prop: "gem"),
            (shape: Circle, prop: "rock", size: Fit(0.9)),
            (shape: Cross, at: Quarters, prop: "lamp", size: Fit(0.5)),
            (shape: Scatter(1), count: 9, prop: "rock", size: Fit(1.0)),
        ]),
    ],
)"##;

/// The level of a drawn plan, furnished and populated.
fn level(preset: &Preset, seed: u64) -> Level {
    LevelStages::default().furnished(preset, &Request::new(seed), drawn::plan(preset), &mut NoTrace)
}

fn crowd() -> Preset {
    Preset::parse(CROWD).unwrap_or_else(|error| panic!("{error:#}"))
}

#[test]
fn outlines_of_any_kind_are_furnished_and_keep_every_invariant() {
    let (preset, floor) = (crowd(), drawn::floor());
    let mut bought = [0, 0];
    for seed in 0..200 {
        let level = level(&preset, seed);
        assert_eq!(level.check(), [], "seed {seed}");
        assert!(level.rooms().iter().all(|room| room.shape == RoomShape::Cave && room.rect.area() > 0));
        for prop in level.props() {
            assert!(prop.cells.cells().all(|cell| floor.contains(&cell)), "seed {seed}: {:?}", prop.cells);
        }
        assert!(level.rooms().iter().all(|room| level.props_in(room.id).len() > 0), "seed {seed}");
        bought[0] += level.encounters().len();
        bought[1] += level.loot().len();
    }
    assert!(bought.iter().all(|&count| count > 400), "{bought:?}");
}

#[test]
fn outlines_of_any_kind_are_written_and_read() {
    let preset = crowd();
    for seed in 0..20 {
        let level = level(&preset, seed);
        let written = ron::write(&level);
        let read = ron::read(&written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((&read, read.digest()), (&level, level.digest()));
        assert_eq!(ron::write(&read), written);
        assert_eq!(json::read(&json::write(&level)).as_ref(), Ok(&level));
    }
}

#[test]
fn a_plan_is_a_level_before_it_is_furnished() {
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).unwrap();
        let mut generator = Generator::new(&preset);
        for seed in 0..6 {
            let level = generator.generate(seed);
            let plan = generator.generate_to(LevelStage::Plan, seed);
            let facts = |level: &Level| {
                let Level { origin, tiles, passages, path, entry, exit, locks, tags, .. } = level.clone();
                (origin, tiles, passages, path, entry, exit, locks, tags)
            };
            assert_eq!(facts(&plan), facts(&level), "{name}: {seed}");
            let bare = |room: &Room| Room { layout: None, allowance: Allowance::default(), ..*room };
            assert_eq!(plan.rooms, level.rooms.iter().map(bare).collect::<Vec<_>>(), "{name}: {seed}");
            let crossings = |level: &Level| -> Vec<_> {
                level.partings().iter().map(|parting| (parting.name.clone(), parting.crossings.clone())).collect()
            };
            assert_eq!(crossings(&plan), crossings(&level), "{name}: {seed}");
            let mut seen = None;
            let wanted = generator.generate_if(seed, &mut |plan| {
                seen = Some(plan.clone());
                seed % 2 == 0
            });
            assert_eq!((seen, wanted), (Some(plan), (seed % 2 == 0).then_some(level)), "{name}: {seed}");
        }
    }
}

#[test]
fn a_level_has_what_its_run_deals_and_skips_what_its_preset_lacks() {
    let layout = |name: &str, pool: &str| format!("(name: {name:?}, pool: {pool:?}, formations: []), ");
    let halls: String = ["nave", "pit"].into_iter().map(|name| layout(name, "halls")).collect();
    let text = format!(
        "(name: \"a\", pools: {{\"halls\": (), \"marks\": ()}}, layouts: [{halls}{}], \
         vaults: [(name: \"cache\", pool: \"halls\", rows: [\".\"])], loot: (metered: {{\"draught\": (every: 1)}}), \
         props: {{\"draught\": (glyph: '*', color: \"#ffffff\", marker: true)}})",
        layout("well", "marks")
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let name = |name: &str, is_vault| DealtName { name: name.into(), is_vault };
    let pools = vec![
        ("halls".into(), vec![name("cache", true), name("attic", false), name("nave", true), name("pit", false)]),
        ("crypts".into(), vec![name("well", false)]),
    ];
    let deals = Arc::new(FloorDeals { pools, metered: vec![("draught".into(), 3), ("gem".into(), 1)] });
    for seed in 0..20 {
        let level = generate(&preset, Request::new(seed).on_floor(2).with_deals(Arc::clone(&deals)));
        assert_eq!(level.rooms().iter().filter_map(|room| level.layout(room)).collect::<Vec<_>>(), ["pit"]);
        assert_eq!(level.rooms().iter().filter_map(|room| level.vault(room)).collect::<Vec<_>>(), ["cache"]);
        let loot: Vec<&str> = level.props().map(|prop| prop.kind.name.as_str()).collect();
        assert_eq!(loot, ["draught"; 3]);
    }
    let request = Request::new(7).with_deals(Arc::clone(&deals));
    assert_ne!(request, Request::new(7));
    let text = ::ron::to_string(&request).expect("a text");
    assert_eq!(::ron::from_str::<Request>(&text).expect("a request"), Request::new(7));
}
