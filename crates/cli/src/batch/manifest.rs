//! The manifest of a batch: a line that says what was asked for, and a line for each level, in the order of seeds.
//!
//! It only grows, by a line at a time, and a level's line is written after its file. So at any time it lists the first levels of
//! its seeds, all of which were written; a last line without an end was being written when the process was killed, and counts for nothing.
//!
//! Lines are written at their places, not at whatever is the end, and what lies behind them is cut off when all is done and not before: should
//! the same part run twice at one time, both write the same bytes to the same places, and neither takes away what the other has written.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
};

use super::{header::Header, level::Listed};
use crate::{
    failure::Failure,
    seeds::{Seeds, Shard},
};

/// The longest line that is read; none that is written comes near.
const MAX_LINE: u64 = 1 << 20;

/// A manifest open for more lines.
#[derive(Debug)]
pub(super) struct Manifest {
    file: File,
    /// How sentences call it.
    name: String,
    /// Bytes of its whole lines.
    length: u64,
    /// The levels in it.
    listed: u64,
}

/// The name of the manifest of a whole range, or of a part of it.
pub(super) fn file_name(shard: Option<Shard>) -> String {
    shard.map_or("manifest.jsonl".to_owned(), |shard| format!("manifest-{shard}.jsonl"))
}

/// Whether a file has the name of a manifest.
pub(super) fn is_manifest(name: &str) -> bool {
    let middle = name.strip_prefix("manifest").and_then(|rest| rest.strip_suffix(".jsonl"));
    let is_part = |middle: &str| middle.bytes().all(|byte| byte.is_ascii_digit() || b"-of".contains(&byte));
    middle.is_some_and(|middle| middle.is_empty() || middle.starts_with('-') && is_part(middle))
}

/// The part whose manifest has this name; `None` for that of the whole range.
pub(super) fn shard_of(name: &str) -> Option<Shard> {
    let (number, of) = name.strip_prefix("manifest-")?.strip_suffix(".jsonl")?.split_once("-of-")?;
    format!("{number}/{of}").parse().ok()
}

/// Refuses what is there and is no regular file: to open a pipe may be waited for without end.
pub(super) fn refuse_special(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(there) if !there.is_file() => Err(io::Error::other("it is no regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The first line of a file, if it has one that is whole.
pub(super) fn first_line(path: &Path) -> io::Result<Option<String>> {
    refuse_special(path)?;
    let mut file = BufReader::new(File::open(path)?);
    Ok(line(&mut file)?.filter(|line| line.ends_with(b"\n")).map(|line| String::from_utf8_lossy(&line).into_owned()))
}

impl Manifest {
    /// Opens the manifest in `folder` that sentences call `name`, or begins it. Each level that it
    /// lists is handed to `seen` with its line; `seen` may say why it is not that of its seed.
    pub(super) fn open(
        (folder, file_name, name): (&Path, &str, String),
        header: &Header,
        seeds: Seeds,
        seen: impl FnMut(&Listed, &str) -> Result<(), String>,
    ) -> Result<Self, Failure> {
        let path = folder.join(file_name);
        let open = || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = refuse_special(&path).and_then(|()| open()).map_err(|error| Failure::writing(&name, &error))?;
        let mut manifest = Self { file, name, length: 0, listed: 0 };
        manifest.read(header, seeds, seen)?;
        let length = SeekFrom::Start(manifest.length);
        manifest.file.seek(length).map_err(|error| Failure::writing(&manifest.name, &error))?;
        if manifest.length == 0 {
            manifest.write(&header.line())?;
        }
        Ok(manifest)
    }

    /// Reads what is there, as far as its lines are whole.
    fn read(
        &mut self,
        header: &Header,
        seeds: Seeds,
        mut seen: impl FnMut(&Listed, &str) -> Result<(), String>,
    ) -> Result<(), Failure> {
        let unreadable = |error: &io::Error| Failure::failed(format!("{} cannot be read: {error}.", self.name));
        let wrong = |why: String| {
            Failure::failed(format!("{} cannot be resumed: {why}. Move it away to make all levels anew.", self.name))
        };
        let mut lines = BufReader::new(&self.file);
        let mut length = 0;
        let mut listed = 0;
        let mut is_first = true;
        while let Some(line) = line(&mut lines).map_err(|error| unreadable(&error))? {
            let is_whole = line.ends_with(b"\n");
            if is_first && !is_whole && !header.line().as_bytes().starts_with(&line) {
                return Err(wrong("it is no manifest".to_owned()));
            }
            if !is_whole {
                if line.len() as u64 == MAX_LINE {
                    return Err(wrong(format!("the line after {listed} levels is no level's")));
                }
                break;
            }
            if is_first {
                if let Some(why) = header.difference(&String::from_utf8_lossy(&line)) {
                    return Err(wrong(format!("it is of another request: {why}")));
                }
            } else {
                let level = serde_json::from_slice::<Listed>(&line).ok();
                let level = level.filter(|level| listed < seeds.count() && level.seed == seeds.at(listed));
                let expected = || match listed < seeds.count() {
                    true => format!("line {} is not that of seed {}", listed + 2, seeds.at(listed)),
                    false => format!("line {} is one more than there are seeds", listed + 2),
                };
                let level = level.ok_or_else(|| wrong(expected()))?;
                seen(&level, &String::from_utf8_lossy(&line)).map_err(&wrong)?;
                listed += 1;
            }
            length += line.len() as u64;
            is_first = false;
        }
        (self.length, self.listed) = (length, listed);
        Ok(())
    }

    /// How many levels it lists.
    pub(super) fn listed(&self) -> u64 {
        self.listed
    }

    /// Adds the line of a level. If it cannot be written whole, what there is of it counts for nothing.
    pub(super) fn append(&mut self, line: &str) -> Result<(), Failure> {
        self.write(line)?;
        self.listed += 1;
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        self.file.write_all(line.as_bytes()).map_err(|error| Failure::writing(&self.name, &error))?;
        self.length += line.len() as u64;
        Ok(())
    }

    /// Waits until it is stored. If it lists all of so many levels, what lies behind its lines is cut off: another run can have nothing
    /// there.
    pub(super) fn finish(self, all: u64) -> Result<(), Failure> {
        let finish = || {
            if self.listed == all && self.file.metadata()?.len() > self.length {
                self.file.set_len(self.length)?;
            }
            self.file.sync_all()
        };
        finish().map_err(|error| Failure::writing(&self.name, &error))
    }
}

/// The next line with its end; without one at the end of the file, or where it is too long.
pub(super) fn line(file: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    file.take(MAX_LINE).read_until(b'\n', &mut line)?;
    Ok(Some(line).filter(|line| !line.is_empty()))
}
