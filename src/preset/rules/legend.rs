//! An entry of a vault's legend, as a preset file states it.

use serde::Deserialize;

/// What a character of a vault's drawing stands for: a kind of prop, alone or with what may be
/// taken of its props, or a kind of terrain.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawLegendEntry {
    #[serde(rename = "text")]
    Prop(String),
    #[serde(rename = "fields")]
    Fields(RawLegendFields),
}

/// Props of a legend of which some may be taken, or terrain. One of both is given.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawLegendFields {
    pub(crate) prop: Option<String>,
    pub(crate) terrain: Option<String>,
    pub(crate) choose: Option<i64>,
}

impl RawLegendEntry {
    /// The name of the kind of prop, if the entry names one.
    pub(crate) fn prop(&self) -> Option<&str> {
        match self {
            Self::Prop(prop) => Some(prop),
            Self::Fields(fields) => fields.prop.as_deref(),
        }
    }

    /// The name of the kind of terrain, if the entry names one.
    pub(crate) fn terrain(&self) -> Option<&str> {
        match self {
            Self::Prop(_) => None,
            Self::Fields(fields) => fields.terrain.as_deref(),
        }
    }

    /// Whether the entry is a struct.
    pub(crate) fn has_fields(&self) -> bool {
        matches!(self, Self::Fields(_))
    }

    /// How many of the props may be taken, if that is given.
    pub(crate) fn choose(&self) -> Option<i64> {
        match self {
            Self::Prop(_) => None,
            Self::Fields(fields) => fields.choose,
        }
    }
}
