//! `Preset::load` reads a preset and its bases from files, and says why it does not.

use std::{fs, io::ErrorKind, path::PathBuf};

use roomgen::{
    Preset, PresetLoadError,
    error::{Problem, TextFileError},
    lint,
    preset::{BasePresetReader, MAX_TEXT},
};
use tempfile::TempDir;

/// A temporary folder of presets.
struct Folder(TempDir);

impl Folder {
    /// A folder with a chain of presets: `mine.ron`, `parts/dark.ron`, `parts/deep/stone.ron`, the
    /// crypt.
    fn new() -> Self {
        let folder = Self(TempDir::new().expect("a folder"));
        fs::create_dir_all(folder.path("parts/deep")).expect("a folder");
        folder.put("parts/deep/stone.ron", "(base: \"crypt\", size: (40, 30))");
        folder.put("parts/dark.ron", "\u{feff}(\r\n    base: \"./deep/stone.ron\",\r\n    clearance: 2,\r\n)");
        folder.put("mine.ron", "(name: \"mine\", base: \"parts/dark.ron\", remove: [\"graves\"])");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    /// The error of loading `mine.ron` with this text.
    fn refused(&self, text: impl AsRef<[u8]>) -> PresetLoadError {
        self.put("mine.ron", text);
        let error = Preset::load(self.path("mine.ron")).expect_err("no preset");
        let (PresetLoadError::File { path, .. } | PresetLoadError::Preset { path, .. }) = &error else {
            panic!("{error}")
        };
        assert_eq!(path, &self.path("mine.ron"));
        error
    }

    /// The only problem of `mine.ron` with the base `base`.
    fn problem(&self, base: &str) -> Problem {
        let error = self.refused(format!("(name: \"mine\", base: {base:?})"));
        let PresetLoadError::Preset { error, .. } = &error else { panic!("{error}") };
        assert_eq!(error.problems().len(), 1, "{error}");
        error.problems()[0].clone()
    }
}

/// Why the file is not read.
fn file_error(error: PresetLoadError) -> TextFileError {
    match error {
        PresetLoadError::File { error, .. } => error,
        other => panic!("{other}"),
    }
}

#[test]
fn a_preset_is_loaded_with_the_base_of_its_base_in_a_folder_below() {
    let folder = Folder::new();
    let preset = Preset::load(folder.path("mine.ron")).unwrap_or_else(|error| panic!("{error:#}"));
    let alone = "(name: \"mine\", base: \"crypt\", size: (40, 30), clearance: 2, remove: [\"graves\"])";
    assert_eq!(Ok(preset), Preset::parse(alone));
    folder.put("alone.ron", alone);
    assert_eq!(Preset::load(folder.path("alone.ron")).ok(), Preset::parse(alone).ok());
    // A path need not be plain: only the names of bases must.
    assert!(Preset::load(folder.path("parts/../mine.ron")).is_ok());
}

#[test]
fn a_file_that_is_no_text_is_refused_with_the_reason() {
    let folder = Folder::new();
    let absent = Preset::load(folder.path("absent.ron")).expect_err("no file");
    let path = folder.path("absent.ron");
    assert_eq!(absent.to_string(), format!("the preset \"{}\" cannot be read: there is no such file", path.display()));
    assert_eq!(format!("{absent:#}"), format!("error: {absent}"));
    assert!(matches!(file_error(absent), TextFileError::Unreadable { kind: ErrorKind::NotFound, .. }));

    let refused = Preset::load(folder.path("parts")).expect_err("a folder");
    assert!(matches!(file_error(refused), TextFileError::Unreadable { .. }));
    for (bytes, at, byte) in [(&b"(name: \"caf\xe9\")"[..], 11, 0xe9), (b"\xff\xfe(", 0, 0xff), (b"(\0)", 1, 0)] {
        assert_eq!(file_error(folder.refused(bytes)), TextFileError::NotText { at, byte });
    }
    let limit = MAX_TEXT;
    assert_eq!(file_error(folder.refused(" ".repeat(limit + 1))), TextFileError::TooLong { limit });
    let longest = format!("(name: \"mine\"){}", " ".repeat(limit - 14));
    folder.put("mine.ron", &longest);
    assert_eq!(Preset::load(folder.path("mine.ron")).ok(), Preset::parse(&longest).ok());
}

#[test]
#[cfg(unix)]
fn a_pipe_is_refused_and_not_waited_for() {
    let folder = Folder::new();
    let pipe = folder.path("pipe.ron");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    assert_eq!(file_error(Preset::load(&pipe).expect_err("a pipe")), TextFileError::Special);
    assert_eq!(file_error(Preset::load("/dev/zero").expect_err("a device")), TextFileError::Special);
    assert!(folder.problem("pipe.ron").message.contains("it is a device or a pipe, not a file"));
}

#[test]
fn a_base_that_cannot_be_read_is_a_problem_where_it_is_named() {
    let folder = Folder::new();
    let outside = TempDir::new().expect("a folder");
    fs::write(outside.path().join("out.ron"), "(clearance: 2)").expect("a file");
    let absolute = outside.path().join("out.ron");
    for (base, words) in [
        ("absent.ron", "absent.ron\" cannot be read: there is no such file"),
        ("../mine.ron", "\"../mine.ron\" leads out of the preset's folder"),
        ("parts/../mine.ron", "leads out of the preset's folder"),
        (absolute.to_str().expect("a path in UTF-8"), "leads out of the preset's folder"),
        ("./mine.ron", "the base \"./mine.ron\" is used twice"),
        ("cript", "there is no preset \"cript\""),
    ] {
        let problem = folder.problem(base);
        assert!(problem.message.contains(words), "{base}: {problem}");
        assert_eq!((problem.line, problem.column, problem.base.as_deref()), (1, 22, None), "{base}");
    }
    assert!(folder.problem("parts/").message.contains("cannot be read"));
    folder.put("large.ron", " ".repeat(MAX_TEXT + 1));
    assert!(folder.problem("large.ron").message.contains("is too long: at most 1048576 bytes are read"));
    folder.put("latin.ron", b"(\xe9)");
    assert!(folder.problem("latin.ron").message.contains("is not a text in UTF-8: byte 1"));

    // A circle of two, at its last link.
    folder.put("other.ron", "(base: \"mine.ron\")");
    let problem = folder.problem("other.ron");
    assert_eq!(problem.message, "the base \"mine.ron\" is used twice");
    assert_eq!(problem.base, folder.path("other.ron").to_str().map(str::to_owned));
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_out_of_the_folder_is_no_base() {
    let (folder, other) = (Folder::new(), Folder::new());
    std::os::unix::fs::symlink(other.path("mine.ron"), folder.path("link.ron")).expect("a link");
    assert!(folder.problem("link.ron").message.contains("\"link.ron\" leads out of the preset's folder"));
    std::os::unix::fs::symlink(folder.path("mine.ron"), folder.path("same.ron")).expect("a link");
    assert!(folder.problem("same.ron").message.contains("is used twice"));
}

#[test]
fn an_error_names_the_file_and_marks_the_mistake_in_its_text() {
    let folder = Folder::new();
    let error = folder.refused("(\n    name: \"mine\",\n    clearance: 22,\n    sise: (40, 30),\n)");
    let file = folder.path("mine.ron").display().to_string();
    let problem = |line: &str| {
        let known = "unknown field \"sise\" (did you mean `size`? ";
        line.starts_with(&format!("{file}:4:5: {known}"))
    };
    let plain = error.to_string();
    let lines: Vec<_> = plain.lines().collect();
    assert_eq!(lines[0], format!("{file}:3:16: 22 is out of range (allowed: 1 to 8)"));
    assert!(problem(lines[1]) && lines.len() == 2, "{plain}");
    let marked = format!(
        "error: 22 is out of range\n --> {file}:3:16\n  |\n3 |     clearance: 22,\n  |                ^^\n  = help: allowed: 1 to 8\n\nerror: unknown"
    );
    assert!(format!("{error:#}").starts_with(&marked), "{error:#}");

    folder.put("parts/dark.ron", "(\n    clearance: 22,\n)");
    let error = folder.refused("(name: \"mine\", base: \"parts/dark.ron\", floorplan: (start: Coner))");
    let base = folder.path("parts/dark.ron").display().to_string();
    let marked = format!("{error:#}");
    assert!(marked.contains(&format!(" --> {file}:1:59\n")), "{marked}");
    assert!(marked.contains(&format!(" --> {base}:2:16\n")), "{marked}");
    // A game passes it on as any error.
    let boxed: Box<dyn std::error::Error + Send + Sync> = error.into();
    assert_eq!(format!("{boxed:#}"), marked);
}

#[test]
fn a_reader_of_bases_tells_which_files_it_has_read() {
    let folder = Folder::new();
    let text = fs::read_to_string(folder.path("mine.ron")).expect("a text");
    let mut bases = BasePresetReader::beside(folder.path("mine.ron"));
    assert!(lint::lint(&text, |name| bases.read(name)).is_ok());
    let paths = ["parts/dark.ron", "parts/deep/stone.ron"].map(|name| folder.path(name));
    assert_eq!(bases.paths(), paths);
    assert_eq!(bases.bases()[1].text, "(base: \"crypt\", size: (40, 30))");
    assert!(paths.iter().zip(bases.bases()).all(|(path, base)| path.to_str() == Some(&base.name)));

    fs::remove_file(&paths[1]).expect("a file");
    let mut bases = BasePresetReader::beside(folder.path("mine.ron"));
    assert!(Preset::parse_with(&text, |name| bases.read(name)).is_err());
    assert_eq!((bases.paths(), bases.bases().len()), (&paths[..], 1), "the path of a missing base is known");
}
