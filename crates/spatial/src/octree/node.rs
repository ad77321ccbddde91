use crate::Aabb;

/// Stands for a missing node, slot or position, where an index is expected.
pub(super) const NONE: u32 = u32::MAX;
/// Index of the pseudo-node above the root. It stores the objects that the root does not enclose.
pub(super) const OUTSIDE: u32 = 0;
/// Index of the root, the child of [`OUTSIDE`].
pub(super) const ROOT: u32 = 1;
/// Number of calls of `Tree::update` that a branch survives after it first becomes empty. Each
/// reuse doubles the number, up to [`LONGEST_LIFESPAN`].
pub(super) const FIRST_LIFESPAN: u8 = 8;
/// The maximum number of calls of `Tree::update` that an empty branch survives.
pub(super) const LONGEST_LIFESPAN: u8 = 64;

/// A copy of the properties of an object that a query tests after the object's bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectTag {
    /// The object's index in `TreeCore::entries`; also the number of its id.
    pub(super) slot: u32,
    /// The object's type bits.
    pub(super) types: u32,
    /// Whether the object is static: two static objects are never reported as a pair.
    pub(super) is_static: bool,
    /// Whether the object is a sphere: a test of its bounds does not suffice.
    pub(super) is_round: bool,
}

impl ObjectTag {
    /// The tag in place of a removed object. It has no type bits, so no query finds it.
    pub(super) const EMPTY: Self = Self { slot: NONE, types: 0, is_static: false, is_round: false };
}

/// A copy of an object's bounds and tag, so that most tests need not read the object.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeObject<const D: usize> {
    pub(super) bounds: Aabb<D>,
    pub(super) tag: ObjectTag,
}

/// A node of the octree: a cube (in two dimensions, of the quadtree: a square).
#[derive(Clone, Debug)]
pub(super) struct TreeNode<const D: usize> {
    /// The centre of the cube, in metres.
    pub(super) middle: [f32; D],
    /// Half the side of the cube, in metres.
    pub(super) half: f32,
    /// The bounding box of all objects in this node and below; unspecified if there are none.
    pub(super) bounds: Aabb<D>,
    /// Index of the parent node; [`NONE`] for [`OUTSIDE`].
    pub(super) parent: u32,
    /// Index of this node among its parent's children.
    pub(super) octant: u8,
    /// A bit for each octant that has a child node.
    pub(super) child_mask: u8,
    /// Number of levels below [`OUTSIDE`]: 1 for the root.
    pub(super) depth: u8,
    /// Start value of `countdown`, in calls of `Tree::update`.
    pub(super) lifespan: u8,
    /// Calls of `Tree::update` until the node is pruned; `None` unless its branch is empty.
    pub(super) countdown: Option<u8>,
    /// Whether the node is listed in `TreeCore::emptied`.
    pub(super) is_ageing: bool,
    /// Whether `bounds` must be recomputed.
    pub(super) is_dirty: bool,
    /// Whether the node is pruned and may be reused.
    pub(super) is_free: bool,
    /// Number of objects in this node and below.
    pub(super) count: u32,
    /// Indices of the children by octant; [`NONE`] where `child_mask` has no bit. In two dimensions
    /// the first four are used.
    pub(super) children: [u32; 8],
    /// The objects stored in this node itself.
    pub(super) items: Vec<NodeObject<D>>,
}

impl<const D: usize> TreeNode<D> {
    pub(super) fn new(middle: [f32; D], half: f32, parent: u32, octant: u8, depth: u8) -> Self {
        Self {
            middle,
            half,
            bounds: Aabb::EVERYTHING,
            parent,
            octant,
            child_mask: 0,
            depth,
            lifespan: FIRST_LIFESPAN,
            countdown: None,
            is_ageing: false,
            is_dirty: false,
            is_free: false,
            count: 0,
            children: [NONE; 8],
            items: Vec::new(),
        }
    }

    /// The cube of the node, faces included.
    pub(super) fn region(&self) -> Aabb<D> {
        Aabb { min: self.middle.map(|value| value - self.half), max: self.middle.map(|value| value + self.half) }
    }

    /// The octant that encloses `bounds`; `None` if `bounds` straddles a midplane. Touching a
    /// midplane is not straddling.
    pub(super) fn octant_of(&self, bounds: &Aabb<D>) -> Option<usize> {
        let mut octant = 0;
        for axis in 0..D {
            if bounds.min[axis] >= self.middle[axis] {
                octant |= 1 << axis;
            } else if bounds.max[axis] > self.middle[axis] {
                return None;
            }
        }
        Some(octant)
    }

    /// Creates the node for an octant of this node, whose index is `parent`. The caller must enter
    /// the new node in `children`.
    pub(super) fn child(&self, parent: u32, octant: usize) -> Self {
        let half = self.half * 0.5;
        let middle = std::array::from_fn(|axis| {
            if octant & (1 << axis) == 0 { self.middle[axis] - half } else { self.middle[axis] + half }
        });
        Self::new(middle, half, parent, octant as u8, self.depth + 1)
    }
}
