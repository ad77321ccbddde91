//! Passages of the style `Adjacent`: a small hole in the wall that two rooms share.

use super::{
    Connection, Passage,
    adjacency::{Adjacency, Wall},
};
use crate::{geom::Rect, rng::Draw, trace::Trace};

/// A passage through every wall that is to be joined, in the order of the walls. Two words for each. Cost: linear in the
/// walls.
pub(super) fn join(
    adjacency: &Adjacency,
    joined: &[bool],
    room_of: &[u32],
    widths: (i32, i32),
    draw: &mut impl Draw,
    trace: &mut impl Trace,
) -> Vec<Passage> {
    let walls = adjacency.walls.iter().zip(joined).filter(|(_, joined)| **joined);
    walls
        .map(|(wall, _)| {
            let rooms = wall.leaves.map(|leaf| room_of[leaf as usize]);
            let door = door(wall, widths, draw);
            trace.passage(rooms, door);
            Passage { rooms, connection: Connection::Door(door) }
        })
        .collect()
}

/// A door anywhere along the wall, of a width that the rules allow and the wall has room for.
fn door(wall: &Wall, (narrowest, widest): (i32, i32), draw: &mut impl Draw) -> Rect {
    let width = draw.within(narrowest, widest.min(wall.to - wall.from));
    wall.part(draw.within(wall.from, wall.to - width), width)
}
