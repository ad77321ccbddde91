//! Readers of the lists in a level file, each with its limit.
//!
//! A level file is hostile input: a list of short entries takes many times the memory of its text.
//! So a list with a limit refuses the first entry above it where it is read, before the rest. A
//! file takes at most eight times the memory of its text.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

use super::{
    object::{self, NamedFields},
    record::{
        DoorRecord, FeatureRecord, GroupCostRecord, KeyRecord, NoteRecord, PartingRecord, StairsRecord,
        TerrainKindRecord, Text,
    },
};
use crate::{
    geom::Size,
    model::{Labels, Stairs, TerrainKind},
};

/// The most entries of a list of a level file.
pub(super) struct Limit {
    /// The entries, in words.
    what: &'static str,
    pub(super) most: usize,
}

/// Entries of lists whose number follows from others.
const UNLIMITED: Limit = Limit { what: "entries", most: usize::MAX };
const ROWS: Limit = Limit { what: "rows of tiles", most: Size::MAX_SIDE as usize };
/// The distinct tags of all rooms: the bits of a room's tag mask. No room has more.
pub(super) const ROOM_TAGS: Limit = Limit { what: "tags of rooms", most: 32 };
pub(super) const DOORS: Limit = Limit { what: "doors of a passage", most: 2 };
/// The locks of different names. Sets of them are 64 bits wide.
pub(super) const LOCKS: Limit = Limit { what: "different locks", most: 64 };
/// Eight times as many as a mission can have that is proven to be won.
pub(super) const KEYS: Limit = Limit { what: "keys", most: 1024 };
/// As many as a preset can have rules for.
pub(super) const STAIRS: Limit = Limit { what: "stairs", most: Stairs::MAX };
/// Positions of kinds are 16 bits wide.
pub(super) const KINDS: Limit = Limit { what: "kinds", most: u16::MAX as usize };
/// As many as a preset can have.
pub(super) const GROUPS: Limit = Limit { what: "groups", most: 256 };
pub(super) const KIND_TAGS: Limit = Limit { what: "tags of a kind", most: Labels::MAX_WORDS };
pub(super) const VALUES: Limit = Limit { what: "values of a kind", most: Labels::MAX_WORDS };
pub(super) const TERRAIN_KINDS: Limit = Limit { what: "kinds of terrain", most: TerrainKind::MAX_KINDS };
const TERRAIN_ROWS: Limit = Limit { what: "rows of terrain", most: Size::MAX_SIDE as usize };
/// More than a preset can have rules for. To check one takes time linear in cells.
pub(super) const PARTINGS: Limit = Limit { what: "partings", most: 16 };
/// Twice as many as a preset can have.
pub(super) const FEATURES: Limit = Limit { what: "features", most: 32 };
/// More than the rules of a preset, each of which leaves a note or two: 256 vaults, 32 sizes, 16
/// rules for locks, 8 for cycles, and a few of the whole level.
pub(super) const NOTES: Limit = Limit { what: "notes", most: 1024 };

/// Names the reader of each list, for `deserialize_with`: of the values of a type, or of records
/// with named fields.
macro_rules! readers {
    ($($name:ident: $limit:ident.$reader:ident<$entry:ty>),* $(,)?) => {
        $(pub(super) fn $name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<$entry>, D::Error> {
            $limit.$reader(deserializer)
        })*
    };
}

readers! {
    rows: ROWS.values<String>,
    terrain_rows: TERRAIN_ROWS.values<String>,
    room_tags: ROOM_TAGS.values<Text<'static>>,
    kind_tags: KIND_TAGS.values<Text<'static>>,
    doors: DOORS.records<DoorRecord>,
    keys: KEYS.records<KeyRecord<'static>>,
    stairs: STAIRS.records<StairsRecord<'static>>,
    notes: NOTES.records<NoteRecord<'static>>,
    groups: GROUPS.records<GroupCostRecord>,
    terrain_kinds: TERRAIN_KINDS.records<TerrainKindRecord<'static>>,
    features: FEATURES.records<FeatureRecord<'static>>,
    partings: PARTINGS.records<PartingRecord<'static>>,
}

/// Reads a list of values whose number follows from others.
pub(super) fn unlimited<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    UNLIMITED.values(deserializer)
}

/// Reads a list of records with named fields, whose number follows from others.
pub(super) fn records<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    UNLIMITED.records(deserializer)
}

/// A number of 32 bits: a cost, a value, or an id, which need not exist.
#[derive(Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(transparent)]
pub(crate) struct Number(pub(crate) u32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = i64::deserialize(deserializer)?;
        let refusal = || D::Error::custom(format_args!("{given} is out of range; allowed: 0 to {}", u32::MAX));
        u32::try_from(given).map(Self).map_err(|_| refusal())
    }
}

/// The corners of a ring, four or more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(transparent)]
pub(crate) struct Ring(pub(crate) Vec<[i32; 2]>);

impl<'de> Deserialize<'de> for Ring {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let corners: Vec<_> = unlimited(deserializer)?;
        let refusal = || D::Error::custom(format_args!("a ring of {} corners; allowed: 4 or more", corners.len()));
        if corners.len() < 4 { Err(refusal()) } else { Ok(Self(corners)) }
    }
}

impl Limit {
    /// Refuses one more entry after `before` ones if that is above the limit.
    pub(super) fn admit<E: Error>(&self, before: usize) -> Result<(), E> {
        if before < self.most { Ok(()) } else { Err(E::custom(self)) }
    }

    /// Reads a list of records with named fields.
    fn records<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        &'static self,
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        let records: Vec<NamedFields<T>> = self.values(deserializer)?;
        // In the same memory.
        Ok(records.into_iter().map(|NamedFields(record)| record).collect())
    }

    /// Reads a list of values.
    fn values<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        &'static self,
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        struct LimitedList<T>(&'static Limit, PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for LimitedList<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of {}", self.0.what)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
                let mut elements = Vec::new();
                while let Some(element) = list.next_element()? {
                    self.0.admit(elements.len())?;
                    // A file may have many lists of one entry or two, such as doors of passages.
                    if elements.len() < 2 {
                        elements.reserve_exact(1);
                    }
                    elements.push(element);
                }
                Ok(elements)
            }

            fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Vec<T>, A::Error> {
                Err(object::of_earlier_version())
            }
        }

        deserializer.deserialize_any(LimitedList(self, PhantomData))
    }
}

/// The message for a list that is above its limit.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, most } = self;
        write!(f, "more than {most} {what}; allowed: at most {most}")
    }
}
