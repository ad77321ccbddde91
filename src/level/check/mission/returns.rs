//! The fast proof: a mission whose one-way doors all leave a way back.
//!
//! Let a *return* be a walk to the entry over gates that are open. If every one-way gate leads to
//! an area from which there is a return whenever the player can pass the gate, then there is a
//! return from every state: at first, since the player stands at the entry; after a gate that one
//! can walk back through, as before; after a one-way gate by assumption; and opening gates takes no
//! walk away. So what is left untaken can be fetched later, and nothing is lost by any order. It
//! is then enough that one order of opening names reaches everything, if a name counts as open only
//! once all of its keys can be taken with its locks shut. What the player used before was one of
//! these keys, on one of these locks.
//!
//! Whether there is a return behind a one-way gate is decided by what must have happened before it:
//! the gates without which it cannot be reached are open, and the areas without which it cannot be
//! reached were visited, and had a return. The proof needs these for as many areas and things as it
//! has, so its cost is the number of both times that of ways. See `search` for all other missions.

use super::play::{PlayGraph, Thing, Things};
use crate::level::Level;

/// The most areas of a mission that this proof takes: the bits of a set. Generated levels have at
/// most 33.
const MOST_AREAS: usize = u128::BITS as usize;

/// The most ways of a mission that this proof takes, which bounds its work.
const MOST_WAYS: usize = 1 << 12;

/// Whether every one-way gate leaves a return. False if this is not known.
pub(super) fn every_state_returns(graph: &PlayGraph) -> bool {
    if graph.edges.iter().all(|edge| !edge.is_one_way) {
        return true;
    }
    if graph.areas() > MOST_AREAS || graph.edges.len() > MOST_WAYS {
        return false;
    }
    let mut needed: Vec<Things> = vec![0; graph.areas()];
    for thing in (0..).zip(&graph.things).map(|(thing, _)| thing) {
        let reached = graph.reach(0, |edge| edge.opened_by != Some(thing));
        let beyond = (0..).zip(&mut needed).filter(|(area, _)| !reached.contains(*area));
        beyond.for_each(|(_, needed)| *needed |= 1 << thing);
    }
    // The entry is visited before all other areas.
    let mut visited = vec![1u128; graph.areas()];
    for area in (0..).zip(&graph.cells).map(|(area, _)| area).skip(1) {
        let reached = graph.reach(0, |edge| edge.to != area);
        let beyond = (0..).zip(&mut visited).filter(|(area, _)| !reached.contains(*area));
        beyond.for_each(|(_, visited)| *visited |= 1 << area);
    }
    graph.edges.iter().filter(|edge| edge.is_one_way).all(|edge| {
        let open = needed[edge.from as usize] | edge.opened_by.map_or(0, |thing| 1 << thing);
        let beyond = graph.reach(edge.to, |way| way.is_open(open));
        beyond.list.iter().any(|&area| visited[edge.from as usize] >> area & 1 == 1)
    })
}

/// The number of states of one play that reaches every area, opening one name after the other;
/// `None` if there is no such play.
///
/// A name is open once all of its keys can be taken with its locks shut. A state is an area or a
/// thing that is new.
pub(super) fn one_play_opens_all(level: &Level, graph: &PlayGraph) -> Option<u64> {
    let mut done: Things = 0;
    loop {
        let reached = graph.reach(0, |edge| edge.is_open(done));
        let mut is_missing = vec![false; level.locks.len()];
        for thing in &graph.things {
            match *thing {
                Thing::Key { area, .. } | Thing::SingleUse { area, .. } if reached.contains(area) => {}
                Thing::Key { key, .. } | Thing::SingleUse { key, .. } => {
                    is_missing[usize::from(level.keys[key].lock)] = true;
                }
                Thing::Open { .. } => {}
            }
        }
        let opened =
            (0..).zip(&graph.things).filter(|&(thing, _)| !is_missing[usize::from(graph.lock_of(level, thing))]);
        let opened = opened.fold(0, |things, (thing, _)| things | 1 << thing);
        if opened == done {
            let is_all = reached.list.len() == graph.areas();
            return is_all.then_some((graph.areas() + graph.things.len()) as u64);
        }
        done = opened;
    }
}
