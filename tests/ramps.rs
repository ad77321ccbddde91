//! Ramps decide what they say: by progress, by difficulty, and by nothing else.

use roomgen::{Level, Preset, Request, RoomKind};

fn preset(rules: &str) -> Preset {
    let text = format!("(name: \"test\", floorplan: (path: (share: (0.4, 0.5))), {rules})");
    Preset::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The levels of many seeds at one difficulty.
fn levels(preset: &Preset, difficulty: f32) -> impl Iterator<Item = Level> {
    (0..300).map(move |seed| {
        let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
        roomgen::generate(preset, request)
    })
}

#[track_caller]
fn assert_share(hits: usize, all: usize, wanted: f64) {
    let share = hits as f64 / all as f64;
    assert!((share - wanted).abs() < 0.05, "{hits} of {all} are {share}, wanted is {wanted}");
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
        let share = late as f64 / (early + late) as f64;
        assert!((share - wanted).abs() < 0.08, "{late} late and {early} early rooms about {wanted}");
    }
    // At the very ends one of the two weighs nothing.
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
        assert_share(grim, all, wanted);
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
    let shared = of("share: ((from: 0.1, to: 0.3), (from: 0.1, to: 0.3))");
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
fn what_has_no_ramp_does_not_depend_on_the_difficulty() {
    let preset = Preset::built_in("crypt").expect("a preset");
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
}
