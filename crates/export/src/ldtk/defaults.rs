//! What all definitions and instances of a kind have in common.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// What has the fields `own`, and those that all of this kind have in common.
pub(super) fn with_defaults(kind: &str, own: Value) -> Value {
    const DEFAULTS: &str = include_str!("defaults.json");
    let mut defaults: BTreeMap<&str, Map<String, Value>> = serde_json::from_str(DEFAULTS).unwrap_or_default();
    let mut all = defaults.remove(kind).unwrap_or_default();
    if let Value::Object(own) = own {
        all.extend(own);
    }
    all.into()
}
