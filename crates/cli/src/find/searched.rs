//! What is searched: the levels of each seed, or its run.

use roomgen::{
    Generator, Preset, Request,
    run::{Run, RunGenerator},
};
use roomgen_find::{Find, FindOutcome, LevelFinder, LevelWords, Query, Strictest};

use super::FindArgs;
use crate::{
    failure::CommandFailure,
    output::InputFile,
    preset::{self, LoadedPreset},
    requests::{RequestVariant, RequestedRun},
};

/// The levels or the runs of a search.
pub(super) enum Searched {
    /// Of each seed a level for each variant, in their order.
    Levels(Box<LoadedPreset>, Vec<RequestVariant>),
    Runs(RequestedRun),
}

/// Makes and tests what there is of a seed, with buffers of its own.
pub(super) enum SeedTester<'a> {
    Levels(Box<Generator<&'a Preset>>, &'a [RequestVariant]),
    Runs(Box<RunGenerator<&'a Run>>),
}

/// The levels or runs from which the condition that most fail is told, where nothing was found.
const SAMPLE: [usize; 2] = [1000, 100];

/// The number of seeds in one job: enough that threads seldom contend, few enough that little is
/// tested behind the last find.
const CHUNK: [u64; 2] = [32, 4];

impl Searched {
    pub(super) fn load(arguments: &FindArgs) -> Result<Self, CommandFailure> {
        if let Some(run) = arguments.requests.run()? {
            return Ok(Self::Runs(run));
        }
        let (loaded, variants) = arguments.requests.load(preset::load("--preset", &arguments.requests.preset)?)?;
        Ok(Self::Levels(Box::new(loaded), variants))
    }

    pub(super) fn words(&self) -> LevelWords {
        match self {
            Self::Levels(loaded, _) => LevelWords::of(&loaded.preset),
            Self::Runs(run) => LevelWords::of_run(&run.loaded.run),
        }
    }

    /// The preset of the levels; `None` for runs.
    pub(super) const fn preset(&self) -> Option<&Preset> {
        match self {
            Self::Levels(loaded, _) => Some(&loaded.preset),
            Self::Runs(_) => None,
        }
    }

    /// The name of the preset or of the run.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Levels(loaded, _) => loaded.preset.name(),
            Self::Runs(run) => run.loaded.run.name(),
        }
    }

    /// What one of them is called.
    pub(super) const fn noun(&self) -> &'static str {
        if matches!(self, Self::Runs(_)) { "run" } else { "level" }
    }

    pub(super) fn inputs(&self) -> &[InputFile] {
        match self {
            Self::Levels(loaded, _) => &loaded.inputs,
            Self::Runs(run) => &run.loaded.inputs,
        }
    }

    /// The number of levels of a seed; 0 for runs.
    pub(super) const fn levels(&self) -> usize {
        match self {
            Self::Levels(_, variants) => variants.len(),
            Self::Runs(_) => 0,
        }
    }

    pub(super) const fn chunk(&self) -> u64 {
        CHUNK[matches!(self, Self::Runs(_)) as usize]
    }

    pub(super) fn tester(&self) -> SeedTester<'_> {
        match self {
            Self::Levels(loaded, variants) => SeedTester::Levels(Box::new(Generator::new(&loaded.preset)), variants),
            Self::Runs(run) => SeedTester::Runs(Box::new(run.generator())),
        }
    }

    /// Measures the spreads of a query's targets over the first of some seeds.
    pub(super) fn measure_spreads(&self, query: &mut Query, seeds: impl Iterator<Item = u64>) {
        let stage = query.stage();
        match self.tester() {
            SeedTester::Levels(mut generator, variants) => {
                let requests = requests(seeds, variants);
                query.measure_spreads(requests.map(|request| generator.generate_to(stage, request)));
            }
            SeedTester::Runs(mut generator) => query.measure_spreads_of_runs(&mut generator, seeds),
        }
    }

    /// The condition of a query that the fewest of a sample meet.
    pub(super) fn strictest(&self, query: &Query, seeds: impl Iterator<Item = u64>) -> Option<Strictest> {
        let mut finder = LevelFinder::new(query);
        match self.tester() {
            SeedTester::Levels(mut generator, variants) => {
                let levels = requests(seeds, variants).map(|request| generator.generate_to(query.stage(), request));
                finder.strictest(levels.take(SAMPLE[0]))
            }
            SeedTester::Runs(mut generator) => finder.strictest_of_runs(&mut generator, seeds.take(SAMPLE[1])),
        }
    }

    /// The preset, and the request for the level of a find, which is of one of the variants; `None`
    /// for runs.
    pub(super) fn level(&self, find: &Find) -> Option<(&Preset, Request)> {
        let Self::Levels(loaded, variants) = self else { return None };
        let is_its = |variant: &&RequestVariant| (variant.floor, variant.difficulty) == (find.floor, find.difficulty);
        let request = variants.iter().find(is_its)?.request.clone();
        Some((&loaded.preset, request.with_seed(find.seed)))
    }
}

/// The requests of levels, in the order of a search.
fn requests(seeds: impl Iterator<Item = u64>, variants: &[RequestVariant]) -> impl Iterator<Item = Request> {
    seeds.flat_map(move |seed| variants.iter().map(move |variant| variant.request.clone().with_seed(seed)))
}

impl SeedTester<'_> {
    /// Tests what there is of a seed, and adds the outcomes.
    pub(super) fn test(&mut self, finder: &mut LevelFinder<'_>, seed: u64, outcomes: &mut Vec<FindOutcome>) {
        match self {
            Self::Levels(generator, variants) => outcomes.extend(
                variants.iter().map(|variant| finder.test_request(generator, variant.request.clone().with_seed(seed))),
            ),
            Self::Runs(generator) => {
                generator.restart(seed);
                outcomes.push(finder.test_run(generator));
            }
        }
    }
}
