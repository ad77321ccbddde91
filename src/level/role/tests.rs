//! Roles of generated and of edited levels, compared with a plain definition.

use std::collections::BTreeSet;

use super::*;
use crate::{
    level::{NumberInRoom, OfferTable, fixture},
    model::Offer,
    preset::{BUILT_IN, Preset},
};

/// The role of a prop by its definition, in a level in which no two things of a name share a cell.
fn plain(level: &Level, prop: &Prop<'_>) -> PropRole {
    let is_here = |room: u32, cell: Cell| room == prop.room && prop.cells.contains(cell);
    let is_key = |key: &&crate::level::Key| is_here(key.room, key.cell) && level.key_name(key) == &*prop.kind.name;
    let position = |position: usize| position as u32;
    let key = level.keys().iter().position(|key| is_key(&key)).map(position);
    let member = level.encounters().iter().position(|one| one.cells.iter().any(|&cell| is_here(one.room, cell)));
    let member = member.map(position).filter(|_| prop.kind.marker);
    let thing = level.loot().iter().position(|one| is_here(one.room, one.cell) && one.item == prop.kind.name);
    let stairs = [level.entry(), level.exit()].into_iter().any(|cell| prop.cells.contains(cell));
    let plain = match (prop.kind.marker, stairs) {
        (true, true) => PropRole::Stairs,
        (true, false) => PropRole::Marker,
        (false, _) => PropRole::Furniture,
    };
    let by_place = thing.map(|thing| PropRole::Loot(position(thing))).unwrap_or(plain);
    let offered = prop.offer.map_or(by_place, PropRole::Offer);
    key.map(PropRole::Key).or(member.map(PropRole::Member)).unwrap_or(offered)
}

#[test]
fn each_prop_of_a_built_in_level_has_the_role_that_its_lists_say() {
    let mut seen = BTreeSet::new();
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).unwrap();
        for seed in 0..6 {
            let level = crate::generate(&preset, seed);
            for prop in level.props() {
                let role = prop.role();
                assert_eq!(role, plain(&level, &prop), "{name} {seed}: {prop:?}");
                seen.insert(format!("{role:?}").split('(').next().map(str::to_owned));
            }
            let props_of =
                |wanted: PropRole| level.props().filter(move |prop| prop.role() == wanted).map(|prop| prop.id);
            for (number, encounter) in (0..).zip(level.encounters()) {
                assert!(level.members(number).iter().copied().eq(props_of(PropRole::Member(number))));
                assert_eq!(level.members(number).len(), encounter.cells.len(), "{name} {seed}");
                let own = level.encounter_number(number).unwrap();
                assert_eq!((own.room, level.encounter_in_room(own)), (encounter.room, Some(number)));
            }
            for number in 0..level.keys().len() as u32 {
                assert!(level.key_prop(number).into_iter().eq(props_of(PropRole::Key(number))));
            }
            for (number, thing) in (0..).zip(level.loot()) {
                let id = level.loot_prop(number).unwrap();
                assert_eq!(
                    (level.prop(id).unwrap().kind.name.as_str(), level.thing(id)),
                    (thing.item.as_str(), Some(number))
                );
            }
            for (number, offer) in (0..).zip(level.offers()) {
                let own = level.offer_number(number).unwrap();
                assert_eq!(own.room, level.prop(offer.props[0]).unwrap().room);
                assert_eq!(level.offer_in_room(own), Some(number));
            }
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn what_is_not_there_has_no_role_and_no_number() {
    let level = fixture::populated();
    assert_eq!((level.role(10), level.loot_prop(1), level.key_prop(1), level.thing(10)), (None, None, None, None));
    assert!(level.members(2).is_empty());
    let none = NumberInRoom { room: 3, number: 1 };
    assert_eq!((level.encounter_number(2), level.encounter_in_room(none)), (None, None));
    assert_eq!(
        (level.offer_number(0), level.offer_in_room(none), level.prop_in_room(none).is_some()),
        (None, None, true)
    );
}

#[test]
fn one_marker_more_on_the_stairs_is_stairs_and_a_key_that_is_taken_has_no_prop() {
    let mut level = fixture::populated();
    assert_eq!(level.key_prop(0).and_then(|id| level.role(id)), Some(PropRole::Key(0)));
    let marker = crate::PropKind { marker: true, name: "steps".into(), ..level.kinds()[3].clone() };
    let turn = crate::geom::Direction::North;
    let [entry, beside] = [level.entry(), Cell::new(1, 1)]
        .map(|cell| level.add_prop(&marker, 0, crate::geom::Rect::from_cell(cell), turn).unwrap());
    assert_eq!([entry, beside].map(|id| level.role(id)), [PropRole::Stairs, PropRole::Marker].map(Some));
    level.offers = OfferTable::new(Offer::new(vec![0, beside], 1));
    level.lookup.take();
    assert_eq!(level.role(beside), Some(PropRole::Offer(0)), "an offer comes before a marker");
    level.remove_prop(level.key_prop(0).unwrap());
    assert_eq!(level.key_prop(0), None);
}
