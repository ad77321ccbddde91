//! Metrics of the graph whose nodes are rooms and whose edges are passages.

use crate::level::Level;

/// The graph metrics of the level measured last, and the buffers for measuring.
#[derive(Clone, Debug, Default)]
pub(super) struct GraphMetrics {
    /// The number of passages between a room on the main path and one off it.
    pub(super) branches: u32,
    /// The circuit rank: passages that can be removed, one after the other, with all rooms still
    /// connected.
    pub(super) loops: u32,
    /// The number of rooms with exactly one passage, start and end excluded.
    pub(super) dead_ends: u32,
    /// The number of cycles that the plan has.
    pub(super) cycles: u32,
    degrees: Vec<u32>,
    is_on_path: Vec<bool>,
}

impl GraphMetrics {
    /// Measures a level. Cost: linear in rooms and passages.
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
        // The graph is connected, and a spanning tree has `rooms - 1` edges.
        self.loops = (level.passages.len() + 1).saturating_sub(rooms) as u32;
        let ends = [level.start().id, level.end().id];
        let inner = (0..).zip(&self.degrees).filter(|(room, _)| !ends.contains(room));
        self.dead_ends = inner.filter(|(_, passages)| **passages == 1).count() as u32;
        // The cycles of a level are numbered from 0.
        self.cycles = level.rooms.iter().filter_map(|room| room.cycle).max().map_or(0, |last| last.saturating_add(1));
    }
}
