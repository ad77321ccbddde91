//! The workspace compiles one codec for a picture. Each package says what a registry shows of it,
//! and is small enough for one.

use std::{env, fs, process::Command};

use miniz_oxide::deflate::compress_to_vec;
use regex_lite::Regex;

use crate::layers::root;

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_workspace_compiles_one_codec_of_deflate() {
    let workspace = text("Cargo.lock");
    assert_eq!(workspace.matches("\nname = \"miniz_oxide\"\n").count(), 1, "a picture needs one of it");
}

/// The folders of the published packages.
const PUBLISHED: [&str; 6] = ["", "crates/spatial/", "crates/text/", "crates/find/", "crates/export/", "crates/cli/"];

#[test]
fn each_published_package_says_what_a_registry_shows() {
    for path in PUBLISHED {
        let manifest = text(&format!("{path}Cargo.toml"));
        let package = manifest.split("[package]").nth(1).expect("a package");
        let package = package.split("\n[").next().unwrap_or_default();
        for field in ["description", "license", "rust-version", "keywords", "categories", "include", "readme"] {
            let is_field = |line: &str| line.strip_prefix(field).is_some_and(|rest| rest.starts_with([' ', '.']));
            assert!(package.lines().any(is_field), "{path}Cargo.toml has no {field}");
        }
    }
}

/// The largest package that passes, in bytes. `python/tests/run.sh` has the same for Python's.
const MOST: usize = 4_200_000;

#[test]
fn each_published_package_is_small_and_has_the_pictures_of_its_readme() {
    let shown = Regex::new(r"!\[[^\]]*\]\(([^):]*)\)").expect("a pattern");
    for path in PUBLISHED {
        let mut list = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        let name = if path.is_empty() { "roomgen" } else { &path.trim_end_matches('/').replace("crates/", "roomgen-") };
        list.args(["package", "--list", "--offline", "--allow-dirty", "--package", name]).current_dir(root());
        let output = list.output().expect("cargo runs");
        let files = String::from_utf8(output.stdout).expect("paths");
        // Cargo writes some of them itself.
        let contents = files.lines().filter_map(|file| fs::read(root().join(path).join(file)).ok());
        let bytes = compress_to_vec(&contents.collect::<Vec<_>>().concat(), 6).len();
        assert!((5_000..MOST).contains(&bytes), "{path}: {bytes} bytes, of at most {MOST}: {files}");
        let readme = fs::read_to_string(root().join(path).join("README.md")).unwrap_or_default();
        for picture in shown.captures_iter(&readme).map(|found| found[1].to_owned()) {
            let is_packed = files.lines().any(|file| file == picture);
            assert!(is_packed, "{path}README.md shows {picture}, which is not in the package");
        }
    }
}
