//! Adds what budgets placed to the furnishing of a level.

use std::{cmp::Reverse, collections::BTreeMap};

use super::{
    GroupPromise, LevelPopulation, PlannedLoot,
    spending::{PlacedProp, PlacedProps},
};
use crate::{
    buckets::Buckets,
    floorplan::{FloorPlan, PlannedPropSource},
    furnish::{LevelFurnishing, StandingProps},
    geom::Cell,
    model::{Note, Offer},
    preset::Preset,
    trace::{Step, Trace},
};

/// Notes the cells that furnishing chose for metered things.
pub(super) fn note_planned(population: &mut LevelPopulation, planned: impl Iterator<Item = (PlannedPropSource, Cell)>) {
    for (source, cell) in planned {
        match source {
            PlannedPropSource::Key(_) => {}
            PlannedPropSource::Metered { item, .. } => {
                population.loot.get_mut(item as usize).into_iter().for_each(|item| item.cell = cell);
            }
        }
    }
}

/// Notes the bosses, required groups and guards that are missing.
pub(super) fn note_promises(preset: &Preset, population: &mut LevelPopulation) {
    for GroupPromise { code, group, wanted, got } in std::mem::take(&mut population.promises) {
        let about = || group.map(|number| preset.groups[usize::from(number)].name.to_string());
        population.notes.extend((got < wanted).then(|| Note { code, wanted, got, about: about() }));
    }
}

/// Of each offer that a vault draws, leaves as many of the dearest things as may be taken their
/// value, and the others none. `loot` is by room.
pub(super) fn settle_offers(preset: &Preset, plan: &FloorPlan, loot: &mut [PlannedLoot]) {
    let value = |item: &PlannedLoot| preset.kinds[usize::from(item.kind)].value;
    for of_room in loot.chunk_by_mut(|one, next| one.room == next.room) {
        let vault = of_room.first().and_then(|item| plan.rooms[item.room as usize].vault);
        let takes = vault.map_or(&[][..], |vault| &preset.vaults[usize::from(vault.vault)].offers);
        for (number, &take) in (0..).zip(takes) {
            let mut offered: Vec<_> = of_room.iter_mut().filter(|item| item.drawn_offer == Some(number)).collect();
            offered.sort_by_key(|item| Reverse(value(item)));
            let values = (0..).map(|position| position < take);
            offered
                .into_iter()
                .zip(values)
                .for_each(|(item, counts)| item.value = if counts { value(item) } else { 0 });
        }
    }
}

/// Drops the members and things of vaults that are not there: those that had to give way to a
/// planned prop, and those that furnishing removed to keep the room walkable.
///
/// Cost: a sort of the props of the rooms whose vaults draw some.
pub(super) fn keep_vault_encounters(
    preset: &Preset,
    plan: &FloorPlan,
    population: &mut LevelPopulation,
    furnishing: &LevelFurnishing,
) {
    let of_vaults = population.encounters.iter().filter(|group| group.group.is_none()).map(|group| group.room);
    let things = population.loot.iter().filter(|item| !item.is_metered).map(|item| item.room);
    let mut rooms: Vec<u32> = of_vaults.chain(things).collect();
    rooms.sort_unstable();
    rooms.dedup();
    let is_member = |kind: u16| preset.placings[usize::from(kind)].is_member;
    let counts = |kind: u16| is_member(kind) || preset.kinds[usize::from(kind)].value > 0;
    let standing = StandingProps::of(rooms.into_iter(), plan, furnishing, counts);
    for group in population.encounters.iter_mut().filter(|group| group.group.is_none()) {
        let mut cost = 0;
        group.cells.retain(|&cell| {
            let member = standing.kind_at(cell, is_member);
            cost += member.map_or(0, |kind| preset.kinds[usize::from(kind)].cost);
            member.is_some()
        });
        group.cost = cost;
    }
    population.encounters.retain(|group| group.group.is_some() || !group.cells.is_empty());
    population.loot.retain(|item| item.is_metered || standing.has(item.cell, |kind| kind == item.kind));
    settle_offers(preset, plan, &mut population.loot);
}

/// Adds the placed props to those of their rooms, behind them, and lists encounters and loot.
pub(super) fn add_placed(
    plan: &FloorPlan,
    population: &mut LevelPopulation,
    placed: &mut PlacedProps,
    by_room: &mut Buckets<u32>,
    furnishing: &mut LevelFurnishing,
    trace: &mut impl Trace,
) {
    let PlacedProps { props, groups, items } = placed;
    population.encounters.append(groups);
    population.loot.append(items);
    population.encounters = by_rooms(&mut population.encounters, plan.rooms.len(), by_room, |group| group.room);
    population.loot = by_rooms(&mut population.loot, plan.rooms.len(), by_room, |item| item.room);
    if props.is_empty() {
        return;
    }
    by_room.sort(plan.rooms.len(), (0..).zip(&*props).map(|(at, placed)| (placed.prop.room, at)));
    let furnished = std::mem::take(&mut furnishing.props);
    if !furnishing.offers.is_empty() {
        // What is placed in earlier rooms comes before the props of a room.
        let mut before = Vec::with_capacity(plan.rooms.len());
        let mut placed = 0;
        for room in 0..plan.rooms.len() as u32 {
            before.push(placed);
            placed += by_room.get(room).len() as u32;
        }
        let shift = |id: u32| furnished.get(id as usize).map_or(0, |prop| before[prop.room as usize]);
        furnishing.renumber_offers(|id| id + shift(id));
    }
    let mut offers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut all = Vec::with_capacity(furnished.len() + props.len());
    let mut from = 0;
    for room in 0..plan.rooms.len() as u32 {
        let of_room = by_room.get(room);
        if of_room.is_empty() {
            continue;
        }
        let to = from + furnished[from..].partition_point(|prop| prop.room <= room);
        all.extend_from_slice(&furnished[from..to]);
        from = to;
        for &at in of_room {
            let PlacedProp { prop, source, offer } = props[at as usize];
            if let Some(offer) = offer {
                offers.entry(offer).or_default().push(all.len() as u32);
            }
            furnishing.used[usize::from(prop.kind)] = true;
            trace.see(|| Step::Populate { room, prop: prop.cells(), source });
            all.push(prop);
        }
    }
    all.extend_from_slice(&furnished[from..]);
    furnishing.props = all;
    props.clear();
    if !offers.is_empty() {
        furnishing.offers.extend(offers.into_values().filter_map(|props| Offer::new(props, 1)));
        furnishing.offers.sort_by(|one, other| one.props.cmp(&other.props));
    }
}

/// Takes items in the order of their rooms; of one room, in the order of placement.
fn by_rooms<T: Default>(all: &mut [T], rooms: usize, by_room: &mut Buckets<u32>, room_of: fn(&T) -> u32) -> Vec<T> {
    by_room.sort(rooms, (0..).zip(&*all).map(|(at, item)| (room_of(item), at)));
    by_room.items().iter().map(|&at| std::mem::take(&mut all[at as usize])).collect()
}
