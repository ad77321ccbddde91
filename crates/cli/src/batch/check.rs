//! `roomgen check DIR` for the folder of a batch: whether its files are as its manifests say.

use std::{
    fs::{self, File},
    io::BufReader,
    path::Path,
};

use roomgen::level::Origin;
use serde::Deserialize;

use super::{
    level::Listed,
    manifest::{self, line},
    store,
};
use crate::{
    failure::Failure,
    format::Format,
    level::{self, LevelFile},
    print,
    seeds::{Seeds, Shard},
};

/// What of a header is needed.
#[derive(Deserialize)]
struct Asked {
    manifest: u32,
    revision: u32,
    preset: String,
    preset_digest: String,
    size: String,
    floor: u32,
    difficulty: f32,
    seeds: String,
    format: String,
}

/// The manifests of a folder, of the whole range or of parts.
pub(crate) fn manifests(folder: &Path) -> Result<Vec<String>, Failure> {
    let failed = |error| Failure::failed(format!("{} cannot be read: {error}.", print::path(folder)));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        if manifest::is_manifest(&name) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Hands each thing that is wrong with the levels of a manifest to `fault`, a line each; gives how
/// many levels it lists.
pub(crate) fn check(folder: &Path, name: &str, mut fault: impl FnMut(String)) -> Result<usize, Failure> {
    let failed = |why: String| Failure::failed(format!("{name} in {} {why}.", print::path(folder)));
    let unreadable = |error| failed(format!("cannot be read: {error}"));
    let path = folder.join(name);
    manifest::refuse_special(&path).map_err(unreadable)?;
    let mut lines = BufReader::new(File::open(&path).map_err(unreadable)?);
    let first = line(&mut lines).map_err(unreadable)?.unwrap_or_default();
    let asked = serde_json::from_slice::<Asked>(&first).ok().filter(|asked| asked.manifest == 1);
    let asked = asked.ok_or_else(|| failed("is no manifest of a batch or of floors".to_owned()))?;
    let (seeds, format) = (asked.seeds.parse::<Seeds>(), asked.format.parse::<Format>());
    let (Ok(seeds), Ok(format)) = (seeds, format) else {
        return Err(failed("says neither seeds nor a format that there are".to_owned()));
    };
    let seeds = manifest::shard_of(name).map_or(seeds, |shard: Shard| seeds.part(shard));
    let mut listed = 0;
    while let Some(text) = line(&mut lines).map_err(unreadable)? {
        let level = serde_json::from_slice::<Listed>(&text).ok().filter(|_| text.ends_with(b"\n"));
        let fits = |level: &Listed| {
            listed < seeds.count() && level.seed == seeds.at(listed) && level.file == store::file(level.seed, format)
        };
        let Some(level) = level.filter(fits) else {
            fault(format!("{name}: line {} is not that of the next seed", listed + 2));
            return Ok(listed as usize);
        };
        one(folder, &asked, format, &level).into_iter().for_each(&mut fault);
        listed += 1;
    }
    if listed < seeds.count() {
        fault(format!("{name} lists {listed} of {} levels; the same batch command makes the rest", seeds.count()));
    }
    Ok(listed as usize)
}

/// What is wrong with a level.
fn one(folder: &Path, asked: &Asked, format: Format, listed: &Listed) -> Vec<String> {
    let path = folder.join(&listed.file);
    let fault = |what: String| vec![format!("{}: {what}", print::shown(&listed.file))];
    match fs::metadata(&path) {
        Err(_) => return fault("it is not there, and the manifest lists it".to_owned()),
        Ok(there) if !there.is_file() => return fault("it is no regular file".to_owned()),
        Ok(there) if there.len() != listed.bytes => {
            return fault(format!("it has {} bytes, and the manifest says {}", there.len(), listed.bytes));
        }
        Ok(_) => {}
    }
    if !matches!(format, Format::Ron | Format::Json) {
        return Vec::new();
    }
    let read = match level::read(&path, "--format", Some(format)) {
        Ok(read) => read,
        Err(failure) => {
            let _ = failure.report();
            return fault("it is no level file".to_owned());
        }
    };
    let mut faults: Vec<_> = read.breaches().iter().map(ToString::to_string).collect();
    faults.extend(differences(asked, listed, format, &read));
    faults.into_iter().flat_map(fault).collect()
}

/// How a level differs from its line and from what was asked for.
fn differences(asked: &Asked, listed: &Listed, format: Format, file: &LevelFile) -> Vec<String> {
    let ours = Listed { bytes: listed.bytes, ..Listed::of(&file.level, format, &[]) };
    let Origin { revision, preset, digest, floor, difficulty, .. } = file.level.origin();
    let fields = [
        ("seed", listed.seed.to_string(), ours.seed.to_string()),
        ("digest", listed.digest.clone(), ours.digest),
        ("number of rooms", listed.rooms.to_string(), ours.rooms.to_string()),
        ("number of props", listed.props.to_string(), ours.props.to_string()),
        ("list of notes", listed.notes.join(" "), ours.notes.join(" ")),
        ("revision", asked.revision.to_string(), revision.to_string()),
        ("preset", asked.preset.clone(), preset.to_string()),
        ("preset's digest", asked.preset_digest.clone(), format!("{digest:016x}")),
        ("size", asked.size.clone(), file.level.size().to_string()),
        ("floor", asked.floor.to_string(), floor.to_string()),
        ("difficulty", asked.difficulty.to_string(), difficulty.to_string()),
    ];
    let differ = fields.into_iter().filter(|(_, listed, ours)| listed != ours);
    differ.map(|(field, listed, ours)| format!("its {field} is {ours}, and the manifest says {listed}")).collect()
}
