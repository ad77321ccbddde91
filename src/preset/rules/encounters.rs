//! Groups, and the budget of encounters that a level spends on them.

use serde::Deserialize;

use super::{RawCount, RawFilter, RawMap, RoomFilter, one};
use crate::{
    interp::lerp,
    model::Name,
    preset::{Ramp, RawRamp},
};

/// A group of markers that are placed together, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Group"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawGroup {
    pub(crate) cost: i64,
    #[serde(default)]
    pub(crate) members: RawMap<String, RawCount>,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default)]
    pub(crate) boss: bool,
    #[serde(default)]
    pub(crate) required: bool,
    pub(crate) spread: Option<i64>,
}

/// The budget of encounters and how it is spent, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Encounters"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawEncounters {
    pub(crate) budget: RawRamp,
    pub(crate) curve: Vec<(f32, f32)>,
    pub(crate) quiet: RawRamp,
    pub(crate) arms: RawRamp,
    pub(crate) keys: RawRamp,
    pub(crate) fight: RawRamp,
    pub(crate) most: Option<RawRamp>,
    pub(crate) shorter: Option<RawRamp>,
    pub(crate) arm_tag: Option<String>,
}

impl Default for RawEncounters {
    fn default() -> Self {
        let none = RawRamp::default;
        let (budget, curve, quiet, arms, keys, fight) = (none(), Vec::new(), none(), one(), none(), none());
        Self { budget, curve, quiet, arms, keys, fight, most: None, shorter: None, arm_tag: None }
    }
}

/// A set of markers that are placed together, in one room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GroupRule {
    pub(crate) name: Name,
    /// What it takes from the budget: 1 or more.
    pub(crate) cost: u32,
    /// The kinds of its members, as indices into the preset's kinds, with the least and the most of
    /// each. All kinds are markers of one cell.
    pub(crate) members: Vec<GroupMember>,
    pub(crate) rooms: RoomFilter,
    pub(crate) weight: Ramp,
    /// Whether the plan lays one such group in each room that `rooms` names.
    pub(crate) boss: bool,
    /// Whether the plan lays this group in each room that `rooms` names.
    pub(crate) required: bool,
    /// Within so many steps on foot of the first member the others stand; `None` for
    /// [`SPREAD`](Self::SPREAD).
    pub(crate) spread: Option<u32>,
}

/// The members of one kind in a group.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GroupMember {
    pub(crate) kind: u16,
    /// Least and most. The ramps follow the difficulty alone.
    pub(crate) count: (Ramp, Ramp),
}

/// The rules for encounters. All ramps follow the difficulty alone.
///
/// Guarantee: rules without a budget are the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EncounterRule {
    /// The sum of the costs that a level may spend.
    pub(crate) budget: Ramp,
    pub(crate) curve: Curve,
    /// Within so many steps from the entry there is no member of a group.
    pub(crate) quiet: Ramp,
    /// How many times the dearer arm of a cycle costs what the other costs; at least 1.
    pub(crate) arms: Ramp,
    /// The fraction of the keys that have a group in their room.
    pub(crate) keys: Ramp,
    /// The least that a room gets of the budget, if it gets any.
    pub(crate) fight: Ramp,
    /// The most that the encounters of a room without a boss cost; `None` for what the bosses of
    /// the end room say.
    pub(crate) most: Option<Ramp>,
    /// The chance that of the arms of a cycle the one with fewer rooms is the dearer; `None` for a
    /// half.
    pub(crate) shorter: Option<Ramp>,
    /// The tag of the rooms of dearer arms, as an index into the preset's tags.
    pub(crate) arm_tag: Option<u8>,
}

impl EncounterRule {
    /// Whether levels may have encounters.
    pub(crate) fn is_used(&self) -> bool {
        self.budget.max() > 0.0
    }
}

impl GroupRule {
    /// Within so many steps members are one fight: those that a room of common size has across.
    pub(crate) const SPREAD: u32 = 6;

    /// Within so many steps on foot of its first member the others stand.
    pub(crate) fn spread(&self) -> u32 {
        self.spread.unwrap_or(Self::SPREAD)
    }

    /// The most members that a group can have, in all.
    pub(crate) fn most_members(&self) -> u32 {
        self.members.iter().map(|member| member.count.1.max() as u32).sum()
    }
}

/// What one member of a kind costs in a vault: its part of the group in which it is cheapest.
pub(crate) fn cost_of_one(groups: &[GroupRule], kind: u16) -> u32 {
    let with = groups.iter().filter(|group| group.members.iter().any(|member| member.kind == kind));
    with.map(|group| group.cost.div_ceil(group.most_members().max(1))).min().unwrap_or(1)
}

/// How a budget is shared among rooms by their progress: points, straight lines between them, and
/// the value of the nearest point before the first and behind the last.
///
/// Guarantee: progress rises from point to point. No points are the value 1 everywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Curve {
    /// Progress from 0 to 1, and the value there, 0 or more.
    pub(crate) points: Vec<(f32, f32)>,
}

impl Curve {
    /// The largest value: the sum over all rooms of the largest level fits 64 bits.
    pub(crate) const MAX_VALUE: f32 = 1000.0;

    /// The value at a progress, in multiples of 1/256, rounded. Cost: linear in the points.
    pub(crate) fn fixed_at(&self, progress: f32) -> u32 {
        let value = match self.points.iter().position(|&(at, _)| at >= progress) {
            _ if self.points.is_empty() => 1.0,
            None => self.points[self.points.len() - 1].1,
            Some(0) => self.points[0].1,
            Some(next) => {
                let ((from, low), (to, high)) = (self.points[next - 1], self.points[next]);
                lerp(low, high, (progress - from) / (to - from))
            }
        };
        (value * 256.0 + 0.5) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_through_its_points_and_stays_at_the_last() {
        let curve = Curve { points: vec![(0.25, 0.0), (0.5, 2.0), (0.75, 1.0)] };
        let values = [0.0, 0.25, 0.375, 0.5, 0.625, 0.75, 1.0].map(|progress| curve.fixed_at(progress));
        assert_eq!(values, [0, 0, 256, 512, 384, 256, 256]);
        assert_eq!(Curve::default().fixed_at(0.3), 256);
    }
}
