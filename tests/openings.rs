//! Openings: which walls are opened, what stays a door, and what may stand before them.

use roomgen::{
    Cell, Generator, Level, Passage, Preset, Rect, Request, Tile,
    level::{Connection, DoorKind},
    model::RoomShape,
    preset::{BUILT_IN, BasePreset},
    stages::{self, Stage},
};

use crate::{diagonals::first_touch, random_presets::without_mouths};

/// The text of a built-in preset without openings of its own, and whose caves do not merge.
fn closed(name: &str) -> String {
    let text = BUILT_IN.iter().find(|(known, _)| *known == name).expect("a preset").1;
    let text = without_mouths(text);
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("open: ("));
    lines.collect::<Vec<_>>().join("\n")
}

/// A built-in preset whose floor plan also has these fields.
fn with(name: &str, fields: &str) -> Preset {
    based(name, &format!("floorplan: ({fields})"))
}

/// A preset with a base.
fn based(name: &str, fields: &str) -> Preset {
    let text = format!("(name: \"{name}\", base: \"{name}.ron\", {fields})");
    Preset::parse_with(&text, |_| Ok(BasePreset { name: name.to_owned(), text: closed(name) }))
        .unwrap_or_else(|error| panic!("{error:#}"))
}

/// The presets whose rooms share walls, and are not all dug.
const ADJACENT: [&str; 5] = ["cellar", "crypt", "garden", "library", "temple"];

fn levels(preset: &Preset, seeds: std::ops::Range<u64>) -> Vec<Level> {
    let mut generator = Generator::new(preset);
    let request =
        |seed: u64| Request::new(seed).with_difficulty([0.0, 0.5, 1.0][seed as usize % 3]).expect("a difficulty");
    seeds.map(|seed| generator.generate(request(seed))).collect()
}

/// Whether the door of a passage is beside floor of both rooms on its whole length, and would not
/// be if it were longer at either end.
fn is_whole_wall(level: &Level, passage: &Passage, door: Rect) -> bool {
    let [one, other] = passage.rooms.map(|id| level.room(id).expect("a room").rect);
    let is_column = one.right() <= door.left() && door.right() <= other.left()
        || other.right() <= door.left() && door.right() <= one.left();
    let holds = |at: i32| {
        [one, other].iter().all(|room| {
            if is_column { room.top() <= at && at < room.bottom() } else { room.left() <= at && at < room.right() }
        })
    };
    let (from, to) = if is_column { (door.top(), door.bottom()) } else { (door.left(), door.right()) };
    (from..to).all(holds) && !holds(from - 1) && !holds(to)
}

#[test]
fn all_plain_doors_of_shared_walls_become_openings_and_no_others() {
    let (mut opened, mut kept) = (0, 0);
    for name in ADJACENT {
        let (shut, open) = (with(name, ""), with(name, "open: (chance: 1)"));
        for (before, level) in levels(&shut, 0..15).iter().zip(&levels(&open, 0..15)) {
            assert_eq!(level.check(), [], "{name}");
            for (old, new) in before.passages().iter().zip(level.passages()) {
                let mut ends = new.rooms.iter().map(|&id| level.room(id).expect("a room"));
                let is_kept = ends.any(|room| level.vault(room).is_some() || room.shape.is_dug());
                let is_plain = matches!(old.kind, DoorKind::Closed | DoorKind::Open) && old.one_way.is_none();
                let Connection::Door(door) = new.connection else { continue };
                if is_kept || !is_plain {
                    kept += 1;
                    assert_eq!((old.kind, &old.connection), (new.kind, &new.connection), "{name}");
                    continue;
                }
                opened += 1;
                assert_eq!(new.kind, DoorKind::Open, "{name}");
                // A parting and what crosses it take some of the wall.
                let mut ends = new.rooms.iter().map(|&id| level.room(id).expect("a room"));
                let band = level.partings().first().and_then(|parting| parting.band.grown(1));
                let is_taken = ends.any(|room| {
                    room.shape == RoomShape::Bank || band.is_some_and(|band| band.intersection(room.rect).is_some())
                });
                assert!(is_taken || is_whole_wall(level, new, door), "{name}: {door} of {:?}", new.rooms);
            }
        }
    }
    assert!(opened > 1000 && kept > 300, "{opened} opened, {kept} kept");
}

#[test]
fn obstacles_stand_beside_the_way_through_an_opening_and_never_in_it() {
    let (mut beside, mut thirds) = (0, 0);
    for name in ADJACENT {
        for level in levels(&with(name, "open: (chance: 1)"), 0..12) {
            let blocked = |cell: Cell| level.tile(cell) == Tile::Floor && !level.is_walkable(cell);
            for door in level.passages().iter().flat_map(Passage::doors) {
                let threshold = Passage::threshold(*door);
                for cell in door.cells() {
                    let is_blocked = cell.neighbours().any(blocked);
                    assert!(!is_blocked || !threshold.contains(cell), "{name}: {cell} of {door}");
                    beside += usize::from(is_blocked);
                }
                thirds += usize::from(threshold != *door);
            }
        }
    }
    assert!(beside > 500 && thirds > 500, "{beside} cells, {thirds} openings");
}

#[test]
fn openings_change_no_stage_before_the_tiles() {
    for (name, _) in BUILT_IN {
        let mut changed = 0;
        let (mut closed, mut open) =
            (Generator::new(with(name, "")), Generator::new(with(name, "open: (chance: 0.5)")));
        for seed in 0..8 {
            let [(before, old), (after, new)] = [&mut closed, &mut open].map(|of| stages::digests(of, seed));
            let first = old.first_difference(&new);
            assert!(first.is_none_or(|stage| stage >= Stage::Tiles), "{name}, seed {seed}: {first:?}");
            let differ = before.passages().iter().zip(after.passages()).filter(|(old, new)| old != new);
            assert!(differ.clone().all(|(_, new)| new.kind == DoorKind::Open), "{name}");
            changed += differ.count();
        }
        assert_eq!(
            changed > 0,
            ADJACENT.contains(name) || changed > 0 && ["caves", "sewer", "warehouse"].contains(name),
            "{name}"
        );
    }
}

#[test]
fn another_mission_changes_openings_at_the_passages_alone_that_it_locks_or_frees() {
    let (mut same, mut changed) = (0, 0);
    for name in ["crypt", "library", "temple"] {
        let open = "floorplan: (open: (chance: 0.6))";
        let text = BUILT_IN.iter().find(|(known, _)| *known == name).expect("a preset").1;
        // The same locks, whose names are tags that layouts ask for, at other doors.
        let mission = text.split_once("mission: (").expect("a mission").1;
        let names = mission.split("(name: \"").skip(1).filter_map(|rest| rest.split('"').next());
        let locks: String = names
            .take(mission.matches("lock: ").count())
            .map(|name| format!("(name: {name:?}, lock: Bonus),"))
            .collect();
        let preset = |mission: &str| based(name, &format!("{open}{mission}"));
        let (with_mission, none) =
            (preset(""), preset(&format!(", mission: (locks: [{locks}], shortcuts: (chance: 0))")));
        for (one, other) in levels(&with_mission, 0..12).iter().zip(&levels(&none, 0..12)) {
            for (one, other) in one.passages().iter().zip(other.passages()) {
                let is_touched = |passage: &Passage| {
                    passage.one_way.is_some() || matches!(passage.kind, DoorKind::Barred | DoorKind::Secret)
                };
                if is_touched(one) || is_touched(other) {
                    changed += usize::from(one.connection != other.connection);
                } else {
                    same += 1;
                    assert_eq!((&one.connection, one.kind), (&other.connection, other.kind), "{name}");
                }
            }
        }
    }
    assert!(same > 500 && changed > 10, "{same}, {changed}");
}

#[test]
fn an_opening_ends_before_a_corridor_that_begins_at_the_corner_of_a_room() {
    let mut opened = 0;
    let caves = "shapes: [(shape: Cave, merge: 1)],";
    for (width, shapes) in [((1, 1), ""), ((1, 2), ""), ((2, 3), ""), ((1, 3), caves)] {
        let preset = format!(
            "(name: \"bent\", size: (80, 50), floorplan: (open: (chance: 1), coverage: 1, loops: (chance: 1, apart: 2), {shapes} \
             rooms: (min: 12, max: 26), style: Corridors(width: {width:?}, margin: (0, 3))))"
        );
        let levels = levels(&Preset::parse(&preset).unwrap_or_else(|error| panic!("{error:#}")), 0..60);
        for (seed, level) in levels.iter().enumerate() {
            assert_eq!((first_touch(level), level.check()), (None, Vec::new()), "{preset}, seed {seed}");
            opened += level.passages().iter().filter(|passage| passage.is_opening()).count();
        }
    }
    assert!(opened > 100, "{opened} openings");
}
