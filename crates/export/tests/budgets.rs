//! Budgets, encounters and loot in plans, maps and scenes.

use std::io::Cursor;

use gltf::Gltf;
use roomgen::{Level, export::ron, level::Audience, theme::Theme};
use roomgen_export::{gltf as scene, map::TileSheet, tiled as maps};
use roxmltree::Document;
use serde_json::{Value, json};

use super::svg::plan_of;

/// The level of the handmade file, with wolves in rooms 2 and 3 and treasure in room 4.
fn placed() -> Level {
    ron::read(include_str!("../../../tests/levels/populated.ron")).expect("a level file")
}

/// The ids of its props: the wolf that a vault draws, the pack, and the treasure.
const WOLF: u32 = 5;
const PACK: [u32; 2] = [6, 7];
const TREASURE: u32 = 9;

fn plain() -> Level {
    ron::read(include_str!("../../../tests/levels/hand-made.ron")).expect("a level file")
}

#[test]
fn a_plan_says_what_rooms_spend_and_what_members_and_things_are() {
    let text = plan_of(&placed());
    let plan = Document::parse(&text).expect("XML");
    let says = |name: &str, value: &str, attributes: [&str; 3]| {
        let node = plan.descendants().find(|node| node.attribute(name) == Some(value)).expect("a node");
        attributes.map(|name| node.attribute(name).map(str::to_owned))
    };
    let prop =
        |id: u32| says("data-prop", &id.to_string(), ["data-encounter-id", "data-encounter-group", "data-loot-value"]);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(prop(WOLF), [some("0"), None, None]);
    assert_eq!(PACK.map(prop), [[some("1"), some("wolf pack"), None], [some("1"), some("wolf pack"), None]]);
    assert_eq!((prop(TREASURE), prop(3)), ([None, None, some("4")], [None, None, None]));
    let room = |id: &str| {
        let node = plan.descendants().find(|node| node.attribute("data-room") == Some(id)).expect("a room");
        ["spent-encounters", "allowance-encounters", "spent-loot", "allowance-loot"]
            .map(|name| node.attribute(&*format!("data-{name}")))
    };
    assert_eq!(room("2"), [Some("3"), Some("4"), Some("0"), Some("0")]);
    assert_eq!(room("4"), [Some("0"), Some("0"), Some("4"), Some("4")]);
    assert_eq!(room("0"), [None; 4]);
    assert!(text.contains(", cost 3 of 4</title>") && text.contains(", value 4 of 4</title>"), "{text}");

    let shown = placed();
    let shown = shown.shown_to(Audience::Player);
    for text in [plan_of(&plain()), plan_of(&shown)] {
        assert!(
            ["data-encounter", "data-loot", "data-spent", "data-allowance"].iter().all(|name| !text.contains(name))
        );
    }
}

#[test]
fn a_map_has_the_properties_of_budgets_allowances_members_and_things() {
    let write = |level: &Level| -> Value {
        let sheet = TileSheet::of_level(level, &Theme::default(), None);
        serde_json::from_reader(Cursor::new(maps::tmj(level, &Theme::default(), &sheet, "tiles"))).expect("JSON")
    };
    let map = write(&placed());
    let property = |object: &Value, name: &str| -> Option<Value> {
        let properties = object["properties"].as_array()?.iter().find(|property| property["name"] == name)?;
        Some(properties["value"].clone())
    };
    let object = |map: &Value, layer: &str, id: u32| -> Value {
        let layer = map["layers"].as_array().expect("layers").iter().find(|other| other["name"] == layer);
        let layer = layer.expect("a layer");
        let mut objects = layer["objects"].as_array().expect("objects").iter();
        let number = if layer["name"] == "rooms" { "room_id" } else { "prop_id" };
        objects.find(|object| property(object, number) == Some(json!(id))).expect("an object").clone()
    };
    let of = |layer: &str, id: u32, names: [&str; 3]| {
        let object = object(&map, layer, id);
        names.map(|name| property(&object, name))
    };
    assert_eq!(
        ["budgets_encounters", "budgets_loot", "budgets_quiet"].map(|name| property(&map, name)),
        [9, 4, 6].map(|number| Some(json!(number)))
    );
    assert_eq!(
        of("markers", WOLF, ["encounter_id", "encounter_group", "encounter_cost"]),
        [Some(json!(0)), None, Some(json!(3))]
    );
    for id in PACK {
        let said = of("markers", id, ["encounter_id", "encounter_group", "encounter_cost"]);
        assert_eq!(said, [json!(1), json!("wolf pack"), json!(5)].map(Some));
    }
    assert_eq!(of("props", TREASURE, ["loot_value", "encounter_id", "encounter_cost"]), [Some(json!(4)), None, None]);
    assert_eq!(of("props", 3, ["loot_value", "encounter_id", "encounter_cost"]), [None, None, None]);
    let names = ["allowance_encounters", "allowance_loot", "allowance"];
    assert_eq!(of("rooms", 2, names), [Some(json!(4)), Some(json!(0)), None]);
    assert_eq!(of("rooms", 4, names), [Some(json!(0)), Some(json!(4)), None]);
    let plain = write(&plain()).to_string();
    assert!(["allowance", "budget", "encounter", "loot"].iter().all(|word| !plain.contains(word)));
}

#[test]
fn a_scene_has_the_extras_of_budgets_allowances_members_and_things() {
    let file = scene::write(&placed(), &Theme::default()).expect("a scene");
    let file = Gltf::from_slice(&file).expect("a sound file");
    let extras: Vec<Value> = file
        .nodes()
        .filter_map(|node| node.extras().as_ref().map(|extras| extras.get().parse().expect("JSON")))
        .collect();
    let with = |name: &str, id: Option<u32>| {
        let mut records = extras.iter().filter_map(|extras| extras.get(name));
        records.find(|record| record["id"] == json!(id)).expect("a record").clone()
    };
    let budgets = json!({
        "encounters": 9, "loot": 4, "quiet": 6,
        "groups": placed().group_costs().iter().map(|group| json!({"name": &*group.name, "cost": group.cost})).collect::<Vec<_>>(),
    });
    assert_eq!(with("level", None)["budgets"], budgets);
    let prop = |id: u32| with("prop", Some(id));
    assert_eq!(prop(WOLF)["encounter"], json!({"id": 0, "group": null, "cost": 3}));
    for id in PACK {
        assert_eq!(prop(id)["encounter"], json!({"id": 1, "group": "wolf pack", "cost": 5}));
    }
    assert_eq!((&prop(TREASURE)["loot"]["value"], &prop(TREASURE)["encounter"]), (&json!(4), &Value::Null));
    assert_eq!((&prop(3)["loot"], &prop(3)["encounter"]), (&Value::Null, &Value::Null));
    let room = |id: u32| with("room", Some(id))["allowance"].clone();
    assert_eq!([2, 0].map(room), [json!({"encounters": 4, "loot": 0}), Value::Null]);
}
