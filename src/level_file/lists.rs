//! Lists of a level file in forms that take little more memory than their text.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
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

/// The id of a room or a passage, which need not exist.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct RawId(u32);

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
        ids(deserializer, "a list of ids of passages, ascending", |before, next| before < next).map(Self)
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
    struct IdsVisitor(&'static str, fn(RawId, RawId) -> bool);

    impl<'de> Visitor<'de> for IdsVisitor {
        type Value = Vec<u32>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u32>, A::Error> {
            let Self(expected, is_order) = self;
            let mut ids: Vec<u32> = Vec::new();
            while let Some(id) = list.next_element::<RawId>()? {
                if let Some(&before) = ids.last().filter(|&&before| !is_order(RawId(before), id)) {
                    return Err(A::Error::custom(format_args!("{} comes after {before}; allowed: {expected}", id.0)));
                }
                ids.push(id.0);
            }
            Ok(ids)
        }
    }

    deserializer.deserialize_seq(IdsVisitor(expected, is_order))
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
