//! A host with a few words, for tests.

use std::cell::RefCell;

use roomgen_find::{
    ArgumentError, Condition, ExpressionError, Parameter, Score, Undefined, Value, ValueType, Verdict, Vocabulary,
    Word, compile_condition, compile_number,
};

/// What an input measures: a word, and its arguments as they print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) word: String,
    pub(crate) arguments: Vec<String>,
}

/// The words of the tests: numbers `a` to `d`, conditions `p` to `s`, texts `t` and `u`, and more.
pub(crate) struct TestWords(Vec<Word>);

const KINDS: [&str; 3] = ["wolf", "rat", "iron key"];

impl TestWords {
    pub(crate) fn new() -> Self {
        use ValueType::{Condition, Number, Text};
        let variables = [
            ("a", Number),
            ("b", Number),
            ("c", Number),
            ("d", Number),
            ("p", Condition),
            ("q", Condition),
            ("r", Condition),
            ("s", Condition),
            ("t", Text),
            ("u", Text),
            ("rooms", Number),
            ("bridges", Number),
            ("missing", Number),
            ("absent", Condition),
            ("nothing", Text),
        ];
        let mut words: Vec<_> = variables.map(|(name, of)| Word::variable(name, of, "A value.")).into();
        words.push(Word::measure("count", [Parameter::text("kind")], Number, "The props of a kind."));
        words.push(Word::measure("rooms", [Parameter::text("tag")], Number, "The rooms with a tag."));
        words.push(Word::measure("rooms", [Parameter::text("tag"), Parameter::number("floor")], Number, "On a floor."));
        words.push(Word::measure("steps", [Parameter::text("from"), Parameter::text("to")], Number, "The steps."));
        words.extend(Word::arithmetic());
        words.push(Word::function("root", 1..=1, |of| of.iter().sum::<f64>().sqrt(), "The square root."));
        Self(words)
    }
}

impl Vocabulary for TestWords {
    type Input = Asked;

    fn words(&self) -> &[Word] {
        &self.0
    }

    fn input(&self, word: usize, arguments: &[Value<'_>]) -> Result<Asked, ArgumentError> {
        let word = self.0[word].name().to_owned();
        if let ("count", [Value::Text(kind)]) = (&*word, arguments)
            && !KINDS.contains(kind)
        {
            return Err(ArgumentError::unknown(0, "kind", kind, KINDS.into_iter()));
        }
        if let [Value::Text("nowhere"), ..] = arguments {
            return Err(ArgumentError::new(9, "there is no nowhere").with_help("go somewhere"));
        }
        Ok(Asked { word, arguments: arguments.iter().map(|argument| format!("{argument:?}")).collect() })
    }
}

pub(crate) fn condition(text: &str) -> Result<(Condition, Vec<Asked>), Box<ExpressionError>> {
    let mut inputs = Vec::new();
    Ok((compile_condition(text, &TestWords::new(), &mut inputs)?, inputs))
}

pub(crate) fn number(text: &str) -> Result<(Score, Vec<Asked>), Box<ExpressionError>> {
    let mut inputs = Vec::new();
    Ok((compile_number(text, &TestWords::new(), &mut inputs)?, inputs))
}

/// The value of an input: `a` to `d` are 1 to 4, `p` and `r` true, `t` "wolf", `u` "rat"; calls are
/// 10.
pub(crate) fn value(asked: &Asked) -> Option<Value<'static>> {
    Some(match (asked.word.as_str(), asked.arguments.len()) {
        ("a", 0) => Value::Whole(1),
        ("b", 0) => Value::Whole(2),
        ("c", 0) => Value::Decimal(3.0),
        ("d", 0) => Value::Decimal(4.0),
        ("p" | "r", 0) => Value::Condition(true),
        ("q" | "s", 0) => Value::Condition(false),
        ("t", 0) => Value::Text("wolf"),
        ("u", 0) => Value::Text("rat"),
        ("missing" | "absent" | "nothing", 0) => return None,
        _ => Value::Whole(10),
    })
}

/// The verdict on a condition over the values of [`value`].
pub(crate) fn verdict(text: &str) -> Verdict {
    let (condition, inputs) = condition(text).unwrap_or_else(|error| panic!("{error:#}"));
    condition.evaluate(&mut |input| value(&inputs[input]))
}

/// The number of an expression over the values of [`value`].
pub(crate) fn result(text: &str) -> Result<f64, Undefined> {
    let (score, inputs) = number(text).unwrap_or_else(|error| panic!("{error:#}"));
    score.evaluate(&mut |input| value(&inputs[input]))
}

/// The names of the inputs that evaluating a condition asks for, in order.
pub(crate) fn asked(text: &str) -> Vec<String> {
    let (condition, inputs) = condition(text).unwrap_or_else(|error| panic!("{error:#}"));
    let asked = RefCell::new(Vec::new());
    condition.evaluate(&mut |input| {
        asked.borrow_mut().push(inputs[input].word.clone());
        value(&inputs[input])
    });
    asked.into_inner()
}
