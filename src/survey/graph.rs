//! Rooms as a graph: what leads where.

use crate::level::Level;

/// What the passages of a level tell, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// Passages that lead from the main path to rooms off it.
    pub(super) branches: u32,
    /// Passages that could be closed, one after the other, with every room still in reach.
    pub(super) loops: u32,
    /// Rooms with one passage, start and end not among them.
    pub(super) dead_ends: u32,
    /// For each room, how many passages it has.
    degrees: Vec<u32>,
    is_on_path: Vec<bool>,
}

impl Graph {
    /// Cost: linear in rooms and passages.
    pub(super) fn measure(&mut self, level: &Level) {
        let rooms = level.rooms.len();
        self.degrees.clear();
        self.degrees.resize(rooms, 0);
        self.is_on_path.clear();
        self.is_on_path.resize(rooms, false);
        level.path.iter().for_each(|&room| self.is_on_path[room as usize] = true);
        self.branches = 0;
        for passage in &level.passages {
            let [one, other] = passage.rooms.map(|room| room as usize);
            self.degrees[one] += 1;
            self.degrees[other] += 1;
            self.branches += u32::from(self.is_on_path[one] != self.is_on_path[other]);
        }
        // All rooms are connected: a tree has one passage less than rooms.
        self.loops = (level.passages.len() + 1).saturating_sub(rooms) as u32;
        let ends = [level.start().id, level.end().id];
        let inner = (0..).zip(&self.degrees).filter(|(room, _)| !ends.contains(room));
        self.dead_ends = inner.filter(|(_, passages)| **passages == 1).count() as u32;
    }
}
