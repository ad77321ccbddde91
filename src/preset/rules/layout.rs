//! Layouts: what furnishes a room.

use super::{Drawing, Formation, RoomFilter};
use crate::{
    digest::Digest,
    preset::{Entry, Ramp},
};

/// The formations that furnish one room, and which rooms it suits.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Layout {
    /// The name, unique in its preset.
    pub name: String,
    /// How often it is chosen, in proportion to the weights of the others that suit the room.
    pub weight: Ramp,
    /// The rooms that it suits.
    pub rooms: RoomFilter,
    /// The formations, in the order in which they are stamped, those of groups included.
    pub formations: Vec<Formation>,
    /// Which of them are stamped, by chance and choice; empty if all are.
    pub entries: Vec<Entry>,
    /// The share of a room's floor that props may cover; those that do not stand on the floor do not count.
    pub cover: Ramp,
}

impl Layout {
    pub(in crate::preset) fn digest(&self, digest: &mut Digest, drawings: &[Drawing]) {
        digest.text(&self.name);
        self.weight.digest_whole(digest);
        self.rooms.digest(digest);
        digest.list(&self.formations, |digest, formation| {
            if let Some(drawing) = drawings.get(usize::from(formation.drawing)) {
                drawing.digest(digest);
            }
            formation.digest(digest);
        });
        // What stands below counts only where it is used, so that the digests of presets without it stay.
        if !self.entries.is_empty() {
            digest.text("entries").list(&self.entries, |digest, entry| entry.digest(digest));
        }
        if !self.cover.is(1.0) {
            self.cover.digest(digest.text("cover"));
        }
    }
}
