//! Proximity rules: where `near` and `avoid` let the props of a formation stand.
//!
//! Consumes the rules of a kind and the props of earlier formations; produces forbidden and
//! required cells. Each rule is a set of cells: its target, grown by the rule's distance. A
//! footprint must touch no forbidden cell, and one required cell if there is a `near` rule. `avoid`
//! is symmetric, so that it holds in the finished room: earlier props may avoid this one too.
//! `near` refers to earlier formations.

use std::{cmp::Reverse, ops::Range};

use super::{
    bank::runs,
    context::{Doorway, RoomContext},
    props::FormationProps,
};
use crate::{
    geom::{Cell, Direction, Extent, Rect},
    grid::CellSet,
    preset::{ProximityRule, ProximityTarget},
    trace::Rejection,
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
    /// The cells of earlier props while they are united and grown. `by_distance` lists these props,
    /// those with the largest distance first.
    grown: S,
    by_distance: Vec<EarlierProps>,
}

/// The props of one earlier formation, and the distance in cells by which they are grown.
#[derive(Clone, Copy, Debug)]
struct EarlierProps {
    within: i32,
    /// The index of these props in the list of earlier formations' props.
    index: u32,
}

impl<S: CellSet> ProximitySets<S> {
    /// Computes the sets for props of a kind, given the props of `earlier` formations.
    ///
    /// Cost: the words of a set for each rule and each earlier formation.
    #[cold]
    pub(super) fn prepare(&mut self, kind: u16, floor: &S, earlier: &[FormationProps<S>], room: &RoomContext<'_>) {
        let Extent { width, height } = room.extent();
        self.forbidden.reset(width, height);
        let (own, is_marker) = (room.placing(kind), room.is_no_thing(kind));
        for rule in &own.avoid {
            add_target(&mut self.forbidden, rule, floor, room, &mut self.scratch);
        }
        self.by_distance.clear();
        for (index, props) in (0..).zip(earlier) {
            let (other, other_is_marker) = (room.placing(props.kind), room.is_no_thing(props.kind));
            // `None` is less than any distance, so `max` takes the larger one that exists.
            let within = own.avoid_distance(props.kind, other_is_marker).max(other.avoid_distance(kind, is_marker));
            self.by_distance.extend(within.map(|within| EarlierProps { within, index }));
        }
        let mut forbidden = std::mem::take(&mut self.forbidden);
        self.add_props(&mut forbidden, earlier);
        self.forbidden = forbidden;
        self.apart = own.avoid_distance(kind, is_marker);
        self.prepare_required(kind, floor, earlier, room);
    }

    /// Computes `required` from the `near` rules.
    pub(super) fn prepare_required(
        &mut self,
        kind: u16,
        floor: &S,
        earlier: &[FormationProps<S>],
        room: &RoomContext<'_>,
    ) {
        let near = &room.placing(kind).near;
        self.has_required = !near.is_empty();
        if !self.has_required {
            return;
        }
        let Extent { width, height } = room.extent();
        self.required.reset(width, height);
        for rule in near {
            add_target(&mut self.required, rule, floor, room, &mut self.scratch);
        }
        self.by_distance.clear();
        for (index, props) in (0..).zip(earlier) {
            let is_marker = room.is_no_thing(props.kind);
            let rules = near.iter().filter(|rule| rule.is_about(props.kind, is_marker));
            let within = rules.map(|rule| rule.within).max();
            self.by_distance.extend(within.map(|within| EarlierProps { within, index }));
        }
        let mut required = std::mem::take(&mut self.required);
        self.add_props(&mut required, earlier);
        self.required = required;
    }

    /// Adds to `to` the cells near the props listed in `by_distance`, each within its distance.
    ///
    /// Growing twice equals growing once by the sum. So the farthest props are grown by the
    /// difference to the next distance, united with the next ones, and so on: each step grows one
    /// set, however many props it holds.
    fn add_props(&mut self, to: &mut S, earlier: &[FormationProps<S>]) {
        let Self { scratch, grown, by_distance, .. } = self;
        if by_distance.len() > 1 {
            by_distance.sort_unstable_by_key(|props| (Reverse(props.within), props.index));
        }
        let mut nearer = by_distance.iter();
        let Some(farthest) = nearer.next() else { return };
        let mut remaining = farthest.within;
        let first = &earlier[farthest.index as usize];
        grown.assign(first.cells_of(&first.origins, scratch));
        for &EarlierProps { within, index } in nearer {
            grown.grow(remaining - within);
            let props = &earlier[index as usize];
            grown.unite(props.cells_of(&props.origins, scratch));
            remaining = within;
        }
        grown.grow(remaining);
        to.unite(grown);
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

    /// Removes from `cells` those where no one-cell prop may stand.
    pub(super) fn keep_allowed(&mut self, cells: &mut S) {
        cells.subtract(&self.forbidden);
        if self.has_required {
            self.scratch.assign(cells);
            self.scratch.subtract(&self.required);
            cells.subtract(&self.scratch);
        }
    }

    /// Whether the formation's own props keep a distance from each other.
    pub(super) fn keep_apart(&self) -> bool {
        self.apart.is_some()
    }

    /// Forbids the cells around a placed prop, if the formation's props keep a distance. Returns
    /// the number of 64-bit words visited, which counts as work.
    #[cold]
    pub(super) fn keep_apart_from(&mut self, footprint: Rect) -> u64 {
        let Some(around) = self.apart.and_then(|cells| footprint.grown(cells)) else { return 0 };
        self.forbidden.insert_rect(around);
        words_of(around, &self.forbidden)
    }

    /// A copy of the forbidden cells, to restore after a trial placement; `None` if trials do not
    /// change them.
    pub(super) fn state(&self) -> Option<S> {
        self.apart.map(|_| self.forbidden.clone())
    }

    /// Restores the forbidden cells after a trial placement.
    pub(super) fn restore(&mut self, state: Option<S>) {
        if let Some(forbidden) = state {
            self.forbidden = forbidden;
        }
    }
}

/// Adds to `to` the cells within a rule's distance of walls, doors, the entry, the exit, a bank or
/// terrain of the plan; none if the rule is about props.
fn add_target<S: CellSet>(to: &mut S, rule: &ProximityRule, floor: &S, room: &RoomContext<'_>, scratch: &mut S) {
    match &rule.what {
        ProximityTarget::Wall => add_walls(to, rule.within, floor, room, scratch),
        ProximityTarget::Door => add_doors(to, rule.within, room),
        ProximityTarget::Entry => add_end(to, rule.within, room.ends[0]),
        ProximityTarget::Exit => add_end(to, rule.within, room.ends[1]),
        ProximityTarget::Bank => {
            room.bank.into_iter().for_each(|bank| bank.around(|cells| add_around(to, cells, rule.within)));
        }
        ProximityTarget::Terrain(target) => {
            terrain_around(target.kinds, room, |cells| add_around(to, cells, rule.within));
        }
        ProximityTarget::Any | ProximityTarget::Props(_) => {}
    }
}

/// Adds to `to` the cells at most `within` cells from a wall: any cell that is neither floor nor
/// terrain of a parting.
pub(super) fn add_walls<S: CellSet>(to: &mut S, within: i32, floor: &S, room: &RoomContext<'_>, scratch: &mut S) {
    let Extent { width, height } = room.extent();
    scratch.fill(width, height);
    scratch.subtract(floor);
    if !scratch.is_empty() {
        room.bank.into_iter().for_each(|bank| bank.inside(|cells| scratch.remove_rect(cells)));
        scratch.grow(within);
        to.unite(scratch);
    }
    if let Some(bank) = room.bank {
        return bank.walls(|cells| add_around(to, cells, within));
    }
    let (across, down) = (within.min(width), within.min(height));
    to.insert_rect(Rect::of(0, 0, width, down));
    to.insert_rect(Rect::of(0, height - down, width, down));
    to.insert_rect(Rect::of(0, 0, across, height));
    to.insert_rect(Rect::of(width - across, 0, across, height));
}

/// Adds to `to` the cells at most `within` cells from these.
fn add_around<S: CellSet>(to: &mut S, cells: Rect, within: i32) {
    cells.grown(within).into_iter().for_each(|around| to.insert_rect(around));
}

/// Calls `visit` with the cells that have terrain of the plan, in the room or beside it: that of
/// these kinds, one bit for each. Cost: linear in the cells of the room.
fn terrain_around(kinds: u64, room: &RoomContext<'_>, mut visit: impl FnMut(Rect)) {
    let (Some(terrain), Some(around)) = (room.terrain, room.rect.grown(1)) else { return };
    let is_meant = |number: &u8| number.checked_sub(1).is_some_and(|kind| kinds >> kind & 1 == 1);
    for y in around.top()..around.bottom() {
        let row = terrain.row_part(y, around.left(), around.right());
        let to_room = |run: Range<i32>| Rect::of(run.start - 1, y - around.top() - 1, run.end - run.start, 1);
        runs(row.iter().map(is_meant)).map(to_room).for_each(&mut visit);
    }
}

/// Adds to `to` the cells at most `within` cells from a door.
fn add_doors<S: CellSet>(to: &mut S, within: i32, room: &RoomContext<'_>) {
    let Extent { width, height } = room.extent();
    for &Doorway { side, from, width: cells } in room.doorways {
        let door = match side {
            Direction::North => Rect::of(from, -1, cells, 1),
            Direction::South => Rect::of(from, height, cells, 1),
            Direction::West => Rect::of(-1, from, 1, cells),
            Direction::East => Rect::of(width, from, 1, cells),
        };
        add_around(to, door, within);
    }
}

/// Adds to `to` the cells at most `within` cells from the entry or the exit, if the room has it.
fn add_end<S: CellSet>(to: &mut S, within: i32, end: Option<Cell>) {
    end.into_iter().for_each(|end| add_around(to, Rect::from_cell(end), within));
}

/// An upper bound on the number of 64-bit words of a set that a rectangle overlaps.
pub(super) fn words_of(cells: Rect, set: &impl CellSet) -> u64 {
    let in_row = 1 + cells.width().unsigned_abs().div_ceil(u64::BITS);
    (u64::from(cells.height().unsigned_abs()) * u64::from(in_row)).min(set.words())
}
