//! Proximity rules: where `near` and `avoid` let the props of a formation stand.
//!
//! Consumes the rules of a kind and the stamps of earlier formations; produces forbidden and
//! required cells. Each rule is a set of cells: its target, grown by the rule's distance. A
//! footprint must touch no forbidden cell, and one required cell if there is a `near` rule. `avoid`
//! is symmetric, so that it holds in the finished room: earlier props may avoid this one too.
//! `near` refers to earlier formations.

use super::{
    Doorway, Site,
    sets::{FormationProps, RoomSets},
};
use crate::{
    geom::{Direction, Rect},
    grid::CellSet,
    preset::{PlacingRules, Preset, ProximityTarget},
    trace::{Rejection, Trace},
};

/// The proximity rules of the current formation as sets of cells, and reusable buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct ProximitySets<S> {
    /// Cells that no footprint may touch.
    forbidden: S,
    /// Cells of which a footprint must touch one, if `has_required`.
    required: S,
    has_required: bool,
    /// The distance in cells that the formation's own props keep from each other, if any.
    apart: Option<i32>,
    scratch: S,
    /// The union that is grown next, and the (distance, stamp index) pairs, farthest first.
    grown: S,
    by_distance: Vec<(i32, u32)>,
}

impl<S: CellSet> ProximitySets<S> {
    /// Computes the sets for props of a kind, given the stamps of `earlier` formations.
    ///
    /// Cost: the words of a set for each rule and each stamp. Returns the number of words visited.
    #[cold]
    #[must_use]
    pub(super) fn prepare(
        &mut self,
        preset: &Preset,
        kind: u16,
        floor: &S,
        earlier: &[FormationProps<S>],
        site: &Site<'_>,
    ) -> u64 {
        let (width, height) = site.sides();
        self.forbidden.reset(width, height);
        let mut work = earlier.len() as u64;
        let (own, is_marker) = rules_of(preset, kind);
        for rule in &own.avoid {
            match rule.what {
                ProximityTarget::Wall => {
                    work += add_walls(&mut self.forbidden, rule.within, floor, site, &mut self.scratch);
                }
                ProximityTarget::Door => work += add_doors(&mut self.forbidden, rule.within, site),
                ProximityTarget::Any | ProximityTarget::Props(_) => {}
            }
        }
        self.by_distance.clear();
        for (number, stamp) in (0..).zip(earlier) {
            let (other, other_is_marker) = rules_of(preset, stamp.kind);
            // `None` is less than any distance, so `max` takes the larger one that exists.
            let within = own.avoid_distance(stamp.kind, other_is_marker).max(other.avoid_distance(kind, is_marker));
            self.by_distance.extend(within.map(|within| (within, number)));
        }
        let mut barred = std::mem::take(&mut self.forbidden);
        work += self.add_props(&mut barred, earlier);
        self.forbidden = barred;
        self.apart = own.avoid_distance(kind, is_marker);
        work + self.prepare_required(preset, kind, floor, earlier, site)
    }

    /// Computes the required cells of `near` alone. Returns the number of words visited.
    #[must_use]
    pub(super) fn prepare_required(
        &mut self,
        preset: &Preset,
        kind: u16,
        floor: &S,
        earlier: &[FormationProps<S>],
        site: &Site<'_>,
    ) -> u64 {
        let near = &rules_of(preset, kind).0.near;
        self.has_required = !near.is_empty();
        if !self.has_required {
            return 0;
        }
        let (width, height) = site.sides();
        self.required.reset(width, height);
        let mut work = self.required.words();
        for rule in near {
            match rule.what {
                ProximityTarget::Wall => {
                    work += add_walls(&mut self.required, rule.within, floor, site, &mut self.scratch);
                }
                ProximityTarget::Door => work += add_doors(&mut self.required, rule.within, site),
                ProximityTarget::Any | ProximityTarget::Props(_) => work += earlier.len() as u64,
            }
        }
        self.by_distance.clear();
        for (number, stamp) in (0..).zip(earlier) {
            let is_marker = rules_of(preset, stamp.kind).1;
            let rules = near.iter().filter(|rule| rule.is_about(stamp.kind, is_marker));
            self.by_distance.extend(rules.map(|rule| rule.within).max().map(|within| (within, number)));
        }
        let mut wanted = std::mem::take(&mut self.required);
        work += self.add_props(&mut wanted, earlier);
        self.required = wanted;
        work
    }

    /// Adds the cells within the distances of `by_distance` of the stamps' props to `to`.
    ///
    /// Growing twice equals growing once by the sum. So the farthest stamps are grown by the
    /// difference to the next distance, united with the next ones, and so on: each step grows one
    /// set, however many stamps it holds. Returns the number of words visited.
    fn add_props(&mut self, to: &mut S, earlier: &[FormationProps<S>]) -> u64 {
        let Self { scratch, grown, by_distance, .. } = self;
        if by_distance.len() > 1 {
            by_distance.sort_unstable_by_key(|&(within, number)| (std::cmp::Reverse(within), number));
        }
        let mut work = by_distance.len() as u64;
        let mut rest = by_distance.iter();
        let Some(&(mut left, first)) = rest.next() else { return 0 };
        work += earlier[first as usize].cover(grown);
        for &(within, number) in rest {
            work += grow(grown, left - within) + earlier[number as usize].cover(scratch);
            grown.unite(scratch);
            left = within;
        }
        work += grow(grown, left);
        to.unite(grown);
        work + to.words()
    }

    /// Why the rules reject a footprint, if they do.
    #[cold]
    pub(super) fn refusal(&self, footprint: Rect) -> Option<Rejection> {
        if self.forbidden.intersects_rect(footprint) {
            return Some(Rejection::TooNear);
        }
        self.misses_required(footprint).then_some(Rejection::NotNear)
    }

    /// Whether a footprint fails the `near` rules.
    pub(super) fn misses_required(&self, footprint: Rect) -> bool {
        self.has_required && !self.required.intersects_rect(footprint)
    }

    /// Removes the cells where no one-cell prop may stand. Returns the number of words visited.
    pub(super) fn keep_allowed(&mut self, cells: &mut S) -> u64 {
        cells.subtract(&self.forbidden);
        if !self.has_required {
            return cells.words();
        }
        self.scratch.assign(cells);
        self.scratch.subtract(&self.required);
        cells.subtract(&self.scratch);
        4 * cells.words()
    }

    /// Adds the floor cells where no one-cell prop may stand. Returns the number of words visited.
    pub(super) fn add_refused(&mut self, floor: &S, cells: &mut S) -> u64 {
        cells.unite(&self.forbidden);
        if !self.has_required {
            return cells.words();
        }
        self.scratch.assign(floor);
        self.scratch.subtract(&self.required);
        cells.unite(&self.scratch);
        4 * cells.words()
    }

    /// Whether the formation's own props keep a distance from each other.
    pub(super) fn keep_apart(&self) -> bool {
        self.apart.is_some()
    }

    /// Forbids the cells around a placed prop, if the formation's props keep a distance. Returns
    /// the number of words visited.
    #[cold]
    pub(super) fn keep_apart_from(&mut self, footprint: Rect) -> u64 {
        let Some(around) = self.apart.and_then(|cells| footprint.grown(cells)) else { return 0 };
        self.forbidden.insert_rect(around);
        words_of(around, &self.forbidden)
    }

    /// The forbidden cells, to restore after a trial; `None` if trials do not change them.
    pub(super) fn state(&self) -> Option<S> {
        self.apart.map(|_| self.forbidden.clone())
    }

    /// Restores the forbidden cells after a trial.
    pub(super) fn restore(&mut self, state: Option<S>) {
        state.into_iter().for_each(|barred| self.forbidden = barred);
    }

    /// Removes the props that the rules reject from a stamp of one-cell props that are not settled
    /// yet.
    ///
    /// Among props that keep a distance from each other, earlier ones in row-major order stay.
    /// Returns the number of words visited.
    #[cold]
    #[must_use]
    pub(super) fn remove_rejected<T: Trace>(
        &mut self,
        stamp: &mut FormationProps<S>,
        sets: &RoomSets<S>,
        site: &Site<'_>,
        trace: &mut T,
    ) -> u64 {
        let mut work = 4 * stamp.origins.words();
        if T::DETAILED {
            stamp.origins.for_each(|x, y| {
                let cell = Rect::of(x, y, 1, 1);
                if let Some(reason) = self.refusal(cell) {
                    trace.reject(site.room, site.in_level(cell), reason);
                }
            });
        }
        stamp.origins.subtract(&self.forbidden);
        if self.has_required {
            self.scratch.assign(&stamp.origins);
            self.scratch.subtract(&self.required);
            stamp.origins.subtract(&self.scratch);
        }
        if self.apart.is_none() {
            return work;
        }
        // A prop rejected for another reason keeps no other away.
        self.scratch.assign(&stamp.origins);
        if !stamp.is_marker() {
            self.scratch.subtract(&sets.occupied);
        }
        if stamp.is_obstacle {
            self.scratch.subtract(&sets.clearance);
        }
        let standing = std::mem::take(&mut self.scratch);
        work += 4 * standing.words() + u64::from(standing.count_cells());
        standing.for_each(|x, y| {
            let cell = Rect::of(x, y, 1, 1);
            if self.forbidden.contains(x, y) {
                stamp.origins.remove(x, y);
                trace.reject(site.room, site.in_level(cell), Rejection::TooNear);
            } else {
                work += self.keep_apart_from(cell);
            }
        });
        self.scratch = standing;
        work
    }
}

/// The placement rules of a kind, and whether it is a marker.
fn rules_of(preset: &Preset, kind: u16) -> (&PlacingRules, bool) {
    (&preset.placings[usize::from(kind)], preset.kinds[usize::from(kind)].marker)
}

/// Adds the cells within a distance of any cell that is not floor. Returns the number of words
/// visited.
fn add_walls<S: CellSet>(to: &mut S, within: i32, floor: &S, site: &Site<'_>, scratch: &mut S) -> u64 {
    let (width, height) = site.sides();
    scratch.reset(width, height);
    scratch.insert_rect(Rect::of(0, 0, width, height));
    scratch.subtract(floor);
    let mut work = 7 * scratch.words();
    if !scratch.is_empty() {
        work += 4 * steps_of(within) * scratch.words();
        scratch.grow(within);
        to.unite(scratch);
    }
    let (across, down) = (within.min(width), within.min(height));
    to.insert_rect(Rect::of(0, 0, width, down));
    to.insert_rect(Rect::of(0, height - down, width, down));
    to.insert_rect(Rect::of(0, 0, across, height));
    to.insert_rect(Rect::of(width - across, 0, across, height));
    work
}

/// Adds the cells within a distance of a door. Returns the number of words visited.
fn add_doors<S: CellSet>(to: &mut S, within: i32, site: &Site<'_>) -> u64 {
    let mut work = 0;
    let (width, height) = site.sides();
    for &Doorway { side, from, width: wide } in site.doorways {
        let door = match side {
            Direction::North => Rect::of(from, -1, wide, 1),
            Direction::South => Rect::of(from, height, wide, 1),
            Direction::West => Rect::of(-1, from, 1, wide),
            Direction::East => Rect::of(width, from, 1, wide),
        };
        if let Some(around) = door.grown(within) {
            work += words_of(around, to);
            to.insert_rect(around);
        }
    }
    work
}

/// Grows a set by a distance in cells. Returns the number of words visited.
fn grow<S: CellSet>(cells: &mut S, within: i32) -> u64 {
    if within == 0 {
        return 0;
    }
    cells.grow(within);
    4 * steps_of(within) * cells.words()
}

/// The largest number of doubling steps that extend a set by this distance.
fn steps_of(cells: i32) -> u64 {
    u64::from(u32::BITS - cells.unsigned_abs().leading_zeros())
}

/// An upper bound on the words of a set that a rectangle touches.
pub(super) fn words_of(cells: Rect, set: &impl CellSet) -> u64 {
    let in_row = 1 + cells.width().unsigned_abs().div_ceil(u64::BITS);
    (u64::from(cells.height().unsigned_abs()) * u64::from(in_row)).min(set.words())
}

impl<S: CellSet> FormationProps<S> {
    /// Removes the props for which `is_wrong` holds, and calls `remove` with each.
    pub(super) fn retain_not(
        &mut self,
        scratch: &mut S,
        is_wrong: impl Fn(Rect) -> bool,
        mut remove: impl FnMut(Rect),
    ) {
        scratch.assign(&self.origins);
        scratch.for_each(|x, y| {
            let footprint = Rect::of(x, y, self.width, self.height);
            if is_wrong(footprint) {
                self.origins.remove(x, y);
                remove(footprint);
            }
        });
    }
}
