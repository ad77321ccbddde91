//! `roomgen animate`: how a level comes to be, as a GIF.

use std::path::{Path, PathBuf};

use clap::Args;
use roomgen::{Request, geom::Size};
use roomgen_pictures::gif::{self, GifError};

use super::{
    args::{difficulty, floor, seed},
    failure::Failure,
    output::{self, Content, Output},
    preset, print, request,
    start::{Start, starting},
};

const EXAMPLES: &str = "\
Examples:
  roomgen animate --seed 42 --out level.gif
  roomgen animate --seed 42 --preset grove --size 48x32 --scale 12 --out grove.gif
  roomgen animate --seed 42 --room 3 --out room.gif      how one room is furnished, seen near

It shows the level being cut into leaves, the rooms, the main path, bonus rooms and doors, walls and floors; then in each room where
formations are stamped (crosses), what cannot stand there (red), what stays free before doors (green), and what goes so that all can
be reached (orange). The same preset, size, seed, floor, difficulty and start make the same file on every machine.";

/// Showing how a level comes to be.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Animate {
    /// Number that decides the level; without it a random one, told on standard error
    #[arg(long, value_name = "NUMBER", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// A built-in preset's name, or a preset file: what ends in .ron or has a / in it
    #[arg(long, value_name = "NAME|FILE", default_value = "crypt")]
    preset: PathBuf,

    /// Columns and rows of cells, instead of the preset's
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    size: Option<Size>,

    /// Floor of the dungeon
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = floor, allow_negative_numbers = true)]
    floor: u32,

    /// How hard, 0 to 1
    #[arg(long, value_name = "0..1", default_value = "0", value_parser = difficulty, allow_negative_numbers = true)]
    difficulty: f32,

    #[command(flatten)]
    start: Start,

    /// Where the animation goes: a file ending in .gif, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Pixels for each cell, 1 to 32 [default: what makes frames of at most 640x400 pixels]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<u32>,

    /// The number of the only room that is shown, seen near
    #[arg(long, value_name = "ID")]
    room: Option<u32>,
}

/// Makes a level, and writes how.
pub(super) fn run(arguments: &Animate) -> Result<(), Failure> {
    let Animate { out, scale, room, .. } = arguments;
    let output = output(out)?;
    preset::spare(&arguments.preset, |file, what| output.spare(file, what))?;
    let preset = request::sized(preset::load(&arguments.preset)?, arguments.size)?;
    let start = arguments.start.within(preset.size())?;
    let options = gif::GifOptions { scale: *scale, room: *room };
    if room.is_none() {
        // Before a seed is drawn and told.
        options.sides(preset.size()).map_err(|error| Failure::usage(refusal(&error)))?;
    }
    let request = starting(Request::new(request::seed(arguments.seed)?).on_floor(arguments.floor), start);
    let request = request
        .with_difficulty(arguments.difficulty)
        .map_err(|error| Failure::usage(format!("--difficulty: {error}.")))?;
    let bytes = gif::write(&preset, request, options).map_err(|error| match error {
        GifError::NoRoom { .. } => Failure::usage(refusal(&error)),
        _ => Failure::failed(refusal(&error)),
    })?;
    output::write(&[(&output, Content::Bytes(bytes))])
}

/// Where the animation goes.
fn output(out: &Path) -> Result<Output, Failure> {
    let output = Output::at("--out", out)?;
    let is_gif = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif"));
    if !output.is_stream() && !is_gif {
        let path = print::path(out);
        return Err(Failure::usage(format!("--out {path}: an animation goes to a file that ends in .gif, or to -.")));
    }
    output.refuse_terminal("gif")?;
    Ok(output)
}

fn refusal(error: &GifError) -> String {
    let help = match error {
        GifError::NoRoom { .. } => " See --room.",
        GifError::TooLarge { .. } | GifError::Scale { .. } => " See --scale and --size.",
        _ => "",
    };
    format!("The animation cannot be made: {error}.{help}")
}

/// The value of `--scale`.
fn scale(text: &str) -> Result<u32, String> {
    let range = gif::GifOptions::MIN_SCALE..=gif::GifOptions::MAX_SCALE;
    let allowed = || format!("a cell is {} to {} pixels wide", range.start(), range.end());
    text.parse().ok().filter(|pixels| range.contains(pixels)).ok_or_else(allowed)
}
