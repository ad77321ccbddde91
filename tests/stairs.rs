//! Stairs: the entry of a floor lies below the exit of the floor above, and stairs stand at walls
//! where a preset asks for it.
//!
//! `SLOW=1 cargo test --release -p roomgen-tests stairs` follows more than 100,000 floors.

use roomgen::{
    Cell, Generator, Level, Passage, Preset, Rect, Request, Room, Size, Tile, export, level::NoteCode, preset::BUILT_IN,
};

use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

fn parsed(text: &str) -> Preset {
    Preset::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Generates the floors of a run from easy to hard, as `roomgen --floors` does. Asserts that the
/// stairs meet. Returns the number of floors below others.
fn stairs_meet(preset: &Preset, seed: u64, floors: u32, what: &str) -> u32 {
    let mut generator = Generator::new(preset);
    let mut stairs: Option<Cell> = None;
    for floor in 0..floors {
        let request = Request::new(seed).on_floor(floor);
        let request = match stairs {
            Some(cell) => request.starting_at(cell),
            None => request,
        };
        let request = request.with_difficulty(floor as f32 / floors as f32).expect("a difficulty");
        let level = generator.generate(request);
        let what = || format!("seed {seed}, floor {floor} below {stairs:?} of {what}\n{}", export::text::write(&level));
        assert_eq!(level.check(), [], "{}", what());
        assert!(stairs.is_none_or(|cell| cell == level.entry()), "{}", what());
        assert!(level.start().rect.contains(level.entry()), "{}", what());
        stairs = Some(level.exit());
    }
    floors - 1
}

#[test]
fn the_stairs_of_a_run_meet_in_every_built_in_preset() {
    const FLOORS: u32 = 15;
    let mut met = 0;
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("it is built in");
        let small = preset.clone().with_size(Size::new(34, 30).expect("a size")).expect("a preset for this size");
        for seed in 0..tier::size(2, 500) {
            met += stairs_meet(&preset, seed, FLOORS, name);
            met += stairs_meet(&small, seed, FLOORS, name);
        }
    }
    assert!(met > tier::size(500, 100_000), "{met} floors are too few");
}

#[test]
fn the_stairs_of_a_run_meet_whatever_the_rules() {
    for number in 0..tier::size(100, 4000) {
        let text = random_presets::preset(&mut Dice(number));
        let preset = parsed(&text);
        for seed in 0..2 {
            stairs_meet(&preset, seed, 5, &text);
        }
    }
}

/// Presets of small levels, each with the least margin of its rooms.
fn small_presets() -> Vec<(String, i32)> {
    let text = |size: &str, floorplan: &str, more: &str| {
        format!(
            "(name: \"small\", size: {size}, floorplan: ({floorplan}), props: {{ \"urn\": (glyph: 'u', color: \"#c28a2e\") }}, {more})"
        )
    };
    let vaults = "vaults: [
        (name: \"full\", room: true, required: true, rooms: (kinds: [Start]), legend: {'u': \"urn\"}, rows: [\"......\", \".u.u..\", \".####.\", \"......\"]),
        (name: \"den\", room: true, required: true, turns: true, rows: [\".......\", \".##.##.\", \".#...#.\", \".......\"]),
        (name: \"urns\", rows: [\"uu.uu\", \"u.u.u\"], legend: {'u': \"urn\"}, turns: true),
    ]";
    let shapes = "shapes: [(shape: L), (shape: Plus), (shape: Round), (shape: Octagon)]";
    let halls = "sizes: [(name: \"hall\", min: (9, 7), max: (12, 9), progress: (0.3, 0.7)), (name: \"nook\", min: (3, 4), max: (4, 9), count: (0, 2))]";
    let wide = "sizes: [(name: \"hall\", min: (9, 7), max: (16, 9), count: (0, 2))]";
    vec![
        (text("(24, 18)", "rooms: (min: 4, max: 8)", ""), 0),
        (text("(24, 18)", &format!("rooms: (min: 5, max: 11, {halls}), {shapes}"), ""), 0),
        (text("(24, 18)", "rooms: (min: 4, max: 8), vaults: (chance: 1.0)", vaults), 0),
        (text("(30, 20)", &format!("rooms: (min: 4, max: 10), style: Corridors(margin: (1, 1)), {shapes}"), ""), 1),
        (text("(30, 20)", &format!("rooms: (min: 7, max: 14, {wide}), style: Corridors(margin: (0, 2))"), ""), 0),
        (
            text(
                "(30, 22)",
                "rooms: (min: 4, max: 12), style: Corridors(margin: (2, 2)), vaults: (chance: 1.0)",
                vaults,
            ),
            2,
        ),
        (
            text(
                "(30, 20)",
                "rooms: (min: 4, max: 8, ratio: (0.5, 0.5), stop: 0), path: (rooms: (1, 1)), coverage: 1",
                "",
            ),
            0,
        ),
        // One room, and a level with place for one cut.
        (text("(9, 8)", &format!("rooms: (min: 6, max: 12), {shapes}"), ""), 0),
        (text("(11, 11)", "rooms: (min: 4, max: 8), path: (rooms: (2, 2))", ""), 0),
    ]
}

/// The least margin of the rooms of a random preset.
fn margin_of(text: &str) -> i32 {
    let margin = text.split_once("margin: (").and_then(|(_, rest)| rest.split_once(','));
    margin.map_or(0, |(least, _)| least.parse().expect("a number"))
}

/// Asserts that the level begins at the cell that is asked for, if a room can hold it; else at the
/// nearest floor of the start room.
fn begins_at(level: &Level, asked: Cell, margin: i32, what: &str) {
    let what = || format!("asked for {asked} of {what}\n{}", export::text::write(level));
    assert_eq!(level.check(), [], "{}", what());
    let size = level.size();
    let is_held = (1 + margin..size.width() - 1 - margin).contains(&asked.x)
        && (1 + margin..size.height() - 1 - margin).contains(&asked.y);
    if is_held {
        assert_eq!(level.entry(), asked, "{}", what());
    }
    let steps = |cell: Cell| cell.x.abs_diff(asked.x) + cell.y.abs_diff(asked.y);
    let floor = level.start().rect.cells().filter(|&cell| level.tile(cell) == Tile::Floor);
    let is_vault = level.vault(level.start()).is_some();
    assert!(is_vault || Some(steps(level.entry())) == floor.map(steps).min(), "{}", what());
    let is_free = level.props().all(|prop| !prop.cells.contains(level.entry()) || !prop.kind.is_obstacle());
    assert!(is_free, "{}", what());
}

#[test]
fn a_level_begins_at_each_cell_that_a_room_can_hold() {
    let random = (0..tier::size(2, 60)).map(|number| {
        let text = random_presets::preset(&mut Dice(1000 + number));
        let margin = margin_of(&text);
        (text, margin)
    });
    for (text, margin) in small_presets().into_iter().chain(random) {
        let preset = parsed(&text);
        let (least, longer) = (i64::from(preset.min_side()), i64::from(preset.min_longer_side()));
        let (width, height) = (i64::from(preset.size().width()), i64::from(preset.size().height()));
        let size = match Size::new(width.min(least + 16), height.min(least + 12)) {
            Ok(size) if i64::from(size.width().max(size.height())) < longer => {
                Size::new(longer, height.min(least + 12))
            }
            size => size,
        };
        let preset = preset.with_size(size.expect("a size")).expect("a preset for this size");
        let mut generator = Generator::new(&preset);
        let cells = Rect::from(preset.size()).grown(1).expect("a small rectangle");
        for (number, asked) in (0..).zip(cells.cells()) {
            for seed in 0..tier::size(1, 8) {
                let request = Request::new(number * 8 + seed).starting_at(asked);
                let level =
                    generator.generate(request.with_difficulty((number % 3) as f32 / 2.0).expect("a difficulty"));
                begins_at(&level, asked, margin, &text);
                assert_eq!(roomgen::reproduce(&level, &preset).as_ref(), Ok(&level));
            }
        }
    }
}

#[test]
fn a_vault_that_blocks_the_cell_asked_for_is_not_taken_for_the_start() {
    // Obstacles in some cells, walls in none.
    let text = "(name: \"v\", size: (40, 30), floorplan: (rooms: (min: 7, max: 16), vaults: (chance: 1.0)), \
        props: { \"urn\": (glyph: 'u', color: \"#c28a2e\"), \"mat\": (glyph: 'm', color: \"#c28a2e\", blocks: false) }, \
        vaults: [(name: \"urns\", required: true, most: 1, rooms: (kinds: [Start]), legend: {'u': \"urn\", 'm': \"mat\"}, \
            rows: [\"um.um\", \"m.u.m\", \"umumu\"])])";
    let preset = parsed(text);
    let mut generator = Generator::new(&preset);
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..tier::size(200, 4000) {
        let asked = Cell::new(1 + (seed * 7 % 38) as i32, 1 + (seed * 11 % 28) as i32);
        let level = generator.generate(Request::new(seed).starting_at(asked));
        begins_at(&level, asked, 0, text);
        let short = level.notes().iter().find(|note| note.code == NoteCode::VaultShort);
        if level.vault(level.start()).is_some() {
            assert!(short.is_none());
            taken += 1;
        } else {
            let why = short.and_then(|note| note.about.as_deref());
            assert_eq!(
                why,
                Some("urns: it has a wall, an obstacle or a marker at the cell where the player must arrive"),
                "{:?}",
                level.start()
            );
            refused += 1;
            // The middle of the room, where the vault would be.
            let rect = level.start().rect;
            let (x, y) =
                (asked.x - rect.left() - (rect.width() - 5) / 2, asked.y - rect.top() - (rect.height() - 3) / 2);
            let row = ["um.um", "m.u.m", "umumu"].get(y as usize).expect("a row of the vault");
            assert_eq!(row.get(x as usize..=x as usize), Some("u"), "({x}, {y})");
        }
    }
    assert!(refused * 20 > taken && taken > refused, "{taken} and {refused}");
}

/// The cells beside a wall of a room, farther than the clearance from its doors, by the tiles.
fn cells_at_walls(level: &Level, room: &Room, clearance: i32) -> Vec<Cell> {
    let steps = |one: Cell, other: Cell| (one.x - other.x).abs().max((one.y - other.y).abs());
    let passages = level.passages().iter().filter(|passage| passage.rooms.contains(&room.id));
    let doors: Vec<Cell> = passages.flat_map(Passage::doors).flat_map(|door| door.cells()).collect();
    let is_wall = |cell: Cell| matches!(level.tile(cell), Tile::Wall | Tile::Rock | Tile::Door);
    let floor = room.rect.cells().filter(|&cell| level.tile(cell) == Tile::Floor);
    let at_walls = floor.filter(|cell| cell.neighbours().any(is_wall));
    at_walls.filter(|&cell| doors.iter().all(|&door| steps(cell, door) > clearance)).collect()
}

#[test]
fn stairs_stand_at_any_wall_of_their_room_away_from_doors_and_else_in_the_middle() {
    let shapes = "shapes: [(shape: Rectangle), (shape: L), (shape: Plus), (shape: Round), (shape: Octagon)]";
    let caves = "shapes: [(shape: Cave, rough: 0.5, merge: 1)]";
    let plans = [
        ("rooms: (min: 4, max: 9)", 1),
        ("rooms: (min: 4, max: 9), coverage: 1, loops: (chance: 1, apart: 2)", 3),
        ("rooms: (min: 6, max: 14), path: (rooms: (1, 1)), coverage: 0.5", 2),
        ("rooms: (min: 5, max: 14), style: Corridors()", 1),
    ];
    let (mut at_walls, mut in_the_middle, mut positions) = (0, 0, std::collections::BTreeSet::new());
    for (plan, clearance) in plans
        .into_iter()
        .flat_map(|(plan, clearance)| [(plan.to_owned(), clearance), (format!("{plan}, {shapes}"), clearance)])
        .chain([(format!("rooms: (min: 6, max: 14), coverage: 1, {caves}"), 2)])
    {
        let text =
            |more: &str| format!("(name: \"a\", size: (50, 40), clearance: {clearance}, floorplan: ({plan}{more}))");
        let (preset, plain) = (parsed(&text(", entry: (at: Wall), exit: (at: Wall)")), parsed(&text("")));
        for seed in 0..tier::size(60, 2000) {
            let level = roomgen::generate(&preset, seed);
            assert_eq!(level.check(), [], "{plan}, seed {seed}");
            assert_ne!(level.entry(), level.exit(), "{plan}, seed {seed}");
            let usual = roomgen::generate(&plain, seed);
            let is_single = level.path().len() == 1;
            for (cell, room, usual) in
                [(level.entry(), level.start(), usual.entry()), (level.exit(), level.end(), usual.exit())]
            {
                let cells = cells_at_walls(&level, room, clearance);
                if cells.contains(&cell) {
                    at_walls += 1;
                    positions.insert((cell.x - room.rect.left(), cell.y - room.rect.top()));
                } else {
                    assert!(cells.is_empty() || is_single, "{plan}, seed {seed}: {cell} of {cells:?}");
                    assert_eq!(cell, usual, "{plan}, seed {seed}");
                    in_the_middle += 1;
                }
            }
            if is_single {
                let steps = |cell: &Cell| cell.x.abs_diff(level.entry().x) + cell.y.abs_diff(level.entry().y);
                let most = cells_at_walls(&level, level.end(), clearance).iter().map(steps).max();
                assert!(2 * steps(&level.exit()) >= most.unwrap_or_default(), "{plan}, seed {seed}");
            }
            let asked = Cell::new(1 + (seed % 48) as i32, 5);
            let elsewhere = roomgen::generate(&preset, Request::new(seed).starting_at(asked));
            assert!(
                elsewhere.entry() == asked || plan.contains("Corridors"),
                "{plan}, seed {seed}: the request decides"
            );
        }
    }
    assert!(at_walls > 500 && in_the_middle > 10 && positions.len() > 40, "{at_walls}, {in_the_middle}, {positions:?}");
}

#[test]
fn stairs_at_walls_count_in_the_digest_and_the_default_does_not() {
    let digest = |plan: &str| parsed(&format!("(name: \"a\", floorplan: ({plan}))")).digest();
    let digests = ["", "entry: (at: Wall)", "exit: (at: Wall)", "entry: (at: Wall), exit: (at: Wall)"].map(digest);
    for (number, one) in digests.iter().enumerate() {
        assert!(!digests[..number].contains(one), "{number}");
    }
    assert_eq!(digest("entry: (at: Middle), exit: ()"), digests[0]);
}
