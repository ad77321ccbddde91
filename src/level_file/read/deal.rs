//! Checks the budgets, allowances, encounters and loot of a raw level.

use super::value::{ValueFault, cell, faulty, in_object, number, position};
use crate::{
    geom::Rect,
    legible::quoted,
    level::{Allowance, Budgets, Encounter, GroupCost, Loot},
    level_file::{
        LevelError,
        deal::{EncounterColumns, LootColumns, RawAllowance, RawBudgets, RawGroupCost},
    },
    model::{Name, PropKind},
};

/// An encounter as its columns have it: group, room, cost, columns and rows of its cells.
type EncounterRow<'a> = (Option<&'a str>, u32, u32, &'a [i32], &'a [i32]);
/// A thing of the loot as its columns have it: item, room, value, cell.
type LootRow<'a> = (Option<&'a str>, u32, u32, [i32; 2]);

/// The level in which encounters and loot have to lie.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub(super) bounds: Rect,
    /// The number of rooms.
    pub(super) rooms: usize,
}

pub(super) fn budgets(raw: &RawBudgets) -> Result<Budgets, LevelError> {
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
pub(super) fn groups(raw: &[RawGroupCost]) -> Result<Vec<GroupCost>, LevelError> {
    let read = |(number, RawGroupCost { name, cost }): (usize, &RawGroupCost)| {
        let read = || {
            super::value::name("name", name)?;
            Ok(GroupCost { name: name.as_str().into(), cost: amount("cost", *cost)? })
        };
        in_object(read, || format!("group {number} of the budgets"))
    };
    raw.iter().enumerate().map(read).collect()
}

/// Reads the allowance of a room.
pub(super) fn allowance(raw: &RawAllowance) -> Allowance {
    Allowance { encounters: raw.encounters.0, loot: raw.loot.0 }
}

/// Reads encounters. All together have at most as many cells as the level has props, `most`; so
/// have they at most as many entries.
pub(super) fn encounters(
    raw: &EncounterColumns,
    most: usize,
    Inside { bounds, rooms }: Inside,
) -> Result<Vec<Encounter>, LevelError> {
    for (field, count) in [("number of encounters", raw.len()), ("number of cells of encounters", raw.cells())] {
        at_most(field, count, most)?;
    }
    let mut names = LastName::default();
    let read = |(number, (group, room, cost, columns, rows)): (usize, EncounterRow<'_>)| {
        let read = || {
            let cells = columns.iter().zip(rows).map(|(&x, &y)| cell("cells", [x.into(), y.into()], bounds));
            Ok(Encounter {
                group: group.map(|group| names.name(group)),
                room: position("room", room.into(), rooms)?,
                cost,
                cells: cells.collect::<Result<_, _>>()?,
            })
        };
        in_object(read, || format!("encounter {number}"))
    };
    raw.iter().enumerate().map(read).collect()
}

/// Reads loot: at most as many things as the level has props, `most`. `kinds` are sorted by name.
pub(super) fn loot(
    raw: &LootColumns,
    most: usize,
    Inside { bounds, rooms }: Inside,
    kinds: &[PropKind],
) -> Result<Vec<Loot>, LevelError> {
    at_most("number of things of loot", raw.len(), most)?;
    let read = |(number, (item, room, value, [x, y])): (usize, LootRow<'_>)| {
        let read = || {
            let item = item.unwrap_or_default();
            let kind = kinds.binary_search_by(|kind| kind.name.as_str().cmp(item));
            let no_kind = |_| faulty("item", quoted(item), "the name of one of the level's kinds");
            Ok(Loot {
                item: kinds[kind.map_err(no_kind)?].name.clone(),
                room: position("room", room.into(), rooms)?,
                value,
                cell: cell("cell", [x.into(), y.into()], bounds)?,
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
    fn name(&mut self, given: &str) -> Name {
        let known = self.0.take().filter(|name| name.as_str() == given);
        self.0.insert(known.unwrap_or_else(|| given.into())).clone()
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
