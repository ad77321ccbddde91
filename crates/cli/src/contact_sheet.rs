//! `roomgen sheet`: the levels of many seeds in one picture, each with its numbers.
//!
//! Threads generate and draw the levels, which are added in order.

use std::{collections::BTreeSet, path::PathBuf};

use clap::Args;
use indicatif::ProgressBar;
use roomgen::{
    Generator, Level, Preset, REVISION, Request,
    run::{Run, RunGenerator},
};
use roomgen_export::{
    format::{Format, LevelExport},
    png::{
        ContactSheet, ContactSheetOptions, ContactSheetSubject, Overlay, Picture, PictureError, SheetLevels,
        dearest_room,
    },
};

use super::{
    commit, export,
    failure::CommandFailure,
    interrupt,
    ordered::{JobsArgs, in_order},
    output::{Output, refuse_conflicts, report_success},
    picture::{DrawingArgs, drawn, scale},
    preset, print, progress,
    requests::{RequestListArgs, RequestedRun},
    seeds::SeedRange,
};

const EXAMPLES: &str = "\
Examples:
  roomgen sheet --preset my.ron --out sheet.png
  roomgen sheet --preset crypt --seeds 0..6 --difficulty 0,0.5,1 --out crypt.png    what difficulty changes
  roomgen sheet --preset crypt --seeds 42..43 --floor 0..6 --out floors.png         six floors of one seed
  roomgen sheet --run descent --seeds 0..4 --out runs.png                           the floors of four runs
  roomgen sheet --preset crypt --overlay path,cycles --columns 3 --out plans.png
  roomgen sheet --preset crypt --overlay danger --difficulty 0,1 --out danger.png    on one scale of colours

Below each level are its seed, its floor and difficulty if there are several, and what decides how \
it plays: the numbers of rooms, of cycles and of dead ends; bridges, which are the passages of the \
shortest way to the end that every way uses, over all of its passages; and the area of the largest \
room over that of the median one. `roomgen survey --help` describes each.

The levels of a seed stand together: floors side by side, and difficulties below each other; or \
side by side if there is one floor. Floors or difficulties of an only seed are wrapped into rows. With \
--run or --floors they are the floors of the runs, each below the exit of the one above; a floor that \
the run of a seed does not have leaves its place empty. The \
same preset, request and seeds make the same bytes on every \
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

    /// The picture: a file ending in .png or .webp, or - for standard output, as PNG
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    drawing: SheetDrawingArgs,

    #[command(flatten)]
    jobs: JobsArgs,
}

/// Makes the levels of a sheet by their positions, with buffers of its own.
pub(super) enum SheetMaker<'a> {
    /// Those of the requests of one preset.
    Levels(Box<Generator<&'a Preset>>, &'a (dyn Fn(u64) -> Request + Sync)),
    /// Of each seed the floors with these numbers.
    Runs { generator: Box<RunGenerator<&'a Run>>, seeds: SeedRange, floors: &'a [u32] },
}

impl SheetMaker<'_> {
    /// A level with its preset, and the request of a floor of a run; `None` if the run has none.
    fn make(&mut self, position: u64) -> Option<(Level, &Preset, Option<Request>)> {
        match self {
            Self::Levels(generator, request) => Some((generator.generate(request(position)), generator.preset(), None)),
            Self::Runs { generator, seeds, floors } => {
                let (seed, floor) = (position / floors.len() as u64, position % floors.len() as u64);
                let (seed, floor) = (seeds.at(seed), floors[floor as usize]);
                if generator.seed().number() != seed {
                    generator.restart(seed);
                }
                let (level, request) = (generator.level(floor)?, generator.request(floor));
                Some((level, generator.preset(floor)?, request))
            }
        }
    }
}

/// How a sheet of levels is drawn.
#[derive(Debug, Args)]
pub(super) struct SheetDrawingArgs {
    /// Seeds in a row, or levels of an only seed, 1 to 10000 [default: what makes the picture
    /// similar to 16:10]
    #[arg(long, value_name = "NUMBER", value_parser = columns, allow_negative_numbers = true)]
    columns: Option<u32>,

    /// Pixels of a level for each cell, 1 to 256 [default: up to 16, with 8 million pixels in all]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    pub(super) scale: Option<u32>,

    #[command(flatten)]
    drawing: DrawingArgs,
}

/// Draws the levels of all seeds and writes the sheet.
pub(super) fn run(arguments: &ContactSheetArgs) -> Result<(), CommandFailure> {
    let (output, format) = export::picture_output("--out", &arguments.out)?;
    if let Some(requested) = arguments.requests.run()? {
        refuse_conflicts(&[&output], &requested.loaded.inputs)?;
        let (run, seeds) = (&requested.loaded.run, arguments.seeds);
        let subject = subject_of_runs(arguments, &requested)?;
        let floors = subject.floors.clone();
        let maker = || SheetMaker::Runs { generator: Box::new(requested.generator()), seeds, floors: &floors };
        let count = seeds.count().saturating_mul(floors.len() as u64);
        return write(arguments, &subject, (&output, format), count, &maker, run.name());
    }
    let (loaded, variants) = arguments.requests.load(preset::load("--preset", &arguments.requests.preset)?)?;
    refuse_conflicts(&[&output], &loaded.inputs)?;
    let subject = subject(arguments, &loaded.preset);
    let count = arguments.seeds.count().saturating_mul(variants.len() as u64);
    let request = |position: u64| {
        let (seed, variant) = (position / variants.len() as u64, position % variants.len() as u64);
        variants[variant as usize].request.clone().with_seed(arguments.seeds.at(seed))
    };
    let maker = || SheetMaker::Levels(Box::new(Generator::new(&loaded.preset)), &request);
    write(arguments, &subject, (&output, format), count, &maker, loaded.preset.name())
}

/// Draws the levels of a subject, and writes the sheet.
fn write<'m>(
    arguments: &ContactSheetArgs,
    subject: &ContactSheetSubject<'_>,
    (output, format): (&Output, Format),
    count: u64,
    maker: &(dyn Fn() -> SheetMaker<'m> + Sync),
    of: &str,
) -> Result<(), CommandFailure> {
    let refuse = |error: PictureError| refusal(arguments, subject.preset, &error);
    arguments.drawing.empty_sheet(subject, None).map_err(refuse)?;
    let bar = progress::of_levels(count, 0, output.is_standard());
    interrupt::stop_in_order();
    let sheet = arguments.drawing.draw(subject, count, maker, arguments.jobs, &bar, refuse)?;
    drop(bar);
    let picture = sheet.map_err(|done| {
        print::status(&format!("interrupted after {}; nothing was written", print::count(done as usize, "level")));
        CommandFailure::interrupted()
    })?;
    let bytes = export::encoded(&picture, format)?;
    commit::write(vec![(output, bytes)])?;
    report_success([output], &format!("{} of {of}", print::count(count as usize, "level")));
    Ok(())
}

impl SheetDrawingArgs {
    /// The first of the flags that are given.
    pub(super) fn given_flag(&self) -> Option<&'static str> {
        let own = [("--columns", self.columns.is_some()), ("--scale", self.scale.is_some())];
        let own = own.into_iter().find_map(|(name, is_given)| is_given.then_some(name));
        own.or_else(|| self.drawing.given_flag())
    }

    /// The sheet without levels, with the scale of danger if it has one. Refuses one that would be
    /// too large.
    pub(super) fn empty_sheet(
        &self,
        subject: &ContactSheetSubject<'_>,
        hottest: Option<u32>,
    ) -> Result<ContactSheet, PictureError> {
        let (view, overlays, light) = (self.drawing.view(), self.drawing.overlays(), self.drawing.light());
        let options = ContactSheetOptions { scale: self.scale, columns: self.columns, view, overlays, hottest, light };
        ContactSheet::new(subject, options)
    }

    /// Draws so many levels, by their positions. Returns the number of levels that were drawn if it
    /// is interrupted.
    pub(super) fn draw<'m>(
        &self,
        subject: &ContactSheetSubject<'_>,
        count: u64,
        maker: &(dyn Fn() -> SheetMaker<'m> + Sync),
        jobs: JobsArgs,
        bar: &ProgressBar,
        refuse: impl Fn(PictureError) -> CommandFailure,
    ) -> Result<Result<Picture, u64>, CommandFailure> {
        // Pictures may be large, so few of them wait.
        let workers = jobs.workers(2);
        let mut hottest = 0;
        if self.drawing.overlays().contains(Overlay::Danger) {
            // The scale of all levels must be known before the first one is drawn.
            let dearest = |maker: &mut SheetMaker<'_>, position| {
                Ok(maker.make(position).map_or(0, |(level, ..)| dearest_room(&level)))
            };
            let most = |cost: u32| {
                hottest = hottest.max(cost);
                Ok(())
            };
            if in_order(count, workers, interrupt::is_stopped, maker, dearest, most)? < count {
                return Ok(Err(0));
            }
        }
        let mut sheet = self.empty_sheet(subject, Some(hottest).filter(|cost| *cost > 0)).map_err(refuse)?;
        let options = sheet.picture_options();
        let make = |maker: &mut SheetMaker<'_>, position: u64| {
            let Some((level, preset, request)) = maker.make(position) else { return Ok(None) };
            let export = LevelExport { request: request.as_ref(), ..LevelExport::new(&level, preset) };
            let picture = drawn(&LevelExport { picture: options, ..export })?;
            Ok(Some((position, level, picture)))
        };
        let take = |made: Option<_>| {
            if let Some((position, level, picture)) = made {
                sheet.add(position, &level, &picture);
            }
            bar.inc(1);
            Ok(())
        };
        let drawn = in_order(count, workers, interrupt::is_stopped, maker, make, take)?;
        Ok(if drawn < count { Err(drawn) } else { Ok(sheet.into_picture()) })
    }
}

fn subject<'preset>(arguments: &ContactSheetArgs, preset: &'preset Preset) -> ContactSheetSubject<'preset> {
    let ContactSheetArgs { requests, seeds, .. } = arguments;
    ContactSheetSubject {
        title: preset.name(),
        preset,
        about: about(arguments, preset),
        levels: SheetLevels::Seeds(seeds.at(0), seeds.at(seeds.count() - 1)),
        difficulties: requests.difficulties().to_vec(),
        floors: requests.floors().to_vec(),
    }
}

/// The floors of runs, those of branches behind those of the main way.
fn subject_of_runs<'run>(
    arguments: &ContactSheetArgs,
    RequestedRun { loaded, start }: &'run RequestedRun,
) -> Result<ContactSheetSubject<'run>, CommandFailure> {
    let (run, seeds) = (&loaded.run, arguments.seeds);
    let count = seeds.count();
    if count > ContactSheet::MAX_LEVELS {
        let message =
            format!("--seeds {seeds}: a sheet has at most {} levels; give fewer seeds.", ContactSheet::MAX_LEVELS);
        return Err(CommandFailure::usage(message));
    }
    let numbers = (0..count).flat_map(|at| run.floors(seeds.at(at))).map(|floor| floor.number);
    let floors: Vec<u32> = BTreeSet::from_iter(numbers).into_iter().collect();
    let mut about = vec![run.size().to_string(), format!("seeds {seeds}"), print::count(floors.len(), "floor")];
    about.extend(start.map(|start| format!("start {},{}", start.x, start.y)));
    about.extend([format!("run {:016x}", run.digest()), format!("revision {REVISION}")]);
    let largest = run.presets().max_by_key(|preset| preset.size().cells());
    let preset = largest.ok_or_else(|| CommandFailure::failed("The run has no floors."))?;
    let levels = SheetLevels::Seeds(seeds.at(0), seeds.at(count - 1));
    Ok(ContactSheetSubject { title: run.name(), preset, about, levels, difficulties: vec![0.0], floors })
}

/// The failure of a sheet that cannot be made.
fn refusal(
    ContactSheetArgs { seeds, drawing, .. }: &ContactSheetArgs,
    preset: &Preset,
    error: &PictureError,
) -> CommandFailure {
    let (flag, remedy) = match (error, drawing.scale) {
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
