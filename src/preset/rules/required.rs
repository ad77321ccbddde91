//! The field `required` of formations: `true`, or the least number of props.

use serde::Deserialize;

/// Whether a room must have a formation, or how many of its props, as a preset file states it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Required", untagged))]
pub(crate) enum RawRequired {
    /// At least one prop, or none.
    #[serde(rename = "truth")]
    Whether(bool),
    /// At least this many props.
    #[serde(rename = "number")]
    Props(i64),
}
