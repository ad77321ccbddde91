//! The promise of shortcuts: the number of passages that each one saves.

use std::collections::VecDeque;

use crate::{buckets::Buckets, level::Level};

/// Searches of all shortcuts together may look at as many passages as so many searches of the whole
/// level. Generated levels have at most 16 shortcuts.
const SEARCHES: u64 = 64;

/// Searches of any level may look at so many passages.
const LEAST_STEPS: u64 = 1 << 20;

/// Tests that each shortcut saves as many passages as it says.
///
/// It saves the passages on the shortest way without it, less 1. Ways keep to the directions of
/// one-way passages, and locked passages count as open. Cost: at most [`SEARCHES`] searches of the
/// rooms by passages.
pub(super) fn shortcuts_save_what_they_say(level: &Level) -> Result<(), String> {
    if level.passages.iter().all(|passage| passage.saves.is_none()) {
        return Ok(());
    }
    let mut search = ShortcutSearch::new(level);
    for (id, passage) in (0..).zip(&level.passages) {
        let (Some(from), Some(saves)) = (passage.one_way, passage.saves) else { continue };
        let [one, other] = passage.rooms;
        let to = if one == from { other } else { one };
        let Some(way) = search.shortest(from, to, id) else {
            return Err("its shortcuts need more steps to be tested than a level of its size may take".to_owned());
        };
        let saved = way.map(|passages| passages.saturating_sub(1));
        if saved != Some(saves) {
            let what = saved.map_or("no other way leads there".to_owned(), |saved| format!("saves {saved}"));
            return Err(format!("passage {id}, from room {from} to room {to}, says that it saves {saves}, but {what}"));
        }
    }
    Ok(())
}

/// Breadth-first searches over rooms, with the memory and the budget that they share.
struct ShortcutSearch {
    /// For each room, the rooms that passages lead to, with the passage.
    beyond: Buckets<(u32, u32)>,
    /// For each room, the last search that met it.
    met: Vec<u32>,
    searches: u32,
    steps_left: u64,
}

impl ShortcutSearch {
    fn new(level: &Level) -> Self {
        let ways = (0..).zip(&level.passages).flat_map(|(id, passage)| {
            let [one, other] = passage.rooms;
            let leads = move |from: u32| passage.one_way.is_none_or(|room| room == from);
            [(one, (other, id)), (other, (one, id))].into_iter().filter(move |&(from, _)| leads(from))
        });
        let size = (level.rooms.len() + level.passages.len()) as u64;
        let (rooms, steps_left) = (level.rooms.len(), LEAST_STEPS + SEARCHES * size);
        Self { beyond: Buckets::new(rooms, ways), met: vec![0; rooms], searches: 0, steps_left }
    }

    /// The number of passages on the shortest way between two rooms without passage `without`.
    ///
    /// `Some(None)` if there is no way, `None` if the budget is spent.
    fn shortest(&mut self, from: u32, to: u32, without: u32) -> Option<Option<u32>> {
        self.searches += 1;
        let mut ahead = VecDeque::from([(from, 0)]);
        while let Some((room, passages)) = ahead.pop_front() {
            for &(next, passage) in self.beyond.get(room) {
                self.steps_left = self.steps_left.checked_sub(1)?;
                if passage == without {
                    continue;
                }
                if next == to {
                    return Some(Some(passages + 1));
                }
                let met = self.met.get_mut(next as usize)?;
                if std::mem::replace(met, self.searches) != self.searches {
                    ahead.push_back((next, passages + 1));
                }
            }
        }
        Some(None)
    }
}
