//! The mission as a graph: areas, the gates between them, and the keys that lie in them.
//!
//! Consumes the level and its regions. Regions that plain secret doors join are one area, since
//! they can always be passed. A corridor between the two doors of a gate that leads nowhere else is
//! no area of its own: one edge leads through both doors.

use super::regions::{RegionDoor, Regions};
use crate::{buckets::Buckets, geom::Cell, level::Level, model::KeyUse};

/// A set of things that a player has done: bit n stands for the thing at position n of
/// [`PlayGraph::things`].
pub(super) type Things = u128;

/// Something that a player does once, and that stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// Taking the key or using the switch at this position of `Level::keys`, which opens all locks
    /// of its name.
    Key { key: usize, area: u32 },
    /// Taking a single-use key.
    SingleUse { key: usize, area: u32, lock: u8 },
    /// Opening a passage with a single-use key.
    Open { passage: u32, lock: u8 },
}

/// A way through a gate, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The thing that opens the gate; `None` for a gate without a lock.
    pub(super) opened_by: Option<u8>,
    pub(super) passage: u32,
    pub(super) is_one_way: bool,
    /// The cell behind the door or doors.
    pub(super) cell: (i32, i32),
}

impl Edge {
    /// Whether the way is open after `done`.
    pub(super) fn is_open(&self, done: Things) -> bool {
        self.opened_by.is_none_or(|thing| done >> thing & 1 == 1)
    }
}

/// The areas of a level and the ways between them. Area 0 is that of the entry.
pub(super) struct PlayGraph {
    pub(super) things: Vec<Thing>,
    /// Ways by areas, then by what opens them. Of equal ones, only the first is there.
    pub(super) edges: Vec<Edge>,
    /// The positions in `edges` of the ways from each area.
    pub(super) from: Buckets<u32>,
    /// The positions in `edges` of the ways to each area.
    pub(super) to: Buckets<u32>,
    /// The things that can be done in each area.
    pub(super) at: Buckets<u8>,
    pub(super) exit: u32,
    /// A cell of each area.
    pub(super) cells: Vec<Cell>,
    /// The areas at the two ends of each locked passage, in their rooms.
    pub(super) ends: Vec<LockedEnds>,
}

/// The areas that a locked passage joins.
#[derive(Clone, Copy)]
pub(super) struct LockedEnds {
    pub(super) passage: u32,
    pub(super) lock: u8,
    pub(super) areas: [u32; 2],
}

impl PlayGraph {
    /// The most things of a level that can be proven.
    const MOST_THINGS: usize = Things::BITS as usize;

    /// Builds the graph. Cost: a sort of the ways.
    ///
    /// # Errors
    ///
    /// More keys and locks than [`Self::MOST_THINGS`].
    pub(super) fn new(level: &Level, regions: &Regions) -> Result<Self, String> {
        let gates: Vec<_> = regions.doors.iter().filter(|door| is_gate_door(level, door)).copied().collect();
        let gates: Vec<_> = gates.chunk_by(|one, other| one.passage == other.passage).collect();
        let private = private_regions(regions);
        let corridors = gates.iter().map(|doors| private_corridor(doors, &private));
        let areas = areas(level, regions, gates.iter().zip(corridors.clone()));
        let area = |region: u32| areas[region as usize];
        let count = areas.iter().max().map_or(0, |&last| last + 1);
        let mut cells = vec![None; count as usize];
        for (&area, &cell) in areas.iter().zip(&regions.cells) {
            cells[area as usize].get_or_insert(cell);
        }
        let keys: Vec<_> = regions.keys.iter().map(|&region| area(region)).collect();
        let things = things(level, &keys);
        if things.len() > Self::MOST_THINGS {
            return Err(format!(
                "it has {} keys, switches and locks of single-use keys; a level with more than {} is not proven",
                things.len(),
                Self::MOST_THINGS
            ));
        }
        let mut edges = Vec::new();
        let mut ends = Vec::new();
        let mut at: Vec<_> = (0..).zip(&things).filter_map(|(thing, what)| Some((what.area()?, thing))).collect();
        for (&doors, corridor) in gates.iter().zip(corridors) {
            let passage = &level.passages[doors[0].passage as usize];
            let opened_by = passage.lock.and_then(|lock| opening(&things, level, doors[0].passage, lock));
            let last = doors[doors.len() - 1];
            if let Some(lock) = passage.lock {
                let areas = [area(doors[0].regions[0]), area(last.regions[1])];
                ends.push(LockedEnds { passage: doors[0].passage, lock, areas });
            }
            let through = through_both(doors[0], last);
            for door in if corridor.is_some() { std::slice::from_ref(&through) } else { doors } {
                let way = |before: usize, behind: usize| {
                    let [from, to] = [before, behind].map(|side| area(door.regions[side]));
                    let Cell { x, y } = door.sides[behind];
                    let is_one_way = passage.one_way.is_some();
                    Edge { from, to, opened_by, passage: door.passage, is_one_way, cell: (x, y) }
                };
                edges.push(way(0, 1));
                edges.extend(passage.one_way.is_none().then(|| way(1, 0)));
                let single_use = opened_by.filter(|&thing| matches!(things[usize::from(thing)], Thing::Open { .. }));
                at.extend(single_use.into_iter().flat_map(|thing| door.regions.map(|region| (area(region), thing))));
            }
        }
        edges.retain(|edge| edge.from != edge.to);
        edges.sort_unstable();
        // A single-use lock opens its own passage, so that no two of these are equal.
        edges.dedup_by_key(|edge| (edge.from, edge.to, edge.opened_by));
        at.sort_unstable();
        at.dedup();
        let count = cells.len();
        let number = |(position, _): (u32, &Edge)| position;
        let from = Buckets::new(count, (0..).zip(&edges).map(|pair| (pair.1.from, number(pair))));
        let to = Buckets::new(count, (0..).zip(&edges).map(|pair| (pair.1.to, number(pair))));
        Ok(Self {
            from,
            to,
            at: Buckets::new(count, at.into_iter()),
            exit: area(regions.exit),
            cells: cells.into_iter().map(Option::unwrap_or_default).collect(),
            things,
            edges,
            ends,
        })
    }

    /// The number of areas.
    pub(super) fn areas(&self) -> usize {
        self.cells.len()
    }

    /// The areas that can be reached from `start` over ways that are `passable`.
    pub(super) fn reach(&self, start: u32, passable: impl Fn(&Edge) -> bool) -> AreaSet {
        let mut reached = AreaSet { has: vec![false; self.areas()], list: Vec::new() };
        reached.insert(start);
        let mut next = 0;
        while let Some(&area) = reached.list.get(next) {
            next += 1;
            for &edge in self.from.get(area) {
                let edge = &self.edges[edge as usize];
                if passable(edge) {
                    reached.insert(edge.to);
                }
            }
        }
        reached
    }

    /// The lock that a thing opens, for things of locks.
    pub(super) fn lock_of(&self, level: &Level, thing: u8) -> u8 {
        match self.things[usize::from(thing)] {
            Thing::Key { key, .. } => level.keys[key].lock,
            Thing::SingleUse { lock, .. } | Thing::Open { lock, .. } => lock,
        }
    }
}

impl Thing {
    /// The area of a key; `None` for a passage, which has several.
    fn area(self) -> Option<u32> {
        match self {
            Self::Key { area, .. } | Self::SingleUse { area, .. } => Some(area),
            Self::Open { .. } => None,
        }
    }
}

/// A set of areas, in the order in which they were added.
pub(super) struct AreaSet {
    has: Vec<bool>,
    pub(super) list: Vec<u32>,
}

impl AreaSet {
    pub(super) fn contains(&self, area: u32) -> bool {
        self.has.get(area as usize).is_some_and(|&has| has)
    }

    fn insert(&mut self, area: u32) {
        if let Some(has) = self.has.get_mut(area as usize)
            && !std::mem::replace(has, true)
        {
            self.list.push(area);
        }
    }
}

fn is_gate_door(level: &Level, door: &RegionDoor) -> bool {
    super::regions::is_gate(&level.passages[door.passage as usize])
}

/// One door in place of the first and the last one of a passage.
fn through_both(first: RegionDoor, last: RegionDoor) -> RegionDoor {
    RegionDoor {
        passage: first.passage,
        sides: [first.sides[0], last.sides[1]],
        regions: [first.regions[0], last.regions[1]],
    }
}

/// The region between the doors of a passage, if nothing else is there.
fn private_corridor(doors: &[RegionDoor], private: &[bool]) -> Option<u32> {
    let [first, last] = doors else { return None };
    let corridor = first.regions[1];
    (corridor == last.regions[0] && private[corridor as usize]).then_some(corridor)
}

/// The area of each region. Regions that secret doors join both ways are one area, and so are a
/// private corridor and what lies before its first door. Areas are numbered in the order of their
/// first regions.
fn areas<'doors>(
    level: &Level,
    regions: &Regions,
    gates: impl Iterator<Item = (&'doors &'doors [RegionDoor], Option<u32>)>,
) -> Vec<u32> {
    // Each region points to an earlier one of its area, or to itself.
    let mut first: Vec<u32> = (0..regions.count).collect();
    fn root(first: &mut [u32], mut region: u32) -> u32 {
        while first[region as usize] != region {
            first[region as usize] = first[first[region as usize] as usize];
            region = first[region as usize];
        }
        region
    }
    let secret = regions.doors.iter().filter(|door| !is_gate_door(level, door)).map(|door| door.regions);
    let corridors = gates.filter_map(|(doors, corridor)| Some([doors[0].regions[0], corridor?]));
    for joined in secret.chain(corridors) {
        let [one, other] = joined.map(|region| root(&mut first, region));
        first[one.max(other) as usize] = one.min(other);
    }
    let mut areas = vec![0; first.len()];
    let mut count = 0;
    for region in 0..regions.count {
        let root = root(&mut first, region);
        areas[region as usize] = if root == region { count } else { areas[root as usize] };
        count += u32::from(root == region);
    }
    areas
}

/// For each region, whether nothing but one or two doors of gates is there: neither the entry, the
/// exit, a key, nor another door.
fn private_regions(regions: &Regions) -> Vec<bool> {
    let mut doors = vec![0u32; regions.count as usize];
    regions.doors.iter().flat_map(|door| door.regions).for_each(|region| doors[region as usize] += 1);
    let mut private: Vec<_> = doors.into_iter().map(|doors| doors <= 2).collect();
    for &region in [0, regions.exit].iter().chain(&regions.keys) {
        private[region as usize] = false;
    }
    private
}

/// All things of a level, keys first.
fn things(level: &Level, areas: &[u32]) -> Vec<Thing> {
    let keys = level.keys.iter().zip(areas).enumerate().map(|(key, (of, &area))| match of.key_use {
        KeyUse::Key | KeyUse::Switch => Thing::Key { key, area },
        KeyUse::SingleUse => Thing::SingleUse { key, area, lock: of.lock },
    });
    let mut is_single_use = vec![false; level.locks.len()];
    for key in level.keys.iter().filter(|key| key.key_use == KeyUse::SingleUse) {
        is_single_use[usize::from(key.lock)] = true;
    }
    let locks = (0..).zip(&level.passages).filter_map(|(passage, of)| Some((passage, of.lock?)));
    let locks = locks.filter(|&(_, lock)| is_single_use[usize::from(lock)]);
    keys.chain(locks.map(|(passage, lock)| Thing::Open { passage, lock })).collect()
}

/// The thing that opens a locked passage.
fn opening(things: &[Thing], level: &Level, passage: u32, lock: u8) -> Option<u8> {
    let opens = |thing: &Thing| match *thing {
        Thing::Key { key, .. } => level.keys[key].lock == lock,
        Thing::Open { passage: opened, .. } => opened == passage,
        Thing::SingleUse { .. } => false,
    };
    things.iter().position(opens).and_then(|thing| u8::try_from(thing).ok())
}
