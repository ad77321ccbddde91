//! `Preset`: rules for levels, with the text that they were read from.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};

use numpy::IntoPyArray;
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyTuple},
};
use roomgen::{
    lint::lint,
    preset::{BasePreset, BasePresetReader, built_in_text},
    theme::SpritePicture,
};
use roomgen_export::sprite_picture;
use roomgen_python_help::documented;

use crate::{
    arguments::{self, PerLevel},
    batch::{self, BatchFields, BatchRequest},
    errors,
    find::{self, FindRequest, FindSubject},
    kinds::kinds,
    level::PyLevel,
    shared_preset::{SharedPreset, SpriteFiles},
    survey,
};

#[documented(Preset)]
#[pyclass(frozen, name = "Preset", module = "roomgen")]
pub(crate) struct PyPreset(pub(crate) Arc<SharedPreset>);

#[documented(Preset)]
#[pymethods]
impl PyPreset {
    #[staticmethod]
    fn built_in(py: Python<'_>, name: &str) -> PyResult<Self> {
        let rules = roomgen::Preset::built_in(name).map_err(|error| errors::request(py, error))?;
        let text = built_in_text(name).unwrap_or_default();
        Ok(Self::of(rules, text.to_owned(), Vec::new(), None))
    }

    #[staticmethod]
    #[pyo3(signature = (text, *, bases = None, pictures = None))]
    fn parse(
        py: Python<'_>,
        text: String,
        bases: Option<Vec<(String, String)>>,
        pictures: Option<SpriteFiles>,
    ) -> PyResult<Self> {
        let bases: Vec<_> =
            bases.unwrap_or_default().into_iter().map(|(name, text)| BasePreset { name, text }).collect();
        let rules = match &pictures {
            None => roomgen::Preset::parse_with(&text, reader(&bases)),
            Some(pictures) => roomgen::Preset::parse_with_pictures(&text, reader(&bases), |name, _| {
                let file = pictures
                    .get(name)
                    .ok_or_else(|| format!("there is no picture {name:?}: give its bytes in pictures"))?;
                decoded(name, file)
            }),
        };
        Ok(Self::of(rules.map_err(|error| errors::preset(py, &error))?, text, bases, pictures))
    }

    #[staticmethod]
    fn load(path: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, path) = (path.py(), path.extract::<PathBuf>()?);
        // The library reads files and says what is wrong with them; the texts are kept beside it.
        let rules = roomgen::Preset::load(&path).map_err(|error| errors::load(py, &error))?;
        let text = text_of(py, &path)?;
        let mut files = BasePresetReader::beside(&path);
        let again =
            roomgen::Preset::parse_with(&text, |name| files.read(name)).map_err(|error| errors::preset(py, &error))?;
        if again != rules {
            return Err(has_changed(py, &path));
        }
        // The library reads no pictures.
        let bases = files.bases().to_vec();
        let mut pictures = SpriteFiles::new();
        let drawn = roomgen::Preset::parse_with_pictures(&text, reader(&bases), |name, base| {
            let file = files.read_picture(name, base)?;
            let picture = decoded(name, &file);
            pictures.insert(name.to_owned(), file);
            picture
        });
        let drawn = drawn.map_err(|error| errors::preset(py, &error))?;
        Ok(Self::of(drawn, text, bases, Some(pictures)))
    }

    fn with_size(&self, width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>) -> PyResult<Self> {
        let size = arguments::size(width, height)?;
        let resized = (*self.0.rules).clone().with_size(size);
        let rules = resized.map_err(|error| errors::request(width.py(), error))?;
        Ok(Self::of(rules, self.0.text.clone(), self.0.bases.clone(), self.0.pictures.clone()))
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.rules.name()
    }

    #[getter]
    fn size(&self) -> (i32, i32) {
        let size = self.0.rules.size();
        (size.width(), size.height())
    }

    #[getter]
    fn min_side(&self) -> i32 {
        self.0.rules.min_side()
    }

    #[getter]
    fn min_longer_side(&self) -> i32 {
        self.0.rules.min_longer_side()
    }

    #[getter]
    fn digest(&self) -> u64 {
        self.0.rules.digest()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    #[getter]
    fn bases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.bases.iter().map(|base| (base.name.as_str(), base.text.as_str())))
    }

    #[getter]
    fn pictures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pictures = PyDict::new(py);
        for (name, file) in self.0.pictures.iter().flatten() {
            pictures.set_item(name, PyBytes::new(py, file))?;
        }
        Ok(pictures)
    }

    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds(py, self.0.rules.kinds())
    }

    #[getter]
    fn layouts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.names.layouts.names())
    }

    #[getter]
    fn vaults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.names.vaults.names())
    }

    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.names.tags.names())
    }

    #[getter]
    fn pools<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pools = PyDict::new(py);
        for pool in self.0.rules.pools() {
            pools.set_item(pool.name(), PyTuple::new(py, pool.entries())?)?;
        }
        Ok(pools)
    }

    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.names.groups.names())
    }

    #[pyo3(signature = (seed, *, floor = None, difficulty = None, start = None, rerolls = None))]
    fn generate(
        &self,
        seed: &Bound<'_, PyAny>,
        floor: Option<&Bound<'_, PyAny>>,
        difficulty: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
        rerolls: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyLevel> {
        let py = seed.py();
        let request = arguments::level(seed, floor, difficulty, start, rerolls)?;
        let source = &self.0;
        let level = py.detach(|| source.with_generator(|generator| generator.generate(request)));
        Ok(PyLevel::new(level, Some(Arc::clone(source))))
    }

    #[pyo3(signature = (seed, room, *, floor = None, difficulty = None, start = None, rerolls = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn next_reroll(
        &self,
        seed: &Bound<'_, PyAny>,
        room: &Bound<'_, PyAny>,
        floor: Option<&Bound<'_, PyAny>>,
        difficulty: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
        rerolls: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<u32>> {
        let py = seed.py();
        let request = arguments::level(seed, floor, difficulty, start, rerolls)?;
        let room = arguments::room(room)?;
        let source = &self.0;
        Ok(py.detach(|| source.with_generator(|generator| generator.next_reroll(request, room))))
    }

    #[pyo3(signature = (
        seeds, *, floor = None, difficulty = None, threads = None, tiles = true, walkable = true, room_ids = false,
        distances = false, rooms = false, passages = false, keys = false, encounters = false, members = false,
        loot = false, props = false, metrics = None, digests = false,
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn generate_batch<'py>(
        slf: &Bound<'py, Self>,
        seeds: &Bound<'py, PyAny>,
        floor: Option<&Bound<'py, PyAny>>,
        difficulty: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        tiles: bool,
        walkable: bool,
        room_ids: bool,
        distances: bool,
        rooms: bool,
        passages: bool,
        keys: bool,
        encounters: bool,
        members: bool,
        loot: bool,
        props: bool,
        metrics: Option<&Bound<'py, PyAny>>,
        digests: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let metrics = arguments::metrics(metrics)?;
        let fields = BatchFields {
            tiles,
            walkable,
            room_ids,
            distances,
            rooms,
            passages,
            keys,
            encounters,
            members,
            loot,
            props,
            metrics,
            digests,
        };
        let seeds = arguments::seeds(seeds)?;
        let request = BatchRequest {
            floors: floor.map_or(Ok(PerLevel::Same(0)), |floor| arguments::floors(floor, seeds.len()))?,
            difficulties: difficulty
                .map_or(Ok(PerLevel::Same(0.0)), |difficulty| arguments::difficulties(difficulty, seeds.len()))?,
            threads: threads.map_or(Ok(1), arguments::threads)?,
            seeds,
            fields,
        };
        batch::generate(slf, request)
    }

    #[pyo3(signature = (seeds, *, floor = None, difficulty = None, threads = None))]
    fn survey<'py>(
        &self,
        seeds: &Bound<'py, PyAny>,
        floor: Option<&Bound<'py, PyAny>>,
        difficulty: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = seeds.py();
        let floor = floor.map_or(Ok(0), arguments::floor)?;
        let difficulty = difficulty.map_or(Ok(0.0), arguments::difficulty)?;
        let request = arguments::request(py, 0, floor, difficulty)?;
        let threads = threads.map_or(Ok(1), arguments::threads)?;
        survey::survey(py, &self.0, &arguments::seeds(seeds)?, &request, threads)
    }

    #[pyo3(signature = (
        r#where = None, *, best = None, near = None, seeds = None, count = None, floor = None, difficulty = None,
        threads = None, **fields,
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn find<'py>(
        slf: &Bound<'py, Self>,
        r#where: Option<&str>,
        best: Option<&str>,
        near: Option<&str>,
        seeds: Option<&Bound<'py, PyAny>>,
        count: Option<&Bound<'py, PyAny>>,
        floor: Option<&Bound<'py, PyAny>>,
        difficulty: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let (floor_number, difficulty_number) =
            (floor.map_or(Ok(0), arguments::floor)?, difficulty.map_or(Ok(0.0), arguments::difficulty)?);
        let request = arguments::request(py, 0, floor_number, difficulty_number)?;
        let subject = FindSubject::Levels(&slf.get().0.rules, request);
        let (query, finds) = FindRequest { subject, condition: r#where, best, near }.find(py, seeds, count, threads)?;
        let keywords = fields.map_or_else(|| Ok(PyDict::new(py)), |fields| fields.copy())?;
        for (name, value) in [("floor", floor), ("difficulty", difficulty), ("threads", threads)] {
            keywords.set_item(name, value)?;
        }
        let seeds: Vec<u64> = finds.iter().map(|find| find.seed).collect();
        let batch = slf.call_method("generate_batch", (seeds.into_pyarray(py),), Some(&keywords))?;
        batch.call_method1("_with_found", (find::columns(py, &query, &finds)?,))
    }

    fn lint<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let source = &self.0;
        let findings = py.detach(|| lint(&source.text, reader(&source.bases)));
        let findings = findings.map_err(|error| errors::preset(py, &error))?;
        let findings = findings.iter().map(|finding| errors::finding(py, finding));
        PyTuple::new(py, findings.collect::<PyResult<Vec<_>>>()?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let preset = slf.get();
        let (width, height) = preset.size();
        let pictures = preset.0.pictures.is_some().then(|| preset.pictures(py)).transpose()?;
        let state = (&preset.0.text, preset.bases(py)?, width, height, pictures).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_restore")?, state))
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        text: String,
        bases: Vec<(String, String)>,
        width: i32,
        height: i32,
        pictures: Option<SpriteFiles>,
    ) -> PyResult<Self> {
        let Self(source) = Self::parse(py, text, Some(bases), pictures)?;
        let sides = [width, height].map(|side| side.into_pyobject(py));
        let [Ok(width), Ok(height)] = sides;
        Self(source).with_size(&width, &height)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.rules == self.0.rules)
    }

    fn __hash__(&self) -> u64 {
        self.0.rules.digest()
    }

    fn __repr__(&self) -> String {
        let (width, height) = self.size();
        format!("<Preset {:?} {width}x{height}>", self.name())
    }
}

impl PyPreset {
    fn of(rules: roomgen::Preset, text: String, bases: Vec<BasePreset>, pictures: Option<SpriteFiles>) -> Self {
        Self(Arc::new(SharedPreset::new(rules, text, bases, pictures)))
    }
}

/// The text of a preset's or a run's file, which the library has read.
pub(crate) fn text_of(py: Python<'_>, path: &Path) -> PyResult<String> {
    let file = File::open(path).map_err(|error| errors::request(py, error))?;
    roomgen_text::file::read(file, roomgen::preset::MAX_TEXT).map_err(|error| errors::request(py, error))
}

/// The error of a file that was read twice.
pub(crate) fn has_changed(py: Python<'_>, path: &Path) -> PyErr {
    errors::request(py, format!("{} has changed while it was read", path.display()))
}

/// Reads bases from a list, in its order.
fn reader(bases: &[BasePreset]) -> impl FnMut(&str) -> Result<BasePreset, String> {
    let mut bases = bases.iter();
    move |name| bases.next().cloned().ok_or_else(|| format!("there is no text for the base {name:?}: give it in bases"))
}

/// The picture in a PNG file of this name.
fn decoded(name: &str, file: &[u8]) -> Result<SpritePicture, String> {
    sprite_picture::decode(file).map_err(|error| format!("the picture {name:?} {error}"))
}
