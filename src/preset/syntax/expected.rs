//! Explains errors of the RON parser in a designer's words.
//!
//! Consumes an error and its place in the text; produces a span, a message (the expected and the
//! given value) and help (how to write the value).

use std::ops::Range;

use ron::error::Error;

use super::{
    examples,
    explanation::{Explanation, SHORT, quoted_if_short},
    foreign,
    place::TokenPlace,
    ramp_or_pair,
    suggestion::{suggestion, suggestion_as},
    tokens::{Token, TokenKind},
};
use crate::{
    error::{ProblemCode, did_you_mean_the_word, without_quotes},
    preset::{
        ramp::NUMBER_OR_RAMP,
        rules::{COUNT, FILE_OR_SHEET, PROP_OR_TERRAIN, ROWS_OR_NAME, TRUE_OR_PROPS},
    },
};

/// Whether the text around the error is not well-formed or too deep, so that what follows cannot be
/// read.
pub(super) fn is_malformed(place: &TokenPlace<'_>, error: &Error) -> bool {
    match error {
        Error::ExceededRecursionLimit => true,
        // Without its colon a field is none, also where another sign stands there.
        Error::ExpectedMapColon => !place.is_in_tuple(),
        Error::ExpectedIdentifier
        | Error::InvalidIdentifier(_)
        | Error::SuggestRawIdentifier(_)
        | Error::ExpectedDifferentStructName { .. } => foreign::explain(place).is_none() && !place.is_in_tuple(),
        error => is_of_syntax(error) && foreign::explain(place).is_none() && !place.is_in_tuple(),
    }
}

/// Whether a sign that belongs there is missing, or something stands where nothing belongs.
fn is_of_syntax(error: &Error) -> bool {
    matches!(error, Error::TrailingCharacters | Error::Eof | Error::InvalidEscape(_)) || lacks_sign(error)
}

/// Whether a comma, a colon or a closing bracket is missing behind a complete value.
fn lacks_sign(error: &Error) -> bool {
    matches!(error, Error::ExpectedComma | Error::ExpectedMapColon | Error::ExpectedStructLikeEnd)
        || matches!(error, Error::ExpectedOptionEnd | Error::ExpectedArrayEnd | Error::ExpectedMapEnd)
}

/// The sort of mistake that an error of the RON parser stands for.
pub(super) fn code(place: &TokenPlace<'_>, error: &Error) -> ProblemCode {
    if foreign::explain(place).is_some() {
        return ProblemCode::Syntax;
    }
    match error {
        Error::NoSuchStructField { .. } | Error::NoSuchEnumVariant { .. } | Error::NoSuchExtension(_) => {
            ProblemCode::UnknownName
        }
        Error::DuplicateStructField { .. } => ProblemCode::Repeated,
        Error::MissingStructField { .. } => ProblemCode::Missing,
        Error::IntegerOutOfBounds => ProblemCode::OutOfRange,
        Error::ExceededRecursionLimit => ProblemCode::TooMany,
        error if is_of_syntax(error) => ProblemCode::Syntax,
        _ => ProblemCode::BadValue,
    }
}

pub(super) fn explain(place: &TokenPlace<'_>, error: &Error) -> Explanation {
    if let Some(explanation) = foreign::explain(place) {
        return explanation;
    }
    if let Some(explanation) = ramp_or_pair::explain(place).filter(|_| is_number(error)) {
        return explanation;
    }
    let is_of_ramp = matches!(error, Error::NoSuchStructField { expected, .. } if expected.contains(&"from"));
    if let Some(explanation) = ramp_or_pair::explain_bounds(place).filter(|_| is_of_ramp || is_number(error)) {
        return explanation;
    }
    let named = |word: &str| place.last(word).unwrap_or_else(|| place.value());
    match error {
        Error::InvalidValueForType { expected, .. } if expected == NUMBER_OR_RAMP => not_a_ramp(place, NUMBER_OR_RAMP),
        Error::InvalidValueForType { expected, .. } if expected == COUNT => not_a_ramp(place, COUNT),
        Error::InvalidValueForType { expected, .. } if expected == ROWS_OR_NAME => {
            neither_form(place, ROWS_OR_NAME, examples::SPRITE)
        }
        Error::InvalidValueForType { expected, .. } if expected == FILE_OR_SHEET => {
            neither_form(place, FILE_OR_SHEET, examples::SHEET)
        }
        Error::InvalidValueForType { expected, .. } if expected == PROP_OR_TERRAIN => {
            neither_form(place, PROP_OR_TERRAIN, examples::LEGEND_ENTRY)
        }
        Error::InvalidValueForType { expected, .. } if expected == TRUE_OR_PROPS => {
            neither_form(place, TRUE_OR_PROPS, examples::REQUIRED)
        }
        // A range such as `1..2`, which the parser takes for a struct.
        Error::NoSuchStructField { found, .. } if place.last(found).is_none() => not_a_ramp(place, NUMBER_OR_RAMP),
        Error::NoSuchStructField { expected, found, .. } => {
            (named(found), format!("unknown field {found:?}"), Some(suggestion(found, expected.iter().copied())))
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            (named(found), format!("unknown value {found:?}"), Some(suggestion(found, expected.iter().copied())))
        }
        Error::DuplicateStructField { field, .. } => {
            (named(field), format!("the field `{field}` is given twice"), None)
        }
        Error::MissingStructField { field, .. } => {
            let span = place.bracket().map_or_else(|| place.value(), |bracket| bracket.span.clone());
            (span, format!("the field `{field}` is missing"), Some("add it inside these brackets".to_owned()))
        }
        Error::ExpectedDifferentStructName { found, .. } => named_struct(place, found),
        Error::ExceededRecursionLimit => {
            let help = "groups of formations nest at most 4 deep".to_owned();
            (place.value(), "the preset is nested too deeply".to_owned(), Some(help))
        }
        Error::TrailingCharacters => (place.value(), "unexpected text after the preset's last `)`".to_owned(), None),
        Error::ExpectedDifferentLength { found, .. } => too_few(place, *found),
        Error::IntegerOutOfBounds => {
            let span = place.before().map_or_else(|| place.value(), |token| token.span.clone());
            let message = format!("`{}` is too large for a whole number", &place.text[span.clone()]);
            (span, message, Some("whole numbers have up to 18 digits".to_owned()))
        }
        Error::NoSuchExtension(name) => (named(name), format!("unknown extension `{name}`"), None),
        Error::InvalidEscape(_) => foreign::escape(place),
        error if lacks_sign(error) => after_a_value(place, error),
        other => instead_of_a_value(place, other),
    }
}

/// Explains a word where the fields of a struct belong: before their brackets, or in their place.
fn named_struct(place: &TokenPlace<'_>, found: &str) -> Explanation {
    let span = place.last(found).unwrap_or_else(|| place.value());
    // The parser may have stopped behind the word.
    let passed = place.previous_word().filter(|word| word.token().is_some_and(|token| token.span == span));
    let has_brackets = place.text[span.end..].trim_start().starts_with('(');
    match passed.as_ref().unwrap_or(place).field().filter(|_| !has_brackets) {
        Some(field) => {
            let message = format!("expected fields in round brackets, found `{found}`");
            (span, message, Some(examples::fields_with(field, found)))
        }
        None => {
            let help = "write `(` without a name before it".to_owned();
            (span, format!("the name `{found}` is not allowed here"), Some(help))
        }
    }
}

/// Explains a value that has none of the forms that are `expected`, numbers among them.
///
/// The parser stopped behind the value, or within its brackets.
fn not_a_ramp(place: &TokenPlace<'_>, expected: &str) -> Explanation {
    let is_inside = place.before().is_some_and(|token| token.kind == TokenKind::Open);
    if is_inside && place.variant().is_some() {
        let span = place.after().value();
        return (span.clone(), format!("{} is one too many", given(place, span)), Some(example(place)));
    }
    let before = place.before().map_or_else(|| place.value(), |token| token.span.clone());
    let span = if is_inside { place.enclosing().unwrap_or(before) } else { before };
    let word = place.text.get(span.clone()).unwrap_or_default();
    let unquoted = word.trim_matches(['"', '\'']);
    let help = if word != unquoted && unquoted.parse::<f32>().is_ok() {
        without_quotes(unquoted)
    } else if expected == COUNT {
        format!("as in {}", examples::COUNT)
    } else {
        ramp_or_pair::instead_of_ramp(word)
    };
    let message = match word {
        "" => format!("expected {expected}"),
        _ => format!("expected {expected}, found {}", given(place, span.clone())),
    };
    (span, message, Some(help))
}

/// Explains a value that has none of the forms that are `expected`; `help` shows them.
///
/// The parser stopped behind the value, or within its brackets.
fn neither_form(place: &TokenPlace<'_>, expected: &str, help: &str) -> Explanation {
    let is_inside = place.before().is_some_and(|token| token.kind == TokenKind::Open);
    let before = place.before().map_or_else(|| place.value(), |token| token.span.clone());
    let span = if is_inside { place.enclosing().unwrap_or(before) } else { before };
    let message = format!("expected {expected}, found {}", given(place, span.clone()));
    (span, message, Some(help.to_owned()))
}

fn too_few(place: &TokenPlace<'_>, found: usize) -> Explanation {
    let span = place.enclosing().unwrap_or_else(|| place.value());
    let count = if found == 0 { "none" } else { "one" };
    (span.clone(), format!("{} needs two values, but has {count}", given(place, span)), Some(example(place)))
}

/// Explains an unexpected token behind a complete value.
fn after_a_value(place: &TokenPlace<'_>, error: &Error) -> Explanation {
    if let (Some(taken), Some(Token { kind: TokenKind::Word, span })) = (place.read_prefix(), place.token()) {
        if matches!(error, Error::ExpectedMapColon) {
            let behind = span.start + taken.len();
            return (behind..behind, format!("expected `:` after `{taken}`"), None);
        }
        return half_read(place, taken, span.clone());
    }
    let before = place.before();
    let behind = before.map_or(0, |token| token.span.end);
    let last = before.map_or("", |token| &place.text[token.span.clone()]);
    let opens = place.token().is_some_and(|token| token.kind == TokenKind::Open);
    match (error, before.map(|token| token.kind)) {
        (Error::ExpectedMapColon, _) => (behind..behind, format!("expected `:` after `{last}`"), None),
        (Error::ExpectedComma, Some(TokenKind::Word)) if opens => {
            (place.value(), format!("`{last}` takes no brackets"), Some(format!("write `{last}` without brackets")))
        }
        (Error::ExpectedComma, _) => {
            let what = if last.len() > SHORT || last.starts_with([')', ']', '}']) {
                format!("expected a comma after this `{}`", last.chars().next_back().unwrap_or_default())
            } else {
                format!("expected a comma after `{last}`")
            };
            (behind..behind, what, None)
        }
        _ => {
            let span = place.value();
            (span.clone(), format!("{} is one too many", given(place, span)), Some(example(place)))
        }
    }
}

/// Explains a word such as `3x`, whose beginning `taken` the parser has read as a value.
fn half_read(place: &TokenPlace<'_>, taken: &str, span: Range<usize>) -> Explanation {
    let word = &place.text[span.clone()];
    let (whole, number) = (taken.parse::<i64>().is_ok(), taken.parse::<f32>().is_ok());
    if whole && word.parse::<f32>().is_ok() {
        let help = "decimals are not allowed here".to_owned();
        return (span, format!("expected a whole number, found `{word}`"), Some(help));
    }
    let message = if number { format!("`{word}` is not a number") } else { format!("unexpected `{word}`") };
    (span, message, None)
}

/// Explains a token that is not of the type that the parser expects.
fn instead_of_a_value(place: &TokenPlace<'_>, error: &Error) -> Explanation {
    let before = place.before().filter(|token| token.kind == TokenKind::Word).map(|token| token.span.clone());
    if let (Error::ExpectedStructLike, Some(span)) = (error, before) {
        let name = &place.text[span.clone()];
        let help = format!("as in `{}`", examples::variant(name));
        return (span, format!("`{name}` needs values in brackets"), Some(help));
    }
    // The parser may have stopped behind the word that it rejects.
    let passed = place.previous_word();
    let place = passed.as_ref().unwrap_or(place);
    let field = field(place);
    let span = place.value();
    let single = || ramp_or_pair::instead_of_number(place.text.get(span.clone())?);
    let (what, help) = match error {
        Error::ExpectedInteger | Error::UnderscoreAtBeginning | Error::InvalidIntegerDigit { .. } => {
            ("a whole number", unquoted(place, |word| word.parse::<i64>().is_ok()).or_else(single))
        }
        Error::ExpectedFloat | Error::FloatUnderscore => {
            ("a number", unquoted(place, |word| word.parse::<f32>().is_ok()).or_else(single))
        }
        // The parser reports this error only where a number or a ramp is expected.
        Error::UnexpectedChar(_) => (NUMBER_OR_RAMP, Some(format!("as in {}", examples::RAMP))),
        Error::ExpectedBoolean => {
            let quoted = unquoted(place, |word| matches!(word, "true" | "false"));
            ("`true` or `false`", quoted.or_else(|| boolean(inner(place)).map(|word| format!("write `{word}`"))))
        }
        Error::ExpectedString => ("a text in double quotes", quoted(place, '"', |_| true)),
        Error::ExpectedChar => ("a character in single quotes", quoted(place, '\'', |word| word.chars().count() == 1)),
        Error::ExpectedArray => {
            let example = examples::list(place.variant().filter(|name| *name == "Bitmap").unwrap_or(field));
            ("a list in square brackets", Some(format!("as in `{example}`")))
        }
        Error::ExpectedMap => ("a map in braces", Some(format!("as in `{}`", examples::map(field)))),
        Error::ExpectedStructLike => ("a pair", Some(pair_example(field))),
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_) if place.is_key() => (
            "a field's name",
            unquoted(place, |word| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')),
        ),
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_) => {
            match examples::names(field) {
                Some((what, names)) => {
                    let help = unquoted(place, |word| names.contains(&word));
                    let all = || {
                        match field {
                        "near" | "avoid" => {
                            "as in `Wall(1)`, `Door(2)`, `Entry(3)`, `Exit(3)`, `Bank(1)`, `Any(2)`, `Prop(\"chest\", 2)` \
                             or `Terrain(\"water\", 1)`"
                                .to_owned()
                        }
                        "size" => "as in `Cells(4)`, `Box(4, 2)`, `Ratio(0.5)` or `Fit(0.5)`".to_owned(),
                        _ if is_quoted(place) => {
                            suggestion_as(did_you_mean_the_word, inner(place), names.iter().copied())
                        }
                        _ => suggestion(inner(place), names.iter().copied()),
                    }
                    };
                    (what, Some(help.unwrap_or_else(all)))
                }
                None => ("a field's name", examples::fields(field).map(|fields| format!("as in `{fields}`"))),
            }
        }
        Error::ExpectedNamedStructLike(_) if !field.is_empty() => {
            let example = examples::fields(field).map_or_else(String::new, |fields| format!(", as in `{fields}`"));
            ("an opening `(`", Some(format!("write the fields of `{field}` in round brackets{example}")))
        }
        Error::ExpectedNamedStructLike(_) | Error::Eof => {
            ("an opening `(`", Some("a preset begins like `(name: \"crypt\", `".to_owned()))
        }
        _ => return (span.clone(), format!("unexpected {}", given(place, span)), None),
    };
    (span.clone(), refusal(place, what, span), help)
}

/// The field at the place, by the name under which [`examples`] has it.
fn field<'text>(place: &TokenPlace<'text>) -> &'text str {
    // Room shapes and formations both have a field `shape`; stairs, formations and vaults have
    // `at`; corridors and partings have `width`; `tags` of a floorplan are rules.
    match place.field().unwrap_or_default() {
        "shape" if place.outer_field() == Some("shapes") => "shapes",
        "at" if matches!(place.outer_field(), Some("entry" | "exit")) => "stairs",
        "tags" if place.outer_field() == Some("floorplan") => "rules for tags",
        "pick" if place.outer_field() == Some("key") => "key pick",
        "width" if place.outer_field() == Some("partings") => "width of partings",
        field => field,
    }
}

/// Whether the parser expected a number, or one of the forms that begin like one.
fn is_number(error: &Error) -> bool {
    match error {
        Error::ExpectedInteger | Error::ExpectedFloat | Error::UnexpectedChar(_) => true,
        Error::InvalidIntegerDigit { .. } => true,
        Error::InvalidValueForType { expected, .. } => expected == NUMBER_OR_RAMP || expected == COUNT,
        _ => false,
    }
}

fn refusal(place: &TokenPlace<'_>, what: &str, span: Range<usize>) -> String {
    match place.token().map(|token| token.kind) {
        None => format!("{what} is missing here"),
        Some(TokenKind::Comma | TokenKind::Close) => format!("{what} is missing before this `{}`", &place.text[span]),
        Some(_) => match place.text.get(span).and_then(quoted_if_short) {
            Some(value) => format!("expected {what}, found {value}"),
            None => format!("expected {what}"),
        },
    }
}

/// The value at `span` as it is written, in backquotes; `this value` if it is long.
fn given(place: &TokenPlace<'_>, span: Range<usize>) -> String {
    place.text.get(span).and_then(quoted_if_short).unwrap_or_else(|| "this value".to_owned())
}

/// Help with an example of the value in whose brackets the parser stopped.
fn example(place: &TokenPlace<'_>) -> String {
    match place.variant() {
        Some(name) => format!("as in `{}`", examples::variant(name)),
        None => pair_example(field(place)),
    }
}

fn pair_example(field: &str) -> String {
    format!("a pair is two values in round brackets, as in `{}`", examples::pair(field))
}

/// The token at which the parser stopped, without its quotes.
fn inner<'text>(place: &TokenPlace<'text>) -> &'text str {
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

/// Whether the token at which the parser stopped has quotes.
fn is_quoted(place: &TokenPlace<'_>) -> bool {
    place.token().is_some_and(|token| matches!(token.kind, TokenKind::Text | TokenKind::Letter))
}

/// Help to remove the quotes of the token, if the text inside them passes `fits`.
fn unquoted(place: &TokenPlace<'_>, fits: impl Fn(&str) -> bool) -> Option<String> {
    let word = inner(place);
    (is_quoted(place) && fits(word)).then(|| without_quotes(word))
}

/// Help with an example in quotes: the token's own text if it passes `fits`, else a fixed text.
fn quoted(place: &TokenPlace<'_>, quote: char, fits: impl Fn(&str) -> bool) -> Option<String> {
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
