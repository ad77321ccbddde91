use crate::Aabb;

/// Is told what a query does; known at compile time, and with empty methods free.
pub trait Observer {
    /// A query begins.
    fn query_begins(&mut self) {}

    /// One box, of an object or of a node, is tested against the query or against another box.
    fn hit_test(&mut self) {}
}

/// Nobody watches, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// Counts the hit tests of the last query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HitTests {
    /// Hit tests since the last query began.
    pub count: u64,
}

impl Observer for HitTests {
    fn query_begins(&mut self) {
        self.count = 0;
    }

    fn hit_test(&mut self) {
        self.count += 1;
    }
}

/// A node as it stands, for drawing and for tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView<const D: usize> {
    /// The region that it stands for: a cube (in the plane: a square) with a power of two as its side, in metres.
    pub region: Aabb<D>,
    /// The smallest box around all objects in it and below; `None` if there are none.
    pub bounds: Option<Aabb<D>>,
    /// Levels below the root, which has 0.
    pub depth: usize,
    /// Which octants are in use: bit 0 is the one with the least coordinates, bit `axis` set means the greater half.
    pub child_mask: u8,
    /// Objects that it holds itself.
    pub objects: usize,
    /// Updates after which it is pruned, if its branch is empty.
    pub countdown: Option<u8>,
    /// Where the countdown starts: 8, doubled with each reuse up to 64.
    pub lifespan: u8,
}

/// What a tree is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes, the empty ones that linger included.
    pub nodes: usize,
    /// Levels below the root of the deepest object.
    pub depth: usize,
    /// Objects held at each level; the root's are the first.
    pub objects_by_level: Vec<usize>,
    /// Objects that do not lie wholly in the root.
    pub outside: usize,
}
