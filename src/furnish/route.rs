//! The ends of a route: what `from` and `to` of a formation mean in one room.
//!
//! Consumes a formation, the room's doors, and the level's entry and exit; produces the cells
//! between which the route leads. `region.rs` finds the way.

use super::{anchor::point, context::RoomContext, frame::RoomFrame};
use crate::{
    geom::HalfCell,
    preset::{Anchor, AnchorPoints, Formation, RouteVia},
};

/// The ends of a route in one room. A search starts at one of them and is traced back from the
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RouteEnds {
    pub(super) start: RouteStart,
    pub(super) goals: RouteGoals,
    pub(super) via: Option<RouteVia>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RouteStart {
    /// The cell before the middle of the first door.
    FirstDoor,
    /// The floor cell nearest to a point.
    Nearest(HalfCell),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RouteGoals {
    /// The cells before the middles of all doors. From each, the way leads straight in as far as
    /// it can.
    Doors,
    /// The same, of the first door alone.
    FirstDoor,
    /// The cells before the middles of all doors but the first one.
    OtherDoors,
    /// The reachable floor cell nearest to a point.
    Nearest(HalfCell),
}

/// One end of a route.
#[derive(Clone, Copy)]
enum RouteEnd {
    FirstDoor,
    Doors,
    Point(HalfCell),
}

impl RouteEnds {
    /// The ends of a formation's route; `None` if the room lacks one of them.
    ///
    /// Ways lead from one end to several doors or from several doors to one end. From doors to
    /// doors, they lead from the first one to each other.
    pub(super) fn of(formation: &Formation, room: &RoomContext<'_>, frame: &RoomFrame) -> Option<Self> {
        let from = match &formation.from {
            Some(from) => end(from, formation.inset, room, frame)?,
            None => RouteEnd::FirstDoor,
        };
        let doors = room.doorways.len();
        let to = match (&formation.to, from) {
            (Some(to), _) => end(to, formation.inset, room, frame)?,
            (None, RouteEnd::FirstDoor) if doors > 1 => RouteEnd::Doors,
            (None, RouteEnd::Point(_)) if doors > 0 => RouteEnd::Doors,
            (None, RouteEnd::FirstDoor | RouteEnd::Doors | RouteEnd::Point(_)) => RouteEnd::Point(room.centre()),
        };
        let (start, goals, needed) = match (from, to) {
            // No anchor stands for the first door alone.
            (_, RouteEnd::FirstDoor) => return None,
            (RouteEnd::FirstDoor | RouteEnd::Doors, RouteEnd::Doors) => {
                (RouteStart::FirstDoor, RouteGoals::OtherDoors, 2)
            }
            (RouteEnd::FirstDoor, RouteEnd::Point(centre)) if formation.to.is_none() => {
                (RouteStart::FirstDoor, RouteGoals::Nearest(centre), 1)
            }
            (RouteEnd::FirstDoor, RouteEnd::Point(to)) => (RouteStart::Nearest(to), RouteGoals::FirstDoor, 1),
            (RouteEnd::Doors, RouteEnd::Point(only)) | (RouteEnd::Point(only), RouteEnd::Doors) => {
                (RouteStart::Nearest(only), RouteGoals::Doors, 1)
            }
            (RouteEnd::Point(from), RouteEnd::Point(to)) => (RouteStart::Nearest(from), RouteGoals::Nearest(to), 0),
        };
        (doors >= needed).then_some(Self { start, goals, via: formation.via })
    }
}

/// The end that an anchor stands for; `None` if the room does not have it.
fn end(anchor: &Anchor, inset: i32, room: &RoomContext<'_>, frame: &RoomFrame) -> Option<RouteEnd> {
    let [entry, exit] = room.ends.map(|end| end.map(HalfCell::center_of));
    match anchor.points() {
        AnchorPoints::Doors => Some(RouteEnd::Doors),
        AnchorPoints::Entry => entry.map(RouteEnd::Point),
        AnchorPoints::Exit => exit.map(RouteEnd::Point),
        AnchorPoints::One(single) => Some(RouteEnd::Point(point(single, inset, frame))),
        // The check admits none of these.
        AnchorPoints::Four(_) | AnchorPoints::Of(_) | AnchorPoints::Between(_) => None,
        AnchorPoints::Anywhere | AnchorPoints::Thirds | AnchorPoints::Bank | AnchorPoints::Crossings => None,
    }
}
