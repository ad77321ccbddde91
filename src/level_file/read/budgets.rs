//! Checks the budgets, allowances, encounters and loot of a raw level.

use super::value::{ValueFault, cell, faulty, in_object, number, position};
use crate::{
    geom::Rect,
    legible::quoted,
    level::{Allowance, Budgets, Encounter, GroupCost, Loot},
    level_file::{
        LevelError,
        record::{AllowanceRecord, BudgetsRecord, EncounterRecord, GroupCostRecord, LootRecord},
    },
    model::{Name, PropKind},
};

/// The level in which encounters and loot have to lie.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub(super) bounds: Rect,
    /// The number of rooms.
    pub(super) rooms: usize,
}

pub(super) fn budgets(raw: &BudgetsRecord) -> Result<Budgets, LevelError> {
    let read = || {
        Ok(Budgets {
            encounters: amount("encounters", raw.encounters)?,
            loot: amount("loot", raw.loot)?,
            quiet: amount("quiet", raw.quiet)?,
        })
    };
    in_object(read, || "budgets".to_owned())
}

/// Reads what the groups of a level cost.
pub(super) fn groups(raw: &[GroupCostRecord]) -> Result<Vec<GroupCost>, LevelError> {
    let read = |(number, GroupCostRecord { name, cost }): (usize, &GroupCostRecord)| {
        let read = || {
            super::value::name("name", name)?;
            Ok(GroupCost { name: name.as_str().into(), cost: amount("cost", *cost)? })
        };
        in_object(read, || format!("group {number} of the budgets"))
    };
    raw.iter().enumerate().map(read).collect()
}

/// Reads the allowance of a room.
pub(super) fn allowance(raw: &AllowanceRecord) -> Allowance {
    Allowance { encounters: raw.encounters.0, loot: raw.loot.0 }
}

/// Reads encounters. All together have at most as many cells as the level has props, `most`.
pub(super) fn encounters(
    raw: &[EncounterRecord<'_>],
    most: usize,
    Inside { bounds, rooms }: Inside,
) -> Result<Vec<Encounter>, LevelError> {
    at_most("number of cells of encounters", raw.iter().map(|raw| raw.cells.len()).sum(), most)?;
    let mut names = LastName::default();
    let read = |(number, raw): (usize, &EncounterRecord<'_>)| {
        let read = || {
            let cells = raw.cells.iter().map(|&[x, y]| cell("cells", [x.into(), y.into()], bounds));
            Ok(Encounter {
                group: raw.group.as_deref().map(|group| names.name(group)).transpose()?,
                room: position("room", raw.room.0.into(), rooms)?,
                cost: raw.cost.0,
                cells: cells.collect::<Result<_, _>>()?,
                removed_cost: amount("removed_cost", raw.removed_cost)?,
            })
        };
        in_object(read, || format!("encounter {number}"))
    };
    raw.iter().enumerate().map(read).collect()
}

/// Reads loot: at most as many things as the level has props, `most`. `kinds` are sorted by name.
pub(super) fn loot(
    raw: &[LootRecord<'_>],
    most: usize,
    Inside { bounds, rooms }: Inside,
    kinds: &[PropKind],
) -> Result<Vec<Loot>, LevelError> {
    at_most("number of things of loot", raw.len(), most)?;
    let read = |(number, raw): (usize, &LootRecord<'_>)| {
        let read = || {
            let kind = kinds.binary_search_by(|kind| kind.name.as_str().cmp(&raw.item));
            let no_kind = |_| faulty("item", quoted(&raw.item), "the name of one of the level's kinds");
            let [x, y] = raw.cell.map(i64::from);
            Ok(Loot {
                item: kinds[kind.map_err(no_kind)?].name.clone(),
                room: position("room", raw.room.0.into(), rooms)?,
                value: raw.value.0,
                cell: cell("cell", [x, y], bounds)?,
            })
        };
        in_object(read, || format!("loot {number}"))
    };
    raw.iter().enumerate().map(read).collect()
}

/// LastName of groups, of which encounters that follow one another often have the same.
#[derive(Default)]
struct LastName(Option<Name>);

impl LastName {
    /// The name, in the memory of the one before if they are equal.
    fn name(&mut self, given: &str) -> Result<Name, ValueFault> {
        super::value::name("group", given)?;
        let known = self.0.take().filter(|name| name.as_str() == given);
        Ok(self.0.insert(known.unwrap_or_else(|| given.into())).clone())
    }
}

fn amount(field: &'static str, given: i64) -> Result<u32, ValueFault> {
    number(field, given, 0..=u32::MAX.into())
}

/// Refuses more than `most` entries, each of which needs a prop of its own.
fn at_most(field: &'static str, count: usize, most: usize) -> Result<(), LevelError> {
    if count <= most {
        return Ok(());
    }
    Err(faulty(field, count, format!("at most the number of the level's props, {most}")).of("level"))
}
