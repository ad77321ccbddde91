//! Facts that level files state for their readers: axes of doors, outlines of rooms, and the
//! numbers of the props that keys, members and loot are.

use serde_json::{Value, json};

use crate::{
    export::{json, ron},
    level::{Level, OutlineSet, fixture},
    preset::{BUILT_IN, Preset},
};

fn document(level: &Level) -> Value {
    serde_json::from_str(&json::write(level)).unwrap()
}

#[test]
fn files_of_all_presets_state_the_facts_of_their_levels() {
    let (mut rings, mut things) = (0, 0);
    for (name, _) in BUILT_IN {
        let level = crate::generate::generate(&Preset::built_in(name).unwrap(), 3);
        let document = document(&level);
        for (passage, stated) in level.passages().iter().zip(document["passages"].as_array().unwrap()) {
            for (&door, stated) in passage.doors().iter().zip(stated["doors"].as_array().unwrap()) {
                let axis = if level.leads_north(door) { "NorthSouth" } else { "EastWest" };
                assert_eq!(stated["axis"], axis);
            }
        }
        for (room, stated) in level.rooms().iter().zip(document["rooms"].as_array().unwrap()) {
            let is_plain = stated["shape"] == "Rectangle";
            assert_eq!(stated.get("outline").is_none(), is_plain);
            let own = level.outlines(OutlineSet::Room(room.id));
            let is_own = |stated: &Value| *stated == json!(own);
            assert!(stated.get("outline").map_or_else(|| own.len() == 1 && own[0].len() == 4, is_own));
            rings += if is_plain { 0 } else { own.len() };
        }
        let number = |id: Option<u32>| id.and_then(|id| level.number_in_room(id)).map(|number| number.number);
        for (id, stated) in (0..).zip(document["keys"].as_array().into_iter().flatten()) {
            assert_eq!(stated["number"], json!(number(level.key_prop(id)).unwrap()));
        }
        for (id, stated) in (0..).zip(document["loot"].as_array().into_iter().flatten()) {
            assert_eq!(stated["number"], json!(number(level.loot_prop(id)).unwrap()));
            things += 1;
        }
        for (id, stated) in (0..).zip(document["encounters"].as_array().into_iter().flatten()) {
            let cells = stated["cells"].as_array().unwrap().iter().zip(stated["numbers"].as_array().unwrap());
            assert_eq!(cells.len(), level.encounters()[id as usize].cells.len());
            for (cell, stated) in cells {
                let is_there = |id: &&u32| {
                    json!([level.prop(**id).unwrap().cells.left(), level.prop(**id).unwrap().cells.top()]) == *cell
                };
                let member = level.members(id).iter().find(is_there).copied();
                assert_eq!(*stated, json!(number(member).unwrap()));
            }
            things += 1;
        }
        assert_eq!(ron::read(&ron::write(&level)), Ok(level));
    }
    assert!(rings > 50 && things > 50, "{rings} rings, {things} things");
}

#[test]
fn facts_that_are_not_those_of_the_level_are_refused_and_need_not_be_stated() {
    let cases = [
        (
            fixture::populated(),
            "/passages/2/doors/0/axis",
            json!("EastWest"),
            "passage 2: axis is EastWest at position 0; allowed: NorthSouth there: the axis along which one walks through the door",
        ),
        (fixture::shaped(), "/rooms/2/outline/0/1/0", json!(5), "room 2: outline is [5, 1] at position 1; allowed: "),
        (fixture::shaped(), "/rooms/2/outline", json!([]), ""),
        (
            fixture::level(),
            "/keys/0/number",
            json!(4),
            "key 0: number is 4 at position 0; allowed: 0 there: the number in its room of its prop",
        ),
        (
            fixture::populated(),
            "/loot/0/number",
            json!(0),
            "loot 0: number is 0 at position 0; allowed: 1 there: the number in its room of its prop",
        ),
        (
            fixture::populated(),
            "/encounters/1/numbers",
            json!([0]),
            "encounter 1: numbers is nothing at position 1; allowed: 1 there: the numbers in its room of the markers in its cells",
        ),
        (
            fixture::populated(),
            "/encounters/1/numbers",
            json!([1, 0]),
            "encounter 1: numbers is 1 at position 0; allowed: 0 there: ",
        ),
        (fixture::populated(), "/encounters/1/numbers", json!([]), ""),
    ];
    for (level, place, value, told) in cases {
        let mut changed = document(&level);
        *changed.pointer_mut(place).expect(place) = value;
        let changed = changed.to_string();
        match json::read(&changed) {
            Ok(read) => assert!(told.is_empty() && read == level, "{place}"),
            Err(error) => assert!(!told.is_empty() && error.to_string().starts_with(told), "{place}: {error}"),
        }
        assert_eq!(json::read_unchecked(&changed), Ok(level), "{place}");
    }
    // Of no use to anybody: the reader refuses these in any level.
    for (place, value, told) in [
        ("/passages/2/doors/0/axis", json!("North"), "unknown variant"),
        ("/rooms/2/outline", json!([[[1, 1], [2, 1], [2, 2]]]), "a ring of 3 corners; allowed: 4 or more"),
        ("/rooms/2/outline/0/0/0", json!(-1), "room 2: outline is -1; allowed: 0 to 23"),
        ("/rooms/2/outline/0/0/1", json!(11), "room 2: outline is 11; allowed: 0 to 10"),
        ("/keys/0/number", json!(-1), "-1 is out of range"),
    ] {
        let mut changed = document(&fixture::shaped());
        *changed.pointer_mut(place).expect(place) = value;
        let error = json::read_unchecked(&changed.to_string()).expect_err(place).to_string();
        assert!(error.contains(told), "{place}: {error}");
    }
}

#[test]
fn a_level_without_the_props_of_its_things_states_no_numbers() {
    let mut level = fixture::populated();
    level.props.clear();
    let document = document(&level);
    let numbers = ["/keys/0/number", "/loot/0/number", "/encounters/0/numbers", "/encounters/1/numbers"];
    assert!(numbers.iter().all(|place| document.pointer(place).is_none()), "{document}");
}
