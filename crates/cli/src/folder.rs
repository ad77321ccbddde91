//! `roomgen check DIR`: whether the levels of a folder are as its manifests list them, and whether
//! the stairs of a run meet.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs, mem,
    path::Path,
};

use roomgen::{Cell, Level, REVISION, Size, error::TextFileError, level::Origin, run::Run};
use roomgen_export::format::{Format, FormatKind};
use serde::Serialize;
use serde_json::json;

use super::{
    args::CheckArgs,
    diagnostic::{self, Diagnostic, ReportFormat, ToolCode},
    failure::CommandFailure,
    faults, level,
    manifest::{self, LevelFileNames, LevelSeries, ManifestEntry, ManifestHeader, ManifestReader, pair},
    print,
    run::source::RunReader,
    seeds::{SeedRange, SeedShard},
};

/// A fault of a file of the folder, of which `file` is the name there.
pub(super) struct FileFault {
    file: String,
    fault: Diagnostic,
}

/// The text of `roomgen check`.
impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.fault)
    }
}

impl From<FileFault> for Diagnostic {
    fn from(FileFault { fault, .. }: FileFault) -> Self {
        fault
    }
}

/// Checks the levels of a folder. Returns its faults, and a summary to print if there are none.
pub(super) fn check(folder: &Path, arguments: &CheckArgs) -> Result<(Vec<FileFault>, String), CommandFailure> {
    let refused = |failure: CommandFailure| failure.coded(ToolCode::BadManifest.name()).in_file(folder);
    let name = print::path(folder);
    let manifests = manifest::in_folder(folder).map_err(|error| refused(CommandFailure::reading(&name, &error)))?;
    if manifests.is_empty() {
        return Err(CommandFailure::failed(format!(
            "{name} cannot be read: it is a folder without a manifest. Give a level file, or a folder that --floors, \
             `roomgen run` or `roomgen batch` wrote."
        ))
        .coded(ToolCode::NoManifest.name())
        .in_file(folder));
    }
    let runs = RunReader::of_flag(arguments.run.as_deref())?;
    let faults = Vec::new();
    let mut checker = FolderChecker { folder, arguments, runs, faults, stairs: 0, aligned: 0, stretches: 0 };
    let (mut summaries, mut shards, mut range, mut has_all) = (Vec::new(), Vec::new(), None, false);
    for (manifest, shard) in manifests {
        let file = format!("{manifest} in {name}");
        let path = folder.join(&manifest);
        let refused = |failure: CommandFailure| failure.coded(ToolCode::BadManifest.name()).in_file(&path);
        let mut reader = ManifestReader::open(&path, &file).map_err(refused)?;
        let (header, names) = reader.header(&file).map_err(refused)?;
        let names = match (names, shard) {
            (LevelFileNames::SeedRange(..) | LevelFileNames::Runs(..), Some(shard)) => {
                range = names.seeds();
                shards.push(shard);
                names.part(shard)
            }
            (names, _) => {
                has_all = true;
                names
            }
        };
        summaries.push(checker.manifest(&manifest, &header, names, &mut reader)?);
    }
    if let Some(range) = range.filter(|_| !has_all) {
        checker.shards(range, &shards);
    }
    Ok((checker.faults, summaries.join("; ")))
}

/// A floor of a run, as the stairs below it must meet it.
struct FloorAbove {
    file: String,
    exit: Cell,
    /// The other ways down: where each leads, and its cell.
    stairs: Vec<(String, Cell)>,
    origin: Origin,
    size: Size,
}

impl FloorAbove {
    /// The way down that leads to the floor of an entry: what it is called, and its cell; `None` if
    /// there is none.
    fn way_to(&self, entry: &ManifestEntry) -> Option<(String, Cell)> {
        let branch = entry.run.as_ref().and_then(|run| run.branch.as_deref());
        let own = self.origin.run.as_ref().and_then(|run| run.branch.as_ref());
        match branch.filter(|branch| own.is_none_or(|own| own.as_str() != *branch)) {
            None => Some(("the exit".to_owned(), self.exit)),
            Some(branch) => {
                let to = Run::stair_to(branch);
                let (to, cell) = self.stairs.iter().find(|(other, _)| *other == to)?;
                Some((format!("the stair {to:?}"), *cell))
            }
        }
    }
}

/// The state of checking one folder of levels.
struct FolderChecker<'folder> {
    folder: &'folder Path,
    arguments: &'folder CheckArgs,
    runs: RunReader,
    faults: Vec<FileFault>,
    /// The number of floors that were compared with the floor above.
    stairs: usize,
    /// The number of floors whose entry lies exactly below the exit of the floor above.
    aligned: usize,
    /// The number of floors behind the first where one arrives freely.
    stretches: usize,
}

impl FolderChecker<'_> {
    fn fault(&mut self, file: &str, code: &'static str, what: impl Into<String>) {
        let path = diagnostic::file(&self.folder.join(file));
        self.faults.push(FileFault { file: file.to_owned(), fault: Diagnostic::error(code, what).in_file(path) });
    }

    /// Finds the seeds of a range that no shard has.
    fn shards(&mut self, range: SeedRange, shards: &[SeedShard]) {
        for seeds in range.outside(shards) {
            let [first, last] = range.shards_of(seeds, shards[0].of);
            let numbers = [first, last].map(|SeedShard { number, of }| format!("{number}/{of}"));
            let numbers = if first == last { numbers[0].clone() } else { numbers.join(" to ") };
            let what = format!(
                "it does not exist, and the seeds {seeds} are in no other manifest; the same batch command with --shard \
                 {numbers} makes them"
            );
            self.fault(&manifest::file_name(Some(first)), ToolCode::MissingFile.name(), what);
        }
    }

    /// Checks the levels that a manifest lists. Returns a summary.
    fn manifest(
        &mut self,
        manifest: &str,
        header: &ManifestHeader,
        names: LevelFileNames,
        reader: &mut ManifestReader,
    ) -> Result<String, CommandFailure> {
        (self.stairs, self.aligned, self.stretches) = (0, 0, 0);
        let mut floors: BTreeMap<u32, FloorAbove> = BTreeMap::new();
        let mut branches: BTreeSet<String> = BTreeSet::new();
        let mut ours: Vec<String> = Vec::new();
        let mut listed = 0;
        while let Some(line) = reader.line(manifest)? {
            let entry = serde_json::from_slice::<ManifestEntry>(&line).ok().filter(|_| line.ends_with(b"\n"));
            let is_next =
                |entry: &ManifestEntry| names.fits(listed, entry) && ours.last().is_none_or(|last| *last < entry.file);
            let Some(entry) = entry.filter(is_next) else {
                let what = format!("line {} is not that of the next level", listed + 2);
                self.fault(manifest, ToolCode::ManifestLine.name(), what);
                break;
            };
            listed += 1;
            if let LevelFileNames::Runs(..) = names {
                self.run(header, &entry)?;
                continue;
            }
            let level = self.level(header, names, &entry)?;
            let (LevelFileNames::Floors { .. }, Some(floor)) = (names, entry.floor) else { continue };
            ours.push(entry.file.clone());
            branches.extend(entry.run.as_ref().and_then(|run| run.branch.clone()));
            let Some(level) = level else { continue };
            match entry.above() {
                Some(above) => floors.get(&above).iter().for_each(|above| self.stairs(above, &entry, &level)),
                None if floor > 0 => self.stretch(&entry, &level),
                None => {}
            }
            let (exit, size, origin) = (level.exit(), level.size(), level.origin().clone());
            let stairs = level.stairs().iter().map(|stairs| (stairs.to.to_string(), stairs.cell)).collect();
            floors.insert(floor, FloorAbove { file: entry.file, exit, stairs, origin, size });
        }
        let firsts: BTreeSet<String> = branches.iter().map(|branch| Run::stair_to(branch)).collect();
        for FloorAbove { file, stairs, origin, .. } in floors.values().filter(|_| listed == names.count()) {
            for (to, _) in stairs.iter().filter(|(to, _)| origin.run.is_some() && !firsts.contains(to)) {
                let what = format!("its stair {to:?} leads to no floor of the manifest");
                self.fault(file, ToolCode::StairsApart.name(), what);
            }
        }
        if listed < names.count() {
            let remedy = match names {
                LevelFileNames::SeedRange(..) | LevelFileNames::Runs(..) => "the same batch command makes the rest",
                LevelFileNames::Floors { .. } => match header.series {
                    LevelSeries::Run { .. } => "make them again with `roomgen run`",
                    _ => "make them again with --floors",
                },
            };
            let what = format!("it lists {listed} of {} levels; {remedy}", names.count());
            self.fault(manifest, ToolCode::ManifestShort.name(), what);
        }
        match (&header.series, names.format()) {
            (LevelSeries::SeedRange { .. }, _) => {
                Ok(format!("{} by {manifest}", print::count(listed as usize, "level")))
            }
            (LevelSeries::Runs { run, .. }, _) => {
                let runs = print::count(listed as usize, "run");
                Ok(format!("{runs} of {run} by {manifest}; {}", self.entries(names.format(), "stairs")))
            }
            (LevelSeries::Floors { seed, .. } | LevelSeries::Run { seed, .. }, format) => {
                for file in manifest::floors_in_folder(self.folder)? {
                    if ours.binary_search(&file).is_err() {
                        let what = "the manifest does not list it: it is not of this run";
                        self.fault(&file, ToolCode::ForeignFile.name(), what);
                    }
                }
                let floors = print::count(listed as usize, "floor");
                let above = if matches!(header.series, LevelSeries::Run { .. }) { "stairs" } else { "exit" };
                Ok(format!("{floors}, seed {seed}, {} cells; {}", header.size, self.entries(format, above)))
            }
        }
    }

    /// What was checked of the entries of floors, in words.
    fn entries(&self, format: Format, above: &str) -> String {
        if format.kind() != FormatKind::Level {
            return format!("names and lengths alone, since {} is no level file", format.name());
        }
        let stretches = match self.stretches {
            0 => String::new(),
            1 => ", 1 new stretch where one arrives freely".to_owned(),
            number => format!(", {number} new stretches where one arrives freely"),
        };
        format!("{} of {} entries exactly below the {above} above{stretches}", self.aligned, self.stairs)
    }

    /// Whether a listed file has the length that its line says; adds a fault if not.
    fn has_length(&mut self, entry: &ManifestEntry) -> bool {
        let fault = match fs::metadata(self.folder.join(&entry.file)) {
            Ok(file) if !file.is_file() => Some((TextFileError::Special.code(), "it is no regular file".to_owned())),
            Ok(file) if file.len() != entry.bytes => {
                let what = format!("it has {} bytes, and the manifest says {}", file.len(), entry.bytes);
                Some((ToolCode::FileLength.name(), what))
            }
            Ok(_) => None,
            Err(_) => Some((ToolCode::MissingFile.name(), "it does not exist, and the manifest lists it".to_owned())),
        };
        fault.map(|(code, fault)| self.fault(&entry.file, code, fault)).is_none()
    }

    /// Checks the folder of a run, whose own manifest a line of that of a batch lists.
    fn run(&mut self, header: &ManifestHeader, entry: &ManifestEntry) -> Result<(), CommandFailure> {
        let path = self.folder.join(&entry.file);
        if !self.has_length(entry) {
            return Ok(());
        }
        let opened = || ManifestReader::open(&path, "").and_then(|mut reader| Ok((reader.header("")?, reader)));
        let Ok(((own, names), mut reader)) = opened() else {
            self.fault(&entry.file, ToolCode::BadManifest.name(), "it is no manifest of a run");
            return Ok(());
        };
        let (listed, folder) = (opened()?.1.entries(""), path.parent().unwrap_or(self.folder));
        let ours = ManifestEntry::of_run(entry.seed.unwrap_or_default(), &listed, entry.file.clone(), entry.bytes);
        let faults = differences(entry, &ours).into_iter().chain(own.differs_in_batch(header, entry.seed));
        for fault in faults.collect::<Vec<_>>() {
            self.fault(&entry.file, ToolCode::ManifestDiffers.name(), fault);
        }
        let runs = mem::take(&mut self.runs);
        let mut checker = FolderChecker { folder, runs, faults: Vec::new(), ..*self };
        checker.manifest(&manifest::file_name(None), &own, names, &mut reader)?;
        let FolderChecker { runs, faults, stairs, aligned, stretches, .. } = checker;
        let inside = |file: &str| entry.file.replace(&manifest::file_name(None), file);
        let faults = faults.into_iter().map(|FileFault { file, fault }| FileFault { file: inside(&file), fault });
        self.faults.extend(faults);
        self.runs = runs;
        self.stairs += stairs;
        self.aligned += aligned;
        self.stretches += stretches;
        Ok(())
    }

    /// Checks the file that a manifest line lists. Returns its level, if one can be read.
    fn level(
        &mut self,
        header: &ManifestHeader,
        names: LevelFileNames,
        entry: &ManifestEntry,
    ) -> Result<Option<Level>, CommandFailure> {
        let path = self.folder.join(&entry.file);
        if !self.has_length(entry) {
            return Ok(None);
        }
        if names.format().kind() != FormatKind::Level {
            return Ok(None);
        }
        let file = match level::read(&path, Some(names.format())) {
            Ok(file) => file,
            Err(failure) if self.arguments.format == ReportFormat::Json => {
                let faults = failure.into_diagnostics().into_iter();
                self.faults.extend(faults.map(|fault| FileFault { file: entry.file.clone(), fault }));
                return Ok(None);
            }
            Err(failure) => {
                print::failure(failure);
                self.fault(&entry.file, ToolCode::Failed.name(), "it is no level file");
                return Ok(None);
            }
        };
        let faults = faults::faults(&file, &path, self.arguments, &mut self.runs)?.into_iter();
        self.faults.extend(faults.map(|fault| FileFault { file: entry.file.clone(), fault }));
        let Origin { revision, preset, preset_digest, seed, floor, difficulty, run, .. } = file.level.origin();
        let mut origin = json!({
            "revision": revision,
            "preset": preset.to_string(),
            "preset_digest": format!("{preset_digest:016x}"),
            "size": file.level.size().to_string(),
            "seed": seed,
            "floor": floor,
            "difficulty": difficulty,
        });
        if let LevelSeries::Run { .. } = &header.series {
            // Each floor has its preset and its size in its own line.
            let run = run.as_ref().map(|run| (run.name.to_string(), format!("{:016x}", run.digest)));
            let (name, digest) = run.unwrap_or_default();
            origin = json!({ "revision": revision, "run": name, "run_digest": digest, "seed": seed });
        }
        let (file_name, bytes) = (entry.file.clone(), entry.bytes);
        let ours = ManifestEntry::new(&file.level, &header.series, entry.above(), file_name, bytes);
        for fault in differences(header, &origin).into_iter().chain(differences(entry, &ours)) {
            self.fault(&entry.file, ToolCode::ManifestDiffers.name(), fault);
        }
        Ok(Some(file.level))
    }

    /// Checks that the entry of a floor lies below the exit of the floor above, or below the stair
    /// that leads to its branch.
    ///
    /// Floors of other sizes, and of other presets unless they are of one run, are not compared: no
    /// room of such a floor may be able to hold the cell. The manifest makes them a fault. Floors
    /// of other revisions are counted, but need not meet: earlier ones did not promise it.
    fn stairs(&mut self, above: &FloorAbove, listed: &ManifestEntry, level: &Level) {
        let (origin, file, above_name) = (level.origin(), &*listed.file, &above.file);
        self.stairs += 1;
        let Some((way, cell)) = above.way_to(listed) else {
            let what = format!("{above_name} above it has no stair that leads to it");
            return self.fault(file, ToolCode::StairsApart.name(), what);
        };
        let (way_down, entry) = (pair(cell), pair(level.entry()));
        self.aligned += usize::from(entry == way_down);
        if origin.start != Some(cell) {
            let start = origin.start.map_or("nowhere".to_owned(), |start| format!("{:?}", pair(start)));
            let what = format!("it begins below {start}, and {way} of {above_name} above it is {way_down:?}");
            return self.fault(file, ToolCode::StairsApart.name(), what);
        }
        let maker = |origin: &Origin| origin.run.as_ref().map_or(origin.preset_digest, |run| run.digest);
        let are_alike = (maker(origin), origin.revision) == (maker(&above.origin), above.origin.revision)
            && level.size() == above.size;
        if entry != way_down && are_alike && origin.revision == REVISION {
            let what = format!(
                "the stairs do not meet: its entry is {entry:?}, and {way} of {above_name} above it is {way_down:?}"
            );
            self.fault(file, ToolCode::StairsApart.name(), what);
        }
    }

    /// Checks a floor where one arrives freely: it lies below nothing.
    fn stretch(&mut self, listed: &ManifestEntry, level: &Level) {
        self.stretches += 1;
        if let Some(start) = level.origin().start.map(pair) {
            let what = format!("it begins below {start:?}, and by the manifest one arrives freely");
            self.fault(&listed.file, ToolCode::StairsApart.name(), what);
        }
    }
}

/// Compares the values that a manifest lists with the actual ones, `ours`. Returns a sentence for
/// each field of both that differs.
fn differences(listed: &impl Serialize, ours: &impl Serialize) -> Vec<String> {
    // Serialization cannot fail: the fields are texts and numbers, or lists of them.
    let [listed, ours] = [serde_json::to_value(listed), serde_json::to_value(ours)].map(Result::unwrap_or_default);
    let fields = ours.as_object().into_iter().flatten();
    let differ = fields.filter_map(|(field, ours)| {
        let listed = listed.get(field).filter(|listed| *listed != ours)?;
        Some(format!("its {field} is {ours}, and the manifest says {listed}"))
    });
    differ.collect()
}
