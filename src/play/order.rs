//! An order in which a player can take all keys and open all locks, room by room.

use super::{PlayerAction, room_walk::RoomWalk, unlocking::Unlocking};
use crate::level::Level;

/// The largest number of rooms that are visited to find an order, for each room of the level.
const MAX_VISITS: u64 = 1024;

/// See `Mission::order`.
pub(super) fn order(level: &Level) -> Vec<PlayerAction> {
    let (mut play, mut room, mut actions) = (Unlocking::default(), level.start().id, Vec::new());
    let mut visits = 0;
    while visits <= MAX_VISITS * level.rooms.len() as u64 {
        let reached = play.reachable_from(level, room);
        visits += reached.len() as u64;
        // Rooms from which one can come back are before others, then the nearest.
        let leading_back = RoomWalk::new(level, room, |id, _, [_, from]| play.pass(level, id, from).is_ok());
        let mut ranks = vec![None; level.rooms.len()];
        (0u32..).zip(reached).for_each(|(rank, there)| ranks[there as usize] = Some((!leading_back.has(there), rank)));
        let ranked = |there: u32| ranks.get(there as usize).copied().flatten().map(|rank| (rank, there));
        let takes = play.reachable_keys(level, room).filter_map(|key| {
            let there = level.keys.get(key as usize)?.room;
            Some((ranked(there)?, PlayerAction::Take(key)))
        });
        let opens = play.openable_passages(level, room).filter_map(|id| {
            let ends = level.passages.get(id as usize)?.rooms;
            Some((ends.into_iter().filter_map(ranked).min()?, PlayerAction::Open(id)))
        });
        let Some(((_, there), action)) = takes.chain(opens).min_by_key(|&(rank, _)| rank) else { break };
        match action {
            PlayerAction::Take(key) => drop(play.take(level, key)),
            PlayerAction::Open(passage) => drop(play.open(level, passage)),
            PlayerAction::Leave => {}
        }
        actions.push(action);
        room = there;
    }
    actions
}
