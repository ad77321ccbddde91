//! What LDtk calls things by: identifiers, instance ids and definition ids. All follow from ids of
//! the level and positions in lists.

use std::collections::BTreeSet;

/// What an instance id stands for.
#[derive(Clone, Copy, Debug)]
#[repr(u16)]
pub(super) enum Instance {
    Project,
    World,
    Level,
    /// A layer, by its position in the list of layers.
    Layer,
    /// An object of the map, by its object id.
    Object,
    /// Stairs: the entry is 0, the exit 1, others follow.
    Stairs,
    /// A light, by the id of its prop.
    Light,
    /// An encounter, by its number.
    Encounter,
}

/// The id of an instance of a floor, by the position of the floor: a UUID of version 8, the one for
/// ids of one's own.
pub(super) fn iid(floor: usize, instance: Instance, id: u32) -> String {
    format!("{floor:08x}-{:04x}-8000-8000-{id:012x}", instance as u16)
}

/// The definition ids of tilesets, levels, layers, entities and fields begin with these. Fields
/// come last: all following numbers are free.
pub(super) const TILESET: usize = 1;
pub(super) const LEVELS: usize = 1_000;
pub(super) const LAYERS: usize = 2_000;
pub(super) const ENTITIES: usize = 3_000;
pub(super) const FIELDS: usize = 4_000;

/// An ASCII word with a capital.
pub(super) fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at_checked(1).unwrap_or_default();
    first.to_ascii_uppercase() + rest
}

/// Identifiers that LDtk takes, each given once.
#[derive(Debug, Default)]
pub(super) struct Identifiers(BTreeSet<String>);

impl Identifiers {
    /// An identifier for a name.
    ///
    /// Runs of other characters than ASCII letters, digits and `_` become one `_`; one comes before
    /// a digit at the beginning. A name that was given before, in upper or lower case, gets `_2` or
    /// the next number.
    pub(super) fn of(&mut self, name: &str) -> String {
        let mut identifier = String::new();
        for character in name.chars() {
            let character = if character.is_ascii_alphanumeric() { character } else { '_' };
            if character.is_ascii_digit() && identifier.is_empty() {
                identifier.push('_');
            }
            if character != '_' || !identifier.ends_with('_') {
                identifier.push(character);
            }
        }
        let numbered = (2u32..).map(|number| format!("{}_{number}", identifier.trim_end_matches('_')));
        let mut all = [identifier.clone()]
            .into_iter()
            .filter(|name| name.chars().any(|character| character != '_'))
            .chain(numbered);
        let free = all.find(|name| self.0.insert(name.to_ascii_lowercase()));
        free.unwrap_or(identifier)
    }
}

#[cfg(test)]
mod tests {
    use super::Identifiers;

    #[test]
    fn names_become_identifiers_that_are_unique_in_any_case() {
        let mut identifiers = Identifiers::default();
        let all = ["the dark", "the-dark", "The Dark", "7 wells", "a__b", "Höhle", "", "_", "流", "the_dark_2"];
        let all = all.map(|name| identifiers.of(name));
        assert_eq!(
            all,
            ["the_dark", "the_dark_2", "The_Dark_3", "_7_wells", "a_b", "H_hle", "_2", "_3", "_4", "the_dark_2_2"]
        );
    }
}
