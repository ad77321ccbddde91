//! Runs: what their texts may say, the floors that they draw, and the levels of these.

use std::collections::BTreeSet;

use super::*;
use crate::{
    error::Problem,
    generate::{Request, generate},
};

/// A small preset with a boss, rats and gold.
const DEN: &str = r##"(
    name: "den", size: (40, 30),
    props: {
        "rat": (glyph: 'r', color: "#808080", marker: true), "gold": (glyph: '$', color: "#ffd75e", blocks: false),
        "ogre": (glyph: 'o', color: "#40a040", marker: true),
    },
    groups: { "rats": (cost: 2, members: {"rat": 2}), "ogre": (cost: 6, members: {"ogre": 1}, boss: true) },
    encounters: (budget: 20),
    loot: (budget: 4, items: {"gold": (value: 1)}, metered: {"gold": (every: 3)}),
    layouts: [(name: "bare", formations: [])],
)"##;

/// As `DEN`, of other rules and without an ogre.
const PIT: &str = r##"(
    name: "pit", size: (50, 30), base: "den.ron", remove: ["ogre"],
    layouts: [(name: "heap", formations: [(shape: Cross, prop: "gold")])],
)"##;

fn read(text: &str) -> Result<Run, PresetError> {
    Run::parse_with(text, |name, _| {
        let files = [("den.ron", DEN), ("pit.ron", PIT), ("dim.ron", "(clearance: 3)")];
        let (name, text) = files.into_iter().find(|(known, _)| *known == name).ok_or("there is no such file")?;
        Ok(BasePreset { name: name.to_owned(), text: text.to_owned() })
    })
}

fn run(fields: &str) -> Run {
    let text = format!("(name: \"trip\", {fields})");
    read(&text).unwrap_or_else(|error| panic!("{fields}: {error:#}"))
}

/// The problems of a run: the text, the part of the run's text, and the message of each.
fn problems(fields: &str) -> Vec<(Option<String>, String, String)> {
    let text = format!("(name: \"trip\", {fields})");
    let error = read(&text).expect_err(fields);
    let parts = |problem: &Problem| {
        let span = if problem.base.is_some() { String::new() } else { text[problem.span.clone()].to_owned() };
        (problem.base.clone(), span, problem.message.clone())
    };
    error.problems().iter().map(parts).collect()
}

/// Asserts that a run has one problem, with a part of its text and the beginning of its message.
fn assert_problem(fields: &str, span: &str, message: &str) {
    let found = problems(fields);
    let is_it = found.len() == 1 && found[0].1 == span && found[0].2.starts_with(message);
    assert!(is_it, "{fields}: {found:?}");
}

#[test]
fn built_in_runs_are_valid() {
    for (name, text) in BUILT_IN {
        let run = Run::parse(text).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        assert_eq!(run.name(), *name);
        assert!((2..=Run::MAX_PRESETS).contains(&run.presets().len()));
    }
}

#[test]
fn mistakes_are_refused_where_they_stand() {
    let one = "acts: [(preset: \"den.ron\")]";
    for (fields, span, message) in [
        ("acts: []", "[]", "there is no act"),
        ("acts: [(preset: [])]", "[]", "there is no preset to draw"),
        ("acts: [(preset: \"cript\")]", "\"cript\"", "there is no"),
        ("acts: [(preset: \"no.ron\")]", "\"no.ron\"", "there is no such file"),
        ("acts: [(preset: \"den.ron\", floors: (3, 2))]", "(3, 2)", "the range (3, 2) is in reverse"),
        ("acts: [(preset: \"den.ron\", floors: 0)]", "0", "0 is out of range"),
        ("acts: [(preset: \"den.ron\", difficulty: (0, 1.5))]", "1.5", "1.5 is out of range"),
        ("acts: [(preset: \"den.ron\"), (preset: \"den.ron\")]", "\"den.ron\"", "two acts have the name \"den\""),
        ("acts: [(preset: [\"den.ron\", \"pit.ron\"])]", "(preset: [\"den.ron\", \"pit.ron\"])", "an act that draws"),
        (&format!("{one}, moods: {{\"dim\": (), \"dim\": ()}}"), "\"dim\"", "two moods have the name \"dim\""),
        (&format!("{one}, moods: {{\"dim\": (acts: [\"cave\"])}}"), "\"cave\"", "there is no act \"cave\""),
        (&format!("{one}, moods: {{\"dim\": (text: \"dusk.ron\")}}"), "\"dusk.ron\"", "there is no such file"),
        (
            &format!("{one}, branches: [(name: \"well\", from: 1, acts: [(preset: \"pit.ron\")])]"),
            "1",
            "1 is out of range",
        ),
        (&format!("{one}, branches: [(name: \"well\", from: 0, acts: [])]"), "[]", "there is no act"),
        (
            &format!(
                "{one}, branches: [(name: \"well\", from: 0, acts: [(preset: \"pit.ron\")]), \
                 (name: \"well\", from: 0, acts: [(name: \"pit 2\", preset: \"pit.ron\")])]"
            ),
            "\"well\"",
            "two branches have the name \"well\"",
        ),
        (&format!("{one}, shared: (size: (40, 40))"), "size", "a piece of a preset has no `size`"),
        (&format!("{one}, shared: (base: \"crypt\")"), "base", "a piece of a preset has no `base`"),
        (&format!("{one}, shared: (name: \"mine\")"), "name", "a piece of a preset has no `name`"),
        (&format!("{one}, shared: (remove: [\"cats\"])"), "\"cats\"", ""),
    ] {
        assert_problem(fields, span, message);
    }
}

#[test]
fn more_merged_presets_than_are_allowed_are_refused() {
    let moods: Vec<_> = (0..64).map(|at| format!("\"m{at}\": (text: (clearance: 2))")).collect();
    let fields = format!("acts: [(preset: \"den.ron\")], moods: {{{}}}", moods.join(", "));
    let found = problems(&fields);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].2, "the run needs 65 merged presets");
}

/// A name that one of the presets has may be removed from all of them, also if others lack it.
#[test]
fn removed_names_are_looked_for_in_all_presets_of_their_piece() {
    let acts = r#"acts: [(preset: "den.ron"), (preset: "pit.ron")]"#;
    run(&format!("{acts}, shared: (remove: [\"ogre\"])"));
    assert_problem(&format!("{acts}, shared: (remove: [\"troll\"])"), "\"troll\"", "");
    let of_pit = r#"acts: [(preset: "den.ron"), (preset: "pit.ron", each: (remove: ["ogre"]))]"#;
    assert_problem(of_pit, "\"ogre\"", "");
}

#[test]
fn all_mistakes_are_reported_at_once_and_each_once() {
    let found = problems(
        r#"acts: [(preset: "den.ron", floors: (2, 1)), (preset: "pit.ron", difficulty: 2)],
        shared: (groups: {"rats": (cost: 0)}, layouts: [(name: "stone", formations: [(shape: Cross, prop: "stone")])]),
        moods: {"dim": (text: (clearance: 99)), "dark": (text: (theme: (ambient: 0.1)))}"#,
    );
    let spans: BTreeSet<_> = found.iter().map(|(_, span, _)| span.as_str()).collect();
    assert_eq!(spans, BTreeSet::from(["(2, 1)", "2", "0", "\"stone\"", "99"]), "{found:?}");
    assert_eq!(found.len(), spans.len(), "each of four merged presets has the mistakes of `shared`: {found:?}");
}

#[test]
fn floors_are_numbered_whether_branches_come_or_not() {
    let run = run(r#"acts: [(preset: "den.ron", floors: (2, 4)), (preset: "pit.ron", floors: 2)],
        branches: [
            (name: "well", from: (0, 2), chance: 0.5, acts: [(name: "deep", preset: "pit.ron", floors: (1, 3))]),
            (name: "shaft", from: 1, chance: 0.5, acts: [(name: "low", preset: "den.ron", floors: 2)]),
        ]"#);
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let floors = run.floors(seed);
        let main: Vec<_> = floors.iter().take_while(|floor| floor.branch.is_none()).collect();
        assert!((4..=6).contains(&main.len()));
        assert!(main.iter().zip(0..).all(|(floor, number)| floor.number == number));
        assert!(floors.is_sorted_by_key(|floor| floor.number));
        for (name, first) in [("well", 6), ("shaft", 9)] {
            let of: Vec<_> = floors.iter().filter(|floor| floor.branch.as_deref() == Some(name)).collect();
            seen.insert((name, of.len()));
            assert!(of.iter().zip(first..).all(|(floor, number)| floor.number == number), "{floors:?}");
            let above = floors.iter().filter(|floor| floor.branches.iter().any(|(branch, _)| &**branch == name));
            let above: Vec<_> = above.map(|floor| floor.number).collect();
            assert_eq!(above, of.first().and_then(|floor| floor.above).into_iter().collect::<Vec<_>>());
        }
    }
    let counts = [("well", 0), ("well", 1), ("well", 2), ("well", 3), ("shaft", 0), ("shaft", 2)];
    assert_eq!(seen, BTreeSet::from(counts));
}

/// The facts of a floor that its own draws decide.
fn facts(run: &Run, seed: u64, act: &str) -> Vec<(Option<Name>, Name)> {
    let floors = run.floors(seed).into_iter().filter(|floor| &*floor.act == act);
    floors.map(|floor| (floor.mood, floor.preset)).collect()
}

#[test]
fn another_act_or_branch_moves_no_other_draw() {
    let acts = r#"(name: "low", preset: ["den.ron", "pit.ron"], floors: (1, 5))"#;
    let moods = r#"moods: {"dim": (text: "dim.ron", weight: 2), "plain": (weight: 3)}"#;
    let well = r#"(name: "well", from: 0, chance: 0.5, acts: [(name: "deep", preset: "den.ron", floors: (1, 3))])"#;
    let short = run(&format!("acts: [{acts}], {moods}, branches: [{well}]"));
    let long = run(&format!(
        "acts: [(preset: \"den.ron\", floors: (1, 2)), {acts}], {moods}, branches: [(name: \"shaft\", from: 0, chance: \
         0.5, acts: [(preset: \"pit.ron\")]), {well}]"
    ));
    for seed in 0..100 {
        for act in ["low", "deep"] {
            assert_eq!(facts(&short, seed, act), facts(&long, seed, act), "{seed} {act}");
        }
    }
}

#[test]
fn a_mood_comes_by_its_weight_and_at_most_so_often() {
    let run = run(r#"acts: [(preset: "den.ron", floors: 4), (preset: "pit.ron", floors: 4)],
        moods: {"wet": (weight: 5, most: 1), "dim": (acts: ["pit"], weight: 2), "never": (weight: 0), "plain": ()}"#);
    let mut counts = [0; 3];
    for seed in 0..500 {
        for act in ["den", "pit"] {
            let moods: Vec<_> = facts(&run, seed, act).into_iter().filter_map(|(mood, _)| mood).collect();
            assert_eq!(moods.len(), 4);
            let of = |name: &str| moods.iter().filter(|mood| &***mood == name).count();
            assert!(of("wet") <= 1 && of("never") == 0 && (act == "pit" || of("dim") == 0));
            counts = [counts[0] + of("wet"), counts[1] + of("dim"), counts[2] + of("plain")];
        }
    }
    // Nearly each act is wet once; on the rest of the pit two floors are dim to one that is plain.
    assert!(counts[0] > 950 && (950..1200).contains(&counts[1]), "{counts:?}");
}

#[test]
fn difficulty_rises_over_an_act_or_follows_the_main_way() {
    let run = run(r#"acts: [
            (preset: "den.ron", floors: 3, difficulty: (0.2, 0.6)), (preset: "pit.ron", difficulty: (0.5, 0.9)),
            (name: "flat", preset: "den.ron", floors: 2, difficulty: 0.7), (name: "own", preset: "pit.ron", floors: 2),
        ],
        branches: [(name: "well", from: 7, acts: [(name: "deep", preset: "den.ron")])]"#);
    let hundredths: Vec<_> = run.floors(1).iter().map(|floor| (floor.difficulty * 100.0).round()).collect();
    assert_eq!(hundredths, [20.0, 40.0, 60.0, 50.0, 70.0, 70.0, 86.0, 100.0, 100.0]);
}

/// A run with all that a run may have.
fn rich() -> Run {
    run(r#"acts: [
            (preset: "den.ron", floors: (1, 2), before: (remove: ["ogre"])),
            (name: "low", preset: ["den.ron", "pit.ron"], floors: 2, last: (clearance: 2), each: (memory: ())),
            (name: "wide", preset: "pit.ron", size: (60, 34)),
        ],
        shared: (loot: (metered: {"gold": (every: 2)})),
        moods: {"dim": (text: "dim.ron"), "plain": (weight: 2)},
        branches: [(name: "well", from: (0, 1), chance: 0.8, acts: [(name: "deep", preset: "pit.ron", floors: (1, 2))])]"#)
}

#[test]
fn a_level_alone_is_that_of_the_run_in_order() {
    let run = rich();
    for seed in 0..12 {
        let mut generator = run.generator(seed);
        let levels: Vec<_> = generator.by_ref().collect();
        for level in &levels {
            let origin = level.origin();
            assert_eq!(run.level(seed, origin.floor).as_ref(), Some(level));
            assert_eq!(level.check(), []);
            let floor = generator.floors().iter().find(|floor| floor.number == origin.floor).expect("its facts");
            let of = origin.run.as_deref().expect("a floor of the run");
            assert_eq!((&of.act, &of.branch, &of.mood), (&floor.act, &floor.branch, &floor.mood));
            assert_eq!((level.size(), origin.difficulty), (floor.size, floor.difficulty));
            let (preset, request) = run.preset_and_request(origin).unwrap();
            assert_eq!(&generate(&preset, request), level);
        }
        for floor in generator.floors() {
            let Some(above) = floor.above else { continue };
            let level = |number| levels.iter().find(|level| level.origin().floor == number);
            let (Some(above), Some(level)) = (level(above), level(floor.number)) else { continue };
            let way = if floor.branch.is_some() && floor.number == 5 { above.stairs()[0].cell } else { above.exit() };
            assert_eq!(level.entry(), way, "{seed} {}", floor.number);
        }
    }
}

#[test]
fn a_printed_preset_has_the_rules_of_the_floor() {
    let run = rich();
    for (seed, floor) in (0..20).flat_map(|seed| run.floors(seed).into_iter().map(move |floor| (seed, floor))) {
        let printed = Preset::parse(&run.text(seed, floor.number).expect("a text")).unwrap();
        let printed = printed.with_size(floor.size).unwrap();
        assert_eq!(printed.digest(), run.preset(seed, floor.number).expect("a preset").digest(), "{floor:?}");
    }
}

#[test]
fn floors_of_one_preset_are_those_of_the_preset_alone() {
    let preset = Preset::parse(DEN).unwrap();
    let levels: Vec<_> = Run::of(&preset, 3).generator(7).collect();
    let mut arrival = None;
    for (level, floor) in levels.iter().zip(0u32..) {
        let request = Request::new(7).on_floor(floor).with_difficulty(floor as f32 / 2.0).unwrap();
        let request = arrival.map_or(request.clone(), |cell| request.starting_at(cell));
        assert_eq!(*level, generate(&preset, request));
        arrival = Some(level.exit());
    }
    assert_eq!(levels.len(), 3);
}

#[test]
fn the_digest_of_a_run_changes_with_each_of_its_rules() {
    let acts = r#"acts: [(preset: "den.ron", floors: 2, difficulty: (0, 1)), (preset: "pit.ron")]"#;
    let moods = r#"moods: {"dim": (text: (clearance: 2), weight: 2)}"#;
    let well = r#"branches: [(name: "well", from: 0, chance: 0.5, acts: [(name: "deep", preset: "pit.ron")])]"#;
    let text = format!("{acts}, {moods}, {well}");
    let mut digests = BTreeSet::from([run(&text).digest()]);
    let changes = [
        ("floors: 2", "floors: 3"),
        ("floors: 2", "floors: (2, 3)"),
        ("(0, 1)", "(0, 0.5)"),
        ("(0, 1)", "0.5"),
        (", difficulty: (0, 1)", ""),
        ("floors: 2", "floors: 2, name: \"first\""),
        ("floors: 2", "floors: 2, size: (44, 30)"),
        ("floors: 2", "floors: 2, each: (clearance: 3)"),
        ("floors: 2", "floors: 2, before: (clearance: 3)"),
        ("floors: 2", "floors: 2, last: (clearance: 3)"),
        ("acts:", "size: (44, 30), acts:"),
        ("acts:", "shared: (clearance: 3), acts:"),
        ("\"den.ron\", floors", "\"pit.ron\", name: \"den\", floors"),
        ("\"dim\"", "\"dusk\""),
        ("weight: 2", "weight: 3"),
        ("weight: 2", "weight: 2, most: 1"),
        ("weight: 2", "weight: 2, acts: [\"den\"]"),
        ("clearance: 2", "clearance: 3"),
        ("(text: (clearance: 2), weight: 2)", "(weight: 2)"),
        ("\"well\"", "\"shaft\""),
        ("from: 0", "from: 1"),
        ("from: 0", "from: (0, 1)"),
        ("chance: 0.5", "chance: 0.6"),
        ("chance: 0.5", "chance: 0.5, pick: DeadEnds"),
        ("chance: 0.5", "chance: 0.5, at: Wall"),
        ("chance: 0.5", "chance: 0.5, rooms: (kinds: [Bonus])"),
    ];
    for (from, to) in changes {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert!(digests.insert(run(&changed).digest()), "{from} -> {to}");
    }
    // The name alone decides no level.
    assert_eq!(read(&format!("(name: \"other\", {text})")).unwrap().digest(), run(&text).digest());
}
