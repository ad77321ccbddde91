//! Ramps follow their input, progress or difficulty, and nothing else.

use roomgen::{DoorKind, Level, Preset, Request, RoomKind, RoomShape};

fn preset(rules: &str) -> Preset {
    let text = format!("(name: \"test\", floorplan: (path: (fraction: (0.4, 0.5))), {rules})");
    Preset::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn levels(preset: &Preset, difficulty: f32) -> impl Iterator<Item = Level> {
    (0..300).map(move |seed| {
        let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
        roomgen::generate(preset, request)
    })
}

#[track_caller]
fn assert_fraction(hits: usize, all: usize, wanted: f64) {
    let fraction = hits as f64 / all as f64;
    assert!((fraction - wanted).abs() < 0.05, "{hits} of {all} are {fraction}, wanted is {wanted}");
}

#[test]
fn the_weight_of_a_layout_follows_the_progress() {
    let preset = preset(
        "layouts: [(name: \"early\", weight: (from: 1, to: 0), formations: []),
                   (name: \"late\", weight: (from: 0, to: 1), formations: [])]",
    );
    let mut rooms = vec![[0usize; 2]; 5];
    for level in levels(&preset, 0.0) {
        for room in level.rooms() {
            let band = &mut rooms[(room.progress * 4.0 + 0.5) as usize];
            band[usize::from(level.layout(room) == Some("late"))] += 1;
        }
    }
    for (quarter, [early, late]) in rooms.into_iter().enumerate() {
        assert!(quarter != 0 || early > 100, "{early} rooms are early");
        let wanted = quarter as f64 / 4.0;
        let fraction = late as f64 / (early + late) as f64;
        assert!((fraction - wanted).abs() < 0.08, "{late} late and {early} early rooms about {wanted}");
    }
    // At the ends, one of the two layouts has weight zero.
    for level in levels(&preset, 0.0) {
        for room in level.rooms() {
            match room.kind {
                RoomKind::Start => assert_eq!(level.layout(room), Some("early")),
                RoomKind::End => assert_eq!(level.layout(room), Some("late")),
                _ => {}
            }
        }
    }
}

#[test]
fn the_weight_of_a_layout_follows_the_difficulty() {
    let preset = preset(
        "layouts: [(name: \"calm\", weight: 3, formations: []),
                   (name: \"grim\", weight: (over: Difficulty, from: 1, to: 9), formations: [])]",
    );
    for (difficulty, wanted) in [(0.0, 0.25), (0.25, 0.5), (1.0, 0.75)] {
        let (mut grim, mut all) = (0, 0);
        for level in levels(&preset, difficulty) {
            all += level.rooms().len();
            grim += level.rooms().iter().filter(|room| level.layout(room) == Some("grim")).count();
        }
        assert_fraction(grim, all, wanted);
    }
}

#[test]
fn bonus_rooms_gather_where_their_chance_is_high() {
    let of = |chance: &str| {
        let text = format!("(name: \"test\", floorplan: (bonus: (chance: {chance}, spacing: 0, depth: 1)))");
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
    };
    let mean = |preset: &Preset, difficulty: f32| {
        let bonus = levels(preset, difficulty).flat_map(|level| level.rooms().to_vec());
        let progress: Vec<_> = bonus.filter(|room| room.kind == RoomKind::Bonus).map(|room| room.progress).collect();
        (progress.len(), progress.iter().sum::<f32>() / progress.len() as f32)
    };
    let (late, early) = (of("(from: 0, to: 1)"), of("(from: 1, to: 0)"));
    assert!(mean(&late, 0.0).1 > 0.6 && mean(&early, 0.0).1 < 0.4);
    let hard = of("(over: Difficulty, from: 0, to: 1)");
    assert_eq!((mean(&hard, 0.0).0, mean(&hard, 1.0).0), (0, mean(&of("1"), 0.0).0));
    assert!(mean(&hard, 0.5).0 > 0);
}

#[test]
fn the_path_grows_with_the_difficulty() {
    let of = |path: &str| {
        let text = format!("(name: \"test\", size: (90, 60), floorplan: (path: ({path})))");
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
    };
    let counted = of("rooms: ((from: 3, to: 7), (from: 4, to: 10))");
    for (difficulty, least, most) in [(0.0, 3, 4), (0.5, 5, 7), (1.0, 7, 10)] {
        let lengths: Vec<_> = levels(&counted, difficulty).map(|level| level.path().len()).collect();
        assert!(lengths.iter().all(|length| (least..=most).contains(length)), "{lengths:?}");
    }
    let shared = of("fraction: ((from: 0.1, to: 0.3), (from: 0.1, to: 0.3))");
    let mean = |difficulty| levels(&shared, difficulty).map(|level| level.path().len()).sum::<usize>();
    assert!(mean(1.0) > 2 * mean(0.0));
}

#[test]
fn the_size_of_a_mask_follows_both_axes() {
    let preset = preset(
        "props: { \"rock\": (glyph: 'o', color: \"#888888\", blocks: false) },
         layouts: [(name: \"l\", formations: [
             (shape: Square, fill: true, prop: \"rock\", size: Box((from: 1, to: 5), (over: Difficulty, from: 1, to: 3))),
         ])]",
    );
    for (difficulty, down) in [(0.0, 1), (0.5, 2), (1.0, 3)] {
        for level in levels(&preset, difficulty) {
            for room in level.rooms() {
                let props: Vec<_> = level.props_in(room.id).collect();
                let columns = props.iter().map(|prop| prop.cells.left()).collect::<std::collections::BTreeSet<_>>();
                let rows = props.iter().map(|prop| prop.cells.top()).collect::<std::collections::BTreeSet<_>>();
                let across = (1.0 + 4.0 * room.progress + 0.5) as usize;
                // A mask may lose a cell where that centres it exactly.
                assert!(columns.len() == across || columns.len() + 1 == across, "{columns:?} at {}", room.progress);
                assert!(rows.len() == down || (rows.len() + 1 == down && down > 1), "{rows:?} at {difficulty}");
            }
        }
    }
}

#[test]
fn rules_without_ramps_do_not_depend_on_the_difficulty() {
    let text = "(name: \"plain\", floorplan: (bonus: (chance: 0.6)), props: {\"rock\": (glyph: 'o', color: \"#8a8478\")}, layouts: [
        (name: \"ring\", formations: [(shape: Circle, prop: \"rock\", checker: true)]),
        (name: \"rubble\", weight: 2, formations: [(shape: Scatter(2), chance: 0.8, count: 5, prop: \"rock\")]),
    ])";
    let preset = Preset::parse(text).expect("a preset");
    let (easy, hard) = (levels(&preset, 0.0), levels(&preset, 1.0));
    for (easy, hard) in easy.zip(hard).take(20) {
        assert!(easy.props().eq(hard.props()) && easy.rooms() == hard.rooms());
    }
}

#[test]
fn a_ramp_between_equal_ends_is_the_number() {
    let digest = |text: &str| Preset::parse(text).unwrap_or_else(|error| panic!("{error}")).digest();
    let with = |chance: &str| digest(&format!("(name: \"a\", floorplan: (bonus: (chance: {chance})))"));
    assert_eq!(with("0.25"), with("(from: 0.25, to: (from: 0.25, to: 0.25, ease: In))"));
    assert_ne!(with("0.25"), with("(from: 0.25, to: 0.5)"));
    assert_ne!(with("(from: 0.25, to: 0.5)"), with("(from: 0.25, to: 0.5, over: Difficulty)"));
    let shifted = |shift: &str| {
        digest(&format!(
            "(name: \"a\", props: {{\"r\": (glyph: 'r', color: \"#000000\")}},
              layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", shift: {shift})])])"
        ))
    };
    assert_eq!(shifted("(-2, 0)"), shifted("((from: -2.4, to: -2.4), -0.0)"));
    assert_eq!(shifted("(0, 3)"), shifted("(0, (from: 2.5, to: 2.5))"));
}

#[test]
fn a_shift_follows_the_progress_in_whole_cells() {
    let preset = preset(
        "props: { \"rock\": (glyph: 'o', color: \"#888888\", blocks: false) },
         layouts: [(name: \"l\", formations: [(shape: Square, size: Cells(1), at: Center, \
         shift: ((from: -2, to: 2), (from: 2, to: -1, ease: In)), prop: \"rock\")])]",
    );
    let mut seen = std::collections::BTreeSet::new();
    for level in levels(&preset, 0.5).take(60) {
        for room in level.rooms().iter().filter(|room| room.rect.width().min(room.rect.height()) >= 7) {
            let (right, down) = (4.0 * room.progress - 2.0, 2.0 - 3.0 * room.progress * room.progress);
            let rock = level.props_in(room.id).next().expect("a rock").cells;
            // Twice the offset from the middle. A mask that cannot be centred on its anchor lies
            // half a cell nearer to the middle.
            let across = rock.left() + rock.right() - room.rect.left() - room.rect.right();
            let below = rock.top() + rock.bottom() - room.rect.top() - room.rect.bottom();
            for (off, wanted) in [(across, right), (below, down)] {
                assert!((off as f32 - 2.0 * (wanted + 0.5).floor()).abs() <= 1.0, "{off} for {wanted}");
            }
            seen.insert((across, below));
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
}

/// Rules with a number that may be a ramp in place of `{}`, and two values for it.
///
/// Chances stay below 1, since a chance of 1 draws no random word.
const RULES: [(&str, &str, &str); 22] = [
    ("floorplan: (coverage: {})", "0.1", "0.9"),
    ("floorplan: (rooms: (stop: {}))", "0.1", "0.9"),
    ("floorplan: (rooms: (longer: {}))", "0.1", "0.9"),
    ("floorplan: (path: (wander: {}))", "0", "1"),
    ("floorplan: (bonus: (chance: {}))", "0.1", "0.9"),
    ("floorplan: (bonus: (chance: 0.5, spacing: {}))", "0", "4"),
    ("floorplan: (bonus: (chance: 0.8, depth: {}))", "1", "4"),
    ("floorplan: (bonus: (chance: 0.1, rooms: ({}, 20)))", "1", "9"),
    ("floorplan: (bonus: (chance: 0.8, rooms: (0, {})))", "1", "9"),
    ("floorplan: (coverage: 1.0, loops: (chance: {}))", "0.1", "0.9"),
    ("floorplan: (coverage: 1.0, loops: (chance: 0.5, apart: {}))", "2", "9"),
    ("floorplan: (coverage: 1.0, loops: (chance: 0.5, skip: {}))", "0.0", "0.9"),
    ("floorplan: (coverage: 1.0, tags: [(tag: \"t\", chance: {})])", "0.1", "0.9"),
    ("floorplan: (coverage: 1.0, tags: [(tag: \"t\", most: {})])", "1", "5"),
    ("floorplan: (path: (rooms: (9, 9)), tags: [(tag: \"t\", pick: Every({}))])", "2", "4"),
    ("floorplan: (doors: [(kind: Open, chance: {})])", "0.1", "0.9"),
    ("floorplan: (vaults: (chance: {})), vaults: [(name: \"v\", rows: [\".\"])]", "0.1", "0.9"),
    ("floorplan: (vaults: (chance: 0.9)), vaults: [(name: \"v\", rows: [\".\"], most: {})]", "1", "4"),
    (
        "vaults: [(name: \"v\", room: true, chance: {}, rows: [\".....\", \".....\", \".....\", \".....\", \".....\"])]",
        "0.1",
        "0.9",
    ),
    (
        "props: { \"rock\": (glyph: 'o', color: \"#888888\") },
         layouts: [(name: \"l\", formations: [(shape: Circle, at: Doors, prop: \"rock\", least: {})])]",
        "0",
        "0.7",
    ),
    (
        "props: { \"rock\": (glyph: 'o', color: \"#888888\") },
         layouts: [(name: \"l\", formations: [(shape: Circle, shift: ({}, 1), prop: \"rock\")])]",
        "-3",
        "2",
    ),
    (
        "props: { \"rock\": (glyph: 'o', color: \"#888888\") },
         layouts: [(name: \"l\", formations: [(shape: X, at: Anywhere, size: Cells(3), shift: (0, {}), prop: \"rock\")])]",
        "2",
        "-2",
    ),
];

/// The content of a level without its origin.
fn contents(level: &Level) -> String {
    let parts: Vec<_> = level.rooms().iter().map(|room| (level.layout(room), level.vault(room))).collect();
    let props: Vec<_> = level.props().map(|prop| (prop.kind.name.clone(), prop.cells)).collect();
    format!("{:?} {:?} {parts:?} {props:?}", level.rooms(), level.passages())
}

#[test]
fn at_each_end_a_ramp_over_the_difficulty_makes_the_levels_of_the_plain_number() {
    for (rules, low, high) in RULES {
        let of = |number: &str, difficulty: f32| -> Vec<String> {
            let text = format!("(name: \"test\", {})", rules.replace("{}", number));
            let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            levels(&preset, difficulty).take(8).map(|level| contents(&level)).collect()
        };
        let ramp = format!("(over: Difficulty, from: {low}, to: {high})");
        let (at_low, at_high) = (of(low, 0.5), of(high, 0.5));
        assert_ne!(at_low, at_high, "{rules} shows no difference");
        assert!(of(&ramp, 0.0) == at_low && of(&ramp, 1.0) == at_high, "{rules}");
    }
}

/// How much the mean progress of what a rule picks grows between two opposite ramps.
///
/// One ramp goes from `never` to always, the other one the other way. `picked` returns the progress
/// of everything that the rule picks in a level.
fn shift(rules: &str, never: &str, picked: impl Fn(&Level) -> Vec<f32>) -> f32 {
    let mean = |from: &str, to: &str| {
        let text = rules.replace("{}", &format!("(from: {from}, to: {to})"));
        let text = format!("(name: \"test\", {text})");
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let all: Vec<_> = levels(&preset, 0.0).take(60).flat_map(|level| picked(&level)).collect();
        assert!(all.len() > 60, "{} are picked by {text}", all.len());
        all.iter().sum::<f32>() / all.len() as f32
    };
    mean(never, "1") - mean("1", never)
}

#[test]
fn picks_of_rules_follow_the_progress_of_rooms() {
    let rooms = |level: &Level, is_picked: &dyn Fn(&roomgen::Room) -> bool| -> Vec<f32> {
        level.rooms().iter().filter(|room| is_picked(room)).map(|room| room.progress).collect()
    };
    let later = |level: &Level, [one, other]: [u32; 2]| {
        let progress = |room: u32| level.rooms()[room as usize].progress;
        progress(one).max(progress(other))
    };
    let shifts = [
        shift("floorplan: (coverage: 1, tags: [(tag: \"t\", chance: {})])", "0", |level| {
            rooms(level, &|room| level.tags(room).next().is_some())
        }),
        shift("floorplan: (doors: [(kind: Open, chance: {})])", "0", |level| {
            let open = level.passages().iter().filter(|passage| passage.kind == DoorKind::Open);
            open.map(|passage| later(level, passage.rooms)).collect()
        }),
        shift("floorplan: (coverage: 1, loops: (chance: {}))", "0", |level| {
            let is_step = |pair: &[u32], rooms: [u32; 2]| rooms == [pair[0], pair[1]] || rooms == [pair[1], pair[0]];
            let is_loop = |[one, other]: [u32; 2]| {
                let host = |room: u32| level.rooms()[room as usize].host;
                !level.path().windows(2).any(|pair| is_step(pair, [one, other]))
                    && host(one) != Some(other)
                    && host(other) != Some(one)
            };
            let loops = level.passages().iter().filter(|passage| is_loop(passage.rooms));
            loops.map(|passage| later(level, passage.rooms)).collect()
        }),
        shift("floorplan: (shapes: [(shape: Rectangle), (shape: Octagon, weight: {})])", "0", |level| {
            rooms(level, &|room| room.shape == RoomShape::Octagon)
        }),
        shift("floorplan: (vaults: (chance: {})), vaults: [(name: \"v\", rows: [\".\"])]", "0", |level| {
            rooms(level, &|room| level.vault(room).is_some())
        }),
        shift(
            "floorplan: (vaults: (chance: 1)), vaults: [(name: \"u\", rows: [\".\"]), (name: \"v\", rows: [\".\"], weight: {})]",
            "0",
            |level| rooms(level, &|room| level.vault(room) == Some("v")),
        ),
        shift(
            "props: { \"a\": (glyph: 'a', color: \"#888888\", variants: {\"b\": {}}), \"b\": (glyph: 'b', color: \"#888888\") },
             layouts: [(name: \"l\", formations: [(shape: Square, size: Cells(2), prop: \"a\")])]",
            "0",
            |level| {
                let props = level.props().filter(|prop| prop.kind.name == "b");
                props.map(|prop| level.rooms()[prop.room as usize].progress).collect()
            },
        ),
    ];
    for (number, shift) in shifts.into_iter().enumerate() {
        assert!(shift > 0.2, "rule {number} shifts what it picks by {shift}");
    }
}
