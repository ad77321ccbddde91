//! Limits of the lists in a level file.
//!
//! A level file is hostile input: a list of short entries takes many times the memory of its text.
//! So a list with a limit refuses the first entry above it where it is read, before the rest.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{Error, SeqAccess, Visitor},
};

use crate::{
    geom::Size,
    model::{Labels, TerrainKind},
};

/// The most entries of a list of a level file.
pub(super) struct Limit {
    /// The entries, in words.
    what: &'static str,
    pub(super) most: usize,
}

pub(super) const ROWS: Limit = Limit { what: "rows of tiles", most: Size::MAX_SIDE as usize };
/// The distinct tags of all rooms: the bits of a room's tag mask. No room has more.
pub(super) const ROOM_TAGS: Limit = Limit { what: "tags of rooms", most: 32 };
pub(super) const DOORS: Limit = Limit { what: "doors of a passage", most: 2 };
/// Corners of corridors are kept as they are, so that they need no limit.
pub(super) const CORNERS: Limit = Limit { what: "corners of a corridor", most: usize::MAX };
/// A run takes 12 bytes of memory and at least 8 of text, so that it needs no limit.
pub(super) const RUNS: Limit = Limit { what: "runs of cells", most: usize::MAX };
/// The locks of different names. Sets of them are 64 bits wide.
pub(super) const LOCKS: Limit = Limit { what: "different locks", most: 64 };
/// Eight times as many as a mission can have that is proven to be won.
pub(super) const KEYS: Limit = Limit { what: "keys", most: 1024 };
/// Positions of kinds are 16 bits wide.
pub(super) const KINDS: Limit = Limit { what: "kinds", most: u16::MAX as usize };
/// As many as a preset can have.
pub(super) const GROUPS: Limit = Limit { what: "groups", most: 256 };
pub(super) const KIND_TAGS: Limit = Limit { what: "tags of a kind", most: Labels::MAX_WORDS };
pub(super) const VALUES: Limit = Limit { what: "values of a kind", most: Labels::MAX_WORDS };
pub(super) const TERRAIN_KINDS: Limit = Limit { what: "kinds of terrain", most: TerrainKind::MAX_KINDS };
pub(super) const TERRAIN_ROWS: Limit = Limit { what: "rows of terrain", most: Size::MAX_SIDE as usize };
/// More than a preset can have rules for. To check one takes time linear in cells.
pub(super) const PARTINGS: Limit = Limit { what: "partings", most: 16 };
/// More than the rules of a preset, each of which leaves a note or two: 256 vaults, 32 sizes, 16
/// rules for locks, 8 for cycles, and a few of the whole level.
pub(super) const NOTES: Limit = Limit { what: "notes", most: 1024 };

impl Limit {
    /// Refuses one more entry after `before` ones if that is above the limit.
    pub(super) fn admit<E: Error>(&self, before: usize) -> Result<(), E> {
        if before < self.most { Ok(()) } else { Err(E::custom(self)) }
    }

    /// Reads the elements of a list one by one.
    pub(super) fn elements<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
        &self,
        mut list: A,
    ) -> Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            self.admit(elements.len())?;
            // A file may have many lists of one entry or two, such as the doors of passages.
            if elements.len() < 2 {
                elements.reserve_exact(1);
            }
            elements.push(element);
        }
        Ok(elements)
    }

    /// Reads a list.
    pub(super) fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        &'static self,
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        struct LimitedList<T>(&'static Limit, PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for LimitedList<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of {}", self.0.what)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<T>, A::Error> {
                self.0.elements(list)
            }
        }

        deserializer.deserialize_seq(LimitedList(self, PhantomData))
    }
}

/// The message for a list that is above its limit.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, most } = self;
        write!(f, "more than {most} {what}; allowed: at most {most}")
    }
}
