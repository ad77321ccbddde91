//! Furnishes rooms with small presets and compares them with pictures: a prop's glyph in each of
//! its cells, `.` for free floor.

use crate::{
    floorplan::{
        Connection, FloorPlan, Passage, PlacedVault, PlannedFeatures, PlannedMission, PlannedRoom, QuietZone, RoomKind,
        RoomShape, ShapedFloors, Tile,
    },
    furnish::{FurnishTask, Furnisher, LevelFurnishing},
    geom::{Cell, Direction, Rect, Size},
    grid::Grid,
    preset::Preset,
    rng::FloorSeed,
    trace::{NoTrace, Rejection, Step, StepObserver},
};

/// A preset with an obstacle `o`, moss `m` and a bench `b` of two cells, and one layout with these
/// formations.
pub(super) fn preset(formations: &str) -> Preset {
    let text = format!(
        "(name: \"pictures\", clearance: 2, floorplan: (rooms: (max: 40)), props: {{
            \"o\": (glyph: 'o', color: \"#808080\"),
            \"m\": (glyph: 'm', color: \"#408040\", blocks: false),
            \"clear\": (glyph: 'c', color: \"#408040\", blocks: false, avoid: [Door(2)]),
            \"b\": (glyph: 'b', color: \"#805020\", footprint: (2, 1), blocks: false),
            \"long\": (glyph: 'l', color: \"#805020\", footprint: (3, 1), blocks: false),
        }}, layouts: [(name: \"all\", formations: [{formations}])])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// A plan with these rooms, joined by these doors; entry and exit lie outside of all rooms.
pub(super) fn plan(rooms: &[Rect], doors: &[([u32; 2], Rect)]) -> FloorPlan {
    let room = |(leaf, &rect): (u32, &Rect)| PlannedRoom {
        kind: RoomKind::Path,
        rect,
        depth: 0,
        progress: 0.0,
        host: None,
        cycle: None,
        leaf,
        tags: 0,
        cut: RoomShape::Rectangle,
        floor: 0,
        layout: None,
        vault: None,
    };
    let door = |&(rooms, door)| Passage::closed(rooms, Connection::Door(door));
    FloorPlan {
        mission: PlannedMission::default(),
        props: Vec::new(),
        kept: Vec::new(),
        rooms: (0..).zip(rooms).map(room).collect(),
        passages: doors.iter().map(door).collect(),
        path: Vec::new(),
        entry: Cell::new(0, 0),
        exit: Cell::new(0, 0),
        stairs: Vec::new(),
        notes: Vec::new(),
        floors: ShapedFloors::default(),
        cycles: Vec::new(),
        quiet: QuietZone::default(),
        tiles: Grid::filled(Size::new(64, 64).expect("a size"), Tile::Rock),
        features: PlannedFeatures::default(),
        terrain: Default::default(),
    }
}

pub(super) fn furnished(preset: &Preset, plan: &FloorPlan, seed: u64) -> LevelFurnishing {
    Furnisher::default().furnish(FurnishTask::first(preset, plan, &FloorSeed::new(seed, 0), 0.0), &mut NoTrace)
}

/// The rows of one room as text.
pub(super) fn picture(preset: &Preset, furnishing: &LevelFurnishing, rect: Rect) -> Vec<String> {
    let glyph = |cell: Cell| {
        let prop = furnishing.props.iter().find(|prop| prop.cells().contains(cell));
        prop.map_or('.', |prop| preset.kinds[usize::from(prop.kind)].glyph)
    };
    let row = |y| (rect.left()..rect.right()).map(|x| glyph(Cell::new(x, y))).collect();
    (rect.top()..rect.bottom()).map(row).collect()
}

/// The rows of a single room of this size without doors.
pub(super) fn room(formations: &str, width: i32, height: i32, seed: u64) -> Vec<String> {
    let (preset, rect) = (preset(formations), Rect::of(5, 3, width, height));
    picture(&preset, &furnished(&preset, &plan(&[rect], &[]), seed), rect)
}

/// A room with a door in each of its walls, none of them in the middle.
pub(super) fn four_doors() -> (Rect, FloorPlan) {
    let rect = Rect::of(12, 20, 9, 8);
    let (north, south) = (Rect::of(12, 2, 9, 17), Rect::of(12, 29, 9, 17));
    let (west, east) = (Rect::of(1, 20, 10, 8), Rect::of(22, 20, 10, 8));
    let doors = [
        ([1, 0], Rect::of(14, 19, 2, 1)),
        ([0, 2], Rect::of(17, 28, 1, 1)),
        ([3, 0], Rect::of(11, 21, 1, 1)),
        ([0, 4], Rect::of(21, 24, 1, 2)),
    ];
    (rect, plan(&[rect, north, south, west, east], &doors))
}

#[test]
fn obstacles_keep_clear_of_the_doors_in_all_four_walls() {
    let preset = preset("(shape: Border, prop: \"o\"), (shape: Border, inset: 1, prop: \"o\")");
    let (rect, plan) = four_doors();
    let wanted =
        ["oo..ooooo", "....ooooo", "oo.....oo", "oo.....oo", "oo.......", "oo.......", "ooooo.ooo", "ooooo.ooo"];
    assert_eq!(picture(&preset, &furnished(&preset, &plan, 1), rect), wanted);
}

#[test]
fn props_that_avoid_doors_keep_off_those_in_all_four_walls() {
    let preset = preset("(shape: Square, fill: true, size: Fit(1.0), prop: \"clear\")");
    let (rect, plan) = four_doors();
    let drawn = picture(&preset, &furnished(&preset, &plan, 1), rect);
    for Cell { x, y } in rect.cells() {
        let doors = plan.passages.iter().filter(|passage| passage.rooms.contains(&0)).map(|passage| passage.doors()[0]);
        let steps = |from: i32, to: i32, at: i32| (from - at).max(at - to + 1).max(0);
        let apart = |door: Rect| steps(door.left(), door.right(), x).max(steps(door.top(), door.bottom(), y));
        let is_near = doors.map(apart).min() <= Some(2);
        let here = drawn[(y - rect.top()) as usize].chars().nth((x - rect.left()) as usize);
        assert_eq!(here, Some(if is_near { '.' } else { 'c' }), "at ({x}, {y})");
    }
}

#[test]
fn a_mask_leaves_its_centre_as_an_anchor_wherever_it_stands() {
    // The first formation has one prop of two cells; the ring is centred on the middle of both.
    let formations = "(name: \"bench\", shape: Square, size: Box(2, 1), at: NorthWest, inset: 3, prop: \"b\"),
        (shape: Square, size: Box(6, 5), at: Of(\"bench\"), prop: \"m\")";
    let wanted = [
        "............",
        ".mmmmmm.....",
        ".m....m.....",
        ".m.bb.m.....",
        ".m....m.....",
        ".mmmmmm.....",
        "............",
        "............",
        "............",
    ];
    assert_eq!(room(formations, 12, 9, 1), wanted);
    let formations = "(name: \"stone\", shape: Square, size: Cells(1), at: Corners, inset: 2, prop: \"o\"),
        (shape: Square, size: Cells(3), at: Of(\"stone\"), prop: \"m\")";
    let wanted = [
        "............",
        ".mmm....mmm.",
        ".mom....mom.",
        ".mmm....mmm.",
        "............",
        ".mmm....mmm.",
        ".mom....mom.",
        ".mmm....mmm.",
        "............",
    ];
    assert_eq!(room(formations, 12, 9, 1), wanted);
}

#[test]
fn turned_at_random_all_that_stands_at_one_anchor_is_turned_alike_and_all_of_it_stays() {
    let formations = "(shape: Square, fill: true, size: Box(3, 3), at: Corners, inset: 3, prop: \"b\", turn: Random)";
    let (preset, rect) = (preset(formations), Rect::of(5, 3, 14, 14));
    let mut turns = [0; 4];
    for seed in 0..20 {
        let furnishing = furnished(&preset, &plan(&[rect], &[]), seed);
        assert_eq!(furnishing.props.len(), 12, "three benches at each of four corners");
        for corner in 0..4 {
            let is_here = |cells: Rect| {
                let (east, south) = (cells.left() - rect.left() >= 7, cells.top() - rect.top() >= 7);
                usize::from(east) + 2 * usize::from(south) == corner
            };
            let of_corner: Vec<_> = furnishing.props.iter().filter(|prop| is_here(prop.cells())).collect();
            assert_eq!(of_corner.len(), 3);
            assert!(of_corner.iter().all(|prop| prop.stance.turn() == of_corner[0].stance.turn()));
            turns[of_corner[0].stance.turn() as usize] += 1;
        }
        let by_turn: Vec<Direction> = furnishing.props.iter().map(|prop| prop.stance.turn()).collect();
        assert!(by_turn.is_sorted(), "props come by their turns");
    }
    assert!(turns.iter().all(|&count| count > 5), "{turns:?}");
}

#[test]
fn scattered_benches_that_lie_both_ways_keep_their_distance_and_leave_no_place_for_another() {
    // A scatter over each quarter of the room, with random turns.
    let rect = Rect::of(5, 3, 16, 16);
    let quarters = [(5, 3), (13, 3), (5, 11), (13, 11)].map(|(x, y)| Rect::of(x, y, 8, 8));
    let mixed = (0..30).filter(|&seed| {
        let apart = 1 + seed % 4;
        let formations =
            format!("(shape: Scatter({apart}), size: Cells(15), at: Corners, prop: \"long\", turn: Random)");
        let preset = preset(&formations);
        let props = furnished(&preset, &plan(&[rect], &[]), seed).props;
        let benches: Vec<_> = props.iter().map(|prop| prop.cells()).collect();
        let is_near = |one: Rect, other: Rect| one.grown(apart as i32 - 1).is_some_and(|around| around.overlaps(other));
        for (number, &one) in benches.iter().enumerate() {
            assert!(benches[..number].iter().all(|&other| !is_near(one, other)), "seed {seed}: {benches:?}");
        }
        for quarter in quarters {
            let Some(bench) = benches.iter().find(|&&bench| quarter.contains_rect(bench)) else { continue };
            let places = quarter.cells().map(|cell| Rect::of(cell.x, cell.y, bench.width(), bench.height()));
            for place in places.filter(|place| quarter.contains_rect(*place)) {
                assert!(benches.iter().any(|&bench| is_near(place, bench)), "seed {seed}: {place} is left");
            }
        }
        benches.iter().any(|bench| bench.width() != benches[0].width())
    });
    let mixed = mixed.count();
    assert!(mixed > 5, "{mixed}");
}

#[test]
fn large_rooms_of_different_sizes_have_nothing_to_do_with_each_other() {
    let preset = preset("(shape: Square, size: Fit(1.0), prop: \"m\")");
    let rooms = [Rect::of(1, 1, 33, 10), Rect::of(1, 20, 17, 11), Rect::of(20, 20, 20, 21), Rect::of(1, 45, 20, 5)];
    let furnishing = furnished(&preset, &plan(&rooms, &[]), 1);
    for (id, room) in (0..).zip(rooms) {
        let count = furnishing.props.iter().filter(|prop| prop.room == id).count() as i32;
        assert_eq!(count, 2 * (room.width() + room.height()) - 4, "the cells at the walls of {room}");
    }
}

#[test]
fn a_count_of_random_cells_is_met_as_far_as_there_are_cells() {
    for count in [1, 2, 7, 24, 25, 26, 90] {
        let cells = format!("(shape: Square, size: Cells(1), at: Anywhere, count: {count}, prop: \"m\")");
        assert_eq!(room(&cells, 5, 5, count).concat().matches('m').count() as u64, count.min(25), "{count}");
    }
}

#[test]
fn props_cover_no_more_of_the_floor_than_the_layout_allows() {
    let text = |cover: &str, formations: &str| {
        format!(
            "(name: \"cover\", floorplan: (rooms: (max: 30)), props: {{
                \"o\": (glyph: 'o', color: \"#808080\", blocks: false),
                \"b\": (glyph: 'b', color: \"#808080\", blocks: false, footprint: (2, 1)),
                \"tall\": (glyph: 't', color: \"#808080\", blocks: false, footprint: (1, 3)),
                \"lamp\": (glyph: 'l', color: \"#808080\", blocks: false, elevation: 2.0),
            }}, layouts: [(name: \"all\", cover: {cover}, formations: [{formations}])],
            vaults: [(name: \"drawn\", rows: [\"ooooo\"], legend: {{ 'o': \"o\" }}, at: North)])"
        )
    };
    let whole = "shape: Square, fill: true, size: Fit(1.0)";
    let count = |cover: &str, formations: &str, has_vault: bool| {
        let preset = Preset::parse(&text(cover, formations)).unwrap_or_else(|error| panic!("{error}"));
        let mut plan = plan(&[Rect::of(5, 3, 10, 10)], &[]);
        let vault = PlacedVault { vault: 0, drawing: 0, at: Cell::new(2, 0), has_walls: false, is_stripped: false };
        plan.rooms[0].vault = has_vault.then_some(vault);
        let props = furnished(&preset, &plan, 1).props;
        props.iter().map(|prop| prop.cells().area()).sum::<i64>()
    };
    assert_eq!(count("0.25", &format!("({whole}, prop: \"o\")"), false), 25);
    assert_eq!(count("0.25", &format!("({whole}, prop: \"b\")"), false), 24, "of two cells each");
    assert_eq!(count("0.25", &format!("({whole}, prop: \"tall\")"), false), 24, "of three");
    assert_eq!(count("0.25", &format!("({whole}, prop: \"o\")"), true), 25, "the vault's five among them");
    assert_eq!(count("0.03", &format!("({whole}, prop: \"o\")"), true), 5, "what is drawn is drawn");
    assert_eq!(count("0.25", &format!("({whole}, prop: \"lamp\")"), false), 100, "lamps stand on no floor");
    // The first corner covers nine cells. The budget does not allow eight tenths of another.
    let corners = "(shape: Square, fill: true, size: Cells(3), at: Corners, inset: 1, prop: \"o\", least: 0.8)";
    assert_eq!(count("0.14", corners, false), 9);
    assert_eq!(count("0.18", corners, false), 18);
}

#[test]
fn a_formation_of_which_too_little_remains_is_dropped_at_that_anchor() {
    // The formation in the north west leaves five of nine cells there.
    let rest = |least: &str, prop: &str| {
        let formations = format!(
            "(shape: Square, fill: true, size: Cells(3), at: At(0, 0), prop: \"m\"),
            (shape: Square, fill: true, size: Cells(3), at: Corners, inset: 1, prop: \"{prop}\", least: {least})"
        );
        room(&formations, 12, 9, 1).concat().matches(['o', 'c']).count()
    };
    for prop in ["o", "clear"] {
        assert_eq!(rest("0.5", prop), 3 * 9 + 5, "{prop}");
        assert_eq!(rest("0.6", prop), 3 * 9, "{prop}");
    }
    // Half of eight cells is enough, and a little less than that is not.
    for (least, count) in [("0.5", 4), ("0.51", 0)] {
        let formations = format!(
            "(shape: Square, fill: true, size: Box(2, 2), prop: \"m\"),
            (shape: Square, fill: true, size: Box(4, 2), prop: \"clear\", least: {least})"
        );
        assert_eq!(room(&formations, 12, 10, 1).concat().matches('c').count(), count, "{least}");
    }
}

/// Records the props that are reported to an observer.
#[derive(Default)]
pub(super) struct TraceLog {
    pub(super) placed: Vec<Rect>,
    pub(super) rejected: Vec<(Rect, Rejection)>,
    pub(super) cleared: Vec<Rect>,
}

impl TraceLog {
    pub(super) fn see(&mut self, step: &Step) {
        if let Step::Place { prop, .. } = *step {
            self.placed.push(prop);
        } else if let Step::Reject { prop, reason, .. } = *step {
            self.rejected.push((prop, reason));
        } else if let Step::Clear { cells, .. } = *step {
            self.cleared.push(cells);
        }
    }
}

#[test]
fn props_are_reported_to_an_observer_in_level_coordinates() {
    let preset = preset("(shape: Border, prop: \"o\")");
    let (rect, plan) = four_doors();
    let mut log = TraceLog::default();
    let mut see = |step| log.see(&step);
    let observer = &mut StepObserver::new(&mut see);
    let furnishing =
        Furnisher::default().furnish(FurnishTask::first(&preset, &plan, &FloorSeed::new(1, 0), 0.0), observer);
    let standing: Vec<Rect> = furnishing.props.iter().filter(|prop| prop.room == 0).map(|prop| prop.cells()).collect();
    assert!(standing.iter().all(|prop| log.placed.contains(prop)));
    let before = [Rect::of(14, 20, 2, 2), Rect::of(17, 26, 1, 2), Rect::of(12, 21, 2, 1), Rect::of(19, 24, 2, 2)];
    assert!(before.iter().all(|cells| log.cleared.contains(cells)), "{:?}", log.cleared);
    let rejected: Vec<_> = log.rejected.iter().filter(|(prop, _)| rect.contains_rect(*prop)).collect();
    assert_eq!(rejected.len(), 6, "as many as there are cells of the ring before doors");
    assert!(rejected.iter().all(|(_, reason)| *reason == Rejection::Clearance));
}
