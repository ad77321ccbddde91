//! The route: which leaves become rooms, and through which walls they are joined.
//!
//! A start leaf by rule; shortest paths to all others under random weights; an end leaf whose path has a number of rooms that
//! is wanted. Where none has as many, the longest path is stretched: a step from one room to the next becomes two or three, by
//! way of unused leaves, until the number is reached or no such leaves are left. Then bonus rooms are hung on the path.

use super::adjacency::{Adjacency, Neighbour};
use crate::{
    geom::{Rect, Size},
    preset::{Bonus, Path, PathRooms, StartRule},
    rng::Draw,
};

/// The weight of a wall under no wander. Small, since each unit of distance is a bucket to look into; not 1, so that a little
/// wander makes a little difference.
const WEIGHT: u32 = 4;
/// The largest random part of a weight, under full wander: seven plain steps, beyond which paths hardly change.
const WANDER: f32 = 28.0;
/// Walls weigh at most this, so that a ring of one more bucket sorts all distances in use (Dial, "Algorithm 360", 1969).
const BUCKETS: usize = WEIGHT as usize + WANDER as usize + 1;

/// No leaf, no wall.
const NONE: u32 = u32::MAX;

/// What a leaf is on the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// It stays rock.
    Rock,
    /// It is so many steps down the main path.
    Path(u32),
    /// It hangs on another leaf, so many passages from it on the path.
    Bonus {
        /// The leaf it hangs on.
        host: u32,
        /// The leaf on the path that the chain hangs on.
        root: u32,
        /// How many passages down the chain.
        chain: u32,
    },
}

/// The route through the leaves, and the memory to find it.
///
/// Guarantees: consecutive leaves of the path share a wall of `joined`, a bonus leaf shares one with its host, and no leaf is
/// used twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Route {
    /// The leaves of the main path, from start to end.
    pub(crate) path: Vec<u32>,
    /// For each leaf.
    pub(crate) uses: Vec<Use>,
    /// For each wall, whether there is to be a passage through it.
    pub(crate) joined: Vec<bool>,
    /// Rooms of the main path that were wanted at the least.
    pub(crate) wanted_path: u32,
    /// How many bonus leaves there are.
    pub(crate) bonus_rooms: u32,
    weights: Vec<u8>,
    reached: Vec<Reached>,
    buckets: Vec<Vec<u32>>,
    steps: Vec<Step>,
    order: Vec<u32>,
    hosts: Vec<u32>,
}

/// How a leaf is reached from the start.
#[derive(Clone, Copy, Debug)]
struct Reached {
    distance: u32,
    /// The wall to the leaf before it, and that leaf.
    wall: u32,
    before: u32,
    /// The number of rooms on the path to it, both ends counted.
    rooms: u32,
}

/// A step of the path that is being stretched: from leaf to leaf, and where the step after it is.
#[derive(Clone, Copy, Debug)]
struct Step {
    leaves: [u32; 2],
    wall: u32,
    next: u32,
}

impl Route {
    /// Chooses the main path; keeps the memory of the one before. Cost: linear in the leaves.
    pub(crate) fn find_path(
        &mut self,
        size: Size,
        leaves: &[Rect],
        adjacency: &Adjacency,
        start: StartRule,
        rules: &Path,
        draw: &mut impl Draw,
    ) {
        let (least, most) = wanted_rooms(rules.rooms, leaves.len() as u32);
        self.wanted_path = least;
        self.uses.clear();
        self.uses.resize(leaves.len(), Use::Rock);
        self.joined.clear();
        self.joined.resize(adjacency.walls.len(), false);
        let random = (rules.wander * WANDER) as u32 + 1;
        self.weights.clear();
        self.weights.extend(adjacency.walls.iter().map(|_| (WEIGHT + draw.below(random)) as u8));
        let start = choose_start(size, leaves, start, draw);
        self.reach_all(adjacency, start, most);
        let end = self.choose_end(least, most, draw);
        self.trace_back(start, end);
        if (self.path.len() as u32) < least {
            let target = least + draw.below(most - least + 1);
            self.stretch(adjacency, target, draw);
        }
    }

    /// Shortest paths from `start`, along paths of up to `most` rooms: Dijkstra's algorithm with Dial's ring of buckets.
    fn reach_all(&mut self, adjacency: &Adjacency, start: u32, most: u32) {
        self.reached.clear();
        self.reached.resize(self.uses.len(), Reached { distance: NONE, wall: NONE, before: NONE, rooms: 0 });
        self.buckets.resize(BUCKETS, Vec::new());
        self.reached[start as usize] = Reached { distance: 0, wall: NONE, before: NONE, rooms: 1 };
        self.buckets[0].push(start);
        let (mut distance, mut waiting) = (0, 1);
        while waiting > 0 {
            let mut bucket = std::mem::take(&mut self.buckets[distance as usize % BUCKETS]);
            for here_is in bucket.drain(..) {
                waiting -= 1;
                let here = self.reached[here_is as usize];
                // A leaf that was reached by a shorter way later waits twice; and no path goes on beyond `most` rooms.
                if here.distance != distance || here.rooms >= most {
                    continue;
                }
                for &Neighbour { wall, leaf } in adjacency.neighbours(here_is) {
                    let farther = distance + u32::from(self.weights[wall as usize]);
                    let there = &mut self.reached[leaf as usize];
                    if farther < there.distance {
                        *there = Reached { distance: farther, wall, before: here_is, rooms: here.rooms + 1 };
                        self.buckets[farther as usize % BUCKETS].push(leaf);
                        waiting += 1;
                    }
                }
            }
            self.buckets[distance as usize % BUCKETS] = bucket;
            distance += 1;
        }
    }

    /// A leaf whose path has from `least` to `most` rooms, each equally likely; else the one with the most rooms.
    fn choose_end(&self, least: u32, most: u32, draw: &mut impl Draw) -> u32 {
        let candidates = || (0u32..).zip(&self.reached).filter(|(_, reached)| (least..=most).contains(&reached.rooms));
        let drawn = draw.below(candidates().count() as u32);
        if let Some((leaf, _)) = candidates().nth(drawn as usize) {
            return leaf;
        }
        let farthest = (0..).zip(&self.reached).max_by_key(|(_, reached)| reached.rooms);
        farthest.map_or(0, |(leaf, _)| leaf)
    }

    fn trace_back(&mut self, start: u32, end: u32) {
        self.path.clear();
        self.path.push(end);
        let mut leaf = end;
        while leaf != start {
            let Reached { wall, before, .. } = self.reached[leaf as usize];
            self.joined[wall as usize] = true;
            leaf = before;
            self.path.push(leaf);
        }
        self.path.reverse();
        self.number_path();
    }

    fn number_path(&mut self) {
        for (number, &leaf) in (0..).zip(&self.path) {
            self.uses[leaf as usize] = Use::Path(number);
        }
    }

    /// Lengthens the path to `target` rooms, or as far as detours by one or two leaves go. Every step is looked at once,
    /// those of the path as it was in random order, those that replace them after them in their own.
    fn stretch(&mut self, adjacency: &Adjacency, target: u32, draw: &mut impl Draw) {
        self.steps.clear();
        for (number, pair) in (1..).zip(self.path.windows(2)) {
            let wall = self.reached[pair[1] as usize].wall;
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

    /// The neighbours of a leaf that are not used yet.
    fn unused(&self, adjacency: &Adjacency, leaf: u32) -> impl Iterator<Item = Neighbour> {
        adjacency.neighbours(leaf).iter().copied().filter(|neighbour| self.uses[neighbour.leaf as usize] == Use::Rock)
    }

    /// Hangs bonus rooms on the path: by chance where the rules allow a host, then, if there are fewer than wanted, wherever
    /// they do. Cost: linear in the leaves.
    pub(crate) fn hang_bonus_rooms(&mut self, adjacency: &Adjacency, rules: &Bonus, draw: &mut impl Draw) {
        self.bonus_rooms = 0;
        self.hosts.clear();
        self.hang(adjacency, rules, rules.chance, rules.rooms.1, draw);
        if self.bonus_rooms < rules.rooms.0 {
            self.hang(adjacency, rules, 1.0, rules.rooms.0, draw);
        }
    }

    /// One pass along the path, until there are `most` bonus rooms.
    fn hang(&mut self, adjacency: &Adjacency, rules: &Bonus, chance: f32, most: u32, draw: &mut impl Draw) {
        let earlier = std::mem::take(&mut self.hosts);
        let mut ahead = earlier.iter().copied().peekable();
        let mut behind: Option<u32> = None;
        for (number, root) in (0..).zip(self.path.clone()) {
            if ahead.next_if_eq(&number).is_some() {
                behind = Some(number);
                self.hosts.push(number);
                continue;
            }
            let far_enough = |host: Option<u32>| host.is_none_or(|host| host.abs_diff(number) > rules.spacing);
            if !far_enough(behind) || !far_enough(ahead.peek().copied()) {
                continue;
            }
            let mut host = root;
            for chain in 1..=rules.depth {
                if self.bonus_rooms == most {
                    break;
                }
                let Some(leaf) = self.hang_one(adjacency, host, chance, draw) else { break };
                self.uses[leaf as usize] = Use::Bonus { host, root, chain };
                host = leaf;
            }
            if host != root {
                behind = Some(number);
                self.hosts.push(number);
            }
        }
    }

    /// A leaf to hang on `host`, each unused neighbour equally likely; the chance is drawn only where there is one.
    fn hang_one(&mut self, adjacency: &Adjacency, host: u32, chance: f32, draw: &mut impl Draw) -> Option<u32> {
        let count = self.unused(adjacency, host).count() as u32;
        if count == 0 || !draw.chance(chance) {
            return None;
        }
        let Neighbour { wall, leaf } = self.unused(adjacency, host).nth(draw.below(count) as usize)?;
        self.joined[wall as usize] = true;
        self.bonus_rooms += 1;
        Some(leaf)
    }
}

/// The wanted number of rooms on the main path, least and most. A share of several leaves is at least two rooms, so that the
/// path has two ends.
fn wanted_rooms(rooms: PathRooms, leaves: u32) -> (u32, u32) {
    match rooms {
        PathRooms::Count(least, most) => (least, most),
        PathRooms::Share(least, most) => {
            let share = |share: f32| ((f64::from(share) * f64::from(leaves) + 0.5) as u32).clamp(leaves.min(2), leaves);
            (share(least), share(most))
        }
    }
}

/// A leaf that the rule allows, each equally likely.
fn choose_start(size: Size, leaves: &[Rect], rule: StartRule, draw: &mut impl Draw) -> u32 {
    let at_edge = |rect: &Rect| {
        rect.left() == 1 || rect.top() == 1 || rect.right() == size.width() - 1 || rect.bottom() == size.height() - 1
    };
    let allowed = || (0..).zip(leaves).filter(|(_, rect)| rule == StartRule::Anywhere || at_edge(rect));
    let drawn = draw.below(allowed().count() as u32);
    allowed().nth(drawn as usize).map_or(0, |(leaf, _)| leaf)
}
