//! What a tree keeps: an arena of nodes, an arena of objects, and the changes that wait.

use super::{
    Object, ObjectId, Shape,
    flat::{Entered, Flat},
    grid::Grid,
    node::{Item, NONE, Node, OUTSIDE, ROOT, Tag},
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
    /// Objects inserted or changed since pairs of moved objects were last asked for; a slot that was emptied since is skipped.
    pub(super) moved: Vec<u32>,
    /// The fast form of all objects, but for those changed since.
    pub(super) flat: Option<Flat<D>>,
    /// Slots changed since the fast form was made.
    pub(super) changed: Vec<u32>,
    /// Working memory.
    pub(super) grid: Grid<D>,
    pub(super) entered: Vec<Entered>,
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
            moved: Vec::new(),
            flat: None,
            changed: Vec::new(),
            grid: Grid::default(),
            entered: Vec::new(),
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

    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node<D> {
        &mut self.nodes[at as usize]
    }

    pub(super) fn shape(&self, slot: u32) -> Option<&Shape<D>> {
        self.entries.get(slot as usize)?.as_ref().map(|entry| &entry.object.shape)
    }

    /// What a node keeps of the object in `slot`.
    pub(super) fn item(&self, slot: u32) -> Option<Item<D>> {
        let object = self.entries.get(slot as usize)?.as_ref()?.object;
        let is_round = matches!(object.shape, Shape::Sphere(_));
        let bounds = object.shape.bounds();
        Some(Item { bounds, tag: Tag { slot, types: object.types, is_static: object.is_static, is_round } })
    }

    /// Notes that the object in `slot` came, changed or went.
    pub(super) fn note(&mut self, slot: u32) {
        if self.flat.is_some() {
            self.changed.push(slot);
            if self.changed.len() > self.entries.len() {
                // Nobody asked for long: to make it anew is cheaper.
                self.flat = None;
                self.changed.clear();
            }
        }
    }

    /// Puts the list of moved objects in order: of those that exist and are marked, each once.
    pub(super) fn sort_moved(&mut self) {
        self.moved.sort_unstable();
        self.moved.dedup();
        let entries = &self.entries;
        self.moved.retain(|&slot| entries[slot as usize].as_ref().is_some_and(|entry| entry.is_moved));
    }

    /// Brings the fast form up to date.
    pub(super) fn ready_flat(&mut self) {
        let mut flat = self.flat.take();
        if !self.changed.is_empty() {
            flat = flat.and_then(|mut flat| flat.follow(self, &self.changed).then_some(flat));
            self.changed.clear();
        }
        self.flat = Some(flat.unwrap_or_else(|| Flat::new(self)));
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

    /// All objects in the order of their ids, as a node keeps them.
    pub(super) fn items(&self) -> impl Iterator<Item = Item<D>> + '_ {
        (0..self.entries.len() as u32).filter_map(|slot| self.item(slot))
    }

    /// The ids of all objects in ascending order.
    pub(super) fn ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.entries.iter().enumerate().filter(|(_, entry)| entry.is_some()).map(|(slot, _)| ObjectId(slot as u32))
    }
}
