//! The tables of levels: one value of each column for each room, passage, key, encounter, member,
//! thing of the loot or prop.
//!
//! Consumes levels; produces the arrays of the classes in `roomgen.tables`, whose fields have the
//! names of the columns here.

use std::collections::TryReserveError;

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use roomgen::{
    Cell, Level, Passage,
    play::{PlayerAction, Walkthrough},
};

use crate::{names::Names, python};

/// A table of the rooms, passages, keys, encounters, members, loot or props of levels.
pub(crate) trait LevelTable: Default + Send {
    /// Makes room for as many more rows.
    fn reserve(&mut self, rows: usize) -> Result<(), TryReserveError>;

    /// The bytes of all columns.
    fn bytes(&self) -> usize;

    /// Adds the rows of a level, and returns their number.
    fn push(&mut self, level: &Level, names: &Names) -> Result<usize, TryReserveError>;

    /// Adds the rows of a later table.
    fn append(&mut self, other: Self);

    /// The table as an instance of its Python class, whose arrays own the columns.
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;
}

/// Declares a table: a vector for each column, its value in a row, and the Python class of the same
/// name.
macro_rules! table {
    (
        $(#[$about:meta])*
        $name:ident |$level:ident, $names:ident| {
            for $row:ident in $rows:expr;
            $($column:ident: $type:ty = $value:expr),* $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Default)]
        pub(crate) struct $name {
            $($column: Vec<$type>),*
        }

        impl LevelTable for $name {
            fn reserve(&mut self, rows: usize) -> Result<(), TryReserveError> {
                $(self.$column.try_reserve(rows)?;)*
                Ok(())
            }

            fn bytes(&self) -> usize {
                0 $(+ size_of_val(self.$column.as_slice()))*
            }

            fn push(&mut self, $level: &Level, $names: &Names) -> Result<usize, TryReserveError> {
                let rows = $rows;
                let count = rows.len();
                self.reserve(count)?;
                for $row in rows {
                    $(self.$column.push($value);)*
                }
                Ok(count)
            }

            fn append(&mut self, mut other: Self) {
                $(self.$column.append(&mut other.$column);)*
            }

            fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                let columns = PyDict::new(py);
                $(columns.set_item(pyo3::intern!(py, stringify!($column)), self.$column.into_pyarray(py))?;)*
                python::class(py, "roomgen.tables", stringify!($name))?.call((), Some(&columns))
            }
        }
    };
}

table! {
    /// The rooms by id.
    Rooms |level, names| {
        for room in level.rooms();
        kind: u8 = room.kind.code(),
        x: i32 = room.rect.left(),
        y: i32 = room.rect.top(),
        width: i32 = room.rect.width(),
        height: i32 = room.rect.height(),
        shape: u8 = room.shape.code(),
        depth: i32 = room.depth as i32,
        progress: f32 = room.progress,
        host: i32 = or_none(room.host),
        cycle: i32 = or_none(room.cycle),
        layout: i32 = names.layouts.position(level.layout(room)),
        vault: i32 = names.vaults.position(level.vault(room)),
        tags: u32 = level.tags(room).fold(0, |bits, tag| match names.tags.position(Some(tag)) {
            position @ 0..32 => bits | 1 << position,
            _ => bits,
        }),
        allowance_encounters: u32 = room.allowance.encounters,
        allowance_loot: u32 = room.allowance.loot,
    }
}

table! {
    /// The passages by id.
    Passages |level, names| {
        for passage in level.passages();
        room_a: i32 = passage.rooms[0] as i32,
        room_b: i32 = passage.rooms[1] as i32,
        kind: u8 = passage.kind.code(),
        x: i32 = door(passage, 0)[0],
        y: i32 = door(passage, 0)[1],
        width: i32 = door(passage, 0)[2],
        height: i32 = door(passage, 0)[3],
        second_x: i32 = door(passage, 1)[0],
        second_y: i32 = door(passage, 1)[1],
        second_width: i32 = door(passage, 1)[2],
        second_height: i32 = door(passage, 1)[3],
        lock: i32 = level.lock(passage).map_or(-1, |name| lock(level, name)),
        lock_kind: i32 = names.kinds.position(level.lock(passage)),
        one_way: i32 = or_none(passage.one_way),
        saves: i32 = or_none(passage.saves),
    }
}

table! {
    /// The keys and switches, in the order of the mission's rules.
    Keys |level, names| {
        for key in level.keys();
        key_use: u8 = key.key_use.code(),
        lock: i32 = lock(level, level.key_name(key)),
        kind: i32 = names.kinds.position(Some(level.key_name(key))),
        room: i32 = key.room as i32,
        x: i32 = key.cell.x,
        y: i32 = key.cell.y,
    }
}

table! {
    /// The encounters, by room.
    Encounters |level, names| {
        for encounter in level.encounters();
        group: i32 = names.groups.position(encounter.group.as_deref()),
        room: i32 = encounter.room as i32,
        cost: u32 = encounter.cost,
        size: i32 = encounter.cells.len() as i32,
    }
}

table! {
    /// The members of encounters, encounter by encounter.
    Members |level, _names| {
        for member in members(level);
        encounter: i32 = member.0,
        x: i32 = member.1.x,
        y: i32 = member.1.y,
    }
}

table! {
    /// The loot, by room.
    Loot |level, names| {
        for thing in level.loot();
        kind: i32 = names.kinds.position(Some(&thing.item)),
        room: i32 = thing.room as i32,
        value: u32 = thing.value,
        x: i32 = thing.cell.x,
        y: i32 = thing.cell.y,
    }
}

table! {
    /// The props, in the order of level files.
    Props |level, names| {
        for prop in level.props();
        kind: i32 = prop.kind_id.map_or_else(|| names.kinds.position(Some(&prop.kind.name)), i32::from),
        room: i32 = prop.room as i32,
        number: u32 = level.number_in_room(prop.id).map_or(0, |own| own.number),
        x: i32 = prop.cells.left(),
        y: i32 = prop.cells.top(),
        width: u8 = prop.cells.width() as u8,
        height: u8 = prop.cells.height() as u8,
        turn: u8 = prop.turn.quarter_turns(),
        offset_x: f32 = prop.offset[0],
        offset_y: f32 = prop.offset[1],
        lit: bool = prop.lit,
        offer: i32 = or_none(prop.offer),
    }
}

/// The cells of members, each with the position of its encounter.
fn members(level: &Level) -> Vec<(i32, Cell)> {
    let numbered = (0..).zip(level.encounters());
    numbered.flat_map(|(number, encounter)| encounter.cells.iter().map(move |&cell| (number, cell))).collect()
}

/// A number that may be absent, which -1 stands for.
fn or_none(number: Option<u32>) -> i32 {
    number.map_or(-1, |number| number as i32)
}

/// Column, row, width and height of the first door of a passage, or of the second.
fn door(passage: &Passage, number: usize) -> [i32; 4] {
    passage.doors().get(number).map_or([-1, -1, 0, 0], |door| [door.left(), door.top(), door.width(), door.height()])
}

/// The position of a lock in [`Level::locks`]; -1 for a name that no lock has.
pub(crate) fn lock(level: &Level, name: &str) -> i32 {
    level.locks().iter().position(|lock| lock.as_str() == name).map_or(-1, |position| position as i32)
}

/// A walkthrough as an instance of `roomgen.tables.Walkthrough`.
pub(crate) fn walkthrough<'py>(py: Python<'py>, found: &Walkthrough) -> PyResult<Bound<'py, PyAny>> {
    let leg = python::class(py, "roomgen.tables", "Leg")?;
    let cells = |cells: &mut dyn Iterator<Item = roomgen::Cell>| {
        let flat: Vec<i32> = cells.flat_map(|cell| [cell.x, cell.y]).collect();
        let count = flat.len() / 2;
        flat.into_pyarray(py).reshape([count, 2])
    };
    let legs = found.legs().iter().map(|each| {
        let (action, target) = match each.action {
            PlayerAction::Take(key) => ("take", Some(key)),
            PlayerAction::Open(passage) => ("open", Some(passage)),
            _ => ("leave", None),
        };
        leg.call1((action, target, cells(&mut each.cells.iter().copied())?))
    });
    let legs = PyTuple::new(py, legs.collect::<PyResult<Vec<_>>>()?)?;
    let all = cells(&mut found.cells())?;
    python::class(py, "roomgen.tables", "Walkthrough")?.call1((all, legs, found.steps(), found.is_shortest()))
}
