//! What is sought: a condition, and by what the levels that meet it are ranked.

use std::borrow::Borrow;

use roomgen::{
    Level,
    level::LevelStage,
    run::{Run, RunGenerator},
};
use roomgen_text::{Problem, ProblemCode};

use crate::{
    check::Resolver,
    evaluation::{self, Measure},
    floors_reader::{FloorsReader, RunInputs},
    input::LevelInput,
    limits::MAX_BYTES,
    parser::{parse, parse_targets},
    program::{Conjunct, Target},
    reader::LevelReader,
    term::NumberTerm,
    value::{Undefined, Value},
    words::{LevelWords, Word},
};

/// A condition that levels must meet, and their rank: by a score, or by their distance from
/// targets. Without a condition all levels meet it.
#[derive(Clone, Debug)]
pub struct Query {
    words: LevelWords,
    inputs: Vec<LevelInput>,
    /// What expressions over runs ask of floors.
    floor_inputs: Vec<LevelInput>,
    /// The conditions that the `&&` at the top joins; none without a condition.
    conjuncts: Vec<Conjunct>,
    rank: QueryRank,
}

/// The order of finds.
#[derive(Clone, Debug)]
enum QueryRank {
    /// That of the requests.
    None,
    /// By a score, the largest first.
    Best(NumberTerm),
    /// By the distance from targets in units of their spreads, the nearest first.
    Near(Vec<Target>),
}

/// The number of levels, the first of a search, from which spreads are taken: enough for a standard
/// deviation within some percent, and a fraction of a second.
const SAMPLE: usize = 256;

impl Query {
    /// A query that all levels meet, in the order of requests.
    #[must_use]
    pub fn new(words: LevelWords) -> Self {
        Self { words, inputs: Vec::new(), floor_inputs: Vec::new(), conjuncts: Vec::new(), rank: QueryRank::None }
    }

    /// Sets the condition, such as `bridges < 0.4 && count("wolf") >= 3`.
    ///
    /// Cost: linear in the text but for the search of names and of equal inputs, which take the
    /// product of their numbers.
    ///
    /// # Errors
    ///
    /// The first mistake of the text. The query is as it was.
    pub fn require(&mut self, text: &str) -> Result<(), Box<Problem>> {
        self.conjuncts = self.compile(text, parse, |resolver, root| resolver.conjuncts(root))?;
        Ok(())
    }

    /// Ranks by a score, such as `play_length - 2 * backtracking`: the largest first.
    ///
    /// # Errors
    ///
    /// As [`Query::require`].
    pub fn rank_best(&mut self, text: &str) -> Result<(), Box<Problem>> {
        self.rank = QueryRank::Best(self.compile(text, parse, |resolver, root| resolver.score(root))?);
        Ok(())
    }

    /// Ranks by targets, such as `rooms = 30, walking_distance = 140`: the nearest first.
    ///
    /// # Errors
    ///
    /// As [`Query::require`].
    pub fn rank_near(&mut self, text: &str) -> Result<(), Box<Problem>> {
        let targets = self.compile(text, parse_targets, |resolver, targets| {
            targets.iter().map(|[number, wanted]| resolver.target(number, wanted)).collect()
        })?;
        self.rank = QueryRank::Near(targets);
        Ok(())
    }

    /// Parses a text that is not too long, and resolves its names. A text with a mistake adds no
    /// inputs.
    fn compile<P, T>(
        &mut self,
        text: &str,
        parse: impl FnOnce(&str) -> Result<P, Box<Problem>>,
        resolve: impl for<'r> FnOnce(&mut Resolver<'r>, &'r P) -> Result<T, Box<Problem>>,
    ) -> Result<T, Box<Problem>> {
        if text.len() > MAX_BYTES {
            let message = format!("the expression has {} bytes, at most {MAX_BYTES} are allowed", text.len());
            return Err(Problem::of_expression(ProblemCode::TooLong, "", &(0..0), message));
        }
        let root = parse(text)?;
        let before = [self.inputs.len(), self.floor_inputs.len()];
        let inputs = [&mut self.inputs, &mut self.floor_inputs];
        resolve(&mut Resolver::new(text, &self.words, inputs), &root).inspect_err(|_| {
            self.inputs.truncate(before[0]);
            self.floor_inputs.truncate(before[1]);
        })
    }

    /// Measures the spreads of the targets over the first 256 of some levels: the standard
    /// deviations of their numbers, which are the units of their parts of the distance. Before, all
    /// are 1. Does nothing for a query without targets. The levels are as for
    /// [`LevelFinder::test`](crate::LevelFinder::test).
    pub fn measure_spreads(&mut self, levels: impl Iterator<Item = Level>) {
        let mut reader = LevelReader::default();
        let sample = levels.take(SAMPLE);
        self.set_spreads(|query, add| {
            sample.for_each(|level| reader.read(&query.inputs, &level, |values| add(&mut |input| values.get(input))));
        });
    }

    /// As [`Query::measure_spreads`], over the runs of the first 256 of some seeds.
    pub fn measure_spreads_of_runs<R: Borrow<Run>>(
        &mut self,
        generator: &mut RunGenerator<R>,
        seeds: impl Iterator<Item = u64>,
    ) {
        let mut reader = FloorsReader::default();
        let sample = seeds.take(SAMPLE);
        self.set_spreads(|query, add| {
            sample.for_each(|seed| {
                generator.restart(seed);
                reader.begin(query.run_inputs(), generator.floors().len());
                add(&mut |input| reader.get(query.run_inputs(), generator, input));
            });
        });
    }

    /// Sets the spreads of the targets to those over what `sample` adds, each by its measure.
    fn set_spreads(&mut self, sample: impl FnOnce(&Self, &mut dyn FnMut(&mut Measure<'_>))) {
        let QueryRank::Near(targets) = &self.rank else { return };
        let mut rows = vec![Vec::new(); targets.len()];
        sample(self, &mut |measure| {
            for (target, row) in targets.iter().zip(&mut rows) {
                row.extend(evaluation::number(&target.number, measure).map(Value::as_f64));
            }
        });
        if let QueryRank::Near(targets) = &mut self.rank {
            targets.iter_mut().zip(&rows).for_each(|(target, row)| target.spread = spread(row));
        }
    }

    /// The words that its expressions may use.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        self.words.words()
    }

    /// What its expressions ask for, in the order of the texts, each once.
    #[must_use]
    pub fn inputs(&self) -> &[LevelInput] {
        &self.inputs
    }

    /// What its expressions ask of runs.
    pub(crate) fn run_inputs(&self) -> RunInputs<'_> {
        RunInputs { of_run: &self.inputs, of_floors: &self.floor_inputs }
    }

    /// What the query is read of: the level of a request as far as it has to be generated.
    #[must_use]
    pub fn stage(&self) -> LevelStage {
        self.inputs.iter().map(LevelInput::stage).max().unwrap_or(LevelStage::Plan)
    }

    /// The conditions that the `&&` at the top of the condition joins, also inside of parentheses;
    /// the whole condition if there is no such `&&`, and none without a condition.
    #[must_use]
    pub fn conjuncts(&self) -> &[Conjunct] {
        &self.conjuncts
    }

    /// Whether finds are ranked, so that all levels must be seen before the first one is known.
    #[must_use]
    pub const fn is_ranked(&self) -> bool {
        !matches!(self.rank, QueryRank::None)
    }

    /// What the rank is called in tables: `score` or `distance`.
    #[must_use]
    pub const fn rank_name(&self) -> Option<&'static str> {
        match self.rank {
            QueryRank::None => None,
            QueryRank::Best(_) => Some("score"),
            QueryRank::Near(_) => Some("distance"),
        }
    }

    /// Whether a level meets the condition.
    ///
    /// `measure` gives the value of an input, by its position in [`Query::inputs`], or `None` if
    /// the level has no such thing. It is called only for inputs on which the result still depends,
    /// from left to right, and again for an input that the text names again.
    ///
    /// # Errors
    ///
    /// If the condition is neither true nor false, which is no match.
    pub fn is_met(&self, measure: &mut Measure<'_>) -> Result<bool, Undefined> {
        evaluation::until(false, self.conjuncts.iter().map(|conjunct| conjunct.is_met(measure)))
    }

    /// The rank of a level, as people read it: its score, or its distance, which are finite; `None`
    /// for a query without a rank. `measure` is called as by [`Query::is_met`].
    ///
    /// # Errors
    ///
    /// If the number is undefined: then the level has no rank.
    pub fn rank(&self, measure: &mut Measure<'_>) -> Result<Option<f64>, Undefined> {
        match &self.rank {
            QueryRank::None => Ok(None),
            QueryRank::Best(score) => evaluation::number(score, measure).map(|score| Some(score.as_f64())),
            QueryRank::Near(targets) => distance(targets, measure).map(Some),
        }
    }

    /// Whether a rank stands before another one. Equal ones keep the order of requests.
    pub(crate) fn is_before(&self, rank: Option<f64>, other: Option<f64>) -> bool {
        match (&self.rank, rank.zip(other)) {
            (QueryRank::Best(_), Some((rank, other))) => rank > other,
            (QueryRank::Near(_), Some((rank, other))) => rank < other,
            _ => false,
        }
    }
}

/// The standard deviation of numbers; 1 if they are all the same, or none.
fn spread(numbers: &[f64]) -> f64 {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let square = numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / count;
    let spread = square.sqrt();
    if spread > 0.0 && spread.is_finite() { spread } else { 1.0 }
}

/// The Euclidean distance of a level from the targets, each in units of its spread.
fn distance(targets: &[Target], measure: &mut Measure<'_>) -> Result<f64, Undefined> {
    let mut square = 0.0;
    for target in targets {
        let off = (evaluation::number(&target.number, measure)?.as_f64() - target.wanted) / target.spread;
        square += off * off;
    }
    // Numbers may be as large as decimals get.
    if f64::is_finite(square) { Ok(square.sqrt()) } else { Err(Undefined::NotFinite) }
}
