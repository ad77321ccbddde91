//! Puts what is wrong with a preset in a designer's words.
//!
//! Consumes a fault and its place in the text; produces a span, a message (the expected and the
//! given value) and help (how to write the value).

use super::{
    examples,
    explanation::{Explanation, SHORT, quoted_if_short},
    fault::{Fault, ValueForm},
    foreign,
    place::MistakePlace,
    ramp_or_pair,
    suggestion::{suggestion, suggestion_as},
    tokens::{Token, TokenKind},
};
use crate::error::{Problem, ProblemCode, did_you_mean_the_word, without_quotes};

/// What is wrong at a place, in words; and whether the text around it is not well-formed or too
/// deep, so that what follows cannot be read.
pub(super) fn of(place: &MistakePlace<'_>, fault: Fault) -> (Problem, bool) {
    let foreign = foreign::explain(place);
    // Without its colon a field is none, also where another sign stands there.
    let is_torn = fault == Fault::NoColon
        || foreign.is_none() && matches!(fault, Fault::NoComma | Fault::Trailing | Fault::Expected(ValueForm::Field));
    let is_malformed = fault == Fault::TooDeep || is_torn && !place.is_in_tuple();
    let (code, (span, message, help)) = match foreign {
        Some(explanation) => (ProblemCode::Syntax, explanation),
        None => (code(fault), explain(place, fault)),
    };
    (Problem::new(code, place.text, span, message, help), is_malformed)
}

/// The sort of mistake that a fault is.
fn code(fault: Fault) -> ProblemCode {
    match fault {
        Fault::UnknownField(_) | Fault::UnknownVariant(_) => ProblemCode::UnknownName,
        Fault::Repeated => ProblemCode::Repeated,
        Fault::Missing(_) => ProblemCode::Missing,
        Fault::TooLarge => ProblemCode::OutOfRange,
        Fault::TooDeep => ProblemCode::TooMany,
        Fault::Trailing | Fault::UnknownEscape | Fault::NoComma | Fault::NoColon | Fault::HalfRead(_) => {
            ProblemCode::Syntax
        }
        Fault::OneTooMany | Fault::TakesNoBrackets => ProblemCode::Syntax,
        Fault::NoneOf(_) | Fault::NoVariant(..) | Fault::Expected(_) | Fault::TooFew(_) => ProblemCode::BadValue,
        Fault::NeedsBrackets | Fault::Named | Fault::Unexpected => ProblemCode::BadValue,
    }
}

fn explain(place: &MistakePlace<'_>, fault: Fault) -> Explanation {
    if let Some(explanation) = ramp_or_pair::explain(place).filter(|_| is_number(fault)) {
        return explanation;
    }
    let is_of_ramp = matches!(fault, Fault::UnknownField(expected) if expected.contains(&"from"));
    if let Some(explanation) = ramp_or_pair::explain_bounds(place).filter(|_| is_of_ramp || is_number(fault)) {
        return explanation;
    }
    let span = place.value.clone();
    let word = place.written();
    let (message, help) = match fault {
        Fault::NoneOf(name) => none_of(place, name),
        Fault::NoVariant(name, variants) => no_variant(place, name, variants),
        Fault::Expected(form) => instead_of_form(place, form),
        Fault::UnknownField(expected) => {
            (format!("unknown field {word:?}"), Some(suggestion(word, expected.iter().copied())))
        }
        Fault::UnknownVariant(expected) => {
            (format!("unknown value {word:?}"), Some(suggestion(word, examples::in_presets(expected))))
        }
        Fault::Repeated => (format!("the field `{word}` is given twice"), None),
        Fault::Missing(field) => {
            let message = format!("the field `{field}` is missing");
            return (place.bracket().unwrap_or(span), message, Some("add it inside these brackets".to_owned()));
        }
        Fault::TooFew(found) => {
            let count = if found == 0 { "none" } else { "one" };
            (format!("{} needs two values, but has {count}", given(place)), Some(example(place)))
        }
        Fault::OneTooMany => (format!("{} is one too many", given(place)), Some(example(place))),
        Fault::NeedsBrackets => {
            (format!("`{word}` needs values in brackets"), Some(format!("as in `{}`", examples::variant(word))))
        }
        Fault::TakesNoBrackets => {
            let name = place.before().map_or("", |name| &place.text[name.span.clone()]);
            (format!("`{name}` takes no brackets"), Some(format!("write `{name}` without brackets")))
        }
        Fault::Named => named_struct(place),
        Fault::HalfRead(length) => half_read(place, length),
        Fault::TooLarge => {
            let help = "whole numbers have up to 18 digits".to_owned();
            (format!("`{word}` is too large for a whole number"), Some(help))
        }
        Fault::UnknownEscape => return foreign::escape(place),
        Fault::NoComma => return no_comma(place),
        Fault::NoColon => {
            let key = place.before().map_or("", |token| &place.text[token.span.start..span.start]);
            (format!("expected `:` after `{key}`"), None)
        }
        Fault::TooDeep => {
            let help = "groups of formations nest at most 4 deep".to_owned();
            ("the preset is nested too deeply".to_owned(), Some(help))
        }
        Fault::Trailing => ("unexpected text after the preset's last `)`".to_owned(), None),
        Fault::Unexpected => (format!("unexpected {}", given(place)), None),
    };
    (span, message, help)
}

/// The message and the help of a problem.
type Words = (String, Option<String>);

/// Explains a word where the fields of a struct belong: before their brackets, or in their place.
fn named_struct(place: &MistakePlace<'_>) -> Words {
    let found = place.written();
    let has_brackets = place.text[place.value.end..].trim_start().starts_with('(');
    match place.field().filter(|_| !has_brackets) {
        Some(field) => {
            let message = format!("expected fields in round brackets, found `{found}`");
            (message, Some(examples::fields_with(field, found)))
        }
        None => {
            let help = "write `(` without a name before it".to_owned();
            (format!("the name `{found}` is not allowed here"), Some(help))
        }
    }
}

/// Explains a value that has none of the forms of the type `name`.
fn none_of(place: &MistakePlace<'_>, name: &str) -> Words {
    let (expected, examples) = examples::either(name).unwrap_or_default();
    let word = place.written();
    let bare = word.trim_matches(['"', '\'']);
    let help = match name {
        "RawRamp" | "RawCount" if word != bare && bare.parse::<f32>().is_ok() => without_quotes(bare),
        "RawRamp" => ramp_or_pair::instead_of_ramp(word),
        _ => examples,
    };
    let message = refusal(place, expected).unwrap_or_else(|| format!("expected {expected}, found {}", given(place)));
    (message, Some(help))
}

/// Explains a missing comma behind a complete value.
fn no_comma(place: &MistakePlace<'_>) -> Explanation {
    let before = place.before();
    let behind = before.map_or(0, |token| token.span.end);
    let last = before.map_or("", |token| &place.text[token.span.clone()]);
    let what = if last.len() > SHORT || last.starts_with([')', ']', '}']) {
        format!("expected a comma after this `{}`", last.chars().next_back().unwrap_or_default())
    } else {
        format!("expected a comma after `{last}`")
    };
    (behind..behind, what, None)
}

/// Explains a word such as `3x`, of which the first `length` bytes are a value.
fn half_read(place: &MistakePlace<'_>, length: usize) -> Words {
    let word = place.written();
    let taken = &word[..length];
    let (whole, number) = (taken.parse::<i64>().is_ok(), taken.parse::<f32>().is_ok());
    if whole && word.parse::<f32>().is_ok() {
        let help = "decimals are not allowed here".to_owned();
        return (format!("expected a whole number, found `{word}`"), Some(help));
    }
    let message = if number { format!("`{word}` is not a number") } else { format!("unexpected `{word}`") };
    (message, None)
}

/// Explains a value that has not the form that it should have.
fn instead_of_form(place: &MistakePlace<'_>, form: ValueForm) -> Words {
    let field = field(place);
    let single = || ramp_or_pair::instead_of_number(place.written());
    let (what, help) = match form {
        ValueForm::Whole => ("a whole number", unquoted(place, |word| word.parse::<i64>().is_ok()).or_else(single)),
        ValueForm::Number => ("a number", unquoted(place, |word| word.parse::<f32>().is_ok()).or_else(single)),
        ValueForm::Truth => {
            let quoted = unquoted(place, |word| matches!(word, "true" | "false"));
            ("`true` or `false`", quoted.or_else(|| boolean(inner(place)).map(|word| format!("write `{word}`"))))
        }
        ValueForm::Text => ("a text in double quotes", quoted(place, '"', |_| true)),
        ValueForm::Letter => ("a character in single quotes", quoted(place, '\'', |word| word.chars().count() == 1)),
        ValueForm::List => {
            let example = examples::list(place.variant().filter(|name| *name == "Bitmap").unwrap_or(field));
            ("a list in square brackets", Some(format!("as in `{example}`")))
        }
        ValueForm::Map => ("a map in braces", Some(format!("as in `{}`", examples::map(field)))),
        ValueForm::Pair => ("a pair", Some(pair_example(field))),
        ValueForm::Field if place.is_key() => (
            "a field's name",
            unquoted(place, |word| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')),
        ),
        ValueForm::Field => ("a field's name", examples::fields(field).map(|fields| format!("as in `{fields}`"))),
        ValueForm::Fields if !field.is_empty() => {
            let example = examples::fields(field).map_or_else(String::new, |fields| format!(", as in `{fields}`"));
            ("an opening `(`", Some(format!("write the fields of `{field}` in round brackets{example}")))
        }
        ValueForm::Fields => ("an opening `(`", Some("a preset begins like `(name: \"crypt\", `".to_owned())),
    };
    (instead_of(place, what), help)
}

/// The message where `what` belongs and something else stands, or nothing.
fn instead_of(place: &MistakePlace<'_>, what: &str) -> String {
    refusal(place, what).unwrap_or_else(|| match quoted_if_short(place.written()) {
        Some(value) => format!("expected {what}, found {value}"),
        None => format!("expected {what}"),
    })
}

/// Explains what stands where a variant of the type `name` belongs.
fn no_variant(place: &MistakePlace<'_>, name: &str, variants: &'static [&'static str]) -> Words {
    let variants = examples::in_presets(variants);
    let all = || match name {
        "RawRule" => "as in `Wall(1)`, `Door(2)`, `Entry(3)`, `Exit(3)`, `Bank(1)`, `Any(2)`, `Prop(\"chest\", 2)` \
             or `Terrain(\"water\", 1)`"
            .to_owned(),
        "MaskSize" => "as in `Cells(4)`, `Box(4, 2)`, `Ratio(0.5)` or `Fit(0.5)`".to_owned(),
        _ if is_quoted(place) => suggestion_as(did_you_mean_the_word, inner(place), variants.clone()),
        _ => suggestion(inner(place), variants.clone()),
    };
    let help = unquoted(place, |word| variants.clone().any(|name| name == word)).unwrap_or_else(all);
    (instead_of(place, examples::phrase(name)), Some(help))
}

/// The field at the place, by the name under which [`examples`] has it.
fn field<'text>(place: &MistakePlace<'text>) -> &'text str {
    // Corridors and partings have `width`; `tags` of a floorplan are rules, and `avoid` of a
    // feature rooms.
    match place.field().unwrap_or_default() {
        "tags" if place.outer_field() == Some("floorplan") => "rules for tags",
        "avoid" if place.outer_field() == Some("features") => "rooms to avoid",
        "width" if place.outer_field() == Some("partings") => "width of partings",
        field => field,
    }
}

/// Whether a number was expected, or one of the forms that begin like one.
fn is_number(fault: Fault) -> bool {
    match fault {
        Fault::Expected(form) => matches!(form, ValueForm::Whole | ValueForm::Number),
        Fault::NoneOf(name) => ["RawRamp", "RawCount"].contains(&name),
        _ => false,
    }
}

/// The message that a value is missing, if it is.
fn refusal(place: &MistakePlace<'_>, what: &str) -> Option<String> {
    match place.token().map(|token| token.kind) {
        None => Some(format!("{what} is missing here")),
        Some(TokenKind::Comma | TokenKind::Close) => {
            Some(format!("{what} is missing before this `{}`", place.written()))
        }
        Some(_) => None,
    }
}

/// The value as it is written, in backquotes; `this value` if it is long.
fn given(place: &MistakePlace<'_>) -> String {
    quoted_if_short(place.written()).unwrap_or_else(|| "this value".to_owned())
}

/// Help with an example of the value in whose brackets the place is.
fn example(place: &MistakePlace<'_>) -> String {
    match place.variant() {
        Some(name) => format!("as in `{}`", examples::variant(name)),
        None => pair_example(field(place)),
    }
}

fn pair_example(field: &str) -> String {
    format!("a pair is two values in round brackets, as in `{}`", examples::pair(field))
}

/// The token at the place, without its quotes.
fn inner<'text>(place: &MistakePlace<'text>) -> &'text str {
    place.token().map_or("", |token| place.text[token.span.clone()].trim_matches(['"', '\'']))
}

/// The word of RON for what other languages write as a truth value.
fn boolean(word: &str) -> Option<&'static str> {
    match &*word.to_ascii_lowercase() {
        "1" | "true" | "yes" | "on" => Some("true"),
        "0" | "false" | "no" | "off" => Some("false"),
        _ => None,
    }
}

/// Whether the token at the place has quotes.
fn is_quoted(place: &MistakePlace<'_>) -> bool {
    place.token().is_some_and(Token::is_quoted)
}

/// Help to remove the quotes of the token, if the text inside them passes `fits`.
fn unquoted(place: &MistakePlace<'_>, fits: impl Fn(&str) -> bool) -> Option<String> {
    let word = inner(place);
    (is_quoted(place) && fits(word)).then(|| without_quotes(word))
}

/// Help with an example in quotes: the token's own text if it passes `fits`, else a fixed text.
fn quoted(place: &MistakePlace<'_>, quote: char, fits: impl Fn(&str) -> bool) -> Option<String> {
    let word = inner(place);
    let simple =
        place.token().is_some_and(|token| matches!(token.kind, TokenKind::Text | TokenKind::Letter | TokenKind::Word))
            && !word.is_empty()
            && word.len() <= SHORT
            && !word.contains(['"', '\'', '\\']);
    let example = if quote == '"' { "urn" } else { "%" };
    let shown = if simple && fits(word) { word } else { example };
    Some(format!("as in `{quote}{shown}{quote}`"))
}
