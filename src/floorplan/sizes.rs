//! Rooms of other sizes: the leaves that the partition sets aside for halls and galleries.
//!
//! Consumes the rules for sizes and random words; demands leaves, reserves those that were cut, and
//! notes what a level lacks.
//!
//! Random words, for each rule in file order: one for the number of its rooms; then for each of
//! them one for its orientation, if the rule turns rooms, and two for its width and height.

use super::{
    Note, NoteCode, PlannedRoom, inset,
    partition::{DemandSource, LeafDemand, Partition},
    route::{ReservedLeaf, Route},
};
use crate::{
    geom::{Direction, Extent, Rect},
    model::RoomKind,
    preset::{Preset, least_at},
    rng::{FloorSeed, RandomSource, SeedStage},
};

/// Draws how many rooms of each size a level is to have, and demands their leaves.
pub(super) fn demands(preset: &Preset, difficulty: f32, seed: &FloorSeed) -> Vec<LeafDemand> {
    let mut demands = Vec::new();
    if preset.sides.sizes.is_empty() {
        return demands;
    }
    let draw = &mut seed.stream(SeedStage::Sizes);
    let margin = 2 * inset::least_margin(preset.style);
    let smallest = preset.leaf_sides(difficulty).min;
    let inside = [preset.size().width() - 2, preset.size().height() - 2].map(|cells| cells - margin);
    for (number, rule) in (0..).zip(&preset.sides.sizes) {
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
            let leaf = Extent::new(width + margin, height + margin);
            let demand = LeafDemand::beside_others(DemandSource::Size(number), leaf, rule.turns);
            demands.push(demand.or_start(rule.kinds().contains(&RoomKind::Start)));
        }
    }
    demands
}

/// Reserves the leaves that were cut for these rooms.
///
/// In the style `Corridors`, resizes the rooms inside them.
pub(super) fn reserve(preset: &Preset, partition: &Partition, inside: &mut [Rect], route: &mut Route) {
    for (leaf, rule) in partition.leaves_of_sizes() {
        inset::fill_leaf(preset.style, partition, inside, leaf);
        route.reserved.push(ReservedLeaf::sized(leaf, &preset.sides.sizes[usize::from(rule)]));
    }
}

/// Notes the rooms that the level must have and lacks.
pub(super) fn notes(
    preset: &Preset,
    difficulty: f32,
    partition: &Partition,
    rooms: &[PlannedRoom],
    room_of: &[u32],
) -> impl Iterator<Item = Note> {
    (0..).zip(&preset.sides.sizes).filter_map(move |(number, rule)| {
        let of_rule = partition.leaves_of_sizes().filter(|(_, rule)| *rule == number);
        let made = of_rule.filter(|(leaf, _)| rooms.get(room_of[leaf.index()] as usize).is_some());
        let wanted = least_at(&rule.least, &rule.count.0, difficulty);
        let got = made.count() as u32;
        if got >= wanted {
            return None;
        }
        let name = preset.tags.get(usize::from(rule.tag)).map_or("", String::as_str);
        let why = format!("the level has no place left for a room of {} cells", rule.min);
        Some(Note { code: NoteCode::SizeShort, wanted, got, about: Some(format!("{name}: {why}")) })
    })
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
