//! Bent corridors, between rooms that do not face each other.
//!
//! A bent corridor starts and ends at the end of a room's side, the one nearest to the other room,
//! and has one or two corners. It exists only if all of it lies in the two leaves and their shared
//! wall, and if it touches both rooms by its doors alone.
//!
//! So all of it lies beyond one corner of each room: no nearer to the middle of the room's sides
//! than the width of its door. Each corner serves one bent corridor, and those between facing rooms
//! keep clear of it, so no two corridors share a side or a corner of a cell.

use super::{leaf_wall::LeafWall, partition::Partition};
use crate::{
    geom::{Cell, Direction, Rect},
    model::corridor_legs,
};

/// At which ends of a room's four sides no bent corridor may start: two bits for each side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SideEndSlots(u8);

impl SideEndSlots {
    /// Takes both ends of a side, for a corridor in the middle that comes too close to them.
    pub(super) fn take_side(&mut self, side: Direction) {
        self.0 |= slot(side, false) | slot(side, true);
    }

    fn is_free(self, end: CorridorEnd) -> bool {
        self.0 & slot(end.side, end.is_last) == 0
    }

    /// Takes both ends of sides that meet at the corner of the room where a corridor ends. Two
    /// doors there would touch.
    fn take_corner(&mut self, CorridorEnd { side, is_last, .. }: CorridorEnd) {
        let other = match (side.is_east_west(), is_last) {
            (true, false) => Direction::North,
            (true, true) => Direction::South,
            (false, false) => Direction::West,
            (false, true) => Direction::East,
        };
        let is_other_last = matches!(side, Direction::East | Direction::South);
        self.0 |= slot(side, is_last) | slot(other, is_other_last);
    }
}

/// The bit of one end of a side: the right or lower one if `is_last`, else the left or upper one.
fn slot(side: Direction, is_last: bool) -> u8 {
    1 << (2 * side as u8 + u8::from(is_last))
}

/// A corridor with one or two corners, between rooms that do not face each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BentCorridor {
    /// The two doors, first that of the room in the wall's first leaf.
    pub(super) doors: [Rect; 2],
    route: [Cell; 4],
    /// The number of points of `route` in use, from the first.
    points: usize,
}

/// A possible end of a bent corridor: a door at one end of one side of a room.
#[derive(Clone, Copy, Debug)]
struct CorridorEnd {
    side: Direction,
    /// Whether the door is at the right or lower end of `side`, not at the left or upper one.
    is_last: bool,
    door: Rect,
    /// The cells in front of the door, outside of the room.
    strip: Rect,
}

impl CorridorEnd {
    fn new(room: Rect, side: Direction, is_last: bool, width: i32) -> Self {
        let x = if is_last { room.right() - width } else { room.left() };
        let y = if is_last { room.bottom() - width } else { room.top() };
        let (door, strip) = match side {
            Direction::North => (Rect::of(x, room.top() - 1, width, 1), Rect::of(x, room.top() - 2, width, 1)),
            Direction::South => (Rect::of(x, room.bottom(), width, 1), Rect::of(x, room.bottom() + 1, width, 1)),
            Direction::West => (Rect::of(room.left() - 1, y, 1, width), Rect::of(room.left() - 2, y, 1, width)),
            Direction::East => (Rect::of(room.right(), y, 1, width), Rect::of(room.right() + 1, y, 1, width)),
        };
        Self { side, is_last, door, strip }
    }

    fn start(self) -> Cell {
        self.strip.top_left()
    }
}

impl BentCorridor {
    /// A corridor of `width` cells between the rooms of the two leaves of `wall`, if one fits.
    ///
    /// Takes in `slots` the corners of the rooms where the corridor ends.
    pub(super) fn between(
        wall: &LeafWall,
        partition: &Partition,
        rooms: &[Rect],
        slots: &mut [SideEndSlots],
        width: i32,
    ) -> Option<Self> {
        let leaves = wall.leaves.map(|leaf| partition.leaves[leaf.index()]);
        let rooms @ [one, other] = wall.leaves.map(|leaf| rooms[leaf.index()]);
        // Whether the other room lies to the right of this one, and below it. Centres are doubled,
        // so that they are whole numbers.
        let (right, down) = (
            other.left() + other.right() >= one.left() + one.right(),
            other.top() + other.bottom() >= one.top() + one.bottom(),
        );
        let (east, west) = if right { (Direction::East, Direction::West) } else { (Direction::West, Direction::East) };
        let (south, north) =
            if down { (Direction::South, Direction::North) } else { (Direction::North, Direction::South) };
        // Two possible ends of the corridor for each room: in its left or right side, and in its
        // upper or lower side. Each is in the side that faces the other room, at the nearer end.
        let from = [CorridorEnd::new(one, east, down, width), CorridorEnd::new(one, south, right, width)];
        let to = [CorridorEnd::new(other, west, !down, width), CorridorEnd::new(other, north, !right, width)];
        let twice = if wall.is_column { (from[1], to[1]) } else { (from[0], to[0]) };
        let pairs = [(from[0], to[1]), (from[1], to[0]), twice];
        pairs.into_iter().find_map(|(exit, entrance)| {
            let [mine, theirs] = wall.leaves.map(|leaf| slots[leaf.index()]);
            if !mine.is_free(exit) || !theirs.is_free(entrance) {
                return None;
            }
            let (route, points) = route(wall, exit, entrance, width)?;
            let bend = Self { doors: [exit.door, entrance.door], route, points };
            let fits = |leg: Rect| stays(leg, wall, leaves) && rooms.iter().all(|&room| is_clear(leg, room));
            if !corridor_legs(bend.doors, bend.route()).all(fits) {
                return None;
            }
            slots[wall.leaves[0].index()].take_corner(exit);
            slots[wall.leaves[1].index()].take_corner(entrance);
            Some(bend)
        })
    }

    /// The corner points from door to door, each the top left cell of the corridor there. A point
    /// may occur twice.
    pub(super) fn route(&self) -> &[Cell] {
        &self.route[..self.points]
    }
}

/// The corner points of a bent corridor from exit to entrance, and their count.
///
/// One corner if one exit leads horizontally and the other vertically. Otherwise two corners, in
/// the middle of the wall range that the leaves share; `None` if they do not fit there.
fn route(wall: &LeafWall, exit: CorridorEnd, entrance: CorridorEnd, width: i32) -> Option<([Cell; 4], usize)> {
    let (start, end) = (exit.start(), entrance.start());
    match (exit.side.is_east_west(), entrance.side.is_east_west()) {
        (true, false) => Some(([start, Cell::new(end.x, start.y), end, end], 3)),
        (false, true) => Some(([start, Cell::new(start.x, end.y), end, end], 3)),
        (across, _) => {
            let (one, other) = if across { (start.x, end.x) } else { (start.y, end.y) };
            let low = wall.from().max(one.min(other));
            let high = wall.to().min(one.max(other) + 1) - width;
            if low > high {
                return None;
            }
            let middle = low + (high - low) / 2;
            let [first, second] = if across {
                [Cell::new(middle, start.y), Cell::new(middle, end.y)]
            } else {
                [Cell::new(start.x, middle), Cell::new(end.x, middle)]
            };
            Some(([start, first, second, end], 4))
        }
    }
}

/// Whether `cells`, a part of a corridor, lies within the two leaves and their shared range of
/// `wall`.
fn stays(cells: Rect, wall: &LeafWall, leaves: [Rect; 2]) -> bool {
    let part = |from: i32, to: i32| {
        if wall.is_column {
            Rect::from_ltrb(from.max(cells.left()), cells.top(), to.min(cells.right()), cells.bottom())
        } else {
            Rect::from_ltrb(cells.left(), from.max(cells.top()), cells.right(), to.min(cells.bottom()))
        }
    };
    let shared = wall.part(wall.from(), wall.to() - wall.from());
    let lies_in = |part: Option<Rect>, place: Rect| part.is_none_or(|part| place.contains_rect(part));
    lies_in(part(i32::MIN, wall.at()), leaves[0])
        && lies_in(part(wall.at(), wall.at() + 1), shared)
        && lies_in(part(wall.at() + 1, i32::MAX), leaves[1])
}

/// Whether `cells`, a part of a corridor, overlaps neither the room nor its walls.
fn is_clear(cells: Rect, room: Rect) -> bool {
    room.grown(1).is_none_or(|walls| !walls.overlaps(cells))
}
