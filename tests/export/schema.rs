//! The published schema accepts what is written and rejects what is no level file.

use roomgen::{
    Level, Preset,
    export::{json, ron},
    generate,
};
use serde_json::{Value, json};

use super::validator::fits;
use crate::{levels::levels, tier};

fn schema() -> Value {
    serde_json::from_str(json::SCHEMA).expect("JSON")
}

fn documents() -> Vec<Value> {
    levels().map(|level| serde_json::from_str(&json::write(&level)).expect("JSON")).collect()
}

/// JSON pointers to all values below one; of lists only to the first and the last element.
fn places(value: &Value) -> Vec<String> {
    let below = |name: &str, inside: &Value| {
        let name = name.replace('~', "~0").replace('/', "~1");
        let deeper = places(inside).into_iter().map(|place| format!("/{name}{place}"));
        deeper.chain([format!("/{name}")]).collect::<Vec<_>>()
    };
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(name, inside)| below(name, inside)).collect(),
        Value::Array(items) => {
            let ends = items.iter().enumerate().filter(|(number, _)| *number == 0 || number + 1 == items.len());
            ends.flat_map(|(number, inside)| below(&number.to_string(), inside)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn level_files_of_every_preset_are_as_the_schema_says() {
    let schema = schema();
    for document in documents() {
        assert!(fits(&schema, &schema, &document), "{}", document["preset"]);
    }
}

/// A changed file that the reader accepts also satisfies the schema.
///
/// The schema need not reject all that the reader rejects, but it fixes the type of every value.
#[test]
fn the_schema_accepts_what_the_reader_accepts_and_no_value_of_another_form() {
    let schema = schema();
    let size = "24x20".parse().expect("a size");
    let preset = Preset::built_in("crypt").and_then(|preset| preset.with_size(size)).expect("a preset");
    let mut document: Value = serde_json::from_str(&json::write(&generate(&preset, 42))).expect("JSON");
    document["start"] = json!([-3, 4]);
    document["rerolls"] = json!({"3": 1, "4000000000": 7});
    document["rooms"][0]["host"] = json!(0);
    let kind = document["kinds"].as_object_mut().and_then(|kinds| kinds.values_mut().next()).expect("a kind");
    kind["tags"] = json!(["t"]);
    kind["values"] = json!({"v": "w"});
    document["notes"] = json!([{"code": "VaultShort", "wanted": 2, "got": 1, "about": "crypt"}]);
    assert!(fits(&schema, &schema, &document));
    let reads = |document: &Value| json::read_unchecked(&document.to_string()).is_ok();
    let (mut taken, mut refused) = (0, 0);
    let mut judge = |changed: &Value, place: &str, what: &str| {
        let fits = fits(&schema, &schema, changed);
        assert!(fits || !reads(changed), "the reader takes {what} at {place}, but the schema does not");
        *(if fits { &mut taken } else { &mut refused }) += 1;
        fits
    };
    for place in places(&document).into_iter().step_by(tier::size(4, 1)) {
        for other in [
            json!(null),
            json!(true),
            json!("?"),
            json!(-1),
            json!(0.5),
            json!(99_999_999_999_i64),
            json!([]),
            json!({}),
        ] {
            let mut changed = document.clone();
            let value = changed.pointer_mut(&place).expect("it is there");
            let is_another_form = std::mem::discriminant(value) != std::mem::discriminant(&other);
            *value = other.clone();
            let may_be_null = other.is_null()
                && ["start", "host", "cycle", "layout", "vault", "about", "body", "light", "group", "lock"]
                    .iter()
                    .any(|name| place.ends_with(name));
            let may_be_name =
                other.is_string() && ["/layout", "/vault", "/group"].iter().any(|name| place.ends_with(name));
            let may_be_seed = other.is_number() && place == "/seed";
            let fits = judge(&changed, &place, &other.to_string());
            let may_be = !is_another_form || may_be_null || may_be_name || may_be_seed;
            assert!(!fits || may_be, "{other} at {place}");
        }
        let (above, name) = place.rsplit_once('/').expect("a place");
        let mut changed = document.clone();
        let Some(Value::Object(fields)) = changed.pointer_mut(above) else { continue };
        fields.remove(name);
        judge(&changed, &place, "nothing");
        if above != "/kinds" && !above.ends_with("/values") {
            let mut changed = document.clone();
            changed.pointer_mut(above).expect("it is there")["unknown"] = json!(1);
            assert!(!judge(&changed, above, "an unknown field"), "an unknown field at {above}");
        }
    }
    let least = tier::size((5, 100), (20, 500));
    assert!(taken > least.0 && refused > least.1, "{taken} changes taken, {refused} refused");
}

#[test]
fn budgets_encounters_and_loot_are_as_the_schema_says_and_others_are_refused_by_both() {
    let schema = schema();
    let level = ron::read(include_str!("../levels/populated.ron")).expect("a level file");
    let document: Value = serde_json::from_str(&json::write(&level)).expect("JSON");
    assert!(fits(&schema, &schema, &document));
    let changes = [
        ("/budgets", "encounters", json!(-1)),
        ("/budgets", "loot", json!(0.5)),
        ("/budgets", "rest", json!(1)),
        ("/budgets/groups/0", "cost", json!(-5)),
        ("/kinds/treasure", "value", json!(-1)),
        ("/kinds/treasure", "cost", json!("1")),
        ("/rooms/3/allowance", "loot", json!("4")),
        ("/encounters/1", "group", json!(7)),
        ("/encounters/1", "room", json!(null)),
        ("/encounters/1", "cost", json!(4_294_967_296_i64)),
        ("/encounters/1", "cells", json!([[1]])),
        ("/encounters/1", "boss", json!(true)),
        ("/loot/0", "item", json!(null)),
        ("/loot/0", "value", json!(-4)),
        ("/loot/0", "cell", json!([1, 2, 3])),
    ];
    for (place, field, value) in changes {
        let mut changed = document.clone();
        changed.pointer_mut(place).expect("it is there")[field] = value.clone();
        assert!(!fits(&schema, &schema, &changed), "{place}/{field} {value}");
        assert!(json::read_unchecked(&changed.to_string()).is_err(), "{place}/{field} {value}");
    }
    for (place, fields) in [
        ("/budgets", &["encounters", "loot", "quiet"][..]),
        ("/rooms/3/allowance", &["encounters", "loot"]),
        ("/encounters/0", &["room", "cost", "cells"]),
        ("/loot/0", &["item", "room", "value", "cell"]),
    ] {
        for field in fields {
            let mut changed = document.clone();
            changed.pointer_mut(place).and_then(Value::as_object_mut).expect("an object").remove(*field);
            assert!(!fits(&schema, &schema, &changed), "{place} without {field}");
            assert!(json::read_unchecked(&changed.to_string()).is_err(), "{place} without {field}");
        }
    }
}

#[test]
fn lights_that_burn_or_are_out_are_as_the_schema_says_and_others_are_refused_by_both() {
    let schema = schema();
    let mut level = generate(&Preset::built_in("crypt").expect("a preset"), 42);
    let lit = |level: &Level| level.props().position(|prop| prop.light().is_some()).expect("a light");
    let out = lit(&level);
    assert_eq!(level.set_lit(out as u32, false), Some(true));
    let document: Value = serde_json::from_str(&json::write(&level)).expect("JSON");
    assert_eq!(document["props"][out]["lit"], json!(false));
    assert_eq!(document["props"][lit(&level)].get("lit"), None);
    assert!(fits(&schema, &schema, &document));

    let light = format!("/kinds/{}/light", document["props"][out]["kind"].as_str().expect("a name"));
    let prop = format!("/props/{out}");
    let changes = [
        (&light, "color", json!("orange")),
        (&light, "radius", json!(0)),
        (&light, "radius", json!(16.5)),
        (&light, "fade", json!(1.25)),
        (&light, "strength", json!(0)),
        (&light, "strength", json!(2.25)),
        (&light, "height", json!(2)),
        (&prop, "lit", json!("no")),
        (&prop, "lit", json!(null)),
    ];
    for (place, field, value) in changes {
        let mut changed = document.clone();
        changed.pointer_mut(place).expect("it is there")[field] = value.clone();
        assert!(!fits(&schema, &schema, &changed), "{field} {value}");
        assert!(json::read_unchecked(&changed.to_string()).is_err(), "{field} {value}");
    }
    for field in ["color", "radius", "fade", "strength"] {
        let mut changed = document.clone();
        changed.pointer_mut(&light).and_then(Value::as_object_mut).expect("a light").remove(field);
        assert!(!fits(&schema, &schema, &changed), "no {field}");
        assert!(json::read_unchecked(&changed.to_string()).is_err(), "no {field}");
    }
}

#[test]
fn every_field_has_a_description_and_every_required_one_exists() {
    let schema = schema();
    let types = schema["$defs"].as_object().expect("types").values().filter(|says| says["properties"].is_object());
    for says in types.chain([&schema]) {
        let fields = says["properties"].as_object().expect("fields");
        assert_eq!(says["additionalProperties"], false);
        for name in says["required"].as_array().expect("names") {
            assert!(fields.contains_key(name.as_str().expect("a name")), "{name}");
        }
        let silent: Vec<_> =
            fields.iter().filter(|(_, says)| !says["description"].is_string()).map(|(name, _)| name).collect();
        assert!(silent.is_empty() || silent == ["height", "width", "x", "y"], "{silent:?}");
    }
}

/// Programs that make types of the schema have one for each record, under a name that no language
/// has, and no types by position, which few of them make.
#[test]
fn the_schema_makes_types_in_other_languages() {
    fn assert_plain(value: &Value) {
        assert!(value.get("prefixItems").is_none(), "{value}");
        match value {
            Value::Object(fields) => fields.values().for_each(assert_plain),
            Value::Array(items) => items.iter().for_each(assert_plain),
            _ => {}
        }
    }
    let schema = schema();
    assert_plain(&schema);
    let types = schema["$defs"].as_object().expect("types").keys().map(String::as_str);
    let is_pascal = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.chars().all(|one| one.is_ascii_alphanumeric())
    };
    let names: Vec<_> = types.chain(schema["title"].as_str()).collect();
    assert!(names.len() > 20 && names.iter().all(|name| is_pascal(name)), "{names:?}");
    for taken in ["Number", "String", "Boolean", "Array", "Object", "Map", "Set", "Record"] {
        assert!(!names.contains(&taken), "{taken}");
    }
}

#[test]
fn terrain_is_as_the_schema_says_and_other_terrain_is_refused_by_both() {
    let schema = schema();
    let level = ron::read(include_str!("../levels/parted.ron")).expect("a level file");
    let document: Value = serde_json::from_str(&json::write(&level)).expect("JSON");
    assert!(fits(&schema, &schema, &document));
    let changes = [
        ("/terrain", "rows", json!(["."])),
        ("/terrain", "kinds", json!([])),
        ("/terrain", "lakes", json!([])),
        ("/terrain/kinds/0", "symbol", json!(".")),
        ("/terrain/kinds/0", "symbol", json!("==")),
        ("/terrain/kinds/0", "glyph", json!("#")),
        ("/terrain/kinds/0", "color", json!("brown")),
        ("/terrain/kinds/0", "depth", json!(-1)),
        ("/terrain/kinds/1", "depth", json!(17)),
        ("/terrain/kinds/1", "blocks", json!(1)),
        ("/terrain/partings/0", "band", json!([13, 1, 4, 8])),
        ("/terrain/partings/0", "crossings", json!([-1])),
        ("/terrain/partings/0", "terrain", json!(null)),
    ];
    for (place, field, value) in changes {
        let mut changed = document.clone();
        changed.pointer_mut(place).expect("it is there")[field] = value.clone();
        assert!(!fits(&schema, &schema, &changed), "{place}/{field} {value}");
        assert!(json::read_unchecked(&changed.to_string()).is_err(), "{place}/{field} {value}");
    }
    for (place, fields) in [
        ("/terrain", &["kinds", "rows", "partings"][..]),
        ("/terrain/kinds/0", &["name", "symbol", "glyph", "color", "blocks", "depth"]),
        ("/terrain/partings/0", &["name", "terrain", "band", "crossings"]),
    ] {
        for field in fields {
            let mut changed = document.clone();
            changed.pointer_mut(place).and_then(Value::as_object_mut).expect("an object").remove(*field);
            assert!(!fits(&schema, &schema, &changed), "{place} without {field}");
            assert!(json::read_unchecked(&changed.to_string()).is_err(), "{place} without {field}");
        }
    }
}
