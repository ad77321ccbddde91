//! Stamps the formations that are masks: one about each point, their union, and scatters.

use super::{
    elsewhere::{free_at, has_enough, stamp_elsewhere},
    stamp::FormationStamp,
};
use crate::{
    furnish::{
        anchor::FormationPoint,
        placing::{LeastProps, PropPlacer, ScatterRule},
        points::FormationPoints,
        tools::FurnishTools,
    },
    geom::{Cell, Extent, HalfCell, Rect},
    grid::CellSet,
    preset::ClipRule,
    rng::RandomSource,
    trace::Trace,
};

/// Steps that [`PointBudget`](crate::furnish::budget::PointBudget) charges for each row of a prop
/// that is tested alone. Props placed all at once cost one step for each mask cell.
pub(super) const BY_ONE: u64 = 2;

/// Each method stamps the formation at all of its points. Those that return points return the
/// centres of what they placed.
impl<S: CellSet> FormationStamp<'_, S> {
    /// Reports the points of a formation that is stamped by its pattern.
    #[cold]
    pub(super) fn report_points(
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
    pub(super) fn is_united(&self) -> bool {
        let PropPlacer { sets, props, .. } = &self.placer;
        props.is_one_cell() && self.formation.is_fixed() && !sets.is_ordered(props)
    }

    /// Stamps the union of the formation's masks. It has no centres: no formation refers to it.
    pub(super) fn stamp_union(
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
            self.cells.insert_mask(mask, x, y, self.placer.sets.floor.cells());
        }
        let PropPlacer { sets, props, room, .. } = &mut self.placer;
        sets.place_all(props, self.cells, room, tools.trace);
        Vec::new()
    }

    /// Stamps a mask at each point.
    pub(super) fn stamp_masks(
        &mut self,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let least = self.begin_masks(points, tools);
        let mut centres = Vec::new();
        for point in points.iter() {
            if self.is_budget_spent() {
                break;
            }
            self.begin_point(point, tools);
            centres.extend(self.stamp_at(point, least, tools));
        }
        centres
    }

    /// Finds the points of the masks, and prepares for masks whose props stand or fall together.
    /// Returns the least fraction of a mask that must stand.
    fn begin_masks(
        &mut self,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> f32 {
        let count = self.formation.count.as_ref().map(|count| count.whole_at(self.room.input) as usize);
        self.find_points(count, points, tools);
        if self.formation.clip != ClipRule::Cells {
            self.cells.reset(self.room.rect.width(), self.room.rect.height());
        }
        self.formation.least.at(self.room.input)
    }

    /// Stamps a mask about a point, by the formation's rule for clipping. Returns the mask's centre
    /// if anything stands there, and if other formations can refer to it.
    pub(super) fn stamp_at(
        &mut self,
        point: FormationPoint,
        least: f32,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Option<HalfCell> {
        self.has_free = false;
        let centre = match self.formation.clip {
            ClipRule::Cells => self.stamp_mask(point, least, tools),
            ClipRule::Whole | ClipRule::Symmetric => self.stamp_mask_together(point, least, tools),
        };
        centre.filter(|_| self.formation.name.is_some())
    }

    /// Stamps a mask at each point, and elsewhere if it has fewer props than it must have.
    ///
    /// A mask with a single point is stamped there only if enough of its props stand, or if they
    /// stand nowhere else either.
    pub(super) fn stamp_required(
        &mut self,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let least = self.begin_masks(points, tools);
        let only = points.iter().next().filter(|_| points.len() == 1);
        let (mut centres, mut postponed) = (Vec::new(), None);
        for point in points.iter() {
            if self.is_budget_spent() {
                break;
            }
            self.begin_point(point, tools);
            if only.is_some() {
                self.find_free(tools.trace);
            }
            if only.is_some() && free_at(self, point, tools.masks).0 < u64::from(self.formation.sought()) {
                postponed = only;
            } else {
                centres.extend(self.stamp_at(point, least, tools));
            }
        }
        if !has_enough(self) {
            centres.extend(stamp_elsewhere(self, points, tools));
        }
        if let Some(point) = postponed.filter(|_| !has_enough(self)) {
            centres.extend(self.stamp_at(point, least, tools));
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
        if is_unordered && tried >= placer.sets.floor.cells().words() {
            cells.reset(room.rect.width(), room.rect.height());
            let Cell { x, y } = position.origin(0, 0);
            cells.insert_mask(mask, x, y, placer.sets.floor.cells());
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
    pub(super) fn stamp_scatter(
        &mut self,
        apart: i32,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let Extent { width, height } = self.room.extent();
        self.find_points(None, points, tools);
        // What is placed at a point keeps away only what comes at later ones.
        let is_one = points.len() == 1;
        if !is_one {
            self.blocked.iter_mut().for_each(|blocked| blocked.reset(width, height));
        }
        let count = self.formation.count.as_ref().map(|count| count.whole_at(self.room.input) as usize);
        let rule = ScatterRule { count: count.unwrap_or(usize::MAX), apart };
        let mut centres = Vec::new();
        for point in points.iter() {
            if self.is_budget_spent() {
                break;
            }
            self.begin_point(point, tools);
            let steps = BY_ONE * self.fill_box(point.at) * self.placer.props.rows();
            self.spend(|| steps, tools.trace);
            let Self { placer, turned, cells, blocked: [upright, across], ranks, .. } = self;
            let is_turned = placer.props.stance.turn().is_east_west();
            let (same, other) = if is_turned { (across, upright) } else { (upright, across) };
            placer.place_random(cells, rule, (!is_one).then_some(same), ranks, tools.draw, tools.trace);
            if !turned.is_empty() && !is_one {
                let footprint = placer.props.footprint;
                placer.placed.iter().for_each(|&origin| block_turned(other, origin, footprint, apart));
            }
            centres.extend(self.centres_of_props());
        }
        centres
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
