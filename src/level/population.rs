//! What the budgets of a level bought: encounters and loot, and the allowances of its rooms.

use std::{cmp::Reverse, collections::BTreeMap};

use super::{Level, role::RoleTable};
use crate::{
    geom::{Cell, Rect},
    model::{Allowance, Name, PropKind},
};

/// The budgets of a level, and how far from the entry its encounters begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budgets {
    /// The most that its encounters may cost, in all.
    pub encounters: u32,
    /// The most that its loot may be worth, in all.
    pub loot: u32,
    /// Within so many steps from the entry, in eight directions, no encounter has a member,
    /// whatever doors are open, props are in the way and terrain is between. So none within so
    /// many cells is in sight of it.
    pub quiet: u32,
}

/// What a group takes from the budget of encounters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupCost {
    /// The name of the group.
    pub name: Name,
    /// What each encounter of the group takes.
    pub cost: u32,
}

/// A group of markers that were placed together, in one room.
///
/// It stays in its place in [`Level::encounters`] when its members are removed.
///
/// Guarantee: the room exists, and the cells lie in the level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encounter {
    /// The name of the group; `None` for the members that the vault of the room draws.
    pub group: Option<Name>,
    /// The id of its room.
    pub room: u32,
    /// What it took from the budget: the cost of its group, or what the members of a vault
    /// [cost](PropKind::cost).
    pub cost: u32,
    /// The cells of its members that are left, each with a marker: foes, traps, or other markers
    /// that the preset groups. [`Level::members`] has their ids.
    pub cells: Vec<Cell>,
    /// What its removed members cost, by their kinds.
    pub(crate) removed_cost: u32,
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
    /// What it took from the budget: the [value](PropKind::value) of its kind. Of an offer, as many
    /// of the dearest things as may be taken have it, and the others 0.
    pub value: u32,
    /// Its cell, where a prop of that kind lies.
    pub cell: Cell,
}

/// What the budgets of a level bought. The default is that of a level without budgets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Population {
    pub(crate) budgets: Option<Budgets>,
    /// The groups of the encounters, in the order of the preset.
    pub(crate) groups: Vec<GroupCost>,
    /// By room, in the order of placement.
    pub(crate) encounters: Vec<Encounter>,
    /// By room, in the order of placement.
    pub(crate) loot: Vec<Loot>,
}

impl Population {
    /// Takes a prop of `kind` that a level has lost out of its encounter, or out of the loot.
    ///
    /// All encounters stay. They keep at most as many cells as the level has `props` left, and loot
    /// as many things, also in a level that was read with others than its props.
    pub(super) fn remove(&mut self, kind: &PropKind, room: u32, cells: Rect, props: usize) {
        let Self { budgets: _, groups: _, encounters, loot } = self;
        let is_member = |encounter: &&mut Encounter| {
            kind.marker && encounter.room == room && encounter.cells.iter().any(|&cell| cells.contains(cell))
        };
        if let Some(encounter) = encounters.iter_mut().find(is_member) {
            encounter.cells.retain(|&cell| !cells.contains(cell));
            encounter.removed_cost = encounter.removed_cost.saturating_add(kind.cost);
        }
        let mut most = props;
        for encounter in encounters {
            encounter.cells.truncate(most);
            most -= encounter.cells.len();
        }
        let is_thing = |thing: &Loot| thing.room == room && thing.item == kind.name && cells.contains(thing.cell);
        if let Some(position) = loot.iter().position(is_thing) {
            loot.remove(position);
        }
        loot.truncate(props);
    }
}

/// Encounters and loot.
impl Level {
    /// The budgets of the level; `None` if its preset has none.
    #[must_use]
    pub fn budgets(&self) -> Option<Budgets> {
        self.population.budgets
    }

    /// What each group costs that the level has, in the order of its preset.
    #[must_use]
    pub fn group_costs(&self) -> &[GroupCost] {
        &self.population.groups
    }

    /// The encounters of the level, by room. Their members are [markers](Level::markers). Positions
    /// last: no edit moves an encounter.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// for encounter in level.encounters() {
    ///     let group = encounter.group.as_deref().unwrap_or("the vault draws it");
    ///     println!("{group} in room {}: {} members", encounter.room, encounter.cells.len());
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn encounters(&self) -> &[Encounter] {
        &self.population.encounters
    }

    /// The loot of the level, by room. Each thing is a prop, too. If one is removed, those behind
    /// it move up.
    #[must_use]
    pub fn loot(&self) -> &[Loot] {
        &self.population.loot
    }

    /// What the encounters and the loot of each room took from the budgets, by room.
    ///
    /// Cost: linear in rooms, encounters and loot.
    #[must_use]
    pub fn spent(&self) -> Vec<Allowance> {
        let mut spent = vec![Allowance::default(); self.rooms.len()];
        for encounter in &self.population.encounters {
            let of_room = &mut spent[encounter.room as usize].encounters;
            *of_room = of_room.saturating_add(encounter.cost);
        }
        for thing in &self.population.loot {
            let of_room = &mut spent[thing.room as usize].loot;
            *of_room = of_room.saturating_add(thing.value);
        }
        spent
    }

    /// Gives the things of offers their values: those of as many of the dearest as may be taken,
    /// and 0 to the others; a thing of no offer has its own.
    pub(super) fn settle_offers(&mut self) {
        let offered = self.offered_things();
        // Kinds are sorted by name.
        let value = |thing: &Loot| {
            let kind = self.kinds.binary_search_by(|kind| kind.name.as_str().cmp(thing.item.as_str()));
            kind.map_or(0, |position| self.kinds[position].value)
        };
        let mut dearest: Vec<(u32, u32)> = (0..).zip(self.population.loot.iter().map(value)).collect();
        dearest.sort_by_key(|&(_, value)| Reverse(value));
        let mut left: Vec<u32> = self.offers().iter().map(|offer| offer.take).collect();
        for (number, value) in dearest {
            let left = offered.get(&number).and_then(|&offer| left.get_mut(offer as usize));
            let counts = left.is_none_or(|left| std::mem::replace(left, left.saturating_sub(1)) > 0);
            self.population.loot[number as usize].value = if counts { value } else { 0 };
        }
    }

    /// The offer of each thing of the loot that is part of one, by its position in the loot.
    fn offered_things(&self) -> BTreeMap<u32, u32> {
        if self.offers().is_empty() {
            return BTreeMap::new();
        }
        let things = (0..).zip(RoleTable::new(self).loot);
        things.filter_map(|(thing, prop)| Some((thing, self.offers.of_prop(prop?)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{
        Offer, OfferTable,
        fixture::{self, prop},
    };

    #[test]
    fn of_an_offer_as_many_of_the_dearest_things_as_may_be_taken_have_a_value() {
        let mut level = fixture::populated();
        level.kinds.push(PropKind { name: "wreath".into(), value: 3, ..level.kinds[5].clone() });
        for (x, kind, item) in [(15, 7, "wreath"), (16, 5, "treasure")] {
            level.props.push(prop(kind, 4, x, 8));
            let cell = Cell::new(i32::from(x), 8);
            level.population.loot.push(Loot { item: item.into(), room: 4, value: 0, cell });
        }
        let values = |level: &Level| level.loot().iter().map(|thing| thing.value).collect::<Vec<_>>();
        for (take, wanted) in [(1, [4, 0, 0]), (2, [4, 0, 4])] {
            level.offers = OfferTable::new(Offer::new(vec![9, 10, 11], take));
            level.settle_offers();
            assert_eq!(values(&level), wanted);
            let worth = wanted.iter().sum();
            assert_eq!(level.spent()[4].loot, worth);
            level.population.budgets.as_mut().unwrap().loot = worth;
            assert_eq!(level.check(), [], "the check counts alike");
            level.population.budgets.as_mut().unwrap().loot = worth - 1;
            assert!(level.check().iter().any(|breach| breach.invariant == 13));
        }
        level.population.budgets.as_mut().unwrap().loot = 8;
        // The last prop takes the number of the one that is gone, and what is left is no offer.
        level.remove_prop(9);
        assert_eq!(values(&level), [3, 4]);
        assert_eq!(level.check(), []);
    }
}
