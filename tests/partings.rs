//! Partings: levels that a river cuts in two, measured by plain scans.

use roomgen::{
    Cell, Generator, Level, Preset, Rect, Request, Room,
    level::{NoteCode, Parting, RoomShape},
    preset::{BUILT_IN, BasePreset},
};

use crate::tier;

pub(crate) mod promises;

/// A built-in preset with a river in each level.
pub(crate) fn with_river(name: &str, fields: &str) -> Preset {
    let text = format!(
        "(name: \"river\", base: \"{name}.ron\", {TERRAIN}, floorplan: (partings: [(name: \"river\", terrain: \"water\", {fields})]))"
    );
    parsed(&text)
}

/// The text of a built-in preset. Its own parting, which the tests replace, is a river, and a lock
/// on its crossing is one of the path.
pub(crate) fn without_crossing_lock(name: &str) -> String {
    let (_, text) = BUILT_IN.iter().find(|(own, _)| *own == name).expect("a built-in preset");
    let own = text.split_once("partings: [(name: ").and_then(|(_, rest)| rest.split_once(',')).map(|(own, _)| own);
    let text = own.map_or_else(|| (*text).to_owned(), |own| text.replace(own, "\"river\""));
    let Some((before, after)) = text.split_once("lock: Crossing(") else { return text };
    let (_, after) = after.split_once(')').expect("a closed bracket");
    format!("{before}lock: Path((0.2, 0.9)){after}")
}

pub(crate) const TERRAIN: &str = "terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, bridge: \"planks\"), \
     \"planks\": (glyph: '=', color: \"#8a6a45\")}";

pub(crate) fn parsed(text: &str) -> Preset {
    let base = |base: &str| {
        let name = base.trim_end_matches(".ron");
        Ok(BasePreset { name: name.to_owned(), text: without_crossing_lock(name) })
    };
    Preset::parse_with(text, base).unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

fn presets(fields: &str) -> impl Iterator<Item = (&'static str, Preset)> + '_ {
    BUILT_IN.iter().map(move |&(name, _)| (name, with_river(name, fields)))
}

fn levels(preset: &Preset, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Level)> + '_ {
    let mut generator = Generator::new(preset);
    seeds.map(move |seed| {
        let request = Request::new(seed).with_difficulty([0.0, 0.5, 1.0][seed as usize % 3]).expect("a difficulty");
        (seed, generator.generate(&request))
    })
}

/// On which side of a parting a cell lies.
fn is_behind(parting: &Parting, cell: Cell) -> bool {
    let band = parting.band;
    if band.top() == 0 && band.left() > 0 { cell.x >= band.right() } else { cell.y >= band.bottom() }
}

pub(crate) fn side_of(level: &Level, parting: &Parting, room: u32) -> bool {
    is_behind(parting, level.room(room).expect("a room").rect.top_left())
}

/// The number of times that the main path crosses.
pub(crate) fn path_crossings(level: &Level, parting: &Parting) -> usize {
    level.path().windows(2).filter(|pair| side_of(level, parting, pair[0]) != side_of(level, parting, pair[1])).count()
}

/// The least number of cells between the first doors of two crossings.
fn least_apart(level: &Level, parting: &Parting) -> Option<i32> {
    let door = |&id: &u32| level.passages()[id as usize].doors()[0];
    let doors: Vec<Rect> = parting.crossings.iter().map(door).collect();
    let pairs = doors.iter().enumerate().flat_map(|(at, one)| doors[at + 1..].iter().map(move |other| (one, other)));
    pairs
        .map(|(one, other)| {
            (one.left() - other.right())
                .max(other.left() - one.right())
                .max(one.top() - other.bottom())
                .max(other.top() - one.bottom())
        })
        .min()
}

/// What levels with a parting show: how many of them, and of the rows of their banks.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    levels: f64,
    ends_apart: f64,
    crossed_once: f64,
    none: f64,
    rows: f64,
    straight: f64,
}

fn add(figures: &mut Figures, level: &Level) {
    figures.levels += 1.0;
    let Some(parting) = level.partings().first() else { return };
    let count = |holds: bool| f64::from(u8::from(holds));
    figures.ends_apart += count(is_behind(parting, level.entry()) != is_behind(parting, level.exit()));
    figures.crossed_once += count(path_crossings(level, parting) == 1);
    figures.none += count(parting.crossings.is_empty());
    assert_eq!(parting.crossings.is_empty(), level.notes().iter().any(|note| note.code == NoteCode::CrossingShort));
    for line in bank_lines(level, parting) {
        figures.rows += line.len() as f64;
        let runs = line.chunk_by(|one, other| one == other);
        figures.straight += runs.map(<[i32]>::len).filter(|rows| *rows >= 8).sum::<usize>() as f64;
    }
}

/// For both banks, how far the terrain reaches beyond the band in each row.
fn bank_lines(level: &Level, parting: &Parting) -> [Vec<i32>; 2] {
    let band = parting.band;
    let is_column = band.top() == 0 && band.bottom() == level.height();
    // Not ponds of the preset.
    let blocks = |cell: Cell| level.terrain(cell).is_some_and(|kind| kind.blocks && kind.name.as_str() == "water");
    let reach = |first: Cell, step: i32| {
        let cell = |depth: i32| {
            if is_column {
                Cell::new(first.x + step * depth, first.y)
            } else {
                Cell::new(first.x, first.y + step * depth)
            }
        };
        (0..).take_while(|&depth| blocks(cell(depth))).count() as i32
    };
    if is_column {
        [
            (1..level.height() - 1).map(|y| reach(Cell::new(band.left() - 1, y), -1)).collect(),
            (1..level.height() - 1).map(|y| reach(Cell::new(band.right(), y), 1)).collect(),
        ]
    } else {
        [
            (1..level.width() - 1).map(|x| reach(Cell::new(x, band.top() - 1), -1)).collect(),
            (1..level.width() - 1).map(|x| reach(Cell::new(x, band.bottom()), 1)).collect(),
        ]
    }
}

#[test]
fn partings_part_the_ends_and_are_crossed_once_by_the_path() {
    let seeds = tier::size(60, 1_000);
    for (name, preset) in presets("crossings: (2, 3), meander: 3") {
        let mut figures = Figures::default();
        for (seed, level) in levels(&preset, 0..seeds) {
            assert_eq!(level.check(), [], "{name}, seed {seed}");
            let parting = level.partings().first().expect("a parting");
            assert!(parting.crossings.len() <= 3, "{name}, seed {seed}");
            add(&mut figures, &level);
        }
        let Figures { levels, ends_apart, crossed_once, none, rows, straight, .. } = figures;
        let shown = format!("{name}: {figures:?}");
        println!(
            "{name:10} ends apart {:.3}, crossed once {:.3}, without a crossing {:.4}, straight {:.2}",
            ends_apart / levels,
            crossed_once / levels,
            none / levels,
            straight / rows,
        );
        // What is asked of a thousand levels; sixty may miss it by chance.
        let slack = tier::size(0.05, 0.0);
        assert!(ends_apart / levels >= 0.95 - slack, "{shown}");
        assert!(crossed_once / levels >= 0.95 - slack, "{shown}");
        assert!(none / levels <= 0.005 + slack, "{shown}");
        assert!(straight / rows <= 0.5, "{shown}");
    }
}

/// The names of a built-in preset's sizes of rooms, which are tags.
fn sizes_of(name: &str) -> Vec<String> {
    let text = without_crossing_lock(name);
    let Some((_, rest)) = text.split_once("sizes: [") else { return Vec::new() };
    let rules = rest.split_once("])").map_or("", |(rules, _)| rules).split("(name: \"").skip(1);
    rules.filter_map(|rule| Some(rule.split_once('"')?.0.to_owned())).collect()
}

#[test]
fn a_parting_costs_few_cycles_and_hardly_a_room_of_another_size() {
    let seeds = tier::size(60, 1_000);
    for &(name, _) in BUILT_IN {
        let sizes = sizes_of(name);
        // The cycles, the rooms of other sizes, and the vaults that a level must have and lacks.
        let count = |chance: u32| {
            let preset = with_river(name, &format!("crossings: (3, 3), meander: 3, chance: {chance}"));
            levels(&preset, 0..seeds).fold([0.0; 3], |[cycles, sized, vaults], (_, level)| {
                let of_rooms = level.rooms().iter().filter_map(|room| room.cycle).max();
                let is_sized = |room: &&Room| level.tags(room).any(|tag| sizes.iter().any(|size| size == tag));
                let short = level.notes().iter().filter(|note| note.code == NoteCode::VaultShort).count();
                [
                    cycles + of_rooms.map_or(0.0, |last| f64::from(last) + 1.0),
                    sized + level.rooms().iter().filter(is_sized).count() as f64,
                    vaults + short as f64,
                ]
            })
        };
        let [plain, parted] = [0, 1].map(|chance| count(chance).map(|sum| sum / seeds as f64));
        let [[cycles, sized, vaults], [its_cycles, its_sized, its_vaults]] = [plain, parted];
        println!(
            "{name:10} cycles {cycles:.3} and {its_cycles:.3}, rooms of other sizes {sized:.3} and {its_sized:.3}, \
             vaults missing {vaults:.3} and {its_vaults:.3}"
        );
        let slack = tier::size(0.1, 0.0);
        assert!(its_cycles >= (0.95 - slack) * cycles, "{name}: {its_cycles} of {cycles} cycles");
        assert!(its_sized >= (0.97 - slack) * sized, "{name}: {its_sized} of {sized} rooms");
        assert!(its_vaults <= vaults + slack, "{name}: {its_vaults} vaults, and {vaults}");
    }
}

#[test]
fn a_level_with_a_given_arrival_ends_on_the_other_side() {
    let preset = with_river("crypt", "crossings: (2, 3)");
    let mut generator = Generator::new(&preset);
    let (mut apart, mut arrived) = (0, 0);
    let seeds = tier::size(100, 1_000);
    for seed in 0..seeds {
        let start = Cell::new(2 + (seed * 7 % 76) as i32, 2 + (seed * 11 % 46) as i32);
        let level = generator.generate(Request::new(seed).starting_at(start));
        assert_eq!(level.check(), [], "seed {seed}");
        let Some(parting) = level.partings().first() else { continue };
        arrived += u64::from(level.entry() == start);
        apart += u64::from(is_behind(parting, level.entry()) != is_behind(parting, level.exit()));
    }
    // The others have a key or a vault on the cell that is asked for, as levels without a river.
    assert!(arrived * 100 >= seeds * 95, "{arrived} of {seeds} arrive where asked");
    assert!(apart * 100 >= seeds * tier::size(88, 93), "{apart} of {seeds}");
}

#[test]
fn a_band_is_as_wide_as_asked_and_its_banks_wind_as_far() {
    for (fields, widths, meander) in [
        ("width: (3, 3), meander: 0", 3..=3, 0),
        ("width: (5, 8), meander: 2", 5..=8, 2),
        ("width: (3, 16), meander: 8", 3..=16, 8),
    ] {
        for name in ["crypt", "mine", "caves"] {
            let preset = with_river(name, fields);
            let (mut most, mut seen) = (0, Vec::new());
            for (seed, level) in levels(&preset, 0..30) {
                assert_eq!(level.check(), [], "{name}, {fields}, seed {seed}");
                let Some(parting) = level.partings().first() else { continue };
                let band = parting.band;
                let (width, length, side) = if band.height() == level.height() {
                    (band.width(), band.top(), band.height())
                } else {
                    (band.height(), band.left(), band.width())
                };
                assert!(widths.contains(&width) && length == 0 && side > 20, "{name}, {fields}, seed {seed}: {band}");
                seen.push(width);
                most = bank_lines(&level, parting).iter().flatten().copied().fold(most, i32::max);
            }
            assert_eq!(most, meander, "{name}, {fields}");
            assert!(seen.len() >= 28, "{name}, {fields}: {} of 30 levels have a parting", seen.len());
            assert!(widths.clone().count() == 1 || seen.iter().any(|width| *width != seen[0]), "{name}, {fields}");
        }
    }
}

#[test]
fn a_parting_with_no_chance_and_the_look_of_terrain_change_no_level() {
    let same = |one: &Level, other: &Level| {
        // The name of a parting is a tag, whether or not a level has it.
        let rooms = |level: &Level| -> Vec<_> {
            let tags = |room| level.tags(room).map(str::to_owned).collect::<Vec<_>>();
            level.rooms().iter().map(|room| (room.rect, room.kind, room.shape, tags(room))).collect()
        };
        (one.tiles(), one.passages(), one.entry(), one.exit())
            == (other.tiles(), other.passages(), other.entry(), other.exit())
            && rooms(one) == rooms(other)
            && one.props().eq(other.props())
    };
    let plain = parsed("(name: \"river\", base: \"library.ron\")");
    let never = with_river("library", "chance: 0");
    for ((seed, one), (_, other)) in levels(&plain, 0..20).zip(levels(&never, 0..20)) {
        assert!(same(&one, &other), "seed {seed}");
        assert!(other.partings().is_empty() && other.terrain_cells().is_none(), "seed {seed}");
    }
    let river = "floorplan: (partings: [(name: \"river\", terrain: \"water\")])";
    let blue = parsed(&format!("(name: \"river\", base: \"library.ron\", {TERRAIN}, {river})"));
    let red = TERRAIN.replace("#2f5f8f", "#ff4000").replace("'~'", "'≈'");
    let red = parsed(&format!("(name: \"river\", base: \"library.ron\", {red}, {river})"));
    for ((seed, one), (_, other)) in levels(&blue, 0..20).zip(levels(&red, 0..20)) {
        assert!(same(&one, &other), "seed {seed}");
        assert_ne!(one.terrain_kinds(), other.terrain_kinds(), "seed {seed}");
    }
}

#[test]
fn a_wreath_lies_on_the_floor_around_and_changes_nothing_else() {
    let river = "floorplan: (partings: [(name: \"river\", terrain: \"water\", meander: 3)])";
    let text = |terrain: &str| format!("(name: \"river\", base: \"library.ron\", {terrain}, {river})");
    let plain = parsed(&text(TERRAIN));
    for cells in 1..=4 {
        let fringe = format!("blocks: true, fringe: ({cells}, \"mud\")");
        let mud = "terrain: {\"mud\": (glyph: ';', color: \"#605040\", slow: 3, tags: [\"wet\"]), ";
        let muddy = TERRAIN.replace("blocks: true", &fringe).replace("terrain: {", mud);
        let muddy = parsed(&text(&muddy));
        for ((seed, one), (_, other)) in levels(&plain, 0..20).zip(levels(&muddy, 0..20)) {
            assert!(one.tiles() == other.tiles() && one.passages() == other.passages(), "seed {seed}");
            assert!(one.props().eq(other.props()) && other.check().is_empty(), "seed {seed}");
            let name = |level: &Level, cell: Cell| level.terrain(cell).map(|kind| kind.name.to_string());
            let is_water = |cell: Cell| name(&one, cell).as_deref() == Some("water");
            let (mut mud, costs) = (0, other.step_costs());
            for cell in one.tiles().bounds().cells() {
                let side = 2 * cells + 1;
                let is_near = Rect::of(cell.x - cells, cell.y - cells, side, side).cells().any(is_water);
                let is_muddy = one.tile(cell) == roomgen::Tile::Floor && is_near;
                let expected = if is_muddy { Some("mud".to_owned()) } else { name(&one, cell) };
                assert_eq!(name(&other, cell), expected, "seed {seed}: {cell}");
                assert_eq!(costs.get(cell), Some(if is_muddy { 3 } else { 1 }), "seed {seed}: {cell}");
                mud += i32::from(is_muddy);
            }
            assert!(one.partings().is_empty() || mud > 10, "seed {seed}: {mud} cells");
            let text = roomgen::export::ron::write(&other);
            assert_eq!(roomgen::export::ron::read(&text).expect("a level"), other, "seed {seed}");
            let text = roomgen::export::json::write(&other);
            assert_eq!(roomgen::export::json::read(&text).expect("a level"), other, "seed {seed}");
        }
    }
}

#[test]
fn rooms_beside_a_parting_have_its_name_as_a_tag_and_no_others_do() {
    for name in ["crypt", "mine", "grove", "cellar"] {
        let preset = with_river(name, "meander: 3");
        let (mut beside, mut apart) = (0, 0);
        for (seed, level) in levels(&preset, 0..40) {
            let Some(parting) = level.partings().first() else { continue };
            for room in level.rooms() {
                let is_beside =
                    room.rect.grown(1).expect("a rectangle").cells().any(|cell| parting.band.contains(cell));
                let has_tag = level.tags(room).any(|tag| tag == "river");
                // What is dug, and what gives up cells, shrinks; vaults and halls may keep a margin
                // of corridors.
                let may_shrink = room.shape.is_dug() || room.shape == RoomShape::Bank;
                let near = room.rect.grown(4).expect("a rectangle");
                let may_keep_off = near.overlaps(parting.band) && name == "mine";
                let may_be_off = may_shrink || may_keep_off;
                assert!(has_tag == is_beside || has_tag && may_be_off, "{name}, seed {seed}: room {}", room.id);
                *if is_beside { &mut beside } else { &mut apart } += 1;
            }
        }
        assert!(beside > 100 && apart > 100, "{name}: {beside} and {apart} rooms");
    }
}

#[test]
fn anchors_at_a_parting_lie_on_its_bank_and_before_its_crossings() {
    let text = format!(
        "(name: \"banks\", size: (60, 40), {TERRAIN}, floorplan: (rooms: (min: 7, max: 14), partings: [(name: \"river\", \
         terrain: \"water\", meander: 3)]), props: {{\"post\": (glyph: 'p', color: \"#408040\", blocks: false), \
         \"gate\": (glyph: 'g', color: \"#c0c040\", blocks: false), \"shelf\": (glyph: 's', color: \"#805030\", \
         blocks: false)}}, layouts: [(name: \"all\", formations: [(shape: Square, size: Cells(1), at: Bank, prop: \"post\"), \
         (shape: Square, size: Cells(1), at: Crossing, stack: true, prop: \"gate\"), \
         (shape: Square, size: Cells(1), at: Walls, stack: true, prop: \"shelf\")])])"
    );
    let preset = parsed(&text);
    let mut counts = [0; 3];
    for (seed, level) in levels(&preset, 0..40) {
        let Some(parting) = level.partings().first() else { continue };
        let is_water = |cell: Cell| level.terrain(cell).is_some_and(|kind| kind.blocks);
        let around = |cell: Cell| Rect::of(cell.x - 1, cell.y - 1, 3, 3);
        let crossings: Vec<Rect> = (parting.crossings.iter())
            .flat_map(|&id| level.passages()[id as usize].doors())
            .map(|door| door.grown(1).expect("a rectangle"))
            .collect();
        for prop in level.props() {
            let cell = prop.cells.top_left();
            let room = level.room(prop.room).expect("a room");
            let is_beside = level.tags(room).any(|tag| tag == "river");
            let (number, holds) = match prop.kind.name.as_str() {
                "post" => (0, is_beside && around(cell).cells().any(is_water)),
                "gate" => (1, crossings.iter().any(|near| near.contains(cell))),
                _ => (2, around(cell).cells().any(|cell| !is_water(cell) && !level.tile(cell).is_open())),
            };
            assert!(holds, "seed {seed}: {} at {cell}", prop.kind.name);
            counts[number] += 1;
        }
        let count =
            |name: &str, room: u32| level.props().filter(|prop| prop.room == room && &*prop.kind.name == name).count();
        for room in level.rooms() {
            let is_beside = level.tags(room).any(|tag| tag == "river");
            assert_eq!(count("post", room.id), usize::from(is_beside), "seed {seed}: room {}", room.id);
            assert_eq!(count("shelf", room.id), if is_beside { 3 } else { 4 }, "seed {seed}: room {}", room.id);
        }
    }
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
}

#[test]
fn ends_may_lie_anywhere_if_the_rule_says_so() {
    let preset = with_river("library", "ends: Anywhere");
    let apart = |level: &Level| {
        let parting = level.partings().first();
        parting.is_some_and(|parting| is_behind(parting, level.entry()) != is_behind(parting, level.exit()))
    };
    let count = levels(&preset, 0..100).filter(|(_, level)| apart(level)).count();
    assert!((10..=90).contains(&count), "the ends are apart in {count} of 100 levels");
}

#[test]
fn a_bank_is_no_wall_and_props_stand_near_it_by_rule() {
    let text = format!(
        "(name: \"banks\", size: (60, 40), {TERRAIN}, floorplan: (rooms: (min: 6, max: 14), partings: [(name: \"river\", \
         terrain: \"water\", meander: 3)]), props: {{\"reed\": (glyph: 'r', color: \"#408040\", blocks: false, near: \
         [Bank(2)]), \"dry\": (glyph: 'd', color: \"#c0c040\", blocks: false, avoid: [Bank(3)]), \"moss\": (glyph: 'm', \
         color: \"#60a060\", blocks: false, near: [Wall(1)]), \"shelf\": (glyph: 's', color: \"#805030\", blocks: false)}}, \
         layouts: [(name: \"all\", formations: [(shape: Scatter(2), size: Fit(1.0), count: 4, prop: \
         \"moss\"), (shape: Border, prop: \"shelf\"), (shape: Scatter(2), size: Fit(1.0), count: 9, prop: \"reed\"), (shape: Scatter(2), size: Fit(1.0), count: 9, prop: \"dry\")])])"
    );
    let preset = parsed(&text);
    let (mut bare, mut counts) = (0, [0; 4]);
    for (seed, level) in levels(&preset, 0..40) {
        let Some(parting) = level.partings().first() else { continue };
        let is_water = |cell: Cell| {
            level.terrain_cells().and_then(|cells| cells.get(cell)).map(u16::from) == Some(parting.terrain + 1)
        };
        let is_wall = |cell: Cell| level.tile(cell) != roomgen::Tile::Floor && !is_water(cell);
        let near = |cell: Cell, cells: i32, is: &dyn Fn(Cell) -> bool| {
            Rect::of(cell.x - cells, cell.y - cells, 2 * cells + 1, 2 * cells + 1).cells().any(is)
        };
        for prop in level.props() {
            let cell = prop.cells.top_left();
            // Water beyond a wall is not that of the room.
            let room = level.room(prop.room).expect("a room").rect.grown(1).expect("a rectangle");
            let is_bank = |cell: Cell| room.contains(cell) && is_water(cell);
            let (number, holds) = match prop.kind.name.as_str() {
                "reed" => (0, near(cell, 2, &is_bank)),
                "dry" => (1, !near(cell, 3, &is_bank)),
                "moss" => (2, near(cell, 1, &is_wall)),
                _ => (3, near(cell, 1, &is_wall)),
            };
            assert!(holds, "seed {seed}: {} at {cell}", prop.kind.name);
            counts[number] += 1;
        }
        // Floor on the bank, away from walls, has no shelf.
        let floor = level.tiles().bounds().cells().filter(|&cell| level.tile(cell) == roomgen::Tile::Floor);
        bare += floor.filter(|&cell| near(cell, 1, &is_water) && !near(cell, 1, &is_wall)).count();
    }
    assert!(bare > 200 && counts.iter().all(|&count| count > 100), "{bare}, {counts:?}");
}
