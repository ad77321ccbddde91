//! A word in the place of a command, and what was probably meant.

use std::path::Path;

use roomgen::{NamedSeed, geom::Size, preset::BUILT_IN, run};
use roomgen_export::format::{Format, FormatKind};

use super::{format::of_ending, print};

/// What to write instead of `word`; `None` if it is similar to nothing that the tool takes.
pub(super) fn meaning(word: &str) -> Option<String> {
    let path = Path::new(word);
    let shown = print::escaped(word);
    if BUILT_IN.iter().any(|(name, _)| *name == word) {
        return Some(format!("a level of this preset is `roomgen --preset {shown}`"));
    }
    if run::BUILT_IN.iter().any(|(name, _)| *name == word) || word.ends_with(".run.ron") {
        return Some(format!("the floors of this run are listed by `roomgen run {shown}`"));
    }
    if word.parse::<NamedSeed>().is_ok_and(|seed| seed.word().is_none()) {
        return Some(format!("the level of this seed is `roomgen --seed {shown}`"));
    }
    if word.parse::<Size>().is_ok() {
        return Some(format!("a level of this size is `roomgen --size {shown}`"));
    }
    if path.is_dir() {
        return Some(format!("the levels of a folder are checked by `roomgen check {shown}`"));
    }
    let format = of_ending(path)?;
    if format.kind() != FormatKind::Level {
        return Some(format!("a level is written to a file by `roomgen --out {shown}`"));
    }
    let level = format!(
        "a level is drawn by `roomgen render {shown} --out {}.png` and checked by `roomgen check {shown}`",
        print::escaped(&path.with_extension("").to_string_lossy()),
    );
    Some(match format {
        Format::Ron => format!("{level}; a preset generates by `roomgen --preset {shown}`"),
        _ => level,
    })
}
