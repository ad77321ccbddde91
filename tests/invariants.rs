//! Every level keeps every invariant, over many presets, sizes and seeds.
//!
//! `cargo run --release -p roomgen-benches --bin soak` does the same for any range of seeds.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU64, Ordering},
};

use roomgen::{
    Cell, Generator, Level, Preset, Prop, Request, RoomKind, Tile, export,
    geom::Size,
    level::{Loot, NoteCode},
    model::Metres,
    preset::{BUILT_IN, BasePreset},
};

use crate::{golden, shapes, sizes::at_least_as_large, tier};

/// Widths and heights in cells: the smallest, narrow ones, a terminal screen, larger ones.
const SIZES: [(i64, i64); 7] = [(8, 8), (8, 200), (200, 8), (13, 40), (80, 50), (120, 80), (200, 200)];

/// Seeds per preset and size in the slow tier: enough to meet what happens once in a hundred
/// levels.
const SEEDS: u64 = 165;

/// Seeds per preset and size in the fast tier.
const FEW_SEEDS: u64 = 6;

/// How many times more seeds built-in presets get than others.
const WEIGHT: u64 = 5;

/// Names and texts of the built-in presets, and of some that use further features.
fn presets() -> impl Iterator<Item = (&'static str, &'static str)> {
    BUILT_IN.iter().copied().chain(shapes::PRESETS)
}

fn preset(name: &str, size: (i64, i64)) -> Preset {
    let (_, text) = presets().find(|(other, _)| *other == name).expect("a preset's name");
    at_least_as_large(Preset::parse(text).expect("a preset"), size)
}

/// The number of seeds: `seeds` for a built-in preset, fewer for others.
fn seeds(name: &str, seeds: u64) -> u64 {
    if BUILT_IN.iter().any(|(other, _)| *other == name) { seeds } else { seeds / WEIGHT }
}

fn for_each_level(check: impl Fn(&str, u64, &Level) + Sync) {
    std::thread::scope(|scope| {
        for (name, _) in presets() {
            let check = &check;
            scope.spawn(move || {
                for size in SIZES {
                    let preset = preset(name, size);
                    let mut generator = Generator::new(&preset);
                    let seeds = seeds(name, tier::size(FEW_SEEDS, SEEDS));
                    (0..seeds).for_each(|seed| check(name, seed, &generator.generate(seed)));
                }
            });
        }
    });
}

#[test]
fn every_level_keeps_the_invariants_and_what_the_preset_asks_for() {
    for_each_level(|name, seed, level| {
        let what = || format!("{name} {}x{}, seed {seed}", level.width(), level.height());
        assert_eq!(level.check(), [], "{}", what());
        let path = level.path().len();
        let of_kind = |kind: RoomKind| level.rooms().iter().filter(|room| room.kind == kind).count();
        let bonus = of_kind(RoomKind::Bonus);
        assert_eq!(path + of_kind(RoomKind::Detour) + bonus, level.rooms().len(), "{}", what());
        let short_cycles = level.notes().iter().filter(|note| note.code == NoteCode::CycleShort);
        for note in level.notes() {
            match note.code {
                NoteCode::PathShort => assert_eq!(note.got as usize, path, "{}", what()),
                NoteCode::BonusShort => assert_eq!(note.got as usize, bonus, "{}", what()),
                // A level may lack a room that fits a required vault.
                NoteCode::VaultShort => {
                    let vault = note.about.as_deref().and_then(|about| about.split(':').next());
                    let placed = level.rooms().iter().filter(|room| level.vault(room) == vault).count();
                    assert_eq!(note.got as usize, placed, "{}", what());
                }
                // A small level may lack the way of a cycle, and a hall or its place on the path.
                NoteCode::CycleShort => {
                    let missing: u32 = short_cycles.clone().map(|note| note.wanted - note.got).sum();
                    assert!(level.cycles().len() as u32 + missing >= note.wanted, "{}", what());
                }
                NoteCode::SizeShort => {
                    let size = note.about.as_deref().and_then(|about| about.split(':').next()).expect("a size's name");
                    let with_tag = level.rooms().iter().filter(|&room| level.tags(room).any(|tag| tag == size)).count();
                    assert!(note.got as usize <= with_tag, "{}", what());
                }
                // A small level may hold no great room, or a smaller one.
                NoteCode::FractionShort => {
                    let size = note.about.as_deref().and_then(|about| about.split(':').next()).expect("a size's name");
                    let with_tag = level.rooms().iter().filter(|&room| level.tags(room).any(|tag| tag == size));
                    assert!(note.got == 0 || with_tag.count() > 0, "{}", what());
                    assert!(i64::from(note.got) < i64::from(level.width()) * i64::from(level.height()), "{}", what());
                }
                // A small level may lack the rooms for a lock and its key.
                NoteCode::LockShort => {
                    let name = note.about.as_deref().expect("a key's name");
                    let locked = level.passages().iter().filter(|passage| level.lock(passage) == Some(name)).count();
                    assert!(note.got as usize <= locked, "{}", what());
                }
                // A small level may lack the room, or the budget, for those whom the plan seats.
                NoteCode::BossShort | NoteCode::GroupShort => {
                    let with_group = level.encounters().iter().filter(|encounter| encounter.group.is_some()).count();
                    assert!(note.got as usize <= with_group, "{}", what());
                }
                NoteCode::GuardShort => {
                    let is_guarded = |room| level.encounters().iter().any(|encounter| encounter.room == room);
                    let guarded = level.keys().iter().filter(|key| is_guarded(key.room)).count();
                    assert!(note.wanted as usize <= level.keys().len(), "{}", what());
                    assert!(note.got as usize <= guarded, "{}", what());
                }
                NoteCode::MeteredShort => {
                    let name = note.about.as_deref().expect("a kind's name");
                    let laid = level.loot().iter().filter(|thing| thing.item == name).count();
                    assert!(note.got as usize <= laid, "{}", what());
                }
                // A small level may lack the cells for what its budgets would buy.
                NoteCode::EncountersShort | NoteCode::LootShort => {
                    let budgets = level.budgets().expect("budgets");
                    let (budget, spent) = match note.code {
                        NoteCode::LootShort => (budgets.loot, value_of_loot(level)),
                        _ => (budgets.encounters, level.encounters().iter().map(|group| group.cost).sum()),
                    };
                    assert_eq!((note.wanted, note.got), (budget, spent), "{}", what());
                }
                NoteCode::PoolShort => {
                    let about = note.about.as_deref().expect("an entry of a pool");
                    let (entry, _) = about.split_once(" of the pool ").expect("its pool");
                    let has_it = |room| level.layout(room) == Some(entry) || level.vault(room) == Some(entry);
                    assert!(!level.rooms().iter().any(has_it), "{}", what());
                }
                NoteCode::FormationShort => {
                    let (prop, place) = note
                        .about
                        .as_deref()
                        .and_then(|about| about.split_once(" of formation "))
                        .expect("a formation");
                    let room = place.rsplit(' ').next().and_then(|room| room.parse::<usize>().ok()).expect("a room");
                    // Variants and placed things may have the same kind, or another.
                    assert!(room < level.rooms().len() && !prop.is_empty(), "{}", what());
                }
                NoteCode::RerollUnknown | NoteCode::RerollShort => panic!("{}: no room is re-rolled", what()),
                // The level has no place for it.
                NoteCode::PartingShort => assert!(level.partings().is_empty(), "{}", what()),
                NoteCode::CrossingShort => {
                    assert!(level.partings().iter().all(|parting| parting.crossings.is_empty()), "{}", what());
                }
                NoteCode::EndsTogether => {
                    assert!(level.partings().iter().all(|parting| !parting.ends_apart), "{}", what());
                }
                _ => panic!("{}: a note of a kind that nobody asked for", what()),
            }
            assert!(note.got < note.wanted, "{}", what());
        }
    });
}

/// The value of a level's loot: of an offer, that of one of its things.
fn value_of_loot(level: &Level) -> u32 {
    let mut offers = BTreeSet::new();
    let counts = |thing: &&Loot| {
        let is_it = |prop: &Prop| prop.cells.top_left() == thing.cell && prop.kind.name == thing.item;
        let offer = level.props_in(thing.room).find(is_it).and_then(|prop| prop.offer);
        offer.is_none_or(|offer| offers.insert(offer))
    };
    level.loot().iter().filter(counts).map(|thing| thing.value).sum()
}

#[test]
fn every_level_is_made_again_from_what_it_says_and_survives_both_files() {
    // Reading and writing takes a hundred times as long as generating.
    let count = tier::size(1, 4);
    for (name, _) in presets() {
        // The larger sizes take as long as all others together.
        for size in SIZES.into_iter().take(tier::size(4, 7)) {
            let preset = preset(name, size);
            for seed in 0..seeds(name, count).max(1) {
                let request = Request::new(seed).on_floor(seed as u32 % 3).with_difficulty(seed as f32 / 4.0);
                let level = roomgen::generate(&preset, request.expect("a difficulty"));
                let what = || format!("{name} {size:?}, seed {seed}");
                assert_eq!(roomgen::reproduce(&level, &preset).as_ref(), Ok(&level), "{}", what());
                let text = export::ron::write(&level);
                let read = export::ron::read(&text).unwrap_or_else(|error| panic!("{}: {error}", what()));
                assert_eq!((&read, read.digest()), (&level, level.digest()), "{}", what());
                assert_eq!(export::ron::write(&read), text, "{}", what());
                let text = export::json::write(&level);
                let read = export::json::read(&text).unwrap_or_else(|error| panic!("{}: {error}", what()));
                assert_eq!(read, level, "{}", what());
                assert_eq!(export::json::write(&read), text, "{}", what());
            }
        }
    }
}

#[test]
fn a_file_of_a_seed_is_written_as_it_always_was() {
    let preset = preset("crypt", (24, 20));
    let level = roomgen::generate(&preset, 42);
    golden::compare("level.ron", export::ron::write(&level).as_bytes());
    golden::compare("level.json", export::json::write(&level).as_bytes());
    golden::compare("level.txt", export::text::write(&level).as_bytes());
}

#[test]
fn rooms_that_no_layout_suits_are_noted() {
    let text = "(name: \"half\", layouts: [(name: \"large\", rooms: (min: (8, 8)), formations: [])])";
    let preset = Preset::parse(text).expect("a preset");
    let level = roomgen::generate(&preset, 1);
    let bare = level.rooms().iter().filter(|room| level.layout(room).is_none()).count();
    let note = level.notes().iter().find(|note| note.code == NoteCode::RoomsBare).expect("some rooms are small");
    assert_eq!((note.wanted as usize, (note.wanted - note.got) as usize), (level.rooms().len(), bare));
}

#[test]
fn a_game_finds_its_way_in_every_level() {
    for_each_level(|name, seed, level| {
        let what = || format!("{name} {}x{}, seed {seed}", level.width(), level.height());
        let distances = level.distances(level.entry());
        assert!(distances.get(level.exit()).is_some(), "{}: the exit is reached", what());
        assert!(level.is_walkable(level.entry()) && level.is_walkable(level.exit()), "{}", what());
        assert_eq!(level.room_at(level.entry()).map(|room| room.kind), Some(RoomKind::Start), "{}", what());
        let end = if level.path().len() > 1 { RoomKind::End } else { RoomKind::Start };
        assert_eq!(level.room_at(level.exit()).map(|room| room.kind), Some(end), "{}", what());
    });
}

/// The cells reached from the entry by a plain search over open tiles without obstacles.
fn walked(level: &Level) -> Vec<bool> {
    let (width, height) = (level.width(), level.height());
    let position = |cell: Cell| (cell.y * width + cell.x) as usize;
    let is_inside = |cell: &Cell| (0..width).contains(&cell.x) && (0..height).contains(&cell.y);
    let mut is_free: Vec<_> = level.tiles().bounds().cells().map(|cell| is_dry(level, cell)).collect();
    for prop in level.props().filter(|prop| prop.kind.is_obstacle()) {
        prop.cells.cells().for_each(|cell| is_free[position(cell)] = false);
    }
    let mut is_walked = vec![false; is_free.len()];
    let mut ahead = vec![level.entry()];
    while let Some(cell) = ahead.pop() {
        if is_free[position(cell)] && !std::mem::replace(&mut is_walked[position(cell)], true) {
            ahead.extend(cell.neighbours().filter(is_inside));
        }
    }
    is_walked
}

fn is_dry(level: &Level, cell: Cell) -> bool {
    level.tile(cell).is_open() && level.terrain(cell).is_none_or(|kind| !kind.blocks)
}

#[test]
fn reachable_cells_are_those_that_one_walks_to_over_markers_and_flat_props() {
    let levels = AtomicU64::new(0);
    for_each_level(|name, seed, level| {
        levels.fetch_add(1, Ordering::Relaxed);
        let what = || format!("{name} {}x{}, seed {seed}", level.width(), level.height());
        let walked = walked(level);
        let differs = level.tiles().bounds().cells().zip(&walked).find(|&(cell, &is)| level.is_reachable(cell) != is);
        assert_eq!(differs, None, "{}", what());
        assert_eq!(level.reachable().count(), walked.iter().filter(|is| **is).count() as u64, "{}", what());
        for prop in level.props() {
            let mut cells = prop.cells.cells();
            let is_met = match prop.kind {
                kind if kind.marker => cells.all(|cell| level.is_reachable(cell)),
                // Raised props may stand on an obstacle and are reached from a neighbouring cell.
                kind if kind.blocks || kind.elevation > Metres::default() => true,
                _ => cells.any(|cell| level.is_reachable(cell)),
            };
            assert!(is_met, "{}: {} at {}", what(), prop.kind.name, prop.cells);
        }
    });
    assert!(levels.into_inner() >= tier::size(300, 11_000));
}

#[test]
fn a_generator_that_is_used_again_makes_the_same_levels_as_a_new_one() {
    for (name, _) in presets() {
        let (large, small) = (preset(name, (160, 90)), preset(name, (20, 20)));
        let mut generators = [Generator::new(&large), Generator::new(&small)];
        for seed in [3, 1, 4, 1, 5] {
            for (generator, preset) in generators.iter_mut().zip([&large, &small]) {
                assert_eq!(generator.generate(seed), roomgen::generate(preset, seed), "{name}, seed {seed}");
            }
        }
    }
}

#[test]
fn one_thread_and_several_make_the_same_levels() {
    for (name, _) in presets().step_by(tier::size(5, 1)) {
        let preset = preset(name, (240, 160));
        let digests = |seeds: std::ops::Range<u64>| -> Vec<u64> {
            let mut generator = Generator::new(&preset);
            seeds.map(|seed| generator.generate(seed).digest()).collect()
        };
        let each = tier::size(2, 6);
        let alone = digests(0..4 * each);
        let several = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..4).map(|part| scope.spawn(move || digests(each * part..each * (part + 1)))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("a thread that ends")).collect::<Vec<_>>()
        });
        assert_eq!(alone, several, "{name}");
        let mut generator = Generator::new(&preset);
        let parallel: Vec<_> = (0..4 * each).map(|seed| generator.generate_in_parallel(seed).digest()).collect();
        assert_eq!(alone, parallel, "{name}, rooms furnished in parallel");
    }
}

#[test]
fn a_level_begins_at_the_cell_that_is_asked_for_or_as_near_as_may_be() {
    let corridors = "(name: \"corridors\", base: \"bare.ron\", floorplan: (rooms: (max: 12), style: Corridors(width: (1, 2), margin: (1, 1)), start: Farthest, coverage: 0.6, shapes: [(shape: L), (shape: Plus), (shape: Round), (shape: Octagon)]))";
    let bare = |_: &str| {
        let text = "(base: \"crypt\", floorplan: (shapes: []))".to_owned();
        Ok(BasePreset { name: "bare.ron".to_owned(), text })
    };
    let corridors = Preset::parse_with(corridors, bare).expect("a preset");
    let built_in = BUILT_IN.iter().map(|(name, _)| Preset::built_in(name).expect("it is built in"));
    for preset in built_in.chain([corridors]) {
        let name = preset.name().to_owned();
        for (number, size) in SIZES.into_iter().enumerate() {
            let (width, height) = size;
            let Ok(preset) = preset.clone().with_size(Size::new(width, height).expect("a possible size")) else {
                continue;
            };
            let bounds = roomgen::Rect::from(preset.size());
            for seed in 0..tier::size(2, 15) {
                let (x, y) = (seed * 7919 % (bounds.width() + 20) - 10, seed * 104_729 % (bounds.height() + 20) - 10);
                let asked = Cell::new(x, y);
                let level = roomgen::generate(&preset, Request::new(seed as u64).starting_at(asked));
                let what = || format!("{name} {size:?}, seed {seed}, start {asked}");
                assert_eq!(level.check(), [], "{}", what());
                assert_eq!(level.origin().start, Some(asked), "{}", what());
                assert_eq!(roomgen::reproduce(&level, &preset).as_ref(), Ok(&level), "{}", what());
                let steps = |cell: Cell| cell.x.abs_diff(asked.x) + cell.y.abs_diff(asked.y);
                let start = level.start().rect;
                let nearest = start.cells().filter(|&cell| level.tile(cell) == Tile::Floor).map(steps).min();
                assert_eq!(Some(steps(level.entry())), nearest, "{}: the nearest cell", what());
                // In the style `Corridors`, rooms are at least the margin from the edges of their
                // leaves.
                let margin = match &*name {
                    "mine" => 3,
                    "corridors" | "arena" => 2,
                    _ => 1,
                };
                let is_held = bounds.grown(-margin).is_some_and(|inside| inside.contains(asked));
                assert!(!is_held || level.entry() == asked, "{}", what());
                assert!(level.entry() != level.exit() || start.area() == 1, "{}", what());
                if number == 4 {
                    let read = export::ron::read(&export::ron::write(&level)).expect("a level");
                    assert_eq!(read, level, "{}", what());
                }
            }
        }
    }
}

#[test]
fn floors_and_seeds_differ_and_difficulty_is_recorded() {
    let preset = preset("crypt", (80, 50));
    let digest = |request: &Request| roomgen::generate(&preset, request).digest();
    let first = Request::new(42);
    assert_ne!(digest(&first), digest(&first.clone().on_floor(1)));
    assert_ne!(digest(&first), digest(&Request::new(43)));
    let harder = first.clone().with_difficulty(0.5).expect("a difficulty");
    assert_eq!(roomgen::generate(&preset, harder).origin().difficulty.to_bits(), 0.5f32.to_bits());
    for bad in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
        assert!(first.clone().with_difficulty(bad).is_err(), "{bad}");
    }
}
