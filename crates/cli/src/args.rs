//! The command line, except for arguments that have a file of their own, and its help.

use std::{ffi::OsString, path::PathBuf, sync::LazyLock};

use clap::{
    Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use clap_complete::Shell;
use roomgen::{REVISION, export::text::TextAlphabet};
use roomgen_export::format::Format;
use roomgen_text::legible::{escaped, truncated};

use super::{
    animate::AnimateArgs,
    batch::BatchArgs,
    contact_sheet::ContactSheetArgs,
    convert::{ConvertArgs, RenderArgs},
    diagnostic::{ReportFormat, ReportFormatParser},
    find::FindArgs,
    format,
    generate_args::GenerateArgs,
    help::{CHECK_EXAMPLES, COMPLETIONS_EXAMPLES, EXAMPLES, LINT_EXAMPLES, MAN_EXAMPLES, WATCH_EXAMPLES},
    picture::scale,
    request::{RequestArgs, SeedArgs},
    run::RunArgs,
    stray,
    survey::SurveyArgs,
};

/// The version of the tool, with the revision of the levels that seeds have.
static VERSION: LazyLock<String> = LazyLock::new(|| format!("{} (revision {REVISION})", env!("CARGO_PKG_VERSION")));

/// Generates furnished roguelike levels from a preset and a seed
#[derive(Debug, Parser)]
#[command(name = "roomgen", version = VERSION.as_str(), after_long_help = format!("{}\n{EXAMPLES}", format::help()))]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// Print nothing on standard error but warnings, errors and how far an interrupted run came
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) generate: GenerateArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Shows how a level is made, as a GIF
    Animate(AnimateArgs),
    /// Checks a level file: is it valid, and can a player walk it?
    Check(CheckArgs),
    /// Writes a level file in other formats
    Convert(ConvertArgs),
    /// Draws a level file
    Render(RenderArgs),
    /// Lists the built-in presets, or prints one to start from
    Presets {
        /// Print a JSON Schema of the preset language instead
        #[arg(long, conflicts_with = "name")]
        schema: bool,

        /// The preset to print on standard output
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Finds parts of a preset that load and are probably mistakes
    Lint(LintArgs),
    /// Draws a preset's level, or a floor of a run, again whenever the file is saved
    Watch(WatchArgs),
    /// Generates the levels of many seeds, on all cores: a file for each, or a stream of JSON lines
    Batch(BatchArgs),
    /// Draws the levels of many seeds in one picture, each with its numbers
    Sheet(ContactSheetArgs),
    /// Shows what a preset can express: many levels measured, as a table, a picture and rows
    Survey(SurveyArgs),
    /// Generates the floors of a run: a table, files, one floor, or a picture of all
    Run(RunArgs),
    /// Finds the levels that an expression describes, among the seeds of a range
    Find(FindArgs),
    /// Prints a script that completes command lines in a shell
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Prints the manual page of the tool, or of a command
    #[command(after_long_help = MAN_EXAMPLES)]
    Man {
        /// The command whose page is printed
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
}

/// The arguments of `roomgen check`.
#[derive(Debug, Args)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub(super) struct CheckArgs {
    /// The level file, .ron or .json; or - for standard input; or a folder that --floors, run or
    /// batch wrote
    #[arg(value_name = "FILE", required_unless_present = "schema")]
    pub(super) file: Option<PathBuf>,

    /// Print a JSON Schema of level files instead
    #[arg(long, conflicts_with_all = ["file", "from", "text", "regenerate", "format"])]
    pub(super) schema: bool,

    /// The file's format, whatever its ending: ron or json
    #[arg(long, value_name = "FORMAT", value_parser = format::named)]
    pub(super) from: Option<Format>,

    /// How problems are printed: for people, or as lines of JSON for programs
    #[arg(long, value_parser = ReportFormatParser, default_value = "text", hide_default_value = true)]
    pub(super) format: ReportFormat,

    /// Check the tiles of a text instead, of one that was written as .txt or drawn by hand
    #[arg(long, conflicts_with_all = ["from", "regenerate"])]
    pub(super) text: bool,

    /// What characters of a text show: rock, wall, floor, corridor, door, entry or exit
    #[arg(long, value_name = "CHARACTER=WORD,...", requires = "text", allow_hyphen_values = true)]
    pub(super) map: Option<TextAlphabet>,

    /// Let floor and doors at the border of a text lead out of it
    #[arg(long, requires = "text")]
    pub(super) open_border: bool,

    /// Also generate the level again from its origin, and compare every byte
    #[arg(long)]
    pub(super) regenerate: bool,

    /// The preset of the level, if it is not built in
    #[arg(long, short, value_name = "NAME|FILE", requires = "regenerate")]
    pub(super) preset: Option<PathBuf>,

    /// The run of which the levels are floors, if it is not built in
    #[arg(long, value_name = "RUN", requires = "regenerate", conflicts_with = "preset")]
    pub(super) run: Option<PathBuf>,
}

/// The arguments of `roomgen lint`.
#[derive(Debug, Args)]
#[command(after_long_help = LINT_EXAMPLES)]
pub(super) struct LintArgs {
    /// Print in how many of its rooms each formation stays, instead of findings
    #[arg(long, conflicts_with = "format")]
    pub(super) formations: bool,

    /// How problems are printed: for people, or as lines of JSON for programs
    #[arg(long, value_parser = ReportFormatParser, default_value = "text", hide_default_value = true)]
    pub(super) format: ReportFormat,

    /// Print a JSON Schema of the lines of --format json instead
    #[arg(long, conflicts_with_all = ["preset", "formations", "format"])]
    pub(super) schema: bool,

    /// A preset file, or a built-in preset's name; or a run: its name, or a file that ends in
    /// .run.ron
    #[arg(value_name = "PRESET", required_unless_present = "schema")]
    pub(super) preset: Option<PathBuf>,
}

/// The arguments of `roomgen watch`.
#[derive(Debug, Args)]
#[command(after_long_help = WATCH_EXAMPLES)]
pub(super) struct WatchArgs {
    /// The preset file
    #[arg(value_name = "PRESET", required_unless_present = "run")]
    pub(super) preset: Option<PathBuf>,

    /// The file of a run instead, of which --floor is drawn
    #[arg(long, value_name = "RUN", conflicts_with_all = ["preset", "size", "difficulty", "start"])]
    pub(super) run: Option<PathBuf>,

    /// The picture
    #[arg(long, value_name = "FILE")]
    pub(super) png: PathBuf,

    #[command(flatten)]
    pub(super) seed: SeedArgs,

    #[command(flatten)]
    pub(super) request: RequestArgs,

    /// Pixels of the picture for each cell, 1 to 256 [default: 16]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    pub(super) scale: Option<u32>,
}

impl CommandLine {
    /// Parses the words of a command line, of which the first is the name of the program.
    pub(super) fn from_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = words.into_iter().collect();
        // clap quotes words in its errors, so an error is made again from escaped words.
        let legible = || words.iter().map(|word| escaped(&truncated(&word.to_string_lossy())).into_owned().into());
        Self::parse_words(words.clone()).map_err(|error| Self::parse_words(legible().collect()).err().unwrap_or(error))
    }

    /// Parses the words of a command line. A flag for generating a level is refused, by name, if it
    /// comes before a subcommand. clap has such a check, but takes a stray word after a flag for a
    /// subcommand.
    fn parse_words(words: Vec<OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = match command.try_get_matches_from_mut(words) {
            Ok(matches) => matches,
            Err(error) => return Err(with_meaning(&mut command, error)),
        };
        let is_given = |flag: &&Arg| {
            !flag.is_global_set() && matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        let flag = command.get_arguments().find(is_given).map(ToString::to_string);
        if let (Some((name, _)), Some(flag)) = (matches.subcommand(), flag) {
            let message = format!("'{flag}' has no meaning before '{name}': it is for generating a level");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        Self::from_arg_matches(&matches)
    }
}

/// The error, or what to write instead if its cause is a word in the place of a command.
fn with_meaning(command: &mut clap::Command, error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    match stray::meaning(word) {
        Some(meaning) => {
            command.error(ErrorKind::InvalidSubcommand, format!("unrecognized command '{word}'; {meaning}"))
        }
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use roomgen_export::png::{self, Overlay};

    use super::*;

    #[test]
    fn the_arguments_contradict_neither_each_other_nor_clap() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn the_scale_in_the_help_is_the_default() {
        let mut command = CommandLine::command();
        let help = command.render_long_help().to_string();
        let (tiles, ink) = (png::PictureOptions::default().scale, roomgen_export::picture::ink_page::InkPage::SCALE);
        assert_eq!(ink, roomgen_export::uvtt::UvttOptions::SCALE);
        assert!(help.contains(&format!("[default: {tiles}; ink and .uvtt {ink}]")), "{help}");
    }

    #[test]
    fn the_help_knows_all_overlays() {
        let command = CommandLine::command();
        let help = command.get_arguments().find(|argument| argument.get_id() == "overlay").and_then(Arg::get_help);
        let help = help.map(ToString::to_string).unwrap_or_default();
        assert!(Overlay::ALL.iter().all(|overlay| help.contains(overlay.name())), "{help}");
    }
}
