//! The preset that a flag names: a built-in one, or a file.

use std::path::{MAIN_SEPARATOR, Path};

use roomgen::Preset;

use super::{failure::Failure, print, report, source};

/// Whether the value of `--preset` is a file and not a name: it ends in .ron or has a path separator in it.
pub(super) fn is_file(given: &Path) -> bool {
    let text = given.to_string_lossy();
    text.contains(['/', MAIN_SEPARATOR]) || given.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// The preset that `--preset` names.
pub(super) fn load(given: &Path) -> Result<Preset, Failure> {
    if !is_file(given) {
        return Preset::built_in(&given.to_string_lossy()).map_err(|error| {
            Failure::usage(format!("--preset: {error}; a file ends in .ron or has a {MAIN_SEPARATOR} in its path."))
        });
    }
    let text = source::text(&format!("--preset {}", print::path(given)), given, source::MAX_PRESET)?;
    let text = source::without_mark(&text);
    Preset::parse(text).map_err(|error| Failure::report_of(report::preset(&error, text, given)))
}
