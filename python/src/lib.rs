//! The native half of the Python package `roomgen`: presets, levels and batches as Python objects
//! and numpy arrays.
//!
//! Consumes Python values, checked here; produces frozen objects, copies and errors of
//! `roomgen.errors`. Tables are classes of `roomgen.tables`, and the columns of both have the same
//! names. The package's stub `_native.pyi` documents every public item; `documented` copies that.

#![deny(missing_docs)]

mod arguments;
mod batch;
mod blocks;
mod errors;
mod export;
mod find;
mod image;
mod kinds;
mod layers;
mod level;
mod names;
mod play;
mod preset;
mod python;
mod run;
mod shared_preset;
mod survey;
mod tables;

use pyo3::prelude::*;

/// The native module `roomgen._native`.
#[pymodule]
mod _native {
    use pyo3::{prelude::*, types::PyTuple};
    use roomgen::{Direction, DoorKind, KeyUse, REVISION, RoomKind, RoomShape, preset::BUILT_IN, run, survey::Metric};
    use roomgen_export::{
        format::Format,
        picture::{Overlay, View},
    };

    #[pymodule_export]
    use super::{
        image::Image,
        level::PyLevel,
        play::{Episode, VectorEpisodes},
        preset::PyPreset,
        run::PyRun,
    };
    use super::{play, python};

    #[pymodule_init]
    fn constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("REVISION", REVISION)?;
        let names = |names: Vec<&str>| PyTuple::new(py, names);
        module.add("BUILT_IN", names(BUILT_IN.iter().map(|(name, _)| *name).collect())?)?;
        module.add("BUILT_IN_RUNS", names(run::BUILT_IN.iter().map(|(name, _)| *name).collect())?)?;
        // Codes are positions, as a test of the library holds.
        module.add("ROOM_KINDS", names(RoomKind::ALL.iter().map(|kind| kind.name()).collect())?)?;
        module.add("ROOM_SHAPES", names(RoomShape::ALL.iter().map(|shape| shape.name()).collect())?)?;
        module.add("DOOR_KINDS", names(DoorKind::ALL.iter().map(|kind| kind.name()).collect())?)?;
        module.add("KEY_USES", names(KeyUse::ALL.iter().map(|key_use| key_use.name()).collect())?)?;
        module.add("TURNS", PyTuple::new(py, Direction::ALL.map(|turn| format!("{turn:?}")))?)?;
        module.add("VIEWS", names(View::ALL.iter().map(|view| view.name()).collect())?)?;
        module.add("OVERLAYS", names(Overlay::ALL.iter().map(|overlay| overlay.name()).collect())?)?;
        module.add("PLANES", names(play::PLANE_NAMES.to_vec())?)?;
        module.add("OPENABLE", play::OPENABLE)?;
        let class = python::class(py, "roomgen.tables", "Format")?;
        let formats = Format::ALL.iter();
        let formats =
            formats.map(|format| class.call1((format.name(), format.ending(), format.media_type(), format.about())));
        module.add("FORMATS", PyTuple::new(py, formats.collect::<PyResult<Vec<_>>>()?)?)?;
        let class = python::class(py, "roomgen.tables", "Metric")?;
        let metrics = Metric::ALL.iter();
        let metrics = metrics.map(|&metric| {
            let facts = (metric.column(), metric.unit(), metric.about(), metric.is_whole(), metric.may_be_absent());
            class.call1(facts)
        });
        module.add("METRICS", PyTuple::new(py, metrics.collect::<PyResult<Vec<_>>>()?)?)
    }
}
