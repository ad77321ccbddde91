//! The floors of a run in one file, and what lies beside it: for endings of formats in which a run
//! is a file.

use std::path::Path;

use roomgen::{Level, NamedSeed};
use roomgen_export::{
    RunFiles,
    format::{Format, FormatKind, LevelExport},
    map::{MAX_FLOORS, MapError},
};

use super::{
    commit,
    failure::CommandFailure,
    floor_maker::FloorMaker,
    format,
    generate_args::OutputArgs,
    output::{Output, refuse_conflicts, report_success},
    picture::with_options,
    preset::LoadedRun,
    print, progress,
    request::report_shortfalls,
    sheet,
};

/// The file of `--out` and its format, if a run is one file in it: if it has the ending of such a
/// format, that of `--format` or any, and is no folder.
pub(super) fn output(arguments: &OutputArgs) -> Option<(&Path, Format)> {
    let [out] = &arguments.out[..] else { return None };
    let ending = out.extension()?.to_str()?;
    let has_ending = |format: &Format| run_ending(*format).is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let format = arguments
        .format
        .map_or_else(|| Format::ALL.iter().copied().find(has_ending), |given| Some(given).filter(has_ending));
    (!out.is_dir()).then_some(out).map(Path::new).zip(format)
}

/// The ending of the file of a run in a format. In formats of pictures, that is its sheet.
fn run_ending(format: Format) -> Option<&'static str> {
    if format.kind() == FormatKind::Picture { Some(format.ending()) } else { format.run_ending() }
}

/// The endings of files of runs, in words.
pub(super) fn run_endings() -> String {
    let endings = Format::ALL.iter().filter_map(|&format| run_ending(format));
    let mut endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
    endings.dedup();
    print::list(endings, "or")
}

/// Generates the floors of a run and writes them to a file and others beside it: to all of them, or
/// to none.
pub(super) fn write<'run>(
    LoadedRun { run, inputs, .. }: &'run LoadedRun,
    maker: impl Fn(NamedSeed) -> FloorMaker<'run>,
    (path, format): (&Path, Format),
    arguments: &OutputArgs,
    seed: impl Fn() -> Result<NamedSeed, CommandFailure>,
) -> Result<(), CommandFailure> {
    let OutputArgs { picture, strict, force, .. } = arguments;
    picture.check(&[format], run.size(), "--out FOLDER --format png")?;
    let output = Output::at("--out", path)?;
    let (name, folder) = (output.stem()?, output.path().and_then(Path::parent).unwrap_or(Path::new(".")));
    refuse_conflicts(&[&output], inputs)?;
    let seed = seed()?;
    let mut maker = maker(seed.clone());
    let floors = maker.floors()?;
    if floors.len() > MAX_FLOORS {
        let (error, name) = (MapError::ManyFloors { floors: floors.len() }, format.name());
        let words = format!("{}: {error}; --out FOLDER --format {name} writes a file for each.", output.name);
        return Err(CommandFailure::usage(words));
    }
    let bar = progress::of_levels(floors.len() as u64, 0, false);
    let levels = floors.iter().map(|floor| {
        let (level, ..) = maker.level(floor.number)?;
        report_shortfalls(&level, &format!("floor {}: ", floor.number), *strict)?;
        bar.inc(1);
        Ok(level)
    });
    let levels = levels.collect::<Result<Vec<Level>, CommandFailure>>()?;
    drop(bar);
    let exports = floors.iter().zip(&levels).filter_map(|(floor, level)| {
        let preset = run.preset(seed.number(), floor.number)?;
        Some(LevelExport { above: floor.above, ..with_options(LevelExport::new(level, preset), picture) })
    });
    let exports: Vec<LevelExport<'_>> = exports.collect();
    let Some(first) = exports.first() else { return Err(CommandFailure::failed("The run has no floor.".to_owned())) };
    let written = format.run_files(&exports, name).map_err(|error| format::failure(format, error, first))?;
    let RunFiles { files, sheets } = written;
    let mut contents = Vec::new();
    for files in sheets {
        let (files, note) = sheet::to_write(files, folder, *force)?;
        note.iter().for_each(|note| print::status(note));
        contents.extend(files);
    }
    let mut files = files.into_iter();
    let own = files.next().map(|file| file.bytes).unwrap_or_default();
    contents.extend(files);
    let beside = contents.iter().map(|file| output.beside(&file.name)).collect::<Result<Vec<_>, _>>()?;
    let outputs: Vec<&Output> = beside.iter().chain([&output]).collect();
    refuse_conflicts(&outputs, inputs)?;
    // The file of the run comes last: what it names is there before.
    let bytes = contents.into_iter().map(|file| file.bytes).chain([own]);
    commit::write(outputs.into_iter().zip(bytes).collect())?;
    let of = print::count(floors.len(), "floor");
    report_success([&output], &format!("{of} of {}, seed {}", run.name(), seed.number()));
    Ok(())
}
