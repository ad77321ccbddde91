//! Rooms inside their leaves: the style `Corridors`.
//!
//! Consumes the leaves, the rules for room sides and margins, and random words; produces one
//! rectangle for each leaf.

use std::ops::{Range, RangeInclusive};

use super::partition::Partition;
use crate::{
    geom::Rect,
    preset::{PartitionSpec, RoomMargin},
    rng::RandomSource,
};

/// Places a room in each leaf, with a random margin on every side. Sets `rooms` to the rectangle of
/// each leaf's room.
///
/// Draws six random words for each leaf. Guarantees: margins and sides follow the rules. Two rooms
/// on either side of a wall are one cell or at least three cells apart, never two: within one
/// preset either no margin is 0 or none is 1.
pub(super) fn place(
    partition: &Partition,
    sides: &PartitionSpec,
    margin: RoomMargin,
    draw: &mut impl RandomSource,
    rooms: &mut Vec<Rect>,
) {
    rooms.clear();
    rooms.extend(partition.leaves.iter().map(|leaf| {
        let columns = place_along(leaf.left()..leaf.right(), sides, margin, draw);
        let rows = place_along(leaf.top()..leaf.bottom(), sides, margin, draw);
        Rect::of(columns.start, rows.start, columns.end - columns.start, rows.end - rows.start)
    }));
}

/// The columns or rows of a room in a leaf with these columns or rows.
fn place_along(
    leaf: Range<i32>,
    sides: &PartitionSpec,
    margin: RoomMargin,
    draw: &mut impl RandomSource,
) -> Range<i32> {
    let RoomMargin { least, most } = margin;
    let cells = leaf.end - leaf.start;
    // The margin that is drawn first is less restricted, so the order is random.
    let from_end = draw.chance(0.5);
    let allowed = |least_other: i32, most_other: i32| {
        least.max(cells - sides.max - most_other)..=most.min(cells - sides.min - least_other)
    };
    let first = draw_margin(allowed(least, most), margin, draw);
    let second = draw_margin(allowed(first, first), margin, draw);
    let [before, behind] = if from_end { [second, first] } else { [first, second] };
    leaf.start + before..leaf.end - behind
}

/// A random margin in the range `allowed`. If margins may be 0, a 1 becomes 0, or 2 where 0 is not
/// allowed.
fn draw_margin(allowed: RangeInclusive<i32>, margin: RoomMargin, draw: &mut impl RandomSource) -> i32 {
    match draw.within(*allowed.start(), *allowed.end()) {
        1 if margin.least == 0 => i32::from(*allowed.start() > 0) * 2,
        cells => cells,
    }
}
