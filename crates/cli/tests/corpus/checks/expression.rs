//! Expressions: refused with a mistake that can be underlined, or evaluated to the same by all
//! ways.

use roomgen_find::{
    ArgumentError, ExpressionError, Parameter, Value, ValueType, Verdict, Vocabulary, Word, compile_condition,
    compile_number, compile_targets,
};

/// A host with a word of each sort.
struct FuzzWords(Vec<Word>);

impl FuzzWords {
    fn new() -> Self {
        let mut words = vec![
            Word::variable("rooms", ValueType::Number, "Rooms."),
            Word::variable("bridges", ValueType::Number, "Bridges."),
            Word::variable("dark", ValueType::Condition, "Whether it is dark."),
            Word::variable("theme", ValueType::Text, "The theme."),
            Word::measure("count", [Parameter::text("kind")], ValueType::Number, "Props of a kind."),
            Word::measure("deep", [Parameter::number("steps")], ValueType::Condition, "Whether it is deep."),
        ];
        words.extend(Word::arithmetic());
        Self(words)
    }
}

impl Vocabulary for FuzzWords {
    type Input = usize;

    fn words(&self) -> &[Word] {
        &self.0
    }

    fn input(&self, word: usize, arguments: &[Value<'_>]) -> Result<usize, ArgumentError> {
        match arguments {
            [Value::Text(kind)] if *kind != "wolf" => {
                Err(ArgumentError::unknown(0, "kind", kind, ["wolf", "rat"].into_iter()))
            }
            _ => Ok(word),
        }
    }
}

/// Whether the bytes are an expression of either type, or targets.
pub fn is_expression(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let words = FuzzWords::new();
    compile_condition(text, &words, &mut Vec::new()).is_ok()
        || compile_number(text, &words, &mut Vec::new()).is_ok()
        || compile_targets(text, &words, &mut Vec::new()).is_ok()
}

/// Reads an expression, and evaluates it over a few levels.
pub fn expression(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let (words, mut inputs) = (FuzzWords::new(), Vec::new());
    match compile_condition(text, &words, &mut inputs) {
        Err(error) => {
            assert!(inputs.is_empty(), "a mistake leaves no inputs");
            can_be_shown(text, &error);
        }
        Ok(condition) => {
            for round in 0..4 {
                let mut measure = |input: usize| value(inputs[input], round);
                let verdict = condition.evaluate(&mut measure);
                let parts: Vec<_> =
                    condition.conjuncts().iter().map(|conjunct| conjunct.evaluate(&mut measure)).collect();
                let decides = |is: fn(&Verdict) -> bool| parts.iter().copied().find(is);
                let expected = decides(|part| *part == Verdict::NoMatch)
                    .or_else(|| decides(|part| matches!(part, Verdict::Undefined(_))))
                    .unwrap_or(Verdict::Match);
                assert_eq!(verdict, expected);
            }
        }
    }
    inputs.clear();
    match compile_number(text, &words, &mut inputs) {
        Err(error) => can_be_shown(text, &error),
        Ok(score) => {
            for round in 0..4 {
                let number = score.evaluate(&mut |input| value(inputs[input], round));
                assert!(number.unwrap_or_default().is_finite());
            }
        }
    }
    inputs.clear();
    match compile_targets(text, &words, &mut inputs) {
        Err(error) => can_be_shown(text, &error),
        Ok(targets) => {
            assert!(!targets.is_empty());
            for target in targets {
                let number = target.number().evaluate(&mut |input| value(inputs[input], 0));
                assert!(target.wanted().is_finite() && number.unwrap_or_default().is_finite());
            }
        }
    }
}

/// The value of a word of [`FuzzWords`] for the level of a round.
fn value(word: usize, round: usize) -> Option<Value<'static>> {
    let numbers = [Value::Whole(0), Value::Whole(i128::MIN), Value::Decimal(-0.5), Value::Decimal(f64::MAX)];
    match (word, round) {
        (2 | 5, round) => Some(Value::Condition(round % 2 == 0)),
        (3, round) => Some(Value::Text(["", "wolf", "岩", "\n"][round])),
        (4, 1) => None,
        (word, round) => Some(numbers[(word + round) % numbers.len()]),
    }
}

fn can_be_shown(text: &str, error: &ExpressionError) {
    assert!(text.get(error.span.clone()).is_some(), "{error:?}");
    assert!(error.utf16.end <= text.encode_utf16().count() && error.utf16.start <= error.utf16.end);
    assert!(error.line >= 1 && error.column >= 1);
    assert!((error.end_line, error.end_column) >= (error.line, error.column));
    assert!(!error.source_line.contains(char::is_control));
    assert!(!error.to_string().contains(char::is_control) && format!("{error:#}").len() < 4096);
}
