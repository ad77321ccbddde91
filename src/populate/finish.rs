//! Puts what was dealt into the furnishing of a level.

use std::collections::BTreeMap;

use super::{
    LevelDeal,
    shop::{BoughtProp, Purchases},
};
use crate::{
    buckets::Buckets,
    floorplan::{FloorPlan, PlannedPropSource},
    furnish::LevelFurnishing,
    geom::Cell,
    model::Offer,
    preset::Preset,
    trace::{Step, Trace},
};

/// Notes the cells that furnishing chose for planned members and metered things.
pub(super) fn note_planned(plan: &FloorPlan, deal: &mut LevelDeal, furnishing: &LevelFurnishing) {
    for (prop, &cell) in plan.props.iter().zip(&furnishing.planned) {
        match prop.source {
            PlannedPropSource::Key(_) => {}
            PlannedPropSource::Member { encounter, .. } => {
                let encounter = deal.encounters.get_mut(encounter as usize);
                encounter.into_iter().for_each(|encounter| encounter.cells.push(cell));
            }
            PlannedPropSource::Metered { item, .. } => {
                deal.loot.get_mut(item as usize).into_iter().for_each(|item| item.cell = cell);
            }
        }
    }
}

/// Drops the members and things of vaults that are not there: those that had to give way to a
/// planned prop, and those that furnishing removed to keep the room walkable.
///
/// Cost: a sort of the props of the rooms with stories.
pub(super) fn keep_stories(preset: &Preset, plan: &FloorPlan, deal: &mut LevelDeal, furnishing: &LevelFurnishing) {
    let LevelFurnishing { props, planned, .. } = furnishing;
    let stories = deal.encounters.iter().filter(|group| group.group.is_none()).map(|group| group.room);
    let things = deal.loot.iter().filter(|item| !item.is_metered).map(|item| item.room);
    let mut rooms: Vec<u32> = stories.chain(things).collect();
    rooms.sort_unstable();
    rooms.dedup();
    // The cells of all that stands in these rooms, each with its kind, and those of planned props.
    let (mut standing, mut taken) = (Vec::new(), Vec::new());
    for room in rooms {
        let of_room = &props[props.partition_point(|prop| prop.room < room)..];
        let of_room = of_room.iter().take_while(|prop| prop.room == room);
        standing.extend(of_room.map(|prop| (prop.y, prop.x, prop.kind)));
        let from = plan.props.partition_point(|prop| prop.room < room);
        let cells = planned.get(from..).unwrap_or_default();
        let of_plan = plan.props[from..].iter().zip(cells).take_while(|(prop, _)| prop.room == room);
        taken.extend(of_plan.map(|(_, cell)| (cell.y as u16, cell.x as u16)));
    }
    standing.sort_unstable();
    taken.sort_unstable();
    let has = |cell: Cell, suits: &dyn Fn(u16) -> bool| {
        let place = (cell.y as u16, cell.x as u16);
        let here = &standing[standing.partition_point(|&(y, x, _)| (y, x) < place)..];
        let mut kinds = here.iter().take_while(|&&(y, x, _)| (y, x) == place).map(|&(.., kind)| kind);
        taken.binary_search(&place).is_err() && kinds.any(suits)
    };
    let is_marker = |kind: u16| preset.kinds[usize::from(kind)].marker;
    for story in deal.encounters.iter_mut().filter(|group| group.group.is_none()) {
        story.cells.retain(|&cell| has(cell, &is_marker));
    }
    deal.encounters.retain(|group| !group.cells.is_empty());
    deal.loot.retain(|item| item.is_metered || has(item.cell, &|kind| kind == item.kind));
}

/// Adds the dealt props to those of their rooms, behind them, and lists what was bought.
pub(super) fn add_dealt(
    plan: &FloorPlan,
    deal: &mut LevelDeal,
    dealt: &mut Purchases,
    by_room: &mut Buckets<u32>,
    furnishing: &mut LevelFurnishing,
    trace: &mut impl Trace,
) {
    let Purchases { props, groups, items } = dealt;
    deal.encounters.append(groups);
    deal.loot.append(items);
    deal.encounters = by_rooms(&mut deal.encounters, plan.rooms.len(), by_room, |group| group.room);
    deal.loot = by_rooms(&mut deal.loot, plan.rooms.len(), by_room, |item| item.room);
    if props.is_empty() {
        return;
    }
    by_room.sort(plan.rooms.len(), (0..).zip(&*props).map(|(at, dealt)| (dealt.prop.room, at)));
    let placed = std::mem::take(&mut furnishing.props);
    if !furnishing.offers.is_empty() {
        // What is dealt in earlier rooms comes before the props of a room.
        let mut before = Vec::with_capacity(plan.rooms.len());
        let mut dealt = 0;
        for room in 0..plan.rooms.len() as u32 {
            before.push(dealt);
            dealt += by_room.get(room).len() as u32;
        }
        let shift = |id: u32| placed.get(id as usize).map_or(0, |prop| before[prop.room as usize]);
        furnishing.renumber_offers(|id| id + shift(id));
    }
    let mut offers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut all = Vec::with_capacity(placed.len() + props.len());
    let mut from = 0;
    for room in 0..plan.rooms.len() as u32 {
        let of_room = by_room.get(room);
        if of_room.is_empty() {
            continue;
        }
        let to = from + placed[from..].partition_point(|prop| prop.room <= room);
        all.extend_from_slice(&placed[from..to]);
        from = to;
        for &at in of_room {
            let BoughtProp { prop, source, offer } = props[at as usize];
            if let Some(offer) = offer {
                offers.entry(offer).or_default().push(all.len() as u32);
            }
            furnishing.used[usize::from(prop.kind)] = true;
            trace.see(|| Step::Deal { room, prop: prop.cells(), source });
            all.push(prop);
        }
    }
    all.extend_from_slice(&placed[from..]);
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
