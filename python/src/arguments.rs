//! Arguments of Python calls: converted and checked, with messages that name what is allowed.

use std::fmt::Display;

use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBool, PyDict, PyRange, PyString},
};
use roomgen::{Cell, NamedSeed, Request, Size, survey::Metric};

use crate::errors;

/// The most levels of one batch: 2^24. Arrays of more cells than memory holds are refused besides.
pub(crate) const MAX_LEVELS: usize = 1 << 24;

/// The most threads of a batch: far above the cores of any machine.
pub(crate) const MAX_THREADS: u64 = 1024;

/// A whole number within `least..=most`; `name` is for messages.
pub(crate) fn whole<T: TryFrom<u64>>(value: &Bound<'_, PyAny>, name: &str, least: u64, most: u64) -> PyResult<T> {
    let py = value.py();
    let no_number = || PyTypeError::new_err(format!("{name} must be a whole number, not {}", shown(value)));
    if value.is_instance_of::<PyBool>() {
        return Err(no_number());
    }
    let index = value.call_method0(pyo3::intern!(py, "__index__")).map_err(|_| no_number())?;
    let number = index.extract::<u64>().ok().filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| errors::request(py, format!("{name} is {}; allowed: {least} to {most}", shown(value))))
}

/// A value as messages show it, shortened.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string_lossy().into_owned());
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// The seed of a level: a number, or a text as the tool takes it.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<NamedSeed> {
    // Nearly all seeds are small numbers of Python's own type.
    match value.extract::<u64>() {
        Ok(seed) if !value.is_instance_of::<PyBool>() => Ok(seed.into()),
        _ => match value.cast::<PyString>() {
            Ok(text) => text.to_str()?.parse().map_err(|error| errors::request(value.py(), error)),
            Err(_) => whole(value, "seed", 0, u64::MAX).map(u64::into),
        },
    }
}

pub(crate) fn floor(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(value, "floor", 0, u32::MAX.into())
}

pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(value, "threads", 1, MAX_THREADS)
}

/// The most levels of a search.
pub(crate) fn finds(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(value, "count", 1, MAX_LEVELS as u64)
}

/// The most steps of an episode.
pub(crate) fn max_steps(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(value, "max_steps", 1, u32::MAX.into())
}

/// A difficulty; the library refuses numbers out of range.
pub(crate) fn difficulty(value: &Bound<'_, PyAny>) -> PyResult<f32> {
    let py = value.py();
    if value.is_instance_of::<PyBool>() || !value.hasattr(pyo3::intern!(py, "__float__"))? {
        return Err(PyTypeError::new_err(format!("difficulty must be a number, not {}", shown(value))));
    }
    let number = value.extract::<f64>();
    // A whole number that no float holds is no difficulty either.
    number
        .map(|number| number as f32)
        .map_err(|_| errors::request(py, format!("difficulty is {}; allowed: 0 to 1", shown(value))))
}

/// A request of all that Python gives for one level.
pub(crate) fn request(py: Python<'_>, seed: u64, floor: u32, difficulty: f32) -> PyResult<Request> {
    let request = Request::new(seed).on_floor(floor).with_difficulty(difficulty);
    request.map_err(|error| errors::request(py, error))
}

/// The request for a level by the arguments that say which.
pub(crate) fn level(
    seed: &Bound<'_, PyAny>,
    floor: Option<&Bound<'_, PyAny>>,
    difficulty: Option<&Bound<'_, PyAny>>,
    start: Option<&Bound<'_, PyAny>>,
    rerolls: Option<&Bound<'_, PyAny>>,
) -> PyResult<Request> {
    let py = seed.py();
    let floor = floor.map_or(Ok(0), self::floor)?;
    let difficulty = difficulty.map_or(Ok(0.0), self::difficulty)?;
    let seed = self::seed(seed)?;
    let mut request = self::request(py, 0, floor, difficulty)?.with_named_seed(seed);
    if let Some(start) = start {
        request = request.starting_at(cell(start, "start")?);
    }
    rerolled(request, rerolls)
}

/// A request with re-rolls: a dict of numbers by room.
pub(crate) fn rerolled(request: Request, rerolls: Option<&Bound<'_, PyAny>>) -> PyResult<Request> {
    let Some(value) = rerolls else { return Ok(request) };
    let wrong =
        || format!("rerolls must be a dict of whole numbers by room, {{room: number}}, not {}", described(value));
    let rooms = value.cast::<PyDict>().map_err(|_| PyTypeError::new_err(wrong()))?;
    let entry = |(room, number): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok((
            whole(&room, "a room of rerolls", 0, u32::MAX.into())?,
            whole(&number, "a number of rerolls", 0, u32::MAX.into())?,
        ))
    };
    let rerolls = rooms.iter().map(entry).collect::<PyResult<Vec<_>>>()?;
    request.with_rerolls(rerolls).map_err(|error| errors::request(value.py(), error))
}

/// A room of a level.
pub(crate) fn room(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(value, "room", 0, u32::MAX.into())
}

/// A cell `(x, y)`.
pub(crate) fn cell(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Cell> {
    let wrong =
        || PyTypeError::new_err(format!("{name} must be a cell (x, y) of two whole numbers, not {}", shown(value)));
    let (x, y) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>().map_err(|_| wrong())?;
    let side = |side: &Bound<'_, PyAny>| {
        let index = side.call_method0(pyo3::intern!(side.py(), "__index__")).map_err(|_| wrong())?;
        let message = format!("{name} is {}; allowed: numbers of 32 bits", shown(value));
        index.extract::<i32>().map_err(|_| errors::request(side.py(), message))
    };
    Ok(Cell::new(side(&x)?, side(&y)?))
}

/// A level's size.
pub(crate) fn size(width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>) -> PyResult<Size> {
    let side = |value, name| whole::<i64>(value, name, Size::MIN_SIDE as u64, Size::MAX_SIDE as u64);
    let (columns, rows) = (side(width, "width")?, side(height, "height")?);
    Size::new(columns, rows).map_err(|error| errors::request(width.py(), error))
}

/// The seeds of a batch, checked: at most [`MAX_LEVELS`].
pub(crate) fn seeds(value: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    if let Ok(range) = value.cast::<PyRange>() {
        return range_seeds(range);
    }
    if let Ok(array) = value.cast::<PyArray1<u64>>() {
        count(value.py(), array.len() as u64)?;
        return values(array);
    }
    Err(PyTypeError::new_err(format!(
        "seeds must be a range or a one-dimensional numpy array of uint64, not {}; \
         numpy.asarray(seeds, dtype=numpy.uint64) makes one of whole numbers",
        described(value)
    )))
}

/// The values of an array of any strides, copied.
///
/// The crate `numpy` reads strides as multiples of the item size, at aligned addresses. Arrays of
/// fields of records have others, so that numpy copies those first.
pub(crate) fn values<T: Element + Copy>(array: &Bound<'_, PyArray1<T>>) -> PyResult<Vec<T>> {
    let py = array.py();
    let arguments = (array, T::get_dtype(py), ["C_CONTIGUOUS", "ALIGNED"]);
    let plain = py.import("numpy")?.call_method1("require", arguments)?;
    let plain = plain.cast_into::<PyArray1<T>>()?;
    let plain = plain.try_readonly()?;
    collected(plain.as_slice()?.iter().copied())
}

/// The values of an iterator, or a `MemoryError` if there is no memory for them.
fn collected<T>(values: impl ExactSizeIterator<Item = T>) -> PyResult<Vec<T>> {
    let mut collected = Vec::new();
    collected.try_reserve_exact(values.len()).map_err(|error| errors::memory(&error))?;
    collected.extend(values);
    Ok(collected)
}

/// An array by its dtype and shape, or any other value by its type.
fn described(value: &Bound<'_, PyAny>) -> String {
    match value.cast::<numpy::PyUntypedArray>() {
        Ok(array) => format!("an array of {} with shape {:?}", array.dtype(), array.shape()),
        Err(_) => value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string()),
    }
}

fn range_seeds(range: &Bound<'_, PyRange>) -> PyResult<Vec<u64>> {
    let py = range.py();
    // `len` of a range fails beyond the platform's index, which is too many in any case.
    let length = range.len().map_or(u64::MAX, |length| length as u64);
    let length = count(py, length)?;
    if length == 0 {
        return Ok(Vec::new());
    }
    let first: i128 = whole(&range.get_item(0)?, "the first seed", 0, u64::MAX)?;
    let last: i128 = whole(&range.get_item(length - 1)?, "the last seed", 0, u64::MAX)?;
    let step = if length > 1 { (last - first) / (length as i128 - 1) } else { 0 };
    collected((0..length).map(|number| (first + step * number as i128) as u64))
}

/// Refuses more levels than a batch may have.
fn count(py: Python<'_>, levels: u64) -> PyResult<usize> {
    if levels > MAX_LEVELS as u64 {
        let message =
            format!("a batch has at most {MAX_LEVELS} levels; generate several, or use roomgen.dataset.write");
        return Err(errors::request(py, message));
    }
    Ok(levels as usize)
}

/// A value for all levels of a batch, or one for each.
pub(crate) enum PerLevel<T> {
    Same(T),
    Each(Vec<T>),
}

impl<T: Copy> PerLevel<T> {
    pub(crate) fn get(&self, level: usize) -> T {
        match self {
            Self::Same(value) => *value,
            Self::Each(values) => values[level],
        }
    }

    /// The values of all levels of a batch.
    pub(crate) fn into_values(self, levels: usize) -> Vec<T> {
        match self {
            Self::Same(value) => vec![value; levels],
            Self::Each(values) => values,
        }
    }
}

/// A value for all levels by `one`, or an array with one for each.
fn per_level<T: Element + Copy>(
    value: &Bound<'_, PyAny>,
    name: &str,
    levels: usize,
    one: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<PerLevel<T>> {
    let Ok(array) = value.cast::<numpy::PyUntypedArray>() else { return one(value).map(PerLevel::Same) };
    if array.ndim() == 0 {
        return one(&value.call_method0("item")?).map(PerLevel::Same);
    }
    let typed = value.cast::<PyArray1<T>>().map_err(|_| wrong(value, name, &T::get_dtype(value.py())))?;
    if array.len() != levels {
        let message = format!("{name} has {} values for {levels} seeds", array.len());
        return Err(errors::request(value.py(), message));
    }
    values(typed).map(PerLevel::Each)
}

fn wrong(value: &Bound<'_, PyAny>, name: &str, wanted: &impl Display) -> PyErr {
    let given = described(value);
    PyTypeError::new_err(format!("{name} must be a number or a one-dimensional numpy array of {wanted}, not {given}"))
}

pub(crate) fn floors(value: &Bound<'_, PyAny>, levels: usize) -> PyResult<PerLevel<u32>> {
    per_level(value, "floor", levels, floor)
}

/// Difficulties, each checked.
pub(crate) fn difficulties(value: &Bound<'_, PyAny>, levels: usize) -> PyResult<PerLevel<f32>> {
    let given = per_level(value, "difficulty", levels, difficulty)?;
    let check = |difficulty: &f32| request(value.py(), 0, 0, *difficulty).map(drop);
    match &given {
        PerLevel::Same(difficulty) => check(difficulty)?,
        PerLevel::Each(difficulties) => difficulties.iter().try_for_each(check)?,
    }
    Ok(given)
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
