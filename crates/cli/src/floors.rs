//! `roomgen --floors`: a run of floors in a folder, each below the exit of the one above.

use std::{fs, path::Path};

use roomgen::Generator;
use roomgen_export::format::{Format, LevelExport};

use super::{
    args::GenerateArgs,
    commit::FileCommit,
    failure::CommandFailure,
    format::{self, of_ending},
    manifest::{self, LevelFileNames, LevelSeries, ManifestEntry, ManifestHeader, ManifestReader},
    output::{Output, refuse_conflicts, refuse_folder},
    picture::with_options,
    print,
    request::{report_shortfalls, starting},
    sheet,
};

/// Generates the floors and writes them: all of them, or none.
pub(super) fn run(arguments: &GenerateArgs, floors: u32) -> Result<(), CommandFailure> {
    if arguments.seed.has_rerolls() {
        return Err(CommandFailure::usage("--reroll is for one level; --floors writes several."));
    }
    let out = folder(arguments)?;
    let format = arguments.format.unwrap_or(Format::Ron);
    let (loaded, request) = arguments.level.load()?;
    let preset = &loaded.preset;
    arguments.picture.check(&[format], preset.size(), "--format png")?;
    let names = LevelFileNames::Floors(floors, format);
    let name = format!("--out {}", print::path(out));
    let mut commit = FileCommit::new();
    if out.is_dir() {
        refuse_other_runs(out, &name, names)?;
    } else {
        refuse_folder(&name, out)?;
        commit.create_folder(out).map_err(|error| CommandFailure::from(error).at(&name))?;
    }
    let file = |file: &str| {
        let output = Output::named(format!("{} in {name}", print::path(Path::new(file))), &out.join(file))?;
        refuse_conflicts(&[&output], &loaded.inputs)?;
        Ok::<_, CommandFailure>(output)
    };
    let sheet = sheet::of_preset(preset, format);
    if let Some(sheet) = &sheet {
        let (files, note) = sheet::files(sheet, sheet::SHARED_NAME, out, arguments.force)?;
        note.iter().for_each(|note| print::status(note));
        for part in files {
            commit.add(&file(&part.name)?, |out| Ok(out.write_all(&part.bytes)?))?;
        }
    }
    let outputs = (0..floors).map(|floor| file(&names.file(floor.into()))).collect::<Result<Vec<_>, _>>()?;
    let seed = arguments.seed.get()?;
    let series = LevelSeries::Floors { seed: seed.number(), floors };
    let picture = arguments.picture.description_of(format);
    let header = ManifestHeader::new(preset, series, format, picture);
    let mut lines = manifest::line(&header);
    let mut generator = Generator::new(preset);
    let mut start = arguments.level.request.start;
    for (floor, output) in (0..floors).zip(&outputs) {
        let request = starting(request.clone().with_named_seed(seed.clone()).on_floor(floor), start);
        let request = request.with_difficulty(difficulty(floor, floors));
        let level = generator.generate(request.map_err(|error| CommandFailure::failed(format!("{error}.")))?);
        report_shortfalls(&level, &format!("floor {floor}: "), arguments.strict)?;
        start = Some(level.exit());
        let sheet = sheet.as_ref().map(|sheet| (sheet, sheet::SHARED_NAME));
        let export = with_options(LevelExport::new(&level, preset), &arguments.picture);
        let bytes = format::bytes(format, &LevelExport { sheet, ..export })?;
        commit.add(output, |out| Ok(out.write_all(&bytes)?))?;
        lines +=
            &manifest::line(&ManifestEntry::new(&level, &header.series, names.file(floor.into()), bytes.len() as u64));
    }
    // The manifest is renamed last: if the run is killed before, the old manifest does not fit the
    // new floors, and `check` reports it.
    commit.add(&file(&manifest::file_name(None))?, |out| Ok(out.write_all(lines.as_bytes())?))?;
    commit.finish()?;
    let floors = print::count(floors as usize, "floor");
    let seed = seed.number();
    print::success(&format!("{}: {floors} of {}, seed {seed}", print::escaped(&out.to_string_lossy()), preset.name()));
    Ok(())
}

/// The difficulty of a floor in a run of `floors`: 0 on the first floor, 1 on the last.
fn difficulty(floor: u32, floors: u32) -> f32 {
    if floors == 1 { 0.0 } else { floor as f32 / (floors - 1) as f32 }
}

/// Refuses a folder with the manifest of another run, or with floors that this run would not
/// replace: they would be taken for floors of this run.
fn refuse_other_runs(out: &Path, name: &str, names: LevelFileNames) -> Result<(), CommandFailure> {
    let path = out.join(manifest::file_name(None));
    if fs::symlink_metadata(&path).is_ok() {
        let manifest = format!("{name}: {}", manifest::file_name(None));
        if !matches!(ManifestReader::open(&path, &manifest)?.header(&manifest)?.1, LevelFileNames::Floors(..)) {
            return Err(CommandFailure::failed(format!("{manifest} is that of a batch. Give another folder.")));
        }
    }
    let ours: Vec<_> = (0..names.count()).map(|floor| names.file(floor)).collect();
    let others = manifest::floors_in_folder(out)?;
    if let Some(other) = others.iter().find(|file| ours.binary_search(file).is_err()) {
        return Err(CommandFailure::failed(format!(
            "{name}: the folder has {} of an earlier run, which would be taken for floors of this one; nothing was \
             written. Delete them, or give another folder.",
            print::escaped(other)
        )));
    }
    Ok(())
}

fn folder(arguments: &GenerateArgs) -> Result<&Path, CommandFailure> {
    let Some(out) = arguments.out.first().filter(|out| arguments.out.len() == 1 && out.as_os_str() != "-") else {
        return Err(CommandFailure::usage("--floors writes one file for each floor; give a folder with --out, once."));
    };
    if arguments.png.is_some() {
        return Err(CommandFailure::usage("--png is for one level; with --floors, --format png draws each floor."));
    }
    if arguments.format.is_none() && of_ending(out).is_some() && !out.is_dir() {
        let out = print::path(out);
        return Err(CommandFailure::usage(format!(
            "--out {out}: --floors writes a folder of files; give the name of a folder."
        )));
    }
    Ok(out)
}
