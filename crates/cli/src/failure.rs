//! Why a command did not do what was asked: what is printed, and the exit code.

use std::{io, process::ExitCode};

use super::print;

/// A command that did not do what was asked.
#[derive(Debug)]
pub(super) struct Failure {
    exit: Exit,
    said: Said,
}

#[derive(Clone, Copy, Debug)]
enum Exit {
    Failed,
    Usage,
    Interrupted,
}

/// The exit code of a run that was told to end before it was done; what shells give a program that Ctrl-C has ended.
pub(super) const INTERRUPTED: u8 = 130;

#[derive(Debug)]
enum Said {
    /// Sentences, which may quote anything.
    Sentences(String),
    /// Text that is ready for a terminal.
    Report(String),
    /// All has been said.
    Nothing,
}

impl Failure {
    /// It could not be done.
    pub(super) fn failed(sentences: impl Into<String>) -> Self {
        Self { exit: Exit::Failed, said: Said::Sentences(sentences.into()) }
    }

    /// What was asked for makes no sense.
    pub(super) fn usage(sentences: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, said: Said::Sentences(sentences.into()) }
    }

    /// It could not be done, and why has been laid out for a terminal.
    pub(super) fn report_of(report: String) -> Self {
        Self { exit: Exit::Failed, said: Said::Report(report) }
    }

    /// It could not be done, and the command has said why.
    pub(super) fn already_said() -> Self {
        Self { exit: Exit::Failed, said: Said::Nothing }
    }

    /// It was interrupted before it was done, and the command has said how far it came.
    pub(super) fn interrupted() -> Self {
        Self { exit: Exit::Interrupted, said: Said::Nothing }
    }

    /// The same, its sentences beginning with `whose`.
    pub(super) fn of(self, whose: &str) -> Self {
        let said = match self.said {
            Said::Sentences(sentences) => Said::Sentences(format!("{whose}{sentences}")),
            other => other,
        };
        Self { said, ..self }
    }

    /// `place` could not be written.
    pub(super) fn writing(place: &str, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::BrokenPipe => "its reader has closed it before all was written".to_owned(),
            io::ErrorKind::StorageFull => "there is no space left for it".to_owned(),
            io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
            io::ErrorKind::QuotaExceeded => "there is no quota left for it".to_owned(),
            io::ErrorKind::FileTooLarge => "it would be larger than files may be here".to_owned(),
            io::ErrorKind::InvalidFilename => "its name is longer than names may be here".to_owned(),
            io::ErrorKind::NotFound => "its folder is not there, or no longer".to_owned(),
            io::ErrorKind::ReadOnlyFilesystem => "it lies on a file system that is read-only".to_owned(),
            _ => error.to_string(),
        };
        Self::failed(format!("{place} cannot be written: {why}."))
    }

    /// Prints it on standard error and gives the exit code.
    pub(super) fn report(self) -> ExitCode {
        match self.said {
            Said::Sentences(sentences) => print::error(&sentences),
            Said::Report(report) => print::ready(&report),
            Said::Nothing => {}
        }
        ExitCode::from(match self.exit {
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Interrupted => INTERRUPTED,
        })
    }
}
