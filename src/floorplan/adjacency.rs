//! Adjacency: which leaves are neighbours, because a door or a corridor can join their rooms.
//!
//! Consumes a [`Partition`] and, for rooms inside their leaves, the rooms; produces an
//! [`Adjacency`].

use std::ops::Range;

use super::{
    bend::{BentCorridor, SideEndSlots},
    index::index_type,
    leaf_wall::LeafWall,
    partition::{LeafId, Partition},
};
use crate::{
    buckets::Buckets,
    geom::{Direction, Rect},
    preset::DoorSpec,
};

index_type! {
    /// A wall between two leaves, by position in [`Adjacency::walls`].
    WallId
}

/// A neighbour of a leaf: another leaf, and the wall between the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeafNeighbour {
    /// The wall between the leaf and this neighbour.
    pub(crate) wall: WallId,
    /// The neighbour: the leaf beyond `wall`.
    pub(crate) leaf: LeafId,
}

/// All walls between neighbouring leaves, and the neighbours of each leaf. Leaves are neighbours if
/// a passage can join their rooms.
///
/// Guarantee: the leaves are connected. Each end of a cut touches the corner of one leaf on either
/// side. The two leaves share the wall there for at least the least side of a leaf, and no door is
/// wider than that. If rooms stand inside their leaves, a checked preset makes that side so large
/// that the two rooms face each other for three times the width of the narrowest door, whatever
/// their margins. So corridors between facing rooms alone connect the leaves, and none of them
/// yields to another: bent corridors are left out where they would touch one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency {
    /// The walls in the order in which the partition cut them; along one cut, from its top or left
    /// end. If rooms are smaller than their leaves, only the part where two rooms face each other.
    pub(crate) walls: Vec<LeafWall>,
    /// Bent corridors of walls whose rooms do not face each other, in ascending order of walls.
    pub(crate) bends: Vec<(WallId, BentCorridor)>,
    of_leaf: Buckets<LeafNeighbour>,
    /// Whether any wall is tight.
    pub(crate) has_tight: bool,
    /// The number of walls that are the band of a parting: the first ones. All of them are tight.
    pub(crate) crossings: u32,
    /// The work counted for the current partition: steps along the cuts, plus walls.
    pub(crate) work: u64,
    /// The walls of rooms that do not face each other, until corridors between them are bent.
    apart: Vec<WallId>,
    slots: Vec<SideEndSlots>,
}

impl Adjacency {
    /// Lists the neighbours of each leaf of a partition, reusing the buffers of the previous level.
    /// Doors keep the distance from corners that `doors` asks for, where the wall has place for it.
    /// Cost: linear in the leaves.
    pub(crate) fn read(&mut self, partition: &Partition, doors: DoorSpec) {
        let narrowest_door = doors.width.0;
        self.walls.clear();
        self.bends.clear();
        let walls = &mut self.walls;
        let mut add = |wall: LeafWall| walls.push(wall);
        let has_door = |shared: &Range<i32>| shared.end - shared.start >= narrowest_door;
        self.work = if doors.corner == 0 {
            partition.for_each_meeting(|cut, leaves, shared| {
                if has_door(&shared) {
                    add(LeafWall::new(cut, leaves, shared));
                }
            })
        } else {
            partition.for_each_meeting(|cut, leaves, shared| {
                if has_door(&shared) {
                    add(LeafWall::new(cut, leaves, shared).away_from_corners(doors));
                }
            })
        };
        self.mark_crossings(partition, doors);
        self.sort_by_leaf(partition.leaves.len(), doors);
    }

    /// Marks the walls of a parting. They come first, as its band is the first cut.
    fn mark_crossings(&mut self, partition: &Partition, doors: DoorSpec) {
        self.crossings = 0;
        if partition.band.is_some() {
            for wall in self.walls.iter_mut().take_while(|wall| wall.is_crossing) {
                *wall = wall.crossing(doors);
                self.crossings += 1;
            }
        }
    }

    /// Lists the neighbours of rooms that stand inside their leaves, one in each.
    ///
    /// Rooms that face each other for the width of a corridor are neighbours, joined by a corridor
    /// straight across. Its doors keep `narrowest` cells clear of the ends of the rooms' sides,
    /// which belong to bent corridors, and one cell more where the range has place for it. Where it
    /// has not, no bent corridor starts at the ends of these sides. Other rooms are neighbours if
    /// a bent corridor fits between two free corners, within the two leaves and their shared wall.
    ///
    /// Guarantee: two corridors, whatever their route and width within these limits, share neither
    /// a side nor a corner of a cell, doors included; and so do a corridor and a room that it does
    /// not join. Bent corridors yield to all others, and later ones to earlier ones.
    pub(crate) fn read_inside(&mut self, partition: &Partition, rooms: &[Rect], doors: DoorSpec) {
        let narrowest = doors.width.0;
        self.walls.clear();
        self.bends.clear();
        self.apart.clear();
        self.slots.clear();
        self.slots.resize(rooms.len(), SideEndSlots::default());
        self.work = partition.for_each_meeting(|cut, leaves, shared| {
            let [one, other] = leaves.map(|leaf| rooms[leaf.index()]);
            let side = |room: Rect| if cut.is_column { room.top()..room.bottom() } else { room.left()..room.right() };
            let (first, second) = (side(one), side(other));
            let faced = first.start.max(second.start)..first.end.min(second.end);
            let facing = faced.start + narrowest..faced.end - narrowest;
            let cells = facing.end - facing.start;
            if cells < narrowest && cut.is_band {
                // No corridor with bends crosses a parting.
                return;
            }
            if cells < narrowest {
                self.apart.push(WallId::at(self.walls.len()));
                self.walls.push(LeafWall::new(cut, leaves, shared));
                return;
            }
            let gap = i32::from(cells >= narrowest + 2);
            if gap == 0 {
                let out = if cut.is_column { Direction::East } else { Direction::South };
                self.slots[leaves[0].index()].take_side(out);
                self.slots[leaves[1].index()].take_side(out.opposite());
            }
            // The range already keeps `narrowest + gap` cells clear of the corners.
            let corner = (doors.corner - narrowest - gap).max(0);
            let wall = LeafWall::new(cut, leaves, facing.start + gap..facing.end - gap);
            self.walls.push(wall.away_from_corners(DoorSpec { corner, ..doors }));
        });
        self.mark_crossings(partition, doors);
        self.bend_corridors(partition, rooms, doors);
        self.sort_by_leaf(rooms.len(), doors);
    }

    /// Finds bent corridors for the walls of rooms that do not face each other, in the order of the
    /// walls. Removes those of these walls for which there is none.
    fn bend_corridors(&mut self, partition: &Partition, rooms: &[Rect], doors: DoorSpec) {
        let Self { walls, bends, apart, slots, .. } = self;
        self.work += apart.len() as u64;
        let mut apart = apart.iter().copied().peekable();
        let (mut read, mut kept) = (0, 0);
        walls.retain_mut(|wall| {
            let is_facing = apart.next_if_eq(&WallId::at(read)).is_none();
            read += 1;
            if !is_facing {
                let Some(bend) = BentCorridor::between(wall, partition, rooms, slots, doors.width.0) else {
                    return false;
                };
                bends.push((WallId::at(kept), bend));
                // Its doors are at the ends of sides.
                wall.is_tight = doors.corner > 0;
            }
            kept += 1;
            true
        });
    }

    fn sort_by_leaf(&mut self, leaves: usize, doors: DoorSpec) {
        self.work += self.walls.len() as u64;
        self.has_tight = self.crossings > 0 || doors.corner > 0 && self.walls.iter().any(|wall| wall.is_tight);
        let ends = WallId::all().zip(&self.walls).map(|(wall, &LeafWall { leaves: [one, other], .. })| {
            [(one.0, LeafNeighbour { wall, leaf: other }), (other.0, LeafNeighbour { wall, leaf: one })]
        });
        self.of_leaf.sort_groups(leaves, ends);
    }

    /// Whether no door through the wall keeps the distance from corners that the rules ask for.
    #[inline]
    pub(crate) fn is_tight(&self, wall: WallId) -> bool {
        self.has_tight && self.walls[wall.index()].is_tight
    }

    /// Whether a passage through the wall crosses a parting.
    #[inline]
    pub(crate) fn is_crossing(&self, wall: WallId) -> bool {
        wall.0 < self.crossings
    }

    /// The neighbours of a leaf, in the order of the walls.
    #[inline]
    pub(crate) fn neighbours(&self, leaf: LeafId) -> &[LeafNeighbour] {
        self.of_leaf.get(leaf.0)
    }

    /// The wall between two leaves, searched from the leaf with fewer neighbours.
    pub(crate) fn wall_between_either(&self, leaf: LeafId, other: LeafId) -> Option<WallId> {
        let [few, many] =
            if self.neighbours(leaf).len() <= self.neighbours(other).len() { [leaf, other] } else { [other, leaf] };
        self.wall_between(few, many)
    }

    /// The wall between two leaves, if they are neighbours. Cost: linear in the neighbours of
    /// `leaf`.
    pub(crate) fn wall_between(&self, leaf: LeafId, other: LeafId) -> Option<WallId> {
        self.neighbours(leaf).iter().find(|neighbour| neighbour.leaf == other).map(|neighbour| neighbour.wall)
    }
}
