use crate::Aabb;

/// Receives the events of a tree's queries. Calls are static, so empty methods cost nothing.
pub trait QueryObserver {
    /// Called when a query begins.
    fn query_begins(&mut self) {}

    /// Called when the box of an object or a node is tested against the query or against another
    /// box.
    fn hit_test(&mut self) {}
}

/// An observer that ignores all events, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl QueryObserver for NoObserver {}

/// An observer that counts the hit tests of the last query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HitTestCounter {
    /// Hit tests since the last query began.
    pub count: u64,
}

impl QueryObserver for HitTestCounter {
    fn query_begins(&mut self) {
        self.count = 0;
    }

    fn hit_test(&mut self) {
        self.count += 1;
    }
}

/// The state of a node of a tree, for drawing and for tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView<const D: usize> {
    /// The cube (in two dimensions the square) of the node, in metres. Its side is a power of two.
    pub region: Aabb<D>,
    /// The bounding box of all objects in the node and below; `None` if there are none.
    pub bounds: Option<Aabb<D>>,
    /// Depth below the root, whose depth is 0.
    pub depth: usize,
    /// One bit for each existing child: bit `i` for the child with index `i`.
    ///
    /// Bit `axis` of a child's index is set if the child lies in the upper half of the node on that
    /// axis.
    pub child_mask: u8,
    /// Number of objects stored in the node itself.
    pub objects: usize,
    /// Number of calls of `Tree::update` until the node is pruned; `None` unless its branch is
    /// empty.
    pub countdown: Option<u8>,
    /// Start value of `countdown`: 8, doubled by each reuse of the empty branch, up to 64.
    pub lifespan: u8,
}

/// Counts of the nodes and objects of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeStatistics {
    /// Number of nodes, including empty ones that are not pruned yet.
    pub nodes: usize,
    /// Depth of the deepest object below the root.
    pub depth: usize,
    /// Number of objects stored at each depth; element 0 is the root.
    pub objects_by_level: Vec<usize>,
    /// Number of objects that the root does not enclose.
    pub outside: usize,
}
