//! Walks from room to room, by passages.

use super::pass::room_beyond;
use crate::level::{Level, Passage};

/// The rooms that a walk reaches.
#[derive(Debug)]
pub(super) struct RoomWalk {
    /// For each room, the least number of passages to it; `None` if it is not reached.
    passages: Vec<Option<u32>>,
    /// The rooms that are reached, in breadth-first order.
    pub(super) order: Vec<u32>,
}

impl RoomWalk {
    /// Walks from a room to all others that it leads to. `leads` tells whether a passage, which
    /// comes with its id, leads from the first of two rooms to the second.
    ///
    /// Cost: linear in rooms and passages.
    pub(super) fn new(level: &Level, from: u32, leads: impl Fn(u32, &Passage, [u32; 2]) -> bool) -> Self {
        let mut walk = Self { passages: vec![None; level.rooms.len()], order: Vec::new() };
        walk.reach(from, 0);
        let mut next = 0;
        while let Some(&here) = walk.order.get(next) {
            next += 1;
            let passages = walk.passages_to(here).map_or(0, |passages| passages + 1);
            for id in level.passages_of(here) {
                let Some(passage) = level.passages.get(id as usize) else { continue };
                let beyond = room_beyond(passage, here).filter(|&there| !walk.has(there));
                if let Some(there) = beyond.filter(|&there| leads(id, passage, [here, there])) {
                    walk.reach(there, passages);
                }
            }
        }
        walk
    }

    /// The least number of passages to a room; `None` if it is not reached.
    pub(super) fn passages_to(&self, room: u32) -> Option<u32> {
        self.passages.get(room as usize).copied().flatten()
    }

    pub(super) fn has(&self, room: u32) -> bool {
        self.passages_to(room).is_some()
    }

    fn reach(&mut self, room: u32, passages: u32) {
        if let Some(known) = self.passages.get_mut(room as usize) {
            *known = Some(passages);
            self.order.push(room);
        }
    }
}
