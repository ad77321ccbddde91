//! Who steps diagonally passes no lock: plain walks over the cells of levels, in four and in eight
//! directions.
//!
//! Steps in eight directions lead between any two cells that share a corner, even between two walls
//! that meet there. A shut door is a wall. A one-way door is entered by any step that does not lead
//! against its direction; from there a player may go on or step back.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use roomgen::{
    Cell, Generator, Level, Passage, Preset, Rect, Tile, check::InvariantBreach, export::json, geom::Direction,
    level::DoorKind, preset::BUILT_IN,
};
use serde_json::json;

use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

/// Narrow corridors with bends, locks on the path and before bonus rooms, and one-way doors.
const BENT: &str = "(name: \"bent\", size: (24, 24), floorplan: (coverage: 1.0,
      style: Corridors(width: (1, 1), margin: (1, 2), bends: 1), rooms: (min: 5, max: 14), loops: (chance: 0.5, apart: 2)),
    mission: (locks: [(name: \"chest\", lock: Bonus, count: (1, 6)), (name: \"gate\", lock: Path((0.2, 0.9)))], around: AROUND,
      shortcuts: (chance: 0.5, saves: 1)),
    props: {\"chest\": (glyph: '1', color: \"#ffffff\", blocks: false), \"gate\": (glyph: '2', color: \"#ffff00\", blocks: false),
      \"rock\": (glyph: 'o', color: \"#808080\")},
    layouts: [(name: \"rocks\", formations: [(shape: Scatter(2), count: 6, prop: \"rock\")])])";

/// All rooms that lie beside each other are joined.
const LOOPS: &str =
    "(name: \"loops\", size: (80, 50), floorplan: (coverage: 1.0, style: Corridors(STYLE), rooms: (min: 9, max: 22),
    loops: (chance: 1, apart: 2)))";

fn parsed(text: &str) -> Preset {
    Preset::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The presets in the style `Corridors`, with a name for messages.
fn with_corridors() -> Vec<(String, Preset)> {
    let styles = [
        "width: (1, 1), margin: (1, 2)",
        "width: (1, 3), margin: (2, 3), bends: 0.5",
        "width: (2, 3), margin: (1, 2), place: Middle, corner: 3, bends: 1",
        "width: (1, 2), margin: (0, 3), bends: 0.5",
        "width: (1, 2), margin: (0, 0)",
    ];
    let loops = styles.map(|style| (style.to_owned(), parsed(&LOOPS.replace("STYLE", style))));
    let bent = ["OneWay", "Locked"].map(|around| (around.to_owned(), parsed(&BENT.replace("AROUND", around))));
    let built_in = ["arena", "mine"].map(|name| (name.to_owned(), Preset::built_in(name).expect("a preset")));
    loops.into_iter().chain(bent).chain(built_in).collect()
}

/// The cells of a passage's doors and corridor.
fn cells_of(level: &Level, passage: &Passage) -> BTreeSet<Cell> {
    let width = passage.doors()[0].width().max(passage.doors()[0].height());
    let route = passage.corridor();
    let between = |pair: &[Cell]| {
        let (left, top) = (pair[0].x.min(pair[1].x), pair[0].y.min(pair[1].y));
        let (right, bottom) = (pair[0].x.max(pair[1].x) + width, pair[0].y.max(pair[1].y) + width);
        (top..bottom).flat_map(move |y| (left..right).map(move |x| Cell::new(x, y)))
    };
    let ends = [route.first(), route.last()].into_iter().flatten().flat_map(|&end| between(&[end, end]));
    let corridor = route.windows(2).flat_map(between).chain(ends).filter(|&cell| level.tile(cell) == Tile::Corridor);
    passage.doors().iter().flat_map(|door| door.cells()).chain(corridor).collect()
}

fn is_near(one: Cell, other: Cell) -> bool {
    (one.x - other.x).abs() <= 1 && (one.y - other.y).abs() <= 1
}

/// Two passages that share a side or a corner of a cell, or a passage and a room that it does not
/// join: compares all pairs. Two open walls of a room may meet at its corner, since nothing
/// locks them.
pub(crate) fn first_touch(level: &Level) -> Option<String> {
    let passages: Vec<_> = level.passages().iter().map(|passage| cells_of(level, passage)).collect();
    for (id, cells) in passages.iter().enumerate() {
        for (other, others) in passages.iter().enumerate().skip(id + 1) {
            let is_open = |passage: &Passage| passage.kind == DoorKind::Open && passage.corridor().is_empty();
            if [id, other].iter().all(|&id| is_open(&level.passages()[id])) {
                continue;
            }
            let touch =
                cells.iter().find_map(|&cell| Some((cell, *others.iter().find(|other| is_near(cell, **other))?)));
            if let Some((one, two)) = touch {
                return Some(format!("passage {id} at {one} touches passage {other} at {two}"));
            }
        }
        for room in level.rooms() {
            let rect = Rect::from_xywh(
                room.rect.left() - 1,
                room.rect.top() - 1,
                room.rect.width() + 2,
                room.rect.height() + 2,
            );
            let is_beside = |cell: &&Cell| rect.is_some_and(|rect| rect.contains(**cell));
            let is_own = level.passages()[id].rooms.contains(&room.id);
            let touch = cells.iter().filter(is_beside).find(|cell| !is_own || level.tile(**cell) != Tile::Door);
            if let Some(cell) = touch {
                return Some(format!("passage {id} at {cell} touches room {}", room.id));
            }
        }
    }
    None
}

#[test]
fn corridors_touch_no_other_and_no_room_but_by_their_own_doors() {
    for (name, preset) in with_corridors() {
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(40, 1_500) {
            let level = generator.generate(seed);
            assert_eq!(first_touch(&level), None, "{name}, seed {seed}");
        }
    }
}

#[test]
fn corridors_that_met_stay_apart_and_their_locks_are_not_walked_around() {
    // The seeds with which two bent corridors met at a corner beside a lock, and two doors lay side
    // by side in one wall.
    let bent = "(name: \"met\", size: (24, 24), floorplan: (coverage: 1.0, rooms: (min: 5, max: 14),
          style: Corridors(width: (1, 1), margin: (1, 2), bends: 1), loops: (chance: 0.5, apart: 2)),
        mission: (around: Locked, locks: [(name: \"k\", lock: Bonus, count: (1, 6)), (name: \"p\", lock: Path((0.2, 0.9)))]),
        props: {\"k\": (glyph: '1', color: \"#ffffff\", blocks: false), \"p\": (glyph: '2', color: \"#ffff00\", blocks: false)})";
    let doors = LOOPS.replace("STYLE", "width: (1, 1), margin: (1, 2)").replace("max: 22", "max: 18");
    for (text, seed) in [(bent, 63), (&doors, 4)] {
        let level = roomgen::generate(&parsed(text), seed);
        assert_eq!((first_touch(&level), level.check()), (None, Vec::new()));
        walks_alike(&level).unwrap_or_else(|what| panic!("{what}"));
    }
}

/// The steps in four directions, and the diagonal ones behind them.
const STEPS: [(i32, i32); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Where one comes from the entry by steps of `STEPS`, while the doors of the passages `shut` are
/// walls: rooms by id, and the cells of doors and corridors.
fn places(level: &Level, steps: &[(i32, i32)], shut: &BTreeSet<u32>) -> (BTreeSet<u32>, BTreeSet<Cell>) {
    let passages = (0..).zip(level.passages());
    let walls: BTreeSet<Cell> = passages
        .filter(|(id, _)| shut.contains(id))
        .flat_map(|(_, passage)| passage.doors())
        .flat_map(|door| door.cells())
        .collect();
    let doors = level.passages().iter().flat_map(|passage| level.one_way_doors(passage));
    let ways: BTreeMap<Cell, Direction> =
        doors.flat_map(|(door, way)| door.cells().map(move |cell| (cell, way))).collect();
    let (mut reached, mut ahead) = (BTreeSet::from([level.entry()]), vec![level.entry()]);
    while let Some(from) = ahead.pop() {
        for (dx, dy) in steps {
            let to = Cell::new(from.x + dx, from.y + dy);
            let is_against =
                |cell: Cell| ways.get(&cell).is_some_and(|way| way.delta().0 * dx + way.delta().1 * dy < 0);
            let can_step = level.is_walkable(to) && !walls.contains(&to) && !is_against(to);
            if can_step && reached.insert(to) {
                ahead.push(to);
            }
        }
    }
    let rooms = reached.iter().filter_map(|&cell| level.room_at(cell)).map(|room| room.id).collect();
    (rooms, reached.into_iter().filter(|&cell| level.tile(cell) != Tile::Floor).collect())
}

/// Whether steps in eight directions lead to the same rooms, corridors and doors as those in four:
/// with all locks shut, with each name open alone, and with each shut alone.
fn walks_alike(level: &Level) -> Result<(), String> {
    let names: BTreeSet<&str> = level.locks().iter().map(|name| name.as_ref()).collect();
    let with = |is_shut: &dyn Fn(&str) -> bool| -> BTreeSet<u32> {
        let passages = (0..).zip(level.passages());
        passages.filter(|(_, passage)| level.lock(passage).is_some_and(is_shut)).map(|(id, _)| id).collect()
    };
    let mut cases = vec![with(&|_| true), with(&|_| false)];
    for name in &names {
        cases.extend([with(&|other| other == *name), with(&|other| other != *name)]);
    }
    for shut in cases {
        let [four, eight] = [&STEPS[..4], &STEPS[..]].map(|steps| places(level, steps, &shut));
        if four != eight {
            let more: Vec<_> = eight.0.difference(&four.0).collect();
            let cells: Vec<_> = eight.1.difference(&four.1).collect();
            return Err(format!("with passages {shut:?} shut, diagonal steps lead to rooms {more:?} and to {cells:?}"));
        }
    }
    Ok(())
}

/// Presets with missions, each with the number of its seeds in the fast tier.
fn with_missions() -> impl Iterator<Item = (String, Preset, u64)> {
    let built_in = BUILT_IN.iter().map(|(name, _)| ((*name).to_owned(), Preset::built_in(name).expect("a preset"), 8));
    let bent = ["OneWay", "Locked"].map(|around| (around.to_owned(), parsed(&BENT.replace("AROUND", around)), 100));
    let random = (0..tier::size(100, 4_000)).map(|number| (number, random_presets::preset(&mut Dice(number))));
    let random = random.filter(|(_, text)| text.contains("mission:"));
    built_in.chain(bent).chain(random.map(|(number, text)| (format!("random preset {number}"), parsed(&text), 1)))
}

#[test]
fn whatever_locks_are_open_eight_directions_lead_where_four_do() {
    let (mut locked, mut one_way) = (0, 0);
    for (name, preset, seeds) in with_missions() {
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(seeds.div_ceil(4), 10 * seeds) {
            let level = generator.generate(seed);
            assert_eq!(level.check(), [], "{name}, seed {seed}");
            walks_alike(&level).unwrap_or_else(|what| panic!("{name}, seed {seed}: {what}"));
            locked += level.passages().iter().filter(|passage| level.lock(passage).is_some()).count();
            one_way += level.passages().iter().filter(|passage| passage.one_way.is_some()).count();
        }
    }
    assert!(locked > 150 && one_way > 15, "{locked} locks, {one_way} one-way doors");
}

/// The file of a level in which a corridor got a dead end of one cell that touches another place
/// only at a corner; `None` if there is no such cell.
fn with_spur(level: &Level, dice: &mut Dice) -> Option<String> {
    let is_open = |cell: Cell| level.tile(cell).is_open();
    let mut spurs = Vec::new();
    for (id, passage) in level.passages().iter().enumerate() {
        let own = cells_of(level, passage);
        for &from in own.iter().filter(|&&cell| level.tile(cell) == Tile::Corridor) {
            for spur in from.neighbours().filter(|&spur| !is_open(spur)) {
                let is_dead_end = spur.neighbours().all(|beside| beside == from || !is_open(beside));
                let touches = |&(dx, dy): &(i32, i32)| {
                    let corner = Cell::new(spur.x + dx, spur.y + dy);
                    is_open(corner) && !own.contains(&corner)
                };
                if is_dead_end && STEPS[4..].iter().any(touches) {
                    spurs.push((id, from, spur));
                }
            }
        }
    }
    let last = spurs.len().checked_sub(1)?;
    let (id, from, spur) = spurs[dice.between(0, last as i64) as usize];
    let mut file: serde_json::Value = serde_json::from_str(&json::write(level)).expect("JSON");
    let route = level.passages()[id].corridor();
    let at = |cell: Cell| json!([cell.x, cell.y]);
    let is_between = |pair: &[Cell]| {
        let (one, other) = (pair[0], pair[1]);
        (one.x.min(other.x)..=one.x.max(other.x)).contains(&from.x)
            && (one.y.min(other.y)..=one.y.max(other.y)).contains(&from.y)
    };
    let after = route.windows(2).position(is_between).unwrap_or(0) + 1;
    let mut points: Vec<_> = route.iter().map(|&cell| at(cell)).collect();
    points.splice(after..after, [from, spur, from].map(at));
    file["passages"][id]["corridor"] = points.into();
    let mut row: Vec<char> = file["tiles"][spur.y as usize].as_str().expect("a row").chars().collect();
    row[spur.x as usize] = Tile::Corridor.glyph();
    file["tiles"][spur.y as usize] = row.into_iter().collect::<String>().into();
    Some(file.to_string())
}

/// The parts of the open cells, joined by `steps`, while the doors of all locks and one-way doors
/// are walls: for each cell the number of its part.
fn parts(level: &Level, steps: &[(i32, i32)]) -> BTreeMap<Cell, usize> {
    let gates = level.passages().iter().filter(|passage| level.lock(passage).is_some() || passage.one_way.is_some());
    let walls: BTreeSet<Cell> = gates.flat_map(Passage::doors).flat_map(|door| door.cells()).collect();
    let is_open = |cell: &Cell| level.is_walkable(*cell) && !walls.contains(cell);
    let all = Rect::from_xywh(0, 0, level.width(), level.height()).expect("a rectangle");
    let mut parts = BTreeMap::new();
    for (number, first) in all.cells().filter(is_open).enumerate() {
        let mut ahead = vec![first];
        while let Some(cell) = ahead.pop() {
            if let Entry::Vacant(part) = parts.entry(cell) {
                part.insert(number);
                let beside = steps.iter().map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
                ahead.extend(beside.filter(is_open));
            }
        }
    }
    parts
}

/// Whether diagonal steps join two parts of the level past all gates. What lies at no door, as a
/// pocket among obstacles does, is no such part.
fn diagonals_join_parts(level: &Level) -> bool {
    let [four, eight] = [&STEPS[..4], &STEPS[..]].map(|steps| parts(level, steps));
    let is_at_door = |cell: Cell| cell.neighbours().any(|beside| level.tile(beside) == Tile::Door);
    let mut joined = BTreeMap::new();
    four.iter()
        .filter(|(cell, _)| is_at_door(**cell))
        .any(|(cell, part)| joined.insert(eight[cell], part).is_some_and(|other| other != part))
}

#[test]
fn a_corridor_that_touches_another_place_at_a_corner_past_a_gate_is_refused() {
    let [mut refused, mut harmless] = [0; 2];
    for around in ["OneWay", "Locked"] {
        let preset = parsed(&BENT.replace("AROUND", around).replace("size: (24, 24)", "size: (70, 50)"));
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(30, 3_000) {
            let level = generator.generate(seed);
            let Some(text) = with_spur(&level, &mut Dice(seed)) else { continue };
            let level = json::read_unchecked(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let breach = level.check().into_iter().find(|breach| breach.invariant == 12);
            let is_diagonal = |InvariantBreach { what, .. }: &InvariantBreach| what.starts_with("a diagonal step from");
            assert!(breach.iter().all(is_diagonal), "{around}, seed {seed}: {breach:?}");
            assert_eq!(breach.is_some(), diagonals_join_parts(&level), "{around}, seed {seed}: {breach:?}\n{text}");
            match (walks_alike(&level), breach) {
                (Err(what), None) => panic!("{around}, seed {seed}: {what}\n{text}"),
                (Err(_), Some(_)) => refused += 1,
                (Ok(()), None) => harmless += 1,
                // A player comes into both parts or neither, whichever of these locks are open.
                (Ok(()), Some(_)) => {}
            }
        }
    }
    assert!(refused > 5 && harmless > 10, "{refused}, {harmless}");
}
