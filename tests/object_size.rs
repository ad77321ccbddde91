//! What a game compiles to read levels: the way to a format alone. The rest is compiled once, in
//! the library.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A crate that reads a level from JSON.
const CRATE: &str = "pub fn read(text: &str) -> Option<roomgen::Level> { serde_json::from_str(text).ok() }\n";

/// The most bytes of code and data that it has.
const MOST: u64 = 100_000;

/// The compiled libraries of a name, the newest first.
fn libraries(folder: &Path, name: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let is_library = |path: &PathBuf| {
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        file.starts_with(&format!("lib{name}-")) && file.ends_with(".rlib")
    };
    let mut found: Vec<_> = files.filter(is_library).collect();
    found.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    found.reverse();
    found
}

/// The bytes of an object file that a program loads: the sizes of its sections with that flag.
fn loaded(elf: &[u8]) -> u64 {
    let number = |at: usize, bytes: usize| {
        elf[at..at + bytes].iter().rev().fold(0, |number: u64, &byte| number << 8 | u64::from(byte))
    };
    let (first, length, count) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2));
    let sections = (0..count).map(|section| (first + section * length) as usize);
    sections.filter(|&section| number(section + 8, 8) & 2 != 0).map(|section| number(section + 0x20, 8)).sum()
}

#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
fn a_crate_of_one_line_that_reads_a_level_has_little_code() {
    let test = env::current_exe().expect("a path");
    let compiled = test.parent().expect("a folder");
    let folder = tempfile::tempdir().expect("a folder");
    let (source, object) = (folder.path().join("one.rs"), folder.path().join("one.o"));
    fs::write(&source, CRATE).expect("a file");
    let compile = |library: &Path, json: &Path| {
        let mut compiler = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
        compiler.args(["--edition", "2024", "--crate-type", "lib", "--emit", "obj", "-C", "opt-level=3"]);
        compiler.args(["-C", "codegen-units=1", "-L"]).arg(compiled);
        for (name, path) in [("roomgen", library), ("serde_json", json)] {
            compiler.arg("--extern").arg(format!("{name}={}", path.display()));
        }
        compiler.arg("-o").arg(&object).arg(&source).output().expect("rustc runs").status.success()
    };
    let pairs = libraries(compiled, "roomgen")
        .into_iter()
        .flat_map(|library| libraries(compiled, "serde_json").into_iter().map(move |json| (library.clone(), json)));
    // Libraries of earlier builds lie there too, not all of which fit each other.
    assert!({ pairs }.any(|(library, json)| compile(&library, &json)), "the crate does not compile");
    let bytes = loaded(&fs::read(&object).expect("an object file"));
    assert!((1_000..=MOST).contains(&bytes), "{bytes} bytes, of at most {MOST}");
}
