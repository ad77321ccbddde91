//! Makes text from files safe to display: no hidden characters, no terminal control, limited
//! length.
//!
//! Every message that quotes a rejected text passes through here. Names in presets and levels need
//! not: reading either rejects names with characters for which [`is_hidden`] holds.

use std::borrow::Cow;

/// The maximum length of a message in bytes: more than any list of allowed values, less than a
/// screen.
const MOST: usize = 2048;
/// The number of bytes kept at the end of a longer message, where most messages say what is wrong.
const END: usize = 256;

/// Whether a character is invisible but changes the display, or makes different texts look equal.
///
/// These are control characters (line breaks included), separators of lines and paragraphs, marks
/// of annotations, the blank of Braille, which is no space to any program, and all that Unicode
/// calls default ignorable: zero-width characters, those that change the direction of writing,
/// fillers of Hangul, variation selectors and tags.
///
/// Source: the property `Default_Ignorable_Code_Point` of Unicode 17.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || is_default_ignorable(character)
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{2800}' | '\u{fff9}'..='\u{fffb}')
}

fn is_default_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a character belongs to a script that is written from right to left: terminals may show a
/// row of such characters in the reverse order.
///
/// Source: the ranges whose default is R or AL in `DerivedBidiClass.txt` of Unicode 17.
#[must_use]
pub fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

/// The first character that does not belong in a multi-line text, such as a terminal control.
///
/// Tabs and line ends are allowed, and so are joiners and marks that scripts and emoji need. Other
/// control characters, line and paragraph separators, and characters that change the direction of
/// the text after them are not.
#[must_use]
pub fn first_unsafe_char(text: &str) -> Option<char> {
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let steers = match character {
            '\n' | '\t' => false,
            '\r' => rest.peek() != Some(&'\n'),
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' => true,
            other => other.is_control(),
        };
        if steers {
            return Some(character);
        }
    }
    None
}

/// Escapes every hidden character, as in `\u{1b}`. Cost: linear; a text without any is not copied.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_hidden(character) {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped.into()
}

/// Removes the middle of a text that is longer than 2048 bytes.
#[must_use]
pub fn truncated(text: &str) -> Cow<'_, str> {
    if text.len() <= MOST {
        return text.into();
    }
    let (mut start, mut end) = (MOST - END, text.len() - END);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    format!("{} ... {}", &text[..start], &text[end..]).into()
}

/// A text in quotes for a message. A long one is shortened first, since escapes take many times the
/// memory of what they stand for.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("{:?}", truncated(text))
}

/// A text in quotes for a message, shortened to 40 characters.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}

/// A message that may quote arbitrary text, made safe to display.
#[must_use]
pub fn message(text: String) -> String {
    // Shortening first limits the cost of escaping.
    match escaped(&truncated(&text)) {
        Cow::Borrowed(same) if same.len() == text.len() => text,
        other => other.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_others_kept() {
        assert_eq!(escaped("grün \"'\\ 岩 e\u{301} ❤"), "grün \"'\\ 岩 e\u{301} ❤");
        assert_eq!(escaped("❤\u{fe0f}\u{3164}\u{2800}"), r"❤\u{fe0f}\u{3164}\u{2800}");
        assert_eq!(escaped("a\x1b[2J\nb\u{202e}c\u{200b}\u{9b}"), r"a\u{1b}[2J\nb\u{202e}c\u{200b}\u{9b}");
    }

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        for (text, cut) in
            [("a".repeat(MOST), false), ("é".repeat(MOST), true), (format!("a{}", "岩".repeat(MOST)), true)]
        {
            let short = truncated(&text);
            assert_eq!(short != text, cut);
            assert!(short.len() <= MOST + 5);
            let (first, last) = (text.chars().next(), text.chars().last());
            assert!(short.chars().next() == first && short.chars().last() == last);
        }
        assert_eq!(message("a\n".to_owned()), r"a\n");
        assert!(message("\x1b".repeat(1 << 20)).len() < 7 * MOST);
    }

    #[test]
    fn texts_may_have_lines_and_joiners_but_no_control_characters() {
        for good in ["", "a\tb\r\nc\n", "می\u{200c}خواهم", "👨\u{200d}👩", "\u{200f}שלום"] {
            assert_eq!(first_unsafe_char(good), None, "{good:?}");
        }
        for (bad, what) in
            [("a\rb", '\r'), ("\0", '\0'), ("\x1b[2J", '\x1b'), ("a\u{202e}", '\u{202e}'), ("\u{9b}1m", '\u{9b}')]
        {
            assert_eq!(first_unsafe_char(bad), Some(what), "{bad:?}");
        }
    }
}
