//! Another mission moves no wall, and changes no room but those of keys and of what the plan lays,
//! apart from what budgets buy; other bends of corridors change no room, no role and no mission.

use std::collections::BTreeSet;

use roomgen::{
    Cell, Key, KeyUse, Level, Passage, Preset, Room,
    level::{DoorKind, NoteCode},
    preset::BUILT_IN,
    reproduce_stepwise,
    stages::Stage,
    trace::Step,
};

use super::{DigestedLevel, edited, levels, levels_of, parsed, presets, undug};
use crate::random_presets::{self, dice::Dice, missions};

/// The keys of a level with their rooms, without the cells that furnishing chooses.
pub(super) fn key_rooms(level: &Level) -> Vec<(&str, KeyUse, u32)> {
    let of = |key: &Key| {
        let Key { key_use, room, .. } = *key;
        (level.key_name(key), key_use, room)
    };
    level.keys().iter().map(of).collect()
}

/// The number of seeds for edits of a single preset.
const SEEDS: u64 = 12;

/// What an edit of the mission changed in the levels of a preset.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct MissionChange {
    /// Locks, one-way doors, shortcuts or the rooms of keys.
    mission: bool,
    /// The rooms of keys, or what lies in them.
    furnishing: bool,
}

/// The rooms of a level with a key, a guard, a boss or a metered thing: all that takes its cell
/// before the first formation.
fn rooms_of_planned(level: &Level, preset: &Preset) -> BTreeSet<u32> {
    let mut rooms: BTreeSet<u32> = level.keys().iter().map(|key| key.room).collect();
    let again = reproduce_stepwise(level, preset, &mut |step| {
        if let Step::Reserve { room, .. } | Step::Keep { room, .. } = step {
            rooms.insert(room);
        }
    });
    assert_eq!(again.as_ref(), Ok(level));
    rooms
}

/// What an edit of the mission changes in the levels of a preset; panics if anything else differs.
fn mission_change(old: &Preset, before: &[DigestedLevel], new: &Preset, what: &str) -> MissionChange {
    let mut change = MissionChange::default();
    let presets = [old, new];
    for ((old, olds), (new, news)) in before.iter().zip(&levels_of(new, before.len() as u64)) {
        let seed = old.origin().seed;
        let differs = |stage: &Stage| olds.get(*stage) != news.get(*stage);
        for stage in [Stage::Partition, Stage::Route, Stage::Passages, Stage::Roles, Stage::Tiles] {
            assert!(!differs(&stage), "{what}: {stage:?} differs at seed {seed}");
        }
        changes_no_passage(old, new, what);
        let [planned, now_planned] =
            [(old, presets[0]), (new, presets[1])].map(|(level, preset)| rooms_of_planned(level, preset));
        changes_only_rooms(&(&planned | &now_planned), old, new, what);
        assert_eq!(old.budgets(), new.budgets(), "{what}");
        // The values behind the digests.
        assert_eq!(old.tiles(), new.tiles(), "{what}");
        assert_eq!((old.path(), old.entry(), old.exit()), (new.path(), new.entry(), new.exit()), "{what}");
        let other_notes = |level: &Level| -> Vec<_> {
            let is_other = |code| {
                !matches!(
                    code,
                    NoteCode::LockShort
                        | NoteCode::ShortcutShort
                        | NoteCode::SecretOpened
                        | NoteCode::RoomsBare
                        | NoteCode::BossShort
                        | NoteCode::GuardShort
                        | NoteCode::MeteredShort
                        | NoteCode::EncountersShort
                        | NoteCode::LootShort
                        | NoteCode::FormationShort
                )
            };
            level.notes().iter().filter(|note| is_other(note.code)).cloned().collect()
        };
        assert_eq!(other_notes(old), other_notes(new), "{what}");
        change.mission |= differs(&Stage::Mission);
        change.furnishing |= differs(&Stage::Furnishing);
    }
    change
}

/// Asserts that passages keep their rooms and cells, and their doors unless a lock replaced them.
fn changes_no_passage(old: &Level, new: &Level, what: &str) {
    assert_eq!(old.passages().len(), new.passages().len(), "{what}");
    for (old, new) in old.passages().iter().zip(new.passages()) {
        assert_eq!((old.rooms, &old.connection), (new.rooms, &new.connection), "{what}");
        // Doors whose lock was removed again are closed.
        let is_of_lock = |kind| matches!(kind, DoorKind::Barred | DoorKind::Closed);
        assert!(old.kind == new.kind || [old.kind, new.kind].into_iter().any(is_of_lock), "{what}: {old:?}, {new:?}");
    }
}

/// Asserts that rooms keep shape, vault and other tags, and what formations and vaults place in
/// them unless they are `planned`.
fn changes_only_rooms(planned: &BTreeSet<u32>, old: &Level, new: &Level, what: &str) {
    assert_eq!(old.rooms().len(), new.rooms().len(), "{what}");
    let is_of_key = |tag: &&str| old.locks().iter().chain(new.locks()).any(|lock| lock.as_str() == *tag);
    let bought = [old, new].map(bought);
    for (room, other) in old.rooms().iter().zip(new.rooms()) {
        let facts = |level: &Level, room: &Room| {
            let tags: Vec<_> = level.tags(room).filter(|tag| !is_of_key(tag)).map(str::to_owned).collect();
            (room.rect, room.shape, room.kind, level.vault(room).map(str::to_owned), tags)
        };
        assert_eq!(facts(old, room), facts(new, other), "{what}");
        if planned.contains(&room.id) {
            continue;
        }
        let content = |level: &Level, bought: &BTreeSet<u32>| -> (Option<String>, Vec<_>) {
            let props = (0..).zip(level.props()).filter(|(id, prop)| prop.room == room.id && !bought.contains(id));
            let props = props.map(|(_, prop)| (prop.kind.name.to_string(), prop.cells, prop.turn, prop.offset));
            (level.layout(&level.rooms()[room.id as usize]).map(str::to_owned), props.collect())
        };
        let (before, after) = (content(old, &bought[0]), content(new, &bought[1]));
        if before.0 != after.0 {
            // Tags of keys change layouts, and a memory hands that on from room to room, one of the
            // floor to all rooms that come later.
            let has_other = |near: u32| planned.contains(&near) || layouts_differ(old, new, near);
            assert!(
                within_two_doors(old, room.id).chain(0..room.id).any(has_other),
                "{what}\nroom {} has another layout",
                room.id
            );
            continue;
        }
        assert_eq!(before, after, "{what}\nnothing is laid in room {}", room.id);
    }
}

/// Whether a room has another layout in the second level.
fn layouts_differ(old: &Level, new: &Level, room: u32) -> bool {
    let layout = |level: &Level| level.layout(&level.rooms()[room as usize]).map(str::to_owned);
    layout(old) != layout(new)
}

/// The rooms of lower ids within two doors of a room.
fn within_two_doors(level: &Level, room: u32) -> impl Iterator<Item = u32> {
    let joined = |to: u32| {
        let ends = level.passages().iter().map(|passage| passage.rooms);
        ends.filter_map(move |[one, other]| match (one == to, other == to) {
            (true, _) => Some(other),
            (_, true) => Some(one),
            (false, false) => None,
        })
    };
    let within = joined(room).flat_map(move |near| joined(near).chain([near]));
    within.filter(move |&near| near < room)
}

/// The ids of the props that budgets bought, or rules for metered things. What a vault draws is
/// drawn, whatever it counts for.
fn bought(level: &Level) -> BTreeSet<u32> {
    let groups = (0..).zip(level.encounters()).filter(|(_, encounter)| encounter.group.is_some());
    let members = groups.flat_map(|(number, _)| level.members(number)).copied();
    members.chain((0..level.loot().len() as u32).filter_map(|thing| level.loot_prop(thing))).collect()
}

#[test]
fn another_mission_or_none_moves_no_wall() {
    let (mut removed, mut changed) = (0, 0);
    for number in 0..presets() {
        let text = random_presets::plain(&mut Dice(number));
        let before = levels(&parsed(&text));
        let none = edited(&text, "mission: (locks: [], shortcuts: (chance: 0))");
        let preset = parsed(&text);
        removed += u64::from(mission_change(&preset, &before, &none, &text).mission);
        let other = missions::mission(&mut Dice(presets() + number), 3, &text);
        let change = mission_change(&preset, &before, &edited(&text, &other), &format!("{text}\n{other}"));
        changed += u64::from(change.mission && change.furnishing);
    }
    assert!(removed > presets() / 4, "only {removed} of {} presets had a mission to remove", presets());
    assert!(changed > presets() / 3, "only {changed} edits of {} changed anything", presets());
}

/// The mission whose words are edited one by one, for the crypt.
const MISSION: &str = "locks: [
    (name: \"bone key\", lock: Path((0.2, 0.6)), key: (pick: DeadEnds, at: North), count: (1, 2)),
    (name: \"silver key\", lock: Tag(\"treasury\"), key: (rooms: (kinds: [Bonus, Path])), count: 2),
    (name: \"rusted key\", single_use: true, lock: Bonus, key: (pick: Any)),
], around: OneWay, shortcuts: (chance: 1, saves: 2, count: 4)";

/// Words of [`MISSION`], each with another in its place.
const WORDS: &[(&str, &str)] = &[
    ("name: \"silver key\"", "name: \"coin\""),
    ("lock: Path((0.2, 0.6))", "lock: Path((0.7, 0.9))"),
    ("lock: Tag(\"treasury\")", "lock: Tag(\"lair\")"),
    ("lock: Bonus", "lock: Path((0, 1))"),
    ("pick: DeadEnds", "pick: Farthest"),
    ("pick: DeadEnds", "pick: Nearest"),
    ("pick: DeadEnds", "pick: Any"),
    ("kinds: [Bonus, Path]", "kinds: [Detour]"),
    ("at: North", "at: South"),
    ("at: North", "at: Anywhere"),
    ("count: (1, 2)", "count: (3, 4)"),
    ("count: 2", "count: 1"),
    ("single_use: true", "single_use: false"),
    ("single_use: true", "switch: true"),
    ("around: OneWay", "around: Locked"),
    ("chance: 1", "chance: 0"),
    ("saves: 2", "saves: 6"),
    ("count: 4", "count: 1"),
];

/// The crypt without mouths, which depend on the mission, and the crypt with another one.
fn crypt_with_missions() -> (String, impl Fn(&str) -> Preset) {
    let (_, crypt) = BUILT_IN.iter().find(|(name, _)| *name == "crypt").expect("a built-in preset");
    // With many loops, of which several become shortcuts.
    let text = random_presets::without_mouths(crypt).replacen(
        "loops: (chance: (from: 0.5, to: 0.25, over: Difficulty)",
        "loops: (chance: 0.9",
        1,
    );
    let base = text.clone();
    (text, move |mission: &str| {
        let coin = "\"coin\": (glyph: 'c', color: \"#c0a020\", blocks: false)";
        let own = r#"["windlass", "bone key", "toll coin", "rusted key", "silver key"]"#;
        edited(&base, &format!("remove: {own}, props: {{{coin}}}, mission: ({mission})"))
    })
}

#[test]
fn each_word_of_a_mission_changes_the_mission_or_its_keys_and_moves_no_wall() {
    let (text, with) = crypt_with_missions();
    let crypt = parsed(&text);
    mission_change(&crypt, &levels(&crypt), &with(MISSION), MISSION);
    let old = with(MISSION);
    let before = levels_of(&old, SEEDS);
    for (word, other) in WORDS {
        let change = mission_change(&old, &before, &with(&MISSION.replacen(word, other, 1)), other);
        // The point of a room near which a key lies is a matter of furnishing.
        let is_point = word.starts_with("at:");
        assert_eq!((change.mission, change.furnishing || !is_point), (!is_point, true), "{word}, {other}");
    }
}

#[test]
fn fewer_keys_than_doors_move_no_wall() {
    let (_, with_mission) = crypt_with_missions();
    let with = |single_use: &str| {
        with_mission(&MISSION.replace("single_use: true", &format!("single_use: true, count: 3{single_use}")))
    };
    let old = with("");
    let change = mission_change(&old, &levels_of(&old, SEEDS), &with(", keys: 1"), "keys: 1");
    assert!(change.mission && change.furnishing);
}

#[test]
fn a_lock_of_a_crossing_moves_no_wall() {
    const GATE: &str = "lock: Crossing(\"chasm\")";
    let (_, crypt) = BUILT_IN.iter().find(|(name, _)| *name == "crypt").expect("a built-in preset");
    let text = random_presets::without_mouths(crypt).replacen("crossings: (3, 3), chance: 0.6", "crossings: (3, 3)", 1);
    let with = |mission: &str| edited(&text, &format!("remove: [\"windlass\"], mission: ({mission})"));
    let old = with(MISSION);
    let before = levels_of(&old, SEEDS);
    let gated = MISSION.replacen("lock: Path((0.2, 0.6))", GATE, 1).replacen("count: (1, 2)", "count: 1", 1);
    let change = mission_change(&old, &before, &with(&gated), GATE);
    assert!(change.mission && change.furnishing);
    let (old, before) = (with(&gated), levels_of(&with(&gated), SEEDS));
    for (word, other) in [("around: OneWay", "around: Locked"), (GATE, "lock: Bonus"), (", count: 1)", ", count: 0)")] {
        assert!(mission_change(&old, &before, &with(&gated.replacen(word, other, 1)), other).mission, "{other}");
    }
}

#[test]
fn missions_of_built_in_presets_move_no_wall() {
    let mut changed = 0;
    for (name, text) in BUILT_IN {
        let (around, chance) = if text.contains("around: Locked") { ("OneWay", 1) } else { ("Locked", 0) };
        let over = format!("mission: (around: {around}, shortcuts: (chance: {chance}))");
        // Mouths and openings depend on the mission: see `mouths`.
        let text = random_presets::without_mouths(text);
        let text: String =
            text.lines().filter(|line| !line.trim_start().starts_with("open: (")).collect::<Vec<_>>().join("\n");
        let old = parsed(&text);
        changed += u64::from(mission_change(&old, &levels_of(&old, SEEDS), &edited(&text, &over), name).mission);
    }
    assert_eq!(changed, BUILT_IN.iter().filter(|(_, text)| text.contains(" mission: (")).count() as u64);
}

/// What other bends change in the levels of a preset: doors and corridors, and what follows them.
/// Panics if rooms, roles or missions differ.
fn bends_move_doors_alone(before: &Preset, after: &Preset, what: &str) -> bool {
    let mut changed = false;
    for ((old, olds), (new, news)) in levels(before).iter().zip(&levels(after)) {
        for stage in [Stage::Partition, Stage::Route, Stage::Roles, Stage::Mission] {
            assert_eq!(olds.get(stage), news.get(stage), "{what}: {stage:?} differs at seed {}", old.origin().seed);
        }
        // The values behind the digests.
        let rooms = |level: &Level| -> Vec<_> {
            let vault = |room| level.vault(room).map(str::to_owned);
            level.rooms().iter().map(|room| (undug(room), room.kind, vault(room))).collect()
        };
        assert_eq!(rooms(old), rooms(new), "{what}");
        assert_eq!((key_rooms(old), old.path()), (key_rooms(new), new.path()), "{what}");
        let plan = |level: &Level| -> Vec<_> {
            let of = |passage: &Passage| {
                let lock = level.lock(passage).map(str::to_owned);
                (passage.rooms, passage.kind, lock, passage.one_way, passage.saves)
            };
            level.passages().iter().map(of).collect()
        };
        assert_eq!(plan(old), plan(new), "{what}");
        changed |= olds.get(Stage::Passages) != news.get(Stage::Passages);
    }
    changed
}

#[test]
fn bends_of_corridors_move_no_room_and_no_mission() {
    let (mut changed, mut with_corridors) = (0, 0);
    for number in 0..presets() {
        let text = random_presets::plain(&mut Dice(number));
        let Some((head, tail)) = text.split_once("bends: ") else { continue };
        // A ramp ends at its own bracket.
        let end = if tail.starts_with('(') { tail.find(')').map(|end| end + 1) } else { tail.find(')') };
        let (given, rest) = tail.split_at(end.expect("the end of the style"));
        let other = if given == "0" { "1" } else { "0" };
        let after = parsed(&format!("{head}bends: {other}{rest}"));
        with_corridors += 1;
        changed += u64::from(bends_move_doors_alone(&parsed(&text), &after, &text));
    }
    assert!(changed > with_corridors / 3, "only {changed} of {with_corridors} presets had corridors that may bend");
    for name in ["arena", "mine"] {
        let text = BUILT_IN.iter().find(|(other, _)| *other == name).expect("a built-in preset").1;
        let (head, tail) = text.split_once(", bends: ").expect("bends");
        let (_, rest) = tail.split_once(')').expect("the end of the style");
        assert!(bends_move_doors_alone(&parsed(text), &parsed(&format!("{head}){rest}")), name), "{name}");
    }
}

#[test]
fn the_shape_of_a_great_room_changes_no_other_room() {
    let preset = |shape: &str, rooms: &str| {
        parsed(&format!(
            "(name: \"court\", floorplan: (rooms: (max: 12, sizes: [(name: \"court\", fraction: 0.3)]), coverage: 0.8, \
             shapes: [(shape: {rooms}), (shape: {shape}, size: \"court\")]))"
        ))
    };
    let plain = levels_of(&preset("Rectangle", "Plus"), SEEDS);
    let mut changed = 0;
    for shape in ["Octagon, cut: 0.2", "Octagon, cut: (from: 0.4, to: 1, over: Difficulty)", "Plus, cut: 1", "Round"] {
        for ((old, olds), (new, news)) in plain.iter().zip(&levels_of(&preset(shape, "Plus"), SEEDS)) {
            assert_eq!(olds.first_difference(news), Some(Stage::Tiles), "{shape}");
            assert_eq!((old.passages(), old.path()), (new.passages(), new.path()), "{shape}");
            let is_court = |room: &&Room| old.tags(room).any(|tag| tag == "court");
            let court = old.rooms().iter().find(is_court).expect("a court").rect.grown(1).expect("walls");
            for y in 0..old.height() {
                for cell in (0..old.width()).map(|x| Cell::new(x, y)).filter(|cell| old.tile(*cell) != new.tile(*cell))
                {
                    assert!(court.contains(cell), "{shape}: {cell:?}");
                    changed += 1;
                }
            }
        }
    }
    assert!(changed > 1000, "{changed}");
    // Rules for other rooms do not change the court.
    for ((old, _), (new, _)) in plain.iter().zip(&levels_of(&preset("Rectangle", "Octagon"), SEEDS)) {
        let courts = |level: &Level| -> Vec<Room> {
            level.rooms().iter().filter(|room| level.tags(room).any(|tag| tag == "court")).cloned().collect()
        };
        assert_eq!(courts(old).len(), 1);
        assert_eq!(courts(old), courts(new));
        assert!(old.tiles() != new.tiles());
    }
}
