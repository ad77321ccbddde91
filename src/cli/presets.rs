//! `roomgen presets`: what there is to start from.

use std::fmt::Write;

use roomgen::preset::BUILT_IN;

use super::{args::Presets, failure::Failure, preset, print};

/// Lists the built-in presets, or prints the text of one.
pub(super) fn run(arguments: &Presets) -> Result<(), Failure> {
    let answer = match &arguments.name {
        None => list()?,
        Some(name) => {
            preset::built_in("presets", name)?;
            BUILT_IN.iter().find(|(known, _)| known == name).map_or_else(String::new, |(_, text)| (*text).to_owned())
        }
    };
    print::answer(&answer).map_err(|error| Failure::writing("standard output", &error))
}

/// One line for each preset: its name, and what it makes.
fn list() -> Result<String, Failure> {
    let width = BUILT_IN.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut list = String::new();
    for (name, text) in BUILT_IN {
        let preset = preset::built_in("presets", name)?;
        let (layouts, kinds) = (preset.layouts().len(), preset.kinds().len());
        let _ = write!(list, "{name:width$}  {} cells, {layouts} layouts of {kinds} kinds of props", preset.size());
        // A preset that begins with a comment says in its first line what it is.
        if let Some(comment) = text.lines().next().and_then(|line| line.strip_prefix("//")) {
            let _ = write!(list, ": {}", comment.trim());
        }
        list.push('\n');
    }
    Ok(list)
}
