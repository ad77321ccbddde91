//! Great rooms, which have a fraction of the level, and sizes whose sides follow the difficulty.

use roomgen::{
    Cell, Generator, Level, Preset, Request,
    level::{Note, NoteCode, Room},
};

/// A preset with these rules for rooms of other sizes.
fn preset(size: (i64, i64), sizes: &str, more: &str) -> Preset {
    let text = format!(
        "(name: \"great\", size: {size:?}, floorplan: (rooms: (min: {LEAST}, max: 12, sizes: [{sizes}]), \
         path: (fraction: (0.2, 0.4)), coverage: 0.7, loops: (chance: 0.3){more}))"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The smallest side of the rooms.
const LEAST: i32 = 5;

/// The difficulties of the levels of a preset, by turns.
const DIFFICULTIES: [f32; 3] = [0.0, 0.5, 1.0];

fn levels(preset: &Preset, seeds: u64) -> impl Iterator<Item = (f32, Level)> {
    let mut generator = Generator::new(preset);
    (0..seeds).map(move |seed| {
        let difficulty = DIFFICULTIES[(seed % 3) as usize];
        let level = generator.generate(Request::new(seed).with_difficulty(difficulty).expect("a difficulty"));
        assert_eq!(level.check(), [], "{} seed {seed}", level.origin().preset);
        (difficulty, level)
    })
}

fn rooms<'level>(level: &'level Level, tag: &str) -> Vec<&'level Room> {
    level.rooms().iter().filter(|&room| level.tags(room).any(|has| has == tag)).collect()
}

fn short(level: &Level) -> Vec<&Note> {
    level.notes().iter().filter(|note| note.code == NoteCode::FractionShort).collect()
}

/// The cells that a fraction of a level is.
fn cells_of(fraction: f64, level: &Level) -> i64 {
    (fraction * f64::from((level.width() - 2) * (level.height() - 2))).round() as i64
}

#[test]
fn a_great_room_has_its_fraction_of_the_level_and_the_path_leads_through_it() {
    let mut beside = 0;
    let mut widths = std::collections::BTreeSet::new();
    for style in ["", ", style: Corridors()"] {
        for (name, turns) in
            [("(name: \"court\", fraction: RAMP)", true), ("(name: \"court\", fraction: RAMP, turns: false)", false)]
        {
            let rule = name.replace("RAMP", "(from: 0.15, to: 0.35)");
            for (difficulty, level) in levels(&preset((80, 50), &rule, style), 120) {
                let [court] = rooms(&level, "court")[..] else { panic!("{:?}", level.notes()) };
                let (width, height) = (court.rect.width(), court.rect.height());
                let wanted = cells_of(0.15 + 0.2 * f64::from(difficulty), &level);
                let cells = i64::from(width) * i64::from(height);
                // Whole sides: at most one more row or column than is needed.
                assert!(
                    (wanted..=wanted + i64::from(width.max(height))).contains(&cells),
                    "{width}x{height}: {wanted}"
                );
                assert!(width <= 2 * height && height <= 2 * width, "{width}x{height}");
                assert!(turns || width >= height, "{width}x{height}");
                assert_eq!(short(&level), Vec::<&Note>::new());
                beside += u32::from(!level.path().contains(&court.id));
                widths.insert(width);
            }
        }
    }
    assert!(beside * 100 <= 480, "{beside} of 480 great rooms are off the path");
    assert!(widths.len() > 20, "{widths:?}");
}

/// The most cells, up to `wanted`, of a room that a level can hold, by trying all.
fn most_cells(level: &Level, wanted: i64) -> i64 {
    let inside = (level.width() - 2, level.height() - 2);
    let holds = |side: i32, cells: i32| side == cells || side < cells - LEAST;
    let extents = (LEAST..=inside.0).flat_map(|width| (LEAST..=inside.1).map(move |height| (width, height)));
    let held = extents.filter(|&(width, height)| {
        let is_slender = width > 2 * height || height > 2 * width;
        !is_slender && (width, height) != inside && holds(width, inside.0) && holds(height, inside.1)
    });
    held.map(|(width, height)| wanted.min(i64::from(width) * i64::from(height))).max().unwrap_or(0)
}

#[test]
fn a_level_that_cannot_hold_a_great_room_has_a_smaller_one_and_a_note() {
    let (mut smaller, mut missing) = (0, 0);
    for size in [(80, 50), (40, 18), (24, 24), (90, 14), (14, 60), (12, 12), (10, 10)] {
        for fraction in [0.1, 0.35, 0.6, 0.75] {
            let rule = format!("(name: \"court\", fraction: {fraction})");
            for (_, level) in levels(&preset(size, &rule, ""), 12) {
                let wanted = cells_of(fraction, &level);
                let most = most_cells(&level, wanted);
                let court = rooms(&level, "court");
                assert_eq!(court.len(), usize::from(most > 0), "{size:?}, {fraction}: {:?}", level.notes());
                let cells: i64 =
                    court.iter().map(|room| i64::from(room.rect.width()) * i64::from(room.rect.height())).sum();
                let got = cells.min(wanted);
                // A sixteenth less is tried at a time.
                assert!(got == wanted || got * 16 >= (most - 1) * 15, "{size:?}, {fraction}: {got} of {most}");
                match short(&level)[..] {
                    [] => assert_eq!(got, wanted),
                    [note] => {
                        assert_eq!((i64::from(note.got), i64::from(note.wanted)), (got, wanted), "{size:?}");
                        assert!(
                            got < wanted && note.about.as_deref().is_some_and(|about| about.starts_with("court: "))
                        );
                    }
                    ref notes => panic!("{notes:?}"),
                }
                smaller += u32::from(0 < got && got < wanted);
                missing += u32::from(got == 0);
            }
        }
    }
    assert!(smaller > 30 && missing > 10, "{smaller} and {missing}");
}

#[test]
fn a_fraction_of_0_leaves_the_level_as_it_is_without_the_size() {
    let with = preset((80, 50), "(name: \"court\", fraction: (from: 0, to: 0.4))", "");
    let without = preset((80, 50), "", "");
    let mut larger = 0;
    for ((difficulty, one), (_, other)) in levels(&with, 30).zip(levels(&without, 30)) {
        let is_none = difficulty <= 0.0;
        assert_eq!(rooms(&one, "court").len(), usize::from(!is_none));
        assert_eq!(one.tiles() == other.tiles(), is_none);
        assert!(!is_none || one.notes() == other.notes());
        larger += u32::from(!is_none);
    }
    assert_eq!(larger, 20);
}

#[test]
fn a_level_that_begins_at_a_cell_keeps_its_great_room_or_has_a_note() {
    let (mut starts, mut courts) = (0, 0);
    for progress in ["", ", progress: (0.3, 0.8)"] {
        let rule = format!("(name: \"court\", fraction: 0.4{progress})");
        let preset = preset((60, 60), &rule, "");
        let mut generator = Generator::new(&preset);
        for seed in 0..60 {
            let cell = Cell::new(3 + (seed * 7 % 54) as i32, 3 + (seed * 13 % 54) as i32);
            let level = generator.generate(Request::new(seed).starting_at(cell));
            assert_eq!(level.check(), []);
            let court = rooms(&level, "court");
            let is_start = court.iter().any(|room| room.rect.contains(cell));
            assert!(!is_start || progress.is_empty(), "{cell:?}");
            starts += u32::from(is_start);
            courts += court.len();
            let cells: i64 =
                court.iter().map(|room| i64::from(room.rect.width()) * i64::from(room.rect.height())).sum();
            assert_eq!(short(&level).is_empty(), cells >= cells_of(0.4, &level), "{:?}", level.notes());
        }
    }
    assert!(starts > 10 && courts > 110, "{starts} and {courts}");
}

#[test]
fn the_sides_of_a_size_follow_the_difficulty() {
    let rule =
        "(name: \"hall\", min: ((from: 6, to: 20), 7), max: ((from: 8, to: 22), (from: 8, to: 12)), turns: false)";
    for (difficulty, level) in levels(&preset((80, 50), rule, ""), 90) {
        let [hall] = rooms(&level, "hall")[..] else { panic!("{:?}", level.notes()) };
        let (widths, highest) = match difficulty {
            0.0 => (6..=8, 8),
            0.5 => (13..=15, 10),
            _ => (20..=22, 12),
        };
        assert!(widths.contains(&hall.rect.width()), "{difficulty}: {}", hall.rect.width());
        assert!((7..=highest).contains(&hall.rect.height()), "{difficulty}: {}", hall.rect.height());
    }
}
