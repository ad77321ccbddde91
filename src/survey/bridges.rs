//! Bridges between start and end: passages that every way from one to the other uses.

use crate::{buckets::Buckets, level::Level};

/// The bridges of the level measured last, and the buffers for measuring.
#[derive(Clone, Debug, Default)]
pub(super) struct BridgeMetrics {
    /// The number of passages on a shortest way from the start room to the end room.
    pub(super) passages: u32,
    /// The number of those passages whose removal parts start and end.
    pub(super) bridges: u32,
    /// The ids of the passages at each room.
    neighbours: Buckets<u32>,
    /// For each room the first passage of a shortest way to the end, if there is one.
    ahead: Vec<Option<u32>>,
    /// For each room its position on the way, if it is on it.
    positions: Vec<Option<u32>>,
    is_reached: Vec<bool>,
    queue: Vec<u32>,
}

impl BridgeMetrics {
    /// Measures a level. Cost: linear in rooms and passages.
    pub(super) fn measure(&mut self, level: &Level) {
        let ends = (0..).zip(&level.passages).map(|(id, passage)| passage.rooms.map(|room| (room, id)));
        self.neighbours.sort_groups(level.rooms.len(), ends);
        self.search_back(level);
        self.count_bridges(level);
    }

    /// The bridges as a fraction of the passages; 0 if the start room is the end room.
    pub(super) fn fraction(&self) -> f64 {
        if self.passages == 0 { 0.0 } else { f64::from(self.bridges) / f64::from(self.passages) }
    }

    /// Finds the shortest ways to the end room, by breadth first search.
    fn search_back(&mut self, level: &Level) {
        let end = level.end().id;
        self.ahead.clear();
        self.ahead.resize(level.rooms.len(), None);
        self.queue.clear();
        self.queue.push(end);
        let mut next = 0;
        while let Some(&room) = self.queue.get(next) {
            next += 1;
            for &passage in self.neighbours.get(room) {
                let beyond = across(level, passage, room);
                let ahead = &mut self.ahead[beyond as usize];
                if ahead.is_none() && beyond != end {
                    *ahead = Some(passage);
                    self.queue.push(beyond);
                }
            }
        }
    }

    /// Follows a shortest way from the start room, and searches from each of its rooms, but never
    /// forwards through a passage of the way. The passage ahead of a room is a bridge if the
    /// searches so far have reached no room of the way beyond it.
    ///
    /// Each bridge lies on every way, so all shortest ways give the same number.
    fn count_bridges(&mut self, level: &Level) {
        let (start, rooms) = (level.start().id, level.rooms.len());
        self.positions.clear();
        self.positions.resize(rooms, None);
        let (mut room, mut position) = (start, 0);
        self.positions[room as usize] = Some(position);
        while let Some(passage) = self.ahead[room as usize] {
            (room, position) = (across(level, passage, room), position + 1);
            self.positions[room as usize] = Some(position);
        }
        (self.passages, self.bridges) = (position, 0);

        self.is_reached.clear();
        self.is_reached.resize(rooms, false);
        let (mut room, mut furthest) = (start, 0);
        for position in 0..self.passages {
            furthest = furthest.max(self.search_from(level, room));
            self.bridges += u32::from(furthest <= position);
            let Some(passage) = self.ahead[room as usize] else { break };
            room = across(level, passage, room);
        }
    }

    /// Reaches further rooms from a room of the way. Returns the last position of the way among
    /// them, or 0.
    fn search_from(&mut self, level: &Level, room: u32) -> u32 {
        let mut furthest = 0;
        self.queue.clear();
        if !std::mem::replace(&mut self.is_reached[room as usize], true) {
            self.queue.push(room);
        }
        while let Some(room) = self.queue.pop() {
            let forwards = self.positions[room as usize].and(self.ahead[room as usize]);
            for &passage in self.neighbours.get(room).iter().filter(|&&passage| Some(passage) != forwards) {
                let beyond = across(level, passage, room);
                if !std::mem::replace(&mut self.is_reached[beyond as usize], true) {
                    furthest = furthest.max(self.positions[beyond as usize].unwrap_or(0));
                    self.queue.push(beyond);
                }
            }
        }
        furthest
    }
}

/// The room at the other end of a passage of `room`.
fn across(level: &Level, passage: u32, room: u32) -> u32 {
    let [one, other] = level.passages[passage as usize].rooms;
    if one == room { other } else { one }
}
