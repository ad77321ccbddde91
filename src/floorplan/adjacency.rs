//! Which leaves are neighbours: those that share enough wall for a door.

use super::partition::Partition;
use crate::{buckets::Buckets, geom::Rect};

/// A stretch of wall between two leaves, wide enough for a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wall {
    /// The leaves on either side, the left or upper one first.
    pub(crate) leaves: [u32; 2],
    /// Whether the wall is a column.
    pub(crate) is_column: bool,
    /// The wall's column or row.
    pub(crate) at: i32,
    /// The first cell of the shared stretch, along the wall.
    pub(crate) from: i32,
    /// The cell after the last one.
    pub(crate) to: i32,
}

impl Wall {
    /// The part of the wall that is `width` cells from `from` on.
    pub(crate) fn part(&self, from: i32, width: i32) -> Rect {
        if self.is_column { Rect::of(self.at, from, 1, width) } else { Rect::of(from, self.at, width, 1) }
    }
}

/// A neighbour of a leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Neighbour {
    /// The wall between the two, as a position in [`Adjacency::walls`].
    pub(crate) wall: u32,
    /// The leaf beyond it.
    pub(crate) leaf: u32,
}

/// All neighbours, by wall and by leaf.
///
/// Guarantee: the leaves are connected. Either end of a cut is a corner of one leaf on each side, both at least as wide as
/// the smallest side of a room, and no door is wider than that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency {
    /// In the order of the cuts, along each from top or left.
    pub(crate) walls: Vec<Wall>,
    of_leaf: Buckets<Neighbour>,
}

impl Adjacency {
    /// Reads the neighbours off a partition; keeps the memory of the one before. Cost: linear in the leaves.
    pub(crate) fn read(&mut self, partition: &Partition, narrowest_door: i32) {
        self.walls.clear();
        partition.for_each_meeting(|cut, leaves, from, to| {
            if to - from >= narrowest_door {
                self.walls.push(Wall { leaves, is_column: cut.is_column, at: cut.at, from, to });
            }
        });
        let ends = (0..).zip(&self.walls).flat_map(|(wall, &Wall { leaves: [one, other], .. })| {
            [(one, Neighbour { wall, leaf: other }), (other, Neighbour { wall, leaf: one })]
        });
        self.of_leaf.sort(partition.leaves.len(), ends);
    }

    /// The neighbours of a leaf, in the order of the walls.
    #[inline]
    pub(crate) fn neighbours(&self, leaf: u32) -> &[Neighbour] {
        self.of_leaf.get(leaf)
    }

    /// The wall between two leaves, if they are neighbours.
    pub(crate) fn wall_between(&self, leaf: u32, other: u32) -> Option<u32> {
        self.neighbours(leaf).iter().find(|neighbour| neighbour.leaf == other).map(|neighbour| neighbour.wall)
    }
}
