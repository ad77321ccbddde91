//! What a search tests: the levels of each seed, or its run.

use roomgen::Request;
use roomgen_find::{Find, FindOutcome, LevelFinder, LevelWords, Query, Strictest};

use crate::requests::{RequestVariant, Requested, SeedMaker};

/// The levels or runs from which the condition that most fail is told, where nothing was found.
const SAMPLE: [usize; 2] = [1000, 100];

/// The number of seeds in one job: enough that threads seldom contend, few enough that little is
/// tested behind the last find.
const CHUNK: [u64; 2] = [32, 4];

impl Requested {
    pub(super) fn words(&self) -> LevelWords {
        match self {
            Self::Levels(loaded, _) => LevelWords::of(&loaded.preset),
            Self::Runs(run) => LevelWords::of_run(&run.run),
        }
    }

    /// The number of levels of a seed; 0 for runs.
    pub(super) const fn variants(&self) -> usize {
        match self {
            Self::Levels(_, variants) => variants.len(),
            Self::Runs(_) => 0,
        }
    }

    pub(super) const fn chunk(&self) -> u64 {
        CHUNK[matches!(self, Self::Runs(_)) as usize]
    }

    /// Measures the spreads of a query's targets over the first of some seeds.
    pub(super) fn measure_spreads(&self, query: &mut Query, seeds: impl Iterator<Item = u64>) {
        let stage = query.stage();
        match self.maker() {
            SeedMaker::Levels(mut generator, variants) => {
                let requests = requests(seeds, variants);
                query.measure_spreads(requests.map(|request| generator.generate_to(stage, request)));
            }
            SeedMaker::Runs(mut maker) => query.measure_spreads_of_runs(&mut maker.generator, seeds),
        }
    }

    /// The condition of a query that the fewest of a sample meet.
    pub(super) fn strictest(&self, query: &Query, seeds: impl Iterator<Item = u64>) -> Option<Strictest> {
        let mut finder = LevelFinder::new(query);
        match self.maker() {
            SeedMaker::Levels(mut generator, variants) => {
                let levels = requests(seeds, variants).map(|request| generator.generate_to(query.stage(), request));
                finder.strictest(levels.take(SAMPLE[0]))
            }
            SeedMaker::Runs(mut maker) => finder.strictest_of_runs(&mut maker.generator, seeds.take(SAMPLE[1])),
        }
    }

    /// The position of the variant of a find.
    pub(super) fn variant_of(&self, find: &Find) -> u32 {
        let Self::Levels(_, variants) = self else { return 0 };
        let is_its = |variant: &RequestVariant| (variant.floor, variant.difficulty) == (find.floor, find.difficulty);
        variants.iter().position(is_its).unwrap_or_default() as u32
    }
}

/// The requests of levels, in the order of a search.
fn requests(seeds: impl Iterator<Item = u64>, variants: &[RequestVariant]) -> impl Iterator<Item = Request> {
    seeds.flat_map(move |seed| variants.iter().map(move |variant| variant.request.clone().with_seed(seed)))
}

impl SeedMaker<'_> {
    /// Tests what there is of a seed, and adds the outcomes.
    pub(super) fn test(&mut self, finder: &mut LevelFinder<'_>, seed: u64, outcomes: &mut Vec<FindOutcome>) {
        match self {
            Self::Levels(generator, variants) => outcomes.extend(
                variants.iter().map(|variant| finder.test_request(generator, variant.request.clone().with_seed(seed))),
            ),
            Self::Runs(maker) => {
                maker.generator.restart(seed);
                outcomes.push(finder.test_run(&mut maker.generator));
            }
        }
    }
}
