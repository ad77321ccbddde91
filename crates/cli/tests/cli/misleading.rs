//! What is easily written instead: each mistake is shown in its text, with what to write.

use super::Folder;
use crate::golden;

/// Mistakes in [`preset`]: what it has, and what stands there instead.
const MISTAKES: [(&str, &str); 22] = [
    ("(shape: L)", "Round"),
    ("shape: Circle", "shape: Shape::Circle"),
    ("shape: Circle", "shape: Ring"),
    ("'O'", "''"),
    ("(48, 32)", "Some((48, 32))"),
    ("checker: true", "checker: Some(true)"),
    ("checker: true", "checker: 1"),
    ("(chance: 0.3)", "true"),
    ("(kind: Closed)", "Secret"),
    ("[Path]", "[Hub]"),
    ("\"mine\"", "\"\\u0074\""),
    // Look-alikes of a space, of nothing, of brackets, commas, colons and digits.
    ("size: ", "size:\u{a0}"),
    ("size: ", "size:\u{3000}"),
    ("clearance", "clear\u{200b}ance"),
    ("clearance", "clear\u{ad}ance"),
    ("(48, 32)", "（48, 32）"),
    ("(48, 32)", "(48，32)"),
    ("size: ", "size： "),
    ("(48, 32)", "(４8, 32)"),
    ("shift: (-1, 0)", "shift: (−1, 0)"),
    ("[Path]", "「Path」"),
    ("[Path]", "【Path】"),
];

/// A preset with all that [`MISTAKES`] replaces.
const PRESET: &str = r##"(
    name: "mine",
    size: (48, 32),
    clearance: 1,
    floorplan: (loops: (chance: 0.3), shapes: [(shape: L)], doors: [(kind: Closed)]),
    props: { "pillar": (glyph: 'O', color: "#b8b0a0") },
    layouts: [
        (name: "hall", rooms: (kinds: [Path]), formations: [
            (shape: Circle, prop: "pillar", checker: true, shift: (-1, 0)),
        ]),
    ],
)
"##;

#[test]
fn common_mistakes_are_shown_with_the_right_word() {
    let folder = Folder::with("mine.ron", PRESET);
    folder.run("--seed 1 --preset mine.ron --out -").ok();
    let mut reports = String::new();
    for (written, instead) in MISTAKES {
        assert!(PRESET.contains(written), "{written}");
        folder.put("mine.ron", PRESET.replacen(written, instead, 1));
        let run = folder.run("--seed 1 --preset mine.ron --out -").fails(1, &["mine.ron:"]);
        reports += &format!("# {} in place of {written}\n{}\n", instead.escape_default(), run.err);
    }
    golden::compare("cli/preset-misleading.txt", reports.as_bytes());
}
