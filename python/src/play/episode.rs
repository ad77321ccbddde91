//! `Episode`: one game in one level, step by step.

use std::sync::Arc;

use numpy::{PyArray3, ToPyArray, ndarray::ArrayView3};
use pyo3::{
    prelude::*,
    types::{PyBool, PyDict},
};
use roomgen::Direction;
use roomgen_python_help::documented;

use super::{
    game::Game,
    planes::{PLANE_NAMES, Planes},
};
use crate::{arguments, errors, level::PyLevel};

#[documented(Episode)]
#[pyclass(module = "roomgen._native")]
pub(crate) struct Episode {
    level: Py<PyLevel>,
    game: Game,
    observation: Vec<u8>,
}

/// What a step of an environment returns: observation, reward, terminated, truncated, info.
type Transition<'py> = (Bound<'py, PyArray3<u8>>, f64, bool, bool, Bound<'py, PyDict>);

#[documented(Episode)]
#[pymethods]
impl Episode {
    #[new]
    #[pyo3(signature = (level, *, max_steps = None))]
    fn new(level: Py<PyLevel>, max_steps: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let max_steps = max_steps.map(arguments::max_steps).transpose()?;
        let generated = &level.get().level;
        let mut observation = vec![0; Planes::len(generated.width(), generated.height())];
        let game = Game::begin(Arc::clone(generated), max_steps, &mut Planes::new(&mut observation, generated.size()));
        Ok(Self { level, game, observation })
    }

    fn step<'py>(&mut self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Transition<'py>> {
        let direction = direction(action)?;
        if self.game.is_over() {
            return Err(errors::request(py, "the episode is over: begin another one, as reset does"));
        }
        let level = &self.level.get().level;
        let outcome = self.game.step(direction, &mut Planes::new(&mut self.observation, level.size()));
        Ok((self.observation(py)?, outcome.reward(), outcome.terminated, outcome.truncated, self.info(py)?))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        let Self { level, game, observation } = self;
        Self { level: level.clone_ref(py), game: game.clone(), observation: observation.clone() }
    }

    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let level = &self.level.get().level;
        let shape = (PLANE_NAMES.len(), level.height() as usize, level.width() as usize);
        let view = ArrayView3::from_shape(shape, &self.observation).map_err(|error| errors::request(py, error))?;
        Ok(view.to_pyarray(py))
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(pyo3::intern!(py, "level_seed"), self.level.get().level.origin().seed)?;
        info.set_item(pyo3::intern!(py, "steps"), self.game.steps())?;
        Ok(info)
    }

    #[getter]
    fn level(&self, py: Python<'_>) -> Py<PyLevel> {
        self.level.clone_ref(py)
    }

    #[getter]
    fn player(&self) -> (i32, i32) {
        let cell = self.game.player();
        (cell.x, cell.y)
    }

    #[getter]
    fn taken(&self) -> Vec<u32> {
        self.game.taken().to_vec()
    }

    #[getter]
    fn opened(&self) -> Vec<u32> {
        self.game.opened()
    }

    #[getter]
    fn steps(&self) -> u32 {
        self.game.steps()
    }

    #[getter]
    fn max_steps(&self) -> u32 {
        self.game.max_steps()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }
}

/// The direction of an action.
fn direction(action: &Bound<'_, PyAny>) -> PyResult<Direction> {
    let turns = match action.extract::<u8>() {
        // Nearly all actions are small numbers of Python's or numpy's own types.
        Ok(turns @ 0..4) if !action.is_instance_of::<PyBool>() => turns,
        _ => arguments::whole(action, "action", 0, 3)?,
    };
    Ok(Direction::from_quarter_turns(turns))
}
