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

/// An unused leaf that meets the second one of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    /// Which of the steps that were looked at, counted from 1: the last one for which this holds.
    step: u32,
    /// The wall between the two leaves.
    wall: u32,
}

/// All neighbours count until so many looks were taken for each wall of the level. Those of the built-in presets take up to 5; each step beside
/// a leaf with a thousand neighbours takes a thousand.
const LOOKS: u64 = 256;

/// And so many besides, so that small levels are searched for certain.
const FREE_LOOKS: u64 = 1 << 16;

/// From then on, of each leaf so many neighbours count, so that a step takes at most 80 looks.
const FEW: usize = 8;

impl Route {
    /// Lengthens the path to `target` rooms, or as far as detours by one or two leaves go. Every step is looked at once,
    /// those of the path as it was in random order, those that replace them after them in their own. Cost: linear in the leaves, since most have
    /// few neighbours; where steps lead round leaves with very many, a budget is spent, and from then on only so many neighbours of each leaf count.
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
        let budget = LOOKS * adjacency.walls.len() as u64 + FREE_LOOKS;
        let mut looks = 0u64;
        self.beside.clear();
        self.beside.resize(self.uses.len(), Beside::default());
        self.free.clear();
        self.free.extend(self.uses.iter().map(|part| *part == Use::Rock));
        while rooms < target && looked_at < order.len() {
            let number = order[looked_at];
            looked_at += 1;
            let step = self.steps[number as usize];
            let longest = (target - rooms).min(2) as usize;
            let [from, to] = step.leaves;
            // Most steps have no way round, so that it is quicker to mark the unused leaves that meet the second one than to look for them.
            let (free, beside) = (&self.free[..], &mut self.beside[..]);
            let (mut straight, mut is_beside) = (NONE, false);
            let most = if looks < budget { usize::MAX } else { FEW };
            let neighbours = first(adjacency, to, most);
            looks += neighbours.len() as u64;
            for &Neighbour { wall, leaf } in neighbours {
                if leaf == from {
                    straight = wall;
                } else if free[leaf as usize] {
                    beside[leaf as usize] = Beside { step: looked_at as u32, wall };
                    is_beside = true;
                }
            }
            if !is_beside {
                continue;
            }
            let meets = |leaf: u32| beside[leaf as usize].step == looked_at as u32;
            let Some(detour) = detour(free, |leaf| first(adjacency, leaf, most), from, meets, longest, &mut looks)
            else {
                continue;
            };
            if straight == NONE {
                // It may not be among the few that count.
                looks += adjacency.neighbours(from).len().min(adjacency.neighbours(to).len()) as u64;
                straight = adjacency.wall_between_either(from, to).unwrap_or(NONE);
            }
            if let Some(joined) = self.joined.get_mut(straight as usize) {
                *joined = false;
            }
            // The step becomes the detour's first, the others are new and follow it.
            let (mut at, mut from) = (number, from);
            for &Neighbour { wall, leaf: by } in detour.iter().flatten() {
                let next = self.steps.len() as u32;
                self.steps[at as usize] = Step { leaves: [from, by], next };
                self.joined[wall as usize] = true;
                self.uses[by as usize] = Use::Path(0);
                self.free[by as usize] = false;
                self.steps.push(Step { leaves: [by, to], next: step.next });
                order.push(at);
                (at, from) = (next, by);
                rooms += 1;
            }
            // The last one that goes round meets the second leaf.
            self.joined[self.beside[from as usize].wall as usize] = true;
            order.push(at);
        }
        self.order = order;
        self.work.stretch += looks + 2 * self.uses.len() as u64;
        self.path.truncate(1);
        let mut number = if self.steps.is_empty() { NONE } else { 0 };
        while let Some(step) = self.steps.get(number as usize) {
            self.path.push(step.leaves[1]);
            number = step.next;
        }
        self.number_path();
    }
}

/// The first neighbours of a leaf, `most` of them.
#[inline]
fn first(adjacency: &Adjacency, leaf: u32, most: usize) -> &[Neighbour] {
    let all = adjacency.neighbours(leaf);
    &all[..all.len().min(most)]
}

/// One leaf beside `from` that is unused and `meets` the leaf after it, else, if `longest` is two, two unused ones that make a way from
/// the one to the other; each with the wall that leads to it.
#[inline]
fn detour<'level>(
    free: &[bool],
    neighbours: impl Fn(u32) -> &'level [Neighbour],
    from: u32,
    meets: impl Fn(u32) -> bool,
    longest: usize,
    looks: &mut u64,
) -> Option<[Option<Neighbour>; 2]> {
    let beside = neighbours(from);
    *looks += beside.len() as u64;
    if let Some(&by) = beside.iter().find(|by| meets(by.leaf)) {
        return Some([Some(by), None]);
    }
    if longest < 2 {
        return None;
    }
    beside.iter().filter(|first| free[first.leaf as usize]).find_map(|&first| {
        let beyond = neighbours(first.leaf);
        *looks += beyond.len() as u64;
        let &second = beyond.iter().find(|by| meets(by.leaf))?;
        Some([Some(first), Some(second)])
    })
}
