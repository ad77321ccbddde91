//! `Run`: the floors of one game, and the levels of a seed.

use std::{
    path::PathBuf,
    ptr,
    sync::{Arc, OnceLock},
};

use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use roomgen::{
    Level, NamedSeed,
    run::{Run, RunFloor, RunGenerator},
};
use roomgen_python_help::documented;

use crate::{arguments, errors, level::PyLevel, python, shared_preset::SharedPreset};

#[documented(Run)]
#[pyclass(frozen, name = "Run", module = "roomgen")]
pub(crate) struct PyRun {
    run: Arc<Run>,
    /// What the levels of each merged preset share, in the order of `Run::presets`.
    presets: Vec<OnceLock<Arc<SharedPreset>>>,
}

#[documented(Run)]
#[pymethods]
impl PyRun {
    #[staticmethod]
    fn built_in(py: Python<'_>, name: &str) -> PyResult<Self> {
        Run::built_in(name).map(Self::of).map_err(|error| errors::request(py, error))
    }

    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        py.detach(|| Run::parse(text)).map(Self::of).map_err(|error| errors::preset(py, &error))
    }

    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| Run::load(path)).map(Self::of).map_err(|error| errors::load(py, &error))
    }

    #[getter]
    fn name(&self) -> &str {
        self.run.name()
    }

    #[getter]
    fn digest(&self) -> u64 {
        self.run.digest()
    }

    fn floors<'py>(&self, seed: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, number) = (seed.py(), arguments::seed(seed)?.number());
        let floors = self.run.floors(number).into_iter().map(|floor| run_floor(py, &floor));
        PyTuple::new(py, floors.collect::<PyResult<Vec<_>>>()?)
    }

    fn level(&self, seed: &Bound<'_, PyAny>, floor: &Bound<'_, PyAny>) -> PyResult<PyLevel> {
        let (py, floor) = (seed.py(), arguments::floor(floor)?);
        let mut generator = self.generator(arguments::seed(seed)?);
        let level = py.detach(|| generator.level(floor));
        level.map(|level| self.of_floor(level, &generator)).ok_or_else(|| self.lacks(py, floor, &generator))
    }

    fn levels(slf: Bound<'_, Self>, seed: &Bound<'_, PyAny>) -> PyResult<RunLevels> {
        let generator = slf.get().generator(arguments::seed(seed)?);
        Ok(RunLevels { run: slf.unbind(), generator })
    }

    fn preset_text(&self, seed: &Bound<'_, PyAny>, floor: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, floor) = (seed.py(), arguments::floor(floor)?);
        let seed = arguments::seed(seed)?;
        self.run.text(seed.number(), floor).ok_or_else(|| self.lacks(py, floor, &self.generator(seed)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_same = |other: &Self| (other.name(), other.digest()) == (self.name(), self.digest());
        other.cast::<Self>().is_ok_and(|other| is_same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        self.run.digest()
    }

    fn __repr__(&self) -> String {
        let size = self.run.size();
        format!("<Run {:?} {}x{}>", self.name(), size.width(), size.height())
    }
}

impl PyRun {
    fn of(run: Run) -> Self {
        let presets = run.presets().map(|_| OnceLock::new()).collect();
        Self { run: Arc::new(run), presets }
    }

    fn generator(&self, seed: NamedSeed) -> RunGenerator<Arc<Run>> {
        RunGenerator::new(Arc::clone(&self.run), seed)
    }

    /// A level with the merged preset of its floor.
    fn of_floor(&self, level: Level, generator: &RunGenerator<Arc<Run>>) -> PyLevel {
        let (seed, floor) = (level.origin().seed, level.origin().floor);
        let shared = generator.preset(floor).and_then(|preset| {
            let position = self.run.presets().position(|other| ptr::eq(other, preset))?;
            let text = || self.run.text(seed, floor).unwrap_or_default();
            let shared = || Arc::new(SharedPreset::new(preset.clone(), text(), Vec::new(), None));
            Some(Arc::clone(self.presets[position].get_or_init(shared)))
        });
        PyLevel::new(level, shared)
    }

    /// The error that the run of a seed has no such floor.
    fn lacks(&self, py: Python<'_>, floor: u32, generator: &RunGenerator<Arc<Run>>) -> PyErr {
        let floors: Vec<_> = generator.floors().iter().map(|floor| floor.number.to_string()).collect();
        let known =
            if floors.len() > 40 { format!("{} and others", floors[..40].join(", ")) } else { floors.join(", ") };
        errors::request(py, format!("the run {:?} has no floor {floor} for this seed; it has {known}", self.name()))
    }
}

/// The levels of a run, one after the other.
#[pyclass]
pub(crate) struct RunLevels {
    run: Py<PyRun>,
    generator: RunGenerator<Arc<Run>>,
}

#[pymethods]
impl RunLevels {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<PyLevel> {
        let level = py.detach(|| self.generator.next())?;
        Some(self.run.get().of_floor(level, &self.generator))
    }
}

/// A floor as an instance of `roomgen.tables.RunFloor`.
fn run_floor<'py>(py: Python<'py>, floor: &RunFloor) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    let branches = PyDict::new(py);
    floor.branches.iter().try_for_each(|(name, first)| branches.set_item(name.as_str(), first))?;
    fields.set_item("number", floor.number)?;
    fields.set_item("act", floor.act.as_str())?;
    fields.set_item("branch", floor.branch.as_deref())?;
    fields.set_item("mood", floor.mood.as_deref())?;
    fields.set_item("preset", floor.preset.as_str())?;
    fields.set_item("difficulty", floor.difficulty)?;
    fields.set_item("size", (floor.size.width(), floor.size.height()))?;
    fields.set_item("above", floor.above)?;
    fields.set_item("branches", branches)?;
    fields.set_item("is_last_of_act", floor.is_last_of_act)?;
    python::class(py, "roomgen.tables", "RunFloor")?.call((), Some(&fields))
}
