//! The level, assembled from what the stages leave.

use std::{collections::BTreeSet, sync::OnceLock};

use super::request::{REVISION, Request};
use crate::{
    floorplan::{
        FloorPlan, PlannedFeature, PlannedFeatures, PlannedKey, PlannedParting, PlannedPropSource, PlannedRoom,
        PlannedTerrain,
    },
    furnish::{LevelFurnishing, MissingProps, PlacedTerrain},
    geom::Size,
    level::{
        Allowance, Budgets, Encounter, Feature, GroupCost, Key, Level, LevelTerrain, Loot, OfferTable, Origin, Parting,
        Population, Room, RunOrigin,
    },
    model::{Name, Note, NoteCode, PropKind, PropRecord, Rerolls},
    populate::{LevelPopulation, PlannedEncounter, PlannedLoot},
    preset::Preset,
};

/// Assembles the level from the results of the stages.
pub(super) fn assemble(
    preset: &Preset,
    request: &Request,
    plan: FloorPlan,
    mut furnishing: LevelFurnishing,
    population: LevelPopulation,
) -> Level {
    let (locks, keys) = locks_and_keys(preset, &plan, &furnishing);
    let mut notes = plan.notes;
    let (allowances, population) = finished_population(preset, &mut notes, population);
    let is_furnished = |(room, layout): (&PlannedRoom, &Option<u16>)| layout.is_some() || room.vault.is_some();
    let furnished = plan.rooms.iter().zip(&furnishing.layouts).filter(|pair| is_furnished(*pair)).count();
    if furnished < plan.rooms.len() && !preset.layouts.is_empty() {
        let (wanted, got) = (plan.rooms.len() as u32, furnished as u32);
        notes.push(Note { code: NoteCode::RoomsBare, wanted, got, about: None });
    }
    notes.extend(missing_notes(preset, &mut furnishing.missing));
    notes.extend(unknown_rerolls(&request.rerolls, plan.rooms.len() as u32));
    // Rooms refer to layouts and vaults by position in one list of names: layouts first.
    let vault = |room: &PlannedRoom| room.vault.map(|placed| preset.layouts.len() as u16 + placed.vault);
    let rooms = (0..).zip(plan.rooms).zip(&furnishing.layouts);
    let allowance = |id: u32| allowances.get(id as usize).copied().unwrap_or_default();
    let finished = |((id, room), &layout): ((u32, PlannedRoom), &Option<u16>)| Room {
        allowance: allowance(id),
        ..finished_room(id, &room, layout, vault(&room))
    };
    let rooms = rooms.map(finished).collect();
    let offers = OfferTable::new(std::mem::take(&mut furnishing.offers));
    let terrain = with_formations(plan.terrain, &furnishing.terrain, plan.tiles.size());
    let (kinds, kind_ids, props) = kinds_in_use(&preset.kinds, furnishing);
    let Request { seed, ref seed_word, floor, difficulty, start, ref rerolls, ref run, deals: _ } = *request;
    let (preset_name, preset_digest) = (preset.shared_name(), preset.digest());
    let origin = Origin {
        revision: REVISION,
        seed,
        seed_word: seed_word.clone(),
        floor,
        difficulty,
        preset: preset_name,
        preset_digest,
        start,
        rerolls: rerolls.clone(),
        run: run.as_ref().map(|run| Box::new(RunOrigin::clone(run))),
    };
    let terrain = finished_terrain(preset, terrain, &plan.features);
    Level {
        origin,
        tiles: plan.tiles,
        rooms,
        passages: plan.passages,
        path: plan.path,
        entry: plan.entry,
        exit: plan.exit,
        is_dead_end: preset.exit.dead_end,
        stairs: plan.stairs.clone(),
        locks,
        keys,
        kinds,
        kind_ids,
        tags: preset.tags.clone(),
        layouts: preset.names.clone(),
        props,
        numbers: Vec::new(),
        unlit: BTreeSet::new(),
        offers,
        population,
        terrain,
        notes,
        lookup: OnceLock::new(),
    }
}

/// The note on re-rolls of rooms that are not there, if there are such.
fn unknown_rerolls(rerolls: &Rerolls, rooms: u32) -> Option<Note> {
    let unknown = rerolls.iter().filter(|&(room, _)| room >= rooms).map(|(room, _)| room);
    let count = unknown.clone().count();
    let first = unknown.clone().next()?;
    let about = match count {
        1 => format!("there is no room {first}; rooms are 0 to {}", rooms.saturating_sub(1)),
        _ => format!("there are no rooms {}; rooms are 0 to {}", print_few(unknown, count), rooms.saturating_sub(1)),
    };
    let wanted = rerolls.len() as u32;
    Some(Note { code: NoteCode::RerollUnknown, wanted, got: wanted - count as u32, about: Some(about) })
}

/// The first few of some rooms, and how many there are more.
fn print_few(rooms: impl Iterator<Item = u32>, count: usize) -> String {
    /// As many as fit a line.
    const FEW: usize = 8;
    let named: Vec<String> = rooms.take(FEW).map(|room| room.to_string()).collect();
    match count.saturating_sub(FEW) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// The most notes on required formations of a level. With those of pools and vaults, they are fewer
/// than a level file may have.
const MOST_MISSING: usize = 256;

/// The notes on required formations that have too few props: one for each formation of a layout,
/// over all its rooms; where there are more than [`MOST_MISSING`], the last stands for the others.
fn missing_notes(preset: &Preset, missing: &mut [MissingProps]) -> Vec<Note> {
    missing.sort_by_key(|missing| (missing.layout, missing.formation, missing.room));
    let groups: Vec<&[MissingProps]> =
        missing.chunk_by(|one, other| (one.layout, one.formation) == (other.layout, other.formation)).collect();
    let (named, others) = match groups.split_at_checked(MOST_MISSING - 1) {
        Some((named, others)) if others.len() > 1 => (named, others),
        _ => (&groups[..], &[][..]),
    };
    let note = |rooms: &mut dyn Iterator<Item = &MissingProps>, about: String| {
        let (wanted, got) = rooms.fold((0, 0), |(wanted, got), room| (wanted + room.wanted, got + room.got));
        Note { code: NoteCode::FormationShort, wanted, got, about: Some(about) }
    };
    let mut notes: Vec<Note> = Vec::with_capacity(named.len() + 1);
    for rooms in named {
        let MissingProps { room, layout, formation, .. } = rooms[0];
        let layout = &preset.layouts[usize::from(layout)];
        let kind = layout.formations.get(formation as usize).map_or(0, |formation| formation.kind);
        let (prop, number) = (&preset.kinds[usize::from(kind)].name, formation + 1);
        let of = format!("{prop} of formation {number} of {:?}", layout.name);
        let about = match rooms.len() {
            1 => format!("{of} in room {room}"),
            several => format!("{of} in {several} rooms, the first of them room {room}"),
        };
        notes.push(note(&mut rooms.iter(), about));
    }
    if !others.is_empty() {
        let about = format!("{} other required formations", others.len());
        notes.push(note(&mut others.iter().copied().flatten(), about));
    }
    notes
}

fn finished_room(id: u32, planned: &PlannedRoom, layout: Option<u16>, vault: Option<u16>) -> Room {
    let PlannedRoom { kind, rect, depth, progress, host, cycle, .. } = *planned;
    let (tags, shape) = (planned.tags, planned.shape());
    Room { id, kind, rect, depth, progress, host, cycle, layout, vault, tags, shape, allowance: Allowance::default() }
}

/// What the budgets bought, by names, with the allowances of the rooms. Adds its notes to those of
/// the plan.
fn finished_population(
    preset: &Preset,
    notes: &mut Vec<Note>,
    population: LevelPopulation,
) -> (Vec<Allowance>, Population) {
    if !preset.has_budgets() {
        return (Vec::new(), Population::default());
    }
    let LevelPopulation { allowances, budgets, encounters, loot, notes: short, quiet, .. } = population;
    notes.extend(short);
    let mut groups: Vec<u16> = encounters.iter().filter_map(|group| group.group).collect();
    groups.sort_unstable();
    groups.dedup();
    let groups = groups.iter().filter_map(|&number| preset.groups.get(usize::from(number)));
    let groups = groups.map(|group| GroupCost { name: group.name.clone(), cost: group.cost }).collect();
    let encounters = encounters.into_iter().map(|PlannedEncounter { group, room, cost, cells }| {
        let group = group.and_then(|number| preset.groups.get(usize::from(number)));
        Encounter { group: group.map(|group| group.name.clone()), room, cost, cells, removed_cost: 0 }
    });
    let mut last_offer = None;
    let loot = loot.into_iter().map(|PlannedLoot { kind, room, value, cell, offer, .. }| Loot {
        item: preset.kinds[usize::from(kind)].name.clone(),
        room,
        // The first thing of an offer takes what all of them do.
        value: if offer.is_some() && last_offer.replace(offer) == Some(offer) { 0 } else { value },
        cell,
    });
    let Allowance { encounters: costs, loot: values } = budgets;
    let budgets = Some(Budgets { encounters: costs, loot: values, quiet });
    let population = Population { budgets, groups, encounters: encounters.collect(), loot: loot.collect() };
    (allowances, population)
}

/// The terrain of a plan, and over it the terrain that formations have laid.
fn with_formations(mut terrain: PlannedTerrain, laid: &[PlacedTerrain], size: Size) -> PlannedTerrain {
    for &PlacedTerrain { terrain: kind, cells, .. } in laid {
        terrain.cells_of(size).fill_rect(cells, kind + 1);
    }
    terrain
}

/// The terrain, with the kinds that are in use, in preset order.
fn finished_terrain(
    preset: &Preset,
    PlannedTerrain { cells, partings }: PlannedTerrain,
    features: &PlannedFeatures,
) -> Option<Box<LevelTerrain>> {
    let parting = |PlannedParting { rule, band, mut crossings, ends_apart }: PlannedParting| {
        crossings.sort_unstable();
        let rule = preset.partings.get(usize::from(rule))?;
        let (name, terrain) = (rule.name.as_str().into(), rule.terrain.into());
        Some(Parting { name, terrain, band, crossings, ends_apart })
    };
    let (cells, kinds) = (cells?, preset.terrain.iter().map(|rule| rule.kind.clone()).collect());
    let feature = |PlannedFeature { rule, cells }: &PlannedFeature| {
        let rule = preset.features.get(usize::from(*rule))?;
        let [cells, bridges] = [&cells.own, &cells.bridges].map(|cells| cells.runs().collect());
        Some(Feature { name: rule.name.clone(), kind: rule.kind(), terrain: rule.terrain.into(), cells, bridges })
    };
    let features = features.list.iter().filter_map(feature).collect();
    LevelTerrain { kinds, cells, partings: partings.into_iter().filter_map(parting).collect(), features }.in_use()
}

/// The names of the locks, and the keys with their cells.
fn locks_and_keys(preset: &Preset, plan: &FloorPlan, furnishing: &LevelFurnishing) -> (Vec<Name>, Vec<Key>) {
    let mission = &plan.mission;
    let rules = mission.locks.iter().filter_map(|&rule| preset.mission.locks.get(usize::from(rule)));
    let rules: Vec<_> = rules.collect();
    let cell = |number: u32| {
        let mut laid = plan.props.iter().zip(&furnishing.planned);
        laid.find(|(prop, _)| prop.source == PlannedPropSource::Key(number)).map(|(_, cell)| *cell)
    };
    let keys = (0..).zip(&mission.keys).filter_map(|(number, &PlannedKey { lock, room })| {
        let key_use = rules.get(usize::from(lock))?.key_use;
        Some(Key { key_use, room, cell: cell(number)?, lock })
    });
    let keys = keys.collect();
    (rules.into_iter().map(|rule| preset.kinds[usize::from(rule.kind)].name.clone()).collect(), keys)
}

/// The kinds that occur, in preset order, with their positions in the preset; and the props, whose
/// kinds become positions in this list.
fn kinds_in_use(kinds: &[PropKind], furnishing: LevelFurnishing) -> (Vec<PropKind>, Vec<Option<u16>>, Vec<PropRecord>) {
    let LevelFurnishing { mut props, used, .. } = furnishing;
    let count = used.iter().filter(|&&used| used).count();
    let (mut in_use, mut ids) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for ((kind, id), _) in kinds.iter().zip(0..).zip(&used).filter(|(_, used)| **used) {
        in_use.push(kind.clone());
        ids.push(Some(id));
    }
    if ids.len() < kinds.len() {
        let mut next = 0;
        let number: Vec<u16> = used
            .iter()
            .map(|&used| {
                next += u16::from(used);
                next.saturating_sub(1)
            })
            .collect();
        for prop in &mut props {
            prop.kind = number[usize::from(prop.kind)];
        }
    }
    (in_use, ids, props)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geom::Rect,
        level::{TerrainKind, fixture},
        preset::{PartingEnds, PartingRule, Ramp, TerrainRule},
    };

    #[test]
    fn a_level_has_the_kinds_of_terrain_that_its_plan_lays() {
        let expected = *fixture::parted().terrain.unwrap();
        let [planks, water] = &expected.kinds[..] else { panic!("two kinds") };
        let unused = |name: &str| TerrainKind { name: name.into(), ..planks.clone() };
        let mut preset = Preset::built_in("crypt").unwrap();
        let kinds = [unused("lava"), unused("mud"), planks.clone(), unused("slime"), water.clone()];
        preset.terrain = kinds.map(|kind| TerrainRule { kind, bridge: None, fringe: None }).to_vec();
        preset.partings = vec![PartingRule {
            name: "river".to_owned(),
            tag: 0,
            terrain: 4,
            width: (3, 4),
            meander: 0,
            crossings: (1, 2),
            ends: PartingEnds::Apart,
            chance: Ramp::from(1.0),
        }];
        let mut cells = expected.cells.clone();
        for cell in cells.bounds().cells() {
            let number = match cells.get(cell) {
                Some(fixture::PLANKS) => 3,
                Some(fixture::WATER) => 5,
                _ => 0,
            };
            cells.set(cell, number);
        }
        let planned =
            PlannedParting { rule: 0, band: expected.partings[0].band, crossings: vec![2, 1], ends_apart: true };
        let planned = PlannedTerrain { cells: Some(cells), partings: vec![planned] };
        let features = PlannedFeatures::default();
        assert_eq!(
            finished_terrain(&preset, planned.clone(), &features),
            Some(Box::new(expected)),
            "crossings in order"
        );
        let mut none = PlannedTerrain { partings: Vec::new(), ..planned };
        let cells = none.cells.as_mut().unwrap();
        cells.fill_rect(Rect::from(cells.size()), 0);
        assert_eq!(finished_terrain(&preset, none, &features), None);
    }
}
