//! Facts that level files state for their readers: axes of doors, outlines of rooms, and the
//! numbers of the props that keys, members and loot are.

use serde_json::{Value, json};

use crate::{
    export::json,
    level::{Level, fixture},
};

fn document(level: &Level) -> Value {
    serde_json::from_str(&json::write(level)).unwrap()
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
