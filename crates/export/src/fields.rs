//! Records of level files as flat fields, for formats whose properties are scalars: a name and a
//! value for each.
//!
//! A field of a record inside another has both names, joined by `_`: `allowance_encounters`. So has
//! each record of a list, with its position between. Nulls and empty lists have no field.

use serde_json::Value;

/// The value of a field.
pub(crate) enum FieldValue {
    Flag(bool),
    Whole(i64),
    Number(f32),
    Text(String),
    /// A list of scalars, or of pairs such as cells. [`text`] has the text of each.
    List(Vec<Value>),
}

/// The fields of a record, by name, but those that are called `omitted`.
pub(crate) fn fields(record: &Value, omitted: &[&str]) -> Vec<(String, FieldValue)> {
    let mut fields = Vec::new();
    let record = record.as_object().into_iter().flatten();
    for (name, value) in record.filter(|(name, _)| !omitted.contains(&name.as_str())) {
        flatten(name.clone(), value, &mut fields);
    }
    fields.sort_by(|one, other| one.0.cmp(&other.0));
    fields
}

fn flatten(name: String, value: &Value, fields: &mut Vec<(String, FieldValue)>) {
    let field = match value {
        Value::Null => return,
        Value::Object(record) => {
            return record.iter().for_each(|(field, value)| flatten(format!("{name}_{field}"), value, fields));
        }
        Value::Array(list) if list.iter().all(|value| !value.is_object()) => {
            if list.is_empty() {
                return;
            }
            FieldValue::List(list.clone())
        }
        Value::Array(list) => {
            return (0..).zip(list).for_each(|(at, value): (u32, _)| flatten(format!("{name}_{at}"), value, fields));
        }
        Value::Bool(is) => FieldValue::Flag(*is),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => FieldValue::Whole(whole),
            None => FieldValue::Number(number.as_f64().unwrap_or_default() as f32),
        },
        Value::String(text) => FieldValue::Text(text.clone()),
    };
    fields.push((name, field));
}

/// A scalar as text, or the texts of a list with commas between: `3,4`.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_flat_under_the_names_of_their_fields() {
        let record = serde_json::json!({
            "id": 3, "x": 4, "progress": 0.1, "host": null, "tags": [], "cells": [[1, 2], [3, 4]], "opens": [0, 5],
            "allowance": {"loot": 0, "encounters": 4}, "groups": [{"name": "bats"}], "lit": false,
        });
        let words = |value: FieldValue| match value {
            FieldValue::Flag(is) => is.to_string(),
            FieldValue::Whole(number) => number.to_string(),
            FieldValue::Number(number) => number.to_string(),
            FieldValue::Text(text) => text,
            FieldValue::List(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        };
        let flat: Vec<_> =
            fields(&record, &["x"]).into_iter().map(|(name, value)| format!("{name}={}", words(value))).collect();
        let expected = [
            "allowance_encounters=4",
            "allowance_loot=0",
            "cells=1,2 3,4",
            "groups_0_name=bats",
            "id=3",
            "lit=false",
            "opens=0 5",
            "progress=0.1",
        ];
        assert_eq!(flat, expected);
    }
}
