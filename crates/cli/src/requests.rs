//! The arguments of commands that compare levels: several difficulties and several floors.

use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use clap::Args;
use roomgen::{
    Cell, Generator, Level, NamedSeed, Preset, Request,
    geom::Size,
    run::{Run, RunGenerator},
};

use super::{
    failure::CommandFailure,
    floor_maker::FloorMaker,
    output::InputFile,
    preset::{self, LoadedPreset, LoadedRun},
    request::{LevelArgs, NO_REROLLS, cell, difficulty, floor, floors, request, resized},
};

/// The preset, and the requests without their seeds.
#[derive(Debug, Args)]
pub(super) struct RequestListArgs {
    /// A built-in preset's name, or a preset file: it ends in .ron or has a / in its path
    #[arg(long, short, value_name = "NAME|FILE", default_value = "crypt")]
    pub(super) preset: PathBuf,

    /// Columns and rows of cells, instead of the preset's
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    size: Option<Size>,

    /// Floors of the dungeon, numbers or FIRST..END without END, several with commas: 0..6 or 0,5,9
    #[arg(long, value_name = "NUMBERS", default_value = "0", allow_hyphen_values = true)]
    floor: FloorList,

    /// Difficulties, 0 to 1, several with commas: the inputs of the preset's ramps by difficulty
    #[arg(long, value_name = "NUMBERS", default_value = "0", allow_hyphen_values = true)]
    difficulty: DifficultyList,

    /// The cell where the player arrives, or the nearest possible one: its column and row, counted
    /// from 0
    #[arg(long, hide_short_help = true, value_name = "X,Y", value_parser = cell, allow_hyphen_values = true)]
    pub(super) start: Option<Cell>,

    #[command(flatten)]
    runs: RunListArgs,
}

/// Runs instead of levels, beside the arguments for these.
#[derive(Debug, Args)]
pub(super) struct RunListArgs {
    /// Runs instead of levels: a built-in run's name, or the file of a run
    #[arg(long, value_name = "RUN",
          conflicts_with_all = ["preset", "size", "floor", "difficulty", "start", "floors"])]
    run: Option<PathBuf>,

    /// Runs of 1 to 10000 floors of the preset instead of levels, as --floors of roomgen makes them
    #[arg(long, value_name = "NUMBER", value_parser = floors, allow_negative_numbers = true,
          conflicts_with_all = ["floor", "difficulty"])]
    floors: Option<u32>,
}

impl LoadedRun {
    /// The run of `--floors`.
    pub(super) fn of(LoadedPreset { preset, inputs, .. }: &LoadedPreset, floors: u32, start: Option<Cell>) -> Self {
        Self { run: Run::of(preset, floors), inputs: inputs.clone(), start, is_of_preset: true }
    }

    /// The preset of all floors, if it is the run of one.
    pub(super) fn preset(&self) -> Option<&Preset> {
        self.run.presets().next().filter(|_| self.is_of_preset)
    }

    /// The largest of its presets.
    pub(super) fn largest(&self) -> Option<&Preset> {
        self.run.presets().max_by_key(|preset| preset.size().cells())
    }

    /// What makes the floors of a seed.
    pub(super) fn maker(&self, seed: impl Into<NamedSeed>) -> FloorMaker<'_> {
        let generator = RunGenerator::new(&self.run, seed).starting_at(self.start);
        FloorMaker { generator, rerolls: &NO_REROLLS }
    }
}

impl RunListArgs {
    /// The run of `--run` or of `--floors`, if one is given. The latter is of a preset at a size,
    /// and begins at a cell.
    fn load(
        &self,
        preset: &Path,
        size: Option<Size>,
        start: Option<Cell>,
    ) -> Result<Option<LoadedRun>, CommandFailure> {
        if let Some(given) = &self.run {
            return Ok(Some(preset::load_run("--run", given)?));
        }
        let Some(floors) = self.floors else { return Ok(None) };
        let loaded = resized(preset::load("--preset", preset)?, size)?;
        request(loaded.preset.size(), 0, 0.0, start)?;
        Ok(Some(LoadedRun::of(&loaded, floors, start)))
    }

    /// What is asked for beside the arguments of one level.
    pub(super) fn requested(&self, level: &LevelArgs) -> Result<Requested, CommandFailure> {
        let asked = &level.request;
        if let Some(run) = self.load(&level.preset, asked.size, asked.start)? {
            return Ok(Requested::Runs(run));
        }
        let (loaded, request) = level.load()?;
        let variant = RequestVariant { difficulty: asked.difficulty, floor: asked.floor, request };
        Ok(Requested::Levels(Box::new(loaded), vec![variant]))
    }
}

/// What is asked for of each seed.
#[derive(Debug)]
pub(super) enum Requested {
    /// A level for each variant, in their order.
    Levels(Box<LoadedPreset>, Vec<RequestVariant>),
    Runs(LoadedRun),
}

/// Makes what is asked for, with buffers of its own.
pub(super) enum SeedMaker<'a> {
    Levels(Box<Generator<&'a Preset>>, &'a [RequestVariant]),
    Runs(Box<FloorMaker<'a>>),
}

impl Requested {
    /// The name of the preset or of the run.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Levels(loaded, _) => loaded.preset.name(),
            Self::Runs(run) => run.run.name(),
        }
    }

    /// What one of them is called.
    pub(super) const fn noun(&self) -> &'static str {
        if matches!(self, Self::Runs(_)) { "run" } else { "level" }
    }

    /// The files that it was read from, and the flag that names them.
    pub(super) fn inputs(&self) -> (&[InputFile], &'static str) {
        match self {
            Self::Levels(loaded, _) => (&loaded.inputs, "--preset"),
            Self::Runs(run) => (&run.inputs, if run.is_of_preset { "--preset" } else { "--run" }),
        }
    }

    /// The size of the largest levels.
    pub(super) fn size(&self) -> Size {
        match self {
            Self::Levels(loaded, _) => loaded.preset.size(),
            Self::Runs(run) => run.largest().map_or(run.run.size(), Preset::size),
        }
    }

    pub(super) fn maker(&self) -> SeedMaker<'_> {
        match self {
            Self::Levels(loaded, variants) => SeedMaker::Levels(Box::new(Generator::new(&loaded.preset)), variants),
            Self::Runs(run) => SeedMaker::Runs(Box::new(run.maker(0))),
        }
    }
}

impl SeedMaker<'_> {
    /// A level of a seed with its preset and its request, by the position of its variant or by the
    /// number of its floor; `None` if the run has no such floor.
    pub(super) fn level(&mut self, seed: u64, number: u32) -> Option<(Level, &Preset, Request)> {
        match self {
            Self::Levels(generator, variants) => {
                let request = variants.get(number as usize)?.request.clone().with_seed(seed);
                Some((generator.generate(&request), generator.preset(), request))
            }
            Self::Runs(maker) => {
                if maker.generator.seed().number() != seed {
                    maker.generator.restart(seed);
                }
                let (level, request) = (maker.generator.level(number)?, maker.generator.request(number)?);
                Some((level, maker.generator.preset(number)?, request))
            }
        }
    }

    /// All levels of a seed.
    pub(super) fn levels(&mut self, seed: u64) -> Box<dyn Iterator<Item = Level> + '_> {
        match self {
            Self::Levels(generator, variants) => {
                let requests = variants.iter().map(move |variant| variant.request.clone().with_seed(seed));
                Box::new(requests.map(|request| generator.generate(request)))
            }
            Self::Runs(maker) => {
                maker.generator.restart(seed);
                Box::new(maker.generator.by_ref())
            }
        }
    }
}

/// One of the difficulties and one of the floors, and the request for their levels with seed 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RequestVariant {
    pub(super) difficulty: f32,
    pub(super) floor: u32,
    pub(super) request: Request,
}

impl RequestListArgs {
    /// Resizes a preset as the arguments ask, and makes a variant for each difficulty and floor:
    /// all floors of the first difficulty, then those of the next one.
    pub(super) fn load(&self, loaded: LoadedPreset) -> Result<(LoadedPreset, Vec<RequestVariant>), CommandFailure> {
        let loaded = resized(loaded, self.size)?;
        let size = loaded.preset.size();
        let mut variants = Vec::new();
        for &difficulty in &self.difficulty.0 {
            for &floor in &self.floor.0 {
                let request = request(size, floor, difficulty, self.start)?;
                variants.push(RequestVariant { difficulty, floor, request });
            }
        }
        Ok((loaded, variants))
    }

    /// What is asked for.
    pub(super) fn requested(&self) -> Result<Requested, CommandFailure> {
        if let Some(run) = self.runs.load(&self.preset, self.size, self.start)? {
            return Ok(Requested::Runs(run));
        }
        let (loaded, variants) = self.load(preset::load("--preset", &self.preset)?)?;
        Ok(Requested::Levels(Box::new(loaded), variants))
    }

    /// The difficulties, at least one.
    pub(super) fn difficulties(&self) -> &[f32] {
        &self.difficulty.0
    }

    /// The floors, at least one.
    pub(super) fn floors(&self) -> &[u32] {
        &self.floor.0
    }
}

/// The largest number of values of a list: more than a table or a sheet of levels can show.
const MOST: usize = 100;

/// Floors in the given order.
///
/// Guarantee: 1 to [`MOST`] floors, none of them twice.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FloorList(Vec<u32>);

/// Difficulties in the given order.
///
/// Guarantee: 1 to [`MOST`] numbers from 0 to 1, none of them twice.
#[derive(Clone, Debug, PartialEq)]
struct DifficultyList(Vec<f32>);

impl FromStr for FloorList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut floors = Vec::new();
        for part in text.split(',') {
            let range = match part.split_once("..") {
                None => floor(part).map(|number| u64::from(number)..u64::from(number) + 1),
                Some((first, end)) => floor(first).and_then(|first| Ok(u64::from(first)..end_of_range(end)?)),
            };
            let range =
                range.map_err(|allowed| format!("{allowed}, or FIRST..END; several have commas: 0..6 or 0,5,9"))?;
            if range.is_empty() {
                return Err(format!("{part} has no floors; END must be above FIRST"));
            }
            if range.end - range.start > MOST as u64 {
                return Err(format!("{part} has more floors than {MOST}, the most of a list"));
            }
            floors.extend(range.map(|floor| floor as u32));
        }
        checked(floors, "floor").map(Self)
    }
}

/// The end of a range of floors, up to one above the last floor.
fn end_of_range(text: &str) -> Result<u64, String> {
    let end = text.parse().ok().filter(|&end| end <= 1 << 32);
    end.ok_or_else(|| format!("the END of floors is a whole number up to {}", 1_u64 << 32))
}

impl FromStr for DifficultyList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Result<Vec<f32>, String> = text.split(',').map(difficulty).collect();
        let parts = parts.map_err(|allowed| format!("{allowed}; several have commas: 0,0.5,1"))?;
        checked(parts, "difficulty").map(Self)
    }
}

/// Refuses a list that is too long or has a value twice.
fn checked<T: PartialEq + ToString>(values: Vec<T>, what: &str) -> Result<Vec<T>, String> {
    if values.len() > MOST {
        return Err(format!("there are {} values; a list has {MOST} at most", values.len()));
    }
    let twice = values.iter().enumerate().find(|(position, value)| values[..*position].contains(value));
    match twice {
        Some((_, value)) => Err(format!("{what} {} is in the list twice", value.to_string())),
        None => Ok(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_numbers_and_ranges_in_the_given_order() {
        let floors = |text: &str| text.parse::<FloorList>().map(|list| list.0);
        assert_eq!(floors("7"), Ok(vec![7]));
        assert_eq!(floors("0..3,9,5..6"), Ok(vec![0, 1, 2, 9, 5]));
        assert_eq!(floors("4294967295"), Ok(vec![u32::MAX]));
        assert_eq!(floors("4294967294..4294967296"), Ok(vec![u32::MAX - 1, u32::MAX]));
        assert_eq!(floors("0..100").map(|floors| floors.len()), Ok(100));
        let difficulties = |text: &str| text.parse::<DifficultyList>().map(|list| list.0);
        assert_eq!(difficulties("1,0.5,0"), Ok(vec![1.0, 0.5, 0.0]));
    }

    #[test]
    fn a_malformed_list_is_refused_with_the_allowed_form() {
        for (text, words) in [
            ("", "whole number from 0 to 4294967295, or FIRST..END"),
            ("1,", "whole number"),
            ("-1", "whole number"),
            ("1.5", "whole number"),
            ("a..3", "whole number"),
            ("0..", "the END of floors"),
            ("0..-1", "the END of floors"),
            ("0..4294967297", "up to 4294967296"),
            ("5..5", "5..5 has no floors; END must be above FIRST"),
            ("5..3", "5..3 has no floors"),
            ("0..101", "more floors than 100"),
            ("0..4294967296", "more floors than 100"),
            ("0..60,60..120", "120 values; a list has 100 at most"),
            ("0..3,2", "floor 2 is in the list twice"),
        ] {
            let error = text.parse::<FloorList>().expect_err(text);
            assert!(error.contains(words), "{text}: {error}");
        }
        for (text, words) in [
            ("", "0 to 1"),
            ("0,,1", "several have commas"),
            ("0 1", "several have commas"),
            ("0,1.5", "0 to 1"),
            ("-0.5,1", "0 to 1"),
            ("NaN", "0 to 1"),
            ("0,0.5,0.50", "difficulty 0.5 is in the list twice"),
            ("0,-0", "twice"),
        ] {
            let error = text.parse::<DifficultyList>().expect_err(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
