//! Rooms inside their leaves: the style `Corridors`.
//!
//! Consumes the leaves, the rules for room sides and margins, and random words; produces one
//! rectangle for each leaf.

use super::partition::Partition;
use crate::{
    geom::Rect,
    preset::{Margin, RoomSides},
    rng::RandomSource,
};

/// Places a room in each leaf, with a random margin on every side, into `rooms` by leaf.
///
/// Draws six random words for each leaf. Guarantees: margins and sides follow the rules. Two rooms
/// on either side of a wall are one cell or at least three cells apart, never two: within one
/// preset either no margin is 0 or none is 1.
pub(super) fn place(
    partition: &Partition,
    sides: &RoomSides,
    margin: Margin,
    draw: &mut impl RandomSource,
    rooms: &mut Vec<Rect>,
) {
    rooms.clear();
    rooms.extend(partition.leaves.iter().map(|leaf| {
        let (left, width) = stretch(leaf.width(), sides, margin, draw);
        let (top, height) = stretch(leaf.height(), sides, margin, draw);
        Rect::of(leaf.left() + left, leaf.top() + top, width, height)
    }));
}

/// The room's offset in its leaf and its side, along an axis where the leaf has `cells` cells.
fn stretch(cells: i32, sides: &RoomSides, margin: Margin, draw: &mut impl RandomSource) -> (i32, i32) {
    let Margin { least, most } = margin;
    // The margin that is drawn first is less restricted, so the order is random.
    let from_end = draw.chance(0.5);
    let first = {
        let (low, high) = (least.max(cells - sides.max - most), most.min(cells - sides.min - least));
        drawn(low, high, margin, draw)
    };
    let second = {
        let (low, high) = (least.max(cells - sides.max - first), most.min(cells - sides.min - first));
        drawn(low, high, margin, draw)
    };
    (if from_end { second } else { first }, cells - first - second)
}

/// A random margin from `low` to `high`. If margins may be 0, a 1 becomes 0, or 2 where `low`
/// excludes 0.
fn drawn(low: i32, high: i32, margin: Margin, draw: &mut impl RandomSource) -> i32 {
    match draw.within(low, high) {
        1 if margin.least == 0 => {
            if low <= 0 {
                0
            } else {
                2
            }
        }
        cells => cells,
    }
}
