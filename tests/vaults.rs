//! Vaults: each is placed as drawn and as often as allowed, or a note says why not.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Generator, Level, Preset, Request,
    geom::{Cell, Rect},
    level::{NoteCode, Room, RoomKind, RoomShape, Tile},
};

const KINDS: &str = "props: {
    \"rock\": (glyph: 'o', color: \"#808080\"),
    \"candle\": (glyph: '!', color: \"#ffd27a\", blocks: false),
    \"statue\": (glyph: 'S', color: \"#c0c0c0\"),
    \"tomb\": (glyph: 't', color: \"#7a5230\", footprint: (2, 1)),
}, layouts: [(name: \"full\", formations: [(shape: Square, fill: true, size: Fit(1.0), prop: \"rock\")])],";

fn preset(floorplan: &str, vaults: &str) -> Preset {
    let text = format!("(name: \"v\", size: (60, 40), floorplan: ({floorplan}), {KINDS} vaults: [{vaults}])");
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn levels(preset: &Preset, seeds: u64) -> Vec<Level> {
    let mut generator = Generator::new(preset);
    (0..seeds)
        .map(|seed| {
            let level = generator.generate(Request::new(seed));
            assert_eq!(level.check(), [], "seed {seed}\n{}", roomgen::export::text::write(&level));
            level
        })
        .collect()
}

fn rooms<'level>(level: &'level Level, name: &str) -> Vec<&'level Room> {
    level.rooms().iter().filter(|room| level.vault(room) == Some(name)).collect()
}

/// The glyphs of the props in a room by cell, relative to its top left cell.
fn glyphs(level: &Level, room: &Room) -> BTreeMap<(i32, i32), char> {
    let props = level.props().filter(|prop| prop.room == room.id);
    props
        .flat_map(|prop| {
            let glyph = prop.kind.glyph;
            prop.cells.cells().map(move |cell| ((cell.x, cell.y), glyph)).collect::<Vec<_>>()
        })
        .map(|((x, y), glyph)| ((x - room.rect.left(), y - room.rect.top()), glyph))
        .collect()
}

/// The cells that drawings yield to: beside doors, entry and exit.
fn clear_cells(level: &Level, room: &Room) -> BTreeSet<Cell> {
    let doors = level.passages().iter().flat_map(|passage| passage.doors().to_vec());
    let mut cells: BTreeSet<_> = doors
        .filter_map(|door| door.grown(1)?.intersection(room.rect))
        .flat_map(Rect::cells)
        .map(|cell| (cell.x, cell.y))
        .collect();
    cells.extend([level.entry(), level.exit()].map(|cell| (cell.x, cell.y)));
    cells.into_iter().map(Cell::from).collect()
}

/// All orientations of the rows.
fn ways(rows: &[&str]) -> BTreeSet<Vec<String>> {
    let mut ways = BTreeSet::new();
    let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    for turn in 0..8 {
        ways.insert(rows.clone());
        if turn == 3 {
            rows = rows.iter().map(|row| row.chars().rev().collect()).collect();
        } else {
            let columns = rows[0].chars().count();
            let column = |x: usize| rows.iter().rev().filter_map(|row| row.chars().nth(x)).collect::<String>();
            rows = (0..columns).map(column).collect();
        }
    }
    ways
}

const TOMB: &str = "(name: \"tomb\", rows: [\"..!..\", \"!t._!\", \"..S..\"], legend: {'!': \"candle\", 't': \"tomb\", 'S': \"statue\"},
    rooms: (kinds: [End]), required: true, at: Center)";

#[test]
fn a_vault_that_must_be_there_is_drawn_in_the_middle_of_its_room_or_a_note_says_why_not() {
    let preset = preset("", TOMB);
    let mut seen = 0;
    for level in levels(&preset, 200) {
        let found = rooms(&level, "tomb");
        let missed = level.notes().iter().find(|note| note.code == NoteCode::VaultShort);
        assert_eq!(found.len(), usize::from(missed.is_none()));
        let Some(room) = found.first() else { continue };
        seen += 1;
        assert_eq!(room.kind, RoomKind::End);
        let (left, top) = ((room.rect.width() - 5) / 2, (room.rect.height() - 3) / 2);
        let (glyphs, free) = (glyphs(&level, room), clear_cells(&level, room));
        let rows = ["..!..", "!tt_!", "..S.."];
        for (x, y) in (0..5).flat_map(|x| (0..3).map(move |y| (x, y))) {
            let drawn = rows[y as usize].chars().nth(x as usize).expect("a cell of the drawing");
            let there = glyphs.get(&(left + x, top + y)).copied();
            let cell = Cell::new(room.rect.left() + left + x, room.rect.top() + top + y);
            match drawn {
                '_' => assert_ne!(there, Some('o'), "an obstacle where none may be"),
                '.' => assert_eq!(there, None, "floor is left empty"),
                '!' => assert_eq!(there, Some('!')),
                // A walkway or a door clearance may have removed it.
                solid => assert!(there == Some(solid) || there.is_none(), "{cell}: {there:?}, {free:?}"),
            }
        }
        let rocks = glyphs.values().filter(|&&glyph| glyph == 'o').count();
        assert!(rocks > 0 || room.rect.area() < 30, "the layout furnishes what is left");
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn no_vault_is_there_more_often_than_it_may_be_and_one_without_a_limit_is_everywhere() {
    let vaults = "(name: \"one\", rows: [\"S\"], legend: {'S': \"statue\"}, most: 1, weight: 1000),
        (name: \"two\", rows: [\"S\"], legend: {'S': \"statue\"}, most: 2, weight: 100),
        (name: \"many\", rows: [\"!\"], legend: {'!': \"candle\"})";
    let all = preset("vaults: (chance: 1)", vaults);
    for level in levels(&all, 60) {
        let counts = ["one", "two", "many"].map(|name| rooms(&level, name).len());
        assert!(counts[0] <= 1 && counts[1] <= 2);
        assert_eq!(counts.iter().sum::<usize>(), level.rooms().len());
    }
    let none = preset("vaults: (chance: 0)", vaults);
    assert!(levels(&none, 20).iter().all(|level| level.rooms().iter().all(|room| level.vault(room).is_none())));
}

#[test]
fn a_vault_that_may_be_turned_and_mirrored_lies_in_all_eight_ways() {
    let rows = ["S!!", "..S"];
    let vault = "(name: \"knot\", rows: [\"S!!\", \"..S\"], legend: {'!': \"candle\", 'S': \"statue\"}, at: Center, alone: true,
        required: true, turns: true, mirrored: true, rooms: (kinds: [Path], min: (9, 9)))";
    let mut seen = BTreeSet::new();
    for level in levels(&preset("rooms: (min: 9, max: 20)", vault), 150) {
        for room in rooms(&level, "knot") {
            let glyphs = glyphs(&level, room);
            for way in ways(&rows) {
                let (width, height) = (way[0].len() as i32, way.len() as i32);
                let (left, top) = ((room.rect.width() - width) / 2, (room.rect.height() - height) / 2);
                let drawn = (0..).zip(&way).flat_map(|(y, row)| {
                    (0..)
                        .zip(row.chars())
                        .filter(|(_, glyph)| *glyph != '.')
                        .map(move |(x, glyph)| ((left + x, top + y), glyph))
                });
                if drawn.collect::<BTreeMap<_, _>>() == glyphs {
                    seen.insert(way);
                }
            }
        }
    }
    assert_eq!(seen.len(), 8);
}

const CRYPT: &str =
    "(name: \"crypt\", room: true, required: true, turns: true, legend: {'t': \"tomb\", '!': \"candle\"}, rows: [
    \".........\",
    \".###.###.\",
    \".#t...!#.\",
    \".#.....#.\",
    \".#######.\",
    \"....+....\",
  ], rooms: (kinds: [KIND]))";

fn floor(level: &Level, room: &Room) -> Vec<String> {
    let glyph = |cell: Cell| if level.tile(cell) == Tile::Floor { '.' } else { '#' };
    (room.rect.top()..room.rect.bottom())
        .map(|y| (room.rect.left()..room.rect.right()).map(|x| glyph(Cell::new(x, y))).collect())
        .collect()
}

#[test]
fn a_vault_with_a_room_of_its_own_is_that_room_whatever_it_is_for() {
    let drawn = [".........", ".###.###.", ".#.....#.", ".#.....#.", ".#######.", "........."];
    let turned = ways(&drawn);
    for style in ["Adjacent()", "Corridors(width: (1, 2), margin: (1, 2))", "Corridors(margin: (0, 0))"] {
        for kind in ["Start", "Path", "Bonus", "End"] {
            let preset = preset(&format!("style: {style}, rooms: (min: 6, max: 12)"), &CRYPT.replace("KIND", kind));
            let mut missed = 0;
            for level in levels(&preset, 60) {
                let found = rooms(&level, "crypt");
                let notes: Vec<_> = level.notes().iter().filter(|note| note.code == NoteCode::VaultShort).collect();
                assert_eq!(found.len() + notes.len(), 1);
                missed += notes.len();
                for room in found {
                    assert_eq!((room.kind.name(), room.shape), (kind, RoomShape::Vault));
                    assert!(turned.contains(&floor(&level, room)), "{:?}", floor(&level, room));
                }
            }
            // On the path it needs a detour, which need not exist.
            let most = if kind == "Path" { 10 } else { 0 };
            assert!(missed <= most, "{style}, {kind}: {missed}");
        }
    }
}

#[test]
fn several_vaults_want_rooms_of_their_own() {
    let vault = |name: &str, width: usize, kinds: &str| {
        let row = ".".repeat(width);
        format!(
            "(name: \"{name}\", room: true, required: true, rows: [\"{row}\", \"{row}\", \"{row}\", \"{row}\", \"{row}\"], rooms: (kinds: [{kinds}]))"
        )
    };
    let all = [vault("a", 20, "Bonus"), vault("b", 5, "Bonus, Path"), vault("c", 7, "End"), vault("d", 9, "Start")]
        .join(", ");
    let preset = preset("coverage: 0.6, loops: (chance: 0.5)", &all);
    let mut all_there = 0;
    for level in levels(&preset, 100) {
        let there = ["a", "b", "c", "d"].map(|name| rooms(&level, name).len());
        let notes = level.notes().iter().filter(|note| note.code == NoteCode::VaultShort).count();
        assert_eq!(there.iter().sum::<usize>() + notes, 4);
        all_there += usize::from(notes == 0);
        for room in level.rooms() {
            let width = match level.vault(room) {
                Some("a") => 20,
                Some("b") => 5,
                Some("c") => 7,
                Some("d") => 9,
                _ => continue,
            };
            assert_eq!((room.rect.width(), room.rect.height()), (width, 5));
        }
    }
    assert!(all_there >= 80, "{all_there}");
}

#[test]
fn doors_of_a_vault_lie_beside_its_hints_where_they_can() {
    let vault = |edge: &str| {
        format!("(name: \"hall\", room: true, required: true, rooms: (kinds: [Bonus]), rows: [
            \"....{edge}....\", \".........\", \".........\", \".........\", \"{edge}.......{edge}\", \".........\", \".........\", \".........\", \"....{edge}....\"])")
    };
    let beside = |vaults: &str| {
        let preset = preset("", vaults);
        let mut beside = 0;
        for level in levels(&preset, 100) {
            for room in rooms(&level, "hall") {
                let middle =
                    [(4, 0), (0, 4), (8, 4), (4, 8)].map(|(x, y)| Cell::new(room.rect.left() + x, room.rect.top() + y));
                let doors = level.passages().iter().filter(|passage| passage.rooms.contains(&room.id));
                let near = |door: Rect| {
                    door.grown(1).is_some_and(|around| {
                        middle.iter().any(|&cell| {
                            around.contains(cell)
                                && door.cells().any(|door| (door.x - cell.x).abs() + (door.y - cell.y).abs() == 1)
                        })
                    })
                };
                beside += doors.filter(|passage| passage.doors().iter().any(|&door| near(door))).count();
            }
        }
        beside
    };
    let (with, without) = (beside(&vault("+")), beside(&vault(".")));
    assert!(with > 2 * without, "{with} and {without}");
}

#[test]
fn a_level_that_is_asked_to_begin_somewhere_begins_there_whatever_was_to_be_there() {
    for kind in ["Start", "Path", "Bonus", "End"] {
        let preset = preset("rooms: (min: 6, max: 12)", &CRYPT.replace("KIND", kind));
        let mut generator = Generator::new(&preset);
        for seed in 0..100 {
            let cell = Cell::new((seed * 7 % 60) as i32, (seed * 11 % 40) as i32);
            let level = generator.generate(Request::new(seed).starting_at(cell));
            assert_eq!(level.check(), []);
            let notes = level.notes().iter().filter(|note| note.code == NoteCode::VaultShort).count();
            assert_eq!(rooms(&level, "crypt").len() + notes, 1);
        }
    }
}

#[test]
fn the_smallest_level_says_what_it_has_no_place_for() {
    let text = format!(
        "(name: \"v\", size: (8, 8), floorplan: (rooms: (min: 6, max: 12)), {KINDS} vaults: [{}, {TOMB}])",
        CRYPT.replace("KIND", "Bonus")
    );
    let preset = Preset::parse(&text).expect("a preset");
    for level in levels(&preset, 20) {
        let about: Vec<_> = level.notes().iter().filter_map(|note| note.about.as_deref()).collect();
        assert_eq!(
            about,
            [
                "crypt: the level has no place left for a room of 9x6 cells",
                "tomb: no room is of the kind, size, progress and tags that it wants",
            ]
        );
    }
}

/// Stairs meet those of the floor above: a vault that would block them is not taken for the start.
#[test]
fn an_entry_that_is_asked_for_is_where_it_was_asked_for_and_no_vault_blocks_it() {
    let vaults = "(name: \"full\", required: true, most: 1, rooms: (kinds: [Start], min: (7, 7)), legend: {'S': \"statue\", 't': \"tomb\"}, \
        rows: [\"t.S.t.\", \"SSSSS.\", \"St.SS.\", \"SSSSSS\"])";
    let preset = preset("start: Corner, rooms: (min: 7)", vaults);
    let (mut number, mut on_obstacles) = (0, 0);
    for (seed, plain) in levels(&preset, 40).into_iter().enumerate() {
        let [room] = rooms(&plain, "full")[..] else { panic!("seed {seed}: the vault is missing") };
        for asked in room.rect.cells().step_by(3) {
            let level = roomgen::generate(&preset, Request::new(seed as u64).starting_at(asked));
            assert_eq!(level.check(), [], "seed {seed}, {asked}");
            assert_eq!(level.entry(), asked, "seed {seed}");
            // The drawing lies in the middle of the room.
            let (across, down) = (room.rect.width() - 6, room.rect.height() - 4);
            let drawing = Rect::of(room.rect.left() + across / 2, room.rect.top() + down / 2, 6, 4);
            let mut props = plain.props().filter(|prop| prop.kind.is_obstacle() && drawing.contains_rect(prop.cells));
            let stood = level.start().rect == room.rect && props.any(|prop| prop.cells.contains(asked));
            assert!(!stood || rooms(&level, "full").is_empty(), "seed {seed}, {asked}");
            (number, on_obstacles) = (number + 1, on_obstacles + u32::from(stood));
        }
    }
    assert!(on_obstacles > 40 && on_obstacles < number, "{on_obstacles} of {number}");

    let vaults = "(name: \"hut\", room: true, required: true, rooms: (kinds: [Start]), \
        rows: [\".......\", \".##.##.\", \".#...#.\", \".#####.\", \".......\"])";
    let preset = self::preset("rooms: (min: 5)", vaults);
    for seed in 0..10 {
        let rect = roomgen::generate(&preset, Request::new(seed)).start().rect;
        let wall = Cell::new(rect.left() + 1, rect.top() + 1);
        let level = roomgen::generate(&preset, Request::new(seed).starting_at(wall));
        assert_eq!(level.check(), [], "seed {seed}");
        assert_eq!((level.tile(wall), level.entry()), (Tile::Floor, wall), "seed {seed}");
    }
}
