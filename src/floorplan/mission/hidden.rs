//! Hidden rooms: those that lie behind secret doors alone.
//!
//! Consumes the graph after the locks. The *visible rooms* are those that a player reaches from the
//! start by plain passages and locks that lead inwards, without a secret door; all others are
//! hidden. Where a one-way passage ends in a hidden room, the secret doors between this room and
//! the visible ones are opened: they become closed doors, and what they show is visible. So the
//! fourth invariant of `graph` holds. No key may lie in a room that is still hidden then.
//!
//! Draws nothing. Cost: linear in the secret doors; where one of them leads to more than a dead
//! end, linear in rooms and passages.

use super::{
    MissionDraft,
    graph::{FAR, PassageUse, RoomDoor, RoomGraph},
    marks::RoomMarks,
};
use crate::floorplan::{Note, NoteCode, roles};

/// A walk inwards from the start, which passes a secret door only when no other door is left. Its
/// memory is reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct HiddenRooms {
    /// For each room, the number of secret doors on the way to it: 0 for visible rooms, [`FAR`] for
    /// rooms that are not reached.
    secret_doors: Vec<u32>,
    /// For each room that is reached, the door to the room before it.
    ways_back: Vec<RoomDoor>,
    /// The rooms from which the walk goes on.
    ahead: Vec<u32>,
    /// The secret doors met, each behind the room before it.
    met: Vec<(u32, RoomDoor)>,
}

/// Opens secret doors until each one-way passage ends in a visible room, and closes hidden rooms
/// for keys. Returns a note if rules whose chance is 1 made doors that were opened.
pub(super) fn hide_rooms(draft: &MissionDraft<'_>, graph: &mut RoomGraph, hidden: &mut HiddenRooms) -> Option<Note> {
    // A lock makes a secret door a barred one, and a removed lock a closed one.
    let RoomGraph { secret, uses, .. } = graph;
    secret.retain(|&passage| !matches!(uses[passage as usize], PassageUse::Locked(_)));
    if hides_dead_ends_alone(graph) {
        return None;
    }
    hidden.walk_to_visible_rooms(graph);
    let mut opened = Vec::new();
    if one_way_ends(graph).any(|room| hidden.secret_doors[room as usize] > 0) {
        hidden.walk_to_hidden_rooms(graph);
        hidden.open_ways_back(graph, &mut opened);
    }
    for (marks, secret_doors) in graph.marks.iter_mut().zip(&hidden.secret_doors) {
        if *secret_doors > 0 {
            marks.add(RoomMarks::TAKEN);
        }
    }
    let note = note(draft, graph, &opened);
    opened.sort_unstable();
    graph.secret.retain(|passage| opened.binary_search(passage).is_err());
    graph.closed.append(&mut opened);
    note
}

/// Whether each secret door leads to a dead end, as most do. These alone are hidden then, and no
/// one-way passage ends in one. Closes them for keys.
fn hides_dead_ends_alone(graph: &mut RoomGraph) -> bool {
    let mut are_all = true;
    for position in 0..graph.secret.len() {
        let ends = graph.ends[graph.secret[position] as usize];
        match ends.into_iter().find(|&room| graph.doors(room).len() == 1) {
            Some(room) if room != graph.start => graph.marks[room as usize].add(RoomMarks::TAKEN),
            _ => are_all = false,
        }
    }
    are_all
}

/// The rooms in which one-way passages end, in the order of passages.
fn one_way_ends(graph: &RoomGraph) -> impl Iterator<Item = u32> + '_ {
    graph.uses.iter().zip(&graph.ends).filter_map(|(use_of, &[one, other])| match *use_of {
        PassageUse::OneWay(from) => Some(if from == one { other } else { one }),
        PassageUse::Plain | PassageUse::Locked(_) => None,
    })
}

impl HiddenRooms {
    fn walk_to_visible_rooms(&mut self, graph: &mut RoomGraph) {
        let rooms = graph.gates.len();
        self.secret_doors.clear();
        self.secret_doors.resize(rooms, FAR);
        self.ways_back.resize(rooms, RoomDoor::default());
        self.met.clear();
        self.reach(graph.start, 0, RoomDoor::default());
        self.walk_on(graph, 0);
    }

    /// Walks on through secret doors: those before which there are fewer of them come first.
    fn walk_to_hidden_rooms(&mut self, graph: &mut RoomGraph) {
        let mut next = 0;
        while let Some(&(room, RoomDoor { passage, beyond })) = self.met.get(next) {
            next += 1;
            if self.secret_doors[beyond as usize] == FAR {
                let secret_doors = self.secret_doors[room as usize] + 1;
                self.reach(beyond, secret_doors, RoomDoor { passage, beyond: room });
                self.walk_on(graph, secret_doors);
            }
        }
    }

    /// Opens the secret doors on the way from each one-way passage back to the visible rooms.
    fn open_ways_back(&mut self, graph: &mut RoomGraph, opened: &mut Vec<u32>) {
        let ends: Vec<_> = one_way_ends(graph).collect();
        for mut room in ends {
            while self.secret_doors[room as usize] > 0 {
                let back = self.ways_back[room as usize];
                self.reach(room, 0, back);
                if graph.is_secret(back.passage) {
                    opened.push(back.passage);
                }
                room = back.beyond;
            }
            self.walk_on(graph, 0);
        }
    }

    fn reach(&mut self, room: u32, secret_doors: u32, back: RoomDoor) {
        self.secret_doors[room as usize] = secret_doors;
        self.ways_back[room as usize] = back;
        self.ahead.push(room);
    }

    /// Reaches all rooms to which other doors than secret ones lead from the rooms ahead, by
    /// shortest ways. `secret_doors` is the number of secret doors on the way to each.
    fn walk_on(&mut self, graph: &mut RoomGraph, secret_doors: u32) {
        let mut next = 0;
        while let Some(&room) = self.ahead.get(next) {
            next += 1;
            for &door in graph.doors(room) {
                if self.secret_doors[door.beyond as usize] <= secret_doors || !graph.leads_inwards(room, door) {
                    continue;
                }
                if graph.is_secret(door.passage) {
                    self.met.push((room, door));
                } else {
                    self.reach(door.beyond, secret_doors, RoomDoor { passage: door.passage, beyond: room });
                }
            }
        }
        // A room has two or three doors on average.
        graph.work += 3 * next as u64;
        self.ahead.clear();
    }
}

/// The note about the opened doors for which a rule with a chance of 1 asks; `None` without any.
fn note(draft: &MissionDraft<'_>, graph: &RoomGraph, opened: &[u32]) -> Option<Note> {
    if opened.is_empty() {
        return None;
    }
    let is_asked_for = |passage: &&u32| {
        let ends = graph.ends[**passage as usize].map(|room| &draft.rooms[room as usize]);
        roles::must_be_secret(draft.preset, draft.difficulty, ends)
    };
    let wanted = graph.secret.iter().filter(is_asked_for).count() as u32;
    let shown = opened.iter().filter(is_asked_for).count() as u32;
    let about = || format!("{shown} closed, since a one-way passage leads behind them");
    let (code, got) = (NoteCode::SecretOpened, wanted - shown);
    (shown > 0).then(|| Note { code, wanted, got, about: Some(about()) })
}
