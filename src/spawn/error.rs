//! Why a group does not arrive in a level.

use thiserror::Error;

use crate::{error::sentence_end, geom::Cell};

/// Why no group arrives in a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpawnError {
    /// The preset's rules differ from those that made the level.
    #[error(
        "the level comes from the preset {name:?} with digest {given:016x}; the preset {other:?} has digest {known:016x}: its groups \
         are not those of the level"
    )]
    PresetDigest {
        /// The name of the level's preset.
        name: String,
        /// The digest of the level's preset.
        given: u64,
        /// The name of the preset whose group was to arrive.
        other: String,
        /// The digest of the preset whose group was to arrive.
        known: u64,
    },
    /// The preset has no group of this name.
    #[error("the preset {preset:?} has no group {name:?}{} {}", sentence_end(.nearest.as_deref()), listed(.known))]
    UnknownGroup {
        /// The preset's name.
        preset: String,
        /// The name asked for.
        name: String,
        /// The known name that was probably meant, if one is close.
        nearest: Option<String>,
        /// The names of all groups of the preset, in file order.
        known: Vec<String>,
    },
    /// The cell to keep away from is none on which the hero can stand.
    #[error("nobody stands at {0}, in a wall, behind a lock or outside of the level: name the cell of the hero")]
    Rock(Cell),
    /// No room has a place for the group.
    #[error("{group:?} finds no place: {}", tried(*.rooms))]
    NoPlace {
        /// The name of the group.
        group: String,
        /// The number of rooms that suit the group, wherever one looks from; 0 if none does at
        /// this difficulty.
        rooms: u32,
    },
}

fn listed(known: &[String]) -> String {
    if known.is_empty() { "It has none".to_owned() } else { format!("Its groups are {}", known.join(", ")) }
}

fn tried(rooms: u32) -> String {
    match rooms {
        0 => "no room of the level suits it at this difficulty".to_owned(),
        _ => format!("of the {rooms} rooms that suit it, none has enough free cells out of sight and far enough away"),
    }
}
