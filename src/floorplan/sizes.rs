//! Rooms of other sizes: the leaves that the partition sets aside for halls and galleries.
//!
//! Consumes the rules for sizes and random words; demands leaves, reserves those that were cut, and
//! notes what a level lacks.
//!
//! Random words, for each rule in file order: one for the number of its rooms; then for each of
//! them one for its orientation, if the rule turns rooms, and two for its width and height.

use std::cmp::Reverse;

use super::{
    Note, NoteCode, PlannedRoom, inset,
    partition::{LeafDemand, LeafId, Partition},
    route::{ReservedLeaf, Route},
    vaults::VaultAssigner,
};
use crate::{
    geom::{Direction, Extent, Rect},
    model::RoomKind,
    preset::{Preset, least_at},
    rng::{FloorSeed, RandomSource, SeedStage},
};

/// The rooms of other sizes that one level is to have.
#[derive(Debug)]
pub(super) struct SizedRooms<'preset> {
    preset: &'preset Preset,
    difficulty: f32,
    /// For each of `demands`, the rule that asks for it, by index.
    rules: Vec<usize>,
    pub(super) demands: Vec<LeafDemand>,
}

impl<'preset> SizedRooms<'preset> {
    /// Draws how many rooms of each size this level is to have, and demands their leaves.
    pub(super) fn new(preset: &'preset Preset, difficulty: f32, seed: &FloorSeed) -> Self {
        let mut sizes = Self { preset, difficulty, rules: Vec::new(), demands: Vec::new() };
        if preset.sides.sizes.is_empty() {
            return sizes;
        }
        let draw = &mut seed.stream(SeedStage::Sizes);
        let margin = 2 * inset::least_margin(preset.style);
        let smallest = preset.leaf_sides(difficulty).min;
        let inside = [preset.size().width() - 2, preset.size().height() - 2].map(|cells| cells - margin);
        for (number, rule) in preset.sides.sizes.iter().enumerate() {
            let (least, most) = rule.count_at(difficulty);
            let count = least + draw.below(most - least + 1);
            let ranges = [Direction::North, Direction::East].map(|turn| {
                let (min, max) = (rule.min.turned(turn), rule.max.turned(turn));
                let across = side_range(min.width, max.width, inside[0], smallest);
                across.zip(side_range(min.height, max.height, inside[1], smallest))
            });
            let [upright, turned] = [ranges[0], ranges[1].filter(|_| rule.turns)];
            let Some(possible) = upright.or(turned) else { continue };
            for _ in 0..count {
                let drawn = if rule.turns && draw.chance(0.5) { turned } else { upright };
                let (across, down) = drawn.unwrap_or(possible);
                let (width, height) = (draw.within(across.0, across.1), draw.within(down.0, down.1));
                sizes.rules.push(number);
                let demand = LeafDemand::beside_others(Extent::new(width + margin, height + margin), rule.turns);
                sizes.demands.push(demand.or_start(rule.kinds().contains(&RoomKind::Start)));
            }
        }
        sizes
    }

    /// The demands of the vaults and then those of the sizes, in the order in which the partition
    /// is to meet them; and for each its number in that list.
    ///
    /// Required vaults are first, then the largest demands, which hardly find a place after others.
    /// Empty without sizes: vaults alone keep their order.
    pub(super) fn sorted_beside(&self, vaults: &VaultAssigner<'_>) -> (Vec<u32>, Vec<LeafDemand>) {
        if self.demands.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let all = vaults.demands.iter().chain(&self.demands).copied();
        let mut numbered: Vec<(u32, LeafDemand)> = (0..).zip(all).collect();
        numbered.sort_by_key(|&(number, demand)| (!vaults.is_required(number as usize), Reverse(demand.area())));
        numbered.into_iter().unzip()
    }

    /// Reserves the leaves that were cut for these rooms. The demands begin at position `first` of
    /// those that the partition was given.
    ///
    /// In the style `Corridors`, resizes the rooms inside them.
    pub(super) fn reserve(&self, first: usize, partition: &Partition, inside: &mut [Rect], route: &mut Route) {
        for (leaf, rule) in self.met(first, partition) {
            inset::fill_leaf(self.preset.style, partition, inside, leaf);
            route.reserved.push(ReservedLeaf::sized(leaf, &self.preset.sides.sizes[rule]));
        }
    }

    /// The leaves that were cut for these rooms, each with the index of its rule.
    fn met(&self, first: usize, partition: &Partition) -> impl Iterator<Item = (LeafId, usize)> {
        let rule = move |demand: u32| self.rules.get((demand as usize).checked_sub(first)?).copied();
        partition.met_demands.iter().filter_map(move |&(leaf, demand)| Some((leaf, rule(demand)?)))
    }

    /// Notes the rooms that the level must have and lacks.
    pub(super) fn notes(
        &self,
        first: usize,
        partition: &Partition,
        rooms: &[PlannedRoom],
        room_of: &[u32],
    ) -> impl Iterator<Item = Note> {
        let sizes = self.preset.sides.sizes.iter().enumerate();
        sizes.filter_map(move |(number, rule)| {
            let of_rule = self.met(first, partition).filter(|(_, rule)| *rule == number);
            let made = of_rule.filter(|(leaf, _)| rooms.get(room_of[leaf.index()] as usize).is_some());
            let wanted = least_at(&rule.least, &rule.count.0, self.difficulty);
            let got = made.count() as u32;
            if got >= wanted {
                return None;
            }
            let name = self.preset.tags.get(usize::from(rule.tag)).map_or("", String::as_str);
            let why = format!("the level has no place left for a room of {} cells", rule.min);
            Some(Note { code: NoteCode::SizeShort, wanted, got, about: Some(format!("{name}: {why}")) })
        })
    }
}

/// The sides from `least` to `most` that a level can hold: least and greatest; `None` if none.
///
/// A leaf either spans all `cells` or leaves at least a wall and a leaf of side `smallest`.
fn side_range(least: i32, most: i32, cells: i32, smallest: i32) -> Option<(i32, i32)> {
    let beside = cells - 1 - smallest;
    if least <= beside {
        Some((least, most.min(beside)))
    } else {
        (least..=most).contains(&cells).then_some((cells, cells))
    }
}
