//! `roomgen animate`: how a level is made, as a GIF.

use std::path::PathBuf;

use clap::Args;
use roomgen_export::gif::{self, GifError};

use super::{
    commit,
    failure::CommandFailure,
    output::{Output, refuse_conflicts, report_success},
    picture::{no_room, pixels, room},
    request::{LevelArgs, SeedArgs},
};

const EXAMPLES: &str = "\
Examples:
  roomgen animate --seed 42 --out level.gif
  roomgen animate --seed 42 --preset grove --size 48x32 --scale 12 --out grove.gif
  roomgen animate --seed 42 --room 3 --out room.gif      how the furnishing of one room, close up

It begins and ends with the finished level. Between them it shows the partition into leaves, the \
rooms, the main path, bonus rooms and doors, walls and floors, and the props of each room; with \
--marks also the anchors of formations (crosses), rejected props (red), clearances of doors \
(green), and props that are removed to open a walkway (orange). The same \
preset, size, seed, floor, difficulty, start and re-rolls make the same file on every machine.";

/// The arguments of `roomgen animate`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct AnimateArgs {
    #[command(flatten)]
    seed: SeedArgs,

    #[command(flatten)]
    level: LevelArgs,

    /// The animation: a file ending in .gif, or - for standard output
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Pixels for each cell, 1 to 32 [default: what makes frames of at most 640x400 pixels]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<u32>,

    /// The number of the only room that is shown, close up
    #[arg(long, value_name = "ID", value_parser = room, allow_negative_numbers = true)]
    room: Option<u32>,

    /// Show anchors, clearances, and props that were rejected or removed, too
    #[arg(long)]
    marks: bool,
}

/// Generates a level and writes the animation.
pub(super) fn run(arguments: &AnimateArgs) -> Result<(), CommandFailure> {
    let AnimateArgs { seed, level, out, scale, room, marks } = arguments;
    let output = Output::at("--out", out)?;
    output.require_ending(out, "gif", "an animation")?;
    let (loaded, request) = level.load()?;
    refuse_conflicts(&[&output], &loaded.inputs)?;
    let options = gif::GifOptions { scale: *scale, room: *room, marks: *marks };
    if room.is_none() {
        // Refuses frames that are too large before a random seed is printed.
        options.dimensions(loaded.preset.size()).map_err(|error| CommandFailure::usage(advised(&error)))?;
    }
    let number = seed.get()?;
    let request = seed.rerolled(&loaded.preset, request.with_named_seed(number.clone()))?;
    let animation = gif::write(&loaded.preset, request, options);
    let bytes = animation.map_err(|error| refusal(&error))?;
    commit::write(vec![(&output, bytes)])?;
    report_success([&output], &format!("{}, seed {}", loaded.preset.name(), number.number()));
    Ok(())
}

/// The failure of an animation that cannot be made.
pub(super) fn refusal(error: &GifError) -> CommandFailure {
    match *error {
        GifError::NoRoom { room, rooms } => no_room(room, rooms),
        _ => CommandFailure::failed(advised(error)),
    }
}

fn advised(error: &GifError) -> String {
    let help = match error {
        GifError::TooLarge { .. } | GifError::Scale { .. } => " See --scale and --size.",
        _ => "",
    };
    format!("The animation cannot be made: {error}.{help}")
}

fn scale(text: &str) -> Result<u32, String> {
    pixels(text, gif::GifOptions::MIN_SCALE..=gif::GifOptions::MAX_SCALE)
}
