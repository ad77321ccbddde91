//! A seed, as a number, as text or as a word.

use std::{fmt, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected, Visitor},
};
use siphasher::sip::SipHasher24;

use super::Name;
use crate::legible::{is_hidden, quoted};

/// A seed as people write it: a number, or a word that stands for one.
///
/// A word has at most [`Name::MAX_LENGTH`] letters, digits, spaces, `-` and `_`, with a letter
/// among them, as in `forty` and `42nd`; or it is a date, as in `2026-11-29`. Its seed is the
/// SipHash-2-4 of its UTF-8, by a key of zeros. Guarantee: the number is the seed of the word, if
/// there is one.
///
/// ```
/// use roomgen::{NamedSeed, Preset, Request, generate};
///
/// let seed: NamedSeed = "forty".parse()?;
/// assert_eq!((seed.number(), seed.word().is_some()), (5_950_702_364_743_127_204, true));
/// let level = generate(&Preset::built_in("cellar")?, Request::new(0).with_named_seed(seed));
/// assert_eq!(level.origin().seed_word.as_deref(), Some("forty"));
/// assert_eq!("0x2a".parse(), Ok(NamedSeed::from(42)));
/// assert!("1.5".parse::<NamedSeed>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSeed {
    number: u64,
    word: Option<Name>,
}

impl NamedSeed {
    /// The seed.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The word that stands for the seed, if it was given by one.
    #[must_use]
    pub const fn word(&self) -> Option<&Name> {
        self.word.as_ref()
    }

    /// The word alone.
    pub(crate) fn into_word(self) -> Option<Name> {
        self.word
    }

    /// The whole number that a text writes: in decimal digits, or in hexadecimal ones behind `0x`,
    /// with a `_` between two digits or not. It may be above all seeds, as the end of a range is;
    /// one that 128 bits do not hold is the greatest of them.
    #[must_use]
    pub fn whole_number(text: &str) -> Option<u128> {
        let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => (digits, 16),
            None => (text, 10),
        };
        let is_number =
            digits.split('_').all(|part| !part.is_empty() && part.chars().all(|digit| digit.is_digit(radix)));
        is_number.then(|| u128::from_str_radix(&digits.replace('_', ""), radix).unwrap_or(u128::MAX))
    }

    /// The seed of a file, which may state its word: `None` if that is the word of another seed.
    pub(crate) fn stated(number: u64, word: Option<&str>) -> Option<Self> {
        let Some(word) = word else { return Some(number.into()) };
        word.parse().ok().filter(|seed: &Self| seed.word.is_some() && seed.number == number)
    }
}

impl From<u64> for NamedSeed {
    fn from(number: u64) -> Self {
        Self { number, word: None }
    }
}

impl FromStr for NamedSeed {
    type Err = SeedError;

    /// Reads a number, as [`NamedSeed::whole_number`] does, or else a word.
    fn from_str(text: &str) -> Result<Self, SeedError> {
        let number = Self::whole_number(text);
        let seed = match number {
            Some(number) => u64::try_from(number).ok().map(Self::from),
            None => is_word(text)
                .then(|| Self { number: SipHasher24::new().hash(text.as_bytes()), word: Some(text.into()) }),
        };
        seed.ok_or_else(|| SeedError { given: quoted(text) })
    }
}

/// Whether a text that is no number stands for a seed. Some letters are invisible.
fn is_word(text: &str) -> bool {
    let is_of_word = |character: char| {
        (character.is_alphanumeric() || [' ', '-', '_'].contains(&character)) && !is_hidden(character)
    };
    let has_sense = text.chars().any(char::is_alphabetic) || is_date(text);
    has_sense && text.trim() == text && text.chars().all(is_of_word) && text.chars().count() <= Name::MAX_LENGTH
}

/// Whether a text is a date: year, month and day, as in `2026-11-29`.
fn is_date(text: &str) -> bool {
    let parts: Vec<_> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let is_in = |part: &str, digits: usize, most: u32| {
        let number = if part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse().ok() } else { None };
        part.len() == digits && number.is_some_and(|number| (1..=most).contains(&number))
    };
    is_in(year, 4, 9999) && is_in(month, 2, 12) && is_in(day, 2, 31)
}

/// The error of a text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{given} is not a seed: write a whole number from 0 to {most}, such as 42 or 0x2a, or a word of letters, digits, \
     spaces, `-` and `_`, with a letter, or a date: forty, 42nd, 2026-11-29",
    most = u64::MAX
)]
pub struct SeedError {
    /// The text, in quotes and shortened.
    given: String,
}

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
