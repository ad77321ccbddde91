//! The paths that code names: `a::b::C`, in `use` and elsewhere, groups taken apart.

use crate::sources::first_name;

/// The segments after `root::` of each path of `code` that begins with it.
///
/// `crate::{geom::{Cell, Rect}, grid}` has three: `geom`, `Cell`; `geom`, `Rect`; and `grid`.
pub(crate) fn paths_from(root: &str, code: &str) -> Vec<Vec<String>> {
    let start = format!("{root}::");
    let mut paths = Vec::new();
    for (at, _) in code.match_indices(&start) {
        let before = code[..at].chars().next_back();
        if !before.is_some_and(|before| before.is_alphanumeric() || before == '_' || before == ':') {
            take_path(&code[at + start.len()..], &mut Vec::new(), &mut paths);
        }
    }
    paths
}

/// Adds the paths at the start of `code`, each with `segments` before it; returns what follows.
fn take_path<'code>(code: &'code str, segments: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> &'code str {
    let code = code.trim_start();
    if let Some(mut rest) = code.strip_prefix('{') {
        loop {
            rest = take_path(rest, segments, paths).trim_start();
            match rest.strip_prefix(',') {
                Some(next) if !next.trim_start().starts_with('}') => rest = next,
                Some(next) => return next.trim_start().strip_prefix('}').unwrap_or_default(),
                None => return rest.strip_prefix('}').unwrap_or_default(),
            }
        }
    }
    let name = first_name(code);
    let rest = code[name.len()..].strip_prefix('*').unwrap_or(&code[name.len()..]);
    if !name.is_empty() && name != "self" {
        segments.push(name.clone());
    }
    let rest = match rest.strip_prefix("::") {
        Some(next) => take_path(next, segments, paths),
        None => {
            paths.push(segments.clone());
            rest.strip_prefix(" as ").map_or(rest, |other| &other[first_name(other).len()..])
        }
    };
    if !name.is_empty() && name != "self" {
        segments.pop();
    }
    rest
}

#[test]
fn paths_are_found_in_groups_and_in_code() {
    let text =
        "use crate::{geom::{self, Cell, Rect}, grid as g,\n level::Level,};\nlet x: crate::rng::Seed = my_crate::no();";
    let paths: Vec<_> = paths_from("crate", text).iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["geom", "geom::Cell", "geom::Rect", "grid", "level::Level", "rng::Seed"]);
}
