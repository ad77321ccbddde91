//! The commands of `docs/agents.md` print what the page shows below them.
//!
//! `BLESS=1` writes what they print into the page.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::{
    cli::{Folder, settled},
    golden,
};

/// A line of the page that is part of an example.
const INDENT: &str = "    ";

/// A command of the page, or lines between examples.
enum PagePart<'page> {
    Prose(&'page str),
    /// The command, and the lines below it.
    Example(&'page str, Vec<&'page str>),
}

fn parts(page: &str) -> Vec<PagePart<'_>> {
    let mut parts = Vec::new();
    for line in page.lines() {
        let is_output = line.is_empty() || line.starts_with(INDENT);
        match (line.strip_prefix("    $ "), parts.last_mut()) {
            (Some(command), _) => parts.push(PagePart::Example(command, Vec::new())),
            (None, Some(PagePart::Example(_, output))) if is_output => output.push(line),
            (None, _) => parts.push(PagePart::Prose(line)),
        }
    }
    parts
}

/// Runs a command of the page in a shell that finds the tool.
pub(crate) fn run(folder: &Folder, command: &str) -> Output {
    let tool = PathBuf::from(assert_cmd::cargo::cargo_bin!("roomgen"));
    let mut places = vec![tool.parent().expect("a folder").to_owned()];
    places.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let mut shell = settled(Command::new("sh"), &folder.path(""));
    shell.args(["-c", command]).env("PATH", std::env::join_paths(places).expect("no colon in a path"));
    shell.output().expect("a shell")
}

/// What a command prints, as the page shows it. `cat` makes the file instead, of the lines below.
fn printed(folder: &Folder, command: &str, shown: &[&str]) -> String {
    let shown: Vec<_> = shown.iter().map(|line| line.strip_prefix(INDENT).unwrap_or_default()).collect();
    if let Some(file) = command.strip_prefix("cat ") {
        let content = shown.join("\n").trim_end().to_owned();
        folder.put(file, format!("{content}\n"));
        return content;
    }
    let Output { status, stdout, stderr } = run(folder, command);
    if command == "python3 mend.py" && status.code() == Some(127) {
        // Without Python, what the script does.
        folder.put("my.ron", folder.text("my.ron").replacen("\"barel\"", "\"barrel\"", 1));
        return String::new();
    }
    let wanted = if command.contains(" --format json") { ..=2 } else { ..=0 };
    assert!(status.code().is_some_and(|code| wanted.contains(&code)), "{command}: {status}");
    assert_eq!(String::from_utf8_lossy(&stderr), "", "{command}");
    String::from_utf8(stdout).expect("text")
}

#[test]
fn the_commands_of_the_page_for_agents_print_what_it_shows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/agents.md");
    let page = fs::read_to_string(&path).expect("the page");
    let folder = Folder::new();
    let mut actual = String::new();
    let mut examples = 0;
    for part in parts(&page) {
        match part {
            PagePart::Prose(line) => actual += &format!("{line}\n"),
            PagePart::Example(command, shown) => {
                examples += 1;
                actual += &format!("{INDENT}$ {command}\n");
                for line in printed(&folder, command, &shown).lines() {
                    actual += format!("{INDENT}{line}").trim_end();
                    actual.push('\n');
                }
                if shown.last().is_some_and(|line| line.is_empty()) {
                    actual.push('\n');
                }
            }
        }
    }
    assert!(examples > 10, "the examples are found");
    if golden::is_blessing() {
        return fs::write(&path, actual).expect("the page is written");
    }
    for (shown, printed) in page.lines().zip(actual.lines()) {
        assert_eq!(shown, printed, "BLESS=1 writes docs/agents.md");
    }
    assert_eq!(page.lines().count(), actual.lines().count(), "BLESS=1 writes docs/agents.md");
}
