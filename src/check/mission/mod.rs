//! Invariant 12: the mission can be won, and never lost.
//!
//! Consumes the level; shares no code with generation, nor with the queries of missions. The player
//! starts at the entry and wins at the exit. The same is proven of the other *goals*: all stairs
//! beside the exit, and the entry in a level from which one goes back. A key opens all locks of its
//! name for good, a single-use key one of them; one-way doors let through in one direction.
//!
//! A player knows some of the secret doors, and passes no other one. What is proven, for every set
//! of secret doors that a player knows, none and all among them: from each state that this player
//! can bring about, the exit can be reached through doors that this player knows. So a room behind
//! secret doors is asked of nobody, and who went in there, and left it by a one-way door, still
//! wins. Further, a player who knows no secret door reaches the exit, each key and each room of the
//! path, and one who knows all of them reaches all rooms and walks around no lock.
//!
//! - `structure`: locks, keys and the props of keys fit each other; `shortcuts`: they save what
//!   they say.
//! - `regions`: cells, flooded once into the regions that gates and secret doors part; `areas`:
//!   those of them that a player can tell apart; `play`: areas as a graph, with keys and locks.
//! - `scarce`: locks with fewer single-use keys than doors close dead ends, without exit, keys,
//!   rooms of the path and other locks. So all that is said above holds while they stay shut, too.
//! - `diagonals`: what is proven for steps in four directions holds for eight too.
//! - `returns`: the proof for missions whose one-way doors all leave a way back that needs no
//!   secret door; `search`: the proof for all others, by the states of all plays. `story`: what a
//!   breach says.

mod areas;
mod diagonals;
mod gates;
mod goals;
mod play;
mod regions;
mod returns;
mod scarce;
mod search;
mod shortcuts;
mod story;
mod structure;

#[cfg(test)]
mod tests;

use areas::Areas;
use play::{PlayGraph, SecretDoors, Things};
use regions::Regions;
use search::{MOST_STATES, Search};
pub(super) use structure::key_name;

use crate::{level::Level, model::DoorKind};

/// Tests invariant 12: the mission is won in some order of keys, and lost in none.
///
/// - Locked passages are those with barred doors. Each lock has a key or single-use keys, at most
///   one for each of its passages; each key opens a passage and is a prop that does not block. A
///   shortcut saves what it says.
/// - With all locks of one name shut and all others open, at most one end of each of its passages
///   can be reached.
/// - The exit, every key and all else that invariant 10 reaches can be reached.
/// - From every state that a player can bring about, the exit can still be reached without finding
///   another secret door. So can all stairs beside it, and the entry in a level with such stairs or
///   without a way down.
/// - Exit, stairs, keys and the rooms of the path can be reached without passing a secret door or a
///   lock with fewer single-use keys than passages.
/// - What lies behind such a lock is a dead end, without another lock. Each of its passages can be
///   the one that is opened first.
/// - No lock, one-way door or secret door is passed by a diagonal step, even between two walls that
///   meet at a corner. So all of this holds for steps in four and in eight directions.
///
/// A mission that needs more than 2^20 states is refused, since it is not proven.
///
/// Cost: passages and keys, without gates and secret doors. With gates, a flood of the cells, a
/// pass over their runs in rows, and for each lock a search of the graph of regions; for missions
/// that `returns` does not prove, the states.
pub(super) fn missions_hold(level: &Level) -> Result<(), String> {
    prove(level).map(|_| ())
}

impl Level {
    /// The number of states that the proof of the mission met: places between gates, with what was
    /// taken and opened. 0 without locks and one-way doors.
    ///
    /// `None` if [`Level::check`] reports a breach of invariant 12. A mission is proven with at
    /// most 2^20 states. Cost: that of the invariant.
    #[must_use]
    pub fn mission_states(&self) -> Option<u64> {
        prove(self).ok()
    }
}

/// Proves the mission, and returns the number of states that this took.
fn prove(level: &Level) -> Result<u64, String> {
    structure::locks_and_keys_fit(level)?;
    shortcuts::shortcuts_save_what_they_say(level)?;
    let has_gates = level.passages.iter().any(gates::is_gate);
    if !has_gates && level.passages.iter().all(|passage| passage.kind != DoorKind::Secret) {
        return Ok(0);
    }
    let Some(regions) = Regions::new(level)? else { return Ok(0) };
    let graph = if has_gates { Some(areas_are_reached(level, &regions)?) } else { None };
    if let Some(what) = regions.hidden {
        let or_lock =
            if gates::scarce_locks(level).contains(&true) { " or a lock with fewer keys than doors" } else { "" };
        return Err(format!("{what} cannot be reached without passing a secret door{or_lock}"));
    }
    graph.map_or(Ok(0), |(areas, graph)| play_through(level, &areas, &graph))
}

/// Proves that no lock is walked around, and that a player who knows all secret doors reaches all
/// areas, with all locks open.
fn areas_are_reached(level: &Level, regions: &Regions) -> Result<(Areas, PlayGraph), String> {
    let areas = Areas::new(level, regions);
    let graph = PlayGraph::new(level, &areas, SecretDoors::Known)?;
    for (lock, _) in (0..).zip(&level.locks) {
        story::walked_around(level, &graph, lock).map_or(Ok(()), Err)?;
    }
    let all = graph.reach(0, |edge| edge.is_open(Things::MAX));
    story::unreached(level, &graph, |area| all.contains(area), &story::keys(&graph)).map_or(Ok(()), Err)?;
    scarce::close_dead_ends(level, &graph)?;
    Ok((areas, graph))
}

/// Proves that the mission can be won, and never lost.
fn play_through(level: &Level, areas: &Areas, graph: &PlayGraph) -> Result<u64, String> {
    let returns = returns::every_state_returns(graph);
    if returns && let Some(states) = returns::one_play_opens_all(level, graph) {
        return Ok(states);
    }
    if graph.has_secret_doors() {
        return search(level, &PlayGraph::new(level, areas, SecretDoors::ToFind)?, returns);
    }
    search(level, graph, returns)
}

/// Proves by all states that the mission can be won, and never lost.
fn search(level: &Level, graph: &PlayGraph, takes_at_once: bool) -> Result<u64, String> {
    let Some(search) = Search::new(graph, takes_at_once) else {
        return Err(format!("the mission is not proven: it needs more than {MOST_STATES} states"));
    };
    let mut is_reached = vec![false; graph.areas()];
    search.states.iter().for_each(|state| is_reached[state.area as usize] = true);
    story::unreached(level, graph, |area| is_reached[area as usize], &story::keys(graph)).map_or(Ok(()), Err)?;
    match search.stuck {
        Some(stuck) => Err(story::stuck(level, graph, &search, stuck)),
        None => Ok(search.states.len() as u64),
    }
}
