//! Batches: many levels of one preset, on several threads, straight into arrays.
//!
//! The levels are cut into blocks. A thread takes the next block, writes its part of each layer,
//! and returns its rows of the tables, which are joined in the order of seeds: the result does not
//! depend on the number of threads.

use std::{
    collections::TryReserveError,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::{exceptions::PyMemoryError, prelude::*, types::PyDict};
use roomgen::{
    Generator, Level, Request,
    level::LevelStage,
    survey::{Measurer, Metric},
};

use crate::{
    arguments::PerLevel,
    blocks::run_blocks,
    errors,
    layers::{write_distances, write_room_ids},
    names::Names,
    preset::PyPreset,
    python,
    tables::{Encounters, Keys, LevelTable, Loot, Members, Passages, Props, Rooms},
};

/// What a batch has of each level, beside its seed, floor, difficulty, entry and exit.
pub(crate) struct BatchFields {
    pub(crate) tiles: bool,
    pub(crate) walkable: bool,
    pub(crate) room_ids: bool,
    pub(crate) distances: bool,
    pub(crate) rooms: bool,
    pub(crate) passages: bool,
    pub(crate) keys: bool,
    pub(crate) encounters: bool,
    pub(crate) members: bool,
    pub(crate) loot: bool,
    pub(crate) props: bool,
    pub(crate) metrics: Vec<Metric>,
    pub(crate) digests: bool,
}

impl BatchFields {
    /// How far levels are generated for the fields. The tables of rooms have layouts.
    fn stage(&self) -> LevelStage {
        let Self {
            tiles: _,
            room_ids: _,
            passages: _,
            walkable,
            distances,
            rooms,
            keys,
            encounters,
            members,
            loot,
            props,
            metrics,
            digests,
        } = self;
        let whole = [walkable, distances, rooms, keys, encounters, members, loot, props, digests];
        let stage = if whole.contains(&&true) { LevelStage::Whole } else { LevelStage::Plan };
        metrics.iter().map(|metric| metric.stage()).fold(stage, LevelStage::max)
    }
}

/// Which levels a batch has, what of them, and on how many threads they are generated.
pub(crate) struct BatchRequest {
    pub(crate) seeds: Vec<u64>,
    pub(crate) floors: PerLevel<u32>,
    pub(crate) difficulties: PerLevel<f32>,
    pub(crate) threads: usize,
    pub(crate) fields: BatchFields,
}

/// The cells of a block: a thread that takes one is busy for about half a millisecond.
const BLOCK_CELLS: usize = 1 << 15;

/// A block of levels.
struct Block<'layers> {
    /// The positions of the block's levels in the batch.
    numbers: Range<usize>,
    layers: Layers<'layers>,
}

/// The layers of some levels, level by level. A layer that is not asked for is empty.
struct Layers<'layers> {
    tiles: &'layers mut [u8],
    walkable: &'layers mut [u8],
    room_ids: &'layers mut [i32],
    distances: &'layers mut [i32],
}

/// A table of some levels: its rows, and the number of rows of each level. A table that is not
/// asked for is empty.
#[derive(Default)]
struct BatchTable<T> {
    is_wanted: bool,
    rows: T,
    counts: Vec<i64>,
}

/// What a block of levels adds to the columns and tables.
struct BlockRows {
    first: usize,
    entries: Vec<i32>,
    exits: Vec<i32>,
    digests: Vec<u64>,
    /// Metric by metric, in the order asked for.
    metrics: Vec<Vec<f64>>,
    rooms: BatchTable<Rooms>,
    passages: BatchTable<Passages>,
    keys: BatchTable<Keys>,
    encounters: BatchTable<Encounters>,
    members: BatchTable<Members>,
    loot: BatchTable<Loot>,
    props: BatchTable<Props>,
}

/// Room for all cells of a layer, zeroed; empty if the layer is not asked for.
fn layer<T: Clone + Default>(is_wanted: bool, levels: usize, cells: usize) -> PyResult<Vec<T>> {
    let mut layer = Vec::new();
    if is_wanted {
        let length = levels.checked_mul(cells);
        let reserved = length.is_some_and(|length| layer.try_reserve_exact(length).is_ok());
        if !reserved {
            return Err(PyMemoryError::new_err(format!("no memory for a layer of {levels} levels of {cells} cells")));
        }
        layer.resize(levels * cells, T::default());
    }
    Ok(layer)
}

/// Generates a batch: an instance of `roomgen.batch.Batch`.
pub(crate) fn generate<'py>(preset: &Bound<'py, PyPreset>, request: BatchRequest) -> PyResult<Bound<'py, PyAny>> {
    let py = preset.py();
    let source = &*preset.get().0;
    let BatchRequest { seeds, floors, difficulties, threads, fields } = request;
    let (levels, size) = (seeds.len(), source.rules.size());
    let cells = size.cells() as usize;
    let mut tiles = layer::<u8>(fields.tiles, levels, cells)?;
    let mut walkable = layer::<u8>(fields.walkable, levels, cells)?;
    let mut room_ids = layer::<i32>(fields.room_ids, levels, cells)?;
    let mut distances = layer::<i32>(fields.distances, levels, cells)?;

    let block = (BLOCK_CELLS / cells).clamp(1, 256);
    let mut layers =
        Layers { tiles: &mut tiles, walkable: &mut walkable, room_ids: &mut room_ids, distances: &mut distances };
    let blocks = (0..levels).step_by(block).map(|first| {
        let numbers = first..levels.min(first + block);
        Block { layers: layers.next(numbers.len() * cells), numbers }
    });
    let blocks = blocks.collect();

    let finished = Mutex::new(Vec::new());
    run_blocks(py, threads, blocks, || {
        let (mut generator, mut measurer) = (Generator::new(Arc::clone(&source.rules)), Measurer::default());
        let (seeds, floors, difficulties, fields, finished) = (&seeds, &floors, &difficulties, &fields, &finished);
        move |Block { numbers, mut layers }: Block<'_>| {
            let mut rows = BlockRows::new(numbers.start, fields);
            for number in numbers {
                let request = Request::new(seeds[number]).on_floor(floors.get(number));
                // All difficulties were checked.
                let request = request.clone().with_difficulty(difficulties.get(number)).unwrap_or(request);
                let level = generator.generate_to(fields.stage(), request);
                layers.next(cells).write(&level);
                rows.push(&level, fields, &source.names, &mut measurer)?;
            }
            if rows.first == 0 {
                rows.check_memory(levels.div_ceil(block))?;
            }
            finished.lock().unwrap_or_else(PoisonError::into_inner).push(rows);
            Ok(())
        }
    })?;

    let mut finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    finished.sort_unstable_by_key(|rows| rows.first);

    let columns = PyDict::new(py);
    let shape = [levels, size.height() as usize, size.width() as usize];
    columns.set_item("preset", preset)?;
    columns.set_item("floors", floors.into_values(levels).into_pyarray(py))?;
    columns.set_item("difficulties", difficulties.into_values(levels).into_pyarray(py))?;
    columns.set_item("seeds", seeds.into_pyarray(py))?;
    if fields.tiles {
        columns.set_item("tiles", tiles.into_pyarray(py).reshape(shape)?)?;
    }
    if fields.walkable {
        // The bytes are 0 and 1, as those of numpy's bool are.
        let array = walkable.into_pyarray(py).reshape(shape)?;
        columns.set_item("walkable", array.call_method1("view", (numpy::dtype::<bool>(py),))?)?;
    }
    if fields.room_ids {
        columns.set_item("room_ids", room_ids.into_pyarray(py).reshape(shape)?)?;
    }
    if fields.distances {
        columns.set_item("distances", distances.into_pyarray(py).reshape(shape)?)?;
    }
    join(py, &columns, finished, &fields, levels)?;
    python::class(py, "roomgen.batch", "Batch")?.call((), Some(&columns))
}

/// Joins the rows of all blocks to columns.
fn join(
    py: Python<'_>,
    columns: &Bound<'_, PyDict>,
    finished: Vec<BlockRows>,
    fields: &BatchFields,
    levels: usize,
) -> PyResult<()> {
    let mut all = BlockRows::new(0, fields);
    let reserved = (|| {
        all.rooms.reserve(finished.iter().map(|rows| &rows.rooms))?;
        all.passages.reserve(finished.iter().map(|rows| &rows.passages))?;
        all.keys.reserve(finished.iter().map(|rows| &rows.keys))?;
        all.encounters.reserve(finished.iter().map(|rows| &rows.encounters))?;
        all.members.reserve(finished.iter().map(|rows| &rows.members))?;
        all.loot.reserve(finished.iter().map(|rows| &rows.loot))?;
        all.props.reserve(finished.iter().map(|rows| &rows.props))
    })();
    reserved.map_err(|error| errors::memory(&error))?;
    for mut rows in finished {
        all.entries.append(&mut rows.entries);
        all.exits.append(&mut rows.exits);
        all.digests.append(&mut rows.digests);
        all.metrics.iter_mut().zip(&mut rows.metrics).for_each(|(all, values)| all.append(values));
        all.rooms.append(rows.rooms);
        all.passages.append(rows.passages);
        all.keys.append(rows.keys);
        all.encounters.append(rows.encounters);
        all.members.append(rows.members);
        all.loot.append(rows.loot);
        all.props.append(rows.props);
    }
    columns.set_item("entries", all.entries.into_pyarray(py).reshape([levels, 2])?)?;
    columns.set_item("exits", all.exits.into_pyarray(py).reshape([levels, 2])?)?;
    if fields.digests {
        columns.set_item("digests", all.digests.into_pyarray(py))?;
    }
    if !fields.metrics.is_empty() {
        let values = PyDict::new(py);
        for (metric, column) in fields.metrics.iter().zip(all.metrics) {
            if metric.is_whole() && !metric.may_be_absent() {
                let whole: Vec<i32> = column.iter().map(|&value| value as i32).collect();
                values.set_item(metric.column(), whole.into_pyarray(py))?;
            } else {
                values.set_item(metric.column(), column.into_pyarray(py))?;
            }
        }
        columns.set_item("metrics", values)?;
    }
    all.rooms.add_to(columns, "rooms")?;
    all.passages.add_to(columns, "passages")?;
    all.keys.add_to(columns, "keys")?;
    all.encounters.add_to(columns, "encounters")?;
    all.members.add_to(columns, "members")?;
    all.loot.add_to(columns, "loot")?;
    all.props.add_to(columns, "props")
}

impl Layers<'_> {
    /// Cuts the layers of the next levels off, which have `cells` cells in all.
    fn next(&mut self, cells: usize) -> Self {
        Self {
            tiles: self.tiles.split_off_mut(..cells).unwrap_or_default(),
            walkable: self.walkable.split_off_mut(..cells).unwrap_or_default(),
            room_ids: self.room_ids.split_off_mut(..cells).unwrap_or_default(),
            distances: self.distances.split_off_mut(..cells).unwrap_or_default(),
        }
    }

    /// Writes the layers of a single level, each of which has one value for each cell.
    fn write(self, level: &Level) {
        if !self.tiles.is_empty() {
            let _ = level.write_tiles(self.tiles);
        }
        if !self.walkable.is_empty() {
            let _ = level.write_walkable(self.walkable);
        }
        if !self.room_ids.is_empty() {
            write_room_ids(level, self.room_ids);
        }
        if !self.distances.is_empty() {
            write_distances(level, level.entry(), self.distances);
        }
    }
}

impl<T: LevelTable> BatchTable<T> {
    fn new(is_wanted: bool) -> Self {
        Self { is_wanted, ..Self::default() }
    }

    fn push(&mut self, level: &Level, names: &Names) -> Result<(), TryReserveError> {
        if self.is_wanted {
            self.counts.push(self.rows.push(level, names)? as i64);
        }
        Ok(())
    }

    /// Makes room for the rows of these tables.
    fn reserve<'table>(&mut self, tables: impl Iterator<Item = &'table Self>) -> Result<(), TryReserveError>
    where
        T: 'table,
    {
        self.rows.reserve(tables.flat_map(|table| &table.counts).sum::<i64>() as usize)
    }

    fn append(&mut self, mut other: Self) {
        self.rows.append(other.rows);
        self.counts.append(&mut other.counts);
    }

    /// Adds the table to the columns of a batch, if it is asked for.
    fn add_to(self, columns: &Bound<'_, PyDict>, name: &str) -> PyResult<()> {
        if !self.is_wanted {
            return Ok(());
        }
        let py = columns.py();
        let ends = self.counts.iter().scan(0, |end, count| {
            *end += count;
            Some(*end)
        });
        let offsets: Vec<i64> = std::iter::once(0).chain(ends).collect();
        let class = python::class(py, "roomgen.tables", "Ragged")?;
        columns.set_item(name, class.call1((self.rows.into_python(py)?, offsets.into_pyarray(py)))?)
    }
}

impl BlockRows {
    /// No rows, of a block that begins with the level at position `first`.
    fn new(first: usize, fields: &BatchFields) -> Self {
        Self {
            first,
            entries: Vec::new(),
            exits: Vec::new(),
            digests: Vec::new(),
            metrics: vec![Vec::new(); fields.metrics.len()],
            rooms: BatchTable::new(fields.rooms),
            passages: BatchTable::new(fields.passages),
            keys: BatchTable::new(fields.keys),
            encounters: BatchTable::new(fields.encounters),
            members: BatchTable::new(fields.members),
            loot: BatchTable::new(fields.loot),
            props: BatchTable::new(fields.props),
        }
    }

    /// Fails if there is no memory for the rows of `blocks` blocks like this one, and their joined
    /// copy.
    ///
    /// Asked once, at the first block: later, the allocation that fails might be one of a level's,
    /// which ends the process.
    fn check_memory(&self, blocks: usize) -> Result<(), TryReserveError> {
        let tables = [
            self.rooms.rows.bytes(),
            self.passages.rows.bytes(),
            self.keys.rows.bytes(),
            self.encounters.rows.bytes(),
            self.members.rows.bytes(),
            self.loot.rows.bytes(),
            self.props.rows.bytes(),
        ];
        let bytes = tables.iter().sum::<usize>().saturating_mul(2 * blocks);
        Vec::<u8>::new().try_reserve_exact(bytes)
    }

    fn push(
        &mut self,
        level: &Level,
        fields: &BatchFields,
        names: &Names,
        measurer: &mut Measurer,
    ) -> Result<(), TryReserveError> {
        self.entries.extend([level.entry().x, level.entry().y]);
        self.exits.extend([level.exit().x, level.exit().y]);
        if fields.digests {
            self.digests.push(level.digest());
        }
        if !fields.metrics.is_empty() {
            let measured = measurer.measure_only(level, &fields.metrics);
            let columns = self.metrics.iter_mut().zip(&fields.metrics);
            columns.for_each(|(column, &metric)| column.push(measured.present(metric).unwrap_or(f64::NAN)));
        }
        self.rooms.push(level, names)?;
        self.passages.push(level, names)?;
        self.keys.push(level, names)?;
        self.encounters.push(level, names)?;
        self.members.push(level, names)?;
        self.loot.push(level, names)?;
        self.props.push(level, names)
    }
}
