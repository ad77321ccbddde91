//! What a level shows, decided once for all painters: its doors and its locks.
//!
//! Consumes a level as its audience sees it. Painters draw what stands here, each in its own way,
//! and legends list it.

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{DoorKind, Key, Level, LockMark, Passage},
};

use super::sunken::is_gate;

/// The colour of bars without a lock.
pub(crate) const IRON: Color = Color::new(0x8a, 0x90, 0x9c);

/// A door that is more than an opening.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SceneDoor {
    /// The position of its passage in the level.
    pub(crate) passage: usize,
    pub(crate) cells: Rect,
    pub(crate) kind: DoorKind,
    /// Whether one walks through it from south to north, so that it is seen from the front.
    pub(crate) leads_north: bool,
    /// Whether it stands at the end of a bridge, rather than in a wall.
    pub(crate) is_gate: bool,
    pub(crate) mark: Option<LockMark>,
}

impl SceneDoor {
    /// The doors of a level, in the order of passages.
    pub(crate) fn of(level: &Level) -> impl Iterator<Item = Self> {
        let passages = level.passages().iter().enumerate().filter(|(_, passage)| !level.is_bare(passage));
        passages.flat_map(move |(id, passage)| {
            passage.doors().iter().map(move |&cells| Self::new(level, id, passage, cells))
        })
    }

    /// The door or opening at a cell.
    pub(crate) fn at(level: &Level, cell: Cell) -> Option<Self> {
        let (id, passage) = level.door_at(cell)?;
        let cells = passage.doors().iter().find(|door| door.contains(cell))?;
        Some(Self::new(level, id as usize, passage, *cells))
    }

    fn new(level: &Level, id: usize, passage: &Passage, cells: Rect) -> Self {
        let (leads_north, is_gate) = (level.leads_north(cells), is_gate(level, cells));
        Self { passage: id, cells, kind: passage.kind, leads_north, is_gate, mark: level.lock_mark(passage) }
    }

    /// The colour of its bars: that of its lock.
    pub(crate) fn bars(&self) -> Color {
        self.mark.map_or(IRON, |mark| mark.color)
    }

    /// Where the number of its lock stands, on the wall beside it: in half cells.
    pub(crate) fn beside(&self) -> [i32; 2] {
        let door = self.cells;
        if self.leads_north {
            [2 * door.right() + 1, door.top() + door.bottom()]
        } else {
            [door.left() + door.right(), 2 * door.top() - 1]
        }
    }
}

/// Whether a cell lies in an opening, which is drawn as the floor of rooms.
pub(crate) fn is_opening(level: &Level, cell: Cell) -> bool {
    level.door_at(cell).is_some_and(|(_, passage)| level.is_bare(passage))
}

/// A lock with all its passages and keys.
#[derive(Debug)]
pub(crate) struct SceneLock<'level> {
    pub(crate) name: &'level str,
    pub(crate) mark: LockMark,
    pub(crate) passages: Vec<&'level Passage>,
    pub(crate) keys: Vec<&'level Key>,
}

impl<'level> SceneLock<'level> {
    /// The locks of a level of which a part shows a door or a key.
    pub(crate) fn shown(level: &'level Level, part: Rect) -> impl Iterator<Item = Self> {
        let locks = (1..).zip(level.locks()).map(|(number, name)| {
            let name = name.as_str();
            let passages = level.passages().iter().filter(|passage| level.lock(passage) == Some(name)).collect();
            let keys = level.keys().iter().filter(|key| level.key_name(key) == name).collect();
            Self { name, mark: LockMark::numbered(number), passages, keys }
        });
        locks.filter(move |lock| {
            lock.passages.iter().any(|passage| shows(part, passage))
                || lock.keys.iter().any(|key| part.contains(key.cell))
        })
    }

    /// What opens it, as a legend calls it.
    pub(crate) fn term(&self) -> &'static str {
        self.keys.first().map_or("no key", |key| key.key_use.term())
    }
}

/// Whether a part of a level shows a door of a passage.
pub(crate) fn shows(part: Rect, passage: &Passage) -> bool {
    passage.doors().iter().any(|door| door.overlaps(part))
}
