//! What rooms and doors are: kinds and shapes.

use std::fmt;

/// The part that a room plays in its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoomKind {
    /// Where the main path begins; exactly one.
    Start,
    /// On the main path between start and end.
    Path,
    /// Hung on another room, off the main path.
    Bonus,
    /// Where the main path ends; exactly one, unless the level is a single room.
    End,
}

impl RoomKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Start, Self::Path, Self::Bonus, Self::End];

    /// The name, as level files and presets write it.
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
    /// Without a block at one corner.
    Ell,
    /// Without a block at each corner, but where doors leave no room for it.
    Plus,
    /// With corners rounded to an oval.
    Round,
    /// With corners cut off slantwise.
    Octagon,
    /// As a vault draws it, with walls inside; all cells at its edge are floor.
    Vault,
}

impl RoomShape {
    /// All shapes.
    pub const ALL: &'static [Self] = &[Self::Rectangle, Self::Ell, Self::Plus, Self::Round, Self::Octagon, Self::Vault];

    /// The name, as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rectangle => "Rectangle",
            Self::Ell => "Ell",
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

/// How a door stands; one can walk through any of them in the proof that a level can be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DoorKind {
    /// Without a leaf, or with an open one.
    Open,
    /// Closed; opens to anybody.
    #[default]
    Closed,
    /// Looks like wall until it is found.
    Secret,
    /// Barred: a key, a lever or strength opens it.
    Barred,
}

impl DoorKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[Self::Open, Self::Closed, Self::Secret, Self::Barred];

    /// The name, as level files and presets write it.
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
