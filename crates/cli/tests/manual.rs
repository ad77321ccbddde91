//! The examples of the manual, `presets/README.md`, of the manual of runs, `docs/runs.md`, and of
//! the tool's page, `docs/tool.md`, work.
//!
//! Each example of the manual is a preset, or a part of one, and makes sound levels. Of the page of
//! the tool, the preset, the preset with a mistake and the table of formats are tested.

use roomgen::{Generator, Preset, PresetError, run::Run};

use crate::cli::Folder;

const MANUAL: &str = include_str!("../../../presets/README.md");
const RUNS: &str = include_str!("../../../docs/runs.md");
const TOOL: &str = include_str!("../../../docs/tool.md");

/// Presets that an example is inserted into.
const FRAMES: [&str; 11] = [
    "EXAMPLE",
    "(name: \"example\", KINDS EXAMPLE)",
    "(name: \"example\", floorplan: (TAGS EXAMPLE))",
    "(name: \"example\", props: { EXAMPLE }, layouts: [(name: \"bare\", formations: [])])",
    "(name: \"example\", floorplan: (TAGS), KINDS layouts: [EXAMPLE])",
    "(name: \"example\", floorplan: (TAGS), KINDS layouts: [(name: \"example\", formations: [EXAMPLE])])",
    "(name: \"example\", floorplan: (TAGS), KINDS vaults: [EXAMPLE])",
    "(name: \"example\", floorplan: (TAGS), KINDS EXAMPLE)",
    "(name: \"example\", mission: (EXAMPLE))",
    "(name: \"example\", KINDS vaults: [(name: \"example\", rows: [\"c!c\"], EXAMPLE)])",
    "(name: \"example\", props: {\"wax key\": (glyph: 'k', color: \"#808080\", blocks: false)}, mission: (locks: [EXAMPLE]))",
];

/// The indented blocks of a page.
fn examples(page: &str) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
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

/// The example as a preset, by the first frame that accepts it, with the frame's number.
fn preset(example: &str) -> Result<(Preset, usize), Vec<String>> {
    let mut errors = Vec::new();
    for (number, frame) in FRAMES.into_iter().enumerate() {
        match framed(example, frame) {
            Ok(preset) => return Ok((preset, number)),
            Err(error) => errors.push(format!("{frame}: {error}")),
        }
    }
    Err(errors)
}

/// The example in a frame, with declarations of the kinds and tags that it uses.
fn framed(example: &str, frame: &str) -> Result<Preset, PresetError> {
    let (mut kinds, mut tags) = (Vec::new(), Vec::new());
    // Members of groups are markers. Keys and metered things must not block.
    let has = |word: &str| example.contains(word);
    let rest = if has("members") { ", marker: true" } else { "" };
    let rest = if has("mission") || has("metered") { ", blocks: false" } else { rest };
    loop {
        let each =
            |names: &[String], form: &dyn Fn(&str) -> String| names.iter().map(|name| form(name)).collect::<String>();
        let props = each(&kinds, &|name| format!("\"{name}\": (glyph: 'x', color: \"#808080\"{rest}), "));
        let rules = each(&tags, &|name| format!("(tag: \"{name}\"), "));
        let field = |field: &str, list: &str, brackets: [char; 2]| match list {
            "" => String::new(),
            list => format!("{field}: {}{list}{},", brackets[0], brackets[1]),
        };
        let text = frame
            .replace("KINDS", &field("props", &props, ['{', '}']))
            .replace("TAGS", &field("tags", &rules, ['[', ']']))
            .replace("EXAMPLE", example);
        let error = match Preset::parse(&text) {
            Ok(preset) => return Ok(preset),
            Err(error) => error,
        };
        let missing = |what: &str| error.problems().iter().find_map(|problem| problem.message.strip_prefix(what));
        let name = |quoted: &str| quoted.trim_matches('"').to_owned();
        let of_plan = missing("no rule of the floor plan gives the tag ");
        let tag = missing("no rule gives the tag ").or(of_plan).map(name);
        let prop = missing("there is no prop ").map(name);
        match (prop, tag) {
            (Some(prop), _) if frame.contains("KINDS") && !kinds.contains(&prop) => kinds.push(prop),
            (_, Some(tag)) if frame.contains("TAGS") && !tags.contains(&tag) => tags.push(tag),
            _ => return Err(error),
        }
    }
}

#[test]
fn each_example_of_the_manual_makes_sound_levels() {
    let mut frames = [0; FRAMES.len()];
    for example in examples(MANUAL) {
        let (preset, frame) =
            preset(&example).unwrap_or_else(|errors| panic!("no part of a preset:\n{example}\n{}", errors.join("\n")));
        frames[frame] += 1;
        let mut generator = Generator::new(&preset);
        for seed in 0..20 {
            assert_eq!(generator.generate(seed).check(), [], "seed {seed} of\n{example}");
        }
    }
    assert!(frames.iter().sum::<i32>() >= 5, "the examples are found: {frames:?}");
    assert!(frames[0] > 0 && frames[3] > 0 && frames[5] > 0, "wholes and parts: {frames:?}");
}

/// The examples of a run and of an act; those that begin otherwise are commands.
#[test]
fn the_examples_of_runs_make_sound_levels() {
    let examples: Vec<_> = examples(RUNS).into_iter().filter(|example| example.starts_with('(')).collect();
    assert_eq!(examples.len(), 2);
    for (text, example) in [(examples[0].clone(), 0), (format!("(name: \"example\", acts: [{}])", examples[1]), 1)] {
        let run = Run::parse(&text).unwrap_or_else(|error| panic!("{}:\n{error:#}", examples[example]));
        for seed in 0..3 {
            run.generator(seed).for_each(|level| assert_eq!(level.check(), [], "seed {seed} of\n{text}"));
        }
    }
}

/// The only indented block of the page that begins with these words, with a final line feed.
fn tool_example(beginning: &str) -> String {
    let mut found = examples(TOOL).into_iter().filter(|example| example.starts_with(beginning));
    let example = found.next().unwrap_or_else(|| panic!("an example that begins with {beginning:?}"));
    assert_eq!(found.next(), None, "one example alone begins with {beginning:?}");
    example + "\n"
}

#[test]
fn the_preset_of_the_page_has_no_finding() {
    let folder = Folder::with("my.ron", tool_example("(\n"));
    let run = folder.run("lint my.ron").ok();
    assert!(run.out_text().starts_with("ok: "), "{}", run.out_text());
}

#[test]
fn the_mistake_of_the_page_is_shown_as_the_page_shows_it() {
    let preset = tool_example("(\n");
    let slip = preset.replacen("\"pillar\", checker", "\"piller\", checker", 1);
    assert_ne!(slip, preset);
    let folder = Folder::with("my.ron", slip);
    let run = folder.run("lint my.ron").fails(1, &[]);
    assert_eq!(run.err, tool_example("error: "));
}
