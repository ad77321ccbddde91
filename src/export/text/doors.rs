//! How drawings tell doors apart.

use crate::{
    buckets::Buckets,
    geom::{Direction, Rect},
    level::{DoorKind, Level, Passage},
    model::Tile,
};

/// How a drawing shows a door: what a player finds at it first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DoorSign {
    Closed,
    Open,
    Barred,
    Secret,
    /// A door that is neither secret nor barred, and that one walks through in one direction.
    OneWay(Direction),
}

impl DoorSign {
    /// All signs, in the order of legends.
    pub(super) const ALL: [Self; 8] = [
        Self::Closed,
        Self::Open,
        Self::Barred,
        Self::Secret,
        Self::OneWay(Direction::North),
        Self::OneWay(Direction::East),
        Self::OneWay(Direction::South),
        Self::OneWay(Direction::West),
    ];

    /// The sign of a door of a passage; `None` for bare ground, which is drawn as floor.
    pub(super) fn of(level: &Level, passage: &Passage, door: Rect) -> Option<Self> {
        let one_way = level.one_way_doors(passage).find(|(own, _)| *own == door);
        Some(match (passage.kind, one_way) {
            (DoorKind::Secret, _) => Self::Secret,
            (DoorKind::Barred, _) => Self::Barred,
            (DoorKind::Open | DoorKind::Closed, Some((_, direction))) => Self::OneWay(direction),
            (DoorKind::Open, None) if level.is_bare(passage) => return None,
            (DoorKind::Open, None) => Self::Open,
            (DoorKind::Closed, None) => Self::Closed,
        })
    }

    /// The character of the door. Only that of a closed door is the glyph of a tile.
    pub(super) const fn glyph(self) -> char {
        match self {
            Self::Closed => Tile::Door.glyph(),
            Self::Open => '∩',
            Self::Barred => '╪',
            Self::Secret => '§',
            Self::OneWay(Direction::North) => '↑',
            Self::OneWay(Direction::East) => '→',
            Self::OneWay(Direction::South) => '↓',
            Self::OneWay(Direction::West) => '←',
        }
    }

    /// The name of the door in legends.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Closed => "door",
            Self::Open => "open door",
            Self::Barred => "barred door",
            Self::Secret => "secret door",
            Self::OneWay(Direction::North) => "one-way door to the north",
            Self::OneWay(Direction::East) => "one-way door to the east",
            Self::OneWay(Direction::South) => "one-way door to the south",
            Self::OneWay(Direction::West) => "one-way door to the west",
        }
    }

    /// Whether a line of a legend names a door. Lines of props end with their count.
    pub(super) fn is_named(name: &str) -> bool {
        Self::ALL.iter().any(|sign| sign.name() == name)
    }
}

/// The signs of a level's doors, by rows.
#[derive(Clone, Debug)]
pub(super) struct DoorSigns<'level> {
    level: &'level Level,
    /// The passages with a door in each row.
    rows: Buckets<u32>,
}

impl<'level> DoorSigns<'level> {
    /// Sorts the doors of a level by rows. Memory: four bytes for each row of each door.
    pub(super) fn new(level: &'level Level) -> Self {
        let doors = (0..).zip(level.passages()).flat_map(|(id, passage)| {
            let rows = passage.doors().iter().flat_map(|door| door.top()..door.bottom());
            rows.map(move |y| (y as u32, id))
        });
        Self { level, rows: Buckets::new(level.height() as usize, doors) }
    }

    /// Sets `signs` to those of row `y`, one for each column; closed where no passage has a door.
    pub(super) fn row(&self, y: i32, signs: &mut Vec<Option<DoorSign>>) {
        signs.clear();
        signs.resize(self.level.width() as usize, Some(DoorSign::Closed));
        for passage in self.rows.get(y as u32).iter().filter_map(|&id| self.level.passage(id)) {
            for &door in passage.doors().iter().filter(|door| (door.top()..door.bottom()).contains(&y)) {
                let sign = DoorSign::of(self.level, passage, door);
                if let Some(cells) = signs.get_mut(door.left() as usize..door.right() as usize) {
                    cells.fill(sign);
                }
            }
        }
    }
}
