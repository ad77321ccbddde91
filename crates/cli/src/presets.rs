//! `roomgen presets`: what there is to start from, and the language that it is written in.

use roomgen::{
    Preset,
    error::RequestError,
    preset::{BUILT_IN, schema},
};

use super::{args::Presets, failure::Failure, print};

/// Lists the built-in presets, or prints the text of one, or the schema of the language.
pub(super) fn run(arguments: &Presets) -> Result<(), Failure> {
    let wrong = |error: RequestError| Failure::usage(format!("presets: {error}."));
    let answer = match &arguments.name {
        None if arguments.schema => schema(),
        None => list().map_err(wrong)?,
        Some(name) => {
            Preset::built_in(name).map_err(wrong)?;
            BUILT_IN.iter().find(|(known, _)| known == name).map_or_else(String::new, |(_, text)| (*text).to_owned())
        }
    };
    print::product(&answer)
}

/// One line for each preset: its name, the size of its levels, and what it is.
fn list() -> Result<String, RequestError> {
    let width = BUILT_IN.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let line = |&(name, text): &(&str, &str)| {
        let size = Preset::built_in(name)?.size();
        Ok(format!("{name:width$}  {size}  {}", description(text)).trim_end().to_owned() + "\n")
    };
    BUILT_IN.iter().map(line).collect()
}

/// What a preset says of itself: its first line, if that is a comment, without the name that it begins with.
fn description(text: &str) -> &str {
    let comment = text.lines().next().and_then(|line| line.strip_prefix("//")).unwrap_or_default();
    comment.split_once(": ").map_or(comment, |(_, rest)| rest).trim()
}
