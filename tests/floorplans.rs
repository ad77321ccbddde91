//! Floor plans that the built-in presets do not cover: corridors, loops, tags and kinds of doors.

use roomgen::{DoorKind, Generator, Level, Preset, RoomKind, level::Room};

#[test]
fn corridors_are_straight_or_bent_once_or_twice_and_levels_with_them_keep_every_invariant() {
    let mut by_corners = [0; 5];
    for (style, seeds) in [("", 200), ("width: (1, 3), margin: (2, 4), ", 100), ("margin: (0, 3), place: Middle", 200)]
    {
        let text = format!(
            "(name: \"halls\", size: (90, 70), floorplan: (rooms: (min: 9, max: 20), style: Corridors({style}),
              coverage: 0.8, loops: (chance: 1.0, apart: 3), start: Corner),
              props: {{\"rock\": (glyph: 'o', color: \"#808080\")}},
              layouts: [(name: \"ring\", formations: [(shape: Square, size: Fit(1.0), prop: \"rock\")])])"
        );
        let preset = Preset::parse(&text).expect("a preset");
        for seed in 0..seeds {
            let level = roomgen::generate(&preset, seed);
            assert_eq!(level.check(), [], "{style}, seed {seed}");
            assert!(level.passages().len() >= level.rooms().len(), "some loops");
            level.passages().iter().for_each(|passage| by_corners[passage.corridor().len()] += 1);
        }
    }
    // Shared walls; one cell; straight; one corner; two corners.
    assert!(by_corners.iter().all(|&count| count > 20), "{by_corners:?}");
}

#[test]
fn loops_cut_no_more_of_the_path_short_than_they_may() {
    let levels = |skip: &str| {
        let text = format!("(name: \"rings\", floorplan: (coverage: 0.8, loops: (chance: 0.5, apart: 3{skip})))");
        let preset = Preset::parse(&text).expect("a preset");
        let mut generator = Generator::new(&preset);
        (0..100).map(|seed| generator.generate(seed)).collect::<Vec<_>>()
    };
    let loops = |level: &Level| level.passages().len() + 1 - level.rooms().len();
    let skipped = |level: &Level| {
        let progress = |room: u32| level.rooms()[room as usize].progress;
        // A step of the path is no short cut, even if the path is short.
        let is_step =
            |rooms: [u32; 2]| level.path().windows(2).any(|step| step == rooms || step == [rooms[1], rooms[0]]);
        let beside = level.passages().iter().map(|passage| passage.rooms).filter(|&rooms| !is_step(rooms));
        beside.map(|[one, other]| (progress(one) - progress(other)).abs()).fold(0.0, f32::max)
    };
    let (free, bound) = (levels(""), levels(", skip: 0.25"));
    assert!(free.iter().any(|level| skipped(level) > 0.8), "the end may lie beside the start");
    assert!(bound.iter().map(loops).sum::<usize>() > 500, "loops all the same");
    for level in &bound {
        assert!(skipped(level) <= 0.25, "seed {}", level.origin().seed);
    }
}

fn has_tag(level: &Level, room: &Room, tag: &str) -> bool {
    level.tags(room).any(|name| name == tag)
}

#[test]
fn rules_give_tags_to_the_rooms_that_they_pick_and_layouts_and_doors_go_by_them() {
    let preset = Preset::parse(
        "(name: \"roles\", floorplan: (
            path: (rooms: (8, 12)), bonus: (chance: 0.8),
            tags: [
                (tag: \"lair\", pick: Farthest, rooms: (kinds: [Bonus])),
                (tag: \"treasury\", pick: DeadEnds, rooms: (kinds: [Bonus]), most: 2),
                (tag: \"shrine\", pick: Every(3)),
                (tag: \"guarded\", rooms: (tags: [\"treasury\"]), shared: true),
                (tag: \"damp\", chance: 0.5),
            ],
            doors: [
                (kind: Closed, rooms: (tags: [\"treasury\"])),
                (kind: Secret, rooms: (kinds: [Bonus]), chance: 0.5),
                (kind: Open, path: false),
            ],
        ),
        layouts: [
            (name: \"hoard\", rooms: (tags: [\"treasury\"]), formations: []),
            (name: \"any\", weight: 1000, formations: []),
        ])",
    )
    .expect("a preset");
    let mut generator = Generator::new(&preset);
    let (mut damp, mut plain, mut secret, mut open) = (0, 0, 0, 0);
    for seed in 0..200 {
        let level = generator.generate(seed);
        assert_eq!(level.check(), [], "seed {seed}");
        let passages = |room: u32| level.passages().iter().filter(|passage| passage.rooms.contains(&room)).count();
        let tagged = |tag| level.rooms().iter().filter(|room| has_tag(&level, room, tag)).collect::<Vec<_>>();
        let bonus = || level.rooms().iter().filter(|room| room.kind == RoomKind::Bonus);
        let deepest = bonus().map(|room| room.depth).max();
        assert_eq!(tagged("lair").first().map(|room| room.depth), deepest, "seed {seed}");
        let others = bonus().filter(|room| passages(room.id) == 1 && !has_tag(&level, room, "lair")).count();
        assert_eq!(tagged("treasury").len(), others.min(2), "seed {seed}");
        for room in level.rooms() {
            let is = |tag| has_tag(&level, room, tag);
            let step = level.path().iter().position(|&id| id == room.id);
            let is_third = step.is_some_and(|step| step > 0 && step % 3 == 0 && step + 1 < level.path().len());
            assert_eq!(is("shrine"), is_third, "seed {seed}, room {}", room.id);
            assert_eq!(is("guarded"), is("treasury"));
            assert_eq!(level.layout(room), Some(if is("treasury") { "hoard" } else { "any" }));
            if is("damp") {
                assert_eq!(level.tags(room).count(), 1);
                damp += 1;
            } else if level.tags(room).count() == 0 && matches!(room.kind, RoomKind::Path | RoomKind::Bonus) {
                plain += 1;
            }
        }
        for passage in level.passages() {
            let rooms = passage.rooms.map(|id| &level.rooms()[id as usize]);
            let steps = passage.rooms.map(|id| level.path().iter().position(|&other| other == id));
            let on_path = matches!(steps, [Some(one), Some(other)] if one.abs_diff(other) == 1);
            match passage.kind {
                DoorKind::Secret => secret += 1,
                DoorKind::Open => {
                    assert!(!on_path);
                    open += 1;
                }
                _ => assert!(on_path || rooms.iter().any(|room| has_tag(&level, room, "treasury"))),
            }
            let is_of_treasury = rooms.iter().any(|room| has_tag(&level, room, "treasury"));
            assert!(passage.kind == DoorKind::Closed || !is_of_treasury, "seed {seed}");
        }
    }
    for (one, other) in [(damp, plain), (secret, open)] {
        assert!((0.8..1.25).contains(&(f64::from(one) / f64::from(other))), "about as many: {one} and {other}");
    }
}
