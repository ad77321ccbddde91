//! Golden files: what a test makes, compared byte for byte with a file in `tests/golden`.

use std::{fs, path::PathBuf};

/// Compares with the golden file `name`; with the environment variable `BLESS` set, writes it instead.
///
/// # Panics
///
/// Where they differ, with the first line that does.
pub(crate) fn compare(name: &str, actual: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for golden files");
        fs::write(&path, actual).expect("a golden file");
        return;
    }
    let golden =
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; `BLESS=1 cargo test` writes it", path.display()));
    if golden == actual {
        return;
    }
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
    let (golden, actual) = (lines(&golden), lines(actual));
    let same = golden.iter().zip(&actual).take_while(|(golden, actual)| golden == actual).count();
    panic!(
        "{name} is another from line {} on; if it should be, `BLESS=1 cargo test` accepts it\n golden: {:?}\n actual: {:?}",
        same + 1,
        golden.get(same),
        actual.get(same)
    );
}
