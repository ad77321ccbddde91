//! Golden files: expected outputs to the byte, in files that a person can inspect.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The content of `name` in [`crate::GOLDEN`]; empty if it does not exist.
pub(crate) fn read(name: &str) -> Vec<u8> {
    fs::read(path(name)).unwrap_or_default()
}

/// Whether `BLESS=1` asks for golden files to be written instead of compared.
pub(crate) fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value == "1")
}

pub(crate) fn bless(name: &str, actual: &[u8]) {
    let path = path(name);
    fs::write(&path, actual).unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
}

fn path(name: &str) -> PathBuf {
    Path::new(crate::GOLDEN).join(name)
}

/// Compares `actual` with `name` in [`crate::GOLDEN`], or writes it when blessing.
pub(crate) fn compare(name: &str, actual: &[u8]) {
    if is_blessing() {
        return bless(name, actual);
    }
    let wanted = read(name);
    if wanted == actual {
        return;
    }
    let (wanted, actual) = (String::from_utf8_lossy(&wanted), String::from_utf8_lossy(actual));
    let line = wanted.lines().zip(actual.lines()).position(|(wanted, actual)| wanted != actual);
    let line = line.unwrap_or_else(|| wanted.lines().count().min(actual.lines().count()));
    panic!(
        "{name} differs from line {}:\n  wanted {:?}\n  got    {:?}\nIf that is meant, look at it and run the test again with BLESS=1",
        line + 1,
        wanted.lines().nth(line).unwrap_or("the end"),
        actual.lines().nth(line).unwrap_or("the end"),
    );
}
