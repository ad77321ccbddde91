//! Faults around the tool: full disks, kills, bad folders, closed readers, concurrent writers.
//!
//! In each case the old or the new file is there as a whole, the exit code tells which, and what a
//! kill leaves behind can be recognised by its name.

mod concurrent;
mod disk;
mod ignored;
mod inputs;
mod killed;
mod places;
mod streams;
mod threads;

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::{self, File},
    io::Read,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{Folder, GREEDY, Run, settled};

/// A timeout longer than anything takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The content of files that are to be replaced.
const OLD: &str = "old";

/// The tool as a process that can be signalled, without the settings of the environment.
fn program(folder: &Folder) -> Command {
    of(super::program(&folder.path("")), folder)
}

/// The tool started by `script`, a shell text in which it is `"$0" "$@"`.
fn scripted(folder: &Folder, script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).arg(assert_cmd::cargo::cargo_bin!("roomgen"));
    of(shell, folder)
}

fn of(command: Command, folder: &Folder) -> Command {
    let mut command = settled(command, &folder.path(""));
    command.stdin(Stdio::null());
    command
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Runs the tool to its end.
fn run(mut command: Command, line: &str) -> Run {
    let output = command.args(words(line)).output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "roomgen {line}\n{err}");
    Run { line: line.to_owned(), code: output.status.code(), out: output.stdout, err }
}

/// A running tool, whose standard error a thread reads; killed when dropped.
struct RunningTool(Child, Option<JoinHandle<String>>);

/// How a process ended.
#[derive(Debug)]
struct ProcessEnd {
    code: Option<i32>,
    signal: Option<i32>,
    err: String,
}

impl RunningTool {
    fn of(mut command: Command, line: &str) -> Self {
        command.args(words(line)).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut err = child.stderr.take().expect("a pipe");
        let said = thread::spawn(move || {
            let mut said = String::new();
            err.read_to_string(&mut said).expect("text");
            said
        });
        Self(child, Some(said))
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
    }

    fn is_at_work(&mut self) -> bool {
        self.0.try_wait().expect("it can be waited for").is_none()
    }

    fn end(mut self) -> ProcessEnd {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match self.0.try_wait().expect("it can be waited for") {
                Some(status) => break status,
                None => assert!(Instant::now() < end, "it never ends"),
            }
            thread::sleep(Duration::from_millis(1));
        };
        let err = self.1.take().and_then(|said| said.join().ok()).expect("what it said");
        assert!(!err.contains("panicked"), "{err}");
        ProcessEnd { code: status.code(), signal: status.signal(), err }
    }
}

impl Drop for RunningTool {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until `look` returns something.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(there) = look() {
            return there;
        }
        assert!(Instant::now() < end, "there never was {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Whether a name is that of a temporary file, as the help has it.
fn is_hidden(name: &str) -> bool {
    let random = name.strip_prefix(".roomgen-").and_then(|name| name.strip_suffix(".tmp"));
    random.is_some_and(|random| random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// All files below a folder by relative path, without temporary ones.
fn whole_files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.file_name().and_then(OsStr::to_str).is_some_and(is_hidden) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("a path below").to_owned();
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

/// A run that has written its temporary files and waits for a reader of a pipe; it renames the
/// files after that.
struct PausedRun {
    running: RunningTool,
    pipe: PathBuf,
}

impl PausedRun {
    /// Runs `line` with the pipe as another output, until there are so many temporary files.
    fn of(folder: &Folder, line: &str, hidden: usize) -> Self {
        Self::by(program(folder), folder, line, hidden)
    }

    /// The same, started by `command`.
    fn by(command: Command, folder: &Folder, line: &str, hidden: usize) -> Self {
        let pipe = folder.path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        let running = RunningTool::of(command, &format!("{line} --out pipe"));
        wait_for("hidden files", || {
            (folder.names().iter().filter(|name| is_hidden(name)).count() == hidden).then_some(())
        });
        Self { running, pipe }
    }

    /// Reads the pipe to its end, so that the run continues, and waits for its end.
    fn go_on(self) -> ProcessEnd {
        let mut read = Vec::new();
        File::open(&self.pipe).expect("a pipe").read_to_end(&mut read).expect("what is written");
        self.running.end()
    }
}
