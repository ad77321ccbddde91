//! `Level`: a finished level, its tables and layers as arrays, level files, checks.

mod arrays;

use std::{path::PathBuf, sync::Arc};

use numpy::{IntoPyArray, PyArray2};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyTuple, PyType},
};
use roomgen::export::{json, text};
use roomgen_python_help::documented;

use crate::{
    arguments, errors, export,
    image::{self, Image, NamedOptions, SightOptions},
    kinds,
    layers::{write_distances, write_room_ids, write_terrain},
    preset::PyPreset,
    python,
    shared_preset::SharedPreset,
    tables::{Encounters, Keys, Loot, Members, Passages, Props, Rooms, walkthrough},
};

#[documented(Level)]
#[pyclass(frozen, name = "Level", module = "roomgen")]
pub(crate) struct PyLevel {
    pub(crate) level: Arc<roomgen::Level>,
    /// The preset that made it; none for a level that was read.
    pub(crate) preset: Option<Arc<SharedPreset>>,
    /// Its request, if it is a floor of a run: no origin says all of it.
    pub(crate) request: Option<roomgen::Request>,
}

#[documented(Level)]
#[pymethods]
impl PyLevel {
    #[staticmethod]
    #[pyo3(signature = (text, *, check = true))]
    fn from_json(py: Python<'_>, text: &str, check: bool) -> PyResult<Self> {
        Self::read(py, py.detach(|| if check { json::read(text) } else { json::read_unchecked(text) }))
    }

    #[pyo3(signature = (*, line = false))]
    fn to_json(&self, line: bool) -> String {
        if line { json::write_line(&self.level) } else { json::write(&self.level) }
    }

    #[pyo3(signature = (format, **options))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        export::to_bytes(py, self, format, options)
    }

    #[pyo3(signature = (format, name = "level", **options))]
    fn to_files<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        name: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        export::to_files(py, self, format, name, options)
    }

    #[pyo3(signature = (path, *, format = None, overwrite = false, **options))]
    fn save(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        overwrite: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        export::save(py, self, path, format, overwrite, options)
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.level.origin().seed
    }

    #[getter]
    fn seed_word(&self) -> Option<&str> {
        self.level.origin().seed_word.as_deref()
    }

    #[getter]
    fn floor(&self) -> u32 {
        self.level.origin().floor
    }

    #[getter]
    fn difficulty(&self) -> f32 {
        self.level.origin().difficulty
    }

    #[getter]
    fn revision(&self) -> u32 {
        self.level.origin().revision
    }

    #[getter]
    fn preset_name(&self) -> &str {
        &self.level.origin().preset
    }

    #[getter]
    fn preset_digest(&self) -> u64 {
        self.level.origin().preset_digest
    }

    #[getter]
    fn preset(&self) -> Option<PyPreset> {
        self.preset.clone().map(PyPreset)
    }

    #[getter]
    fn run<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.level.origin().run.as_deref().map(|run| kinds::run_origin(py, run)).transpose()
    }

    #[getter]
    fn start(&self) -> Option<(i32, i32)> {
        self.level.origin().start.map(|cell| (cell.x, cell.y))
    }

    #[getter]
    fn rerolls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rerolls = PyDict::new(py);
        self.level.rerolls().iter().try_for_each(|(room, number)| rerolls.set_item(room, number))?;
        Ok(rerolls)
    }

    #[getter]
    fn digest(&self) -> u64 {
        self.level.digest()
    }

    #[getter]
    fn size(&self) -> (i32, i32) {
        (self.level.width(), self.level.height())
    }

    #[getter]
    fn width(&self) -> i32 {
        self.level.width()
    }

    #[getter]
    fn height(&self) -> i32 {
        self.level.height()
    }

    #[getter]
    fn entry(&self) -> (i32, i32) {
        (self.level.entry().x, self.level.entry().y)
    }

    #[getter]
    fn exit(&self) -> (i32, i32) {
        (self.level.exit().x, self.level.exit().y)
    }

    #[getter]
    fn is_dead_end(&self) -> bool {
        self.level.is_dead_end()
    }

    #[getter]
    fn stairs(&self) -> Vec<(String, (i32, i32))> {
        self.level.stairs().iter().map(|stairs| (stairs.to.to_string(), (stairs.cell.x, stairs.cell.y))).collect()
    }

    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.layer(py, |bytes| self.level.write_tiles(bytes))
    }

    #[getter]
    fn walkable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.flags(py, |bytes| self.level.write_walkable(bytes))
    }

    #[getter]
    fn terrain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.layer(py, |numbers| write_terrain(&self.level, numbers))
    }

    #[getter]
    fn terrain_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds::terrain_kinds(py, &self.level)
    }

    #[getter]
    fn partings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds::partings(py, &self.level)
    }

    #[getter]
    fn unreachable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let width = self.level.width() as usize;
        self.layer(py, |cells| {
            for run in py.detach(|| self.level.unreachable()) {
                let start = run.top() as usize * width + run.left() as usize;
                cells[start..start + run.width() as usize].fill(true);
            }
        })
    }

    #[getter]
    fn opaque<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.flags(py, |bytes| self.level.write_opaque(bytes))
    }

    #[getter]
    fn room_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        self.layer(py, |ids| write_room_ids(&self.level, ids))
    }

    #[pyo3(signature = (start = None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        start: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let from = start.map_or(Ok(self.level.entry()), |start| arguments::cell(start, "start"))?;
        self.layer(py, |steps| write_distances(&self.level, from, steps))
    }

    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray1<i32>> {
        self.level.path().iter().map(|&room| room as i32).collect::<Vec<_>>().into_pyarray(py)
    }

    #[getter]
    fn rooms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table::<Rooms>(py)
    }

    #[getter]
    fn passages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table::<Passages>(py)
    }

    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table::<Keys>(py)
    }

    #[getter]
    fn encounters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table::<Encounters>(py)
    }

    #[getter]
    fn members<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table::<Members>(py)
    }

    #[getter]
    fn loot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table::<Loot>(py)
    }

    #[getter]
    fn budgets<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(budgets) = self.level.budgets() else { return Ok(None) };
        let class = python::class(py, "roomgen.tables", "Budgets")?;
        let groups = PyDict::new(py);
        self.level.group_costs().iter().try_for_each(|group| groups.set_item(group.name.as_str(), group.cost))?;
        class.call1((budgets.encounters, budgets.loot, budgets.quiet, groups)).map(Some)
    }

    #[getter]
    fn props<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table::<Props>(py)
    }

    #[getter]
    fn offers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = python::class(py, "roomgen.tables", "Offer")?;
        let offers = self.level.offers().iter().map(|offer| {
            let props: Vec<i32> = offer.props.iter().map(|&id| id as i32).collect();
            class.call1((props.into_pyarray(py), offer.take))
        });
        PyTuple::new(py, offers.collect::<PyResult<Vec<_>>>()?)
    }

    #[getter]
    fn locks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.level.locks().iter().map(|lock| lock.as_str()))
    }

    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds::kinds(py, self.preset.as_ref().map_or(self.level.kinds(), |preset| preset.rules.kinds()))
    }

    #[getter]
    fn layouts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.names(py, |names| names.layouts.names())
    }

    #[getter]
    fn vaults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.names(py, |names| names.vaults.names())
    }

    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.names(py, |names| names.tags.names())
    }

    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.names(py, |names| names.groups.names())
    }

    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.level.notes().iter().map(ToString::to_string))
    }

    #[pyo3(signature = (*names))]
    fn metrics<'py>(&self, names: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDict>> {
        self.measured(names)
    }

    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, py.detach(|| self.level.check()).iter().map(ToString::to_string))
    }

    fn walkthrough<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = py.detach(|| self.level.mission().walkthrough());
        found.map(|found| walkthrough(py, &found)).transpose()
    }

    #[pyo3(signature = (*, scale = None, view = "top", overlays = None, legend = false, room = None, style = "tiles",
        audience = "master", light = true, ambient = None, margin = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn image<'py>(
        &self,
        py: Python<'py>,
        scale: Option<&Bound<'py, PyAny>>,
        view: &str,
        overlays: Option<Vec<String>>,
        legend: bool,
        room: Option<&Bound<'py, PyAny>>,
        style: &str,
        audience: &str,
        light: bool,
        ambient: Option<Bound<'py, PyAny>>,
        margin: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Image> {
        let overlays = overlays.unwrap_or_default();
        let names =
            NamedOptions { view: view.to_owned(), overlays, style: style.to_owned(), audience: audience.to_owned() };
        let sight = SightOptions { light, ambient, margin };
        image::draw(py, self, image::options(py, scale, names, legend, room, &sight)?)
    }

    fn __str__(&self) -> String {
        text::write(&self.level)
    }

    fn __repr__(&self) -> String {
        let roomgen::level::Origin { seed, floor, difficulty, preset, .. } = self.level.origin();
        let (width, height) = self.size();
        format!("<Level {:?} {width}x{height} seed {seed} floor {floor} difficulty {difficulty}>", preset.as_str())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().level == self.level)
    }

    fn __hash__(&self) -> u64 {
        self.level.digest()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, level) = (slf.py(), slf.get());
        let state = (level.to_json(false), level.preset()).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_restore")?, state))
    }

    /// Reads the state of a pickle. It tests no invariant, so that edited levels travel too.
    #[classmethod]
    fn _restore(class: &Bound<'_, PyType>, text: &str, preset: Option<PyRef<'_, PyPreset>>) -> PyResult<Self> {
        let level = json::read_unchecked(text).map_err(|error| errors::level(class.py(), &error))?;
        Ok(Self::new(level, preset.map(|preset| Arc::clone(&preset.0))))
    }
}
