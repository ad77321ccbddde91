//! Enforces the import table of ARCHITECTURE.md: which modules a module may import.

mod state;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::sources::{code, first_name, rust_files};

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The import table: each module with the modules that it may import.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let rows = text.lines().skip_while(|line| !line.starts_with("| module | may know |")).skip(2);
    let names = |cell: &str| -> BTreeSet<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let mut table = BTreeMap::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = row.split('|').collect();
        for module in names(cells[1]) {
            let known = names(cells[2]);
            assert!(table.insert(module.clone(), known).is_none(), "`{module}` has two rows");
        }
    }
    table
}

/// The first names after `prefix`, also in groups, as in `crate::{geom::Cell, grid}`.
fn named_after(prefix: &str, code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|character| character.is_alphanumeric() || character == '_' || character == ':') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(first_name(rest));
            continue;
        };
        let mut depth = 0usize;
        let mut item = String::new();
        for character in group.chars() {
            match character {
                '}' if depth == 0 => break,
                ',' if depth == 0 => {
                    names.insert(first_name(&item));
                    item.clear();
                }
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => item.push(character),
            }
        }
        names.insert(first_name(&item));
    }
    names.remove("");
    names
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
    // The crate `roomgen-spatial`, which the library re-exports under these names.
    let mut seen = BTreeSet::from(["geom", "spatial"].map(str::to_owned));
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
        if file.ends_with("export/tests.rs") {
            continue; // Tests use what every user sees.
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let mut names = named_after("crate::", &code(&text));
        // At the top of a module `super` is the crate; in inline tests it is the module itself.
        let is_top = file.parent() == Some(&root().join("src")) || file.ends_with(format!("src/{module}/mod.rs"));
        let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        if is_top {
            names.extend(named_after("super::", &code(before_tests)));
        }
        for name in names {
            if name != module && !allowed.contains(&name) {
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
        let free: Vec<_> = rest.iter().filter(|module| table[*module].is_disjoint(&rest)).cloned().collect();
        assert!(!free.is_empty(), "these know each other in a circle: {rest:?}");
        free.iter().for_each(|module| assert!(rest.remove(module)));
    }
}

#[test]
fn what_makes_levels_has_no_hash_map() {
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

#[test]
fn the_scanner_finds_names_in_groups_paths_and_types() {
    let text = "use crate::{geom::{Cell, Rect}, grid, // crate::hidden\n level::Level};\nlet x: crate::rng::Seed = \"crate::text\";";
    let names: Vec<_> = named_after("crate::", &code(text)).into_iter().collect();
    assert_eq!(names, ["geom", "grid", "level", "rng"]);
}
