//! Openings: walls that a passage opens from end to end, and mouths of caves, so that rooms become
//! one space.
//!
//! Consumes rooms, passages behind the mission, and words of each passage; widens doors, and mouths
//! once more when rooms have their floors. A door that the mission locks, hides or makes one-way
//! stays as it is, so an opening leads round no lock; and another mission changes no opening but at
//! the passages that it changes.

use super::{Connection, DoorKind, Passage, PlanContext, PlannedRoom, ShapedFloors, shape::ShapeChoice};
use crate::{
    buckets::Buckets,
    geom::{Cell, Rect},
    preset::{OpeningRule, ShapeRule},
    rng::{RandomSource, SeedStage},
    trace::{Step, Trace},
};

/// A passage between two caves that becomes a mouth, and its door as it was before.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaveMouth {
    passage: u32,
    door: Rect,
    /// The most of the wall that it may take.
    wall: Rect,
}

/// Opens the walls that the preset's rules ask for. `choices` are the shapes of the rooms. Of two
/// rooms that are dug, only caves become one space: their mouths are returned.
///
/// Each passage that may be opened draws one word of its own, and a mouth two more. Cost: linear in
/// passages.
pub(super) fn open_walls(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &[PlannedRoom],
    choices: &[ShapeChoice],
    passages: &mut [Passage],
) -> Vec<CaveMouth> {
    let preset = context.preset;
    let merges = |rule: &ShapeRule| rule.merge.max() > 0.0;
    let mut mouths = Vec::new();
    if preset.open == OpeningRule::default() && !preset.shapes.iter().any(merges) {
        return mouths;
    }
    context.trace.count(|| passages.len() as u64);
    let mut draw = context.seed.leaves(SeedStage::Openings);
    let corridors = CorridorCells::new(rooms, passages);
    for (number, passage) in (0..).zip(passages) {
        let Connection::Door(door) = passage.connection else { continue };
        let ends = passage.rooms.map(|room| &rooms[room as usize]);
        if !is_plain(passage) || ends.iter().any(|room| room.vault.is_some()) {
            continue;
        }
        let inputs = ends.map(|room| room.ramp_input(context.difficulty));
        let dug = passage.rooms.map(|room| choices.get(room as usize)?.of_dug(preset, &rooms[room as usize]));
        let chance = match dug {
            [Some(one), Some(other)] => one.merge.at(inputs[0]).min(other.merge.at(inputs[1])),
            [None, None] if suits(&preset.open, ends) => {
                let farther = if ends[0].progress > ends[1].progress { inputs[0] } else { inputs[1] };
                preset.open.chance.at(farther)
            }
            _ => continue,
        };
        draw.move_to(number);
        let wall = shared_wall(door, ends.map(|room| room.rect));
        let wall = wall.map(|wall| corridors.clear_part(wall, door, passage.rooms));
        let Some(wall) = wall.filter(|_| draw.chance(chance)) else { continue };
        passage.kind = DoorKind::Open;
        if dug[0].is_some() {
            passage.connection = Connection::Door(mouth(door, wall, &mut draw));
            mouths.push(CaveMouth { passage: number, door, wall });
        } else {
            passage.connection = Connection::Door(wall);
            context.trace.see(|| Step::Widen { passage: number, from: door, to: wall });
        }
    }
    mouths
}

/// Widens mouths by the cells of the wall beside them that have floor on both sides.
///
/// Cost: linear in the cells of mouths.
pub(super) fn widen_mouths(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &[PlannedRoom],
    floors: &ShapedFloors,
    passages: &mut [Passage],
    mouths: &[CaveMouth],
) {
    for &CaveMouth { passage: number, door, wall } in mouths {
        let Some(passage) = passages.get_mut(number as usize) else { continue };
        let Connection::Door(mouth) = &mut passage.connection else { continue };
        let ends = passage.rooms.map(|room| &rooms[room as usize]);
        let is_floor = |cell: Cell| {
            ends.iter().any(|room| {
                let rect = room.rect;
                rect.contains(cell) && floors.of(room).contains(cell.x - rect.left(), cell.y - rect.top())
            })
        };
        let is_column = [-1, 1].iter().all(|&side| is_floor(Cell::new(mouth.left() + side, mouth.top())));
        let (dx, dy) = if is_column { (0, 1) } else { (1, 0) };
        let is_open =
            |cell: Cell| [-1, 1].iter().all(|&side| is_floor(Cell::new(cell.x + side * dy, cell.y + side * dx)));
        let mut ends = [mouth.top_left(), Cell::new(mouth.right() - 1, mouth.bottom() - 1)];
        for (end, step) in ends.iter_mut().zip([-1, 1]) {
            while let next = Cell::new(end.x + step * dx, end.y + step * dy)
                && wall.contains(next)
                && is_open(next)
            {
                *end = next;
            }
        }
        let [from, to] = ends;
        *mouth = Rect::of(from.x, from.y, to.x - from.x + 1, to.y - from.y + 1);
        let to = *mouth;
        context.trace.see(|| Step::Widen { passage: number, from: door, to });
    }
}

/// A part of the wall around a door: at each of its ends a third of the wall that is left, or more.
fn mouth(door: Rect, wall: Rect, draw: &mut impl RandomSource) -> Rect {
    let mut longer = |cells: i32| draw.within(cells / 3, cells);
    if wall.width() == 1 {
        let (above, below) = (longer(door.top() - wall.top()), longer(wall.bottom() - door.bottom()));
        Rect::of(wall.left(), door.top() - above, 1, door.height() + above + below)
    } else {
        let (before, behind) = (longer(door.left() - wall.left()), longer(wall.right() - door.right()));
        Rect::of(door.left() - before, wall.top(), door.width() + before + behind, 1)
    }
}

/// Whether both rooms pass the filter of the rule.
fn suits(rule: &OpeningRule, ends: [&PlannedRoom; 2]) -> bool {
    rule.rooms.as_ref().is_none_or(|filter| ends.iter().all(|room| filter.suits(&room.facts())))
}

/// Whether a door of the passage lets everybody pass at any time, both ways.
fn is_plain(passage: &Passage) -> bool {
    let is_seen = matches!(passage.kind, DoorKind::Open | DoorKind::Closed);
    is_seen && passage.lock.is_none() && passage.one_way.is_none()
}

/// The cells of corridors, doors included. Corridors with bends begin at the corners of rooms,
/// where openings end.
struct CorridorCells {
    cells: Vec<Rect>,
    /// For each room, the corridors that end there, as ranges of `cells`.
    of_room: Buckets<[u32; 2]>,
}

impl CorridorCells {
    fn new(rooms: &[PlannedRoom], passages: &[Passage]) -> Self {
        let (mut cells, mut corridors) = (Vec::new(), Vec::new());
        for passage in passages.iter().filter(|passage| !passage.corridor().is_empty()) {
            let first = cells.len() as u32;
            cells.extend_from_slice(passage.doors());
            cells.extend(passage.legs());
            corridors.push(passage.rooms.map(|room| (room, [first, cells.len() as u32])));
        }
        let mut of_room = Buckets::default();
        of_room.sort_groups(rooms.len(), corridors.into_iter());
        Self { cells, of_room }
    }

    /// The part of the wall between two rooms that touches none of their corridors, not at a corner
    /// either.
    fn clear_part(&self, wall: Rect, door: Rect, rooms: [u32; 2]) -> Rect {
        let near = rooms.into_iter().flat_map(|room| self.of_room.get(room));
        let cells = near.filter_map(|&[first, end]| self.cells.get(first as usize..end as usize));
        clear_part(wall, door, cells.flatten().copied())
    }
}

/// The part of a wall that touches none of some corridors, but with its door. It contains the door,
/// and no more where a corridor touches the door itself.
fn clear_part(wall: Rect, door: Rect, corridors: impl Iterator<Item = Rect>) -> Rect {
    let [mut left, mut top, mut right, mut bottom] = [wall.left(), wall.top(), wall.right(), wall.bottom()];
    for near in corridors.filter_map(|cells| cells.grown(1)).filter(|near| near.overlaps(wall)) {
        if wall.width() == 1 {
            if near.top() < door.bottom() {
                top = top.max(near.bottom().min(door.top()));
            }
            if near.bottom() > door.top() {
                bottom = bottom.min(near.top().max(door.bottom()));
            }
        } else {
            if near.left() < door.right() {
                left = left.max(near.right().min(door.left()));
            }
            if near.right() > door.left() {
                right = right.min(near.left().max(door.right()));
            }
        }
    }
    Rect::of(left, top, right - left, bottom - top)
}

/// All cells of the wall in which a door lies that have floor of both rooms beside them.
fn shared_wall(door: Rect, [one, other]: [Rect; 2]) -> Option<Rect> {
    let is_beside = one.right() <= other.left() || other.right() <= one.left();
    if is_beside {
        let (top, bottom) = (one.top().max(other.top()), one.bottom().min(other.bottom()));
        Rect::from_xywh(door.left(), top, 1, bottom - top)
    } else {
        let (left, right) = (one.left().max(other.left()), one.right().min(other.right()));
        Rect::from_xywh(left, door.top(), right - left, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_touches_no_corridor_that_begins_at_a_corner() {
        let clear = |wall, door, corridors: &[Rect]| clear_part(wall, door, corridors.iter().copied());
        let (wall, door) = (Rect::of(8, 3, 1, 9), Rect::of(8, 6, 1, 2));
        assert_eq!(clear(wall, door, &[]), wall);
        assert_eq!(clear(wall, door, &[Rect::of(7, 2, 1, 1)]), Rect::of(8, 4, 1, 8));
        assert_eq!(clear(wall, door, &[Rect::of(7, 12, 1, 1), Rect::of(9, 2, 1, 1)]), Rect::of(8, 4, 1, 7));
        assert_eq!(clear(wall, door, &[Rect::of(7, 1, 1, 1)]), wall);
        assert_eq!(clear(wall, door, &[Rect::of(7, 5, 1, 1)]), door);
        let (wall, door) = (Rect::of(3, 8, 9, 1), Rect::of(6, 8, 2, 1));
        let corridors = [Rect::of(2, 7, 1, 1), Rect::of(12, 9, 1, 1)];
        assert_eq!(clear(wall, door, &corridors), Rect::of(4, 8, 7, 1));
    }

    #[test]
    fn a_wall_is_shared_where_both_rooms_lie() {
        let (one, beside, below) = (Rect::of(2, 3, 6, 9), Rect::of(9, 1, 4, 7), Rect::of(5, 13, 9, 4));
        assert_eq!(shared_wall(Rect::of(8, 5, 1, 2), [one, beside]), Some(Rect::of(8, 3, 1, 5)));
        assert_eq!(shared_wall(Rect::of(8, 5, 1, 2), [beside, one]), Some(Rect::of(8, 3, 1, 5)));
        assert_eq!(shared_wall(Rect::of(6, 12, 1, 1), [one, below]), Some(Rect::of(5, 12, 3, 1)));
    }
}
