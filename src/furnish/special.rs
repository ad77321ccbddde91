//! Stamps one formation with a count, a least fraction, a name, random or relative anchors, or a
//! shape without a mask.
//!
//! Draws random words only where a rule asks for them: for the anchors; then for each anchor its
//! turn and its props.

use super::{
    context::RoomContext,
    mask::{MaskCache, MaskExtent, MaskFrame},
    placing::{LeastProps, PropPlacer, ScatterRule},
    points::FormationPoints,
    props::{FormationProps, ONE_CELL},
    region::RegionFinder,
    room::RoomState,
    stamping::{StampContext, begin_formation, turn_at_random},
    tools::FurnishTools,
};
use crate::{
    geom::{Cell, Extent, HalfCell, Rect},
    grid::{CellSet, FormationMask},
    preset::{Formation, FormationShape},
    rng::RandomSource,
    trace::Trace,
};

/// Steps that [`PointBudget`](super::budget::PointBudget) charges for each row of a prop that is
/// tested alone. Props placed all at once cost one step for each mask cell.
const BY_ONE: u64 = 2;

/// Reusable buffers of special formations.
#[derive(Clone, Debug, Default)]
pub(super) struct SpecialBuffers<S> {
    pub(super) points: FormationPoints,
    pub(super) regions: RegionFinder<S>,
    /// The candidate top left cells of props at the current anchor. `placed` holds those where a
    /// prop was placed.
    origins: Vec<Cell>,
    placed: Vec<Cell>,
    /// The top left cells of footprints too near to a prop of the current scatter: of upright
    /// footprints, then of those turned by a quarter.
    blocked: [S; 2],
}

/// Stamps one formation that is not a mask at fixed anchors.
#[inline(never)]
pub(super) fn stamp_special<S: CellSet, T: Trace>(
    state: &mut RoomState<S>,
    number: usize,
    formation: &Formation,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, T>,
) {
    let context = begin_formation::<S, true>(state, formation, room);
    let Some(StampContext { sets, props, turned, special, .. }) = context else { return };
    let turns = 1 + turned.len();
    let SpecialBuffers { points, regions, origins, placed, blocked } = special;
    let count = formation.count.as_ref().map(|count| count.whole_at(room.input) as usize);
    let least = formation.least.at(room.input);
    sets.point_budget.begin_formation(room.rect.area());
    let can_place_at_once = !T::DETAILED && turns == 1 && sets.can_place_at_once(props);
    let placer = PropPlacer { sets, props, room, placed };
    let mut current = SpecialFormation { number, formation, room, count, least, placer, turned, origins, blocked };
    let shape = &room.drawing(formation).shape;
    let centres = if matches!(shape, FormationShape::Border | FormationShape::Route) {
        current.stamp_region(*shape == FormationShape::Border, regions, tools)
    } else if let FormationShape::Scatter(apart) = shape {
        points.find(formation, None, &current.placer.sets.floor, room, tools.draw);
        current.stamp_scatter(*apart, points, tools)
    } else {
        points.find(formation, count, &current.placer.sets.floor, room, tools.draw);
        current.placer.sets.work.masks += MaskExtent::of(formation, room.extent(), room.input).cells_to_draw();
        if !can_place_at_once {
            current.stamp_masks(points, tools)
        } else if least > 0.0 || formation.name.is_some() {
            current.stamp_counted_masks(points, tools)
        } else {
            current.stamp_union(points, tools)
        }
    };
    points.record(formation, centres);
    state.props.keep(turns);
}

/// A special formation while it is stamped.
struct SpecialFormation<'room, S> {
    /// The index of the formation in its layout.
    number: usize,
    formation: &'room Formation,
    room: &'room RoomContext<'room>,
    count: Option<usize>,
    /// The least number of props at an anchor, as a fraction of the mask's cells.
    least: f32,
    placer: PropPlacer<'room, S>,
    turned: &'room mut [FormationProps<S>],
    origins: &'room mut Vec<Cell>,
    blocked: &'room mut [S; 2],
}

/// Each method stamps the formation at all of its points, and returns the centres of what it
/// placed.
impl<S: CellSet> SpecialFormation<'_, S> {
    /// Stamps a border or a route. Its centres are those of its props.
    fn stamp_region<T: Trace>(
        &mut self,
        is_border: bool,
        regions: &mut RegionFinder<S>,
        tools: &mut FurnishTools<'_, impl RandomSource, T>,
    ) -> Vec<HalfCell> {
        let Self { formation, room, .. } = *self;
        let Extent { width, height } = room.extent();
        self.begin_point(HalfCell::new(width, height), tools);
        let Self { placer, origins, blocked, .. } = self;
        let footprint = placer.props.footprint;
        let cells = if is_border {
            regions.border(&placer.sets.floor, room.extent(), formation.inset, footprint)
        } else {
            regions.route(&placer.sets.floor, room.extent(), room.doorways)
        };
        if room.drawing(formation).checker {
            cells.keep_checkerboard();
        }
        let is_bare = self.count.is_none() && formation.name.is_none() && formation.least.is(0.0);
        if !T::DETAILED && is_bare && placer.sets.can_place_at_once(placer.props) {
            placer.sets.place_at_once(placer.props, cells);
            return Vec::new();
        }
        origins.clear();
        cells.for_each(|x, y| origins.push(Cell::new(x, y)));
        if let Some(count) = self.count {
            blocked[0].reset(width, height);
            let rule = ScatterRule { count, apart: 1 };
            placer.place_random(origins, rule, &mut blocked[0], tools.draw, tools.trace);
        } else {
            let least = LeastProps { fraction: self.least, cells: origins.len() as u64 };
            placer.place_all(origins, least, tools.trace);
        }
        self.centres_of_props()
    }

    /// Stamps a scatter. Its centres are those of its props.
    fn stamp_scatter(
        &mut self,
        apart: i32,
        points: &FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let Extent { width, height } = self.room.extent();
        self.blocked.iter_mut().for_each(|blocked| blocked.reset(width, height));
        let rule = ScatterRule { count: self.count.unwrap_or(usize::MAX), apart };
        let mut centres = Vec::new();
        for point in points.iter() {
            if self.placer.sets.point_budget.is_spent() {
                break;
            }
            self.begin_point(point, tools);
            self.list_cells_of_box(point);
            let Self { placer, turned, origins, blocked: [upright, across], .. } = self;
            let steps = origins.len() as u64 * placer.props.rows();
            placer.sets.point_budget.spend(BY_ONE * steps);
            placer.sets.work.tries += origins.len() as u64;
            let is_turned = placer.props.stance.turn().is_east_west();
            let (same, other) = if is_turned { (across, upright) } else { (upright, across) };
            placer.place_random(origins, rule, same, tools.draw, tools.trace);
            if !turned.is_empty() {
                let footprint = placer.props.footprint;
                placer.placed.iter().for_each(|&origin| block_turned(other, origin, footprint, apart));
            }
            centres.extend(self.centres_of_props());
        }
        centres
    }

    /// Stamps a mask at each point, prop by prop.
    fn stamp_masks(
        &mut self,
        points: &FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let mut centres = Vec::new();
        for point in points.iter() {
            if self.placer.sets.point_budget.is_spent() {
                break;
            }
            self.begin_point(point, tools);
            centres.extend(self.stamp_mask_at(point, tools));
        }
        centres
    }

    /// Stamps a mask of one-cell props at each point, where it matters how many are placed there.
    fn stamp_counted_masks(
        &mut self,
        points: &FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let (words, mut centres) = (self.reset_blocked(), Vec::new());
        for point in points.iter() {
            if self.placer.sets.point_budget.is_spent() {
                break;
            }
            let (mask, frame) = mask_about(point, self.formation, ONE_CELL, self.room, tools.masks);
            let tried = frame.count_inside() as u64;
            if tried < words {
                centres.extend(self.stamp_mask_at(point, tools));
                continue;
            }
            let Self { placer: PropPlacer { sets, props, .. }, blocked: [cells, _], .. } = self;
            sets.point_budget.spend(tried);
            sets.work.stamps += frame.words() + 2 * words;
            cells.reset(self.room.rect.width(), self.room.rect.height());
            let Cell { x, y } = frame.origin(0, 0);
            cells.insert_mask(mask, x, y, &sets.floor);
            let least = LeastProps { fraction: self.least, cells: mask.count() };
            if self.least > 0.0 && least.exceeds(sets.number_free(props, cells)) {
                continue;
            }
            sets.place_at_once(props, cells);
            if !cells.is_empty() {
                centres.push(frame.centre());
            }
        }
        centres
    }

    /// Stamps the masks of all points at once: one-cell props, where it does not matter how many
    /// are placed at each point.
    fn stamp_union(
        &mut self,
        points: &FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        self.reset_blocked();
        let Self { placer: PropPlacer { sets, props, .. }, blocked: [cells, _], .. } = self;
        for point in points.iter() {
            if sets.point_budget.is_spent() {
                break;
            }
            let (mask, frame) = mask_about(point, self.formation, ONE_CELL, self.room, tools.masks);
            sets.point_budget.spend(frame.count_inside() as u64);
            sets.work.stamps += frame.words();
            let Cell { x, y } = frame.origin(0, 0);
            cells.insert_mask(mask, x, y, &sets.floor);
        }
        sets.place_at_once(props, cells);
        Vec::new()
    }

    /// Reports a point to the observer, and draws the turn of the props there.
    fn begin_point(&mut self, point: HalfCell, tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>) {
        tools.trace.stamp(self.room.id, self.number as u32, self.room.point_in_level(point));
        turn_at_random(self.placer.props, self.turned, tools.draw);
    }

    /// Stamps a mask about a point, prop by prop. Returns the mask's centre if anything stands
    /// there.
    fn stamp_mask_at<T: Trace>(
        &mut self,
        point: HalfCell,
        tools: &mut FurnishTools<'_, impl RandomSource, T>,
    ) -> Option<HalfCell> {
        let Self { placer, origins, least, .. } = self;
        let (mask, frame) = mask_about(point, self.formation, placer.props.footprint, self.room, tools.masks);
        // Props outside of the room are listed only for an observer.
        let (columns, rows) = if T::DETAILED { frame.all() } else { frame.inside() };
        placer.sets.work.tries += (columns.len() * rows.len()) as u64;
        origins.clear();
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            if mask.bits().contains(x, y) {
                origins.push(frame.origin(x, y));
            }
        }
        let trial = if *least > 0.0 { placer.sets.trial_words() } else { 0 };
        let steps = if placer.sets.can_place_at_once(placer.props) { 1 } else { BY_ONE };
        placer.sets.point_budget.spend(steps * frame.count_inside() as u64 * placer.props.rows() + trial);
        placer.place_all(origins, LeastProps { fraction: *least, cells: mask.count() }, tools.trace);
        (!placer.placed.is_empty()).then(|| frame.centre())
    }

    /// Lists the top left cells of footprints that lie in a scatter's box about a point, in
    /// row-major order.
    ///
    /// Includes footprints that start in the room but extend beyond it.
    fn list_cells_of_box(&mut self, point: HalfCell) {
        let Self { formation, room, origins, .. } = self;
        let size = MaskExtent::of(formation, room.extent(), room.input);
        let frame = MaskFrame::about(point, size, ONE_CELL, room.extent());
        let (columns, rows) = frame.origins_of(self.placer.props.footprint);
        origins.clear();
        for y in rows {
            origins.extend(columns.clone().map(|x| Cell::new(x, y)));
        }
        if room.drawing(formation).checker {
            let corner = frame.origin(0, 0);
            origins.retain(|cell| (cell.x - corner.x + cell.y - corner.y) % 2 == 0);
        }
    }

    /// The centres of the props placed at the current anchor; none without a name, since no other
    /// formation can refer to them.
    fn centres_of_props(&self) -> Vec<HalfCell> {
        let Extent { width, height } = self.placer.props.footprint;
        let is_named = self.formation.name.is_some();
        let named = self.placer.placed.iter().filter(|_| is_named);
        named.map(|origin| HalfCell::new(2 * origin.x + width, 2 * origin.y + height)).collect()
    }

    /// Empties `blocked[0]`, the set in which masks are united. Returns its number of 64-bit words.
    fn reset_blocked(&mut self) -> u64 {
        let cells = &mut self.blocked[0];
        cells.reset(self.room.rect.width(), self.room.rect.height());
        self.placer.sets.work.stamps += cells.words();
        cells.words()
    }
}

/// The mask of a formation about a point, and its position in the room.
fn mask_about<'room>(
    point: HalfCell,
    formation: &Formation,
    footprint: Extent,
    room: &RoomContext<'_>,
    masks: &'room mut MaskCache,
) -> (&'room FormationMask, MaskFrame) {
    let size = MaskExtent::of(formation, room.extent(), room.input);
    let frame = MaskFrame::about(point, size, footprint, room.extent());
    (masks.mask(&room.preset.drawings, formation.drawing, frame.extent()), frame)
}

/// Adds to `blocked` the top left cells where a footprint turned by a quarter would be nearer than
/// `apart` cells to the prop at `origin`.
fn block_turned(blocked: &mut impl CellSet, origin: Cell, footprint: Extent, apart: i32) {
    let Extent { width, height } = footprint;
    let (left, top) = (origin.x - (height + apart - 2), origin.y - (width + apart - 2));
    let side = width + height + 2 * apart - 3;
    blocked.insert_rect(Rect::of(left, top, side, side));
}
