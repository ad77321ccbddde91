//! What a level must have: the `least` of cycles, rooms of a size and locks. Beyond it, what a rule
//! asks for is a wish, and its absence no note.

use roomgen::{
    Generator, Level, Preset, Request,
    level::{Note, NoteCode},
};

fn parsed(floorplan: &str, mission: &str) -> Preset {
    let text = format!(
        "(name: \"least\", size: (60, 40), floorplan: ({floorplan}), mission: (locks: [{mission}]), \
         props: {{ \"key\": (glyph: 'k', color: \"#c0c0c0\", blocks: false) }})"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn levels(preset: &Preset) -> Vec<Level> {
    let mut generator = Generator::new(preset);
    let request = |seed: u64| Request::new(seed).with_difficulty((seed % 2) as f32).expect("a difficulty");
    (0..40).map(|seed| generator.generate(request(seed))).collect()
}

/// The notes of a level that are about what rules with a `least` ask for.
fn notes(level: &Level) -> Vec<&Note> {
    let is_about = |note: &&Note| matches!(note.code, NoteCode::CycleShort | NoteCode::SizeShort | NoteCode::LockShort);
    level.notes().iter().filter(is_about).collect()
}

/// Floor plans and missions of which no level has what the rule with the word `LEAST` asks for.
const IMPOSSIBLE: [(&str, &str, NoteCode); 3] = [
    ("path: (rooms: (2, 2)), cycles: [(from: (0, 0.1), to: (0.2, 0.9), most: 2LEAST)]", "", NoteCode::CycleShort),
    (
        "rooms: (sizes: [(name: \"hall\", min: (50, 37), max: (52, 37), turns: false, count: (2, 3)LEAST)])",
        "",
        NoteCode::SizeShort,
    ),
    ("bonus: (chance: 0)", "(name: \"key\", lock: Bonus, count: (2, 3)LEAST)", NoteCode::LockShort),
];

#[test]
fn a_shortfall_is_a_note_only_below_the_least_and_the_level_is_the_same() {
    for (plan, mission, code) in IMPOSSIBLE {
        let with = |least: &str| levels(&parsed(&plan.replace("LEAST", least), &mission.replace("LEAST", least)));
        let (wish, must, hard) = (with(""), with(", least: 2"), with(", least: (from: 0, to: 1)"));
        for (number, level) in wish.iter().enumerate() {
            assert_eq!(notes(level), Vec::<&Note>::new(), "{plan}");
            let [Note { code: found, wanted: 2, got: 0, .. }] = notes(&must[number])[..] else {
                panic!("{plan}: {:?}", must[number].notes())
            };
            assert_eq!(*found, code);
            // By difficulty, which is 0 and 1 by turns.
            assert_eq!(notes(&hard[number]).len(), number % 2, "{plan}");
            for other in [&must[number], &hard[number]] {
                assert_eq!(level.tiles(), other.tiles());
                assert_eq!((level.passages(), level.path()), (other.passages(), other.path()));
            }
        }
    }
}

#[test]
fn the_least_cycles_do_not_depend_on_the_chance() {
    let with = |least: u32| {
        let preset = parsed(&format!("cycles: [(rooms: (1, 9), chance: 0, most: 2, least: {least})]"), "");
        levels(&preset).iter().map(|level| level.cycles().len()).collect::<Vec<_>>()
    };
    assert!(with(0).iter().all(|&cycles| cycles == 0));
    let [one, two] = [1, 2].map(with);
    assert!(one.iter().all(|&cycles| cycles <= 1) && one.iter().sum::<usize>() > 30, "{one:?}");
    assert!(two.iter().all(|&cycles| cycles <= 2) && two.iter().sum::<usize>() > 50, "{two:?}");
}

#[test]
fn no_level_must_have_more_than_its_rules_ask_for_where_ramps_cross() {
    // At difficulty 0.5 the eased ramp is above the straight one, and at both ends they meet.
    let least = "least: (from: 0, to: 4, ease: Out)";
    let rules = [
        (
            format!(
                "path: (rooms: (2, 2)), cycles: [(from: (0, 0.1), to: (0.2, 0.9), most: (from: 0, to: 4), {least})]"
            ),
            "",
        ),
        (
            format!(
                "rooms: (sizes: [(name: \"hall\", min: (50, 37), max: (52, 37), turns: false, \
                 count: ((from: 0, to: 4), (from: 0, to: 4)), {least})])"
            ),
            "",
        ),
        (
            "bonus: (chance: 0)".to_owned(),
            "(name: \"key\", lock: Bonus, count: ((from: 0, to: 4), (from: 0, to: 4)), least: (from: 0, to: 4, ease: Out))",
        ),
    ];
    for (plan, mission) in rules {
        let mut generator = Generator::new(parsed(&plan, mission));
        let level = generator.generate(Request::new(1).with_difficulty(0.5).expect("a difficulty"));
        let [Note { wanted: 2, got: 0, .. }] = notes(&level)[..] else { panic!("{plan}: {:?}", level.notes()) };
    }
}
