//! What a tree keeps: an arena of nodes, an arena of objects, and the changes that wait.

use super::{
    Object, ObjectId, Shape,
    changes::{Changes, Reader},
    flat::{Entered, Flat},
    grid::Grid,
    kept::Kept,
    node::{Item, NONE, Node, OUTSIDE, ROOT, Tag},
    root::{DEEPEST, Root},
};
use crate::Aabb;

/// An object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const D: usize> {
    pub(super) object: Object<D>,
    /// Whether it was inserted or changed since pairs of moved objects were last asked for.
    pub(super) is_moved: bool,
}

impl<const D: usize> Entry<D> {
    /// What is kept of it elsewhere, as the object in `slot`.
    #[inline]
    pub(super) fn item(&self, slot: u32) -> Item<D> {
        let Object { shape, types, is_static } = &self.object;
        let (bounds, is_round) = match shape {
            Shape::Box(aabb) => (*aabb, false),
            Shape::Sphere(sphere) => (sphere.bounds(), true),
        };
        Item { bounds, tag: Tag { slot, types: *types, is_static: *is_static, is_round } }
    }
}

/// Where an object stands in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// `NONE` if it stands nowhere yet.
    pub(super) node: u32,
    pub(super) position: u32,
}

impl Place {
    pub(super) const NOWHERE: Self = Self { node: NONE, position: 0 };
}

#[derive(Clone, Debug)]
pub(super) struct Core<const D: usize> {
    pub(super) root: Root<D>,
    pub(super) nodes: Vec<Node<D>>,
    pub(super) free_nodes: Vec<u32>,
    pub(super) entries: Vec<Option<Entry<D>>>,
    pub(super) free_entries: Vec<u32>,
    /// Where the tree holds the object of each slot; those behind the last stand nowhere.
    pub(super) places: Vec<Place>,
    /// Nodes whose bounds wait to be fitted, by depth.
    pub(super) dirty: Vec<Vec<u32>>,
    pub(super) changes: Changes,
    /// The fast form of all objects, but for those that changed since.
    pub(super) flat: Option<Flat<D>>,
    pub(super) kept: Kept,
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
            places: Vec::new(),
            dirty: vec![Vec::new(); usize::from(DEEPEST) + 3],
            changes: Changes::new(),
            flat: None,
            kept: Kept::default(),
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
        Some(self.entries.get(slot as usize)?.as_ref()?.item(slot))
    }

    /// Where the tree holds the object in `slot`.
    pub(super) fn place(&self, slot: u32) -> Place {
        self.places.get(slot as usize).copied().unwrap_or(Place::NOWHERE)
    }

    /// Brings the fast form up to date.
    pub(super) fn ready_flat(&mut self) {
        if self.flat.is_some() && self.changes.is_known(Reader::Flat) {
            return;
        }
        let changed = self.changes.read(Reader::Flat);
        let flat = match (self.flat.take(), changed) {
            (Some(mut flat), Some(changed)) => flat.follow(self, &changed).then_some(flat),
            _ => None,
        };
        self.flat = Some(flat.unwrap_or_else(|| Flat::new(self)));
    }

    /// The slots of objects marked as moved, each once; the marks are taken away.
    pub(super) fn take_moved(&mut self) -> Vec<u32> {
        let mut moved = self.changes.read(Reader::Moved).unwrap_or_else(|| (0..self.entries.len() as u32).collect());
        moved.retain(|&slot| {
            let entry = self.entries.get_mut(slot as usize).and_then(Option::as_mut);
            entry.is_some_and(|entry| std::mem::take(&mut entry.is_moved))
        });
        moved
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
        self.entries.iter().zip(0..).filter_map(|(entry, slot)| Some(entry.as_ref()?.item(slot)))
    }

    /// The ids of all objects in ascending order.
    pub(super) fn ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.entries.iter().enumerate().filter(|(_, entry)| entry.is_some()).map(|(slot, _)| ObjectId(slot as u32))
    }
}
