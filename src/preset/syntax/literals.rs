//! Reads literals: numbers, strings and characters, as RON writes them.

use std::{borrow::Cow, str::FromStr};

use super::fault::{Fault, ValueForm};

/// Reads a word as a whole number. It may have a sign, a base, and underscores between its digits.
pub(super) fn integer(word: &str) -> Result<i64, Fault> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let in_base = |(prefix, base)| {
        let digits = unsigned.strip_prefix(prefix)?.replace('_', "");
        let number = i64::from_str_radix(&digits, base).ok().filter(|_| !digits.starts_with(['+', '-']))?;
        Some(if word.starts_with('-') { -number } else { number })
    };
    if let Some(number) = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find_map(in_base) {
        return Ok(number);
    }
    let rest = unsigned.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    let read = &word[..word.len() - rest.len()];
    if !unsigned.starts_with(|first: char| first.is_ascii_digit())
        || rest.starts_with(|next: char| next.is_ascii_hexdigit())
    {
        return Err(Fault::Expected(ValueForm::Whole));
    }
    let number = if read.contains('_') { read.replace('_', "").parse() } else { read.parse() };
    match number {
        Err(_) => Err(Fault::TooLarge),
        Ok(_) if !rest.is_empty() => Err(Fault::HalfRead(read.len())),
        Ok(number) => Ok(number),
    }
}

/// Reads a word as a number with or without decimals.
pub(super) fn real<T: FromStr>(word: &str) -> Result<T, Fault> {
    let refused = || Fault::Expected(ValueForm::Number);
    if matches!(word.trim_start_matches(['+', '-']), "inf" | "NaN") {
        return word.parse().map_err(|_| refused());
    }
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'e' | b'E' | b'.' | b'+' | b'-' | b'_');
    let length = word.bytes().take_while(|byte| is_part(byte)).count();
    let length = word[..length].find("..").unwrap_or(length);
    let digits = &word[..length];
    let number = if digits.contains('_') { digits.replace('_', "").parse() } else { digits.parse() };
    match number {
        Ok(_) if length < word.len() => Err(Fault::HalfRead(length)),
        number => number.map_err(|_| refused()),
    }
}

/// Whether a word begins like a number, and is no range of numbers.
pub(super) fn is_number(word: &str) -> bool {
    let bare = word.trim_start_matches(['+', '-', '.']);
    (bare.starts_with(|first: char| first.is_ascii_digit()) || matches!(bare, "inf" | "NaN")) && !word.contains("..")
}

/// The string that a literal in double quotes stands for; `None` if an escape sequence is unknown.
pub(super) fn text(literal: &str) -> Option<Cow<'_, str>> {
    match literal.strip_prefix('r') {
        Some(raw) => Some(Cow::Borrowed(raw.trim_matches('#').strip_prefix('"')?.strip_suffix('"')?)),
        None => unescaped(literal.strip_prefix('"')?.strip_suffix('"')?),
    }
}

/// The characters that a literal in single quotes stands for, of which there should be one; `None`
/// if an escape sequence is unknown.
pub(super) fn letter(literal: &str) -> Option<Cow<'_, str>> {
    unescaped(literal.strip_prefix('\'')?.strip_suffix('\'')?)
}

/// The string or character that a literal stands for; `None` for any other word.
pub(in crate::preset) fn spelled(literal: &str) -> Option<Cow<'_, str>> {
    text(literal).or_else(|| letter(literal))
}

fn unescaped(inner: &str) -> Option<Cow<'_, str>> {
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    let mut plain = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((before, escape)) = rest.split_once('\\') {
        plain.push_str(before);
        let (character, length) = escaped(escape)?;
        plain.push(character);
        rest = &escape[length..];
    }
    plain.push_str(rest);
    Some(Cow::Owned(plain))
}

/// The character that an escape sequence stands for, and its length without the backslash.
pub(super) fn escaped(escape: &str) -> Option<(char, usize)> {
    let code = |digits: &str| {
        let is_hex = !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        char::from_u32(u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?)
    };
    let character = match escape.chars().next()? {
        quote @ ('\'' | '"' | '\\') => quote,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'x' => return Some((code(escape.get(1..3)?).filter(char::is_ascii)?, 3)),
        'u' => {
            let (digits, _) = escape.strip_prefix("u{")?.split_once('}')?;
            return Some((code(digits)?, "u{}".len() + digits.len()));
        }
        _ => return None,
    };
    Some((character, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_signs_bases_and_underscores() {
        for (word, number) in [("7", 7), ("+7", 7), ("-1_000", -1000), ("0x1F", 31), ("-0b1_01", -5), ("0o17", 15)] {
            assert_eq!(integer(word), Ok(number), "{word}");
        }
        for (word, fault) in [
            ("0x", Fault::HalfRead(1)),
            ("0x-1", Fault::HalfRead(1)),
            ("2u8", Fault::HalfRead(1)),
            ("--2", Fault::Expected(ValueForm::Whole)),
            ("x", Fault::Expected(ValueForm::Whole)),
            ("9223372036854775808", Fault::TooLarge),
        ] {
            assert_eq!(integer(word), Err(fault), "{word}");
        }
    }
}
