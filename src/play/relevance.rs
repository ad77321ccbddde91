//! Which keys and locked passages can be part of a shortest play.
//!
//! Consumes the ground of a level; produces the keys and passages that remain. A locked passage
//! drops out if nothing that a player needs lies behind it and it is part of no way around; then
//! the keys of locks without passages drop out, and with them what was locked for their sake.

use super::ground::{Ground, Position};
use crate::{geom::Direction, level::Level};

/// The largest number of locked passages that are looked at.
const MAX_PASSAGES: usize = 256;

/// What can be part of a shortest play.
#[derive(Debug)]
pub(super) struct Relevant {
    /// Positions in `Level::keys`, ascending.
    pub(super) keys: Vec<u32>,
    /// Ids of locked passages, ascending.
    pub(super) passages: Vec<u32>,
}

/// Finds what can be part of a shortest play; `None` if there are too many locked passages.
///
/// Cost: linear in cells, plus regions for each pair of locked passages.
pub(super) fn relevant(level: &Level, ground: &Ground, ends: [Position; 2]) -> Option<Relevant> {
    let mut passages: Vec<u32> = ground.locked_doors().map(|door| door.passage).collect();
    passages.dedup();
    if passages.len() > MAX_PASSAGES {
        return None;
    }
    let regions = LockedRegions::new(ground, &passages);
    let mut keys: Vec<u32> = (0..).zip(&level.keys).map(|(id, _)| id).collect();
    loop {
        let locks = |id: &u32| level.passages.get(*id as usize).and_then(|passage| passage.lock);
        let is_opened = |lock: u8| passages.iter().any(|id| locks(id) == Some(lock));
        let in_level = |key: &u32| level.keys.get(*key as usize).filter(|key| is_opened(key.lock));
        keys.retain(|key| in_level(key).is_some_and(|key| ground.is_walkable(ground.position(key.cell))));
        let key_cells = keys.iter().filter_map(in_level).map(|key| ground.position(key.cell));
        let goals: Vec<usize> = key_cells.chain(ends).filter_map(|goal| regions.at(goal)).collect();
        let idle = passages.iter().position(|&passage| regions.is_idle(passage, &passages, &goals));
        match idle {
            Some(position) => drop(passages.remove(position)),
            None => return Some(Relevant { keys, passages }),
        }
    }
}

/// The parts of the ground that locked doors separate. The doors of a passage are a region too.
#[derive(Debug)]
struct LockedRegions {
    /// For each position, its region; `u32::MAX` for blocked ones.
    region: Vec<u32>,
    count: usize,
    /// For each locked passage: its id, its own region, and the regions beside its doors, once for
    /// each side of a door. A passage may join a region to itself, as a shorter way.
    beside: Vec<(u32, usize, Vec<usize>)>,
}

impl LockedRegions {
    fn new(ground: &Ground, passages: &[u32]) -> Self {
        let mut regions = Self { region: vec![u32::MAX; ground.len()], count: passages.len(), beside: Vec::new() };
        for door in ground.locked_doors() {
            let own = passages.iter().position(|&passage| passage == door.passage);
            regions.region[door.position] = own.map_or(u32::MAX, |own| own as u32);
        }
        for position in 0..ground.len() {
            if ground.is_walkable(position) && regions.region[position] == u32::MAX {
                regions.fill(ground, position);
            }
        }
        for (own, &passage) in passages.iter().enumerate() {
            let doors = ground.locked_doors().filter(|door| door.passage == passage);
            let sides = doors.flat_map(|door| Direction::ALL.map(|direction| (door, direction)));
            let mut beside: Vec<_> = sides
                .filter_map(|(door, side)| Some((door.number, side, regions.at(ground.beside(door.position, side))?)))
                .filter(|&(_, _, region)| region != own)
                .collect();
            beside.sort_unstable();
            beside.dedup();
            let beside = beside.into_iter().map(|(_, _, region)| region).collect();
            regions.beside.push((passage, own, beside));
        }
        regions
    }

    /// Gives all positions that are connected to one, whatever their direction, a new region.
    fn fill(&mut self, ground: &Ground, from: Position) {
        let number = self.count as u32;
        self.count += 1;
        self.region[from] = number;
        let mut stack = vec![from];
        while let Some(here) = stack.pop() {
            for &there in &ground.around(here) {
                if ground.is_walkable(there) && self.region[there] == u32::MAX {
                    self.region[there] = number;
                    stack.push(there);
                }
            }
        }
    }

    fn at(&self, position: Position) -> Option<usize> {
        self.region.get(position).filter(|&&region| region != u32::MAX).map(|&region| region as usize)
    }

    /// Whether no shortest play walks through a passage: at most one side of its doors is connected
    /// to a goal without it.
    fn is_idle(&self, passage: u32, passages: &[u32], goals: &[usize]) -> bool {
        let mut joined = DisjointSets::new(self.count);
        let mut subject = None;
        for (id, own, beside) in &self.beside {
            if *id == passage {
                subject = Some((own, beside));
            } else if passages.contains(id) {
                beside.iter().for_each(|&region| joined.join(*own, region));
            }
        }
        let Some((own, beside)) = subject else { return true };
        let mut has_goal = vec![false; self.count];
        goals.iter().for_each(|&goal| has_goal[joined.find(goal)] = true);
        !has_goal[joined.find(*own)] && beside.iter().filter(|&&region| has_goal[joined.find(region)]).count() < 2
    }
}

/// Sets of numbers that are joined (union by path halving).
#[derive(Debug)]
struct DisjointSets(Vec<usize>);

impl DisjointSets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn find(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one] = other;
    }
}
