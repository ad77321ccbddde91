//! Equality of levels and props by value.

use super::{Level, Prop, Room};

impl PartialEq for Level {
    /// Whether two levels are the same.
    ///
    /// Lookup tables, ids of kinds in the preset and the order of name lists are ignored.
    fn eq(&self, other: &Self) -> bool {
        let same_room = |(ours, theirs): (&Room, &Room)| {
            let plain = |room: &Room| Room { layout: None, vault: None, tags: 0, ..*room };
            plain(ours) == plain(theirs)
                && self.layout(ours) == other.layout(theirs)
                && self.vault(ours) == other.vault(theirs)
                && self.tags(ours).eq(other.tags(theirs))
        };
        self.origin == other.origin
            && self.tiles == other.tiles
            && self.rooms.len() == other.rooms.len()
            && self.rooms.iter().zip(&other.rooms).all(same_room)
            && (&self.passages, &self.path, self.entry, self.exit)
                == (&other.passages, &other.path, other.entry, other.exit)
            && (self.is_dead_end, &self.stairs) == (other.is_dead_end, &other.stairs)
            && (&self.locks, &self.keys) == (&other.locks, &other.keys)
            && (&self.kinds, &self.props, &self.notes) == (&other.kinds, &other.props, &other.notes)
            && (&self.unlit, &self.population, &self.offers) == (&other.unlit, &other.population, &other.offers)
            && (self.own_numbers(), &self.terrain) == (other.own_numbers(), &other.terrain)
    }
}

impl PartialEq for Prop<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { level: _, id: _, kind, kind_id: _, room, cells, turn, offset, lit, offer } = *self;
        (kind, room, cells, turn, offset, lit, offer)
            == (other.kind, other.room, other.cells, other.turn, other.offset, other.lit, other.offer)
    }
}
