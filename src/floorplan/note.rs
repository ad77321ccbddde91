//! Notes: requests of a preset that a level could not meet.
//!
//! Consumes nothing but the shortfalls that planning and furnishing report; displays them as one
//! line of text.

use std::fmt;

use serde::{Serialize, Serializer};

/// A request of the preset that the level could not meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// The kind of shortfall.
    pub code: NoteCode,
    /// The number of rooms, vaults, cycles, locks, shortcuts or passages that the preset asks for.
    pub wanted: u32,
    /// The number of them that the level has.
    pub got: u32,
    /// The name of the missing item and the reason, if the code alone does not say it.
    pub about: Option<String>,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, wanted, got, about } = self;
        let what = match code {
            NoteCode::PathShort => "rooms on the main path",
            NoteCode::BonusShort => "bonus rooms",
            NoteCode::RoomsBare => "furnished rooms",
            NoteCode::VaultShort => "vaults",
            NoteCode::CycleShort => "cycles",
            NoteCode::SizeShort => "rooms of a size",
            NoteCode::LockShort => "locks",
            NoteCode::ShortcutShort => "shortcuts",
            NoteCode::SecretOpened => "passages with secret doors",
        };
        write!(f, "{}: {what}: {got}, but the preset asks for at least {wanted}", code.name())?;
        about.iter().try_for_each(|about| write!(f, " ({about})"))
    }
}

/// The kind of shortfall that a [`Note`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteCode {
    /// The main path has fewer rooms than the preset asks for.
    PathShort,
    /// There are fewer bonus rooms than the preset asks for.
    BonusShort,
    /// No layout of the preset suits some of the rooms.
    RoomsBare,
    /// A required vault is missing.
    VaultShort,
    /// There are fewer cycles than were drawn for a rule.
    CycleShort,
    /// Rooms of a size are missing, or not at the progress that their rule asks for.
    SizeShort,
    /// The mission has fewer locks than the preset asks for.
    LockShort,
    /// The mission has fewer shortcuts than the preset asks for.
    ShortcutShort,
    /// There are fewer passages with secret doors than rules with a chance of 1 ask for: those that
    /// would strand a player behind a one-way passage are closed instead.
    SecretOpened,
}

impl Serialize for NoteCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl NoteCode {
    /// All codes, in declaration order.
    pub const ALL: &'static [Self] = &[
        Self::PathShort,
        Self::BonusShort,
        Self::RoomsBare,
        Self::VaultShort,
        Self::CycleShort,
        Self::SizeShort,
        Self::LockShort,
        Self::ShortcutShort,
        Self::SecretOpened,
    ];

    /// The name of the code, as in level files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PathShort => "PathShort",
            Self::BonusShort => "BonusShort",
            Self::RoomsBare => "RoomsBare",
            Self::VaultShort => "VaultShort",
            Self::CycleShort => "CycleShort",
            Self::SizeShort => "SizeShort",
            Self::LockShort => "LockShort",
            Self::ShortcutShort => "ShortcutShort",
            Self::SecretOpened => "SecretOpened",
        }
    }
}
