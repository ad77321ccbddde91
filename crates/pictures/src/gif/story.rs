//! What is told of a level while it is made, kept as data: the observer that the animation is built on.

use crate::picture::{Cut, Making};
use roomgen::{
    geom::{Cell, Rect},
    trace::{Rejection, Trace},
};

/// The steps of a level's making, in the order in which they were told.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    making: Making,
    /// Doors, and the straight parts of corridors.
    ways: Vec<Way>,
    /// The steps of furnishing, by room.
    steps: Vec<Vec<Step>>,
}

/// A part of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Door(Rect),
    /// A straight part of a corridor.
    Leg(Rect),
}

/// A step of furnishing a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Cells stay free of obstacles.
    Clear(Rect),
    /// A formation of the layout is stamped, centred at an anchor in half cells.
    Stamp(u32, Cell),
    /// A prop was placed.
    Place(Rect),
    /// A prop was not placed, or does not stay.
    Reject(Rect, Rejection),
}

impl Story {
    /// The walls that cut the level into leaves, as they were made.
    pub(super) fn cuts(&self) -> &[Cut] {
        &self.making.cuts
    }

    /// Doors and corridors, passage by passage.
    pub(super) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// The steps of furnishing a room.
    pub(super) fn steps(&self, room: u32) -> &[Step] {
        self.steps.get(room as usize).map_or(&[], Vec::as_slice)
    }

    fn push(&mut self, room: u32, step: Step) {
        let room = room as usize;
        if self.steps.len() <= room {
            self.steps.resize_with(room + 1, Vec::new);
        }
        self.steps[room].push(step);
    }
}

impl Trace for Story {
    fn split(&mut self, part: Rect, is_column: bool, before: i32) {
        self.making.split(part, is_column, before);
    }

    fn passage(&mut self, _rooms: [u32; 2], door: Rect) {
        self.ways.push(Way::Door(door));
    }

    fn corridor(&mut self, _rooms: [u32; 2], leg: Rect) {
        self.ways.push(Way::Leg(leg));
    }

    fn clear(&mut self, room: u32, cells: Rect) {
        self.push(room, Step::Clear(cells));
    }

    fn stamp(&mut self, room: u32, formation: u32, anchor: Cell) {
        self.push(room, Step::Stamp(formation, anchor));
    }

    fn place(&mut self, room: u32, prop: Rect) {
        self.push(room, Step::Place(prop));
    }

    fn reject(&mut self, room: u32, prop: Rect, reason: Rejection) {
        self.push(room, Step::Reject(prop, reason));
    }
}
