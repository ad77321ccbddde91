//! Explains what is written as in another language or by a word processor: typographic quotes, bare
//! colors, percentages, decimal commas, names in quotes, `=` and escape sequences.

use std::ops::Range;

use super::{
    explanation::Explanation,
    literals::escaped,
    place::MistakePlace,
    tokens::{Token, TokenKind},
};

/// Quotes that word processors put in place of `"` and `'`.
const QUOTES: [char; 8] = ['“', '”', '„', '‘', '’', '‚', '«', '»'];

/// The explanation of what other languages write otherwise; `None` if the place shows none of it.
pub(super) fn explain(place: &MistakePlace<'_>) -> Option<Explanation> {
    foreign_word(place).or_else(|| quoted_name(place)).or_else(|| decimal_comma(place))
}

fn explained(span: Range<usize>, message: String, help: String) -> Option<Explanation> {
    Some((span, message, Some(help)))
}

fn foreign_word(place: &MistakePlace<'_>) -> Option<Explanation> {
    let text = place.text;
    for token in [place.token(), place.before()].into_iter().flatten().filter(|token| token.kind == TokenKind::Word) {
        let (word, span) = (&text[token.span.clone()], token.span.clone());
        let is_value = text[..span.start].trim_end().ends_with(':');
        if word.contains(QUOTES) {
            let plain = word.trim_matches(QUOTES);
            let is_letter = word.starts_with(['‘', '‚']) && plain.chars().count() == 1;
            let quote = if is_letter { '\'' } else { '"' };
            let help = format!("write `{quote}{plain}{quote}`");
            return explained(span, format!("`{word}` has typographic quotes"), help);
        }
        if let Some(at) = word.find('=').map(|at| span.start + at) {
            let help = "write `:` before a value".to_owned();
            return explained(at..at + 1, "`=` does not belong here".to_owned(), help);
        }
        if is_value && is_color(word) {
            return explained(span, format!("`{word}` has no quotes"), format!("write `\"{word}\"`"));
        }
        if let Some(percent) = word.strip_suffix('%').and_then(|number| number.parse::<f32>().ok()) {
            let help = format!("write `{}`", percent / 100.0);
            return explained(span, format!("`{word}` is not a number"), help);
        }
    }
    None
}

/// Whether a word is a color as in `#7a5230`.
fn is_color(word: &str) -> bool {
    let digits = word.strip_prefix('#').filter(|digits| matches!(digits.len(), 3 | 6 | 8));
    digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Explains the name of a field in quotes, as JSON has it.
fn quoted_name(place: &MistakePlace<'_>) -> Option<Explanation> {
    let name = match place.token()?.kind {
        TokenKind::Colon => place.before(),
        _ => place.token().filter(|_| place.is_key()),
    };
    let span = name.filter(|name| name.kind == TokenKind::Text)?.span.clone();
    place.bracket().filter(|bracket| place.text.get(bracket.clone()) == Some("("))?;
    let help = format!("write `{}`", place.text[span.clone()].trim_matches('"'));
    explained(span, "names of fields have no quotes".to_owned(), help)
}

/// Explains a number such as `0,7`.
fn decimal_comma(place: &MistakePlace<'_>) -> Option<Explanation> {
    let text = place.text;
    let [whole, comma, fraction] = place.last_three()?;
    let is_number = |token: &Token| text[token.span.clone()].bytes().all(|digit| digit.is_ascii_digit());
    let is_joined = whole.span.end == comma.span.start && comma.span.end == fraction.span.start;
    if is_joined && comma.kind == TokenKind::Comma && is_number(whole) && is_number(fraction) {
        let span = whole.span.start..fraction.span.end;
        let word = &text[span.clone()];
        return explained(span, format!("`{word}` is not a number"), format!("write `{}`", word.replace(',', ".")));
    }
    None
}

/// Explains an escape sequence of another language in the literal at this place.
pub(super) fn escape(place: &MistakePlace<'_>) -> Explanation {
    let literal = place.token().map_or_else(|| place.value.clone(), |token| token.span.clone());
    let backslash = "write a backslash as `\\\\`".to_owned();
    let Some(found) = unknown_escape(&place.text[literal.clone()]) else {
        return (literal, "unknown escape sequence in this text".to_owned(), Some(backslash));
    };
    let span = literal.start + found.start..literal.start + found.end;
    let escape = &place.text[span.clone()];
    let digits = escape.strip_prefix("\\u").filter(|digits| is_character(digits));
    let help = digits.map_or(backslash, |digits| format!("write `\\u{{{digits}}}`"));
    (span, format!("unknown escape sequence `{escape}`"), Some(help))
}

/// The first escape sequence of a literal that RON does not have, as in `\q` or `\u0041`.
fn unknown_escape(literal: &str) -> Option<Range<usize>> {
    let mut at = 0;
    while let Some(start) = literal[at..].find('\\').map(|found| at + found) {
        let rest = &literal[start + 1..];
        let Some((_, length)) = escaped(rest) else {
            let first = rest.chars().next()?;
            let hex = rest.bytes().skip(1).take(4).take_while(u8::is_ascii_hexdigit).count();
            let digits = if first == 'u' { hex } else { 0 };
            return Some(start..start + 1 + first.len_utf8() + digits);
        };
        at = start + 1 + length;
    }
    None
}

/// Whether hexadecimal digits are the code point of a character.
fn is_character(digits: &str) -> bool {
    u32::from_str_radix(digits, 16).is_ok_and(|code| char::from_u32(code).is_some())
}
