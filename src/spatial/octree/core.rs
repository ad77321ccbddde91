//! Where objects stand: the arena of nodes, and the motions of an object in it.

use super::{
    Object, ObjectId, Shape,
    node::{Item, LONGEST_LIFESPAN, NONE, Node, OUTSIDE, ROOT},
    root::{DEEPEST, Root},
};
use crate::spatial::Aabb;

/// An object and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Entry<const D: usize> {
    pub(super) object: Object<D>,
    /// `NONE` while it waits in the queue.
    pub(super) node: u32,
    pub(super) position: u32,
    /// Whether its shape changed since it was placed.
    pub(super) is_stale: bool,
    /// Whether it was inserted or changed since pairs of moved objects were last asked for.
    pub(super) is_moved: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Core<const D: usize> {
    pub(super) root: Root<D>,
    pub(super) nodes: Vec<Node<D>>,
    pub(super) free_nodes: Vec<u32>,
    pub(super) entries: Vec<Option<Entry<D>>>,
    pub(super) free_entries: Vec<u32>,
    /// Objects not placed yet; a slot that was emptied or placed since is skipped.
    pub(super) queue: Vec<u32>,
    /// Objects placed by a shape that they no longer have; a slot that is not stale is skipped.
    pub(super) stale: Vec<u32>,
    /// Nodes whose bounds wait to be fitted, by depth.
    pub(super) dirty: Vec<Vec<u32>>,
    /// Empty nodes, each of which counts down.
    pub(super) emptied: Vec<u32>,
}

impl<const D: usize> Core<D> {
    pub(super) fn new(root: Root<D>) -> Self {
        let above = Node::new(root.middle, f32::INFINITY, NONE, 0, 0);
        let mut core = Self {
            root,
            nodes: vec![above],
            free_nodes: Vec::new(),
            entries: Vec::new(),
            free_entries: Vec::new(),
            queue: Vec::new(),
            stale: Vec::new(),
            dirty: vec![Vec::new(); usize::from(DEEPEST) + 3],
            emptied: Vec::new(),
        };
        core.nodes[0].children[0] = ROOT;
        core.nodes[0].child_mask = 1;
        core.nodes.push(Node::new(root.middle, root.half, OUTSIDE, 0, 1));
        core
    }

    pub(super) fn node(&self, at: u32) -> &Node<D> {
        &self.nodes[at as usize]
    }

    fn node_mut(&mut self, at: u32) -> &mut Node<D> {
        &mut self.nodes[at as usize]
    }

    pub(super) fn shape(&self, slot: u32) -> Option<&Shape<D>> {
        self.entries.get(slot as usize)?.as_ref().map(|entry| &entry.object.shape)
    }

    /// What a node keeps of the object in `slot`.
    fn item(&self, slot: u32) -> Option<Item<D>> {
        let object = self.entries.get(slot as usize)?.as_ref()?.object;
        let is_round = matches!(object.shape, Shape::Sphere(_));
        let bounds = object.shape.bounds();
        Some(Item { bounds, slot, types: object.types, is_static: object.is_static, is_round })
    }

    /// The child seat of node `at` that holds `bounds` whole, if there may be one.
    pub(super) fn seat(&self, at: u32, bounds: &Aabb<D>) -> Option<usize> {
        let node = self.node(at);
        if at == OUTSIDE {
            return self.node(ROOT).region().contains_box(bounds).then_some(0);
        }
        if node.half * 2.0 <= self.root.smallest { None } else { node.octant_of(bounds) }
    }

    /// Whether node `at` may hold `bounds`.
    pub(super) fn holds(&self, at: u32, bounds: &Aabb<D>) -> bool {
        at == OUTSIDE || self.node(at).region().contains_box(bounds)
    }

    /// Puts everything where it belongs and fits the bounds; what every query and update does first.
    pub(super) fn settle(&mut self) {
        if !self.stale.is_empty() {
            let stale = std::mem::take(&mut self.stale);
            stale.iter().for_each(|&slot| self.relocate(slot));
            self.stale = emptied(stale);
        }
        if !self.queue.is_empty() {
            self.place_queue();
        }
        self.fit();
    }

    /// Places the queued objects in Morton order, each from the node of the one before it.
    fn place_queue(&mut self) {
        let queue = std::mem::take(&mut self.queue);
        let mut order: Vec<(u64, u32)> = Vec::with_capacity(queue.len());
        for &slot in &queue {
            if let Some(entry) = &self.entries[slot as usize]
                && entry.node == NONE
            {
                order.push((self.morton(&entry.object.shape.bounds()), slot));
            }
        }
        order.sort_unstable();
        let mut last = OUTSIDE;
        for (_, slot) in order {
            // A slot that was emptied and filled again while it waited stands in the queue twice.
            if self.entries[slot as usize].as_ref().is_none_or(|entry| entry.node != NONE) {
                continue;
            }
            if let Some(item) = self.item(slot) {
                last = self.climb(last, &item.bounds);
                let mut above = last;
                while above != NONE {
                    self.enter(above);
                    above = self.node(above).parent;
                }
                last = self.sink(last, item);
            }
        }
        self.queue = emptied(queue);
    }

    /// The middle of `bounds` on a grid of 2^16 cells a side, its bits interleaved.
    fn morton(&self, bounds: &Aabb<D>) -> u64 {
        let mut code = 0;
        for axis in 0..D {
            let middle = bounds.min[axis] * 0.5 + bounds.max[axis] * 0.5;
            let share = (middle - self.root.middle[axis]) / self.root.half * 0.5 + 0.5;
            // The cast saturates, and takes NaN (of boxes infinite both ways) to 0.
            code |= spread((share * 65536.0) as u16) << axis;
        }
        code
    }

    /// The first node from `at` upwards that holds `bounds`.
    fn climb(&self, mut at: u32, bounds: &Aabb<D>) -> u32 {
        while !self.holds(at, bounds) {
            at = self.node(at).parent;
        }
        at
    }

    /// Counts one more object in node `at`. A branch in use again lives twice as long when it next empties.
    fn enter(&mut self, at: u32) {
        let node = self.node_mut(at);
        node.count += 1;
        if node.countdown.take().is_some() {
            node.lifespan = (node.lifespan * 2).min(LONGEST_LIFESPAN);
        }
    }

    /// Moves `item`, which node `at` and those above count already, as deep as it goes; gives the node where it comes to rest.
    fn sink(&mut self, mut at: u32, item: Item<D>) -> u32 {
        self.grow(at, &item.bounds);
        loop {
            // One that was alone here stood as high as it could; in company it goes as deep as it can.
            if self.node(at).count == 2 && self.node(at).items.len() == 1 {
                let other = self.node(at).items[0];
                if let Some(octant) = self.seat(at, &other.bounds) {
                    self.node_mut(at).items.clear();
                    let child = self.child(at, octant);
                    self.enter(child);
                    self.sink(child, other);
                }
            }
            let Some(octant) = self.seat(at, &item.bounds) else { break };
            if self.node(at).children[octant] == NONE && self.node(at).count == 1 {
                break;
            }
            at = self.child(at, octant);
            self.enter(at);
            self.grow(at, &item.bounds);
        }
        let node = &mut self.nodes[at as usize];
        if let Some(entry) = &mut self.entries[item.slot as usize] {
            (entry.node, entry.position) = (at, node.items.len() as u32);
        }
        node.items.push(item);
        at
    }

    /// The child of `at` in `octant`, made if there is none.
    fn child(&mut self, at: u32, octant: usize) -> u32 {
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

    /// Lets the bounds of `at` and the nodes above take in `bounds`.
    fn grow(&mut self, mut at: u32, bounds: &Aabb<D>) {
        while at != NONE {
            let node = self.node_mut(at);
            if node.count == 1 {
                node.bounds = *bounds;
            } else if node.bounds.contains_box(bounds) {
                break;
            } else {
                node.bounds = node.bounds.union(bounds);
            }
            at = node.parent;
        }
    }

    /// Takes the object in `slot` out of its node, and out of the counts of those below `above`.
    pub(super) fn detach(&mut self, slot: u32, above: u32) {
        let Some(entry) = &mut self.entries[slot as usize] else { return };
        let mut at = std::mem::replace(&mut entry.node, NONE);
        let position = entry.position;
        if at == NONE {
            return;
        }
        let node = &mut self.nodes[at as usize];
        node.items.swap_remove(position as usize);
        if let Some(moved) = node.items.get(position as usize)
            && let Some(entry) = &mut self.entries[moved.slot as usize]
        {
            entry.position = position;
        }
        self.mark(at);
        while at != above {
            let node = self.node_mut(at);
            node.count -= 1;
            let (parent, is_empty) = (node.parent, node.count == 0);
            if is_empty && at > ROOT {
                node.countdown = Some(node.lifespan);
                self.emptied.push(at);
            }
            if is_empty && parent != NONE {
                // An empty branch no longer shows in the bounds of the node above.
                self.mark(parent);
            }
            at = parent;
        }
    }

    /// Moves a changed object: it climbs to the first node that holds it and sinks again.
    fn relocate(&mut self, slot: u32) {
        let Some(item) = self.item(slot) else { return };
        let Some(entry) = &mut self.entries[slot as usize] else { return };
        if !std::mem::take(&mut entry.is_stale) || entry.node == NONE {
            return;
        }
        let (at, position) = (entry.node, entry.position);
        let above = self.climb(at, &item.bounds);
        let may_sink = self
            .seat(above, &item.bounds)
            .is_some_and(|octant| self.node(above).count > 1 || self.node(above).children[octant] != NONE);
        if above == at && !may_sink {
            self.node_mut(at).items[position as usize] = item;
            self.mark(at);
        } else {
            self.detach(slot, above);
            self.sink(above, item);
        }
    }

    /// Notes that the bounds of `at` have to be fitted.
    fn mark(&mut self, at: u32) {
        let node = &mut self.nodes[at as usize];
        if !node.is_dirty {
            node.is_dirty = true;
            self.dirty[usize::from(node.depth)].push(at);
        }
    }

    /// Fits the bounds of marked nodes, from the deepest up; one that changes marks the node above.
    fn fit(&mut self) {
        for depth in (0..self.dirty.len()).rev() {
            while let Some(at) = self.dirty[depth].pop() {
                if !std::mem::take(&mut self.node_mut(at).is_dirty) {
                    continue;
                }
                let node = self.node(at);
                let items = node.items.iter().map(|item| item.bounds);
                let below = node.children().map(|child| self.node(child)).filter(|child| child.count > 0);
                let all = items.chain(below.map(|child| child.bounds));
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

    /// Lets empty branches grow older by one update, and prunes those whose time is up.
    pub(super) fn age(&mut self) {
        let mut emptied = std::mem::take(&mut self.emptied);
        // Sorted, so that a node which emptied, was used and emptied again counts once.
        emptied.sort_unstable();
        emptied.dedup();
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
        emptied.retain(|&at| self.node(at).countdown.is_some());
        self.emptied = emptied;
    }

    fn free_branch(&mut self, at: u32) {
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

    /// The ids of all objects in ascending order.
    pub(super) fn ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.entries.iter().enumerate().filter(|(_, entry)| entry.is_some()).map(|(slot, _)| ObjectId(slot as u32))
    }
}

/// The same vector without its contents, so that its memory is used again.
fn emptied(mut vector: Vec<u32>) -> Vec<u32> {
    vector.clear();
    vector
}

/// Two zero bits between each two bits.
fn spread(value: u16) -> u64 {
    let mut bits = u64::from(value);
    bits = (bits | bits << 16) & 0x0000_0000_ff00_00ff;
    bits = (bits | bits << 8) & 0x0000_00f0_0f00_f00f;
    bits = (bits | bits << 4) & 0x0000_0c30_c30c_30c3;
    (bits | bits << 2) & 0x0000_2492_4924_9249
}
