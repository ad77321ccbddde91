//! The proof of missions in `check` agrees with a player who tries everything.
//!
//! Missions are put on small generated levels by editing their files, so that most of them are
//! broken in some way.

mod edits;
pub(crate) mod player;

use std::collections::BTreeMap;

use edits::{Plan, sabotaged};
use player::{broken_rule, each_scarce_door_can_be_opened, has_scarce_lock};
use roomgen::{DoorKind, Generator, Level, Preset, check::InvariantBreach, generate};

use crate::{random_presets::dice::Dice, tier};

/// Levels of six to twelve rooms with loops: in shared walls and with corridors, without props.
fn plain_levels() -> Vec<Level> {
    let styles = ["", "style: Corridors(width: (1, 2), margin: (1, 1)),"];
    let levels = styles.into_iter().flat_map(|style| {
        let text = format!(
            "(name: \"plain\", size: (28, 22), floorplan: (rooms: (min: 3, max: 8), {style} path: (rooms: (3, 6)),
                cycles: [(most: 1, chance: 0.5)], bonus: (chance: 0.6, depth: 2), loops: (chance: 0.5)))"
        );
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        (0..100).map(move |seed| generate(&preset, seed))
    });
    levels.filter(|level| (2..=12).contains(&level.rooms().len())).collect()
}

/// Levels with missions that the generator made, of up to six locks, without secret doors and with
/// up to six; without and with scarce locks.
fn levels_with_missions() -> Vec<Level> {
    let is_small = |level: &Level| {
        let secret = level.passages().iter().filter(|passage| passage.kind == DoorKind::Secret).count();
        level.rooms().len() <= 16 && !level.keys().is_empty() && secret <= 6
    };
    let doors = ["[]", "[(kind: Secret, chance: 0.3)]"];
    let counts = ["count: (0, 3)", "count: (2, 4), keys: (1, 2)"];
    let levels = doors.into_iter().flat_map(|doors| counts.map(|count| missions_with_doors(doors, count)));
    levels.flat_map(|preset| (0..200).map(move |seed| generate(&preset, seed))).filter(is_small).collect()
}

/// A preset with missions, these rules for doors, and these numbers of single-use locks and keys.
fn missions_with_doors(doors: &str, count: &str) -> Preset {
    let mission = "
        props: {\"a\": (glyph: 'a', color: \"#ff0000\", marker: true), \"b\": (glyph: 'b', color: \"#00ff00\", marker: true),
            \"c\": (glyph: 'c', color: \"#0000ff\", marker: true)},
        mission: (locks: [(name: \"a\", lock: Path((0.2, 0.9))), (name: \"b\", lock: Path((0.5, 1.0)), switch: true),
            (name: \"c\", lock: Bonus, single_use: true, COUNT)], shortcuts: (chance: 0.7, saves: 2))"
        .replace("COUNT", count);
    let plan = "rooms: (min: 4, max: 8), path: (rooms: (4, 7)), cycles: [(most: 1, chance: 0.5)],
            bonus: (chance: 0.7, depth: 2), loops: (chance: 0.6)";
    let text = format!("(name: \"missions\", size: (36, 28), floorplan: ({plan}, doors: {doors}), {mission})");
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// The breach of invariant 12, which is the only one that an edit of missions causes.
fn breach(level: &Level) -> Option<InvariantBreach> {
    let breaches = level.check();
    assert!(breaches.iter().all(|breach| breach.invariant == 12), "{breaches:?}");
    assert_eq!(breaches.is_empty(), level.mission_states().is_some());
    breaches.into_iter().next()
}

/// Asserts that `check` and the player agree on a level; returns the rule that it breaks.
fn agree(level: &Level, what: &str) -> Option<&'static str> {
    let (rule, breach) = (broken_rule(level), breach(level));
    let file = || roomgen::export::json::write(level);
    assert_eq!(rule.is_some(), breach.is_some(), "{what}: {rule:?}, {breach:?}\n{}", file());
    rule
}

/// Presets of small levels with a river, whose crossings are locked, secret and one-way.
fn presets_with_crossings() -> Vec<Preset> {
    let gates = ["", "single_use: true,", "switch: true,"];
    let arounds = ["OneWay", "Locked"];
    let doors = ["", "(kind: Secret, chance: 0.5)"];
    let text = |gate: &str, around: &str, doors: &str| {
        format!(
            "(name: \"crossings\", size: (38, 26), terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}},
            floorplan: (rooms: (min: 4, max: 9), path: (rooms: (3, 7)), cycles: [(most: 1, chance: 0.7)],
                bonus: (chance: 0.4, depth: 2), loops: (chance: 0.6), doors: [{doors}],
                partings: [(name: \"river\", terrain: \"water\", width: (3, 3), crossings: (3, 4))]),
            props: {{\"a\": (glyph: 'a', color: \"#ff0000\", marker: true), \"b\": (glyph: 'b', color: \"#00ff00\", marker: true),
                \"c\": (glyph: 'c', color: \"#0000ff\", marker: true)}},
            mission: (locks: [(name: \"b\", lock: Path((0, 1)), count: (0, 1)), (name: \"a\", {gate} lock: Crossing(\"river\")),
                (name: \"c\", lock: Bonus, single_use: true, count: (0, 2))], around: {around}, shortcuts: (chance: 0.5, saves: 2)))"
        )
    };
    let all = gates
        .into_iter()
        .flat_map(|gate| arounds.into_iter().flat_map(move |around| doors.map(|doors| text(gate, around, doors))));
    all.map(|text| Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// `MISSIONS=100000 cargo test --release -p roomgen-tests missions_with_crossings -- --nocapture`
#[test]
fn a_player_who_tries_everything_agrees_with_the_proof_of_missions_with_crossings() {
    let wanted = std::env::var("MISSIONS").ok().and_then(|count| count.parse().ok());
    let wanted: u64 = wanted.unwrap_or(tier::size(150, 20_000));
    let presets = presets_with_crossings();
    let mut generators: Vec<_> = presets.iter().map(Generator::new).collect();
    let (mut tried, mut counts) = (0, [0_u64; 4]);
    for seed in 0.. {
        let number = (seed % presets.len() as u64) as usize;
        let level = generators[number].generate(seed);
        let secret = level.passages().iter().filter(|passage| passage.kind == DoorKind::Secret).count();
        if level.partings().is_empty() || level.rooms().len() > 14 || secret > 4 {
            continue;
        }
        assert_eq!(agree(&level, &format!("preset {number}, seed {seed}")), None, "preset {number}, seed {seed}");
        let crossings: Vec<_> =
            level.partings()[0].crossings.iter().map(|&id| &level.passages()[id as usize]).collect();
        let count =
            |is_such: &dyn Fn(&roomgen::Passage) -> bool| u64::from(crossings.iter().any(|passage| is_such(passage)));
        counts[0] += count(&|passage| level.lock(passage) == Some("a"));
        counts[1] += count(&|passage| passage.kind == DoorKind::Secret);
        counts[2] += count(&|passage| passage.one_way.is_some());
        counts[3] += u64::from(crossings.iter().filter(|passage| level.lock(passage) == Some("a")).count() > 1);
        tried += 1;
        if tried == wanted {
            break;
        }
    }
    let [locked, secret, one_way, several] = counts;
    println!(
        "{tried} missions: {locked} with a locked crossing, {several} with several, {secret} with a secret one, {one_way} with one-way ones"
    );
    assert!(locked > tried / 2 && [secret, one_way, several].iter().all(|&count| count > tried / 50), "{counts:?}");
}

#[test]
fn a_player_who_tries_everything_agrees_with_the_proof_of_random_missions() {
    let plans: Vec<_> = plain_levels().iter().map(Plan::of).collect();
    assert!(plans.len() > 100);
    let cases = tier::size(1_000, 100_000);
    let (mut counts, mut scarce) = (BTreeMap::new(), 0);
    for case in 0..cases {
        let plan = &plans[case % plans.len()];
        let level = plan.mission(&mut Dice(case as u64));
        let rule = agree(&level, &format!("case {case}"));
        *counts.entry(rule.unwrap_or("sound")).or_insert(0) += 1;
        scarce += usize::from(rule.is_none() && has_scarce_lock(&level));
    }
    // Each rule is broken, and kept, often enough to be tested.
    println!("{counts:?}, {scarce} of the sound ones with a scarce lock");
    assert_eq!(counts.len(), 9, "{counts:?}");
    assert!(counts.values().all(|&count| count >= cases / 200), "{counts:?}");
    assert!(counts["sound"] >= cases / 10, "{counts:?}");
    assert!(scarce >= cases / 200, "{scarce}");
}

#[test]
fn the_proof_of_a_generated_mission_meets_few_states() {
    let mission =
        "mission: (locks: [(name: \"a\", lock: Path((0.1, 0.5))), (name: \"b\", lock: Path((0.4, 0.9)), switch: true),
            (name: \"c\", lock: Bonus, single_use: true, count: 4), (name: \"d\", lock: Bonus, count: 2)],
            shortcuts: (chance: 0.5, saves: 3))";
    let kinds =
        ["a", "b", "c", "d"].map(|name| format!("\"{name}\": (glyph: '{name}', color: \"#ff0000\", marker: true),"));
    let text = format!(
        "(name: \"eight\", size: (80, 50), floorplan: (path: (rooms: (8, 14)), bonus: (chance: 0.7),
            loops: (chance: 0.5)), props: {{{}}}, {mission})",
        kinds.concat()
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let (mut most, mut locked) = (0, 0);
    for seed in 0..tier::size(200, 2_000) {
        let level = generate(&preset, seed);
        most = most.max(level.mission_states().unwrap_or_else(|| panic!("seed {seed}: {:?}", level.check())));
        locked += level.passages().iter().filter(|passage| level.lock(passage).is_some()).count();
    }
    assert!(locked >= tier::size(200, 2_000) * 6, "{locked} locks");
    assert!((1..=25).contains(&most), "{most} states");
}

#[test]
fn edits_that_break_a_sound_mission_are_refused_and_no_others() {
    let random: Vec<_> = plain_levels().iter().map(Plan::of).collect();
    let random = (0..).flat_map(|case| random.iter().map(move |plan| plan.mission(&mut Dice(case))));
    let has_gates = |level: &Level| level.passages().iter().any(|passage| passage.one_way.is_some());
    let random = random.filter(|level| has_gates(level) && level.check().is_empty());
    let extra = tier::size(60, 200);
    let sound: Vec<_> = levels_with_missions().into_iter().chain(random.take(extra)).collect();
    let generated = sound.len() - extra;
    assert!(generated > 100, "{generated} levels have missions");
    let mut scarce = 0;
    for (number, level) in sound.iter().enumerate() {
        assert_eq!(agree(level, &format!("level {number}")), None);
        if number < generated {
            let (can_be_opened, doors) = each_scarce_door_can_be_opened(level);
            assert!(can_be_opened, "level {number}");
            scarce += doors;
        }
    }
    assert!(scarce > 100, "{scarce} doors have a scarce lock");
    let cases = tier::size(200, 10_000);
    let mut counts = BTreeMap::new();
    let mut dice = Dice(1);
    let mut done = 0;
    for number in 0.. {
        let level = &sound[number % sound.len()];
        let Some((what, level)) = sabotaged(level, &mut dice) else { continue };
        let is_broken = agree(&level, what).is_some();
        *counts.entry((what, is_broken)).or_insert(0) += 1;
        done += 1;
        if done == cases {
            break;
        }
    }
    let sabotages = ["a key behind its own lock", "a key removed", "a gate opened", "a one-way door turned"];
    for what in sabotages.into_iter().chain(["a single-use key too few", "a door hidden"]) {
        assert!(counts.get(&(what, true)).is_some_and(|&count| count >= cases / 50), "{what}: {counts:?}");
    }
    // Some sabotage does no harm: a key moved to the near side, a loop that no lock needs.
    let harmless: usize = counts.iter().filter(|((_, is_broken), _)| !is_broken).map(|(_, count)| count).sum();
    assert!(harmless >= cases / 50, "{counts:?}");
}
