//! A player who does at random whatever can be done wins every mission.
//!
//! The slow tier plays a million levels:
//! `SLOW=1 cargo test --release -p roomgen-tests -- playthrough --nocapture`.

use roomgen::{Generator, Level, Preset, Request, level::Playthrough, preset::BUILT_IN};

use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

/// Missions with keys, switches and single-use keys, behind one another, on plans with ways around.
const MISSIONS: [&str; 4] = [
    r#"locks: [(name: "red", lock: Path((0.2, 0.5)), key: (pick: DeadEnds)), (name: "blue", lock: Path((0.5, 0.9))),
        (name: "green", lock: Bonus, count: (0, 3))], shortcuts: (chance: 1, saves: 2)"#,
    r#"locks: [(name: "red", single_use: true, lock: Bonus, count: (2, 6)), (name: "blue", switch: true, lock: Path((0, 1))),
        (name: "green", single_use: true, lock: Path((0.2, 0.9)), count: (0, 3))]"#,
    r#"locks: [(name: "red", lock: Tag("vault"), count: (1, 3)), (name: "blue", single_use: true, lock: Tag("vault"), count: 2),
        (name: "green", switch: true, lock: Path((0.1, 1)), key: (pick: Farthest), count: 2)], around: Locked"#,
    r#"locks: [(name: "green", single_use: true, lock: Path((0, 1)), count: 6), (name: "red", lock: Path((0, 1)), count: 4),
        (name: "blue", single_use: true, lock: Bonus, count: 6)], around: OneWay, shortcuts: (chance: 0.5, saves: 1)"#,
];

/// The presets of `MISSIONS`, and the built-in ones that have a mission.
pub(crate) fn presets() -> Vec<Preset> {
    let with_plan = |mission: &&str| {
        format!(
            r##"(name: "play", size: (80, 50), floorplan: (rooms: (min: 4, max: 10), path: (rooms: (6, 12)),
                cycles: [(most: 2, chance: 0.5)], bonus: (chance: 0.7, depth: 3), loops: (chance: 0.5),
                tags: [(tag: "vault", rooms: (kinds: [Bonus, Detour]), chance: 0.4)]),
              props: {{"red": (glyph: 'r', color: "#ff0000", blocks: false), "blue": (glyph: 'b', color: "#0000ff", blocks: false),
                "green": (glyph: 'g', color: "#00ff00", blocks: false)}},
              mission: ({mission}))"##
        )
    };
    let built_in = BUILT_IN.iter().map(|(_, text)| (*text).to_owned()).filter(|text| text.contains(" mission: ("));
    let texts = MISSIONS.iter().map(with_plan).chain(built_in);
    texts.map(|text| Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// What the bot has met in all levels.
#[derive(Debug, Default)]
struct Tally {
    levels: u64,
    /// Levels with a lock.
    locked: u64,
    taken: u64,
    opened: u64,
    /// Times that the bot went where no way leads back.
    of_no_return: u64,
}

/// Plays a level room by room, and does at random what can be done: takes a key, opens a lock,
/// wanders to another room. An error if the exit cannot be reached once nothing is left to do.
///
/// The bot leaves only then, so that every mistake that a player can make has been made.
fn play(level: &Level, dice: &mut Dice, tally: &mut Tally) -> Result<(), String> {
    let (mut play, mut room) = (Playthrough::new(), level.start().id);
    let mut one_of = |rooms: &[u32]| rooms[dice.between(0, rooms.len() as i64 - 1) as usize];
    tally.levels += 1;
    tally.locked += u64::from(!level.locks().is_empty());
    loop {
        let (takes, opens): (Vec<_>, Vec<_>) =
            (play.takes_now(level, room).collect(), play.opens_now(level, room).collect());
        let reached = play.reachable_from(level, room);
        if takes.is_empty() && opens.is_empty() {
            let state = || format!("from room {room}, with {play:?}, the exit cannot be reached");
            return if reached.contains(&level.end().id) { Ok(()) } else { Err(state()) };
        }
        // Wandering may leave behind what was at hand.
        let other = one_of(&reached);
        if !play.reachable_from(level, other).contains(&room) {
            room = other;
            tally.of_no_return += 1;
            continue;
        }
        let choice = one_of(&(0..(takes.len() + opens.len()) as u32).collect::<Vec<_>>()) as usize;
        if let Some(&key) = takes.get(choice) {
            room = level.keys()[key as usize].room;
            assert!(play.take(level, key), "key {key}");
            tally.taken += 1;
        } else {
            let passage = opens[choice - takes.len()];
            let ends = level.passages()[passage as usize].rooms;
            room = one_of(&ends.into_iter().filter(|end| reached.contains(end)).collect::<Vec<_>>());
            play.open(level, passage).map_err(|error| format!("passage {passage}: {error}"))?;
            tally.opened += 1;
        }
    }
}

#[test]
fn a_bot_that_does_whatever_it_can_at_random_wins_every_mission() {
    let (mut tally, mut dice) = (Tally::default(), Dice(18));
    let presets = presets();
    let levels: u64 = tier::size(3_000, 1_000_000);
    for (number, preset) in (0..).zip(&presets) {
        let mut generator = Generator::new(preset);
        for seed in (number..levels).step_by(presets.len()) {
            let difficulty = (seed % 11) as f32 / 10.0;
            let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
            let level = generator.generate(request);
            if let Err(stuck) = play(&level, &mut dice, &mut tally) {
                panic!("preset {number} ({}), seed {seed}, difficulty {difficulty}: {stuck}", preset.name());
            }
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.levels, levels);
    assert!(tally.locked > levels * 3 / 4, "{tally:?}");
    assert!(tally.taken >= tally.locked && tally.opened > tally.locked, "{tally:?}");
}

#[test]
fn a_bot_wins_missions_of_random_presets() {
    let mut tally = Tally::default();
    for seed in 0..tier::size(300, 24_000) {
        let dice = &mut Dice(seed);
        let text = random_presets::preset(dice);
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let level = Generator::new(&preset).generate(Request::new(seed));
        if let Err(stuck) = play(&level, dice, &mut tally) {
            panic!("{text}\nseed {seed}: {stuck}");
        }
    }
    println!("{tally:?}");
    assert!(tally.locked > tally.levels / 4, "{tally:?}");
}

/// Tests that every walkthrough walks by the rules of a `Playthrough`, to the exit.
#[test]
fn walkthroughs_keep_the_rules_that_stop_a_player() {
    let (presets, seeds) = (presets(), tier::size(40, 2_000));
    let mut shortest = 0;
    for (number, preset) in presets.iter().enumerate() {
        for seed in 0..seeds {
            let level = roomgen::generate(preset, seed);
            let walkthrough = level.mission().walkthrough().unwrap_or_else(|| panic!("preset {number}, seed {seed}"));
            let (mut state, mut cells) = (Playthrough::new(), Vec::new());
            for leg in walkthrough.legs() {
                for pair in leg.cells.windows(2) {
                    assert_eq!(state.step(&level, pair[0], pair[1]), Ok(()), "preset {number}, seed {seed}");
                }
                cells.extend(&leg.cells);
                match leg.act {
                    roomgen::level::PlayAct::Take(key) => {
                        assert!(state.take(&level, key) && cells.last() == Some(&level.keys()[key as usize].cell));
                    }
                    roomgen::level::PlayAct::Open(passage) => assert_eq!(state.open(&level, passage), Ok(())),
                    _ => assert_eq!(cells.last(), Some(&level.exit())),
                }
            }
            assert_eq!(cells.first(), Some(&level.entry()));
            let direct = level.distances(level.entry()).get(level.exit());
            assert!(direct.is_some_and(|direct| direct <= walkthrough.steps()), "preset {number}, seed {seed}");
            assert!(walkthrough.backtracking(&level) <= walkthrough.steps());
            shortest += u64::from(walkthrough.is_shortest());
        }
    }
    println!("{shortest} of {} are proven to be shortest", presets.len() as u64 * seeds);
    assert!(shortest > presets.len() as u64 * seeds * 9 / 10, "{shortest}");
}
