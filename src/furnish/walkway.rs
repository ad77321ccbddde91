//! Walkways: ways through a room that are opened where props would close it.
//!
//! The area that can be walked from the room's entrance is flooded word-parallel, and in most rooms that is all: everything
//! free was reached. Where it was not, each goal in turn is joined to the reached area by a cheapest route, on which
//! entering a prop costs one, whatever its size, and a free cell nothing; the props on it go. The search starts at the goal,
//! which is often close to the reached area, and goes out layer by layer of equal cost (0-1 breadth-first search).
//!
//! In a large room full of obstacles there may be very many such goals, and each search may go through most of the room. So searches
//! have a budget, which is linear in the room's cells. Once it is spent, one search goes out from all of the reached area, and notes for
//! each cell of the room from where it was reached: the other goals are joined by these ways. They are cheapest ways to what
//! could be reached then, perhaps not to what other goals have opened since; but all of them together cost no more than the cells.
//!
//! Where props share cells, an obstacle goes with all that stands in its place or on it: half a pile would still be in the way,
//! and a candle does not hang in the air.

use super::sets::Stamp;
use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
    model::Metres,
};

/// What can be walked in a room, and the memory to find out.
#[derive(Clone, Debug, Default)]
pub(super) struct Walkways<S> {
    floor: S,
    obstacles: S,
    reached: S,
    /// Seen by the present search.
    seen: S,
    unreached: S,
    work: Vec<u32>,
    /// All cells of `seen`, to clear it by.
    trail: Vec<Cell>,
    /// Cells at the present cost whose neighbours are still to be looked at, and those that cost one more.
    near: Vec<Cell>,
    far: Vec<Cell>,
    /// The obstacles that the search has come to, in layers of equal cost, and where each layer begins.
    met: Vec<Rect>,
    layers: Vec<usize>,
    /// Whether props may share cells.
    shares: bool,
    /// For each cell of the room, in row order, the one from where it is reached; empty until the budget is spent.
    before: Vec<u32>,
    width: i32,
    /// Cells looked at by searches, and how many may be before there is one for all goals.
    looked_at: u64,
    budget: u64,
    /// Everything looked at: words, cells, and stamps that were asked for their obstacles.
    pub(super) taken: u64,
    pub(super) flooded: u64,
}

/// Searches may look at so many cells for each cell of the room. In those of the built-in presets they look at fewer than 3,
/// and hardly at more where all of a large room is full of obstacles: it takes hundreds of goals that are all beside the same hall.
const LOOKS: u64 = 32;

/// No cell.
const NONE: u32 = u32::MAX;

impl<S: CellSet> Walkways<S> {
    /// Floods the room from its entrance, which is free. Whether all is reached without more ado: everything that is free was,
    /// and nothing is under an obstacle or on one.
    pub(super) fn begin(&mut self, floor: &S, obstacles: &S, entrance: Rect, shares: bool) -> bool {
        self.shares = shares;
        self.taken += 4 * floor.words();
        self.unreached.assign(floor);
        self.unreached.subtract(obstacles);
        if !shares && self.unreached.is_surely_connected() && self.unreached.intersects_rect(entrance) {
            return true;
        }
        self.reached.assign(floor);
        self.reached.subtract(floor);
        self.reached.insert_rect(entrance);
        self.flooded += self.reached.flood(&self.unreached, &mut self.work);
        self.taken += 4 * floor.words();
        self.unreached.subtract(&self.reached);
        if self.unreached.is_empty() && !shares {
            return true;
        }
        self.floor.assign(floor);
        self.obstacles.assign(obstacles);
        self.seen.assign(floor);
        self.seen.subtract(floor);
        self.taken += 4 * floor.words();
        self.before.clear();
        (self.looked_at, self.budget) = (0, LOOKS * u64::from(floor.number()));
        false
    }

    /// Takes the cells that can be reached already out of a set of props' top left cells.
    pub(super) fn keep_unreached(&self, origins: &mut S) {
        origins.subtract(&self.reached);
    }

    /// Makes sure that a prop which blocks nothing can be reached: a cell of it, or, if it does not stand on the floor, a
    /// cell beside it.
    pub(super) fn reach_prop(
        &mut self,
        footprint: Rect,
        elevation: Metres,
        stamps: &mut [Stamp<S>],
        remove: &mut impl FnMut(Rect),
    ) {
        if elevation > Metres::default() && self.touches_reached(footprint) {
            return;
        }
        self.reach(footprint, stamps, remove);
    }

    /// Makes sure that a cell of `goal` can be reached; tells which props are removed for it.
    pub(super) fn reach(&mut self, goal: Rect, stamps: &mut [Stamp<S>], remove: &mut impl FnMut(Rect)) {
        if self.reached.intersects_rect(goal) {
            return;
        }
        if self.looked_at > self.budget {
            self.reach_by_tree(goal, stamps, remove);
            return;
        }
        self.search(goal, stamps);
        for layer in (0..self.layers.len()).rev() {
            let (start, end) = (self.layers[layer], self.layers.get(layer + 1).copied().unwrap_or(self.met.len()));
            let touching = self.met[start..end].iter().copied().filter(|&prop| self.touches_reached(prop));
            if self.shares && touching.clone().any(|prop| !self.obstacles.contains(prop.left(), prop.top())) {
                // It went with one of the layer before, and the way leads on from it.
                continue;
            }
            // One of the layer always does: the way from the layer before leads through it.
            let Some(prop) = touching.min_by_key(|prop| (prop.top(), prop.left())) else { continue };
            if self.shares {
                self.remove_pile(prop, stamps, remove);
            } else {
                self.take_away(prop, stamps, remove);
                self.spread(prop);
            }
        }
        debug_assert!(self.reached.intersects_rect(goal), "a way was opened");
    }

    /// Takes away an obstacle that shares its cells with none.
    fn take_away(&mut self, prop: Rect, stamps: &mut [Stamp<S>], remove: &mut impl FnMut(Rect)) {
        self.taken += stamps.len() as u64;
        forget(prop, stamps);
        remove(prop);
        self.obstacles.remove_rect(prop);
    }

    /// Takes away an obstacle with all that goes with it; gives that.
    fn take_away_pile(&mut self, prop: Rect, stamps: &mut [Stamp<S>], remove: &mut impl FnMut(Rect)) -> Vec<Fallen> {
        let pile = pile(prop, stamps, &mut self.taken);
        for fallen in &pile {
            remove(fallen.cells);
            if fallen.is_obstacle {
                self.obstacles.remove_rect(fallen.cells);
            }
        }
        pile
    }

    /// The same, and spreads from what has become free beside the reached area.
    fn remove_pile(&mut self, prop: Rect, stamps: &mut [Stamp<S>], remove: &mut impl FnMut(Rect)) {
        let pile = self.take_away_pile(prop, stamps, remove);
        for fallen in pile.iter().filter(|fallen| fallen.is_obstacle) {
            if self.touches_reached(fallen.cells) {
                self.spread(fallen.cells);
            }
        }
    }

    /// Goes out from `goal` layer by layer until a layer has an obstacle beside the reached area; leaves the obstacles
    /// that it came to in `met`, by `layers`.
    fn search(&mut self, goal: Rect, stamps: &[Stamp<S>]) {
        self.met.clear();
        self.layers.clear();
        self.near.clear();
        self.far.clear();
        self.layers.push(0);
        for cell in goal.cells() {
            self.look_at(cell, stamps);
        }
        loop {
            // Everything free at this cost, and with it the obstacles that cost one more.
            while let Some(cell) = self.near.pop() {
                for neighbour in cell.neighbours() {
                    self.look_at(neighbour, stamps);
                }
            }
            let layer = self.layers.last().copied().unwrap_or_default();
            let is_done = self.met[layer..].iter().any(|&prop| self.touches_reached(prop));
            if is_done || self.far.is_empty() {
                break;
            }
            self.layers.push(self.met.len());
            std::mem::swap(&mut self.near, &mut self.far);
        }
        self.looked_at += self.trail.len() as u64;
        // Each cell has four neighbours; what was met is asked thrice whether it is beside the reached area.
        self.taken += 4 * self.trail.len() as u64 + 3 * self.met.len() as u64;
        for cell in self.trail.drain(..) {
            self.seen.remove(cell.x, cell.y);
        }
    }

    /// Takes a cell into the search, if it is one of the room and new; an obstacle as a whole.
    fn look_at(&mut self, cell: Cell, stamps: &[Stamp<S>]) {
        if !self.floor.contains(cell.x, cell.y) || self.seen.contains(cell.x, cell.y) {
            return;
        }
        if !self.obstacles.contains(cell.x, cell.y) {
            self.see(cell);
            self.near.push(cell);
            return;
        }
        self.taken += stamps.len() as u64;
        let Some(prop) = obstacle_at(cell, stamps) else { return };
        self.met.push(prop);
        for cell in prop.cells() {
            self.see(cell);
            self.far.push(cell);
        }
    }

    /// Joins a goal to the reached area by the way that one search for all goals has found.
    #[cold]
    fn reach_by_tree(&mut self, goal: Rect, stamps: &mut [Stamp<S>], remove: &mut impl FnMut(Rect)) {
        if self.before.is_empty() {
            self.grow_tree(stamps);
        }
        let mut here = Cell::new(goal.left(), goal.top());
        while !self.reached.contains(here.x, here.y) {
            self.taken += 1;
            if self.obstacles.contains(here.x, here.y) {
                self.taken += stamps.len() as u64;
                let Some(prop) = obstacle_at(here, stamps) else { break };
                if self.shares {
                    self.take_away_pile(prop, stamps, remove);
                } else {
                    self.take_away(prop, stamps, remove);
                }
            }
            let before = self.before.get(self.position(here)).copied().filter(|&before| before != NONE);
            let Some(before) = before else { break };
            here = Cell::new(before as i32 % self.width, before as i32 / self.width);
        }
        debug_assert!(self.reached.contains(here.x, here.y), "a way was opened");
        // All of the way is free now, and what went covered a part of it each.
        self.spread(Rect::from_cell(Cell::new(goal.left(), goal.top())));
    }

    /// Goes out from the reached area layer by layer of equal cost, through all of the room.
    fn grow_tree(&mut self, stamps: &[Stamp<S>]) {
        let (mut width, mut height) = (0, 0);
        self.floor.for_each(|x, y| (width, height) = (width.max(x + 1), height.max(y + 1)));
        self.width = width;
        self.before.resize((width * height) as usize, NONE);
        self.taken += 2 * u64::from(self.floor.number());
        self.near.clear();
        self.far.clear();
        let (near, before) = (&mut self.near, &mut self.before);
        self.reached.for_each(|x, y| {
            near.push(Cell::new(x, y));
            before[(y * width + x) as usize] = (y * width + x) as u32;
        });
        loop {
            while let Some(cell) = self.near.pop() {
                self.taken += 4;
                let from = self.position(cell) as u32;
                for next in cell.neighbours() {
                    if !self.floor.contains(next.x, next.y) || self.before[self.position(next)] != NONE {
                        continue;
                    }
                    if !self.obstacles.contains(next.x, next.y) {
                        let position = self.position(next);
                        self.before[position] = from;
                        self.near.push(next);
                        continue;
                    }
                    self.taken += stamps.len() as u64;
                    let Some(prop) = obstacle_at(next, stamps) else { continue };
                    // Once it has gone, all of it is beside the cell that it was entered from.
                    for cell in prop.cells() {
                        let position = self.position(cell);
                        if self.before[position] == NONE {
                            self.before[position] = from;
                            self.far.push(cell);
                        }
                    }
                }
            }
            if self.far.is_empty() {
                break;
            }
            std::mem::swap(&mut self.near, &mut self.far);
        }
    }

    /// The position of a cell of the floor in row order.
    fn position(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    /// Lets the searches have spent their budget.
    #[cfg(test)]
    pub(super) fn spend(&mut self) {
        self.looked_at = self.budget + 1;
    }

    fn see(&mut self, cell: Cell) {
        self.seen.insert(cell.x, cell.y);
        self.trail.push(cell);
    }

    fn touches_reached(&self, prop: Rect) -> bool {
        if (prop.width(), prop.height()) == (1, 1) {
            return Cell::new(prop.left(), prop.top()).neighbours().any(|cell| self.reached.contains(cell.x, cell.y));
        }
        beside(prop).any(|strip| self.reached.intersects_rect(strip))
    }

    /// Floods on from cells that have become free beside the reached area. Over a room's lifetime every cell is spread
    /// from once.
    fn spread(&mut self, freed: Rect) {
        self.near.clear();
        for cell in freed.cells() {
            self.reached.insert(cell.x, cell.y);
            self.near.push(cell);
        }
        while let Some(cell) = self.near.pop() {
            self.taken += 4;
            for Cell { x, y } in cell.neighbours() {
                if self.floor.contains(x, y) && !self.obstacles.contains(x, y) && !self.reached.contains(x, y) {
                    self.reached.insert(x, y);
                    self.near.push(Cell::new(x, y));
                }
            }
        }
    }
}

/// The cells that share an edge with a rectangle, and those of the rectangle.
fn beside(rect: Rect) -> impl Iterator<Item = Rect> {
    let (x, y, width, height) = (rect.left(), rect.top(), rect.width(), rect.height());
    [Rect::of(x - 1, y, width + 2, height), Rect::of(x, y - 1, width, height + 2)].into_iter()
}

/// The obstacle that covers a cell. Cost: the rows of a footprint, for each stamp.
fn obstacle_at<S: CellSet>(cell: Cell, stamps: &[Stamp<S>]) -> Option<Rect> {
    stamps.iter().filter(|stamp| stamp.is_obstacle).find_map(|stamp| {
        let origins = Rect::of(cell.x - stamp.width + 1, cell.y - stamp.height + 1, stamp.width, stamp.height);
        // Most stamps have nothing there: a look at the words first.
        if !stamp.origins.intersects_rect(origins) {
            return None;
        }
        let origin = origins.cells().find(|origin| stamp.origins.contains(origin.x, origin.y))?;
        Some(Rect::of(origin.x, origin.y, stamp.width, stamp.height))
    })
}

/// Takes an obstacle out of the stamp that placed it.
fn forget<S: CellSet>(prop: Rect, stamps: &mut [Stamp<S>]) {
    let (x, y) = (prop.left(), prop.top());
    let placed_it = |stamp: &&mut Stamp<S>| stamp.is_obstacle && stamp.origins.contains(x, y);
    if let Some(stamp) = stamps.iter_mut().find(placed_it) {
        stamp.origins.remove(x, y);
    }
}

/// A prop that goes.
struct Fallen {
    cells: Rect,
    top: i32,
    is_obstacle: bool,
}

/// Takes an obstacle away with all that goes with it; tells of each of them whether it was an obstacle. Adds the stamps asked to `work`.
pub(super) fn remove_pile<S: CellSet>(
    prop: Rect,
    stamps: &mut [Stamp<S>],
    remove: &mut impl FnMut(Rect, bool),
    work: &mut u64,
) {
    pile(prop, stamps, work).iter().for_each(|fallen| remove(fallen.cells, fallen.is_obstacle));
}

/// Takes an obstacle out of the stamp that placed it, and with it, again and again, obstacles that share a cell with an obstacle that
/// goes, and props that begin in a cell where something that goes ends, on its top. In the order in which they go. Cost: for each
/// of them each stamp, and the cells about its footprint where something goes. Adds the stamps asked to `work`.
fn pile<S: CellSet>(prop: Rect, stamps: &mut [Stamp<S>], work: &mut u64) -> Vec<Fallen> {
    *work += stamps.len() as u64;
    let mut pile: Vec<Fallen> = Vec::new();
    let placed_it = |stamp: &&mut Stamp<S>| {
        let is_as_large = (stamp.width, stamp.height) == (prop.width(), prop.height());
        stamp.is_obstacle && is_as_large && stamp.origins.contains(prop.left(), prop.top())
    };
    if let Some(stamp) = stamps.iter_mut().find(placed_it) {
        stamp.origins.remove(prop.left(), prop.top());
        pile.push(Fallen { cells: prop, top: stamp.interval.top, is_obstacle: true });
    }
    let mut looked_at = 0;
    while let Some(&Fallen { cells, top, is_obstacle }) = pile.get(looked_at) {
        looked_at += 1;
        *work += stamps.len() as u64;
        for stamp in stamps.iter_mut().filter(|stamp| is_obstacle && stamp.is_obstacle || stamp.interval.bottom == top)
        {
            let (width, height) = (stamp.width, stamp.height);
            let (left, top) = (cells.left() - width + 1, cells.top() - height + 1);
            let origins = Rect::of(left, top, cells.width() + width - 1, cells.height() + height - 1);
            if !stamp.origins.intersects_rect(origins) {
                continue;
            }
            *work += origins.area().unsigned_abs();
            for Cell { x, y } in origins.cells() {
                if stamp.origins.contains(x, y) {
                    stamp.origins.remove(x, y);
                    let cells = Rect::of(x, y, width, height);
                    pile.push(Fallen { cells, top: stamp.interval.top, is_obstacle: stamp.is_obstacle });
                }
            }
        }
    }
    pile
}
