//! Invariant 13: encounters and loot are there, within the budgets, and none beside the entry.

#[cfg(test)]
mod tests;

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::{Allowance, Budgets, Level, Loot},
};

/// Tests invariant 13: a level spends no more than its budgets, on what is there.
///
/// - Only a level with budgets has allowances, encounters and loot.
/// - The costs of encounters and the values of loot add up to no more than their budgets. Of an
///   offer, the values that can be had count.
/// - In each cell of an encounter stands one marker, of its room; no two encounters share a cell,
///   and none is without cells.
/// - Each thing of the loot is a prop of its kind, in its room and cell.
/// - No cell of an encounter is within `quiet` steps from the entry.
///
/// Cost: linear in the cells within `quiet` steps and in those of props, times the logarithm of
/// encounters and loot. Nothing for a level without budgets but a look at each room.
pub(super) fn budgets_are_kept(level: &Level) -> Result<(), String> {
    let Some(budgets) = level.deal.budgets else { return nothing_is_dealt(level) };
    sums_keep_the_budgets(level, budgets)?;
    let members = members(level)?;
    every_member_is_a_marker(level, &members)?;
    all_loot_is_there(level)?;
    nothing_stands_near_the_entry(level, budgets.quiet, &members)
}

/// The encounter of each cell that a member stands in, by its position in the list.
type Members = BTreeMap<Cell, usize>;

fn nothing_is_dealt(level: &Level) -> Result<(), String> {
    let dealt = if !level.deal.encounters.is_empty() {
        Some("encounters".to_owned())
    } else if !level.deal.loot.is_empty() {
        Some("loot".to_owned())
    } else {
        let room = level.rooms.iter().find(|room| room.allowance != Allowance::default());
        room.map(|room| format!("an allowance of room {}", room.id))
    };
    dealt.map_or(Ok(()), |dealt| Err(format!("the level has {dealt}, but no budgets")))
}

fn sums_keep_the_budgets(level: &Level, budgets: Budgets) -> Result<(), String> {
    let costs: u64 = level.deal.encounters.iter().map(|encounter| u64::from(encounter.cost)).sum();
    let worth = worth(level);
    for (what, sum, budget) in
        [("encounters cost", costs, budgets.encounters), ("things of the loot are worth", worth, budgets.loot)]
    {
        if sum > budget.into() {
            return Err(format!("the {what} {sum}, above the budget of {budget}"));
        }
    }
    Ok(())
}

/// What the loot of a level is worth to a player: the sum of the values that can be had. Of an
/// offer, those are the largest.
fn worth(level: &Level) -> u64 {
    let props = offered_props(level);
    let mut offered: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut sum = 0;
    for thing in &level.deal.loot {
        match props.get(&(thing.room, thing.cell, thing.item.as_str())) {
            Some(&offer) => offered.entry(offer).or_default().push(thing.value),
            None => sum += u64::from(thing.value),
        }
    }
    for (offer, mut values) in offered {
        values.sort_unstable_by_key(|&value| Reverse(value));
        let take = level.offers().get(offer as usize).map_or(0, |offer| offer.take as usize);
        sum += values.iter().take(take).copied().map(u64::from).sum::<u64>();
    }
    sum
}

/// What is lying where: the room, the top left cell and the kind of a prop.
type Lying<'level> = (u32, Cell, &'level str);

/// The offer of each prop that is part of one, by what it is.
fn offered_props(level: &Level) -> BTreeMap<Lying<'_>, u32> {
    let props = (0..).zip(level.offers()).flat_map(|(number, offer)| offer.props.iter().map(move |&id| (id, number)));
    let lying = |(id, number): (u32, u32)| {
        let record = level.props.get(id as usize)?;
        let kind = &level.kinds[usize::from(record.kind)].name;
        Some(((record.room, record.cells().top_left(), kind.as_str()), number))
    };
    props.filter_map(lying).collect()
}

fn members(level: &Level) -> Result<Members, String> {
    let mut members = Members::new();
    for (number, encounter) in level.deal.encounters.iter().enumerate() {
        if encounter.cells.is_empty() {
            return Err(format!("{} has no members", encounter_name(level, number)));
        }
        for &cell in &encounter.cells {
            if let Some(other) = members.insert(cell, number) {
                let (one, other) = (encounter_name(level, other), encounter_name(level, number));
                return Err(format!("{one} and {other} have members in the same cell {cell}"));
            }
        }
    }
    Ok(members)
}

fn every_member_is_a_marker(level: &Level, members: &Members) -> Result<(), String> {
    let mut found: BTreeMap<Cell, usize> = BTreeMap::new();
    for (id, record) in
        level.props.iter().enumerate().filter(|(_, record)| level.kinds[usize::from(record.kind)].marker)
    {
        for cell in record.cells().cells() {
            let Some(&number) = members.get(&cell) else { continue };
            let encounter = encounter_name(level, number);
            if level.deal.encounters[number].room != record.room {
                return Err(format!("{} is a member of {encounter}, but of room {}", level.prop_name(id), record.room));
            }
            if let Some(other) = found.insert(cell, id) {
                let (one, other) = (level.prop_name(other), level.prop_name(id));
                return Err(format!("{one} and {other} are both the member of {encounter} at {cell}"));
            }
        }
    }
    let is_bare = |(cell, _): &(&Cell, &usize)| !found.contains_key(cell);
    members.iter().find(is_bare).map_or(Ok(()), |(cell, &number)| {
        Err(format!("{} has a member at {cell}, but no marker is there", encounter_name(level, number)))
    })
}

fn all_loot_is_there(level: &Level) -> Result<(), String> {
    let mut missing: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (number, thing) in level.deal.loot.iter().enumerate() {
        missing.entry(thing.cell).or_default().push(number);
    }
    for record in &level.props {
        let kind = &level.kinds[usize::from(record.kind)].name;
        let is_this = |thing: &Loot| thing.item == *kind && thing.room == record.room;
        let matching = record.cells().cells().find_map(|cell| {
            let things = missing.get(&cell)?;
            things.iter().position(|&number| is_this(&level.deal.loot[number])).map(|position| (cell, position))
        });
        // A prop is one thing, however many cells it covers.
        if let Some((things, position)) =
            matching.and_then(|(cell, position)| missing.get_mut(&cell).map(|things| (things, position)))
        {
            things.swap_remove(position);
        }
    }
    missing.into_values().flatten().min().map_or(Ok(()), |number| {
        let Loot { item, room, cell, .. } = &level.deal.loot[number];
        Err(format!("loot {number} is a {item:?} at {cell} in room {room}, but no such prop is there"))
    })
}

/// Searches the cells within `quiet` steps from the entry, in four directions, over all open tiles:
/// doors of every kind are open, and props are left out.
fn nothing_stands_near_the_entry(level: &Level, quiet: u32, members: &Members) -> Result<(), String> {
    if members.is_empty() || quiet == 0 {
        return Ok(());
    }
    let mut reached = BitGrid::new(level.width(), level.height());
    let mut front = vec![level.entry];
    for steps in 0..=quiet {
        let mut next = Vec::new();
        for cell in front {
            if reached.get(cell) || !level.tile(cell).is_open() {
                continue;
            }
            reached.insert_rect(Rect::from_cell(cell));
            if let Some(&number) = members.get(&cell) {
                let encounter = encounter_name(level, number);
                return Err(format!(
                    "{encounter} has a member at {cell}, {steps} steps from the entry at {}; none is allowed within {quiet}",
                    level.entry
                ));
            }
            next.extend(cell.neighbours());
        }
        if next.is_empty() {
            break;
        }
        front = next;
    }
    Ok(())
}

/// The name of an encounter in messages.
fn encounter_name(level: &Level, number: usize) -> String {
    match level.deal.encounters.get(number).and_then(|encounter| encounter.group.as_deref()) {
        Some(group) => format!("encounter {number} ({group:?})"),
        None => format!("encounter {number}"),
    }
}
