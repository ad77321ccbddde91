//! Rooms of other sizes: the leaves that the partition sets aside for halls, galleries and great
//! rooms.
//!
//! Consumes the rules for sizes and random words; demands leaves, reserves those that were cut, and
//! notes what a level lacks.
//!
//! Random words, for each rule in file order: one for the number of its rooms, unless pools deal
//! them; then for each of them one for its orientation, if the rule turns rooms, and two for its
//! width and height. A great room has one for all of that.

mod great;

use super::{
    Note, NoteCode, PlanContext, PlannedRoom, inset,
    partition::{self, DemandSource, LeafDemand, Partition},
    pools::DealtEntries,
    route::{ReservedLeaf, Route},
};
use crate::{
    geom::{Direction, Extent, Rect},
    model::RoomKind,
    preset::{Preset, RoomSizeRule, least_at},
    rng::{RandomSource, SeedStage},
    trace::Trace,
};
use great::SidesInLevel;

/// Draws how many rooms of each size a level is to have, and demands their leaves.
///
/// Cost: linear in rooms, and in the level's longer side for each rule for great rooms.
pub(super) fn demands(context: &mut PlanContext<'_, impl Trace>, dealt: &DealtEntries) -> Vec<LeafDemand> {
    let PlanContext { preset, difficulty, .. } = *context;
    let mut demands = Vec::new();
    if preset.sides.sizes.is_empty() {
        return demands;
    }
    let draw = &mut context.stream(SeedStage::Sizes);
    let mut great = Vec::new();
    for (number, rule) in (0..).zip(&preset.sides.sizes) {
        let count = if rule.is_dealt {
            dealt.layouts_of_size(preset, number).count() as u32
        } else {
            let (least, most) = rule.count_at(difficulty);
            least + draw.below(most - least + 1)
        };
        let demand = |extent| demand(preset, number, rule, extent);
        if let Some(fraction) = rule.fraction_at(difficulty) {
            great.clear();
            if count > 0 && fraction > 0.0 {
                list_great(context, rule, fraction, demand, &mut great);
            }
            demands.extend((0..count).filter_map(|_| draw.pick(great.iter().copied()).map(demand)));
        } else {
            demands.extend((0..count).filter_map(|_| draw_extent(preset, rule, difficulty, draw)).map(demand));
        }
    }
    demands
}

/// The demand for a leaf of a rule's room of this extent.
fn demand(preset: &Preset, number: u16, rule: &RoomSizeRule, Extent { width, height }: Extent) -> LeafDemand {
    let margin = 2 * inset::least_margin(preset.style);
    let leaf = Extent::new(width + margin, height + margin);
    let demand = LeafDemand::beside_others(DemandSource::Size(number), leaf, rule.turns);
    demand.or_start(rule.kinds().contains(&RoomKind::Start)).for_kinds(rule.kinds())
}

/// The sides of rooms that a level can hold.
fn sides_in_level(preset: &Preset, difficulty: f32) -> SidesInLevel {
    let margin = 2 * inset::least_margin(preset.style);
    let [width, height] = [preset.size().width() - 2, preset.size().height() - 2].map(|cells| cells - margin);
    SidesInLevel { inside: Extent::new(width, height), smallest: preset.leaf_sides(difficulty).min }
}

/// Draws the extent of a room of a size; `None` if the level holds none.
fn draw_extent(preset: &Preset, rule: &RoomSizeRule, difficulty: f32, draw: &mut impl RandomSource) -> Option<Extent> {
    let sides = sides_in_level(preset, difficulty);
    let (min, max) = rule.extents_at(difficulty);
    let ranges = [Direction::North, Direction::East].map(|turn| {
        let (min, max) = (min.turned(turn), max.turned(turn));
        let across = sides.range(min.width, max.width, sides.inside.width);
        across.zip(sides.range(min.height, max.height, sides.inside.height))
    });
    let [upright, turned] = [ranges[0], ranges[1].filter(|_| rule.turns)];
    let possible = upright.or(turned)?;
    let drawn = if rule.turns && draw.chance(0.5) { turned } else { upright };
    let (across, down) = drawn.unwrap_or(possible);
    let width = draw.within(across.0, across.1);
    Some(Extent::new(width, draw.within(down.0, down.1)))
}

/// Lists the extents of a great room that the level holds, with the arrival cell where it is.
fn list_great(
    context: &mut PlanContext<'_, impl Trace>,
    rule: &RoomSizeRule,
    fraction: f32,
    demand: impl Fn(Extent) -> LeafDemand,
    extents: &mut Vec<Extent>,
) {
    let PlanContext { preset, difficulty, .. } = *context;
    let (size, sides, arrival) = (preset.size(), sides_in_level(preset, difficulty), context.arrival());
    let inside = partition::inside(size);
    let fits = |extent: Extent| {
        let lies_well = rule.turns || extent.width >= extent.height;
        lies_well && demand(extent).fits_in(inside, sides.smallest, arrival)
    };
    let least = preset.sides.at(difficulty).min;
    let tried = great::list_extents(great::cells_of(fraction, size), least, sides, fits, extents);
    context.trace.count(|| tried);
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

/// Notes the rooms that the level must have and lacks, and great rooms that are too small.
pub(super) fn notes(
    preset: &Preset,
    difficulty: f32,
    partition: &Partition,
    rooms: &[PlannedRoom],
    room_of: &[u32],
) -> impl Iterator<Item = Note> {
    (0..).zip(&preset.sides.sizes).flat_map(move |(number, rule)| {
        let of_rule = partition.leaves_of_sizes().filter(move |(_, rule)| *rule == number).map(|(leaf, _)| leaf);
        let made = of_rule.filter(|leaf| rooms.get(room_of[leaf.index()] as usize).is_some());
        let leaves = made.map(|leaf| partition.leaves[leaf.index()]);
        let short = too_few(preset, difficulty, rule, leaves.clone().count() as u32);
        short.into_iter().chain(too_small(preset, difficulty, rule, leaves))
    })
}

/// The note on a level that has only `got` rooms of a size, if it must have more.
fn too_few(preset: &Preset, difficulty: f32, rule: &RoomSizeRule, got: u32) -> Option<Note> {
    let wanted = least_at(&rule.least, &rule.count.0, difficulty).min(rule.count_at(difficulty).0);
    if got >= wanted {
        return None;
    }
    let size = match rule.fraction_at(difficulty) {
        Some(fraction) => great::cells_of(fraction, preset.size()).to_string(),
        None => rule.extents_at(difficulty).0.to_string(),
    };
    let about = format!("{}: the level has no place left for a room of {size} cells", name_of(preset, rule));
    Some(Note { code: NoteCode::SizeShort, wanted, got, about: Some(about) })
}

/// The note on great rooms, in these leaves, with fewer cells than their fraction of the level; or
/// on those that the level asks for and lacks.
fn too_small(
    preset: &Preset,
    difficulty: f32,
    rule: &RoomSizeRule,
    leaves: impl Iterator<Item = Rect> + Clone,
) -> Option<Note> {
    let cells = great::cells_of(rule.fraction_at(difficulty)?, preset.size());
    let margin = 2 * inset::least_margin(preset.style);
    let rooms = leaves.map(|leaf| Extent::new(leaf.width() - margin, leaf.height() - margin));
    let asked = i64::from(rule.count_at(difficulty).0).max(rooms.clone().count() as i64);
    let total = |cells: i64| u32::try_from(cells).unwrap_or(u32::MAX);
    let (wanted, got) = (total(asked * cells), total(rooms.clone().map(|room| room.area().min(cells)).sum()));
    if got >= wanted {
        return None;
    }
    let why = match rooms.min_by_key(|room| room.area()) {
        Some(room) => format!("the level has no place for more than {room} cells"),
        None => format!("the level has no place for a room of {cells} cells"),
    };
    Some(Note { code: NoteCode::FractionShort, wanted, got, about: Some(format!("{}: {why}", name_of(preset, rule))) })
}

fn name_of<'preset>(preset: &'preset Preset, rule: &RoomSizeRule) -> &'preset str {
    preset.tags.get(usize::from(rule.tag)).map_or("", String::as_str)
}
