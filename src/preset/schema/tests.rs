//! The schema against presets as they stand in their files, by a small validator of its own: what full ones depend on would
//! take longer to build than all of the crate.

use super::*;
use crate::preset::{BUILT_IN, check::syntax};
use syntax::{Kind, Token};

/// A RON text as JSON: what [`ABOUT`] says.
fn json_of(text: &str) -> Value {
    let tokens = syntax::form(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Reader { text, tokens: &tokens, next: 0 }.value()
}

struct Reader<'text> {
    text: &'text str,
    tokens: &'text [Token],
    next: usize,
}

impl Reader<'_> {
    fn word(&self) -> &str {
        &self.text[self.tokens[self.next].span.clone()]
    }

    fn value(&mut self) -> Value {
        let (kind, word) = (self.tokens[self.next].kind, self.word().to_owned());
        let opens = self.tokens.get(self.next + 1).is_some_and(|token| token.kind == Kind::Open);
        match kind {
            Kind::Text => self.plain(ron::from_str::<String>(&word).unwrap().into()),
            Kind::Letter => self.plain(ron::from_str::<char>(&word).unwrap().to_string().into()),
            Kind::Word if opens => {
                self.next += 1;
                let inside = match self.inside() {
                    Value::Array(mut items) if items.len() == 1 => items.remove(0),
                    other => other,
                };
                json!({ word: inside })
            }
            Kind::Word if word == "None" => self.plain(Value::Null),
            Kind::Word => {
                let value = serde_json::from_str(&word);
                self.plain(value.unwrap_or(Value::String(word)))
            }
            _ => self.inside(),
        }
    }

    fn plain(&mut self, value: Value) -> Value {
        self.next += 1;
        value
    }

    /// What stands in brackets.
    fn inside(&mut self) -> Value {
        let is_struct = self.word() == "{" || self.tokens[self.next + 2].kind == Kind::Colon;
        self.next += 1;
        let (mut items, mut fields) = (Vec::new(), Map::new());
        while self.tokens[self.next].kind != Kind::Close {
            if self.tokens[self.next].kind == Kind::Comma {
                self.next += 1;
                continue;
            }
            let value = self.value();
            if is_struct {
                self.next += 1;
                let field = self.value();
                fields.insert(value.as_str().expect("a name").to_owned(), field);
            } else {
                items.push(value);
            }
        }
        self.next += 1;
        if is_struct { fields.into() } else { items.into() }
    }
}

/// Whether a value is as a schema says; panics at a word of schemas that it does not know.
fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let Some(words) = schema.as_object() else { return schema.as_bool().expect("a schema") };
    let each = |name: &str, test: &dyn Fn(&Value) -> bool| {
        words[name].as_array().expect(name).iter().filter(|of| test(of)).count()
    };
    let number = |word: &Value| word.as_f64().expect("a number");
    let size = value.as_array().map_or(0, Vec::len) as f64;
    words.iter().all(|(word, says)| match word.as_str() {
        "$schema" | "$defs" | "title" | "description" | "default" | "format" | "then" => true,
        "$ref" => {
            fits(root, root.pointer(says.as_str().expect("a place").trim_start_matches('#')).expect("it exists"), value)
        }
        "type" => {
            let is = |kind: &Value| match kind.as_str().expect("a type") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_i64(),
                "number" => value.is_number(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                other => panic!("the type {other}"),
            };
            says.as_array().map_or_else(|| is(says), |types| types.iter().any(is))
        }
        "const" => value == says,
        "enum" => each(word, &|one| one == value) > 0,
        "anyOf" => each(word, &|one| fits(root, one, value)) > 0,
        "oneOf" => each(word, &|one| fits(root, one, value)) == 1,
        "not" => !fits(root, says, value),
        "if" => !fits(root, says, value) || fits(root, &words["then"], value),
        "required" => value
            .as_object()
            .is_none_or(|fields| each(word, &|name| !fields.contains_key(name.as_str().expect("a name"))) == 0),
        "properties" => value.as_object().is_none_or(|fields| {
            fields.iter().all(|(name, field)| says.get(name).is_none_or(|says| fits(root, says, field)))
        }),
        "additionalProperties" => {
            let known = words.get("properties");
            let is_known = |name: &String| known.is_some_and(|known| known.get(name).is_some());
            value
                .as_object()
                .is_none_or(|fields| fields.iter().all(|(name, field)| is_known(name) || fits(root, says, field)))
        }
        "propertyNames" => {
            value.as_object().is_none_or(|fields| fields.keys().all(|name| fits(root, says, &name.as_str().into())))
        }
        "items" => {
            let first = words.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
            value.as_array().is_none_or(|items| items.iter().skip(first).all(|item| fits(root, says, item)))
        }
        "prefixItems" => value.as_array().is_none_or(|items| {
            items.iter().zip(says.as_array().expect("schemas")).all(|(item, says)| fits(root, says, item))
        }),
        "minItems" => !value.is_array() || size >= number(says),
        "maxItems" => !value.is_array() || size <= number(says),
        "minLength" => value.as_str().is_none_or(|text| text.chars().count() as f64 >= number(says)),
        "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as f64 <= number(says)),
        "minimum" => value.as_f64().is_none_or(|value| value >= number(says)),
        other => panic!("the schema says {other:?}, which this test does not know"),
    })
}

#[track_caller]
fn is_preset(text: &str, expected: bool) {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    let value = json_of(text);
    assert_eq!(fits(&schema, &schema, &value), expected, "{text}\n{value:#}");
}

#[test]
fn the_built_in_presets_are_as_the_schema_says() {
    for (_, text) in BUILT_IN {
        is_preset(text, true);
    }
    is_preset("(name: \"a\", base: \"crypt\", drop: [\"graves\"], props: {\"urn\": (color: \"#ffffff\")})", true);
    is_preset(
        "(name: \"a\", floorplan: (start: Anywhere, style: Adjacent(door: (1, 2)), path: (rooms: (3, 4), wander: 1)))",
        true,
    );
}

#[test]
fn what_is_no_preset_is_not_as_the_schema_says() {
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
        "(name: \"a\", props: {\"urn\": (glyph: 'u', color: \"#ffffff\", blocks: 1)})",
        "(name: \"a\", palette: {\"kk\": \"#000000\"})",
        "(name: \"a\", layouts: [(formations: [])])",
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: Blob, prop: \"urn\")])])",
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: X, size: Cells(\"4\"), prop: \"urn\")])])",
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: Bitmap([1]), prop: \"urn\")])])",
    ] {
        is_preset(text, false);
    }
}

#[test]
fn the_manual_says_what_every_field_means() {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    let mut silent = Vec::new();
    let types = schema["$defs"].as_object().unwrap().iter().map(|(name, says)| (name.as_str(), says));
    for (name, says) in types.chain([("", &schema)]) {
        for (field, property) in says["properties"].as_object().into_iter().flatten() {
            // A struct is described field by field.
            let inside = property["$ref"].as_str().and_then(|to| schema.pointer(to.trim_start_matches('#')));
            let is_struct = inside.is_some_and(|inside| inside["properties"].is_object());
            if !is_struct && property["description"].as_str().is_none_or(str::is_empty) {
                silent.push(format!("{name}.{field}"));
            }
        }
    }
    assert_eq!(silent, [""; 0], "fields that no table of presets/README.md has a row for");
    assert_eq!(
        schema["properties"]["clearance"]["description"],
        "cells before each door that stay free of obstacles, 1 to 8; default: 1"
    );
    assert_eq!(
        schema["$defs"]["Rooms"]["properties"]["max"]["description"],
        "the smallest and largest side of a room; the largest at least twice the smallest; default: 14"
    );
}
