//! A flat tree of boxes: what the flat tree of moving objects and that of a mesh's triangles share.
//!
//! A node has eight lanes: the bounding boxes of its children. Level 0 holds the boxes, eight to a
//! node. Each higher level holds the nodes of the level below, eight to a node; the top level has
//! one node. There are no links: lane `i` of node `n` is element `8 n + i` of the level below. The
//! same coordinate of four lanes is adjacent in memory, so one SIMD comparison tests four lanes.
//! After the packed R-trees of Kamel and Faloutsos (1993). Whoever builds a tree orders the boxes
//! such that those close in space are close in the order.

mod lanes;

pub(crate) use lanes::{BoxLanes, FourBoxes, LANES, SplatBox, SplatRay, greater, lesser};

use crate::{Aabb, set_bits::SetBits};

/// The nodes of a flat tree; the module comment has the layout.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoxTree<const D: usize> {
    /// The nodes of each level, from level 0 up.
    pub(crate) levels: Vec<Vec<BoxLanes<D>>>,
}

impl<const D: usize> BoxTree<D> {
    /// Builds the tree over `boxes`, of which there are `count`.
    pub(crate) fn new(count: usize, boxes: impl Iterator<Item = Aabb<D>>) -> Self {
        let mut levels = vec![packed(count, boxes)];
        while let Some(below) = levels.last().filter(|below| below.len() > 1) {
            levels.push(packed(below.len(), below.iter().map(BoxLanes::around)));
        }
        Self { levels }
    }

    /// Calls `found` with the index of each box in a lane that `test` selects. `test` receives the
    /// level of a node, its index there and its lanes, and returns a bit mask of the lanes to
    /// enter, in order.
    #[inline]
    pub(crate) fn visit(
        &self,
        test: &mut impl FnMut(usize, usize, &BoxLanes<D>) -> u32,
        found: &mut impl FnMut(usize),
    ) {
        if let Some([_]) = self.levels.last().map(Vec::as_slice) {
            // As if the root were the only child of a node above it.
            self.visit_lanes(self.levels.len(), 0, 1, test, found);
        }
    }

    /// Like [`BoxTree::visit`], for the boxes below those lanes of a node whose bits are set in
    /// `lanes`.
    fn visit_lanes(
        &self,
        level: usize,
        node: usize,
        lanes: u32,
        test: &mut impl FnMut(usize, usize, &BoxLanes<D>) -> u32,
        found: &mut impl FnMut(usize),
    ) {
        let children = || SetBits(lanes.into()).map(|lane| (lane as usize % LANES, node * LANES + lane as usize));
        // Tests all children before entering one, so that their memory is fetched in parallel.
        let below = &self.levels[level - 1];
        let mut selected = [0; LANES];
        for (lane, child) in children() {
            // A lane that is not in use has no node.
            selected[lane] = below.get(child).map_or(0, |lanes| test(level - 1, child, lanes));
        }
        for (lane, child) in children().filter(|&(lane, _)| selected[lane] != 0) {
            match level {
                1 => SetBits(selected[lane].into()).for_each(|lane| found(child * LANES + lane as usize)),
                _ => self.visit_lanes(level - 1, child, selected[lane], test, found),
            }
        }
    }
}

/// Halves the items of a node at the median of their keys on `axis`, rounded to whole children.
#[inline]
pub(crate) fn halved<T, K: Ord>(items: &mut [T], axis: usize, key: impl Fn(&T, usize) -> K) -> (&mut [T], &mut [T]) {
    // Number of items below one full child of the smallest node that holds all items.
    let mut child = LANES;
    while child * LANES < items.len() {
        child *= LANES;
    }
    let middle = items.len().div_ceil(child) / 2 * child;
    // With a constant axis, the keys need no bounds check.
    match axis {
        0 => items.select_nth_unstable_by_key(middle, |item| key(item, 0)),
        1 => items.select_nth_unstable_by_key(middle, |item| key(item, 1)),
        _ => items.select_nth_unstable_by_key(middle, |item| key(item, 2)),
    };
    items.split_at_mut(middle)
}

/// Nodes with these boxes in their lanes.
fn packed<const D: usize>(count: usize, boxes: impl Iterator<Item = Aabb<D>>) -> Vec<BoxLanes<D>> {
    let mut nodes = Vec::with_capacity(count.div_ceil(LANES));
    for (place, bounds) in boxes.enumerate() {
        if place % LANES == 0 {
            nodes.push(BoxLanes::UNUSED);
        }
        nodes[place / LANES].set(place % LANES, &bounds);
    }
    nodes
}
