//! Help for unknown names.

use roomgen_text::allowed;

use super::look_alike::in_name;
use crate::error::did_you_mean;

/// Help for an unknown name: the most similar name in `known`, and a list of `known`.
pub(in crate::preset) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    suggestion_as(did_you_mean, name, known)
}

/// As [`suggestion`]; `meant` writes the beginning of the help, with the similar name.
pub(in crate::preset) fn suggestion_as<'a>(
    meant: impl Fn(&'a str) -> String,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> String {
    let meant = nearest(name, known.clone()).map_or_else(String::new, meant);
    meant + &allowed(name, known) + &in_name(name).unwrap_or_default()
}

/// The member of `known` for which a name is another word, or of which it is probably a
/// misspelling, if any is similar enough.
pub(in crate::preset) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let synonym = SYNONYMS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word));
    let meant = synonym.and_then(|(_, meant)| known.clone().find(|other| other == meant));
    meant.or_else(|| roomgen_text::nearest(name, known))
}

/// Words for which other tools and languages have the word that is meant here.
const SYNONYMS: [(&str, &str); 18] = [
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
    ("wreath", "fringe"),
    ("wind", "meander"),
];
