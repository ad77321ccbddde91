//! The manual of the preset language, `presets/README.md`: each of its examples is a preset, or a part of one, that makes sound
//! levels.

use roomgen::{Generator, Preset};

const MANUAL: &str = include_str!("../presets/README.md");

/// Where a part of a preset stands in a whole one.
const FRAMES: [&str; 5] = [
    "EXAMPLE",
    "(name: \"example\", KINDS EXAMPLE)",
    "(name: \"example\", props: { EXAMPLE }, layouts: LAYOUTS)",
    "(name: \"example\", KINDS layouts: [EXAMPLE])",
    "(name: \"example\", KINDS layouts: [(name: \"example\", formations: [EXAMPLE])])",
];

/// The indented blocks of the manual.
fn examples() -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let mut inside = false;
    for line in MANUAL.lines() {
        let code = line.strip_prefix("    ").filter(|_| inside || !line.trim().is_empty());
        match code.or((inside && line.is_empty()).then_some("")) {
            Some(code) if inside => {
                if let Some(example) = examples.last_mut() {
                    *example += &format!("\n{code}");
                }
            }
            Some(code) => examples.push(code.to_owned()),
            None => {}
        }
        inside = code.is_some() || (inside && line.is_empty());
    }
    examples.into_iter().map(|example| example.trim_end().to_owned()).collect()
}

/// The example as a preset: itself, or put into the first frame that takes it, with the kinds of props that it speaks of.
fn preset(example: &str) -> Result<(Preset, usize), Vec<String>> {
    let mut errors = Vec::new();
    for (number, frame) in FRAMES.into_iter().enumerate() {
        let mut kinds: Vec<String> = Vec::new();
        loop {
            let list: String =
                kinds.iter().map(|kind| format!("\"{kind}\": (glyph: 'x', color: \"#808080\"), ")).collect();
            let text = frame
                .replace("LAYOUTS", "[(name: \"bare\", formations: [])]")
                .replace("KINDS", &if kinds.is_empty() { String::new() } else { format!("props: {{ {list} }},") })
                .replace("EXAMPLE", example);
            match Preset::parse(&text) {
                Ok(preset) => return Ok((preset, number)),
                Err(error) => {
                    let missing =
                        error.problems().iter().find_map(|problem| problem.message.strip_prefix("there is no prop "));
                    let missing = missing.map(|name| name.trim_matches('"').to_owned());
                    // Only a frame with kinds of its own can be given one more.
                    match missing.filter(|name| frame.contains("KINDS") && !kinds.contains(name)) {
                        Some(name) => kinds.push(name),
                        None => {
                            errors.push(format!("{frame}: {error}"));
                            break;
                        }
                    }
                }
            }
        }
    }
    Err(errors)
}

#[test]
fn each_example_of_the_manual_makes_sound_levels() {
    let mut frames = [0; FRAMES.len()];
    for example in examples() {
        let (preset, frame) =
            preset(&example).unwrap_or_else(|errors| panic!("no part of a preset:\n{example}\n{}", errors.join("\n")));
        frames[frame] += 1;
        let mut generator = Generator::new(&preset);
        for seed in 0..20 {
            assert_eq!(generator.generate(seed).check(), [], "seed {seed} of\n{example}");
        }
    }
    assert!(frames.iter().sum::<i32>() >= 5, "the examples are found: {frames:?}");
    assert!(frames[0] > 0 && frames[2] > 0 && frames[4] > 0, "wholes and parts: {frames:?}");
}
