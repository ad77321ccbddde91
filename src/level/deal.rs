//! What the budgets of a level bought: encounters and loot, and the allowances of its rooms.

use super::Level;
use crate::{
    geom::{Cell, Rect},
    model::{Name, PropKind},
};

/// The budgets of a level, and how far from the entry its encounters begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budgets {
    /// The most that its encounters may cost, in all.
    pub encounters: u32,
    /// The most that its loot may be worth, in all.
    pub loot: u32,
    /// Within so many steps from the entry no encounter has a member, whatever doors are open and
    /// props are in the way.
    pub quiet: u32,
}

/// What a room was to get of the level's budgets, before anything was placed.
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

/// A group of markers that were placed together, in one room.
///
/// Guarantee: the room exists, and the cells lie in the level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encounter {
    /// The name of the group; `None` for the members that the vault of the room draws.
    pub group: Option<Name>,
    /// The id of its room.
    pub room: u32,
    /// What it took from the budget.
    pub cost: u32,
    /// The cells of its members, each with a marker.
    pub cells: Vec<Cell>,
}

/// A thing that the budget of loot bought, or a metered one.
///
/// Guarantee: the room exists, and the cell lies in the level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loot {
    /// The name of its kind of prop.
    pub item: Name,
    /// The id of its room.
    pub room: u32,
    /// What it took from the budget; 0 for a metered thing that is no item.
    pub value: u32,
    /// Its cell, where a prop of that kind lies.
    pub cell: Cell,
}

/// What the budgets of a level bought. The default is that of a level without budgets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deal {
    pub(crate) budgets: Option<Budgets>,
    /// By room, in the order of placement.
    pub(crate) encounters: Vec<Encounter>,
    /// By room, in the order of placement.
    pub(crate) loot: Vec<Loot>,
}

impl Deal {
    /// Takes a prop of `kind` out of its encounter, or out of the loot.
    ///
    /// So the level keeps at least as many props as encounters have cells, and loot has things.
    pub(super) fn remove(&mut self, kind: &PropKind, room: u32, cells: Rect) {
        let Self { budgets: _, encounters, loot } = self;
        if kind.marker {
            let of_member = |encounter: &&mut Encounter| {
                encounter.room == room && encounter.cells.iter().any(|&cell| cells.contains(cell))
            };
            if let Some(encounter) = encounters.iter_mut().find(of_member) {
                encounter.cells.retain(|&cell| !cells.contains(cell));
                encounters.retain(|encounter| !encounter.cells.is_empty());
            }
        }
        let is_thing = |thing: &Loot| thing.room == room && thing.item == kind.name && cells.contains(thing.cell);
        if let Some(position) = loot.iter().position(is_thing) {
            loot.remove(position);
        }
    }
}

/// Encounters and loot.
impl Level {
    /// The budgets of the level; `None` if its preset has none.
    #[must_use]
    pub fn budgets(&self) -> Option<Budgets> {
        self.deal.budgets
    }

    /// The encounters of the level, by room. Their members are [markers](Level::markers).
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// for encounter in level.encounters() {
    ///     let group = encounter.group.as_deref().unwrap_or("a story of the vault");
    ///     println!("{group} in room {}: {} members", encounter.room, encounter.cells.len());
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn encounters(&self) -> &[Encounter] {
        &self.deal.encounters
    }

    /// The loot of the level, by room. Each thing is a prop, too.
    #[must_use]
    pub fn loot(&self) -> &[Loot] {
        &self.deal.loot
    }
}
