//! What was done on a floor, as a game saves it.

use std::{borrow::Borrow, collections::BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

use super::Floor;
use crate::{
    grid::BitGrid,
    level::{DoorKind, Level, NumberInRoom, PropRole},
    play::unlocking::Unlocking,
};

/// What was done on a floor: keys taken, passages opened and found, props gone, cells searched.
///
/// It has nothing else, so that a saved game can keep it beside the request of its level; where the
/// hero stands is the game's own. serde writes the digest of the level as 16 hexadecimal digits,
/// and leaves out what is empty. [`Floor::resume`] accepts it for that level alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorState {
    /// The [digest](Level::digest) of the level.
    #[serde(serialize_with = "write_digest", deserialize_with = "read_digest")]
    pub level: u64,
    /// The keys taken and the switches used: positions in [`Level::keys`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<u32>,
    /// The ids of the passages that were opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<u32>,
    /// The ids of the secret passages that were found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<u32>,
    /// The props that are gone, but for those of keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<NumberInRoom>,
    /// The cells in view of which secret doors were looked for; of no size without a search.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub searched: BitGrid,
}

/// Why a state does not fit a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StateError {
    /// The state is that of another level.
    #[error(
        "the state belongs to the level with digest {given:016x}; this level has {known:016x}: make the level of its request again, \
         or move the state with `FloorState::moved`"
    )]
    Level {
        /// The digest that the state names.
        given: u64,
        /// The digest of the level.
        known: u64,
    },
    /// The level has no such key.
    #[error("the state has the key {key}; the level has {keys}, numbered from 0")]
    Key {
        /// The number of the key in the state.
        key: u32,
        /// The number of keys of the level.
        keys: usize,
    },
    /// The level has no such passage, or no secret one that could be found.
    #[error("the state has the {}passage {passage}, which the level has not", if *.is_secret { "found secret " } else { "opened " })]
    Passage {
        /// The id of the passage in the state.
        passage: u32,
        /// Whether it is one of those found.
        is_secret: bool,
    },
    /// The level has no such prop, or it is that of a key.
    #[error("the state has prop {number} of room {room} gone, which the level has not, or has as a key")]
    Prop {
        /// The room of the prop.
        room: u32,
        /// The number of the prop in its room.
        number: u32,
    },
    /// The grid of searched cells has another size than the level.
    #[error("the searched cells are {given_width} by {given_height}; the level has {width} by {height} cells")]
    Size {
        /// The columns of the state's grid.
        given_width: i32,
        /// The rows of the state's grid.
        given_height: i32,
        /// The columns of the level.
        width: i32,
        /// The rows of the level.
        height: i32,
    },
    /// The levels of a move differ in more than the furnishing of rooms.
    #[error("the two levels differ in more than the furnishing of rooms: in their {part}")]
    Plan {
        /// What differs.
        part: &'static str,
    },
}

impl<L: Borrow<Level>> Floor<L> {
    /// A floor in a state that [`Floor::state`] gave.
    ///
    /// Cost: linear in cells and props.
    ///
    /// # Errors
    ///
    /// [`StateError`], if the state is that of another level, or has what the level has not.
    ///
    /// ```
    /// use roomgen::{Preset, generate, play::Floor};
    ///
    /// let level = generate(&Preset::built_in("crypt")?, 42);
    /// let mut floor = Floor::new(&level);
    /// floor.take_key(0);
    /// let saved = serde_json::to_string(&floor.state())?;
    /// let loaded = Floor::resume(&level, serde_json::from_str(&saved)?)?;
    /// assert_eq!(loaded.keys(), [0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(level: L, state: FloorState) -> Result<Self, StateError> {
        let mut floor = Self::new(level);
        let level = floor.level();
        let known = level.digest();
        if state.level != known {
            return Err(StateError::Level { given: state.level, known });
        }
        let gone = state.checked(level)?;
        let FloorState { keys, opened, found, searched, .. } = state;
        floor.unlocking = Unlocking::of(keys, opened);
        (floor.found, floor.gone) = (found.into_iter().collect(), gone);
        floor.searched.union_with(&searched);
        floor.refresh();
        Ok(floor)
    }

    /// What was done on the floor, to be saved. Cost: linear in cells and props.
    #[must_use]
    pub fn state(&self) -> FloorState {
        let level = self.level();
        FloorState {
            level: level.digest(),
            keys: self.keys().to_vec(),
            opened: self.opened().to_vec(),
            found: self.found.iter().copied().collect(),
            gone: self.gone.iter().filter_map(|&id| level.number_in_room(id)).collect(),
            searched: if self.searched.count() == 0 { BitGrid::default() } else { self.searched.clone() },
        }
    }
}

impl FloorState {
    /// The state for a level in which rooms were furnished anew, and what it loses by that: the
    /// props that were gone in these rooms, by their former numbers.
    ///
    /// Keys stay taken, passages stay opened and found. `from` is the level of the state. Cost:
    /// linear in cells and props.
    ///
    /// # Errors
    ///
    /// [`StateError`], if the state does not fit `from`, or `to` has another plan.
    ///
    /// ```
    /// use roomgen::{Preset, Request, generate, play::Floor};
    ///
    /// let preset = Preset::built_in("crypt")?;
    /// let old = generate(&preset, 42);
    /// let new = generate(&preset, Request::new(42).with_reroll(4, 1)?);
    /// let mut floor = Floor::new(&old);
    /// for prop in [0, 4].into_iter().filter_map(|room| old.props_in(room).next()) {
    ///     floor.take(prop.id);
    /// }
    /// let (state, lost) = floor.state().moved(&old, &new)?;
    /// assert!(lost.iter().all(|prop| prop.room == 4));
    /// assert_eq!(Floor::resume(&new, state)?.gone().count() + lost.len(), floor.gone().count());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moved(self, from: &Level, to: &Level) -> Result<(Self, Vec<NumberInRoom>), StateError> {
        let known = from.digest();
        if self.level != known {
            return Err(StateError::Level { given: self.level, known });
        }
        self.checked(from)?;
        let key = |level: &Level| level.keys().iter().map(|key| (key.room, key.lock, key.key_use)).collect::<Vec<_>>();
        let rooms = |level: &Level| level.rooms().iter().map(|room| room.rect).collect::<Vec<_>>();
        let same = [
            ("tiles", from.tiles() == to.tiles()),
            ("rooms", rooms(from) == rooms(to)),
            ("passages", from.passages() == to.passages()),
            ("keys", key(from) == key(to)),
        ];
        if let Some((part, _)) = same.into_iter().find(|(_, is_same)| !is_same) {
            return Err(StateError::Plan { part });
        }
        let is_kept = |prop: &NumberInRoom| furnishing(from, prop.room) == furnishing(to, prop.room);
        let (gone, lost) = self.gone.into_iter().partition(is_kept);
        Ok((Self { level: to.digest(), gone, ..self }, lost))
    }

    /// The ids of the props that are gone, if all of the state is in the level.
    fn checked(&self, level: &Level) -> Result<BTreeSet<u32>, StateError> {
        let Self { level: _, keys, opened, found, gone, searched } = self;
        if let Some(&key) = keys.iter().find(|&&key| key as usize >= level.keys().len()) {
            return Err(StateError::Key { key, keys: level.keys().len() });
        }
        let is_secret = |id: u32| level.passage(id).is_some_and(|passage| passage.kind == DoorKind::Secret);
        let unknown = opened.iter().find(|&&id| level.passage(id).is_none()).map(|&id| (id, false));
        let unknown = unknown.or_else(|| found.iter().find(|&&id| !is_secret(id)).map(|&id| (id, true)));
        if let Some((passage, is_secret)) = unknown {
            return Err(StateError::Passage { passage, is_secret });
        }
        let (width, height) = (level.width(), level.height());
        let (given_width, given_height) = (searched.width(), searched.height());
        if !is_empty(searched) && (given_width, given_height) != (width, height) {
            return Err(StateError::Size { given_width, given_height, width, height });
        }
        let id = |&number: &NumberInRoom| {
            let NumberInRoom { room, number: position } = number;
            // Keys are in their own list.
            let is_other = |id: &u32| !matches!(level.role(*id), Some(PropRole::Key(_)));
            level.prop_in_room(number).filter(is_other).ok_or(StateError::Prop { room, number: position })
        };
        gone.iter().map(id).collect()
    }
}

/// What a room has, whatever other rooms have: each prop by its number, and of its offer the
/// numbers of all props and how many may be taken.
fn furnishing(level: &Level, room: u32) -> impl PartialEq {
    let offer = |number: u32| {
        let offer = level.offers().get(number as usize)?;
        Some((offer.take, offer.props.iter().map(|&id| level.number_in_room(id)).collect::<Vec<_>>()))
    };
    let props = level.props_in(room).map(|prop| {
        let place = (prop.kind.name.to_string(), prop.cells, prop.turn, prop.offset, prop.lit);
        (level.number_in_room(prop.id), place, prop.offer.and_then(offer))
    });
    props.collect::<Vec<_>>()
}

fn is_empty(searched: &BitGrid) -> bool {
    searched.width() == 0 && searched.height() == 0
}

fn write_digest<S: Serializer>(digest: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{digest:016x}"))
}

fn read_digest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_hexadecimal = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digest = is_hexadecimal.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
    digest.ok_or_else(|| D::Error::custom(format_args!("{text:?} is no digest: 16 hexadecimal digits")))
}
