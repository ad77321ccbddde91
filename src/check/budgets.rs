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
/// - The costs of encounters and the values of loot add up to no more than their budgets, and so do
///   the allowances of rooms.
/// - An encounter costs what its group does, or what the members do that a vault draws, with those
///   that were removed.
/// - A thing of the loot has the value of its kind. Of an offer, as many of the dearest things as
///   may be taken have it, and the others none.
/// - In each cell of an encounter stands one marker, of its room; no two encounters share a cell.
///   One without members, which all were removed, has its cost alone to prove.
/// - Each thing of the loot is a prop of its kind, in its room and cell.
/// - No member stands in a cell of a thing of the loot.
/// - No cell of an encounter is within `quiet` steps from the entry in eight directions, nor in
///   sight of it within as many cells.
///
/// Cost: linear in the cells within `quiet` steps and in those of props, times the logarithm of
/// encounters and loot. Nothing for a level without budgets but a look at each room.
pub(super) fn budgets_are_kept(level: &Level) -> Result<(), String> {
    let Some(budgets) = level.population.budgets else { return nothing_is_placed(level) };
    sums_keep_the_budgets(level, budgets)?;
    let members = members(level)?;
    every_member_is_a_marker(level, &members)?;
    all_loot_is_there(level, &members)?;
    every_cost_is_that_of_its_group(level)?;
    every_value_is_that_of_its_kind(level)?;
    nothing_stands_near_the_entry(level, budgets.quiet, &members)
}

/// The encounter of each cell that a member stands in, by its position in the list.
type Members = BTreeMap<Cell, usize>;

fn nothing_is_placed(level: &Level) -> Result<(), String> {
    let placed = if !level.population.encounters.is_empty() {
        Some("encounters".to_owned())
    } else if !level.population.loot.is_empty() {
        Some("loot".to_owned())
    } else {
        let room = level.rooms.iter().find(|room| room.allowance != Allowance::default());
        room.map(|room| format!("an allowance of room {}", room.id))
    };
    placed.map_or(Ok(()), |placed| Err(format!("the level has {placed}, but no budgets")))
}

fn sums_keep_the_budgets(level: &Level, budgets: Budgets) -> Result<(), String> {
    let costs: u64 = level.population.encounters.iter().map(|encounter| u64::from(encounter.cost)).sum();
    let worth = level.population.loot.iter().map(|thing| u64::from(thing.value)).sum();
    let allowed = |of: fn(&Allowance) -> u32| level.rooms.iter().map(|room| u64::from(of(&room.allowance))).sum();
    for (what, sum, budget) in [
        ("encounters cost", costs, budgets.encounters),
        ("things of the loot are worth", worth, budgets.loot),
        ("rooms are allowed encounters of", allowed(|allowance| allowance.encounters), budgets.encounters),
        ("rooms are allowed loot of", allowed(|allowance| allowance.loot), budgets.loot),
    ] {
        if sum > budget.into() {
            return Err(format!("the {what} {sum}, above the budget of {budget}"));
        }
    }
    Ok(())
}

fn every_cost_is_that_of_its_group(level: &Level) -> Result<(), String> {
    let groups: BTreeMap<&str, u32> =
        level.population.groups.iter().map(|group| (group.name.as_str(), group.cost)).collect();
    let markers = level.props.iter().filter(|record| level.kinds[usize::from(record.kind)].marker);
    let of_cell: BTreeMap<(u32, Cell), u32> = markers
        .map(|record| ((record.room, record.cells().top_left()), level.kinds[usize::from(record.kind)].cost))
        .collect();
    for (number, encounter) in level.population.encounters.iter().enumerate() {
        let (what, wanted) = match encounter.group.as_deref() {
            Some(group) => ("its group", groups.get(group).copied().map(u64::from)),
            None => {
                let costs = encounter.cells.iter().filter_map(|&cell| of_cell.get(&(encounter.room, cell)));
                let removed = u64::from(encounter.removed_cost);
                ("its members", Some(costs.copied().map(u64::from).sum::<u64>() + removed))
            }
        };
        let name = || encounter_name(level, number);
        let Some(wanted) = wanted else { return Err(format!("the budgets do not say what {} costs", name())) };
        if wanted != u64::from(encounter.cost) {
            return Err(format!("{} costs {}, but {what} {wanted}", name(), encounter.cost));
        }
    }
    Ok(())
}

fn every_value_is_that_of_its_kind(level: &Level) -> Result<(), String> {
    let props = offered_props(level);
    let kinds: BTreeMap<&str, u32> = level.kinds.iter().map(|kind| (kind.name.as_str(), kind.value)).collect();
    // The values that the things of each offer have, and those of their kinds.
    let mut offered: BTreeMap<u32, [Vec<u32>; 2]> = BTreeMap::new();
    for (number, thing) in level.population.loot.iter().enumerate() {
        let value = kinds.get(thing.item.as_str()).copied().unwrap_or_default();
        let offer = props.get(&(thing.room, thing.cell, thing.item.as_str()));
        if thing.value != value && (offer.is_none() || thing.value != 0) {
            let Loot { item, value: given, .. } = thing;
            return Err(format!("loot {number} has the value {given}, but a {item:?} has {value}"));
        }
        if let Some(&offer) = offer {
            let [values, of_kinds] = offered.entry(offer).or_default();
            values.push(thing.value);
            of_kinds.push(value);
        }
    }
    for (offer, [mut values, mut of_kinds]) in offered {
        [&mut values, &mut of_kinds]
            .into_iter()
            .for_each(|values| values.sort_unstable_by_key(|&value| Reverse(value)));
        let take = level.offers().get(offer as usize).map_or(0, |offer| offer.take as usize);
        of_kinds.iter_mut().skip(take).for_each(|value| *value = 0);
        if values != of_kinds {
            return Err(format!(
                "the things of offer {offer} have the values {values:?}; {take} may be taken: {of_kinds:?}"
            ));
        }
    }
    Ok(())
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
    for (number, encounter) in level.population.encounters.iter().enumerate() {
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
            if level.population.encounters[number].room != record.room {
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

fn all_loot_is_there(level: &Level, members: &Members) -> Result<(), String> {
    let mut missing: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (number, thing) in level.population.loot.iter().enumerate() {
        missing.entry(thing.cell).or_default().push(number);
    }
    for (id, record) in level.props.iter().enumerate() {
        let kind = &level.kinds[usize::from(record.kind)].name;
        let is_this = |thing: &Loot| thing.item == *kind && thing.room == record.room;
        let matching = record.cells().cells().find_map(|cell| {
            let things = missing.get(&cell)?;
            things.iter().position(|&number| is_this(&level.population.loot[number])).map(|position| (cell, position))
        });
        // A prop is one thing, however many cells it covers.
        if let Some((things, position)) =
            matching.and_then(|(cell, position)| missing.get_mut(&cell).map(|things| (things, position)))
        {
            things.swap_remove(position);
            has_its_own_cells(level, id, members)?;
        }
    }
    missing.into_values().flatten().min().map_or(Ok(()), |number| {
        let Loot { item, room, cell, .. } = &level.population.loot[number];
        Err(format!("loot {number} is a {item:?} at {cell} in room {room}, but no such prop is there"))
    })
}

/// Tests that no member stands in a cell of a prop.
fn has_its_own_cells(level: &Level, id: usize, members: &Members) -> Result<(), String> {
    let cells = level.props.get(id).into_iter().flat_map(|record| record.cells().cells());
    let shared = cells.filter_map(|cell| members.get(&cell)).next();
    shared.map_or(Ok(()), |&number| {
        Err(format!("{} has a member on {}", encounter_name(level, number), level.prop_name(id)))
    })
}

/// Searches the cells within `quiet` steps from the entry, in eight directions, over all open tiles
/// and over terrain: doors of every kind are open, and props are left out.
///
/// The cells of a line of sight are such steps, so nobody in sight is nearer.
fn nothing_stands_near_the_entry(level: &Level, quiet: u32, members: &Members) -> Result<(), String> {
    if members.is_empty() || quiet == 0 {
        return Ok(());
    }
    let mut reached = BitGrid::new(level.width(), level.height());
    let mut front = vec![level.entry];
    for steps in 0..=quiet {
        let mut next = Vec::new();
        for cell in front {
            if reached.get(cell) || !level.tile(cell).is_open() && level.terrain(cell).is_none() {
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
            next.extend(Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells));
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
    match level.population.encounters.get(number).and_then(|encounter| encounter.group.as_deref()) {
        Some(group) => format!("encounter {number} ({group:?})"),
        None => format!("encounter {number}"),
    }
}
