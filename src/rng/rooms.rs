//! The random words of the rooms of a level in one stage.

use super::{
    FloorSeed, RandomSource, SeedStage,
    leaves::{BLOCK_BYTES, BYTES, LeafWordSource, word_of},
};

/// The random words of all rooms of a level in one stage: each room goes on where it stopped.
///
/// The first block of each room's leaf is generated at once, in the order of leaves. Room `n` has
/// the words of the leaf that came at position `n`.
#[derive(Debug)]
pub(crate) struct RoomWordSources {
    rooms: Vec<RoomBlock>,
    /// The words behind those blocks.
    more: LeafWordSource,
}

/// The first random words of a room.
#[derive(Debug)]
struct RoomBlock {
    bytes: [u8; BLOCK_BYTES],
    leaf: u32,
    used: u32,
}

impl RoomWordSources {
    /// The words of the leaves of rooms. Cost: a block of words for each leaf; cheapest if leaves
    /// ascend.
    pub(crate) fn new(seed: &FloorSeed, stage: SeedStage, leaves: impl Iterator<Item = u32>) -> Self {
        let mut more = seed.leaves(stage);
        let first = |leaf: u32| {
            more.move_to(leaf);
            RoomBlock { bytes: more.bytes(0), leaf, used: 0 }
        };
        Self { rooms: leaves.map(first).collect(), more }
    }

    /// The words of the room at a position.
    pub(crate) fn of(&mut self, room: u32) -> RoomWords<'_> {
        RoomWords { all: self, room: room as usize }
    }
}

/// The random words of one room, from the first that was not drawn before.
#[derive(Debug)]
pub(crate) struct RoomWords<'all> {
    all: &'all mut RoomWordSources,
    room: usize,
}

impl RandomSource for RoomWords<'_> {
    #[inline]
    fn word(&mut self) -> u32 {
        let RoomWordSources { rooms, more } = &mut *self.all;
        let RoomBlock { bytes, leaf, used } = &mut rooms[self.room];
        let position = *used as usize;
        *used += 1;
        match bytes.get(position * BYTES..) {
            Some(bytes) if !bytes.is_empty() => word_of(bytes),
            _ => more.word_at(*leaf, position),
        }
    }
}
