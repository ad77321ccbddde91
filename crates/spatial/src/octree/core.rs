//! The state of a tree: its nodes, its objects by slot, the log of changes, and the structures that
//! answer queries in place of the nodes.

use super::{
    Object, Shape,
    changes::{ChangeLog, ChangeLogReader},
    flat::{FlatTree, PendingNode},
    grid::PairGrid,
    node::{NONE, NodeObject, OUTSIDE, ObjectTag, ROOT, TreeNode},
    pair_cache::PairCache,
    root::{MAX_DEPTH, RootCube},
};
use crate::Aabb;

/// An object of the tree, and whether it has moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectEntry<const D: usize> {
    pub(super) object: Object<D>,
    /// True from insertion or change until the next query for pairs of moved objects.
    pub(super) is_moved: bool,
}

impl<const D: usize> ObjectEntry<D> {
    /// The copy of this object's properties that nodes store; `slot` is the object's index in
    /// [`TreeCore::entries`].
    #[inline]
    pub(super) fn item(&self, slot: u32) -> NodeObject<D> {
        let Object { shape, types, is_static } = &self.object;
        let is_round = matches!(shape, Shape::Sphere(_));
        let tag = ObjectTag { slot, types: *types, is_static: *is_static, is_round };
        NodeObject { bounds: shape.bounds(), tag }
    }
}

/// The node that stores an object, and the object's index there.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePosition {
    /// Index of the node; `NONE` if no node stores the object yet.
    pub(super) node: u32,
    /// Index of the object in `TreeNode::items`.
    pub(super) position: u32,
}

impl NodePosition {
    pub(super) const NOWHERE: Self = Self { node: NONE, position: 0 };
}

/// The thresholds at which a tree hands queries to the flat tree and trims its change log. They do
/// not affect the results of queries.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryThresholds {
    /// Number of objects from which on queries use the flat tree. With fewer objects the octree is
    /// as fast and takes fewer hit tests.
    pub(super) flat_from: usize,
    /// The change log is trimmed when it is longer than two entries for each slot plus this number.
    pub(super) log_slack: usize,
}

impl QueryThresholds {
    pub(super) const DEFAULT: Self = Self { flat_from: 64, log_slack: 64 };
}

/// The state of a [`Tree`](super::Tree), apart from its observer.
#[derive(Clone, Debug)]
pub(super) struct TreeCore<const D: usize> {
    pub(super) root: RootCube<D>,
    /// All nodes. Nodes refer to each other by index.
    pub(super) nodes: Vec<TreeNode<D>>,
    /// Indices of pruned nodes, for reuse.
    pub(super) free_nodes: Vec<u32>,
    /// The objects. An object's index is its slot, the number of its id; `None` where it was
    /// removed.
    pub(super) entries: Vec<Option<ObjectEntry<D>>>,
    /// Slots of removed objects, for reuse.
    pub(super) free_entries: Vec<u32>,
    /// For each slot, the node that stores its object. Objects past the end are in no node yet.
    pub(super) places: Vec<NodePosition>,
    /// For each depth, the indices of the nodes whose bounds must be recomputed.
    pub(super) dirty: Vec<Vec<u32>>,
    /// The slots of changed objects, for the structures that must follow the changes.
    pub(super) changes: ChangeLog,
    pub(super) thresholds: QueryThresholds,
    /// The flat tree, built on demand. It lacks the changes that [`ChangeLogReader::Flat`] has not
    /// read.
    pub(super) flat: Option<FlatTree<D>>,
    pub(super) pair_cache: PairCache,
    /// The grid, refilled for each query for all pairs; kept to reuse its memory.
    pub(super) grid: PairGrid<D>,
    /// Scratch memory of queries for the nearest hit in the flat tree.
    pub(super) entered: Vec<PendingNode>,
    /// Indices of the nodes of empty branches, whose countdown runs. It may also list nodes that
    /// were reused since the last call of [`TreeCore::age`].
    pub(super) emptied: Vec<u32>,
}

impl<const D: usize> TreeCore<D> {
    pub(super) fn new(root: RootCube<D>, thresholds: QueryThresholds) -> Self {
        let above = TreeNode::new(root.middle, f32::INFINITY, NONE, 0, 0);
        let mut core = Self {
            root,
            nodes: vec![above],
            free_nodes: Vec::new(),
            entries: Vec::new(),
            free_entries: Vec::new(),
            places: Vec::new(),
            dirty: vec![Vec::new(); usize::from(MAX_DEPTH) + 3],
            changes: ChangeLog::new(thresholds.log_slack),
            thresholds,
            flat: None,
            pair_cache: PairCache::default(),
            grid: PairGrid::default(),
            entered: Vec::new(),
            emptied: Vec::new(),
        };
        core.nodes[0].children[0] = ROOT;
        core.nodes[0].child_mask = 1;
        core.nodes.push(TreeNode::new(root.middle, root.half, OUTSIDE, 0, 1));
        core
    }

    pub(super) fn node(&self, at: u32) -> &TreeNode<D> {
        &self.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: u32) -> &mut TreeNode<D> {
        &mut self.nodes[at as usize]
    }

    /// The children of `node` that have objects in or below them, in ascending order of octants.
    pub(super) fn occupied_children(&self, node: &TreeNode<D>) -> impl Iterator<Item = &TreeNode<D>> {
        let existing = node.children.iter().copied().filter(|&child| child != NONE);
        existing.map(|child| self.node(child)).filter(|child| child.count > 0)
    }

    pub(super) fn shape(&self, slot: u32) -> Option<&Shape<D>> {
        self.entries.get(slot as usize)?.as_ref().map(|entry| &entry.object.shape)
    }

    pub(super) fn item(&self, slot: u32) -> Option<NodeObject<D>> {
        Some(self.entries.get(slot as usize)?.as_ref()?.item(slot))
    }

    pub(super) fn place(&self, slot: u32) -> NodePosition {
        self.places.get(slot as usize).copied().unwrap_or(NodePosition::NOWHERE)
    }

    /// Updates the flat tree in place, or rebuilds it if it is missing or has changed too much.
    pub(super) fn update_flat(&mut self) {
        if self.flat.is_some() && self.changes.is_up_to_date(ChangeLogReader::Flat) {
            return;
        }
        let changed = self.changes.read(ChangeLogReader::Flat);
        let flat = match (self.flat.take(), changed) {
            (Some(mut flat), Some(changed)) => flat.follow(self, &changed).then_some(flat),
            _ => None,
        };
        self.flat = Some(flat.unwrap_or_else(|| FlatTree::new(self)));
    }

    /// Returns the slots of all objects flagged as moved, each once, and clears the flags.
    pub(super) fn take_moved(&mut self) -> Vec<u32> {
        let mut moved =
            self.changes.read(ChangeLogReader::Moved).unwrap_or_else(|| (0..self.entries.len() as u32).collect());
        moved.retain(|&slot| {
            let entry = self.entries.get_mut(slot as usize).and_then(Option::as_mut);
            entry.is_some_and(|entry| std::mem::take(&mut entry.is_moved))
        });
        moved
    }

    /// The octant of node `at` that encloses `bounds`; `None` if no octant does or `at` has the
    /// smallest size. The root, the only child of [`OUTSIDE`], counts as its octant 0.
    pub(super) fn child_octant(&self, at: u32, bounds: &Aabb<D>) -> Option<usize> {
        let node = self.node(at);
        if at == OUTSIDE {
            return self.node(ROOT).region().contains_box(bounds).then_some(0);
        }
        if node.half * 2.0 <= self.root.smallest { None } else { node.octant_of(bounds) }
    }

    pub(super) fn holds(&self, at: u32, bounds: &Aabb<D>) -> bool {
        at == OUTSIDE || self.node(at).region().contains_box(bounds)
    }

    /// All objects in ascending order of ids.
    pub(super) fn items(&self) -> impl Iterator<Item = NodeObject<D>> + '_ {
        self.entries.iter().zip(0..).filter_map(|(entry, slot)| Some(entry.as_ref()?.item(slot)))
    }
}
