//! What was probably meant: the nearest of known names, and help that names it.

use std::{cmp::Reverse, fmt};

use crate::legible;

/// The longest name compared, in bytes. A comparison costs the product of two lengths.
const LONGEST: usize = 256;

/// The member of `known` that `given` is probably a misspelling of, if any is similar enough.
///
/// Cost: the product of the lengths of `given` and of all names.
pub fn nearest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// The least Jaro-Winkler similarity, from 0 to 1, of a misspelling.
    const ALIKE: f64 = 0.7;
    if given.len() > LONGEST {
        return None;
    }
    let given = given.to_lowercase();
    let likeness = |other: &str| {
        let other = other.to_lowercase();
        let edits = strsim::osa_distance(&given, &other);
        // Letters in the order of another word, such as those of `ring` in `triangle`, are no
        // misspelling of it.
        let is_close = edits <= 2 || 2 * edits < given.chars().count().max(other.chars().count());
        if is_close { strsim::jaro_winkler(&given, &other) } else { 0.0 }
    };
    known
        .map(|other| (likeness(other), other))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}

/// Help that lists `known`. Of a long list, the names most similar to `given`, and the number of
/// the others.
///
/// Cost: as [`nearest`].
pub fn allowed<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// The most names of a list that is given in full.
    const LISTED: usize = 24;
    /// The names that are given of a longer list: the most similar ones.
    const MOST_SIMILAR: usize = 8;
    let mut listed: Vec<_> = known.collect();
    let more = if listed.len() > LISTED { listed.len() - MOST_SIMILAR } else { 0 };
    if more > 0 {
        if given.len() <= LONGEST {
            let given = given.to_lowercase();
            // The order of positive numbers is that of their bits.
            listed.sort_by_cached_key(|other| Reverse(strsim::jaro_winkler(&given, &other.to_lowercase()).to_bits()));
        }
        listed.truncate(MOST_SIMILAR);
    }
    let names: Vec<_> = listed.iter().map(|name| format!("`{name}`")).collect();
    match (names.len(), more) {
        (0, _) => "none are defined".to_owned(),
        (_, 0) => format!("allowed: {}", names.join(", ")),
        (_, more) => format!("allowed: {} and {more} more", names.join(", ")),
    }
}

/// Where help begins that names what was probably meant.
const MEANT: &str = "did you mean `";
/// Where help begins that tells to leave quotes out, and how the part about quotes ends.
const WRITE: &str = "write `";
const WITHOUT_QUOTES: &str = "`, without quotes";

/// The beginning of the help of a problem: the name that was probably meant.
pub fn did_you_mean(name: impl fmt::Display) -> String {
    format!("{MEANT}{name}`? ")
}

/// The beginning of the help for a text that should be a word: the word that was probably meant.
#[must_use]
pub fn did_you_mean_the_word(word: &str) -> String {
    format!("{MEANT}{word}{WITHOUT_QUOTES}? ")
}

/// The help for a text that should be a word or a number.
#[must_use]
pub fn without_quotes(word: &str) -> String {
    format!("{WRITE}{word}{WITHOUT_QUOTES}")
}

/// What may stand in place of the text `given`, by help that the functions above have made, or that
/// is nothing but what to write; `None` for other help, and for a name that cannot be written as it
/// is.
pub(crate) fn replacement(help: &str, given: &str) -> Option<String> {
    let word = |prefix| help.strip_prefix(prefix).and_then(|rest| rest.split_once(WITHOUT_QUOTES));
    if let Some((word, _)) = word(WRITE).or_else(|| word(MEANT)) {
        return Some(word.to_owned());
    }
    if let Some(value) = help.strip_prefix(WRITE).and_then(|rest| rest.strip_suffix('`')) {
        return (!value.contains('`')).then(|| value.to_owned());
    }
    let (name, _) = help.strip_prefix(MEANT)?.split_once("`? ")?;
    let is_plain = |character| !matches!(character, '"' | '\\' | '`') && !legible::is_hidden(character);
    // A raw string ends with a `#`.
    let is_text = given.ends_with(['"', '#']);
    name.chars().all(is_plain).then(|| if is_text { format!("\"{name}\"") } else { name.to_owned() })
}
