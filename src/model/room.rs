//! Kinds and shapes of rooms, kinds of doors.

use std::fmt;

/// The role of a room in its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoomKind {
    /// The first room of the main path; exactly one.
    Start,
    /// On the main path between start and end.
    Path,
    /// Off the main path: reached through its host room.
    Bonus,
    /// The last room of the main path; exactly one, unless the level has a single room.
    End,
}

impl RoomKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Start, Self::Path, Self::Bonus, Self::End];

    /// The name as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "Start",
            Self::Path => "Path",
            Self::Bonus => "Bonus",
            Self::End => "End",
        }
    }
}

impl fmt::Display for RoomKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The shape of a room's floor within its rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RoomShape {
    /// The whole rectangle.
    #[default]
    Rectangle,
    /// Without a rectangle of cells at one corner.
    L,
    /// Without a rectangle of cells at each corner, except corners where a door prevents it.
    Plus,
    /// With corners rounded to an oval.
    Round,
    /// With corners cut off diagonally.
    Octagon,
    /// As a vault draws it, with inner walls; the outermost cells of the rectangle are all floor.
    Vault,
}

impl RoomShape {
    /// All shapes.
    pub const ALL: &'static [Self] = &[Self::Rectangle, Self::L, Self::Plus, Self::Round, Self::Octagon, Self::Vault];

    /// The name as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rectangle => "Rectangle",
            Self::L => "L",
            Self::Plus => "Plus",
            Self::Round => "Round",
            Self::Octagon => "Octagon",
            Self::Vault => "Vault",
        }
    }
}

impl fmt::Display for RoomShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The state of a passage's doors.
///
/// [`Level::check`](crate::Level::check) treats doors of every kind as passable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DoorKind {
    /// An opening, or a door that stands open.
    Open,
    /// Closed, but opens for anybody.
    #[default]
    Closed,
    /// Looks like a wall until it is found.
    Secret,
    /// Locked: it takes a key, a lever or strength to open.
    Barred,
}

impl DoorKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[Self::Open, Self::Closed, Self::Secret, Self::Barred];

    /// The name as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Closed => "Closed",
            Self::Secret => "Secret",
            Self::Barred => "Barred",
        }
    }
}

impl fmt::Display for DoorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
