//! Scarce locks: those with fewer single-use keys than doors. What they close is a dead end.
//!
//! Consumes the level and its graph. With all scarce locks shut and all else open, each door of a
//! scarce lock has one end in the *main part*, which is what can be reached from the entry then,
//! and one end outside of it. What lies behind the door is a *pocket*: no other passage leads into
//! it or out of it, secret doors and one-way doors included, and no other lock is in there.
//! `regions` tests that exit, keys and the rooms of the path lie in the main part.
//!
//! So a player who opens such a door can do nothing behind it but look around and come back, and
//! whatever else can be done before can be done afterwards. All other proofs may thus say that any
//! key of a scarce lock opens all of its doors and stays in hand: whoever walks into a pocket has
//! used one key on its door, and each door can be the first. No order in which keys are used up
//! needs a state of its own. That a player in a pocket is not trapped there is proven with all the
//! rest.

use super::{gates::scarce_locks, play::PlayGraph};
use crate::{check::parts::Groups, level::Level};

/// Tests that what each scarce lock closes is a pocket. Requires that every area is reached with
/// all locks open.
///
/// Cost: linear in areas and ways; nothing without scarce locks.
pub(super) fn close_dead_ends(level: &Level, graph: &PlayGraph) -> Result<(), String> {
    let is_scarce = scarce_locks(level);
    if !is_scarce.contains(&true) {
        return Ok(());
    }
    let lock_of = |passage: u32| level.passages[passage as usize].lock;
    let is_scarce = |passage: u32| lock_of(passage).is_some_and(|lock| is_scarce[usize::from(lock)]);
    let main = graph.reach(0, |edge| !is_scarce(edge.passage));
    for ends in &graph.ends {
        let outside = ends.areas.iter().filter(|&&area| !main.contains(area)).count();
        let allowed = usize::from(is_scarce(ends.passage));
        if outside > allowed {
            return Err(format!("passage {}, locked by {}, {BEHIND}", ends.passage, name(level, ends.passage)));
        }
    }
    // The areas of a pocket are one group, and so is a corridor between the two doors of a lock.
    let mut groups = Groups::alone(graph.areas() as u32);
    for edge in graph.edges.iter().filter(|edge| !is_scarce(edge.passage) && !main.contains(edge.from)) {
        if main.contains(edge.to) {
            return Err(format!("passage {} leads out of what {ALONE}", edge.passage));
        }
        groups.join([edge.from, edge.to]);
    }
    let ends = graph.ends.iter().map(|ends| (ends.passage, ends.areas));
    let ways = graph.edges.iter().map(|edge| (edge.passage, [edge.from, edge.to])).chain(ends);
    // For each group, the passage that leads into it.
    let mut ways_in = vec![None; graph.areas()];
    for (passage, areas) in ways.filter(|&(passage, _)| is_scarce(passage)) {
        for area in areas.into_iter().filter(|&area| !main.contains(area)) {
            let way_in = ways_in[groups.first(area) as usize].get_or_insert(passage);
            if *way_in != passage {
                let [one, other] = [passage.min(*way_in), passage.max(*way_in)];
                return Err(format!("passages {one} and {other} both lead into what {ALONE}"));
            }
        }
    }
    Ok(())
}

/// The ends of messages about what a scarce lock may not close.
const BEHIND: &str = "lies behind a lock with fewer keys than doors";
const ALONE: &str = "a lock with fewer keys than doors closes; allowed: the passage with this lock alone";

/// The lock of a passage, in messages.
fn name(level: &Level, passage: u32) -> String {
    format!("{:?}", level.lock(&level.passages[passage as usize]).unwrap_or_default())
}
