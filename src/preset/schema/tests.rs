//! Compares the schema with presets as they are in their files, and with the manual.

use super::*;
use crate::preset::{BUILT_IN, check::syntax};
use syntax::{Token, TokenKind};
use validator::fits;

#[path = "../../../tests/export/validator.rs"]
mod validator;

/// Converts a RON text to JSON, as [`ABOUT`] describes.
fn json_of(text: &str) -> Value {
    let tokens = syntax::form(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    JsonReader { text, tokens: &tokens, next: 0 }.value()
}

struct JsonReader<'text> {
    text: &'text str,
    tokens: &'text [Token],
    next: usize,
}

impl JsonReader<'_> {
    fn word(&self) -> &str {
        &self.text[self.tokens[self.next].span.clone()]
    }

    fn value(&mut self) -> Value {
        let (kind, word) = (self.tokens[self.next].kind, self.word().to_owned());
        let opens = self.tokens.get(self.next + 1).is_some_and(|token| token.kind == TokenKind::Open);
        match kind {
            TokenKind::Text => self.plain(ron::from_str::<String>(&word).unwrap().into()),
            TokenKind::Letter => self.plain(ron::from_str::<char>(&word).unwrap().to_string().into()),
            TokenKind::Word if opens => {
                self.next += 1;
                let inside = match self.inside() {
                    Value::Array(mut items) if items.len() == 1 => items.remove(0),
                    other => other,
                };
                json!({ word: inside })
            }
            TokenKind::Word if word == "None" => self.plain(Value::Null),
            TokenKind::Word => {
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

    /// The content of brackets.
    fn inside(&mut self) -> Value {
        let is_struct = self.word() == "{" || self.tokens[self.next + 2].kind == TokenKind::Colon;
        self.next += 1;
        let (mut items, mut fields) = (Vec::new(), Map::new());
        while self.tokens[self.next].kind != TokenKind::Close {
            if self.tokens[self.next].kind == TokenKind::Comma {
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
    is_preset("(name: \"a\", base: \"crypt\", remove: [\"graves\"], props: {\"urn\": (color: \"#ffffff\")})", true);
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
            // A struct is described by its fields.
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
