//! Uses of keys.

use serde::{Deserialize, Serialize};

use crate::named::{coded, named};

named! {
/// How a key opens its locks. serde writes its [name](KeyUse::name).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum KeyUse {
    /// A key that is picked up, and then opens all of its locks.
    #[default]
    Key = 0 => "Key",
    /// A key that is picked up, opens one of its locks, and is used up.
    SingleUse = 1 => "SingleUse",
    /// A switch that is used where it stands, and opens all of its locks.
    Switch = 2 => "Switch",
}
}

impl KeyUse {
    /// The term for readers, in lower case: "key", "single-use key" or "switch".
    #[must_use]
    pub const fn term(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::SingleUse => "single-use key",
            Self::Switch => "switch",
        }
    }
}

coded!(KeyUse);
