//! `roomgen sheet`: the levels of many seeds in one picture, each with its numbers.
//!
//! Threads generate and draw the levels, which are added in order.

use std::path::PathBuf;

use clap::Args;
use roomgen::{Generator, Preset, REVISION};
use roomgen_formats::format::LevelExport;
use roomgen_pictures::png::{
    ContactSheet, ContactSheetOptions, ContactSheetSubject, Overlay, PictureError, dearest_room,
};

use super::{
    commit, export,
    failure::CommandFailure,
    interrupt,
    ordered::{JobsArgs, in_order},
    output::{refuse_conflicts, report_success},
    picture::{DrawingArgs, drawn, scale},
    preset, print, progress,
    requests::RequestListArgs,
    seeds::SeedRange,
};

const EXAMPLES: &str = "\
Examples:
  roomgen sheet --preset my.ron --out sheet.png
  roomgen sheet --preset crypt --seeds 0..6 --difficulty 0,0.5,1 --out crypt.png    what difficulty changes
  roomgen sheet --preset crypt --seeds 42..43 --floor 0..6 --out floors.png         six floors of one seed
  roomgen sheet --preset crypt --overlay path,cycles --columns 3 --out plans.png
  roomgen sheet --preset crypt --overlay danger --difficulty 0,1 --out danger.png    on one scale of colours

Below each level are its seed, its floor and difficulty if there are several, and what decides how \
it plays: the numbers of rooms, of cycles and of dead ends; bridges, which are the passages of the \
shortest way to the end that every way uses, over all of its passages; and the area of the largest \
room over that of the median one. `roomgen survey --help` describes each.

The levels of a seed stand together: floors side by side, and difficulties below each other; or \
side by side if there is one floor. The same preset, request and seeds make the same bytes on every \
machine, with any --jobs. Nothing is written if it is interrupted.";

/// The arguments of `roomgen sheet`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct ContactSheetArgs {
    #[command(flatten)]
    requests: RequestListArgs,

    /// The seeds, without END
    #[arg(long, short, value_name = "FIRST..END", default_value = "0..12", allow_hyphen_values = true)]
    seeds: SeedRange,

    /// The picture: a file ending in .png, .webp or .qoi, or - for standard output, as PNG
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Seeds in a row, 1 to 10000 [default: what makes the picture similar to 16:10]
    #[arg(long, value_name = "NUMBER", value_parser = columns, allow_negative_numbers = true)]
    columns: Option<u32>,

    /// Pixels of a level for each cell, 1 to 256 [default: up to 16, with 8 million pixels in all]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<u32>,

    #[command(flatten)]
    drawing: DrawingArgs,

    #[command(flatten)]
    jobs: JobsArgs,
}

/// Draws the levels of all seeds and writes the sheet.
pub(super) fn run(arguments: &ContactSheetArgs) -> Result<(), CommandFailure> {
    let (output, format) = export::picture_output("--out", &arguments.out)?;
    let (loaded, variants) = arguments.requests.load(preset::load("--preset", &arguments.requests.preset)?)?;
    refuse_conflicts(&[&output], &loaded.inputs)?;
    let mut sheet = empty_sheet(arguments, &loaded.preset, None)?;

    // A sheet has few levels: the product is not larger than the levels of a sheet at most.
    let count = arguments.seeds.count() * variants.len() as u64;
    let preset = &loaded.preset;
    let generated = |generator: &mut Generator<_>, position: u64| {
        let (seed, variant) = (position / variants.len() as u64, position % variants.len() as u64);
        generator.generate(variants[variant as usize].request.with_seed(arguments.seeds.at(seed)))
    };
    let interrupted = |done: u64| {
        print::status(&format!("interrupted after {}; nothing was written", print::count(done as usize, "level")));
        CommandFailure::interrupted()
    };
    if arguments.drawing.overlays().contains(Overlay::Danger) {
        // The scale of all levels must be known before the first one is drawn.
        let mut hottest = 0;
        let dearest = |generator: &mut Generator<_>, position| Ok(dearest_room(&generated(generator, position)));
        let most = |cost: u32| {
            hottest = hottest.max(cost);
            Ok(())
        };
        let workers = arguments.jobs.workers(2);
        let measured = in_order(count, workers, &interrupt::stop_flag(), || Generator::new(preset), dearest, most)?;
        if measured < count {
            return Err(interrupted(0));
        }
        sheet = empty_sheet(arguments, preset, Some(hottest).filter(|cost| *cost > 0))?;
    }
    let bar = progress::of_levels(count, 0, output.is_standard());
    let options = sheet.picture_options();
    let make = |generator: &mut Generator<_>, position: u64| {
        let level = generated(generator, position);
        let picture = drawn(&LevelExport { picture: options, ..LevelExport::new(&level, preset) })?;
        Ok((position, level, picture))
    };
    let take = |(position, level, picture)| {
        sheet.add(position, &level, &picture);
        bar.inc(1);
        Ok(())
    };
    // Pictures may be large, so few of them wait.
    let workers = arguments.jobs.workers(2);
    let drawn = in_order(count, workers, &interrupt::stop_flag(), || Generator::new(preset), make, take)?;
    drop(bar);
    if drawn < count {
        return Err(interrupted(drawn));
    }
    let bytes = export::encoded(&sheet.into_picture(), format)?;
    commit::write(vec![(&output, bytes)])?;
    report_success([&output], &format!("{} of {}", print::count(count as usize, "level"), loaded.preset.name()));
    Ok(())
}

/// The sheet without levels, with the scale of danger if it has one. Refuses one that would be too
/// large.
fn empty_sheet(
    arguments: &ContactSheetArgs,
    preset: &Preset,
    hottest: Option<u32>,
) -> Result<ContactSheet, CommandFailure> {
    let ContactSheetArgs { requests, seeds, columns, scale, drawing, .. } = arguments;
    let subject = ContactSheetSubject {
        preset,
        about: about(arguments, preset),
        seeds: (seeds.at(0), seeds.at(seeds.count() - 1)),
        difficulties: requests.difficulties().to_vec(),
        floors: requests.floors().to_vec(),
    };
    let (view, overlays, light) = (drawing.view(), drawing.overlays(), drawing.light());
    let options = ContactSheetOptions { scale: *scale, columns: *columns, view, overlays, hottest, light };
    ContactSheet::new(&subject, options).map_err(|error| {
        let (flag, remedy) = match (&error, scale) {
            (PictureError::ManyLevels { .. } | PictureError::LargePage { .. }, None) => {
                (format!("--seeds {seeds}"), "give fewer seeds, difficulties or floors, or a smaller --size")
            }
            (PictureError::ManyLevels { .. }, Some(_)) => {
                (format!("--seeds {seeds}"), "give fewer seeds, difficulties or floors")
            }
            (_, Some(scale)) => (format!("--scale {scale}"), "give a smaller one, fewer seeds, or a smaller --size"),
            (_, None) => (format!("--size {}", preset.size()), "give a smaller one"),
        };
        CommandFailure::usage(format!("{flag}: {error}; {remedy}."))
    })
}

/// What the levels have in common, with which they can be made again.
fn about(arguments: &ContactSheetArgs, preset: &Preset) -> Vec<String> {
    let requests = &arguments.requests;
    let mut about = vec![preset.size().to_string(), format!("seeds {}", arguments.seeds)];
    match requests.floors() {
        [0] => {}
        [only] => about.push(format!("floor {only}")),
        several => about.push(format!("{} floors", several.len())),
    }
    match requests.difficulties() {
        [only] => about.push(format!("difficulty {only}")),
        several => about.push(format!("{} difficulties", several.len())),
    }
    about.extend(requests.start.map(|start| format!("start {},{}", start.x, start.y)));
    about.extend([format!("preset {:016x}", preset.digest()), format!("revision {REVISION}")]);
    about
}

fn columns(text: &str) -> Result<u32, String> {
    const MOST: u64 = ContactSheet::MAX_LEVELS;
    let number = text.parse().ok().filter(|&number| (1..=MOST).contains(&u64::from(number)));
    number.ok_or_else(|| format!("a number of columns is a whole number from 1 to {MOST}"))
}
