//! The command line tool, run as a user runs it: its output, its files and its exit codes.

mod animate;
mod bases;
mod batch;
mod checks;
mod convert;
mod diagnostics;
#[cfg(unix)]
mod faults;
mod files;
mod find;
mod floors;
mod huge;
mod levels;
mod lint;
mod misleading;
mod presets;
mod runs;
mod sheet;
#[cfg(target_os = "linux")]
mod signals;
mod sprites;
mod survey;
#[cfg(target_os = "linux")]
mod terminal;
mod text_maps;
mod usage;
mod watch;

use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

use assert_cmd::Command;
use tempfile::TempDir;

/// A preset whose levels always fall short of what it asks for.
const GREEDY: &str = r##"(
    name: "greedy",
    size: (12, 12),
    floorplan: (path: (rooms: (6, 9))),
    props: { "rock": (glyph: '*', color: "#7f7a72") },
    layouts: [(name: "a", formations: [(shape: Circle, prop: "rock")])],
)"##;

/// A temporary folder of one test, in which the tool runs.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.put(name, content);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("text")
    }

    /// The sorted names of the folder's entries.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs the tool with the words of `line` as arguments.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.run_with(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the tool with exactly these arguments.
    pub(crate) fn run_with(&self, arguments: &[&str]) -> Run {
        self.run_fed(arguments, &[])
    }

    /// Runs the tool with `input` on standard input.
    fn feed(&self, input: impl Into<Vec<u8>>, line: &str) -> Run {
        self.run_fed(&line.split_whitespace().collect::<Vec<_>>(), &input.into())
    }

    /// Runs the tool with these arguments and `input` on standard input. A command that reports
    /// problems runs a second time, to report them as JSON.
    fn run_fed(&self, arguments: &[&str], input: &[u8]) -> Run {
        let run =
            |arguments: &[&str]| Run::of(&arguments.join(" "), tool(self.0.path()).args(arguments).write_stdin(input));
        let text = run(arguments);
        if let Some(arguments) = diagnostics::as_json(arguments) {
            diagnostics::assert_same_problems(self, &text, &run(&arguments));
        }
        text
    }
}

/// The tool in a folder, as [`settled`] has it.
pub(crate) fn tool(folder: &Path) -> Command {
    Command::from_std(program(folder))
}

/// The same as a process that can be signalled.
fn program(folder: &Path) -> process::Command {
    settled(process::Command::new(assert_cmd::cargo::cargo_bin!("roomgen")), folder)
}

/// A process in a folder, without the colour settings of the environment, and with the signals that
/// end a process at their defaults, whatever the tests inherited.
pub(crate) fn settled(mut command: process::Command, folder: &Path) -> process::Command {
    #[cfg(target_os = "linux")]
    signals::let_children_hear();
    command.current_dir(folder);
    for setting in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
        command.env_remove(setting);
    }
    command
}

/// The result of a run.
pub(crate) struct Run {
    pub(crate) line: String,
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn of(line: &str, command: &mut Command) -> Self {
        let output = command.output().expect("the tool runs");
        let err = String::from_utf8(output.stderr).expect("text on standard error");
        assert!(!err.contains("panicked"), "roomgen {line}\n{err}");
        Self { line: line.to_owned(), code: output.status.code(), out: output.stdout, err }
    }

    /// Asserts success.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "roomgen {}\n{}", self.line, self.err);
        self
    }

    /// Asserts failure with this exit code and with all of `words` on standard error.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "roomgen {}\n{}", self.line, self.err);
        assert!(self.err.starts_with("error: "), "roomgen {}\n{}", self.line, self.err);
        for word in words {
            assert!(self.err.contains(word), "roomgen {}\nno {word:?} in {}", self.line, self.err);
        }
        self
    }

    pub(crate) fn out_text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("text on standard output")
    }
}
