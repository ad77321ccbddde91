//! Cuts a text into lexemes: literals, words and symbols.
//!
//! Cost: linear in the text.

use std::ops::Range;

use roomgen_text::{Problem, ProblemCode, legible::excerpt};

use crate::syntax::{Infix, OPERATORS};

/// A literal, a word or a symbol, with its place.
#[derive(Clone, Debug)]
pub(crate) struct Lexeme {
    pub(crate) span: Range<usize>,
    pub(crate) kind: LexemeKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LexemeKind {
    Whole(i128),
    Decimal(f64),
    Text(String),
    Boolean(bool),
    Word,
    Infix(Infix),
    Not,
    Question,
    Colon,
    Comma,
    /// Between a floor and what is asked of it.
    Dot,
    /// Only between a number and the value wanted for it.
    Equals,
    Open,
    Close,
    OpenList,
    CloseList,
    End,
}

/// The symbols that are no operators between operands.
const SYMBOLS: [(&str, LexemeKind); 10] = [
    ("!", LexemeKind::Not),
    ("?", LexemeKind::Question),
    (":", LexemeKind::Colon),
    (",", LexemeKind::Comma),
    (".", LexemeKind::Dot),
    ("=", LexemeKind::Equals),
    ("(", LexemeKind::Open),
    (")", LexemeKind::Close),
    ("[", LexemeKind::OpenList),
    ("]", LexemeKind::CloseList),
];

/// Characters of other languages and of keyboards, with what is written here instead.
const MEANT: [(char, &str); 14] = [
    ('=', "=="),
    ('&', "&&"),
    ('|', "||"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('−', "-"),
    ('–', "-"),
    ('×', "*"),
    ('÷', "/"),
    ('“', "\""),
    ('”', "\""),
    ('‘', "'"),
    ('’', "'"),
];

/// The lexemes of a text, of which the last is [`LexemeKind::End`].
pub(crate) fn lexemes(text: &str) -> Result<Vec<Lexeme>, Box<Problem>> {
    let mut lexemes = Vec::new();
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
        at = text.len() - rest.len();
        let Some(first) = rest.chars().next() else {
            lexemes.push(Lexeme { span: at..at, kind: LexemeKind::End });
            return Ok(lexemes);
        };
        let (length, kind) = match first {
            '"' | '\'' => string(text, at)?,
            first if is_word_start(first) => {
                let length = rest.find(|character| !is_word_part(character)).unwrap_or(rest.len());
                (length, word(&rest[..length]))
            }
            first if first.is_ascii_digit() || is_fraction(rest) => number(text, at)?,
            first => match FOREIGN.iter().find(|(foreign, _)| rest.starts_with(foreign)) {
                Some((foreign, meant)) => return Err(foreign_symbol(text, at, foreign, meant)),
                None => symbol(rest).ok_or_else(|| unexpected(text, at, first))?,
            },
        };
        lexemes.push(Lexeme { span: at..at + length, kind });
        at += length;
    }
}

fn is_word_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

fn is_word_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn word(word: &str) -> LexemeKind {
    match word {
        "true" => LexemeKind::Boolean(true),
        "false" => LexemeKind::Boolean(false),
        "in" => LexemeKind::Infix(Infix::In),
        _ => LexemeKind::Word,
    }
}

/// Comparisons of other languages, and what is meant.
const FOREIGN: [(&str, &str); 3] = [("=>", ">="), ("=<", "<="), ("<>", "!=")];

fn foreign_symbol(text: &str, at: usize, foreign: &str, meant: &str) -> Box<Problem> {
    let message = format!("`{foreign}` is not part of the language");
    let span = at..at + foreign.len();
    Problem::of_expression(ProblemCode::UnexpectedCharacter, text, &span, message).with_suggestion(meant)
}

fn symbol(rest: &str) -> Option<(usize, LexemeKind)> {
    let operator = OPERATORS.iter().find(|(symbol, _)| rest.starts_with(symbol));
    let operator = operator.map(|(symbol, infix)| (symbol.len(), LexemeKind::Infix(*infix)));
    let other = || SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol));
    operator.or_else(|| other().map(|(symbol, kind)| (symbol.len(), kind.clone())))
}

/// The mistake of a character that cannot stand here.
pub(crate) fn unexpected(text: &str, at: usize, character: char) -> Box<Problem> {
    let span = at..at + character.len_utf8();
    let message = format!("`{}` is not part of the language", character.escape_debug());
    let mistake = Problem::of_expression(ProblemCode::UnexpectedCharacter, text, &span, message);
    match MEANT.iter().find(|(other, _)| *other == character) {
        Some((_, meant)) => mistake.with_suggestion(meant),
        None if character.is_alphabetic() => mistake.with_help("names have letters a to z, digits and `_`"),
        None => mistake,
    }
}

/// Whether a text begins with a decimal that has no digit before its point, such as `.5`.
fn is_fraction(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|digits| digits.starts_with(|first: char| first.is_ascii_digit()))
}

/// The number of digits at the beginning.
fn digits(text: &str) -> usize {
    text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len())
}

/// A number: digits, then maybe a point with digits, then maybe an exponent.
fn number(text: &str, at: usize) -> Result<(usize, LexemeKind), Box<Problem>> {
    let rest = &text[at..];
    let mut length = digits(rest);
    let mut is_whole = true;
    if is_fraction(&rest[length..]) {
        is_whole = false;
        length += 1 + digits(&rest[length + 1..]);
    }
    if let Some(exponent) = rest[length..].strip_prefix(['e', 'E']) {
        let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let count = digits(power);
        if count > 0 {
            is_whole = false;
            length = rest.len() - power.len() + count;
        }
    }
    let all = rest.find(|character| !is_word_part(character) && character != '.').unwrap_or(rest.len());
    let bad = |length, message: &str| Problem::of_expression(ProblemCode::BadNumber, text, &(at..at + length), message);
    if all > length {
        let mistake = bad(all, &format!("{} is no number", excerpt(&rest[..all]).replace('"', "`")));
        return Err(match &rest[length..all] {
            "." => mistake.with_suggestion(&rest[..length]),
            _ => mistake.with_help("numbers are written as `12`, `0.5` or `1e6`"),
        });
    }
    let digits = &rest[..length];
    let kind = if is_whole {
        digits.parse::<u64>().map(|whole| LexemeKind::Whole(whole.into())).map_err(|_| {
            bad(length, &format!("whole numbers are at most {}", u64::MAX))
                .with_help("write it as a decimal, as in `1e20`")
        })?
    } else {
        let decimal = digits.parse().ok().filter(|decimal: &f64| decimal.is_finite());
        LexemeKind::Decimal(decimal.ok_or_else(|| bad(length, "decimals are at most 1.8e308"))?)
    };
    Ok((length, kind))
}

/// A text in quotes of either kind.
fn string(all: &str, at: usize) -> Result<(usize, LexemeKind), Box<Problem>> {
    let rest = &all[at..];
    let quote = if rest.starts_with('\'') { '\'' } else { '"' };
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((offset, character)) = characters.next() {
        match character {
            '\n' | '\r' => break,
            '\\' => {
                let Some((_, escaped)) = characters.next() else { break };
                text.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    '"' | '\'' | '\\' => escaped,
                    _ => {
                        let span = at + offset..at + offset + 1 + escaped.len_utf8();
                        let message = format!("`\\{}` is no escape", escaped.escape_debug());
                        let mistake = Problem::of_expression(ProblemCode::UnknownEscape, all, &span, message);
                        return Err(mistake.with_help("allowed: `\\n`, `\\t`, `\\\"`, `\\'`, `\\\\`"));
                    }
                });
            }
            character if character == quote => return Ok((offset + 1, LexemeKind::Text(text))),
            character => text.push(character),
        }
    }
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let message = "a text has no closing quote";
    let mistake = Problem::of_expression(ProblemCode::UnterminatedString, all, &(at..at + line), message);
    Err(mistake.with_help(format!("end it with `{quote}` on the same line")))
}
