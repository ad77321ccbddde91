//! The JSON Schema of level files, from the records and from the limits of their readers.

use std::{fs, path::Path};

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use super::{FORMAT, RawLevel, limit};
use crate::{
    geom::Size,
    model::{Labels, Light, Metres, Name, PropKind, TerrainKind},
};

/// What `export::json` publishes.
const SCHEMA: &str = include_str!("../export/level.schema.json");

const ABOUT: &str = "A level file of roomgen, format 1, as JSON. Cells are 1 m by 1 m; (0, 0) is top left, x runs right, y runs down. \
                     A schema cannot test that the parts agree, that rooms lie inside the level, or that all rooms can be reached: \
                     `roomgen check FILE` does.";

/// What may stand where a field of a record, or a list or map in it, has values of a JSON type.
/// Other fields have what their type says, and [`usual`] values.
fn bounds() -> Vec<(&'static str, &'static str, Value)> {
    let last = u64::from(u32::MAX);
    let side = Size::MAX_SIDE;
    let row = json!({ "minLength": Size::MIN_SIDE, "maxLength": side });
    let tiles = json!({ "minLength": Size::MIN_SIDE, "maxLength": side, "pattern": "^[ #.,+]*$" });
    let color = json!({ "pattern": "^#[0-9a-fA-F]{6}$" });
    let digest = json!({ "pattern": "^[0-9a-f]{16}$" });
    let metres = json!({ "minimum": 0.0, "maximum": Metres::MAX });
    let footprint = json!({ "minimum": 1, "maximum": PropKind::MAX_SIDE });
    let signed = json!({ "minimum": i32::MIN, "maximum": i32::MAX });
    let rows = json!({ "minItems": Size::MIN_SIDE, "maxItems": side });
    let some = json!({ "minItems": 1 });
    let most = |limit: &limit::Limit| json!({ "maxItems": limit.most });
    vec![
        ("integer", "Level.format", json!({ "const": FORMAT })),
        ("integer", "Level.revision Level.rerolls Offer.take", json!({ "minimum": 1, "maximum": last })),
        ("integer", "Level.start", signed),
        ("integer", "Level.width Level.height", json!({ "minimum": Size::MIN_SIDE, "maximum": side })),
        (
            "integer",
            "Room.x Room.y Rect.x Rect.y Door.x Door.y Prop.x Prop.y Level.entry Level.exit Stairs.cell Key.cell Loot.cell Encounter.cells \
             Passage.corridor",
            place(),
        ),
        ("integer", "Room.width Room.height Rect.width Rect.height Door.width Door.height", length()),
        // Corners, and runs whose last number is a length.
        ("integer", "Room.outline Level.unreachable", json!({ "minimum": 0, "maximum": side })),
        ("integer", "Kind.width Kind.height Prop.width Prop.height", footprint),
        ("integer", "Prop.turn", json!({ "minimum": 0, "maximum": 3 })),
        ("integer", "TerrainKind.slow", json!({ "minimum": 1, "maximum": TerrainKind::MAX_SLOW })),
        ("number", "Kind.tall Kind.elevation", metres),
        ("number", "TerrainKind.depth", json!({ "minimum": 0.0, "maximum": TerrainKind::MAX_DEPTH.get() })),
        ("number", "Kind.body Prop.offset", json!({ "minimum": -128.0, "maximum": Metres::MAX })),
        ("number", "Light.radius", json!({ "minimum": 1.0 / 256.0, "maximum": Light::MAX_RADIUS.get() })),
        ("number", "Light.strength", json!({ "minimum": 0.01, "maximum": Light::MAX_STRENGTH.get() })),
        ("string", "Level.seed", json!({ "pattern": "^[0-9]{1,20}$" })),
        ("string", "Level.preset_digest Level.digest", digest),
        ("string", "Level.tiles", tiles),
        ("string", "Terrain.rows", row),
        ("string", "Kind.color Light.color TerrainKind.color", color),
        ("string", "Kind.glyph TerrainKind.glyph", json!({ "pattern": "^[^ #.,+<>]$" })),
        ("string", "TerrainKind.symbol", json!({ "pattern": "^[^.]$" })),
        ("string", "Kind.values", json!({ "maxLength": Labels::MAX_TEXT })),
        ("string", "Note.about", json!({ "maxLength": 1024 })),
        ("array", "Level.tiles Terrain.rows", rows),
        ("array", "Level.rooms Level.path", some),
        ("array", "Passage.doors", json!({ "minItems": 1, "maxItems": limit::DOORS.most })),
        ("array", "Terrain.kinds", json!({ "minItems": 1, "maxItems": limit::TERRAIN_KINDS.most })),
        ("array", "Terrain.partings", most(&limit::PARTINGS)),
        ("array", "Offer.props", json!({ "minItems": 2 })),
        ("array", "Level.keys", most(&limit::KEYS)),
        ("array", "Level.stairs", most(&limit::STAIRS)),
        ("array", "Level.notes", most(&limit::NOTES)),
        ("array", "Budgets.groups", most(&limit::GROUPS)),
        ("array", "Room.tags", most(&limit::ROOM_TAGS)),
        ("array", "Kind.tags TerrainKind.tags", most(&limit::KIND_TAGS)),
        ("object", "Level.rerolls", json!({ "propertyNames": { "pattern": "^[0-9]{1,10}$" } })),
        ("object", "Level.kinds Kind.values", json!({ "propertyNames": usual("string") })),
    ]
}

fn place() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": Size::MAX_SIDE - 1 })
}

fn length() -> Value {
    json!({ "type": "integer", "minimum": 1, "maximum": Size::MAX_SIDE })
}

/// Ids and sums, fractions, and names.
fn usual(kind: &str) -> Value {
    match kind {
        "integer" => json!({ "minimum": 0, "maximum": u32::MAX }),
        "number" => json!({ "minimum": 0.0, "maximum": 1.0 }),
        "string" => json!({ "minLength": 1, "maxLength": Name::MAX_LENGTH }),
        _ => json!({}),
    }
}

/// Says of a value, and of what is in it, what may stand there.
fn bound(schema: &mut Value, of: &dyn Fn(&str) -> Value) {
    let Some(words) = schema.as_object_mut() else { return };
    for inside in ["items", "additionalProperties"] {
        words.get_mut(inside).into_iter().for_each(|inside| bound(inside, of));
    }
    words.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten().for_each(|one| bound(one, of));
    let kinds = words.get("type").cloned().into_iter().flat_map(|kind| match kind {
        Value::Array(kinds) => kinds,
        kind => vec![kind],
    });
    if words.contains_key("enum") {
        return;
    }
    for kind in kinds.filter_map(|kind| kind.as_str().map(str::to_owned)) {
        if ["integer", "number", "string"].contains(&&*kind) {
            words.retain(|word, _| ["type", "description", "default"].contains(&&**word));
        }
        words.extend(of(&kind).as_object().cloned().into_iter().flatten());
    }
}

/// Joins the lines of a description.
fn on_one_line(schema: &mut Value) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}

fn schema() -> Value {
    let generator: SchemaGenerator = SchemaSettings::draft2020_12().into();
    let mut schema = generator.into_root_schema_for::<RawLevel>().to_value();
    let mut bounds: Vec<(&str, String, Value)> = bounds()
        .into_iter()
        .flat_map(|(kind, fields, bound)| {
            fields.split_whitespace().map(move |field| (kind, field.to_owned(), bound.clone())).collect::<Vec<_>>()
        })
        .collect();
    let mut used = Vec::new();
    let mut definitions = schema["$defs"].take();
    definitions["Level"] = schema.take();
    for (name, record) in definitions.as_object_mut().expect("records") {
        on_one_line(record);
        // The names of an enum, without a word on each.
        if let Some(variants) = record.get("oneOf").and_then(Value::as_array) {
            let names: Vec<Value> = variants
                .iter()
                .flat_map(|one| one["enum"].as_array().cloned().unwrap_or_else(|| vec![one["const"].clone()]))
                .collect();
            *record = json!({ "type": "string", "enum": names });
        }
        for (field, value) in record.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
            on_one_line(value);
            let field = format!("{name}.{field}");
            if value["default"].is_null() {
                value.as_object_mut().map(|words| words.remove("default"));
            }
            let own = |kind: &str| bounds.iter().find(|(of, known, _)| *of == kind && *known == field);
            used.extend(
                ["integer", "number", "string", "array", "object"]
                    .iter()
                    .filter_map(|kind| own(kind))
                    .map(|(kind, ..)| (*kind, field.clone())),
            );
            bound(value, &|kind| own(kind).map_or_else(|| usual(kind), |(.., bound)| bound.clone()));
        }
    }
    bounds.retain(|(kind, field, _)| !used.contains(&(*kind, field.clone())));
    assert!(bounds.is_empty(), "no record has these fields: {bounds:?}");
    schema = definitions.as_object_mut().expect("records").remove("Level").expect("a record");
    // Numbers are read, too, as RON writes them.
    let seed = &mut schema["properties"]["seed"];
    *seed = json!({
        "description": seed["description"],
        "anyOf": [
            { "type": "string", "pattern": seed["pattern"] },
            { "type": "integer", "minimum": 0, "maximum": u64::MAX },
        ],
    });
    schema["title"] = json!("Level");
    schema["description"] = json!(ABOUT);
    schema["$defs"] = definitions;
    schema
}

#[test]
fn the_schema_of_level_files_is_that_of_their_records() {
    let text = serde_json::to_string_pretty(&schema()).expect("JSON") + "\n";
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        // From the folder of this crate or from that of the package of tests.
        let path = ["src", "../src"].map(|folder| Path::new(folder).join("export/level.schema.json"));
        let path = path.iter().find(|path| path.exists()).expect("the schema");
        fs::write(path, text).expect("the schema");
    } else {
        assert!(text == SCHEMA, "the records have another schema; BLESS=1 writes it");
    }
}
