//! Lock files agree on what they share, and each package says what a registry shows of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use crate::layers::root;

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The versions of each package of a lock file.
fn locked(path: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut packages: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for package in text(path).split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
            line.unwrap_or_else(|| panic!("{path}: no {name}")).trim_matches('"').to_owned()
        };
        packages.entry(field("name")).or_default().insert(field("version"));
    }
    packages
}

#[test]
fn lock_files_agree_on_the_crates_that_they_share() {
    let workspace = locked("Cargo.lock");
    assert_eq!(workspace["miniz_oxide"].len(), 1, "a picture needs one of it");
    for path in ["python/Cargo.lock", "web/engine/Cargo.lock"] {
        for (name, versions) in locked(path) {
            let shared = workspace.get(&name).unwrap_or(&versions);
            assert!(versions.is_subset(shared), "{path}: {name} {versions:?}, and in the workspace {shared:?}");
        }
    }
}

/// The tables of `profile.dev` of a manifest, each with its settings.
fn development_profile(path: &str) -> BTreeMap<String, BTreeSet<String>> {
    let tables = text(path);
    let tables = tables.split("\n[").filter_map(|table| table.split_once("]\n"));
    let of_profile = tables.filter_map(|(name, settings)| Some((name.strip_prefix("profile.dev")?, settings)));
    let is_setting = |line: &&str| !line.is_empty() && !line.starts_with('#');
    of_profile
        .map(|(name, all)| (name.to_owned(), all.lines().filter(is_setting).map(str::to_owned).collect()))
        .collect()
}

/// Otherwise the engine's tests would compile the library once more.
#[test]
fn the_engine_of_the_page_optimises_what_it_tests_as_the_workspace_does() {
    let [workspace, engine] = ["Cargo.toml", "web/engine/Cargo.toml"].map(development_profile);
    assert!(engine.len() > 5, "{engine:?}");
    for (table, settings) in &engine {
        let same = workspace.get(table).is_some_and(|here| here.is_superset(settings));
        assert!(
            same,
            "profile.dev{table} of web/engine/Cargo.toml: {settings:?}, and in the workspace {:?}",
            workspace.get(table)
        );
    }
    for name in ["", "-spatial", "-pictures"] {
        assert!(engine.contains_key(&format!(".package.roomgen{name}")), "roomgen{name}");
    }
}

#[test]
fn each_published_package_says_what_a_registry_shows() {
    for path in
        ["", "crates/spatial/", "crates/find/", "crates/finder/", "crates/pictures/", "crates/formats/", "crates/cli/"]
    {
        let manifest = text(&format!("{path}Cargo.toml"));
        let package = manifest.split("[package]").nth(1).expect("a package");
        let package = package.split("\n[").next().unwrap_or_default();
        for field in ["description", "license", "rust-version", "keywords", "categories", "include", "readme"] {
            let is_field = |line: &str| line.strip_prefix(field).is_some_and(|rest| rest.starts_with([' ', '.']));
            assert!(package.lines().any(is_field), "{path}Cargo.toml has no {field}");
        }
    }
}
