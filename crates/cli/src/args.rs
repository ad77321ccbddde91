//! The command line, except for arguments that have a file of their own, and its help.

use std::{ffi::OsString, path::PathBuf};

use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand, error::ErrorKind, parser::ValueSource};
use roomgen::legible::{shortened, shown};

use super::{
    animate::AnimateArgs,
    batch::BatchArgs,
    contact_sheet::ContactSheetArgs,
    convert::{ConvertArgs, RenderArgs},
    format::Format,
    picture::{PictureArgs, scale},
    request::{LevelArgs, RequestArgs, SeedArgs},
    survey::SurveyArgs,
};

const EXAMPLES: &str = "\
Examples:
  roomgen --seed 42                                  look at a level in the terminal
  roomgen --seed 42 --out level.ron                  write it for a game to load
  roomgen --seed 42 --out level.ron --out plan.svg   and a plan of it for a document
  roomgen --seed 42 --preset grove --size 96x64 --out level.json --out level.txt --png level.png
  roomgen animate --seed 42 --out level.gif          how it is made
  roomgen presets crypt > my.ron                     a preset to start from ...
  roomgen --preset ./my.ron --png level.png          ... and its level of a random seed
  roomgen watch my.ron --png level.png               draws it at each save, until Ctrl-C
  roomgen lint my.ron                                finds probable mistakes
  roomgen --seed 42 --floors 10 --out dungeon/       the floors of a run: floor-00.ron to floor-09.ron
  roomgen batch --seeds 0..1000 --out-dir levels/    the levels of many seeds, on all cores
  roomgen sheet --preset my.ron --seeds 0..12 --out sheet.png        many of its levels in one picture
  roomgen survey --preset my.ron --seeds 0..10000 --out survey.png   how different its levels are
  roomgen convert level.ron level.json level.png     the level of a file in other formats
  roomgen check level.ron --regenerate               is the file valid, and does its seed make it?

The same preset, size, seed, floor, difficulty and start make the same level on every machine.
Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted. Nothing is written unless all of it can be, and a file is the old one or
the new one, complete, at any time. A run that is killed may leave temporary files .roomgen-XXXXXX.tmp, which may be deleted.";

const CHECK_EXAMPLES: &str = "\
Examples:
  roomgen check level.json --regenerate --preset my.ron
  roomgen --seed 42 --out - | roomgen check - --format ron
  roomgen check --text level.txt
  roomgen check dungeon/                             the floors of a run, or the levels of a batch

Prints one line for each invariant that the level breaks, with its number and the first violation, and exits with 1; or one line
that begins with `ok`. A text is checked by its tiles alone: the border is solid, doors lead from floor to floor, walls separate rock
and floor, and all floor and every door can be reached; props count as floor.

The levels of a folder are checked, and compared with manifest.jsonl: all files exist with their full lengths, and come from one run.
Each floor must begin below the exit of the floor above.";

const LINT_EXAMPLES: &str = "\
Examples:
  roomgen lint my.ron

Prints each finding at its place in the text, with the fraction of 1000 sample levels that show it, and exits with 1; or one line
that begins with `ok`.

Findings:
  unused-layout      a layout that no room has
  unused-vault       a vault that no level has
  unused-kind        a kind of prop that is never placed
  unused-rule        a rule for tags, doors or shapes that never applies
  unused-tag         a tag of a rule for tags or cycles that nothing asks for
  unused-character   a character of a legend or of the palette that no drawing has
  useless-field      a field that has no effect
  never              a chance, weight or count that is 0 everywhere
  bare-room          rooms that no layout fits
  large-mask         a mask larger than any room of its layout
  lost-formation     a formation or a vault whose props are all removed
  alike-glyphs       two kinds with the same glyph in text
  import-hint        a name that Godot takes for a command when it imports a scene
  shortfall          more rooms or required vaults than many levels can hold";

const WATCH_EXAMPLES: &str = "\
Examples:
  roomgen watch my.ron --png preview.png --seed 42

The picture is drawn again within half a second of each save of the preset or one of its bases. If the preset has a mistake, the
mistake is printed and the last picture stays. Ctrl-C ends it.";

/// Generates furnished roguelike levels from a preset and a seed
#[derive(Debug, Parser)]
#[command(name = "roomgen", version, after_help = format!("{}\n{EXAMPLES}", Format::help()))]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
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
    Presets(PresetsArgs),
    /// Finds parts of a preset that load and are probably mistakes
    Lint(LintArgs),
    /// Draws a preset's level again whenever the file is saved
    Watch(WatchArgs),
    /// Generates the levels of many seeds, on all cores: a file for each, or a stream of JSON lines
    Batch(BatchArgs),
    /// Draws the levels of many seeds in one picture, each with its numbers
    Sheet(ContactSheetArgs),
    /// Shows what a preset can express: many levels measured, as a table, a picture and rows
    Survey(SurveyArgs),
}

/// The arguments without a subcommand.
#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    pub(super) seed: SeedArgs,

    #[command(flatten)]
    pub(super) level: LevelArgs,

    /// Generate a run of 1 to 10000 floors, one file each in the folder --out: difficulty rises
    /// from 0 to 1, and each floor begins below the exit of the one before
    #[arg(long, value_name = "NUMBER", value_parser = floors, allow_negative_numbers = true,
        conflicts_with_all = ["floor", "difficulty"])]
    pub(super) floors: Option<u32>,

    /// Fail where the level falls short of what the preset asks for, instead of warning
    #[arg(long)]
    pub(super) strict: bool,

    /// The file to write, in the format of its ending; or - for standard output; may be given
    /// several times; with --floors, a folder
    #[arg(long, value_name = "FILE")]
    pub(super) out: Vec<PathBuf>,

    /// The format of --out, whatever its ending; without --out, of standard output
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    /// A picture of the level: short for --out FILE.png
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<PathBuf>,

    #[command(flatten)]
    pub(super) picture: PictureArgs,

    /// Replace the tile sheet beside --out, even if it was edited
    #[arg(long)]
    pub(super) force: bool,
}

/// The arguments of `roomgen check`.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(super) struct CheckArgs {
    /// The level file, .ron or .json; or - for standard input; or a folder that --floors or batch
    /// wrote
    #[arg(value_name = "FILE", required_unless_present = "schema")]
    pub(super) file: Option<PathBuf>,

    /// Print a JSON Schema of level files instead
    #[arg(long, conflicts_with_all = ["file", "format", "text", "regenerate"])]
    pub(super) schema: bool,

    /// The file's format, whatever its ending: ron or json
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    /// Check the tiles of a text instead, of one that was written as .txt or drawn by hand
    #[arg(long, conflicts_with_all = ["format", "regenerate"])]
    pub(super) text: bool,

    /// Also generate the level again from its origin, and compare every byte
    #[arg(long)]
    pub(super) regenerate: bool,

    /// The preset of the level, if it is not built in
    #[arg(long, value_name = "NAME|FILE", requires = "regenerate")]
    pub(super) preset: Option<PathBuf>,
}

/// The arguments of `roomgen lint`.
#[derive(Debug, Args)]
#[command(after_help = LINT_EXAMPLES)]
pub(super) struct LintArgs {
    /// A preset file, or a built-in preset's name
    #[arg(value_name = "PRESET")]
    pub(super) preset: PathBuf,
}

/// The arguments of `roomgen watch`.
#[derive(Debug, Args)]
#[command(after_help = WATCH_EXAMPLES)]
pub(super) struct WatchArgs {
    /// The preset file
    #[arg(value_name = "PRESET")]
    pub(super) preset: PathBuf,

    /// The picture
    #[arg(long, value_name = "FILE")]
    pub(super) png: PathBuf,

    #[command(flatten)]
    pub(super) seed: SeedArgs,

    #[command(flatten)]
    pub(super) request: RequestArgs,

    /// Pixels of the picture for each cell, 1 to 64 [default: 16]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    pub(super) scale: Option<u32>,
}

/// The arguments of `roomgen presets`.
#[derive(Debug, Args)]
pub(super) struct PresetsArgs {
    /// Print a JSON Schema of the preset language instead
    #[arg(long, conflicts_with = "name")]
    pub(super) schema: bool,

    /// The preset to print on standard output
    #[arg(value_name = "NAME")]
    pub(super) name: Option<String>,
}

impl CommandLine {
    /// Parses the arguments of this process.
    pub(super) fn from_process() -> Result<Self, clap::Error> {
        Self::from_words(std::env::args_os())
    }

    /// Parses the words of a command line, of which the first is the name of the program.
    pub(super) fn from_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = words.into_iter().collect();
        // clap quotes words in its errors, so an error is made again from escaped words.
        let escaped = || words.iter().map(|word| shown(&shortened(&word.to_string_lossy())).into_owned().into());
        Self::parse_words(words.clone()).map_err(|error| Self::parse_words(escaped().collect()).err().unwrap_or(error))
    }

    /// Parses the words of a command line. A flag for generating a level is refused, by name, if it
    /// comes before a subcommand. clap has such a check, but takes a stray word after a flag for a
    /// subcommand.
    fn parse_words(words: Vec<OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words)?;
        let is_given = |flag: &&Arg| matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine);
        let flag = command.get_arguments().find(is_given).map(ToString::to_string);
        if let (Some((name, _)), Some(flag)) = (matches.subcommand(), flag) {
            let message = format!("'{flag}' has no meaning before '{name}': it is for generating a level");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        Self::from_arg_matches(&matches)
    }
}

fn floors(text: &str) -> Result<u32, String> {
    const MOST: u32 = 10_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a number of floors is a whole number from 1 to {MOST}"))
}

#[cfg(test)]
mod tests {
    use roomgen_pictures::png::{self, Overlay};

    use super::*;

    #[test]
    fn the_arguments_contradict_neither_each_other_nor_clap() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn the_scale_in_the_help_is_the_default() {
        let mut command = CommandLine::command();
        let help = command.render_long_help().to_string();
        assert!(help.contains(&format!("[default: {}]", png::PictureOptions::default().scale)), "{help}");
    }

    #[test]
    fn the_help_knows_all_overlays() {
        let command = CommandLine::command();
        let help = command.get_arguments().find(|argument| argument.get_id() == "overlay").and_then(Arg::get_help);
        let help = help.map(ToString::to_string).unwrap_or_default();
        assert!(Overlay::ALL.iter().all(|overlay| help.contains(overlay.name())), "{help}");
    }
}
