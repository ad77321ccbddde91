//! Stages are independent: editing furniture moves no wall, and no furniture of another room.

use std::collections::BTreeMap;

use roomgen::{
    Cell, Generator, Level, Preset, Rect,
    geom::HalfCell,
    preset::BUILT_IN,
    trace::{PropSource, Rejection, Trace},
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
}

impl Trace for StageLog {
    fn split(&mut self, part: Rect, is_column: bool, before: i32) {
        assert!(before > 0 && before < if is_column { part.width() } else { part.height() } - 1);
        self.splits += 1;
    }

    fn room(&mut self, room: u32, rect: Rect) {
        assert_eq!(room as usize, self.rooms.len());
        self.rooms.push(rect);
    }

    fn path(&mut self, rooms: &[u32]) {
        self.path = rooms.to_vec();
    }

    fn passage(&mut self, _rooms: [u32; 2], door: Rect) {
        self.doors.push(door);
    }

    fn stamp(&mut self, room: u32, _formation: u32, anchor: HalfCell) {
        self.stamps.push((room, anchor));
    }

    fn place(&mut self, room: u32, prop: Rect) {
        self.placed.push((room, prop));
    }

    fn reject(&mut self, room: u32, prop: Rect, reason: Rejection) {
        self.rejected.entry(format!("{reason:?}")).or_default().push((room, prop));
    }
}

#[test]
fn an_observer_is_told_all_that_happens_and_changes_nothing() {
    let preset = preset(
        "(shape: Square, prop: \"rock\", size: Fit(0.9)), (shape: Square, at: Corners, prop: \"table\", size: Cells(5)), (shape: Circle, prop: \"gem\")",
    );
    for seed in 0..20 {
        let mut diary = StageLog::default();
        let level = Generator::new(&preset).generate_traced(seed, &mut diary);
        assert_eq!(level, roomgen::generate(&preset, seed));
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
fn steps_as_values_report_the_same_as_the_generator_does() {
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).unwrap();
        for seed in 0..5 {
            let mut directly = TextLog::default();
            let level = Generator::new(&preset).generate_traced(seed, &mut directly);
            let mut steps = Vec::new();
            assert_eq!(Generator::new(&preset).generate_stepwise(seed, &mut |step| steps.push(step)), level);
            let mut later = TextLog::default();
            steps.iter().for_each(|step| step.report_to(&mut later));
            assert_eq!(directly.0.len(), steps.len(), "{name}, seed {seed}");
            assert_eq!(directly.0, later.0, "{name}, seed {seed}");
        }
    }
}

/// An observer that writes down each call in words.
#[derive(Default)]
struct TextLog(Vec<String>);

/// Methods that write down their name and arguments.
macro_rules! log {
    ($($step:ident($($argument:ident: $type:ty),*);)*) => {
        $(fn $step(&mut self, $($argument: $type),*) {
            self.0.push(format!("{} {:?}", stringify!($step), ($($argument,)*)));
        })*
    };
}

impl Trace for TextLog {
    log! {
        split(part: Rect, is_column: bool, before: i32);
        room(room: u32, rect: Rect);
        path(rooms: &[u32]);
        cycle(detours: &[u32]);
        passage(rooms: [u32; 2], door: Rect);
        corridor(rooms: [u32; 2], leg: Rect);
        tag(room: u32, rule: u32);
        hang(rooms: [u32; 2], rule: u32);
        lock(rooms: [u32; 2], rule: u32);
        one_way(from: u32, to: u32);
        key(room: u32, rule: u32);
        cut(room: u32, cells: Rect);
        clear(room: u32, cells: Rect);
        lay_key(room: u32, cell: Rect);
        vault(room: u32, cells: Rect);
        stamp(room: u32, formation: u32, anchor: HalfCell);
        place(room: u32, prop: Rect);
        reject(room: u32, prop: Rect, reason: Rejection);
        remain(room: u32, prop: Rect, source: PropSource);
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
        let _ = Generator::new(&preset).generate_traced(seed, &mut diary);
    }
    let reasons: Vec<_> = diary.rejected.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["Clearance", "Clipped", "Occupied", "Walkway"]);
}
