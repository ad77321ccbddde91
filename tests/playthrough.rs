//! A player who does at random whatever can be done wins every mission, and so do this player's
//! brothers, who have found some secret doors, or none.
//!
//! The slow tier plays a million levels of each:
//! `SLOW=1 cargo test --release -p roomgen-tests -- playthrough --nocapture`.

use std::collections::BTreeSet;

use roomgen::{
    Generator, Level, Passage, Preset, Request,
    level::DoorKind,
    play::{Floor, StepOutcome},
    preset::{BUILT_IN, BasePreset},
};

use crate::{
    proof::player::goals,
    random_presets::{self, dice::Dice},
    tier,
};

/// Missions with keys, switches and single-use keys, behind one another, on plans with ways around;
/// the last ones with fewer keys than doors.
const MISSIONS: [&str; 5] = [
    r#"locks: [(name: "red", lock: Path((0.2, 0.5)), key: (pick: DeadEnds)), (name: "blue", lock: Path((0.5, 0.9))),
        (name: "green", lock: Bonus, count: (0, 3))], shortcuts: (chance: 1, saves: 2)"#,
    r#"locks: [(name: "red", single_use: true, lock: Bonus, count: (2, 6)), (name: "blue", switch: true, lock: Path((0, 1))),
        (name: "green", single_use: true, lock: Path((0.2, 0.9)), count: (0, 3))]"#,
    r#"locks: [(name: "red", lock: Tag("vault"), count: (1, 3)), (name: "blue", single_use: true, lock: Tag("vault"), count: 2),
        (name: "green", switch: true, lock: Path((0.1, 1)), key: (pick: Farthest), count: 2)], around: Locked"#,
    r#"locks: [(name: "green", single_use: true, lock: Path((0, 1)), count: 6), (name: "red", lock: Path((0, 1)), count: 4),
        (name: "blue", single_use: true, lock: Bonus, count: 6)], around: OneWay, shortcuts: (chance: 0.5, saves: 1)"#,
    r#"locks: [(name: "red", single_use: true, lock: Bonus, count: (2, 6), keys: (1, 3)), (name: "blue", lock: Path((0.2, 1))),
        (name: "green", single_use: true, lock: Tag("vault"), count: (1, 3), keys: 1)], shortcuts: (chance: 0.7, saves: 1)"#,
];

/// Rules that hide doors: anywhere, on detours, and on bonus rooms with some of the others.
const SECRET_DOORS: [&str; 3] = [
    "(kind: Secret, chance: 0.4)",
    "(kind: Secret, rooms: (kinds: [Detour]))",
    "(kind: Secret, rooms: (kinds: [Bonus]), chance: 0.7), (kind: Secret, chance: 0.2)",
];

/// The presets of `MISSIONS`, and the built-in ones that have a mission.
pub(crate) fn presets() -> Vec<Preset> {
    let built_in = BUILT_IN.iter().map(|(_, text)| (*text).to_owned()).filter(|text| text.contains(" mission: ("));
    parsed(MISSIONS.iter().map(|mission| with_plan("", mission)).chain(built_in))
}

/// The presets of `MISSIONS`, and the crypt, each with each of the rules that hide doors.
fn presets_with_secret_doors() -> Vec<Preset> {
    let each = SECRET_DOORS.iter().flat_map(|doors| {
        let crypt = format!("(name: \"hidden\", base: \"bare.ron\", floorplan: (doors: [{doors}]))");
        MISSIONS.iter().map(move |mission| with_plan(&format!("doors: [{doors}],"), mission)).chain([crypt])
    });
    parsed(each)
}

fn parsed(texts: impl Iterator<Item = String>) -> Vec<Preset> {
    let bare = "(base: \"crypt\", floorplan: (doors: []))".to_owned();
    let bare = |_: &str| Ok(BasePreset { name: "bare.ron".to_owned(), text: bare.clone() });
    texts.map(|text| Preset::parse_with(&text, bare).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A preset with rules for doors and a mission.
fn with_plan(doors: &str, mission: &str) -> String {
    format!(
        r##"(name: "play", size: (80, 50), floorplan: (rooms: (min: 4, max: 10), path: (rooms: (6, 12)),
            cycles: [(most: 2, chance: 0.5)], bonus: (chance: 0.7, depth: 3), loops: (chance: 0.5), {doors}
            tags: [(tag: "vault", rooms: (kinds: [Bonus, Detour]), chance: 0.4)]),
          props: {{"red": (glyph: 'r', color: "#ff0000", blocks: false), "blue": (glyph: 'b', color: "#0000ff", blocks: false),
            "green": (glyph: 'g', color: "#00ff00", blocks: false)}},
          mission: ({mission}))"##
    )
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
    /// Secret doors that the bot did not find.
    hidden: u64,
    /// Doors that stayed shut, since there were fewer keys.
    shut: u64,
}

/// A player of a level who has not found some of its secret doors.
struct Bot<'level> {
    level: &'level Level,
    play: Floor<&'level Level>,
    hidden: BTreeSet<u32>,
}

impl Bot<'_> {
    /// The rooms that the bot can walk to from a room.
    fn reached(&self, room: u32) -> Vec<u32> {
        if self.hidden.is_empty() {
            return self.play.reachable_from(room);
        }
        let (mut reached, mut next) = (vec![room], 0);
        while let Some(&here) = reached.get(next) {
            next += 1;
            for passage in self.level.passages_of(here).filter(|passage| !self.hidden.contains(passage)) {
                let beyond = self.play.pass(passage, here).ok();
                reached.extend(beyond.filter(|room| !reached.contains(room)));
            }
        }
        reached
    }

    /// The keys that the bot can walk to from a room and take, and the passages to open.
    fn choices(&self, room: u32) -> [Vec<u32>; 2] {
        let Self { level, play, .. } = self;
        if self.hidden.is_empty() {
            return [play.reachable_keys(room).collect(), play.openable_passages(room).collect()];
        }
        let reached = self.reached(room);
        let keys = (0..).zip(level.keys()).filter(|(id, key)| reached.contains(&key.room) && !play.has_taken(*id));
        let is_near = |passage: &Passage| passage.rooms.iter().any(|room| reached.contains(room));
        let passages = (0..).zip(level.passages());
        let passages = passages.filter(|(id, passage)| play.can_open(*id) && is_near(passage));
        [keys.map(|(id, _)| id).collect(), passages.map(|(id, _)| id).collect()]
    }

    /// The number of doors that are still shut once nothing is left to do. An error if all secret
    /// doors are known, and something else was not reached from a room than dead ends behind doors
    /// of locks with fewer keys, of which as many doors are open.
    fn shut_doors(&self, room: u32) -> Result<u64, String> {
        let Self { level, play, hidden } = self;
        if !hidden.is_empty() {
            return Ok(0);
        }
        let mut shut = Vec::new();
        for lock in level.mission().locks() {
            let doors = lock.passages.iter().copied().filter(|&passage| !play.is_open(passage));
            shut.extend(doors.clone().filter(|_| lock.is_scarce()));
            let opened = lock.passages.len() - doors.count();
            if opened != if lock.is_scarce() { lock.keys.len() } else { lock.passages.len() } {
                return Err(format!("{opened} doors of {lock:?} are open"));
            }
        }
        let reached = self.reached(room);
        let missed: Vec<_> = (0..level.rooms().len() as u32).filter(|room| !reached.contains(room)).collect();
        // Each door hides rooms of its own, to which no other door leads.
        let outside = level.passages().iter().filter(|passage| {
            passage.rooms.iter().any(|room| missed.contains(room))
                && passage.rooms.iter().any(|room| reached.contains(room))
        });
        let is_of_path = |room: &u32| level.path().contains(room);
        if play.keys().len() != level.keys().len() || outside.count() != shut.len() || missed.iter().any(is_of_path) {
            return Err(format!("rooms {missed:?} are missed, and doors {shut:?} are shut, with {play:?}"));
        }
        Ok(shut.len() as u64)
    }

    /// A room to which the bot can walk from a room, and where the exit, other stairs or the way
    /// back cannot be reached any more.
    fn trap(&self, room: u32) -> Option<u32> {
        let is_trap = |&room: &u32| {
            let reached = self.reached(room);
            !goals(self.level).all(|goal| reached.contains(&goal))
        };
        self.reached(room).into_iter().find(is_trap)
    }
}

/// The secret doors that a bot does not find: none, some or all.
fn hidden_doors(level: &Level, dice: &mut Dice) -> BTreeSet<u32> {
    let percent = [0, 30, 70, 100][dice.between(0, 3) as usize];
    let secret = (0..).zip(level.passages()).filter(|(_, passage)| passage.kind == DoorKind::Secret);
    secret.map(|(id, _)| id).filter(|_| dice.between(1, 100) <= percent).collect()
}

/// Plays a level room by room, and does at random what can be done: takes a key, opens a lock,
/// wanders to another room. An error if there is a room, once nothing is left to do, from which the
/// exit cannot be reached.
///
/// The bot leaves only then, so that every mistake that a player can make has been made.
fn play(level: &Level, hidden: BTreeSet<u32>, dice: &mut Dice, tally: &mut Tally) -> Result<(), String> {
    tally.levels += 1;
    tally.locked += u64::from(!level.locks().is_empty());
    tally.hidden += hidden.len() as u64;
    let (mut bot, mut room) = (Bot { level, play: Floor::new(level), hidden }, level.start().id);
    let mut one_of = |rooms: &[u32]| rooms[dice.between(0, rooms.len() as i64 - 1) as usize];
    loop {
        let [takes, opens] = bot.choices(room);
        if takes.is_empty() && opens.is_empty() {
            let Some(trap) = bot.trap(room) else {
                tally.shut += bot.shut_doors(room)?;
                return Ok(());
            };
            let Bot { play, hidden, .. } = bot;
            return Err(format!("from room {trap}, with {play:?}, the exit cannot be reached without {hidden:?}"));
        }
        // Wandering may leave behind what was at hand.
        let reached = bot.reached(room);
        let other = one_of(&reached);
        if !bot.reached(other).contains(&room) {
            room = other;
            tally.of_no_return += 1;
            continue;
        }
        let choice = one_of(&(0..(takes.len() + opens.len()) as u32).collect::<Vec<_>>()) as usize;
        if let Some(&key) = takes.get(choice) {
            room = level.keys()[key as usize].room;
            assert!(bot.play.take_key(key), "key {key}");
            tally.taken += 1;
        } else {
            let passage = opens[choice - takes.len()];
            let ends = level.passages()[passage as usize].rooms;
            room = one_of(&ends.into_iter().filter(|end| reached.contains(end)).collect::<Vec<_>>());
            bot.play.open(passage).map_err(|error| format!("passage {passage}: {error}"))?;
            tally.opened += 1;
        }
    }
}

/// Plays so many levels of presets, in turns; `hide` chooses the secret doors that are not found.
fn play_all(presets: &[Preset], levels: u64, hide: impl Fn(&Level, &mut Dice) -> BTreeSet<u32>) -> Tally {
    let (mut tally, mut dice) = (Tally::default(), Dice(18));
    for (number, preset) in (0..).zip(presets) {
        let mut generator = Generator::new(preset);
        for seed in (number..levels).step_by(presets.len()) {
            let difficulty = (seed % 11) as f32 / 10.0;
            let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
            let level = generator.generate(request);
            let hidden = hide(&level, &mut dice);
            if let Err(stuck) = play(&level, hidden, &mut dice, &mut tally) {
                panic!("preset {number} ({}), seed {seed}, difficulty {difficulty}: {stuck}", preset.name());
            }
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.levels, levels);
    assert!(tally.locked > levels * 3 / 4, "{tally:?}");
    assert!(tally.taken >= tally.locked && tally.opened > tally.locked, "{tally:?}");
    tally
}

#[test]
fn a_bot_that_does_whatever_it_can_at_random_wins_every_mission() {
    let tally = play_all(&presets(), tier::size(1_500, 1_000_000), |_, _| BTreeSet::new());
    assert!(tally.shut > tally.levels / 30, "{tally:?}");
}

#[test]
fn a_bot_that_found_any_set_of_secret_doors_wins_every_mission() {
    let tally = play_all(&presets_with_secret_doors(), tier::size(1_500, 1_000_000), hidden_doors);
    assert!(tally.hidden > tally.levels, "{tally:?}");
}

#[test]
fn bots_win_missions_of_random_presets() {
    let (mut tally, mut with_hidden) = (Tally::default(), 0);
    for seed in 0..tier::size(200, 24_000) {
        let dice = &mut Dice(seed);
        let text = random_presets::preset(dice);
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let level = Generator::new(&preset).generate(Request::new(seed));
        let hidden = hidden_doors(&level, dice);
        with_hidden += u64::from(!hidden.is_empty());
        for hidden in [BTreeSet::new(), hidden] {
            if let Err(stuck) = play(&level, hidden, dice, &mut tally) {
                panic!("{text}\nseed {seed}: {stuck}");
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.locked > tally.levels / 4 && with_hidden > tally.levels / 60, "{tally:?}, {with_hidden}");
}

/// Tests that every walkthrough walks by the rules of a `Floor`, to the exit.
#[test]
fn walkthroughs_keep_the_rules_that_stop_a_player() {
    let (presets, seeds) = (presets(), tier::size(40, 2_000));
    let mut shortest = 0;
    for (number, preset) in presets.iter().enumerate() {
        for seed in 0..seeds {
            let level = roomgen::generate(preset, seed);
            let walkthrough = level.mission().walkthrough().unwrap_or_else(|| panic!("preset {number}, seed {seed}"));
            let (mut state, mut cells) = (Floor::new(&level), Vec::new());
            for id in 0..level.passages().len() as u32 {
                state.reveal(id);
            }
            for leg in walkthrough.legs() {
                for pair in leg.cells.windows(2) {
                    let mut outcome = state.step(pair[0], pair[1]);
                    if matches!(outcome, StepOutcome::Opened { .. }) {
                        outcome = state.step(pair[0], pair[1]);
                    }
                    assert_eq!(outcome, StepOutcome::Moved, "preset {number}, seed {seed}");
                }
                cells.extend(&leg.cells);
                match leg.action {
                    roomgen::play::PlayerAction::Take(key) => {
                        assert!(state.take_key(key) && cells.last() == Some(&level.keys()[key as usize].cell));
                    }
                    roomgen::play::PlayerAction::Open(passage) => assert_eq!(state.open(passage), Ok(())),
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

#[test]
fn a_summary_names_the_steps_and_each_key_that_the_play_takes_in_order() {
    let level = roomgen::generate(&roomgen::Preset::built_in("crypt").expect("a preset"), 42);
    let walkthrough = level.mission().walkthrough().expect("a way");
    let summary = walkthrough.summary(&level);
    let (steps, named) = summary.split_once(": ").expect("steps and keys");
    let bound = if walkthrough.is_shortest() { "" } else { "at most " };
    assert_eq!(steps, format!("Won in {bound}{} steps", walkthrough.steps()));
    let takes = walkthrough.legs().iter().filter_map(|leg| match leg.action {
        roomgen::play::PlayerAction::Take(key) => Some(level.key_name(&level.keys()[key as usize])),
        _ => None,
    });
    assert_eq!(named.trim_end_matches('.').split(", ").collect::<Vec<_>>(), takes.collect::<Vec<_>>());
}
