//! The field `required` of formations: `true`, or the least number of props.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};

/// Whether a room must have a formation, or how many of its props, as a preset file states it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Required", untagged))]
pub(crate) enum RawRequired {
    /// At least one prop, or none.
    Whether(bool),
    /// At least this many props.
    Props(i64),
}

/// What serde reports as expected in place of another value.
///
/// `preset/syntax` recognizes that error by this text.
pub(crate) const TRUE_OR_PROPS: &str = "`true` or a number of props";

impl<'de> Deserialize<'de> for RawRequired {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = RawRequired;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(TRUE_OR_PROPS)
            }

            fn visit_bool<E>(self, value: bool) -> Result<RawRequired, E> {
                Ok(RawRequired::Whether(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<RawRequired, E> {
                Ok(RawRequired::Props(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<RawRequired, E> {
                Ok(RawRequired::Props(i64::try_from(value).unwrap_or(i64::MAX)))
            }
        }

        deserializer.deserialize_any(Either)
    }
}
