//! Crossings: how often the route leads over the parting of a level.
//!
//! Consumes the walls that are joined and the number of crossings that the level may have. Searches
//! for the path avoid the walls of a parting by their weight, and so does what fills the level;
//! cycles, loops and what would stay unconnected may spend the crossings that are left.

use super::{LeafRole, Route};
use crate::{
    floorplan::{
        adjacency::{Adjacency, WallId},
        leaf_wall::LeafWall,
        partition::{LeafId, Partition},
    },
    model::RoomKind,
    preset::{HostKinds, PartingRule, Preset},
    rng::RandomSource,
};

/// The least number of cells between two crossings. Nearer ones would be one way over the water.
const APART: i32 = 8;

/// The largest part of the path that a crossing may skip which nothing but their number asks for.
const SKIP: f32 = 0.5;

/// What the route may cross, and what it crosses. By default the level has no parting.
#[derive(Clone, Debug, Default)]
pub(super) struct Crossings {
    /// The number of leaves before the band of the parting; all later ones lie behind it.
    before_band: u32,
    /// The most crossings.
    most: u32,
    /// Whether the path begins and ends on different sides.
    parts_ends: bool,
    /// The walls of the parting that are joined, in the order in which they were found.
    joined: Vec<WallId>,
    /// For each leaf, the tags of its room from the parting beside it; empty without a parting.
    tags: Vec<u32>,
}

impl Crossings {
    #[inline]
    pub(super) fn side(&self, leaf: LeafId) -> bool {
        leaf.0 >= self.before_band
    }

    /// Whether the path may begin and end in these leaves.
    #[inline]
    pub(super) fn may_be_ends(&self, one: LeafId, other: LeafId) -> bool {
        !self.parts_ends || self.side(one) != self.side(other)
    }

    /// The tags of a leaf's room from the parting beside it.
    #[inline]
    pub(super) fn tags(&self, leaf: LeafId) -> u32 {
        self.tags.get(leaf.index()).copied().unwrap_or(0)
    }

    /// Whether the path may begin in a leaf, of so many in all: on the side with more of them,
    /// where the key of a locked crossing finds a room.
    pub(super) fn may_be_start(&self, leaf: LeafId, leaves: usize) -> bool {
        let behind = leaves as u32 - self.before_band.min(leaves as u32);
        !self.parts_ends || self.side(leaf) == (behind > self.before_band)
    }

    pub(super) fn parts_ends(&self) -> bool {
        self.parts_ends
    }

    /// Whether a crossing may be added here: there are fewer than the most, and none near it.
    pub(super) fn allows(&self, adjacency: &Adjacency, wall: WallId) -> bool {
        let place = &adjacency.walls[wall.index()];
        let is_far = |other: &WallId| adjacency.walls[other.index()].cells_between(place) >= APART;
        (self.joined.len() as u32) < self.most && self.joined.iter().all(is_far)
    }

    /// Whether what is joined is no more than the most, and no two crossings are near each other.
    pub(super) fn are_allowed(&self, adjacency: &Adjacency) -> bool {
        let place = |wall: &WallId| &adjacency.walls[wall.index()];
        let is_far = |(at, one): (usize, &WallId)| {
            self.joined[..at].iter().all(|other| place(other).cells_between(place(one)) >= APART)
        };
        self.joined.len() as u32 <= self.most && self.joined.iter().enumerate().all(is_far)
    }

    pub(super) fn join(&mut self, wall: WallId) {
        self.joined.push(wall);
    }
}

impl Route {
    /// Takes from the partition what parts its leaves, if anything does.
    pub(crate) fn part(&mut self, preset: &Preset, partition: &Partition) {
        let Crossings { mut joined, mut tags, .. } = std::mem::take(&mut self.crossings);
        joined.clear();
        tags.clear();
        let (mut most, mut parts_ends) = (0, false);
        if let Some(parting) = partition.parting {
            (most, parts_ends) = (parting.crossings, parting.parts_ends);
            // By the leaf: rooms of vaults and sizes may keep a margin to the band, and still be
            // crossed to.
            let bit = preset.partings.get(usize::from(parting.rule)).map_or(0, PartingRule::tag_bit);
            let tag = |leaf| if partition.touches_band(leaf) { bit } else { 0 };
            tags.extend(LeafId::all().take(partition.leaves.len()).map(tag));
        }
        self.crossings = Crossings { before_band: partition.before_band, most, parts_ends, joined, tags };
    }

    /// Lists the crossings among the joined walls anew. Cost: linear in the walls of the parting.
    pub(super) fn find_crossings(&mut self, adjacency: &Adjacency) {
        let walls = WallId::all().take(adjacency.crossings as usize);
        self.crossings.joined.clear();
        self.crossings.joined.extend(walls.filter(|wall| self.joined[wall.index()]));
        self.work += u64::from(adjacency.crossings);
    }

    /// The number of crossings.
    pub(crate) fn crossings(&self) -> u32 {
        self.crossings.joined.len() as u32
    }

    /// Leads a chain of bonus rooms over a parting that nothing crosses, if rooms may be attached.
    ///
    /// Draws nothing if there is a crossing. Cost: linear in leaves and walls.
    pub(crate) fn cross_once(&mut self, adjacency: &Adjacency, hosts: HostKinds, draw: &mut impl RandomSource) {
        if self.crossings() > 0 {
            return;
        }
        let sides = self.path.first().map(|&start| self.crossings.side(start));
        let beyond = adjacency.walls.iter().take(adjacency.crossings as usize).flat_map(|wall| wall.leaves);
        let is_free = |leaf: &LeafId| {
            Some(self.crossings.side(*leaf)) != sides
                && self.leaf_roles[leaf.index()] == LeafRole::Unused
                && self.may_be(*leaf, RoomKind::Bonus)
        };
        if let Some(leaf) = draw.pick(beyond.filter(is_free)) {
            self.join_to_nearest(adjacency, leaf, hosts, true);
            self.find_crossings(adjacency);
        }
    }

    /// Adds crossings between rooms on both sides, in random order, until there are as many as the
    /// level may have. None skips more than a part of the path.
    ///
    /// Cost: linear in the walls of the parting.
    pub(crate) fn add_crossings(&mut self, adjacency: &Adjacency, draw: &mut impl RandomSource) {
        self.work += u64::from(adjacency.crossings);
        let walls = WallId::all().zip(&adjacency.walls).take(adjacency.crossings as usize);
        let is_short = |leaves: [LeafId; 2]| {
            let [one, other] = leaves.map(|leaf| self.progress_of(leaf));
            (one - other).abs() <= SKIP
        };
        let may_join = |(id, wall): &(WallId, &LeafWall)| {
            !self.joined[id.index()] && wall.leaves.iter().all(|&leaf| self.is_used(leaf)) && is_short(wall.leaves)
        };
        let mut walls: Vec<WallId> = walls.filter(may_join).map(|(id, _)| id).collect();
        draw.shuffle(&mut walls);
        for wall in walls {
            if self.crossings.allows(adjacency, wall) {
                self.joined[wall.index()] = true;
                self.crossings.join(wall);
                self.loops.push(wall);
            }
        }
    }
}
