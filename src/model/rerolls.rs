//! Re-rolls: the rooms of a level that are furnished anew, and by which number.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, Unexpected, Visitor},
};

/// The rooms of a level that are furnished anew: for each room its number, which is not 0.
///
/// Guarantee: at most [`Rerolls::MOST`] rooms. serde writes and reads a map of numbers
/// by room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Rerolls(BTreeMap<u32, u32>);

impl Rerolls {
    /// The most rooms of one request. The memory of a re-rolled room is kept while the level is
    /// populated, and a level file must not claim more work than its text.
    pub const MOST: usize = 4096;

    /// No re-rolls. It allocates nothing.
    pub(crate) const fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// Sets the number of a room; 0 takes the room out. Returns false, and changes nothing, if
    /// there would be too many rooms.
    pub(crate) fn set(&mut self, room: u32, number: u32) -> bool {
        if number == 0 {
            self.0.remove(&room);
            return true;
        }
        let fits = self.0.len() < Self::MOST || self.0.contains_key(&room);
        if fits {
            self.0.insert(room, number);
        }
        fits
    }

    /// The number of the room's re-roll; 0 for a room that is furnished as it was drawn first.
    #[must_use]
    pub fn get(&self, room: u32) -> u32 {
        self.0.get(&room).copied().unwrap_or(0)
    }

    /// The re-rolled rooms with their numbers, in ascending order of rooms.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, u32)> + Clone + use<'_> {
        self.0.iter().map(|(&room, &number)| (room, number))
    }

    /// The number of re-rolled rooms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no room is re-rolled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Rerolls {
    /// Writes rooms and numbers as `--reroll` of the tool reads them: `12,17:3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (room, number)) in self.iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            match number {
                1 => write!(f, "{comma}{room}")?,
                number => write!(f, "{comma}{room}:{number}")?,
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Rerolls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RerollsVisitor;

        impl<'de> Visitor<'de> for RerollsVisitor {
            type Value = Rerolls;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of numbers by room")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rerolls, A::Error> {
                let mut rerolls = Rerolls::none();
                while let Some((RerollKey(room), number)) = map.next_entry()? {
                    add(&mut rerolls, room, number)?;
                }
                Ok(rerolls)
            }
        }

        deserializer.deserialize_map(RerollsVisitor)
    }
}

/// Adds what a text says of a room.
fn add<E: Error>(rerolls: &mut Rerolls, room: u32, number: u32) -> Result<(), E> {
    if rerolls.get(room) > 0 {
        return Err(E::custom(format_args!("the re-roll of room {room} is given twice")));
    }
    let most = Rerolls::MOST;
    let above = || E::custom(format_args!("more than {most} re-rolled rooms; allowed: at most {most}"));
    if rerolls.set(room, number) { Ok(()) } else { Err(above()) }
}

/// A key of the map: a room, as a number or as text.
struct RerollKey(u32);

impl<'de> Deserialize<'de> for RerollKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl Visitor<'_> for KeyVisitor {
            type Value = RerollKey;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the id of a room, from 0 to {}", u32::MAX)
            }

            fn visit_u64<E: Error>(self, room: u64) -> Result<RerollKey, E> {
                let id = u32::try_from(room).map_err(|_| E::invalid_value(Unexpected::Unsigned(room), &self));
                id.map(RerollKey)
            }

            fn visit_i64<E: Error>(self, room: i64) -> Result<RerollKey, E> {
                let id = u32::try_from(room).map_err(|_| E::invalid_value(Unexpected::Signed(room), &self));
                id.map(RerollKey)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<RerollKey, E> {
                // `parse` alone would accept a sign.
                let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
                match text.parse() {
                    Ok(room) if is_digits => Ok(RerollKey(room)),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }

        deserializer.deserialize_any(KeyVisitor)
    }
}
