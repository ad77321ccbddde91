//! What is sought: a condition, and by what the levels that meet it are ranked.

use roomgen_find::{
    Condition, ExpressionError, Score, Target, Undefined, Verdict, Vocabulary, Word, compile_condition, compile_number,
    compile_targets,
};

use crate::{
    input::LevelInput,
    reader::LevelValues,
    spread::{TargetSpreads, distance},
    words::LevelWords,
};

/// A condition that levels must meet, and their rank: by a score, or by their distance from
/// targets. Without a condition all levels meet it.
#[derive(Clone, Debug)]
pub struct Query {
    words: LevelWords,
    inputs: Vec<LevelInput>,
    condition: Option<Condition>,
    order: QueryOrder,
}

/// The order of finds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum QueryOrder {
    /// That of the requests.
    #[default]
    Requests,
    /// By a score, the largest first.
    Best(Score),
    /// By the distance from targets in units of their spreads, the nearest first.
    Near(Vec<Target>, TargetSpreads),
}

impl Query {
    /// A query that all levels meet, in the order of requests.
    #[must_use]
    pub fn new(words: LevelWords) -> Self {
        Self { words, inputs: Vec::new(), condition: None, order: QueryOrder::Requests }
    }

    /// Sets the condition, such as `bridges < 0.4 && count("wolf") >= 3`.
    ///
    /// # Errors
    ///
    /// The first mistake of the text. The query is as it was.
    pub fn require(&mut self, text: &str) -> Result<(), Box<ExpressionError>> {
        self.condition = Some(compile_condition(text, &self.words, &mut self.inputs)?);
        Ok(())
    }

    /// Ranks by a score, such as `play_length - 2 * backtracking`: the largest first.
    ///
    /// # Errors
    ///
    /// As [`Query::require`].
    pub fn rank_best(&mut self, text: &str) -> Result<(), Box<ExpressionError>> {
        self.order = QueryOrder::Best(compile_number(text, &self.words, &mut self.inputs)?);
        Ok(())
    }

    /// Ranks by targets, such as `rooms = 30, walking_distance = 140`: the nearest first. Until
    /// [`Query::spread`] is called, all spreads are 1.
    ///
    /// # Errors
    ///
    /// As [`Query::require`].
    pub fn rank_near(&mut self, text: &str) -> Result<(), Box<ExpressionError>> {
        let targets = compile_targets(text, &self.words, &mut self.inputs)?;
        let spreads = TargetSpreads::units(targets.len());
        self.order = QueryOrder::Near(targets, spreads);
        Ok(())
    }

    /// Sets the spreads of the targets. Does nothing for a query without targets.
    pub fn spread(&mut self, of: TargetSpreads) {
        if let QueryOrder::Near(_, spreads) = &mut self.order {
            *spreads = of;
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

    /// The condition, if there is one.
    #[must_use]
    pub const fn condition(&self) -> Option<&Condition> {
        self.condition.as_ref()
    }

    /// The order of finds.
    #[must_use]
    pub const fn order(&self) -> &QueryOrder {
        &self.order
    }

    /// The targets; none without [`Query::rank_near`].
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        match &self.order {
            QueryOrder::Near(targets, _) => targets,
            QueryOrder::Requests | QueryOrder::Best(_) => &[],
        }
    }

    /// Whether finds are ranked, so that all levels must be seen before the first one is known.
    #[must_use]
    pub const fn is_ranked(&self) -> bool {
        !matches!(self.order, QueryOrder::Requests)
    }

    /// What the rank is called in tables: `score` or `distance`.
    #[must_use]
    pub const fn rank_name(&self) -> Option<&'static str> {
        match self.order {
            QueryOrder::Requests => None,
            QueryOrder::Best(_) => Some("score"),
            QueryOrder::Near(..) => Some("distance"),
        }
    }

    /// Whether a level meets the condition.
    pub(crate) fn verdict(&self, level: &mut LevelValues<'_>) -> Verdict {
        let condition = self.condition.as_ref();
        condition.map_or(Verdict::Match, |condition| condition.evaluate(&mut |input| level.get(input)))
    }

    /// The rank of a level, as people read it: its score, or its distance.
    pub(crate) fn rank(&self, level: &mut LevelValues<'_>) -> Result<Option<f64>, Undefined> {
        match &self.order {
            QueryOrder::Requests => Ok(None),
            QueryOrder::Best(score) => score.evaluate(&mut |input| level.get(input)).map(Some),
            QueryOrder::Near(targets, spreads) => distance(targets, spreads, level).map(Some),
        }
    }

    /// Whether a rank stands before another one. Equal ones keep the order of requests.
    pub(crate) fn is_before(&self, rank: Option<f64>, other: Option<f64>) -> bool {
        match (&self.order, rank.zip(other)) {
            (QueryOrder::Best(_), Some((rank, other))) => rank > other,
            (QueryOrder::Near(..), Some((rank, other))) => rank < other,
            _ => false,
        }
    }
}
