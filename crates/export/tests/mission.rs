//! Locks, keys and one-way doors in plans, maps and scenes.

use std::io::Cursor;

use gltf::Gltf;
use roomgen::{Level, LockMark, export::ron, theme::Theme};
use roomgen_export::{gltf as scene, map::TileSheet, tiled as maps};
use roxmltree::{Document, Node};
use serde_json::{Value, json};

use super::svg::plan_of;

/// The handmade level with a lock, of which some texts are replaced.
fn level(edits: &[(&str, &str)]) -> Level {
    let file = include_str!("../../../tests/levels/hand-made.ron").to_owned();
    let file = edits.iter().fold(file, |file, (from, to)| {
        assert!(file.contains(from), "the file has no {from}");
        file.replacen(from, to, 1)
    });
    ron::read_unchecked(&file).expect("a level file")
}

/// The handmade level, with a shortcut from room 3 to room 1 and a one-way corridor.
fn mission() -> Level {
    level(&[
        (
            "height: 1)], corridor: [], kind: Closed)",
            "height: 1)], corridor: [], kind: Closed, one_way: Some(3), saves: Some(4))",
        ),
        ("(15, 2)], kind: Closed)", "(15, 2)], kind: Closed, one_way: Some(2))"),
    ])
}

/// The same level without keys, locks and one-way doors.
fn plain() -> Level {
    level(&[
        ("kind: Barred, lock: Some(\"rug\")", "kind: Closed"),
        ("(name: \"rug\", use: Key, room: 2, cell: (21, 4), opens: [3]),", ""),
    ])
}

fn with<'doc>(plan: &'doc Document, attribute: &'static str) -> Vec<Node<'doc, 'doc>> {
    plan.descendants().filter(|node| node.has_attribute(attribute)).collect()
}

#[test]
fn a_plan_has_signs_of_locks_keys_and_one_way_doors() {
    let text = plan_of(&mission());
    let plan = Document::parse(&text).expect("XML");
    let is_numbered = |node: &Node| node.descendants().any(|part| part.attribute("aria-label") == Some("1"));

    let [key] = with(&plan, "data-key")[..] else { panic!("one key") };
    let said = ["data-name", "data-use", "data-room", "data-cell", "data-opens"].map(|name| key.attribute(name));
    assert_eq!(said, ["rug", "Key", "2", "21 4", "3"].map(Some));
    let with_class =
        |class| with(&plan, "class").into_iter().filter(move |node| node.attribute("class") == Some(class));
    let locks: Vec<_> = with_class("lock").collect();
    let [lock] = locks[..] else { panic!("one lock") };
    assert_eq!((lock.attribute("data-lock"), lock.attribute("data-passage")), (Some("rug"), Some("3")));
    let door = with_class("door").find(|node| node.attribute("data-passage") == Some("2")).expect("a door");
    let said = ["data-rooms", "data-one-way", "data-saves"].map(|name| door.attribute(name));
    assert_eq!(said, ["3 1", "3", "4"].map(Some));
    assert!(is_numbered(&key) && is_numbered(&lock));
    assert!(text.contains("<title>Passage 3: barred door with lock rug, room "));

    // An arrow is a line and a head, each on a paler one.
    let said: Vec<_> = with_class("one-way")
        .map(|node| (node.attribute("data-passage").expect("a passage"), with_data(&node).len() / 4))
        .collect();
    // Through both doors of the corridor.
    assert_eq!(said, [("1", 2), ("2", 1)]);
    assert!(text.contains("one way from room 3 to room 1, saves 4"));
    let key = plan.descendants().find(|node| node.attribute("id") == Some("key")).expect("a key");
    let words: Vec<_> = key.descendants().filter_map(|node| node.attribute("aria-label")).collect();
    assert!(words.contains(&"Rug") && words.contains(&"one-way door"), "{words:?}");

    let text = plan_of(&plain());
    assert!(!text.contains("one-way") && !text.contains("data-lock") && !text.contains("walkthrough"));
}

/// The paths of a node.
fn with_data<'doc>(node: &Node<'doc, 'doc>) -> Vec<&'doc str> {
    node.descendants().filter_map(|part| part.attribute("d")).collect()
}

#[test]
fn a_map_has_the_properties_of_locks_and_an_object_for_each_key() {
    let write = |level: &Level| -> Value {
        let sheet = TileSheet::of_level(level, &Theme::default(), None);
        serde_json::from_reader(Cursor::new(maps::tmj(level, &Theme::default(), &sheet, "tiles"))).expect("JSON")
    };
    let map = write(&mission());
    let layer = |name: &str| {
        let layers = map["layers"].as_array().expect("layers").iter();
        layers.clone().find(|layer| layer["name"] == name).unwrap_or_else(|| panic!("no layer {name}"))["objects"]
            .clone()
    };
    let property = |object: &Value, name: &str| {
        let properties = object["properties"].as_array().expect("properties").iter();
        properties.clone().find(|property| property["name"] == name).map(|property| property["value"].clone())
    };
    let doors = layer("doors");
    let said: Vec<_> = doors
        .as_array()
        .expect("doors")
        .iter()
        .map(|door| ["lock", "one_way", "saves"].map(|name| property(door, name)))
        .collect();
    // Rooms are objects, whose numbers begin at 1. The second passage has two doors.
    let corridor = [None, Some(json!(3)), None];
    let shortcut = [None, Some(json!(4)), Some(json!(4))];
    assert_eq!(said, [[None, None, None], corridor.clone(), corridor, shortcut, [Some(json!("rug")), None, None]]);
    let keys = layer("keys");
    let [key] = &keys.as_array().expect("keys")[..] else { panic!("one key") };
    let place = ["x", "y", "width", "height"].map(|name| key[name].as_f64());
    assert_eq!(place, [336.0, 64.0, 16.0, 16.0].map(Some));
    let said = ["key_id", "use", "room", "opens"].map(|name| property(key, name).expect("a property"));
    assert_eq!(said, [json!(0), json!("Key"), json!(3), json!("3")]);
    assert_eq!((&key["type"], &key["name"]), (&json!("key"), &json!("rug")));
    let plain = write(&plain());
    assert!(plain["layers"].as_array().expect("layers").iter().all(|layer| layer["name"] != "keys"));
}

#[test]
fn a_scene_has_the_extras_of_locks_and_a_node_for_each_key() {
    let file = scene::write(&mission(), &Theme::default()).expect("a scene");
    let file = Gltf::from_slice(&file).expect("a sound file");
    let extras = |name: &str| -> Value {
        let node = file.nodes().find(|node| node.name() == Some(name)).unwrap_or_else(|| panic!("no node {name}"));
        node.extras().as_ref().expect("extras").get().parse().expect("JSON")
    };
    let key = json!({"id": 0, "name": "rug", "use": "Key", "room": 2, "cell": [21, 4], "number": 0, "opens": [3]});
    assert_eq!(extras("key 0"), json!({ "key": key }));
    // Names and values are those of level files.
    let file_of = |level: &Level| serde_json::to_value(level).expect("a level file");
    for id in 0..4 {
        assert_eq!(extras(&format!("passage {id}")), json!({"passage": file_of(&mission())["passages"][id]}));
    }
    let door = |name: &str| extras(name)["door"].clone();
    assert_eq!(door("passage 2 door 0")["turn"], 0, "north");
    assert_eq!([0, 1].map(|id| door(&format!("passage 1 door {id}"))["turn"].clone()), [3, 3], "west");
    let door = door("passage 3 door 0");
    assert_eq!([&door["id"], &door["passage"], &door["lock"]], [&json!(0), &json!(3), &json!("rug")]);
    let [red, green, blue] = LockMark::numbered(1).color.to_linear();
    let lock = file.materials().find(|material| material.name() == Some("lock 1")).expect("the material of the lock");
    let written = lock.pbr_metallic_roughness().base_color_factor().map(f32::to_bits);
    assert_eq!(written, [red, green, blue, 1.0].map(f32::to_bits));
    assert!(file.meshes().any(|mesh| mesh.name().is_some_and(|name| name.ends_with(", lock 1"))));
}
