//! Where `near` and `avoid` let the props of a formation stand.
//!
//! Each rule is a set of cells: what it speaks of, grown by its distance. A footprint may touch no cell of the sets that are
//! avoided, and has to touch one of those that it wants to be near to. `avoid` works both ways, so that it holds in the
//! finished room: neither may an earlier formation's prop avoid this one. `near` looks at earlier formations.

use super::{
    Doorway, Site,
    sets::{Sets, Stamp},
};
use crate::{
    geom::{Direction, Rect},
    grid::CellSet,
    preset::{Neighbour, Placing, Preset},
    trace::{Rejection, Trace},
};

/// The limits for one formation's props, and the memory for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Limits<S> {
    /// Cells that no footprint may touch.
    barred: S,
    /// Cells of which a footprint has to touch one, if `has_wishes`.
    wanted: S,
    has_wishes: bool,
    /// How many cells the formation's own props keep from each other, if they do.
    apart: Option<i32>,
    scratch: S,
    /// The union of what is grown next, and of which stamps by how far, the farthest first.
    grown: S,
    by_distance: Vec<(i32, u32)>,
}

impl<S: CellSet> Limits<S> {
    /// Works out the limits for props of a kind, among those of `earlier` formations. Cost: the words of a set for each rule
    /// and each of them.
    #[cold]
    /// Gives the number of words looked at.
    #[must_use]
    pub(super) fn prepare(
        &mut self,
        preset: &Preset,
        kind: u16,
        floor: &S,
        earlier: &[Stamp<S>],
        site: &Site<'_>,
    ) -> u64 {
        let (width, height) = site.sides();
        self.barred.reset(width, height);
        let mut looks = earlier.len() as u64;
        let (own, is_marker) = rules_of(preset, kind);
        for rule in &own.avoid {
            match rule.what {
                Neighbour::Wall => looks += add_walls(&mut self.barred, rule.within, floor, site, &mut self.scratch),
                Neighbour::Door => looks += add_doors(&mut self.barred, rule.within, site),
                Neighbour::Any | Neighbour::Props(_) => {}
            }
        }
        self.by_distance.clear();
        for (number, stamp) in (0..).zip(earlier) {
            let (other, other_is_marker) = rules_of(preset, stamp.kind);
            // No distance is less than any.
            let within = own.avoids(stamp.kind, other_is_marker).max(other.avoids(kind, is_marker));
            self.by_distance.extend(within.map(|within| (within, number)));
        }
        let mut barred = std::mem::take(&mut self.barred);
        looks += self.add_props(&mut barred, earlier);
        self.barred = barred;
        self.apart = own.avoids(kind, is_marker);
        looks + self.prepare_wishes(preset, kind, floor, earlier, site)
    }

    /// The same for `near` alone.
    #[must_use]
    pub(super) fn prepare_wishes(
        &mut self,
        preset: &Preset,
        kind: u16,
        floor: &S,
        earlier: &[Stamp<S>],
        site: &Site<'_>,
    ) -> u64 {
        let near = &rules_of(preset, kind).0.near;
        self.has_wishes = !near.is_empty();
        if !self.has_wishes {
            return 0;
        }
        let (width, height) = site.sides();
        self.wanted.reset(width, height);
        let mut looks = self.wanted.words();
        for rule in near {
            match rule.what {
                Neighbour::Wall => looks += add_walls(&mut self.wanted, rule.within, floor, site, &mut self.scratch),
                Neighbour::Door => looks += add_doors(&mut self.wanted, rule.within, site),
                Neighbour::Any | Neighbour::Props(_) => looks += earlier.len() as u64,
            }
        }
        self.by_distance.clear();
        for (number, stamp) in (0..).zip(earlier) {
            let is_marker = rules_of(preset, stamp.kind).1;
            let rules = near.iter().filter(|rule| rule.is_about(stamp.kind, is_marker));
            self.by_distance.extend(rules.map(|rule| rule.within).max().map(|within| (within, number)));
        }
        let mut wanted = std::mem::take(&mut self.wanted);
        looks += self.add_props(&mut wanted, earlier);
        self.wanted = wanted;
        looks
    }

    /// Adds the cells that lie within the distances of `by_distance` of these stamps' props.
    ///
    /// Growing twice is growing by the sum. So the farthest begin, are grown to where the next
    /// begin, and so on: each step grows one set, however many stamps are in it.
    fn add_props(&mut self, to: &mut S, earlier: &[Stamp<S>]) -> u64 {
        let Self { scratch, grown, by_distance, .. } = self;
        if by_distance.len() > 1 {
            by_distance.sort_unstable_by_key(|&(within, number)| (std::cmp::Reverse(within), number));
        }
        let mut looks = by_distance.len() as u64;
        let mut rest = by_distance.iter();
        let Some(&(mut left, first)) = rest.next() else { return 0 };
        looks += earlier[first as usize].cover(grown);
        for &(within, number) in rest {
            looks += grow(grown, left - within) + earlier[number as usize].cover(scratch);
            grown.unite(scratch);
            left = within;
        }
        looks += grow(grown, left);
        to.unite(grown);
        looks + to.words()
    }

    /// Why a footprint cannot stand, if so.
    #[cold]
    pub(super) fn refusal(&self, footprint: Rect) -> Option<Rejection> {
        if self.barred.intersects_rect(footprint) {
            return Some(Rejection::TooNear);
        }
        self.is_unwanted(footprint).then_some(Rejection::NotNear)
    }

    /// Whether a footprint lies near to nothing that it has to be near to.
    pub(super) fn is_unwanted(&self, footprint: Rect) -> bool {
        self.has_wishes && !self.wanted.intersects_rect(footprint)
    }

    /// Takes the cells away on which no prop of one cell may stand. Gives the number of words
    /// looked at.
    pub(super) fn keep_allowed(&mut self, cells: &mut S) -> u64 {
        cells.subtract(&self.barred);
        if !self.has_wishes {
            return cells.words();
        }
        self.scratch.assign(cells);
        self.scratch.subtract(&self.wanted);
        cells.subtract(&self.scratch);
        4 * cells.words()
    }

    /// Adds the cells of the floor on which no prop of one cell may stand. Gives the number of
    /// words looked at.
    pub(super) fn add_refused(&mut self, floor: &S, cells: &mut S) -> u64 {
        cells.unite(&self.barred);
        if !self.has_wishes {
            return cells.words();
        }
        self.scratch.assign(floor);
        self.scratch.subtract(&self.wanted);
        cells.unite(&self.scratch);
        4 * cells.words()
    }

    /// Whether the formation's own props keep apart.
    pub(super) fn keep_apart(&self) -> bool {
        self.apart.is_some()
    }

    /// Keeps what comes after clear of a prop that was placed, where the formation's props keep apart. Gives the number of
    /// words looked at.
    #[cold]
    pub(super) fn keep_apart_from(&mut self, footprint: Rect) -> u64 {
        let Some(around) = self.apart.and_then(|cells| footprint.grown(cells)) else { return 0 };
        self.barred.insert_rect(around);
        words_of(around, &self.barred)
    }

    /// The cells that no footprint may touch, as a state to come back to after a trial; `None` if no trial changes them.
    pub(super) fn state(&self) -> Option<S> {
        self.apart.map(|_| self.barred.clone())
    }

    /// Comes back to such a state.
    pub(super) fn restore(&mut self, state: Option<S>) {
        state.into_iter().for_each(|barred| self.barred = barred);
    }

    /// Takes out of a formation of one-cell props, which nothing has settled yet, those that cannot stand; where they keep
    /// apart, earlier ones in row order stay. Gives the number of words looked at.
    #[cold]
    #[must_use]
    pub(super) fn sift<T: Trace>(
        &mut self,
        stamp: &mut Stamp<S>,
        sets: &Sets<S>,
        site: &Site<'_>,
        trace: &mut T,
    ) -> u64 {
        let mut looks = 4 * stamp.origins.words();
        if T::DETAILED {
            stamp.origins.for_each(|x, y| {
                let cell = Rect::of(x, y, 1, 1);
                if let Some(reason) = self.refusal(cell) {
                    trace.reject(site.room, site.in_level(cell), reason);
                }
            });
        }
        stamp.origins.subtract(&self.barred);
        if self.has_wishes {
            self.scratch.assign(&stamp.origins);
            self.scratch.subtract(&self.wanted);
            stamp.origins.subtract(&self.scratch);
        }
        if self.apart.is_none() {
            return looks;
        }
        // What will not stand for another reason keeps nobody away.
        self.scratch.assign(&stamp.origins);
        if !stamp.is_marker() {
            self.scratch.subtract(&sets.occupied);
        }
        if stamp.is_obstacle {
            self.scratch.subtract(&sets.clearance);
        }
        let standing = std::mem::take(&mut self.scratch);
        looks += 4 * standing.words() + u64::from(standing.number());
        standing.for_each(|x, y| {
            let cell = Rect::of(x, y, 1, 1);
            if self.barred.contains(x, y) {
                stamp.origins.remove(x, y);
                trace.reject(site.room, site.in_level(cell), Rejection::TooNear);
            } else {
                looks += self.keep_apart_from(cell);
            }
        });
        self.scratch = standing;
        looks
    }
}

/// How props of a kind are placed, and whether they are markers.
fn rules_of(preset: &Preset, kind: u16) -> (&Placing, bool) {
    (&preset.placings[usize::from(kind)], preset.kinds[usize::from(kind)].marker)
}

/// Adds the cells that lie within some cells of what is no floor of the room.
fn add_walls<S: CellSet>(to: &mut S, within: i32, floor: &S, site: &Site<'_>, scratch: &mut S) -> u64 {
    let (width, height) = site.sides();
    scratch.reset(width, height);
    scratch.insert_rect(Rect::of(0, 0, width, height));
    scratch.subtract(floor);
    let mut looks = 7 * scratch.words();
    if !scratch.is_empty() {
        looks += 4 * steps_of(within) * scratch.words();
        scratch.grow(within);
        to.unite(scratch);
    }
    let (across, down) = (within.min(width), within.min(height));
    to.insert_rect(Rect::of(0, 0, width, down));
    to.insert_rect(Rect::of(0, height - down, width, down));
    to.insert_rect(Rect::of(0, 0, across, height));
    to.insert_rect(Rect::of(width - across, 0, across, height));
    looks
}

/// Adds the cells that lie within some cells of a door's.
fn add_doors<S: CellSet>(to: &mut S, within: i32, site: &Site<'_>) -> u64 {
    let mut looks = 0;
    let (width, height) = site.sides();
    for &Doorway { side, from, width: wide } in site.doorways {
        let door = match side {
            Direction::North => Rect::of(from, -1, wide, 1),
            Direction::South => Rect::of(from, height, wide, 1),
            Direction::West => Rect::of(-1, from, 1, wide),
            Direction::East => Rect::of(width, from, 1, wide),
        };
        if let Some(around) = door.grown(within) {
            looks += words_of(around, to);
            to.insert_rect(around);
        }
    }
    looks
}

/// Grows a set by so many cells. Gives the number of words looked at.
fn grow<S: CellSet>(cells: &mut S, within: i32) -> u64 {
    if within == 0 {
        return 0;
    }
    cells.grow(within);
    4 * steps_of(within) * cells.words()
}

/// In how many steps a set is extended by so many cells at the most: each doubles it.
fn steps_of(cells: i32) -> u64 {
    u64::from(u32::BITS - cells.unsigned_abs().leading_zeros())
}

/// The words that a rectangle touches in a set at the most.
pub(super) fn words_of(cells: Rect, set: &impl CellSet) -> u64 {
    let in_row = 1 + cells.width().unsigned_abs().div_ceil(u64::BITS);
    (u64::from(cells.height().unsigned_abs()) * u64::from(in_row)).min(set.words())
}

impl<S: CellSet> Stamp<S> {
    /// Takes away the props for which `is_wrong` says so, and calls `remove` with each.
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
