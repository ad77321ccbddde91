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
    /// The leaf on the other side.
    #[inline]
    pub(crate) fn beyond(&self, leaf: u32) -> u32 {
        if self.leaves[0] == leaf { self.leaves[1] } else { self.leaves[0] }
    }

    /// The part of the wall that is `width` cells from `from` on.
    pub(crate) fn part(&self, from: i32, width: i32) -> Rect {
        if self.is_column { Rect::of(self.at, from, 1, width) } else { Rect::of(from, self.at, width, 1) }
    }
}

/// All neighbours, by wall and by leaf.
///
/// Guarantee: the leaves are connected. Either end of a cut is a corner of one leaf on each side, both at least as wide as
/// the smallest side of a room, and no door is wider than that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency {
    /// In the order of the cuts, along each from top or left.
    pub(crate) walls: Vec<Wall>,
    /// The walls of each leaf, as positions in `walls`.
    of_leaf: Buckets<u32>,
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
        let leaves = (0..).zip(&self.walls).flat_map(|(number, wall)| wall.leaves.map(|leaf| (leaf, number)));
        self.of_leaf.sort(partition.leaves.len(), leaves);
    }

    /// The walls of a leaf, as positions in `walls`, in ascending order.
    #[inline]
    pub(crate) fn walls_of(&self, leaf: u32) -> &[u32] {
        self.of_leaf.get(leaf)
    }

    /// The neighbours of a leaf and the walls to them.
    #[inline]
    pub(crate) fn neighbours(&self, leaf: u32) -> impl Iterator<Item = (u32, u32)> {
        self.walls_of(leaf).iter().map(move |&wall| (wall, self.walls[wall as usize].beyond(leaf)))
    }
}
