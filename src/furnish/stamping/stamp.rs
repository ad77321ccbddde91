//! A formation while it is stamped: its points, its masks about them, and its budget.

use crate::{
    furnish::{
        anchor::FormationPoint,
        blob::WORK_PER_CELL,
        buffers::CandidateBuffers,
        context::RoomContext,
        frame::RoomFrame,
        mask::{MaskCache, MaskExtent, MaskPosition},
        placing::PropPlacer,
        points::FormationPoints,
        props::{FormationProps, ONE_CELL},
        ranks::CellRanks,
        sets::RoomSets,
        tools::FurnishTools,
    },
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::{CellSet, FormationMask},
    preset::{ClipRule, Formation, FormationShape, PropTurn},
    rng::RandomSource,
    trace::{Rejection, Step, Trace},
};

/// A formation while it is stamped.
pub(super) struct FormationStamp<'room, S> {
    /// The index of the formation in its layout.
    pub(super) number: usize,
    pub(super) formation: &'room Formation,
    pub(super) room: &'room RoomContext<'room>,
    pub(super) placer: PropPlacer<'room, S>,
    /// The props of each other turn, if all props of a point share a turn of that point.
    pub(super) turned: &'room mut [FormationProps<S>],
    pub(super) origins: &'room mut Vec<Cell>,
    pub(super) cells: &'room mut S,
    pub(super) blocked: &'room mut [S; 2],
    pub(super) ranks: &'room mut CellRanks,
    /// The size of the formation's mask, and whether a budget limits its points. Valid once the
    /// points are found.
    pub(super) size: MaskExtent,
    pub(super) has_budget: bool,
    /// Whether the first set of `blocked` has the top left cells where a prop may stand.
    pub(super) has_free: bool,
}

impl<'room, S: CellSet> FormationStamp<'room, S> {
    pub(super) fn new(
        number: usize,
        formation: &'room Formation,
        room: &'room RoomContext<'room>,
        sets: &'room mut RoomSets<S>,
        props: &'room mut FormationProps<S>,
        turned: &'room mut [FormationProps<S>],
        candidates: &'room mut CandidateBuffers<S>,
    ) -> Self {
        let CandidateBuffers { origins, placed, cells, blocked, ranks } = candidates;
        let placer = PropPlacer { sets, props, room, placed };
        let size = MaskExtent::default();
        Self {
            number,
            formation,
            room,
            placer,
            turned,
            origins,
            cells,
            blocked,
            ranks,
            size,
            has_budget: false,
            has_free: false,
        }
    }

    /// Finds the formation's points, and renews its budget.
    pub(super) fn find_points(
        &mut self,
        count: Option<usize>,
        points: &mut FormationPoints,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) {
        let Self { formation, room, placer: PropPlacer { sets, .. }, .. } = self;
        sets.point_budget.begin_formation(room.rect.area());
        points.find(formation, count, &sets.floor, room, tools.draw);
        let frame = sets.floor.frame_of(&room.drawing(formation).shape);
        self.size = MaskExtent::of(formation, room, frame, Direction::North);
        // Fixed anchors have at most four points, except for doors.
        self.has_budget = !formation.is_fixed() || formation.at.is_at_doors();
        let searched = points.len() as u64 * sets.floor.search_rows();
        tools.trace.count(|| self.size.cells_to_draw() + searched);
        if self.is_blob() && points.len() == 0 {
            // A required formation is tried elsewhere.
            self.grow(self.room.centre().into(), tools);
        }
    }

    /// Reports a point to the observer, and draws or finds the turn of the props there if they
    /// share one.
    pub(super) fn begin_point(
        &mut self,
        point: FormationPoint,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) {
        let Self { room, turned, .. } = self;
        let formation = self.number as u32;
        tools.trace.see(|| Step::Stamp { room: room.id, formation, anchor: room.point_in_level(point.at) });
        if !turned.is_empty() {
            self.turn_to(point, tools);
        }
        if self.is_blob() {
            self.grow(point, tools);
        }
    }

    /// Draws or finds the turn that the props at a point share.
    #[cold]
    fn turn_to(&mut self, point: FormationPoint, tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>) {
        self.has_free = false;
        let Self { placer: PropPlacer { props, sets, .. }, turned, .. } = self;
        let turn = if self.formation.turn == PropTurn::Inward {
            sets.walls.of_point(point.at, &sets.floor).opposite()
        } else {
            Direction::from_quarter_turns(tools.draw.below(Direction::ALL.len() as u32) as u8)
        };
        if let Some(other) = turned.iter_mut().find(|other| other.stance.turn() == turn) {
            std::mem::swap(*props, other);
        }
    }

    /// Whether its masks are grown from random words.
    fn is_blob(&self) -> bool {
        matches!(self.room.drawing(self.formation).shape, FormationShape::Blob)
    }

    /// Grows the blob of a point.
    #[cold]
    fn grow(&mut self, point: FormationPoint, tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>) {
        let extent = self.position_about(point, self.size).extent();
        tools.masks.grow(self.room.drawing(self.formation), extent, tools.draw);
        self.spend(|| WORK_PER_CELL * extent.area().unsigned_abs(), tools.trace);
    }

    /// The position of a mask of a size about a point.
    fn position_about(&self, point: FormationPoint, size: MaskExtent) -> MaskPosition {
        let (middle, footprint) = (self.frame().centre(), self.placer.props.footprint);
        MaskPosition::about(point.at, size, footprint, middle, self.room.extent())
    }

    /// The rectangle of the room in which the formation lies.
    fn frame(&self) -> &RoomFrame {
        self.placer.sets.floor.frame_of(&self.room.drawing(self.formation).shape)
    }

    pub(super) fn is_budget_spent(&self) -> bool {
        self.has_budget && self.placer.sets.point_budget.is_spent()
    }

    /// Spends the steps of one point, and counts them as work.
    pub(super) fn spend(&mut self, steps: impl Fn() -> u64, trace: &mut impl Trace) {
        trace.count(&steps);
        if self.has_budget {
            self.placer.sets.point_budget.spend(steps());
        }
    }

    /// The mask of the formation about a point, and its position in the room.
    pub(super) fn mask_about<'masks>(
        &self,
        point: FormationPoint,
        masks: &'masks mut MaskCache,
    ) -> (&'masks FormationMask, MaskPosition) {
        let Self { formation, room, .. } = self;
        let drawing = formation.drawing_at(point.door);
        let size = match room.preset.drawings[drawing as usize].turn {
            Direction::North => self.size,
            turn => MaskExtent::of(formation, room, self.frame(), turn),
        };
        let position = self.position_about(point, size);
        if self.is_blob() {
            return (masks.grown(), position);
        }
        (masks.mask(&room.preset.drawings, drawing, position.extent()), position)
    }

    /// Reports to the observer the props of a mask that are not listed or inserted, since they
    /// would lie outside of the room's rectangle, or for one-cell props outside of its floor.
    pub(super) fn report_clipped<T: Trace>(&self, mask: &FormationMask, position: &MaskPosition, trace: &mut T) {
        if !T::DETAILED {
            return;
        }
        let (room, floor) = (self.room, self.placer.sets.floor.cells());
        // Others are tried one by one, where each is reported.
        let is_listed = !self.placer.is_unordered() || self.formation.clip != ClipRule::Cells;
        for Cell { x, y } in mask.bits().iter() {
            let footprint = position.footprint(x, y);
            let is_inside = room.cells().contains_rect(footprint)
                && (is_listed || floor.contains(footprint.left(), footprint.top()));
            if !is_inside {
                trace.see(|| room.rejects(footprint, Rejection::Clipped));
            }
        }
    }

    /// Makes `cells` the top left cells of footprints that lie in a scatter's box about a point.
    ///
    /// Includes footprints that start in the room but extend beyond it. Returns the number of
    /// cells.
    pub(super) fn fill_box(&mut self, point: HalfCell) -> u64 {
        let middle = self.frame().centre();
        let Self { formation, room, cells, .. } = self;
        let position = MaskPosition::about(point, self.size, ONE_CELL, middle, room.extent());
        let (columns, rows) = position.origins_of(self.placer.props.footprint);
        let Extent { width, height } = room.extent();
        cells.reset(width, height);
        let inside = Rect::from_ltrb(columns.start, rows.start, columns.end, rows.end)
            .and_then(|rect| rect.intersection(room.cells()));
        inside.into_iter().for_each(|rect| cells.insert_rect(rect));
        if room.drawing(formation).checker {
            let corner = position.origin(0, 0);
            cells.keep_checkerboard((corner.x + corner.y) % 2 != 0);
            return cells.count_cells().into();
        }
        inside.map_or(0, |rect| rect.area().unsigned_abs())
    }

    /// Finds the top left cells where a prop may stand, if that does not depend on which props are
    /// placed with it. They hold until a prop is placed.
    ///
    /// Visits the whole room, so it is called where a formation has one point, and before a look at
    /// all places, but not at each of many points.
    pub(super) fn find_free(&mut self, trace: &mut impl Trace) {
        let Self { placer: PropPlacer { sets, props, room, .. }, blocked: [free, _], has_free, .. } = self;
        if *has_free || !sets.can_place_at_once(props) {
            return;
        }
        trace.count(|| sets.floor.cells().words());
        free.fill(room.rect.width(), room.rect.height());
        sets.keep_on_floor(props, free, room);
        sets.keep_free(props, free, room);
        *has_free = true;
    }

    /// The centres of the props placed at the current point; none without a name, since no other
    /// formation can refer to them.
    pub(super) fn centres_of_props(&self) -> Vec<HalfCell> {
        let Extent { width, height } = self.placer.props.footprint;
        if self.formation.name.is_none() {
            return Vec::new();
        }
        self.placer.placed.iter().map(|origin| HalfCell::new(2 * origin.x + width, 2 * origin.y + height)).collect()
    }
}
