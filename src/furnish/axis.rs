//! Routes by the axis of a room: from each end straight to the axis, and along it.
//!
//! Consumes the floor of a room, the start of a route and its goals; produces the cells of these
//! ways, as far as they are floor.

use std::ops::Range;

use crate::{
    geom::{Cell, Extent, Rect},
    grid::CellSet,
};

/// The long axis of a room: the middle row of a room that is wider than high, the middle column of
/// any other. Of two in the middle, the northern or western one.
#[derive(Clone, Copy, Debug)]
struct RoomAxis {
    is_row: bool,
    /// The row or column.
    line: i32,
}

impl RoomAxis {
    fn of(Extent { width, height }: Extent) -> Self {
        let is_row = width > height;
        Self { is_row, line: (if is_row { height } else { width } - 1) / 2 }
    }

    /// The cell of the axis at this place along it.
    fn at(self, place: i32) -> Cell {
        if self.is_row { Cell::new(place, self.line) } else { Cell::new(self.line, place) }
    }

    /// The place on the axis from which a cell lies straight across.
    fn place_of(self, cell: Cell) -> i32 {
        if self.is_row { cell.x } else { cell.y }
    }
}

/// A route by the axis of a room, from its start to the goals that were added.
#[derive(Clone, Debug)]
pub(super) struct AxisRoute {
    axis: RoomAxis,
    /// The cells from the start straight to the axis.
    entrance: Rect,
    /// The places along the axis that are floor, without a gap, around that of the start.
    open: Range<i32>,
    /// The places from the start to the goals; empty without a goal.
    used: Range<i32>,
    start: i32,
    /// The cells visited.
    pub(super) work: u64,
}

impl AxisRoute {
    /// The route from a floor cell; `None` if a cell from there to the axis is no floor.
    ///
    /// Cost: the cells of the axis.
    pub(super) fn new<S: CellSet>(floor: &S, room: Extent, start: Cell) -> Option<Self> {
        let axis = RoomAxis::of(room);
        let place = axis.place_of(start);
        let entrance = between(start, axis.at(place));
        if !floor.contains_rect(entrance) {
            return None;
        }
        let is_open = |place: &i32| {
            let Cell { x, y } = axis.at(*place);
            floor.contains(x, y)
        };
        let sides = if axis.is_row { room.width } else { room.height };
        let end = (place..sides).take_while(is_open).last().unwrap_or(place) + 1;
        let first = (0..=place).rev().take_while(is_open).last().unwrap_or(place);
        let work = entrance.area().unsigned_abs() + u64::from((end - first).unsigned_abs());
        Some(Self { axis, entrance, open: first..end, used: place..place, start: place, work })
    }

    /// Adds to `route` the cells from a goal straight to the axis. Returns whether the way by the
    /// axis is floor; adds none if not.
    pub(super) fn add<S: CellSet>(&mut self, floor: &S, goal: Cell, route: &mut S) -> bool {
        let place = self.axis.place_of(goal);
        let exit = between(goal, self.axis.at(place));
        self.work += exit.area().unsigned_abs();
        let is_floor = self.open.contains(&place) && floor.contains_rect(exit);
        if is_floor {
            route.insert_rect(exit);
            let Range { start, end } =
                if self.used.is_empty() { self.start..self.start + 1 } else { self.used.clone() };
            self.used = start.min(place)..end.max(place + 1);
        }
        is_floor
    }

    /// Adds to `route` the cells from its start to the axis, and along it to all goals.
    pub(super) fn finish<S: CellSet>(&self, route: &mut S) {
        if !self.used.is_empty() {
            route.insert_rect(self.entrance);
            route.insert_rect(between(self.axis.at(self.used.start), self.axis.at(self.used.end - 1)));
        }
    }
}

/// The cells from one to another in the same row or column, both included.
fn between(one: Cell, other: Cell) -> Rect {
    let (left, top) = (one.x.min(other.x), one.y.min(other.y));
    Rect::of(left, top, one.x.abs_diff(other.x) as i32 + 1, one.y.abs_diff(other.y) as i32 + 1)
}
