//! Anchors: the points of a room on which formations are centred, in half cells.
//!
//! Consumes an anchor rule, the frame of the formation, the room's doors; produces points. Points
//! count from the room's top left corner: the centre of the first cell is (1, 1), the edge between
//! the first two columns is at x = 2, the room's centre is (width, height).

use super::{context::Doorway, frame::RoomFrame};
use crate::{
    geom::{Direction, Extent, HalfCell},
    preset::{AnchorPoint, AnchorPoints},
};

/// A point of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormationPoint {
    pub(super) at: HalfCell,
    /// The side of the room with the door that the point belongs to, if it belongs to one.
    pub(super) door: Option<Direction>,
}

impl From<HalfCell> for FormationPoint {
    fn from(at: HalfCell) -> Self {
        Self { at, door: None }
    }
}

/// Calls `visit` with each of an anchor's points in a room.
///
/// `frame` is that of the formation; doors lie in the walls of `room`. `bank` is the side on which
/// a parting lies: it is no wall, and its doors lead over the parting.
/// Calls it for no anchor that is random, or depends on earlier formations or on the level's entry
/// and exit: see `points.rs`.
pub(super) fn for_each<Name>(
    points: &AnchorPoints<'_, Name>,
    inset: i32,
    [frame, room]: [&RoomFrame; 2],
    doorways: &[Doorway],
    bank: Option<Direction>,
    mut visit: impl FnMut(FormationPoint),
) {
    let is_bank = |single: &&AnchorPoint| matches!(single, AnchorPoint::Wall(side) if Some(*side) == bank);
    // A designer who names one side means it.
    let may_be_bank = matches!(points, AnchorPoints::One(_));
    let singles = points.of_room().iter().filter(|single| may_be_bank || !is_bank(single));
    singles.for_each(|single| visit(point(*single, inset, frame).into()));
    let is_asked = |doorway: &&Doorway| match points {
        AnchorPoints::Doors => true,
        AnchorPoints::Crossings => Some(doorway.side) == bank,
        _ => false,
    };
    if matches!(points, AnchorPoints::Doors | AnchorPoints::Crossings) {
        for &Doorway { side, from, width } in doorways.iter().filter(is_asked) {
            let (along, wall) = (2 * from + width, point(AnchorPoint::Wall(side), inset, room));
            let at = if side.is_east_west() { HalfCell::new(wall.x, along) } else { HalfCell::new(along, wall.y) };
            visit(FormationPoint { at, door: Some(side) });
        }
    }
}

/// A single point of a frame.
#[inline]
pub(super) fn point(single: AnchorPoint, inset: i32, frame: &RoomFrame) -> HalfCell {
    let Extent { width, height } = frame.extent();
    frame.in_room(match single {
        AnchorPoint::Center => HalfCell::new(width, height),
        AnchorPoint::Corner(corner) => {
            let (east, south) = corner.sides();
            HalfCell::new(off_wall(inset, width, east), off_wall(inset, height, south))
        }
        AnchorPoint::Wall(side) => {
            let (middle, from_end) = (frame.middle(side), matches!(side, Direction::East | Direction::South));
            if side.is_east_west() {
                HalfCell::new(off_wall(inset, width, from_end), middle)
            } else {
                HalfCell::new(middle, off_wall(inset, height, from_end))
            }
        }
        AnchorPoint::At(u, v) => HalfCell::new(between(u, width), between(v, height)),
    })
}

/// The point `inset` cells from a point beside the wall on one side, at most the frame's middle.
pub(super) fn inward(from: HalfCell, side: Direction, inset: i32, frame: &RoomFrame) -> HalfCell {
    let (centre, (dx, dy)) = (frame.centre(), side.opposite().delta());
    let to_centre = (centre.x - from.x) * dx + (centre.y - from.y) * dy;
    let steps = (2 * inset).min(to_centre.max(0));
    HalfCell::new(from.x + steps * dx, from.y + steps * dy)
}

/// The four points at a third of a frame's width and of its height, clockwise from the north-west.
pub(super) fn thirds(frame: &RoomFrame) -> [HalfCell; 4] {
    let Extent { width, height } = frame.extent();
    // A third of a whole number is never half-way between two others, so nothing has to be rounded
    // towards the centre.
    let third = |side: i32| (2 * (2 * side - 2) + 3) / 6 + 1;
    let (west, north) = (third(width), third(height));
    let (east, south) = (2 * width - west, 2 * height - north);
    [(west, north), (east, north), (east, south), (west, south)].map(|(x, y)| frame.in_room(HalfCell::new(x, y)))
}

/// The points of a segment from end to end, one cell apart along its longer axis.
pub(super) fn segment(from: HalfCell, to: HalfCell) -> impl Iterator<Item = HalfCell> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = (dx.abs().max(dy.abs()) + 1) / 2;
    // Rounds to the nearest half cell.
    let offset = move |way: i32, step: i32| if steps == 0 { 0 } else { (2 * way * step + steps).div_euclid(2 * steps) };
    (0..=steps).map(move |step| HalfCell::new(from.x + offset(dx, step), from.y + offset(dy, step)))
}

/// The centre of the cell that lies `inset` cells inward from one end of a side, at most the side's
/// centre.
fn off_wall(inset: i32, side: i32, from_end: bool) -> i32 {
    let off = (2 * inset + 1).min(side);
    if from_end { 2 * side - off } else { off }
}

/// The point at a fraction of the way from the first cell's centre to the last one's, in half
/// cells.
///
/// Ties round towards the room's centre, so that a fraction and its complement mirror each other.
fn between(fraction: f32, side: i32) -> i32 {
    let way = (2 * side - 2) as f32;
    let from_near_end = |fraction: f32| (fraction * way + 0.5) as i32 + 1;
    if fraction <= 0.5 { from_near_end(fraction) } else { 2 * side - from_near_end(1.0 - fraction) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geom::RectCorner,
        preset::{Anchor, Formation},
    };

    /// The coordinates of the anchor's points, in half cells.
    fn points(anchor: &Anchor, inset: i32, room: impl Into<Extent>) -> Vec<(i32, i32)> {
        points_beside(anchor, inset, room, None)
    }

    fn points_beside(anchor: &Anchor, inset: i32, room: impl Into<Extent>, bank: Option<Direction>) -> Vec<(i32, i32)> {
        let doorways = [
            Doorway { side: Direction::North, from: 2, width: 2 },
            Doorway { side: Direction::East, from: 0, width: 1 },
        ];
        let mut points = Vec::new();
        let frame = RoomFrame::whole(room.into());
        for_each(&anchor.points(), inset, [&frame; 2], &doorways, bank, |point| {
            points.push((point.at.x, point.at.y));
        });
        points
    }

    #[test]
    fn anchors_lie_where_their_names_say() {
        assert_eq!(points(&Anchor::Center, 0, (7, 4)), [(7, 4)]);
        assert_eq!(points(&Anchor::Corners, 0, (7, 4)), [(1, 1), (13, 1), (13, 7), (1, 7)]);
        assert_eq!(points(&Anchor::SouthEast, 1, (7, 4)), [(11, 5)]);
        assert_eq!(points(&Anchor::Walls, 0, (7, 4)), [(7, 1), (13, 4), (7, 7), (1, 4)]);
        assert_eq!(points(&Anchor::Doors, 0, (7, 4)), [(6, 1), (13, 1)]);
        assert_eq!(points(&Anchor::Doors, 1, (7, 4)), [(6, 3), (11, 1)]);
        assert_eq!(points(&Anchor::DoorAxis, 1, (7, 4)), [(6, 3), (11, 1)]);
        assert_eq!(points(&Anchor::DoorAxis, Formation::INSET_TO_MIDDLE, (7, 4)), [(6, 4), (7, 1)]);
        assert_eq!(points(&Anchor::Crossing, 0, (7, 4)), []);
        let beside = |anchor, side| points_beside(anchor, 0, (7, 4), Some(side));
        assert_eq!(beside(&Anchor::Crossing, Direction::East), [(13, 1)]);
        assert_eq!(beside(&Anchor::Crossing, Direction::West), []);
        assert_eq!(beside(&Anchor::Walls, Direction::East), [(7, 1), (7, 7), (1, 4)]);
        assert_eq!(beside(&Anchor::East, Direction::East), [(13, 4)]);
        assert_eq!(points(&Anchor::At(0.0, 1.0), 0, (7, 4)), [(1, 7)]);
        assert_eq!(points(&Anchor::At(0.5, 0.5), 0, (7, 4)), [(7, 4)]);
    }

    #[test]
    fn a_segment_goes_from_end_to_end_in_steps_of_a_cell() {
        for (x, y) in [(0, 0), (1, 0), (2, 0), (9, -4), (-7, 7), (3, 12), (-30, -1)] {
            let (from, to) = (HalfCell::new(5, 5), HalfCell::new(5 + x, 5 + y));
            let points: Vec<_> = segment(from, to).collect();
            assert_eq!((points.first(), points.last()), (Some(&from), Some(&to)));
            for pair in points.windows(2) {
                assert!((pair[1].x - pair[0].x).abs().max((pair[1].y - pair[0].y).abs()) <= 2, "{points:?}");
            }
            for point in points {
                let off = ((point.x - 5) * y - (point.y - 5) * x).abs();
                assert!(2 * off <= x.abs().max(y.abs()) * 2, "{point:?} is off the line to {to:?}");
            }
        }
        assert_eq!(
            point(AnchorPoint::Corner(RectCorner::SouthEast), 1, &RoomFrame::whole(Extent::new(7, 4))),
            HalfCell::new(11, 5)
        );
    }

    #[test]
    fn an_inset_never_crosses_the_middle() {
        assert_eq!(points(&Anchor::Corners, 9, (7, 4)), [(7, 4); 4]);
    }

    #[test]
    fn quarters_mirror_each_other_and_round_towards_the_centre() {
        for (width, height) in [(1, 1), (2, 3), (5, 6), (8, 7), (15, 16), (200, 33)] {
            let quarters = points(&Anchor::Quarters, 0, (width, height));
            let mirrored: Vec<_> = quarters.iter().map(|(x, y)| (2 * width - x, 2 * height - y)).collect();
            assert_eq!([mirrored[2], mirrored[3], mirrored[0], mirrored[1]], quarters[..], "{width}x{height}");
        }
        // A quarter of the way from 1 to 11 is 3.5, a tie that rounds to 4; on the far side, 8.5
        // rounds to 8.
        assert_eq!(points(&Anchor::Quarters, 0, (6, 6))[0], (4, 4));
        assert_eq!(points(&Anchor::Quarters, 0, (6, 6))[2], (8, 8));
    }

    #[test]
    fn thirds_are_the_half_cells_nearest_to_a_third_of_the_way_and_mirror_each_other() {
        for (width, height) in (1..200).flat_map(|width| [(width, 9), (16_382, width)]) {
            let [first, across, opposite, down] = thirds(&RoomFrame::whole(Extent::new(width, height)));
            for (near, far, side) in [(first.x, across.x, width), (first.y, down.y, height)] {
                // Three times the distance to the exact point, in half cells.
                let off = |point: i32| (3 * (point - 1) - (2 * side - 2)).abs();
                assert!((1..2 * side).all(|other| off(near) <= off(other)), "{near} of {side}");
                assert_eq!(near + far, 2 * side);
            }
            assert_eq!((opposite, across.y, down.x), (HalfCell::new(across.x, down.y), first.y, first.x));
        }
    }

    #[test]
    fn every_anchor_lies_in_its_room() {
        for width in 1..20 {
            for number in 0..=100 {
                let x = between(number as f32 / 100.0, width);
                assert!((1..2 * width).contains(&x), "{number} % of {width} is {x}");
            }
        }
    }
}
