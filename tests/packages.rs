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
        for field in
            ["description", "license", "repository", "rust-version", "keywords", "categories", "include", "readme"]
        {
            let is_field = |line: &str| line.strip_prefix(field).is_some_and(|rest| rest.starts_with([' ', '.']));
            assert!(package.lines().any(is_field), "{path}Cargo.toml has no {field}");
        }
    }
}

/// What a registry shows of a package without its repository has no links into it. crates.io
/// completes those of crates from `repository`; PyPI and npm complete none.
#[test]
fn readmes_that_no_registry_completes_have_no_links_into_the_repository() {
    let link = Regex::new(r"\]\(([^)]*)\)").expect("a pattern");
    let relative = |target: &str| !target.starts_with("https://") && !target.starts_with('#');
    let found = ["python/README.md", "web/npm/README.md"].map(|path| {
        let readme = text(path);
        link.captures_iter(&readme).map(|found| found[1].to_owned()).find(|target| relative(target))
    });
    assert_eq!(found, [None, None]);
}

/// The address of the repository stands in one manifest, from which all packages take it: the one
/// thing to fill in before a release.
#[test]
fn the_repository_is_the_one_thing_to_fill_in() {
    let workspace = text("Cargo.toml");
    let (_, given) = workspace.split_once("\nrepository = \"https://").expect("the workspace has a repository");
    let host = given.split('/').next().expect("a host");
    let others =
        ["python/Cargo.toml", "python/pyproject.toml", "python/README.md", "web/npm/package.json", "web/npm/README.md"];
    let manifests = PUBLISHED[1..].iter().map(|path| format!("{path}Cargo.toml")).chain(others.map(str::to_owned));
    assert_eq!(manifests.filter(|path| text(path).contains(host)).collect::<Vec<_>>(), [""; 0], "{host}");
    assert_eq!(workspace.matches(host).count(), 1);
    assert!(text("python/pyproject.toml").contains("\ndynamic = [\"version\", \"urls\"]\n"), "the wheel takes it too");
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
