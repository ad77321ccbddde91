//! The outputs of a command: standard output, devices and files. They are checked before anything
//! is written.

use std::{
    ffi::OsStr,
    fs::{self, OpenOptions, Permissions},
    io::{self, IsTerminal},
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

use super::{failure::CommandFailure, print};

/// Paths that mean standard output. The tool writes to the open descriptor instead of opening the
/// path, so that `>>` in a shell appends.
const STANDARD: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Where a command writes a result. Creating one checks that it can be written, as far as that is
/// known in advance; [`Output::file`] checks nothing.
#[derive(Debug, PartialEq)]
pub(super) struct Output {
    /// The name of this output in messages: the flag and its value.
    pub(super) name: String,
    /// The path as it was given, escaped; empty for other outputs than those that a flag names.
    given: String,
    destination: OutputDestination,
    /// Whether this is standard output because the command names no output, so that a person looks
    /// at it.
    pub(super) is_shown: bool,
}

#[derive(Debug, PartialEq)]
pub(super) enum OutputDestination {
    Standard,
    /// A device or a named pipe.
    Device(PathBuf),
    /// The path of a regular file, with links resolved, and the permissions of the file that it
    /// replaces.
    File(PathBuf, Option<Permissions>),
}

/// A file that a command reads, and its role in messages.
#[derive(Clone, Debug)]
pub(super) struct InputFile {
    pub(super) path: PathBuf,
    pub(super) role: &'static str,
}

impl Output {
    /// Standard output, for a person to look at.
    pub(super) fn shown() -> Self {
        Self { is_shown: true, ..Self::standard("standard output") }
    }

    /// Standard output, called `name` in messages.
    pub(super) fn standard(name: &str) -> Self {
        Self { name: name.to_owned(), given: String::new(), destination: OutputDestination::Standard, is_shown: false }
    }

    /// Checks the output at `path`, the value of the flag `flag`. A path such as `-` means standard
    /// output.
    pub(super) fn at(flag: &str, path: &Path) -> Result<Self, CommandFailure> {
        if STANDARD.iter().any(|standard| path.as_os_str() == *standard) {
            return Ok(Self::standard(&format!("{flag} {}", path.display())));
        }
        let given = print::escaped(&path.to_string_lossy()).into_owned();
        Ok(Self { given, ..Self::named(format!("{flag} {}", print::path(path)), path)? })
    }

    /// Checks the output at `path`, which messages call `name`.
    pub(super) fn named(name: String, path: &Path) -> Result<Self, CommandFailure> {
        let destination = destination(&name, path)?;
        Ok(Self { name, given: String::new(), destination, is_shown: false })
    }

    /// An output to a regular file. Nothing is checked: the caller knows that the folder exists and
    /// that nothing but a file can be at `path`.
    pub(super) fn file(name: String, path: PathBuf) -> Self {
        let permissions = path.metadata().ok().map(|metadata| metadata.permissions());
        let destination = OutputDestination::File(path, permissions);
        Self { name, given: String::new(), destination, is_shown: false }
    }

    /// The file as it was given, escaped; `None` for standard output, a device or a pipe.
    pub(super) fn given_file(&self) -> Option<&str> {
        (!self.is_stream()).then_some(&*self.given)
    }

    pub(super) fn destination(&self) -> &OutputDestination {
        &self.destination
    }

    /// The path of the output file, with links resolved; `None` for standard output, a device or a
    /// pipe.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.destination {
            OutputDestination::File(path, _) => Some(path),
            _ => None,
        }
    }

    /// The name of the output file without its ending. Fails for an output that is no file.
    pub(super) fn stem(&self) -> Result<&str, CommandFailure> {
        let Some(path) = self.path() else {
            return Err(CommandFailure::usage(format!("{} has no files beside it; give a file.", self.name)));
        };
        let not_utf8 =
            || CommandFailure::usage(format!("{}: its name is not UTF-8, which this format needs.", self.name));
        path.file_stem().and_then(OsStr::to_str).ok_or_else(not_utf8)
    }

    /// The output file called `file_name` in the folder of this output.
    pub(super) fn beside(&self, file_name: &str) -> Result<Self, CommandFailure> {
        let path = self.path().unwrap_or(Path::new("")).with_file_name(file_name);
        Self::named(format!("{} beside {}", print::path(Path::new(file_name)), self.name), &path)
    }

    /// Whether this is standard output, a device or a pipe: their names have no ending that says a
    /// format.
    pub(super) fn is_stream(&self) -> bool {
        self.path().is_none()
    }

    pub(super) fn is_standard(&self) -> bool {
        self.destination == OutputDestination::Standard
    }

    /// Whether this output and `other` write to the same place.
    pub(super) fn is_same_place(&self, other: &Self) -> bool {
        self.destination == other.destination
    }

    /// Refuses a terminal as the output of a binary format.
    pub(super) fn refuse_terminal(&self, format: &str) -> Result<(), CommandFailure> {
        if self.is_standard() && io::stdout().is_terminal() {
            let name = &self.name;
            return Err(CommandFailure::usage(format!(
                "{name} is a terminal, which cannot show {format}; give a file."
            )));
        }
        Ok(())
    }

    /// Refuses an output file whose ending is not `ending`, for a command that writes one format
    /// alone. `what` names the content in messages.
    pub(super) fn require_ending(&self, path: &Path, ending: &str, what: &str) -> Result<(), CommandFailure> {
        let has_ending = path.extension().is_some_and(|given| given.eq_ignore_ascii_case(ending));
        if !self.is_stream() && !has_ending {
            return Err(CommandFailure::usage(format!(
                "{}: {what} goes to a file that ends in .{ending}, or to - for standard output.",
                self.name
            )));
        }
        self.refuse_terminal(ending)
    }

    /// Whether writing this output replaces or changes the file at `path`. Of several hard links to
    /// a file, only the name that is written gets the new file.
    fn replaces(&self, path: &Path) -> bool {
        let ours = match &self.destination {
            OutputDestination::Standard => fs::canonicalize("/dev/stdout").ok(),
            OutputDestination::Device(path) => fs::canonicalize(path).ok(),
            OutputDestination::File(path, _) => Some(path.clone()),
        };
        ours.is_some_and(|ours| fs::canonicalize(path).is_ok_and(|path| path == ours))
    }
}

/// Says on a terminal which files were written, and `what` is in them. Says nothing of streams.
pub(super) fn report_success<'a>(outputs: impl IntoIterator<Item = &'a Output>, what: &str) {
    let files: Vec<_> = outputs.into_iter().filter_map(Output::given_file).collect();
    if !files.is_empty() {
        print::success(&format!("{}: {what}", files.join(", ")));
    }
}

/// Refuses two outputs at the same place, and outputs that would overwrite an input.
pub(super) fn refuse_conflicts(outputs: &[&Output], inputs: &[InputFile]) -> Result<(), CommandFailure> {
    for (number, output) in outputs.iter().enumerate() {
        let name = &output.name;
        if let Some(earlier) = outputs[..number].iter().find(|earlier| earlier.is_same_place(output)) {
            return Err(CommandFailure::usage(format!("{} and {name} are the same place; give two.", earlier.name)));
        }
        if let Some(InputFile { role, .. }) = inputs.iter().find(|input| output.replaces(&input.path)) {
            return Err(CommandFailure::usage(format!(
                "{name} is {role} itself, which would be overwritten; give another file."
            )));
        }
    }
    Ok(())
}

/// Refuses a path where no folder can be created: a file is there, or there is no parent folder.
pub(super) fn refuse_folder(name: &str, path: &Path) -> Result<(), CommandFailure> {
    // Removes a separator at the end of the path: with it, a file at this path would not be found.
    let path: PathBuf = path.components().collect();
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let exists = path.symlink_metadata().is_ok();
    if path.is_dir() || !exists && parent.is_dir() {
        return Ok(());
    }
    let missing = || format!("there is no folder {}; create it first", print::path(parent));
    let why = if exists { "it is a file; give a folder".to_owned() } else { missing() };
    Err(CommandFailure::failed(format!("{name} cannot be written: {why}.")))
}

fn destination(name: &str, path: &Path) -> Result<OutputDestination, CommandFailure> {
    let refuse = |why: String| Err(CommandFailure::failed(format!("{name} cannot be written: {why}.")));
    let failed = |error: io::Error| CommandFailure::from(error).at(name);
    let is_folder = || refuse("it is a folder; give a file".to_owned());
    // Links in /dev and /proc that stand for open files, such as /dev/fd/1.
    if (path.starts_with("/dev") || path.starts_with("/proc")) && path.is_symlink() {
        return Ok(OutputDestination::Device(path.to_owned()));
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return is_folder(),
        Ok(metadata) if !metadata.is_file() => return Ok(OutputDestination::Device(path.to_owned())),
        Ok(metadata) if metadata.permissions().readonly() => return refuse("it is read-only".to_owned()),
        Ok(metadata) => {
            // Tests that the file itself may be changed: the rename needs permission for its folder
            // only.
            OpenOptions::new().append(true).open(path).map_err(failed)?;
            let path = fs::canonicalize(path).map_err(failed)?;
            return Ok(OutputDestination::File(path, Some(metadata.permissions())));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    // A symbolic link to a file that does not exist yet.
    if let Ok(target) = fs::read_link(path) {
        return destination(name, &path.parent().unwrap_or(Path::new("")).join(target));
    }
    let Some(file_name) = path.file_name().filter(|_| !path.to_string_lossy().ends_with(['/', MAIN_SEPARATOR])) else {
        return is_folder();
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match fs::canonicalize(folder) {
        Ok(resolved) => Ok(OutputDestination::File(resolved.join(file_name), None)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            refuse(format!("there is no folder {}; create it first", print::path(folder)))
        }
        Err(error) => Err(failed(error)),
    }
}
