//! Locks on the crossing of a parting, and the other crossings beside it.
//!
//! The figures of `docs/figures.md`:
//! `SLOW=1 cargo test --release -p roomgen-tests a_locked_crossing -- --nocapture`, and
//! `BOTS=1000000 cargo test --release -p roomgen-tests bot_that_cannot_swim -- --nocapture`.

mod walker;

use std::sync::atomic::{AtomicUsize, Ordering};

use roomgen::{
    Generator, Level, Passage, Preset, Request,
    level::{DoorKind, NoteCode, Parting},
    preset::{BUILT_IN, BasePreset},
};

use crate::{
    partings::{TERRAIN, path_crossings, side_of, without_crossing_lock},
    random_presets::{CRYPT_DOORS, dice::Dice},
    tier,
};
use walker::Walker;

/// The lock of the crossing.
const GATE: &str = "(name: \"Winch\", lock: Crossing(\"river\"), least: 1)";

/// A built-in preset with a river whose crossing has a lock, before its own locks or two others.
fn with_gate(name: &str, around: &str, plan: &str) -> Preset {
    let own = without_crossing_lock(name);
    let (own, mission) = if own.contains(" mission: (") {
        (own.replacen("locks: [", &format!("locks: [{GATE}, "), 1), String::new())
    } else {
        let others =
            "(name: \"Key\", lock: Path((0.2, 0.9))), (name: \"Pin\", single_use: true, lock: Bonus, count: (0, 2))";
        (own, format!("locks: [{GATE}, {others}],"))
    };
    let key = |name: &str| format!("{name:?}: (glyph: '{}', color: \"#ffffff\", blocks: false)", &name[..1]);
    // Other rules for doors take the place of all that it has.
    let from = if plan.is_empty() { "own.ron" } else { "bare.ron" };
    let base = move |asked: &str| {
        let bare = "(base: \"own.ron\", floorplan: (doors: []))".to_owned();
        Ok(BasePreset { name: asked.to_owned(), text: if asked == "own.ron" { own.clone() } else { bare } })
    };
    let text = format!(
        "(name: \"gates\", base: \"{from}\", {TERRAIN}, floorplan: (partings: [(name: \"river\", terrain: \"water\")], {plan}), \
         props: {{{}, {}, {}}}, mission: ({mission} {around}))",
        key("Winch"),
        key("Key"),
        key("Pin")
    );
    Preset::parse_with(&text, base).unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

fn is_crossing(level: &Level, parting: &Parting, passage: &Passage) -> bool {
    let [one, other] = passage.rooms.map(|room| side_of(level, parting, room));
    one != other
}

fn is_of_path(level: &Level, passage: &Passage) -> bool {
    let [one, other] = passage.rooms.map(|room| level.path().iter().position(|&on_path| on_path == room));
    one.zip(other).is_some_and(|(one, other)| one.abs_diff(other) == 1)
}

/// Whether the rooms of a passage are joined by no other passages.
fn is_only_way(level: &Level, passage: &Passage) -> bool {
    let mut joined = vec![passage.rooms[0]];
    let mut next = 0;
    while let Some(&room) = joined.get(next) {
        next += 1;
        for other in level.passages().iter().filter(|other| !std::ptr::eq(*other, passage)) {
            if let Some(at) = other.rooms.iter().position(|&end| end == room)
                && !joined.contains(&other.rooms[1 - at])
            {
                joined.push(other.rooms[1 - at]);
            }
        }
    }
    !joined.contains(&passage.rooms[1])
}

/// What levels with a parting have of its locks.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    parted: u32,
    /// Levels whose path crosses once.
    once: u32,
    locked: u32,
    /// Crossings beside a locked one.
    one_way: u32,
    locked_too: u32,
    /// Those among them that are the only way to the rooms behind them.
    only_ways: u32,
    secret: u32,
}

impl Tally {
    /// Counts a level; asserts that no crossing beside the lock is plain.
    fn add(&mut self, level: &Level, shown: &str) {
        let Some(parting) = level.partings().first() else { return };
        self.parted += 1;
        self.once += u32::from(path_crossings(level, parting) == 1);
        let locked: Vec<_> = level.passages().iter().filter(|passage| level.lock(passage) == Some("Winch")).collect();
        let is_short =
            |note: &&roomgen::level::Note| note.code == NoteCode::LockShort && note.about.as_deref() == Some("Winch");
        assert_eq!(level.notes().iter().any(|note| is_short(&note)), locked.is_empty(), "{shown}");
        if locked.is_empty() {
            return;
        }
        self.locked += 1;
        let beside = locked.iter().filter(|passage| !is_of_path(level, passage));
        self.locked_too += locked.len() as u32 - 1;
        self.only_ways += beside.filter(|passage| is_only_way(level, passage)).count() as u32;
        assert!(locked.iter().all(|passage| is_crossing(level, parting, passage)), "{shown}");
        assert_eq!(locked.iter().filter(|passage| is_of_path(level, passage)).count(), 1, "{shown}");
        let near = side_of(level, parting, level.start().id);
        for passage in level.passages().iter().filter(|passage| is_crossing(level, parting, passage)) {
            let leads_back = passage.one_way.is_some_and(|from| side_of(level, parting, from) != near);
            self.one_way += u32::from(leads_back);
            self.secret += u32::from(passage.kind == DoorKind::Secret);
            assert!(leads_back || level.lock(passage) == Some("Winch"), "{shown}: {passage:?}");
        }
        // The key lies on the near side.
        let key = level.keys().iter().find(|key| level.key_name(key) == "Winch").expect("a key");
        assert_eq!(side_of(level, parting, key.room), near, "{shown}");
    }
}

/// Levels of a preset at a difficulty, or with increasing difficulties.
fn tally(preset: &Preset, seeds: u64, difficulty: Option<f32>, shown: &str) -> Tally {
    let (mut generator, mut tally) = (Generator::new(preset), Tally::default());
    for seed in 0..seeds {
        let difficulty = difficulty.unwrap_or((seed % 5) as f32 / 4.0);
        let level = generator.generate(Request::new(seed).with_difficulty(difficulty).expect("a difficulty"));
        let shown = format!("{shown}, seed {seed}, difficulty {difficulty}");
        assert_eq!(level.check(), [], "{shown}");
        tally.add(&level, &shown);
    }
    tally
}

#[test]
fn a_locked_crossing_stands_where_asked_and_no_crossing_beside_it_is_plain() {
    let seeds = tier::size(40, 1_000);
    let mut only_ways = 0;
    for (name, _) in BUILT_IN {
        for (difficulty, asked) in [(0.0, 0.93), (1.0, 0.8)] {
            let found = ["OneWay", "Locked"].map(|around| {
                let shown = format!("{name}, {around}");
                let preset = with_gate(name, &format!("around: {around}"), "");
                tally(&preset, seeds, Some(difficulty), &shown)
            });
            let share = |tally: &Tally| f64::from(tally.locked) / f64::from(tally.parted);
            println!(
                "{name:10} difficulty {difficulty}: crossed once {:.3}, locked {:.3}, or {:.3} with `around: Locked`",
                f64::from(found[0].once) / f64::from(found[0].parted),
                share(&found[0]),
                share(&found[1]),
            );
            assert!(found.iter().all(|tally| share(tally) >= asked - tier::size(0.1, 0.0)), "{name}: {found:?}");
            // What need not be locked leads back alone.
            assert_eq!(found[0].locked_too, found[0].only_ways, "{name}: {found:?}");
            only_ways += found[0].only_ways;
        }
    }
    println!("{only_ways} crossings are locked since no other way leads to what lies behind them");
    assert!(only_ways > 0);
}

#[test]
fn missions_with_locked_secret_and_one_way_crossings_hold() {
    let (mut one_way, mut locked, mut secret, mut in_all) = (0, 0, 0, 0);
    for (name, doors) in [
        ("crypt", "(kind: Secret, chance: 0.6, path: false)"),
        ("mine", "(kind: Secret, rooms: (kinds: [Bonus, Detour])), (kind: Secret, chance: 0.5)"),
        ("library", "(kind: Secret)"),
        ("garden", "(kind: Secret, chance: 0.5)"),
    ] {
        for around in ["OneWay", "Locked"] {
            let plan = format!("doors: [{doors}]");
            let found = tally(&with_gate(name, &format!("around: {around}"), &plan), tier::size(40, 1_000), None, name);
            one_way += found.one_way;
            locked += found.locked_too;
            secret += found.secret;
            in_all += found.locked;
        }
    }
    println!("{in_all} locked crossings; beside them {one_way} one-way, {locked} locked; {secret} of these secret");
    assert!(one_way > in_all / 10 && locked > in_all / 20 && secret > in_all / 20, "{one_way}, {locked}, {secret}");
}

#[test]
fn a_river_that_no_lock_closes_may_be_crossed_by_fords() {
    let preset = crate::partings::parsed(&format!(
        "(name: \"fords\", base: \"crypt.ron\", {TERRAIN}, {CRYPT_DOORS}, floorplan: (doors: [(kind: Secret)], \
         partings: [(name: \"river\", terrain: \"water\", crossings: (3, 3))]))"
    ));
    let mut generator = Generator::new(&preset);
    let (mut fords, mut levels) = (0, 0);
    for seed in 0..tier::size(40, 1_000) {
        let level = generator.generate(seed);
        assert_eq!(level.check(), [], "seed {seed}");
        let Some(parting) = level.partings().first() else { continue };
        levels += 1;
        let secret = level.passages().iter().filter(|passage| passage.kind == DoorKind::Secret);
        fords += secret.filter(|passage| is_crossing(&level, parting, passage)).count();
    }
    assert!(fords > levels / 2, "{fords} in {levels}");
}

#[test]
fn a_level_whose_path_does_not_cross_once_has_no_lock_of_the_crossing_and_a_note() {
    let text = format!(
        "(name: \"anywhere\", size: (60, 40), {TERRAIN}, floorplan: (path: (rooms: (3, 6)), loops: (chance: 0.5), \
         partings: [(name: \"river\", terrain: \"water\", ends: Anywhere, chance: 0.9)]), \
         props: {{\"Winch\": (glyph: 'W', color: \"#ffffff\", blocks: false)}}, mission: (locks: [{GATE}]))"
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let found = tally(&preset, tier::size(100, 1_000), None, "anywhere");
    assert!(found.locked > found.parted / 10 && found.locked <= found.once && found.once < found.parted, "{found:?}");
}

#[test]
fn a_bot_that_cannot_swim_visits_every_room() {
    let bots = std::env::var("BOTS").ok().and_then(|bots| bots.parse().ok()).unwrap_or(tier::size(300, 20_000));
    let presets: Vec<_> = BUILT_IN
        .iter()
        .flat_map(|(name, _)| ["OneWay", "Locked"].map(|around| with_gate(name, &format!("around: {around}"), "")))
        .collect();
    // The walks of a preset: its levels with a river, and how often a bot walked on.
    let walks = |number: usize| {
        let (mut generator, mut parted, mut moves) = (Generator::new(&presets[number]), 0, 0);
        for seed in (number as u64..bots).step_by(presets.len()) {
            let request = Request::new(seed).with_difficulty((seed % 11) as f32 / 10.0).expect("a difficulty");
            let level = generator.generate(request);
            parted += u64::from(!level.partings().is_empty());
            for is_eight in [false, true] {
                let mut walker = Walker::new(&level, is_eight);
                let missed = walker.visit_all(&mut Dice(seed));
                assert!(missed.is_empty(), "preset {number}, seed {seed}, eight: {is_eight}: {missed:?} are missed");
                moves += walker.moves;
            }
        }
        (parted, moves)
    };
    let next = AtomicUsize::new(0);
    let all = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let found = numbers.take_while(|&number| number < presets.len()).map(walks);
        found.fold((0, 0), |sums, found| (sums.0 + found.0, sums.1 + found.1))
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (parted, moves) = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(all)).collect();
        let found = threads.into_iter().map(|thread| thread.join().expect("a thread that walks to its end"));
        found.fold((0, 0), |sums, found| (sums.0 + found.0, sums.1 + found.1))
    });
    println!("{bots} levels, {parted} of them with a river: all rooms visited, in {moves} walks");
    assert!(parted * 10 > bots * 9);
}
