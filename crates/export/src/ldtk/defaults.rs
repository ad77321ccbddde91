//! What all definitions and instances of a kind have in common.

use std::{collections::BTreeMap, sync::LazyLock};

use serde_json::{Map, Value};

/// The fields that all of a kind have in common, by the name of the kind.
static DEFAULTS: LazyLock<BTreeMap<&str, Map<String, Value>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("defaults.json")).unwrap_or_default());

/// What has the fields `own`, and those that all of this kind have in common.
pub(super) fn with_defaults(kind: &str, own: Value) -> Value {
    let mut all = DEFAULTS.get(kind).cloned().unwrap_or_default();
    if let Value::Object(own) = own {
        all.extend(own);
    }
    all.into()
}
