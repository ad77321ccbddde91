//! Expressions over runs: their mistakes, and what they say compared with a plain evaluation that
//! makes every floor.

use std::sync::LazyLock;

use roomgen::{
    Level,
    run::{Run, RunFloor},
    survey::{Measurer, Metric},
};
use roomgen_find::{FindOutcome, LevelFinder, LevelWords, Problem, Query, Undefined};

use crate::oracle::SplitMix;

static DESCENT: LazyLock<Run> = LazyLock::new(|| Run::built_in("descent").expect("a run"));
static DELVE: LazyLock<Run> = LazyLock::new(|| Run::built_in("delve").expect("a run"));

fn condition(run: &Run, text: &str) -> Result<Query, Box<Problem>> {
    let mut query = Query::new(LevelWords::of_run(run));
    query.require(text)?;
    Ok(query)
}

/// Text, offending part, code, and a piece of the message or of the help.
const MISTAKES: [(&str, &str, &str, &str); 27] = [
    ("rooms > 3", "rooms", "conflict", "write `floor(0).rooms`, `sum(rooms)` or `highest(rooms)`"),
    ("true && count('rat') > 3", "count('rat')", "conflict", "write `floor(0).count('rat')`"),
    ("steps('entry', 'exit') > 3", "steps('entry', 'exit')", "conflict", "a run has many"),
    ("floor > 3", "floor", "conflict", "write `floor(0).rooms`"),
    ("floor(3) > 3", "floor(3)", "wrong-type", "write `floor(3).rooms`"),
    ("floor(-1).rooms > 3", "floor(-1)", "not-a-literal", "a whole literal from 0 to 4294967295"),
    ("floor(1 + 1).rooms > 3", "floor(1 + 1)", "not-a-literal", "as in `floor(3).rooms`"),
    ("floor(4294967296).rooms > 3", "floor(4294967296)", "not-a-literal", "a whole literal"),
    ("floor(1, 2).rooms > 3", "floor(1, 2)", "not-a-literal", "a whole literal"),
    ("floor(1).room > 3", "room", "unknown-name", "did you mean `rooms`?"),
    ("floor(1).", "", "unexpected-token", "expected a name, found the end"),
    ("floor(1).3 > 2", ".3", "unexpected-token", "expected an operator"),
    ("seed.rooms > 3", ".", "unexpected-character", "behind a floor of a run"),
    ("sum(rooms).rooms > 3", "sum(rooms).rooms", "unexpected-token", "`sum` is a number"),
    ("floor(1).max(rooms, 3) > 3", "max(rooms, 3)", "unexpected-token", "as in `max(floor(1).rooms, 12)`"),
    ("sum(floor(1).rooms) > 3", "floor(1)", "conflict", "write it outside of `sum`"),
    ("sum(highest(rooms)) > 3", "highest(rooms)", "conflict", "this is asked of each floor"),
    ("sum(rooms > 3) > 3", "rooms > 3", "wrong-type", "`sum` takes a number, this is a condition"),
    ("first(rooms) > 3", "rooms", "wrong-type", "`first` takes a condition, this is a number"),
    ("any(rooms > 3) > 3", "any(rooms > 3)", "wrong-type", "`>` takes two numbers"),
    ("sum() > 3", "sum()", "number-of-arguments", "write `sum(number, within)`"),
    ("sum(rooms, temple) > 3", "temple", "not-a-literal", "write `\"temple\"`"),
    ("sum(rooms, 'tempel') > 3", "'tempel'", "bad-argument", "did you mean `temple`?"),
    ("sum(count('draught of strenght')) > 3", "'draught of strenght'", "bad-argument", "did you mean"),
    ("sum(count('dragn')) > 3", "'dragn'", "bad-argument", "the acts \"garden\", \"below\", \"caves\", \"temple\""),
    ("suum(rooms) > 3", "suum", "unknown-name", "did you mean `sum`?"),
    ("sum(rooms)", "sum(rooms)", "wrong-type", "the whole is a number, a condition is expected"),
];

#[test]
fn each_mistake_of_an_expression_over_runs_has_its_place_and_a_way_out() {
    for (text, part, code, piece) in MISTAKES {
        let error = condition(&DESCENT, text).map(|_| ()).expect_err(text);
        let whole = error.to_string();
        assert_eq!((&text[error.span.clone()], error.code.name()), (part, code), "{text}: {whole}");
        assert!(whole.contains(piece), "{text}: {whole}");
    }
    // Words of runs over levels.
    let crypt = roomgen::Preset::built_in("crypt").expect("a preset");
    for text in ["sum(rooms) > 3", "floor(3).rooms > 3", "any(rooms > 3)"] {
        let error = Query::new(LevelWords::of(&crypt)).require(text).expect_err(text).to_string();
        assert!(error.contains("this expression is over levels; runs have floors"), "{error}");
    }
}

#[test]
fn a_name_of_another_act_is_refused_with_the_acts_that_have_it() {
    let words = LevelWords::of_run(&DESCENT);
    let of_act = |act: &str| -> Vec<String> {
        let of = DESCENT.presets_of_acts().filter(|(name, ..)| **name == *act);
        of.flat_map(|(.., preset)| preset.kinds()).map(|kind| kind.name.to_string()).collect()
    };
    let (garden, temple) = (of_act("garden"), of_act("temple"));
    let own = temple.iter().find(|kind| !garden.contains(kind)).expect("a kind of the temple alone");
    let mut query = Query::new(words);
    assert!(query.require(&format!("sum(count({own:?})) > 3")).is_ok());
    assert!(query.require(&format!("sum(count({own:?}), 'temple') > 3")).is_ok());
    let error = query.require(&format!("sum(count({own:?}), 'garden') > 3")).expect_err("a name of others").to_string();
    assert!(error.contains("in \"garden\"") && error.contains("the acts that have it are"), "{error}");
    // A branch is named as its acts are.
    assert!(query.require("sum(rooms, 'well') > 3 && any(rooms > 3, 'mine')").is_ok());
}

/// What a random expression is about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum About {
    Level,
    Run,
}
use About::{Level as OfLevel, Run as OfRun};

#[derive(Clone, Debug)]
enum RunTree {
    Number(u32),
    Seed,
    /// A word for levels.
    Word(&'static str),
    Floor(u32, Box<RunTree>),
    Over(&'static str, Box<RunTree>, Option<&'static str>),
    Not(Box<RunTree>),
    Binary(&'static str, Box<RunTree>, Box<RunTree>),
}

const WORDS: [&str; 9] = [
    "rooms",
    "floor",
    "seed",
    "difficulty",
    "locked_passages",
    "reward",
    "count(\"chest\")",
    "count(\"draught of strength\")",
    "steps(\"entry\", \"chest\")",
];

struct RandomTrees<'a> {
    dice: &'a mut SplitMix,
    /// The names of acts and branches.
    within: &'a [&'static str],
}

impl RandomTrees<'_> {
    fn number(&mut self, about: About, depth: usize) -> RunTree {
        if depth > 0 && self.dice.below(4) == 0 {
            let [left, right] = [0; 2].map(|_| Box::new(self.number(about, depth - 1)));
            return RunTree::Binary(self.dice.pick(&["+", "-", "*", "/"]), left, right);
        }
        match (about, self.dice.below(8)) {
            (_, 0 | 1) => RunTree::Number(self.dice.pick(&[0, 1, 2, 3, 8, 20, 60])),
            (OfLevel, _) => RunTree::Word(self.dice.pick(&WORDS)),
            (OfRun, 2) => RunTree::Seed,
            (OfRun, 3 | 4) => RunTree::Floor(
                self.dice.pick(&[0, 1, 3, 4, 9, 10, 40]),
                Box::new(RunTree::Word(self.dice.pick(&WORDS))),
            ),
            (OfRun, 5) => self.over("first", depth),
            (OfRun, _) => {
                let over = self.dice.pick(&["sum", "highest"]);
                self.over(over, depth)
            }
        }
    }

    fn over(&mut self, over: &'static str, depth: usize) -> RunTree {
        let asked = match over {
            "sum" | "highest" => self.number(OfLevel, depth),
            _ => self.condition(OfLevel, depth),
        };
        let within = (self.dice.below(3) == 0).then(|| self.dice.pick(self.within));
        RunTree::Over(over, Box::new(asked), within)
    }

    fn condition(&mut self, about: About, depth: usize) -> RunTree {
        if depth > 0 {
            match self.dice.below(6) {
                0 => return RunTree::Not(Box::new(self.condition(about, depth - 1))),
                1 if about == OfRun => return self.over("any", depth - 1),
                2..=4 => {
                    let [left, right] = [0; 2].map(|_| Box::new(self.condition(about, depth - 1)));
                    return RunTree::Binary(self.dice.pick(&["&&", "||"]), left, right);
                }
                _ => {}
            }
        }
        let [left, right] = [0; 2].map(|_| Box::new(self.number(about, depth.min(1))));
        RunTree::Binary(self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]), left, right)
    }
}

fn text(tree: &RunTree) -> String {
    match tree {
        RunTree::Number(number) => number.to_string(),
        RunTree::Seed => "seed".to_owned(),
        RunTree::Word(word) => (*word).to_owned(),
        RunTree::Floor(number, asked) => format!("floor({number}).{}", text(asked)),
        RunTree::Over(over, asked, None) => format!("{over}({})", text(asked)),
        RunTree::Over(over, asked, Some(within)) => format!("{over}({}, {within:?})", text(asked)),
        RunTree::Not(operand) => format!("!({})", text(operand)),
        RunTree::Binary(operator, left, right) => format!("({} {operator} {})", text(left), text(right)),
    }
}

/// A floor of a run with all words of its level.
struct PlainFloor {
    facts: RunFloor,
    words: Vec<Option<f64>>,
}

/// All floors of a run, made one after the other and measured without the language.
fn written(run: &Run, seed: u64) -> Vec<PlainFloor> {
    let facts = run.floors(seed);
    let mut measurer = Measurer::default();
    let floors = run.generator(seed).map(|level| {
        let facts = facts.iter().find(|facts| facts.number == level.origin().floor).expect("a floor").clone();
        let metrics = measurer.measure(&level);
        let words = WORDS.iter().map(|word| match *word {
            "floor" => Some(level.origin().floor.into()),
            "seed" => Some(seed as f64),
            "difficulty" => Some(level.origin().difficulty.to_string().parse().expect("a decimal")),
            "count(\"chest\")" => Some(count(&level, "chest") as f64),
            "count(\"draught of strength\")" => Some(count(&level, "draught of strength") as f64),
            "steps(\"entry\", \"chest\")" => steps(&level, "chest"),
            metric => {
                let metric = Metric::ALL.iter().find(|other| other.column() == metric).expect("a metric");
                metrics.present(*metric)
            }
        });
        PlainFloor { words: words.collect(), facts }
    });
    floors.collect()
}

fn count(level: &Level, kind: &str) -> usize {
    level.props().filter(|prop| prop.kind.name == kind).count()
}

/// The value of a level's word, as a query over levels alone has it.
fn steps(level: &Level, kind: &str) -> Option<f64> {
    let chest = level.props().find(|prop| prop.kind.name == kind)?.kind.name.to_string();
    static QUERIES: LazyLock<Query> = LazyLock::new(|| {
        let mut query = Query::new(LevelWords::of(&roomgen::Preset::built_in("crypt").expect("a preset")));
        query.rank_best("steps('entry', 'chest')").expect("a score");
        query
    });
    assert_eq!(chest, "chest");
    match LevelFinder::new(&QUERIES).test(level) {
        FindOutcome::Found(find) => find.rank,
        FindOutcome::NoMatch | FindOutcome::Undefined(_) => None,
    }
}

/// A value; `None` if it is undefined. Conditions are 1 and 0.
#[allow(clippy::float_cmp, reason = "the language compares exactly, too")]
fn plain(tree: &RunTree, seed: u64, floors: &[PlainFloor], floor: Option<&PlainFloor>) -> Option<f64> {
    let value = |tree: &RunTree| plain(tree, seed, floors, floor);
    let of = |condition: bool| Some(f64::from(u8::from(condition)));
    match tree {
        RunTree::Number(number) => Some((*number).into()),
        RunTree::Seed => Some(seed as f64),
        RunTree::Word(word) => floor?.words[WORDS.iter().position(|other| other == word)?],
        RunTree::Floor(number, asked) => {
            let floor = floors.iter().find(|floor| floor.facts.number == *number)?;
            plain(asked, seed, floors, Some(floor))
        }
        RunTree::Over(over, asked, within) => {
            let is_asked = |floor: &&PlainFloor| match within {
                None => floor.facts.branch.is_none(),
                Some(name) => floor.facts.act == **name || floor.facts.branch.as_ref().is_some_and(|b| *b == **name),
            };
            let asked_of = |floor: &PlainFloor| Some((floor.facts.number, plain(asked, seed, floors, Some(floor))?));
            let values: Vec<(u32, f64)> = floors.iter().filter(is_asked).filter_map(asked_of).collect();
            match *over {
                "sum" => Some(values.iter().map(|(_, value)| value).sum()),
                "highest" => values.iter().map(|(_, value)| *value).reduce(f64::max),
                "any" => of(values.iter().any(|(_, value)| *value > 0.0)),
                _ => values.iter().find(|(_, value)| *value > 0.0).map(|(number, _)| (*number).into()),
            }
        }
        RunTree::Not(operand) => value(operand).map(|value| 1.0 - value),
        RunTree::Binary(operator, left, right) => {
            let (left, right) = (value(left), value(right));
            match *operator {
                "&&" if left == Some(0.0) || right == Some(0.0) => return of(false),
                "||" if left == Some(1.0) || right == Some(1.0) => return of(true),
                _ => {}
            }
            let (left, right) = (left?, right?);
            match *operator {
                "&&" => of(true),
                "||" => of(false),
                "+" => Some(left + right),
                "-" => Some(left - right),
                "*" => Some(left * right),
                "/" => (right != 0.0).then(|| left / right),
                "<" => of(left < right),
                "<=" => of(left <= right),
                ">" => of(left > right),
                ">=" => of(left >= right),
                "==" => of(left == right),
                _ => of(left != right),
            }
        }
    }
}

#[test]
fn finds_are_true_in_the_written_runs_and_others_are_not() {
    let dice = &mut SplitMix(63);
    for (run, within, seeds) in [
        (&*DELVE, &["cellar", "mine", "crypt"][..], 12),
        (&*DESCENT, &["garden", "below", "caves", "temple", "mine", "well"], 8),
    ] {
        let mut outcomes = [0; 3];
        for seed in 0..seeds {
            let floors = written(run, seed);
            let mut generator = run.generator(0);
            for _ in 0..60 {
                let tree = RandomTrees { dice, within }.condition(OfRun, 3);
                let text = text(&tree);
                let Ok(query) = condition(run, &text) else { continue };
                let (mut finder, expected) = (LevelFinder::new(&query), plain(&tree, seed, &floors, None));
                // Twice, since a finder and a generator keep their buffers.
                for _ in 0..2 {
                    generator.restart(seed);
                    let outcome = finder.test_run(&mut generator);
                    let given = match &outcome {
                        FindOutcome::Found(find) => {
                            assert_eq!(find.seed, seed);
                            Some(1.0)
                        }
                        FindOutcome::NoMatch => Some(0.0),
                        FindOutcome::Undefined(_) => None,
                    };
                    assert_eq!(given, expected, "{} {seed}: {text}", run.name());
                }
                outcomes[expected.map_or(2, |value| value as usize)] += 1;
            }
        }
        let [others, finds, undefined] = outcomes;
        assert!(finds >= 100 && others >= 100 && undefined >= 10, "{}: {outcomes:?}", run.name());
    }
}

#[test]
fn floors_that_are_not_there_are_undefined_or_do_not_count() {
    let is_met = |text: &str| {
        let query = condition(&DELVE, text).unwrap_or_else(|error| panic!("{error:#}"));
        match LevelFinder::new(&query).test_run(&mut DELVE.generator(7)) {
            FindOutcome::Found(_) => Ok(true),
            FindOutcome::NoMatch => Ok(false),
            FindOutcome::Undefined(why) => Err(why),
        }
    };
    assert_eq!(is_met("floor(5).rooms > 0"), Err(Undefined::Missing));
    assert_eq!(is_met("first(rooms < 0) > 0"), Err(Undefined::Missing));
    assert_eq!(is_met("highest(1 / (rooms - rooms)) > 0"), Err(Undefined::Missing));
    assert_eq!(is_met("sum(1 / (rooms - rooms)) == 0 && !any(1 / (rooms - rooms) > 0)"), Ok(true));
    assert_eq!(is_met("sum(1) == 5 && sum(1, 'mine') == 2 && first(floor > 2) == 3"), Ok(true));
    assert_eq!(is_met("sum(1e308) > 0"), Err(Undefined::NotFinite));
}

#[test]
fn runs_are_ranked_by_scores_and_by_targets() {
    let mut query = condition(&DELVE, "any(count('chest') > 0)").expect("a condition");
    query.rank_best("sum(reward)").expect("a score");
    let mut generator = DELVE.generator(3);
    let FindOutcome::Found(find) = LevelFinder::new(&query).test_run(&mut generator) else { panic!("no find") };
    let reward = WORDS.iter().position(|word| *word == "reward").expect("a word");
    let sum: f64 = written(&DELVE, 3).iter().filter_map(|floor| floor.words[reward]).sum();
    assert_eq!((find.rank, find.values.len()), (Some(sum), 2));
    query.rank_near("sum(rooms) = 60").expect("targets");
    query.measure_spreads_of_runs(&mut generator, 0..8);
    let near = |seed| {
        let mut generator = DELVE.generator(seed);
        match LevelFinder::new(&query).test_run(&mut generator) {
            FindOutcome::Found(find) => find.rank,
            FindOutcome::NoMatch | FindOutcome::Undefined(_) => None,
        }
    };
    assert!((0..8).filter_map(near).all(|distance| distance.is_finite()));
    let both = condition(&DELVE, "sum(rooms) > 0 && floor(1).rooms > 1000").expect("a condition");
    let strictest = LevelFinder::new(&both).strictest_of_runs(&mut generator, 0..5).expect("two conditions");
    assert_eq!((&*strictest.condition, strictest.met, strictest.tested), ("floor(1).rooms > 1000", 0, 5));
}
