//! Budgets of a level, and what of them a room is to get.

use serde::{Deserialize, Serialize};

use crate::{
    level::{Allowance, Budgets, GroupCost},
    level_file::{
        Present,
        limit::{self, Number},
    },
};

/// The budgets of a level.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Budgets", deny_unknown_fields)]
pub(crate) struct BudgetsRecord {
    /// The most that all encounters cost.
    pub(crate) encounters: i64,
    /// The most that all loot is worth.
    pub(crate) loot: i64,
    /// Within so many steps from the entry, in eight directions, no encounter has a member,
    /// whatever doors are open, props are in the way and terrain is between.
    pub(crate) quiet: i64,
    /// What each group costs that the level has.
    #[serde(default, deserialize_with = "limit::groups")]
    pub(crate) groups: Vec<GroupCostRecord>,
}

/// What a group costs.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "GroupCost", deny_unknown_fields)]
pub(crate) struct GroupCostRecord {
    /// The name of the group.
    pub(crate) name: String,
    /// What each encounter of the group takes from the budget.
    pub(crate) cost: i64,
}

/// The allowance of a room.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Allowance", deny_unknown_fields)]
pub(crate) struct AllowanceRecord {
    /// The cost of encounters.
    pub(crate) encounters: Number,
    /// The value of loot.
    pub(crate) loot: Number,
}

impl BudgetsRecord {
    pub(crate) fn of(Budgets { encounters, loot, quiet }: Budgets, groups: &[GroupCost]) -> Self {
        let group = |group: &GroupCost| GroupCostRecord { name: group.name.to_string(), cost: group.cost.into() };
        let groups = groups.iter().map(group).collect();
        Self { encounters: encounters.into(), loot: loot.into(), quiet: quiet.into(), groups }
    }
}

impl AllowanceRecord {
    /// The record of an allowance of something.
    pub(crate) fn of(allowance: Allowance) -> Present<Self> {
        let Allowance { encounters, loot } = allowance;
        let record = || Self { encounters: Number(encounters), loot: Number(loot) };
        Present((allowance != Allowance::default()).then(record))
    }
}
