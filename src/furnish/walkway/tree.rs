//! The single search that serves all remaining goals once the budget of searches is spent.

use super::{
    super::props::FormationProps,
    area::{NONE, Walkways},
    pile::obstacle_at,
};
use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
};

impl<S: CellSet> Walkways<S> {
    /// Joins a goal to the reached area along the routes of the tree.
    #[cold]
    pub(super) fn reach_by_tree(
        &mut self,
        goal: Rect,
        props: &mut [FormationProps<S>],
        on_removal: &mut impl FnMut(Rect),
    ) {
        if self.tree.before.is_empty() {
            self.grow_tree(props);
        }
        let start = goal.top_left();
        let mut here = start;
        while !self.reached.contains(here.x, here.y) {
            self.work += 1;
            if self.obstacles.contains(here.x, here.y) {
                self.work += props.len() as u64;
                let Some(prop) = obstacle_at(here, props) else { break };
                self.remove(prop, props, on_removal);
            }
            let Some(before) = self.tree.before(here) else { break };
            here = before;
        }
        debug_assert!(self.reached.contains(here.x, here.y), "a way was opened");
        // The whole route is free now; each removed prop covered a part of it.
        self.spread(Rect::from_cell(start));
    }

    /// Searches the whole room from the reached area, in layers of equal cost, and records
    /// predecessors.
    fn grow_tree(&mut self, props: &[FormationProps<S>]) {
        let Self { floor, obstacles, tree, near, far, work, .. } = self;
        let (mut width, mut height) = (0, 0);
        floor.for_each(|x, y| (width, height) = (width.max(x + 1), height.max(y + 1)));
        tree.width = width;
        tree.before.resize((width * height) as usize, NONE);
        *work += 2 * u64::from(floor.count_cells());
        near.clear();
        far.clear();
        self.reached.for_each(|x, y| {
            near.push(Cell::new(x, y));
            let position = tree.position(Cell::new(x, y));
            tree.before[position] = position as u32;
        });
        loop {
            while let Some(cell) = near.pop() {
                *work += 4;
                let from = tree.position(cell) as u32;
                for next in cell.neighbours() {
                    let position = tree.position(next);
                    if !floor.contains(next.x, next.y) || tree.before[position] != NONE {
                        continue;
                    }
                    if !obstacles.contains(next.x, next.y) {
                        tree.before[position] = from;
                        near.push(next);
                        continue;
                    }
                    *work += props.len() as u64;
                    let Some(prop) = obstacle_at(next, props) else { continue };
                    // Once the prop is removed, all its cells are reachable from the cell where it
                    // was entered.
                    for cell in prop.cells() {
                        let position = tree.position(cell);
                        if tree.before[position] == NONE {
                            tree.before[position] = from;
                            far.push(cell);
                        }
                    }
                }
            }
            if far.is_empty() {
                break;
            }
            std::mem::swap(near, far);
        }
    }
}
