//! Anchors: the points of a room at which formations are centred.

use crate::geom::{Direction, RectCorner};

/// One or several points of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Anchor {
    /// The room's centre.
    Center,
    /// The four corners of the room: four points.
    Corners,
    /// One corner of the room.
    Corner(RectCorner),
    /// The midpoints of the room's four walls: four points.
    Walls,
    /// The midpoint of one wall of the room.
    Wall(Direction),
    /// The four points halfway between the room's centre and its corners.
    Quarters,
    /// The floor cells in front of each door, one point for each door.
    Doors,
    /// A point by its distances from the room's west and north edge.
    ///
    /// They are fractions of the room: 0 is the centre of the first column or row, 1 of the last.
    At(f32, f32),
    /// Where earlier formations of one name have placed props.
    ///
    /// The name is an index into the layout's list of formation names.
    Of(u16),
    /// A random point on the way from one point to another.
    Between(AnchorPoint, AnchorPoint),
    /// A random floor cell.
    Anywhere,
}

/// A single point of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnchorPoint {
    /// The room's centre.
    Center,
    /// A corner.
    Corner(RectCorner),
    /// The midpoint of a wall.
    Wall(Direction),
    /// A point by its distances from the room's west and north edge, as in [`Anchor::At`].
    At(f32, f32),
}
