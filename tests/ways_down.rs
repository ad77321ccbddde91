//! Stairs beside the exit: the plan chooses their rooms and cells, whatever else a preset asks for.
//!
//! Their rooms are walked to here by plain searches of doors and cells. `proof` and `playthrough`
//! play the missions.

use std::collections::BTreeSet;

use roomgen::{
    Cell, Generator, Level, Preset, Request,
    level::{DoorKind, NoteCode, RoomKind},
    preset::{BUILT_IN, BasePreset},
    stages::{self, Stage},
};

use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

/// The preset of `text`, overridden by `over`.
fn over(text: &str, over: &str) -> Result<Preset, String> {
    let base = |_: &str| Ok(BasePreset { name: "base.ron".to_owned(), text: text.to_owned() });
    Preset::parse_with(&format!("(name: \"over\", base: \"base.ron\", {over})"), base)
        .map_err(|error| error.to_string())
}

const WELL: &str = r#"(to: "well", rooms: (kinds: [Bonus]), pick: DeadEnds, at: Wall)"#;
const SHAFT: &str = r#"(to: "shaft")"#;
const GATE: &str = r#"(to: "gate", rooms: (progress: (0.4, 1)), pick: Farthest)"#;
const TRAP: &str = r#"(to: "trap", rooms: (kinds: [Path]), pick: Nearest, at: Wall)"#;

fn with(text: &str, stairs: &[&str]) -> Preset {
    over(text, &format!("floorplan: (stairs: [{}])", stairs.join(", "))).unwrap_or_else(|error| panic!("{error}"))
}

/// The rooms that one walks to from the start room, all locks open but those with fewer keys than
/// doors, and without a secret door.
fn visible_rooms(level: &Level) -> BTreeSet<u32> {
    let is_scarce = |name: &str| {
        let doors = level.passages().iter().filter(|passage| level.lock(passage) == Some(name)).count();
        let keys = level.keys().iter().filter(|key| level.key_name(key) == name);
        let single = keys.clone().all(|key| key.key_use == roomgen::KeyUse::SingleUse);
        single && keys.count() < doors
    };
    let (mut rooms, mut ahead) = (BTreeSet::from([level.start().id]), vec![level.start().id]);
    while let Some(room) = ahead.pop() {
        for passage in level.passages().iter().filter(|passage| passage.rooms.contains(&room)) {
            let is_shut = passage.kind == DoorKind::Secret || level.lock(passage).is_some_and(is_scarce);
            let leads = passage.one_way.is_none_or(|from| from == room);
            if leads && !is_shut {
                ahead.extend(passage.rooms.into_iter().filter(|&other| rooms.insert(other)));
            }
        }
    }
    rooms
}

/// Asserts what is promised of a level's stairs beside the exit. Returns their number.
fn are_sound(level: &Level, rules: usize, what: &str) -> usize {
    let what = || format!("{what}, {:?}\n{}", level.origin(), roomgen::export::text::write(level));
    assert_eq!(level.check(), [], "{}", what());
    let missing = level.notes().iter().filter(|note| note.code == NoteCode::StairsShort).count();
    assert_eq!(level.stairs().len() + missing, rules, "{}", what());
    let visible = visible_rooms(level);
    let mut rooms = BTreeSet::from([level.start().id, level.end().id]);
    for stairs in level.stairs() {
        let room = level.room_at(stairs.cell).unwrap_or_else(|| panic!("{}", what()));
        assert!(rooms.insert(room.id), "one stair a room: {}", what());
        assert!(visible.contains(&room.id), "{} is hidden: {}", room.id, what());
        let stands = |prop: &roomgen::Prop<'_>| prop.kind.is_obstacle() || prop.kind.marker;
        let mut here = level.props().filter(|prop| prop.cells.contains(stairs.cell) && stands(prop));
        let is_key = level.keys().iter().any(|key| key.cell == stairs.cell);
        assert!(here.next().is_none() || is_key, "{}", what());
        assert!(level.is_reachable(stairs.cell) && !level.can_block(&[stairs.cell]), "{}", what());
    }
    level.stairs().len()
}

#[test]
fn stairs_of_built_in_presets_lie_where_keys_may_lie() {
    let (mut found, mut asked) = (0, 0);
    for (name, text) in BUILT_IN {
        let preset = with(text, &[WELL, SHAFT, GATE, TRAP]);
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(8, 1000) {
            let level = generator.generate(Request::new(seed).with_difficulty((seed % 3) as f32 / 2.0).expect("one"));
            found += are_sound(&level, 4, name);
            asked += 4;
            let of = |to: &str| level.stairs().iter().find(|stairs| *stairs.to == *to);
            let kind = |to: &str| of(to).and_then(|stairs| level.room_at(stairs.cell)).map(|room| room.kind);
            assert!(kind("well").is_none_or(|kind| kind == RoomKind::Bonus));
            assert!(kind("trap").is_none_or(|kind| kind == RoomKind::Path));
        }
    }
    assert!(found * 10 > asked * 8, "{found} of {asked}");
}

#[test]
fn stairs_of_random_presets_lie_where_keys_may_lie() {
    let mut found = 0;
    for number in 0..tier::size(60, 6000) {
        let text = random_presets::plain(&mut Dice(number));
        let preset = with(&text, &[SHAFT, GATE, r#"(to: "b", pick: Nearest, at: Wall)"#]);
        for seed in 0..3 {
            found += are_sound(&roomgen::generate(&preset, seed), 3, &text);
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn stairs_move_no_wall_no_key_and_no_other_stairs() {
    let (mut moved, mut stairs) = (0, 0);
    let random = (0..tier::size(30, 1000)).map(|number| random_presets::plain(&mut Dice(number)));
    let built_in = BUILT_IN.iter().map(|(_, text)| (*text).to_owned());
    for text in random.chain(built_in) {
        let presets =
            [with(&text, &[]), with(&text, &[SHAFT]), with(&text, &[SHAFT, GATE]), with(&text, &[GATE, SHAFT])];
        for seed in 0..2 {
            let make = |preset: &Preset| stages::digests(&mut Generator::new(preset), Request::new(seed));
            let [(plain, none), levels @ ..] = presets.each_ref().map(make);
            for (level, digests) in &levels {
                let first = none.first_difference(digests);
                assert!(
                    first.is_none_or(|stage| stage >= Stage::Furnishing),
                    "{first:?} differs at seed {seed} of {text}"
                );
                assert_eq!(
                    (plain.tiles(), plain.passages(), plain.exit()),
                    (level.tiles(), level.passages(), level.exit())
                );
            }
            let cell = |number: usize, to: &str| -> Option<Cell> {
                let level: &Level = &levels[number].0;
                level.stairs().iter().find(|stairs| *stairs.to == *to).map(|stairs| stairs.cell)
            };
            assert_eq!(cell(0, "shaft"), cell(1, "shaft"), "a later rule moves no stairs: {text}");
            stairs += 1;
            moved += u64::from(cell(1, "shaft") != cell(2, "shaft"));
        }
    }
    assert!(moved * 3 < stairs, "of {stairs} stairs, an earlier rule takes the room of {moved}");
}

#[test]
fn stairs_furnish_no_room_but_their_own() {
    let text = r##"(name: "a", size: (60, 40), floorplan: (bonus: (chance: 0.6)), props: {"urn": (glyph: 'u', color: "#c28a2e")},
        layouts: [(name: "a", formations: [(shape: Scatter(1), prop: "urn", at: Anywhere)])])"##;
    let [plain, preset] = [with(text, &[]), with(text, &[SHAFT, WELL])];
    for seed in 0..tier::size(40, 1000) {
        let [plain, level] = [&plain, &preset].map(|preset| roomgen::generate(preset, seed));
        let own: Vec<u32> =
            level.stairs().iter().filter_map(|stairs| level.room_at(stairs.cell)).map(|room| room.id).collect();
        for room in level.rooms().iter().filter(|room| !own.contains(&room.id)) {
            assert!(plain.props_in(room.id).map(|prop| prop.cells).eq(level.props_in(room.id).map(|prop| prop.cells)));
        }
        assert!(!own.is_empty());
    }
}

#[test]
fn a_dead_end_changes_nothing_but_what_it_says() {
    for (name, text) in BUILT_IN {
        let [plain, dead] =
            ["()", "(exit: (dead_end: true))"].map(|plan| over(text, &format!("floorplan: {plan}")).expect(name));
        let [plain, dead] = [&plain, &dead].map(|preset| roomgen::generate(preset, 5));
        assert!(dead.is_dead_end() && !plain.is_dead_end() && plain.exit() == dead.exit());
        assert_ne!(plain.digest(), dead.digest());
        assert_eq!(dead.check(), []);
        assert!(plain.props().eq(dead.props()));
        assert_eq!(dead.ways_down().count(), 0);
        let drawing = roomgen::export::text::read(&roomgen::export::text::write(&dead)).expect("a drawing");
        assert_eq!((drawing.entry(), drawing.exit()), (Some(dead.entry()), None));
    }
}

#[test]
fn rules_for_stairs_are_checked() {
    let problem = |rules: &str| over("(name: \"a\")", &format!("floorplan: (stairs: [{rules}])")).expect_err(rules);
    for (rules, message) in [
        (r#"(to: "")"#, "a name must not be empty"),
        (r#"(to: "a"), (to: "b"), (to: "a")"#, "the name \"a\" is given twice"),
        (r#"(to: "a", rooms: (kinds: [Start, End]))"#, "no other stairs lie in the rooms of the entry and the exit"),
        (r#"(to: "a", rooms: (tags: ["crown"]))"#, "no rule gives the tag \"crown\""),
        (r#"(rooms: (kinds: [Bonus]))"#, "to"),
        (r#"(to: "a", pick: All)"#, "All"),
        (&(0..9).map(|to| format!("(to: \"{to}\"), ")).collect::<String>(), "9 rules for stairs"),
    ] {
        let given = problem(rules);
        assert!(given.contains(message), "{rules}: {given}");
    }
    let late = over(
        "(name: \"a\", props: {\"key\": (glyph: 'k', color: \"#ffffff\", blocks: false)}, mission: (locks: [(name: \"key\", lock: Bonus)]))",
        "floorplan: (stairs: [(to: \"a\", rooms: (tags: [\"key\"]))])",
    );
    assert!(late.expect_err("a late tag").contains("gets its tag later"));
}

#[test]
fn stairs_without_a_room_are_noted() {
    let text = "(name: \"a\", size: (24, 18), floorplan: (path: (rooms: (2, 2)), bonus: (rooms: (0, 0)), coverage: 0))";
    let level = roomgen::generate(&with(text, &[WELL, SHAFT]), 3);
    let notes: Vec<String> = level.notes().iter().map(ToString::to_string).collect();
    assert_eq!(level.stairs(), []);
    assert!(
        notes.contains(
            &"StairsShort: the level has no way down of this name, but the preset asks for at least 1 (well)"
                .to_owned()
        ),
        "{notes:?}"
    );
}

#[test]
fn drawings_name_each_stair() {
    let level = roomgen::generate(&with(BUILT_IN[0].1, &[SHAFT, r#"(to: "over (blocks)")"#]), 1);
    let drawn = roomgen::export::text::write(&level);
    for stairs in level.stairs() {
        assert!(drawn.contains(&format!("≥ stairs to {} {}\n", stairs.to, stairs.cell)), "{drawn}");
    }
    let drawing = roomgen::export::text::read(&drawn).expect("a drawing");
    assert_eq!((drawing.exit(), drawing.check()), (Some(level.exit()), vec![]));
    let dot = roomgen::export::dot::write(&level);
    assert!(dot.contains("<b>stairs</b> to shaft"), "{dot}");
}
