//! Lists of a level file in forms that take little more memory than their text.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, SeqAccess, Visitor},
};

use super::limit;
use crate::{legible, model::Name};

/// The rows of tiles, as read.
pub(crate) struct RawRows(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for RawRows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        limit::ROWS.list(deserializer).map(Self)
    }
}

/// The id of a room, a passage or a prop, which need not exist.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct RawId(u32);

/// A number of 32 bits: a cost, a value, or the id of a room, which need not exist.
#[derive(Clone, Copy)]
pub(super) struct RawNumber(pub(super) u32);

impl<'de> Deserialize<'de> for RawNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = i64::deserialize(deserializer)?;
        let refusal = || D::Error::custom(format_args!("{given} is out of range; allowed: 0 to {}", u32::MAX));
        u32::try_from(given).map(Self).map_err(|_| refusal())
    }
}

impl Serialize for RawNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

impl<'de> Deserialize<'de> for RawId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = i64::deserialize(deserializer)?;
        let refusal = || D::Error::custom(format_args!("{given} is no id; allowed: 0 to {}", u32::MAX));
        u32::try_from(given).map(Self).map_err(|_| refusal())
    }
}

/// The ids of the rooms of the path. The level keeps the list as it is.
pub(crate) struct RawRoomPath(pub(super) Vec<u32>);

impl<'de> Deserialize<'de> for RawRoomPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ids(deserializer, "a list of ids of rooms", |_, _| true).map(Self)
    }
}

/// The ids of the passages that a key opens. Ascending, since a list of different numbers takes
/// about as many bytes of text as of memory.
pub(crate) struct RawOpens(pub(super) Vec<u32>);

impl<'de> Deserialize<'de> for RawOpens {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut ids = Vec::new();
        ascending(deserializer, "a list of ids of passages, ascending", &mut ids)?;
        Ok(Self(ids))
    }
}

impl Serialize for RawOpens {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Reads a list of ids, any two of which in a row are in order by `is_order`.
fn ids<'de, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
    is_order: fn(RawId, RawId) -> bool,
) -> Result<Vec<u32>, D::Error> {
    let mut ids = Vec::new();
    deserializer.deserialize_seq(IdsVisitor { expected, is_order, ids: &mut ids })?;
    Ok(ids)
}

/// Reads a list of ids, each greater than the one before, and appends it to `ids`.
pub(super) fn ascending<'de, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
    ids: &mut Vec<u32>,
) -> Result<(), D::Error> {
    deserializer.deserialize_seq(IdsVisitor { expected, is_order: |before, next| before < next, ids })
}

struct IdsVisitor<'ids> {
    expected: &'static str,
    is_order: fn(RawId, RawId) -> bool,
    /// Where the ids are appended.
    ids: &'ids mut Vec<u32>,
}

impl<'de> Visitor<'de> for IdsVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Self { expected, is_order, ids } = self;
        let mut last = None;
        while let Some(id) = list.next_element::<RawId>()? {
            if let Some(RawId(before)) = last.filter(|&before| !is_order(before, id)) {
                return Err(A::Error::custom(format_args!("{} comes after {before}; allowed: {expected}", id.0)));
            }
            last = Some(id);
            ids.push(id.0);
        }
        Ok(())
    }
}

/// The tags of a room in one text, since a list of short texts takes many times their bytes.
#[derive(Default)]
pub(crate) struct RawTags(Box<str>);

impl RawTags {
    /// Stands behind each tag. No name contains it.
    const END: char = '\n';

    pub(super) fn of<'text>(tags: impl Iterator<Item = &'text str>) -> Self {
        Self(tags.flat_map(|tag| [tag.chars(), "\n".chars()]).flatten().collect::<String>().into())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(Self::END)
    }
}

impl Serialize for RawTags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for RawTags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TagsVisitor;

        impl<'de> Visitor<'de> for TagsVisitor {
            type Value = RawTags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of tags")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RawTags, A::Error> {
                let (mut tags, mut count) = (String::new(), 0);
                while let Some(tag) = list.next_element::<String>()? {
                    limit::ROOM_TAGS.admit(count)?;
                    if Name::fault(&tag).is_some() {
                        let given = legible::quoted(&tag);
                        return Err(A::Error::custom(format_args!("tags is {given}; allowed: {}", Name::ALLOWED)));
                    }
                    tags.extend([tag.as_str(), "\n"]);
                    count += 1;
                }
                Ok(RawTags(tags.into()))
            }
        }

        deserializer.deserialize_seq(TagsVisitor)
    }
}

/// Names end to end in one text, some of which are absent.
#[derive(Default)]
pub(super) struct RawNames {
    /// A line break stands behind each name, and an empty line for none.
    text: String,
    count: usize,
}

impl RawNames {
    /// Adds a name of `field`, or none; a text for an invalid name.
    pub(super) fn add(&mut self, field: &str, name: Option<&str>) -> Result<(), String> {
        if let Some(name) = name.filter(|name| Name::fault(name).is_some()) {
            return Err(format!("{field} is {}; allowed: {}", legible::quoted(name), Name::ALLOWED));
        }
        self.text.push_str(name.unwrap_or_default());
        self.text.push('\n');
        self.count += 1;
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        self.text.split_terminator('\n').map(|name| Some(name).filter(|name| !name.is_empty()))
    }
}

impl<'de> Deserialize<'de> for RawNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NamesVisitor;

        impl<'de> Visitor<'de> for NamesVisitor {
            type Value = RawNames;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of names")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RawNames, A::Error> {
                let mut names = RawNames::default();
                while let Some(name) = list.next_element::<Option<String>>()? {
                    names.add("a name", name.as_deref()).map_err(A::Error::custom)?;
                }
                Ok(names)
            }
        }

        deserializer.deserialize_seq(NamesVisitor)
    }
}

/// Lists of numbers, end to end in one list.
#[derive(Default)]
pub(super) struct NumberLists {
    numbers: Vec<i32>,
    /// For each list, the position in `numbers` behind its last number.
    ends: Vec<u32>,
}

impl NumberLists {
    /// Adds a list; a text if there are too many numbers.
    pub(super) fn add(&mut self, list: impl IntoIterator<Item = i32>) -> Result<(), String> {
        self.numbers.extend(list);
        let end = u32::try_from(self.numbers.len());
        self.ends.push(end.map_err(|_| format!("too many numbers; allowed: at most {}", u32::MAX))?);
        Ok(())
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of numbers in all lists.
    pub(super) fn total(&self) -> usize {
        self.numbers.len()
    }

    /// Whether `other` has as many lists, each as long as the one here.
    pub(super) fn has_lengths_of(&self, other: &Self) -> bool {
        self.ends == other.ends
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.numbers[start as usize..end as usize])
    }
}

impl<'de> Deserialize<'de> for NumberLists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Reads the numbers of one list into the common one.
        struct NumbersSeed<'lists>(&'lists mut Vec<i32>);

        impl<'de> DeserializeSeed<'de> for NumbersSeed<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.deserialize_seq(self)
            }
        }

        impl<'de> Visitor<'de> for NumbersSeed<'_> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
                while let Some(number) = list.next_element()? {
                    self.0.push(number);
                }
                Ok(())
            }
        }

        struct ListsVisitor;

        impl<'de> Visitor<'de> for ListsVisitor {
            type Value = NumberLists;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of lists of numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<NumberLists, A::Error> {
                let mut lists = NumberLists::default();
                while list.next_element_seed(NumbersSeed(&mut lists.numbers))?.is_some() {
                    lists.add([]).map_err(A::Error::custom)?;
                }
                Ok(lists)
            }
        }

        deserializer.deserialize_seq(ListsVisitor)
    }
}
