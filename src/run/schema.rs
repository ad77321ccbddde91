//! A JSON Schema of the texts of runs.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::borrow::Cow;

use super::raw::RawRun;
use crate::preset::{
    RawPreset,
    schema::{Manual, PRESETS, schema_of, spare_fields, text_of},
};

/// The manual of runs.
const RUNS: Manual = Manual {
    text: include_str!("../../docs/runs.md"),
    tables: &[("The text", ""), ("Acts", "Act"), ("Moods", "Mood"), ("Branches", "Branch")],
};

/// The schema's description.
const ABOUT: &str =
    "A run of roomgen. Its text is written in RON; this schema describes it as JSON, as that of presets does.";

/// A JSON Schema (2020-12) of the texts of runs: names, types and required fields.
///
/// The allowed ranges of numbers are in the descriptions, which come from the manuals. A schema
/// cannot test that pieces fit their presets.
#[must_use]
pub fn schema() -> String {
    let mut schema = schema_of::<RawRun>("Run", ABOUT);
    spare_fields(&mut schema);
    PRESETS.describe(&mut schema, "Piece");
    RUNS.describe(&mut schema, "");
    text_of(&schema)
}

/// A piece: a preset of which nothing must be given, and that has no name, size or base.
pub(super) struct PieceSchema;

impl JsonSchema for PieceSchema {
    fn schema_name() -> Cow<'static, str> {
        "Piece".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = RawPreset::json_schema(generator);
        schema.remove("required");
        if let Some(fields) = schema.get_mut("properties").and_then(serde_json::Value::as_object_mut) {
            fields.retain(|field, _| !["name", "size", "base"].contains(&field.as_str()));
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::schema::tests::{silent_fields, takes};

    #[test]
    fn the_built_in_runs_are_as_the_schema_says_and_malformed_ones_are_not() {
        let schema = schema();
        for (_, text) in crate::run::BUILT_IN {
            takes(&schema, text, true);
        }
        for text in [
            "(name: \"a\")",
            "(name: \"a\", acts: [(floors: 2)])",
            "(name: \"a\", acts: [(preset: [])], mood: {})",
            "(name: \"a\", acts: [(preset: \"mine\", floors: \"2\")])",
            "(name: \"a\", acts: [(preset: \"mine\", each: (name: \"b\"))])",
            "(name: \"a\", acts: [(preset: \"mine\")], shared: (pools: []))",
            "(name: \"a\", acts: [(preset: \"mine\")], branches: [(name: \"b\", acts: [])])",
        ] {
            takes(&schema, text, false);
        }
    }

    #[test]
    fn the_manuals_say_what_every_field_means() {
        let schema = serde_json::from_str(&schema()).unwrap();
        assert_eq!(silent_fields(&schema), [""; 0]);
    }
}
