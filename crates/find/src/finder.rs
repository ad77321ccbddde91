//! Tests levels against a query.

use std::borrow::Borrow;

use roomgen::{
    Generator, Level, Preset, Request,
    level::LevelStage,
    run::{Run, RunGenerator},
};

use crate::{
    evaluation::Measure,
    floors_reader::FloorsReader,
    program::Conjunct,
    query::Query,
    reader::LevelReader,
    value::{Undefined, Value},
};

/// Tests levels or runs, with buffers of its own.
#[derive(Clone, Debug)]
pub struct LevelFinder<'q> {
    query: &'q Query,
    reader: LevelReader,
    floors_reader: FloorsReader,
}

/// What a query says of a level, or of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum FindOutcome {
    /// The level matches.
    Found(Find),
    /// The level does not match.
    NoMatch,
    /// The condition or the rank has no value for the level, which is no match.
    Undefined(Undefined),
}

/// A level or a run that matches a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// The seed of the level or of the run.
    pub seed: u64,
    /// The floor of the level; 0 of a run.
    pub floor: u32,
    /// The difficulty of the level; 0 of a run.
    pub difficulty: f32,
    /// The values of [`Query::inputs`]; `None` for what the level or the run does not have.
    pub values: Vec<Option<Value>>,
    /// The score or the distance; `None` for a query without a rank.
    pub rank: Option<f64>,
}

/// Of several conditions that `&&` joins, the one that the fewest levels meet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Strictest {
    /// The text of the condition.
    pub condition: String,
    /// The levels that meet it.
    pub met: u64,
    /// The levels that were tested.
    pub tested: u64,
}

impl<'q> LevelFinder<'q> {
    /// A finder of what the query seeks.
    #[must_use]
    pub fn new(query: &'q Query) -> Self {
        Self { query, reader: LevelReader::default(), floors_reader: FloorsReader::default() }
    }

    /// Tests the level of a request, and generates no more of it than decides: its plan, where the
    /// query asks for nothing else or the plan fails a condition; else the whole level.
    pub fn test_request<P: Borrow<Preset>>(
        &mut self,
        generator: &mut Generator<P>,
        request: impl Into<Request>,
    ) -> FindOutcome {
        let is_of_plan = |conjunct: &&Conjunct| conjunct.stage() == LevelStage::Plan;
        let of_plan: Vec<_> = self.query.conjuncts().iter().filter(is_of_plan).collect();
        let level = match self.query.stage() {
            LevelStage::Whole if !of_plan.is_empty() => generator.generate_if(request, &mut |plan| {
                self.reader.read(self.query.inputs(), plan, |values| {
                    of_plan.iter().all(|conjunct| conjunct.is_met(&mut |input| values.get(input)) != Ok(false))
                })
            }),
            stage => Some(generator.generate_to(stage, request)),
        };
        level.map_or(FindOutcome::NoMatch, |level| self.test(&level))
    }

    /// Tests a level of the preset of the query's words: a whole one, or one of the query's
    /// [stage](Query::stage).
    ///
    /// Cost: that of what the condition asks for until it is decided. Only for levels that match
    /// the rank is computed, and then all inputs are read.
    pub fn test(&mut self, level: &Level) -> FindOutcome {
        let query = self.query;
        self.reader.read(query.inputs(), level, |values| {
            let origin = level.origin();
            outcome(query, (origin.seed, origin.floor, origin.difficulty), &mut |input| values.get(input))
        })
    }

    /// Tests the run of the generator's seed, by a query whose words are [those of the
    /// run](crate::LevelWords::of_run), and makes no more of its floors than decides. Operands of
    /// `&&` and `||` are asked in this order: what the plan of a floor has, what a whole floor has,
    /// what is asked over several floors.
    ///
    /// Cost: that of the floors that are made. Only for runs that match the rank is computed, and
    /// then all inputs are read.
    ///
    /// ```
    /// use roomgen::run::Run;
    /// use roomgen_find::{FindOutcome, LevelFinder, LevelWords, Query};
    ///
    /// let run = Run::built_in("delve")?;
    /// let mut query = Query::new(LevelWords::of_run(&run));
    /// query.require("floor(1).rooms > 3 && first(dead_ends > 0) <= first(locked_passages > 0)")?;
    /// let (mut generator, mut finder) = (run.generator(0), LevelFinder::new(&query));
    /// let mut is_a_find = |seed: &u64| {
    ///     generator.restart(*seed);
    ///     matches!(finder.test_run(&mut generator), FindOutcome::Found(_))
    /// };
    /// assert!((0..20).find(&mut is_a_find).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test_run<R: Borrow<Run>>(&mut self, generator: &mut RunGenerator<R>) -> FindOutcome {
        let (query, reader) = (self.query, &mut self.floors_reader);
        reader.begin(query.run_inputs(), generator.floors().len());
        let seed = generator.seed().number();
        outcome(query, (seed, 0, 0.0), &mut |input| reader.get(query.run_inputs(), generator, input))
    }

    #[cfg(test)]
    pub(crate) const fn floors_reader(&self) -> &FloorsReader {
        &self.floors_reader
    }

    /// The condition that the fewest of some runs meet, as [`LevelFinder::strictest`].
    pub fn strictest_of_runs<R: Borrow<Run>>(
        &mut self,
        generator: &mut RunGenerator<R>,
        seeds: impl Iterator<Item = u64>,
    ) -> Option<Strictest> {
        let query = self.query;
        let mut counts = MetConditions::of(query)?;
        for seed in seeds {
            generator.restart(seed);
            self.floors_reader.begin(query.run_inputs(), generator.floors().len());
            counts.add(&mut |input| self.floors_reader.get(query.run_inputs(), generator, input));
        }
        counts.strictest()
    }

    /// The condition that the fewest of some levels meet. `None` if the query's condition has no
    /// several that `&&` joins. The levels are as for [`LevelFinder::test`].
    pub fn strictest(&mut self, levels: impl Iterator<Item = Level>) -> Option<Strictest> {
        let mut counts = MetConditions::of(self.query)?;
        for level in levels {
            self.reader.read(self.query.inputs(), &level, |values| counts.add(&mut |input| values.get(input)));
        }
        counts.strictest()
    }
}

/// What a query says of a level or of a run with these facts: seed, floor and difficulty.
fn outcome(query: &Query, (seed, floor, difficulty): (u64, u32, f32), measure: &mut Measure<'_>) -> FindOutcome {
    let is_met = query.is_met(measure);
    match is_met.and_then(|is_met| is_met.then(|| query.rank(measure)).transpose()) {
        Err(why) => FindOutcome::Undefined(why),
        Ok(None) => FindOutcome::NoMatch,
        Ok(Some(rank)) => {
            let values = (0..query.inputs().len()).map(measure).collect();
            FindOutcome::Found(Find { seed, floor, difficulty, values, rank })
        }
    }
}

/// How many levels or runs meet each of the conditions that `&&` joins.
struct MetConditions<'q> {
    conjuncts: &'q [Conjunct],
    met: Vec<u64>,
    tested: u64,
}

impl<'q> MetConditions<'q> {
    /// No levels; `None` for a query without several conditions.
    fn of(query: &'q Query) -> Option<Self> {
        let conjuncts = query.conjuncts();
        (conjuncts.len() > 1).then(|| Self { conjuncts, met: vec![0; conjuncts.len()], tested: 0 })
    }

    fn add(&mut self, measure: &mut Measure<'_>) {
        self.tested += 1;
        for (conjunct, met) in self.conjuncts.iter().zip(&mut self.met) {
            *met += u64::from(conjunct.is_met(measure) == Ok(true));
        }
    }

    fn strictest(self) -> Option<Strictest> {
        let least = self.conjuncts.iter().zip(self.met).min_by_key(|&(_, met)| met);
        least.map(|(conjunct, met)| Strictest { condition: conjunct.text().to_owned(), met, tested: self.tested })
    }
}
