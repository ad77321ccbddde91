//! Words for people, on standard error; and how names from files are shown, so that no file can steer a terminal.

use std::{io::Write, path::Path};

use roomgen::legible::shortened;
pub(super) use roomgen::legible::shown;

use super::{failure::Failure, standard};

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const PLAIN: &str = "\x1b[0m";

/// Prints what went wrong.
pub(super) fn error(sentences: &str) {
    ready(&format!("{RED}error:{PLAIN} {}\n", shown(&shortened(sentences))));
}

/// Prints what is worth knowing, though all went well.
pub(super) fn warning(sentences: &str) {
    ready(&format!("{YELLOW}warning:{PLAIN} {}\n", shown(&shortened(sentences))));
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

/// Prints the lines that a command makes on standard output.
pub(super) fn product(text: &str) -> Result<(), Failure> {
    let written = standard::product(|out| out.write_all(text.as_bytes()));
    written.map_err(|error| Failure::writing("standard output", &error))
}

/// Prints the lines that say what a command finds on standard output.
pub(super) fn verdict(text: &str) -> Result<(), Failure> {
    let written = standard::verdict(|out| out.write_all(text.as_bytes()));
    written.map_err(|error| Failure::writing("standard output", &error))
}

/// The same for lines that are ready for a terminal; without their colours where they are not wanted.
pub(super) fn coloured_verdict(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let written = standard::enough(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    written.map_err(|error| Failure::writing("standard output", &error))
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
