//! Public views of a triangle octree: the cubes of its leaves, and counts.

use super::{CubeNode, TriangleOctree, build::child_center};
use crate::Aabb3;

/// Counts of the cubes and triangles of a [`TriangleOctree`], and its memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TriangleStatistics {
    /// Number of cubes, leaves included.
    pub nodes: usize,
    /// Number of leaves. Empty octants have no leaf.
    pub leaves: usize,
    /// Number of splits on the way to the deepest leaf.
    pub depth: u32,
    /// Number of triangles in all leaves, a triangle counted once for each leaf that lists it.
    pub entries: usize,
    /// Number of triangles in the fullest leaf.
    pub fullest: usize,
    /// Memory of the tree in bytes.
    pub bytes: usize,
}

impl TriangleOctree {
    /// The cubes of all leaves in Morton order, for debug drawing. Octants without triangles have
    /// none.
    pub fn leaves(&self) -> impl Iterator<Item = Aabb3> {
        self.leaves_with_nodes().map(|(center, half, _)| Aabb3 {
            min: center.map(|value| value - half),
            max: center.map(|value| value + half),
        })
    }

    /// Counts of the tree's cubes and triangles. Cost: linear in the number of cubes.
    #[must_use]
    pub fn statistics(&self) -> TriangleStatistics {
        let leaves = self.nodes.iter().filter(|node| node.octants == 0);
        TriangleStatistics {
            nodes: self.nodes.len(),
            leaves: leaves.clone().count(),
            depth: self.depth,
            entries: self.listed.len(),
            fullest: leaves.map(|leaf| leaf.held as usize).max().unwrap_or(0),
            bytes: size_of_val(&*self.nodes) + size_of_val(&*self.listed) + self.boxes.bytes(),
        }
    }

    /// The centre, half the side, and the node of each leaf.
    pub(super) fn leaves_with_nodes(&self) -> impl Iterator<Item = ([f32; 3], f32, &CubeNode)> {
        let mut pending: Vec<_> = self.nodes.first().map(|root| (self.center, self.half, root)).into_iter().collect();
        std::iter::from_fn(move || {
            loop {
                let (center, half, node) = pending.pop()?;
                if node.octants == 0 {
                    return Some((center, half, node));
                }
                let octants = (0..8usize).filter(|octant| node.octants >> octant & 1 == 1);
                let begin = pending.len();
                let children = octants.zip(&self.nodes[node.first as usize..]);
                pending.extend(
                    children.map(|(octant, child)| (child_center(center, half / 2.0, octant), half / 2.0, child)),
                );
                pending[begin..].reverse();
            }
        })
    }

    pub(super) fn listed(&self, leaf: &CubeNode) -> &[u32] {
        &self.listed[leaf.first as usize..][..leaf.held as usize]
    }
}
