//! The runs of levels that were read.

use std::{mem, path::Path};

use roomgen::{
    Preset, Request,
    error::RequestError,
    level::Origin,
    run::{Run, RunGenerator},
};

use crate::{
    failure::CommandFailure,
    output::InputFile,
    preset::{LoadedRun, load_run},
};

/// What makes floors of runs again that were read: the run of `--run`, or built-in ones. Levels of
/// one run and seed share the plans of its floors.
#[derive(Debug, Default)]
pub(crate) struct RunReader {
    given: Option<LoadedRun>,
    generator: Option<RunGenerator>,
}

impl RunReader {
    /// Loads the run of `--run`, if there is one.
    pub(crate) fn of_flag(given: Option<&Path>) -> Result<Self, CommandFailure> {
        let given = given.map(|given| load_run("--run", given)).transpose()?;
        Ok(Self { given, generator: None })
    }

    pub(crate) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// The files that the run was read from, once.
    pub(crate) fn take_inputs(&mut self) -> Vec<InputFile> {
        self.given.as_mut().map(|loaded| mem::take(&mut loaded.inputs)).unwrap_or_default()
    }

    /// The preset and the request of a floor of a run.
    pub(crate) fn preset_and_request(&mut self, origin: &Origin) -> Result<(Preset, Request), RequestError> {
        let is_of =
            |generator: &RunGenerator| origin.run.as_ref().is_some_and(|of| of.digest == generator.run().digest());
        let generator = match self.generator.take().filter(is_of) {
            Some(mut generator) => {
                if generator.seed().number() != origin.seed {
                    generator.restart(origin.seed);
                }
                generator
            }
            None => {
                let name = origin.run.as_ref().map_or("", |of| of.name.as_str());
                let given = self.given.as_ref().map(|loaded| loaded.run.clone());
                let run = given.map_or_else(|| Run::built_in(name), Ok)?;
                RunGenerator::new(run, origin.seed)
            }
        };
        self.generator.insert(generator).preset_and_request(origin)
    }
}
