//! Stages are independent: editing furniture moves no wall, and no furniture of another room.

use std::collections::BTreeMap;

use roomgen::{
    Cell, Generator, Level, Preset, Rect,
    geom::HalfCell,
    trace::{Stage, Step},
};

/// A preset with two layouts; only `hall` is for large rooms.
fn preset(hall: &str) -> Preset {
    let text = format!(
        "(name: \"test\", floorplan: (path: (fraction: (0.4, 0.6))),
          props: {{
              \"rock\": (glyph: 'o', color: \"#888888\"),
              \"gem\": (glyph: 'v', color: \"#88ffff\", blocks: false),
              \"table\": (glyph: 't', color: \"#885522\", footprint: (2, 1)),
          }},
          layouts: [
              (name: \"hall\", rooms: (min: (8, 8)), formations: [{hall}]),
              (name: \"cell\", rooms: (max: (7, 14)), formations: [(shape: Circle, prop: \"rock\"), (shape: X, prop: \"gem\")]),
              (name: \"low\", rooms: (min: (8, 1), max: (14, 7)), formations: [(shape: Horizontal, prop: \"table\", size: Fit(0.8))]),
          ])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// The props of each room that is not a hall.
fn outside_halls(level: &Level) -> BTreeMap<u32, Vec<(String, Rect)>> {
    let rooms = level.rooms().iter().filter(|room| level.layout(room) != Some("hall"));
    rooms
        .map(|room| (room.id, level.props_in(room.id).map(|prop| (prop.kind.name.to_string(), prop.cells)).collect()))
        .collect()
}

#[test]
fn editing_a_layout_moves_no_wall_and_no_prop_of_another() {
    let halls = [
        preset("(shape: Square, prop: \"rock\", checker: true)"),
        preset(
            "(shape: Diamond, prop: \"gem\", fill: true), (shape: Square, at: Corners, prop: \"rock\", size: Cells(3))",
        ),
        preset(""),
    ];
    for seed in 0..40 {
        let levels = halls.each_ref().map(|preset| roomgen::generate(preset, seed));
        for level in &levels[1..] {
            assert_eq!(level.tiles(), levels[0].tiles(), "seed {seed}");
            assert_eq!(
                level.rooms().iter().map(|room| room.rect).collect::<Vec<_>>(),
                levels[0].rooms().iter().map(|room| room.rect).collect::<Vec<_>>()
            );
            assert_eq!((level.passages(), level.path()), (levels[0].passages(), levels[0].path()));
            assert_eq!(outside_halls(level), outside_halls(&levels[0]), "seed {seed}");
        }
    }
}

/// An observer that records what it receives.
#[derive(Default)]
struct StageLog {
    splits: usize,
    rooms: Vec<Rect>,
    path: Vec<u32>,
    doors: Vec<Rect>,
    stamps: Vec<(u32, HalfCell)>,
    placed: Vec<(u32, Rect)>,
    rejected: BTreeMap<String, Vec<(u32, Rect)>>,
    ended: Vec<Stage>,
}

impl StageLog {
    fn see(&mut self, step: Step) {
        match step {
            Step::Split { part, is_column, before } => {
                assert!(before > 0 && before < if is_column { part.width() } else { part.height() } - 1);
                self.splits += 1;
            }
            Step::Room { room, rect } => {
                assert_eq!(room as usize, self.rooms.len());
                self.rooms.push(rect);
            }
            Step::Path { rooms } => self.path = rooms.into(),
            Step::Passage { door, .. } => self.doors.push(door),
            Step::Stamp { room, anchor, .. } => self.stamps.push((room, anchor)),
            Step::Place { room, prop } => self.placed.push((room, prop)),
            Step::Reject { room, prop, reason } => {
                self.rejected.entry(format!("{reason:?}")).or_default().push((room, prop));
            }
            Step::End { stage, .. } => self.ended.push(stage),
            // The tests of other parts look at the others.
            _ => {}
        }
    }
}

#[test]
fn an_observer_is_told_all_that_happens_and_changes_nothing() {
    let preset = preset(
        "(shape: Square, prop: \"rock\", size: Fit(0.9)), (shape: Square, at: Corners, prop: \"table\", size: Cells(5)), (shape: Circle, prop: \"gem\")",
    );
    for seed in 0..20 {
        let mut diary = StageLog::default();
        let level = Generator::new(&preset).generate_stepwise(seed, &mut |step| diary.see(step));
        assert_eq!(level, roomgen::generate(&preset, seed));
        assert_eq!(diary.ended, Stage::ALL);
        assert_eq!(diary.rooms, level.rooms().iter().map(|room| room.rect).collect::<Vec<_>>());
        assert_eq!(diary.path, level.path());
        let doors: Vec<_> = level.passages().iter().flat_map(|passage| passage.doors().to_vec()).collect();
        assert_eq!(diary.doors, doors);
        assert!(diary.splits + 1 >= diary.rooms.len());
        for (room, anchor) in &diary.stamps {
            let rect = diary.rooms[*room as usize];
            assert!(
                Rect::from_ltrb(2 * rect.left(), 2 * rect.top(), 2 * rect.right() + 1, 2 * rect.bottom() + 1)
                    .is_some_and(|rect| rect.contains(Cell::new(anchor.x, anchor.y)))
            );
        }
        // Props that were placed and not removed again are the props of the level.
        let mut standing = diary.placed.clone();
        for removed in diary.rejected.get("Walkway").into_iter().flatten() {
            let position =
                standing.iter().position(|placed| placed == removed).expect("only what was placed is removed");
            standing.remove(position);
        }
        let mut props: Vec<_> = level.props().map(|prop| (prop.room, prop.cells)).collect();
        standing.sort();
        props.sort();
        assert_eq!(standing, props, "seed {seed}");
        for (room, prop) in diary.rejected.get("Clipped").into_iter().flatten() {
            assert!(!diary.rooms[*room as usize].contains_rect(*prop));
        }
    }
}

#[test]
fn every_kind_of_rejection_happens_and_is_told() {
    let preset = preset(
        "(shape: Square, prop: \"rock\", size: Fit(0.9)), (shape: Square, at: Corners, prop: \"table\", size: Cells(5)), (shape: Circle, prop: \"gem\")",
    );
    let mut diary = StageLog::default();
    for seed in 0..20 {
        diary.rooms.clear();
        let _ = Generator::new(&preset).generate_stepwise(seed, &mut |step| diary.see(step));
    }
    let reasons: Vec<_> = diary.rejected.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["Clearance", "Clipped", "Occupied", "Walkway"]);
}
