//! Shortest paths from one leaf to all others.
//!
//! Consumes the weights of the walls and the leaves that are not blocked; fills in how each leaf is
//! reached.

use super::{LeafRole, Route};
use crate::floorplan::{
    adjacency::{Adjacency, LeafNeighbour, WallId},
    partition::LeafId,
};

/// The size of Dial's ring of buckets ("Algorithm 360", 1969), above the weight of any wall. One
/// bit of a word for each bucket marks it as filled.
pub(super) const BUCKETS: u32 = u64::BITS;

/// The distance (sum of wall weights) and the depth (passages) of a leaf that was not reached.
pub(super) const UNREACHED: u32 = u32::MAX;
/// No limit, in place of the largest number of rooms of a path.
pub(super) const ANY_ROOMS: u32 = u32::MAX;

/// Dial's buckets: the queued leaves by distance, modulo the number of buckets.
#[derive(Clone, Debug)]
pub(super) struct DistanceBuckets([Vec<LeafId>; BUCKETS as usize]);

impl Default for DistanceBuckets {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Vec::new()))
    }
}

/// How a leaf is reached by the shortest path from the start leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachedLeaf {
    /// The wall to the previous leaf on the shortest path from the start. `before` is that leaf.
    pub(super) wall: WallId,
    pub(super) before: LeafId,
    /// The number of rooms on that path, both ends included; 0 if the leaf was not reached.
    pub(super) rooms: u32,
}

impl ReachedLeaf {
    /// A leaf that was not reached.
    const NONE: Self = Self { wall: WallId::NONE, before: LeafId::NONE, rooms: 0 };
}

impl Route {
    /// Finds the shortest paths from `start` to all leaves, with up to `most` rooms, by Dijkstra's
    /// algorithm with Dial's ring of buckets.
    pub(super) fn reach_all(&mut self, adjacency: &Adjacency, start: LeafId, most: u32) {
        self.distances.clear();
        self.distances.resize(self.leaf_roles.len(), UNREACHED);
        self.reached.clear();
        self.reached.resize(self.leaf_roles.len(), ReachedLeaf::NONE);
        // Distance 0 blocks a leaf, since no path to it is shorter. Reserved and used leaves are
        // blocked.
        if !self.reserved.is_empty() {
            let taken = self.distances.iter_mut().zip(&self.leaf_roles).filter(|(_, role)| **role != LeafRole::Unused);
            taken.for_each(|(distance, _)| *distance = 0);
        }
        self.distances[start.index()] = 0;
        self.reached[start.index()] = ReachedLeaf { rooms: 1, ..ReachedLeaf::NONE };
        let Self { distances, reached, weights, buckets: DistanceBuckets(buckets), bucket, .. } = self;
        let mut visited = distances.len();
        let (distances, reached, weights) = (&mut distances[..], &mut reached[..], &weights[..]);
        buckets[0].push(start);
        let (mut distance, mut filled) = (0u32, 1u64);
        while filled != 0 {
            distance += filled.rotate_right(distance).trailing_zeros();
            let position = distance % BUCKETS;
            filled &= !(1 << position);
            std::mem::swap(bucket, &mut buckets[position as usize]);
            visited += 1 + bucket.len();
            for &here in &*bucket {
                // Skips entries made obsolete by a shorter path, and paths that already have `most`
                // rooms.
                let rooms = reached[here.index()].rooms;
                if (distances[here.index()] != distance) | (rooms >= most) {
                    continue;
                }
                let neighbours = adjacency.neighbours(here);
                visited += neighbours.len();
                for &LeafNeighbour { wall, leaf } in neighbours {
                    let farther = distance + u32::from(weights[wall.index()]);
                    let known = &mut distances[leaf.index()];
                    if farther < *known {
                        *known = farther;
                        reached[leaf.index()] = ReachedLeaf { wall, before: here, rooms: rooms + 1 };
                        buckets[(farther % BUCKETS) as usize].push(leaf);
                        filled |= 1 << (farther % BUCKETS);
                    }
                }
            }
            bucket.clear();
        }
        self.work += visited as u64;
    }
}
