//! The manifest of a run of floors: a line that says what was asked for, and a line for each floor.
//!
//! It takes its place after all floors. While floors of an earlier run are replaced, a manifest
//! without floors stands there: a run that is killed then leaves a folder that says so.

use std::{fs, io, path::Path};

use roomgen::{Level, Preset};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{batch::theme_digest, format::Format, source};

/// Its name in the folder.
pub(crate) const FILE: &str = "manifest.jsonl";

/// The longest manifest that is read, in bytes: some times that of the most floors.
const MAX: u64 = 1 << 25;

/// The first line: all that decides the bytes of the files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    /// The version of the manifest's form.
    pub(super) manifest: u32,
    /// The version of the tool.
    pub(super) roomgen: String,
    pub(super) revision: u32,
    pub(super) preset: String,
    pub(super) preset_digest: String,
    pub(super) theme_digest: String,
    pub(super) size: String,
    pub(super) seed: u64,
    /// How many floors the run has.
    pub(super) floors: u32,
    pub(super) format: String,
    /// How pictures are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) picture: Option<String>,
}

/// The line of a floor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Floor {
    pub(super) floor: u32,
    pub(super) file: String,
    /// The length of the file.
    pub(super) bytes: u64,
    /// The level's digest, in 16 hexadecimal digits; the same in every format.
    pub(super) digest: String,
    pub(super) difficulty: f32,
    pub(super) rooms: usize,
    pub(super) props: usize,
    /// What the preset asked for and the level could not give, by the codes of its notes.
    pub(super) notes: Vec<String>,
}

impl Header {
    /// The form that is written.
    pub(super) const VERSION: u32 = 1;

    pub(super) fn of(preset: &Preset, seed: u64, floors: u32, format: Format, picture: Option<String>) -> Self {
        Self {
            manifest: Self::VERSION,
            roomgen: env!("CARGO_PKG_VERSION").to_owned(),
            revision: roomgen::REVISION,
            preset: preset.name().to_owned(),
            preset_digest: format!("{:016x}", preset.digest()),
            theme_digest: theme_digest(preset.theme()),
            size: preset.size().to_string(),
            seed,
            floors,
            format: format.name().to_owned(),
            picture,
        }
    }
}

impl Floor {
    pub(super) fn of(level: &Level, file: String, bytes: &[u8]) -> Self {
        Self {
            floor: level.origin().floor,
            file,
            bytes: bytes.len() as u64,
            digest: format!("{:016x}", level.digest()),
            difficulty: level.origin().difficulty,
            rooms: level.rooms().len(),
            props: level.props().len(),
            notes: level.notes().iter().map(|note| note.code.name().to_owned()).collect(),
        }
    }
}

/// A line of a manifest, with its end.
pub(super) fn line(value: &impl Serialize) -> String {
    // Texts and numbers can be written, and all keys are texts.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// What stands in a folder by the name of a manifest.
#[derive(Debug)]
pub(super) enum Found {
    Nothing,
    /// No manifest of floors; why, in the words of a sentence that begins with the file.
    Foreign(String),
    Floors(Manifest),
}

/// A manifest that was read.
#[derive(Debug)]
pub(super) struct Manifest {
    pub(super) header: Header,
    /// The floors that it lists; fewer than the header says if the run did not come to its end.
    pub(super) floors: Vec<Floor>,
}

impl Manifest {
    /// Whether the run came to its end.
    pub(super) fn is_whole(&self) -> bool {
        self.floors.len() as u64 == u64::from(self.header.floors)
    }
}

/// Whether a first line is that of a manifest of floors.
fn is_of_floors(line: &str) -> bool {
    let fields = serde_json::from_str::<Map<String, Value>>(line).unwrap_or_default();
    fields.contains_key("manifest") && fields.contains_key("floors")
}

/// Reads the manifest of a folder. What is no regular file is not opened: a pipe would be waited
/// for without end.
pub(super) fn read(folder: &Path) -> Found {
    let path = folder.join(FILE);
    match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Nothing,
        Err(error) => return Found::Foreign(format!("cannot be read: {error}")),
        Ok(there) if !there.is_file() => return Found::Foreign("is no regular file".to_owned()),
        Ok(_) => {}
    }
    let text = match source::read(FILE, &path, MAX) {
        Ok(text) => text,
        Err(why) => return Found::Foreign(format!("cannot be read: {why}")),
    };
    parse(&text).map_or_else(Found::Foreign, Found::Floors)
}

fn parse(text: &str) -> Result<Manifest, String> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if !is_of_floors(first) {
        return Err("is no manifest of floors".to_owned());
    }
    let header: Header = serde_json::from_str(first).map_err(|error| format!("is damaged in line 1: {error}"))?;
    if header.manifest != Header::VERSION {
        return Err(format!("has the form {}; this roomgen reads form {}", header.manifest, Header::VERSION));
    }
    let floor = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| format!("is damaged in line {number}: {error}"))
    };
    Ok(Manifest { header, floors: (2..).zip(lines).map(floor).collect::<Result<_, _>>()? })
}
