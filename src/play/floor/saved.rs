//! A floor as serde writes and reads it: the level, and what was done on it.

use std::borrow::Borrow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{Floor, FloorState};
use crate::level::Level;

/// The parts of a saved floor.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Floor", deny_unknown_fields)]
struct FloorParts<L> {
    level: L,
    state: FloorState,
}

impl<L: Borrow<Level>> Serialize for Floor<L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FloorParts { level: self.level(), state: self.state() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Floor<Level> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let FloorParts { level, state } = FloorParts::<Level>::deserialize(deserializer)?;
        Self::resume(level, state).map_err(D::Error::custom)
    }
}
