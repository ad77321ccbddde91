//! Re-rolls: the rooms of a level that are furnished anew, and by which number.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, SeqAccess, Unexpected, Visitor},
};

/// The rooms of a level that are furnished anew: for each room its number, which is not 0.
///
/// Guarantee: at most [`Rerolls::MOST`] rooms. serde writes a map of numbers by room, and reads it,
/// or a column of rooms and a column of numbers.
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
                f.write_str("a map of numbers by room, or a column of rooms and a column of numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rerolls, A::Error> {
                let mut rerolls = Rerolls::none();
                let (mut rooms, mut numbers): (Option<Vec<u32>>, Option<Vec<u32>>) = (None, None);
                while let Some(key) = map.next_key()? {
                    match key {
                        RerollKey::Room(room) => add(&mut rerolls, room, map.next_value()?)?,
                        RerollKey::Rooms if rooms.is_none() => rooms = Some(map.next_value::<RerollColumn>()?.0),
                        RerollKey::Numbers if numbers.is_none() => numbers = Some(map.next_value::<RerollColumn>()?.0),
                        RerollKey::Rooms => return Err(A::Error::duplicate_field("room")),
                        RerollKey::Numbers => return Err(A::Error::duplicate_field("number")),
                    }
                }
                let (rooms, numbers) = (rooms.unwrap_or_default(), numbers.unwrap_or_default());
                if rooms.len() != numbers.len() {
                    return Err(A::Error::custom("the columns of a list differ in length"));
                }
                rooms.into_iter().zip(numbers).try_for_each(|(room, number)| add(&mut rerolls, room, number))?;
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

/// A key of the map: a room, or the name of a column.
enum RerollKey {
    Room(u32),
    Rooms,
    Numbers,
}

impl<'de> Deserialize<'de> for RerollKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl Visitor<'_> for KeyVisitor {
            type Value = RerollKey;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the id of a room, from 0 to {}", u32::MAX)
            }

            fn visit_u64<E: Error>(self, room: u64) -> Result<RerollKey, E> {
                let id = u32::try_from(room).map_err(|_| E::invalid_value(Unexpected::Unsigned(room), &self))?;
                Ok(RerollKey::Room(id))
            }

            fn visit_i64<E: Error>(self, room: i64) -> Result<RerollKey, E> {
                let id = u32::try_from(room).map_err(|_| E::invalid_value(Unexpected::Signed(room), &self))?;
                Ok(RerollKey::Room(id))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<RerollKey, E> {
                // `parse` alone would accept a sign.
                let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
                match text {
                    "room" => Ok(RerollKey::Rooms),
                    "number" => Ok(RerollKey::Numbers),
                    _ => match text.parse() {
                        Ok(room) if is_digits => Ok(RerollKey::Room(room)),
                        _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                    },
                }
            }
        }

        deserializer.deserialize_any(KeyVisitor)
    }
}

/// A column of rooms or of numbers, of limited length.
struct RerollColumn(Vec<u32>);

impl<'de> Deserialize<'de> for RerollColumn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ColumnVisitor;

        impl<'de> Visitor<'de> for ColumnVisitor {
            type Value = RerollColumn;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {} whole numbers", Rerolls::MOST)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RerollColumn, A::Error> {
                let mut column = Vec::new();
                while let Some(number) = list.next_element()? {
                    if column.len() == Rerolls::MOST {
                        return Err(A::Error::invalid_length(column.len() + 1, &self));
                    }
                    column.push(number);
                }
                Ok(RerollColumn(column))
            }
        }

        deserializer.deserialize_seq(ColumnVisitor)
    }
}
