//! The sides of a parting, for a lock on the crossing of the main path.
//!
//! Consumes the graph before its first gate, and the side of each room. Parts the spans of the
//! rooms, so that a cut at the step where the path crosses closes all other crossings too. Finds
//! the rooms of the far side that only one of these crossings joins.

use super::{
    MissionDraft,
    graph::{FAR, RoomDoor, RoomGraph, is_of_path},
    marks::RoomMarks,
};
use crate::floorplan::{PlannedRoom, partition::Partition, route::PathSpan};

/// A room of the far side that a crossing other than the path's alone joins to the level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exclave {
    pub(super) room: u32,
    /// The crossing, and its room on the near side.
    pub(super) way_in: RoomDoor,
}

/// The sides of a level's parting.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartingSides {
    /// The rule of the parting, by position in the preset's list.
    pub(super) rule: u8,
    /// The number of leaves before the band; all later ones lie behind it.
    before_band: u32,
}

impl PartingSides {
    /// The sides of the parting that a partition has.
    pub(super) fn of(partition: &Partition) -> Option<Self> {
        partition.parting.map(|parting| Self { rule: parting.rule, before_band: partition.before_band })
    }

    fn is_behind(self, room: &PlannedRoom) -> bool {
        room.leaf >= self.before_band
    }

    /// The step before the path's crossing, if the path crosses once and each room is joined to the
    /// path on its own side, but for exclaves. Then the spans of the rooms end at the crossing.
    /// Otherwise nothing changes: rooms that only another crossing joins would be cut off.
    ///
    /// A cycle that crosses is parted: its rooms belong to its end on their side, as rooms do that
    /// are hung on the path. All rooms of such an end have the same gates, so plain passages join
    /// them. Exclaves belong to the far end, too.
    ///
    /// With `exclaves`, lists those rooms there; without, the level may have none.
    /// Cost: linear in rooms and passages.
    pub(super) fn part(
        self,
        draft: &MissionDraft<'_>,
        graph: &mut RoomGraph,
        exclaves: Option<&mut Vec<Exclave>>,
    ) -> Option<u32> {
        let side = |room: u32| self.is_behind(&draft.rooms[room as usize]);
        let mut crossings = (0..).zip(draft.path.windows(2)).filter(|(_, pair)| side(pair[0]) != side(pair[1]));
        let (step, _) = crossings.next().filter(|_| crossings.next().is_none())?;
        let near = side(graph.start);
        let end = |end: u32| PathSpan { ends: [end; 2], nearest: end };
        // The rooms of cycles that cross, with what they had.
        let mut parted: Vec<(u32, PathSpan)> = Vec::new();
        let numbered = (0..).zip(draft.rooms).zip(graph.spans.iter_mut().zip(&mut graph.marks));
        for ((id, room), (span, marks)) in numbered {
            let is_far = self.is_behind(room) != near;
            if is_far {
                marks.add(RoomMarks::ACROSS);
            }
            let [from, to] = span.ends;
            if from <= step && step < to {
                parted.push((id, *span));
                *span = end(if is_far { to } else { from });
            }
        }
        let admits = |graph: &RoomGraph, room: u32, RoomDoor { beyond, .. }: RoomDoor| {
            let ends = [room, beyond];
            let [(one, here), (other, there)] =
                ends.map(|room| (graph.spans[room as usize].ends, graph.marks[room as usize]));
            let is_end_of = |[step, _]: [u32; 2], marks: RoomMarks, ends: [u32; 2]| {
                marks.is_of(RoomMarks::OF_PATH) && ends.contains(&step)
            };
            here.has(RoomMarks::ACROSS) == there.has(RoomMarks::ACROSS)
                && (one == other || is_end_of(one, here, other) || is_end_of(other, there, one))
                || is_of_path(&graph.marks, &graph.spans, ends)
        };
        graph.walk(graph.start, None, admits);
        graph.work += (draft.path.len() + draft.rooms.len()) as u64;
        if graph.distances.contains(&FAR) {
            let found = exclaves.and_then(|exclaves| find_exclaves(graph, exclaves).then_some(exclaves));
            let Some(found) = found else {
                parted.into_iter().for_each(|(room, span)| graph.spans[room as usize] = span);
                return None;
            };
            found.iter().for_each(|exclave| graph.spans[exclave.room as usize] = end(step + 1));
        }
        Some(step)
    }
}

/// Lists the rooms that the last walk has not reached. Returns whether they are exclaves: whether
/// they lie across the parting, and one passage from the near side leads to those that are joined.
#[cold]
fn find_exclaves(graph: &mut RoomGraph, found: &mut Vec<Exclave>) -> bool {
    let is_near = |room: u32| !graph.marks[room as usize].has(RoomMarks::ACROSS);
    let mut is_listed: Vec<bool> = graph.distances.iter().map(|distance| *distance != FAR).collect();
    graph.work += 3 * graph.gates.len() as u64;
    for first in 0..graph.gates.len() as u32 {
        if std::mem::replace(&mut is_listed[first as usize], true) {
            continue;
        }
        let mut joined = vec![first];
        let mut ways_in = Vec::new();
        let mut next = 0;
        while let Some(&room) = joined.get(next) {
            next += 1;
            for &door in graph.doors(room) {
                if graph.distances[door.beyond as usize] != FAR {
                    ways_in.push(door);
                } else if !std::mem::replace(&mut is_listed[door.beyond as usize], true) {
                    joined.push(door.beyond);
                }
            }
        }
        let way_in = match *ways_in {
            [door] if is_near(door.beyond) && !joined.iter().any(|&room| is_near(room)) => door,
            _ => {
                found.clear();
                return false;
            }
        };
        found.extend(joined.into_iter().map(|room| Exclave { room, way_in }));
    }
    true
}
