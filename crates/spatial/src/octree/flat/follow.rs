//! Changes, followed in place: lanes are set, and the bounds above fitted, each node once.

use super::{
    Flat,
    lanes::{LANES, Lanes},
};
use crate::octree::{
    core::Core,
    node::{NONE, Tag},
};

impl<const D: usize> Flat<D> {
    /// Takes over the objects in the slots of `changed`, as they now are in `core`. False if so much has changed that it had better be made anew;
    /// it is of no use then.
    pub(in crate::octree) fn follow(&mut self, core: &Core<D>, changed: &[u32]) -> bool {
        // To make it anew costs about as much as to follow a quarter of the objects.
        if changed.len() > self.made_of / 4 {
            return false;
        }
        self.positions.resize(core.entries.len(), NONE);
        let mut dirty = Vec::with_capacity(changed.len());
        for &slot in changed {
            let position = &mut self.positions[slot as usize];
            let item = core.item(slot);
            if *position == NONE && item.is_some() {
                // A new one joins the end of the row.
                *position = self.tags.len() as u32;
                self.tags.push(Tag::NOBODY);
                if self.tags.len() > self.levels[0].len() * LANES {
                    self.levels[0].push(Lanes::UNUSED);
                }
            }
            if *position == NONE {
                continue;
            }
            let (node, lane) = (*position / LANES as u32, *position as usize % LANES);
            dirty.push(node);
            let lanes = &mut self.levels[0][node as usize];
            match item {
                Some(item) => {
                    lanes.set(lane, &item.bounds);
                    self.tags[*position as usize] = item.tag;
                }
                None => {
                    lanes.clear(lane);
                    self.tags[*position as usize] = Tag::NOBODY;
                    *position = NONE;
                }
            }
        }
        self.fit(dirty);
        // Those that joined stand anywhere, and the rest where they no longer belong once nodes have grown by half.
        self.tags.len() <= self.made_of + self.made_of / 8 + LANES && self.spread <= self.spread_made * 1.5
    }

    /// Fits the bounds above the nodes of level 0 that are `dirty`.
    fn fit(&mut self, dirty: Vec<u32>) {
        let mut dirty = sorted(dirty, self.levels[0].len());
        let mut level = 0;
        while self.levels[level].len() > 1 {
            if level + 1 == self.levels.len() {
                // Of the few nodes below, none has a lane here yet.
                self.levels.push(Vec::new());
                dirty = (0..self.levels[level].len() as u32).collect();
            }
            let needed = self.levels[level].len().div_ceil(LANES);
            self.levels[level + 1].resize(needed, Lanes::UNUSED);
            for node in &mut dirty {
                let bounds = self.levels[level][*node as usize].around();
                let (above, lane) = (*node / LANES as u32, *node as usize % LANES);
                if level == 0 {
                    let before = self.levels[1][above as usize].get(lane);
                    self.spread += self.sides(&bounds) - self.sides(&before);
                }
                self.levels[level + 1][above as usize].set(lane, &bounds);
                *node = above;
            }
            dirty.dedup();
            level += 1;
        }
    }
}

/// These numbers below `end` in ascending order, each once.
fn sorted(mut numbers: Vec<u32>, end: usize) -> Vec<u32> {
    if numbers.len() < end / 64 {
        numbers.sort_unstable();
        numbers.dedup();
        return numbers;
    }
    let mut bits = vec![0u64; end.div_ceil(64)];
    numbers.iter().for_each(|number| bits[*number as usize / 64] |= 1 << (number % 64));
    numbers.clear();
    for (word, mut bits) in (0..).zip(bits) {
        while bits != 0 {
            numbers.push(word * 64 + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
    numbers
}
