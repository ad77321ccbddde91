//! Upkeep of nodes: tight bounds are recomputed after changes, empty branches age and are pruned.

use super::{core::TreeCore, node::NONE};

impl<const D: usize> TreeCore<D> {
    /// Schedules the bounds of node `at` for recomputation.
    pub(super) fn mark(&mut self, at: u32) {
        let node = &mut self.nodes[at as usize];
        if !node.is_dirty {
            node.is_dirty = true;
            self.dirty[usize::from(node.depth)].push(at);
        }
    }

    /// Recomputes the bounds of all nodes that [`TreeCore::mark`] scheduled, from the deepest up. A
    /// node whose bounds change schedules its parent.
    pub(super) fn fit(&mut self) {
        for depth in (0..self.dirty.len()).rev() {
            while let Some(at) = self.dirty[depth].pop() {
                if !std::mem::take(&mut self.node_mut(at).is_dirty) {
                    continue;
                }
                let node = self.node(at);
                let items = node.items.iter().map(|item| item.bounds);
                let all = items.chain(self.occupied_children(node).map(|child| child.bounds));
                let parent = node.parent;
                if let Some(bounds) = all.reduce(|one, two| one.union(&two))
                    && bounds != node.bounds
                {
                    self.node_mut(at).bounds = bounds;
                    if parent != NONE {
                        self.mark(parent);
                    }
                }
            }
        }
    }

    /// Counts down the nodes of empty branches by one, and prunes those whose countdown reaches 0.
    pub(super) fn age(&mut self) {
        let mut emptied = std::mem::take(&mut self.emptied);
        for &at in &emptied {
            if let Some(left) = &mut self.node_mut(at).countdown {
                *left -= 1;
            }
        }
        for &at in &emptied {
            if !self.node(at).is_free && self.node(at).countdown == Some(0) {
                let (parent, octant) = (self.node(at).parent, self.node(at).octant);
                let above = self.node_mut(parent);
                above.children[usize::from(octant)] = NONE;
                above.child_mask &= !(1 << octant);
                self.free_branch(at);
            }
        }
        emptied.retain(|&at| {
            let node = &mut self.nodes[at as usize];
            node.is_ageing = node.countdown.is_some();
            node.is_ageing
        });
        self.emptied = emptied;
    }

    pub(super) fn free_branch(&mut self, at: u32) {
        let children = self.node(at).children;
        for child in children {
            if child != NONE {
                self.free_branch(child);
            }
        }
        let node = self.node_mut(at);
        (node.is_free, node.countdown, node.is_dirty) = (true, None, false);
        (node.children, node.child_mask, node.items) = ([NONE; 8], 0, Vec::new());
        self.free_nodes.push(at);
    }
}
