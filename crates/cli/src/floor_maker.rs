//! The levels of a run's floors, with rooms furnished anew.

use roomgen::{
    Level, NamedSeed, Preset, Request, generate,
    run::{Run, RunFloor, RunGenerator},
};

use super::{failure::CommandFailure, print, request::FloorRerolls};

/// Makes the levels of a run, with rooms furnished anew.
pub(super) struct FloorMaker<'run> {
    pub(super) generator: RunGenerator<&'run Run>,
    pub(super) rerolls: &'run FloorRerolls,
}

impl FloorMaker<'_> {
    /// The floors that are made: those of branches that are left out are not among them. Refuses
    /// re-rolls of others.
    pub(super) fn floors(&mut self) -> Result<Vec<RunFloor>, CommandFailure> {
        let left_out = self.generator.left_out();
        let is_of_branch = |branch: &RunFloor, floor: &RunFloor| branch.branch == floor.branch;
        let floors = self.generator.floors();
        let gone: Vec<&RunFloor> = floors.iter().filter(|floor| left_out.contains(&floor.number)).collect();
        let stays = |floor: &&RunFloor| !gone.iter().any(|first| is_of_branch(first, floor));
        let floors: Vec<RunFloor> = floors.iter().filter(stays).cloned().collect();
        let is_there = |number: &u32| floors.iter().any(|floor| floor.number == *number);
        match self.rerolls.floors().find(|number| !is_there(number)) {
            Some(number) => Err(no_floor(&format!("--reroll {number}/..."), number, &floors, self.generator.seed())),
            None => Ok(floors),
        }
    }

    /// The request of a floor, with the rooms that are furnished anew. Refuses a value of `--floor`
    /// that is no floor of the run.
    pub(super) fn request(&mut self, floor: u32) -> Result<Request, CommandFailure> {
        let Some(request) = self.generator.request(floor) else {
            let floors = self.floors()?;
            return Err(no_floor(&format!("--floor {floor}"), floor, &floors, self.generator.seed()));
        };
        Ok(self.rerolls.rerolled(floor, self.preset(floor)?, &request)?.unwrap_or(request))
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

/// The failure of a floor that a run does not have.
fn no_floor(flag: &str, floor: u32, floors: &[RunFloor], seed: &NamedSeed) -> CommandFailure {
    // Numbers without gaps as ranges.
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for floor in floors {
        match ranges.last_mut().filter(|(_, last)| last + 1 == floor.number) {
            Some((_, last)) => *last = floor.number,
            None => ranges.push((floor.number, floor.number)),
        }
    }
    let range = |(first, last)| if first == last { format!("{first}") } else { format!("{first} to {last}") };
    let ranges = print::list(ranges.into_iter().map(range), "and");
    let seed = seed.number();
    CommandFailure::usage(format!("{flag}: the run of seed {seed} has no floor {floor}. Its floors are {ranges}."))
}
