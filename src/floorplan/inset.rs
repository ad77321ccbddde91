//! Rooms inside their leaves: the style `Corridors`.
//!
//! Consumes the leaves, the rules for room sides and margins, and random words; produces one
//! rectangle for each leaf.

use std::ops::{Range, RangeInclusive};

use super::{
    arrival::ArrivalCell,
    partition::{LeafId, Partition},
};
use crate::{
    geom::Rect,
    preset::{PartitionSpec, RoomMargin, RoomStyle},
    rng::RandomSource,
};

/// The least number of cells between a room and the edge of its leaf.
pub(super) fn least_margin(style: RoomStyle) -> i32 {
    match style {
        RoomStyle::Adjacent => 0,
        RoomStyle::Corridors(RoomMargin { least, .. }) => least,
    }
}

/// In the style `Corridors`, resizes the room in a leaf to the largest that the margins allow.
pub(super) fn fill_leaf(style: RoomStyle, partition: &Partition, rooms: &mut [Rect], leaf: LeafId) {
    let margin = least_margin(style);
    if let Some(room) = rooms.get_mut(leaf.index()) {
        let rect = partition.leaves[leaf.index()];
        *room =
            Rect::of(rect.left() + margin, rect.top() + margin, rect.width() - 2 * margin, rect.height() - 2 * margin);
    }
}

/// Places a room in each leaf, with a random margin on every side. Sets `rooms` to the rectangle of
/// each leaf's room.
///
/// Draws six random words for each leaf. Guarantees: margins and sides follow the rules; only the
/// room that must contain the arrival cell may be larger. Two rooms on either side of a wall are
/// one cell or at least three cells apart, never two: within one preset either no margin is 0 or
/// none is 1.
pub(super) fn place(
    partition: &Partition,
    sides: &PartitionSpec,
    margin: RoomMargin,
    arrival: Option<ArrivalCell>,
    draw: &mut impl RandomSource,
    rooms: &mut Vec<Rect>,
) {
    rooms.clear();
    let most = [margin.most; 2];
    rooms.extend(partition.leaves.iter().map(|leaf| {
        let (columns, rows) = (leaf.left()..leaf.right(), leaf.top()..leaf.bottom());
        let (columns, rows) = match arrival.filter(|arrival| arrival.is_in(*leaf)) {
            None => {
                let columns = place_along(columns, sides, margin, most, draw);
                (columns, place_along(rows, sides, margin, most, draw))
            }
            Some(ArrivalCell { cell, .. }) => {
                let columns = place_around(cell.x, columns, sides, margin, draw);
                (columns, place_around(cell.y, rows, sides, margin, draw))
            }
        };
        Rect::of(columns.start, rows.start, columns.end - columns.start, rows.end - rows.start)
    }));
}

/// Extends the rooms of leaves at the band of a parting to the band, so that they open on it.
///
/// A room that becomes longer than `sides` allow loses cells at its far side, as far as `margin`
/// and the arrival cell allow.
pub(super) fn reach_band(
    partition: &Partition,
    sides: &PartitionSpec,
    margin: RoomMargin,
    arrival: Option<ArrivalCell>,
    rooms: &mut [Rect],
) {
    let Some(band) = partition.band else { return };
    for (leaf, room) in LeafId::all().zip(rooms).filter(|(leaf, _)| partition.touches_band(*leaf)) {
        let leaf = partition.leaves[leaf.index()];
        let kept = arrival.map(|arrival| arrival.cell).filter(|cell| room.contains(*cell));
        // The least and the greatest margin at the far side, before which the room begins or ends.
        let far = |cells: i32, margin_now: i32, most: Option<i32>| {
            let wanted = (cells - sides.max).max(margin_now).min(margin.most.max(margin_now));
            let cut = most.map_or(wanted, |most| wanted.min(most));
            // Where margins may be 0, none is 1.
            if cut == 1 && margin.least == 0 { 0 } else { cut }
        };
        let (width, height) = (leaf.width(), leaf.height());
        let sides = if leaf.right() == band.left() {
            let cut = far(width, room.left() - leaf.left(), kept.map(|cell| cell.x - leaf.left()));
            [leaf.left() + cut, room.top(), leaf.right(), room.bottom()]
        } else if leaf.left() == band.right() {
            let cut = far(width, leaf.right() - room.right(), kept.map(|cell| leaf.right() - 1 - cell.x));
            [leaf.left(), room.top(), leaf.right() - cut, room.bottom()]
        } else if leaf.bottom() == band.top() {
            let cut = far(height, room.top() - leaf.top(), kept.map(|cell| cell.y - leaf.top()));
            [room.left(), leaf.top() + cut, room.right(), leaf.bottom()]
        } else {
            let cut = far(height, leaf.bottom() - room.bottom(), kept.map(|cell| leaf.bottom() - 1 - cell.y));
            [room.left(), leaf.top(), room.right(), leaf.bottom() - cut]
        };
        let [left, top, right, bottom] = sides;
        *room = Rect::of(left, top, right - left, bottom - top);
    }
}

/// The columns or rows of a room that contains the column or row `at`. The room is as large as that
/// requires.
fn place_around(
    at: i32,
    leaf: Range<i32>,
    sides: &PartitionSpec,
    margin: RoomMargin,
    draw: &mut impl RandomSource,
) -> Range<i32> {
    let RoomMargin { least, most } = margin;
    // If margins may be 0, none is 1.
    let limit = |cells: i32| if cells == 1 && least == 0 { 0 } else { cells.min(most) };
    let limits = [limit(at - leaf.start), limit(leaf.end - 1 - at)];
    let needed = leaf.end - leaf.start - limits[0] - limits[1];
    place_along(leaf, &PartitionSpec { max: sides.max.max(needed), ..*sides }, margin, limits, draw)
}

/// The columns or rows of a room in a leaf with these columns or rows.
///
/// `limits` are the greatest margins before and behind the room, at most those of the rule.
fn place_along(
    leaf: Range<i32>,
    sides: &PartitionSpec,
    margin: RoomMargin,
    limits: [i32; 2],
    draw: &mut impl RandomSource,
) -> Range<i32> {
    let cells = leaf.end - leaf.start;
    // The margin that is drawn first is less restricted, so the order is random.
    let from_end = draw.chance(0.5);
    let [most_second, most_first] = if from_end { limits } else { [limits[1], limits[0]] };
    let allowed = |least_other: i32, most_other: i32, most: i32| {
        margin.least.max(cells - sides.max - most_other)..=most.min(cells - sides.min - least_other)
    };
    let first = draw_margin(allowed(margin.least, most_second, most_first), margin, draw);
    let second = draw_margin(allowed(first, first, most_second), margin, draw);
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
