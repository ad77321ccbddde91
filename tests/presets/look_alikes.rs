//! Characters that look like those of RON, or like nothing: each is one problem, by its code point.

use roomgen::{Preset, error::ProblemCode};

/// Each character, its code point, what it is called, and what mends it.
const LOOK_ALIKES: [(char, &str, &str, Option<&str>); 33] = [
    ('\u{a0}', "U+00A0", "a no-break space", Some(" ")),
    ('\u{202f}', "U+202F", "a narrow no-break space", Some(" ")),
    ('\u{2003}', "U+2003", "a space of another width", Some(" ")),
    ('\u{3000}', "U+3000", "an ideographic space", Some(" ")),
    ('\u{200b}', "U+200B", "a zero-width space", Some("")),
    ('\u{200c}', "U+200C", "a zero-width non-joiner", Some("")),
    ('\u{200d}', "U+200D", "a zero-width joiner", Some("")),
    ('\u{2060}', "U+2060", "a word joiner", Some("")),
    ('\u{feff}', "U+FEFF", "a byte order mark", Some("")),
    ('\u{ad}', "U+00AD", "a soft hyphen", Some("")),
    ('\u{200e}', "U+200E", "an invisible character", Some("")),
    ('（', "U+FF08", "a full-width character", Some("(")),
    ('）', "U+FF09", "a full-width character", Some(")")),
    ('［', "U+FF3B", "a full-width character", Some("[")),
    ('］', "U+FF3D", "a full-width character", Some("]")),
    ('｛', "U+FF5B", "a full-width character", Some("{")),
    ('｝', "U+FF5D", "a full-width character", Some("}")),
    ('，', "U+FF0C", "a full-width character", Some(",")),
    ('：', "U+FF1A", "a full-width character", Some(":")),
    ('０', "U+FF10", "a full-width character", Some("0")),
    ('９', "U+FF19", "a full-width character", Some("9")),
    ('＂', "U+FF02", "a full-width character", Some("\"")),
    ('－', "U+FF0D", "a full-width character", Some("-")),
    ('\u{2212}', "U+2212", "a minus sign", Some("-")),
    ('\u{2013}', "U+2013", "a dash", Some("-")),
    ('、', "U+3001", "an ideographic comma", Some(",")),
    ('。', "U+3002", "an ideographic full stop", Some(".")),
    ('\u{60c}', "U+060C", "an Arabic comma", Some(",")),
    ('\u{2236}', "U+2236", "another colon", Some(":")),
    ('「', "U+300C", "an ideographic bracket", None),
    ('】', "U+3011", "an ideographic bracket", None),
    ('〔', "U+3014", "an ideographic bracket", None),
    ('》', "U+300B", "an ideographic bracket", None),
];

#[test]
fn each_look_alike_is_one_problem_at_its_own_place_with_what_to_write() {
    for (character, code, name, instead) in LOOK_ALIKES {
        // Between two values, beside a name, beside a number and at the end of the text.
        for (before, after) in
            [("(name: \"a\",", "2 clearance: 2)"), ("(name", "5: 1)"), ("(clearance: ", "2)"), ("", "0")]
        {
            let text = format!("// ,\n{before}{character}{after}");
            let error = Preset::parse(&text).expect_err(&text);
            let [problem] = error.problems() else { panic!("{text}: {error}") };
            let at = text.find(character).expect("the character");
            assert_eq!(
                (problem.code, &problem.span),
                (ProblemCode::Syntax, &(at..at + character.len_utf8())),
                "{text}"
            );
            assert_eq!((problem.line, problem.column), (2, before.chars().count() + 1), "{text}");
            assert!(problem.message.contains(&format!("{name} ({code})")), "{text}: {problem:?}");
            assert_eq!(problem.suggestion.as_deref(), instead, "{text}");
            let help = problem.help.as_deref().expect("help");
            let written = match instead {
                None => "`[` and `]`".to_owned(),
                Some("") => "remove it".to_owned(),
                Some(" ") => "write a space".to_owned(),
                Some(plain) => format!("write `{plain}`"),
            };
            assert!(help.contains(&written), "{text}: {help}");
        }
    }
}

#[test]
fn a_text_with_many_look_alikes_has_a_problem_for_each_and_is_sound_when_all_suggestions_are_taken() {
    let text = "(\u{a0}name：\u{3000}\"mine\"，\n\u{a0}\u{a0}\u{a0}size: （4０, 3\u{200b}0),\n floorplan：(rooms: (min: ６, max： 1６)) )";
    let error = Preset::parse(text).expect_err("look-alikes");
    let given: Vec<_> = error.problems().iter().map(|problem| &text[problem.span.clone()]).collect();
    let expected =
        ["\u{a0}", "：", "\u{3000}", "，", "\u{a0}\u{a0}\u{a0}", "（", "０", "\u{200b}", "：", "６", "：", "６"];
    assert_eq!(given, expected, "{error}");
    assert!(error.problems()[4].message.contains("(U+00A0, 3 times)"), "{error}");
    let mut mended = text.to_owned();
    for problem in error.problems().iter().rev() {
        mended.replace_range(problem.span.clone(), problem.suggestion.as_deref().expect("a suggestion"));
    }
    let preset = Preset::parse(&mended).unwrap_or_else(|error| panic!("{mended}: {error}"));
    assert_eq!(preset.size().to_string(), "40x30");
}

#[test]
fn look_alikes_in_texts_and_comments_are_text() {
    let text = "// （no\u{a0}break）\n(name: \"ｍ（１）、\u{2212}\", /* 「 */ clearance: 2)";
    assert!(Preset::parse(text).is_ok(), "{:?}", Preset::parse(text));
}

#[test]
fn letters_of_another_alphabet_within_a_word_are_named() {
    for (text, letter, code) in [("(nаme: \"a\")", "а", "U+0430"), ("(name: \"a\", size: Сells)", "С", "U+0421")] {
        let error = Preset::parse(text).expect_err(text);
        let [problem] = error.problems() else { panic!("{text}: {error}") };
        assert_eq!(&text[problem.span.clone()], letter, "{error}");
        assert!(problem.message.contains(&format!("a Cyrillic letter ({code})")), "{error}");
    }
    // A word that is all Cyrillic is a text without quotes.
    let error = Preset::parse("(name: склеп)").expect_err("no quotes").to_string();
    assert!(error.contains("expected a text in double quotes") && !error.contains("U+"), "{error}");
}

#[test]
fn an_unknown_name_that_has_a_look_alike_says_so() {
    let text = "(name: \"a\", props: {\"old urn\": (glyph: 'r', color: \"#000000\")},
        layouts: [(name: \"l\", formations: [(shape: X, prop: \"old\u{a0}urn\")])])";
    let error = Preset::parse(text).expect_err("another space").to_string();
    assert!(error.contains("did you mean `old urn`?") && error.contains("has a no-break space (U+00A0)"), "{error}");
}

#[test]
fn an_unknown_name_with_a_letter_of_another_alphabet_says_so() {
    let error = Preset::parse("(name: \"a\", base: \"\u{441}rypt\")").expect_err("a Cyrillic letter").to_string();
    assert!(error.contains("has a Cyrillic letter (U+0441)"), "{error}");
}

#[test]
fn look_alikes_are_reported_before_what_is_not_closed_and_at_most_fifty() {
    let error = Preset::parse("(name：\"a, /*").expect_err("two problems");
    let messages: Vec<_> = error.problems().iter().map(|problem| &*problem.message).collect();
    assert_eq!(messages, ["`：` is a full-width character (U+FF1A)", "this quote is not closed on its line"]);
    let many = format!("(name: \"a\"{})", "，\n".repeat(500));
    assert_eq!(Preset::parse(&many).expect_err("many problems").problems().len(), 50);
}

#[test]
fn texts_of_nothing_but_odd_characters_are_read_in_time() {
    // Each took minutes when the whole word was searched, or the whole text, for each character.
    for odd in ["\u{e9}".repeat(500_000), "\u{a0}\u{3000}".repeat(200_000), "\u{430}".repeat(500_000)] {
        assert!(Preset::parse(&odd).is_err());
    }
}
