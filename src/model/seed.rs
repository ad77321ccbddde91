//! A seed, as a number or as text.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected, Visitor},
};

/// A seed, and whether serde writes it as text. Reading accepts a whole number, or digits as text.
pub(crate) struct SeedField {
    pub(crate) value: u64,
    pub(crate) is_text: bool,
}

impl From<u64> for SeedField {
    /// The field of a seed that is written as text, which every format and language keeps exact.
    fn from(value: u64) -> Self {
        Self { value, is_text: true }
    }
}

impl Serialize for SeedField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_text { serializer.collect_str(&self.value) } else { serializer.serialize_u64(self.value) }
    }
}

impl<'de> Deserialize<'de> for SeedField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SeedVisitor;

        impl Visitor<'_> for SeedVisitor {
            type Value = u64;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 0 to {}, also as text", u64::MAX)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
                Ok(number)
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
                u64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
                // `parse` alone would accept a sign.
                let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = if is_digits { text.parse().ok() } else { None };
                number.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        let value = deserializer.deserialize_any(SeedVisitor)?;
        Ok(Self { value, is_text: false })
    }
}
