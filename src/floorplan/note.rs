//! Notes: what a preset asked for and a level could not give.

use std::fmt;

/// Something that the preset asked for and the level could not give.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What fell short.
    pub code: NoteCode,
    /// How many were asked for.
    pub wanted: u32,
    /// How many there are.
    pub got: u32,
    /// What it was by its name, and why, where there is more to say than the code does.
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
        };
        write!(f, "{}: {what}: {got} where the preset asks for at least {wanted}", code.name())?;
        about.iter().try_for_each(|about| write!(f, " ({about})"))
    }
}

/// What fell short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteCode {
    /// The main path has fewer rooms than asked for.
    PathShort,
    /// There are fewer bonus rooms than asked for.
    BonusShort,
    /// There are rooms that none of the preset's layouts suits.
    RoomsBare,
    /// A vault that must be there is not.
    VaultShort,
}

impl NoteCode {
    /// All codes.
    pub const ALL: &'static [Self] = &[Self::PathShort, Self::BonusShort, Self::RoomsBare, Self::VaultShort];

    /// The name, as level files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PathShort => "PathShort",
            Self::BonusShort => "BonusShort",
            Self::RoomsBare => "RoomsBare",
            Self::VaultShort => "VaultShort",
        }
    }
}
