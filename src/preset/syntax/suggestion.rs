//! Help for unknown names.

use std::cmp::Reverse;

use super::look_alike::in_name;
use crate::{error::did_you_mean, model::Name};

/// The longest name compared, in bytes. A comparison costs the product of two lengths.
const LONGEST: usize = 4 * Name::MAX_LENGTH;

/// Help for an unknown name: the most similar name in `known`, and a list of `known`.
///
/// Of a long list, the most similar names are given, and the number of the others.
pub(in crate::preset) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    suggestion_as(did_you_mean, name, known)
}

/// As [`suggestion`]; `meant` writes the beginning of the help, with the similar name.
pub(in crate::preset) fn suggestion_as<'a>(
    meant: impl Fn(&'a str) -> String,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> String {
    /// The most names of a list that is given in full.
    const LISTED: usize = 24;
    /// The names that are given of a longer list: the most similar ones.
    const MOST_SIMILAR: usize = 8;
    let nearest = nearest(name, known.clone());
    let mut listed: Vec<_> = known.collect();
    let more = if listed.len() > LISTED { listed.len() - MOST_SIMILAR } else { 0 };
    if more > 0 {
        if name.len() <= LONGEST {
            let name = name.to_lowercase();
            listed.sort_by_cached_key(|other| {
                // The order of positive numbers is that of their bits.
                Reverse(strsim::jaro_winkler(&name, &other.to_lowercase()).to_bits())
            });
        }
        listed.truncate(MOST_SIMILAR);
    }
    let names: Vec<_> = listed.iter().map(|name| format!("`{name}`")).collect();
    let allowed = match (names.len(), more) {
        (0, _) => "none are defined".to_owned(),
        (_, 0) => format!("allowed: {}", names.join(", ")),
        (_, more) => format!("allowed: {} and {more} more", names.join(", ")),
    };
    let odd = in_name(name).unwrap_or_default();
    match nearest {
        Some(other) => meant(other) + &allowed + &odd,
        None => allowed + &odd,
    }
}

/// The member of `known` that a name is probably a misspelling of, if any is similar enough.
pub(in crate::preset) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// The least Jaro-Winkler similarity, from 0 to 1, of a misspelling.
    const ALIKE: f64 = 0.7;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let meant = SYNONYMS.iter().find(|(word, _)| *word == name).map(|(_, meant)| *meant);
    let similarity = |other: &'a str| {
        let lower = other.to_lowercase();
        let edits = strsim::osa_distance(&name, &lower);
        // Letters in the order of another word, such as those of `ring` in `triangle`, are no
        // misspelling of it.
        let is_close = edits <= 2 || 2 * edits < name.chars().count().max(lower.chars().count());
        let alike = match meant == Some(other) {
            true => 1.0,
            false if is_close => strsim::jaro_winkler(&name, &lower),
            false => 0.0,
        };
        (alike, other)
    };
    known
        .map(similarity)
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}

/// Words for which other tools and languages have the word that is meant here.
const SYNONYMS: [(&str, &str); 16] = [
    ("ring", "Circle"),
    ("disc", "Circle"),
    ("disk", "Circle"),
    ("rect", "Square"),
    ("rectangle", "Square"),
    ("box", "Square"),
    ("plus", "Cross"),
    ("row", "Horizontal"),
    ("column", "Vertical"),
    ("random", "Scatter"),
    ("pond", "Blob"),
    ("pool", "Blob"),
    ("lake", "Blob"),
    ("organic", "Blob"),
    ("ell", "L"),
    ("hidden", "Secret"),
];
