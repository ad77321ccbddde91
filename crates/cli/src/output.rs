//! Where bytes go: standard output, or a file that is written whole or not at all.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions, Permissions},
    io::{self, BufWriter, IsTerminal, Write},
    path::{MAIN_SEPARATOR_STR, Path, PathBuf},
};

use roomgen::Level;
use tempfile::{Builder, NamedTempFile};

use super::{
    failure::Failure,
    interrupt::{self, Guard},
    print, standard,
    waiting::Waiting,
};

/// Names of standard output; written through the descriptor, so that `>>` appends.
const STANDARD: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Links that are followed before they are taken to go in a circle; what Linux allows.
const MAX_LINKS: u32 = 40;

/// A place that can be written, as far as can be told before.
#[derive(Debug, PartialEq)]
pub(super) struct Output {
    /// How sentences call it: the flag and what was given.
    pub(super) name: String,
    place: Place,
    /// Whether it goes beside another, which alone was named.
    is_beside: bool,
}

#[derive(Debug, PartialEq)]
enum Place {
    Standard,
    /// A device or a pipe.
    Special(PathBuf),
    /// A file to be made or replaced, free of links, with the permissions of the one that is there.
    File(PathBuf, Option<Permissions>),
}

impl Output {
    /// Standard output, as nothing else was asked for.
    pub(super) fn standard() -> Self {
        Self::new("standard output".to_owned(), Place::Standard)
    }

    /// The place that `flag` names.
    pub(super) fn at(flag: &str, path: &Path) -> Result<Self, Failure> {
        if STANDARD.iter().any(|standard| path.as_os_str() == *standard) {
            return Ok(Self::new(format!("{flag} {}", path.display()), Place::Standard));
        }
        let name = format!("{flag} {}", print::path(path));
        let place = place(&name, path)?;
        Ok(Self::new(name, place))
    }

    /// The folder of the file; `None` for a stream.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.file().and_then(Path::parent)
    }

    /// The name of the file without its ending.
    pub(super) fn stem(&self) -> Result<&str, Failure> {
        let Some(path) = self.file() else {
            return Err(Failure::usage(format!("{} has no files beside it; give a file.", self.name)));
        };
        let not_utf8 = || Failure::usage(format!("{}: its name is not UTF-8, and has to be named in it.", self.name));
        path.file_stem().and_then(OsStr::to_str).ok_or_else(not_utf8)
    }

    /// The file of this name beside this one.
    pub(super) fn beside(&self, file_name: &str) -> Result<Self, Failure> {
        let path = self.file().unwrap_or(Path::new("")).with_file_name(file_name);
        let name = format!("{} beside {}", print::path(Path::new(file_name)), self.name);
        let place = place(&name, &path)?;
        Ok(Self { is_beside: true, ..Self::new(name, place) })
    }

    fn new(name: String, place: Place) -> Self {
        Self { name, place, is_beside: false }
    }

    /// Whether it goes beside another, which alone was named.
    pub(super) fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// The file, free of links; `None` for a stream.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path, _) => Some(path),
            _ => None,
        }
    }

    /// Whether it has no name that could say a format: standard output, a device or a pipe.
    pub(super) fn is_stream(&self) -> bool {
        !matches!(self.place, Place::File(..))
    }

    /// Whether it is standard output.
    pub(super) fn is_standard(&self) -> bool {
        self.place == Place::Standard
    }

    /// Refuses standard output if it is a terminal, which cannot show what is no text.
    pub(super) fn refuse_terminal(&self, format: &str) -> Result<(), Failure> {
        if self.is_standard() && io::stdout().is_terminal() {
            let name = &self.name;
            return Err(Failure::usage(format!(
                "{name} is a terminal, which cannot show {format}; send it to a file."
            )));
        }
        Ok(())
    }

    /// Whether both are the same place.
    pub(super) fn is_also(&self, other: &Self) -> bool {
        self.place == other.place
    }

    /// Refuses to write over a file that is read; `what` it is, in the words of a sentence.
    pub(super) fn spare(&self, path: &Path, what: &str) -> Result<(), Failure> {
        if !self.replaces(path) {
            return Ok(());
        }
        let name = &self.name;
        Err(Failure::usage(format!("{name} is {what} itself, which would be lost; give another file.")))
    }

    /// Whether writing it would replace the file at `path`, or change it: a stream may lead to it. Of other names of one file, hard
    /// links, only the name that is written gets a new file; the others keep what they have.
    fn replaces(&self, path: &Path) -> bool {
        let ours = match &self.place {
            Place::Standard => fs::canonicalize("/dev/stdout").ok(),
            Place::Special(path) => fs::canonicalize(path).ok(),
            Place::File(path, _) => Some(path.clone()),
        };
        ours.is_some_and(|ours| fs::canonicalize(path).is_ok_and(|path| path == ours))
    }
}

/// What goes to a place.
pub(super) enum Content<'level> {
    /// Bytes at hand.
    Bytes(Vec<u8>),
    /// What writes them, a piece at a time, and has nothing in memory that grows with them.
    Streamed(&'level Level, Stream),
}

/// Writes a level in some format.
pub(super) type Stream = fn(&Level, &mut dyn Write) -> io::Result<()>;

impl Content<'_> {
    /// For as long as it is written.
    fn waiting(&self, name: &str) -> Option<Waiting> {
        match self {
            Self::Bytes(_) => None,
            Self::Streamed(level, _) => Some(Waiting::over(level.size(), &format!("writing {name}"))),
        }
    }

    fn write_to(&self, place: &mut dyn Write) -> io::Result<()> {
        /// Few enough calls of the system that they do not count.
        const BUFFER: usize = 1 << 18;
        match self {
            Self::Bytes(bytes) => place.write_all(bytes)?,
            Self::Streamed(level, stream) => {
                let mut buffered = BufWriter::with_capacity(BUFFER, &mut *place);
                stream(level, &mut buffered)?;
                buffered.flush()?;
            }
        }
        place.flush()
    }
}

/// Writes all outputs: first the new files beside their places, then the streams, and when all that went well, the files
/// take their places.
///
/// Each place has the old file or the new one, whole, at any time, also if the process is killed or the machine loses power: bytes are
/// stored before the name leads to them, since a file system may store the name first, and then a power cut would leave a file that is
/// empty or short. The name itself is not waited for: until it is stored, the old file is there.
pub(super) fn write(outputs: &[(&Output, Content<'_>)]) -> Result<(), Failure> {
    write_stored(outputs, File::sync_all)
}

/// The same with the function that waits until a file is stored.
fn write_stored(
    outputs: &[(&Output, Content<'_>)],
    mut store: impl FnMut(&File) -> io::Result<()>,
) -> Result<(), Failure> {
    // Dropped last.
    let mut guards = Vec::new();
    let mut ready = Vec::new();
    for (output, content) in outputs {
        if let Place::File(path, permissions) = &output.place {
            let _waiting = content.waiting(&output.name);
            let file = beside(path, permissions.as_ref(), |file| {
                content.write_to(file)?;
                store(file)
            });
            let (file, guard) = file.map_err(|error| Failure::writing(&output.name, &error))?;
            guards.push(guard);
            ready.push((output, path, file));
        }
    }
    for (output, content) in outputs {
        let written = match &output.place {
            Place::Standard => standard::product(|out| content.write_to(out)),
            Place::Special(path) => {
                OpenOptions::new().write(true).open(path).and_then(|mut file| content.write_to(&mut file))
            }
            Place::File(..) => Ok(()),
        };
        written.map_err(|error| Failure::writing(&output.name, &error))?;
    }
    interrupt::last(|| {
        ready.into_iter().try_for_each(|(output, path, file)| match file.persist(path) {
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::writing(&output.name, &error.error)),
        })
    })
}

/// A finished file in the folder of `path`, by a hidden name that [`leftover`] knows; it is gone again unless it takes the
/// place of `path`, while there is its guard also if the process is told to end. Other processes see it whole from then on; whether it
/// outlasts a power cut is for the caller, who may sync it.
pub(super) fn beside(
    path: &Path,
    permissions: Option<&Permissions>,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<(NamedTempFile, Guard)> {
    /// Names longer than this are left out of the new file's, which must not become too long.
    const LONG: usize = 128;
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    let mut prefix = OsString::from(".");
    if name.len() <= LONG {
        prefix.push(name);
        prefix.push(".");
    }
    prefix.push(HIDDEN);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(HIDDEN_END);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode_of_new(permissions)));
    let (mut file, guard) = interrupt::guarded(|| builder.tempfile_in(folder), NamedTempFile::path)?;
    write(file.as_file_mut())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions.clone())?;
    }
    Ok((file, guard))
}

/// With which permissions a file is made that is to have those of the one it replaces. Nobody else
/// may read it until it has them.
#[cfg(unix)]
pub(super) fn mode_of_new(replaced: Option<&Permissions>) -> u32 {
    if replaced.is_some() { 0o600 } else { 0o666 }
}

/// What the hidden names of files have after their own names, and at the end; between them are six characters that make each another.
/// The help tells users that they may delete what is left of such names.
pub(super) const HIDDEN: &str = "roomgen-";
pub(super) const HIDDEN_END: &str = ".tmp";

/// The name that a hidden file was to have, which a process that was killed left behind.
pub(super) fn leftover(name: &str) -> Option<&str> {
    let (own, _) = name.strip_prefix('.')?.strip_suffix(HIDDEN_END)?.rsplit_once(HIDDEN)?;
    own.strip_suffix('.')
}

fn place(name: &str, path: &Path) -> Result<Place, Failure> {
    let refuse = |why: String| Err(Failure::failed(format!("{name} cannot be written: {why}.")));
    let io_error = |error: &io::Error| Failure::writing(name, error);
    let is_folder = "it is a folder; give a file".to_owned();

    let Some(path) = follow(path).map_err(|error| io_error(&error))? else {
        return Ok(Place::Special(path.to_owned()));
    };
    let (Some(folder), Some(file_name)) = (path.parent(), path.file_name()) else { return refuse(is_folder) };
    if path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]) {
        return refuse(is_folder);
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let shown = print::path(folder);
    let folder = match fs::canonicalize(folder) {
        Ok(folder) if folder.is_dir() => folder,
        Ok(_) => return refuse(format!("{shown} is a file and not a folder")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return refuse(format!("there is no folder {shown}; make it first"));
        }
        Err(error) => return Err(io_error(&error)),
    };
    let path = folder.join(file_name);
    match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Place::File(path, None)),
        Err(error) => Err(io_error(&error)),
        Ok(there) if there.is_dir() => refuse(is_folder),
        Ok(there) if !there.is_file() => Ok(Place::Special(path)),
        Ok(there) if there.permissions().readonly() => refuse("there is such a file, and it is read-only".to_owned()),
        Ok(there) => {
            // Whoever may replace a file in a folder need not be allowed to change the file.
            let opened: io::Result<File> = OpenOptions::new().append(true).open(&path);
            opened.map_err(|error| io_error(&error))?;
            Ok(Place::File(path, Some(there.permissions())))
        }
    }
}

/// The path at the end of symbolic links; `None` where they lead through the system's names of open files.
fn follow(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_symlink() => {
                if path.starts_with("/dev") || path.starts_with("/proc") {
                    return Ok(None);
                }
                let target = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new(MAIN_SEPARATOR_STR)).join(target);
            }
            _ => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("its links go in a circle"))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn each_file_is_stored_whole_before_its_name_leads_to_it() {
        let folder = TempDir::new().unwrap();
        let names = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
        fs::write(&names[1], "old").unwrap();
        let outputs = names.each_ref().map(|path| Output::at("--out", path).unwrap());
        let contents = outputs.each_ref().map(|output| (output, Content::Bytes(b"new".to_vec())));
        let mut stored = 0;
        let store = |file: &File| {
            assert_eq!(file.metadata().unwrap().len(), 3);
            assert!(!names[0].exists() && fs::read(&names[1]).unwrap() == b"old");
            stored += 1;
            Ok(())
        };
        write_stored(&contents, store).unwrap();
        assert_eq!(stored, 2);
        assert!(names.iter().all(|path| fs::read(path).unwrap() == b"new"));
        // What cannot be stored takes no place.
        let contents = outputs.each_ref().map(|output| (output, Content::Bytes(b"newer".to_vec())));
        let refused = write_stored(&contents, |_| Err(io::ErrorKind::StorageFull.into()));
        assert!(refused.is_err() && names.iter().all(|path| fs::read(path).unwrap() == b"new"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
