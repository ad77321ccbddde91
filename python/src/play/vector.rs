//! `VectorEpisodes`: games in many levels of one preset, with one array of observations.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray4, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use roomgen::{Direction, Generator, Request};
use roomgen_python_help::documented;

use super::{
    game::{Game, Outcome},
    planes::{PLANE_NAMES, Planes},
};
use crate::{arguments, errors, level::PyLevel, preset::PyPreset, shared_preset::SharedPreset};

/// The most environments of a vector: 2^20.
const MAX_ENVS: u64 = 1 << 20;

#[documented(VectorEpisodes)]
#[pyclass(module = "roomgen._native")]
pub(crate) struct VectorEpisodes {
    source: Arc<SharedPreset>,
    generator: Generator<Arc<roomgen::Preset>>,
    floor: u32,
    max_steps: Option<u32>,
    /// None before the first level of an environment.
    episodes: Vec<Option<Game>>,
    /// uint8 [environments, planes, height, width]. Only methods of this object write to it.
    observations: Py<PyArray4<u8>>,
}

/// A level that an environment begins.
struct Beginning {
    env: usize,
    request: Request,
}

/// Rewards, and whether episodes were terminated and truncated.
type Transitions<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

#[documented(VectorEpisodes)]
#[pymethods]
impl VectorEpisodes {
    #[new]
    #[pyo3(signature = (preset, num_envs, *, floor = None, max_steps = None))]
    fn new(
        preset: &Bound<'_, PyPreset>,
        num_envs: &Bound<'_, PyAny>,
        floor: Option<&Bound<'_, PyAny>>,
        max_steps: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = preset.py();
        let source = Arc::clone(&preset.get().0);
        let num_envs: usize = arguments::whole(num_envs, "num_envs", 1, MAX_ENVS)?;
        let (width, height) = (source.rules.size().width() as usize, source.rules.size().height() as usize);
        // By way of Python, which raises MemoryError.
        let shape = (num_envs, PLANE_NAMES.len(), height, width);
        let observations = py.import("numpy")?.call_method1("zeros", (shape, numpy::dtype::<u8>(py)))?;
        Ok(Self {
            generator: Generator::new(Arc::clone(&source.rules)),
            source,
            floor: floor.map_or(Ok(0), arguments::floor)?,
            max_steps: max_steps.map(arguments::max_steps).transpose()?,
            episodes: (0..num_envs).map(|_| None).collect(),
            observations: observations.cast_into::<PyArray4<u8>>()?.unbind(),
        })
    }

    fn begin(
        &mut self,
        py: Python<'_>,
        envs: &Bound<'_, PyArray1<i64>>,
        seeds: &Bound<'_, PyArray1<u64>>,
        difficulties: &Bound<'_, PyArray1<f32>>,
    ) -> PyResult<()> {
        let beginnings = self.beginnings(envs, seeds, difficulties)?;
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let observations = observations.as_slice_mut()?;
        let Self { generator, episodes, max_steps, .. } = self;
        py.detach(|| begin_all(generator, &beginnings, *max_steps, episodes, observations));
        Ok(())
    }

    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'_, PyArray1<i64>>,
        envs: &Bound<'_, PyArray1<i64>>,
        seeds: &Bound<'_, PyArray1<u64>>,
        difficulties: &Bound<'_, PyArray1<f32>>,
    ) -> PyResult<Transitions<'py>> {
        let beginnings = self.beginnings(envs, seeds, difficulties)?;
        let directions = self.directions(actions, &beginnings)?;
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let observations = observations.as_slice_mut()?;
        let Self { generator, episodes, max_steps, .. } = self;
        let outcomes = py.detach(|| {
            let length = observations.len() / episodes.len();
            let games = episodes.iter_mut().zip(&directions).zip(observations.chunks_exact_mut(length));
            let outcomes = games.map(|((episode, direction), bytes)| match (episode, direction) {
                (Some(game), Some(direction)) => {
                    let size = game.level().size();
                    game.step(*direction, &mut Planes::new(bytes, size))
                }
                _ => Outcome::ONGOING,
            });
            let outcomes: Vec<_> = outcomes.collect();
            begin_all(generator, &beginnings, *max_steps, episodes, observations);
            outcomes
        });
        let column = |is: fn(&Outcome) -> bool| outcomes.iter().map(is).collect::<Vec<_>>().into_pyarray(py);
        let rewards: Vec<_> = outcomes.iter().map(|outcome| outcome.reward()).collect();
        let ends = (column(|outcome| outcome.terminated), column(|outcome| outcome.truncated));
        Ok((rewards.into_pyarray(py), ends.0, ends.1))
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray4<u8>> {
        self.observations.clone_ref(py)
    }

    #[getter]
    fn level_seeds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let seed = |game: &Game| game.level().origin().seed;
        self.of_each(seed).into_pyarray(py)
    }

    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.of_each(|game| i64::from(game.steps())).into_pyarray(py)
    }

    fn level(&self, env: &Bound<'_, PyAny>) -> PyResult<PyLevel> {
        let most = self.episodes.len() as u64 - 1;
        let env: usize = arguments::whole(env, "env", 0, most)?;
        let episode = self.episodes.get(env).and_then(Option::as_ref).ok_or_else(|| not_begun(env))?;
        Ok(PyLevel::new(Arc::clone(episode.level()), Some(Arc::clone(&self.source))))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Self { source, generator, floor, max_steps, episodes, observations } = self;
        Ok(Self {
            source: Arc::clone(source),
            generator: generator.clone(),
            floor: *floor,
            max_steps: *max_steps,
            episodes: episodes.clone(),
            observations: observations.bind(py).call_method0("copy")?.cast_into::<PyArray4<u8>>()?.unbind(),
        })
    }

    fn __len__(&self) -> usize {
        self.episodes.len()
    }
}

impl VectorEpisodes {
    /// A value of each environment; the default before its first level.
    fn of_each<T: Default>(&self, value: impl Fn(&Game) -> T) -> Vec<T> {
        self.episodes.iter().map(|episode| episode.as_ref().map_or_else(T::default, &value)).collect()
    }

    /// The levels to begin, checked: nothing changes if one of them is wrong.
    fn beginnings(
        &self,
        envs: &Bound<'_, PyArray1<i64>>,
        seeds: &Bound<'_, PyArray1<u64>>,
        difficulties: &Bound<'_, PyArray1<f32>>,
    ) -> PyResult<Vec<Beginning>> {
        let py = envs.py();
        if [seeds.len(), difficulties.len()] != [envs.len(); 2] {
            let counts = (envs.len(), seeds.len(), difficulties.len());
            return Err(errors::request(py, format!("counts of envs, seeds and difficulties differ: {counts:?}")));
        }
        let (envs, seeds) = (arguments::values(envs)?, arguments::values(seeds)?);
        let rows = envs.into_iter().zip(seeds).zip(arguments::values(difficulties)?);
        let beginning = |((env, seed), difficulty): ((i64, u64), f32)| {
            let env = usize::try_from(env).ok().filter(|env| *env < self.episodes.len()).ok_or_else(|| {
                errors::request(py, format!("env is {env}; allowed: 0 to {}", self.episodes.len() - 1))
            })?;
            Ok(Beginning { env, request: arguments::request(py, seed, self.floor, difficulty)? })
        };
        rows.map(beginning).collect()
    }

    /// The direction of each environment's action; none for those that begin a level.
    fn directions(
        &self,
        actions: &Bound<'_, PyArray1<i64>>,
        beginnings: &[Beginning],
    ) -> PyResult<Vec<Option<Direction>>> {
        let (py, actions) = (actions.py(), arguments::values(actions)?);
        let count = self.episodes.len();
        if actions.len() != count {
            return Err(errors::request(py, format!("there are {} actions for {count} environments", actions.len())));
        }
        let direction = |(env, action): (usize, i64)| match action {
            0..4 => Ok(Some(Direction::from_quarter_turns(action as u8))),
            _ => Err(errors::request(py, format!("the action of environment {env} is {action}; allowed: 0 to 3"))),
        };
        let mut directions = actions.into_iter().enumerate().map(direction).collect::<PyResult<Vec<_>>>()?;
        beginnings.iter().for_each(|beginning| directions[beginning.env] = None);
        for (env, (episode, direction)) in self.episodes.iter().zip(&directions).enumerate() {
            match (episode, direction) {
                (_, None) => {}
                (None, Some(_)) => return Err(not_begun(env)),
                (Some(episode), Some(_)) if episode.is_over() => {
                    let message = format!("the episode of environment {env} is over: begin another one");
                    return Err(errors::request(py, message));
                }
                (Some(_), Some(_)) => {}
            }
        }
        Ok(directions)
    }
}

fn not_begun(env: usize) -> PyErr {
    Python::attach(|py| errors::request(py, format!("environment {env} has no level yet: reset first")))
}

/// Generates levels and begins games in them.
fn begin_all(
    generator: &mut Generator<Arc<roomgen::Preset>>,
    beginnings: &[Beginning],
    max_steps: Option<u32>,
    episodes: &mut [Option<Game>],
    observations: &mut [u8],
) {
    let length = observations.len() / episodes.len();
    for &Beginning { env, ref request } in beginnings {
        let level = Arc::new(generator.generate(request));
        let bytes = observations.chunks_exact_mut(length).nth(env);
        if let (Some(episode), Some(bytes)) = (episodes.get_mut(env), bytes) {
            let size = level.size();
            *episode = Some(Game::begin(level, max_steps, &mut Planes::new(bytes, size)));
        }
    }
}
