//! The search of one goal for a cheapest route to the reached area.

use super::{
    super::props::FormationProps,
    area::{GoalSearch, Walkways},
    pile::obstacle_at,
};
use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
};

impl<S: CellSet> Walkways<S> {
    /// Searches from `goal` layer by layer until a layer has an obstacle beside the reached area.
    ///
    /// Enters no required obstacle if `spares`. Returns whether there is a way.
    pub(super) fn search(&mut self, goal: Rect, props: &[FormationProps<S>], spares: bool) -> bool {
        self.search.clear();
        self.near.clear();
        self.far.clear();
        for cell in goal.cells() {
            self.visit(cell, props, spares);
        }
        let is_found = loop {
            // Visits every free cell at this cost, and collects the obstacles that cost one more.
            while let Some(cell) = self.near.pop() {
                for neighbour in cell.neighbours() {
                    self.visit(neighbour, props, spares);
                }
            }
            let last = self.search.layer(self.search.layers() - 1);
            let is_done = last.iter().any(|&prop| self.touches_reached(prop));
            if is_done || self.far.is_empty() {
                break is_done;
            }
            self.search.layers.push(self.search.obstacles.len());
            std::mem::swap(&mut self.near, &mut self.far);
        };
        let GoalSearch { left, trail, obstacles, .. } = &mut self.search;
        self.visited += trail.len() as u64;
        // Each cell has four neighbours. Each obstacle is tested up to three times against the
        // reached area.
        self.work += 4 * trail.len() as u64 + 3 * obstacles.len() as u64;
        for cell in trail.drain(..) {
            left.insert(cell.x, cell.y);
        }
        is_found
    }

    /// Visits a cell, if it is floor and new. An obstacle is visited as a whole.
    fn visit(&mut self, cell: Cell, props: &[FormationProps<S>], spares: bool) {
        let GoalSearch { left, trail, obstacles, .. } = &mut self.search;
        if !left.contains(cell.x, cell.y) {
            return;
        }
        if spares && self.required.contains(cell.x, cell.y) {
            return;
        }
        let mut mark = |cell: Cell| {
            left.remove(cell.x, cell.y);
            trail.push(cell);
        };
        if !self.obstacles.contains(cell.x, cell.y) {
            mark(cell);
            self.near.push(cell);
            return;
        }
        self.work += props.len() as u64;
        let Some(prop) = obstacle_at(cell, props) else { return };
        obstacles.push(prop);
        for cell in prop.cells() {
            mark(cell);
            self.far.push(cell);
        }
    }
}
