//! Lint in two halves and in slices, against lint at once.

use std::ops::ControlFlow;

use roomgen::{
    Preset,
    lint::{self, FindingCode, Linter, SEEDS},
    preset::BUILT_IN,
};

use super::no_files;
use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

const TEXT: &str = "(name: \"mine\", size: (24, 20), floorplan: (bonus: (chance: 0)), \
    props: { \"urn\": (glyph: 'u', color: \"#c28a2e\"), \"pot\": (glyph: 'u', color: \"#c28a2e\") }, \
    layouts: [(name: \"bare\", formations: [(shape: Circle, prop: \"pot\")])])";

/// Small presets on all built-in ones, a preset with many findings, and random ones.
fn texts() -> Vec<String> {
    let small = |(name, text): &(&str, &str)| {
        let least = Preset::parse(text).unwrap().min_side().max(16);
        format!("(name: \"small {name}\", base: \"{name}\", size: ({}, {least}))", least + 8)
    };
    let random = (0..tier::size(1, 20)).map(|number| random_presets::preset(&mut Dice(number)));
    BUILT_IN.iter().step_by(tier::size(3, 1)).map(small).chain([TEXT.to_owned()]).chain(random).collect()
}

#[test]
fn lint_in_slices_of_any_length_finds_what_lint_at_once_finds() {
    let (mut early, mut late) = (0, 0);
    for (number, text) in (0..).zip(texts()) {
        let whole = lint::lint(&text, no_files).unwrap();
        let mut linter = Linter::new(&text, no_files).unwrap();
        let by_text = linter.text_findings();
        let mut dice = Dice(number);
        let mut done = 0;
        while done < SEEDS {
            assert_eq!((linter.findings(), linter.levels()), (None, done), "{text}");
            let until = (done + dice.between(1, 400) as u32).min(SEEDS);
            let mut calls = Vec::new();
            let stopped = linter.sample(|levels| {
                calls.push(levels);
                if levels == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // It is called after each level, and not again once it breaks.
            assert_eq!(calls, (done + 1..=until).collect::<Vec<_>>());
            assert!(stopped.is_break());
            done = until;
        }
        assert_eq!(linter.findings().as_ref(), Some(&whole), "{text}");
        assert_eq!(linter.text_findings(), by_text);
        // Nothing is left to sample: the callback is not called.
        assert!(linter.sample(|_| panic!("no level is left")).is_continue());
        assert!(by_text.iter().all(|finding| finding.levels.is_none() && whole.contains(finding)), "{text}");
        let sampled = whole.iter().filter(|finding| !by_text.contains(finding));
        late += sampled.filter(|finding| finding.levels.is_some()).count();
        early += by_text.len();
    }
    assert!(early > 2 && late > 5, "{early} by the text, {late} by samples");
}

#[test]
fn the_first_half_needs_no_level() {
    let linter = Linter::new(TEXT, no_files).unwrap();
    let codes: Vec<_> = linter.text_findings().iter().map(|finding| finding.code).collect();
    assert_eq!((codes, linter.levels()), (vec![FindingCode::AlikeGlyphs], 0));
}
