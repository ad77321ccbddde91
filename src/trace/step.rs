//! Steps of generation as values: to record them, to send them elsewhere, to report them later.
//!
//! `StepObserver` makes [`Step`]s of what [`Trace`] receives. [`Step::report_to`] reports them.
//! Observers that can afford it share one copy of the generator's code this way.

use serde::{Deserialize, Serialize};

use super::{PropSource, Rejection, Trace};
use crate::geom::{HalfCell, Rect};

/// A step of generation: what a method of [`Trace`] receives. All but [`Trace::count`] have one.
///
/// ```
/// use roomgen::{Generator, Preset, trace::Step};
///
/// let mut steps = Vec::new();
/// let mut generator = Generator::new(Preset::built_in("crypt")?);
/// let level = generator.generate_stepwise(42, &mut |step| steps.push(step));
/// let rooms = steps.iter().filter(|step| matches!(step, Step::Room { .. })).count();
/// assert_eq!(rooms, level.rooms().len());
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Step {
    /// A part of the level is cut by a wall. See [`Trace::split`].
    Split {
        /// The rectangle that is cut.
        part: Rect,
        /// Whether along a column, and not along a row.
        is_column: bool,
        /// The columns or rows of the part before the cut.
        before: i32,
    },
    /// A leaf becomes a room. See [`Trace::room`].
    Room {
        /// The room's id.
        room: u32,
        /// The room's rectangle.
        rect: Rect,
    },
    /// The main path is chosen. See [`Trace::path`].
    Path {
        /// The ids of its rooms, from start to end.
        rooms: Box<[u32]>,
    },
    /// A cycle is closed. See [`Trace::cycle`].
    Cycle {
        /// The ids of its detours, in order from the start.
        detours: Box<[u32]>,
    },
    /// Two rooms are joined by a door. See [`Trace::passage`].
    Passage {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The cells of the door.
        door: Rect,
    },
    /// A straight segment of a corridor joins two rooms. See [`Trace::corridor`].
    Corridor {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The cells of the segment.
        leg: Rect,
    },
    /// A tag rule tags a room. See [`Trace::tag`].
    Tag {
        /// The room's id.
        room: u32,
        /// The position of the rule in the preset.
        rule: u32,
    },
    /// A door rule decides the kind of the doors between two rooms. See [`Trace::hang`].
    Hang {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The position of the rule in the preset.
        rule: u32,
    },
    /// The doors between two rooms get a lock. See [`Trace::lock`].
    Lock {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The position of the lock's rule in the mission.
        rule: u32,
    },
    /// The doors between two rooms become one-way. See [`Trace::one_way`].
    OneWay {
        /// The id of the room from which one walks.
        from: u32,
        /// The id of the other room.
        to: u32,
    },
    /// A room gets a key or switch. See [`Trace::key`].
    Key {
        /// The room's id.
        room: u32,
        /// The position of the lock's rule in the mission.
        rule: u32,
    },
    /// The shape of a room cuts cells off its rectangle. See [`Trace::cut`].
    Cut {
        /// The room's id.
        room: u32,
        /// The cells.
        cells: Rect,
    },
    /// Cells of a room are kept free of obstacles. See [`Trace::clear`].
    Clear {
        /// The room's id.
        room: u32,
        /// The cells.
        cells: Rect,
    },
    /// A key of a room gets its cell. Its prop is placed next. See [`Trace::lay_key`].
    LayKey {
        /// The room's id.
        room: u32,
        /// The cell.
        cell: Rect,
    },
    /// A vault covers cells of a room. See [`Trace::vault`].
    Vault {
        /// The room's id.
        room: u32,
        /// The cells.
        cells: Rect,
    },
    /// A formation is stamped at an anchor. See [`Trace::stamp`].
    Stamp {
        /// The room's id.
        room: u32,
        /// The position of the formation in the room's layout.
        formation: u32,
        /// The anchor.
        anchor: HalfCell,
    },
    /// A prop is placed. See [`Trace::place`].
    Place {
        /// The room's id.
        room: u32,
        /// The cells of the prop.
        prop: Rect,
    },
    /// A prop is not placed, or is removed. See [`Trace::reject`].
    Reject {
        /// The room's id.
        room: u32,
        /// The cells of the prop.
        prop: Rect,
        /// Why.
        reason: Rejection,
    },
    /// A prop of the finished room. See [`Trace::remain`].
    Remain {
        /// The room's id.
        room: u32,
        /// The cells of the prop.
        prop: Rect,
        /// What placed the prop.
        source: PropSource,
    },
}

impl Step {
    /// Reports the step to an observer: calls the method of [`Trace`] that it came from.
    pub fn report_to(&self, trace: &mut impl Trace) {
        match *self {
            Self::Split { part, is_column, before } => trace.split(part, is_column, before),
            Self::Room { room, rect } => trace.room(room, rect),
            Self::Path { ref rooms } => trace.path(rooms),
            Self::Cycle { ref detours } => trace.cycle(detours),
            Self::Passage { rooms, door } => trace.passage(rooms, door),
            Self::Corridor { rooms, leg } => trace.corridor(rooms, leg),
            Self::Tag { room, rule } => trace.tag(room, rule),
            Self::Hang { rooms, rule } => trace.hang(rooms, rule),
            Self::Lock { rooms, rule } => trace.lock(rooms, rule),
            Self::OneWay { from, to } => trace.one_way(from, to),
            Self::Key { room, rule } => trace.key(room, rule),
            Self::Cut { room, cells } => trace.cut(room, cells),
            Self::Clear { room, cells } => trace.clear(room, cells),
            Self::LayKey { room, cell } => trace.lay_key(room, cell),
            Self::Vault { room, cells } => trace.vault(room, cells),
            Self::Stamp { room, formation, anchor } => trace.stamp(room, formation, anchor),
            Self::Place { room, prop } => trace.place(room, prop),
            Self::Reject { room, prop, reason } => trace.reject(room, prop, reason),
            Self::Remain { room, prop, source } => trace.remain(room, prop, source),
        }
    }
}

/// An observer that hands each step to a function.
pub(crate) struct StepObserver<'see> {
    see: &'see mut dyn FnMut(Step),
}

impl<'see> StepObserver<'see> {
    /// An observer that calls `see` with each step.
    pub(crate) fn new(see: &'see mut dyn FnMut(Step)) -> Self {
        Self { see }
    }
}

impl Trace for StepObserver<'_> {
    fn split(&mut self, part: Rect, is_column: bool, before: i32) {
        (self.see)(Step::Split { part, is_column, before });
    }

    fn room(&mut self, room: u32, rect: Rect) {
        (self.see)(Step::Room { room, rect });
    }

    fn path(&mut self, rooms: &[u32]) {
        (self.see)(Step::Path { rooms: rooms.into() });
    }

    fn cycle(&mut self, detours: &[u32]) {
        (self.see)(Step::Cycle { detours: detours.into() });
    }

    fn passage(&mut self, rooms: [u32; 2], door: Rect) {
        (self.see)(Step::Passage { rooms, door });
    }

    fn corridor(&mut self, rooms: [u32; 2], leg: Rect) {
        (self.see)(Step::Corridor { rooms, leg });
    }

    fn tag(&mut self, room: u32, rule: u32) {
        (self.see)(Step::Tag { room, rule });
    }

    fn hang(&mut self, rooms: [u32; 2], rule: u32) {
        (self.see)(Step::Hang { rooms, rule });
    }

    fn lock(&mut self, rooms: [u32; 2], rule: u32) {
        (self.see)(Step::Lock { rooms, rule });
    }

    fn one_way(&mut self, from: u32, to: u32) {
        (self.see)(Step::OneWay { from, to });
    }

    fn key(&mut self, room: u32, rule: u32) {
        (self.see)(Step::Key { room, rule });
    }

    fn cut(&mut self, room: u32, cells: Rect) {
        (self.see)(Step::Cut { room, cells });
    }

    fn clear(&mut self, room: u32, cells: Rect) {
        (self.see)(Step::Clear { room, cells });
    }

    fn lay_key(&mut self, room: u32, cell: Rect) {
        (self.see)(Step::LayKey { room, cell });
    }

    fn vault(&mut self, room: u32, cells: Rect) {
        (self.see)(Step::Vault { room, cells });
    }

    fn stamp(&mut self, room: u32, formation: u32, anchor: HalfCell) {
        (self.see)(Step::Stamp { room, formation, anchor });
    }

    fn place(&mut self, room: u32, prop: Rect) {
        (self.see)(Step::Place { room, prop });
    }

    fn reject(&mut self, room: u32, prop: Rect, reason: Rejection) {
        (self.see)(Step::Reject { room, prop, reason });
    }

    fn remain(&mut self, room: u32, prop: Rect, source: PropSource) {
        (self.see)(Step::Remain { room, prop, source });
    }
}
