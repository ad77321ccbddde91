//! Numbers of props that last: those in their room, which no other room changes.

use serde::{Deserialize, Serialize};

use super::Level;

/// A thing of a level by its room and by its number among those of its kind there.
///
/// The re-roll of another room changes neither, while ids, which are positions in lists of the
/// whole level, move. A saved game refers to props by these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberInRoom {
    /// The id of the room.
    pub room: u32,
    /// The number in the room, from 0.
    pub number: u32,
}

/// Numbers in rooms.
impl Level {
    /// The room of a prop, and its number among the props of the room; `None` if there is no such
    /// prop.
    ///
    /// Cost: logarithmic in the props of the room.
    #[must_use]
    pub fn number_in_room(&self, prop: u32) -> Option<NumberInRoom> {
        let room = self.props.get(prop as usize)?.room;
        let number = self.prop_ids_in(room).binary_search(&prop).ok()?;
        Some(NumberInRoom { room, number: number as u32 })
    }

    /// The id of the prop with a number in its room; `None` if there is no such prop. Constant
    /// time.
    #[must_use]
    pub fn prop_in_room(&self, NumberInRoom { room, number }: NumberInRoom) -> Option<u32> {
        self.prop_ids_in(room).get(number as usize).copied()
    }
}
