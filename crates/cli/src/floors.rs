//! The floors of a run in a folder, each below the stairs of the one above: of `--floors` and of
//! `roomgen run`.

use std::{fs, path::Path};

use roomgen::{
    Cell, Level, NamedSeed, Preset, Request, generate,
    run::{Run, RunFloor, RunGenerator},
};
use roomgen_export::{
    format::{Format, LevelExport},
    map::TileSheet,
};

use super::{
    commit::FileCommit,
    failure::CommandFailure,
    format::{self, has_sheet, of_ending},
    generate_args::{GenerateArgs, OutputArgs},
    manifest::{self, LevelFileNames, LevelSeries, ManifestEntry, ManifestHeader, ManifestReader},
    output::{InputFile, Output, refuse_conflicts, refuse_folder},
    picture::with_options,
    print,
    request::{FloorRerolls, report_shortfalls},
    sheet,
};

/// Generates the floors of `--floors` and writes them: all of them, or none.
pub(super) fn run(arguments: &GenerateArgs, floors: u32) -> Result<(), CommandFailure> {
    if arguments.seed.has_rerolls() {
        return Err(CommandFailure::usage(
            "--reroll is for one level; --floors writes several. `roomgen run` re-rolls rooms of floors.",
        ));
    }
    let (what, output) = ("--floors", &arguments.output);
    folder(what, output)?;
    let (loaded, request) = arguments.level.load()?;
    let preset = &loaded.preset;
    let (run, start) = (&Run::of(preset, floors), arguments.level.request.start);
    let run = FolderRun { run, preset: Some(preset), start, rerolls: &FloorRerolls::default(), inputs: &loaded.inputs };
    drop(request);
    run.write(what, output, || arguments.seed.get())
}

/// A run whose floors are to be written.
pub(super) struct FolderRun<'run> {
    pub(super) run: &'run Run,
    /// The preset of all floors, if it is the run of one.
    pub(super) preset: Option<&'run Preset>,
    /// Where the first floor begins, if that is asked for.
    pub(super) start: Option<Cell>,
    pub(super) rerolls: &'run FloorRerolls,
    pub(super) inputs: &'run [InputFile],
}

/// Makes the levels of a run, with rooms furnished anew.
pub(super) struct FloorMaker<'run> {
    pub(super) generator: RunGenerator<&'run Run>,
    pub(super) rerolls: &'run FloorRerolls,
}

impl FloorMaker<'_> {
    /// The floors that are made: those of branches that are left out are not among them. Refuses
    /// re-rolls of others.
    pub(super) fn floors(&mut self) -> Result<Vec<RunFloor>, CommandFailure> {
        let left_out = self.generator.left_out();
        let is_of_branch = |branch: &RunFloor, floor: &RunFloor| branch.branch == floor.branch;
        let floors = self.generator.floors();
        let gone: Vec<&RunFloor> = floors.iter().filter(|floor| left_out.contains(&floor.number)).collect();
        let stays = |floor: &&RunFloor| !gone.iter().any(|first| is_of_branch(first, floor));
        let floors: Vec<RunFloor> = floors.iter().filter(stays).cloned().collect();
        let is_there = |number: &u32| floors.iter().any(|floor| floor.number == *number);
        match self.rerolls.floors().find(|number| !is_there(number)) {
            Some(number) => Err(no_floor(&format!("--reroll {number}/..."), number, &floors, self.generator.seed())),
            None => Ok(floors),
        }
    }

    /// The request of a floor, with the rooms that are furnished anew. Refuses a value of `--floor`
    /// that is no floor of the run.
    pub(super) fn request(&mut self, floor: u32) -> Result<Request, CommandFailure> {
        let Some(request) = self.generator.request(floor) else {
            let floors = self.floors()?;
            return Err(no_floor(&format!("--floor {floor}"), floor, &floors, self.generator.seed()));
        };
        Ok(self.rerolls.rerolled(floor, self.preset(floor)?, &request)?.unwrap_or(request))
    }

    /// The preset of a floor that is there.
    pub(super) fn preset(&self, floor: u32) -> Result<&Preset, CommandFailure> {
        let preset = self.generator.preset(floor);
        preset.ok_or_else(|| CommandFailure::failed(format!("The run has no floor {floor}.")))
    }

    /// The level of a floor with its preset and its request.
    pub(super) fn level(&mut self, floor: u32) -> Result<(Level, &Preset, Request), CommandFailure> {
        let request = self.request(floor)?;
        let own = if request.rerolls().is_empty() { self.generator.level(floor) } else { None };
        let preset = self.preset(floor)?;
        Ok((own.unwrap_or_else(|| generate(preset, request.clone())), preset, request))
    }
}

/// The failure of a floor that a run does not have.
fn no_floor(flag: &str, floor: u32, floors: &[RunFloor], seed: &NamedSeed) -> CommandFailure {
    // Numbers without gaps as ranges.
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for floor in floors {
        match ranges.last_mut().filter(|(_, last)| last + 1 == floor.number) {
            Some((_, last)) => *last = floor.number,
            None => ranges.push((floor.number, floor.number)),
        }
    }
    let range = |(first, last)| if first == last { format!("{first}") } else { format!("{first} to {last}") };
    let ranges = print::list(ranges.into_iter().map(range), "and");
    let seed = seed.number();
    CommandFailure::usage(format!("{flag}: the run of seed {seed} has no floor {floor}. Its floors are {ranges}."))
}

impl FolderRun<'_> {
    /// Generates the floors and writes them: all of them, or none. `what` is the flag or the
    /// command that does so.
    pub(super) fn write(
        &self,
        what: &str,
        arguments: &OutputArgs,
        seed: impl Fn() -> Result<NamedSeed, CommandFailure>,
    ) -> Result<(), CommandFailure> {
        let &Self { run, preset, start, rerolls, inputs } = self;
        let out = folder(what, arguments)?;
        let format = arguments.format.unwrap_or(Format::Ron);
        let largest =
            run.presets().map(Preset::size).max_by_key(|size| size.width() * size.height()).unwrap_or(run.size());
        arguments.picture.check(&[format], largest, "--format png")?;
        let name = format!("--out {}", print::path(out));
        if !out.is_dir() {
            refuse_folder(&name, out)?;
        }
        // A run of one preset has the same floors with any seed.
        let known = if preset.is_none() { Some(seed()?) } else { None };
        let maker = |seed| FloorMaker { generator: RunGenerator::new(run, seed).starting_at(start), rerolls };
        let mut floors_of = known.clone().unwrap_or(0.into());
        let floors = maker(floors_of.clone()).floors()?;
        let last = floors.last().map_or(0, |floor| floor.number);
        let names = LevelFileNames::Floors { floors: floors.len() as u32, last, format };
        let numbers = || floors.iter().map(|floor| floor.number.into());
        let mut commit = FileCommit::new();
        if out.is_dir() {
            refuse_other_runs(out, &name, &numbers().map(|floor| names.file(floor)).collect::<Vec<_>>())?;
        } else {
            commit.create_folder(out).map_err(|error| CommandFailure::from(error).at(&name))?;
        }
        let file = |file: &str| {
            let output = Output::named(format!("{} in {name}", print::path(Path::new(file))), &out.join(file))?;
            refuse_conflicts(&[&output], inputs)?;
            Ok::<_, CommandFailure>(output)
        };
        let shared = preset.and_then(|preset| sheet::of_preset(preset, format));
        let add_sheet = |commit: &mut FileCommit, sheet: &TileSheet, name: &str| {
            let (files, note) = sheet::files(sheet, name, out, arguments.force)?;
            note.iter().for_each(|note| print::status(note));
            for part in files {
                commit.add(&file(&part.name)?, |out| Ok(out.write_all(&part.bytes)?))?;
            }
            Ok::<_, CommandFailure>(())
        };
        if let Some(sheet) = &shared {
            add_sheet(&mut commit, sheet, sheet::SHARED_NAME)?;
        }
        let outputs = numbers().map(|floor| file(&names.file(floor))).collect::<Result<Vec<_>, _>>()?;
        if known.is_none() {
            floors_of = seed()?;
        }
        let (seed, picture) = (floors_of.number(), arguments.picture.description_of(format));
        let count = floors.len() as u32;
        let header = match preset {
            Some(preset) => ManifestHeader::new(preset, LevelSeries::Floors { seed, floors: count }, format, picture),
            None => {
                let (run, run_digest) = (run.name().to_string(), format!("{:016x}", run.digest()));
                let series = LevelSeries::Run { run, run_digest, seed, floors: count, last_floor: last };
                ManifestHeader::of_run(self.run.size(), series, format, picture)
            }
        };
        let mut lines = manifest::line(&header);
        let mut maker = maker(floors_of);
        for (floor, output) in floors.iter().zip(&outputs) {
            let (level, preset, request) = maker.level(floor.number)?;
            report_shortfalls(&level, &format!("floor {}: ", floor.number), arguments.strict)?;
            let export = with_options(LevelExport::new(&level, preset), &arguments.picture);
            let export = LevelExport { request: Some(&request), ..export };
            let name = names.file(floor.number.into());
            let own_name = format!("{}-tiles", name.split('.').next().unwrap_or_default());
            let own = (shared.is_none() && has_sheet(format)).then(|| export.own_sheet());
            if let Some(sheet) = &own {
                add_sheet(&mut commit, sheet, &own_name)?;
            }
            let sheet = own.as_ref().map(|sheet| (sheet, &*own_name));
            let sheet = shared.as_ref().map(|sheet| (sheet, sheet::SHARED_NAME)).or(sheet);
            let bytes = format::bytes(format, &LevelExport { sheet, ..export })?;
            commit.add(output, |out| Ok(out.write_all(&bytes)?))?;
            let bytes = bytes.len() as u64;
            lines += &manifest::line(&ManifestEntry::new(&level, &header.series, floor.above, name, bytes));
        }
        // The manifest is renamed last: if the run is killed before, the old manifest does not fit
        // the new floors, and `check` reports it.
        commit.add(&file(&manifest::file_name(None))?, |out| Ok(out.write_all(lines.as_bytes())?))?;
        commit.finish()?;
        let floors = print::count(floors.len(), "floor");
        print::success(&format!("{}: {floors} of {}, seed {seed}", print::escaped(&out.to_string_lossy()), run.name()));
        Ok(())
    }
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

/// The folder of `--out`.
fn folder<'path>(what: &str, arguments: &'path OutputArgs) -> Result<&'path Path, CommandFailure> {
    let Some(out) = arguments.out.first().filter(|out| arguments.out.len() == 1 && out.as_os_str() != "-") else {
        return Err(CommandFailure::usage(format!(
            "{what} writes one file for each floor; give a folder with --out, once."
        )));
    };
    if arguments.png.is_some() {
        return Err(CommandFailure::usage(format!(
            "--png is for one level; with {what}, --format png draws each floor."
        )));
    }
    if arguments.format.is_none() && of_ending(out).is_some() && !out.is_dir() {
        let out = print::path(out);
        return Err(CommandFailure::usage(format!(
            "--out {out}: {what} writes a folder of files; give the name of a folder."
        )));
    }
    Ok(out)
}
