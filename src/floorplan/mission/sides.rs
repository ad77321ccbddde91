//! The sides of a parting, for a lock on the crossing of the main path.
//!
//! Consumes the graph before its first gate, and the side of each room. Parts the spans of the
//! rooms, so that a cut at the step where the path crosses closes all other crossings too.

use super::{
    MissionDraft,
    graph::{FAR, RoomDoor, RoomGraph, is_of_path},
    marks::RoomMarks,
};
use crate::floorplan::{PlannedRoom, route::PathSpan};

/// The sides of a level's parting.
#[derive(Clone, Copy, Debug)]
pub(in crate::floorplan) struct PartingSides {
    /// The rule of the parting, by position in the preset's list.
    pub(in crate::floorplan) rule: u8,
    /// The number of leaves before the band; all later ones lie behind it.
    pub(in crate::floorplan) before_band: u32,
}

impl PartingSides {
    fn is_behind(self, room: &PlannedRoom) -> bool {
        room.leaf >= self.before_band
    }

    /// The step before the path's crossing, if the path crosses once and each room is joined to the
    /// path on its own side. Then the spans of the rooms end at the crossing. Otherwise nothing
    /// changes: rooms that only another crossing joins would be cut off.
    ///
    /// A cycle that crosses is parted: its rooms belong to its end on their side, as rooms do that
    /// are hung on the path. All rooms of such an end have the same gates, so plain passages join
    /// them.
    ///
    /// Cost: linear in rooms and passages.
    pub(super) fn part(self, draft: &MissionDraft<'_>, graph: &mut RoomGraph) -> Option<u32> {
        let side = |room: u32| self.is_behind(&draft.rooms[room as usize]);
        let mut crossings = (0..).zip(draft.path.windows(2)).filter(|(_, pair)| side(pair[0]) != side(pair[1]));
        let (step, _) = crossings.next().filter(|_| crossings.next().is_none())?;
        let near = side(graph.start);
        let own_span = |(room, span): (u32, &PathSpan)| match span.ends {
            [from, to] if from <= step && step < to => {
                let end = if side(room) == near { from } else { to };
                PathSpan { ends: [end; 2], nearest: end }
            }
            [_, _] => *span,
        };
        let spans: Vec<PathSpan> = (0..).zip(&graph.spans).map(own_span).collect();
        let admits = |graph: &RoomGraph, room: u32, RoomDoor { beyond, .. }: RoomDoor| {
            is_of_path(&graph.marks, &graph.spans, [room, beyond])
                || side(room) == side(beyond) && {
                    let [one, other] = [room, beyond].map(|room| spans[room as usize].ends);
                    let is_end_of = |room: u32, [step, _]: [u32; 2], ends: [u32; 2]| {
                        graph.marks[room as usize].is_of(RoomMarks::OF_PATH) && ends.contains(&step)
                    };
                    one == other || is_end_of(room, one, other) || is_end_of(beyond, other, one)
                }
        };
        graph.walk(graph.start, None, admits);
        graph.work += (draft.path.len() + draft.rooms.len()) as u64;
        if graph.distances.contains(&FAR) {
            return None;
        }
        graph.spans = spans;
        Some(step)
    }
}
