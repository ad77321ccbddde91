//! Why a command failed: the message on standard error, and the exit code.

use std::{io, path::Path, process::ExitCode};

use super::diagnostic::{self, Diagnostic, ToolCode};

/// Why a command failed: the cause, which gives the exit code, and the message.
#[derive(Debug)]
pub(super) struct CommandFailure {
    cause: FailureCause,
    message: FailureMessage,
    /// The code of a message in sentences, if it has one of its own.
    code: Option<&'static str>,
    /// The file that a message in sentences is about.
    file: Option<String>,
}

#[derive(Clone, Copy, Debug)]
enum FailureCause {
    Failed,
    /// As `Failed`, and the same command fails again.
    Lasting,
    Usage,
    /// By a signal, of which the exit code tells.
    Interrupted(u8),
}

/// The exit code of an interrupted run, as shells report a program that Ctrl-C has ended.
pub(super) const INTERRUPTED: u8 = 130;

/// What a failed command has to say.
#[derive(Debug)]
pub(super) enum FailureMessage {
    /// Sentences, which may quote any text: they are escaped when they are printed.
    Sentences(String),
    /// A report that is already escaped and laid out for a terminal; and the same for programs.
    Report(String, Vec<Diagnostic>),
    /// An I/O error, until [`CommandFailure::at`] adds the name of the output.
    Io(io::Error),
    /// No message, since the command has printed one.
    Printed,
}

impl CommandFailure {
    fn new(cause: FailureCause, message: FailureMessage) -> Self {
        Self { cause, message, code: None, file: None }
    }

    /// The command could not be carried out. Exit code 1.
    pub(super) fn failed(sentences: impl Into<String>) -> Self {
        Self::new(FailureCause::Failed, FailureMessage::Sentences(sentences.into()))
    }

    /// The arguments are wrong. Exit code 2.
    pub(super) fn usage(sentences: impl Into<String>) -> Self {
        Self::new(FailureCause::Usage, FailureMessage::Sentences(sentences.into()))
    }

    /// The command cannot be carried out, nor when it is given again. Exit code 1.
    pub(super) fn lasting(sentences: impl Into<String>) -> Self {
        Self::new(FailureCause::Lasting, FailureMessage::Sentences(sentences.into()))
    }

    /// Whether the same command fails again.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(self.cause, FailureCause::Lasting)
    }

    /// A failure with a report that is laid out for a terminal, and the same for programs.
    pub(super) fn with_report(report: String, diagnostics: Vec<Diagnostic>) -> Self {
        Self::new(FailureCause::Failed, FailureMessage::Report(report, diagnostics))
    }

    /// An argument whose text is wrong: a report that is laid out for a terminal, and the same for
    /// programs. Exit code 2.
    pub(super) fn wrong_text(report: String, diagnostics: Vec<Diagnostic>) -> Self {
        Self::new(FailureCause::Usage, FailureMessage::Report(report, diagnostics))
    }

    /// A command line that is refused before any command runs, for programs alone. Exit code 2.
    pub(super) fn refused_line(diagnostic: Diagnostic) -> Self {
        Self::new(FailureCause::Usage, FailureMessage::Report(String::new(), vec![diagnostic]))
    }

    /// The same failure; its sentences have this code, unless they have one already.
    pub(super) fn coded(mut self, code: &'static str) -> Self {
        self.code.get_or_insert(code);
        self
    }

    /// The same failure; its sentences are about this file.
    pub(super) fn in_file(self, path: &Path) -> Self {
        Self { file: Some(diagnostic::file(path)), ..self }
    }

    /// A failure whose message the command has printed.
    pub(super) fn printed() -> Self {
        Self::new(FailureCause::Failed, FailureMessage::Printed)
    }

    /// An interrupted run that has printed how far it came. Exit code 130.
    pub(super) fn interrupted() -> Self {
        Self::new(FailureCause::Interrupted(INTERRUPTED), FailureMessage::Printed)
    }

    /// A run without an end of its own, which this signal has ended. The exit code is that of
    /// shells: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.
    pub(super) fn ended_by(signal: i32) -> Self {
        let code = u8::try_from(signal).map_or(INTERRUPTED, |signal| 128 | signal);
        Self::new(FailureCause::Interrupted(code), FailureMessage::Printed)
    }

    /// The file that messages call `name` could not be read. Exit code 1.
    pub(super) fn reading(name: &str, error: &io::Error) -> Self {
        Self::failed(format!("{name} cannot be read: {error}."))
    }

    /// Prepends `prefix` to the message, if it consists of sentences.
    pub(super) fn prefixed(mut self, prefix: &str) -> Self {
        if let FailureMessage::Sentences(sentences) = &mut self.message {
            sentences.insert_str(0, prefix);
        }
        self
    }

    /// Adds the name of the output to an I/O error of writing. Other failures stay as they are.
    pub(super) fn at(self, output: &str) -> Self {
        let FailureMessage::Io(error) = &self.message else { return self };
        let why = match error.kind() {
            io::ErrorKind::BrokenPipe => "its reader has closed it before all was written".to_owned(),
            io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
            io::ErrorKind::NotADirectory => "a part of its path is a file, not a folder".to_owned(),
            _ => error.to_string(),
        };
        Self::failed(format!("{output} cannot be written: {why}."))
    }

    /// Whether writing failed because the reader of the pipe has closed it.
    pub(super) fn is_broken_pipe(&self) -> bool {
        matches!(&self.message, FailureMessage::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit code.
    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self.cause {
            FailureCause::Failed | FailureCause::Lasting => 1,
            FailureCause::Usage => 2,
            FailureCause::Interrupted(code) => code,
        })
    }

    /// The message.
    pub(super) fn into_message(self) -> FailureMessage {
        self.message
    }

    /// The message for programs; empty if the command has printed it.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let Self { cause, message, code, file } = self;
        let sentences = |other: ToolCode, sentences: &str| {
            let problem = Diagnostic::error(code.unwrap_or(other.name()), sentences);
            vec![match file {
                Some(file) => problem.in_file(file),
                None => problem,
            }]
        };
        match (message, cause) {
            (FailureMessage::Sentences(text), FailureCause::Usage) => sentences(ToolCode::Usage, &text),
            (FailureMessage::Sentences(text), _) => sentences(ToolCode::Failed, &text),
            (FailureMessage::Io(error), _) => sentences(ToolCode::Io, &format!("{error}.")),
            (FailureMessage::Report(_, diagnostics), _) => diagnostics,
            (FailureMessage::Printed, _) => Vec::new(),
        }
    }
}

impl From<io::Error> for CommandFailure {
    fn from(error: io::Error) -> Self {
        Self::new(FailureCause::Failed, FailureMessage::Io(error))
    }
}
