//! Passages: a small hole in the wall that two rooms share, or a corridor from room to room.

use super::{
    Connection, DoorKind, Passage,
    adjacency::{Adjacency, Wall},
    bend::Bend,
};
use crate::{
    geom::{Cell, Rect},
    preset::{DoorPlace, Doors},
    rng::Draw,
    trace::Trace,
};

/// A passage through every wall that is to be joined, in the order of the walls, between the `rooms` of the leaves. Two words at the
/// most for each. Cost: linear in the walls.
pub(super) fn join(
    adjacency: &Adjacency,
    joined: &[bool],
    rooms: &[Rect],
    room_of: &[u32],
    rules: Doors,
    draw: &mut impl Draw,
    trace: &mut impl Trace,
) -> Vec<Passage> {
    let mut bends = adjacency.bends.iter().peekable();
    let walls = (0..).zip(&adjacency.walls).zip(joined).filter(|(_, joined)| **joined);
    walls
        .map(|((number, wall), _)| {
            while bends.next_if(|bend| bend.0 < number).is_some() {}
            let connection = match bends.peek() {
                Some((at, bend)) if *at == number => bent(bend),
                _ => straight(wall, wall.leaves.map(|leaf| rooms[leaf as usize]), rules, draw),
            };
            let passage =
                Passage { rooms: wall.leaves.map(|leaf| room_of[leaf as usize]), connection, kind: DoorKind::Closed };
            passage.doors().iter().for_each(|&door| trace.passage(passage.rooms, door));
            passage.legs().for_each(|leg| trace.corridor(passage.rooms, leg));
            passage
        })
        .collect()
}

/// A door where the rooms share a wall, a corridor where there is more between them; somewhere along the wall, of a width that
/// the rules allow and the wall has room for.
fn straight(wall: &Wall, [one, other]: [Rect; 2], rules: Doors, draw: &mut impl Draw) -> Connection {
    let width = draw.within(rules.width.0, rules.width.1.min(wall.to - wall.from));
    let at = match rules.place {
        DoorPlace::Anywhere => draw.within(wall.from, wall.to - width),
        DoorPlace::Middle => (wall.from + wall.to - width) / 2,
    };
    let across = |from: i32| if wall.is_column { Rect::of(from, at, 1, width) } else { Rect::of(at, from, width, 1) };
    let (near, far) = if wall.is_column { (one.right(), other.left() - 1) } else { (one.bottom(), other.top() - 1) };
    if near == far {
        return Connection::Door(across(near));
    }
    let cell = |from: i32| Cell::new(across(from).left(), across(from).top());
    corridor([across(near), across(far)], &[cell(near + 1), cell(far - 1)])
}

fn bent(bend: &Bend) -> Connection {
    corridor(bend.doors, bend.route())
}

fn corridor(doors: [Rect; 2], points: &[Cell]) -> Connection {
    let mut route = points.to_vec();
    route.dedup();
    Connection::Corridor { doors, route }
}
