//! `Run`: the floors of one game, and the levels of a seed.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    ptr,
    sync::{Arc, OnceLock},
};

use numpy::IntoPyArray;
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use roomgen::{
    NamedSeed, Request,
    preset::{BasePreset, BasePresetReader},
    run::{BUILT_IN, Run, RunFloor, RunGenerator},
};
use roomgen_python_help::documented;

use crate::{
    arguments, errors, export,
    find::{self, FindRequest, FindSubject},
    level::PyLevel,
    preset::{self, PyPreset},
    python,
    shared_preset::SharedPreset,
    survey,
};

#[documented(Run)]
#[pyclass(frozen, name = "Run", module = "roomgen")]
pub(crate) struct PyRun {
    run: Arc<Run>,
    source: RunSource,
    /// What the levels of each merged preset share, in the order of `Run::presets`.
    presets: Vec<OnceLock<Arc<SharedPreset>>>,
}

/// What a run is made of: enough to make it again.
enum RunSource {
    /// Its text, and the files that it names, by their paths relative to it.
    Text(String, BTreeMap<String, String>),
    /// A preset, and the number of floors.
    Preset(Arc<SharedPreset>, u32),
}

#[documented(Run)]
#[pymethods]
impl PyRun {
    #[staticmethod]
    fn built_in(py: Python<'_>, name: &str) -> PyResult<Self> {
        let run = Run::built_in(name).map_err(|error| errors::request(py, error))?;
        let text = BUILT_IN.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        Ok(Self::new(run, RunSource::Text(text.to_owned(), BTreeMap::new())))
    }

    #[staticmethod]
    #[pyo3(signature = (text, files = None))]
    fn parse(py: Python<'_>, text: String, files: Option<BTreeMap<String, String>>) -> PyResult<Self> {
        let files = files.unwrap_or_default();
        let run = py.detach(|| Run::parse_with(&text, |name, from| given_file(&files, name, from)));
        Ok(Self::new(run.map_err(|error| errors::preset(py, &error))?, RunSource::Text(text, files)))
    }

    #[staticmethod]
    fn load(path: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, path) = (path.py(), path.extract::<PathBuf>()?);
        // The library reads files and says what is wrong with them; the texts are kept beside it.
        let run = py.detach(|| Run::load(&path)).map_err(|error| errors::load(py, &error))?;
        let text = preset::text_of(py, &path)?;
        let (mut reader, mut files) = (BasePresetReader::beside(&path), BTreeMap::new());
        let again = Run::parse_with(&text, |name, from| {
            if from.is_none() {
                reader = BasePresetReader::beside(&path);
            }
            let BasePreset { text, .. } = reader.read(name)?;
            let name = path_of(name, from);
            files.insert(name.clone(), text.clone());
            Ok(BasePreset { name, text })
        });
        let again = again.map_err(|error| errors::preset(py, &error))?;
        if again.digest() != run.digest() {
            return Err(preset::has_changed(py, &path));
        }
        Ok(Self::new(again, RunSource::Text(text, files)))
    }

    #[staticmethod]
    fn of(preset: &Bound<'_, PyPreset>, floors: &Bound<'_, PyAny>) -> PyResult<Self> {
        let floors = arguments::whole(floors, "floors", 1, Run::MAX_FLOORS.into())?;
        let preset = &preset.get().0;
        Ok(Self::new(Run::of(&preset.rules, floors), RunSource::Preset(Arc::clone(preset), floors)))
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

    #[pyo3(signature = (seed, floor, *, rerolls = None))]
    fn level(
        &self,
        seed: &Bound<'_, PyAny>,
        floor: &Bound<'_, PyAny>,
        rerolls: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyLevel> {
        let (preset, request) = self.floor(seed, floor, rerolls)?;
        let level = seed.py().detach(|| preset.with_generator(|generator| generator.generate(&request)));
        Ok(PyLevel { request: Some(request), ..PyLevel::new(level, Some(preset)) })
    }

    #[pyo3(signature = (seed, floor, room, *, rerolls = None))]
    fn next_reroll(
        &self,
        seed: &Bound<'_, PyAny>,
        floor: &Bound<'_, PyAny>,
        room: &Bound<'_, PyAny>,
        rerolls: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<u32>> {
        let (preset, request) = self.floor(seed, floor, rerolls)?;
        let room = arguments::room(room)?;
        Ok(seed.py().detach(|| preset.with_generator(|generator| generator.next_reroll(&request, room))))
    }

    fn levels(slf: Bound<'_, Self>, seed: &Bound<'_, PyAny>) -> PyResult<RunLevels> {
        let generator = slf.get().generator(arguments::seed(seed)?);
        Ok(RunLevels { run: slf.unbind(), generator })
    }

    #[pyo3(signature = (seed, format, name = "run"))]
    fn to_files<'py>(&self, seed: &Bound<'py, PyAny>, format: &str, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let number = arguments::seed(seed)?;
        export::run_to_files(seed.py(), &self.run, &number, format, name)
    }

    fn preset(&self, seed: &Bound<'_, PyAny>, floor: &Bound<'_, PyAny>) -> PyResult<PyPreset> {
        let (py, floor) = (seed.py(), arguments::floor(floor)?);
        let mut generator = self.generator(arguments::seed(seed)?);
        self.shared(&generator, floor).map(PyPreset).ok_or_else(|| errors::request(py, generator.missing_floor(floor)))
    }

    fn preset_text(&self, seed: &Bound<'_, PyAny>, floor: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.preset(seed, floor)?.0.text.clone())
    }

    #[pyo3(signature = (r#where = None, *, best = None, near = None, seeds = None, count = None, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn find<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&str>,
        best: Option<&str>,
        near: Option<&str>,
        seeds: Option<&Bound<'py, PyAny>>,
        count: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let request = FindRequest { subject: FindSubject::Runs(&self.run), condition: r#where, best, near };
        let (query, finds) = request.find(py, seeds, count, threads)?;
        let seeds = finds.iter().map(|find| find.seed).collect::<Vec<_>>().into_pyarray(py);
        python::class(py, "roomgen.tables", "RunFinds")?.call1((seeds, find::columns(py, &query, &finds)?))
    }

    #[pyo3(signature = (seeds, *, threads = None))]
    fn survey<'py>(
        &self,
        seeds: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let threads = threads.map_or(Ok(1), arguments::threads)?;
        survey::survey_runs(seeds.py(), &self.run, &arguments::seeds(seeds)?, threads)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, class) = (slf.py(), slf.get_type());
        match &slf.get().source {
            RunSource::Text(text, files) => Ok((class.getattr("parse")?, (text, files.clone()).into_pyobject(py)?)),
            RunSource::Preset(preset, floors) => {
                Ok((class.getattr("of")?, (PyPreset(Arc::clone(preset)), floors).into_pyobject(py)?))
            }
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.is_same(other.get()))
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
    fn new(run: Run, source: RunSource) -> Self {
        let presets = run.presets().map(|_| OnceLock::new()).collect();
        Self { run: Arc::new(run), source, presets }
    }

    /// Whether all levels are the same, and look the same.
    fn is_same(&self, other: &Self) -> bool {
        let is_text = |run: &Self| matches!(run.source, RunSource::Text(..));
        let facts = |run: &Self| (run.run.name().clone(), run.run.digest(), is_text(run));
        facts(self) == facts(other) && self.run.presets().eq(other.run.presets())
    }

    fn generator(&self, seed: NamedSeed) -> RunGenerator<Arc<Run>> {
        RunGenerator::new(Arc::clone(&self.run), seed)
    }

    /// The merged preset of a floor.
    fn shared(&self, generator: &RunGenerator<Arc<Run>>, floor: u32) -> Option<Arc<SharedPreset>> {
        let preset = generator.preset(floor)?;
        if let RunSource::Preset(shared, _) = &self.source {
            return Some(Arc::clone(shared));
        }
        let position = self.run.presets().position(|other| ptr::eq(other, preset))?;
        let text = || self.run.text(generator.seed().number(), floor).unwrap_or_default();
        let shared = || Arc::new(SharedPreset::new(preset.clone(), text(), Vec::new(), None));
        Some(Arc::clone(self.presets[position].get_or_init(shared)))
    }

    /// The merged preset and the request of a floor.
    fn floor(
        &self,
        seed: &Bound<'_, PyAny>,
        floor: &Bound<'_, PyAny>,
        rerolls: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Arc<SharedPreset>, Request)> {
        let (py, floor) = (seed.py(), arguments::floor(floor)?);
        let mut generator = self.generator(arguments::seed(seed)?);
        let request = py.detach(|| generator.request(floor)).zip(self.shared(&generator, floor));
        let (request, preset) = request.ok_or_else(|| errors::request(py, generator.missing_floor(floor)))?;
        Ok((preset, arguments::rerolled(request, rerolls)?))
    }
}

/// The file of this name among those that were given; `from` is the path of the text that names it.
fn given_file(files: &BTreeMap<String, String>, name: &str, from: Option<&str>) -> Result<BasePreset, String> {
    let path = path_of(name, from);
    match files.get(&path) {
        Some(text) => Ok(BasePreset { name: path, text: text.clone() }),
        None if files.is_empty() => Err(format!("{path:?} is a file: give its text in files")),
        None => {
            let given: Vec<_> = files.keys().map(|name| format!("{name:?}")).collect();
            Err(format!("there is no file {path:?}; files has {}", given.join(", ")))
        }
    }
}

/// The path of a file relative to the run's text. Parts `.` are left out, so that one file has one.
fn path_of(name: &str, from: Option<&str>) -> String {
    let folder = from.and_then(|from| from.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let parts = folder.split('/').chain(name.split('/')).filter(|part| !matches!(*part, "" | "."));
    parts.collect::<Vec<_>>().join("/")
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
        let floor = level.origin().floor;
        let (request, preset) = (self.generator.request(floor), self.run.get().shared(&self.generator, floor));
        Some(PyLevel { request, ..PyLevel::new(level, preset) })
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
