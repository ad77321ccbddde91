//! Passages of a level: which two rooms they join, and the doors and corridor between them.

use super::DoorKind;
use crate::geom::{Cell, Extent, HalfCell, Rect};

/// A passage between two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage {
    /// The ids of the two rooms that the passage joins.
    pub rooms: [u32; 2],
    /// The door or corridor between the two rooms.
    pub connection: Connection,
    /// The kind of the passage's doors: [`DoorKind::Barred`] if the passage has a lock.
    pub kind: DoorKind,
    /// The lock of the passage's doors, as a position in the list of locks.
    pub(crate) lock: Option<u8>,
    /// The id of the room that a one-way passage leads from; `None` if one can walk both ways.
    pub one_way: Option<u32>,
    /// The number of passages that a shortcut saves on the way from the room `one_way` to the other
    /// one: those on the shortest way without it, with all locks open, less 1. A corridor with two
    /// doors is one passage. `None` if the passage is no shortcut.
    pub saves: Option<u32>,
}

/// The door or corridor between the two rooms of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Connection {
    /// The rooms share a wall: one door, a rectangle of wall cells one cell thick.
    Door(Rect),
    /// A corridor with a door at each end. Boxed, since most passages are single doors and large
    /// levels have many.
    Corridor(Box<Corridor>),
}

/// A corridor between two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// The two doors of the corridor, that of the passage's first room first.
    pub doors: [Rect; 2],
    /// The corner points of the corridor's route from door to door.
    pub route: Vec<Cell>,
}

/// The widest door that rules for doors ask for, in cells. A wider one is an *opening*: all of a
/// wall between two rooms, or the mouth between two caves.
pub(crate) const WIDEST_DOOR: i32 = 3;

impl Passage {
    /// The part of a door before which no obstacle stands: all of it, but of an opening, which is
    /// four cells wide or more, its middle third, rounded up.
    ///
    /// An opening is too wide to be kept clear: things stand beside the way through it.
    ///
    /// ```
    /// use roomgen::{Rect, level::Passage};
    ///
    /// let opening = Rect::from_xywh(4, 3, 1, 7);
    /// assert_eq!(opening.map(Passage::threshold), Rect::from_xywh(4, 5, 1, 3));
    /// ```
    #[must_use]
    pub fn threshold(door: Rect) -> Rect {
        let side = |cells: i32| if cells > WIDEST_DOOR { cells / 3 } else { 0 };
        let (across, down) = (side(door.width()), side(door.height()));
        let (width, height) = (door.width() - 2 * across, door.height() - 2 * down);
        Rect::of(door.left() + across, door.top() + down, width, height)
    }

    /// Whether the passage is an *opening*: an open door of four cells or more, with neither leaf
    /// nor jambs, so that both rooms are one space. Pictures show floor there.
    #[must_use]
    pub fn is_opening(&self) -> bool {
        let is_wide = |door: &Rect| door.width().max(door.height()) > WIDEST_DOOR;
        self.stands_open() && matches!(&self.connection, Connection::Door(door) if is_wide(door))
    }

    /// Whether the doors of the passage have no leaves, so that one always sees through. One walks
    /// through both ways unless it is [one-way](Passage::one_way).
    #[must_use]
    pub fn stands_open(&self) -> bool {
        self.kind == DoorKind::Open
    }

    /// A passage with closed doors, through which one can walk both ways.
    pub(crate) fn closed(rooms: [u32; 2], connection: Connection) -> Self {
        Self { rooms, connection, kind: DoorKind::Closed, lock: None, one_way: None, saves: None }
    }

    /// The passage's one or two doors, that of the first room first.
    #[must_use]
    pub fn doors(&self) -> &[Rect] {
        match &self.connection {
            Connection::Door(door) => std::slice::from_ref(door),
            Connection::Corridor(corridor) => &corridor.doors,
        }
    }

    /// The corner points of the corridor's route; empty if there is no corridor.
    #[must_use]
    pub fn corridor(&self) -> &[Cell] {
        match &self.connection {
            Connection::Door(_) => &[],
            Connection::Corridor(corridor) => &corridor.route,
        }
    }

    /// The line along the middle of the passage, in half cells: the middle of the first door, the
    /// bends of the corridor, the middle of the last door. One point if there is no corridor.
    ///
    /// Points on a straight part of the line may be among the bends.
    ///
    /// ```
    /// use roomgen::geom::HalfCell;
    ///
    /// let level = roomgen::generate(&roomgen::Preset::built_in("mine")?, 42);
    /// let passage = &level.passages()[0];
    /// let (line, door) = (passage.middle_line(), passage.doors()[0]);
    /// assert_eq!(line[0], HalfCell::new(door.left() + door.right(), door.top() + door.bottom()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn middle_line(&self) -> Vec<HalfCell> {
        let middle = |cells: Rect| HalfCell::new(cells.left() + cells.right(), cells.top() + cells.bottom());
        let doors = self.doors();
        let width = doors.first().map_or(1, |door| door.width().max(door.height()));
        let bends = self.corridor().iter().map(|bend| HalfCell::new(2 * bend.x + width, 2 * bend.y + width));
        let ends = doors.iter().map(|&door| middle(door));
        let mut line: Vec<HalfCell> = ends.clone().take(1).chain(bends).chain(ends.skip(1)).collect();
        line.dedup();
        line
    }

    /// The straight segments of the corridor. Requires a generated passage, whose route starts and
    /// ends at its doors. For any other route the segments are meaningless.
    pub(crate) fn legs(&self) -> impl Iterator<Item = Rect> + '_ {
        let corridor = match &self.connection {
            Connection::Door(_) => None,
            Connection::Corridor(corridor) => Some(corridor_legs(corridor.doors, &corridor.route)),
        };
        corridor.into_iter().flatten()
    }
}

/// The straight segments of a corridor with these doors and corner points, without the door cells.
pub(crate) fn corridor_legs(doors: [Rect; 2], route: &[Cell]) -> impl Iterator<Item = Rect> + '_ {
    let width = doors[0].width().max(doors[0].height());
    let last = route.len().saturating_sub(1);
    let around = move |number: usize| {
        let [first, second] = doors.map(Rect::extent);
        let extent = match number {
            // If both doors meet at one point, the segment spans the larger of both.
            0 if last == 0 => Extent::new(first.width.max(second.width), first.height.max(second.height)),
            0 => first,
            _ if number == last => second,
            _ => Extent::new(width, width),
        };
        Rect::of(route[number].x, route[number].y, extent.width, extent.height)
    };
    (0..route.len().min(last.max(1))).map(move |number| {
        let (one, other) = (around(number), around(last.min(number + 1)));
        let (left, top) = (one.left().min(other.left()), one.top().min(other.top()));
        Rect::of(left, top, one.right().max(other.right()) - left, one.bottom().max(other.bottom()) - top)
    })
}
