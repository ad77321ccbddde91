//! The places of a room: where members of groups and loot may stand.

use crate::{
    furnish::SpaceSets,
    geom::{Cell, Direction, Extent, Rect},
    grid::CellSet,
    rng::RandomSource,
};

/// The most steps for the cells that are drawn in a room: so many for each of its cells, and some
/// for free. A step visits a word of a set. Smaller rooms than halls never take as many.
const STEPS_PER_CELL: u64 = 64;
const FREE_STEPS: u64 = 1 << 14;

/// The places of a furnished room, in room coordinates, less what was placed there.
#[derive(Clone, Debug)]
pub(super) struct RoomPlaces<S> {
    extent: Extent,
    floor: S,
    /// The cells that can be walked to.
    open: S,
    /// Cells under props with a height, and under any props.
    standing: S,
    covered: S,
    clearance: S,
    /// The cells of `open` on which nothing may lie.
    closed: S,
    /// Where members may stand: slots, cells off clearances, all.
    members: [S; 3],
    /// Where things may lie, once the room has loot.
    things: Option<ThingPlaces<S>>,
    /// The words of sets that were visited, which counts as work.
    pub(super) work: u64,
}

/// Where things may lie in a room.
#[derive(Clone, Debug)]
struct ThingPlaces<S> {
    /// Slots, corners, cells along walls, all off clearances, all.
    cells: [S; 5],
    /// Cells that must stay open: those before obstacles that were dealt.
    kept: S,
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

impl<S: CellSet> RoomPlaces<S> {
    /// The places of a room. `slots` are those for members; no member stands on a `quiet` cell.
    pub(super) fn new(
        extent: Extent,
        space: SpaceSets<S>,
        slots: impl Iterator<Item = Cell>,
        quiet: impl Iterator<Item = Cell>,
    ) -> Self {
        let SpaceSets { floor, open: free, standing, covered, clearance, closed, entrance, is_joined } = space;
        let mut open = free;
        let mut work = 6 * floor.words();
        if !is_joined {
            let mut reached: S = empty(extent);
            reached.insert_rect(entrance);
            keep(&mut reached, &open);
            work += reached.flood(&open, &mut Vec::new());
            open = reached;
        }
        let mut members = open.clone();
        members.subtract(&closed);
        quiet.for_each(|cell| members.remove(cell.x, cell.y));
        let mut on_slots: S = empty(extent);
        for cell in slots.filter(|cell| members.contains(cell.x, cell.y)) {
            on_slots.insert(cell.x, cell.y);
        }
        let mut off = members.clone();
        off.subtract(&clearance);
        Self {
            extent,
            floor,
            open,
            standing,
            covered,
            clearance,
            closed,
            members: [on_slots, off, members],
            things: None,
            work,
        }
    }

    /// Whether the room knows where things may lie.
    pub(super) fn has_loot(&self) -> bool {
        self.things.is_some()
    }

    /// Prepares the room for loot, with the slots for it.
    pub(super) fn begin_loot(&mut self, on: impl Iterator<Item = Cell>) {
        let Self { standing, covered, .. } = self;
        let mut on_slots = self.open.clone();
        on_slots.subtract(&self.closed);
        let mut all = on_slots.clone();
        on_slots.subtract(standing);
        all.subtract(covered);
        let mut slots: S = empty(self.extent);
        for cell in on.filter(|cell| on_slots.contains(cell.x, cell.y)) {
            slots.insert(cell.x, cell.y);
        }
        let mut off = all.clone();
        off.subtract(&self.clearance);
        let [mut corners, mut walls] = corners_and_walls(self.extent, &self.floor);
        keep(&mut corners, &off);
        keep(&mut walls, &off);
        self.work += 24 * off.words();
        self.things = Some(ThingPlaces { cells: [slots, corners, walls, off, all], kept: empty(self.extent) });
    }

    /// The number of members that may stand here; 0 once all steps of the room are taken.
    pub(super) fn cells_for_members(&self) -> u32 {
        if self.is_spent() { 0 } else { self.members[2].count_cells() }
    }

    /// Whether all steps of the room are taken: it buys no more.
    fn is_spent(&self) -> bool {
        let Extent { width, height } = self.extent;
        self.work > u64::from((width * height).unsigned_abs()) * STEPS_PER_CELL + FREE_STEPS
    }

    /// Sets `cells` to those of `count` members, and takes them: slots first, then near the first
    /// of them. Returns false, and nothing changes, if there are too few. Draws a word for each.
    pub(super) fn take_members(&mut self, count: u32, cells: &mut Vec<Cell>, draw: &mut impl RandomSource) -> bool {
        cells.clear();
        if count == 0 || self.cells_for_members() < count {
            return false;
        }
        let mut near = empty(self.extent);
        for _ in 0..count {
            let Some(from) = self.members.iter().find(|set| !set.is_empty()).cloned() else { return false };
            let cell = self.pick(from, &mut near, draw);
            self.take(cell);
            cells.push(cell);
        }
        true
    }

    /// Sets `cells` to those of `count` things, and takes them: slots first, then corners, walls,
    /// any, near the first of them. Returns false, and nothing changes, if there are too few or all
    /// steps of the room are taken. Draws a word or more for each.
    pub(super) fn take_things(
        &mut self,
        class: ThingClass,
        count: u32,
        cells: &mut Vec<Cell>,
        draw: &mut impl RandomSource,
    ) -> bool {
        cells.clear();
        let before = (count > 1).then(|| self.clone());
        let mut near = empty(self.extent);
        for _ in 0..count {
            let Some(cell) = self.take_thing(class, &mut near, draw) else {
                before.into_iter().for_each(|before| *self = Self { work: self.work, ..before });
                return false;
            };
            cells.push(cell);
        }
        count > 0
    }

    fn take_thing(&mut self, class: ThingClass, near: &mut S, draw: &mut impl RandomSource) -> Option<Cell> {
        // An obstacle never stands in a clearance.
        let sets = if class == ThingClass::Obstacle { 0..4 } else { 0..5 };
        for number in sets {
            let things = self.things.as_ref()?;
            if things.cells[number].is_empty() {
                continue;
            }
            let mut from = things.cells[number].clone();
            if number == 0 && class != ThingClass::Passable {
                from.subtract(&self.covered);
            }
            while !from.is_empty() && !self.is_spent() {
                let cell = self.pick(from.clone(), near, draw);
                if class != ThingClass::Obstacle || self.may_block(cell) {
                    self.take(cell);
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

    /// Whether a cell may become an obstacle: all else that can be walked to can still be, and so
    /// can the cells beside obstacles that were dealt.
    fn may_block(&self, cell: Cell) -> bool {
        /// The neighbours of a cell in turn: those at sides are at even positions.
        const RING: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let is_open = |at: usize| {
            let (dx, dy) = RING[at % RING.len()];
            self.open.contains(cell.x + dx, cell.y + dy)
        };
        let sides = (0..RING.len()).step_by(2).filter(|&at| is_open(at)).count();
        // Two sides are joined around the cell if the corner between them is open.
        let joints = (0..RING.len()).step_by(2).filter(|&at| (at..at + 3).all(is_open)).count();
        let is_kept = self.things.as_ref().is_some_and(|things| things.kept.contains(cell.x, cell.y));
        !is_kept && sides > 0 && sides <= joints + 1
    }

    /// Makes a cell an obstacle; those beside it stay open.
    fn block(&mut self, Cell { x, y }: Cell) {
        self.open.remove(x, y);
        for side in Direction::ALL {
            let (dx, dy) = side.delta();
            if self.open.contains(x + dx, y + dy) {
                self.things.iter_mut().for_each(|things| things.kept.insert(x + dx, y + dy));
            }
        }
    }

    /// Draws a cell of a set that is not empty: any if nothing is `near`, else one of those nearest
    /// to the first.
    fn pick(&mut self, mut from: S, near: &mut S, draw: &mut impl RandomSource) -> Cell {
        let is_first = near.is_empty();
        if !is_first {
            loop {
                self.work += from.words();
                let mut far = from.clone();
                far.subtract(near);
                if far.count_cells() < from.count_cells() {
                    from.subtract(&far);
                    break;
                }
                near.grow(1);
            }
        }
        self.work += 2 * from.words();
        let found = from.nth(draw.below(from.count_cells()));
        if is_first {
            near.insert(found.x, found.y);
        }
        found
    }

    /// Takes a cell from all that may still be placed.
    fn take(&mut self, Cell { x, y }: Cell) {
        self.closed.insert(x, y);
        let things = self.things.iter_mut().flat_map(|things| &mut things.cells);
        self.members.iter_mut().chain(things).for_each(|set| set.remove(x, y));
    }
}

fn empty<S: CellSet>(Extent { width, height }: Extent) -> S {
    let mut empty = S::default();
    empty.reset(width, height);
    empty
}

/// Keeps the cells of a set that are in another one.
fn keep<S: CellSet>(cells: &mut S, within: &S) {
    let mut outside = cells.clone();
    outside.subtract(within);
    cells.subtract(&outside);
}

/// The floor cells with wall on two sides that meet, and those with wall on any side.
fn corners_and_walls<S: CellSet>(extent: Extent, floor: &S) -> [S; 2] {
    let Extent { width, height } = extent;
    let mut wall = S::default();
    wall.fill(width, height);
    wall.subtract(floor);
    let beside = |sides: [Direction; 2], edges: [Rect; 2]| {
        let mut beside = wall.clone();
        sides.into_iter().for_each(|side| beside.extend(side, 1));
        edges.into_iter().for_each(|edge| beside.insert_rect(edge));
        keep(&mut beside, floor);
        beside
    };
    let rows = [Rect::of(0, 0, width, 1), Rect::of(0, height - 1, width, 1)];
    let columns = [Rect::of(0, 0, 1, height), Rect::of(width - 1, 0, 1, height)];
    let mut corners = beside([Direction::North, Direction::South], rows);
    let across = beside([Direction::West, Direction::East], columns);
    let mut walls = corners.clone();
    walls.unite(&across);
    keep(&mut corners, &across);
    [corners, walls]
}
