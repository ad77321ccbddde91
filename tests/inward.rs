//! Props that turn inward, compared with a walk to the nearest wall.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Generator, Level, Preset, Prop, Rect, Room, Tile,
    geom::{Direction, HalfCell},
    trace::Step,
};

/// Square kinds, with and without words to draw, and a bench that is no square.
const PROPS: &str = "props: {
    \"chair\": (glyph: 'h', color: \"#888888\", blocks: false),
    \"pot\": (glyph: 'p', color: \"#888888\", blocks: false, body: (0.5, 0.5), jitter: 0.25, variants: {\"jug\": 1}),
    \"jug\": (glyph: 'j', color: \"#888888\", blocks: false),
    \"throne\": (glyph: 't', color: \"#888888\", blocks: false, footprint: (2, 2)),
    \"bench\": (glyph: 'b', color: \"#888888\", blocks: false, footprint: (3, 1)),
}";

/// Floor plans with rooms of other shapes, and with rooms too large for a block.
const PLANS: [&str; 2] = [
    "rooms: (min: 5, max: 12), style: Adjacent(door: (1, 2)), coverage: 1.0",
    "rooms: (min: 6, max: 26, stop: 0.4), coverage: 1.0,
        shapes: [(shape: L, weight: 3), (shape: Plus), (shape: Round), (shape: Octagon)]",
];

fn preset(plan: &str, formations: &str) -> Preset {
    let text = format!(
        "(name: \"inward\", size: (60, 44), floorplan: ({plan}), {PROPS}, layouts: [(name: \"l\", formations: [{formations}])])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The direction of the nearest wall, by a walk from each of these cells in all directions; `None`
/// if none of them is floor.
fn nearest_wall(level: &Level, room: &Room, cells: impl Iterator<Item = Cell>) -> Option<Direction> {
    let is_floor = |cell: Cell| room.rect.contains(cell) && level.tile(cell) == Tile::Floor;
    let steps = |mut cell: Cell, direction: Direction| {
        let mut steps = 0;
        while is_floor(cell.step(direction)) {
            (cell, steps) = (cell.step(direction), steps + 1);
        }
        steps
    };
    let cells: Vec<_> = cells.filter(|&cell| is_floor(cell)).collect();
    let off = |direction: &Direction| cells.iter().map(|&cell| steps(cell, *direction)).min();
    // `min_by_key` returns the first minimum.
    Direction::ALL.into_iter().min_by_key(off).filter(|_| !cells.is_empty())
}

fn key(prop: &Prop<'_>) -> (String, Rect, [u32; 2]) {
    (prop.kind.name.to_string(), prop.cells, prop.offset.map(f32::to_bits))
}

#[test]
fn a_square_prop_has_its_north_side_away_from_the_wall_that_is_nearest_to_its_cells() {
    // Masks with a pattern, unions, masks at random points, scatters, borders and routes.
    let formations = |turn: &str| {
        format!(
            "(shape: Square, fill: true, size: Fit(0.7), prop: \"chair\"{turn}),
             (shape: Horizontal, size: Fit(1), at: Doors, prop: \"pot\"{turn}),
             (shape: Circle, at: Anywhere, count: 2, size: Cells(5), prop: \"throne\"{turn}),
             (shape: Scatter(1), size: Fit(1), count: 9, prop: \"chair\", along: Long{turn}),
             (shape: Border, prop: \"throne\"{turn}), (shape: Border, prop: \"pot\"{turn}),
             (shape: Route, prop: \"chair\", stack: true{turn})"
        )
    };
    let mut seen = BTreeMap::new();
    for plan in PLANS {
        let [plain, inward] = ["", ", turn: Inward"].map(|turn| preset(plan, &formations(turn)));
        let (mut plain, mut inward) = (Generator::new(&plain), Generator::new(&inward));
        for seed in 0..20 {
            let level = inward.generate(seed);
            assert_eq!(level.check(), [], "seed {seed} of {plan}");
            // It draws no word, and moves nothing.
            let before: Vec<_> = plain.generate(seed).props().map(|prop| key(&prop)).collect();
            assert_eq!(level.props().map(|prop| key(&prop)).collect::<Vec<_>>(), before, "seed {seed} of {plan}");
            for prop in level.props() {
                let room = &level.rooms()[prop.room as usize];
                let wall = nearest_wall(&level, room, prop.cells.cells()).expect("a floor");
                assert_eq!(prop.turn, wall.opposite(), "{prop:?} in {}, seed {seed} of {plan}", room.rect);
                *seen.entry((room.shape.name(), prop.cells.width(), prop.turn)).or_insert(0) += 1;
            }
        }
    }
    // Five shapes, two sizes, four turns.
    assert!(seen.len() == 5 * 2 * 4 && seen.values().all(|&count| count > 10), "{seen:?}");
}

/// The cells that a point touches.
fn cells_at(point: HalfCell) -> impl Iterator<Item = Cell> {
    let cells = |at: i32| (at - 1).div_euclid(2)..=at.div_euclid(2);
    cells(point.y).flat_map(move |y| cells(point.x).map(move |x| Cell::new(x, y)))
}

#[test]
fn props_that_are_no_square_turn_by_the_wall_nearest_to_their_anchor() {
    let mut turns = BTreeSet::new();
    for plan in PLANS {
        for formation in [
            "shape: Square, fill: true, size: Cells(6), at: Walls, inset: 1",
            "shape: Cross, size: Cells(5), at: Anywhere, count: 3",
            "shape: X, size: Cells(7), at: Quarters, along: Long",
            "shape: Scatter(2), size: Cells(7), at: DoorAxis, inset: 2",
            "shape: Horizontal, size: Cells(9), at: Doors, inset: 1, along: Door",
            "shape: Border",
        ] {
            let preset = preset(plan, &format!("({formation}, prop: \"bench\", turn: Inward)"));
            let mut generator = Generator::new(&preset);
            for seed in 0..8 {
                let (mut anchor, mut placed) = (None, Vec::new());
                let level = generator.generate_stepwise(seed, &mut |step| match step {
                    Step::Stamp { room, anchor: at, .. } => anchor = Some((room, at)),
                    Step::Place { prop, .. } => placed.push((prop, anchor)),
                    _ => {}
                });
                assert_eq!(level.check(), [], "seed {seed} of {plan}");
                for prop in level.props() {
                    let at = placed.iter().find(|(cells, _)| *cells == prop.cells).and_then(|(_, anchor)| *anchor);
                    let (room, at) = at.expect("an anchor");
                    let Some(wall) = nearest_wall(&level, &level.rooms()[room as usize], cells_at(at)) else {
                        continue;
                    };
                    assert_eq!(prop.turn, wall.opposite(), "{prop:?} at {at:?}, {formation}, seed {seed} of {plan}");
                    turns.insert(prop.turn);
                }
            }
        }
    }
    assert_eq!(turns.len(), 4);
}

#[test]
fn an_anchor_beyond_the_wall_counts_as_the_nearest_floor() {
    // East of the room, far up: the east wall is nearest.
    let formation =
        "(shape: Square, fill: true, size: Cells(9), at: East, shift: (3, -1), prop: \"bench\", turn: Inward)";
    let level = roomgen::generate(&preset(PLANS[0], formation), 3);
    assert!(level.props().len() > 10 && level.props().all(|prop| prop.turn == Direction::West));
}
