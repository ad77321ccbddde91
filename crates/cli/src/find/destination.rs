//! Where the finds go: a file of rows, or a folder of level files or of runs.

use std::path::{Path, PathBuf};

use roomgen_export::format::{Format, LevelExport};
use roomgen_find::Find;

use super::rows::FindColumns;
use crate::{
    commit::FileCommit,
    failure::CommandFailure,
    floors::FloorFiles,
    format,
    output::{Output, refuse_folder},
    picture::PictureArgs,
    print,
    requests::{Requested, SeedMaker},
};

/// The value of `--out`.
pub(super) enum FindDestination {
    /// A file or standard output, and whether the rows are JSON.
    Rows { output: Output, is_json: bool },
    /// A folder, for level files or the folders of runs, and their table.
    Folder { path: PathBuf, name: String },
}

/// The name of the table in a folder.
const TABLE: &str = "finds.csv";

impl FindDestination {
    pub(super) fn of(path: &Path) -> Result<Self, CommandFailure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let name = format!("--out {}", print::path(path));
        match ending.as_deref() {
            Some("csv") => Ok(Self::Rows { output: Output::at("--out", path)?, is_json: false }),
            Some("jsonl") => Ok(Self::Rows { output: Output::at("--out", path)?, is_json: true }),
            Some(_) if !path.is_dir() => Err(CommandFailure::usage(format!(
                "{name}: finds go to a file that ends in .csv or .jsonl, to - for standard output, or to a folder, \
                 whose name has no ending; a picture is --sheet."
            ))),
            _ if path.exists() && !path.is_dir() => {
                Ok(Self::Rows { output: Output::at("--out", path)?, is_json: false })
            }
            _ if path.as_os_str() == "-" => Ok(Self::Rows { output: Output::at("--out", path)?, is_json: false }),
            _ => Self::folder(path, name),
        }
    }

    /// A folder that is new or empty.
    fn folder(path: &Path, name: String) -> Result<Self, CommandFailure> {
        refuse_folder(&name, path)?;
        let is_filled = path.read_dir().is_ok_and(|mut entries| entries.next().is_some());
        if is_filled {
            return Err(CommandFailure::failed(format!("{name}: there are files in it; give a new folder.")));
        }
        Ok(Self::Folder { path: path.to_owned(), name })
    }

    /// The output, if it is a file or a stream.
    pub(super) const fn output(&self) -> Option<&Output> {
        match self {
            Self::Rows { output, .. } => Some(output),
            Self::Folder { .. } => None,
        }
    }

    /// The folder as it was given, escaped; `None` for a file.
    pub(super) fn folder_name(&self) -> Option<String> {
        match self {
            Self::Rows { .. } => None,
            Self::Folder { path, .. } => Some(print::escaped(&path.to_string_lossy()).into_owned()),
        }
    }

    /// Adds the finds to what will be written.
    pub(super) fn add(
        &self,
        commit: &mut FileCommit,
        searched: &Requested,
        finds: &[Find],
        columns: &FindColumns<'_>,
    ) -> Result<(), CommandFailure> {
        let (path, name) = match self {
            Self::Rows { output, is_json } => {
                let bytes = if *is_json { columns.json(finds).into_bytes() } else { columns.csv(finds, None) };
                return commit.add(output, |out| Ok(out.write_all(&bytes)?));
            }
            Self::Folder { path, name } => (path, name),
        };
        let create = |commit: &mut FileCommit, path: &Path| {
            commit.create_folder(path).map_err(|error| CommandFailure::from(error).at(name))
        };
        if !path.is_dir() {
            create(commit, path)?;
        }
        let add = |commit: &mut FileCommit, file: &str, bytes: &[u8]| {
            let output = Output::file(format!("{file} in {name}"), path.join(file));
            commit.add(&output, |out| Ok(out.write_all(bytes)?))
        };
        let files: Vec<_> = finds.iter().map(|find| file_name(find, searched)).collect();
        let mut maker = searched.maker();
        for (file, find) in files.iter().zip(finds) {
            match (&mut maker, searched) {
                (SeedMaker::Runs(maker), Requested::Runs(run)) => {
                    let out = path.join(file);
                    create(commit, &out)?;
                    maker.generator.restart(find.seed);
                    let picture = &PictureArgs::default();
                    let written = FloorFiles { run, format: Format::Ron, picture, force: false };
                    let add = &mut |floor: &str, bytes: &[u8]| add(commit, &format!("{file}/{floor}"), bytes);
                    written.write(maker, &out, &mut |_, _| Ok(()), add)?;
                }
                (maker, _) => {
                    let Some((level, preset, _)) = maker.level(find.seed, searched.variant_of(find)) else { continue };
                    add(commit, file, &format::bytes(Format::Ron, &LevelExport::new(&level, preset))?)?;
                }
            }
        }
        add(commit, TABLE, &columns.csv(finds, Some(&files)))
    }
}

/// The name of the level file of a find, or of the folder of a run, which no other find has.
fn file_name(find: &Find, searched: &Requested) -> String {
    if let Requested::Runs(_) = searched {
        return format!("{:06}", find.seed);
    }
    let floor = if find.floor == 0 { String::new() } else { format!("-floor-{}", find.floor) };
    let difficulty = if find.difficulty == 0.0 { String::new() } else { format!("-difficulty-{}", find.difficulty) };
    format!("{:06}{floor}{difficulty}.{}", find.seed, Format::Ron.ending())
}
