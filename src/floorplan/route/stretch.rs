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
    next: u32,
}

impl Route {
    /// Lengthens the path to `target` rooms, or as far as detours by one or two leaves go. Every step is looked at once,
    /// those of the path as it was in random order, those that replace them after them in their own. Cost: linear in the leaves, times the
    /// square of the number of a leaf's neighbours.
    pub(super) fn stretch(&mut self, adjacency: &Adjacency, target: u32, draw: &mut impl Draw) {
        self.steps.clear();
        for (number, pair) in (1..).zip(self.path.windows(2)) {
            self.steps.push(Step { leaves: [pair[0], pair[1]], next: number });
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
        self.seen.clear();
        self.seen.resize(self.uses.len(), NONE);
        while rooms < target && looked_at < order.len() {
            let number = order[looked_at];
            looked_at += 1;
            let step = self.steps[number as usize];
            let longest = (target - rooms).min(2) as usize;
            let [from, to] = step.leaves;
            // Most steps have no way round, so that it is quicker to mark what meets the second leaf than to look for it.
            let seen = &mut self.seen[..];
            adjacency.neighbours(to).iter().for_each(|beside| seen[beside.leaf as usize] = looked_at as u32);
            let meets = |leaf: u32| seen[leaf as usize] == looked_at as u32;
            let Some(detour) = detour(&self.uses, adjacency, from, meets, longest) else { continue };
            if let Some(wall) = adjacency.wall_between(from, to) {
                self.joined[wall as usize] = false;
            }
            // The step becomes the detour's first, the others are new and follow it.
            let (mut at, mut from) = (number, from);
            for &Neighbour { wall, leaf: by } in detour.iter().flatten() {
                let next = self.steps.len() as u32;
                self.steps[at as usize] = Step { leaves: [from, by], next };
                self.joined[wall as usize] = true;
                self.uses[by as usize] = Use::Path(0);
                self.steps.push(Step { leaves: [by, to], next: step.next });
                order.push(at);
                (at, from) = (next, by);
                rooms += 1;
            }
            if let Some(last) = adjacency.wall_between(from, to) {
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
}

/// One unused leaf beside `from` that `meets` the leaf after it, else, if `longest` is two, two of them that make a way from the
/// one to the other; each with the wall that leads to it.
#[inline]
fn detour(
    uses: &[Use],
    adjacency: &Adjacency,
    from: u32,
    meets: impl Fn(u32) -> bool,
    longest: usize,
) -> Option<[Option<Neighbour>; 2]> {
    // Fewer leaves meet the next one than are unused.
    let is_way = |by: &Neighbour| meets(by.leaf) && uses[by.leaf as usize] == Use::Rock;
    let beside = adjacency.neighbours(from);
    if let Some(&by) = beside.iter().find(|by| is_way(by)) {
        return Some([Some(by), None]);
    }
    if longest < 2 {
        return None;
    }
    beside.iter().filter(|first| uses[first.leaf as usize] == Use::Rock).find_map(|&first| {
        let &second = adjacency.neighbours(first.leaf).iter().find(|by| is_way(by))?;
        Some([Some(first), Some(second)])
    })
}
