//! Numbers about missions that matter to a player: for surveys and for designers.

use super::{Mission, PlayerAction, Walkthrough, room_walk::RoomWalk, unlocking::Unlocking};
use crate::level::Level;

impl Mission<'_> {
    /// The number of passages on the shortest way from a key to the nearest of its locks: 0 if it
    /// lies in a room beside one.
    ///
    /// All locks count as open, and one-way doors lead one way. `None` if no way leads there, if
    /// the key opens nothing, or if the level has no key at this position of [`Level::keys`]. Cost:
    /// linear in rooms and passages.
    #[must_use]
    pub fn passages_to_lock(&self, key: u32) -> Option<u32> {
        let level = self.level;
        let key = level.keys.get(key as usize)?;
        let walk =
            RoomWalk::new(level, key.room, |_, passage, [here, _]| passage.one_way.is_none_or(|room| room == here));
        let locked = level.passages.iter().filter(|passage| passage.lock == Some(key.lock));
        locked.flat_map(|passage| passage.rooms).filter_map(|room| walk.passages_to(room)).min()
    }
}

impl Walkthrough {
    /// The number of steps of the play that end in a room to which it came back.
    ///
    /// The play comes back to a room if it was there before and in another room since. Steps in
    /// doors and corridors do not count. Cost: linear in the steps.
    #[must_use]
    pub fn backtracking(&self, level: &Level) -> u32 {
        let mut is_visited = vec![false; level.rooms.len()];
        let (mut room, mut is_back, mut steps) = (None, false, 0);
        for (number, cell) in self.cells().enumerate() {
            let Some(here) = level.room_at(cell).map(|room| room.id) else { continue };
            if room != Some(here) {
                is_back = std::mem::replace(&mut is_visited[here as usize], true);
                room = Some(here);
            }
            steps += u32::from(is_back && number > 0);
        }
        steps
    }

    /// The greatest number of choices that the player has at once in the play: keys to take and
    /// locked passages to open that can be reached, before one of the actions of the play.
    ///
    /// Counted by rooms, with [`Floor::reachable_keys`](super::Floor::reachable_keys) and
    /// [`Floor::openable_passages`](super::Floor::openable_passages): what the play does not need
    /// counts too. Cost: linear in rooms, passages and keys, for each action.
    #[must_use]
    pub fn choices(&self, level: &Level) -> u32 {
        let (mut play, mut most, mut room) = (Unlocking::default(), 0, level.start().id);
        for leg in self.legs() {
            room = leg.cells.first().and_then(|&cell| level.room_at(cell)).map_or(room, |room| room.id);
            let choices = play.reachable_keys(level, room).count() + play.openable_passages(level, room).count();
            most = most.max(choices as u32);
            match leg.action {
                PlayerAction::Take(key) => drop(play.take(level, key)),
                PlayerAction::Open(passage) => drop(play.open(level, passage)),
                PlayerAction::Leave => {}
            }
            room = leg.rooms.last().copied().unwrap_or(room);
        }
        most
    }
}
