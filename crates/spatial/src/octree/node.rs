use crate::Aabb;

/// The index of no node, slot or position.
pub(super) const NONE: u32 = u32::MAX;
/// The pseudo-node above the root. It stores the objects that the root does not enclose.
pub(super) const OUTSIDE: u32 = 0;
pub(super) const ROOT: u32 = 1;
/// Updates that a branch survives after it first becomes empty. Each reuse doubles the number.
pub(super) const FIRST_LIFESPAN: u8 = 8;
pub(super) const LONGEST_LIFESPAN: u8 = 64;

/// What a test still needs of an object once its bounds have passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) slot: u32,
    pub(super) types: u32,
    pub(super) is_static: bool,
    /// Whether the bounds do not suffice: the shape itself must be tested.
    pub(super) is_round: bool,
}

impl Tag {
    /// The tag of no object. It has no types, so no query finds it.
    pub(super) const EMPTY: Self = Self { slot: NONE, types: 0, is_static: false, is_round: false };
}

/// A copy of an object's bounds and tag, so that most tests need not read the object.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeItem<const D: usize> {
    pub(super) bounds: Aabb<D>,
    pub(super) tag: Tag,
}

/// An octant (in two dimensions a quadrant).
#[derive(Clone, Debug)]
pub(super) struct TreeNode<const D: usize> {
    pub(super) middle: [f32; D],
    pub(super) half: f32,
    /// The bounding box of all objects in this node and below; meaningless if there are none.
    pub(super) bounds: Aabb<D>,
    pub(super) parent: u32,
    pub(super) octant: u8,
    pub(super) child_mask: u8,
    pub(super) depth: u8,
    pub(super) lifespan: u8,
    pub(super) countdown: Option<u8>,
    /// Whether the node is listed in `Core::emptied`.
    pub(super) is_ageing: bool,
    /// Whether `bounds` must be recomputed.
    pub(super) is_dirty: bool,
    pub(super) is_free: bool,
    /// Number of objects in this node and below.
    pub(super) count: u32,
    /// `NONE` where `child_mask` has no bit. Two dimensions use the first four.
    pub(super) children: [u32; 8],
    pub(super) items: Vec<NodeItem<D>>,
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

    /// The closed region.
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

    /// Creates the child node of `octant`, not linked yet.
    pub(super) fn child(&self, parent: u32, octant: usize) -> Self {
        let half = self.half * 0.5;
        let middle = std::array::from_fn(|axis| {
            if octant & (1 << axis) == 0 { self.middle[axis] - half } else { self.middle[axis] + half }
        });
        Self::new(middle, half, parent, octant as u8, self.depth + 1)
    }

    /// The existing children, in ascending order of octants.
    pub(super) fn children(&self) -> impl Iterator<Item = u32> + '_ {
        self.children.iter().copied().filter(|&child| child != NONE)
    }
}
