//! Features: what lies across rooms, as roads, lakes, streams and areas.
//!
//! Consumes the rooms with their floors, the passages, the tiles and the terrain of a parting;
//! produces [`PlannedFeatures`]. Terrain that blocks takes cells from the floors of rooms, as banks
//! do; each room keeps what the plan has promised, and the rest of its floor in one piece. Each
//! rule draws words of its own; where its cells lie also depends on the kinds before its own.

mod area;
mod field;
mod ground;
mod lake;
mod road;
mod stream;
mod walk;
mod wet;

use super::{PlanContext, PlannedTerrain};
use crate::{
    geom::{Cell, Rect},
    grid::BitGrid,
    preset::FeatureForm,
    rng::{RandomSource, SeedStage},
    trace::Trace,
};
use ground::Ground;
pub(super) use ground::PlanGround;

/// The features of a level. By default it has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedFeatures {
    /// In the order in which they are laid.
    pub(crate) list: Vec<PlannedFeature>,
    /// The cells of roads, in levels that have some.
    roads: Option<BitGrid>,
    /// The cells of roads and bridges, which stay free of obstacles.
    ways: Option<BitGrid>,
}

/// A feature of a level.
#[derive(Clone, Debug)]
pub(crate) struct PlannedFeature {
    /// The rule, by position in the preset's list.
    pub(crate) rule: u8,
    pub(crate) cells: FeatureCells,
}

/// The cells of a feature.
#[derive(Clone, Debug)]
pub(crate) struct FeatureCells {
    /// Those that it takes, also where something else covers it.
    pub(crate) own: BitGrid,
    /// The cells where one walks over it.
    pub(crate) bridges: BitGrid,
}

/// Lays the features of a level: roads, then lakes, streams and areas.
///
/// A rule draws whether the level has it, and then what its kind draws. Cost: linear in cells,
/// rooms and passages, for each feature.
pub(super) fn lay(
    context: &mut PlanContext<'_, impl Trace>,
    plan: PlanGround<'_>,
    terrain: &mut PlannedTerrain,
) -> PlannedFeatures {
    let preset = context.preset;
    if preset.features.is_empty() {
        return PlannedFeatures::default();
    }
    let mut order: Vec<usize> = (0..preset.features.len()).collect();
    order.sort_by_key(|&rule| preset.features[rule].kind());
    let mut ground = Ground::new(preset, plan, terrain);
    let mut list: Vec<PlannedFeature> = Vec::new();
    let mut work = u64::from(preset.size().cells());
    for number in order {
        let rule = &preset.features[number];
        let draw = &mut context.seed.leaf_stream(SeedStage::Features, rule.name.digest32());
        let input = context.level_input();
        if !draw.chance(rule.chance.at(input)) {
            continue;
        }
        let cells = match &rule.form {
            FeatureForm::Road { from, to, by } => road::find(&ground, [from, to], by.as_ref(), &mut work),
            FeatureForm::Lake { area, avoid, fringe: _ } => {
                lake::find(&ground, rule.terrain, (area.at(input), avoid.as_ref()), draw, &mut work)
            }
            FeatureForm::Stream { width, meander } => {
                stream::find(&ground, rule.terrain, (*width, *meander), draw, &mut work)
            }
            FeatureForm::Area { cover, around, scale } => {
                area::find(&ground, (cover.at(input), *scale), around.as_ref(), draw, &mut work)
            }
        };
        if let Some(cells) = cells.filter(|cells| cells.own.bounds().is_some()) {
            ground.cover(rule, &cells, context.trace);
            list.push(PlannedFeature { rule: number as u8, cells });
        }
    }
    context.trace.count(|| work);
    let [roads, ways] = ground.finish();
    PlannedFeatures { list, roads, ways }
}

impl PlannedFeatures {
    /// Whether there are roads or bridges.
    pub(crate) fn has_ways(&self) -> bool {
        self.ways.is_some()
    }

    /// The cells of roads in a room, in its coordinates.
    pub(crate) fn roads_in(&self, room: Rect) -> impl Iterator<Item = Cell> {
        cells_in(self.roads.as_ref(), room)
    }

    /// The cells of a room that stay free of obstacles, in its coordinates.
    pub(crate) fn ways_in(&self, room: Rect) -> impl Iterator<Item = Cell> {
        cells_in(self.ways.as_ref(), room)
    }
}

fn cells_in(cells: Option<&BitGrid>, room: Rect) -> impl Iterator<Item = Cell> {
    let rows = cells.into_iter().flat_map(move |cells| {
        let words = (0..room.height()).flat_map(move |y| (0..room.width()).step_by(64).map(move |x| (x, y)));
        words.map(move |(x, y)| (x, y, cells.row_bits(room.left() + x, room.top() + y)))
    });
    rows.flat_map(move |(x, y, bits)| {
        let columns = (0..(room.width() - x).min(64)).filter(move |column| bits >> column & 1 == 1);
        columns.map(move |column| Cell::new(x + column, y))
    })
}
