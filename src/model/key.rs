//! Uses of keys.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a key opens its locks. serde writes its [name](KeyUse::name).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum KeyUse {
    /// A key that is picked up, and then opens all of its locks.
    #[default]
    Key = 0,
    /// A key that is picked up, opens one of its locks, and is used up.
    SingleUse = 1,
    /// A switch that is used where it stands, and opens all of its locks.
    Switch = 2,
}

impl KeyUse {
    /// All uses.
    pub const ALL: &'static [Self] = &[Self::Key, Self::SingleUse, Self::Switch];

    /// The name as level files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Key => "Key",
            Self::SingleUse => "SingleUse",
            Self::Switch => "Switch",
        }
    }

    /// The term for readers, in lower case: "key", "single-use key" or "switch".
    #[must_use]
    pub const fn term(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::SingleUse => "single-use key",
            Self::Switch => "switch",
        }
    }

    /// The stable code, for save games and other languages.
    ///
    /// It stays the same in all later versions; a further use gets a code that was never used.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The use with this [`KeyUse::code`].
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|key_use| key_use.code() == code)
    }
}

impl fmt::Display for KeyUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
