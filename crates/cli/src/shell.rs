//! `roomgen completions` and `roomgen man`: what a shell and a manual want to know of the tool.

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use super::{args::CommandLine, failure::CommandFailure, print};

/// Prints the script that completes command lines in a shell.
pub(super) fn completions(shell: Shell) -> Result<(), CommandFailure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "roomgen", &mut script);
    print::result(&String::from_utf8_lossy(&script))
}

/// Prints the manual page of the tool, or of one of its commands.
pub(super) fn man(command: Option<&str>) -> Result<(), CommandFailure> {
    let mut tool = CommandLine::command();
    // Gives commands their full names and the flags that they share.
    tool.build();
    let page = match command {
        None => Man::new(tool),
        Some(name) => match tool.find_subcommand(name) {
            Some(command) => Man::new(command.clone()),
            None => {
                let known = tool.get_subcommands().map(|command| command.get_name().to_owned());
                let (name, known) = (print::escaped(name).into_owned(), print::list(known, "and"));
                return Err(CommandFailure::usage(format!(
                    "man {name}: there is no such command. The commands are {known}."
                )));
            }
        },
    };
    let mut text = Vec::new();
    page.render(&mut text)?;
    print::result(&String::from_utf8_lossy(&text))
}
