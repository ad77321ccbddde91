//! A single mistake in a whole preset gives a single problem at its place.

use roomgen::{Preset, preset::BUILT_IN};

/// Mistakes in the crypt: the original, its replacement, the message, and what is underlined.
const SLIPS: [(&str, &str, &str, &str); 9] = [
    ("max: 11,", "max: -1,", "-1 is out of range", "-1"),
    ("max: 11,", "max: 11, min: 12,", "the largest side 11 is less than twice the smallest", "11"),
    ("(0.25, 0.75)", "(0.25, 1.75)", "1.75 is out of range", "1.75"),
    ("progress: (0.35, 0.7)", "progress: (0.35, 1.7)", "1.7 is out of range", "1.7"),
    ("'k': \"#15121f\", ", "", "'k' is not in the palette; 435 rows use it", "k"),
    ("footprint: (2, 2)", "footprint: (2, 9)", "9 is out of range", "9"),
    ("prop: \"urn\")", "prop: \"urn)", "this quote is not closed on its line", "\""),
    ("progress: (0.3, 1.0)", "progress: 0.3", "expected a pair, found `0.3`", "0.3"),
    ("// stone", "/* stone", "this comment is never closed", "/*"),
];

#[test]
fn one_slip_in_a_built_in_preset_is_one_problem() {
    let (_, crypt) = BUILT_IN.iter().find(|(name, _)| *name == "crypt").expect("the crypt");
    for (written, instead, message, underlined) in SLIPS {
        assert!(crypt.contains(written), "{written}");
        let text = crypt.replacen(written, instead, 1);
        let error = Preset::parse(&text).expect_err(instead);
        let [problem] = error.problems() else { panic!("{instead}: {error}") };
        assert!(problem.message.contains(message), "{instead}: {problem:?}");
        assert_eq!(&text[problem.span.clone()], underlined, "{instead}: {problem:?}");
    }
}
