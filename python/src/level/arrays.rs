//! Layers, tables, names and metrics of a level as arrays, tuples and dictionaries.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use roomgen::survey::{Measurer, Metric};

use super::PyLevel;
use crate::{arguments, errors, names::Names, shared_preset::SharedPreset, tables::LevelTable};

impl PyLevel {
    pub(crate) fn new(level: impl Into<Arc<roomgen::Level>>, preset: Option<Arc<SharedPreset>>) -> Self {
        Self { level: level.into(), preset, request: None }
    }

    pub(super) fn read(py: Python<'_>, level: Result<roomgen::Level, roomgen::LevelError>) -> PyResult<Self> {
        level.map(|level| Self::new(level, None)).map_err(|error| errors::level(py, &error))
    }

    /// An array of [height, width] with what `write` writes.
    pub(super) fn layer<'py, T: numpy::Element + Copy + Default, R>(
        &self,
        py: Python<'py>,
        write: impl FnOnce(&mut [T]) -> R,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let (width, height) = self.size();
        let mut cells = vec![T::default(); (width * height) as usize];
        // The library refuses only a buffer of another length.
        let _ = write(&mut cells);
        cells.into_pyarray(py).reshape([height as usize, width as usize])
    }

    /// An array of [height, width] that is true where `write` writes a 1.
    pub(super) fn flags<'py, R>(
        &self,
        py: Python<'py>,
        write: impl FnOnce(&mut [u8]) -> R,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mut bytes = vec![0; self.level.size().cells() as usize];
        let _ = write(&mut bytes);
        self.layer(py, |cells| cells.iter_mut().zip(bytes).for_each(|(cell, byte)| *cell = byte == 1))
    }

    pub(super) fn table<'py, T: LevelTable>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut table = T::default();
        self.with_names(|names| table.push(&self.level, names)).map_err(|error| errors::memory(&error))?;
        table.into_python(py)
    }

    fn with_names<T>(&self, run: impl FnOnce(&Names) -> T) -> T {
        match &self.preset {
            Some(preset) => run(&preset.names),
            None => run(&Names::of_level(&self.level)),
        }
    }

    pub(super) fn names<'py>(
        &self,
        py: Python<'py>,
        names: impl FnOnce(&Names) -> &[String],
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.with_names(|lists| PyTuple::new(py, names(lists)))
    }

    /// The values of metrics by their names; of all of them if none is named.
    pub(super) fn measured<'py>(&self, names: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDict>> {
        let py = names.py();
        let metrics = if names.is_empty() { Metric::ALL.to_vec() } else { arguments::named_metrics(names)? };
        let measured = py.detach(|| Measurer::default().measure_only(&self.level, &metrics));
        let values = PyDict::new(py);
        for metric in metrics {
            let value = measured.present(metric);
            match value.filter(|_| metric.is_whole()) {
                Some(whole) => values.set_item(metric.column(), whole as i64)?,
                None => values.set_item(metric.column(), value)?,
            }
        }
        Ok(values)
    }
}
