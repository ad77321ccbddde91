//! Puts what was dealt into the furnishing of a level.

use std::collections::BTreeMap;

use super::{
    DealtGroup, DealtItem, LevelDeal,
    shop::{DealtProp, DealtProps},
};
use crate::{
    buckets::Buckets,
    floorplan::{FloorPlan, PlannedPropSource},
    furnish::LevelFurnishing,
    geom::Cell,
    model::{Offer, PropRecord},
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

/// Drops the members and things of vaults that had to give way to a planned prop.
pub(super) fn keep_stories(plan: &FloorPlan, deal: &mut LevelDeal, furnishing: &LevelFurnishing) {
    let LevelFurnishing { props, planned, .. } = furnishing;
    let of_room = |room: u32| {
        let of_room = &props[props.partition_point(|prop| prop.room < room)..];
        of_room.iter().take_while(move |prop| prop.room == room)
    };
    let is_planned = |room: u32, cell: Cell| {
        let from = plan.props.partition_point(|prop| prop.room < room);
        let cells = planned.get(from..).unwrap_or_default();
        let mut of_room = plan.props[from..].iter().zip(cells).take_while(|(prop, _)| prop.room == room);
        of_room.any(|(_, &other)| other == cell)
    };
    let stays = |room: u32, cell: Cell, kind: Option<u16>| {
        let is_there = |prop: &PropRecord| prop.cells().top_left() == cell && kind.is_none_or(|kind| prop.kind == kind);
        of_room(room).any(is_there) && !is_planned(room, cell)
    };
    for story in deal.encounters.iter_mut().filter(|group| group.group.is_none()) {
        let room = story.room;
        story.cells.retain(|&cell| stays(room, cell, None));
    }
    deal.encounters.retain(|group| !group.cells.is_empty());
    deal.loot.retain(|item| item.is_metered || stays(item.room, item.cell, Some(item.kind)));
}

/// Adds the dealt props to those of their rooms, behind them, and lists what was bought.
pub(super) fn add_dealt(
    plan: &FloorPlan,
    deal: &mut LevelDeal,
    dealt: &mut DealtProps,
    by_room: &mut Buckets<u32>,
    furnishing: &mut LevelFurnishing,
    trace: &mut impl Trace,
) {
    let DealtProps { props, groups, items } = dealt;
    deal.encounters.append(groups);
    deal.loot.append(items);
    // Stable sorts: of one room, in the order of placement.
    deal.encounters.sort_by_key(|DealtGroup { room, .. }| *room);
    deal.loot.sort_by_key(|DealtItem { room, .. }| *room);
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
            let DealtProp { prop, source, offer } = props[at as usize];
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
