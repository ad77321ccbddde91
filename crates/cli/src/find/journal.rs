//! The state of a search that is not complete, beside its output, from which the same command goes
//! on.
//!
//! The first line has what decides the finds. Each further line has how far the search came, and
//! what it found since the line before; or, if finds are ranked, all that it holds. A line is
//! written whole or not at all: one that a kill has cut is ignored.

use std::{
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use roomgen::{Preset, REVISION};
use roomgen_finder::{Find, FindTally, Finds, Value};
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{FindArgs, rows};
use crate::{failure::CommandFailure, manifest, print};

/// The end of the name of a journal, behind that of the output.
const ENDING: &str = ".unfinished.jsonl";

/// All that decides what a search finds.
#[derive(Debug, PartialEq, Serialize)]
struct JournalHeader {
    /// The version of the journal's format.
    find: u32,
    roomgen: &'static str,
    revision: u32,
    preset: String,
    preset_digest: String,
    size: String,
    floors: Vec<u32>,
    difficulties: Vec<f32>,
    start: Option<(i32, i32)>,
    seeds: String,
    count: Option<usize>,
    #[serde(rename = "where")]
    condition: Option<String>,
    best: Option<String>,
    near: Option<String>,
}

/// How far a search came.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEntry {
    /// The chunks of seeds that were tested.
    chunks: u64,
    tested: u64,
    matched: u64,
    undefined: [u64; 3],
    /// The finds since the entry before; of a ranked search all, if they changed.
    finds: Option<Vec<FindRecord>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FindRecord {
    seed: u64,
    floor: u32,
    difficulty: f32,
    values: Vec<Option<Number>>,
    rank: Option<f64>,
}

/// The journal of a search.
pub(super) struct FindJournal {
    path: PathBuf,
    name: String,
    file: File,
    /// The chunks that the last entry has.
    pub(super) chunks: u64,
    /// The finds that the entries have.
    recorded: usize,
    is_changed: bool,
}

/// The path of the journal of an output.
pub(super) fn path_beside(output: &Path) -> PathBuf {
    let mut name = output.components().collect::<PathBuf>().into_os_string();
    name.push(ENDING);
    name.into()
}

impl FindJournal {
    /// Opens the journal beside an output, or creates it. Returns it, and the finds so far.
    pub(super) fn open<'q>(
        output: &Path,
        arguments: &FindArgs,
        preset: &Preset,
        finds: Finds<'q>,
        is_ranked: bool,
    ) -> Result<(Self, Finds<'q>), CommandFailure> {
        let path = path_beside(output);
        let given = arguments.out.as_deref().unwrap_or(output);
        let name = format!("{} beside --out {}", print::path(&path_beside(given)), print::path(given));
        let writing = |error| CommandFailure::from(error).at(&name);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(writing)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|error| CommandFailure::reading(&name, &error))?;
        let header = manifest::line(&header(arguments, preset));
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let mut this = Self { path, name: name.clone(), file, chunks: 0, recorded: 0, is_changed: false };
        let Some(first) = lines.next() else {
            if !is_cut_header(&text) {
                return Err(CommandFailure::failed(format!(
                    "{name} is no journal of a search. Move it away to begin."
                )));
            }
            this.begin(&header).map_err(writing)?;
            return Ok((this, finds));
        };
        if first != header.as_bytes() {
            return Err(CommandFailure::failed(format!(
                "{name} is of another search: {}. Move it away to begin anew.",
                manifest::first_difference(first, &header)
            )));
        }
        let mut length = first.len();
        let (mut list, mut tally) = (Vec::new(), FindTally::default());
        for line in lines {
            let entry: JournalEntry = serde_json::from_slice(line).map_err(|_| {
                CommandFailure::failed(format!(
                    "{name} has a line that is none of a search. Move it away to begin anew."
                ))
            })?;
            length += line.len();
            this.chunks = entry.chunks;
            tally = FindTally::new(entry.tested, entry.matched, entry.undefined);
            if let Some(found) = entry.finds {
                if is_ranked {
                    list.clear();
                }
                list.extend(found.into_iter().map(FindRecord::find));
            }
        }
        this.recorded = list.len();
        // What a kill has cut is written over.
        this.file.set_len(length as u64).and_then(|()| this.file.seek(SeekFrom::End(0))).map_err(writing)?;
        Ok((this, finds.resumed(list, tally)))
    }

    fn begin(&mut self, header: &str) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(header.as_bytes())
    }

    /// Notes that the list of finds has changed since the last entry.
    pub(super) const fn note_change(&mut self) {
        self.is_changed = true;
    }

    /// Writes how far the search came.
    pub(super) fn write(&mut self, chunks: u64, finds: &Finds<'_>, is_ranked: bool) -> Result<(), CommandFailure> {
        let new = if is_ranked { finds.list() } else { finds.list().get(self.recorded..).unwrap_or_default() };
        let tally = finds.tally();
        let entry = JournalEntry {
            chunks,
            tested: tally.tested,
            matched: tally.matched,
            undefined: tally.undefined,
            finds: self.is_changed.then(|| new.iter().map(FindRecord::of).collect()),
        };
        let written = self.file.write_all(manifest::line(&entry).as_bytes());
        written.map_err(|error| CommandFailure::from(error).at(&self.name))?;
        (self.chunks, self.recorded, self.is_changed) = (chunks, finds.list().len(), false);
        Ok(())
    }

    /// Removes the journal: the search is complete.
    pub(super) fn remove(self) -> Result<(), CommandFailure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(CommandFailure::failed(format!("{} cannot be removed: {error}.", self.name)))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a text is nothing, or the beginning of a journal that a kill has cut.
fn is_cut_header(text: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"find\":";
    text.starts_with(BEGINNING) || BEGINNING.starts_with(text)
}

fn header(arguments: &FindArgs, preset: &Preset) -> JournalHeader {
    let requests = &arguments.requests;
    JournalHeader {
        find: 1,
        roomgen: env!("CARGO_PKG_VERSION"),
        revision: REVISION,
        preset: preset.name().to_owned(),
        preset_digest: format!("{:016x}", preset.digest()),
        size: preset.size().to_string(),
        floors: requests.floors().to_vec(),
        difficulties: requests.difficulties().to_vec(),
        start: requests.start.map(manifest::pair),
        seeds: arguments.seeds.to_string(),
        count: arguments.most(),
        condition: arguments.condition.clone(),
        best: arguments.best.clone(),
        near: arguments.near.clone(),
    }
}

impl FindRecord {
    fn of(find: &Find) -> Self {
        let number = |value: &Option<Value<'static>>| match value.map(rows::json) {
            Some(serde_json::Value::Number(number)) => Some(number),
            _ => None,
        };
        let values = find.values.iter().map(number).collect();
        Self { seed: find.seed, floor: find.floor, difficulty: find.difficulty, values, rank: find.rank }
    }

    fn find(self) -> Find {
        let value = |number: Number| match number.as_u64() {
            Some(whole) => Some(Value::Whole(whole.into())),
            None => number.as_f64().map(Value::Decimal),
        };
        let values = self.values.into_iter().map(|number| number.and_then(value)).collect();
        Find { seed: self.seed, floor: self.floor, difficulty: self.difficulty, values, rank: self.rank }
    }
}
