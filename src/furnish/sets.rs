//! The sets of cells of one room, and the rule that says where a prop may stand.
//!
//! A prop may stand if its footprint lies on the floor and on no earlier prop; if it stacks, it
//! must not overlap an earlier one in both cells and height. The proximity rules of its kind must
//! allow it, obstacles must avoid the clearance, and the layout's `cover` must not be exceeded.
//! Markers share cells with anything, but must avoid the entry, the exit and planned props. Terrain
//! that does not block lies anywhere; other terrain counts as an obstacle.
//! Nothing shares the cell of a planned prop but what hangs overhead.
//!
//! [`RoomSets::rejection`] is that rule, and [`RoomSets::place`] places one prop by it.
//! [`RoomSets::place_at_once`] places many props by operations on whole sets; a test compares it
//! with `place`. All coordinates count from the room's top left cell.

use super::{
    budget::PointBudget, context::RoomContext, floor::RoomFloor, heights::RoomHeightLayers, props::FormationProps,
    proximity::ProximitySets, walls::NearestWalls,
};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::CellSet,
    trace::{Rejection, Step, Trace},
};

/// The sets of cells of one room, and the rules of the current formation.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomSets<S> {
    pub(super) floor: RoomFloor<S>,
    pub(super) walls: NearestWalls,
    /// Cells under props, including props since removed or rejected for a clearance; and a vault's
    /// reserved cells.
    pub(super) occupied: S,
    /// Cells under obstacles that were not removed.
    pub(super) obstacles: S,
    /// Cells closed to obstacles: door clearances, entry, exit, planned props.
    pub(super) clearance: S,
    /// The cells of the planned props laid so far.
    pub(super) planned: Vec<Cell>,
    scratch: S,
    free: S,
    /// The number of further floor cells that props may cover; `None` if the layout does not limit
    /// it.
    pub(super) cover_budget: Option<i32>,
    /// The work budget that limits at how many points formations are stamped.
    pub(super) point_budget: PointBudget,
    /// Height layers for the current formation, valid if `stacks`.
    pub(super) heights: RoomHeightLayers<S>,
    pub(super) stacks: bool,
    /// Proximity rules of the current formation, valid if `has_proximity`.
    pub(super) proximity: ProximitySets<S>,
    pub(super) has_proximity: bool,
}

impl<S: CellSet> RoomSets<S> {
    /// Why a prop cannot stand on this footprint; `None` if it can.
    #[inline]
    pub(super) fn rejection(
        &self,
        props: &FormationProps<S>,
        footprint: Rect,
        room: &RoomContext<'_>,
    ) -> Option<Rejection> {
        if !room.cells().contains_rect(footprint) || !self.floor.covers(footprint) {
            return Some(Rejection::Clipped);
        }
        let closed = if self.stacks { &self.heights.closed } else { &self.occupied };
        if !props.shares_cells && closed.intersects_rect(footprint) {
            return Some(Rejection::Occupied);
        }
        if self.has_proximity
            && let Some(refusal) = self.proximity.refusal(footprint)
        {
            return Some(refusal);
        }
        if props.is_obstacle && self.clearance.intersects_rect(footprint)
            || props.is_marker && self.is_closed_to_markers(footprint, room)
        {
            return Some(Rejection::Clearance);
        }
        let is_exceeded = |budget| props.covers_floor() && budget < footprint.width() * footprint.height();
        self.cover_budget.is_some_and(is_exceeded).then_some(Rejection::Cover)
    }

    /// The cells closed to markers: entry, exit, planned props.
    pub(super) fn closed_to_markers(&self, room: &RoomContext<'_>) -> impl Iterator<Item = Cell> {
        room.ends.into_iter().flatten().chain(self.planned.iter().copied())
    }

    #[cold]
    fn is_closed_to_markers(&self, footprint: Rect, room: &RoomContext<'_>) -> bool {
        self.closed_to_markers(room).any(|cell| footprint.contains(cell))
    }

    /// Removes from `origins` the top left cells of markers that would cover a cell closed to them.
    #[cold]
    fn keep_markers_off(&self, props: &FormationProps<S>, origins: &mut S, room: &RoomContext<'_>) {
        for cell in self.closed_to_markers(room) {
            origins.remove_rect(props.origins_touching(Rect::from_cell(cell)));
        }
    }

    /// Removes from `cells` those that are not floor.
    pub(super) fn clip(&self, cells: &mut S) {
        cells.intersect(self.floor.cells());
    }

    /// Removes from `origins` the top left cells of props that would not lie on the floor.
    pub(super) fn keep_on_floor(&mut self, props: &FormationProps<S>, origins: &mut S, room: &RoomContext<'_>) {
        let (Extent { width, height }, footprint) = (room.extent(), props.footprint);
        if props.is_one_cell() {
            if !self.floor.is_whole() {
                origins.intersect(self.floor.cells());
            }
            return;
        }
        origins.remove_rect(Rect::of(width - footprint.width + 1, 0, footprint.width, height));
        origins.remove_rect(Rect::of(0, height - footprint.height + 1, width, footprint.height));
        if !self.floor.is_whole() {
            self.free.fill(width, height);
            self.free.subtract(self.floor.cells());
            origins.subtract(props.origins_in(&self.free, &mut self.scratch));
        }
    }

    /// Places a prop on a footprint, or tells why it cannot stand there.
    ///
    /// The cells of an obstacle rejected for a clearance count as occupied.
    ///
    /// # Errors
    ///
    /// The reason of [`rejection`](Self::rejection).
    pub(super) fn place(
        &mut self,
        props: &mut FormationProps<S>,
        footprint: Rect,
        room: &RoomContext<'_>,
        trace: &mut impl Trace,
    ) -> Result<(), Rejection> {
        if let Some(reason) = self.rejection(props, footprint, room) {
            if reason == Rejection::Clearance && !props.is_marker {
                self.occupied.insert_rect(footprint);
            }
            trace.see(|| room.rejects(footprint, reason));
            return Err(reason);
        }
        self.put(props, footprint, room, trace);
        Ok(())
    }

    /// Places a prop on a footprint where the rule lets it stand.
    pub(super) fn put(
        &mut self,
        props: &mut FormationProps<S>,
        footprint: Rect,
        room: &RoomContext<'_>,
        trace: &mut impl Trace,
    ) {
        trace.see(|| Step::Place { room: room.id, prop: room.in_level(footprint) });
        self.reserve(props, footprint, trace);
        props.origins.insert(footprint.left(), footprint.top());
        if !props.shares_cells {
            self.occupied.insert_rect(footprint);
        }
        if self.stacks {
            self.heights.insert(footprint);
        }
        if props.is_obstacle {
            self.obstacles.insert_rect(footprint);
        }
    }

    /// Counts a prop against the cover budget and the proximity rules, without placing it.
    fn reserve(&mut self, props: &FormationProps<S>, footprint: Rect, trace: &mut impl Trace) {
        if self.has_proximity {
            let words = self.proximity.keep_apart_from(footprint);
            trace.count(|| words);
        }
        if let Some(budget) = self.cover_budget.as_mut().filter(|_| props.covers_floor()) {
            *budget -= footprint.width() * footprint.height();
        }
    }

    /// Whether one-cell props of the current formation keep no other of its props away, so that
    /// their order does not matter.
    #[inline]
    pub(super) fn is_unordered(&self) -> bool {
        !(self.has_proximity && self.proximity.keep_apart()) && self.cover_budget.is_none()
    }

    /// Whether props that a formation places at one point may keep away others that it places at a
    /// later point, besides by standing there.
    #[inline]
    pub(super) fn is_ordered(&self, props: &FormationProps<S>) -> bool {
        !self.is_unordered() && (self.stacks || !props.is_one_cell())
    }

    /// Whether [`place_at_once`](Self::place_at_once) may place props of the current formation
    /// whose footprints do not overlap.
    #[inline]
    pub(super) fn can_place_at_once(&self, props: &FormationProps<S>) -> bool {
        self.is_unordered() && (props.is_one_cell() || !self.has_proximity)
    }

    /// Removes from `origins` the top left cells of props that the rule rejects, except for
    /// obstacles in the clearance.
    ///
    /// Some stay unless [`can_place_at_once`](Self::can_place_at_once): those that only proximity
    /// rules for larger footprints or the cover budget reject.
    #[inline]
    fn keep_open(&mut self, props: &FormationProps<S>, origins: &mut S, room: &RoomContext<'_>) {
        if props.is_marker {
            self.keep_markers_off(props, origins, room);
        } else if !props.shares_cells {
            let closed = if self.stacks { &self.heights.closed } else { &self.occupied };
            origins.subtract(props.origins_in(closed, &mut self.scratch));
        }
        if self.has_proximity && props.is_one_cell() {
            self.proximity.keep_allowed(origins);
        }
    }

    /// Removes from `origins` the top left cells of props that may not stand, but for those that
    /// `keep_open` leaves. Their footprints lie on the floor.
    pub(super) fn keep_free(&mut self, props: &FormationProps<S>, origins: &mut S, room: &RoomContext<'_>) {
        self.keep_open(props, origins, room);
        if props.is_obstacle {
            origins.subtract(props.origins_in(&self.clearance, &mut self.scratch));
        }
    }

    /// Places a prop at each of `origins` where one may stand, and removes the others from
    /// `origins`.
    ///
    /// Requires [`can_place_at_once`](Self::can_place_at_once), and footprints that lie on the
    /// floor and do not overlap each other. Gives the same result as [`place`](Self::place) on each
    /// of them.
    #[inline]
    pub(super) fn place_at_once<T: Trace>(
        &mut self,
        props: &mut FormationProps<S>,
        origins: &mut S,
        room: &RoomContext<'_>,
        trace: &mut T,
    ) {
        trace.count(|| origins.words());
        if T::DETAILED {
            origins.for_each(|x, y| {
                let prop = props.prop_at(x, y);
                trace.see(|| match self.rejection(props, prop, room) {
                    None => Step::Place { room: room.id, prop: room.in_level(prop) },
                    Some(reason) => room.rejects(prop, reason),
                });
            });
        }
        self.keep_open(props, origins, room);
        let Self { occupied, obstacles, clearance, heights, scratch, .. } = self;
        if !props.shares_cells {
            occupied.unite(props.cells_of(origins, scratch));
        }
        if props.is_obstacle {
            origins.subtract(props.origins_in(clearance, scratch));
            obstacles.unite(props.cells_of(origins, scratch));
        }
        if self.stacks {
            heights.closed.unite(props.cells_of(origins, scratch));
        }
        props.origins.unite(origins);
    }

    /// Places a prop at each of `origins` where one may stand: at once if possible, else in
    /// row-major order. Footprints lie on the floor and do not overlap each other. Changes
    /// `origins`.
    #[inline]
    pub(super) fn place_all(
        &mut self,
        props: &mut FormationProps<S>,
        origins: &mut S,
        room: &RoomContext<'_>,
        trace: &mut impl Trace,
    ) {
        if self.can_place_at_once(props) {
            self.place_at_once(props, origins, room, trace);
        } else {
            self.place_in_order(props, origins, room, trace);
        }
    }

    /// Places a prop at each of `origins` where one may stand, in row-major order. Footprints lie
    /// on the floor.
    ///
    /// Unless there is a cover budget, the cells of a clearance count as occupied before the first
    /// one-cell prop is placed: a prop that is rejected for a clearance keeps no other prop away.
    #[cold]
    fn place_in_order<T: Trace>(
        &mut self,
        props: &mut FormationProps<S>,
        origins: &mut S,
        room: &RoomContext<'_>,
        trace: &mut T,
    ) {
        trace.count(|| u64::from(origins.count_cells()) * props.rows());
        if self.cover_budget.is_none() && props.is_one_cell() {
            if T::DETAILED {
                origins.for_each(|x, y| {
                    let cell = Rect::of(x, y, 1, 1);
                    if let Some(reason) = self.rejection(props, cell, room) {
                        trace.see(|| room.rejects(cell, reason));
                    }
                });
            }
            self.keep_open(props, origins, room);
            if props.is_obstacle {
                self.scratch.assign(origins);
                origins.subtract(&self.clearance);
                self.scratch.subtract(origins);
                self.occupied.unite(&self.scratch);
            }
        }
        origins.for_each(|x, y| {
            // A rejection is reported to the observer.
            let _ = self.place(props, props.prop_at(x, y), room, trace);
        });
    }

    /// The number of props at `origins` that may stand. Requires what
    /// [`place_at_once`](Self::place_at_once) requires.
    pub(super) fn count_free_at_once(&mut self, props: &FormationProps<S>, origins: &S, room: &RoomContext<'_>) -> u64 {
        let mut free = std::mem::take(&mut self.free);
        free.assign(origins);
        self.keep_free(props, &mut free, room);
        self.free = free;
        self.free.count_cells().into()
    }

    /// The number of props with top left cells at `origins` that may stand together, if placed in
    /// this order. Places none.
    pub(super) fn count_free(
        &mut self,
        props: &FormationProps<S>,
        origins: &[Cell],
        room: &RoomContext<'_>,
        trace: &mut impl Trace,
    ) -> u64 {
        let mut number = 0;
        self.try_together(props, origins, room, trace, |reason| number += u64::from(reason.is_none()));
        number
    }

    /// Tries props with top left cells at `origins`, in this order, without placing any. Calls
    /// `note` for each with the reason why it may not stand beside the others, if there is one.
    ///
    /// Assumes that the footprints do not overlap, as in a mask: then props exclude each other only
    /// by the cover budget and by the distance that they must keep from each other.
    pub(super) fn try_together(
        &mut self,
        props: &FormationProps<S>,
        origins: &[Cell],
        room: &RoomContext<'_>,
        trace: &mut impl Trace,
        mut note: impl FnMut(Option<Rejection>),
    ) {
        let (cover_budget, forbidden) = (self.cover_budget, self.proximity.state());
        for origin in origins {
            let footprint = props.prop_at(origin.x, origin.y);
            let reason = self.rejection(props, footprint, room);
            if reason.is_none() {
                self.reserve(props, footprint, trace);
            }
            note(reason);
        }
        self.cover_budget = cover_budget;
        self.proximity.restore(forbidden);
    }

    /// The number of 64-bit words that [`try_together`](Self::try_together) copies and restores.
    pub(super) fn trial_words(&self) -> u64 {
        if self.has_proximity && self.proximity.keep_apart() { 2 * self.floor.cells().words() } else { 0 }
    }
}
