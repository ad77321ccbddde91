//! Part of invariant 6: detours form the second ways of cycles.

use crate::{
    buckets::Buckets,
    level::{Level, Room, RoomKind},
};

impl Level {
    /// The second way of each cycle, by its number: the ids of the rooms from the room of the path
    /// where it begins, by its detours, to the later one where it ends.
    ///
    /// Empty if the rooms of any cycle do not form such a way, which edits alone can cause. Cost:
    /// linear in the rooms and passages, if there are cycles.
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<u32>> {
        second_ways(self, &neighbours(self)).unwrap_or_default()
    }
}

/// The second way of each cycle, as [`Level::cycles`] returns it, or what is wrong with one.
///
/// The detours of a cycle, in order of progress, must lead by passages from a room of the path to a
/// later one, and their progress must rise between the two in equal steps.
///
/// Cost: a sort of the detours, plus pairs of neighbours on the path at the ends of a cycle.
pub(super) fn second_ways(level: &Level, neighbours: &Buckets<u32>) -> Result<Vec<Vec<u32>>, String> {
    let mut detours: Vec<(u32, &Room)> = level.rooms.iter().filter_map(|room| Some((room.cycle?, room))).collect();
    detours.sort_by(|(one, a), (other, b)| one.cmp(other).then(a.progress.total_cmp(&b.progress)));
    let cycles = (0..).zip(detours.chunk_by(|one, other| one.0 == other.0));
    let ways = cycles.map(|(number, cycle)| {
        if cycle[0].0 != number {
            return Err(format!("there are detours of cycle {}, but none of cycle {number}", cycle[0].0));
        }
        let rooms: Vec<&Room> = cycle.iter().map(|&(_, room)| room).collect();
        let rooms = in_order(&rooms, neighbours)
            .ok_or_else(|| format!("the detours of cycle {number} are not joined in order of their progress"))?;
        let [from, to] = ends(level, &rooms, neighbours).ok_or_else(|| {
            format!("the detours of cycle {number} do not lead from a room of the path to a later one in equal steps")
        })?;
        Ok([from].into_iter().chain(rooms.iter().map(|room| room.id)).chain([to]).collect())
    });
    ways.collect()
}

/// For each room, the ids of the rooms that passages join to it.
pub(super) fn neighbours(level: &Level) -> Buckets<u32> {
    let ends = level.passages.iter().flat_map(|passage| {
        let [one, other] = passage.rooms;
        [(one, other), (other, one)]
    });
    Buckets::new(level.rooms.len(), ends)
}

/// The rooms of the path between which the detours lead, the earlier one first.
fn ends(level: &Level, detours: &[&Room], neighbours: &Buckets<u32>) -> Option<[u32; 2]> {
    let on_path = |room: &Room| -> Vec<&Room> {
        let rooms = neighbours.get(room.id).iter().filter_map(|&id| level.rooms.get(id as usize));
        rooms.filter(|room| matches!(room.kind, RoomKind::Start | RoomKind::Path | RoomKind::End)).collect()
    };
    let (froms, tos) = (on_path(detours.first()?), on_path(detours.last()?));
    let agrees = |from: f32, to: f32| {
        detours.iter().enumerate().all(|(before, room)| {
            let part = (before + 1) as f32 / (detours.len() + 1) as f32;
            room.progress.to_bits() == (from + (to - from) * part).to_bits()
        })
    };
    froms.iter().find_map(|from| {
        let to = tos.iter().find(|to| from.progress < to.progress && agrees(from.progress, to.progress))?;
        Some([from.id, to.id])
    })
}

/// The rooms of a cycle, sorted by progress, such that each is joined to the one before; `None` if
/// they cannot be. Rooms may have equal progress if the path has hundreds of thousands of rooms.
fn in_order<'level>(rooms: &[&'level Room], neighbours: &Buckets<u32>) -> Option<Vec<&'level Room>> {
    let mut rooms = rooms.to_vec();
    for at in 1..rooms.len() {
        let (before, rest) = rooms.split_at_mut(at);
        let last = before.last()?;
        let progress = rest.first()?.progress;
        let equal = rest.iter().take_while(|room| room.progress.to_bits() == progress.to_bits());
        let next = equal.enumerate().find(|(_, room)| neighbours.get(last.id).contains(&room.id))?.0;
        rest.swap(0, next);
    }
    Some(rooms)
}
