//! Wrong usage: exit code 2, and a message that names the flag and its value.

use super::{Folder, GREEDY};

#[test]
fn a_value_that_a_flag_cannot_have_is_named_with_the_flag_and_what_is_allowed() {
    let folder = Folder::new();
    let cases: [(&str, &[&str]); 38] = [
        ("--seed 1.5", &["--seed", "1.5", "whole number", "0x2a, or a word", "or a date"]),
        ("--seed +-", &["--seed", "+-", "whole number"]),
        ("--seed -1", &["--seed", "-1", "18446744073709551615"]),
        ("--seed 18446744073709551616", &["--seed", "18446744073709551616"]),
        ("--size 96", &["--size", "96", "WIDTHxHEIGHT"]),
        ("--size 4x4", &["--size", "4x4", "8 to 16384"]),
        ("--size 16385x16385", &["--size", "16385x16385", "8 to 16384"]),
        ("--size -8x8", &["--size", "-8x8"]),
        ("--floor 1.5", &["--floor", "1.5", "whole number"]),
        ("--floor 4294967296", &["--floor", "4294967295"]),
        ("--start 5", &["--start", "5", "a column and a row"]),
        ("--start 5,6,7", &["--start", "5,6,7", "a column and a row"]),
        ("--size 40x30 --start 40,0", &["--start 40,0", "40x30", "columns 0 to 39 and rows 0 to 29"]),
        ("--size 40x30 --start 0,-1", &["--start 0,-1", "rows 0 to 29"]),
        ("--size 40x30 --start 0,30 --floors 2 --out run", &["--start 0,30", "rows 0 to 29"]),
        ("--reroll x", &["--reroll", "'x'", "the number of a room, or ROOM:N with N from 1", "12,17:3"]),
        ("--reroll -1", &["--reroll", "-1", "the number of a room"]),
        ("--reroll 3:0", &["--reroll", "3:0", "N from 1"]),
        ("--reroll 3,", &["--reroll", "3,", "several have commas"]),
        ("--reroll 3,4:2,3:5", &["--reroll", "room 3 is in the list twice"]),
        ("--reroll 3 --floors 2 --out run", &["--reroll is for one level", "--floors"]),
        ("batch --seeds 0..2 --out-dir run --reroll 3", &["--reroll"]),
        ("--difficulty 1.5", &["--difficulty", "1.5", "0 to 1"]),
        ("--difficulty NaN", &["--difficulty", "NaN", "0 to 1"]),
        ("--difficulty -0.5", &["--difficulty", "-0.5", "0 to 1"]),
        ("--scale 0 --png a.png", &["--scale", "1 to 256"]),
        ("--scale 257 --png a.png", &["--scale", "257"]),
        ("--png a.png --room -1", &["--room", "-1", "numbered from 0"]),
        (
            "--png a.png --overlay octree",
            &["--overlay", "octree", "the overlays are distance", "mission, anchors and rooms"],
        ),
        ("--png a.png --overlay quadtree,", &["--overlay", "no overlay \"\"", "quadtree"]),
        ("--overlay quadtree check levels.ron", &["--overlay", "check"]),
        ("--format yaml", &["--format", "yaml", "ron, json, text"]),
        ("--out a.ron --out b.json --format text", &["--format text", "one --out"]),
        ("--floors 2 --out a --out b", &["--floors", "--out", "once"]),
        ("--sede 42", &["--sede", "--seed"]),
        ("chek", &["'chek'", "'check'"]),
        ("--seed 1 levels.ron", &["unrecognized command 'levels.ron'", "roomgen render levels.ron --out levels.png"]),
        ("--size 9x9 check levels.ron", &["--size", "check"]),
    ];
    for (line, words) in cases {
        folder.run(line).fails(2, words);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_size_that_the_preset_cannot_serve_is_refused_with_the_least_that_it_can() {
    let text = GREEDY.replace("floorplan: (", "floorplan: (rooms: (min: 9, max: 18), ");
    let folder = Folder::with("greedy.ron", text);
    folder.run("--seed 1 --preset greedy.ron --size 10x10").fails(2, &["--size 10x10", "greedy", "11"]);
}

#[test]
fn an_unknown_ending_is_refused_with_those_that_are_known() {
    let folder = Folder::new();
    for out in ["level.yaml", "level", "level.ron.bak", ".ron"] {
        folder.run(&format!("--seed 1 --out {out}")).fails(2, &["--out", out, ".ron, .json, .txt", "--format"]);
    }
    folder.run("--seed 1 --png level.ron").fails(2, &["--png", "level.ron", ".png"]);
    assert!(folder.names().is_empty());
}

#[test]
fn parquet_is_refused_with_the_line_of_python_that_writes_it() {
    let folder = Folder::new();
    for arguments in [
        "--seed 1 --out level.parquet",
        "--seed 1 --out - --format Parquet",
        "batch --seeds 0..9 --out levels.parquet",
        "batch --seeds 0..9 --out-dir levels --format arrow",
    ] {
        folder.run(arguments).fails(2, &["roomgen.dataset.write(\"levels.parquet\""]);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn qoi_is_refused_with_the_names_of_other_pictures() {
    let folder = Folder::new();
    for arguments in ["--seed 1 --out level.qoi", "--seed 1 --format qoi"] {
        folder.run(arguments).fails(2, &["Pictures without loss are .png and .webp"]);
    }
}

#[test]
fn one_place_for_two_outputs_is_refused() {
    let folder = Folder::new();
    folder.run("--seed 1 --out a.png --png a.png").fails(2, &["--out", "--png", "a.png", "same"]);
    folder.run("--seed 1 --out a.png --png ./a.png").fails(2, &["same"]);
    folder.run("--seed 1 --out a.ron --out b.txt --out ./a.ron").fails(2, &["a.ron", "./a.ron", "same"]);
    folder.run("--seed 1 --out - --png -").fails(2, &["--out -", "--png -", "same"]);
    folder.run("--seed 1 --format ron --png /dev/stdout").fails(2, &["standard output", "--png", "same"]);
    assert!(folder.names().is_empty());
}

#[test]
fn the_preset_is_never_overwritten() {
    let folder = Folder::with("greedy.ron", GREEDY);
    for out in ["greedy.ron", "./greedy.ron"] {
        folder.run(&format!("--seed 1 --preset greedy.ron --out {out}")).fails(2, &["--out", "greedy.ron", "preset"]);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("greedy.ron", folder.path("link.ron")).expect("a link");
        folder.run("--seed 1 --preset greedy.ron --out link.ron").fails(2, &["link.ron", "preset"]);
    }
    assert_eq!(folder.text("greedy.ron"), GREEDY);
}

#[test]
fn a_scale_without_a_picture_is_refused() {
    Folder::new().run("--seed 1 --scale 8 --out a.ron").fails(2, &["--scale", "--png"]);
}

#[test]
fn an_overlay_without_a_picture_is_refused() {
    let folder = Folder::new();
    folder.run("--seed 1 --view iso --legend --out a.ron").fails(2, &["--view", "--png"]);
    folder.run("--seed 1 --overlay quadtree --out a.ron").fails(2, &["--overlay", "--png"]);
    folder.run("--seed 1 --overlay quadtree").fails(2, &["--overlay", "--png"]);
    assert!(folder.names().is_empty());
}

#[test]
fn a_picture_that_would_be_too_large_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let line = "--seed 1 --size 260x260 --out a.ron --png a.png --scale 64";
    folder.run(line).fails(2, &["--scale", "64", "260x260", "largest"]);
    assert!(folder.names().is_empty());
}

#[test]
fn help_and_version_are_answers_and_not_errors() {
    let folder = Folder::new();
    let help = folder.run("--help").ok();
    let words = [
        "Examples:",
        "--seed 42",
        "--strict",
        "--floors",
        "--overlay",
        "check",
        "presets",
        "lint",
        "watch",
        "convert",
        "render",
        "rows of characters",
        "Exit codes",
    ];
    for word in words {
        assert!(help.out_text().contains(word), "{word}");
    }
    for (line, word) in [
        ("check", "--regenerate"),
        ("convert", ".json"),
        ("render", "--scale"),
        ("lint", "exits with 1"),
        ("watch", "Ctrl-C"),
        ("presets", "--schema"),
        ("sheet", "--difficulty 0,0.5,1"),
    ] {
        assert!(folder.run(&format!("{line} --help")).ok().out_text().contains(word), "{line}");
    }
    let version = format!("roomgen {} (revision {})", env!("CARGO_PKG_VERSION"), roomgen::REVISION);
    assert_eq!(folder.run("--version").ok().out_text().trim_end(), version);
    for line in ["", "batch", "survey", "check", "sheet", "run"] {
        let [short, long] = ["-h", "--help"].map(|help| folder.run(&format!("{line} {help}")).ok());
        assert!(!short.out_text().contains("Examples:") && short.out_text().contains("--help"), "{line}");
        assert!(3 * short.out.len() < 2 * long.out.len() && short.out_text().lines().count() <= 45, "{line}");
        // Pipes have no width.
        assert!(long.out_text().lines().all(|line| line.chars().count() <= 100), "{line}");
    }
}

#[test]
fn a_word_in_the_place_of_a_command_is_answered_by_what_to_write() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("dungeon")).expect("a folder");
    for (word, answer) in [
        ("crypt", "`roomgen --preset crypt`"),
        ("level.ron", "`roomgen render level.ron --out level.png` and checked by `roomgen check level.ron`"),
        ("my.ron", "a preset generates by `roomgen --preset my.ron`"),
        ("delve", "`roomgen run delve`"),
        ("my.run.ron", "`roomgen run my.run.ron`"),
        ("level.JSON", "`roomgen check level.JSON`"),
        ("level.png", "`roomgen --out level.png`"),
        ("42", "`roomgen --seed 42`"),
        ("0x2a", "`roomgen --seed 0x2a`"),
        ("96x64", "`roomgen --size 96x64`"),
        ("dungeon", "`roomgen check dungeon`"),
    ] {
        folder.run(word).fails(2, &[&format!("unrecognized command '{word}'"), answer]);
    }
    let run = folder.run_with(&["a\u{1b}[2J.ron"]).fails(2, &[r"a\u{1b}[2J.ron"]);
    assert!(!run.err.contains('\x1b'), "{:?}", run.err);
}

#[test]
fn short_flags_are_the_long_ones() {
    let folder = Folder::new();
    folder.run("-q -s 7 -p cellar -o a.ron -o a.txt").ok();
    folder.run("--quiet --seed 7 --preset cellar --out b.ron --out b.txt").ok();
    assert_eq!([folder.bytes("a.ron"), folder.bytes("a.txt")], [folder.bytes("b.ron"), folder.bytes("b.txt")]);
    let rows = |line: &str| folder.run(line).ok().out;
    assert_eq!(rows("batch -p cellar -s 3..5 -o - -j 2"), rows("batch --preset cellar --seeds 3..5 --out - --jobs 2"));
    folder.run("-q check a.ron --regenerate -p cellar").ok();
    folder.run("render a.ron -p crypt -o a.png").ok();
    folder.run("convert a.ron b.png -p crypt -q").ok();
    assert_eq!(folder.bytes("a.png"), folder.bytes("b.png"));
    folder.run("sheet -p cellar -s 0..2 -o c.png -j 1 -q").ok();
    folder.run("survey -p cellar -s 0..2 --csv d.csv -j 1 -q").ok();
}

#[test]
fn a_quiet_run_says_only_what_is_wrong() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let run = folder.run("--quiet --preset cellar --out level.ron").ok();
    assert_eq!(run.err, "", "a random seed is in the file");
    assert!(folder.run("--preset cellar --out level.ron").ok().err.starts_with("seed "));
    assert!(folder.run("-q -s 1 --preset greedy.ron --out level.ron").ok().err.starts_with("warning: "));
    folder.run("-q --seed 1 --preset absent.ron").fails(1, &["absent.ron"]);
}

#[test]
fn a_seed_has_several_spellings_and_a_word_gives_one_which_is_said() {
    let folder = Folder::new();
    let level = |seed: &str| folder.run_with(&["--preset", "cellar", "--out", "-", "--seed", seed]).ok();
    let plain = level("1000");
    assert_eq!((level("1_000").out, level("0x3e8").out), (plain.out.clone(), plain.out));
    let word = level("my dungeon");
    let said = word
        .err
        .strip_prefix("seed ")
        .and_then(|said| said.split_once(", by the word \"my dungeon\""))
        .expect("a seed");
    // All but the word.
    let (one, other) = (level(said.0).out_text().to_owned(), word.out_text().to_owned());
    assert!(other.replace("  seed_word: Some(\"my dungeon\"),\n", "") == one, "{}", &other[..200]);
    assert_ne!(level("my Dungeon").out, word.out);
    // The file has the word, reads it back, and is the level of its seed.
    let run = |line: &str| folder.run(line).ok();
    for word in ["42nd", "2026-11-29"] {
        folder.run_with(&["--preset", "cellar", "--out", "named.json", "--seed", word]).ok();
        assert!(folder.text("named.json").contains(&format!("\"seed_word\": \"{word}\"")));
        run("check named.json --regenerate");
        run("convert named.json named.ron");
        assert!(folder.text("named.ron").contains(&format!("seed_word: Some(\"{word}\")")));
        run("convert named.ron again.json");
        assert_eq!(folder.text("again.json"), folder.text("named.json"));
    }
    folder.put("other.ron", folder.text("named.ron").replace("2026-11-29", "2026-11-30"));
    folder.run("check other.ron").fails(1, &["seed_word", "2026-11-30", "a word for the seed"]);
    run("--preset cellar --seed 42nd --floors 2 --out run");
    run("check run --regenerate");
    assert!(folder.text("run/floor-01.ron").contains("seed_word: Some(\"42nd\")"));
}

#[test]
fn shells_complete_all_commands_and_flags() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = folder.run(&format!("completions {shell}")).ok();
        for word in ["survey", "completions", "overlay", "quiet"] {
            assert!(run.out_text().contains(word), "{shell}: {word}");
        }
    }
    folder.run("completions").fails(2, &["SHELL"]);
    folder.run("completions tcsh").fails(2, &["tcsh", "bash, elvish, fish, powershell, zsh"]);
    // The script is one that its shell can read.
    folder.put("bash.sh", folder.run("completions bash").ok().out);
    let script = "source ./bash.sh && complete -p roomgen";
    match std::process::Command::new("bash").args(["-c", script]).current_dir(folder.path("")).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => println!("skipped: bash cannot be run: {error}"),
    }
}

#[test]
fn shells_complete_the_words_of_values_and_files_of_presets() {
    let folder = Folder::new();
    let script = |shell: &str| folder.run(&format!("completions {shell}")).ok().out_text().to_owned();
    let (bash, zsh, fish) = (script("bash"), script("zsh"), script("fish"));
    let (presets, formats) = ("arena caves cellar crypt", "ron json text ansi png");
    let runs = "delve descent";
    assert!(bash.contains(&format!("compgen -W \"{runs}")) && zsh.contains(&format!(":RUN:{{compadd {runs}")));
    for words in [presets, formats, "ron json", "tiles ink", "master player", "top iso", "distance danger"] {
        assert!(bash.contains(&format!("compgen -W \"{words}")), "bash: {words}");
        assert!(fish.contains(&format!("-a \"{}", words.replace(' ', "\\t''\n"))), "fish: {words}");
        let action = if words == presets { format!(":NAME|FILE:{{compadd {words}") } else { format!(":({words}") };
        assert!(zsh.contains(&action), "zsh: {words}");
    }
    // What names a preset in a file stays a file; an argument of `presets` and `man` is a word.
    assert!(zsh.contains("; _files}") && !zsh.contains(":NAME|FILE:("), "{zsh}");
    assert!(zsh.contains(&format!(":({presets}")) && zsh.contains(":(animate check"), "{zsh}");
    assert!(
        fish.lines().filter(|line| line.contains("-l preset")).all(|line| line.contains(" -F -a \"arena")),
        "{fish}"
    );
}

#[test]
fn each_command_has_a_page_of_the_manual() {
    let folder = Folder::new();
    let page = folder.run("man").ok();
    assert!(
        page.out_text().contains(".TH roomgen 1") && page.out_text().contains("roomgen\\-batch"),
        "{}",
        page.out_text()
    );
    for command in ["batch", "check", "convert", "man"] {
        let page = folder.run(&format!("man {command}")).ok();
        assert!(page.out_text().contains(&format!(".TH roomgen-{command} 1")), "{}", page.out_text());
    }
    assert!(folder.run("man batch").ok().out_text().contains("\\-\\-out\\-dir"));
    folder.run("man chek").fails(2, &["man chek", "animate, check, convert"]);
}

#[test]
fn a_room_that_the_level_does_not_have_is_named_with_those_that_it_has() {
    let folder = Folder::new();
    folder.run("--seed 1 --preset cellar --out level.ron").ok();
    for line in [
        "render level.ron --out a.png",
        "--seed 1 --preset cellar --png a.png",
        "animate --seed 1 --preset cellar --out a.gif",
    ] {
        folder
            .run(&format!("{line} --room 999"))
            .fails(2, &["--room 999: there is no such room", "the rooms 0 to ", "--overlay rooms"]);
        folder.run(&format!("{line} --room -1")).fails(2, &["--room", "-1", "numbered from 0"]);
    }
    assert_eq!(folder.names(), ["level.ron"]);
}
