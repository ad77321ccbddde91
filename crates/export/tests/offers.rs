//! Numbers of offers in scenes, maps and plans.

use gltf::Gltf;
use roomgen::{Level, Preset, generate};
use roomgen_export::{map::TileSheet, tiled::tmj};
use roxmltree::Document;
use serde_json::{Value, json};

use super::svg::plan_of;

const OFFERS: &str = r##"(name: "offers", props: {
    "chest": (glyph: 'c', color: "#8a5a2b"),
    "omen": (glyph: 'o', color: "#80ff80", marker: true),
    "urn": (glyph: 'u', color: "#c28a2e"),
}, layouts: [(name: "all", formations: [
    (shape: Square, at: Quarters, size: Cells(1), prop: "chest", choose: 1),
    (shape: Square, at: Corners, size: Cells(1), prop: "omen", choose: 2),
    (shape: Square, at: Center, size: Cells(1), prop: "urn"),
])])"##;

fn level() -> (Preset, Level) {
    let preset = Preset::parse(OFFERS).expect("a preset");
    let level = generate(&preset, 3);
    let offered: Vec<_> = level.props().map(|prop| (prop.kind.name.to_string(), prop.offer.is_some())).collect();
    for kind in ["chest", "omen"] {
        assert!(offered.contains(&(kind.to_owned(), true)), "{kind}");
    }
    assert!(offered.contains(&("urn".to_owned(), false)));
    (preset, level)
}

#[test]
fn scenes_maps_and_plans_have_the_number_of_each_prop_s_offer() {
    let (preset, level) = level();
    let expected: Vec<Value> = level.props().map(|prop| json!(prop.offer)).collect();

    let bytes = roomgen_export::gltf::write(&level, preset.theme()).expect("a scene");
    let scene = Gltf::from_slice(&bytes).expect("a sound file");
    let extras = scene.nodes().filter_map(|node| node.extras().as_ref()?.get().parse::<Value>().ok());
    let mut found = vec![None; expected.len()];
    for prop in extras.map(|extras| extras["prop"].clone()).filter(Value::is_object) {
        found[prop["id"].as_u64().expect("an id") as usize] = Some(prop["offer"].clone());
    }
    assert_eq!(found.into_iter().map(|offer| offer.expect("a node")).collect::<Vec<_>>(), expected);

    let map: Value =
        serde_json::from_slice(&tmj(&level, preset.theme(), &TileSheet::of_preset(&preset), "t")).expect("JSON");
    let layers = map["layers"].as_array().expect("layers").iter();
    let objects = layers.filter(|layer| ["props", "markers"].iter().any(|name| layer["name"] == *name));
    let mut found = vec![None; expected.len()];
    let objects = objects.flat_map(|layer| layer["objects"].as_array().expect("objects"));
    // The entry and the exit are markers of the map, and no props.
    for object in objects.filter(|object| ["prop", "marker"].iter().any(|sort| object["type"] == *sort)) {
        let property = |name: &str| {
            let all = object["properties"].as_array().expect("properties");
            all.iter().find(|property| property["name"] == name).map_or(Value::Null, |it| it["value"].clone())
        };
        found[property("prop_id").as_u64().expect("an id") as usize] = Some(property("offer"));
    }
    assert_eq!(found.into_iter().map(|offer| offer.expect("an object")).collect::<Vec<_>>(), expected);

    let plan = plan_of(&level);
    let document = Document::parse(&plan).expect("XML");
    let mut found = vec![None; expected.len()];
    for element in document.descendants().filter(|node| node.has_attribute("data-prop")) {
        let number = |name: &str| element.attribute(name).and_then(|text| text.parse::<usize>().ok());
        let title = element.children().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
        if let (Some(title), Some(offer)) = (title, number("data-offer")) {
            let roomgen::Offer { take, props, .. } = &level.offers()[offer];
            assert!(title.ends_with(&format!(", offer {offer}: {take} of {} may be taken", props.len())), "{title}");
        }
        found[number("data-prop").expect("an id")] = Some(json!(number("data-offer")));
    }
    assert_eq!(found.into_iter().map(|offer| offer.expect("a shape")).collect::<Vec<_>>(), expected);
}
