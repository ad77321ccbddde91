//! Kinds of features: what lies across the rooms of a level.

use serde::{Deserialize, Serialize};

use crate::named::{coded, named};

named! {
/// What a feature is. serde writes its [name](FeatureKind::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum FeatureKind {
    /// A way that leads from door to door through rooms and corridors.
    Road = 0 => "Road",
    /// A body of terrain in one or more rooms.
    Lake = 1 => "Lake",
    /// A line of terrain from one border of the level to another one.
    Stream = 2 => "Stream",
    /// Ground that spreads over rooms and through doors.
    Area = 3 => "Area",
}
}

coded!(FeatureKind);
