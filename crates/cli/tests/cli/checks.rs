//! `roomgen check`: sound files, broken files, and foreign files.

use super::{Folder, GREEDY};

/// A folder with a level of 60x40 cells as RON and as JSON.
fn levels() -> Folder {
    let folder = Folder::new();
    for file in ["level.ron", "level.json"] {
        folder.run(&format!("--seed 3 --size 60x40 --out {file}")).ok();
    }
    folder
}

/// A level file without the line of the level's digest.
fn without_digest(text: &str) -> String {
    let is_digest = |line: &str| line.trim_start().trim_start_matches('"').starts_with("digest");
    text.split_inclusive('\n').filter(|line| !is_digest(line)).collect()
}

impl Folder {
    /// Replaces the first `old` in a level file, which must be there, as somebody edits it by hand.
    fn change(&self, file: &str, old: &str, new: &str) {
        let text = self.text(file);
        assert!(text.contains(old), "{old:?} is in {file}");
        self.put(file, without_digest(&text).replacen(old, new, 1));
    }
}

#[test]
fn a_sound_file_is_ok_with_its_figures() {
    let folder = levels();
    for file in ["level.ron", "level.json"] {
        let run = folder.run(&format!("check {file}")).ok();
        assert!(run.out_text().starts_with("ok: ") && run.out_text().contains("60x40"), "{}", run.out_text());
        folder.run(&format!("check {file} --regenerate")).ok();
    }
}

#[test]
fn a_level_with_rerolls_is_made_again_with_them() {
    let folder = Folder::new();
    for file in ["level.ron", "level.json"] {
        folder.run(&format!("--seed 3 --reroll 2,4:7 --out {file}")).ok();
        folder.run(&format!("check {file} --regenerate")).ok();
    }
    let first = folder.run("--seed 3 --format ron").ok().out_text().to_owned();
    let again = folder.text("level.ron");
    assert!(again.contains("rerolls: {") && !first.contains("rerolls"), "{again}");
    assert_ne!(without_digest(&first), without_digest(&again));
    // Another number is another level.
    folder.change("level.ron", "4: 7", "4: 8");
    let run = folder.run("check level.ron --regenerate");
    assert!(run.code == Some(1) && run.out_text().contains("the level differs: room 4"), "{}", run.out_text());
    let unknown = folder.run("--seed 3 --reroll 900 --format ron").ok();
    assert!(unknown.err.contains("RerollUnknown") && unknown.err.contains("there is no room 900"), "{}", unknown.err);
}

#[test]
fn the_next_reroll_of_a_room_is_taken_printed_and_written() {
    let folder = Folder::new();
    let printed = |run: &str, room: u32| {
        let words = format!("room {room}: re-roll ");
        let number = run.lines().find_map(|line| line.split_once(words.as_str()));
        number.and_then(|(_, number)| number.trim().parse::<u32>().ok()).unwrap_or_else(|| panic!("{run}"))
    };
    let run = folder.run("--seed 3 --reroll 2:next --reroll 4:next --out level.ron").ok();
    let [two, four] = [2, 4].map(|room| printed(&run.err, room));
    let level = folder.text("level.ron");
    assert!(level.contains(&format!("2: {two}")) && level.contains(&format!("4: {four}")), "{level}");
    folder.run("check level.ron --regenerate").ok();
    folder.run(&format!("--seed 3 --reroll 2:{two},4:{four} --out same.ron")).ok();
    assert_eq!(folder.text("same.ron"), level);
    let after = folder.run(&format!("--seed 3 --reroll 2:{two} --reroll 2:next --out level.ron")).ok();
    assert!(printed(&after.err, 2) > two);
    let absent = folder.run("--seed 3 --reroll 900:next --out absent.ron");
    assert!(absent.code == Some(2) && absent.err.contains("--reroll 900:next: there is no room 900"), "{}", absent.err);
    let bare = "(name: \"bare\", size: (40, 30))";
    folder.put("bare.ron", bare);
    let same = folder.run("--preset bare.ron --seed 3 --reroll 0:next --out same.ron");
    assert!(same.err.contains("by none of 16 numbers room 0 looks different"), "{}", same.err);
}

#[test]
fn the_figures_of_a_level_count_its_locks_and_keys() {
    let folder = levels();
    folder.put("mission.ron", include_str!("../../../../tests/levels/hand-made.ron"));
    let run = folder.run("check mission.ron").ok();
    assert!(run.out_text().starts_with("ok: 5 rooms, 1 lock, 1 key, 6 props"), "{}", run.out_text());
}

#[test]
fn a_level_is_read_from_standard_input_if_its_format_is_said() {
    let folder = levels();
    for format in ["ron", "json"] {
        let level = folder.bytes(&format!("level.{format}"));
        let run = folder.feed(level.clone(), &format!("check - --regenerate --from {format}")).ok();
        assert!(run.out_text().starts_with("ok: "));
        folder.feed(level, "check -").fails(2, &["standard input", "--from ron"]);
    }
    folder.feed("(", "check - --from ron").fails(1, &["standard input:1:"]);
}

#[test]
fn each_breach_is_a_line_with_the_number_of_the_invariant() {
    let folder = levels();
    folder.change("level.ron", "depth: 1,", "depth: 7,");
    let run = folder.run("check level.ron");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(run.out_text().starts_with("invariant 6: room "), "{}", run.out_text());
    assert_eq!(run.out_text().lines().count(), 1);
}

#[test]
fn a_level_that_its_seed_does_not_make_breaks_invariant_11() {
    let folder = levels();
    folder.change("level.ron", "seed: 3,", "seed: 4,");
    folder.run("check level.ron").ok();
    let run = folder.run("check level.ron --regenerate");
    assert_eq!(run.code, Some(1));
    assert!(run.out_text().starts_with("invariant 11: "), "{}", run.out_text());
}

#[test]
fn a_file_that_says_the_same_in_another_way_breaks_invariant_11() {
    let folder = levels();
    folder.change("level.ron", "seed: 3,", "seed:  3,");
    let run = folder.run("check level.ron --regenerate");
    assert_eq!(run.code, Some(1));
    assert!(run.out_text().contains("invariant 11") && run.out_text().contains("line 4 "), "{}", run.out_text());
}

#[test]
fn another_revision_or_digest_is_refused_by_name() {
    let folder = levels();
    folder.change("level.json", "\"revision\": ", "\"revision\": 99");
    let run = folder.run("check level.json").ok();
    assert!(run.err.contains("made by another roomgen") && run.err.contains("revision is 99"), "{}", run.err);
    folder.run("check level.json --regenerate").fails(1, &["level.json", "revision 99"]);
    folder.put("greedy.ron", GREEDY);
    let words = ["level.ron", "crypt", "greedy", "digest"];
    folder.run("check level.ron --regenerate --preset greedy.ron").fails(1, &words);
}

#[test]
fn a_revision_that_there_never_was_is_refused_and_an_older_one_is_told() {
    let folder = levels();
    let revision = format!("revision: {},", roomgen::REVISION);
    folder.change("level.ron", &revision, "revision: 1,");
    let run = folder.run("check level.ron").ok();
    assert!(run.err.contains("made by another roomgen") && run.err.contains("revision is 1,"), "{}", run.err);
    folder.change("level.ron", "revision: 1,", "revision: 0,");
    folder.run("check level.ron").fails(1, &["level.ron", "revision is 0", "1 to 4294967295"]);
    folder.change("level.ron", "revision: 0,", "revision: -4,");
    folder.run("check level.ron").fails(1, &["level.ron", "revision is -4", "1 to 4294967295"]);
}

#[test]
fn a_start_that_is_no_cell_of_the_level_is_told() {
    let folder = levels();
    for (given, code) in [("(59, 39)", 0), ("(60, 39)", 1), ("(59, 40)", 1), ("(-1, 0)", 1)] {
        let text = without_digest(&folder.text("level.ron"));
        folder.put("other.ron", text.replacen("start: None", &format!("start: Some({given})"), 1));
        let run = folder.run("check other.ron");
        assert_eq!(run.code, Some(code), "{given}: {}", run.err);
        assert_eq!(run.out_text().starts_with(&format!("start: {given} is no cell")), code == 1, "{}", run.out_text());
    }
}

#[test]
fn a_level_of_a_preset_that_is_not_built_in_is_regenerated_from_the_preset_file() {
    let folder = Folder::with("greedy.ron", GREEDY);
    folder.run("--seed 3 --preset greedy.ron --out level.ron").ok();
    folder.run("check level.ron").ok();
    folder.run("check level.ron --regenerate").fails(1, &["level.ron", "\"greedy\"", "--preset"]);
    folder.run("check level.ron --regenerate --preset greedy.ron").ok();
    folder.run("check level.ron --preset greedy.ron").fails(2, &["--regenerate"]);
    folder.change("level.ron", "\"greedy\"", r#""a\u{1b}[2J""#);
    let run = folder.run("check level.ron --regenerate").fails(1, &["level.ron", r"a\u{1b}[2J"]);
    assert!(!run.err.contains('\x1b'));
}

#[test]
fn a_file_that_is_no_level_is_refused_with_the_place() {
    let folder = levels();
    folder.change("level.ron", "kind: Start", "kind: Stort");
    folder.run("check level.ron").fails(1, &["level.ron:", "Stort", "^"]);
    folder.change("level.json", "\"kind\": \"Start\"", "\"kind\": \"Stort\"");
    folder.run("check level.json").fails(1, &["level.json:", "Stort", "^"]);
    folder.put("level.ron", "(format: 9)");
    folder.run("check level.ron").fails(1, &["level.ron", "format 9", "format 1"]);
    for text in ["", "(", "{", "é", "\n", "[[[["] {
        folder.put("level.ron", text);
        folder.put("level.json", text);
        folder.run("check level.ron").fails(1, &["level.ron"]);
        folder.run("check level.json").fails(1, &["level.json"]);
    }
}

#[test]
fn a_value_that_no_level_can_have_is_named() {
    let folder = levels();
    folder.change("level.json", "\"width\": 60", "\"width\": 6");
    folder.run("check level.json").fails(1, &["level.json", "6x40", "8 to 16384"]);
    folder.change("level.ron", "host: None", "host: Some(4000)");
    folder.run("check level.ron").fails(1, &["level.ron", "room ", "host is 4000"]);
}

#[test]
fn a_file_that_cannot_be_read_as_a_level_is_named() {
    let folder = levels();
    folder.run("--seed 3 --out level.txt --png level.png").ok();
    folder.run("check level.txt").fails(2, &["level.txt", ".ron or .json", "check --text"]);
    folder.run("check level.png --from json").fails(1, &["level.png", "UTF-8", "byte 0"]);
    folder.run("check .").fails(1, &["\".\"", "folder without a manifest"]);
    folder.put("level.yaml", "");
    folder.run("check level.yaml").fails(2, &["level.yaml", "--from ron or --from json"]);
    folder.run("check absent.ron").fails(1, &["absent.ron", "no such file"]);
    for absent in ["absent/", "absent", "absent.yaml"] {
        folder.run(&format!("check {absent}")).fails(1, &[absent, "there is no such file or folder"]);
    }
    folder.run("check level.ron --format ron").fails(2, &["--format", "is said by --from"]);
    folder.run("check . --from ron").fails(1, &["\".\"", "folder"]);
    folder.run("check").fails(2, &["FILE"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_without_end_is_refused_soon() {
    Folder::new().run("check /dev/zero --from ron").fails(1, &["/dev/zero", "byte 0"]);
}

#[test]
fn an_overlap_that_only_heights_can_tell_is_found() {
    let kitchen = r##"(
        name: "kitchen",
        size: (24, 16),
        props: {
            "candle": (glyph: '!', color: "#ffd27a", blocks: false, tall: 0.25, elevation: 0.75),
            "table": (glyph: 't', color: "#7a5230", footprint: (2, 1), tall: 0.75),
        },
        layouts: [(name: "supper", formations: [
            (shape: Horizontal, size: Cells(2), prop: "table"),
            (shape: Horizontal, size: Cells(2), prop: "candle", stack: true),
        ])],
    )"##;
    let folder = Folder::with("kitchen.ron", kitchen);
    folder.run("--seed 1 --preset ./kitchen.ron --out level.ron").ok();
    assert!(folder.run("check level.ron --regenerate --preset ./kitchen.ron").ok().out_text().starts_with("ok: "));
    // The same cells, with the candle 1/256 m deep in the table.
    let sunk = folder.text("level.ron").replace("elevation: 0.75", "elevation: 0.74609375");
    folder.put("sunk.ron", without_digest(&sunk));
    let run = folder.run("check sunk.ron");
    let told = run.out_text();
    assert!(run.code == Some(1) && told.starts_with("invariant 8: prop ") && told.lines().count() == 1, "{told}");
    assert!(told.contains("table") && told.contains("candle"), "{told}");
}

#[test]
fn the_tiles_of_a_text_are_tested() {
    let folder = Folder::new();
    folder.run("--seed 3 --size 60x40 --out level.txt").ok();
    let run = folder.run("check --text level.txt").ok();
    assert!(run.out_text().starts_with("ok: ") && run.out_text().contains("60x40"), "{}", run.out_text());
    assert_eq!(folder.feed(folder.bytes("level.txt"), "check - --text").ok().out, run.out);
    folder.change("level.txt", "#.", "##");
    folder.change("level.txt", ".#", ". ");
    let run = folder.run("check --text level.txt").ok();
    assert!(run.out_text().starts_with("ok: "), "{}", run.out_text());
    assert!(
        run.err.contains("hint: 1 cell is rock beside floor") && run.err.contains("--map ' =floor'"),
        "{}",
        run.err
    );
    // No kind of the crypt has this glyph.
    folder.change("level.txt", "#.", "#@");
    folder.run("check --text level.txt").fails(1, &["level.txt:", "'@' is neither a tile", "^", "--map '@=WORD'"]);
    folder.put("level.txt", "####");
    folder.run("check --text level.txt").fails(1, &["level.txt", "4x1 characters", "at least 3x3"]);
    folder.run("check --text level.txt --regenerate").fails(2, &["--text", "--regenerate"]);
    folder.run("check --text level.txt --from ron").fails(2, &["--text", "--from"]);
    folder.run("check --text absent.txt").fails(1, &["absent.txt", "no such file"]);
}

#[test]
fn the_schema_of_level_files_is_printed() {
    let folder = Folder::new();
    assert_eq!(folder.run("check --schema").ok().out_text(), roomgen::export::json::SCHEMA);
    folder.run("check --schema level.ron").fails(2, &["--schema", "FILE"]);
}
