//! Batches: many levels of one preset, on several threads, straight into arrays.
//!
//! The levels are cut into blocks. A thread takes the next block, writes its part of each layer,
//! and returns its rows of the tables, which are joined in the order of seeds: the result does not
//! depend on the number of threads.

use std::{
    collections::TryReserveError,
    slice::ChunksMut,
    sync::{Arc, Mutex, PoisonError},
};

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::{
    exceptions::{PyMemoryError, PyTypeError},
    prelude::*,
    types::{PyBool, PyDict, PyString},
};
use roomgen::{
    Generator, Level, Request,
    survey::{Measurer, Metric},
};

use crate::{
    arguments::PerLevel,
    blocks::run_blocks,
    errors,
    level::{write_distances, write_room_ids},
    names::Names,
    preset::PyPreset,
    python,
    tables::{Keys, Passages, Props, Rooms},
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
    pub(crate) props: bool,
    pub(crate) metrics: Vec<Metric>,
    pub(crate) digests: bool,
}

/// Which levels a batch has, what of them, and on how many threads they are generated.
pub(crate) struct BatchRequest {
    pub(crate) seeds: Vec<u64>,
    pub(crate) floors: PerLevel<u32>,
    pub(crate) difficulties: PerLevel<f32>,
    pub(crate) threads: usize,
    pub(crate) fields: BatchFields,
}

/// The metrics that an argument names: none, all by `True`, or those of a sequence.
pub(crate) fn metrics(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Metric>> {
    let Some(argument) = argument else { return Ok(Vec::new()) };
    if let Ok(all) = argument.cast::<PyBool>() {
        return Ok(if all.is_true() { Metric::ALL.to_vec() } else { Vec::new() });
    }
    if argument.is_instance_of::<PyString>() || argument.try_iter().is_err() {
        return Err(PyTypeError::new_err("metrics must be True for all, or a list of names"));
    }
    named_metrics(argument)
}

/// The metrics of a sequence of column names.
pub(crate) fn named_metrics(names: &Bound<'_, PyAny>) -> PyResult<Vec<Metric>> {
    let py = names.py();
    let mut metrics = Vec::new();
    for name in names.try_iter()? {
        let name = name?.extract::<String>()?;
        let metric = Metric::ALL.iter().copied().find(|metric| metric.column() == name);
        let metric = metric.ok_or_else(|| {
            let known: Vec<_> = Metric::ALL.iter().map(|metric| metric.column()).collect();
            errors::request(py, format!("there is no metric {name:?}; the metrics are {}", known.join(", ")))
        })?;
        if !metrics.contains(&metric) {
            metrics.push(metric);
        }
    }
    Ok(metrics)
}

/// The cells of a block: a thread that takes one is busy for about half a millisecond.
const BLOCK_CELLS: usize = 1 << 15;

/// The parts of the layers that a block of levels writes. A layer that is not asked for is empty.
struct Block<'layers> {
    /// The position of the block's first level in the batch.
    first: usize,
    levels: usize,
    tiles: &'layers mut [u8],
    walkable: &'layers mut [u8],
    room_ids: &'layers mut [i32],
    distances: &'layers mut [i32],
}

/// The rows that a block of levels adds to the tables, and the numbers of rows of each level.
#[derive(Default)]
struct BlockRows {
    first: usize,
    entries: Vec<i32>,
    exits: Vec<i32>,
    digests: Vec<u64>,
    /// Metric by metric, in the order asked for.
    metrics: Vec<Vec<f64>>,
    rooms: (Rooms, Vec<i64>),
    passages: (Passages, Vec<i64>),
    keys: (Keys, Vec<i64>),
    props: (Props, Vec<i64>),
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

/// The next part of a layer; empty if the layer is.
fn next<'layer, T>(chunks: &mut ChunksMut<'layer, T>) -> &'layer mut [T] {
    chunks.next().unwrap_or_default()
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
    let mut chunks = (tiles.chunks_mut(block * cells), walkable.chunks_mut(block * cells));
    let mut more = (room_ids.chunks_mut(block * cells), distances.chunks_mut(block * cells));
    let blocks = (0..levels).step_by(block).map(|first| Block {
        first,
        levels: block.min(levels - first),
        tiles: next(&mut chunks.0),
        walkable: next(&mut chunks.1),
        room_ids: next(&mut more.0),
        distances: next(&mut more.1),
    });
    let blocks = blocks.collect();
    let blocks_in_all = levels.div_ceil(block);
    let finished = Mutex::new(Vec::new());
    run_blocks(py, threads, blocks, || {
        let (mut generator, mut measurer) = (Generator::new(Arc::clone(&source.rules)), Measurer::default());
        let (seeds, floors, difficulties, fields, finished) = (&seeds, &floors, &difficulties, &fields, &finished);
        move |block: Block<'_>| {
            let mut rows = BlockRows {
                first: block.first,
                metrics: vec![Vec::new(); fields.metrics.len()],
                ..BlockRows::default()
            };
            let numbers = block.first..block.first + block.levels;
            let mut parts = block.parts(cells);
            for number in numbers {
                let request = Request::new(seeds[number]).on_floor(floors.get(number));
                // All difficulties were checked.
                let request = request.with_difficulty(difficulties.get(number)).unwrap_or(request);
                let level = generator.generate(request);
                parts.write(&level);
                rows.push(&level, fields, &source.names, &mut measurer)?;
            }
            if rows.first == 0 {
                rows.check_memory(blocks_in_all)?;
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
    let mut all = BlockRows { metrics: vec![Vec::with_capacity(levels); fields.metrics.len()], ..BlockRows::default() };
    let rows = |count: fn(&BlockRows) -> &Vec<i64>| finished.iter().flat_map(count).sum::<i64>() as usize;
    let reserved = (|| {
        all.rooms.0.reserve(rows(|rows| &rows.rooms.1))?;
        all.passages.0.reserve(rows(|rows| &rows.passages.1))?;
        all.keys.0.reserve(rows(|rows| &rows.keys.1))?;
        all.props.0.reserve(rows(|rows| &rows.props.1))
    })();
    reserved.map_err(|error| errors::memory(&error))?;
    for mut rows in finished {
        all.entries.append(&mut rows.entries);
        all.exits.append(&mut rows.exits);
        all.digests.append(&mut rows.digests);
        all.metrics.iter_mut().zip(&mut rows.metrics).for_each(|(all, values)| all.append(values));
        all.rooms.0.append(rows.rooms.0);
        all.passages.0.append(rows.passages.0);
        all.keys.0.append(rows.keys.0);
        all.props.0.append(rows.props.0);
        for (all, counts) in [
            (&mut all.rooms.1, &mut rows.rooms.1),
            (&mut all.passages.1, &mut rows.passages.1),
            (&mut all.keys.1, &mut rows.keys.1),
            (&mut all.props.1, &mut rows.props.1),
        ] {
            all.append(counts);
        }
    }
    columns.set_item("entries", all.entries.into_pyarray(py).reshape([levels, 2])?)?;
    columns.set_item("exits", all.exits.into_pyarray(py).reshape([levels, 2])?)?;
    if fields.digests {
        columns.set_item("digests", all.digests.into_pyarray(py))?;
    }
    if !fields.metrics.is_empty() {
        let values = PyDict::new(py);
        for (metric, column) in fields.metrics.iter().zip(all.metrics) {
            if metric.is_whole() {
                let whole: Vec<i32> = column.iter().map(|&value| value as i32).collect();
                values.set_item(metric.column(), whole.into_pyarray(py))?;
            } else {
                values.set_item(metric.column(), column.into_pyarray(py))?;
            }
        }
        columns.set_item("metrics", values)?;
    }
    let table = |name, table: Bound<'_, PyAny>, counts: Vec<i64>| {
        let ends = counts.iter().scan(0, |end, count| {
            *end += count;
            Some(*end)
        });
        let offsets: Vec<i64> = std::iter::once(0).chain(ends).collect();
        let ragged = python::class(py, "roomgen.tables", "Ragged")?.call1((table, offsets.into_pyarray(py)))?;
        columns.set_item(name, ragged)
    };
    if fields.rooms {
        table("rooms", all.rooms.0.into_python(py)?, all.rooms.1)?;
    }
    if fields.passages {
        table("passages", all.passages.0.into_python(py)?, all.passages.1)?;
    }
    if fields.keys {
        table("keys", all.keys.0.into_python(py)?, all.keys.1)?;
    }
    if fields.props {
        table("props", all.props.0.into_python(py)?, all.props.1)?;
    }
    Ok(())
}

/// The layers of a block, level by level.
struct BlockParts<'layers> {
    tiles: ChunksMut<'layers, u8>,
    walkable: ChunksMut<'layers, u8>,
    room_ids: ChunksMut<'layers, i32>,
    distances: ChunksMut<'layers, i32>,
}

impl<'layers> Block<'layers> {
    fn parts(self, cells: usize) -> BlockParts<'layers> {
        BlockParts {
            tiles: self.tiles.chunks_mut(cells),
            walkable: self.walkable.chunks_mut(cells),
            room_ids: self.room_ids.chunks_mut(cells),
            distances: self.distances.chunks_mut(cells),
        }
    }
}

impl BlockParts<'_> {
    /// Writes the next level into each layer that is asked for.
    fn write(&mut self, level: &Level) {
        // Each part has one value for each cell.
        if let Some(part) = self.tiles.next() {
            let _ = level.write_tiles(part);
        }
        if let Some(part) = self.walkable.next() {
            let _ = level.write_walkable(part);
        }
        if let Some(part) = self.room_ids.next() {
            write_room_ids(level, part);
        }
        if let Some(part) = self.distances.next() {
            write_distances(level, level.entry(), part);
        }
    }
}

impl BlockRows {
    /// Fails if there is no memory for the rows of `blocks` blocks like this one, and their joined
    /// copy.
    ///
    /// Asked once, at the first block: later, the allocation that fails might be one of a level's,
    /// which ends the process.
    fn check_memory(&self, blocks: usize) -> Result<(), TryReserveError> {
        let tables = [self.rooms.0.bytes(), self.passages.0.bytes(), self.keys.0.bytes(), self.props.0.bytes()];
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
            columns.for_each(|(column, &metric)| column.push(measured.get(metric)));
        }
        if fields.rooms {
            self.rooms.0.reserve(level.rooms().len())?;
            self.rooms.0.push(level, names);
            self.rooms.1.push(level.rooms().len() as i64);
        }
        if fields.passages {
            self.passages.0.reserve(level.passages().len())?;
            self.passages.0.push(level, names);
            self.passages.1.push(level.passages().len() as i64);
        }
        if fields.keys {
            self.keys.0.reserve(level.keys().len())?;
            self.keys.0.push(level, names);
            self.keys.1.push(level.keys().len() as i64);
        }
        if fields.props {
            self.props.0.reserve(level.props().len())?;
            self.props.0.push(level, names);
            self.props.1.push(level.props().len() as i64);
        }
        Ok(())
    }
}
