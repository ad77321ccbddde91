//! The mission as a graph: areas, the gates between them, and the keys that lie in them.
//!
//! Consumes the level and its areas; provides what can be done in each area, and where one can walk
//! after that.

use super::{
    areas::{Areas, Crossing, LockedEnds},
    gates::{is_gate, is_secret, scarce_locks},
};
use crate::{buckets::Buckets, geom::Cell, level::Level, model::KeyUse};

/// A set of things that a player has done: bit n stands for the thing at position n of
/// [`PlayGraph::things`].
pub(super) type Things = u128;

/// Something that a player does once, and that stays so.
///
/// A scarce lock is none of them: any of its keys opens all of its doors, as if none was used up.
/// See `scarce` for why that proves the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// Taking the key or using the switch at this position of `Level::keys`, which opens all locks
    /// of its name.
    Key { key: usize, area: u32 },
    /// Taking a single-use key. It opens nothing by itself but the doors of a scarce lock.
    SingleUse { key: usize, area: u32, lock: u8 },
    /// Opening a passage with a single-use key.
    Open { passage: u32, lock: u8 },
    /// Finding the secret doors of a passage.
    Find { passage: u32 },
}

/// What a graph says of secret doors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SecretDoors {
    /// All of them are known.
    Known,
    /// Each is a thing that a player finds, unless it leads to a dead end where nothing is.
    ToFind,
}

/// A way through a gate or a secret passage, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The things each of which opens the way; none for a way that is open.
    pub(super) opened_by: Things,
    pub(super) is_secret: bool,
    pub(super) passage: u32,
    pub(super) is_one_way: bool,
    /// The cell behind the door or doors.
    pub(super) cell: (i32, i32),
}

impl Edge {
    /// Whether the way is open after `done`.
    pub(super) fn is_open(&self, done: Things) -> bool {
        self.opened_by == 0 || self.opened_by & done != 0
    }

    /// Whether the way is shut as long as a thing is not done.
    pub(super) fn needs(&self, thing: u8) -> bool {
        self.opened_by == 1 << thing
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
    /// The area of each goal.
    pub(super) goals: Vec<u32>,
    /// A cell of each area.
    pub(super) cells: Vec<Cell>,
    /// The areas at the two ends of each locked passage, in their rooms.
    pub(super) ends: Vec<LockedEnds>,
}

impl PlayGraph {
    /// The most things of a level that can be proven.
    const MOST_THINGS: usize = Things::BITS as usize;

    /// Builds the graph. Cost: a sort of the ways.
    ///
    /// # Errors
    ///
    /// More keys, locks and secret doors to find than [`Self::MOST_THINGS`].
    pub(super) fn new(level: &Level, areas: &Areas, secret_doors: SecretDoors) -> Result<Self, String> {
        let Areas { cells, goals, keys, crossings, ends } = areas;
        let finds = if secret_doors == SecretDoors::ToFind { doors_to_find(level, areas) } else { Vec::new() };
        let is_scarce = scarce_locks(level);
        let things = things(level, keys, &is_scarce, &finds);
        if things.len() > Self::MOST_THINGS {
            let what = if finds.is_empty() {
                "keys, switches and locks of single-use keys"
            } else {
                "keys, switches, locks of single-use keys and secret doors, and one-way doors that may lead behind these"
            };
            let (count, most) = (things.len(), Self::MOST_THINGS);
            return Err(format!("it has {count} {what}; a level with more than {most} is not proven"));
        }
        let mut edges = Vec::new();
        let mut at: Vec<_> = (0..).zip(&things).filter_map(|(thing, what)| Some((what.area()?, thing))).collect();
        for &Crossing { passage, sides, areas } in crossings {
            let of = &level.passages[passage as usize];
            let (is_one_way, is_secret) = (of.one_way.is_some(), is_secret(of));
            let opened_by = opening(&things, level, &is_scarce, passage);
            let way = |before: usize, behind: usize| {
                let (from, to, Cell { x, y }) = (areas[before], areas[behind], sides[behind]);
                Edge { from, to, opened_by, is_secret, passage, is_one_way, cell: (x, y) }
            };
            edges.push(way(0, 1));
            edges.extend((!is_one_way).then(|| way(1, 0)));
            let is_done_here = |&(thing, what): &(u8, &Thing)| !what.is_key() && opened_by >> thing & 1 == 1;
            let done_here = (0..).zip(&things).filter(is_done_here);
            at.extend(done_here.flat_map(|(thing, _)| areas.map(|area| (area, thing))));
        }
        edges.retain(|edge| edge.from != edge.to);
        edges.sort_unstable();
        edges.dedup_by_key(|edge| (edge.from, edge.to, edge.opened_by, edge.is_secret));
        at.sort_unstable();
        at.dedup();
        let ways = (0..).zip(&edges);
        let from = Buckets::new(cells.len(), ways.clone().map(|(position, edge): (u32, _)| (edge.from, position)));
        let to = Buckets::new(cells.len(), ways.map(|(position, edge)| (edge.to, position)));
        let at = Buckets::new(cells.len(), at.into_iter());
        Ok(Self { things, edges, from, to, at, goals: goals.clone(), cells: cells.clone(), ends: ends.clone() })
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

    /// The lock that a thing opens; `None` for the secret doors of a passage.
    pub(super) fn lock_of(&self, level: &Level, thing: u8) -> Option<u8> {
        match self.things[usize::from(thing)] {
            Thing::Key { key, .. } => Some(level.keys[key].lock),
            Thing::SingleUse { lock, .. } | Thing::Open { lock, .. } => Some(lock),
            Thing::Find { .. } => None,
        }
    }

    /// Whether there is a secret door on a way.
    pub(super) fn has_secret_doors(&self) -> bool {
        self.edges.iter().any(|edge| edge.is_secret)
    }
}

impl Thing {
    /// The area of a key; `None` for a passage, which has several.
    fn area(self) -> Option<u32> {
        match self {
            Self::Key { area, .. } | Self::SingleUse { area, .. } => Some(area),
            Self::Open { .. } | Self::Find { .. } => None,
        }
    }

    /// Whether a key is taken, or a switch used.
    pub(super) fn is_key(self) -> bool {
        match self {
            Self::Key { .. } | Self::SingleUse { .. } => true,
            Self::Open { .. } | Self::Find { .. } => false,
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

/// All things of a level: keys first, then locks of single-use keys, then passages to find.
fn things(level: &Level, areas: &[u32], is_scarce: &[bool], finds: &[u32]) -> Vec<Thing> {
    let keys = level.keys.iter().zip(areas).enumerate().map(|(key, (of, &area))| match of.key_use {
        KeyUse::Key | KeyUse::Switch => Thing::Key { key, area },
        KeyUse::SingleUse => Thing::SingleUse { key, area, lock: of.lock },
    });
    let mut is_single_use = vec![false; level.locks.len()];
    for key in level.keys.iter().filter(|key| key.key_use == KeyUse::SingleUse) {
        is_single_use[usize::from(key.lock)] = true;
    }
    let locks = (0..).zip(&level.passages).filter_map(|(passage, of)| Some((passage, of.lock?)));
    let locks = locks.filter(|&(_, lock)| is_single_use[usize::from(lock)] && !is_scarce[usize::from(lock)]);
    let locks = locks.map(|(passage, lock)| Thing::Open { passage, lock });
    keys.chain(locks).chain(finds.iter().map(|&passage| Thing::Find { passage })).collect()
}

/// The things each of which opens a passage: its key, or to find its doors.
fn opening(things: &[Thing], level: &Level, is_scarce: &[bool], passage: u32) -> Things {
    let lock = level.passages[passage as usize].lock;
    let opens = |thing: &Thing| match *thing {
        Thing::Key { key, .. } => Some(level.keys[key].lock) == lock,
        Thing::SingleUse { lock: of, .. } => Some(of) == lock && is_scarce[usize::from(of)],
        Thing::Open { passage: opened, .. } | Thing::Find { passage: opened } => opened == passage,
    };
    let opening = (0..).zip(things).filter(|(_, thing)| opens(thing));
    opening.fold(0, |things, (thing, _): (u32, _)| things | 1 << thing)
}

/// The secret passages on ways, but those that lead to dead ends where nothing is: a player who
/// went in there can only come back. Ascending.
fn doors_to_find(level: &Level, areas: &Areas) -> Vec<u32> {
    let ways: Vec<_> = areas.crossings.iter().filter(|crossing| crossing.areas[0] != crossing.areas[1]).collect();
    // For each area, the number of its ways, and the exclusive or of their positions: with one way,
    // its position.
    let mut left = vec![(0_u32, 0_usize); areas.cells.len()];
    for (position, way) in ways.iter().enumerate() {
        for area in way.areas {
            let (count, positions) = &mut left[area as usize];
            (*count, *positions) = (*count + 1, *positions ^ position);
        }
    }
    let mut is_of_use = vec![false; areas.cells.len()];
    [0].iter().chain(&areas.goals).chain(&areas.keys).for_each(|&area| is_of_use[area as usize] = true);
    let mut is_needless = vec![false; ways.len()];
    let mut ends: Vec<_> = (0..areas.cells.len() as u32).filter(|&area| !is_of_use[area as usize]).collect();
    while let Some(end) = ends.pop() {
        let (1, position) = left[end as usize] else { continue };
        let way = ways[position];
        let of = &level.passages[way.passage as usize];
        if is_gate(of) {
            continue;
        }
        is_needless[position] = true;
        for area in way.areas {
            let (count, positions) = &mut left[area as usize];
            (*count, *positions) = (*count - 1, *positions ^ position);
        }
        ends.extend(way.areas.into_iter().filter(|&area| area != end && !is_of_use[area as usize]));
    }
    let is_found =
        |(way, is_needless): &(&&Crossing, bool)| !is_needless && is_secret(&level.passages[way.passage as usize]);
    let mut found: Vec<_> = ways.iter().zip(is_needless).filter(is_found).map(|(way, _)| way.passage).collect();
    found.dedup();
    found
}
