//! Presets with malicious bases: cycles, endless chains, growing texts, paths out of the folder.

use roomgen::{Preset, preset::BasePreset};

use crate::cli::Folder;

/// The error of a preset whose bases are read by `read`.
fn refusal(text: &str, read: impl FnMut(&str) -> Result<BasePreset, String>) -> String {
    Preset::parse_with(text, read).expect_err("no preset").to_string()
}

fn base(name: &str, text: String) -> Result<BasePreset, String> {
    Ok(BasePreset { name: name.to_owned(), text })
}

#[test]
fn a_chain_ends_after_eight_bases_however_long_it_is() {
    let mut read = 0;
    let told = refusal("(name: \"a\", base: \"0.ron\")", |name| {
        read += 1;
        base(name, format!("(base: \"{read}.ron\")"))
    });
    assert!(told.contains("a preset has at most 8") && told.contains("base \"7.ron\""), "{told}");
    assert_eq!(read, 8, "what comes after is not even read");
}

#[test]
fn a_circle_is_refused_where_it_closes() {
    let next = |name: &str| match name {
        "a.ron" => base(name, "(base: \"b.ron\")".to_owned()),
        "b.ron" => base(name, "(base: \"c.ron\")".to_owned()),
        _ => base(name, "(base: \"a.ron\")".to_owned()),
    };
    let told = refusal("(name: \"a\", base: \"a.ron\")", next);
    assert!(told.starts_with("base \"c.ron\", line 1, column 8: the base \"a.ron\" is used twice"), "{told}");
}

/// The work for bases that double at each step, or are huge, is bounded by the allowed text length.
#[test]
fn bases_that_grow_are_refused_when_together_they_are_too_long() {
    let layouts = |number: usize, count: usize| {
        let layout = |layout| format!("(name: \"{number}-{layout}\", formations: [(shape: Circle, prop: \"p\")]),");
        (0..count).map(layout).collect::<String>()
    };
    for least in [1, 15_000] {
        let (mut number, mut given) = (0, 0);
        let told = refusal("(name: \"a\", base: \"0.ron\")", |name| {
            number += 1;
            let text = format!(
                "(base: \"{number}.ron\", layouts: [{}])",
                layouts(number, (least << (2 * number)).min(18_000))
            );
            given += text.len();
            base(name, text)
        });
        assert!(told.contains("too long") || told.contains("too many"), "{told}");
        assert!(given < 3 << 20, "{given} bytes were read");
    }
}

#[test]
fn overridden_text_of_a_base_costs_no_more() {
    // Every layout overrides the one before, so that nothing doubles.
    let layouts: String =
        (0..1000).map(|number| format!("(name: \"{number}\", formations: [(shape: Circle, prop: \"p\")]),")).collect();
    let text =
        |rest: &str| format!("({rest} props: {{ \"p\": (glyph: 'p', color: \"#000000\") }}, layouts: [{layouts}])");
    let mut number = 0;
    let preset = Preset::parse_with(&text("name: \"a\", base: \"0.ron\","), |name| {
        number += 1;
        base(name, text(&if number < 8 { format!("base: \"{number}.ron\",") } else { String::new() }))
    });
    assert_eq!(preset.expect("a preset").layouts().len(), 1000);
}

#[test]
fn a_path_that_leads_out_is_refused_and_not_looked_at() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).expect("a folder");
    folder.put("out.ron", "(clearance: 99)");
    for path in
        ["../out.ron", "./../out.ron", "x/../../out.ron", "../in/../out.ron", "/etc/passwd", "//etc/passwd", "/", ".."]
    {
        let is_file = path.contains('/');
        folder.put("in/a.ron", format!("(name: \"a\", base: \"{path}\")"));
        for line in ["--seed 1 --preset in/a.ron", "lint in/a.ron", "survey --preset in/a.ron --seeds 0..2"] {
            let words = if is_file {
                ["in/a.ron:1:19", "leads out of the preset's folder"]
            } else {
                ["in/a.ron:1:19", "no preset"]
            };
            let run = folder.run(line).fails(1, &words);
            assert!(!run.err.contains("root") && !run.err.contains("99"), "{}", run.err);
        }
    }
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_leads_out_of_the_folder_neither_itself_nor_by_a_folder() {
        let folder = Folder::new();
        std::fs::create_dir(folder.path("in")).expect("a folder");
        folder.put("out.ron", "(clearance: 2)");
        symlink("../out.ron", folder.path("in/link.ron")).expect("a link");
        symlink("..", folder.path("in/up")).expect("a link");
        symlink("/dev/zero", folder.path("in/zero.ron")).expect("a link");
        for base in ["link.ron", "up/out.ron", "up/in/up/out.ron", "zero.ron"] {
            folder.put("in/a.ron", format!("(name: \"a\", base: \"{base}\")"));
            folder.run("--seed 1 --preset in/a.ron").fails(1, &["in/a.ron:1:19", "leads out of the preset's folder"]);
        }
        symlink("in", folder.path("same")).expect("a link");
        folder.put("in/a.ron", "(name: \"a\", base: \"b.ron\")");
        folder.put("in/b.ron", "(base: \"crypt\", size: (40, 30))");
        folder.run("--seed 1 --preset same/a.ron").ok();
    }

    #[test]
    fn a_circle_through_links_is_one_at_its_first_turn() {
        let folder = Folder::new();
        std::fs::create_dir(folder.path("sub")).expect("a folder");
        symlink("a.ron", folder.path("b.ron")).expect("a link");
        symlink("..", folder.path("sub/up")).expect("a link");
        symlink("c.ron", folder.path("c.ron")).expect("a link");
        for base in ["a.ron", "./a.ron", "././a.ron", "b.ron", "sub/up/a.ron"] {
            folder.put("a.ron", format!("(name: \"a\", base: \"{base}\")"));
            folder.run("--seed 1 --preset a.ron").fails(1, &["is used twice", "a.ron:1:19"]);
        }
        folder.put("a.ron", "(name: \"a\", base: \"c.ron\")");
        folder.run("--seed 1 --preset a.ron").fails(1, &["\"c.ron\" cannot be read"]);
    }

    #[test]
    fn a_pipe_is_no_base_and_is_not_waited_for() {
        let folder = Folder::with("a.ron", "(name: \"a\", base: \"pipe.ron\")");
        let made = std::process::Command::new("mkfifo").arg(folder.path("pipe.ron")).status().expect("mkfifo runs");
        assert!(made.success());
        for line in ["--seed 1 --preset a.ron", "lint a.ron"] {
            folder.run(line).fails(1, &["a.ron:1:19", "\"pipe.ron\" cannot be read", "a pipe"]);
        }
        folder.run("watch pipe.ron --png a.png").fails(2, &["pipe.ron", "a pipe"]);
    }
}
