use crate::Aabb;

/// The index of no node.
pub(super) const NONE: u32 = u32::MAX;
/// The node above the root, which holds what does not lie wholly in the root.
pub(super) const OUTSIDE: u32 = 0;
/// The root.
pub(super) const ROOT: u32 = 1;
/// Updates that a branch survives after it empties for the first time; each reuse doubles it.
pub(super) const FIRST_LIFESPAN: u8 = 8;
/// The longest lifespan.
pub(super) const LONGEST_LIFESPAN: u8 = 64;

/// What tests that have seen the bounds of an object still ask about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) slot: u32,
    pub(super) types: u32,
    pub(super) is_static: bool,
    /// Whether the shape is more than its bounds.
    pub(super) is_round: bool,
}

impl Tag {
    /// That of no object: of no type, so never found.
    pub(super) const NOBODY: Self = Self { slot: NONE, types: 0, is_static: false, is_round: false };
}

/// What a node keeps of an object, so that most tests need not follow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<const D: usize> {
    pub(super) bounds: Aabb<D>,
    pub(super) tag: Tag,
}

/// An octant (in the plane: a quadrant).
#[derive(Clone, Debug)]
pub(super) struct Node<const D: usize> {
    pub(super) middle: [f32; D],
    pub(super) half: f32,
    /// The tight bounds of all objects here and below; without meaning where there are none.
    pub(super) bounds: Aabb<D>,
    pub(super) parent: u32,
    pub(super) octant: u8,
    pub(super) child_mask: u8,
    pub(super) depth: u8,
    pub(super) lifespan: u8,
    pub(super) countdown: Option<u8>,
    /// Whether it stands in the list of nodes that count down.
    pub(super) is_ageing: bool,
    /// Whether the bounds wait to be fitted again.
    pub(super) is_dirty: bool,
    pub(super) is_free: bool,
    /// Objects here and below.
    pub(super) count: u32,
    /// Those below for which the mask has no bit are `NONE`; the plane uses the first four.
    pub(super) children: [u32; 8],
    pub(super) items: Vec<Item<D>>,
}

impl<const D: usize> Node<D> {
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

    /// The region, ends included.
    pub(super) fn region(&self) -> Aabb<D> {
        Aabb { min: self.middle.map(|value| value - self.half), max: self.middle.map(|value| value + self.half) }
    }

    /// The octant that holds `bounds` whole; `None` if it straddles a midplane. What touches a midplane does not straddle it.
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

    /// The node of `octant`, not linked yet.
    pub(super) fn child(&self, parent: u32, octant: usize) -> Self {
        let half = self.half * 0.5;
        let middle = std::array::from_fn(|axis| {
            if octant & (1 << axis) == 0 { self.middle[axis] - half } else { self.middle[axis] + half }
        });
        Self::new(middle, half, parent, octant as u8, self.depth + 1)
    }

    /// The children in use, in the order of octants.
    pub(super) fn children(&self) -> impl Iterator<Item = u32> + '_ {
        self.children.iter().copied().filter(|&child| child != NONE)
    }
}
