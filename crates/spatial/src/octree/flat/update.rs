//! In-place updates of a flat tree: the boxes of changed objects are rewritten, then the bounds of
//! the nodes above them, each node once.

use super::{BoxLanes, FlatTree, LANES};
use crate::octree::{
    core::TreeCore,
    node::{NONE, ObjectTag},
};

impl<const D: usize> FlatTree<D> {
    /// Updates the objects in the slots `changed` to their current state in `core`.
    ///
    /// Returns false if too many objects have changed or have been added, or if the nodes have
    /// grown too large: the flat tree must then be discarded and rebuilt.
    pub(in crate::octree) fn follow(&mut self, core: &TreeCore<D>, changed: &[u32]) -> bool {
        // A rebuild costs about as much as updating a quarter of the objects.
        if changed.len() > self.built_count / 4 {
            return false;
        }
        self.positions.resize(core.entries.len(), NONE);
        let mut dirty = Vec::with_capacity(changed.len());
        for &slot in changed {
            let position = &mut self.positions[slot as usize];
            let item = core.item(slot);
            if *position == NONE && item.is_some() {
                // A new object is appended.
                *position = self.tags.len() as u32;
                self.tags.push(ObjectTag::EMPTY);
                if self.tags.len() > self.boxes.levels[0].len() * LANES {
                    self.boxes.levels[0].push(BoxLanes::UNUSED);
                }
            }
            if *position == NONE {
                continue;
            }
            let (node, lane) = (*position / LANES as u32, *position as usize % LANES);
            dirty.push(node);
            let lanes = &mut self.boxes.levels[0][node as usize];
            match item {
                Some(item) => {
                    lanes.set(lane, &item.bounds);
                    self.tags[*position as usize] = item.tag;
                }
                None => {
                    lanes.clear(lane);
                    self.tags[*position as usize] = ObjectTag::EMPTY;
                    *position = NONE;
                }
            }
        }
        self.fit(dirty);
        // A rebuild is due if an eighth of the objects was appended or if the nodes have grown by
        // half: then too many objects are out of spatial order.
        self.tags.len() <= self.built_count + self.built_count / 8 + LANES && self.spread <= self.built_spread * 1.5
    }

    /// Recomputes the bounds of all ancestors of the level-0 nodes `dirty`.
    fn fit(&mut self, mut dirty: Vec<u32>) {
        dirty.sort_unstable();
        dirty.dedup();
        let mut level = 0;
        while self.boxes.levels[level].len() > 1 {
            if level + 1 == self.boxes.levels.len() {
                // Adds a new top level. All nodes of the level below need a lane in it.
                self.boxes.levels.push(Vec::new());
                dirty = (0..self.boxes.levels[level].len() as u32).collect();
            }
            let needed = self.boxes.levels[level].len().div_ceil(LANES);
            self.boxes.levels[level + 1].resize(needed, BoxLanes::UNUSED);
            for node in &mut dirty {
                let bounds = self.boxes.levels[level][*node as usize].around();
                let (above, lane) = (*node / LANES as u32, *node as usize % LANES);
                if level == 0 {
                    let before = self.boxes.levels[1][above as usize].get(lane);
                    self.spread += self.sides(&bounds) - self.sides(&before);
                }
                self.boxes.levels[level + 1][above as usize].set(lane, &bounds);
                *node = above;
            }
            dirty.dedup();
            level += 1;
        }
    }
}
