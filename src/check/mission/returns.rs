//! The fast proof: a mission whose one-way doors all leave a way back.
//!
//! Let a *return* be a walk to the entry over gates that are open, and secret doors that the player
//! knows. If every one-way gate leads to an area from which there is a return whenever the player
//! can pass the gate, then there is a return from every state: at first, since the player stands at
//! the entry; after a door that one can walk back through, as before; after a one-way gate by
//! assumption; and opening gates and finding doors takes no walk away. So what is left untaken can
//! be fetched later, and nothing is lost by any order. It is then enough that one order of opening
//! names reaches everything, if a name counts as open only once all of its keys can be taken with
//! its locks shut. What the player used before was one of these keys, on one of these locks.
//!
//! Both are proven for every set of secret doors at once. The walk behind a one-way gate and the
//! order of names pass no secret door, so that each player has them, whatever was found. What must
//! have happened before the gate is found with all secret doors open: a player who knows fewer has
//! no other ways, so that it happened as well.
//!
//! Whether there is a return behind a one-way gate is decided by what must have happened before it.
//! The locks without which it cannot be reached are open. If the player can then walk from behind
//! it to an area that was visited before, the return from there is left. One of the areas of this
//! walk was visited if the entry is among them, or if the gate cannot be reached without them.
//!
//! The cost is a walk for each thing, and one or two for each one-way gate, up to a limit. See
//! `search` for all other missions.

use super::play::{Edge, PlayGraph, Thing, Things};
use crate::level::Level;

/// The most areas and ways that the walks of this proof look at.
const MOST_STEPS: usize = 1 << 26;

/// Whether every one-way gate leaves a return. False if this is not known.
pub(super) fn every_state_returns(graph: &PlayGraph) -> bool {
    let mut gates: Vec<_> = graph.edges.iter().filter(|edge| edge.is_one_way).collect();
    if gates.is_empty() {
        return true;
    }
    let mut walks_left = MOST_STEPS / (graph.areas() + graph.edges.len());
    let mut may_walk = |walks: usize| {
        let left = walks_left.checked_sub(walks);
        walks_left = left.unwrap_or(0);
        left.is_some()
    };
    if !may_walk(graph.things.len()) {
        return false;
    }
    let mut needed: Vec<Things> = vec![0; graph.areas()];
    for thing in (0..).zip(&graph.things).map(|(thing, _)| thing) {
        let reached = graph.reach(0, |edge| !edge.needs(thing));
        let beyond = (0..).zip(&mut needed).filter(|(area, _)| !reached.contains(*area));
        beyond.for_each(|(_, needed)| *needed |= 1 << thing);
    }
    // Where one walks from behind a gate, and what is open then. Which of several keys opened it is
    // not known.
    let walk = |edge: &Edge| {
        let opened_by = if edge.opened_by.is_power_of_two() { edge.opened_by } else { 0 };
        (edge.to, needed[edge.from as usize] | opened_by)
    };
    gates.sort_unstable_by_key(|edge| walk(edge));
    gates.chunk_by(|one, other| walk(one) == walk(other)).all(|gates| {
        let (from, open) = walk(gates[0]);
        if !may_walk(1) {
            return false;
        }
        let beyond = graph.reach(from, |way| way.is_open(open) && !way.is_secret);
        let is_after = |edge: &&Edge| !graph.reach(0, |way| !beyond.contains(way.to)).contains(edge.from);
        beyond.contains(0) || may_walk(gates.len()) && gates.iter().all(is_after)
    })
}

/// The number of states of one play that passes no secret door, opens one name after the other,
/// takes all keys and reaches all goals; `None` if there is no such play.
///
/// A name is open once all of its keys can be taken with its locks shut. After this play, a player
/// who knows all secret doors reaches every area; a state is an area or a thing.
pub(super) fn one_play_opens_all(level: &Level, graph: &PlayGraph) -> Option<u64> {
    let all = graph.things.iter().fold(0, |things, _| things << 1 | 1);
    let mut done: Things = 0;
    loop {
        let reached = graph.reach(0, |edge| edge.is_open(done) && !edge.is_secret);
        let mut is_missing = vec![false; level.locks.len()];
        for thing in &graph.things {
            match *thing {
                Thing::Key { area, .. } | Thing::SingleUse { area, .. } if reached.contains(area) => {}
                Thing::Key { key, .. } | Thing::SingleUse { key, .. } => {
                    is_missing[usize::from(level.keys[key].lock)] = true;
                }
                Thing::Open { .. } | Thing::Find { .. } => {}
            }
        }
        let is_open = |thing: u8| graph.lock_of(level, thing).is_some_and(|lock| !is_missing[usize::from(lock)]);
        let opened = (0..).zip(&graph.things).filter(|&(thing, _)| is_open(thing));
        let opened = opened.fold(0, |things, (thing, _)| things | 1 << thing);
        if opened == done {
            let is_won = done == all && graph.goals.iter().all(|&goal| reached.contains(goal));
            let is_all = is_won && graph.reach(0, |edge| edge.is_open(done)).list.len() == graph.areas();
            return is_all.then_some((graph.areas() + graph.things.len()) as u64);
        }
        done = opened;
    }
}
