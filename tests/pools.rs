//! Pools: halls and landmarks dealt to the floors of a run, none twice before all were there.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{Generator, Level, Preset, Request, level::NoteCode, preset::BUILT_IN};

use crate::tier;

const HALLS: [&str; 5] = ["nave", "rotunda", "gallery", "pit", "court"];
const MARKS: [&str; 4] = ["altar", "well", "shrine", "cache"];

/// A preset with a pool of five halls of two sizes, and one of four landmarks: a vault with a room
/// of its own, one inside a room, and layouts of the start and of tagged rooms.
fn preset() -> Preset {
    preset_with("each: 2, required: true")
}

/// The same preset with other fields of the pool of halls.
fn preset_with(of_halls: &str) -> Preset {
    let sizes = ["nave", "rotunda"];
    let halls = HALLS.iter().enumerate().map(|(number, name)| {
        let size = sizes[number % 2];
        format!("(name: {name:?}, pool: \"halls\", size: {size:?}, formations: [(shape: Square, prop: \"r\")])")
    });
    let halls = halls.collect::<Vec<_>>().join(", ");
    let text = format!(
        "(name: \"a\", props: {{\"r\": (glyph: 'r', color: \"#000000\")}}, \
         pools: {{\"halls\": ({of_halls}), \"marks\": (each: 1)}}, floorplan: (\
         rooms: (min: 5, max: 11, sizes: [(name: \"nave\", min: (18, 8), max: (20, 9)), (name: \"rotunda\", \
         min: (13, 13), max: (14, 14), progress: (0.3, 0.8))]), coverage: 0.9, \
         tags: [(tag: \"holy\", pick: DeadEnds, rooms: (kinds: [Bonus]))]), \
         layouts: [{halls}, (name: \"altar\", pool: \"marks\", rooms: (tags: [\"holy\"]), formations: []), \
         (name: \"well\", pool: \"marks\", rooms: (kinds: [Start]), formations: []), \
         (name: \"plain\", formations: [(shape: Cross, prop: \"r\")])], \
         vaults: [(name: \"shrine\", pool: \"marks\", room: true, rows: [\".....\", \"..r..\", \"..r..\", \".....\", \".....\"], \
         legend: {{'r': \"r\"}}), (name: \"cache\", pool: \"marks\", rows: [\"rr\", \"..\"], legend: {{'r': \"r\"}})])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// How often each layout and vault of a pool is in a level.
fn pieces(level: &Level) -> BTreeMap<&str, usize> {
    let mut pieces = BTreeMap::new();
    for room in level.rooms() {
        for name in level.layout(room).into_iter().chain(level.vault(room)) {
            if HALLS.contains(&name) || MARKS.contains(&name) {
                *pieces.entry(name).or_default() += 1;
            }
        }
    }
    pieces
}

/// The entries that a level lacks, by its notes.
fn missing(level: &Level) -> BTreeSet<&str> {
    let short = level.notes().iter().filter(|note| note.code == NoteCode::PoolShort);
    short.filter_map(|note| note.about.as_deref()?.split(" of the pool").next()).collect()
}

#[test]
fn no_entry_comes_twice_before_all_of_its_pool_were_there() {
    let preset = preset();
    let mut generator = Generator::new(&preset);
    for seed in 0..60 {
        let floors: Vec<Level> = (0..20).map(|floor| generator.generate(Request::new(seed).on_floor(floor))).collect();
        let dealt: Vec<BTreeSet<&str>> = floors
            .iter()
            .map(|level| {
                let there = pieces(level);
                assert!(there.values().all(|&count| count == 1), "{there:?} of {:?}", level.origin());
                let missing = missing(level);
                assert!(missing.iter().all(|name| !there.contains_key(name)));
                there.into_keys().chain(missing).collect()
            })
            .collect();
        for (pool, each) in [(&HALLS[..], 2), (&MARKS[..], 1)] {
            let of_pool = |floor: &BTreeSet<&str>| floor.iter().filter(|name| pool.contains(name)).count();
            assert!(dealt.iter().all(|floor| of_pool(floor) == each), "{dealt:?}");
            // Over as many floors as the pool has entries, each comes as often as every other.
            for first in 0..20 - pool.len() {
                for name in pool {
                    let times = dealt[first..first + pool.len()].iter().filter(|floor| floor.contains(name)).count();
                    assert_eq!(times, each, "{name} from floor {first}: {dealt:?}");
                }
            }
        }
    }
}

#[test]
fn a_pool_by_area_deals_in_proportion_to_the_cells_of_a_level() {
    // The preset's own size is 80x50, and it has five halls. A half is rounded up: 2.5 of 100x50.
    let sizes = [("16x16", 1), ("40x50", 1), ("59x50", 1), ("60x50", 2), ("80x50", 2), ("99x50", 2), ("100x50", 3)];
    for (size, each) in sizes.into_iter().chain([("179x50", 4), ("180x50", 5), ("240x80", 5)]) {
        let sized = |fields: &str| preset_with(fields).with_size(size.parse().expect("a size")).expect("it fits");
        let by_area = sized("each: 2, per: Area, required: true");
        assert_eq!(by_area.pools().next().expect("halls").each(), each, "{size}");
        let written = sized(&format!("each: {each}, required: true"));
        let [mut one, mut other] = [&by_area, &written].map(Generator::new);
        let floors: Vec<Level> = (0..5).map(|floor| one.generate(Request::new(7).on_floor(floor))).collect();
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for (floor, level) in (0..).zip(&floors) {
            let written = other.generate(Request::new(7).on_floor(floor));
            assert_eq!((level.tiles(), level.notes()), (written.tiles(), written.notes()), "{size}");
            assert!(level.props().map(|prop| prop.cells).eq(written.props().map(|prop| prop.cells)), "{size}");
            let halls = pieces(level).into_keys().chain(missing(level)).filter(|name| HALLS.contains(name));
            halls.for_each(|name| *times.entry(name).or_default() += 1);
        }
        assert!(times.len() == 5 && times.values().all(|&count| count == each as usize), "{size}: {times:?}");
    }
}

#[test]
fn a_floor_needs_no_other_floor_and_each_seed_has_an_order_of_its_own() {
    let preset = preset();
    let mut orders = BTreeSet::new();
    for seed in 0..60 {
        let mut generator = Generator::new(&preset);
        let order: Vec<String> = (0..4)
            .map(|floor| {
                let level = generator.generate(Request::new(seed).on_floor(floor));
                assert_eq!(level, roomgen::generate(&preset, Request::new(seed).on_floor(floor)));
                format!("{:?}", pieces(&level).keys().chain(&missing(&level)).collect::<BTreeSet<_>>())
            })
            .collect();
        orders.insert(order);
    }
    // 5! orders of halls and 4! of landmarks: sixty seeds hardly share one.
    assert!(orders.len() > 40, "{} orders", orders.len());
}

#[test]
fn dealt_entries_get_their_rooms_and_a_level_has_no_other_such_room() {
    let preset = preset();
    let (mut halls, mut short) = (0, 0);
    for seed in 0..300 {
        let level = roomgen::generate(&preset, seed);
        let there = pieces(&level);
        let sized = level
            .rooms()
            .iter()
            .filter(|room| ["nave", "rotunda"].iter().any(|size| level.tags(room).any(|tag| tag == *size)));
        let sized: Vec<_> = sized.map(|room| level.layout(room)).collect();
        assert!(sized.iter().all(|layout| layout.is_some_and(|name| HALLS.contains(&name))), "{sized:?}");
        assert_eq!(sized.len(), there.keys().filter(|name| HALLS.contains(name)).count());
        assert_eq!(there.len() + missing(&level).len(), 3, "{:?}", level.notes());
        halls += sized.len();
        short += missing(&level).iter().filter(|name| HALLS.contains(name)).count();
        if let Some(room) = level.rooms().iter().find(|room| level.layout(room) == Some("well")) {
            assert_eq!(room.id, level.path()[0]);
        }
    }
    assert!(short * 100 <= halls, "{short} halls of {halls} found no place");
}

/// The fields of a preset over a base that add a pool of shops, one of keepers and a metered thing.
const PIECE: &str = "pools: {\"shops\": (every: 3), \"keepers\": (each: 2)}, \
     layouts: [(name: \"keeper of lamps\", pool: \"keepers\", formations: []), \
     (name: \"keeper of maps\", pool: \"keepers\", depth: (0.4, 1), formations: []), \
     (name: \"keeper of rope\", pool: \"keepers\", formations: [])], \
     vaults: [(name: \"shop of oil\", pool: \"shops\", rows: [\".\"]), (name: \"shop of ink\", pool: \"shops\", rows: [\".\"])], \
     props: {\"tonic\": (glyph: '!', color: \"#ff0000\", marker: true)}, loot: (metered: {\"tonic\": (every: 4, count: 2)})";

/// What six floors of a seed are dealt of [`PIECE`], and of other pools: found and missing entries.
fn dealt(preset: &Preset, seed: u64) -> [Vec<BTreeSet<String>>; 2] {
    let mut generator = Generator::new(preset);
    let of_pools: BTreeSet<&str> = preset.pools().flat_map(|pool| pool.entries()).collect();
    let is_of_piece = |name: &str| name == "tonic" || ["shop of ", "keeper of "].iter().any(|of| name.starts_with(of));
    let floors = (0..6).map(|floor| {
        let request = Request::new(seed).on_floor(floor).with_difficulty(floor as f32 / 5.0).expect("a difficulty");
        let level = generator.generate(request);
        let names = |room| level.layout(room).into_iter().chain(level.vault(room));
        let found = level.rooms().iter().flat_map(names).filter(|name| of_pools.contains(name)).chain(missing(&level));
        let short = level.notes().iter().filter(|note| note.code == NoteCode::MeteredShort);
        let short = short.filter_map(|note| note.about.as_deref());
        let things = level.props().map(|prop| prop.kind.name.as_str()).filter(|name| *name == "tonic").chain(short);
        found.chain(things.filter(|name| *name == "tonic")).map(str::to_owned).collect::<BTreeSet<_>>()
    });
    let floors: Vec<_> = floors.collect();
    [true, false].map(|of_piece| {
        let of =
            |floor: &BTreeSet<String>| floor.iter().filter(|name| is_of_piece(name) == of_piece).cloned().collect();
        floors.iter().map(of).collect()
    })
}

#[test]
fn a_piece_comes_on_the_same_floors_over_each_preset_and_moves_no_entry_of_another_pool() {
    let mut pieces: BTreeMap<u64, Vec<BTreeSet<String>>> = BTreeMap::new();
    for (name, _) in BUILT_IN {
        let own = Preset::built_in(name).expect("a preset");
        let text = format!("(name: \"a\", base: \"{name}\", {PIECE})");
        let with_piece = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        for seed in 0..tier::size(3, 200) {
            let [none, before] = dealt(&own, seed);
            let [piece, after] = dealt(&with_piece, seed);
            assert!(none.iter().all(BTreeSet::is_empty));
            assert_eq!(before, after, "{name}, seed {seed}");
            for floors in piece.windows(3) {
                let shops = floors.iter().flatten().filter(|name| name.starts_with("shop"));
                assert_eq!(shops.count(), 1, "{piece:?}");
            }
            for (floor, names) in piece.iter().enumerate() {
                let keepers = names.iter().filter(|name| name.starts_with("keeper"));
                assert_eq!(keepers.count(), 2, "{piece:?}");
                assert!(floor > 1 || !names.contains("keeper of maps"), "{piece:?}");
            }
            assert_eq!(*pieces.entry(seed).or_insert_with(|| piece.clone()), piece, "{name}, seed {seed}");
        }
    }
    assert!(pieces.values().collect::<BTreeSet<_>>().len() > 1);
}

#[test]
fn six_floors_of_a_built_in_preset_repeat_nothing_before_its_pool_is_empty() {
    let runs = tier::size(5, 10_000);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    for (name, _) in BUILT_IN.iter().filter(|(name, _)| *name != "cellar") {
        let preset = Preset::built_in(name).expect("a preset");
        assert!(preset.pools().len() >= 3, "{name}");
        let first_repeat = |first: u64| {
            let mut generator = Generator::new(&preset);
            for seed in (first..runs).step_by(threads as usize) {
                let floors: Vec<BTreeSet<String>> = (0..6)
                    .map(|floor| {
                        let difficulty = floor as f32 / 5.0;
                        let request = Request::new(seed).on_floor(floor).with_difficulty(difficulty);
                        let level = generator.generate(request.expect("a difficulty"));
                        let names = |room| level.layout(room).into_iter().chain(level.vault(room));
                        level.rooms().iter().flat_map(names).map(str::to_owned).collect()
                    })
                    .collect();
                for pool in preset.pools() {
                    let before_empty = pool.entries().len() / pool.each() as usize;
                    for entry in pool.entries() {
                        let times = floors.iter().take(before_empty).filter(|floor| floor.contains(entry)).count();
                        assert!(times <= 1, "{name}, seed {seed}: {entry} is on {times} floors");
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let first_repeat = &first_repeat;
            (0..threads).for_each(|first| {
                scope.spawn(move || first_repeat(first));
            });
        });
    }
}
