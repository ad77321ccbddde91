//! Kinds and shapes of rooms, kinds of doors.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{
    color::Color,
    named::{coded, named},
};

/// The role of a room in its level. serde writes its [name](RoomKind::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RoomKind {
    /// The first room of the main path; exactly one.
    Start = 0,
    /// On the main path between start and end.
    Path = 1,
    /// Off the main path: reached through its host room.
    Bonus = 2,
    /// The last room of the main path; exactly one, unless the level has a single room.
    End = 3,
    /// On a cycle's second way between two rooms of the main path.
    Detour = 4,
}

impl RoomKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Start, Self::Path, Self::Bonus, Self::End, Self::Detour];

    /// The name as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "Start",
            Self::Path => "Path",
            Self::Bonus => "Bonus",
            Self::End => "End",
            Self::Detour => "Detour",
        }
    }

    /// The colour of rooms of this kind on paper: in plans and graphs.
    #[must_use]
    pub const fn plan_color(self) -> Color {
        match self {
            Self::Start => Color::new(0xd5, 0xe7, 0xd3),
            Self::Path => Color::new(0xf3, 0xe9, 0xd2),
            Self::Bonus => Color::new(0xdf, 0xe4, 0xec),
            Self::End => Color::new(0xf3, 0xd3, 0xc6),
            Self::Detour => Color::new(0xee, 0xe3, 0xef),
        }
    }
}

named! {
/// The shape of a room's floor within its rectangle. serde writes its [name](RoomShape::name).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum RoomShape {
    /// The whole rectangle.
    #[default]
    Rectangle = 0 => "Rectangle",
    /// Without a rectangle of cells at one corner.
    L = 1 => "L",
    /// Without a rectangle of cells at each corner, except corners where a door prevents it.
    Plus = 2 => "Plus",
    /// With corners rounded to an oval.
    Round = 3 => "Round",
    /// With corners cut off diagonally.
    Octagon = 4 => "Octagon",
    /// As a vault draws it, with inner walls; the outermost cells of the rectangle are all floor.
    Vault = 5 => "Vault",
    /// A cave: any cells in one piece that touch all four sides of the rectangle.
    Cave = 6 => "Cave",
    /// Ways from each door to the middle, in one piece that touches all four sides.
    Tunnels = 7 => "Tunnels",
    /// Some overlapping rectangles, in one piece that touches all four sides.
    Ruin = 8 => "Ruin",
    /// A rectangle that loses cells to the terrain of a parting beside it, in one piece.
    Bank = 9 => "Bank",
    /// A room of a shape that is not dug, which loses cells to a lake or a stream. What is left is
    /// in one piece.
    Shore = 10 => "Shore",
}
}

impl RoomShape {
    /// Whether a straight line between any two points of the floor stays on the floor, apart from
    /// the steps of rounded corners.
    #[must_use]
    pub const fn is_convex(self) -> bool {
        match self {
            Self::Rectangle | Self::Round | Self::Octagon => true,
            Self::L | Self::Plus | Self::Vault | Self::Cave | Self::Tunnels | Self::Ruin | Self::Bank | Self::Shore => {
                false
            }
        }
    }

    /// The sides of rooms that can be dug, in cells. A smaller room stays a rectangle, and a row of
    /// a larger one would not fit a word.
    pub(crate) const DUG_SIDES: RangeInclusive<i32> = 5..=64;

    /// Whether the floor is dug: any cells in one piece. The room's rectangle is then their
    /// bounding box, and not that of the first steps of generation.
    #[must_use]
    pub const fn is_dug(self) -> bool {
        match self {
            Self::Cave | Self::Tunnels | Self::Ruin => true,
            Self::Rectangle
            | Self::L
            | Self::Plus
            | Self::Round
            | Self::Octagon
            | Self::Vault
            | Self::Bank
            | Self::Shore => false,
        }
    }

    /// Whether the room's rectangle may be smaller than that of the first steps of generation.
    pub(crate) const fn shrinks(self) -> bool {
        self.is_dug() || matches!(self, Self::Bank | Self::Shore)
    }

    /// The text that digests of levels hash for the shape.
    ///
    /// Another one would give each level with the shape another digest of its tiles.
    pub(crate) const fn digest_word(self) -> &'static str {
        match self {
            Self::L => "Ell",
            Self::Rectangle | Self::Plus | Self::Round | Self::Octagon | Self::Vault => self.name(),
            Self::Cave | Self::Tunnels | Self::Ruin | Self::Bank | Self::Shore => self.name(),
        }
    }
}

named! {
/// The state of a passage's doors. serde writes its [name](DoorKind::name).
///
/// [`Level::check`](crate::Level::check) treats doors of every kind as passable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DoorKind {
    /// An opening, or a door that stands open.
    Open = 0 => "Open",
    /// Closed, but opens for anybody.
    #[default]
    Closed = 1 => "Closed",
    /// Looks like a wall until it is found.
    Secret = 2 => "Secret",
    /// Locked: a key or a switch of the level opens it, and nothing else.
    Barred = 3 => "Barred",
}
}

coded!(RoomKind, RoomShape, DoorKind);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::KeyUse;

    #[test]
    fn codes_are_those_that_games_have_stored() {
        let rooms = [RoomKind::Start, RoomKind::Path, RoomKind::Bonus, RoomKind::End, RoomKind::Detour];
        use RoomShape::{Bank, Cave, L, Octagon, Plus, Rectangle, Round, Ruin, Shore, Tunnels, Vault};
        let shapes = [Rectangle, L, Plus, Round, Octagon, Vault, Cave, Tunnels, Ruin, Bank, Shore];
        let doors = [DoorKind::Open, DoorKind::Closed, DoorKind::Secret, DoorKind::Barred];
        let uses = [KeyUse::Key, KeyUse::SingleUse, KeyUse::Switch];
        assert_eq!(RoomKind::ALL.len() + RoomShape::ALL.len() + DoorKind::ALL.len() + KeyUse::ALL.len(), 23);
        for code in 0..=u8::MAX {
            let position = usize::from(code);
            assert_eq!(RoomKind::from_code(code), rooms.get(position).copied());
            assert_eq!(RoomShape::from_code(code), shapes.get(position).copied());
            assert_eq!(DoorKind::from_code(code), doors.get(position).copied());
            assert_eq!(KeyUse::from_code(code), uses.get(position).copied());
        }
    }
}
