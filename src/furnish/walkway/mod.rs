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

mod area;
mod pile;
mod search;
mod tree;

use super::props::FormationProps;
use crate::{geom::Rect, grid::CellSet, model::Metres};
pub(super) use area::Walkways;
pub(super) use pile::remove_pile;
use pile::{RemovedProp, remove_alone};

/// The cells that all searches of a room together may visit, for each cell of the room. Rooms of
/// the built-in presets use less than 3. Large rooms full of obstacles rarely use more: it takes
/// hundreds of goals beside the same hall.
const WORK_PER_CELL: u64 = 32;

impl<S: CellSet> Walkways<S> {
    /// Floods the room from its entrance, which is free.
    ///
    /// Returns whether no walkway is needed: all free cells are reachable, and props share no
    /// cells.
    pub(super) fn begin(&mut self, floor: &S, obstacles: &S, entrance: Rect, has_stacks: bool) -> bool {
        self.unreached.assign(floor);
        self.unreached.subtract(obstacles);
        if !has_stacks && self.unreached.is_known_connected() && self.unreached.intersects_rect(entrance) {
            return true;
        }
        self.start(floor, obstacles, entrance, has_stacks);
        self.unreached.is_empty() && !has_stacks
    }

    /// As [`Walkways::begin`], where a walkway is needed in any case.
    pub(super) fn start(&mut self, floor: &S, obstacles: &S, entrance: Rect, has_stacks: bool) {
        (self.has_stacks, self.has_required) = (has_stacks, false);
        self.unreached.assign(floor);
        self.unreached.subtract(obstacles);
        self.reached.assign(floor);
        self.reached.subtract(floor);
        self.reached.insert_rect(entrance);
        self.work += self.reached.flood(&self.unreached, &mut self.flood_buffer);
        self.free.assign(&self.unreached);
        self.unreached.subtract(&self.reached);
        self.floor.assign(floor);
        self.obstacles.assign(obstacles);
        self.search.left.assign(floor);
        self.tree.clear();
        (self.visited, self.budget) = (0, WORK_PER_CELL * u64::from(floor.count_cells()));
    }

    /// Spares the required obstacles among these, where there is a way without them. Call it after
    /// [`Walkways::begin`].
    #[cold]
    pub(super) fn spare_required(&mut self, props: &[FormationProps<S>], scratch: &mut S) {
        self.required.assign(&self.floor);
        self.required.subtract(&self.floor);
        for required in props.iter().filter(|props| props.is_required && props.is_obstacle) {
            self.required.unite(required.cells_of(&required.origins, scratch));
        }
        self.has_required = !self.required.is_empty();
    }

    /// Makes a prop that blocks nothing reachable: one of its cells, or a cell beside it if it is
    /// above the floor.
    pub(super) fn reach_prop(
        &mut self,
        footprint: Rect,
        elevation: Metres,
        props: &mut [FormationProps<S>],
        on_removal: &mut impl FnMut(Rect),
    ) {
        if elevation > Metres::default() && self.touches_reached(footprint) {
            return;
        }
        self.reach(footprint, props, on_removal);
    }

    /// Makes a cell of `goal` reachable, and calls `on_removal` with each prop removed for it.
    pub(super) fn reach(&mut self, goal: Rect, props: &mut [FormationProps<S>], on_removal: &mut impl FnMut(Rect)) {
        if self.reached.intersects_rect(goal) {
            return;
        }
        if self.visited > self.budget {
            self.reach_by_tree(goal, props, on_removal);
            return;
        }
        if !(self.has_required && self.search(goal, props, true)) {
            self.search(goal, props, false);
        }
        for number in (0..self.search.layers()).rev() {
            let layer = self.search.layer(number).iter().copied();
            let touching = layer.filter(|&prop| self.touches_reached(prop));
            if self.has_stacks && touching.clone().any(|prop| !self.obstacles.contains(prop.left(), prop.top())) {
                // An obstacle of this layer was removed with one of the previous layer, and the
                // route continues from there.
                continue;
            }
            // Some obstacle of the layer touches the reached area, since the route from the
            // previous layer leads through one.
            let Some(prop) = touching.min_by_key(|prop| (prop.top(), prop.left())) else { continue };
            self.remove(prop, props, on_removal);
            for index in 0..self.removed.len() {
                if self.touches_reached(self.removed[index]) {
                    self.spread(self.removed[index]);
                }
            }
        }
        debug_assert!(self.reached.intersects_rect(goal), "a way was opened");
    }

    /// Removes an obstacle, with its pile if props may share cells. Lists the obstacles among them
    /// in `removed`.
    pub(super) fn remove(&mut self, prop: Rect, props: &mut [FormationProps<S>], on_removal: &mut impl FnMut(Rect)) {
        self.removed.clear();
        if !self.has_stacks {
            self.work += props.len() as u64;
            remove_alone(prop, props);
            on_removal(prop);
            self.removed.push(prop);
        } else {
            for RemovedProp { cells, is_obstacle, .. } in remove_pile(prop, props, &mut self.work) {
                on_removal(cells);
                self.removed.extend(is_obstacle.then_some(cells));
            }
        }
        for &cells in &self.removed {
            self.obstacles.remove_rect(cells);
            self.free.insert_rect(cells);
        }
    }

    /// Exhausts the budget of the searches.
    #[cfg(test)]
    pub(super) fn exhaust_budget(&mut self) {
        self.visited = self.budget + 1;
    }

    pub(super) fn touches_reached(&self, prop: Rect) -> bool {
        if (prop.width(), prop.height()) == (1, 1) {
            return prop.top_left().neighbours().any(|cell| self.reached.contains(cell.x, cell.y));
        }
        beside(prop).any(|strip| self.reached.intersects_rect(strip))
    }

    /// Extends the reached area from freed cells beside it. Visits every cell of a room at most
    /// once.
    pub(super) fn spread(&mut self, freed: Rect) {
        self.work += self.reached.flood_rect(freed, &self.free, &mut self.flood_buffer);
    }
}

/// Two rectangles that cover a rectangle and the cells that share an edge with it.
fn beside(rect: Rect) -> impl Iterator<Item = Rect> {
    let (x, y, width, height) = (rect.left(), rect.top(), rect.width(), rect.height());
    [Rect::of(x - 1, y, width + 2, height), Rect::of(x, y - 1, width, height + 2)].into_iter()
}
