//! The terrain that the formations of a room lay.
//!
//! While a room is furnished, its terrain is props of the stand-ins of the preset: where it blocks,
//! obstacles of one cell; else props that share their cells with anything. Here they become cells
//! of terrain, and what walkways have opened becomes bridges.

use super::{
    context::RoomContext,
    furnishing::{LevelFurnishing, PlacedTerrain},
    state::RoomState,
};
use crate::{
    geom::Rect,
    grid::CellSet,
    preset::TerrainRule,
    trace::{Step, Trace},
};

/// Remembers the cells of the terrain that blocks. Call it before walkways are opened.
#[cold]
pub(super) fn remember_terrain<S: CellSet>(state: &mut RoomState<S>) {
    let RoomState { props, terrain, .. } = state;
    let blocking = props.placed().iter().enumerate().filter(|(_, props)| props.is_terrain && props.is_obstacle);
    terrain.before.extend(blocking.map(|(number, props)| (number, props.origins.clone())));
}

/// Lays the terrain of a room: first fringes, then what lies under things, then what blocks, then
/// the bridges where walkways lead through it. On a cell of several kinds, the last remains.
///
/// Cost: linear in the cells laid, and the words of a few sets for each formation of terrain.
#[cold]
pub(super) fn lay_terrain<S: CellSet>(
    state: &mut RoomState<S>,
    room: &RoomContext<'_>,
    out: &mut LevelFurnishing,
    trace: &mut impl Trace,
) {
    let RoomState { props, terrain, sets, scratch, .. } = state;
    let placed = props.placed();
    let rule_of = |kind: u16| -> Option<&TerrainRule> {
        room.placing(kind).terrain.and_then(|terrain| room.preset.terrain.get(usize::from(terrain)))
    };
    let mut lay = |terrain: Option<u8>, cells: &S| {
        let Some(terrain) = terrain else { return };
        trace.count(|| cells.words() + u64::from(cells.count_cells()));
        for_each_run(cells, |run| {
            let cells = room.in_level(run);
            trace.see(|| Step::Cover { terrain: Some(terrain.into()), cells });
            out.terrain.push(PlacedTerrain { room: room.id, terrain, cells });
        });
    };
    for (number, props) in placed.iter().enumerate().filter(|(_, props)| props.is_terrain) {
        let Some(fringe) = rule_of(props.kind).and_then(|rule| rule.fringe) else { continue };
        // Where a walkway leads through a pond, its floor lies at the water, too.
        let whole = terrain.before.iter().find(|(of, _)| *of == number).map_or(&props.origins, |(_, before)| before);
        scratch.assign(whole);
        scratch.grow(fringe.cells);
        scratch.intersect(sets.floor.cells());
        lay(Some(fringe.terrain), scratch);
    }
    for blocks in [false, true] {
        for props in placed.iter().filter(|props| props.is_terrain && props.is_obstacle == blocks) {
            lay(room.placing(props.kind).terrain, &props.origins);
        }
    }
    for (number, before) in &mut terrain.before {
        let props = &placed[*number];
        before.subtract(&props.origins);
        lay(rule_of(props.kind).and_then(|rule| rule.bridge), before);
    }
}

/// Calls `see` with each run of cells of a set in a row.
fn for_each_run<S: CellSet>(cells: &S, mut see: impl FnMut(Rect)) {
    let cells = cells.cells();
    for y in 0..cells.extent().height {
        cells.runs(y).for_each(|run| see(Rect::of(run.start, y, run.end - run.start, 1)));
    }
}
