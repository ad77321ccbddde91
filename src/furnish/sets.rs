//! The sets of cells of one room, and how a formation's props are placed in them.
//!
//! Consumes the candidate props of a [`FormationProps`]; keeps those that may stand, and updates
//! the sets. A prop may stand if its whole footprint lies on the floor and on no earlier prop; if
//! it stacks, it must not overlap an earlier one in both cells and height. The proximity rules of
//! its kind must allow it, and obstacles must avoid the clearance. Markers share cells with
//! anything. All coordinates count from the room's top left cell.

use super::{
    budget::PointBudget, context::RoomContext, heights::RoomHeightLayers, props::FormationProps,
    proximity::ProximitySets,
};
use crate::{
    geom::{Cell, Direction, Extent, Rect},
    grid::CellSet,
    trace::{Rejection, Trace},
    work::Work,
};

/// The sets of cells of one room, and the rules of the current formation.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomSets<S> {
    pub(super) floor: S,
    /// Cells under props, including props since removed or rejected for a clearance; and a vault's
    /// reserved cells.
    pub(super) occupied: S,
    /// Cells under obstacles that were not removed.
    pub(super) obstacles: S,
    /// Cells closed to obstacles: door clearances, entry, exit.
    pub(super) clearance: S,
    scratch: S,
    /// The number of further floor cells that props may cover; `None` if the layout does not limit
    /// it.
    pub(super) cover_budget: Option<i32>,
    /// The work budget that limits at how many points formations are stamped.
    pub(super) point_budget: PointBudget,
    /// Height layers for the current formation, valid if `stacks`. Both fields apply only while a
    /// formation is stamped that is not [`is_plain`](crate::preset::Formation::is_plain).
    pub(super) heights: RoomHeightLayers<S>,
    pub(super) stacks: bool,
    /// Proximity rules of the current formation, valid if `has_proximity`. Both fields apply only
    /// while a formation is stamped that is not [`is_plain`](crate::preset::Formation::is_plain).
    pub(super) proximity: ProximitySets<S>,
    pub(super) has_proximity: bool,
    /// Counted steps of furnishing since the last [`take_work`](super::room::RoomState::take_work).
    pub(super) work: Work,
}

impl<S: CellSet> RoomSets<S> {
    /// Places all props of a formation at once. Each must cover one cell.
    pub(super) fn place_cells<T: Trace, const IS_SPECIAL: bool>(
        &mut self,
        props: &mut FormationProps<S>,
        room: &RoomContext<'_>,
        trace: &mut T,
    ) {
        if self.cover_budget.is_some() {
            self.place_one_by_one::<IS_SPECIAL>(props, room, trace);
            return;
        }
        self.work.stamps += 5 * props.origins.words();
        if IS_SPECIAL && self.has_proximity {
            let mut proximity = std::mem::take(&mut self.proximity);
            self.work.limits += proximity.remove_rejected(props, self, room, trace);
            self.proximity = proximity;
        }
        if IS_SPECIAL && props.is_marker() {
            // Markers take up no space. They are removed at the end if an obstacle covers them.
            props.origins.for_each(|x, y| trace.place(room.id, room.in_level(Rect::of(x, y, 1, 1))));
            return;
        }
        if T::DETAILED {
            props.origins.for_each(|x, y| {
                let cell = Rect::of(x, y, 1, 1);
                if self.closed::<IS_SPECIAL>().contains(x, y) {
                    trace.reject(room.id, room.in_level(cell), Rejection::Occupied);
                } else if props.is_obstacle && self.clearance.contains(x, y) {
                    trace.reject(room.id, room.in_level(cell), Rejection::Clearance);
                } else {
                    trace.place(room.id, room.in_level(cell));
                }
            });
        }
        props.origins.subtract(self.closed::<IS_SPECIAL>());
        self.occupied.unite(&props.origins);
        if props.is_obstacle {
            props.origins.subtract(&self.clearance);
            self.obstacles.unite(&props.origins);
        }
    }

    /// The cells where earlier props keep out those of the current formation.
    #[inline]
    fn closed<const IS_SPECIAL: bool>(&self) -> &S {
        if IS_SPECIAL && self.stacks { &self.heights.closed } else { &self.occupied }
    }

    /// Whether all props of an anchor can be placed at once, with the same result as one by one:
    /// each covers one cell and keeps no other away.
    #[inline]
    pub(super) fn can_place_at_once(&self, props: &FormationProps<S>) -> bool {
        let keep_apart = self.has_proximity && self.proximity.keep_apart();
        props.is_one_cell() && !keep_apart && self.cover_budget.is_none()
    }

    /// The number of 64-bit words that a trial placement copies and restores; 0 if it does not
    /// change the proximity sets.
    pub(super) fn trial_words(&self) -> u64 {
        if self.has_proximity && self.proximity.keep_apart() { 2 * self.floor.words() } else { 0 }
    }

    /// Adds to `closed` the cells where no prop of the formation may stand.
    pub(super) fn add_closed(&mut self, props: &FormationProps<S>, closed: &mut S) {
        if self.has_proximity {
            self.work.limits += self.proximity.add_refused(&self.floor, closed);
        }
        if !props.is_marker() {
            closed.unite(self.closed::<true>());
        }
        if props.is_obstacle {
            closed.unite(&self.clearance);
        }
    }

    /// Removes from `cells` those that earlier props or the proximity rules close to a one-cell
    /// prop.
    fn keep_open(&mut self, props: &FormationProps<S>, cells: &mut S) {
        if !props.is_marker() {
            cells.subtract(self.closed::<true>());
        }
        if self.has_proximity {
            self.work.limits += self.proximity.keep_allowed(cells);
        }
    }

    /// The number of `cells` on which a one-cell prop of the formation may stand.
    pub(super) fn number_free(&mut self, props: &FormationProps<S>, cells: &S) -> u64 {
        self.work.stamps += 4 * cells.words();
        let mut free = std::mem::take(&mut self.scratch);
        free.assign(cells);
        self.keep_open(props, &mut free);
        if props.is_obstacle {
            free.subtract(&self.clearance);
        }
        self.scratch = free;
        self.scratch.count_cells().into()
    }

    /// Places a one-cell prop on a cell. The caller has tested that it may stand there.
    #[inline]
    pub(super) fn place_free(&mut self, props: &mut FormationProps<S>, Cell { x, y }: Cell) {
        props.origins.insert(x, y);
        if !props.is_marker() {
            self.occupied.insert(x, y);
        }
        if self.stacks {
            self.heights.closed.insert(x, y);
        }
        if props.is_obstacle {
            self.obstacles.insert(x, y);
        }
    }

    /// Places a one-cell prop on each of `cells` where one may stand; removes the others from
    /// `cells`.
    pub(super) fn place_at_once(&mut self, props: &mut FormationProps<S>, cells: &mut S) {
        self.work.stamps += 5 * cells.words();
        self.keep_open(props, cells);
        if !props.is_marker() {
            self.occupied.unite(cells);
        }
        if self.stacks {
            self.heights.closed.unite(cells);
        }
        if props.is_obstacle {
            cells.subtract(&self.clearance);
            self.obstacles.unite(cells);
        }
        props.origins.unite(cells);
    }

    /// Places all props of a formation at once. Each may cover several cells.
    ///
    /// Requires that no two of them share a cell, that the room's sets alone decide where they may
    /// stand, and that there is no cover budget. Gives the same result as placing them one by one.
    pub(super) fn place_disjoint(&mut self, props: &mut FormationProps<S>) {
        let Extent { width, height } = props.footprint;
        let (across, down) = (width - 1, height - 1);
        // Four copies, each extended on two sides in up to three steps.
        self.work.stamps += 4 * (1 + 2 * 3) * props.origins.words();
        // The top left cells of footprints that would touch a cell of `cells`.
        let touching = |cells: &S, scratch: &mut S| {
            scratch.assign(cells);
            scratch.extend(Direction::West, across);
            scratch.extend(Direction::North, down);
        };
        let covered = |origins: &S, scratch: &mut S| {
            scratch.assign(origins);
            scratch.extend(Direction::East, across);
            scratch.extend(Direction::South, down);
        };
        touching(&self.occupied, &mut self.scratch);
        props.origins.subtract(&self.scratch);
        covered(&props.origins, &mut self.scratch);
        self.occupied.unite(&self.scratch);
        if props.is_obstacle {
            touching(&self.clearance, &mut self.scratch);
            props.origins.subtract(&self.scratch);
            covered(&props.origins, &mut self.scratch);
            self.obstacles.unite(&self.scratch);
        }
    }

    /// Places the props of a vault. No two of them share a cell.
    pub(super) fn place_vault_props<T: Trace>(
        &mut self,
        props: &mut FormationProps<S>,
        room: &RoomContext<'_>,
        trace: &mut T,
    ) {
        if props.is_one_cell() {
            self.place_cells::<T, true>(props, room, trace);
        } else if T::DETAILED || props.is_marker() {
            self.place_one_by_one::<true>(props, room, trace);
        } else {
            self.place_disjoint(props);
        }
    }

    /// Places a prop if it may stand. Returns whether it does.
    pub(super) fn place_prop<const IS_SPECIAL: bool>(
        &mut self,
        props: &mut FormationProps<S>,
        footprint: Rect,
        room: &RoomContext<'_>,
        trace: &mut impl Trace,
    ) -> bool {
        if let Some(reason) = self.rejection::<IS_SPECIAL>(props, footprint, room) {
            if reason == Rejection::Clearance {
                self.occupied.insert_rect(footprint);
            }
            trace.reject(room.id, room.in_level(footprint), reason);
            return false;
        }
        if !(IS_SPECIAL && props.is_marker()) {
            self.occupied.insert_rect(footprint);
        }
        trace.place(room.id, room.in_level(footprint));
        self.reserve::<IS_SPECIAL>(props, footprint);
        if IS_SPECIAL && self.stacks {
            self.heights.insert(footprint);
        }
        props.origins.insert(footprint.left(), footprint.top());
        if props.is_obstacle {
            self.obstacles.insert_rect(footprint);
        }
        true
    }

    /// Counts a prop against the cover budget and the proximity rules, without placing it.
    pub(super) fn reserve<const IS_SPECIAL: bool>(&mut self, props: &FormationProps<S>, footprint: Rect) {
        if IS_SPECIAL && self.has_proximity {
            self.work.limits += self.proximity.keep_apart_from(footprint);
        }
        if let Some(budget) = self.cover_budget.as_mut().filter(|_| props.covers_floor()) {
            *budget -= footprint.width() * footprint.height();
        }
    }

    /// Why a prop cannot stand on this footprint; `None` if it can.
    #[inline]
    pub(super) fn rejection<const IS_SPECIAL: bool>(
        &mut self,
        props: &FormationProps<S>,
        footprint: Rect,
        room: &RoomContext<'_>,
    ) -> Option<Rejection> {
        if !room.cells().contains_rect(footprint) || !room.outline.is_whole() && !self.is_floor(footprint) {
            return Some(Rejection::Clipped);
        }
        let is_marker = IS_SPECIAL && props.is_marker();
        if !is_marker && self.closed::<IS_SPECIAL>().intersects_rect(footprint) {
            return Some(Rejection::Occupied);
        }
        if IS_SPECIAL
            && self.has_proximity
            && let Some(refusal) = self.proximity.refusal(footprint)
        {
            return Some(refusal);
        }
        if props.is_obstacle && self.clearance.intersects_rect(footprint) {
            return Some(Rejection::Clearance);
        }
        let is_exceeded = |budget| props.covers_floor() && budget < footprint.width() * footprint.height();
        self.cover_budget.is_some_and(is_exceeded).then_some(Rejection::Cover)
    }

    /// Whether all cells of a rectangle are floor. Testing its corners suffices, since the floor
    /// cells of each row and column of a room are consecutive.
    #[cold]
    fn is_floor(&self, rect: Rect) -> bool {
        let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
        let corners = [(rect.left(), rect.top()), (right, bottom), (right, rect.top()), (rect.left(), bottom)];
        corners.into_iter().all(|(x, y)| self.floor.contains(x, y))
    }

    /// Places props one by one in row-major order, so that the last ones are rejected if the cover
    /// budget runs out.
    #[cold]
    fn place_one_by_one<const IS_SPECIAL: bool>(
        &mut self,
        props: &mut FormationProps<S>,
        room: &RoomContext<'_>,
        trace: &mut impl Trace,
    ) {
        let candidates = props.origins.clone();
        self.work.stamps += 3 * candidates.words();
        self.work.tries += u64::from(candidates.count_cells()) * props.rows();
        props.origins.subtract(&candidates);
        candidates.for_each(|x, y| {
            self.place_prop::<IS_SPECIAL>(props, props.prop_at(x, y), room, trace);
        });
    }
}
