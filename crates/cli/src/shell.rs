//! `roomgen completions` and `roomgen man`: what a shell and a manual want to know of the tool.

use clap::{Arg, Command, CommandFactory, builder::PossibleValuesParser};
use clap_complete::Shell;
use clap_mangen::Man;
use roomgen::{level::Audience, preset::BUILT_IN, run};
use roomgen_export::{
    format::{Format, FormatKind},
    png::{Overlay, PictureStyle, View},
    tiled::TilesetPlace,
};

use super::{args::CommandLine, failure::CommandFailure, print};

/// Prints the script that completes command lines in a shell.
pub(super) fn completions(shell: Shell) -> Result<(), CommandFailure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_words(CommandLine::command()), "roomgen", &mut script);
    // Where a preset or a run is wanted, its file may stand too. Bash offers files when no word
    // fits.
    let mut script = String::from_utf8_lossy(&script).into_owned();
    for (value, names) in [("NAME|FILE", preset_names()), ("RUN", run_names())] {
        let words = names.join(" ");
        script = script.replace(&format!(":{value}:({words})"), &format!(":{value}:{{compadd {words}; _files}}"));
        let words = names.iter().map(|name| format!("{name}\\t''")).collect::<Vec<_>>().join("\n");
        script = script.replace(&format!("-r -f -a \"{words}"), &format!("-r -F -a \"{words}"));
    }
    print::result(&script)
}

/// The command, whose arguments know the words that their values may be.
fn with_words(command: Command) -> Command {
    let names: Vec<_> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let with_words = |argument: Arg| match words(&argument, &names) {
        words if words.is_empty() => argument,
        words => argument.value_parser(PossibleValuesParser::new(words)),
    };
    command.mut_args(with_words).mut_subcommands(|command| command.mut_args(with_words))
}

/// The words that the value of an argument may be, besides files; none if clap knows them, or if
/// there is no list.
fn words(argument: &Arg, commands: &[String]) -> Vec<String> {
    let formats =
        |is_one: fn(&&Format) -> bool| Format::ALL.iter().filter(is_one).map(|format| format.name()).collect();
    let names: Vec<&str> = match argument.get_id().as_str() {
        _ if !argument.get_possible_values().is_empty() => Vec::new(),
        "format" => formats(|_| true),
        "from" => formats(|format| format.kind() == FormatKind::Level),
        "style" => PictureStyle::ALL.iter().map(|style| style.name()).collect(),
        "audience" => Audience::ALL.iter().map(|audience| audience.name()).collect(),
        "view" => View::ALL.iter().map(|view| view.name()).collect(),
        "picture" => formats(|format| format.kind() == FormatKind::Picture),
        "tileset" => TilesetPlace::ALL.iter().map(|place| place.name()).collect(),
        "overlay" => Overlay::ALL.iter().map(|overlay| overlay.name()).collect(),
        "preset" if argument.is_positional() => Vec::new(),
        "name" | "preset" | "compare" => preset_names(),
        "run" => run_names(),
        "command" => commands.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    names.into_iter().map(str::to_owned).collect()
}

fn preset_names() -> Vec<&'static str> {
    BUILT_IN.iter().map(|(name, _)| *name).collect()
}

fn run_names() -> Vec<&'static str> {
    run::BUILT_IN.iter().map(|(name, _)| *name).collect()
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
