//! Level files of levels with budgets, encounters and loot.

use serde_json::{Value, json};

use super::{super::json, *};

fn document() -> Value {
    serde_json::from_str(&json::write(&fixture::populated())).unwrap()
}

#[test]
fn budgets_encounters_and_loot_survive_a_file_of_every_form() {
    let level = fixture::populated();
    let text = ron::write(&level);
    let parts = "  budgets: (\n    encounters: 9,\n    loot: 4,\n    quiet: 6,\n    groups: [(name: \"wolf pack\", cost: 5)],\n  ),\n  encounters: [\n    \
                 (group: None, room: 2, cost: 3, cells: [(19, 4)], numbers: [1]),\n    \
                 (group: Some(\"wolf pack\"), room: 3, cost: 5, cells: [(8, 7), (11, 8)], numbers: [0, 1]),\n  ],\n  loot: [\n    \
                 (item: \"treasure\", room: 4, value: 4, cell: (14, 8), number: 1),\n  ],\n  kinds: {\n";
    assert!(text.contains(parts), "{text}");
    assert!(text.contains("shape: Rectangle, allowance: (encounters: 0, loot: 4)),\n"), "{text}");
    assert_eq!(text.matches("allowance").count(), 3, "rooms that get something");
    let (json, line) = (json::write(&level), json::write_line(&level));
    let parts = r#"
  "encounters": [
    {"group": null, "room": 2, "cost": 3, "cells": [[19, 4]], "numbers": [1]},
    {"group": "wolf pack", "room": 3, "cost": 5, "cells": [[8, 7], [11, 8]], "numbers": [0, 1]}
  ],
  "loot": [
    {"item": "treasure", "room": 4, "value": 4, "cell": [14, 8], "number": 1}
  ],
"#;
    assert!(json.contains(parts), "{json}");
    let by_hand = include_str!("../../../tests/levels/populated.ron");
    for read in [ron::read(&text), json::read(&json), json::read(&line), ron::read(by_hand)] {
        let read = read.unwrap();
        assert_eq!((&read, read.digest()), (&level, level.digest()));
    }
}

#[test]
fn a_level_without_budgets_says_nothing_of_them() {
    let level = fixture::level();
    let text = ron::write(&level);
    assert!(["budgets", "encounters", "loot", "allowance"].iter().all(|word| !text.contains(word)), "{text}");
}

#[test]
fn other_encounters_or_loot_make_another_level() {
    let changes: [fn(&mut Level); 12] = [
        |level| level.population.budgets = None,
        |level| level.population.budgets.as_mut().unwrap().quiet = 5,
        |level| level.rooms[3].allowance.encounters = 6,
        |level| level.population.encounters[1].group = None,
        |level| level.population.encounters[1].cost = 4,
        |level| level.population.encounters[1].cells.truncate(1),
        |level| level.population.encounters[0].room = 1,
        |level| level.population.loot[0].value = 3,
        |level| level.population.loot.clear(),
        |level| level.population.groups[0].cost = 4,
        |level| level.kinds[5].value = 3,
        |level| level.kinds[6].cost = 2,
    ];
    let mut digests = vec![fixture::populated().digest()];
    for (number, change) in changes.iter().enumerate() {
        let mut level = fixture::populated();
        change(&mut level);
        assert_ne!(level, fixture::populated(), "change {number}");
        assert!(!digests.contains(&level.digest()), "change {number}");
        digests.push(level.digest());
    }
}

#[test]
fn invalid_budgets_encounters_and_loot_are_refused_with_the_allowed_ones() {
    for (place, value, error) in [
        ("/budgets/encounters", json!(-1), "budgets: encounters is -1; allowed: 0 to 4294967295"),
        ("/budgets/loot", json!(4_294_967_296_u64), "budgets: loot is 4294967296; allowed: 0 to 4294967295"),
        ("/budgets/quiet", json!(-2), "budgets: quiet is -2; allowed: 0 to 4294967295"),
        ("/budgets/groups/0/cost", json!(-3), "group 0 of the budgets: cost is -3; allowed: 0 to 4294967295"),
        ("/kinds/treasure/value", json!(-4), "kind \"treasure\": value is -4; allowed: 0 to 4294967295"),
        ("/encounters/1/room", json!(5), "encounter 1: room is 5; allowed: a room's id, 0 to 4"),
        ("/encounters/1/cells/1/0", json!(23), "encounter 1: cells is (23, 8); allowed: a cell of the level of 23x10"),
        ("/encounters/0/cells/0/1", json!(-1), "encounter 0: cells is (19, -1); allowed: a cell of the level"),
        ("/loot/0/item", json!("treasury"), "loot 0: item is \"treasury\"; allowed: the name of one of the level's"),
        ("/loot/0/room", json!(9), "loot 0: room is 9; allowed: a room's id, 0 to 4"),
        ("/loot/0/cell", json!([14, 10]), "loot 0: cell is (14, 10); allowed: a cell of the level of 23x10 cells"),
    ] {
        let mut changed = document();
        *changed.pointer_mut(place).expect(place) = value;
        let refused = json::read_unchecked(&changed.to_string()).expect_err(place).to_string();
        assert!(refused.starts_with(error), "{place}: {refused}");
    }
}

#[test]
fn values_of_another_form_are_refused_at_their_place() {
    for (place, value, error) in [
        ("/encounters/1/group", json!("\u{7}"), "encounter 1: group is "),
        ("/encounters/1/group", json!(" "), "encounter 1: group is "),
        ("/encounters/1/cost", json!(-1), "-1 is out of range; allowed: 0 to 4294967295"),
        ("/encounters/1/cells", json!([[1, 2, 3]]), "trailing characters"),
        ("/encounters/1", json!(["wolf pack", 3, 5, []]), "named fields"),
        ("/rooms/3/allowance/loot", json!(-1), "-1 is out of range; allowed: 0 to 4294967295"),
        ("/loot/0/value", json!(4_294_967_296_u64), "4294967296 is out of range"),
        ("/loot/0/item", Value::Null, "null"),
        ("/loot/0", json!({"item": "wolf"}), "missing field `room`"),
        ("/budgets", json!([9, 4, 6]), "named fields"),
        ("/budgets", Value::Null, "null"),
        ("/rooms/3/allowance", Value::Null, "null"),
        ("/rooms/3/allowance", json!([5, 0]), "named fields"),
    ] {
        let mut changed = document();
        *changed.pointer_mut(place).expect(place) = value.clone();
        let refused = json::read_unchecked(&changed.to_string()).expect_err(place).to_string();
        assert!(refused.contains(error), "{place} {value}: {refused}");
    }
}

#[test]
fn a_level_has_no_more_members_or_loot_than_props() {
    let props = fixture::populated().props.len();
    let with = |count: usize| {
        let mut changed = document();
        changed.as_object_mut().unwrap().remove("digest");
        changed["loot"] = vec![json!({"item": "wolf", "room": 2, "value": 0, "cell": [1, 1]}); count].into();
        json::read_unchecked(&changed.to_string())
    };
    assert!(with(props).is_ok());
    let refused = with(props + 1).unwrap_err().to_string();
    let allowed = "allowed: at most the number of the level's props, 10";
    assert_eq!(refused, format!("level: number of things of loot is {}; {allowed}", props + 1));
    let mut changed = document();
    changed["encounters"][0]["cells"] = vec![json!([19, 4]); props].into();
    let refused = json::read_unchecked(&changed.to_string()).unwrap_err().to_string();
    assert!(refused.starts_with("level: number of cells of encounters is 12; allowed: at most"), "{refused}");
}
