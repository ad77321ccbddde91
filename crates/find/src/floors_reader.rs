//! Measures of a run what expressions ask for, and makes no more of its floors than that takes.

use std::borrow::Borrow;

use roomgen::{
    Level,
    level::LevelStage,
    run::{Run, RunGenerator},
};

use crate::{
    arithmetic::{Arithmetic, Comparison},
    evaluation::{self, Measure},
    floors::{FloorsInput, FloorsQuestion},
    input::LevelInput,
    reader::{KnownValues, LevelReader},
    value::{Undefined, Value},
};

/// The most floors of a run whose levels are kept while it is tested. Those of longer runs are made
/// again where an expression asks for more of them.
const KEPT: usize = 64;

/// Reads values of runs, and reuses its buffers from run to run.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloorsReader {
    reader: LevelReader,
    /// The floors in the order of the generator's.
    floors: Vec<FloorValues>,
    /// For each input of the query its value, once it is known.
    known: KnownValues,
}

/// What a query asks of runs, and what that asks of their floors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunInputs<'q> {
    pub(crate) of_run: &'q [LevelInput],
    pub(crate) of_floors: &'q [LevelInput],
}

/// A floor and what is known of it.
#[derive(Clone, Debug, Default)]
struct FloorValues {
    /// How far the floor was made; `None` before.
    stage: Option<LevelStage>,
    level: Option<Level>,
    /// Whether its branch is left out.
    is_absent: bool,
    known: KnownValues,
}

/// What a term is asked with: it gives the value for the inputs that it measures.
type Ask<'a, T> = &'a dyn Fn(&mut Measure<'_>) -> Result<T, Undefined>;

impl FloorsReader {
    /// Begins a run of so many floors.
    pub(crate) fn begin(&mut self, inputs: RunInputs<'_>, floors: usize) {
        self.floors.clear();
        self.floors.resize(floors, FloorValues::default());
        self.known.clear();
        self.known.resize(inputs.of_run.len(), None);
    }

    /// The value of an input of runs; `None` if the run has no such thing.
    pub(crate) fn get<R: Borrow<Run>>(
        &mut self,
        inputs: RunInputs<'_>,
        generator: &mut RunGenerator<R>,
        input: usize,
    ) -> Option<Value> {
        if let Some(known) = *self.known.get(input)? {
            return known;
        }
        let value = match inputs.of_run.get(input)? {
            LevelInput::Seed => Some(Value::Whole(generator.seed().number().into())),
            LevelInput::Floors(asked) => self.answer(inputs.of_floors, asked, generator),
            _ => None,
        };
        self.known[input] = Some(value);
        value
    }

    /// What the floors answer, one after the other, until one decides.
    fn answer<R: Borrow<Run>>(
        &mut self,
        inputs: &[LevelInput],
        asked: &FloorsInput,
        generator: &mut RunGenerator<R>,
    ) -> Option<Value> {
        let mut answer = asked.question.none();
        for at in 0..self.floors.len() {
            let floor = &generator.floors()[at];
            let number = floor.number;
            if !asked.floors.has(floor) {
                continue;
            }
            let floor = FloorToAsk { inputs, at, number, stages: asked.stages };
            match &asked.question {
                FloorsQuestion::Sum(term) => {
                    let Some(value) = self.ask(floor, generator, &|measure| evaluation::number(term, measure)) else {
                        continue;
                    };
                    let sum = Arithmetic::Add.apply(answer.unwrap_or(Value::Whole(0)), value);
                    // A sum that is no number is refused where it is used.
                    answer = Some(sum.unwrap_or(Value::Decimal(f64::INFINITY)));
                    if sum.is_err() {
                        return answer;
                    }
                }
                FloorsQuestion::Highest(term) => {
                    let value = self.ask(floor, generator, &|measure| evaluation::number(term, measure));
                    let is_higher =
                        |value: &Value| answer.is_none_or(|most| Comparison::Greater.holds_for_numbers(*value, most));
                    answer = value.filter(is_higher).or(answer);
                }
                FloorsQuestion::Any(term) | FloorsQuestion::First(term) => {
                    if self.ask(floor, generator, &|measure| evaluation::condition(term, measure)) == Some(true) {
                        let is_first = matches!(asked.question, FloorsQuestion::First(_));
                        return Some(Value::Whole(if is_first { number.into() } else { 1 }));
                    }
                }
            }
        }
        answer
    }

    /// The value of a term on a floor, read of its plan if that decides; `None` if it is undefined,
    /// or the floor is not there.
    fn ask<R: Borrow<Run>, T>(
        &mut self,
        floor: FloorToAsk<'_>,
        generator: &mut RunGenerator<R>,
        ask: Ask<'_, T>,
    ) -> Option<T> {
        let Self { reader, floors, .. } = self;
        let is_kept = floors.len() <= KEPT;
        let FloorValues { stage, level, is_absent, known } = &mut floors[floor.at];
        known.resize(floor.inputs.len(), None);
        if *is_absent {
            return None;
        }
        if let Some(stage) = *stage {
            let decided = match level {
                Some(level) => floor.decide(reader, level, stage, known, ask),
                None => floor.decide_by_known(known, ask),
            };
            if let Some(value) = decided {
                return value;
            }
        }
        let (least, most) = floor.stages;
        let mut decided = None;
        let mut is_there = false;
        let mut made = None;
        if least == LevelStage::Plan && *stage != Some(LevelStage::Whole) && level.is_none() {
            made = generator.level_if(floor.number, &mut |plan| {
                is_there = true;
                *stage = (*stage).max(Some(LevelStage::Plan));
                decided = floor.decide(reader, plan, LevelStage::Plan, known, ask);
                if decided.is_some() && is_kept {
                    *level = Some(plan.clone());
                }
                decided.is_none() && most == LevelStage::Whole
            });
            if made.is_none() {
                *is_absent = !is_there;
                return decided.flatten();
            }
        }
        let Some(made) = made.or_else(|| generator.level(floor.number)) else {
            *is_absent = true;
            return None;
        };
        *stage = Some(LevelStage::Whole);
        let decided = floor.decide(reader, &made, LevelStage::Whole, known, ask);
        *level = Some(made).filter(|_| is_kept);
        decided.flatten()
    }
}

/// A floor that is asked.
#[derive(Clone, Copy, Debug)]
struct FloorToAsk<'a> {
    /// What all terms of the query measure of levels.
    inputs: &'a [LevelInput],
    /// Its position in the order of the generator's floors.
    at: usize,
    number: u32,
    /// The first and the last stage of what is asked.
    stages: (LevelStage, LevelStage),
}

impl FloorToAsk<'_> {
    /// The value of a term by the level made so far; the outer `None` if that does not decide.
    ///
    /// An input of a later stage is undefined for now: a value that does not need it is that of the
    /// whole level.
    fn decide<T>(
        self,
        reader: &mut LevelReader,
        level: &Level,
        stage: LevelStage,
        known: &mut KnownValues,
        ask: Ask<'_, T>,
    ) -> Option<Option<T>> {
        reader.read_on(self.inputs, level, known, |values| {
            let mut is_open = false;
            let value = ask(&mut |input| {
                let is_early = self.inputs[input].stage() > stage && values.known(input).is_none();
                is_open |= is_early;
                if is_early { None } else { values.get(input) }
            });
            (value.is_ok() || !is_open).then(|| value.ok())
        })
    }

    /// As [`FloorToAsk::decide`], of a level that is no longer there.
    fn decide_by_known<T>(self, known: &KnownValues, ask: Ask<'_, T>) -> Option<Option<T>> {
        let mut is_open = false;
        let value = ask(&mut |input| {
            is_open |= known[input].is_none();
            known[input].flatten()
        });
        (value.is_ok() || !is_open).then(|| value.ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{finder::LevelFinder, query::Query, words::LevelWords};

    #[test]
    fn no_more_of_a_run_is_made_than_decides() {
        use LevelStage::{Plan, Whole};
        let run = Run::built_in("delve").unwrap();
        let made = |text: &str| {
            let mut query = Query::new(LevelWords::of_run(&run));
            query.require(text).unwrap();
            let mut finder = LevelFinder::new(&query);
            let _ = finder.test_run(&mut run.generator(1));
            finder.floors_reader().floors.iter().map(|floor| floor.stage).collect::<Vec<_>>()
        };
        let (none, plan, whole) = (None, Some(Plan), Some(Whole));
        assert_eq!(made("seed == 2 && sum(reward) > 0"), [none; 5]);
        assert_eq!(made("sum(reward) > 0 && floor(3).rooms > 1000"), [none, none, none, plan, none]);
        let text = "floor(1).count('chest') < 0 && floor(3).rooms > 1000 || !any(rooms > 0)";
        assert_eq!(made(text), [plan, none, none, plan, none]);
        let text = "sum(rooms) < 0 && floor(1).count('chest') < 0 && floor(2).rooms > 0";
        assert_eq!(made(text), [none, whole, plan, none, none]);
        assert_eq!(made("first(count('chest') < 0 && floor < 2) < 9"), [whole, whole, plan, plan, plan]);
        assert_eq!(made("first(rooms > 0 || count('chest') > 0) > 9"), [plan, none, none, none, none]);
        assert_eq!(made("sum(reward) < 0 && sum(rooms) < 0"), [plan; 5]);
    }
}
