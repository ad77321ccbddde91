//! A line of a manifest: one level.

use roomgen::Level;
use serde::{Deserialize, Serialize};

use super::store;
use crate::format::Format;

/// What a manifest says of a level.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Listed {
    pub(super) seed: u64,
    /// From the folder of the manifest, with `/` on every system.
    pub(super) file: String,
    /// How long the file is, by which one that is not whole is known.
    pub(super) bytes: u64,
    /// The level's digest, in 16 hexadecimal digits; the same in every format.
    pub(super) digest: String,
    pub(super) rooms: usize,
    pub(super) props: usize,
    /// What the preset asked for and the level could not give, by the codes of its notes.
    pub(super) notes: Vec<String>,
}

impl Listed {
    pub(super) fn of(level: &Level, format: Format, bytes: &[u8]) -> Self {
        let seed = level.origin().seed;
        Self {
            seed,
            file: store::file(seed, format),
            bytes: bytes.len() as u64,
            digest: format!("{:016x}", level.digest()),
            rooms: level.rooms().len(),
            props: level.props().len(),
            notes: level.notes().iter().map(|note| note.code.name().to_owned()).collect(),
        }
    }

    /// The line, with its end.
    pub(super) fn line(&self) -> String {
        // Texts and numbers can be written, and all keys are texts.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}
