//! A re-roll changes its room alone: every other room has every byte that it had, and so have plan,
//! mission and budgets, on random and built-in presets.

use std::collections::BTreeMap;

use roomgen::{
    Generator, Level, Preset, Request, Rerolls, RoomKind,
    export::{json, ron},
    level::NoteCode,
    preset::BUILT_IN,
};

use super::{
    parsed, presets,
    same_elsewhere::{changes_these_rooms_alone, placed},
};
use crate::{
    random_presets::{self, dice::Dice},
    tier,
    work::adversary_texts,
};

/// Asserts that a request with re-rolls gives the same level in each way, and that it is written,
/// read and made again.
fn is_made_again(preset: &Preset, request: &Request, level: &Level, what: &str) {
    let mut generator = Generator::new(preset);
    let _ = generator.generate(request.clone().with_seed(77));
    let mut placed = Vec::new();
    let observed = generator.generate_stepwise(request, &mut |step| {
        if let roomgen::trace::Step::Remain { room, prop, .. } | roomgen::trace::Step::Populate { room, prop, .. } =
            step
        {
            placed.push((room, prop));
        }
    });
    assert_eq!(&observed, level, "{what}");
    placed.sort_by_key(|(room, _)| *room);
    assert!(level.props().map(|prop| (prop.room, prop.cells)).eq(placed), "the steps show other props\n{what}");
    assert_eq!(&generator.generate_in_parallel(request), level, "{what}");
    assert_eq!(roomgen::reproduce(level, preset).as_ref(), Ok(level), "{what}");
    let (text, json) = (ron::write(level), json::write(level));
    assert_eq!(ron::read(&text).as_ref(), Ok(level), "{what}");
    assert_eq!(json::read(&json).as_ref(), Ok(level), "{what}");
    let line = json::write_line(level);
    assert_eq!(json::read(&line).as_ref(), Ok(level), "{what}");
}

/// What was seen while rooms were re-rolled.
#[derive(Default)]
struct Tally {
    rooms: u32,
    changed: u32,
    other: u32,
    layouts: u32,
    keys: u32,
    placed: u32,
    short: u32,
}

/// Re-rolls some rooms of a level, each alone and all together.
fn reroll_some(preset: &Preset, request: &Request, dice: &mut Dice, tally: &mut Tally, what: &str) {
    let mut generator = Generator::new(preset);
    let first = generator.generate(request);
    let last = first.rooms().len() as i64 - 1;
    let drawn: Vec<(u32, u32)> = (0..3).map(|_| (dice.between(0, last) as u32, dice.between(1, 9) as u32)).collect();
    let drawn: BTreeMap<u32, u32> = drawn.into_iter().collect();
    let with = |rerolls: &BTreeMap<u32, u32>| {
        request.clone().with_rerolls(rerolls.iter().map(|(&room, &number)| (room, number))).expect("few rooms")
    };
    let what = format!("{what}\nseed {}, re-rolls {drawn:?}", first.origin().seed);
    let all = generator.generate(with(&drawn));
    let [before, together] = changes_these_rooms_alone(&first, &all, &what);
    is_made_again(preset, &with(&drawn), &all, &what);
    for (&room, &number) in &drawn {
        let [one, other] = [number, number + 1].map(|number| {
            let request = request.clone().with_reroll(room, number).expect("one room");
            let level = generator.generate(request);
            let [_, document] = changes_these_rooms_alone(&first, &level, &what);
            (level, document)
        });
        let (one, alone) = one;
        let (before, alone, other) = (before.room(room), alone.room(room), other.1.room(room));
        assert_eq!(alone, together.room(room), "room {room} depends on other re-rolls\n{what}");
        // Rooms without furniture have nothing to draw.
        if first.props_in(room).count() > 4 {
            tally.rooms += 1;
            tally.changed += u32::from(before != alone);
            tally.other += u32::from(alone != other);
        }
        let layout = |level: &Level| level.layout(&level.rooms()[room as usize]).map(str::to_owned);
        tally.layouts += u32::from(layout(&first) != layout(&one));
        tally.keys += u32::from(first.keys().iter().any(|key| key.room == room));
        tally.placed += u32::from(!placed(&first, room).is_empty());
        tally.short += u32::from(one.notes().iter().any(|note| note.code == NoteCode::RerollShort));
    }
}

#[test]
fn a_reroll_changes_its_room_alone_in_random_presets() {
    let mut tally = Tally::default();
    for number in 0..20 * presets() {
        // Hardly a room has no place for what it was placed.
        if number >= tier::size(presets(), 20 * presets()) && tally.short > 0 {
            break;
        }
        let text = random_presets::preset(&mut Dice(number));
        let (preset, mut dice) = (parsed(&text), Dice(!number));
        for seed in 0..2 {
            let request = Request::new(seed).with_difficulty(seed as f32).expect("a difficulty");
            reroll_some(&preset, &request, &mut dice, &mut tally, &text);
        }
    }
    let Tally { rooms, changed, other, layouts, keys, placed, short } = tally;
    assert!(rooms > 50 && changed > rooms / 2 && other > rooms / 2, "{changed} and {other} of {rooms} rooms differ");
    assert!(
        layouts > 5 && keys > 5 && placed > 10,
        "{layouts} other layouts, {keys} keys, {placed} with groups or loot"
    );
    assert!(short > 0, "nothing lost its cell");
}

#[test]
fn a_reroll_changes_its_room_alone_in_built_in_presets() {
    let mut tally = Tally::default();
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a built-in preset");
        let mut dice = Dice(9);
        for seed in 0..tier::size(3, 60) {
            let request = Request::new(seed).on_floor(seed as u32 % 3).with_difficulty(0.5).expect("a difficulty");
            reroll_some(&preset, &request, &mut dice, &mut tally, name);
        }
    }
    let Tally { rooms, changed, other, .. } = tally;
    assert!(changed > rooms * 9 / 10 && other > rooms * 9 / 10, "{changed} and {other} of {rooms} rooms differ");
}

/// The slow tier re-rolls more than 10,000 rooms: `SLOW=1 cargo test -p roomgen-tests many_rerolls
/// -- --nocapture` prints how many of them were of which sort.
#[test]
fn many_rerolls_change_their_rooms_alone() {
    let mut dice = Dice(42);
    let (mut levels, mut rooms, mut short, mut vaults, mut keys) = (0, 0, 0, 0, 0);
    for (name, _) in BUILT_IN.iter().step_by(tier::size(3, 1)) {
        let preset = Preset::built_in(name).expect("a built-in preset");
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(4, 300) {
            let (floor, difficulty) = (dice.between(0, 30) as u32, dice.between(0, 4) as f32 / 4.0);
            let request = Request::new(seed).on_floor(floor).with_difficulty(difficulty).expect("0 to 1");
            let first = generator.generate(&request);
            let last = first.rooms().len() as i64 - 1;
            let mut drawn = || (dice.between(0, last) as u32, dice.between(1, u32::MAX.into()) as u32);
            let drawn: BTreeMap<u32, u32> = (0..1 + seed % 9).map(|_| drawn()).collect();
            let request = request.with_rerolls(drawn.iter().map(|(&room, &number)| (room, number)));
            let again = generator.generate(request.expect("few rooms"));
            let what = format!("{name}, seed {seed}, floor {floor}, difficulty {difficulty}, re-rolls {drawn:?}");
            changes_these_rooms_alone(&first, &again, &what);
            levels += 1;
            rooms += drawn.len();
            short += usize::from(again.notes().iter().any(|note| note.code == NoteCode::RerollShort));
            vaults += drawn.keys().filter(|&&room| first.vault(&first.rooms()[room as usize]).is_some()).count();
            keys += first.keys().iter().filter(|key| drawn.contains_key(&key.room)).count();
        }
    }
    println!(
        "{rooms} rooms re-rolled in {levels} levels: {vaults} with vaults, {keys} keys; {short} levels fall short"
    );
    assert!(rooms >= tier::size(20, 10_000), "{rooms} rooms");
}

#[test]
fn rooms_of_adversarial_presets_can_be_rerolled() {
    let mut tally = Tally::default();
    for (name, text) in adversary_texts().step_by(tier::size(13, 1)) {
        reroll_some(&parsed(&text), &Request::new(3), &mut Dice(5), &mut tally, name);
    }
}

#[test]
fn all_rooms_of_a_level_can_be_rerolled_at_once() {
    let preset =
        Preset::built_in("crypt").expect("a preset").with_size("120x90".parse().expect("a size")).expect("a size");
    let first = roomgen::generate(&preset, 5);
    let rooms = first.rooms().len() as u32;
    let request = Request::new(5).with_rerolls((0..rooms).map(|room| (room, 1))).expect("few rooms");
    let again = roomgen::generate(&preset, &request);
    changes_these_rooms_alone(&first, &again, "crypt");
    is_made_again(&preset, &request, &again, "crypt");
}

#[test]
fn number_zero_is_the_room_as_it_was_drawn_first() {
    let preset = Preset::built_in("crypt").expect("a preset");
    let first = roomgen::generate(&preset, 5);
    let request = Request::new(5).with_reroll(2, 0).expect("no room");
    assert_eq!(request, Request::new(5));
    let undone = request.with_reroll(2, 4).and_then(|request| request.with_reroll(2, 0)).expect("no room");
    assert_eq!(undone, Request::new(5));
    assert!(first.rerolls().is_empty());
    assert!(!ron::write(&first).contains("rerolls"));
}

#[test]
fn rooms_that_are_not_there_are_noted() {
    let preset = Preset::built_in("crypt").expect("a preset");
    let first = roomgen::generate(&preset, 5);
    let rooms = first.rooms().len() as u32;
    let noted = |rerolls: &[(u32, u32)]| {
        let request = Request::new(5).with_rerolls(rerolls.iter().copied()).expect("few rooms");
        let level = roomgen::generate(&preset, &request);
        changes_these_rooms_alone(&first, &level, "crypt");
        is_made_again(&preset, &request, &level, "crypt");
        let note = level.notes().iter().find(|note| note.code == NoteCode::RerollUnknown).map(ToString::to_string);
        assert_ne!(level.digest(), first.digest());
        note
    };
    assert_eq!(noted(&[(0, 1)]), None);
    let last = rooms - 1;
    assert_eq!(
        noted(&[(0, 1), (rooms, 1)]).expect("a note"),
        format!(
            "RerollUnknown: the level has 1 re-rolled room, but the request asks for at least 2 (there is no room {rooms}; \
             rooms are 0 to {last})"
        )
    );
    let many = noted(&(rooms..rooms + 20).map(|room| (room, 1)).collect::<Vec<_>>()).expect("a note");
    assert!(many.contains("there are no rooms ") && many.contains(" and 12 more; "), "{many}");
    assert!(noted(&[(u32::MAX, u32::MAX)]).is_some());
}

#[test]
fn a_request_has_at_most_so_many_rerolls() {
    let most = Rerolls::MOST as u32;
    let request = Request::new(5).with_rerolls((0..most).map(|room| (room, 1))).expect("as many as are allowed");
    assert!(request.clone().with_reroll(0, 2).is_ok());
    let error = request.with_reroll(most, 1).expect_err("one more").to_string();
    assert_eq!(error, "more than 4096 rooms are re-rolled; re-roll at most 4096 rooms of a level");
    assert!(Request::new(5).with_rerolls((0..=most).map(|room| (room, 1))).is_err());
    assert!(Request::new(5).with_rerolls((0..=most).map(|room| (room % most, 1))).is_ok());
}

#[test]
fn a_boss_and_a_key_keep_their_room_and_move_in_it() {
    let mut moved = 0;
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        for seed in 0..4 {
            let first = roomgen::generate(&preset, seed);
            let Some(key) = first.keys().first() else { continue };
            let request = Request::new(seed).with_reroll(key.room, 1).expect("one room");
            let again = roomgen::generate(&preset, request);
            let other = again.keys().first().expect("the key");
            assert_eq!((key.room, key.key_use), (other.room, other.key_use), "{name}, seed {seed}");
            moved += u32::from(key.cell != other.cell);
            let ends = |level: &Level| {
                let end = level.rooms().iter().find(|room| room.kind == RoomKind::End).map(|room| room.id);
                (level.entry(), level.exit(), end)
            };
            assert_eq!(ends(&first), ends(&again), "{name}, seed {seed}");
        }
    }
    assert!(moved > 3, "{moved} keys have moved");
}

/// A vault whose rat is walled in, so that a chest or an urn gives way: crates around it decide
/// which.
const CAGE: &str = r##"(
    name: "cage", size: (40, 30), floorplan: (rooms: (min: 5, max: 10), vaults: (chance: 1)),
    layouts: [(name: "crates", formations: [(shape: Scatter(1), size: Fit(1.0), count: 14, prop: "crate")])],
    vaults: [(name: "cage", required: true, most: 1, rows: ["ucu", "cru", "uuu"],
        legend: {'c': "chest", 'u': "urn", 'r': "rat"})],
    props: {
        "chest": (glyph: '*', color: "#80c0ff"), "urn": (glyph: 'u', color: "#808080"),
        "crate": (glyph: 'o', color: "#806040"), "rat": (glyph: 'r', color: "#806040", marker: true),
    },
    loot: (budget: 20, items: {"chest": (value: 2, most: 2)}),
)"##;

#[test]
fn props_that_gave_way_in_a_vault_stay_away() {
    let preset = parsed(CAGE);
    let chests = |level: &Level| level.props().filter(|prop| prop.kind.name.as_str() == "chest").count();
    let (mut gone, mut short) = (0, 0);
    for seed in 0..tier::size(40, 1000) {
        let first = roomgen::generate(&preset, seed);
        let cage = first.rooms().iter().find(|room| first.vault(room).is_some()).expect("a cage").id;
        let in_cage = first.loot().iter().filter(|thing| thing.room == cage).count();
        for number in 1..4 {
            let again = roomgen::generate(&preset, Request::new(seed).with_reroll(cage, number).expect("one room"));
            let what = format!("seed {seed}, re-roll {number} of room {cage}");
            changes_these_rooms_alone(&first, &again, &what);
            assert!(chests(&again) <= chests(&first).min(2), "{what}: {} chests", chests(&again));
            short += u32::from(chests(&again) < chests(&first));
        }
        gone += u32::from(in_cage < 2);
    }
    assert!(gone > 10 && short > 0, "{gone} cages without a chest, {short} re-rolls that lost one");
}
