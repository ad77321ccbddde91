//! An entry of a vault's legend, as a preset file states it.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

/// What a character of a vault's drawing stands for: a kind of prop, alone or with what may be
/// taken of its props, or a kind of terrain.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawLegendEntry {
    Prop(String),
    Fields(RawLegendFields),
}

/// Props of a legend of which some may be taken, or terrain. One of both is given.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLegendFields {
    #[serde(default)]
    pub(crate) prop: Option<String>,
    #[serde(default)]
    pub(crate) terrain: Option<String>,
    #[serde(default)]
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

/// What serde reports as expected in place of a bad entry of a legend.
///
/// `preset/syntax` recognizes that error by this text.
pub(crate) const PROP_OR_TERRAIN: &str = "the name of a prop, alone or with `choose`, or terrain";

impl<'de> Deserialize<'de> for RawLegendEntry {
    /// Decides by the form of the value: a struct has brackets, a name does not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = RawLegendEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(PROP_OR_TERRAIN)
            }

            fn visit_str<E>(self, prop: &str) -> Result<RawLegendEntry, E> {
                Ok(RawLegendEntry::Prop(prop.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawLegendEntry, A::Error> {
                RawLegendFields::deserialize(MapAccessDeserializer::new(map)).map(RawLegendEntry::Fields)
            }
        }

        deserializer.deserialize_any(Either)
    }
}
