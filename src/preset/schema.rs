//! A JSON Schema of the preset language, derived from the types that serde reads and the
//! tables of the manual.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::rules::RawPreset;

/// A manual, whose tables describe the fields of a text.
pub(crate) struct Manual {
    pub(crate) text: &'static str,
    /// The headings that have a table of fields, each with the type of those fields.
    ///
    /// Types are named as in the schema. The empty name is the text itself.
    pub(crate) tables: &'static [(&'static str, &'static str)],
}

/// The manual of presets.
pub(crate) const PRESETS: Manual = Manual {
    text: include_str!("../../presets/README.md"),
    tables: &[
        ("Ramps", "Slope"),
        ("The file", ""),
        ("`floorplan`", "Floorplan"),
        ("Shapes of rooms", "ShapeRule"),
        ("Rooms of other sizes", "RoomSize"),
        ("Cycles", "Cycle"),
        ("Rules for tags", "Tag"),
        ("Rules for doors", "Door"),
        ("Stairs beside the exit", "Stairs"),
        ("`mission`", "Mission"),
        ("Locks", "Lock"),
        ("Where keys lie", "Key"),
        ("Shortcuts", "Shortcuts"),
        ("`props`", "Prop"),
        ("Light", "LightRule"),
        ("Sprites from a picture", "SpriteSheet"),
        ("Kinds of terrain", "Terrain"),
        ("Partings", "Parting"),
        ("Features", "Feature"),
        ("`layouts`", "Layout"),
        ("Memory", "Memory"),
        ("Pools", "Pool"),
        ("A formation", "Formation"),
        ("`vaults`", "Vault"),
        ("Entries of a legend", "LegendFields"),
        ("`groups`", "Group"),
        ("`encounters`", "Encounters"),
        ("`loot`", "Loot"),
        ("Items", "Item"),
        ("Metered things", "Metered"),
        ("Loot that is due", "Due"),
        ("`theme` and `palette`", "Theme"),
    ],
};

/// The types of entries that are merged field by field over those of a base, each with the path to
/// their map.
const MERGED: [(&str, &[&str]); 5] = [
    ("Prop", &["props"]),
    ("Terrain", &["terrain"]),
    ("Group", &["groups"]),
    ("Item", &["loot", "items"]),
    ("Metered", &["loot", "metered"]),
];

/// The schema's description: how the RON values of a preset appear in JSON.
const ABOUT: &str = "A preset of roomgen. Presets are written in RON; this schema describes them as JSON: structs and maps are objects, \
                     pairs and lists are arrays, characters are strings of one character; `Edge` is \"Edge\", `Cells(4)` is {\"Cells\": 4}, \
                     `Box(4, 2)` is {\"Box\": [4, 2]}, and `Adjacent(door: (1, 2))` is {\"Adjacent\": {\"door\": [1, 2]}}.";

/// A JSON Schema (2020-12) of the preset language: names, types and required fields.
///
/// The allowed ranges of numbers are in the descriptions, which come from the manual.
#[must_use]
pub fn schema() -> String {
    let mut schema = schema_of::<RawPreset>("Preset", ABOUT);
    schema["if"] = json!({ "not": { "required": ["base"] } });
    schema["then"] = spare_fields(&mut schema);
    PRESETS.describe(&mut schema, "");
    text_of(&schema)
}

/// The schema of what serde reads, without descriptions of fields.
pub(crate) fn schema_of<T: JsonSchema>(title: &str, about: &str) -> Value {
    let generator: SchemaGenerator = SchemaSettings::draft2020_12().into();
    let mut schema = renamed(generator.into_root_schema_for::<T>().to_value());
    schema["title"] = json!(title);
    schema["description"] = json!(about);
    schema
}

/// A schema as text, as it is printed.
pub(crate) fn text_of(schema: &Value) -> String {
    serde_json::to_string_pretty(schema).unwrap_or_default() + "\n"
}

impl Manual {
    /// Describes the fields of a schema; `root` is the type of the text itself.
    pub(crate) fn describe(&self, schema: &mut Value, root: &str) {
        for &(heading, definition) in self.tables {
            let definition = if definition.is_empty() { root } else { definition };
            for (fields, default, meaning) in self.rows(heading) {
                for (number, field) in fields.iter().enumerate() {
                    let own = default.get(number).or(default.first().filter(|_| default.len() == 1));
                    let words = own.map_or_else(|| meaning.clone(), |own| format!("{meaning}; default: {own}"));
                    describe(schema, definition, field, words);
                }
            }
        }
    }

    /// The rows of the table below a heading: the fields of a row, their defaults, their meaning.
    fn rows(&self, heading: &str) -> impl Iterator<Item = (Vec<String>, Vec<String>, String)> {
        let below = self
            .text
            .lines()
            .skip_while(move |line| !line.starts_with('#') || line.trim_start_matches(['#', ' ']) != heading)
            .skip(1);
        let rows = below.take_while(|line| !line.starts_with('#')).filter(|line| line.starts_with("| `"));
        rows.filter_map(|row| {
            let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let [fields, default, meaning @ ..] = &cells[..] else { return None };
            let fields: Vec<_> = fields.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            // A default such as "`5`, `14`" has one value for each field of the row. Any other
            // default holds for all of them.
            let each: Vec<_> = default.split("`, `").map(|part| part.trim_matches('`').to_owned()).collect();
            let default = if each.len() == fields.len() { each } else { vec![default.replace('`', "")] };
            let default = if default == ["must be given"] { Vec::new() } else { default };
            Some((fields, default, meaning.join(" | ").trim_end_matches(" |").to_owned()))
        })
    }
}

/// Removes the prefix `Raw` from the names of types and the docs of types, which describe the
/// library and not the language; shortens default numbers, and joins the names of enums.
fn renamed(value: Value) -> Value {
    let plain = |name: &str| name.strip_prefix("Raw").unwrap_or(name).to_owned();
    match value {
        Value::Object(fields) => {
            let each = fields.into_iter().filter(|(key, value)| key != "description" || !value.is_string());
            let each = each.map(|(key, value)| {
                let value = match value {
                    Value::String(to) if key == "$ref" => {
                        let (path, name) = to.rsplit_once('/').unwrap_or(("", &to));
                        format!("{path}/{}", plain(name)).into()
                    }
                    given if key == "default" => shortest(given),
                    Value::Array(variants) if key == "oneOf" => joined(variants),
                    other => renamed(other),
                };
                (plain(&key), value)
            });
            let fields: Map<_, _> = each.collect();
            // An enum of names alone needs no `oneOf`.
            match fields.get("oneOf").and_then(Value::as_array).map(Vec::as_slice) {
                Some([only]) => only.clone(),
                _ => Value::Object(fields),
            }
        }
        Value::Array(items) => items.into_iter().map(renamed).collect(),
        other => other,
    }
}

/// The schemas of an enum's variants, with one for all variants that are names alone.
fn joined(variants: Vec<Value>) -> Value {
    let (mut names, mut others) = (Vec::new(), Vec::new());
    for variant in variants {
        match (variant.get("const"), variant.get("enum").and_then(Value::as_array)) {
            (Some(name), _) => names.push(name.clone()),
            (None, Some(several)) => names.extend(several.iter().cloned()),
            (None, None) => others.push(variant),
        }
    }
    let names = (!names.is_empty()).then(|| json!({ "type": "string", "enum": names }));
    names.into_iter().chain(others.into_iter().map(renamed)).collect()
}

/// A default value with short numbers: 0.4, not 0.4000000059604645, the `f32` nearest to it.
fn shortest(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let short = number.as_f64().and_then(|number| (number as f32).to_string().parse::<f64>().ok());
            short.map_or(Value::Number(number), Value::from)
        }
        Value::Array(items) => items.into_iter().map(shortest).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, shortest(value))).collect(),
        other => other,
    }
}

/// Spares the mandatory fields of what is merged over a base; returns a schema that demands them.
///
/// With a base, a prop may give only the fields in which it differs from the base's prop.
pub(crate) fn spare_fields(schema: &mut Value) -> Value {
    let mut whole = json!({});
    for (kind, path) in MERGED {
        let required = schema["$defs"][kind].as_object_mut().and_then(|kind| kind.remove("required"));
        let map = path.iter().fold(&mut whole, |at, field| &mut at["properties"][field]);
        *map = json!({ "additionalProperties": { "required": required } });
    }
    whole
}

/// Sets the description of the field at a path such as `rooms.min` within the type `definition`.
fn describe(schema: &mut Value, definition: &str, path: &str, words: String) {
    let mut at = definition.to_owned();
    let mut fields = path.split('.').peekable();
    while let Some(field) = fields.next() {
        let object = if at.is_empty() { &mut *schema } else { &mut schema["$defs"][&at] };
        let Some(property) = object.pointer_mut(&format!("/properties/{field}")).and_then(Value::as_object_mut) else {
            return;
        };
        if fields.peek().is_none() {
            property.insert("description".to_owned(), words.into());
            return;
        }
        let Some(next) = referred(property) else { return };
        at = next;
    }
}

fn referred(property: &Map<String, Value>) -> Option<String> {
    let (_, name) = property.get("$ref")?.as_str()?.rsplit_once('/')?;
    Some(name.to_owned())
}

#[cfg(test)]
pub(crate) mod tests;
