//! The commands of `README.md` work, in its order, and make the pictures that it shows.
//!
//! They run with the tool that these tests have built. The commands that build something, such as
//! `cargo install`, are run by `.ci/nightly`, in a clean clone.

use std::{fs, path::Path};

use crate::{agents::run, cli::Folder, pixels::Pixels};

const README: &str = include_str!("../../../README.md");
const GALLERY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../output/gallery");

/// The commands of a page that begin with the name of the tool, in their order: those of indented
/// lines, behind which stands what they do, and those in the text.
fn commands(page: &str) -> Vec<&str> {
    let texts = page.lines().flat_map(|line| match line.strip_prefix("    ") {
        Some(code) => code.split("  ").take(1).collect(),
        None => line.split('`').skip(1).step_by(2).collect::<Vec<_>>(),
    });
    // A dependency of a game begins with `roomgen =`.
    texts.filter(|text| text.starts_with("roomgen ") && !text.starts_with("roomgen =")).collect()
}

/// The files of the gallery that a page shows.
fn pictures(page: &str) -> Vec<&str> {
    let shown = page.lines().flat_map(|line| line.split("![").skip(1));
    let files = shown.filter_map(|picture| picture.split_once("](output/gallery/")?.1.split_once(')'));
    files.map(|(file, _)| file).collect()
}

#[test]
fn the_commands_of_the_readme_work_and_make_its_pictures() {
    let folder = Folder::new();
    let commands = commands(README);
    assert!(commands.len() > 6, "the commands are found: {commands:?}");
    for command in commands {
        let output = run(&folder, command);
        assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let pictures = pictures(README);
    assert!(pictures.len() > 4, "the pictures are found: {pictures:?}");
    for picture in pictures {
        let shown = fs::read(Path::new(GALLERY).join(picture)).unwrap_or_else(|error| panic!("{picture}: {error}"));
        let made = folder.bytes(picture);
        // `assert_eq!` would print millions of bytes.
        let is_same = if picture.ends_with(".png") {
            let (shown, made) = (Pixels::read(&shown), Pixels::read(&made));
            shown.size() == made.size() && shown.bytes == made.bytes
        } else {
            shown == made
        };
        assert!(is_same, "the command of {picture} makes another picture");
    }
}

#[test]
fn commands_are_found_in_lines_and_in_text() {
    let page = "Run `roomgen --seed 1`, or `roomgen`:\n\n    cargo run\n    roomgen find --count 2    some\n";
    assert_eq!(commands(page), ["roomgen --seed 1", "roomgen find --count 2"]);
    assert_eq!(pictures("![a](output/gallery/a.png) [b](output/gallery/b.png) ![c](c.png)"), ["a.png"]);
}
