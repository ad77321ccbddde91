//! Stretching a path that has too few rooms.

use super::{NONE, Route, Use};
use crate::{
    floorplan::adjacency::{Adjacency, Neighbour},
    rng::Draw,
};

/// A step of the path that is being stretched: from leaf to leaf, and where the step after it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    leaves: [u32; 2],
    wall: u32,
    next: u32,
}

impl Route {
    /// Lengthens the path to `target` rooms, or as far as detours by one or two leaves go. Every step is looked at once,
    /// those of the path as it was in random order, those that replace them after them in their own. Cost: linear in the leaves, times the
    /// square of the number of a leaf's neighbours.
    pub(super) fn stretch(&mut self, adjacency: &Adjacency, target: u32, draw: &mut impl Draw) {
        self.steps.clear();
        for (number, pair) in (1..).zip(self.path.windows(2)) {
            let wall = adjacency.wall_between(pair[0], pair[1]).unwrap_or(NONE);
            self.steps.push(Step { leaves: [pair[0], pair[1]], wall, next: number });
        }
        if let Some(last) = self.steps.last_mut() {
            last.next = NONE;
        }
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..self.steps.len() as u32);
        draw.shuffle(&mut order);
        let mut rooms = self.path.len() as u32;
        let mut looked_at = 0;
        while rooms < target && looked_at < order.len() {
            let number = order[looked_at];
            looked_at += 1;
            let step = self.steps[number as usize];
            let longest = (target - rooms).min(2) as usize;
            let Some(detour) = self.detour(adjacency, step.leaves, longest) else { continue };
            self.joined[step.wall as usize] = false;
            // The step becomes the detour's first, the others are new and follow it.
            let (mut at, mut from) = (number, step.leaves[0]);
            for &Neighbour { wall, leaf: by } in detour.iter().flatten() {
                let next = self.steps.len() as u32;
                self.steps[at as usize] = Step { leaves: [from, by], wall, next };
                self.joined[wall as usize] = true;
                self.uses[by as usize] = Use::Path(0);
                self.steps.push(Step { leaves: [by, step.leaves[1]], wall: NONE, next: step.next });
                order.push(at);
                (at, from) = (next, by);
                rooms += 1;
            }
            if let Some(last) = adjacency.wall_between(from, step.leaves[1]) {
                self.steps[at as usize].wall = last;
                self.joined[last as usize] = true;
            }
            order.push(at);
        }
        self.order = order;
        self.path.truncate(1);
        let mut number = if self.steps.is_empty() { NONE } else { 0 };
        while let Some(step) = self.steps.get(number as usize) {
            self.path.push(step.leaves[1]);
            number = step.next;
        }
        self.number_path();
    }

    /// One unused leaf that touches both of two neighbours, else, if `longest` is two, two of them that make a way from the
    /// one to the other; each with the wall that leads to it.
    fn detour(&self, adjacency: &Adjacency, [from, to]: [u32; 2], longest: usize) -> Option<[Option<Neighbour>; 2]> {
        let unused = |leaf: u32| self.unused(adjacency, leaf);
        let meets = |leaf: u32| adjacency.wall_between(leaf, to).is_some();
        if let Some(by) = unused(from).find(|by| meets(by.leaf)) {
            return Some([Some(by), None]);
        }
        if longest < 2 {
            return None;
        }
        unused(from).find_map(|first| {
            let second = unused(first.leaf).find(|by| meets(by.leaf))?;
            Some([Some(first), Some(second)])
        })
    }
}
