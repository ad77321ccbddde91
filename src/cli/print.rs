//! Words for people, on standard error; and how names from files are shown, so that no file can steer a terminal.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::Path,
};

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const PLAIN: &str = "\x1b[0m";

/// Prints what went wrong.
pub(super) fn error(sentences: &str) {
    ready(&format!("{RED}error:{PLAIN} {}\n", shown(sentences)));
}

/// Prints what is worth knowing, though all went well.
pub(super) fn warning(sentences: &str) {
    ready(&format!("{YELLOW}warning:{PLAIN} {}\n", shown(sentences)));
}

/// Prints a fact.
pub(super) fn fact(sentence: &str) {
    ready(&format!("{}\n", shown(sentence)));
}

/// Prints text that is ready for a terminal; without its colours where they are not wanted.
pub(super) fn ready(text: &str) {
    // Nobody is left to be told that standard error is closed.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Prints the lines that a command was asked for on standard output.
pub(super) fn answer(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The same for lines that are ready for a terminal; without their colours where they are not wanted.
pub(super) fn coloured_answer(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// `text` with its control characters, and those that turn the direction of writing, as escapes.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let escaped = |character: char| match character {
        hidden if is_hidden(hidden) => hidden.escape_default().to_string(),
        plain => plain.to_string(),
    };
    text.chars().map(escaped).collect::<String>().into()
}

/// A path in a sentence.
pub(super) fn path(path: &Path) -> String {
    format!("\"{}\"", shown(&path.to_string_lossy()))
}

/// A number of things.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Names as a sentence lists them: with commas, and `word` before the last one.
pub(super) fn list(names: impl IntoIterator<Item = String>, word: &str) -> String {
    let names: Vec<_> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}

fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_steer_a_terminal_is_escaped_and_all_else_is_as_it_was() {
        assert_eq!(shown("grün \"'\\ 岩 e\u{301}"), "grün \"'\\ 岩 e\u{301}");
        assert_eq!(shown("a\x1b[2J\nb\u{202e}c"), r"a\u{1b}[2J\nb\u{202e}c");
    }
}
