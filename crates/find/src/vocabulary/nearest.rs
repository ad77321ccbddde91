//! Help for unknown names.

use std::cmp::Reverse;

/// The longest name compared, in bytes. A comparison costs the product of two lengths.
const LONGEST: usize = 256;

/// The member of `known` that was probably meant, and help that names it and lists `known`.
///
/// Of a long list, the most similar names are given, and the number of the others.
pub(crate) fn suggestion<'a>(given: &str, known: impl Iterator<Item = &'a str> + Clone) -> (Option<&'a str>, String) {
    /// The most names of a list that is given in full.
    const LISTED: usize = 24;
    /// The names that are given of a longer list: the most similar ones.
    const MOST_SIMILAR: usize = 8;
    let meant = similar(given, known.clone());
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
    let allowed = match (names.len(), more) {
        (0, _) => "none are defined".to_owned(),
        (_, 0) => format!("allowed: {}", names.join(", ")),
        (_, more) => format!("allowed: {} and {more} more", names.join(", ")),
    };
    let help = meant.map_or(allowed.clone(), |meant| format!("did you mean `{meant}`? {allowed}"));
    (meant, help)
}

/// The member of `known` that `given` is probably a misspelling of, if any is similar enough.
fn similar<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
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
