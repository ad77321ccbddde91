//! The floors of a run in a folder, each below the stairs of the one above: of `--floors` and of
//! `roomgen run`.

use std::{fs, path::Path};

use roomgen::{Level, NamedSeed, Preset, run::RunFloor};
use roomgen_export::{
    format::{Format, FormatKind, LevelExport},
    map::TileSheet,
};

use super::{
    commit::FileCommit,
    failure::CommandFailure,
    floor_maker::FloorMaker,
    format::{self, has_sheet, of_ending},
    generate_args::{GenerateArgs, OutputArgs},
    manifest::{self, LevelFileNames, LevelSeries, ManifestEntry, ManifestHeader, ManifestReader},
    output::{Output, refuse_conflicts, refuse_folder},
    picture::{PictureArgs, with_options},
    preset::LoadedRun,
    print,
    request::{FloorRerolls, NO_REROLLS, report_shortfalls},
    run_file::{self, run_endings},
    run_sheet, sheet,
};

/// Generates the floors of `--floors` and writes them: all of them, or none.
pub(super) fn run(arguments: &GenerateArgs, floors: u32) -> Result<(), CommandFailure> {
    if arguments.seed.has_rerolls() {
        return Err(CommandFailure::usage(
            "--reroll is for one level; --floors writes several. `roomgen run` re-rolls rooms of floors.",
        ));
    }
    let (what, output) = ("--floors", &arguments.output);
    if run_file::output(output).is_none() {
        folder(what, output)?;
    }
    let (loaded, _) = arguments.level.load()?;
    let run = LoadedRun::of(&loaded, floors, arguments.level.request.start);
    write(&run, &NO_REROLLS, what, output, || arguments.seed.get())
}

/// What takes a file: its name and its bytes.
type FileTaker<'a> = &'a mut dyn FnMut(&str, &[u8]) -> Result<(), CommandFailure>;

/// How the floors of runs are written to files.
pub(super) struct FloorFiles<'a> {
    pub(super) run: &'a LoadedRun,
    pub(super) format: Format,
    pub(super) picture: &'a PictureArgs,
    /// Whether tile sheets that were edited are replaced.
    pub(super) force: bool,
}

impl FloorFiles<'_> {
    fn names(&self, floors: &[RunFloor]) -> LevelFileNames {
        let last = floors.last().map_or(0, |floor| floor.number);
        LevelFileNames::Floors { floors: floors.len() as u32, last, format: self.format }
    }

    /// Makes the files of a run for the folder `out` and hands each to `add`: tile sheets, floors,
    /// and the manifest at last. `see` gets each level with words that begin a sentence on it.
    pub(super) fn write(
        &self,
        maker: &mut FloorMaker<'_>,
        out: &Path,
        see: &mut dyn FnMut(&Level, &str) -> Result<(), CommandFailure>,
        add: FileTaker<'_>,
    ) -> Result<Vec<ManifestEntry>, CommandFailure> {
        let &Self { run: LoadedRun { run, .. }, format, picture, force } = self;
        let floors = maker.floors()?;
        let (names, seed, count) = (self.names(&floors), maker.generator.seed().number(), floors.len() as u32);
        let description = picture.description_of(format);
        let header = match self.run.preset() {
            Some(preset) => {
                ManifestHeader::new(preset, LevelSeries::Floors { seed, floors: count }, format, description)
            }
            None => {
                let (name, run_digest) = (run.name().to_string(), format!("{:016x}", run.digest()));
                let last_floor = floors.last().map_or(0, |floor| floor.number);
                let series = LevelSeries::Run { run: name, run_digest, seed, floors: count, last_floor };
                ManifestHeader::of_run(run.size(), series, format, description)
            }
        };
        let add_sheet = |sheet: &TileSheet, name: &str, add: FileTaker<'_>| {
            let (files, note) = sheet::files(sheet, format, picture.tiled().tileset, name, out, force)?;
            note.iter().for_each(|note| print::status(note));
            files.iter().try_for_each(|file| add(&file.name, &file.bytes))
        };
        let shared = self.run.preset().and_then(|preset| sheet::of_preset(preset, format, picture.tiled().gaps));
        if let Some(sheet) = &shared {
            add_sheet(sheet, sheet::SHARED_NAME, add)?;
        }
        let (mut lines, mut entries) = (manifest::line(&header), Vec::new());
        for floor in &floors {
            let (level, preset, request) = maker.level(floor.number)?;
            see(&level, &format!("floor {}: ", floor.number))?;
            let export = with_options(LevelExport::new(&level, preset), picture);
            let export = LevelExport { request: Some(&request), ..export };
            let name = names.file(floor.number.into());
            let own_name = format!("{}-tiles", name.split('.').next().unwrap_or_default());
            let own = (shared.is_none() && has_sheet(format)).then(|| export.own_sheet());
            if let Some(sheet) = &own {
                add_sheet(sheet, &own_name, add)?;
            }
            let sheet = own.as_ref().map(|sheet| (sheet, &*own_name));
            let sheet = shared.as_ref().map(|sheet| (sheet, sheet::SHARED_NAME)).or(sheet);
            let bytes = format::bytes(format, &LevelExport { sheet, ..export })?;
            add(&name, &bytes)?;
            let entry = ManifestEntry::new(&level, &header.series, floor.above, name, bytes.len() as u64);
            lines += &manifest::line(&entry);
            entries.push(entry);
        }
        // The manifest comes last: if the process is killed before, the old manifest does not fit
        // the new floors, and `check` reports it.
        add(&manifest::file_name(None), lines.as_bytes())?;
        Ok(entries)
    }
}

/// Generates the floors of a run and writes them: all of them, or none. `what` is the flag or the
/// command that does so.
pub(super) fn write(
    run: &LoadedRun,
    rerolls: &FloorRerolls,
    what: &str,
    arguments: &OutputArgs,
    seed: impl Fn() -> Result<NamedSeed, CommandFailure>,
) -> Result<(), CommandFailure> {
    let OutputArgs { picture, strict, force, .. } = arguments;
    let maker = |seed| FloorMaker { rerolls, ..run.maker(seed) };
    if let Some((path, format)) = run_file::output(arguments) {
        refuse_png(what, arguments)?;
        return match format.kind() {
            FormatKind::Picture => run_sheet::write(run, maker, ("--out", path), arguments, seed),
            _ => run_file::write(run, maker, (path, format), arguments, seed),
        };
    }
    let (out, format) = (folder(what, arguments)?, arguments.format.unwrap_or(Format::Ron));
    let size = run.largest().map_or(run.run.size(), Preset::size);
    picture.check(&[format], size, "--format png")?;
    let name = format!("--out {}", print::path(out));
    if !out.is_dir() {
        refuse_folder(&name, out)?;
    }
    // A run of one preset has the same floors with any seed.
    let known = if run.preset().is_none() { Some(seed()?) } else { None };
    let floors = maker(known.clone().unwrap_or(0.into())).floors()?;
    let files = FloorFiles { run, format, picture, force: *force };
    let names = files.names(&floors);
    let names: Vec<_> = floors.iter().map(|floor| names.file(floor.number.into())).collect();
    let mut commit = FileCommit::new();
    if out.is_dir() {
        refuse_other_runs(out, &name, &names)?;
    } else {
        commit.create_folder(out).map_err(|error| CommandFailure::from(error).at(&name))?;
    }
    let file = |file: &str| {
        let output = Output::named(format!("{} in {name}", print::path(Path::new(file))), &out.join(file))?;
        refuse_conflicts(&[&output], &run.inputs)?;
        Ok::<_, CommandFailure>(output)
    };
    names.iter().try_for_each(|name| file(name).map(|_| ()))?;
    let seed = known.map_or_else(seed, Ok)?;
    let number = seed.number();
    let mut report = |level: &Level, words: &str| report_shortfalls(level, words, *strict);
    files.write(&mut maker(seed), out, &mut report, &mut |name, bytes| {
        commit.add(&file(name)?, |out| Ok(out.write_all(bytes)?))
    })?;
    commit.finish()?;
    let (floors, of) = (print::count(floors.len(), "floor"), run.run.name());
    print::success(&format!("{}: {floors} of {of}, seed {number}", print::escaped(&out.to_string_lossy())));
    Ok(())
}

/// Refuses a folder with the manifest of a batch, or with other floors than `ours`: they would be
/// taken for floors of this run.
fn refuse_other_runs(out: &Path, name: &str, ours: &[String]) -> Result<(), CommandFailure> {
    let path = out.join(manifest::file_name(None));
    if fs::symlink_metadata(&path).is_ok() {
        let manifest = format!("{name}: {}", manifest::file_name(None));
        if !matches!(ManifestReader::open(&path, &manifest)?.header(&manifest)?.1, LevelFileNames::Floors { .. }) {
            return Err(CommandFailure::failed(format!("{manifest} is that of a batch. Give another folder.")));
        }
    }
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

fn refuse_png(what: &str, arguments: &OutputArgs) -> Result<(), CommandFailure> {
    if arguments.png.is_some() {
        let message = format!("--png is for one level; with {what}, --format png draws each floor.");
        return Err(CommandFailure::usage(message));
    }
    Ok(())
}

/// The folder of `--out`.
fn folder<'path>(what: &str, arguments: &'path OutputArgs) -> Result<&'path Path, CommandFailure> {
    let Some(out) = arguments.out.first().filter(|out| arguments.out.len() == 1 && out.as_os_str() != "-") else {
        return Err(CommandFailure::usage(format!(
            "{what} writes one file for each floor; give a folder with --out, once, or a file that ends in {}.",
            run_endings()
        )));
    };
    refuse_png(what, arguments)?;
    if arguments.format.is_none() && of_ending(out).is_some() && !out.is_dir() {
        let out = print::path(out);
        return Err(CommandFailure::usage(format!(
            "--out {out}: {what} writes a folder of files; give the name of a folder, or a file that ends in {}.",
            run_endings()
        )));
    }
    Ok(out)
}
