//! Numbers that are NaN, infinite or out of range, in place of every number of a file.

use roomgen::{Preset, Request, color::Color, export, generate, workspace as interp};

use super::{level, numbers, with};

/// Numbers that no field accepts.
const NONE: [&str; 6] = ["NaN", "inf", "-inf", "1e400", "-1e400", "99999999999999999999999999999999999999999"];
/// Numbers that some fields accept.
const ODD: [&str; 6] = ["-0.0", "-0", "1e-45", "1e-400", "9223372036854775807", "-9223372036854775808"];

/// Presets that together contain every number of the language.
fn presets() -> Vec<String> {
    let all = r##"(
        name: "all", size: (40, 30), clearance: 1,
        floorplan: (
            rooms: (min: 5, max: 14, ratio: (0.4, 0.6), stop: (from: 0.2, to: 0.3), longer: 0.8),
            path: (fraction: (0.2, 0.5)), bonus: (chance: 0.4), coverage: 0.1, loops: (chance: 0.1, apart: 3, skip: 0.5),
            vaults: (chance: (from: 0.1, to: (from: 0.2, to: 0.3, over: Difficulty))),
            style: Corridors(margin: (1, 1)),
        ),
        props: {
            "p": (glyph: 'p', color: "#000000", footprint: (2, 1), tall: 1.5, elevation: 0.25, body: (1.5, 0.5), jitter: 0.25,
                weight: 2, variants: { "q": 3 }, near: [Wall(2), Prop("q", 3)], avoid: [Door(1)]),
            "q": (glyph: 'q', color: "#000000", footprint: (2, 1), tall: 1.5, elevation: 0.25),
        },
        layouts: [(name: "l", weight: 3, cover: 0.9, rooms: (min: (4, 4), max: (20, 20), progress: (0.0, 1.0)), formations: [
            (shape: Circle, prop: "q", size: Ratio(0.5), inset: 1, chance: 0.5, name: "n"),
            (shape: Scatter(3), prop: "p", count: 4),
            (shape: Diamond, prop: "q", at: Of("n"), size: Cells(5), shift: (1, -1), count: 2, least: 0.2),
            (one_of: [(shape: Border, prop: "p", chance: 0.5, weight: 2), (shape: Square, prop: "q")]),
        ])],
        vaults: [(name: "v", rows: [".."], weight: 2, most: 3, inset: 1)],
    )"##;
    assert!(Preset::parse(all).is_ok(), "{}", Preset::parse(all).unwrap_err());
    let small = |name: &str| {
        let text = roomgen::preset::BUILT_IN.iter().find(|(known, _)| *known == name).expect("it is built in").1;
        format!("{}\n", text.trim_end())
    };
    vec![all.to_owned(), small("cellar")]
}

#[test]
fn a_number_that_is_none_is_refused_where_it_stands_in_a_preset() {
    for text in presets() {
        for range in numbers(&text) {
            for given in NONE {
                let refused = Preset::parse(&with(&text, &range, given)).expect_err(given);
                let place = range.start..range.start + given.len();
                let is_there = |span: &std::ops::Range<usize>| span.start <= place.start && span.end + 1 >= place.start;
                assert!(
                    refused.problems().iter().any(|problem| is_there(&problem.span)),
                    "{given} at {place:?}: {refused}"
                );
            }
        }
    }
}

#[test]
fn an_odd_number_in_a_preset_is_refused_or_makes_levels() {
    for text in presets() {
        for range in numbers(&text) {
            for given in ODD {
                let Ok(preset) = Preset::parse(&with(&text, &range, given)) else { continue };
                let preset = preset.with_size("24x16".parse().expect("a size")).expect("large enough");
                let breaches = generate(&preset, 1).check();
                assert!(breaches.is_empty(), "{given} at {range:?}: {breaches:?}");
                if given == "-0.0" {
                    let zero = Preset::parse(&with(&text, &range, "0.0")).expect("so is 0.0");
                    assert_eq!(preset.digest(), zero.digest(), "{range:?}");
                }
            }
        }
    }
}

#[test]
fn a_number_that_is_none_is_refused_in_a_level_file() {
    let text = export::ron::write(level());
    // Two of the invalid numbers for each number of the text, in rotation, since there are over a
    // thousand.
    let each = |turn: usize| [NONE[turn % NONE.len()], NONE[(turn + 3) % NONE.len()]];
    for (turn, range) in numbers(&text).into_iter().enumerate() {
        for given in each(turn) {
            let broken = with(&text, &range, given);
            let whole = export::ron::read_unchecked(&broken).expect_err(given).to_string();
            // Errors of content name the part of the level, errors of syntax a line.
            assert!(
                ["level: ", "room ", "passage ", "prop ", "kind ", "line ", "invariant "]
                    .iter()
                    .any(|start| whole.starts_with(start)),
                "{whole}"
            );
        }
    }
    let text = export::json::write(level());
    for (turn, range) in numbers(&text).into_iter().enumerate() {
        for given in each(turn) {
            let broken = with(&text, &range, given);
            assert!(export::json::read_unchecked(&broken).is_err(), "{given} at {range:?}");
        }
    }
}

#[test]
fn a_zero_below_zero_is_zero_in_a_level_file() {
    let text = export::ron::write(level());
    let mut zeros = 0;
    for range in numbers(&text).into_iter().filter(|range| &text[range.clone()] == "0.0") {
        let read = export::ron::read(&with(&text, &range, "-0.0")).expect("a level");
        assert!(export::ron::write(&read) == text, "{range:?}");
        zeros += 1;
    }
    assert!(zeros > 10);
}

#[test]
fn flags_with_numbers_survive_any_number() {
    const ANY: [f32; 10] =
        [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 0.0, 1e-45, -1e-45, f32::MAX, f32::MIN, 0.5];
    for a in ANY {
        let is_asked = Request::new(1).with_difficulty(a).is_ok();
        assert_eq!(is_asked, (0.0..=1.0).contains(&a), "{a}");
        for b in ANY {
            let (one, other) = (Color::default(), "#fedcba".parse::<Color>().expect("a colour"));
            let _ = (one.lerp(other, a), one.lerp_hsl(other, a), interp::smoothing(a, b, a));
            for c in ANY {
                let _ = (interp::lerp(a, b, c), interp::inverse_lerp(a, b, c));
                let _ = interp::point_on_segment([a, b], [b, c], c);
            }
        }
    }
    let request = Request::new(1).with_difficulty(-0.0).expect("it is 0");
    assert_eq!(request, Request::new(1).with_difficulty(0.0).expect("it is 0"));
}
