//! Compares the schema with presets as they are in their files, and with the manual.

use super::*;
use crate::preset::{
    BUILT_IN,
    syntax::{SourceSpan, SourceTree, TreeBody, ValueTree},
};
use validator::fits;

#[path = "../../../tests/export/validator.rs"]
mod validator;

/// Converts a RON text to JSON, as [`ABOUT`] describes.
fn json_of(text: &str) -> Value {
    let mut source = SourceTree::of(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    source.check_form().unwrap_or_else(|error| panic!("{error}\n{text}"));
    json(text, &source.tree)
}

fn json(text: &str, tree: &ValueTree) -> Value {
    let written = |span: &SourceSpan| &text[span.span.clone()];
    let word = written(&tree.whole);
    let mut inside = match &tree.body {
        TreeBody::Broken(fault) => panic!("{fault:?}"),
        TreeBody::Plain if word == "None" => return Value::Null,
        TreeBody::Plain => {
            let texts = [ron::from_str::<String>(word), ron::from_str::<char>(word).map(String::from)];
            let text = texts.into_iter().find_map(Result::ok).map(Value::String);
            return text.or_else(|| serde_json::from_str(word).ok()).unwrap_or_else(|| word.into());
        }
        TreeBody::Fields(entries) | TreeBody::Map(entries) => {
            let name = |key: &SourceSpan| {
                ron::from_str::<String>(written(key)).unwrap_or_else(|_| {
                    ron::from_str::<char>(written(key)).map_or_else(|_| written(key).to_owned(), String::from)
                })
            };
            entries
                .iter()
                .map(|value| (name(value.key.as_ref().unwrap()), json(text, value)))
                .collect::<Map<_, _>>()
                .into()
        }
        TreeBody::List(items) | TreeBody::Tuple(items) => {
            items.iter().map(|item| json(text, item)).collect::<Vec<_>>().into()
        }
    };
    let name = written(&tree.open()).trim_end_matches(['(', '[', '{']).trim_end();
    if name.is_empty() {
        return inside;
    }
    if let Value::Array(items) = &mut inside
        && items.len() == 1
    {
        inside = items.remove(0);
    }
    json!({ name: inside })
}

/// Expects a schema to take a text, or to refuse it.
#[track_caller]
pub(crate) fn takes(schema: &str, text: &str, expected: bool) {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let value = json_of(text);
    assert_eq!(fits(&schema, &schema, &value), expected, "{text}\n{value:#}");
}

/// The fields of a schema that have no description, as `Type.field`.
pub(crate) fn silent_fields(schema: &Value) -> Vec<String> {
    let mut silent = Vec::new();
    let types = schema["$defs"].as_object().unwrap().iter().map(|(name, says)| (name.as_str(), says));
    for (name, says) in types.chain([("", schema)]) {
        for (field, property) in says["properties"].as_object().into_iter().flatten() {
            // A struct is described by its fields.
            let inside = property["$ref"].as_str().and_then(|to| schema.pointer(to.trim_start_matches('#')));
            let is_struct = inside.is_some_and(|inside| inside["properties"].is_object());
            if !is_struct && property["description"].as_str().is_none_or(str::is_empty) {
                silent.push(format!("{name}.{field}"));
            }
        }
    }
    silent
}

#[track_caller]
fn is_preset(text: &str, expected: bool) {
    takes(&schema(), text, expected);
}

#[test]
fn the_built_in_presets_are_as_the_schema_says() {
    for (_, text) in BUILT_IN {
        is_preset(text, true);
    }
    is_preset("(name: \"a\", base: \"crypt\", remove: [\"graves\"], props: {\"urn\": (color: \"#ffffff\")})", true);
    is_preset(
        "(name: \"a\", base: \"crypt\", groups: {\"bones\": (weight: 2)}, loot: (items: {\"gold\": (weight: 2)}))",
        true,
    );
    is_preset(
        "(name: \"a\", floorplan: (start: Anywhere, style: Adjacent(door: (1, 2)), path: (rooms: (3, 4), wander: 1)))",
        true,
    );
}

#[test]
fn the_schema_refuses_malformed_presets() {
    for text in [
        "(size: (80, 50))",
        "(name: 3)",
        "(name: \"a\", sise: (80, 50))",
        "(name: \"a\", size: (80, 50, 3))",
        "(name: \"a\", size: (80,))",
        "(name: \"a\", size: (80, 50.5))",
        "(name: \"a\", floorplan: (start: Edgy))",
        "(name: \"a\", floorplan: (style: Adjacent(dor: (1, 2))))",
        "(name: \"a\", floorplan: (rooms: (min: \"5\")))",
        "(name: \"a\", props: {\"urn\": (color: \"#ffffff\")})",
        "(name: \"a\", groups: {\"bones\": (weight: 2)})",
        "(name: \"a\", loot: (items: {\"gold\": (weight: 2)}))",
        "(name: \"a\", props: {\"urn\": (glyph: 'u', color: \"#ffffff\", blocks: 1)})",
        "(name: \"a\", palette: {\"kk\": \"#000000\"})",
        "(name: \"a\", layouts: [(formations: [])])",
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: Blobb, prop: \"urn\")])])",
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: X, size: Cells(\"4\"), prop: \"urn\")])])",
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: Bitmap([1]), prop: \"urn\")])])",
    ] {
        is_preset(text, false);
    }
}

#[test]
fn the_manual_says_what_every_field_means() {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    assert_eq!(silent_fields(&schema), [""; 0], "fields that no table of presets/README.md has a row for");
    assert_eq!(
        schema["properties"]["clearance"]["description"],
        "cells before each door that stay free of obstacles, 1 to 8; of an opening or a mouth of four cells or more, \
         before its threshold alone: the middle third, rounded up; default: 1"
    );
    assert_eq!(
        schema["$defs"]["Rooms"]["properties"]["max"]["description"],
        "the smallest and largest side of a room; the largest at least twice the smallest; default: 14"
    );
}
