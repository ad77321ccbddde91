//! Finds values in the text of a preset: from a path such as `layouts[2].prop` to the value's span.
//!
//! The text has been parsed before, so this module only finds brackets and commas. Where a path
//! leads to no value, the answer is the span of the smallest enclosing value.

use std::ops::Range;

/// One step of a path from a value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ValueStep {
    /// The field of this name of a struct.
    Field(&'static str),
    /// The element at this position of a list or tuple.
    Index(usize),
    /// The value of the map entry at this position, counted in text order.
    Entry(usize),
    /// The key of the map entry at this position, counted in text order.
    Key(usize),
}

/// The byte span of the value at `path`, or of the last existing value on the way to it.
pub(super) fn locate(text: &str, path: &[ValueStep]) -> Range<usize> {
    let mut value = whole(text);
    for step in path {
        match child(text, &value, step) {
            Some(found) => value = found,
            None => break,
        }
    }
    value
}

/// Whether the text has a value at `path`.
pub(super) fn is_given(text: &str, path: &[ValueStep]) -> bool {
    path.iter().try_fold(whole(text), |value, step| child(text, &value, step)).is_some()
}

fn whole(text: &str) -> Range<usize> {
    let start = skip_attributes(text);
    trim(text, start..value_end(text, start))
}

/// The span of the character at index `number` of the string literal at the span `literal`.
///
/// The span of the whole literal if the string has fewer characters.
pub(super) fn character(text: &str, literal: Range<usize>, number: usize) -> Range<usize> {
    let raw = text[literal.clone()].starts_with('r');
    let mut at = text[literal.clone()].find('"').map_or(literal.end, |quote| literal.start + quote + 1);
    for _ in 0..number {
        at += character_length(&text[at..literal.end], raw);
    }
    match character_length(&text[at..literal.end], raw) {
        0 => literal,
        length => at..at + length,
    }
}

/// The length in bytes of the first character of `rest`, the rest of a string literal.
///
/// An escape such as `\u{e9}` is one character. `raw` says that the literal has no escapes.
fn character_length(rest: &str, raw: bool) -> usize {
    let length = |text: &str| text.chars().next().map_or(0, char::len_utf8);
    match rest.strip_prefix('\\').filter(|_| !raw) {
        None => length(rest),
        Some(escape) if escape.starts_with('x') => rest.len().min(4),
        Some(escape) if escape.starts_with('u') => rest.find('}').map_or(rest.len(), |end| end + 1),
        Some(escape) => 1 + length(escape),
    }
}

/// The span of the value that `step` leads to in the struct, list, tuple or map at `value`.
fn child(text: &str, value: &Range<usize>, step: &ValueStep) -> Option<Range<usize>> {
    let open = value.start + text.get(value.clone())?.find(['(', '[', '{'])?;
    let mut at = skip_blank(text, open + 1);
    let mut number = 0;
    while at < value.end && !text[at..].starts_with([')', ']', '}']) {
        let end = value_end(text, at);
        let first = trim(text, at..end);
        let (key, item) = if text[end..].starts_with(':') {
            let start = skip_blank(text, end + 1);
            (Some(first), trim(text, start..value_end(text, start)))
        } else {
            (None, first)
        };
        let found = match step {
            ValueStep::Field(name) => key.as_ref().is_some_and(|key| &text[key.clone()] == *name).then(|| item.clone()),
            // A variant with a struct as its only value may omit the struct's brackets:
            // `Ratio(from: 1, to: 2)`. The struct is then the variant's whole value.
            ValueStep::Index(0) if key.is_some() => Some(value.clone()),
            ValueStep::Index(index) | ValueStep::Entry(index) => (number == *index).then(|| item.clone()),
            ValueStep::Key(index) => key.filter(|_| number == *index),
        };
        if found.is_some() {
            return found;
        }
        number += 1;
        let after = skip_blank(text, value_end(text, item.start));
        at = if text[after..].starts_with(',') { skip_blank(text, after + 1) } else { after.max(at + 1) };
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    None
}

/// The byte offset behind white space, comments and `#![enable(...)]` at the start of the text.
fn skip_attributes(text: &str) -> usize {
    let mut at = skip_blank(text, 0);
    while text[at..].starts_with("#!") {
        let end = text[at..].find(']').map_or(text.len(), |end| at + end + 1);
        at = skip_blank(text, end);
    }
    at
}

/// The byte offset behind the white space and comments that begin at `at`.
fn skip_blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        match comment_end(text, at) {
            Some(end) => at = end,
            None => return at,
        }
    }
}

fn comment_end(text: &str, at: usize) -> Option<usize> {
    comment(text, at).map(|(end, _)| end)
}

/// The end of the comment that begins at `at`, and whether the comment is closed.
///
/// `None` if no comment begins there. Block comments nest.
pub(super) fn comment(text: &str, at: usize) -> Option<(usize, bool)> {
    let rest = &text[at..];
    if rest.starts_with("//") {
        return Some((at + rest.find('\n').unwrap_or(rest.len()), true));
    }
    if !rest.starts_with("/*") {
        return None;
    }
    let (mut depth, mut position) = (0usize, 0);
    let bytes = rest.as_bytes();
    while position < bytes.len() {
        match &bytes[position..] {
            [b'/', b'*', ..] => (depth, position) = (depth + 1, position + 2),
            [b'*', b'/', ..] => (depth, position) = (depth - 1, position + 2),
            _ => position += 1,
        }
        if depth == 0 {
            break;
        }
    }
    Some((at + position, depth == 0))
}

fn quoted_end(text: &str, at: usize) -> Option<usize> {
    quoted(text, at).map(|(end, _)| end)
}

/// The end of the string or character literal that begins at `at`, and whether it is closed.
///
/// `None` if no such literal begins there.
pub(super) fn quoted(text: &str, at: usize) -> Option<(usize, bool)> {
    let rest = &text[at..];
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = at + 1 + hashes + 1;
            let end = text[body..].find(&close).map(|end| body + end + close.len());
            return Some((end.unwrap_or(text.len()), end.is_some()));
        }
    }
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut escaped = false;
    for (position, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            // In the character literal `'''`, the second quote is the character itself.
            _ if character == quote && !(quote == '\'' && position == 1) => return Some((at + position + 1, true)),
            _ => {}
        }
    }
    Some((text.len(), false))
}

/// The end of the value that begins at `at`.
///
/// A value ends before the next `,`, `:` or closing bracket that is outside of its own brackets,
/// strings and comments.
fn value_end(text: &str, mut at: usize) -> usize {
    let mut depth = 0usize;
    while let Some(character) = text[at..].chars().next() {
        if let Some(end) = comment_end(text, at).or_else(|| quoted_end(text, at)) {
            at = end;
            continue;
        }
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            ',' | ':' if depth == 0 => return at,
            _ => {}
        }
        at += character.len_utf8();
    }
    at
}

/// The range without the white space and comments at its end.
fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let (mut at, mut end) = (range.start, range.start);
    while at < range.end {
        let next = skip_blank(text, at).min(range.end);
        if next > at {
            at = next;
            continue;
        }
        at = quoted_end(text, at).unwrap_or_else(|| at + text[at..].chars().next().map_or(1, char::len_utf8));
        end = at;
    }
    range.start..end.min(range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// a "comment, with (brackets
Preset(
    name: "a, (b", /* note: /* nested, */ here */
    list: [ (x: 1, y: ':'), Box(3, /* three */ -4.5), r#"raw ", ["# ],
    map: { "k:1": (z: '\''), "k2" : [] },
)"##;

    fn found(path: &[ValueStep]) -> &'static str {
        &TEXT[locate(TEXT, path)]
    }

    #[test]
    fn values_are_found_through_strings_comments_and_brackets() {
        use ValueStep::{Entry, Field, Index, Key};
        assert_eq!(found(&[Field("name")]), "\"a, (b\"");
        assert_eq!(found(&[Field("list"), Index(0), Field("y")]), "':'");
        assert_eq!(found(&[Field("list"), Index(1), Index(1)]), "-4.5");
        assert_eq!(found(&[Field("list"), Index(2)]), "r#\"raw \", [\"#");
        assert_eq!(found(&[Field("map"), Key(1)]), "\"k2\"");
        assert_eq!(found(&[Field("map"), Entry(0), Field("z")]), r"'\''");
    }

    #[test]
    fn a_path_that_leads_nowhere_ends_at_what_encloses_it() {
        let path = [ValueStep::Field("map"), ValueStep::Entry(1), ValueStep::Field("absent")];
        assert_eq!(found(&path), "[]");
        assert!(is_given(TEXT, &path[..2]) && !is_given(TEXT, &path));
    }

    #[test]
    fn characters_are_found_in_strings_through_escapes() {
        for (literal, third) in
            [(r#""abcd""#, "c"), (r#""\\\u{e9}\x41b""#, r"\x41"), (r##"r#"a\b"#"##, "b"), (r#""éèê""#, "ê")]
        {
            assert_eq!(&literal[character(literal, 0..literal.len(), 2)], third);
        }
        assert_eq!(character("\"a\"", 0..3, 9), 0..3);
    }

    #[test]
    fn any_text_is_survived() {
        let path = [ValueStep::Field("list"), ValueStep::Index(1), ValueStep::Index(1)];
        for end in 0..TEXT.len() {
            locate(&TEXT[..end], &path);
            locate(&TEXT[end..], &path);
        }
        for odd in ["((((", "'", "r#", "é, é)", "/*/", "{:}", "a:", "(,,,)", "#!", "'''"] {
            locate(odd, &path);
            locate(odd, &[ValueStep::Key(0)]);
        }
    }
}
