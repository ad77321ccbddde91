//! Rules for missions: locks with their keys, one-way doors and shortcuts.

use serde::Deserialize;

use super::{Anchor, AnchorPoint, RawFilter, RoomFilter, one};
use crate::{
    model::KeyUse,
    preset::{Ramp, RampInput, RawRamp},
};

/// The rules for a mission, as a preset file states them.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Mission"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawMission {
    pub(crate) locks: Vec<RawLock>,
    pub(crate) around: WayAround,
    pub(crate) shortcuts: RawShortcuts,
}

/// A rule for locks and their keys, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Lock"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLock {
    pub(crate) name: String,
    pub(crate) lock: LockPlace<String>,
    #[serde(default)]
    pub(crate) key: RawKeyRule,
    #[serde(default)]
    pub(crate) single_use: bool,
    #[serde(default)]
    pub(crate) switch: bool,
    #[serde(default)]
    pub(crate) count: RawCount,
    #[serde(default)]
    pub(crate) least: RawRamp,
    /// How many single-use keys a level has, if they are fewer than the doors.
    pub(crate) keys: Option<RawCount>,
}

/// Where keys lie, as a preset file states it.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Key"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawKeyRule {
    pub(crate) rooms: RawFilter,
    pub(crate) pick: KeyPick,
    pub(crate) at: Anchor<String>,
}

/// The rule for shortcuts, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Shortcuts"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawShortcuts {
    pub(crate) chance: RawRamp,
    pub(crate) saves: RawRamp,
    pub(crate) count: RawCount,
}

impl Default for RawShortcuts {
    fn default() -> Self {
        let all = RawCount::Between(0.0.into(), f64::from(MissionRule::MAX_SHORTCUTS).into());
        Self { chance: 0.0.into(), saves: 4.0.into(), count: all }
    }
}

/// Where the locks of a rule are. `Name` is the name of a tag or parting, or its index in the
/// preset's list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LockPlace"))]
pub(crate) enum LockPlace<Name = u8> {
    /// On the main path, at a progress from the first number to the second.
    ///
    /// The progress of a passage is half-way between those of its two rooms.
    Path((f32, f32)),
    /// On all doors that lead to a room with this tag.
    Tag(Name),
    /// On all doors that lead to a bonus room.
    Bonus,
    /// On the main path's crossing of this parting.
    Crossing(Name),
}

/// Which of the rooms that may have a key gets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum KeyPick {
    /// Any of them.
    #[default]
    Any = 0,
    /// One with a single passage, if there is one.
    DeadEnds = 1,
    /// The one with the most passages between it and the entry.
    Farthest = 2,
    /// The one with the fewest passages between it and the entry.
    Nearest = 3,
}

/// What becomes of ways that lead past a lock of the main path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum WayAround {
    /// They become one-way, from the later room to the earlier.
    #[default]
    OneWay = 0,
    /// They get the same lock.
    Locked = 1,
}

/// A number of locks or shortcuts, as a preset file states it: one number or ramp, or the least and
/// the most.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawCount {
    #[serde(rename = "number", alias = "fields")]
    Exactly(RawRamp),
    #[serde(rename = "pair")]
    Between(RawRamp, RawRamp),
}

impl Default for RawCount {
    fn default() -> Self {
        Self::Exactly(one())
    }
}

/// The rules for a mission. All ramps follow the difficulty alone.
///
/// Guarantee: rules that make no lock and no shortcut are the default, and so is a
/// [`ShortcutRule`] that makes none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MissionRule {
    /// The rules for locks, in file order. A key may lie behind locks of earlier rules.
    pub(crate) locks: Vec<LockRule>,
    pub(crate) around: WayAround,
    pub(crate) shortcuts: ShortcutRule,
}

/// A rule for locks and their keys.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LockRule {
    /// The kind of prop with the name of the keys, as an index into the preset's kinds.
    pub(crate) kind: u16,
    /// The tag with the same name, which the rooms of the keys get, as an index into the tags.
    pub(crate) tag: u8,
    pub(crate) key_use: KeyUse,
    pub(crate) place: LockPlace,
    /// The number of locks that a level asks for, least and most.
    pub(crate) count: (Ramp, Ramp),
    /// The locks of this rule that a level must have; it has a note if it has fewer.
    pub(crate) least: Ramp,
    pub(crate) key: KeyRule,
    /// The number of single-use keys, least and most; `None` for as many as locks.
    ///
    /// A rule is *scarce* in a level for which it draws fewer keys than locks.
    pub(crate) keys: Option<(Ramp, Ramp)>,
}

/// Where keys lie.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeyRule {
    pub(crate) rooms: RoomFilter,
    pub(crate) pick: KeyPick,
    /// The point of the room near which the key lies; `None` for a random cell.
    pub(crate) at: Option<AnchorPoint>,
}

/// The rule for shortcuts: passages of loops that become one-way, from the later room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ShortcutRule {
    /// The chance of each passage of a loop that saves enough.
    pub(crate) chance: Ramp,
    /// The least number of passages that a shortcut saves.
    pub(crate) saves: Ramp,
    /// The number of shortcuts in a level, least and most.
    pub(crate) count: (Ramp, Ramp),
}

impl MissionRule {
    /// The most gates of a level, which are the bits of a room's set of gates.
    pub(crate) const MAX_GATES: u32 = 16;
    /// The most single-use keys of a name. The proof tries all orders in which they can be used.
    pub(crate) const MAX_SINGLE_USE: u32 = 6;
    /// The most shortcuts of a level. Each costs a search that is linear in the rooms.
    pub(crate) const MAX_SHORTCUTS: u32 = 16;

    /// Whether levels may have locks, one-way doors or keys.
    pub(crate) fn is_used(&self) -> bool {
        !self.locks.is_empty() || self.has_shortcuts()
    }

    /// Whether levels may have shortcuts.
    pub(crate) fn has_shortcuts(&self) -> bool {
        self.shortcuts.chance.max() > 0.0
    }
}

impl LockRule {
    /// The tag of the keys' rooms, as a bit of a room's tags.
    pub(crate) fn tag_bit(&self) -> u32 {
        1 << self.tag
    }
}

/// The values of a number at a difficulty, least and most. The ramps follow the difficulty alone.
pub(crate) fn count_at((least, most): &(Ramp, Ramp), difficulty: f32) -> (u32, u32) {
    let input = RampInput::of_level(difficulty);
    let least = least.whole_at(input);
    // Ramps of different easing may cross between their ends: the second then equals the first.
    (least.unsigned_abs(), most.whole_at(input).max(least).unsigned_abs())
}

/// The number that a level must have at a difficulty, where it asks for `asked` at least.
pub(crate) fn least_at(least: &Ramp, asked: &Ramp, difficulty: f32) -> u32 {
    let input = RampInput::of_level(difficulty);
    // Ramps of different easing may cross between their ends.
    least.whole_at(input).min(asked.whole_at(input)).unsigned_abs()
}
