//! Pools: which layouts and vaults a floor is dealt, and which rooms get the layouts.
//!
//! Consumes the preset's pools and the seed; gives rooms their dealt layouts. The entries of each
//! pool are shuffled once for a run. A floor takes those that follow the entries of the floor
//! above, round and round: so none comes twice before all were there, and a floor needs to know no
//! other floor.
//!
//! Random words: those of the stage `Pools` under the key of floor 0, for each pool in file order
//! one less than its entries; those of the stage `PoolRooms` under the key of the floor, for each
//! dealt layout without a size that suits several rooms one.

use super::{Note, NoteCode, PlannedRoom, partition::Partition};
use crate::{
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
    /// Deals the entries of all pools to a floor. Cost: linear in the entries of all pools.
    pub(super) fn new(preset: &Preset, seed: &FloorSeed) -> Self {
        let mut entries = Vec::new();
        if preset.pools.is_empty() {
            return Self { entries };
        }
        let draw = &mut seed.run().stream(SeedStage::Pools);
        for (number, pool) in (0..).zip(&preset.pools) {
            let mut shuffled = pool.entries.clone();
            draw.shuffle(&mut shuffled);
            let (count, each) = (shuffled.len() as u64, u64::from(preset.entries_of(pool)));
            // Neither product exceeds 64 bits: floors have 32, and a pool has at most 1280 entries.
            let first = u64::from(seed.floor()) * each;
            let positions = (0..each).filter_map(|next| (first + next).checked_rem(count));
            entries.extend(positions.filter_map(|at| Some((number, *shuffled.get(at as usize)?))));
        }
        Self { entries }
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
