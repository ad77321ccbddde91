//! What may stand on the command line, and the help that explains it.

use std::{ffi::OsString, path::PathBuf};

use clap::{
    Arg, ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, error::ErrorKind, parser::ValueSource,
};
use roomgen::{
    Request,
    geom::Size,
    legible::{shortened, shown},
};

use super::{
    animate::Animate,
    batch::Batch,
    convert::{Convert, Render},
    format::Format,
    picture::{Picture, scale},
    start::Start,
    survey::SurveyArgs,
};

const EXAMPLES: &str = "\
Examples:
  roomgen --seed 42                                  look at a level in the terminal
  roomgen --seed 42 --out level.ron                  write it for a game to load
  roomgen --seed 42 --out level.ron --out plan.svg   and a plan of it for a document
  roomgen --seed 42 --preset grove --size 96x64 --out level.json --out level.txt --png level.png
  roomgen --seed 42 --png level.png --overlay quadtree   what the index of props is made of
  roomgen animate --seed 42 --out level.gif          how it comes to be
  roomgen presets crypt > my.ron                     a preset to start from ...
  roomgen --preset ./my.ron --png level.png          ... and what it makes, by a new seed each time
  roomgen watch my.ron --png level.png               the same at each save, until Ctrl-C
  roomgen lint my.ron                                what in it cannot be meant?
  roomgen --seed 42 --floors 10 --out dungeon/       the floors of a run: floor-00.ron to floor-09.ron
  roomgen batch --seeds 0..1000 --out-dir levels/    the levels of many seeds, on all cores
  roomgen survey --preset my.ron --seeds 0..10000 --out survey.png   how different its levels are
  roomgen convert level.ron level.json level.png     the level of a file in other formats
  roomgen check level.ron --regenerate               is the file sound, and is it what its seed makes?

The same preset, size, seed, floor, difficulty and start make the same level on every machine.
Exit codes: 0 done, 1 it failed, 2 wrong usage, 130 told to end before it was done. Nothing is written unless all of it can be, and a file is the
old one or the new one, whole, at any time. A run that is killed may leave what was on its way, by the name .NAME.roomgen-XXXXXX.tmp or
.roomgen-XXXXXX.tmp with six letters or digits for XXXXXX; when no roomgen is at work there, that may be deleted.";

const CHECK_EXAMPLES: &str = "\
Examples:
  roomgen check level.ron
  roomgen check level.json --regenerate --preset my.ron
  roomgen --seed 42 --out - | roomgen check - --format ron
  roomgen check --text level.txt
  roomgen check dungeon/                             the floors of a run, or the levels of a batch

Prints one line for each invariant that the level breaks, with its number and the first thing that breaks it, and
exits with 1; or one line that begins with `ok`. Of a text only tiles can be tested: that the border is solid, that doors lead
from floor to floor, that walls are where rock would touch floor, and that all floor and every door can be walked to; what
stands there counts as floor.

Of a folder, the files are compared with manifest.jsonl, and each level is tested: whether all files are there with all their bytes, and
are of one run. Floors are compared with the one above. Without a manifest, as older versions left floors, the first floor says of
which run the others have to be.";

const LINT_EXAMPLES: &str = "\
Examples:
  roomgen lint my.ron
  roomgen lint crypt

Prints each finding where it stands, with the share of 1000 sample levels that show it, and exits with 1; or one line that
begins with `ok`.

Findings:
  unused-layout      a layout that no room takes
  unused-vault       a vault that no level has
  unused-kind        a kind of which there never is a prop
  unused-rule        a rule for tags, doors or shapes that never applies
  unused-character   a character of a legend or of the palette that nothing is drawn with
  useless-field      a field that has no effect where it stands
  never              a chance, weight or count that is 0 everywhere
  bare-room          rooms that no layout suits
  large-mask         a mask larger than any room that it is laid over
  lost-formation     a formation, or a vault, of which nothing ever stays
  alike-glyphs       two kinds that look the same in text
  import-hint        a name that Godot takes as a command when it imports a scene
  shortfall          more rooms, or vaults that must be there, than many levels can have";

const WATCH_EXAMPLES: &str = "\
Examples:
  roomgen watch my.ron --png preview.png --seed 42

The picture is drawn again within half a second of each save of the preset, or of a file that it builds on. While there is a
mistake in it, the mistake is shown and the last good picture stays. Ctrl-C ends it.";

/// Makes furnished roguelike levels from a preset and a seed
#[derive(Debug, Parser)]
#[command(name = "roomgen", version, after_help = format!("{}\n{EXAMPLES}", Format::help()))]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) generate: Generate,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Shows how a level comes to be, as a GIF
    Animate(Animate),
    /// Tests a level file: is it sound, and can a player walk it?
    Check(Check),
    /// Writes a level file in other formats
    Convert(Convert),
    /// Draws a level file
    Render(Render),
    /// Lists the presets that are built in, or prints one to start from
    Presets(Presets),
    /// Finds what a preset says that loads but cannot be meant
    Lint(Lint),
    /// Draws a preset's level anew whenever the file is saved
    Watch(Watch),
    /// Makes the levels of many seeds, on all cores: a file for each, or a stream of JSON lines
    Batch(Batch),
    /// Shows what a preset can express: many levels measured, as a table, a picture and rows
    Survey(SurveyArgs),
}

/// The main job.
#[derive(Debug, Args)]
pub(super) struct Generate {
    /// Number that decides the level, 0 to 18446744073709551615; without it a random one, told on standard error
    #[arg(long, value_name = "NUMBER", value_parser = seed, allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,

    /// A built-in preset's name, or a preset file: what ends in .ron or has a / in it
    #[arg(long, value_name = "NAME|FILE", default_value = "crypt")]
    pub(super) preset: PathBuf,

    /// Columns and rows of cells, instead of the preset's
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub(super) size: Option<Size>,

    /// Floor of the dungeon: every floor of a seed is a level of its own
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = floor, allow_negative_numbers = true)]
    pub(super) floor: u32,

    /// Make so many floors, 1 to 10000, one file each in the folder --out: difficulty rises from 0 to 1, and each floor begins
    /// below the exit of the one before
    #[arg(long, value_name = "NUMBER", value_parser = floors, allow_negative_numbers = true,
        conflicts_with_all = ["floor", "difficulty"])]
    pub(super) floors: Option<u32>,

    /// How hard, 0 to 1: what the preset's ramps by difficulty go by
    #[arg(long, value_name = "0..1", default_value = "0", value_parser = difficulty, allow_negative_numbers = true)]
    pub(super) difficulty: f32,

    #[command(flatten)]
    pub(super) start: Start,

    /// Fail where the level falls short of what the preset asks for, instead of warning
    #[arg(long)]
    pub(super) strict: bool,

    /// Where the level goes, in the format of its ending; or - for standard output; may be given several times; with --floors, a
    /// folder
    #[arg(long, value_name = "FILE")]
    pub(super) out: Vec<PathBuf>,

    /// What --out is written as, whatever its ending; without --out, to standard output
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    /// Where a picture of the level goes: short for --out FILE.png
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<PathBuf>,

    #[command(flatten)]
    pub(super) picture: Picture,

    /// Replace the tile sheet beside --out, even if it is not as roomgen wrote it
    #[arg(long)]
    pub(super) force: bool,
}

/// Testing a level file.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(super) struct Check {
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

    /// Test the tiles of a text instead, of one that was written as .txt or drawn by hand
    #[arg(long, conflicts_with_all = ["format", "regenerate"])]
    pub(super) text: bool,

    /// Also generate the level again from what it says of itself, and compare every byte
    #[arg(long)]
    pub(super) regenerate: bool,

    /// The preset that made the level, if it is not built in
    #[arg(long, value_name = "NAME|FILE", requires = "regenerate")]
    pub(super) preset: Option<PathBuf>,
}

/// Looking for what cannot be meant.
#[derive(Debug, Args)]
#[command(after_help = LINT_EXAMPLES)]
pub(super) struct Lint {
    /// A preset file, or a built-in preset's name
    #[arg(value_name = "PRESET")]
    pub(super) preset: PathBuf,
}

/// Drawing at each save.
#[derive(Debug, Args)]
#[command(after_help = WATCH_EXAMPLES)]
pub(super) struct Watch {
    /// The preset file
    #[arg(value_name = "PRESET")]
    pub(super) preset: PathBuf,

    /// Where the picture goes
    #[arg(long, value_name = "FILE")]
    pub(super) png: PathBuf,

    /// Number that decides the level; without it a random one, told on standard error
    #[arg(long, value_name = "NUMBER", value_parser = seed, allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,

    /// Columns and rows of cells, instead of the preset's
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub(super) size: Option<Size>,

    /// Floor of the dungeon
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = floor, allow_negative_numbers = true)]
    pub(super) floor: u32,

    /// How hard, 0 to 1
    #[arg(long, value_name = "0..1", default_value = "0", value_parser = difficulty, allow_negative_numbers = true)]
    pub(super) difficulty: f32,

    #[command(flatten)]
    pub(super) start: Start,

    /// Pixels of the picture for each cell, 1 to 64 [default: 16]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    pub(super) scale: Option<u32>,
}

/// Listing presets.
#[derive(Debug, Args)]
pub(super) struct Presets {
    /// Print a JSON Schema of the preset language instead
    #[arg(long, conflicts_with = "name")]
    pub(super) schema: bool,

    /// The preset to print on standard output
    #[arg(value_name = "NAME", action = ArgAction::Set)]
    pub(super) name: Option<String>,
}

impl Cli {
    /// The arguments of this process.
    pub(super) fn from_process() -> Result<Self, clap::Error> {
        Self::from_words(std::env::args_os())
    }

    /// What words mean, the first of them the program's name.
    ///
    /// The flags of the main job are refused beside a subcommand, by name; clap's own way to do so would take a stray
    /// word after a flag for a subcommand, and refuse the flag.
    pub(super) fn from_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = words.into_iter().collect();
        // A refusal quotes words as they are: so those are refused that can be shown. Few are, and then the others would be too.
        let legible = || words.iter().map(|word| shown(&shortened(&word.to_string_lossy())).into_owned().into());
        Self::of(words.clone()).map_err(|error| Self::of(legible().collect()).err().unwrap_or(error))
    }

    fn of(words: Vec<OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words)?;
        let given = |flag: &&Arg| matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine);
        let flag = command.get_arguments().find(given).map(ToString::to_string);
        if let (Some((name, _)), Some(flag)) = (matches.subcommand(), flag) {
            let message = format!("'{flag}' before '{name}' has no meaning: it is for making a level");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        Self::from_arg_matches(&matches)
    }
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// The value of `--floor`.
pub(super) fn floor(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("a floor is a whole number from 0 to {}", u32::MAX))
}

fn floors(text: &str) -> Result<u32, String> {
    /// More floors than any run has, few enough that their files have names of one length.
    const MOST: u32 = 10_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a number of floors is a whole number from 1 to {MOST}"))
}

/// The value of `--difficulty`.
pub(super) fn difficulty(text: &str) -> Result<f32, String> {
    let allowed = |_| "a difficulty is a number from 0 to 1".to_owned();
    let number = text.parse::<f32>().map_err(|_| allowed(()))?;
    Request::new(0).with_difficulty(number).map_err(|_| allowed(()))?;
    Ok(number)
}

#[cfg(test)]
mod tests {
    use roomgen_pictures::png::{self, Overlay};

    use super::*;

    #[test]
    fn the_arguments_contradict_neither_each_other_nor_clap() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_scale_in_the_help_is_the_default() {
        let mut command = Cli::command();
        let help = command.render_long_help().to_string();
        assert!(help.contains(&format!("[default: {}]", png::Options::default().scale)), "{help}");
    }

    #[test]
    fn the_help_knows_all_overlays() {
        let command = Cli::command();
        let help = command.get_arguments().find(|argument| argument.get_id() == "overlay").and_then(Arg::get_help);
        let help = help.map(ToString::to_string).unwrap_or_default();
        assert!(Overlay::ALL.iter().all(|overlay| help.contains(overlay.name())), "{help}");
    }
}
