//! Counts of what levels lack of their pools, and of twins that no memory can avoid.

use std::collections::BTreeSet;

use super::SampleCounts;
use crate::{
    level::Level,
    model::NoteCode,
    preset::{Layout, Preset, RampInput, RoomFacts},
};

impl SampleCounts {
    /// Counts pools that a level lacks entries of, and twins that no memory can avoid.
    pub(super) fn count_variety(&mut self, preset: &Preset, level: &Level, facts: &[RoomFacts], seed: u32) {
        let notes = level.notes().iter().filter(|note| note.code == NoteCode::PoolShort);
        let about: Vec<&str> = notes.filter_map(|note| note.about.as_deref()).collect();
        for (pool, short) in preset.pools.iter().zip(&mut self.short_pools) {
            let of_pool = format!(" of the pool {:?}: ", pool.name.as_str());
            *short += u32::from(about.iter().any(|about| about.contains(&of_pool)));
        }
        if preset.memory.is_none() {
            return;
        }
        let difficulty = level.origin().difficulty;
        // A room counts once, however many twins it has.
        let twins = level.passages().iter().filter_map(|passage| {
            let [one, other] = passage.rooms.map(|room| level.rooms()[room as usize].layout);
            let later = passage.rooms[0].max(passage.rooms[1]);
            one.filter(|_| one == other).map(|layout| (later, layout))
        });
        for (later, layout) in twins.collect::<BTreeSet<_>>() {
            let room = facts[later as usize];
            if only_layout(preset, &room, difficulty) == Some(layout) {
                self.layouts[usize::from(layout)].count_lonely(room, seed);
            }
        }
    }
}

/// The layout of a room that no other one suits; `None` if several do, or none.
///
/// What the floor of the room holds is judged by its rectangle.
fn only_layout(preset: &Preset, room: &RoomFacts, difficulty: f32) -> Option<u16> {
    let input = RampInput { progress: room.progress, difficulty };
    let suits = |layout: &Layout| {
        let is_drawn = layout.pool.is_none() && layout.weight.fixed_at(input) > 0;
        is_drawn && layout.rooms.suits(room) && layout.may_hold(room.extent)
    };
    let suiting = (0..).zip(preset.layouts()).filter(|(_, layout)| suits(layout));
    let has_tagged = suiting.clone().any(|(_, layout)| layout.rooms.tags != 0);
    let mut suiting = suiting.filter(|(_, layout)| !has_tagged || layout.rooms.tags != 0);
    let (number, _) = suiting.next()?;
    suiting.next().is_none().then_some(number)
}
