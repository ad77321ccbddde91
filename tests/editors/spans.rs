//! Spans in bytes and in UTF-16, against the standard library's encoder.

use roomgen::{
    Preset,
    error::{PresetError, Problem},
    lint::Linter,
    preset::{BUILT_IN, BasePreset},
};

use super::no_files;
use crate::{random_presets::dice::Dice, tier};

/// The units of UTF-16 before a byte of a text.
fn units(text: &str, at: usize) -> usize {
    text[..at].encode_utf16().count()
}

/// Asserts that the spans of a problem with `text` agree. Returns the text at the span in UTF-16.
fn assert_spans(text: &str, problem: &Problem) -> String {
    let (bytes, utf16) = (problem.span.clone(), problem.utf16.clone());
    assert_eq!(utf16, units(text, bytes.start)..units(text, bytes.end), "{problem} in {text:?}");
    let written: Vec<u16> = text.encode_utf16().collect();
    let there = String::from_utf16(&written[utf16]).expect("no half of a character");
    assert_eq!(there, text[bytes]);
    there
}

#[test]
fn spans_of_bases_count_in_the_text_of_the_base() {
    let base = "(/* 🏰 */ clearance: 99)";
    let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.to_owned() });
    let error = Preset::parse_with("(name: \"🏰🏰\", base: \"stone.ron\")", read).unwrap_err();
    let [problem] = error.problems() else { panic!("{error}") };
    assert_eq!((problem.base.as_deref(), assert_spans(base, problem).as_str()), (Some("stone.ron"), "99"));
}

#[test]
fn spans_of_findings_count_in_utf16_too() {
    let text = "(name: \"mine\", // 🏰é\r\n\tprops: { \"urn\": (glyph: 'u', color: \"#c28a2e\"), /* 👩‍👩‍👧 */ \
        \"pot\": (glyph: 'u', color: \"#c28a2e\") },\r\n layouts: [(name: \"a\", formations: [(shape: Circle, prop: \"pot\")])])";
    let findings = Linter::new(text, no_files).unwrap().text_findings();
    assert!(!findings.is_empty());
    for finding in findings {
        let there = assert_spans(text, &finding.problem);
        assert!(finding.problem.utf16.start < finding.problem.span.start, "{there} comes after wide characters");
    }
}

/// A text with up to four pieces put in or cut out, most of which are mistakes.
fn with_mistakes(text: &str, dice: &mut Dice) -> String {
    const PIECES: &[&str] = &[
        "🏰",
        "é",
        "\u{feff}",
        "\t",
        "\r\n",
        "// 🗝\r\n",
        "/* 東 */",
        "\"👩‍👩‍👧\"",
        "“",
        "’",
        "%",
        ",",
        ")",
        "x",
        "9",
        "\u{301}",
    ];
    let mut text = text.to_owned();
    for _ in 0..dice.between(1, 4) {
        let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
        let at = starts[dice.between(0, starts.len() as i64 - 1) as usize];
        if dice.between(0, 3) == 0 {
            text.remove(at);
        } else {
            text.insert_str(at, dice.one(PIECES));
        }
    }
    text
}

#[test]
fn spans_of_mistakes_anywhere_are_what_the_standard_encoder_counts() {
    let (mut problems, mut wide, mut in_base) = (0, 0, 0);
    for number in 0..tier::size(60, 10_000) {
        let dice = &mut Dice(number);
        let (_, text) = BUILT_IN[number as usize % BUILT_IN.len()];
        let text = with_mistakes(text, dice);
        let own = "(/* 🏰 */ name: \"own\", base: \"stone.ron\")";
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: text.clone() });
        let error: Result<_, PresetError> =
            if number % 3 == 0 { Preset::parse_with(own, read) } else { Preset::parse(&text) };
        for problem in error.err().iter().flat_map(PresetError::problems) {
            let is_own = problem.base.is_none() && number % 3 == 0;
            let place = if is_own { own } else { &text };
            assert_spans(place, problem);
            problems += 1;
            wide += u32::from(problem.utf16.start < problem.span.start);
            in_base += u32::from(problem.base.is_some());
        }
    }
    assert!(problems > 40 && wide > 12 && in_base > 8, "{problems} problems, {wide} wide, {in_base} in bases");
}
