//! The tables of levels: one value of each column for each room, passage, key or prop.
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
    Level, Rect,
    play::{PlayerAction, Walkthrough},
};

use crate::{names::Names, python};

/// Declares a table: a vector for each column, and the Python class of the same name.
macro_rules! table {
    ($(#[$about:meta])* $name:ident { $($column:ident: $type:ty),* $(,)? }) => {
        $(#[$about])*
        #[derive(Default)]
        pub(crate) struct $name {
            $($column: Vec<$type>),*
        }

        impl $name {
            /// Makes room for as many more rows.
            pub(crate) fn reserve(&mut self, rows: usize) -> Result<(), TryReserveError> {
                $(self.$column.try_reserve(rows)?;)*
                Ok(())
            }

            /// The bytes of all columns.
            pub(crate) fn bytes(&self) -> usize {
                0 $(+ size_of_val(self.$column.as_slice()))*
            }

            /// Adds the rows of a later table.
            pub(crate) fn append(&mut self, mut other: Self) {
                $(self.$column.append(&mut other.$column);)*
            }

            /// The table as an instance of its Python class, whose arrays own the columns.
            pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                let columns = PyDict::new(py);
                $(columns.set_item(pyo3::intern!(py, stringify!($column)), self.$column.into_pyarray(py))?;)*
                python::class(py, "roomgen.tables", stringify!($name))?.call((), Some(&columns))
            }
        }
    };
}

table! {
    /// The rooms by id.
    Rooms {
        kind: u8, x: i32, y: i32, width: i32, height: i32, shape: u8, depth: i32, progress: f32, host: i32, cycle: i32,
        layout: i32, vault: i32, tags: u32,
    }
}

table! {
    /// The passages by id.
    Passages {
        room_a: i32, room_b: i32, kind: u8, x: i32, y: i32, width: i32, height: i32, second_x: i32, second_y: i32,
        second_width: i32, second_height: i32, lock: i32, lock_kind: i32, one_way: i32, saves: i32,
    }
}

table! {
    /// The keys and switches, in the order of the mission's rules.
    Keys { key_use: u8, lock: i32, kind: i32, room: i32, x: i32, y: i32 }
}

table! {
    /// The props, in the order of level files.
    Props {
        kind: i32, room: i32, x: i32, y: i32, width: u8, height: u8, turn: u8, offset_x: f32, offset_y: f32, lit: bool,
    }
}

/// A number that may be absent, which -1 stands for.
fn or_none(number: Option<u32>) -> i32 {
    number.map_or(-1, |number| number as i32)
}

impl Rooms {
    pub(crate) fn push(&mut self, level: &Level, names: &Names) {
        for room in level.rooms() {
            self.kind.push(room.kind.code());
            self.x.push(room.rect.left());
            self.y.push(room.rect.top());
            self.width.push(room.rect.width());
            self.height.push(room.rect.height());
            self.shape.push(room.shape.code());
            self.depth.push(room.depth as i32);
            self.progress.push(room.progress);
            self.host.push(or_none(room.host));
            self.cycle.push(or_none(room.cycle));
            self.layout.push(names.layouts.position(level.layout(room)));
            self.vault.push(names.vaults.position(level.vault(room)));
            self.tags.push(level.tags(room).fold(0, |bits, tag| match names.tags.position(Some(tag)) {
                position @ 0..32 => bits | 1 << position,
                _ => bits,
            }));
        }
    }
}

impl Passages {
    pub(crate) fn push(&mut self, level: &Level, names: &Names) {
        for passage in level.passages() {
            self.room_a.push(passage.rooms[0] as i32);
            self.room_b.push(passage.rooms[1] as i32);
            self.kind.push(passage.kind.code());
            let sides = |door: Option<&Rect>| match door {
                Some(door) => [door.left(), door.top(), door.width(), door.height()],
                None => [-1, -1, 0, 0],
            };
            let [x, y, width, height] = sides(passage.doors().first());
            self.x.push(x);
            self.y.push(y);
            self.width.push(width);
            self.height.push(height);
            let [x, y, width, height] = sides(passage.doors().get(1));
            self.second_x.push(x);
            self.second_y.push(y);
            self.second_width.push(width);
            self.second_height.push(height);
            let name = level.lock(passage);
            self.lock.push(name.map_or(-1, |name| lock(level, name)));
            self.lock_kind.push(names.kinds.position(name));
            self.one_way.push(or_none(passage.one_way));
            self.saves.push(or_none(passage.saves));
        }
    }
}

/// The position of a lock in [`Level::locks`]; -1 for a name that no lock has.
pub(crate) fn lock(level: &Level, name: &str) -> i32 {
    level.locks().iter().position(|lock| lock.as_str() == name).map_or(-1, |position| position as i32)
}

impl Keys {
    pub(crate) fn push(&mut self, level: &Level, names: &Names) {
        for key in level.keys() {
            let name = level.key_name(key);
            self.key_use.push(key.key_use.code());
            self.lock.push(lock(level, name));
            self.kind.push(names.kinds.position(Some(name)));
            self.room.push(key.room as i32);
            self.x.push(key.cell.x);
            self.y.push(key.cell.y);
        }
    }
}

impl Props {
    pub(crate) fn push(&mut self, level: &Level, names: &Names) {
        for prop in level.props() {
            let by_name = || names.kinds.position(Some(&prop.kind.name));
            self.kind.push(prop.kind_id.map_or_else(by_name, i32::from));
            self.room.push(prop.room as i32);
            self.x.push(prop.cells.left());
            self.y.push(prop.cells.top());
            self.width.push(prop.cells.width() as u8);
            self.height.push(prop.cells.height() as u8);
            self.turn.push(prop.turn.quarter_turns());
            self.offset_x.push(prop.offset[0]);
            self.offset_y.push(prop.offset[1]);
            self.lit.push(prop.lit);
        }
    }
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
