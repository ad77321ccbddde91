//! Golden files: what a test has to produce to the byte, in files that a person can look at.

use std::{fs, path::PathBuf};

/// Compares `actual` with the file `name` in `tests/golden`; with `BLESS=1` in the environment writes it instead.
pub(crate) fn compare(name: &str, actual: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, actual).unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
        return;
    }
    let wanted = fs::read(&path).unwrap_or_default();
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
