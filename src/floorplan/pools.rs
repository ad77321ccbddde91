//! Pools: the layouts and vaults that a floor is dealt, and which rooms get the layouts.
//!
//! Consumes what the floor is dealt; gives rooms their dealt layouts.
//!
//! Random words: those of the stage `PoolRooms` under the key of the floor, for each dealt layout
//! without a size that suits several rooms one.

use super::{Note, NoteCode, PlanContext, PlannedRoom, partition::Partition};
use crate::{
    deals,
    preset::{PoolEntry, Preset},
    rng::{FloorSeed, RandomSource, SeedStage},
    trace::{Step, Trace},
};

/// What the pools of a preset deal to one floor.
#[derive(Clone, Debug, Default)]
pub(super) struct DealtEntries {
    /// Each entry with its pool, as an index into the preset's pools; by pool.
    entries: Vec<(u16, PoolEntry)>,
}

impl DealtEntries {
    pub(super) fn new<T>(context: &PlanContext<'_, T>) -> Self {
        let PlanContext { preset, seed, difficulty, deals, .. } = *context;
        Self { entries: deals::entries_of(preset, seed, difficulty, deals) }
    }

    /// Whether the floor has a vault of a pool.
    pub(super) fn has_vault(&self, vault: u16) -> bool {
        self.entries.iter().any(|&(_, entry)| entry == PoolEntry::Vault(vault))
    }

    /// The dealt layouts for rooms of a size, as an index into the preset's sizes, each with the
    /// index of its pool.
    pub(super) fn layouts_of_size(&self, preset: &Preset, size: u16) -> impl Iterator<Item = (u16, u16)> {
        self.layouts().filter(move |&(_, layout)| preset.layouts[usize::from(layout)].size == Some(size))
    }

    /// Whether a required pool asks for a room of a size.
    pub(super) fn requires_size(&self, preset: &Preset, size: u16) -> bool {
        self.layouts_of_size(preset, size).any(|(pool, _)| preset.pools[usize::from(pool)].required)
    }

    /// The dealt layouts, each behind the index of its pool.
    fn layouts(&self) -> impl Iterator<Item = (u16, u16)> {
        self.entries.iter().filter_map(|&(pool, entry)| match entry {
            PoolEntry::Layout(layout) => Some((pool, layout)),
            PoolEntry::Vault(_) => None,
        })
    }

    /// Gives the dealt layouts to rooms: those with a size to the rooms that were made for them,
    /// in the order of leaves; then each other one to a room that it suits.
    ///
    /// Rooms with a vault get none. Returns a note for each layout that finds no room. Cost: dealt
    /// layouts times rooms.
    pub(super) fn assign_layouts(
        &self,
        preset: &Preset,
        seed: &FloorSeed,
        partition: &Partition,
        room_of: &[u32],
        rooms: &mut [PlannedRoom],
        trace: &mut impl Trace,
    ) -> Vec<Note> {
        let mut notes = Vec::new();
        if self.layouts().next().is_none() {
            return notes;
        }
        for size in (0..).zip(&preset.sides.sizes).filter(|(_, size)| size.is_dealt).map(|(number, _)| number) {
            let leaves = partition.leaves_of_sizes().filter(|(_, of)| *of == size).map(|(leaf, _)| leaf);
            let mut ids: Vec<u32> = leaves.map(|leaf| room_of[leaf.index()]).collect();
            ids.sort_unstable();
            let mut ids = ids.into_iter();
            for (pool, layout) in self.layouts_of_size(preset, size) {
                match ids.next().and_then(|id| Some((id, rooms.get_mut(id as usize)?))) {
                    Some((id, room)) => deal(layout, id, room, trace),
                    None => notes.push(short(preset, pool, layout, "the level has no place left for its room")),
                }
            }
        }
        let draw = &mut seed.stream(SeedStage::PoolRooms);
        for (pool, number) in self.layouts() {
            let layout = &preset.layouts[usize::from(number)];
            if layout.size.is_some() {
                continue;
            }
            trace.count(|| rooms.len() as u64);
            let suits =
                |room: &PlannedRoom| room.layout.is_none() && room.vault.is_none() && layout.rooms.suits(&room.facts());
            let suiting = (0..).zip(&*rooms).filter(|(_, room)| suits(room)).map(|(id, _)| id);
            let chosen: Option<u32> = draw.pick_of_several(suiting);
            match chosen.and_then(|id| Some((id, rooms.get_mut(id as usize)?))) {
                Some((id, room)) => deal(number, id, room, trace),
                None => notes.push(short(
                    preset,
                    pool,
                    number,
                    "no room is of the kind, size, progress and tags that it wants",
                )),
            }
        }
        notes
    }
}

/// Gives a layout to a room.
fn deal(layout: u16, id: u32, room: &mut PlannedRoom, trace: &mut impl Trace) {
    room.layout = Some(layout);
    trace.see(|| Step::Layout { room: id, layout: u32::from(layout) });
}

/// The note that a dealt layout has no room. `why` is the reason.
fn short(preset: &Preset, pool: u16, layout: u16, why: &str) -> Note {
    let name = &preset.layouts[usize::from(layout)].name;
    note(preset, pool, name, why)
}

/// The note that an entry of a pool is missing. `why` is the reason.
pub(super) fn note(preset: &Preset, pool: u16, name: &str, why: &str) -> Note {
    let pool = preset.pools.get(usize::from(pool)).map_or("", |pool| pool.name.as_str());
    let about = Some(format!("{name} of the pool {pool:?}: {why}"));
    Note { code: NoteCode::PoolShort, wanted: 1, got: 0, about }
}
