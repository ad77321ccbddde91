//! `roomgen presets`: lists the built-in presets, prints one, or prints the schema of the language.

use roomgen::{
    Preset,
    error::RequestError,
    preset::{BUILT_IN, built_in_text, schema},
};

use super::{failure::CommandFailure, print};

/// Prints the list of the built-in presets, the text of the one called `name`, or the schema of
/// presets.
pub(super) fn run(has_schema: bool, name: Option<&str>) -> Result<(), CommandFailure> {
    let wrong = |error: RequestError| CommandFailure::usage(format!("presets: {error}."));
    let answer = match name {
        None if has_schema => schema(),
        None => list().map_err(wrong)?,
        Some(name) => built_in_text(name).map_err(wrong)?.to_owned(),
    };
    print::result(&answer)
}

/// A line for each preset: its name, its size, and its description.
fn list() -> Result<String, RequestError> {
    let width = BUILT_IN.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let line = |&(name, text): &(&str, &str)| {
        let size = Preset::built_in(name)?.size();
        Ok(format!("{name:width$}  {size}  {}", description(text)).trim_end().to_owned() + "\n")
    };
    BUILT_IN.iter().map(line).collect()
}

/// The comment in the first line of a preset, without the name that it begins with.
fn description(text: &str) -> &str {
    let comment = text.lines().next().and_then(|line| line.strip_prefix("//")).unwrap_or_default();
    comment.split_once(": ").map_or(comment, |(_, rest)| rest).trim()
}
