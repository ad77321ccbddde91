//! The picture of a run's floors: of `--sheet`, and of `--out` with the ending of a picture.

use std::path::Path;

use roomgen::{NamedSeed, REVISION};
use roomgen_export::{
    format::LevelExport,
    png::{PictureError, RunSheet},
};

use super::{
    commit, export,
    failure::CommandFailure,
    floor_maker::FloorMaker,
    generate_args::OutputArgs,
    output::{refuse_conflicts, report_success},
    picture::drawn,
    preset::LoadedRun,
    print, progress,
    request::report_shortfalls,
};

/// Draws the levels of all floors and writes the sheet to the path of a flag.
pub(super) fn write<'run>(
    LoadedRun { run, inputs, .. }: &'run LoadedRun,
    maker: impl Fn(NamedSeed) -> FloorMaker<'run>,
    (flag, path): (&str, &Path),
    arguments: &OutputArgs,
    seed: impl Fn() -> Result<NamedSeed, CommandFailure>,
) -> Result<(), CommandFailure> {
    let (output, format) = export::picture_output(flag, path)?;
    refuse_conflicts(&[&output], inputs)?;
    let seed = seed()?;
    let mut maker = maker(seed.clone());
    let floors = maker.floors()?;
    let options = arguments.picture.of_sheet()?;
    let about =
        [format!("seed {}", seed.number()), print::count(floors.len(), "floor"), format!("{} cells", run.size())];
    let more = [format!("run {:016x}", run.digest()), format!("revision {REVISION}")];
    let about: Vec<String> = about.into_iter().chain(more).collect();
    let refuse = |error: PictureError| match options.scale {
        _ if matches!(error, PictureError::ManyFloors { .. }) => {
            CommandFailure::usage(format!("{}: {error}.", output.name))
        }
        Some(scale) => CommandFailure::usage(format!("--scale {scale}: {error}; give a smaller one.")),
        None => CommandFailure::usage(format!("{}: {error}.", output.name)),
    };
    let mut sheet = RunSheet::new(run, &floors, &about, options).map_err(refuse)?;
    let bar = progress::of_levels(floors.len() as u64, 0, output.is_standard());
    for (position, floor) in floors.iter().enumerate() {
        let (level, preset, request) = maker.level(floor.number)?;
        report_shortfalls(&level, &format!("floor {}: ", floor.number), arguments.strict)?;
        let export = LevelExport { request: Some(&request), ..LevelExport::new(&level, preset) };
        let picture = drawn(&LevelExport { picture: sheet.picture_options(), ..export })?;
        sheet.add(position, &level, &picture);
        bar.inc(1);
    }
    drop(bar);
    let bytes = export::encoded(&sheet.into_picture(), format)?;
    commit::write(vec![(&output, bytes)])?;
    report_success(
        [&output],
        &format!("{} of {}, seed {}", print::count(floors.len(), "floor"), run.name(), seed.number()),
    );
    Ok(())
}
