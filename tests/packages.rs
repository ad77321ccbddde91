//! The workspace compiles one codec for a picture. Each package says what a registry shows of it.

use std::fs;

use crate::layers::root;

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_workspace_compiles_one_codec_of_deflate() {
    let workspace = text("Cargo.lock");
    assert_eq!(workspace.matches("\nname = \"miniz_oxide\"\n").count(), 1, "a picture needs one of it");
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
