//! The command line tool: the only crate for arguments, files and printing.
//!
//! Each command parses its arguments, loads the preset, generates, writes each `format` of an
//! `export` to its `output`, and renames all files in one `commit`. Exit codes: 0 success,
//! 1 failure, 2 wrong usage, 130 interrupted; `watch` ends with 128 and the number of its signal.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod animate;
mod args;
mod batch;
mod check;
mod commit;
mod contact_sheet;
mod convert;
#[cfg(any(test, fuzzing))]
pub mod corpus;
mod diagnostic;
mod export;
mod failure;
mod faults;
mod find;
mod flag_subject;
mod floor_maker;
mod floors;
mod folder;
mod format;
mod generate;
mod generate_args;
mod help;
mod interrupt;
mod level;
mod lint;
mod manifest;
mod map_args;
mod ordered;
mod output;
mod picture;
mod preset;
mod presets;
mod print;
mod progress;
mod report;
mod request;
mod requests;
mod run;
mod run_file;
mod run_sheet;
mod seeds;
mod sheet;
mod shell;
mod signals;
mod source;
mod stray;
mod survey;
mod terminal;
mod watch;

use std::process::ExitCode;

use args::{Command, CommandLine};
use failure::CommandFailure;

/// Runs the command that the arguments of this process name. Returns the exit code.
pub fn run() -> ExitCode {
    let is_json_asked = || diagnostic::is_json_asked(std::env::args_os());
    let result = match CommandLine::from_words(std::env::args_os()) {
        Ok(arguments) => {
            print::set_quiet(arguments.quiet);
            // Without a handler signals end the process all the same, by themselves.
            let _ = interrupt::listen();
            dispatch(&arguments)
        }
        Err(error) if error.use_stderr() && is_json_asked() => {
            Err(CommandFailure::refused_line(diagnostic::usage(&error)))
        }
        Err(error) => return print_help_or_usage(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if is_json_asked() => print::failure_as_json(failure),
        Err(failure) => print::failure(failure),
    }
}

fn dispatch(arguments: &CommandLine) -> Result<(), CommandFailure> {
    match &arguments.command {
        None => generate::run(&arguments.generate),
        Some(Command::Animate(animate)) => animate::run(animate),
        Some(Command::Check(check)) => check::run(check),
        Some(Command::Convert(convert)) => convert::convert(convert),
        Some(Command::Render(render)) => convert::render(render),
        Some(Command::Presets { schema, name }) => presets::run(*schema, name.as_deref()),
        Some(Command::Lint(lint)) => lint::run(lint),
        Some(Command::Watch(watch)) => watch::run(watch),
        Some(Command::Batch(batch)) => batch::run(batch),
        Some(Command::Sheet(sheet)) => contact_sheet::run(sheet),
        Some(Command::Survey(survey)) => survey::run(survey),
        Some(Command::Run(run)) => run::run(run),
        Some(Command::Find(find)) => find::run(find),
        Some(Command::Completions { shell }) => shell::completions(*shell),
        Some(Command::Man { command }) => shell::man(command.as_deref()),
    }
}

/// Prints clap's answer: help and version on standard output, wrong usage on standard error.
fn print_help_or_usage(error: &clap::Error) -> ExitCode {
    match print::accept_broken_pipe(error.print().map_err(CommandFailure::from)) {
        Ok(()) => u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
        Err(failure) => print::failure(failure.at("standard output")),
    }
}
