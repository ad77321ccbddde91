//! Printing: messages on standard error, results on standard output.
//!
//! Text from files is escaped, so that no file can control a terminal.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

pub(super) use roomgen_text::legible::escaped;
use roomgen_text::legible::truncated;

use super::{
    diagnostic::{self, Diagnostic, DiagnosticSeverity},
    failure::{CommandFailure, FailureMessage},
};

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const PLAIN: &str = "\x1b[0m";

/// Prints an error message on standard error, escaped and shortened.
pub(super) fn error(sentences: &str) {
    report(&format!("{RED}error:{PLAIN} {}\n", escaped(&truncated(sentences))));
}

/// Prints a warning on standard error, escaped and shortened.
pub(super) fn warning(sentences: &str) {
    report(&format!("{YELLOW}warning:{PLAIN} {}\n", escaped(&truncated(sentences))));
}

/// Whether `--quiet` is given. Set once, before any thread starts.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Silences notes and progress for the rest of the process.
pub(super) fn set_quiet(is_quiet: bool) {
    QUIET.store(is_quiet, Ordering::Relaxed);
}

/// Whether standard error shows progress and successes: it is a terminal, without `--quiet`.
pub(super) fn shows_progress() -> bool {
    !QUIET.load(Ordering::Relaxed) && io::stderr().is_terminal()
}

/// Prints a sentence on what succeeded on standard error, escaped, if somebody looks at it.
pub(super) fn success(sentence: &str) {
    if shows_progress() {
        note(sentence);
    }
}

/// Prints a sentence of information on standard error, escaped, without `--quiet`.
pub(super) fn note(sentence: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        status(sentence);
    }
}

/// Prints a sentence on standard error, escaped, also with `--quiet`.
pub(super) fn status(sentence: &str) {
    report(&format!("{}\n", escaped(sentence)));
}

/// Prints text that is already escaped on standard error, without colours where they are not
/// wanted.
pub(super) fn report(text: &str) {
    // If standard error is closed, there is nowhere to report that.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Prints the message of a failed command on standard error, and returns its exit code.
pub(super) fn failure(failure: CommandFailure) -> ExitCode {
    let code = failure.exit_code();
    match failure.into_message() {
        FailureMessage::Sentences(sentences) => error(&sentences),
        FailureMessage::Report(laid_out, _) => report(&laid_out),
        FailureMessage::Io(cause) => error(&format!("{cause}.")),
        FailureMessage::Printed => {}
    }
    code
}

/// Prints a warning or a note on standard error, in sentences.
pub(super) fn aside(diagnostic: &Diagnostic) {
    match diagnostic.severity() {
        DiagnosticSeverity::Error => error(diagnostic.message()),
        DiagnosticSeverity::Warning => warning(diagnostic.message()),
        DiagnosticSeverity::Note => {
            let help = diagnostic.help().map_or_else(String::new, |help| format!(". {help}"));
            note(&format!("hint: {}{help}.", diagnostic.message()));
        }
    }
}

/// Prints each diagnostic as JSON on a line of standard output.
pub(super) fn diagnostics(diagnostics: impl IntoIterator<Item = Diagnostic>) -> Result<(), CommandFailure> {
    result(&diagnostics.into_iter().map(|diagnostic| diagnostic::line(&diagnostic)).collect::<String>())
}

/// Prints the message of a failed command as JSON on standard output, and returns its exit code.
pub(super) fn failure_as_json(failed: CommandFailure) -> ExitCode {
    let code = failed.exit_code();
    match diagnostics(failed.into_diagnostics()) {
        Ok(()) => code,
        Err(unprinted) => failure(unprinted),
    }
}

/// Prints text that is already escaped on standard output, without colours where they are not
/// wanted.
///
/// A reader that closes the pipe early, as `head` does, is no failure.
pub(super) fn result(text: &str) -> Result<(), CommandFailure> {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    accept_broken_pipe(written.map_err(CommandFailure::from)).map_err(|failure| failure.at("standard output"))
}

/// Treats a write error as a success if the reader closed the pipe early, as `head` does.
pub(super) fn accept_broken_pipe(written: Result<(), CommandFailure>) -> Result<(), CommandFailure> {
    match written {
        Err(failure) if failure.is_broken_pipe() => Ok(()),
        other => other,
    }
}

/// Lines that may quote any text, escaped one by one.
pub(super) fn escaped_lines(lines: &str) -> String {
    lines.lines().map(|line| escaped(line).into_owned() + "\n").collect()
}

/// A quoted, escaped path.
pub(super) fn path(path: &Path) -> String {
    format!("\"{}\"", escaped(&path.to_string_lossy()))
}

/// A number and a noun, in the plural where needed.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Names in a sentence: separated by commas, with `word` before the last one.
pub(super) fn list(names: impl IntoIterator<Item = String>, word: &str) -> String {
    let names: Vec<_> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}
