//! Rooms, passages and gates as a graph, while a mission is planned.
//!
//! Consumes rooms, passages and the main path. Keeps for each room the gates before it, and for
//! each passage what the mission makes of it.
//!
//! Invariants, on which the promise rests that a mission can be won and never lost. The *gates of a
//! room* are the gates of the mission that a player must have opened to be there.
//!
//! 1. A plain passage joins rooms with the same gates. A passage with the lock of a gate
//!    joins rooms whose gates differ by this gate alone.
//! 2. A one-way passage leads to a room with the same gates, or with some of them.
//! 3. Every room can be reached from the start room by plain passages and by locks that lead
//!    inwards, to the room with more gates. The rooms reached so without a secret door are
//!    *visible*; those of the main path, and the rooms of keys, are among them.
//! 4. A one-way passage ends in a visible room, or its two rooms stay joined by plain passages
//!    without secret doors.
//!
//! So a player in a room has opened all of its gates (1, 2), and can walk from each room back to
//! the start through doors that are open by then (3): no way is lost, in whatever order gates are
//! opened. A gate that is shut parts the rooms behind it from all others (1, 2).
//!
//! The same holds for a player who found any set of secret doors, none and all among them, and
//! passes no other one. At the start, the way back is empty. A door that leads both ways leads
//! back. Behind a one-way passage there is a way back without a secret door: from a visible room by
//! the definition, since its gates are open; else to the room before the passage (4). So each step
//! leaves a way back to the start, and from there keys and exit are reached without a secret door.
//!
//! Later steps keep this. To remove a gate takes no plain passage away and hides no room. A
//! shortcut takes a plain passage away, but its rooms stay joined by others without secret doors:
//! no visible room depends on it, nor do the two rooms of another shortcut.

use super::marks::RoomMarks;
use crate::{
    buckets::Buckets,
    floorplan::{Passage, route::PathSpan},
    model::DoorKind,
};

/// What a mission makes of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassageUse {
    /// Nothing: one can walk both ways.
    Plain,
    /// It has the lock of this gate.
    Locked(u8),
    /// One can walk only from this room to the other one.
    OneWay(u32),
}

/// An end of a passage, as seen from the room at the other end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoomDoor {
    pub(super) passage: u32,
    pub(super) beyond: u32,
}

/// The distance of a room that is not reached.
pub(super) const FAR: u32 = u32::MAX;

/// The graph of a level's rooms, with buffers that are reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomGraph {
    /// The doors of each room, in the order of passages.
    doors: Buckets<RoomDoor>,
    /// For each passage, the ids of its rooms.
    pub(super) ends: Vec<[u32; 2]>,
    /// For each passage, its use.
    pub(super) uses: Vec<PassageUse>,
    /// For each room, a bit for each gate before it.
    pub(super) gates: Vec<u16>,
    /// For each room, its kind and what was found of it.
    pub(super) marks: Vec<RoomMarks>,
    /// For each room, where it belongs along the main path.
    pub(super) spans: Vec<PathSpan>,
    /// The start room.
    pub(super) start: u32,
    /// For each room, the number of passages from the start of the last walk, or [`FAR`].
    pub(super) distances: Vec<u32>,
    /// For each room that the last walk reached, the room before it.
    pub(super) before: Vec<u32>,
    queue: Vec<u32>,
    /// The passages with secret doors, ascending. Those that got a lock are among them until rooms
    /// are hidden.
    pub(super) secret: Vec<u32>,
    /// The passages whose doors become closed ones: secret doors that were opened, and doors whose
    /// locks were removed.
    pub(super) closed: Vec<u32>,
    /// The rooms and passages visited.
    pub(super) work: u64,
}

impl RoomGraph {
    /// Reads the rooms and passages of a level, all of them plain. Cost: linear in both.
    pub(super) fn read(
        &mut self,
        marks: impl Iterator<Item = RoomMarks>,
        spans: impl Iterator<Item = PathSpan>,
        passages: &[Passage],
        start: u32,
    ) {
        self.marks.clear();
        self.marks.extend(marks);
        self.spans.clear();
        self.spans.extend(spans);
        let rooms = self.spans.len();
        self.work = (rooms + 3 * passages.len()) as u64;
        self.ends.clear();
        self.ends.extend(passages.iter().map(|passage| passage.rooms));
        self.secret.clear();
        let numbered = (0..).zip(passages);
        self.secret.extend(numbered.filter(|(_, passage)| passage.kind == DoorKind::Secret).map(|(id, _)| id));
        self.closed.clear();
        self.uses.clear();
        self.uses.resize(passages.len(), PassageUse::Plain);
        self.gates.clear();
        self.gates.resize(rooms, 0);
        let numbered = (0..).zip(&self.ends);
        let doors = numbered.map(|(passage, &[one, other])| {
            [(one, RoomDoor { passage, beyond: other }), (other, RoomDoor { passage, beyond: one })]
        });
        self.doors.sort_groups(rooms, doors);
        self.start = start;
    }

    /// The doors of a room, in the order of passages.
    pub(super) fn doors(&self, room: u32) -> &[RoomDoor] {
        self.doors.get(room)
    }

    /// Walks from a room, by shortest ways, through each door that `admits` allows, given the room
    /// before it. Keeps distances and the rooms before each. Stops at the room `to`, if there is
    /// one.
    ///
    /// Cost: linear in rooms and passages.
    pub(super) fn walk(&mut self, from: u32, to: Option<u32>, admits: impl Fn(&Self, u32, RoomDoor) -> bool) {
        let mut queue = std::mem::take(&mut self.queue);
        let mut distances = std::mem::take(&mut self.distances);
        let mut before = std::mem::take(&mut self.before);
        let rooms = self.gates.len();
        distances.clear();
        distances.resize(rooms, FAR);
        before.resize(rooms, 0);
        // No room is queued twice.
        queue.resize(rooms, 0);
        queue[0] = from;
        distances[from as usize] = 0;
        let (mut next, mut queued) = (0, 1);
        while next < queued {
            let room = queue[next];
            next += 1;
            let distance = distances[room as usize] + 1;
            for &door in self.doors(room) {
                let beyond = door.beyond as usize;
                if distances[beyond] == FAR && admits(self, room, door) {
                    distances[beyond] = distance;
                    before[beyond] = room;
                    queue[queued] = door.beyond;
                    queued += 1;
                }
            }
            if to.is_some_and(|to| distances[to as usize] != FAR) {
                break;
            }
        }
        // A room has two or three doors on average.
        self.work += 3 * queued as u64;
        (self.queue, self.distances, self.before) = (queue, distances, before);
    }

    /// Whether one can walk through a door with all locks open.
    pub(super) fn is_passable(&self, room: u32, door: RoomDoor) -> bool {
        match self.uses[door.passage as usize] {
            PassageUse::Plain | PassageUse::Locked(_) => true,
            PassageUse::OneWay(from) => from == room,
        }
    }

    /// Whether a player can walk through a door, both ways, without finding a secret door.
    pub(super) fn is_plain_and_visible(&self, door: RoomDoor) -> bool {
        self.uses[door.passage as usize] == PassageUse::Plain && !self.is_secret(door.passage)
    }

    /// Whether a passage has secret doors.
    pub(super) fn is_secret(&self, passage: u32) -> bool {
        self.secret.binary_search(&passage).is_ok()
    }

    /// Whether a door is plain, or has a lock that leads inwards.
    pub(super) fn leads_inwards(&self, room: u32, door: RoomDoor) -> bool {
        match self.uses[door.passage as usize] {
            PassageUse::Plain => true,
            PassageUse::Locked(gate) => self.gates[room as usize] >> gate & 1 == 0,
            PassageUse::OneWay(_) => false,
        }
    }

    /// Removes a gate: its locks become plain, and so do one-way passages that lead past it alone.
    pub(super) fn remove_gate(&mut self, gate: u8) {
        self.gates.iter_mut().for_each(|gates| *gates &= !(1 << gate));
        self.work += (self.gates.len() + self.ends.len()) as u64;
        for ((passage, use_of), [one, other]) in (0..).zip(&mut self.uses).zip(&self.ends) {
            let is_same = self.gates[*one as usize] == self.gates[*other as usize];
            match use_of {
                PassageUse::Locked(locked) if *locked == gate => {
                    *use_of = PassageUse::Plain;
                    self.closed.push(passage);
                }
                PassageUse::OneWay(_) if is_same => *use_of = PassageUse::Plain,
                PassageUse::Plain | PassageUse::Locked(_) | PassageUse::OneWay(_) => {}
            }
        }
    }
}

/// Whether a passage joins neighbours on the main path.
#[inline]
pub(super) fn is_of_path(marks: &[RoomMarks], spans: &[PathSpan], [one, other]: [u32; 2]) -> bool {
    let is_on_path = |room: u32| marks[room as usize].is_of(RoomMarks::OF_PATH);
    let step = |room: u32| spans[room as usize].nearest;
    step(one).abs_diff(step(other)) == 1 && is_on_path(one) && is_on_path(other)
}
