//! The full proof: a search over all states of a play.
//!
//! A state is an area and the set of things done. Taking a key is a choice, since not having taken
//! it before a one-way door is what loses a level. A lasting key only ever adds. A single-use key
//! opens one of its locks, so that the search branches over them.
//!
//! To find a secret door is a choice too, where the player stands before it: a player who knows a
//! set of secret doors is, wherever they matter, as one who found those of them that were used so
//! far. A state wins if a goal, such as the exit, can be reached without another find.
//!
//! Sets of things are searched by their size. Every thing done adds one, so that all ways to a set
//! are known when it comes; and sets are searched from the largest to the smallest for the states
//! from which a goal can be reached.

use super::play::{Edge, PlayGraph, Thing, Things};

/// The most states of a mission that is proven. A level file is hostile input.
pub(super) const MOST_STATES: usize = 1 << 20;

/// The most ways that the search looks at: a hostile mission has many at each area.
const MOST_STEPS: u64 = 1 << 26;

/// What happened last before a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    Start,
    /// The player walked over the edge at this position of [`PlayGraph::edges`].
    Walked(u32),
    /// The player did the thing at this position of [`PlayGraph::things`].
    Did(u8),
}

/// A state of a play, as the search met it first.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) area: u32,
    /// The position of the state before in [`Search::states`]; its own for the first state.
    pub(super) before: u32,
    pub(super) event: Event,
}

/// All states that a player can bring about.
pub(super) struct Search {
    pub(super) states: Vec<State>,
    /// The sets of things by their size, each with the position of its first state.
    sets: Vec<(Things, u32)>,
    /// The first goal that cannot be reached from some state, and the position of the first one.
    pub(super) stuck: Option<(usize, usize)>,
}

/// A state that a thing done leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival {
    done: Things,
    area: u32,
    before: u32,
    thing: u8,
}

impl Search {
    /// Searches all states, or `None` if there are more than the proof takes.
    ///
    /// If `takes_at_once`, a player takes each key as soon as it can be reached, and opens and
    /// finds nothing before. Requires that every state returns to the entry, see `returns`.
    pub(super) fn new(graph: &PlayGraph, takes_at_once: bool) -> Option<Self> {
        let mut search = Self { states: Vec::new(), sets: Vec::new(), stuck: None };
        let mut scratch = vec![false; graph.areas()];
        let mut steps = 0;
        let mut arrivals = vec![Arrival { done: 0, area: 0, before: 0, thing: 0 }];
        while !arrivals.is_empty() {
            let mut next = Vec::new();
            let mut limit = 1 << 16;
            for group in arrivals.chunk_by(|one, other| one.done == other.done) {
                let first = search.states.len();
                let done = group[0].done;
                search.walk(graph, group, &mut scratch, &mut steps)?;
                let choice = Choice::new(graph, &search.states[first..], done, takes_at_once);
                for (before, &State { area, .. }) in (first as u32..).zip(&search.states[first..]) {
                    for thing in choice.possible(graph, area) {
                        steps += 1;
                        next.push(Arrival { done: done | 1 << thing, area, before, thing });
                    }
                }
                if next.len() > limit {
                    without_repeats(&mut next);
                    limit = (2 * next.len()).max(1 << 16);
                }
                if next.len() + search.states.len() > 2 * MOST_STATES || steps > MOST_STEPS {
                    return None;
                }
            }
            without_repeats(&mut next);
            arrivals = next;
        }
        let stuck = |(goal, &area)| Some((goal, search.stuck(graph, area, takes_at_once)?));
        search.stuck = graph.goals.iter().enumerate().find_map(stuck);
        Some(search)
    }

    /// Adds the states that one can walk to after `group`, whose sets of things are equal.
    fn walk(&mut self, graph: &PlayGraph, group: &[Arrival], met: &mut [bool], steps: &mut u64) -> Option<()> {
        let first = self.states.len();
        let done = group[0].done;
        self.sets.push((done, u32::try_from(first).ok()?));
        for arrival in group {
            met[arrival.area as usize] = true;
            let event = if done == 0 { Event::Start } else { Event::Did(arrival.thing) };
            self.states.push(State { area: arrival.area, before: arrival.before, event });
        }
        let mut next = first;
        while let Some(&State { area, .. }) = self.states.get(next) {
            for &position in graph.from.get(area) {
                let Edge { to, .. } = graph.edges[position as usize];
                *steps += 1;
                if graph.edges[position as usize].is_open(done) && !std::mem::replace(&mut met[to as usize], true) {
                    let before = u32::try_from(next).ok()?;
                    self.states.push(State { area: to, before, event: Event::Walked(position) });
                }
            }
            next += 1;
        }
        self.states[first..].iter().for_each(|state| met[state.area as usize] = false);
        (self.states.len() <= MOST_STATES && *steps <= MOST_STEPS).then_some(())
    }

    /// The position of the first state from which the area of a goal cannot be reached.
    fn stuck(&self, graph: &PlayGraph, goal: u32, takes_at_once: bool) -> Option<usize> {
        let mut wins = vec![false; self.states.len()];
        let mut position_of = vec![usize::MAX; graph.areas()];
        // The winning states of sets of the size that is searched, and those of one thing more.
        let (mut winning, mut larger): (Vec<(Things, u32)>, Vec<_>) = (Vec::new(), Vec::new());
        let mut size = u32::MAX;
        let mut end = self.states.len();
        for &(done, first) in self.sets.iter().rev() {
            let first = first as usize;
            if done.count_ones() != size {
                size = done.count_ones();
                larger = std::mem::take(&mut winning);
                larger.sort_unstable();
            }
            let mut ahead = Vec::new();
            let choice = Choice::new(graph, &self.states[first..end], done, takes_at_once);
            for (position, state) in (first..end).zip(&self.states[first..end]) {
                position_of[state.area as usize] = position;
                let leads_on = |thing: u8| {
                    let is_find = matches!(graph.things[usize::from(thing)], Thing::Find { .. });
                    !is_find && larger.binary_search(&(done | 1 << thing, state.area)).is_ok()
                };
                if state.area == goal || choice.possible(graph, state.area).into_iter().any(leads_on) {
                    wins[position] = true;
                    ahead.push(state.area);
                }
            }
            while let Some(area) = ahead.pop() {
                winning.push((done, area));
                for &edge in graph.to.get(area) {
                    let edge = &graph.edges[edge as usize];
                    let Some(is_won) = wins.get_mut(position_of[edge.from as usize]) else { continue };
                    if edge.is_open(done) && !std::mem::replace(is_won, true) {
                        ahead.push(edge.from);
                    }
                }
            }
            self.states[first..end].iter().for_each(|state| position_of[state.area as usize] = usize::MAX);
            end = first;
        }
        wins.iter().position(|wins| !wins)
    }
}

/// What a player can do next after a set of things.
struct Choice {
    done: Things,
    /// The key that is taken before all else, by a player who takes keys at once.
    key: Option<u8>,
}

impl Choice {
    /// The choice in `states`, which are all those of the set `done`.
    fn new(graph: &PlayGraph, states: &[State], done: Things, takes_at_once: bool) -> Self {
        let is_key = |thing: &u8| graph.things[usize::from(*thing)].is_key();
        let keys = || states.iter().flat_map(|state| possible(graph, state.area, done)).filter(is_key);
        Self { done, key: if takes_at_once { keys().min() } else { None } }
    }

    fn possible(&self, graph: &PlayGraph, area: u32) -> Vec<u8> {
        let mut possible = possible(graph, area, self.done);
        possible.retain(|&thing| self.key.is_none_or(|key| key == thing));
        possible
    }
}

/// The things that can be done in an area after `done`.
///
/// Keys of one name in one area are equal, and are taken in their order.
fn possible(graph: &PlayGraph, area: u32, done: Things) -> Vec<u8> {
    let is_done = |thing: u8| done >> thing & 1 == 1;
    let mut taken = Vec::new();
    let mut possible = Vec::new();
    for &thing in graph.at.get(area).iter().filter(|&&thing| !is_done(thing)) {
        match graph.things[usize::from(thing)] {
            Thing::Key { .. } | Thing::Find { .. } => possible.push(thing),
            Thing::SingleUse { lock, .. } => {
                if !taken.contains(&lock) {
                    taken.push(lock);
                    possible.push(thing);
                }
            }
            Thing::Open { lock, .. } => {
                let held =
                    (0..).zip(&graph.things).filter(|&(thing, _)| is_done(thing)).map(|(_, thing)| match *thing {
                        Thing::SingleUse { lock: of, .. } if of == lock => 1,
                        Thing::Open { lock: of, .. } if of == lock => -1,
                        Thing::Key { .. } | Thing::SingleUse { .. } | Thing::Open { .. } | Thing::Find { .. } => 0,
                    });
                if held.sum::<i32>() > 0 {
                    possible.push(thing);
                }
            }
        }
    }
    possible
}

/// Sorts arrivals, and leaves the first of each state.
fn without_repeats(arrivals: &mut Vec<Arrival>) {
    arrivals.sort_unstable();
    arrivals.dedup_by_key(|arrival| (arrival.done, arrival.area));
}
