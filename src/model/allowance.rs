//! Amounts of the budgets of a level.

/// What a room was to get of the level's budgets, before anything was placed; or what it got.
///
/// What a room does not spend goes to others: an allowance is a plan, and no sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Allowance {
    /// The cost of encounters.
    pub encounters: u32,
    /// The value of loot.
    pub loot: u32,
}
