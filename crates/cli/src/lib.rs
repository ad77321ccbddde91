//! The command line: arguments, files, printing; the only home of clap and of I/O.
//!
//! Each command first reads and prepares all that it needs, then writes. Exit code 0: done; 1: it failed; 2: wrong usage;
//! 130: it was interrupted before it was done.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod animate;
mod args;
mod bases;
mod batch;
mod check;
mod convert;
#[cfg(any(test, fuzzing))]
pub mod corpus;
mod failure;
mod floors;
mod folder;
mod format;
mod generate;
mod interrupt;
mod jobs;
mod level;
mod lint;
mod ordered;
mod output;
mod picture;
mod preset;
mod presets;
mod print;
mod progress;
mod report;
mod request;
mod seeds;
mod sheet;
mod signals;
mod source;
mod standard;
mod start;
mod survey;
mod target;
mod terminal;
mod waiting;
mod watch;

use std::process::ExitCode;

use args::{Cli, Command};
use failure::Failure;

/// Does what the arguments of this process ask for.
pub fn run() -> ExitCode {
    let done = match Cli::from_process() {
        Ok(arguments) => dispatch(&arguments),
        Err(error) => return help_or_usage(&error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch(arguments: &Cli) -> Result<(), Failure> {
    match &arguments.command {
        None => generate::run(&arguments.generate),
        Some(Command::Animate(animate)) => animate::run(animate),
        Some(Command::Check(check)) => check::run(check),
        Some(Command::Convert(convert)) => convert::convert(convert),
        Some(Command::Render(render)) => convert::render(render),
        Some(Command::Presets(presets)) => presets::run(presets),
        Some(Command::Lint(lint)) => lint::run(lint),
        Some(Command::Watch(watch)) => watch::run(watch),
        Some(Command::Batch(batch)) => batch::run(batch),
        Some(Command::Survey(survey)) => survey::run(survey),
    }
}

/// What clap has to say instead of arguments: help and version on standard output, wrong usage on standard error.
fn help_or_usage(error: &clap::Error) -> ExitCode {
    match standard::enough(error.print()) {
        Ok(()) => u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
        Err(closed) => Failure::writing("standard output", &closed).report(),
    }
}
