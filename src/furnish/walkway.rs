//! Walkways: routes opened through a room where props would close it.
//!
//! Consumes the floor, the obstacles and the entrance; removes props so that every goal is
//! reachable. A word-parallel flood fill from the entrance suffices in most rooms: it reaches every
//! free cell. Otherwise each goal in turn is joined to the reached area by a cheapest route.
//! Entering a prop costs 1, whatever its size, and a free cell costs 0; the props on the route are
//! removed. The search starts at the goal, which is often close to the reached area, and proceeds
//! in layers of equal cost (0-1 breadth-first search).
//!
//! A large room full of obstacles may have very many goals, and each search may visit most of the
//! room. So searches share a budget that is linear in the room's cells. Once it is spent, a single
//! search from the whole reached area records for each cell its predecessor, and the remaining
//! goals follow these routes. They are cheapest for the area that was reachable then, perhaps not
//! after other goals open more; but all of them together cost no more than the cells.
//!
//! Where props share cells, an obstacle is removed with every obstacle that shares its cells and
//! every prop that stands on it.

use super::sets::FormationProps;
use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
    model::Metres,
};

/// The reachable area of a room, and the buffers to compute it.
#[derive(Clone, Debug, Default)]
pub(super) struct Walkways<S> {
    floor: S,
    obstacles: S,
    reached: S,
    /// Cells visited by the current search.
    seen: S,
    unreached: S,
    work: Vec<u32>,
    /// All cells of `seen`, to clear it with.
    trail: Vec<Cell>,
    /// The queue of cells at the current cost, and in `far` those that cost one more.
    near: Vec<Cell>,
    far: Vec<Cell>,
    /// The obstacles that the search met, in layers of equal cost, and in `layers` the start of
    /// each layer.
    met: Vec<Rect>,
    layers: Vec<usize>,
    /// Whether props may share cells.
    shares: bool,
    /// For each cell of the room, in row-major order, the cell it is reached from; empty until the
    /// budget is spent.
    before: Vec<u32>,
    width: i32,
    /// Cells visited by searches, and in `budget` how many may be before one search serves all
    /// goals.
    looked_at: u64,
    budget: u64,
    /// Counted steps: words, cells, and stamps tested for obstacles. `flooded` counts the words
    /// flooded.
    pub(super) counted_work: u64,
    pub(super) flooded: u64,
}

/// The budget of searches in visited cells, for each cell of the room. Rooms of the built-in
/// presets use less than 3. Large rooms full of obstacles rarely use more: it takes hundreds of
/// goals beside the same hall.
const WORK_PER_CELL: u64 = 32;

/// Marks a cell without a predecessor.
const NONE: u32 = u32::MAX;

impl<S: CellSet> Walkways<S> {
    /// Floods the room from its entrance, which is free.
    ///
    /// Returns whether no walkway is needed: all free cells are reachable, and props share no
    /// cells.
    pub(super) fn begin(&mut self, floor: &S, obstacles: &S, entrance: Rect, shares: bool) -> bool {
        self.shares = shares;
        self.counted_work += 4 * floor.words();
        self.unreached.assign(floor);
        self.unreached.subtract(obstacles);
        if !shares && self.unreached.is_known_connected() && self.unreached.intersects_rect(entrance) {
            return true;
        }
        self.reached.assign(floor);
        self.reached.subtract(floor);
        self.reached.insert_rect(entrance);
        self.flooded += self.reached.flood(&self.unreached, &mut self.work);
        self.counted_work += 4 * floor.words();
        self.unreached.subtract(&self.reached);
        if self.unreached.is_empty() && !shares {
            return true;
        }
        self.floor.assign(floor);
        self.obstacles.assign(obstacles);
        self.seen.assign(floor);
        self.seen.subtract(floor);
        self.counted_work += 4 * floor.words();
        self.before.clear();
        (self.looked_at, self.budget) = (0, WORK_PER_CELL * u64::from(floor.count_cells()));
        false
    }

    /// Removes the reachable cells from a set of props' top left cells.
    pub(super) fn keep_unreached(&self, origins: &mut S) {
        origins.subtract(&self.reached);
    }

    /// Makes a prop that blocks nothing reachable: one of its cells, or a cell beside it if it is
    /// above the floor.
    pub(super) fn reach_prop(
        &mut self,
        footprint: Rect,
        elevation: Metres,
        stamps: &mut [FormationProps<S>],
        remove: &mut impl FnMut(Rect),
    ) {
        if elevation > Metres::default() && self.touches_reached(footprint) {
            return;
        }
        self.reach(footprint, stamps, remove);
    }

    /// Makes a cell of `goal` reachable, and calls `remove` with each prop removed for it.
    pub(super) fn reach(&mut self, goal: Rect, stamps: &mut [FormationProps<S>], remove: &mut impl FnMut(Rect)) {
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
                // It was removed with one of the previous layer, and the route continues from
                // there.
                continue;
            }
            // Some obstacle of the layer touches it, since the route from the previous layer leads
            // through one.
            let Some(prop) = touching.min_by_key(|prop| (prop.top(), prop.left())) else { continue };
            if self.shares {
                self.remove_pile(prop, stamps, remove);
            } else {
                self.remove_obstacle(prop, stamps, remove);
                self.spread(prop);
            }
        }
        debug_assert!(self.reached.intersects_rect(goal), "a way was opened");
    }

    /// Removes an obstacle that shares its cells with none.
    fn remove_obstacle(&mut self, prop: Rect, stamps: &mut [FormationProps<S>], remove: &mut impl FnMut(Rect)) {
        self.counted_work += stamps.len() as u64;
        forget(prop, stamps);
        remove(prop);
        self.obstacles.remove_rect(prop);
    }

    /// Removes an obstacle with its pile, and returns the pile.
    fn remove_whole_pile(
        &mut self,
        prop: Rect,
        stamps: &mut [FormationProps<S>],
        remove: &mut impl FnMut(Rect),
    ) -> Vec<RemovedProp> {
        let pile = pile(prop, stamps, &mut self.counted_work);
        for fallen in &pile {
            remove(fallen.cells);
            if fallen.is_obstacle {
                self.obstacles.remove_rect(fallen.cells);
            }
        }
        pile
    }

    /// Removes an obstacle with its pile, and extends the reached area into the freed cells beside
    /// it.
    fn remove_pile(&mut self, prop: Rect, stamps: &mut [FormationProps<S>], remove: &mut impl FnMut(Rect)) {
        let pile = self.remove_whole_pile(prop, stamps, remove);
        for fallen in pile.iter().filter(|fallen| fallen.is_obstacle) {
            if self.touches_reached(fallen.cells) {
                self.spread(fallen.cells);
            }
        }
    }

    /// Searches from `goal` layer by layer until a layer has an obstacle beside the reached area.
    ///
    /// Records the obstacles met in `met`, grouped by `layers`.
    fn search(&mut self, goal: Rect, stamps: &[FormationProps<S>]) {
        self.met.clear();
        self.layers.clear();
        self.near.clear();
        self.far.clear();
        self.layers.push(0);
        for cell in goal.cells() {
            self.visit(cell, stamps);
        }
        loop {
            // Visits every free cell at this cost, and collects the obstacles that cost one more.
            while let Some(cell) = self.near.pop() {
                for neighbour in cell.neighbours() {
                    self.visit(neighbour, stamps);
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
        // Each cell has four neighbours. Each obstacle is tested up to three times against the
        // reached area.
        self.counted_work += 4 * self.trail.len() as u64 + 3 * self.met.len() as u64;
        for cell in self.trail.drain(..) {
            self.seen.remove(cell.x, cell.y);
        }
    }

    /// Visits a cell, if it is floor and new. An obstacle is visited as a whole.
    fn visit(&mut self, cell: Cell, stamps: &[FormationProps<S>]) {
        if !self.floor.contains(cell.x, cell.y) || self.seen.contains(cell.x, cell.y) {
            return;
        }
        if !self.obstacles.contains(cell.x, cell.y) {
            self.see(cell);
            self.near.push(cell);
            return;
        }
        self.counted_work += stamps.len() as u64;
        let Some(prop) = obstacle_at(cell, stamps) else { return };
        self.met.push(prop);
        for cell in prop.cells() {
            self.see(cell);
            self.far.push(cell);
        }
    }

    /// Joins a goal to the reached area along the routes of the single search for all goals.
    #[cold]
    fn reach_by_tree(&mut self, goal: Rect, stamps: &mut [FormationProps<S>], remove: &mut impl FnMut(Rect)) {
        if self.before.is_empty() {
            self.grow_tree(stamps);
        }
        let mut here = Cell::new(goal.left(), goal.top());
        while !self.reached.contains(here.x, here.y) {
            self.counted_work += 1;
            if self.obstacles.contains(here.x, here.y) {
                self.counted_work += stamps.len() as u64;
                let Some(prop) = obstacle_at(here, stamps) else { break };
                if self.shares {
                    self.remove_whole_pile(prop, stamps, remove);
                } else {
                    self.remove_obstacle(prop, stamps, remove);
                }
            }
            let before = self.before.get(self.position(here)).copied().filter(|&before| before != NONE);
            let Some(before) = before else { break };
            here = Cell::new(before as i32 % self.width, before as i32 / self.width);
        }
        debug_assert!(self.reached.contains(here.x, here.y), "a way was opened");
        // The whole route is free now; each removed prop covered a part of it.
        self.spread(Rect::from_cell(Cell::new(goal.left(), goal.top())));
    }

    /// Searches the whole room from the reached area, in layers of equal cost, and records
    /// predecessors in `before`.
    fn grow_tree(&mut self, stamps: &[FormationProps<S>]) {
        let (mut width, mut height) = (0, 0);
        self.floor.for_each(|x, y| (width, height) = (width.max(x + 1), height.max(y + 1)));
        self.width = width;
        self.before.resize((width * height) as usize, NONE);
        self.counted_work += 2 * u64::from(self.floor.count_cells());
        self.near.clear();
        self.far.clear();
        let (near, before) = (&mut self.near, &mut self.before);
        self.reached.for_each(|x, y| {
            near.push(Cell::new(x, y));
            before[(y * width + x) as usize] = (y * width + x) as u32;
        });
        loop {
            while let Some(cell) = self.near.pop() {
                self.counted_work += 4;
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
                    self.counted_work += stamps.len() as u64;
                    let Some(prop) = obstacle_at(next, stamps) else { continue };
                    // Once the prop is removed, all its cells are reachable from the cell where it
                    // was entered.
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

    /// The row-major index of a cell.
    fn position(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    /// Exhausts the budget of the searches.
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

    /// Extends the reached area from freed cells beside it. Visits every cell of a room at most
    /// once.
    fn spread(&mut self, freed: Rect) {
        self.near.clear();
        for cell in freed.cells() {
            self.reached.insert(cell.x, cell.y);
            self.near.push(cell);
        }
        while let Some(cell) = self.near.pop() {
            self.counted_work += 4;
            for Cell { x, y } in cell.neighbours() {
                if self.floor.contains(x, y) && !self.obstacles.contains(x, y) && !self.reached.contains(x, y) {
                    self.reached.insert(x, y);
                    self.near.push(Cell::new(x, y));
                }
            }
        }
    }
}

/// Two rectangles that cover a rectangle and the cells that share an edge with it.
fn beside(rect: Rect) -> impl Iterator<Item = Rect> {
    let (x, y, width, height) = (rect.left(), rect.top(), rect.width(), rect.height());
    [Rect::of(x - 1, y, width + 2, height), Rect::of(x, y - 1, width, height + 2)].into_iter()
}

/// The obstacle that covers a cell. Cost: the rows of a footprint for each stamp.
fn obstacle_at<S: CellSet>(cell: Cell, stamps: &[FormationProps<S>]) -> Option<Rect> {
    stamps.iter().filter(|stamp| stamp.is_obstacle).find_map(|stamp| {
        let origins = Rect::of(cell.x - stamp.width + 1, cell.y - stamp.height + 1, stamp.width, stamp.height);
        // Tests whole words first, since most stamps have nothing there.
        if !stamp.origins.intersects_rect(origins) {
            return None;
        }
        let origin = origins.cells().find(|origin| stamp.origins.contains(origin.x, origin.y))?;
        Some(Rect::of(origin.x, origin.y, stamp.width, stamp.height))
    })
}

/// Removes an obstacle from the stamp that placed it.
fn forget<S: CellSet>(prop: Rect, stamps: &mut [FormationProps<S>]) {
    let (x, y) = (prop.left(), prop.top());
    let placed_it = |stamp: &&mut FormationProps<S>| stamp.is_obstacle && stamp.origins.contains(x, y);
    if let Some(stamp) = stamps.iter_mut().find(placed_it) {
        stamp.origins.remove(x, y);
    }
}

/// A prop removed with a pile.
struct RemovedProp {
    cells: Rect,
    top: i32,
    is_obstacle: bool,
}

/// Removes an obstacle with its pile, and calls `remove` with each prop and whether it was an
/// obstacle.
///
/// Adds the stamps tested to `work`.
pub(super) fn remove_pile<S: CellSet>(
    prop: Rect,
    stamps: &mut [FormationProps<S>],
    remove: &mut impl FnMut(Rect, bool),
    work: &mut u64,
) {
    pile(prop, stamps, work).iter().for_each(|fallen| remove(fallen.cells, fallen.is_obstacle));
}

/// Removes an obstacle from its stamp, with everything that cannot stay without it.
///
/// That is, repeatedly, obstacles that share a cell with a removed obstacle, and props that share a
/// cell with a removed prop and whose bottom is its top. Returns them in order of removal. Cost:
/// for each of them every stamp, and the cells around its footprint where a stamp has props. Adds
/// the steps to `work`.
fn pile<S: CellSet>(prop: Rect, stamps: &mut [FormationProps<S>], work: &mut u64) -> Vec<RemovedProp> {
    *work += stamps.len() as u64;
    let mut pile: Vec<RemovedProp> = Vec::new();
    let placed_it = |stamp: &&mut FormationProps<S>| {
        let is_as_large = (stamp.width, stamp.height) == (prop.width(), prop.height());
        stamp.is_obstacle && is_as_large && stamp.origins.contains(prop.left(), prop.top())
    };
    if let Some(stamp) = stamps.iter_mut().find(placed_it) {
        stamp.origins.remove(prop.left(), prop.top());
        pile.push(RemovedProp { cells: prop, top: stamp.interval.top, is_obstacle: true });
    }
    let mut visited = 0;
    while let Some(&RemovedProp { cells, top, is_obstacle }) = pile.get(visited) {
        visited += 1;
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
                    pile.push(RemovedProp { cells, top: stamp.interval.top, is_obstacle: stamp.is_obstacle });
                }
            }
        }
    }
    pile
}
