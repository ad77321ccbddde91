//! Moves single objects within the tree: insertion, descent, growth of bounds and removal.

use super::{
    core::{NodePosition, TreeCore},
    node::{LONGEST_LIFESPAN, NONE, NodeObject, ROOT},
};
use crate::Aabb;

impl<const D: usize> TreeCore<D> {
    /// Counts one more object in node `at` and grows the node's bounds. If the node was empty,
    /// doubles its lifespan, the time for which it is kept while empty.
    pub(super) fn enter(&mut self, at: u32, bounds: &Aabb<D>) {
        let node = self.node_mut(at);
        node.bounds = if node.count == 0 { *bounds } else { node.bounds.union(bounds) };
        node.count += 1;
        if node.countdown.take().is_some() {
            node.lifespan = (node.lifespan * 2).min(LONGEST_LIFESPAN);
        }
    }

    /// Stores `item` in a node at or below `at`, and returns that node: the deepest one that
    /// encloses `item`, or the top of a branch in which `item` is alone. The counts of `at` and its
    /// ancestors must include `item` already.
    pub(super) fn sink(&mut self, mut at: u32, item: NodeObject<D>) -> u32 {
        loop {
            // An object that was alone in this branch was stored at its top. It is no longer alone,
            // so it sinks first.
            if self.node(at).count == 2 && self.node(at).items.len() == 1 {
                let other = self.node(at).items[0];
                if let Some(octant) = self.child_octant(at, &other.bounds) {
                    self.node_mut(at).items.clear();
                    let child = self.child(at, octant);
                    self.enter(child, &other.bounds);
                    self.sink(child, other);
                }
            }
            let Some(octant) = self.child_octant(at, &item.bounds) else { break };
            if self.node(at).children[octant] == NONE && self.node(at).count == 1 {
                break;
            }
            at = self.child(at, octant);
            self.enter(at, &item.bounds);
        }
        let node = &mut self.nodes[at as usize];
        self.places[item.tag.slot as usize] = NodePosition { node: at, position: node.items.len() as u32 };
        node.items.push(item);
        at
    }

    /// The child of `at` in `octant`, created if it is missing.
    pub(super) fn child(&mut self, at: u32, octant: usize) -> u32 {
        let child = self.node(at).children[octant];
        if child != NONE {
            return child;
        }
        let node = self.node(at).child(at, octant);
        let child = match self.free_nodes.pop() {
            Some(free) => {
                self.nodes[free as usize] = node;
                free
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        };
        let parent = self.node_mut(at);
        parent.children[octant] = child;
        parent.child_mask |= 1 << octant;
        child
    }

    /// Extends the bounds of `at` and of its ancestors to include `bounds`.
    pub(super) fn grow(&mut self, mut at: u32, bounds: &Aabb<D>) {
        while at != NONE && !self.node(at).bounds.contains_box(bounds) {
            let node = self.node_mut(at);
            node.bounds = node.bounds.union(bounds);
            at = node.parent;
        }
    }

    /// Removes the object in `slot` from its node. Decrements the counts of that node and of its
    /// ancestors below `above`.
    pub(super) fn detach(&mut self, slot: u32, above: u32) {
        let Some(place) = self.places.get_mut(slot as usize) else { return };
        let NodePosition { node: mut at, position } = std::mem::replace(place, NodePosition::NOWHERE);
        if at == NONE {
            return;
        }
        let node = &mut self.nodes[at as usize];
        node.items.swap_remove(position as usize);
        if let Some(moved) = node.items.get(position as usize) {
            self.places[moved.tag.slot as usize].position = position;
        }
        self.mark(at);
        while at != above {
            let node = self.node_mut(at);
            node.count -= 1;
            let (parent, is_empty) = (node.parent, node.count == 0);
            if is_empty && at > ROOT {
                node.countdown = Some(node.lifespan);
                if !std::mem::replace(&mut node.is_ageing, true) {
                    self.emptied.push(at);
                }
            }
            if is_empty && parent != NONE {
                // An empty branch no longer contributes to its parent's bounds.
                self.mark(parent);
            }
            at = parent;
        }
    }

    /// Moves a changed object: it climbs to the first node that encloses it and sinks again.
    pub(super) fn relocate(&mut self, slot: u32) {
        let Some(item) = self.item(slot) else { return };
        let NodePosition { node: at, position } = self.place(slot);
        if at == NONE {
            return;
        }
        let above = self.climb(at, &item.bounds);
        let may_sink = self
            .child_octant(above, &item.bounds)
            .is_some_and(|octant| self.node(above).count > 1 || self.node(above).children[octant] != NONE);
        if above == at && !may_sink {
            self.node_mut(at).items[position as usize] = item;
            self.mark(at);
        } else {
            self.detach(slot, above);
            self.grow(above, &item.bounds);
            self.mark(above);
            self.sink(above, item);
        }
    }
}
