//! Scripts use the Rust toolchains that are there: others share them.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::layers::root;

/// Stands for rustup. `$HOME/toolchains` has a file for each toolchain, named as it is, whose lines
/// are the version of its compiler and its parts. Writes what it installs or removes to
/// `$HOME/changes`.
const RUSTUP: &str = r#"#!/bin/bash
cd "$HOME"
case "$*" in
    'show active-toolchain') echo 'stable-x86_64 (default)' ;;
    'toolchain list -q') ls toolchains ;;
    'run '*' rustc --version') [ -e "toolchains/$2" ] && echo "rustc $(head -n 1 "toolchains/$2") (0000)" ;;
    *' list --installed --toolchain '*) sed 1d "toolchains/$5" ;;
    *) echo "$*" >>changes; exit "$(cat exit-code)" ;;
esac
"#;

/// A home with the toolchains.
struct Home(tempfile::TempDir);

impl Home {
    fn with(toolchains: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let path = |name: &str| home.path().join(name);
        fs::create_dir(path("toolchains")).expect("a folder");
        for (name, lines) in toolchains {
            fs::write(path("toolchains").join(name), lines).expect("a file");
        }
        fs::write(path("exit-code"), "0").expect("a file");
        fs::write(path("rustup"), RUSTUP).expect("a file");
        fs::set_permissions(path("rustup"), fs::Permissions::from_mode(0o755)).expect("a program");
        Self(home)
    }

    fn use_rust(&self, arguments: &str) -> Output {
        let path = std::env::var("PATH").expect("a path");
        let script = format!(". .ci/rust.sh; use_rust {arguments}; echo \"uses $RUSTUP_TOOLCHAIN\"");
        Command::new("bash")
            .args(["-euo", "pipefail", "-c", &script])
            .current_dir(root())
            .env("HOME", self.0.path())
            .env("PATH", format!("{}:{path}", self.0.path().display()))
            .env_remove("RUSTUP_TOOLCHAIN")
            .output()
            .expect("bash is there")
    }

    fn changes(&self) -> String {
        fs::read_to_string(self.0.path().join("changes")).unwrap_or_default()
    }
}

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).expect("a text")
}

#[test]
fn a_toolchain_of_the_version_is_used_whatever_its_name_and_nothing_is_installed() {
    let stable = ("stable-x86_64", "1.95.0\nrust-src\nclippy-x86_64\nwasm32-unknown-unknown\n");
    let old = ("1.88-x86_64", "1.88.0\n");
    for (toolchains, wanted, used) in [
        (vec![stable], "1.95.0 rust-src clippy target=wasm32-unknown-unknown", "stable-x86_64"),
        (vec![stable, ("1.95.0-x86_64", "1.95.0\n")], "1.95.0 rust-src", "stable-x86_64"),
        (vec![stable, old], "1.88", "1.88-x86_64"),
        (vec![stable, ("mine", "1.90.0\n")], "1.90.0", "mine"),
    ] {
        let home = Home::with(&toolchains);
        assert_eq!(stdout(&home.use_rust(wanted)), format!("uses {used}\n"), "{wanted}");
        assert_eq!(home.changes(), "", "{wanted}");
    }
}

#[test]
fn parts_that_are_missing_are_added_one_by_one_and_said() {
    let home = Home::with(&[("stable-x86_64", "1.95.0\nclippy-x86_64\nwasm32-wasip1\n")]);
    let output = home.use_rust("1.95.0 rust-src clippy target=wasm32-unknown-unknown");
    assert_eq!(
        stdout(&output),
        "adding the component rust-src to the toolchain stable-x86_64\n\
         adding the target wasm32-unknown-unknown to the toolchain stable-x86_64\n\
         uses stable-x86_64\n"
    );
    assert_eq!(
        home.changes(),
        "component add rust-src --toolchain stable-x86_64\n\
         target add wasm32-unknown-unknown --toolchain stable-x86_64\n"
    );
}

#[test]
fn a_compiler_that_is_missing_is_installed_beside_the_others_and_said() {
    // 1.9 is no beginning of 1.95.
    let home = Home::with(&[("stable-x86_64", "1.95.0\n")]);
    assert_eq!(stdout(&home.use_rust("1.9")), "installing Rust 1.9, which is not here\nuses 1.9\n");
    assert_eq!(home.changes(), "toolchain install 1.9 --profile minimal --no-self-update\n");
}

#[test]
fn a_name_that_another_compiler_has_is_left_alone() {
    let home = Home::with(&[("1.95.0-x86_64", "1.96.1\n")]);
    let output = home.use_rust("1.95.0");
    assert!(!output.status.success());
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("the toolchain 1.95.0-x86_64 is not Rust 1.95.0, but 1.96.1"), "{words}");
    assert_eq!(home.changes(), "");
}

#[test]
fn a_script_ends_where_rustup_fails() {
    for toolchain in ["1.95.0\n", "1.90.0\n"] {
        let home = Home::with(&[("stable-x86_64", toolchain)]);
        fs::write(home.0.path().join("exit-code"), "1").expect("a file");
        let output = home.use_rust("1.95.0 rust-src");
        assert!(!output.status.success());
        assert!(!String::from_utf8_lossy(&output.stdout).contains("uses"));
    }
}

#[test]
fn no_script_but_one_changes_toolchains() {
    let scripts: Vec<_> = scripts(root()).collect();
    assert!(scripts.len() > 10, "{scripts:?}");
    let changes = regex_lite::Regex::new(
        r"rustup (self )?(update|toolchain (install|add|uninstall|remove|link)|install|uninstall|default|(component|target) remove)\b",
    )
    .expect("a pattern");
    for script in scripts.iter().filter(|path| !path.ends_with(".ci/rust.sh")) {
        let text = fs::read_to_string(script).expect("a script");
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            assert!(!changes.is_match(line), "{}: {line}", script.display());
        }
    }
}

#[test]
fn a_pinned_toolchain_lists_no_parts() {
    // Where one is missing, rustup would install the whole toolchain again, whenever cargo runs in
    // that folder.
    let pinned = fs::read_to_string(root().join("web/engine/rust-toolchain.toml")).expect("a file");
    assert!(pinned.contains("channel = ") && !pinned.contains("components") && !pinned.contains("targets"), "{pinned}");
}

/// All scripts of bash below a folder, without what builds leave there.
fn scripts(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let kind = entry.file_type().expect("a kind");
            if kind.is_dir() && !["target", "node_modules", ".git", "dist"].contains(&&*name) {
                folders.push(path);
            } else if kind.is_file() && (name.ends_with(".sh") || path.ends_with(".ci/run")) {
                found.push(path);
            }
        }
    }
    found.into_iter()
}
