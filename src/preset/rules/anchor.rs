//! Anchors: the points of a room at which formations are centred.

use crate::geom::{Corner, Direction};

/// One or several points of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Anchor {
    /// The room's centre.
    Center,
    /// The four corners.
    Corners,
    /// One corner.
    Corner(Corner),
    /// The midpoints of the four walls.
    Walls,
    /// The midpoint of one wall.
    Wall(Direction),
    /// The four points halfway between the centre and the corners.
    Quarters,
    /// In front of each door.
    Doors,
    /// A point, as fractions of the way across and down from the first cell's centre to the last's.
    At(f32, f32),
    /// Where formations of this name have placed something. The name is a number in the layout.
    Of(u16),
    /// A random point between two others.
    Between(Spot, Spot),
    /// A random floor cell.
    Anywhere,
}

/// A single point of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Spot {
    /// The room's centre.
    Center,
    /// A corner.
    Corner(Corner),
    /// The midpoint of a wall.
    Wall(Direction),
    /// A point, as fractions of the way across and down from the first cell's centre to the last's.
    At(f32, f32),
}
