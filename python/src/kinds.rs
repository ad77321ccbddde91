//! Kinds of props, terrain, and the run of a level, as Python values.

use numpy::IntoPyArray;
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use roomgen::{
    Level, PropKind,
    color::Color,
    level::{Parting, RunOrigin, TerrainKind},
    model::Light,
};

use crate::python;

/// Kinds of props as instances of `roomgen.tables.Kind`.
pub(crate) fn kinds<'py>(py: Python<'py>, kinds: &[PropKind]) -> PyResult<Bound<'py, PyTuple>> {
    let class = python::class(py, "roomgen.tables", "Kind")?;
    let light_class = python::class(py, "roomgen.tables", "Light")?;
    let light = |Light { color, radius, fade, strength, .. }| {
        light_class.call1((rgb(color), radius.get(), fade.get(), strength.get()))
    };
    let one = |kind: &PropKind| {
        let fields = PyDict::new(py);
        fields.set_item("name", kind.name.as_str())?;
        fields.set_item("blocks", kind.blocks)?;
        fields.set_item("opaque", kind.opaque)?;
        fields.set_item("width", kind.width)?;
        fields.set_item("height", kind.height)?;
        fields.set_item("tall", kind.tall.get())?;
        fields.set_item("elevation", kind.elevation.get())?;
        fields.set_item("glyph", kind.glyph)?;
        fields.set_item("color", rgb(kind.color))?;
        fields.set_item("marker", kind.marker)?;
        fields.set_item("value", kind.value)?;
        fields.set_item("cost", kind.cost)?;
        fields.set_item("light", kind.light.map(light).transpose()?)?;
        class.call((), Some(&fields))
    };
    PyTuple::new(py, kinds.iter().map(one).collect::<PyResult<Vec<_>>>()?)
}

/// The kinds of a level's terrain as instances of `roomgen.tables.TerrainKind`.
pub(crate) fn terrain_kinds<'py>(py: Python<'py>, level: &Level) -> PyResult<Bound<'py, PyTuple>> {
    let class = python::class(py, "roomgen.tables", "TerrainKind")?;
    let one = |kind: &TerrainKind| {
        let fields = PyDict::new(py);
        fields.set_item("name", kind.name.as_str())?;
        fields.set_item("glyph", kind.glyph)?;
        fields.set_item("color", rgb(kind.color))?;
        fields.set_item("blocks", kind.blocks)?;
        fields.set_item("depth", kind.depth.get())?;
        fields.set_item("slow", kind.slow)?;
        fields.set_item("is_bridge", kind.is_bridge)?;
        fields.set_item("tags", PyTuple::new(py, kind.labels.tags())?)?;
        class.call((), Some(&fields))
    };
    PyTuple::new(py, level.terrain_kinds().iter().map(one).collect::<PyResult<Vec<_>>>()?)
}

/// The partings of a level as instances of `roomgen.tables.Parting`.
pub(crate) fn partings<'py>(py: Python<'py>, level: &Level) -> PyResult<Bound<'py, PyTuple>> {
    let class = python::class(py, "roomgen.tables", "Parting")?;
    let one = |Parting { name, terrain, band, crossings, ends_apart, .. }: &Parting| {
        let crossings: Vec<i32> = crossings.iter().map(|&id| id as i32).collect();
        let band = (band.left(), band.top(), band.width(), band.height());
        class.call1((name.as_str(), *terrain, band, crossings.into_pyarray(py), *ends_apart))
    };
    PyTuple::new(py, level.partings().iter().map(one).collect::<PyResult<Vec<_>>>()?)
}

fn rgb(Color { r, g, b }: Color) -> (u8, u8, u8) {
    (r, g, b)
}

/// The run of a level as an instance of `roomgen.tables.RunOrigin`.
pub(crate) fn run_origin<'py>(py: Python<'py>, origin: &RunOrigin) -> PyResult<Bound<'py, PyAny>> {
    let RunOrigin { name, digest, act, branch, mood, .. } = origin;
    let class = python::class(py, "roomgen.tables", "RunOrigin")?;
    class.call1((name.as_str(), *digest, act.as_str(), branch.as_deref(), mood.as_deref()))
}
