//! Enforces the import table of ARCHITECTURE.md: which modules a module may import.

mod circles;
mod footing;
mod paths;
mod state;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::sources::{code, rust_files};
use paths::paths_from;

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The import table: each module with the modules that it may import, and of each the only names
/// that it may, if the table lists some, as in `grid::{BitGrid, CellSet}`.
fn table() -> BTreeMap<String, BTreeMap<String, Option<BTreeSet<String>>>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let rows = text.lines().skip_while(|line| !line.starts_with("| module | may know |")).skip(2);
    let names = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let known = |cell: &str| match cell.split_once("::") {
        None => (cell.to_owned(), None),
        Some((module, names)) => {
            let names = names.trim_matches(['{', '}']).split(", ").map(str::to_owned);
            (module.to_owned(), Some(names.collect()))
        }
    };
    let mut table = BTreeMap::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = row.split('|').collect();
        for module in names(cells[1]) {
            let known = names(cells[2]).iter().map(|cell| known(cell)).collect();
            assert!(table.insert(module.clone(), known).is_none(), "`{module}` has two rows");
        }
    }
    table
}

/// The module of a source file: its file or folder directly below `src`.
pub(crate) fn module_of(file: &Path) -> String {
    let inside = file.strip_prefix(root().join("src")).expect("a file below src");
    let first = inside.components().next().expect("a file has a name").as_os_str().to_string_lossy().into_owned();
    first.strip_suffix(".rs").map(str::to_owned).unwrap_or(first)
}

#[test]
fn modules_know_only_what_the_table_of_the_architecture_allows() {
    let table = table();
    // Crates that the library uses, or re-exports, under these names.
    let mut seen = BTreeSet::from(["geom", "legible", "spatial"].map(str::to_owned));
    let mut breaches = Vec::new();
    for file in rust_files(&root().join("src")) {
        let module = module_of(&file);
        // The front door knows all.
        if ["lib"].contains(&module.as_str()) {
            continue;
        }
        seen.insert(module.clone());
        let Some(allowed) = table.get(&module) else {
            breaches.push(format!("`{module}` has no row in the table"));
            continue;
        };
        // Tests use what every user sees.
        let of_users = [
            "export/tests.rs",
            "export/text/tests.rs",
            "generate/tests.rs",
            "level/audience/tests.rs",
            "level/edit/tests.rs",
            "level/role/tests.rs",
            "spawn/tests.rs",
            "sight/tests.rs",
        ];
        if of_users.iter().any(|name| file.ends_with(name)) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let mut paths = paths_from("crate", &code(&text));
        let is_test = file
            .strip_prefix(root().join("src"))
            .expect("below src")
            .components()
            .any(|part| part.as_os_str().to_string_lossy().starts_with("tests"));
        // At the top of a module `super` is the crate; in inline tests it is the module itself.
        let is_top = file.parent() == Some(&root().join("src")) || file.ends_with(format!("src/{module}/mod.rs"));
        let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        if is_top {
            paths.extend(paths_from("super", &code(before_tests)));
        }
        for path in paths.into_iter().filter(|path| path.first().is_some_and(|name| *name != module)) {
            let is_allowed = |names: &Option<BTreeSet<String>>| {
                names
                    .as_ref()
                    .filter(|_| !is_test)
                    .is_none_or(|names| path.get(1).is_some_and(|name| names.contains(name)))
            };
            if !allowed.get(&path[0]).is_some_and(is_allowed) {
                let name = path.join("::");
                breaches.push(format!("{} knows `{name}`, which the table does not allow `{module}`", file.display()));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
    let rows: BTreeSet<_> = table.keys().cloned().collect();
    assert_eq!(seen, rows, "each module has a row, and each row a module");
}

#[test]
fn the_table_has_no_circles() {
    let table = table();
    let mut rest: BTreeSet<_> = table.keys().cloned().collect();
    while !rest.is_empty() {
        let is_free = |module: &&String| !table[*module].keys().any(|known| rest.contains(known));
        let free: Vec<_> = rest.iter().filter(is_free).cloned().collect();
        assert!(!free.is_empty(), "these know each other in a circle: {rest:?}");
        free.iter().for_each(|module| assert!(rest.remove(module)));
    }
}

#[test]
fn check_searches_by_itself() {
    // Methods need no import. Those of a level that search, and those of its mission, share code
    // with the generator or with the queries that `check` proves.
    let searches = [
        "Morphology",
        "flood_from",
        "connected_to",
        "reachable",
        "is_reachable",
        "unreachable",
        "distances",
        "can_block",
        "path_as_if_open",
        "Distances",
        "walkthrough",
    ];
    for (path, code) in state::library().filter(|(path, _)| path.starts_with("src/check/")) {
        for word in state::words(&code) {
            assert!(!searches.contains(&word), "{path} uses `{word}`");
        }
        assert!(!code.contains(".mission("), "{path} asks a level for its mission");
    }
}

#[test]
fn generation_has_no_hash_map() {
    for file in rust_files(&root().join("src")) {
        // The order of a hash map differs from process to process. Readers of levels may look names
        // up in one; code that makes levels may not.
        if ["level_file", "export"].contains(&module_of(&file).as_str()) {
            continue;
        }
        let code = code(&fs::read_to_string(&file).expect("a source file"));
        assert!(!code.contains("HashMap") && !code.contains("HashSet"), "{} uses a hash map", file.display());
    }
}
