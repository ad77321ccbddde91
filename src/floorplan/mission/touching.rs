//! Corridors that others touch at both ends: these are always plain.
//!
//! A bent corridor ends at the corners of its rooms, where the corridor beside it may touch it.
//! From one corridor a player walks into the other without a door. Of two that end at the same
//! room this changes nothing, since each other door keeps its lock or direction. But a corridor
//! that others touch in both of its rooms joins these others, whatever doors it has itself.

use super::graph::{PassageUse, RoomGraph};
use crate::{floorplan::Passage, geom::Rect};

/// Marks the passages that corridors touch in both rooms. `bent` are the bent corridors: no two
/// others touch.
///
/// Cost: linear in passages. A room has at most eight bent corridors, two for each side.
pub(super) fn keep_plain(graph: &mut RoomGraph, passages: &[Passage], bent: &[u32]) {
    // For each passage a bit for each of its two rooms.
    let mut touched: Vec<u8> = Vec::new();
    for &one in bent {
        for (end, room) in passages[one as usize].rooms.into_iter().enumerate() {
            graph.work += graph.doors(room).len() as u64;
            let others = graph.doors(room).iter().map(|door| door.passage).filter(|&other| other != one);
            for other in others {
                let other_passage = &passages[other as usize];
                if !touch(&passages[one as usize], other_passage) {
                    continue;
                }
                touched.resize(passages.len(), 0);
                touched[one as usize] |= 1 << end;
                touched[other as usize] |= if other_passage.rooms[0] == room { 1 } else { 2 };
            }
        }
    }
    for (use_of, _) in graph.uses.iter_mut().zip(touched).filter(|(_, ends)| *ends == 3) {
        *use_of = PassageUse::AlwaysPlain;
    }
}

/// Whether a cell of one passage is a cell of the other, or beside one.
fn touch(one: &Passage, other: &Passage) -> bool {
    parts(one).any(|one| parts(other).any(|other| are_beside(one, other)))
}

/// The doors of a passage and the segments of its corridor.
fn parts(passage: &Passage) -> impl Iterator<Item = Rect> + '_ {
    passage.doors().iter().copied().chain(passage.legs())
}

/// Whether two rectangles overlap, or share a part of a side.
fn are_beside(one: Rect, other: Rect) -> bool {
    let across = one.left().max(other.left()) - one.right().min(other.right());
    let down = one.top().max(other.top()) - one.bottom().min(other.bottom());
    across <= 0 && down <= 0 && across + down < 0
}
