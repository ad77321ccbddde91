//! Stamps one formation: finds its points, and places its props at each of them.
//!
//! Draws random words only where a rule asks for them: for the points; then for each point its turn
//! and its props.

mod regions;

use super::{
    anchor::FormationPoint,
    context::RoomContext,
    mask::{MaskCache, MaskExtent, MaskPosition},
    placing::{LeastProps, PropPlacer, ScatterRule},
    points::FormationPoints,
    prepare::begin_formation,
    props::{FormationProps, ONE_CELL},
    region::RegionFinder,
    room::RoomState,
    sets::RoomSets,
    tools::FurnishTools,
};
use crate::{
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::{CellSet, FormationMask},
    preset::{Formation, ShapeCells},
    rng::RandomSource,
    trace::{Rejection, Trace},
};

/// Steps that [`PointBudget`](super::budget::PointBudget) charges for each row of a prop that is
/// tested alone. Props placed all at once cost one step for each mask cell.
const BY_ONE: u64 = 2;

/// Reusable buffers of formations.
#[derive(Clone, Debug, Default)]
pub(super) struct StampBuffers<S> {
    pub(super) points: FormationPoints,
    pub(super) regions: RegionFinder<S>,
    candidates: CandidateBuffers<S>,
}

/// Reusable buffers for the candidate props of a formation.
#[derive(Clone, Debug, Default)]
struct CandidateBuffers<S> {
    /// The candidate top left cells of props at the current point. `placed` holds those where a
    /// prop was placed.
    origins: Vec<Cell>,
    placed: Vec<Cell>,
    /// Candidate top left cells, as a set.
    cells: S,
    /// The top left cells of footprints too near to a prop of the current scatter: of upright
    /// footprints, then of those turned by a quarter.
    blocked: [S; 2],
}

/// Stamps the formation with index `number` in its layout.
pub(super) fn stamp_formation<S: CellSet, T: Trace>(
    state: &mut RoomState<S>,
    number: usize,
    formation: &Formation,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, T>,
) {
    let turns = begin_formation(state, number, formation, room, tools.trace);
    let RoomState { sets, props: room_props, buffers, patterns, .. } = state;
    let (_, next) = room_props.split(turns);
    let Some((props, turned)) = next.split_first_mut() else { return };
    let StampBuffers { points, regions, candidates } = buffers;
    if formation.pattern.is_some() && !room.outline.is_whole() {
        // Whether its anchors, at most four, lie on the floor.
        tools.trace.count(|work| work.points += 4 * room.floor_search_rows());
    }
    let pattern = patterns.get(room, formation, tools.masks);
    if let Some(pattern) = pattern.filter(|_| !sets.is_ordered(props)) {
        if T::DETAILED {
            FormationStamp::new(number, formation, room, sets, props, turned, candidates).report_points(points, tools);
        }
        candidates.cells.assign(pattern);
        if !room.outline.is_whole() {
            sets.clip(&mut candidates.cells);
        }
        sets.place_all(props, &mut candidates.cells, room, tools.trace);
    } else {
        let mut stamp = FormationStamp::new(number, formation, room, sets, props, turned, candidates);
        let centres = match room.drawing(formation).shape.cells() {
            ShapeCells::Walls => stamp.stamp_region(None, regions, tools),
            ShapeCells::Doors => stamp.stamp_route(regions, tools),
            ShapeCells::RandomMask { apart } => stamp.stamp_scatter(apart, points, tools),
            ShapeCells::Mask if stamp.is_united() => stamp.stamp_union(points, tools),
            ShapeCells::Mask => stamp.stamp_masks(points, tools),
        };
        points.record(formation, centres);
    }
    room_props.keep(turns);
}

/// A formation while it is stamped.
struct FormationStamp<'room, S> {
    /// The index of the formation in its layout.
    number: usize,
    formation: &'room Formation,
    room: &'room RoomContext<'room>,
    placer: PropPlacer<'room, S>,
    /// The props of each other turn, if all props of a point share one random turn.
    turned: &'room mut [FormationProps<S>],
    origins: &'room mut Vec<Cell>,
    cells: &'room mut S,
    blocked: &'room mut [S; 2],
    /// The size of the formation's mask, and whether a budget limits its points. Valid once the
    /// points are found.
    size: MaskExtent,
    has_budget: bool,
}

/// Each method stamps the formation at all of its points. Those that return points return the
/// centres of what they placed.
impl<'room, S: CellSet> FormationStamp<'room, S> {
    fn new(
        number: usize,
        formation: &'room Formation,
        room: &'room RoomContext<'room>,
        sets: &'room mut RoomSets<S>,
        props: &'room mut FormationProps<S>,
        turned: &'room mut [FormationProps<S>],
        candidates: &'room mut CandidateBuffers<S>,
    ) -> Self {
        let CandidateBuffers { origins, placed, cells, blocked } = candidates;
        let placer = PropPlacer { sets, props, room, placed };
        let size = MaskExtent::default();
        Self { number, formation, room, placer, turned, origins, cells, blocked, size, has_budget: false }
    }

    /// Reports the points of a formation that is stamped by its pattern.
    #[cold]
    fn report_points(
        &mut self,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) {
        self.find_points(None, points, tools);
        for point in points.iter() {
            self.begin_point(point, tools);
            let (mask, position) = self.mask_about(point, tools.masks);
            self.report_clipped(mask, &position, tools.trace);
        }
    }

    /// Whether the formation is stamped as the union of its masks at all points, since nothing
    /// refers to what it places at one of them. Only props of one cell are.
    fn is_united(&self) -> bool {
        let PropPlacer { sets, props, .. } = &self.placer;
        props.is_one_cell() && self.formation.is_fixed() && !sets.is_ordered(props)
    }

    /// Stamps the union of the formation's masks. It has no centres: no formation refers to it.
    fn stamp_union(
        &mut self,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        self.cells.reset(self.room.rect.width(), self.room.rect.height());
        self.find_points(None, points, tools);
        for point in points.iter() {
            if self.is_budget_spent() {
                break;
            }
            self.begin_point(point, tools);
            let (mask, position) = self.mask_about(point, tools.masks);
            self.report_clipped(mask, &position, tools.trace);
            let Cell { x, y } = position.origin(0, 0);
            self.spend(|| position.count_inside() as u64, tools.trace);
            self.cells.insert_mask(mask, x, y, &self.placer.sets.floor);
        }
        let PropPlacer { sets, props, room, .. } = &mut self.placer;
        sets.place_all(props, self.cells, room, tools.trace);
        Vec::new()
    }

    /// Stamps a mask at each point.
    fn stamp_masks(
        &mut self,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let count = self.formation.count.as_ref().map(|count| count.whole_at(self.room.input) as usize);
        self.find_points(count, points, tools);
        let least = self.formation.least.at(self.room.input);
        let mut centres = Vec::new();
        for point in points.iter() {
            if self.is_budget_spent() {
                break;
            }
            self.begin_point(point, tools);
            centres.extend(self.stamp_mask(point, least, tools));
        }
        centres
    }

    /// Stamps a mask about a point. Returns the mask's centre if anything stands there.
    fn stamp_mask(
        &mut self,
        point: FormationPoint,
        least: f32,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Option<HalfCell> {
        let (mask, position) = self.mask_about(point, tools.masks);
        self.report_clipped(mask, &position, tools.trace);
        let (columns, rows) = position.inside();
        let tried = columns.len() as u64 * rows.len() as u64;
        let least = LeastProps { fraction: least, cells: mask.count() };
        let is_unordered = self.placer.is_unordered();
        let (trial, rows_each) = (self.placer.sets.trial_words(), self.placer.props.rows());
        let steps = || {
            let each = if is_unordered { 1 } else { BY_ONE };
            each * tried * rows_each + if least.fraction > 0.0 { trial } else { 0 }
        };
        self.spend(steps, tools.trace);
        let Self { placer, origins, cells, room, .. } = self;
        // Operations on whole sets pay off only if the mask has more cells than a set has words.
        if is_unordered && tried >= placer.sets.floor.words() {
            tools.trace.count(|work| work.stamps += position.words() + 2 * placer.sets.floor.words());
            cells.reset(room.rect.width(), room.rect.height());
            let Cell { x, y } = position.origin(0, 0);
            cells.insert_mask(mask, x, y, &placer.sets.floor);
            placer.place_all_cells(cells, least, tools.trace);
            return (!cells.is_empty()).then(|| position.centre());
        }
        origins.clear();
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            if mask.bits().contains(x, y) {
                origins.push(position.origin(x, y));
            }
        }
        placer.place_all(origins, least, tools.trace);
        (!placer.placed.is_empty()).then(|| position.centre())
    }

    /// Stamps a scatter. Its centres are those of its props.
    fn stamp_scatter(
        &mut self,
        apart: i32,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let Extent { width, height } = self.room.extent();
        self.find_points(None, points, tools);
        self.blocked.iter_mut().for_each(|blocked| blocked.reset(width, height));
        let count = self.formation.count.as_ref().map(|count| count.whole_at(self.room.input) as usize);
        let rule = ScatterRule { count: count.unwrap_or(usize::MAX), apart };
        let mut centres = Vec::new();
        for point in points.iter() {
            if self.is_budget_spent() {
                break;
            }
            self.begin_point(point, tools);
            self.list_cells_of_box(point.at);
            let steps = BY_ONE * self.origins.len() as u64 * self.placer.props.rows();
            self.spend(|| steps, tools.trace);
            let Self { placer, turned, origins, cells, blocked: [upright, across], .. } = self;
            let is_turned = placer.props.stance.turn().is_east_west();
            let (same, other) = if is_turned { (across, upright) } else { (upright, across) };
            placer.place_random(origins, rule, [same, &mut *cells], tools.draw, tools.trace);
            if !turned.is_empty() {
                let footprint = placer.props.footprint;
                placer.placed.iter().for_each(|&origin| block_turned(other, origin, footprint, apart));
            }
            centres.extend(self.centres_of_props());
        }
        centres
    }

    /// Finds the formation's points, and renews its budget.
    fn find_points(
        &mut self,
        count: Option<usize>,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) {
        let Self { formation, room, placer: PropPlacer { sets, .. }, .. } = self;
        sets.point_budget.begin_formation(room.rect.area());
        points.find(formation, count, &sets.floor, room, tools.draw);
        self.size = MaskExtent::of(formation, room, Direction::North);
        // Fixed anchors have at most four points, except for doors.
        self.has_budget = !formation.is_fixed() || formation.at.is_at_doors();
        tools.trace.count(|work| work.masks += self.size.cells_to_draw());
    }

    /// Reports a point to the observer, and draws the turn of the props there if they share one.
    fn begin_point(&mut self, point: FormationPoint, tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>) {
        let Self { room, placer: PropPlacer { props, .. }, turned, .. } = self;
        tools.trace.stamp(room.id, self.number as u32, room.point_in_level(point.at));
        if turned.is_empty() {
            return;
        }
        let turn = Direction::from_quarter_turns(tools.draw.below(Direction::ALL.len() as u32) as u8);
        if let Some(other) = turned.iter_mut().find(|other| other.stance.turn() == turn) {
            std::mem::swap(*props, other);
        }
    }

    fn is_budget_spent(&self) -> bool {
        self.has_budget && self.placer.sets.point_budget.is_spent()
    }

    /// Spends the steps of one point, and counts them as work.
    fn spend(&mut self, steps: impl Fn() -> u64, trace: &mut impl Trace) {
        trace.count(|work| work.tries += self.room.floor_search_rows() + steps());
        if self.has_budget {
            self.placer.sets.point_budget.spend(steps());
        }
    }

    /// The mask of the formation about a point, and its position in the room.
    fn mask_about<'masks>(
        &self,
        point: FormationPoint,
        masks: &'masks mut MaskCache,
    ) -> (&'masks FormationMask, MaskPosition) {
        let Self { formation, room, placer, .. } = self;
        let drawing = formation.drawing_at(point.door);
        let size = match room.preset.drawings[drawing as usize].turn {
            Direction::North => self.size,
            turn => MaskExtent::of(formation, room, turn),
        };
        let position = MaskPosition::about(point.at, size, placer.props.footprint, room.extent());
        (masks.mask(&room.preset.drawings, drawing, position.extent()), position)
    }

    /// Reports to the observer the props of a mask that are not listed or inserted, since they
    /// would lie outside of the room's rectangle, or for one-cell props outside of its floor.
    fn report_clipped<T: Trace>(&self, mask: &FormationMask, position: &MaskPosition, trace: &mut T) {
        if !T::DETAILED {
            return;
        }
        let (room, floor) = (self.room, &self.placer.sets.floor);
        for Cell { x, y } in mask.bits().iter() {
            let footprint = position.footprint(x, y);
            let is_inside = room.cells().contains_rect(footprint)
                && (!self.placer.is_unordered() || floor.contains(footprint.left(), footprint.top()));
            if !is_inside {
                trace.reject(room.id, room.in_level(footprint), Rejection::Clipped);
            }
        }
    }

    /// Lists the top left cells of footprints that lie in a scatter's box about a point, in
    /// row-major order.
    ///
    /// Includes footprints that start in the room but extend beyond it.
    fn list_cells_of_box(&mut self, point: HalfCell) {
        let Self { formation, room, origins, .. } = self;
        let position = MaskPosition::about(point, self.size, ONE_CELL, room.extent());
        let (columns, rows) = position.origins_of(self.placer.props.footprint);
        origins.clear();
        for y in rows {
            origins.extend(columns.clone().map(|x| Cell::new(x, y)));
        }
        if room.drawing(formation).checker {
            let corner = position.origin(0, 0);
            origins.retain(|cell| (cell.x - corner.x + cell.y - corner.y) % 2 == 0);
        }
    }

    /// The centres of the props placed at the current point; none without a name, since no other
    /// formation can refer to them.
    fn centres_of_props(&self) -> Vec<HalfCell> {
        let Extent { width, height } = self.placer.props.footprint;
        let is_named = self.formation.name.is_some();
        let named = self.placer.placed.iter().filter(|_| is_named);
        named.map(|origin| HalfCell::new(2 * origin.x + width, 2 * origin.y + height)).collect()
    }
}

/// Adds to `blocked` the top left cells where a footprint turned by a quarter would be nearer than
/// `apart` cells to the prop at `origin`.
fn block_turned(blocked: &mut impl CellSet, origin: Cell, footprint: Extent, apart: i32) {
    let Extent { width, height } = footprint;
    let (left, top) = (origin.x - (height + apart - 2), origin.y - (width + apart - 2));
    let side = width + height + 2 * apart - 3;
    blocked.insert_rect(Rect::of(left, top, side, side));
}
