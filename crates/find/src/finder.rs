//! Tests levels against a query.

use std::borrow::Borrow;

use roomgen::{Generator, Level, Preset, Request, level::LevelStage};

use crate::{
    program::Conjunct,
    query::Query,
    reader::LevelReader,
    value::{Undefined, Value},
};

/// Tests levels, with buffers of its own.
#[derive(Clone, Debug)]
pub struct LevelFinder<'q> {
    query: &'q Query,
    reader: LevelReader,
}

/// What a query says of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum FindOutcome {
    /// The level matches.
    Found(Find),
    /// The level does not match.
    NoMatch,
    /// The condition or the rank has no value for the level, which is no match.
    Undefined(Undefined),
}

/// A level that matches a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// The seed of the level.
    pub seed: u64,
    /// Its floor.
    pub floor: u32,
    /// Its difficulty.
    pub difficulty: f32,
    /// The values of [`Query::inputs`]; `None` for what the level does not have.
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
        Self { query, reader: LevelReader::default() }
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
            let mut measure = |input| values.get(input);
            let is_met = query.is_met(&mut measure);
            match is_met.and_then(|is_met| is_met.then(|| query.rank(&mut measure)).transpose()) {
                Err(why) => FindOutcome::Undefined(why),
                Ok(None) => FindOutcome::NoMatch,
                Ok(Some(rank)) => {
                    let origin = level.origin();
                    let (seed, floor, difficulty) = (origin.seed, origin.floor, origin.difficulty);
                    let values = (0..query.inputs().len()).map(|input| values.get(input)).collect();
                    FindOutcome::Found(Find { seed, floor, difficulty, values, rank })
                }
            }
        })
    }

    /// The condition that the fewest of some levels meet. `None` if the query's condition has no
    /// several that `&&` joins. The levels are as for [`LevelFinder::test`].
    pub fn strictest(&mut self, levels: impl Iterator<Item = Level>) -> Option<Strictest> {
        let conjuncts = self.query.conjuncts();
        if conjuncts.len() < 2 {
            return None;
        }
        let (mut met, mut tested) = (vec![0; conjuncts.len()], 0);
        for level in levels {
            tested += 1;
            self.reader.read(self.query.inputs(), &level, |values| {
                for (conjunct, met) in conjuncts.iter().zip(&mut met) {
                    *met += u64::from(conjunct.is_met(&mut |input| values.get(input)) == Ok(true));
                }
            });
        }
        let least = conjuncts.iter().zip(met).min_by_key(|&(_, met)| met);
        least.map(|(conjunct, met)| Strictest { condition: conjunct.text().to_owned(), met, tested })
    }
}
