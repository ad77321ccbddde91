//! Suffixes of names that Godot's scene importer takes as commands.
//!
//! For instance, `pillar-col` gets a collision body and `rug_noimp` is dropped.
//!
//! Source: Godot's `ResourceImporterScene::_teststr` and `Node.validate_node_name`.

/// The importer's command words, except those for animations, which exported scenes do not have.
const HINTS: [&str; 13] = [
    "noimp",
    "alpha",
    "vcol",
    "colonly",
    "convcolonly",
    "rigid",
    "col",
    "convcol",
    "navmesh",
    "occ",
    "occonly",
    "vehicle",
    "wheel",
];

/// Characters that Godot replaces by an underscore before it looks for commands.
const REPLACED: [char; 7] = ['.', ':', '@', '/', '"', '%', '\\'];

/// The command that Godot reads in a name, with the byte offset of its separator.
///
/// `None` for a plain name. Digits, spaces and underscores at the end of a name do not hide a
/// command.
pub(crate) fn import_hint(name: &str) -> Option<(usize, &'static str)> {
    let plain = |letter: char| if REPLACED.contains(&letter) { '_' } else { letter.to_ascii_lowercase() };
    // All replaced and replacing characters are ASCII, so that byte offsets stay the same.
    let read: String = name.chars().map(plain).collect();
    let end = read.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter <= ' ' || letter == '_');
    HINTS.iter().find_map(|&hint| {
        let anywhere = read.match_indices(hint).map(|(at, _)| at).find(|&at| read[..at].ends_with('$'));
        let at_end = end.strip_suffix(hint).filter(|rest| rest.ends_with(['-', '_'])).map(str::len);
        anywhere.or(at_end).map(|at| (at - 1, hint))
    })
}

/// The name with a space in place of each separator that would start a command.
#[must_use]
pub fn without_import_hints(name: &str) -> String {
    let mut name = name.to_owned();
    while let Some((at, _)) = import_hint(&name) {
        name.replace_range(at..=at, " ");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_as_godot_finds_them() {
        for (name, hint) in [
            ("pillar-col", "col"),
            ("rug_noimp", "noimp"),
            ("barrel-Rigid 12", "rigid"),
            ("wall.col_3", "col"),
            ("a$occ b", "occ"),
            ("-wheel", "wheel"),
            ("x-convcolonly", "convcolonly"),
        ] {
            assert_eq!(import_hint(name).map(|(_, found)| found), Some(hint), "{name}");
        }
        for name in ["pillar", "col", "pillar col", "protocol", "spinning wheel", "x-cold", "non-colonial", "é-b"] {
            assert_eq!(import_hint(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_without_commands_keeps_its_words() {
        assert_eq!(without_import_hints("pillar-col"), "pillar col");
        assert_eq!(without_import_hints("é$col-noimp_rigid 3"), "é col-noimp rigid 3");
        assert_eq!(without_import_hints("half-open door"), "half-open door");
    }
}
