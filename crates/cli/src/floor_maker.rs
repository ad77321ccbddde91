//! The levels of a run's floors, with rooms furnished anew.

use roomgen::{
    Level, Preset, Request, generate,
    run::{Run, RunFloor, RunGenerator},
};

use super::{failure::CommandFailure, request::FloorRerolls};

/// Makes the levels of a run, with rooms furnished anew.
pub(super) struct FloorMaker<'run> {
    pub(super) generator: RunGenerator<&'run Run>,
    pub(super) rerolls: &'run FloorRerolls,
}

impl FloorMaker<'_> {
    /// The floors that are made: those of branches that are left out are not among them. Refuses
    /// re-rolls of others.
    pub(super) fn floors(&mut self) -> Result<Vec<RunFloor>, CommandFailure> {
        let floors = self.generator.floors_there();
        let is_there = |number: &u32| floors.iter().any(|floor| floor.number == *number);
        match self.rerolls.floors().find(|number| !is_there(number)) {
            Some(number) => Err(self.missing(&format!("--reroll {number}/..."), number)),
            None => Ok(floors),
        }
    }

    /// The request of a floor, with the rooms that are furnished anew. Refuses a value of `--floor`
    /// that is no floor of the run.
    pub(super) fn request(&mut self, floor: u32) -> Result<Request, CommandFailure> {
        let Some(request) = self.generator.request(floor) else {
            self.floors()?;
            return Err(self.missing(&format!("--floor {floor}"), floor));
        };
        Ok(self.rerolls.rerolled(floor, self.preset(floor)?, &request)?.unwrap_or(request))
    }

    fn missing(&mut self, flag: &str, floor: u32) -> CommandFailure {
        CommandFailure::usage(format!("{flag}: {}.", self.generator.missing_floor(floor)))
    }

    /// The preset of a floor that is there.
    pub(super) fn preset(&self, floor: u32) -> Result<&Preset, CommandFailure> {
        let preset = self.generator.preset(floor);
        preset.ok_or_else(|| CommandFailure::failed(format!("The run has no floor {floor}.")))
    }

    /// The level of a floor with its preset and its request.
    pub(super) fn level(&mut self, floor: u32) -> Result<(Level, &Preset, Request), CommandFailure> {
        let request = self.request(floor)?;
        let own = if request.rerolls().is_empty() { self.generator.level(floor) } else { None };
        let preset = self.preset(floor)?;
        Ok((own.unwrap_or_else(|| generate(preset, request.clone())), preset, request))
    }
}
