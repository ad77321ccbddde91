//! The shortest play: a search over the places that matter and the keys that were taken there.
//!
//! Consumes the ground and what is relevant on it; produces the places of a shortest play in order.
//! Exact: the places are the entry, the exit, each key's cell and each cell of a locked door, and a
//! flood from each gives the steps to all others. A* over states of a place, the keys taken and the
//! passages that single-use keys opened; the estimate is the steps to the exit with all locks open.
//! A state is dropped if another one at its place was no later and can do all that it can.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    ground::{Floods, Ground, Position},
    relevance::Relevant,
};
use crate::{level::Level, model::KeyUse};

/// The largest number of places: one flood and one row of steps for each.
const MAX_PLACES: usize = 256;
/// The largest number of transitions and of comparisons of states.
const MAX_WORK: u32 = 1 << 20;

const UNREACHED: u32 = u32::MAX;

/// A place that a play visits, with the key that it takes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) position: Position,
    pub(super) key: Option<u32>,
}

/// The result of a search.
#[derive(Debug)]
pub(super) enum ShortestPlay {
    /// The places of a shortest play after the entry, the exit last.
    Found(Vec<Stop>),
    /// No play reaches the exit.
    Unreachable,
    /// The budget was spent before the search ended.
    Spent,
}

/// Searches for a shortest play from the first to the last of `ends`.
///
/// Cost: a flood for each place, and at most [`MAX_WORK`] steps of the search.
pub(super) fn shortest(
    level: &Level,
    ground: &Ground,
    floods: &mut Floods<'_>,
    ends: [Position; 2],
    relevant: &Relevant,
) -> ShortestPlay {
    let Some(places) = Places::new(level, ground, floods, ends, relevant) else { return ShortestPlay::Spent };
    let to_exit = places.steps_to_exit();
    let start = PlayState { place: ENTRY, taken: 0, opened: 0 };
    let mut visits = vec![Visit { state: start, steps: 0, from: None }];
    let mut open = BinaryHeap::from([Reverse((to_exit[ENTRY], 0))]);
    let mut settled: Vec<Vec<PlayState>> = vec![Vec::new(); places.all.len()];
    let mut work = 0;
    while let Some(Reverse((_, number))) = open.pop() {
        let Visit { state, steps, .. } = visits[number];
        if state.place == EXIT {
            return ShortestPlay::Found(places.stops(&visits, number));
        }
        work += (settled[state.place].len() + places.all.len()) as u32;
        if work > MAX_WORK {
            return ShortestPlay::Spent;
        }
        if settled[state.place].iter().any(|other| places.covers(other, &state)) {
            continue;
        }
        settled[state.place].push(state);
        for (to, &ahead) in to_exit.iter().enumerate() {
            let walked = places.steps(state.place, to);
            if walked == UNREACHED || ahead == UNREACHED || to == state.place || places.is_done(state, to) {
                continue;
            }
            let Some(next) = places.arrive(state, to) else { continue };
            let total = steps + walked;
            open.push(Reverse((total.saturating_add(ahead), visits.len())));
            visits.push(Visit { state: next, steps: total, from: Some(number) });
        }
    }
    ShortestPlay::Unreachable
}

const ENTRY: usize = 0;
const EXIT: usize = 1;

/// The state of a play at a place: bits for the relevant keys taken, and for the passages that
/// single-use keys opened.
#[derive(Clone, Copy, Debug)]
struct PlayState {
    place: usize,
    taken: u64,
    opened: u64,
}

/// A state that was reached, after how many steps and from which visit.
#[derive(Clone, Copy, Debug)]
struct Visit {
    state: PlayState,
    steps: u32,
    from: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    position: Position,
    /// The key at this place: its position in `Level::keys`, and its bit in `PlayState::taken`.
    key: Option<(u32, u64)>,
    /// The lock of the door at this place, as a position in `LockBits`, and the passage's bit in
    /// `PlayState::opened`: none if keys of this lock are never used up.
    gate: Option<(usize, u64)>,
}

/// The keys of a lock, and the passages that its single-use keys open, as bits of a state.
#[derive(Clone, Copy, Debug, Default)]
struct LockBits {
    lasting: u64,
    single_use: u64,
    passages: u64,
}

impl LockBits {
    /// The single-use keys in hand.
    fn held(&self, state: &PlayState) -> i64 {
        i64::from((state.taken & self.single_use).count_ones()) - i64::from((state.opened & self.passages).count_ones())
    }
}

/// All places, and the steps from each to each.
#[derive(Debug)]
struct Places {
    all: Vec<Place>,
    /// Row by row; shut doors are not walked through, but to. The row of the exit has no steps,
    /// since no play goes on from there.
    steps: Vec<u32>,
    locks: Vec<LockBits>,
}

impl Places {
    /// `None` if there are more places, keys or passages than the search takes.
    fn new(
        level: &Level,
        ground: &Ground,
        floods: &mut Floods<'_>,
        ends: [Position; 2],
        relevant: &Relevant,
    ) -> Option<Self> {
        let doors = ground.locked_doors().filter(|door| relevant.passages.binary_search(&door.passage).is_ok());
        let doors: Vec<Position> = doors.map(|door| door.position).collect();
        if doors.len() + relevant.keys.len() + ends.len() > MAX_PLACES || relevant.keys.len() > 64 {
            return None;
        }
        let mut locks = vec![LockBits::default(); level.locks.len()];
        let mut found: Vec<(Position, Option<(u32, u64)>)> = ends.map(|end| (end, None)).to_vec();
        for (number, &id) in relevant.keys.iter().enumerate() {
            let (key, bit) = (level.keys.get(id as usize)?, 1 << number);
            let lock = locks.get_mut(usize::from(key.lock))?;
            match key.key_use {
                KeyUse::Key | KeyUse::Switch => lock.lasting |= bit,
                KeyUse::SingleUse => lock.single_use |= bit,
            }
            found.push((ground.position(key.cell), Some((id, bit))));
        }
        let mut gates = Vec::new();
        let mut bit = 1;
        for &id in &relevant.passages {
            let lock = usize::from(level.passages.get(id as usize)?.lock?);
            let bits = locks.get_mut(lock)?;
            let is_used_up = bits.single_use != 0;
            if is_used_up && bit == 0 {
                return None;
            }
            gates.push((id, (lock, if is_used_up { bit } else { 0 })));
            if is_used_up {
                bits.passages |= bit;
                // No bit is left after the last one.
                bit <<= 1;
            }
        }
        found.extend(doors.into_iter().map(|door| (door, None)));
        let mut all = Vec::new();
        for (position, key) in found {
            let gate = match ground.lock(position) {
                None => None,
                Some(passage) => Some(gates.iter().find(|(id, _)| *id == passage)?.1),
            };
            all.push(Place { position, key, gate });
        }
        let mut steps = Vec::with_capacity(all.len() * all.len());
        for (number, from) in all.iter().enumerate() {
            if number == EXIT {
                steps.resize(steps.len() + all.len(), UNREACHED);
                continue;
            }
            let flood = floods.flood_from(from.position);
            steps.extend(all.iter().map(|to| flood.steps(to.position).unwrap_or(UNREACHED)));
        }
        Some(Self { all, steps, locks })
    }

    fn steps(&self, from: usize, to: usize) -> u32 {
        self.steps[from * self.all.len() + to]
    }

    /// The steps from each place to the exit with all locks open (Dijkstra, by rows).
    fn steps_to_exit(&self) -> Vec<u32> {
        let count = self.all.len();
        let (mut least, mut is_settled) = (vec![UNREACHED; count], vec![false; count]);
        least[EXIT] = 0;
        loop {
            let open = (0..count).filter(|&place| !is_settled[place] && least[place] != UNREACHED);
            let Some(here) = open.min_by_key(|&place| least[place]) else { return least };
            is_settled[here] = true;
            for from in 0..count {
                least[from] = least[from].min(self.steps(from, here).saturating_add(least[here]));
            }
        }
    }

    /// Whether a place is that of a key which was taken: whoever walks past it walks on at once.
    fn is_done(&self, state: PlayState, to: usize) -> bool {
        self.all[to].key.is_some_and(|(_, bit)| state.taken & bit != 0)
    }

    /// The state after walking to a place; `None` if a lock shuts it.
    fn arrive(&self, state: PlayState, to: usize) -> Option<PlayState> {
        let Place { key, gate, .. } = self.all[to];
        let taken = state.taken | key.map_or(0, |(_, bit)| bit);
        let mut opened = state.opened;
        if let Some((lock, bit)) = gate {
            let lock = &self.locks[lock];
            if state.taken & lock.lasting == 0 && opened & bit == 0 {
                if lock.held(&state) <= 0 {
                    return None;
                }
                opened |= bit;
            }
        }
        Some(PlayState { place: to, taken, opened })
    }

    /// Whether `one` can do all that `other`, at the same place, can.
    fn covers(&self, one: &PlayState, other: &PlayState) -> bool {
        let (has_keys, has_passages) = (other.taken & !one.taken == 0, other.opened & !one.opened == 0);
        let has_hands = || self.locks.iter().all(|lock| lock.single_use == 0 || lock.held(one) >= lock.held(other));
        has_keys && has_passages && (one.opened == other.opened || has_hands())
    }

    /// The places that lead to a visit, without the entry.
    fn stops(&self, visits: &[Visit], last: usize) -> Vec<Stop> {
        let mut stops = Vec::new();
        let mut visit = visits[last];
        while let Some(from) = visit.from {
            let before = visits[from];
            let Place { position, key, .. } = self.all[visit.state.place];
            let is_new = before.state.taken != visit.state.taken;
            stops.push(Stop { position, key: key.filter(|_| is_new).map(|(id, _)| id) });
            visit = before;
        }
        stops.reverse();
        stops
    }
}
