//! Small files that claim to be large: memory is taken for the content, never for a stated size.

use roomgen::{Preset, export, export::text::TextError};

use super::level;
use crate::cli::Folder;

/// Runs the tool with an address space of at most 120 MB, program and stacks included.
#[cfg(target_os = "linux")]
fn limited(folder: &Folder, line: &str) -> crate::cli::Run {
    let tool = assert_cmd::cargo::cargo_bin!("roomgen");
    let script = format!("ulimit -v 122880 && {}", line.replace("roomgen", &format!("'{}'", tool.display())));
    crate::cli::Run::of(line, assert_cmd::Command::new("sh").arg("-c").arg(script).current_dir(folder.path("")))
}

/// A level file in both formats, with the value of `field` replaced.
fn files(field: &str, value: &str) -> [String; 2] {
    let (ron, json) = (export::ron::write(level()), export::json::write(level()));
    let changed = |text: &str, key: &str| {
        let start = text.find(key).unwrap_or_else(|| panic!("no {key}")) + key.len();
        let end = text[start..].find([',', '\n']).expect("it ends") + start;
        [&text[..start], value, &text[end..]].concat()
    };
    [changed(&ron, &format!("{field}: ")), changed(&json, &format!("\"{field}\": "))]
}

#[test]
#[cfg(target_os = "linux")]
fn a_level_file_that_says_it_is_huge_takes_no_memory_for_it() {
    let folder = Folder::new();
    let cases = [
        ("width", "16384", "16384 cells wide"),
        ("height", "16384", "16384 cells high"),
        ("width", "1099511627776", "8 to 16384"),
        ("height", "-16384", "8 to 16384"),
        ("format", "4294967296", "level format 4294967296"),
        ("floor", "9223372036854775807", "floor is 9223372036854775807"),
    ];
    for (field, value, words) in cases {
        for (name, text) in ["a.ron", "a.json"].into_iter().zip(files(field, value)) {
            folder.put(name, text);
            for line in [
                format!("roomgen check {name}"),
                format!("roomgen convert {name} b.txt"),
                format!("roomgen render {name} --out b.png"),
            ] {
                limited(&folder, &line).fails(1, &[name, words]);
            }
        }
    }
    // Both sides at once, and rows as wide as stated, but too few.
    let both = files("width", "16384")[0].replacen("height: 16", "height: 16384", 1);
    folder.put("a.ron", &both);
    limited(&folder, "roomgen check a.ron").fails(1, &["a.ron", "16384 cells high, but tiles has 16 rows"]);
    assert_eq!(folder.names(), ["a.json", "a.ron"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_text_with_one_long_row_or_no_end_of_rows_takes_no_memory_for_it() {
    let folder = Folder::with("row.txt", format!("{}{}", "#".repeat(16384), "\n".repeat(16384)));
    limited(&folder, "roomgen check --text row.txt")
        .fails(1, &["row.txt", "16384 rows, the longest of 16384", "32768 bytes"]);
    folder.put("rows.txt", "\n".repeat(8_000_000));
    limited(&folder, "roomgen check --text rows.txt").fails(1, &["rows.txt", "0x8000000 characters", "at least 3x3"]);
}

#[test]
#[cfg(target_os = "linux")]
fn an_endless_file_is_read_no_further_than_a_preset_may_be_long() {
    let folder = Folder::new();
    for line in ["yes '//' | roomgen --seed 1 --preset /dev/stdin", "yes '//' | roomgen lint /dev/stdin"] {
        limited(&folder, line).fails(1, &["/dev/stdin", "too long: at most 1048576 bytes"]);
    }
    for line in [
        "--seed 1 --preset /dev/zero",
        "lint /dev/zero",
        "check /dev/zero --from json",
        "check --text /dev/zero",
        "check /dev/full --from ron",
    ] {
        limited(&folder, &format!("roomgen {line}")).fails(1, &["/dev/", "byte 0, counted from 0, is 0x00"]);
    }
    folder.run("check /dev/null --from ron").fails(1, &["/dev/null:1:1"]);
}

#[test]
fn a_drawing_may_lack_the_rock_at_the_ends_of_its_rows() {
    let wide = format!("{}\n{}", "#".repeat(2000), "##\n".repeat(500));
    assert!(export::text::read(&wide).is_ok(), "small drawings may lack any");
    let row = format!("{}\n", " ".repeat(1200));
    let rock = format!("{}{}", row.repeat(100), "\n".repeat(1100));
    assert!(export::text::read(&rock).is_ok(), "large ones may lack most");
    let sparse = format!("{row}{}", "\n".repeat(1200));
    let refused = export::text::read(&sparse).expect_err("too little is drawn");
    assert!(matches!(refused, TextError::Sparse { columns: 1200, rows: 1201, characters: 2401 }), "{refused}");
}

/// Presets that exceed the limits are refused before anything is allocated for them.
#[test]
fn a_preset_that_asks_for_too_much_is_refused() {
    let props = "props: { \"p\": (glyph: 'p', color: \"#000000\") }";
    let with = |formation: &str| {
        format!("(name: \"a\", {props}, layouts: [(name: \"b\", formations: [(prop: \"p\", {formation})])])")
    };
    let many = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let formations = many(65, &|_| "(shape: Circle, prop: \"p\"),".to_owned());
    let layouts = many(1025, &|number| format!("(name: \"{number}\", formations: []),"));
    let vaults = many(257, &|number| format!("(name: \"{number}\", rows: [\".\"]),"));
    let kinds = many(4097, &|number| format!("\"{number}\": (glyph: 'p', color: \"#000000\"),"));
    let cases = [
        ("(name: \"a\", size: (16384, 16385))".to_owned(), "16384x16385"),
        ("(name: \"a\", size: (4294967297, 4294967297))".to_owned(), "4294967297x4294967297"),
        (with("shape: Circle, size: Cells(4294967295)"), "4294967295 is out of range"),
        (with("shape: Circle, size: Cells(4294967296)"), "4294967296 is out of range"),
        (with("shape: Circle, count: 16777217"), "16777217 is out of range"),
        (with("shape: Circle, size: Ratio(1e30)"), "out of range"),
        (with("shape: Scatter(256)"), "256 is out of range"),
        (with("shape: Circle, count: 1e9"), "1000000000 is out of range"),
        (with("shape: Circle, shift: (4294967296, 0)"), "4294967296 is out of range"),
        (with(&format!("shape: Bitmap([\"{}\"])", "#".repeat(256))), "a bitmap cannot have 256x1 cells"),
        (with(&format!("shape: Bitmap([{}])", "\"#\",".repeat(100_000))), "a bitmap cannot have 1x100000 cells"),
        (
            format!("(name: \"a\", {props}, layouts: [(name: \"b\", formations: [{formations}])])"),
            "65 formations are too many",
        ),
        (format!("(name: \"a\", layouts: [{layouts}])"), "1025 layouts are too many"),
        (format!("(name: \"a\", vaults: [{vaults}])"), "257 vaults are too many"),
        (format!("(name: \"a\", props: {{ {kinds} }})"), "4097 kinds of props are too many"),
        (format!("(name: \"{}\")", "a".repeat(1_000_000)), "a name of 1000000 characters is too long"),
        (format!("({}: 1)", "a".repeat(1_000_000)), "unknown field"),
        (format!("(name: \"a\", base: \"{}\")", "a".repeat(1_000_000)), "there is no preset"),
        (" ".repeat((1 << 20) + 1), "a preset of 1048577 bytes is too long"),
    ];
    for (text, words) in cases {
        let told = Preset::parse(&text).expect_err("too much").to_string();
        assert!(told.contains(words) && told.len() < 1 << 15, "no {words:?} in {told}");
    }
}

/// A preset may state the largest level size; reading it allocates nothing for that.
#[test]
#[cfg(target_os = "linux")]
fn a_preset_of_huge_levels_is_read_without_them() {
    let folder = Folder::with("a.ron", "(name: \"a\", size: (16384, 16384))");
    limited(&folder, "roomgen --seed 1 --preset a.ron --size 40x30 --out b.ron").ok();
    limited(&folder, "roomgen survey --preset a.ron --size 40x30 --seeds 0..4").ok();
}
