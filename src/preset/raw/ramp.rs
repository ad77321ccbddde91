//! The unchecked form of ramps, as serde reads it: a number such as `0.4`, or
//! `(from: 0.2, to: 0.6)`.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::preset::{RampAxis, RampEasing};

/// A number, or a ramp between two numbers.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawRamp {
    Plain(f64),
    Over(Box<RawSlope>),
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSlope {
    pub(crate) from: RawRamp,
    pub(crate) to: RawRamp,
    #[serde(default)]
    pub(crate) over: Option<RampAxis>,
    #[serde(default)]
    pub(crate) ease: RampEasing,
}

impl Default for RawRamp {
    fn default() -> Self {
        Self::Plain(0.0)
    }
}

impl RawRamp {
    /// Whether the value is this plain number, not a ramp.
    #[expect(clippy::float_cmp, reason = "a default is told from all else, however near")]
    pub(crate) fn is(&self, number: f64) -> bool {
        matches!(self, Self::Plain(value) if *value == number)
    }
}

impl From<f64> for RawRamp {
    fn from(value: f64) -> Self {
        Self::Plain(value)
    }
}

impl<'de> Deserialize<'de> for RawRamp {
    /// Decides by the form of the value: a ramp begins with a bracket, a number does not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = RawRamp;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(NUMBER_OR_RAMP)
            }

            fn visit_i64<E>(self, value: i64) -> Result<RawRamp, E> {
                Ok(RawRamp::Plain(value as f64))
            }

            fn visit_u64<E>(self, value: u64) -> Result<RawRamp, E> {
                Ok(RawRamp::Plain(value as f64))
            }

            fn visit_f64<E>(self, value: f64) -> Result<RawRamp, E> {
                Ok(RawRamp::Plain(value))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawRamp, A::Error> {
                RawSlope::deserialize(MapAccessDeserializer::new(map)).map(|slope| RawRamp::Over(Box::new(slope)))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// What serde reports as expected in place of a bad number or ramp.
///
/// `preset/check/syntax` recognizes that error by this text.
pub(crate) const NUMBER_OR_RAMP: &str = "a number or a ramp";
