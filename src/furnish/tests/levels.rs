//! Furnishes the rooms of levels on every code path, and compares the props.

use std::collections::BTreeSet;

use crate::{
    buckets::Buckets,
    floorplan::{FloorPlan, PlanContext, Planner, RoomShape, Tile},
    furnish::{
        FurnishTask, Furnisher, LevelFurnishing,
        choice::LayoutChooser,
        content::{RoomContent, RoomVault},
        context::{LevelContext, RoomContext, sort_passage_ends},
        jitter::JitterLimit,
        room::furnish_room,
        space::SpaceSet,
        state::RoomState,
        tests::NO_REROLLS,
        tools::FurnishTools,
    },
    geom::{Rect, Size},
    grid::{BitGrid, CellBlock},
    model::PropRecord,
    preset::{BUILT_IN, BasePreset, Preset},
    rng::{FloorSeed, SeedStage},
    trace::{NoTrace, Rejection, Step, StepObserver, Trace},
};

fn planned(preset: &Preset, seed: &FloorSeed, difficulty: f32) -> FloorPlan {
    Planner::default().plan(PlanContext::new(preset, seed, difficulty, &mut NoTrace))
}

/// The props of a level's rooms, furnished one by one without reusing any buffers, with the given
/// layouts.
///
/// Rooms that fit a block use `S`, others use `BitGrid`.
fn one_by_one<S: SpaceSet>(
    level: LevelContext<'_>,
    layouts: &[Option<u16>],
    seed: &FloorSeed,
    trace: &mut impl Trace,
) -> Vec<PropRecord> {
    let LevelContext { preset, plan, .. } = level;
    let mut draw = seed.leaves(SeedStage::Furnish);
    let mut out = LevelFurnishing { used: vec![false; preset.kinds.len()], ..LevelFurnishing::default() };
    let jitter_limits: Vec<_> = JitterLimit::of_kinds(preset).collect();
    let mut choice = LayoutChooser::default();
    choice.begin(&preset.layouts);
    choice.begin_level(preset, plan.rooms.len());
    for (id, (room, layout)) in (0..).zip(plan.rooms.iter().zip(layouts)) {
        draw.move_to(room.leaf);
        let vault = RoomVault::of(room, preset);
        // Draws the words of the choice.
        assert_eq!(choice.layout(level, id as usize, &mut draw), *layout);
        let doorways: Vec<_> = level.doorways(id).collect();
        let context = RoomContext::new(
            level,
            id,
            RoomContent { layout: *layout, vault, planned: plan.props_of(id), kept: 0 },
            &doorways,
            &jitter_limits,
        );
        let (mut masks, mut stencils) = Default::default();
        let mut tools =
            FurnishTools { masks: &mut masks, stencils: &mut stencils, draw: &mut draw, trace: &mut *trace };
        if CellBlock::fits(room.rect.width(), room.rect.height()) {
            furnish_room(&mut RoomState::<S>::default(), &context, &mut tools, &mut out);
        } else {
            furnish_room(&mut RoomState::<BitGrid>::default(), &context, &mut tools, &mut out);
        }
    }
    out.props
}

#[test]
fn blocks_and_grids_observed_or_not_furnish_alike() {
    let mut count = 0;
    for &(name, text) in BUILT_IN {
        // Includes rooms too large for a block.
        let large = format!("(name: \"large\", base: \"{name}\", floorplan: (rooms: (max: 40, stop: 0.5)))");
        for (number, (text, size)) in [(text, (40, 30)), (text, (80, 50)), (&large, (90, 70))].into_iter().enumerate() {
            let size = Size::new(size.0, size.1).expect("a size");
            let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{error}"));
            let preset = preset.with_size(size).expect("a preset for this size");
            let (seed, difficulty) = (FloorSeed::new(number as u64, 0), number as f32 / 2.0);
            let plan = planned(&preset, &seed, difficulty);
            let furnishing =
                Furnisher::default().furnish(FurnishTask::first(&preset, &plan, &seed, difficulty), &mut NoTrace);
            let mut placed = BTreeSet::new();
            let mut see = |step| {
                if let Step::Place { prop, .. } = step {
                    placed.insert(prop);
                }
            };
            let observer = &mut StepObserver::new(&mut see);
            let observed =
                Furnisher::default().furnish(FurnishTask::first(&preset, &plan, &seed, difficulty), observer);
            assert_eq!(furnishing.props, observed.props, "{name}, observed");
            assert!(observed.props.iter().all(|prop| placed.contains(&prop.cells())), "{name}: every prop is reported");
            let (mut ends, layouts) = (Buckets::default(), &furnishing.layouts[..]);
            sort_passage_ends(&plan, &mut ends);
            let level = LevelContext {
                preset: &preset,
                plan: &plan,
                ends: &ends,
                difficulty,
                choices: None,
                rerolls: NO_REROLLS,
                first: None,
            };
            let by_block = one_by_one::<CellBlock>(level, layouts, &seed, &mut NoTrace);
            assert_eq!(furnishing.props, by_block, "{name}, no buffer reused");
            let by_grid = one_by_one::<BitGrid>(level, layouts, &seed, &mut NoTrace);
            assert_eq!(furnishing.props, by_grid, "{name}, by grids");
            let observed = one_by_one::<BitGrid>(level, layouts, &seed, &mut StepObserver::new(&mut drop));
            assert_eq!(furnishing.props, observed, "{name}, by grids, observed");
            for (kind, &used) in furnishing.used.iter().enumerate() {
                assert_eq!(used, furnishing.props.iter().any(|prop| usize::from(prop.kind) == kind), "{name}");
            }
            count += furnishing.props.len();
        }
    }
    assert!(count > 5_000, "{count}");
}

#[test]
fn props_lie_on_the_floor_of_rooms_of_every_shape_and_what_is_clipped_does_not() {
    // The rooms are full of slabs and of moss, by masks and at random.
    let text = "(name: \"shaped\", floorplan: (rooms: (min: 6, max: 18), shapes: [(shape: L), (shape: Plus), \
        (shape: Round)]), props: { \"slab\": (glyph: 's', color: \"#808080\", blocks: false, footprint: (2, 3)), \
        \"moss\": (glyph: 'm', color: \"#408040\", blocks: false) }, layouts: [(name: \"all\", formations: [ \
        (shape: Scatter(2), size: Fit(1.0), prop: \"slab\"), (shape: Square, fill: true, size: Fit(1.0), prop: \"slab\"), \
        (shape: Square, fill: true, size: Fit(1.0), prop: \"moss\"), (shape: Scatter(1), size: Fit(1.0), prop: \"slab\")])])";
    let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{error}"));
    for number in 0..6 {
        let seed = FloorSeed::new(number, 0);
        let plan = planned(&preset, &seed, 0.0);
        assert!(plan.rooms.iter().any(|room| room.shape() != RoomShape::Rectangle));
        let mut clipped: Vec<Rect> = Vec::new();
        let mut see = |step| {
            if let Step::Reject { prop, reason: Rejection::Clipped, .. } = step {
                clipped.push(prop);
            }
        };
        let furnishing = Furnisher::default()
            .furnish(FurnishTask::first(&preset, &plan, &seed, 0.0), &mut StepObserver::new(&mut see));
        let is_floor = |prop: Rect| prop.cells().all(|cell| plan.tiles.get(cell) == Some(Tile::Floor));
        assert!(furnishing.props.iter().all(|prop| is_floor(prop.cells())), "seed {number}");
        assert!(!clipped.iter().any(|&prop| is_floor(prop)), "seed {number}");
        let is_cut_off = |moss: &Rect| moss.area() == 1 && plan.rooms.iter().any(|room| room.rect.contains_rect(*moss));
        assert!(clipped.iter().any(is_cut_off), "seed {number}");
        let covered: i64 = furnishing.props.iter().map(|prop| prop.cells().area()).sum();
        let floor = plan.tiles.values().iter().filter(|&&tile| tile == Tile::Floor).count() as i64;
        // A mask moves with its anchor if the shape of the room has cut off the middle.
        assert!((floor * 9 / 10..=floor).contains(&covered), "seed {number}: {covered} of {floor}");
    }
}

#[test]
fn patterns_place_what_masks_at_points_place() {
    let (mut shaped, mut count) = (0, 0);
    for &(name, _) in BUILT_IN {
        let shapes = "(shape: L), (shape: Plus), (shape: Round), (shape: Octagon)";
        let text = format!("(name: \"shaped\", base: \"bare.ron\", floorplan: (shapes: [{shapes}]))");
        let bare = format!("(base: \"{name}\", floorplan: (shapes: []))");
        let bare = |_: &str| Ok(BasePreset { name: "bare.ron".to_owned(), text: bare.clone() });
        let preset = Preset::parse_with(&text, bare).unwrap_or_else(|error| panic!("{error}"));
        let mut plain = preset.clone();
        plain.layouts.iter_mut().flat_map(|layout| &mut layout.formations).for_each(|formation| {
            count += u32::from(formation.pattern.is_some());
            formation.pattern = None;
        });
        for seed in 0..8 {
            let seed = FloorSeed::new(seed, 0);
            let plan = planned(&preset, &seed, 0.5);
            shaped += plan.rooms.iter().filter(|room| room.shape() != RoomShape::Rectangle).count();
            let furnish = |preset: &Preset| {
                Furnisher::default().furnish(FurnishTask::first(preset, &plan, &seed, 0.5), &mut NoTrace).props
            };
            assert_eq!(furnish(&preset), furnish(&plain), "{name}");
        }
    }
    assert!(shaped > 500 && count > 100, "{shaped} shaped rooms, {count} patterns");
}
