//! What a mission that does not hold looks like to a player: messages of breaches.

use super::{
    goals,
    play::{PlayGraph, Thing, Things},
    search::{Event, Search},
    structure::{key_name, place},
};
use crate::{geom::Cell, level::Level};

/// The most steps of a way that a message lists; those at its end matter most.
const MOST_STEPS: usize = 24;

/// The message for a goal and a state from which it cannot be reached: what the player did until
/// then, in order, and where that leads.
pub(super) fn stuck(level: &Level, graph: &PlayGraph, search: &Search, (goal, stuck): (usize, usize)) -> String {
    let mut way = Vec::new();
    let mut at = stuck;
    while let Some(state) = search.states.get(at) {
        way.push(state);
        if state.event == Event::Start {
            break;
        }
        at = state.before as usize;
    }
    let mut cell = level.entry;
    let mut steps = Vec::new();
    let mut entered: Vec<u32> = Vec::new();
    for state in way.iter().rev() {
        match state.event {
            Event::Start => {}
            Event::Walked(edge) => {
                let edge = &graph.edges[edge as usize];
                cell = Cell::from(edge.cell);
                let passage = &level.passages[edge.passage as usize];
                let is_new = !entered.contains(&edge.passage);
                entered.push(edge.passage);
                match level.lock(passage) {
                    _ if edge.is_one_way => steps.push(format!("walks one way through passage {}", edge.passage)),
                    Some(lock) if is_new => {
                        steps.push(format!("walks through passage {}, locked by {lock:?}", edge.passage));
                    }
                    Some(_) | None => {}
                }
            }
            Event::Did(thing) => match graph.things[usize::from(thing)] {
                Thing::Key { key, .. } | Thing::SingleUse { key, .. } => {
                    cell = level.keys[key].cell;
                    steps.push(format!("takes {} in room {}", key_name(level, key), level.keys[key].room));
                }
                Thing::Open { passage, .. } => {
                    // The cell before the door is that behind it on the way back.
                    let back = graph.edges.iter().find(|edge| edge.passage == passage && edge.to == state.area);
                    cell = back.map_or(cell, |edge| Cell::from(edge.cell));
                    let lock = level.lock(&level.passages[passage as usize]).unwrap_or_default();
                    steps.push(format!("opens passage {passage} with a {lock:?}"));
                }
                Thing::Find { passage } => steps.push(format!("finds the secret door of passage {passage}")),
            },
        }
    }
    let left_out = steps.len().saturating_sub(MOST_STEPS);
    if left_out > 0 {
        steps.splice(..left_out, [format!("does {left_out} other things")]);
    }
    let done = if steps.is_empty() { String::new() } else { format!("{} and then ", steps.join(", ")) };
    let more = if graph.has_secret_doors() { " and finds no more secret doors" } else { "" };
    format!("{} is lost to a player who {done}stands in {}{more}", goals::name(level, goal), place(level, cell))
}

/// The message for an area that no play reaches, with the gates before it.
///
/// `is_reached` says which areas some play reaches, and with which things done at most.
pub(super) fn unreached(
    level: &Level,
    graph: &PlayGraph,
    is_reached: impl Fn(u32) -> bool,
    keys: &[(usize, u32)],
) -> Option<String> {
    let lost = |area: u32| !is_reached(area);
    let what = if let Some(goal) = graph.goals.iter().position(|&goal| lost(goal)) {
        goals::name(level, goal)
    } else if let Some(&(key, _)) = keys.iter().find(|(_, area)| lost(*area)) {
        key_name(level, key)
    } else {
        let (_, &cell) = (0..).zip(&graph.cells).find(|(area, _)| lost(*area))?;
        place(level, cell)
    };
    let mut gates: Vec<_> = graph.edges.iter().filter(|edge| is_reached(edge.from) && lost(edge.to)).collect();
    gates.sort_by_key(|edge| edge.passage);
    gates.dedup_by_key(|edge| edge.passage);
    let names = gates.iter().take(MOST_STEPS).map(|edge| {
        let lock = level.lock(&level.passages[edge.passage as usize]).unwrap_or_default();
        format!("passage {}, locked by {lock:?}", edge.passage)
    });
    let names: Vec<_> = names.collect();
    let why = if names.is_empty() { "only one-way doors lead from there".to_owned() } else { names.join(", and ") };
    let before = if names.is_empty() { "" } else { "before it is " };
    Some(format!("{what} can never be reached, in whatever order keys are used: {before}{why}"))
}

/// The keys of a mission with their areas.
pub(super) fn keys(graph: &PlayGraph) -> Vec<(usize, u32)> {
    let key = |thing: &Thing| match *thing {
        Thing::Key { key, area } | Thing::SingleUse { key, area, .. } => Some((key, area)),
        Thing::Open { .. } | Thing::Find { .. } => None,
    };
    graph.things.iter().filter_map(key).collect()
}

/// The message for a lock that can be walked around; `None` for a lock that shuts.
pub(super) fn walked_around(level: &Level, graph: &PlayGraph, lock: u8) -> Option<String> {
    let own = (0..).zip(&graph.things).filter(|&(thing, _)| graph.lock_of(level, thing) == Some(lock));
    let own: Things = own.fold(0, |things, (thing, _)| things | 1 << thing);
    let reached = graph.reach(0, |edge| edge.is_open(!own));
    let is_passed = |areas: [u32; 2]| areas.into_iter().all(|area| reached.contains(area));
    let ends = graph.ends.iter().find(|ends| ends.lock == lock && is_passed(ends.areas))?;
    let name = level.locks.get(usize::from(lock)).map_or("", |name| name.as_str());
    Some(format!(
        "passage {} is walked around: with all locks {name:?} shut, both of its ends can be reached",
        ends.passage
    ))
}
