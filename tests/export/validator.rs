//! A small validator of JSON Schemas; a full one has dependencies that take long to build.

use std::{cell::RefCell, collections::BTreeMap};

use regex_lite::Regex;
use serde_json::Value;

/// Whether a value satisfies a schema; panics at schema keywords that it does not support.
pub(crate) fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
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
                "integer" => value.is_i64() || value.is_u64(),
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
        "maximum" => value.as_f64().is_none_or(|value| value <= number(says)),
        "pattern" => value.as_str().is_none_or(|text| matches(says.as_str().expect("a pattern"), text)),
        other => panic!("the schema says {other:?}, which this test does not know"),
    })
}

/// Whether a pattern matches anywhere in a text.
fn matches(pattern: &str, text: &str) -> bool {
    thread_local! {
        /// Compiled patterns, since compiling takes much longer than matching.
        static KNOWN: RefCell<BTreeMap<String, Regex>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        let read = || Regex::new(pattern).expect("a pattern");
        known.entry(pattern.to_owned()).or_insert_with(read).is_match(text)
    })
}
