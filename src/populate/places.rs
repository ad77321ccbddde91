//! The places of a room: where members of groups and loot may stand.
//!
//! Consumes the sets that furnishing left of a room, and marks in them what is taken, so that a
//! later visit of the room goes on from there.

mod edges;

use crate::{
    furnish::{CELLS_PER_MEMBER, SpaceSets},
    geom::{Cell, Direction, Extent, Rect},
    grid::CellSet,
    rng::RandomSource,
};
use edges::corners_and_walls;

/// The most steps for the cells that are drawn in a room: so many for each of its cells, and some
/// for free. A step visits a word of a set. Smaller rooms than halls never take as many.
const STEPS_PER_CELL: u64 = 64;
const FREE_STEPS: u64 = 1 << 14;

/// Where members of groups may stand in a room.
#[derive(Debug)]
pub(crate) struct MemberPlaces<'room, S> {
    /// The cells of the room on which nothing more may stand.
    closed: &'room mut S,
    /// The floor that can be walked on.
    open: &'room S,
    /// Slots, cells off clearances, all.
    cells: [S; 3],
    picker: CellPicker<'room>,
}

/// Where things may lie in a room.
#[derive(Debug)]
pub(super) struct ThingPlaces<'room, S> {
    space: &'room mut SpaceSets<S>,
    cells: ThingCells<S>,
    /// The least number of cells that stay free of obstacles, for the members in the room.
    least_open: u32,
    picker: CellPicker<'room>,
}

/// The cells on which things may lie.
#[derive(Clone, Debug)]
struct ThingCells<S> {
    slots: S,
    /// Corners and cells along walls, once they are asked for.
    edges: Option<[S; 2]>,
    off_clearances: S,
    all: S,
}

/// Draws cells in a room, in so many steps.
#[derive(Debug)]
struct CellPicker<'room> {
    extent: Extent,
    /// The words of sets that were visited in the room, which counts as work.
    steps: &'room mut u64,
}

/// The cells near the first one of a group or an item: a square around it.
#[derive(Debug)]
struct Vicinity {
    first: Cell,
    radius: i32,
}

/// How a thing takes its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThingClass {
    /// It can be walked over, and may lie on a carpet.
    Passable,
    /// The same without height: nothing else without height is in its cell.
    Flat,
    /// It is in the way, and below it is nothing that could not be reached.
    Obstacle,
}

impl<'room, S: CellSet> MemberPlaces<'room, S> {
    /// The places of a room that has taken so many steps. `slots` are those for members; no member
    /// stands on a `quiet` cell.
    pub(crate) fn new(
        extent: Extent,
        space: &'room mut SpaceSets<S>,
        slots: impl Iterator<Item = Cell>,
        quiet: impl Iterator<Item = Cell>,
        steps: &'room mut u64,
    ) -> Self {
        join(extent, space, steps);
        *steps += 4 * space.open.words();
        let mut all = space.open.clone();
        all.subtract(&space.closed);
        quiet.for_each(|cell| all.remove(cell.x, cell.y));
        let on_slots = cells_within(extent, slots, &all);
        let mut off = all.clone();
        off.subtract(&space.clearance);
        let SpaceSets { closed, open, .. } = space;
        Self { closed, open, cells: [on_slots, off, all], picker: CellPicker { extent, steps } }
    }

    /// The number of members that may stand here; 0 once all steps of the room are taken.
    fn count(&self) -> u32 {
        if self.picker.is_spent() { 0 } else { self.cells[2].count_cells() }
    }

    /// The number of members for which the room still has cells, and is not too full with so many
    /// in it.
    pub(crate) fn vacancies(&self, crowd: u32) -> u32 {
        self.count().min((self.open.count_cells() / CELLS_PER_MEMBER).saturating_sub(crowd))
    }

    /// Sets `cells` to those of `count` members, and takes them. The first one takes a slot, or any
    /// cell; the others slots and then cells near it, within `spread` steps on foot, or if these
    /// are all taken the nearest ones. Returns false, and nothing changes, if there are too few.
    /// Draws a word for each.
    pub(super) fn take(
        &mut self,
        count: u32,
        spread: u32,
        cells: &mut Vec<Cell>,
        draw: &mut impl RandomSource,
    ) -> bool {
        cells.clear();
        if count == 0 || self.count() < count {
            return false;
        }
        let mut near = None;
        let mut reach: Option<S> = None;
        for _ in 0..count {
            let from = match &mut reach {
                None => self.cells.iter().find(|set| !set.is_empty()).cloned(),
                Some(reach) => self.picker.within(reach, &self.cells, self.open),
            };
            let Some(from) = from else { return false };
            let cell = self.picker.pick(&from, &mut near, draw);
            if count > 1 && reach.is_none() {
                let mut around: S = empty(self.picker.extent);
                around.insert_rect(Rect::from_cell(cell));
                self.picker.walk(&mut around, self.open, spread);
                reach = Some(around);
            }
            self.closed.insert(cell.x, cell.y);
            self.cells.iter_mut().for_each(|set| set.remove(cell.x, cell.y));
            cells.push(cell);
        }
        true
    }
}

impl<'room, S: CellSet> ThingPlaces<'room, S> {
    /// The places of a room that has taken so many steps. `slots` are those for things; as many
    /// cells as `least_open` stay free of obstacles.
    pub(super) fn new(
        extent: Extent,
        space: &'room mut SpaceSets<S>,
        slots: impl Iterator<Item = Cell>,
        least_open: u32,
        steps: &'room mut u64,
    ) -> Self {
        join(extent, space, steps);
        *steps += 6 * space.open.words();
        let mut all = space.open.clone();
        all.subtract(&space.closed);
        let mut on_slots = cells_within(extent, slots, &all);
        on_slots.subtract(&space.standing);
        all.subtract(&space.covered);
        let mut off_clearances = all.clone();
        off_clearances.subtract(&space.clearance);
        let cells = ThingCells { slots: on_slots, edges: None, off_clearances, all };
        Self { space, cells, least_open, picker: CellPicker { extent, steps } }
    }

    /// Sets `cells` to those of `count` things, and takes them: slots first, then corners, walls,
    /// any, near the first of them. Returns false, and nothing changes, if there are too few or all
    /// steps of the room are taken. Draws a word or more for each.
    pub(super) fn take(
        &mut self,
        class: ThingClass,
        count: u32,
        cells: &mut Vec<Cell>,
        draw: &mut impl RandomSource,
    ) -> bool {
        cells.clear();
        let has_room = match class {
            ThingClass::Obstacle => self.space.open.count_cells() >= self.least_open + count,
            ThingClass::Passable | ThingClass::Flat => self.count(class) >= count,
        };
        if !has_room {
            return false;
        }
        // Whether an obstacle has a place depends on those placed before it.
        let before = (count > 1 && class == ThingClass::Obstacle).then(|| (self.space.clone(), self.cells.clone()));
        let mut near = None;
        for _ in 0..count {
            let Some(cell) = self.take_one(class, &mut near, draw) else {
                before.into_iter().for_each(|(space, cells)| (*self.space, self.cells) = (space, cells));
                return false;
            };
            cells.push(cell);
        }
        count > 0
    }

    /// The number of things, no obstacles, that may lie here; 0 once all steps are taken.
    fn count(&self, class: ThingClass) -> u32 {
        if self.picker.is_spent() {
            return 0;
        }
        let ThingCells { slots, all, .. } = &self.cells;
        let mut any = all.clone();
        if class == ThingClass::Passable {
            any.unite(slots);
        }
        any.count_cells()
    }

    fn take_one(
        &mut self,
        class: ThingClass,
        near: &mut Option<Vicinity>,
        draw: &mut impl RandomSource,
    ) -> Option<Cell> {
        // An obstacle never stands in a clearance.
        let sets = if class == ThingClass::Obstacle { 0..4 } else { 0..5 };
        for number in sets {
            let mut from = match number {
                0 if class == ThingClass::Passable => self.cells.slots.clone(),
                0 => {
                    let mut bare = self.cells.slots.clone();
                    bare.subtract(&self.space.covered);
                    bare
                }
                3 => self.cells.off_clearances.clone(),
                4 => self.cells.all.clone(),
                edge => self.edges()[edge - 1].clone(),
            };
            // Only obstacles may be drawn in vain.
            while !from.is_empty() && (class != ThingClass::Obstacle || !self.picker.is_spent()) {
                let cell = self.picker.pick(&from, near, draw);
                if class != ThingClass::Obstacle || self.may_block(cell) {
                    self.take_cell(cell);
                    if class == ThingClass::Obstacle {
                        self.block(cell);
                    }
                    return Some(cell);
                }
                from.remove(cell.x, cell.y);
            }
        }
        None
    }

    /// Corners and cells along walls, off clearances, less what was taken.
    fn edges(&mut self) -> &[S; 2] {
        let Self { space, cells: ThingCells { edges, off_clearances, .. }, picker, .. } = self;
        edges.get_or_insert_with(|| {
            *picker.steps += 16 * space.floor.words();
            corners_and_walls(picker.extent, &space.floor, off_clearances)
        })
    }

    /// Whether a cell may become an obstacle: it is off clearances, and all else that can be walked
    /// to can still be, and so can the cells beside obstacles that were placed.
    fn may_block(&self, cell: Cell) -> bool {
        /// The neighbours of a cell in turn: those at sides are at even positions.
        const RING: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        if self.space.clearance.contains(cell.x, cell.y) {
            return false;
        }
        let is_open = RING.map(|(dx, dy)| self.space.open.contains(cell.x + dx, cell.y + dy));
        let sides = (0..RING.len()).step_by(2).filter(|&at| is_open[at]).count();
        // Two sides are joined around the cell if the corner between them is open.
        let is_joint = |at: &usize| is_open[*at] && is_open[at + 1] && is_open[(at + 2) % RING.len()];
        let joints = (0..RING.len()).step_by(2).filter(is_joint).count();
        sides > 0 && sides <= joints + 1
    }

    /// Makes a cell an obstacle; those beside it stay open, as clearances do.
    fn block(&mut self, Cell { x, y }: Cell) {
        let SpaceSets { open, clearance, .. } = &mut *self.space;
        open.remove(x, y);
        for side in Direction::ALL {
            let (dx, dy) = side.delta();
            if open.contains(x + dx, y + dy) {
                clearance.insert(x + dx, y + dy);
            }
        }
    }

    /// Takes a cell from all that may still be placed.
    fn take_cell(&mut self, Cell { x, y }: Cell) {
        self.space.closed.insert(x, y);
        let ThingCells { slots, edges, off_clearances, all } = &mut self.cells;
        edges.iter_mut().flatten().for_each(|set| set.remove(x, y));
        [slots, off_clearances, all].into_iter().for_each(|set| set.remove(x, y));
    }
}

impl CellPicker<'_> {
    /// Whether all steps of the room are taken: it buys no more.
    fn is_spent(&self) -> bool {
        let Extent { width, height } = self.extent;
        *self.steps > u64::from((width * height).unsigned_abs()) * STEPS_PER_CELL + FREE_STEPS
    }

    /// The first of some sets that has cells within reach: those of them. The reach grows by steps
    /// until there is one; `None` if no step is left.
    fn within<S: CellSet>(&mut self, reach: &mut S, sets: &[S], open: &S) -> Option<S> {
        loop {
            for set in sets {
                let mut near = set.clone();
                near.intersect(reach);
                if !near.is_empty() {
                    return Some(near);
                }
            }
            if !self.walk(reach, open, 1) {
                return None;
            }
        }
    }

    /// Grows a set of cells by steps over the open ones. Returns whether any was added in the last
    /// step.
    fn walk<S: CellSet>(&mut self, reach: &mut S, open: &S, steps: u32) -> bool {
        let mut has_grown = false;
        for _ in 0..steps {
            let mut grown = reach.clone();
            for side in Direction::ALL {
                let mut beside = reach.clone();
                beside.extend(side, 1);
                grown.unite(&beside);
            }
            grown.intersect(open);
            *self.steps += 6 * open.words();
            has_grown = grown.count_cells() > reach.count_cells();
            if !has_grown {
                break;
            }
            *reach = grown;
        }
        has_grown
    }

    /// Draws a cell of a set that is not empty: any if nothing is `near`, else one of those nearest
    /// to the first, or as near as an earlier one.
    fn pick<S: CellSet>(&mut self, from: &S, near: &mut Option<Vicinity>, draw: &mut impl RandomSource) -> Cell {
        *self.steps += 2 * from.words();
        let Some(near) = near else {
            let first = from.nth(draw.below(from.count_cells()));
            *near = Some(Vicinity { first, radius: 1 });
            return first;
        };
        let around = |near: &Vicinity| Rect::from_cell(near.first).grown(near.radius);
        // A square as large as the room has all of its cells.
        let largest = self.extent.width.max(self.extent.height);
        while near.radius < largest && !around(near).is_some_and(|square| from.intersects_rect(square)) {
            *self.steps += from.words();
            near.radius += 1;
        }
        let mut from = from.clone();
        around(near).into_iter().for_each(|square| from.retain_rect(square));
        from.nth(draw.below(from.count_cells()))
    }
}

/// Takes from the open cells of a room those that cannot be walked to.
fn join<S: CellSet>(extent: Extent, space: &mut SpaceSets<S>, steps: &mut u64) {
    let SpaceSets { open, entrance, is_joined, .. } = space;
    if std::mem::replace(is_joined, true) || open.is_known_connected() && open.intersects_rect(*entrance) {
        return;
    }
    let mut reached: S = empty(extent);
    reached.insert_rect(*entrance);
    reached.intersect(open);
    *steps += reached.flood(open, &mut Vec::new());
    *open = reached;
}

/// Those of some cells that are in a set.
fn cells_within<S: CellSet>(extent: Extent, cells: impl Iterator<Item = Cell>, within: &S) -> S {
    let mut set: S = empty(extent);
    cells.for_each(|cell| set.insert(cell.x, cell.y));
    set.intersect(within);
    set
}

fn empty<S: CellSet>(Extent { width, height }: Extent) -> S {
    let mut empty = S::default();
    empty.reset(width, height);
    empty
}
