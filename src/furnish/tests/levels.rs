//! Furnishes the rooms of levels on every code path, and compares the props.

use std::collections::BTreeSet;

use crate::{
    floorplan::{FloorPlan, PlanContext, Planner},
    furnish::{
        Furnisher, Furnishing, PropRecord, RoomVault, Site, Tools, doorway, passage_ends, reaches, room::RoomFurnisher,
    },
    geom::{Cell, Rect, Size},
    grid::{BitGrid, Block, CellSet},
    preset::{BUILT_IN, Preset, RampInput},
    rng::{FloorSeed, SeedStage},
    trace::{NoTrace, Trace},
};

/// An observer that records where props were placed.
#[derive(Default)]
struct PlaceObserver(BTreeSet<Rect>);

impl Trace for PlaceObserver {
    fn place(&mut self, _: u32, prop: Rect) {
        self.0.insert(prop);
    }
}

fn planned(preset: &Preset, seed: &FloorSeed, difficulty: f32) -> FloorPlan {
    Planner::default().plan(PlanContext::new(preset, seed, difficulty, &mut NoTrace))
}

/// The props of a plan's rooms, furnished one by one without reusing any buffers, with the given
/// layouts.
///
/// Rooms that fit a block use `S`, others use `BitGrid`.
fn one_by_one<S: CellSet>(
    preset: &Preset,
    (plan, layouts): (&FloorPlan, &[Option<u16>]),
    (seed, difficulty): (&FloorSeed, f32),
    trace: &mut impl Trace,
) -> Vec<PropRecord> {
    let (ends, mut draw) = (passage_ends(plan), seed.leaves(SeedStage::Furnish));
    let mut out = Furnishing { used: vec![false; preset.kinds.len()], ..Furnishing::default() };
    let reaches: Vec<_> = reaches(preset).collect();
    for (id, (room, layout)) in (0..).zip(plan.rooms.iter().zip(layouts)) {
        draw.move_to(room.leaf);
        let placed = room.vault.and_then(|placed| Some((placed, placed.of(preset)?)));
        let input = RampInput { progress: room.progress, difficulty };
        let is_done = placed.is_some_and(|(_, (vault, _))| vault.is_alone());
        if !is_done {
            // Draws the words of the choice.
            let mut furnisher = Furnisher::default();
            furnisher.choice.begin(&preset.layouts);
            assert_eq!(furnisher.choice.layout(&preset.layouts, room, input, &mut draw), *layout);
        }
        let vault = placed.map(|(placed, (_, drawing))| {
            let number = (placed.vault, placed.drawing);
            RoomVault { drawing, number, at: placed.at }
        });
        let doorways: Vec<_> = ends.get(id).iter().map(|&end| doorway(plan, end, room.rect)).collect();
        let inside = |cell: Cell| {
            let here = Cell::new(cell.x - room.rect.left(), cell.y - room.rect.top());
            room.rect.contains(cell).then_some(here)
        };
        let ends = [inside(plan.entry), inside(plan.exit)];
        let (rect, outline) = (room.rect, room.outline);
        let site = Site { room: id, rect, doorways: &doorways, ends, outline, vault, input };
        let (mut masks, mut stencils) = Default::default();
        let mut tools = Tools { masks: &mut masks, stencils: &mut stencils, reaches: &reaches, draw: &mut draw };
        let layout = layout.map(|number| &preset.layouts[usize::from(number)]);
        if Block::fits(rect.width(), rect.height()) {
            RoomFurnisher::<S>::default().furnish(preset, layout, &site, &mut tools, &mut out, trace);
        } else {
            RoomFurnisher::<BitGrid>::default().furnish(preset, layout, &site, &mut tools, &mut out, trace);
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
            let furnishing = Furnisher::default().furnish(&preset, &plan, &seed, difficulty, &mut NoTrace);
            let mut onlooker = PlaceObserver::default();
            let observed = Furnisher::default().furnish(&preset, &plan, &seed, difficulty, &mut onlooker);
            assert_eq!(furnishing.props, observed.props, "{name}, observed");
            assert!(observed.props.iter().all(|prop| onlooker.0.contains(&prop.cells())), "{name}: all is told");
            let (rooms, words) = ((&plan, &furnishing.layouts[..]), (&seed, difficulty));
            let by_block = one_by_one::<Block>(&preset, rooms, words, &mut NoTrace);
            assert_eq!(furnishing.props, by_block, "{name}, nothing kept");
            let by_grid = one_by_one::<BitGrid>(&preset, rooms, words, &mut NoTrace);
            assert_eq!(furnishing.props, by_grid, "{name}, by grids");
            let observed = one_by_one::<BitGrid>(&preset, rooms, words, &mut PlaceObserver::default());
            assert_eq!(furnishing.props, observed, "{name}, by grids, observed");
            for (kind, &used) in furnishing.used.iter().enumerate() {
                assert_eq!(used, furnishing.props.iter().any(|prop| usize::from(prop.kind) == kind), "{name}");
            }
            count += furnishing.props.len();
        }
    }
    assert!(count > 5_000, "{count}");
}
