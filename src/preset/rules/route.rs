//! Rules for the main path, the bonus rooms and the loops of a level.

use serde::Deserialize;

use super::{KeyPick, RawFilter, RoomFilter, count_at};
use crate::{
    geom::Size,
    model::{Name, RoomKind},
    preset::{Ramp, RampInput, RawRamp},
};

/// Where the main path starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum PathStartRule {
    /// At a leaf on the level's edge.
    #[default]
    Edge = 0,
    /// At any leaf.
    Anywhere = 1,
    /// At a leaf in a corner of the level.
    Corner = 2,
    /// At the leaf farthest from a random leaf. The path ends as far from its start as it can.
    Farthest = 3,
}

/// The rule for the entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Entry"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct EntryRule {
    pub(crate) at: StairsPlace,
}

/// The rule for the exit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Exit"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ExitRule {
    pub(crate) at: StairsPlace,
    /// Whether no way leads down from the exit.
    pub(crate) dead_end: bool,
}

/// The rule for one way down beside the exit.
///
/// `Filter` and `To` are a room filter and a name, as the preset file has them or as they were
/// checked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Stairs", bound = "Filter: schemars::JsonSchema + Default, To: schemars::JsonSchema")
)]
#[serde(deny_unknown_fields)]
pub(crate) struct StairsRule<Filter = RoomFilter, To = Name> {
    /// Where it leads: the name of the stairs.
    pub(crate) to: To,
    #[serde(default)]
    pub(crate) rooms: Filter,
    /// Which of the rooms that pass the filter gets it.
    #[serde(default)]
    pub(crate) pick: KeyPick,
    #[serde(default)]
    pub(crate) at: StairsPlace,
}

/// Where in its room an entry, an exit or other stairs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum StairsPlace {
    /// In the middle; in a path of one room, in opposite corners.
    #[default]
    Middle = 0,
    /// Beside a wall, away from doors.
    Wall = 1,
}

/// The rules for the main path, as a preset file states them.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawPath {
    pub(crate) rooms: Option<(RawRamp, RawRamp)>,
    pub(crate) fraction: Option<(RawRamp, RawRamp)>,
    pub(crate) wander: RawRamp,
}

impl Default for RawPath {
    fn default() -> Self {
        Self { rooms: None, fraction: None, wander: 0.4.into() }
    }
}

/// The default number of rooms on the main path, as fractions of all leaves: least and most.
pub(crate) const DEFAULT_FRACTION: (f64, f64) = (0.15, 0.25);

/// The rules for the main path, for any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathRule {
    /// The wanted number of rooms on the path, least and most; ramps over the difficulty alone.
    pub(crate) rooms: (Ramp, Ramp),
    /// Whether `rooms` are fractions of the number of leaves rather than numbers of rooms.
    pub(crate) is_fraction: bool,
    /// As [`PathSpec::wander`]; a ramp over the difficulty alone.
    pub(crate) wander: Ramp,
}

/// The rules for the main path, at one difficulty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathSpec {
    pub(crate) rooms: PathRooms,
    /// How crooked the path is, from 0 (the shortest path) to 1 (the most random detours).
    pub(crate) wander: f32,
}

/// The wanted number of rooms on the main path, least and most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathRooms {
    /// Numbers of rooms, least and most.
    Count(u32, u32),
    /// Fractions of the number of leaves, least and most.
    Fraction(f32, f32),
}

/// How chains of bonus rooms are attached to rooms of the main path, their hosts.
///
/// `Number` is a number or ramp, and `Hosts` a set of kinds of rooms, as the preset file has them
/// or as they were checked. Ramps may follow the progress of the host.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "Bonus", bound = "Number: schemars::JsonSchema, Hosts: schemars::JsonSchema, Self: Default")
)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BonusRule<Number = Ramp, Hosts = HostKinds> {
    /// The chance that a possible host gets a bonus room, and that its chain gets another one.
    pub(crate) chance: Number,
    /// The least number of rooms of the main path between two hosts.
    pub(crate) spacing: Number,
    /// The largest number of bonus rooms in a chain.
    pub(crate) depth: Number,
    /// The wanted number of bonus rooms in the level, least and most.
    ///
    /// Ramps over the difficulty alone.
    pub(crate) rooms: (Number, Number),
    /// The kinds of rooms at which a chain may begin; all of them if none is given.
    pub(crate) hosts: Hosts,
}

/// The kinds of rooms at which a chain of bonus rooms may begin: all but those refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HostKinds {
    /// Bit `kind as u8` is set for each kind that is refused.
    pub(crate) refused: u8,
}

impl HostKinds {
    /// The given kinds. Bonus rooms are always among them.
    pub(crate) fn of(kinds: &[RoomKind]) -> Self {
        let is_refused = |kind: &RoomKind| *kind != RoomKind::Bonus && !kinds.contains(kind);
        let refused = RoomKind::ALL.into_iter().filter(is_refused);
        Self { refused: refused.fold(0, |bits, kind| bits | 1 << kind as u8) }
    }

    #[inline]
    pub(crate) fn admits(self, kind: RoomKind) -> bool {
        self.refused & 1 << kind as u8 == 0
    }
}

impl Default for BonusRule<RawRamp, Option<Vec<RoomKind>>> {
    fn default() -> Self {
        let most = Size::MAX_CELLS as f64;
        Self {
            chance: 0.4.into(),
            spacing: 1.0.into(),
            depth: 2.0.into(),
            rooms: (0.0.into(), most.into()),
            hosts: None,
        }
    }
}

/// The rules for loops: extra passages between two rooms whose leaves share a wall.
///
/// `Number` is a number or ramp, and `Filter` a room filter, as the preset file has them or as they
/// were checked. Ramps may follow the greater progress of the two rooms.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "Loops", bound = "Number: schemars::JsonSchema, Filter: schemars::JsonSchema, Self: Default")
)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LoopRule<Number = Ramp, Filter = RoomFilter> {
    /// The chance that the wall between two such rooms is opened, if the other rules allow it.
    pub(crate) chance: Number,
    /// The least number of passages on the route between the two rooms without the loop.
    pub(crate) apart: Number,
    /// The largest difference in progress between the two rooms, from 0 to 1.
    ///
    /// It limits how much of the main path a loop may cut short.
    pub(crate) skip: Number,
    /// The filter that both rooms must pass; `None` admits all rooms.
    pub(crate) rooms: Option<Filter>,
}

impl Default for LoopRule<RawRamp, RawFilter> {
    /// No loops. If a preset asks for some, each joins rooms that are four or more passages apart.
    fn default() -> Self {
        Self { chance: 0.0.into(), apart: 4.0.into(), skip: 1.0.into(), rooms: None }
    }
}

impl Default for LoopRule {
    /// The rule of all presets without loops: nothing else of it counts.
    fn default() -> Self {
        Self { chance: Ramp::default(), apart: Ramp::default(), skip: Ramp::default(), rooms: None }
    }
}

/// The rule for openings: walls between two rooms that a passage opens from end to end.
///
/// Guarantee of a checked rule: one whose chance is 0 is the default.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Openings", bound = "Number: schemars::JsonSchema, Filter: schemars::JsonSchema, Self: Default")
)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OpeningRule<Number = Ramp, Filter = RoomFilter> {
    /// The chance that a passage opens all of the wall between its rooms, if the mission leaves it
    /// alone.
    pub(crate) chance: Number,
    /// The filter that both rooms must pass; `None` admits all rooms.
    pub(crate) rooms: Option<Filter>,
}

impl Default for OpeningRule<RawRamp, RawFilter> {
    fn default() -> Self {
        Self { chance: 0.0.into(), rooms: None }
    }
}

impl Default for OpeningRule {
    fn default() -> Self {
        Self { chance: Ramp::default(), rooms: None }
    }
}

impl PathRule {
    pub(crate) fn at(&self, difficulty: f32) -> PathSpec {
        let input = RampInput::of_level(difficulty);
        let (least, most) = &self.rooms;
        // Ramps of different easing may cross between their ends, so `most` may fall below `least`.
        let rooms = if self.is_fraction {
            let least = least.at(input);
            PathRooms::Fraction(least, most.at(input).max(least))
        } else {
            let least = least.whole_at(input);
            PathRooms::Count(least.unsigned_abs(), most.whole_at(input).max(least).unsigned_abs())
        };
        PathSpec { rooms, wander: self.wander.at(input) }
    }
}

impl BonusRule {
    /// The wanted number of bonus rooms in a level of this difficulty, least and most.
    pub(crate) fn rooms_at(&self, difficulty: f32) -> (u32, u32) {
        count_at(&self.rooms, difficulty)
    }
}
