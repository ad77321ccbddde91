//! `roomgen check DIR` for a folder of floors: whether they are those of one run, by their manifest
//! or by themselves.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use roomgen::{Cell, Level, level::Origin};

use super::{
    difficulty, floor_of,
    manifest::{self, Floor, Found, Manifest},
    stem,
};
use crate::{
    failure::Failure,
    format::Format,
    level::{self, LevelFile},
    print,
};

/// What is wrong with a level file by itself, a line each.
pub(crate) type Test<'test> = dyn Fn(&LevelFile) -> Result<Vec<String>, Failure> + 'test;

/// Whether a folder has floors, or the manifest of floors.
pub(crate) fn is_there(folder: &Path) -> Result<bool, Failure> {
    Ok(matches!(manifest::read(folder), Found::Floors(_)) || !floors_in(folder)?.is_empty())
}

/// What is wrong with the floors of a folder, a line each, and what is to be said if nothing is.
pub(crate) fn check(folder: &Path, test: &Test<'_>) -> Result<(Vec<String>, String), Failure> {
    let there = floors_in(folder)?;
    let mut checked = Checked { folder: folder.to_owned(), faults: Vec::new(), stairs: 0, met: 0 };
    let ok = match manifest::read(folder) {
        Found::Floors(manifest) if manifest.is_whole() => checked.by_manifest(&manifest, &there, test)?,
        Found::Floors(manifest) => {
            let (listed, all) = (manifest.floors.len(), manifest.header.floors);
            checked.faults.push(format!(
                "{} lists {listed} of {all} floors: the run that wrote it did not come to its end, and floors may be those of \
                 an earlier run. Make them again with --floors.",
                manifest::FILE
            ));
            checked.by_themselves(&there, test)?
        }
        Found::Foreign(why) => {
            checked.faults.push(format!("{} {why}", manifest::FILE));
            checked.by_themselves(&there, test)?
        }
        Found::Nothing => checked.by_themselves(&there, test)?,
    };
    Ok((checked.faults, ok))
}

/// The files with names of floors, by number and name.
fn floors_in(folder: &Path) -> Result<BTreeMap<(u32, String), Format>, Failure> {
    let failed = |error| Failure::failed(format!("{} cannot be read: {error}.", print::path(folder)));
    let mut floors = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        if let Some((number, format)) = floor_of(&name) {
            floors.insert((number, name), format);
        }
    }
    Ok(floors)
}

/// What all floors of a run share.
#[derive(PartialEq)]
struct Run {
    seed: u64,
    preset: String,
    preset_digest: String,
    revision: u32,
    size: String,
}

impl Run {
    fn of(level: &Level) -> Self {
        let Origin { seed, preset, digest, revision, .. } = level.origin();
        Self {
            seed: *seed,
            preset: preset.to_string(),
            preset_digest: format!("{digest:016x}"),
            revision: *revision,
            size: level.size().to_string(),
        }
    }

    fn by(manifest: &Manifest) -> Self {
        let header = &manifest.header;
        Self {
            seed: header.seed,
            preset: header.preset.clone(),
            preset_digest: header.preset_digest.clone(),
            revision: header.revision,
            size: header.size.clone(),
        }
    }

    /// The first thing that `other` has and this run has not, in the words of a sentence.
    fn difference(&self, other: &Self) -> Option<String> {
        let fields = [
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("preset", self.preset.clone(), other.preset.clone()),
            ("preset's digest", self.preset_digest.clone(), other.preset_digest.clone()),
            ("revision", self.revision.to_string(), other.revision.to_string()),
            ("size", self.size.clone(), other.size.clone()),
        ];
        let differs = fields.into_iter().find(|(_, ours, theirs)| ours != theirs);
        differs.map(|(field, ours, theirs)| format!("its {field} is {theirs}, and that of the run is {ours}"))
    }
}

struct Checked {
    folder: PathBuf,
    faults: Vec<String>,
    /// How many floors were compared with the one above, and how many entries lie exactly below its
    /// exit.
    stairs: usize,
    met: usize,
}

impl Checked {
    fn fault(&mut self, file: &str, what: &str) {
        self.faults.push(format!("{file}: {what}"));
    }

    /// Tests the floors that a manifest lists, and that there are no others.
    fn by_manifest(
        &mut self,
        manifest: &Manifest,
        there: &BTreeMap<(u32, String), Format>,
        test: &Test<'_>,
    ) -> Result<String, Failure> {
        let Manifest { header, floors } = manifest;
        let Ok(format) = header.format.parse::<Format>() else {
            self.fault(manifest::FILE, &format!("there is no format {:?}", header.format));
            return Ok(String::new());
        };
        let run = Run::by(manifest);
        let mut above = None;
        for (number, listed) in (0..header.floors).zip(floors) {
            let file = format!("{}.{}", stem(number, header.floors), format.ending());
            if listed.floor != number || listed.file != file {
                let line = number + 2;
                self.fault(manifest::FILE, &format!("line {line} is not that of floor {number}, {file}"));
                above = None;
                continue;
            }
            if !self.is_whole(&file, listed.bytes) || !is_level(format) {
                above = None;
                continue;
            }
            let level = self.level(&file, format, &run, (number, header.floors), above, test)?;
            if let Some(level) = &level {
                for what in differences(listed, level) {
                    self.fault(&file, &what);
                }
            }
            above = level.map(|level| Some(level.exit()));
        }
        let listed: Vec<_> = floors.iter().map(|floor| floor.file.as_str()).collect();
        for (_, file) in there.keys().filter(|(_, file)| !listed.contains(&file.as_str())) {
            self.fault(file, "a floor that the manifest does not list: it is not of this run");
        }
        let what = if is_level(format) {
            self.stairs_said()
        } else {
            format!("names and lengths alone, since no level is read from {}", format.name())
        };
        Ok(format!("{}, seed {}, {} cells; {what}", print::count(floors.len(), "floor"), run.seed, run.size))
    }

    /// Whether a file is there with all its bytes.
    fn is_whole(&mut self, file: &str, bytes: u64) -> bool {
        let what = match fs::metadata(self.folder.join(file)) {
            Ok(there) if there.is_file() && there.len() == bytes => return true,
            Ok(there) if there.is_file() => format!("it has {} bytes, and the manifest says {bytes}", there.len()),
            Ok(_) => "it is no regular file".to_owned(),
            Err(_) => "it is not there, and the manifest lists it".to_owned(),
        };
        self.fault(file, &what);
        false
    }

    /// Tests floors without a manifest, as older versions wrote them: the first one says what the
    /// run is.
    fn by_themselves(&mut self, there: &BTreeMap<(u32, String), Format>, test: &Test<'_>) -> Result<String, Failure> {
        let count = u32::try_from(there.len()).unwrap_or(u32::MAX);
        let mut run: Option<Run> = None;
        let mut above = None;
        for (number, ((given, file), &format)) in (0..).zip(there) {
            if *given != number || *file != format!("{}.{}", stem(number, count), format.ending()) {
                self.fault(file, &format!("of {count} files of floors, that of floor {number} belongs here"));
            }
            let path = self.folder.join(file);
            if !is_level(format) || !path.is_file() {
                self.fault(file, "no level can be read from it, and no manifest says what it is");
                continue;
            }
            let first = run.take();
            let known = match first {
                Some(run) => run,
                None => match self.read(file, format) {
                    Some(level) => Run::of(&level.level),
                    None => continue,
                },
            };
            let level = self.level(file, format, &known, (number, count), above, test)?;
            run = Some(known);
            above = level.map(|level| Some(level.exit()));
        }
        let seed = run.map_or(String::new(), |run| format!(", seed {}, {} cells", run.seed, run.size));
        Ok(format!("{}{seed}, without a manifest; {}", print::count(there.len(), "floor"), self.stairs_said()))
    }

    /// Reads a floor; what is wrong with the text is reported at once.
    fn read(&mut self, file: &str, format: Format) -> Option<LevelFile> {
        match level::read(&self.folder.join(file), "--format", Some(format)) {
            Ok(level) => Some(level),
            Err(failure) => {
                let _ = failure.report();
                self.fault(file, "it is no level file");
                None
            }
        }
    }

    /// The level of a floor, tested by itself, by the run and by the exit above: `Some(None)` where
    /// no floor is above, `None` where it is not known.
    fn level(
        &mut self,
        file: &str,
        format: Format,
        run: &Run,
        (number, floors): (u32, u32),
        above: Option<Option<Cell>>,
        test: &Test<'_>,
    ) -> Result<Option<Level>, Failure> {
        let above = if number == 0 { Some(None) } else { above };
        let Some(read) = self.read(file, format) else { return Ok(None) };
        for what in test(&read)? {
            self.fault(file, &what);
        }
        let level = read.level;
        let origin = level.origin();
        if let Some(what) = run.difference(&Run::of(&level)) {
            self.fault(file, &format!("it is of another run: {what}"));
        }
        if origin.floor != number {
            self.fault(file, &format!("it is floor {} of its run, and floor {number} belongs here", origin.floor));
        }
        let expected = difficulty(number, floors);
        if origin.difficulty.to_bits() != expected.to_bits() {
            let given = origin.difficulty;
            self.fault(
                file,
                &format!("its difficulty is {given}, and that of floor {number} of {floors} is {expected}"),
            );
        }
        if let Some(exit) = above {
            if origin.start != exit {
                let said =
                    |cell: Option<Cell>| cell.map_or("nowhere".to_owned(), |Cell { x, y }| format!("({x}, {y})"));
                let (start, exit) = (said(origin.start), said(exit));
                self.fault(file, &format!("it begins below {start}, and the exit of the floor above is {exit}"));
            }
            self.stairs += usize::from(exit.is_some());
            self.met += usize::from(exit == Some(level.entry()));
        }
        Ok(Some(level))
    }

    fn stairs_said(&self) -> String {
        format!("{} of {} entries exactly below the exit above", self.met, self.stairs)
    }
}

/// How a level differs from its line.
fn differences(listed: &Floor, level: &Level) -> Vec<String> {
    let ours = Floor::of(level, listed.file.clone(), &[]);
    let fields = [
        ("digest", listed.digest.clone(), ours.digest),
        ("difficulty", listed.difficulty.to_string(), ours.difficulty.to_string()),
        ("number of rooms", listed.rooms.to_string(), ours.rooms.to_string()),
        ("number of props", listed.props.to_string(), ours.props.to_string()),
        ("list of notes", listed.notes.join(" "), ours.notes.join(" ")),
    ];
    let differ = fields.into_iter().filter(|(_, listed, ours)| listed != ours);
    differ.map(|(field, listed, ours)| format!("its {field} is {ours}, and the manifest says {listed}")).collect()
}

fn is_level(format: Format) -> bool {
    matches!(format, Format::Ron | Format::Json)
}
