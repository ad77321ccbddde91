//! Names of kinds in English sentences. A preset has bare names: `rats`, `gold`, `the delivery`.

/// The name behind its article, unless it has one of its own, or is a clause such as `what they
/// dug up`.
///
/// Sentences avoid `a`, since a name does not say whether its things are counted.
pub(crate) fn the(name: &str) -> String {
    if is_complete(name) { name.to_owned() } else { format!("the {name}") }
}

fn is_complete(name: &str) -> bool {
    ["the ", "a ", "an ", "what "].iter().any(|first| name.to_lowercase().starts_with(first))
}

/// The verb, or pronoun, that agrees with a name: its `singular` or its `plural`.
pub(crate) fn verb<'a>(name: &str, singular: &'a str, plural: &'a str) -> &'a str {
    if is_plural(name) { plural } else { singular }
}

/// Whether a name is a plural, such as `rats` or `jets of flame`: a guess by the noun's ending.
fn is_plural(name: &str) -> bool {
    let noun = name.split(" of ").next().unwrap_or(name);
    let is_singular = ["ss", "us", "is"].iter().any(|ending| noun.ends_with(ending));
    noun.ends_with('s') && !is_singular && !name.starts_with("what ")
}

/// The words with a capital letter, as at the beginning of a sentence.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A number of things: `1 thing`, `2 things`.
pub(crate) fn count(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
