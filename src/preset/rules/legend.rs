//! An entry of a vault's legend, as a preset file states it.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

/// What a character of a vault's drawing stands for: a kind of prop, alone or with what may be
/// taken of its props.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawLegendEntry {
    Prop(String),
    Offer(RawLegendOffer),
}

/// Props of a legend of which some may be taken.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLegendOffer {
    pub(crate) prop: String,
    #[serde(default)]
    pub(crate) choose: Option<i64>,
}

impl RawLegendEntry {
    /// The name of the kind of prop.
    pub(crate) fn prop(&self) -> &str {
        match self {
            Self::Prop(prop) | Self::Offer(RawLegendOffer { prop, .. }) => prop,
        }
    }

    /// Whether the entry is a struct.
    pub(crate) fn has_fields(&self) -> bool {
        matches!(self, Self::Offer(_))
    }

    /// How many of the props may be taken, if that is given.
    pub(crate) fn choose(&self) -> Option<i64> {
        match self {
            Self::Prop(_) => None,
            Self::Offer(offer) => offer.choose,
        }
    }
}

/// What serde reports as expected in place of a bad entry of a legend.
///
/// `preset/syntax` recognizes that error by this text.
pub(crate) const PROP_OR_OFFER: &str = "the name of a prop, alone or with `choose`";

impl<'de> Deserialize<'de> for RawLegendEntry {
    /// Decides by the form of the value: a struct has brackets, a name does not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = RawLegendEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(PROP_OR_OFFER)
            }

            fn visit_str<E>(self, prop: &str) -> Result<RawLegendEntry, E> {
                Ok(RawLegendEntry::Prop(prop.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawLegendEntry, A::Error> {
                RawLegendOffer::deserialize(MapAccessDeserializer::new(map)).map(RawLegendEntry::Offer)
            }
        }

        deserializer.deserialize_any(Either)
    }
}
