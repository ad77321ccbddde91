//! What editors, pages and other machines need: spans in UTF-16, codes of problems, lint in two
//! halves, what placed a prop, steps and surveys that can be sent.

mod surveys;

use std::ops::ControlFlow;

use roomgen::{
    Generator, Preset, PropSource, PropSources, Request,
    error::ProblemCode,
    generate,
    lint::{self, Linter, SEEDS},
    preset::{BUILT_IN, BasePreset, WrittenPreset},
    trace::{NoTrace, Step, Trace},
};

fn no_files(_: &str) -> Result<BasePreset, String> {
    Err("no files".to_owned())
}

#[test]
fn spans_count_in_utf16_what_javascript_counts() {
    // One emoji is four bytes, one character and two units.
    let text = "(name: \"🏰é\", /* ü */ clearence: 2)";
    let error = Preset::parse(text).unwrap_err();
    let problem = error.problems().iter().find(|problem| problem.code == ProblemCode::UnknownName).unwrap();
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[problem.utf16.clone()]).unwrap(), "clearence");
    assert_eq!(&text[problem.span.clone()], "clearence");
}

#[test]
fn spans_of_bases_count_in_the_text_of_the_base() {
    let base = "(/* 🏰 */ clearance: 99)";
    let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.to_owned() });
    let error = Preset::parse_with("(name: \"m\", base: \"stone.ron\")", read).unwrap_err();
    let problem = error.problems().iter().find(|problem| problem.base.is_some()).unwrap();
    let units: Vec<u16> = base.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[problem.utf16.clone()]).unwrap(), "99");
    assert_eq!(problem.code, ProblemCode::OutOfRange);
}

#[test]
fn each_sort_of_mistake_has_its_code() {
    let props = "props: { \"urn\": (glyph: 'u', color: \"#c28a2e\") }";
    let with = |layouts: &str| format!("(name: \"m\", {props}, layouts: [{layouts}])");
    let formation = |fields: &str| with(&format!("(name: \"a\", formations: [({fields})])"));
    let cases = [
        (ProblemCode::Syntax, "(name: \"m\"".to_owned()),
        (ProblemCode::Syntax, "(name: 'm\")".to_owned()),
        (ProblemCode::Syntax, "(name: “m”)".to_owned()),
        (ProblemCode::UnknownName, formation("shape: Circle, prop: \"um\"")),
        (ProblemCode::UnknownName, formation("shape: Cirle, prop: \"urn\"")),
        (ProblemCode::Missing, formation("prop: \"urn\"")),
        (ProblemCode::Repeated, format!("(name: \"m\", clearance: 1, clearance: 2, {props}, layouts: [])")),
        (ProblemCode::Repeated, with("(name: \"a\", formations: []), (name: \"a\", formations: [])")),
        (ProblemCode::BadValue, format!("(name: 3, {props}, layouts: [])")),
        (ProblemCode::OutOfRange, format!("(name: \"m\", clearance: 99, {props}, layouts: [])")),
        (ProblemCode::TooMany, " ".repeat(roomgen::preset::MAX_TEXT + 1)),
        (ProblemCode::Conflict, formation("shape: Circle, prop: \"urn\", from: Entry")),
        (
            ProblemCode::Unsatisfiable,
            format!("(name: \"m\", size: (9, 9), floorplan: (rooms: (min: 8, max: 16)), {props}, layouts: [])"),
        ),
        (ProblemCode::Base, "(name: \"m\", base: \"cript\")".to_owned()),
        (ProblemCode::Base, "(name: \"m\", base: \"gone.ron\")".to_owned()),
    ];
    for (code, text) in cases {
        let error = Preset::parse(&text).expect_err(&text[..text.len().min(200)]);
        let codes: Vec<_> = error.problems().iter().map(|problem| problem.code).collect();
        assert!(codes.contains(&code), "{code:?} is not among {codes:?} of {error}");
    }
    let names: std::collections::BTreeSet<_> = ProblemCode::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names.len(), ProblemCode::ALL.len());
}

#[test]
fn lint_in_two_halves_finds_what_lint_finds() {
    let text = "(name: \"mine\", size: (24, 20), floorplan: (bonus: (chance: 0)), \
        props: { \"urn\": (glyph: 'u', color: \"#c28a2e\"), \"pot\": (glyph: 'u', color: \"#c28a2e\") }, \
        layouts: [(name: \"bare\", formations: [(shape: Circle, prop: \"pot\")])])";
    let whole = lint::lint(text, no_files).unwrap();
    let mut linter = Linter::new(text, no_files).unwrap();
    let early = linter.text_findings();
    assert!(!early.is_empty() && early.iter().all(|finding| finding.levels.is_none() && whole.contains(finding)));
    assert!(early.len() < whole.len(), "the sample finds more");
    let mut calls = 0;
    while linter
        .sample(|levels| if levels % 300 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        .is_break()
    {
        calls += 1;
        assert!(linter.findings().is_none() && linter.levels() == 300 * calls);
    }
    assert_eq!((calls, linter.levels()), (SEEDS / 300, SEEDS));
    assert_eq!(linter.findings().unwrap(), whole);
    assert!(whole.iter().all(|finding| finding.problem.code == ProblemCode::Finding));
}

#[test]
fn each_prop_has_the_source_that_places_its_kind() {
    for &(name, text) in BUILT_IN {
        let written = WrittenPreset::parse_with(text, no_files).unwrap();
        let preset = written.preset();
        let mut keys = 0;
        for seed in 0..12 {
            let level = generate(preset, Request::new(seed).with_difficulty(1.0).unwrap());
            let sources = PropSources::of(&level, preset).unwrap();
            for (id, prop) in (0..).zip(level.props()) {
                let room = level.room(prop.room).unwrap();
                match sources.get(id).unwrap_or_else(|| panic!("{name} {seed}: {prop:?}")) {
                    PropSource::Formation { layout, formation } => {
                        let span = written.span_of(layout.into(), formation as usize).unwrap();
                        let layout = &preset.layouts()[usize::from(layout)];
                        assert_eq!(Some(layout.name.as_str()), level.layout(room), "{name} {seed}: {prop:?}");
                        let own = &layout.formations[formation as usize];
                        let kind = &preset.kinds()[usize::from(own.kind)].name;
                        assert!(text[span.span].contains(&format!("{kind:?}")), "{name}: {kind}");
                    }
                    PropSource::Vault { vault } => {
                        assert_eq!(level.vault(room), Some(preset.vaults()[usize::from(vault)].name.as_str()));
                        assert!(
                            text[written.span_of_vault(vault.into()).unwrap().span]
                                .contains(level.vault(room).unwrap())
                        );
                    }
                    PropSource::Key => {
                        keys += 1;
                        assert!(
                            level.keys().iter().any(|key| prop.cells.contains(key.cell)),
                            "{name} {seed}: {prop:?}"
                        );
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!(sources.get(level.props().len() as u32), None);
        }
        let has_mission =
            (0..12).any(|seed| !generate(preset, Request::new(seed).with_difficulty(1.0).unwrap()).keys().is_empty());
        assert_eq!(keys > 0, has_mission, "{name}");
    }
}

#[test]
fn formations_of_bases_are_found_in_the_text_of_the_base() {
    let written = WrittenPreset::parse_with("(name: \"m\", base: \"crypt\")", no_files).unwrap();
    let span = written.span_of(0, 0).unwrap();
    assert_eq!(span.base.as_deref(), Some("crypt"));
    let text = BUILT_IN.iter().find(|(name, _)| *name == "crypt").unwrap().1;
    assert!(text[span.span].starts_with('('));
    assert_eq!((written.span_of(999, 0), written.span_of(0, 999), written.span_of_vault(999)), (None, None, None));
}

#[test]
fn steps_survive_being_sent() {
    let mut steps = Vec::new();
    let mut generator = Generator::new(Preset::built_in("crypt").unwrap());
    let _ = generator.generate_stepwise(Request::new(3).with_difficulty(1.0).unwrap(), &mut |step| steps.push(step));
    let text = serde_json::to_string(&steps).unwrap();
    let back: Vec<Step> = serde_json::from_str(&text).unwrap();
    assert!(back.len() > 500 && back == steps);
    // Reporting them again gives the same steps to an observer.
    #[derive(Default)]
    struct Places(usize);
    impl Trace for Places {
        fn place(&mut self, _room: u32, _prop: roomgen::Rect) {
            self.0 += 1;
        }
    }
    let mut places = Places::default();
    back.iter().for_each(|step| step.report_to(&mut places));
    assert_eq!(places.0, steps.iter().filter(|step| matches!(step, Step::Place { .. })).count());
    back.iter().for_each(|step| step.report_to(&mut NoTrace));
}
