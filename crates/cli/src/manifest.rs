//! The manifest of a folder of levels, of `--floors`, of a run or of `batch`: a line for the
//! request, then a line for each level in order.

mod names;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read},
    iter,
    path::Path,
};

pub(super) use names::{LevelFileNames, floors_in_folder};
use roomgen::{Cell, Level, Preset, REVISION, Size, level::Origin, model::Name};
use roomgen_export::format::Format;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    failure::CommandFailure,
    seeds::{SeedRange, SeedShard},
    source,
};

/// The longest line of a manifest that is read, in bytes; far above what is written.
const MAX_LINE: u64 = 1 << 20;

/// The version of the manifest's format.
const VERSION: u32 = 1;

/// The first line of a manifest: all that decides the bytes of the files. All shards have the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ManifestHeader {
    manifest: u32,
    /// The version of the tool, since another may write the same level with other bytes.
    roomgen: String,
    revision: u32,
    /// The preset of all levels; floors of a run have their own.
    #[serde(flatten, default)]
    preset: Option<ManifestPreset>,
    pub(super) size: String,
    #[serde(flatten)]
    pub(super) series: LevelSeries,
    pub(super) format: String,
    /// A description of the options of pictures, if the levels are drawn as pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// The preset of all levels of a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ManifestPreset {
    preset: String,
    preset_digest: String,
    theme_digest: String,
}

/// Which levels a folder has: one floor of many seeds, the runs of many, or the floors of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum LevelSeries {
    /// Made by `batch`: one floor of many seeds.
    SeedRange {
        floor: u32,
        difficulty: f32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<(i32, i32)>,
        /// The whole range of seeds, also in the manifest of a shard.
        seeds: String,
    },
    /// Made by `batch`: for each seed the folder of a run.
    Runs {
        run: String,
        run_digest: String,
        /// The digests of the themes of all its presets, each shifted by its position.
        themes: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<(i32, i32)>,
        seeds: String,
    },
    /// Made by `roomgen run`: the floors of one seed.
    Run {
        run: String,
        run_digest: String,
        seed: u64,
        floors: u32,
        /// The largest number of a floor: those of branches have gaps before them.
        last_floor: u32,
    },
    /// Made by `--floors`: the floors of one seed.
    Floors { seed: u64, floors: u32 },
}

/// The line of a level in a manifest.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ManifestEntry {
    /// The level's seed; only in the manifest of a batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    /// The level's floor; only in the manifest of floors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) floor: Option<u32>,
    /// The path of the level file, relative to the folder, with `/` on every system.
    pub(super) file: String,
    /// The length of the file in bytes.
    pub(super) bytes: u64,
    /// The level's digest, in 16 hexadecimal digits; the same in every format.
    digest: String,
    /// The difficulty of the floor; only in the manifest of floors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    difficulty: Option<f32>,
    /// What the run makes of the floor; only in the manifest of a run.
    #[serde(flatten, default)]
    pub(super) run: Option<ManifestFloor>,
    rooms: usize,
    props: usize,
    /// The codes of the level's notes on shortfalls.
    notes: Vec<String>,
}

/// What a run makes of a floor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ManifestFloor {
    act: String,
    pub(super) branch: Option<String>,
    mood: Option<String>,
    preset: String,
    preset_digest: String,
    size: String,
    /// The floor whose stairs lead to this one; none where one arrives freely: on the first floor,
    /// and where a new stretch of floors begins.
    pub(super) above: Option<u32>,
    /// Rooms that are furnished anew, as `--reroll` has them behind the floor.
    rerolls: String,
}

impl ManifestFloor {
    /// What the run of a level makes of it; `None` for a level of no run.
    fn of(level: &Level, above: Option<u32>) -> Option<Self> {
        let Origin { run, preset, preset_digest, rerolls, .. } = level.origin();
        let run = run.as_ref()?;
        Some(Self {
            act: run.act.to_string(),
            branch: run.branch.as_ref().map(Name::to_string),
            mood: run.mood.as_ref().map(Name::to_string),
            preset: preset.to_string(),
            preset_digest: format!("{preset_digest:016x}"),
            size: level.size().to_string(),
            above,
            rerolls: rerolls.to_string(),
        })
    }
}

impl ManifestHeader {
    /// The header of a folder whose levels have one preset.
    pub(super) fn new(preset: &Preset, series: LevelSeries, format: Format, picture: Option<String>) -> Self {
        let of_all = ManifestPreset {
            preset: preset.name().to_owned(),
            preset_digest: format!("{:016x}", preset.digest()),
            theme_digest: format!("{:016x}", preset.theme().digest()),
        };
        Self { preset: Some(of_all), ..Self::of_run(preset.size(), series, format, picture) }
    }

    /// The header of a folder with the floors of a run, which have this size.
    pub(super) fn of_run(size: Size, series: LevelSeries, format: Format, picture: Option<String>) -> Self {
        Self {
            manifest: VERSION,
            roomgen: env!("CARGO_PKG_VERSION").to_owned(),
            revision: REVISION,
            preset: None,
            size: size.to_string(),
            series,
            format: format.name().to_owned(),
            picture,
        }
    }

    /// What makes the manifest of a run another one than that of this seed in a batch.
    pub(super) fn differs_in_batch(&self, batch: &Self, of: Option<u64>) -> Option<String> {
        let LevelSeries::Runs { run: name, run_digest: digest, .. } = &batch.series else { return None };
        let is_its = match &self.series {
            LevelSeries::Run { run, run_digest, seed, .. } => run == name && run_digest == digest && Some(*seed) == of,
            LevelSeries::Floors { seed, .. } => Some(*seed) == of,
            LevelSeries::SeedRange { .. } | LevelSeries::Runs { .. } => false,
        };
        let is_its = is_its && (&self.format, self.revision) == (&batch.format, batch.revision);
        (!is_its).then(|| "it is of another run, seed or format than its line says".to_owned())
    }

    /// Whether `wider` differs from this header of a batch in nothing but more seeds behind these.
    pub(super) fn is_extended_by(&self, wider: &Self) -> bool {
        let mut widened = self.clone();
        let (
            LevelSeries::SeedRange { seeds: ours, .. } | LevelSeries::Runs { seeds: ours, .. },
            LevelSeries::SeedRange { seeds: theirs, .. } | LevelSeries::Runs { seeds: theirs, .. },
        ) = (&mut widened.series, &wider.series)
        else {
            return false;
        };
        let extends = ours.parse::<SeedRange>().ok().zip(theirs.parse::<SeedRange>().ok());
        ours.clone_from(theirs);
        extends.is_some_and(|(ours, theirs)| theirs.up_to(ours.count()) == ours && theirs.count() > ours.count())
            && widened == *wider
    }
}

impl ManifestEntry {
    /// The manifest line of a level whose file has `bytes` bytes. `above` is the floor whose stairs
    /// lead to it, if it is one of a run.
    pub(super) fn new(level: &Level, series: &LevelSeries, above: Option<u32>, file: String, bytes: u64) -> Self {
        let origin = level.origin();
        let is_floor = !matches!(series, LevelSeries::SeedRange { .. });
        let is_of_run = matches!(series, LevelSeries::Run { .. });
        Self {
            seed: (!is_floor).then_some(origin.seed),
            floor: is_floor.then_some(origin.floor),
            file,
            bytes,
            digest: format!("{:016x}", level.digest()),
            difficulty: is_floor.then_some(origin.difficulty),
            run: ManifestFloor::of(level, above).filter(|_| is_of_run),
            rooms: level.rooms().len(),
            props: level.props().len(),
            notes: level.notes().iter().map(|note| note.code.name().to_owned()).collect(),
        }
    }
}

impl ManifestEntry {
    /// The line of a run in the manifest of a batch: `file` is its own manifest, which has `bytes`
    /// bytes, and rooms, props and notes are those of all floors. In its digest, those of the
    /// floors are shifted by their positions.
    pub(super) fn of_run(seed: u64, floors: &[Self], file: String, bytes: u64) -> Self {
        let digests = floors.iter().map(|floor| u64::from_str_radix(&floor.digest, 16).unwrap_or_default());
        Self {
            seed: Some(seed),
            floor: None,
            file,
            bytes,
            digest: format!("{:016x}", digests.fold(0, |all: u64, digest| all.rotate_left(1) ^ digest)),
            difficulty: None,
            run: None,
            rooms: floors.iter().map(|floor| floor.rooms).sum(),
            props: floors.iter().map(|floor| floor.props).sum(),
            notes: floors.iter().flat_map(|floor| floor.notes.iter().cloned()).collect(),
        }
    }

    /// The floor whose stairs lead to this one, if it is one of floors.
    pub(super) fn above(&self) -> Option<u32> {
        match &self.run {
            Some(run) => run.above,
            None => self.floor?.checked_sub(1),
        }
    }
}

/// Encodes a value as a line of a manifest, with its line feed.
pub(super) fn line(value: &impl Serialize) -> String {
    // Values are texts and numbers, which always serialize.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The first field in which a line `listed` differs from `ours`, in words.
pub(super) fn first_difference(listed: &[u8], ours: &str) -> String {
    let read = |line: &[u8]| serde_json::from_slice::<Map<String, Value>>(line).ok();
    let Some((theirs, own)) = read(listed).zip(read(ours.as_bytes())) else {
        return "it is no line of a manifest".to_owned();
    };
    // In the order of our line, then of the listed one. A quote in a text has a backslash before
    // it, so that only a name begins and ends like this.
    let both = format!("{ours}{}", String::from_utf8_lossy(listed));
    let place = |field: &&String| both.find(&format!("\"{field}\":")).unwrap_or(both.len());
    let differing = own.keys().chain(theirs.keys()).filter(|&field| theirs.get(field) != own.get(field));
    let value = |value: Option<&Value>| value.map_or("absent".to_owned(), Value::to_string);
    differing.min_by_key(place).map_or("it is written differently".to_owned(), |field| {
        format!("its `{field}` is {}, and this command has {}", value(theirs.get(field)), value(own.get(field)))
    })
}

/// The file name of the manifest of a whole series, or of a shard.
pub(super) fn file_name(shard: Option<SeedShard>) -> String {
    shard.map_or("manifest.jsonl".to_owned(), |shard| format!("manifest-{shard}.jsonl"))
}

/// The names of the manifests in a folder, in order, with their shards.
pub(super) fn in_folder(folder: &Path) -> io::Result<Vec<(String, Option<SeedShard>)>> {
    let manifests = names_in(folder)?.into_iter().filter_map(|name| {
        let shard = name.strip_prefix("manifest-").and_then(|name| name.strip_suffix(".jsonl"));
        let shard = shard.and_then(|shard| shard.replace("-of-", "/").parse().ok());
        (shard.is_some() || name == file_name(None)).then_some((name, shard))
    });
    Ok(manifests.collect())
}

/// The names of all files in a folder, in order.
fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<io::Result<Vec<_>>>()?;
    names.sort_unstable();
    Ok(names)
}

/// A manifest that is read a line at a time.
pub(super) struct ManifestReader(pub(super) BufReader<File>);

impl ManifestReader {
    /// Opens a manifest. `name` is for messages, here and below.
    pub(super) fn open(path: &Path, name: &str) -> Result<Self, CommandFailure> {
        let opened = source::open_kept(path, OpenOptions::new().read(true));
        opened.map(|file| Self(BufReader::new(file))).map_err(|error| CommandFailure::reading(name, &error))
    }

    /// The next line, with its line feed unless it is incomplete; `None` at the end.
    pub(super) fn line(&mut self, name: &str) -> Result<Option<Vec<u8>>, CommandFailure> {
        let mut line = Vec::new();
        let read = self.0.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        read.map_err(|error| CommandFailure::reading(name, &error))?;
        Ok(Some(line).filter(|line| !line.is_empty()))
    }

    /// The lines of levels that are left, up to one that is none.
    pub(super) fn entries(&mut self, name: &str) -> Vec<ManifestEntry> {
        let lines = iter::from_fn(|| self.line(name).ok().flatten());
        lines.map_while(|line| serde_json::from_slice(&line).ok()).collect()
    }

    /// Reads the first line. Returns it, and the file names of the levels, which follow from its
    /// series and its format.
    pub(super) fn header(&mut self, name: &str) -> Result<(ManifestHeader, LevelFileNames), CommandFailure> {
        let line = self.line(name)?.unwrap_or_default();
        let refuse = || CommandFailure::failed(format!("{name} is no manifest of this version of roomgen."));
        let header: ManifestHeader = serde_json::from_slice(&line).map_err(|_| refuse())?;
        let format = header.format.parse().map_err(|_| refuse())?;
        let names = match &header.series {
            _ if header.manifest != VERSION => return Err(refuse()),
            LevelSeries::SeedRange { seeds, .. } => {
                LevelFileNames::SeedRange(seeds.parse().map_err(|_| refuse())?, format)
            }
            LevelSeries::Runs { seeds, .. } => LevelFileNames::Runs(seeds.parse().map_err(|_| refuse())?, format),
            LevelSeries::Floors { floors, .. } => LevelFileNames::floors(*floors, format),
            LevelSeries::Run { floors, last_floor: last, .. } if floors <= last || floors - last == 1 => {
                LevelFileNames::Floors { floors: *floors, last: *last, format }
            }
            LevelSeries::Run { .. } => return Err(refuse()),
        };
        Ok((header, names))
    }
}

/// A cell as column and row, the form in the header and in messages.
pub(super) fn pair(cell: Cell) -> (i32, i32) {
    (cell.x, cell.y)
}
