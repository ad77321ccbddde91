//! `roomgen sheet`: the levels of many seeds in one picture, each with its numbers.
//!
//! Threads generate and draw the levels, which are added in order.

use std::{collections::BTreeSet, path::PathBuf};

use clap::Args;
use indicatif::ProgressBar;
use roomgen::{Preset, REVISION, Size};
use roomgen_export::{
    format::LevelExport,
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
    output::{refuse_conflicts, report_success},
    picture::{DrawingArgs, drawn, scale},
    preset::LoadedRun,
    print, progress,
    requests::{RequestListArgs, Requested, SeedMaker},
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

/// The levels of a sheet: by its position, the seed of a level and what it is of that seed, as of
/// [`SeedMaker::level`].
pub(super) struct ListedLevels<'a> {
    pub(super) requested: &'a Requested,
    pub(super) count: u64,
    pub(super) at: &'a (dyn Fn(u64) -> (u64, u32) + Sync),
}

/// Draws the levels of all seeds and writes the sheet.
pub(super) fn run(arguments: &ContactSheetArgs) -> Result<(), CommandFailure> {
    let (output, format) = export::picture_output("--out", &arguments.out)?;
    let (requested, seeds) = (arguments.requests.requested()?, arguments.seeds);
    refuse_conflicts(&[&output], requested.inputs().0)?;
    let about = vec![format!("seeds {seeds}")];
    let (subject, numbers) = match &requested {
        Requested::Levels(loaded, variants) => {
            let subject = ContactSheetSubject {
                title: loaded.preset.name(),
                preset: &loaded.preset,
                about: about_levels(arguments, &loaded.preset),
                levels: SheetLevels::Seeds { count: seeds.count(), largest: seeds.at(seeds.count() - 1) },
                difficulties: arguments.requests.difficulties().to_vec(),
                floors: arguments.requests.floors().to_vec(),
            };
            (subject, (0..variants.len() as u32).collect())
        }
        Requested::Runs(run) => {
            if seeds.count() > ContactSheet::MAX_LEVELS {
                let error = PictureError::ManyLevels { levels: seeds.count() };
                return Err(refusal(arguments, seeds, requested.size(), &error));
            }
            let subject = of_runs(run, about, &(0..seeds.count()).map(|at| seeds.at(at)).collect::<Vec<_>>())?;
            let floors = subject.floors.clone();
            (subject, floors)
        }
    };
    let refuse = |error: PictureError| refusal(arguments, seeds, subject.preset.size(), &error);
    arguments.drawing.empty_sheet(&subject, None).map_err(refuse)?;
    let each = numbers.len() as u64;
    let at = |position: u64| (seeds.at(position / each), numbers[(position % each) as usize]);
    let levels = ListedLevels { requested: &requested, count: seeds.count().saturating_mul(each), at: &at };
    let bar = progress::of_levels(levels.count, 0, output.is_standard());
    interrupt::stop_in_order();
    let sheet = arguments.drawing.draw(&subject, &levels, arguments.jobs, &bar, refuse)?;
    drop(bar);
    let picture = sheet.map_err(|done| {
        print::status(&format!("interrupted after {}; nothing was written", print::count(done as usize, "level")));
        CommandFailure::interrupted()
    })?;
    let bytes = export::encoded(&picture, format)?;
    commit::write(vec![(&output, bytes)])?;
    let drawn = print::count(levels.count as usize, "level");
    report_success([&output], &format!("{drawn} of {}", requested.name()));
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

    /// Draws levels. Returns the number of levels that were drawn if it is interrupted.
    pub(super) fn draw(
        &self,
        subject: &ContactSheetSubject<'_>,
        &ListedLevels { requested, count, at }: &ListedLevels<'_>,
        jobs: JobsArgs,
        bar: &ProgressBar,
        refuse: impl Fn(PictureError) -> CommandFailure,
    ) -> Result<Result<Picture, u64>, CommandFailure> {
        let maker = || requested.maker();
        // Pictures may be large, so few of them wait.
        let workers = jobs.workers(2);
        let mut hottest = 0;
        if self.drawing.overlays().contains(Overlay::Danger) {
            // The scale of all levels must be known before the first one is drawn.
            let dearest = |maker: &mut SeedMaker<'_>, position| {
                let (seed, number) = at(position);
                Ok(maker.level(seed, number).map_or(0, |(level, ..)| dearest_room(&level)))
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
        let make = |maker: &mut SeedMaker<'_>, position: u64| {
            let (seed, number) = at(position);
            let Some((level, preset, request)) = maker.level(seed, number) else { return Ok(None) };
            let export = LevelExport { request: Some(&request), ..LevelExport::new(&level, preset) };
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

/// The floors of the runs of some seeds, those of branches behind those of the main way. `about`
/// says which seeds these are.
pub(super) fn of_runs<'run>(
    run: &'run LoadedRun,
    about: Vec<String>,
    seeds: &[u64],
) -> Result<ContactSheetSubject<'run>, CommandFailure> {
    let LoadedRun { run: of, start, .. } = run;
    let numbers = seeds.iter().flat_map(|&seed| of.floors(seed)).map(|floor| floor.number);
    let floors: Vec<u32> = BTreeSet::from_iter(numbers).into_iter().collect();
    let size = [of.size().to_string()].into_iter();
    let mut about: Vec<_> = size.chain(about).chain([print::count(floors.len(), "floor")]).collect();
    about.extend(start.map(|start| format!("start {},{}", start.x, start.y)));
    about.extend([format!("run {:016x}", of.digest()), format!("revision {REVISION}")]);
    let preset = run.largest().ok_or_else(|| CommandFailure::failed("The run has no floors."))?;
    let levels =
        SheetLevels::Seeds { count: seeds.len() as u64, largest: seeds.iter().copied().max().unwrap_or_default() };
    Ok(ContactSheetSubject { title: of.name(), preset, about, levels, difficulties: vec![0.0], floors })
}

/// The failure of a sheet that cannot be made.
fn refusal(
    ContactSheetArgs { drawing, .. }: &ContactSheetArgs,
    seeds: SeedRange,
    size: Size,
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
        (_, None) => (format!("--size {size}"), "give a smaller one"),
    };
    CommandFailure::usage(format!("{flag}: {error}; {remedy}."))
}

/// What the levels have in common, with which they can be made again.
fn about_levels(arguments: &ContactSheetArgs, preset: &Preset) -> Vec<String> {
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
