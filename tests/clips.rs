//! Formations whose props stand or fall together, compared with what `clip: Cells` leaves of them.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Generator, Level, Preset, Rect,
    trace::{Rejection, Step},
};

const PROPS: &str = "props: {
    \"rock\": (glyph: 'o', color: \"#888888\"),
    \"pole\": (glyph: 'p', color: \"#888888\"),
    \"shy\": (glyph: 's', color: \"#888888\", avoid: [Prop(\"shy\", 2)]),
    \"gem\": (glyph: 'v', color: \"#88ffff\", blocks: false),
    \"crate\": (glyph: 'x', color: \"#885522\", footprint: (2, 1)),
}";

/// Floor plans with wide doors, rooms of other shapes, and rooms too large for a block.
const PLANS: [&str; 2] = [
    "rooms: (min: 6, max: 13), style: Adjacent(door: (1, 2)), coverage: 1.0",
    "rooms: (min: 7, max: 26, stop: 0.4), shapes: [(shape: L, weight: 2), (shape: Round), (shape: Rectangle)]",
];

fn preset(plan: &str, cover: &str, formation: &str) -> Preset {
    let text = format!(
        "(name: \"clips\", size: (60, 44), floorplan: ({plan}), {PROPS}, layouts: [(name: \"l\", cover: {cover},
         formations: [(shape: Scatter(3), size: Fit(1), count: 4, prop: \"rock\"), ({formation})])])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What an observer sees of the second formation in one room, each prop with its top left cell.
#[derive(Debug, Default, PartialEq)]
struct Stamped {
    placed: BTreeSet<(i32, i32)>,
    refused: BTreeMap<(i32, i32), Rejection>,
    size: (i32, i32),
}

impl Stamped {
    fn all(&self) -> BTreeSet<(i32, i32)> {
        self.placed.iter().chain(self.refused.keys()).copied().collect()
    }
}

/// The second formation in each room of a level.
fn stamped(generator: &mut Generator<&Preset>, seed: u64) -> (Level, BTreeMap<u32, Stamped>) {
    let (mut rooms, mut is_second) = (BTreeMap::<u32, Stamped>::new(), false);
    let origin = |prop: Rect| (prop.left(), prop.top());
    let level = generator.generate_stepwise(seed, &mut |step| match step {
        Step::Stamp { formation, .. } => is_second = formation == 1,
        Step::Place { room, prop } if is_second => {
            let stamped = rooms.entry(room).or_default();
            assert!(stamped.placed.insert(origin(prop)), "a prop is placed once");
            stamped.size = (prop.width(), prop.height());
        }
        Step::Reject { room, prop, reason } if is_second && reason != Rejection::Walkway => {
            let stamped = rooms.entry(room).or_default();
            stamped.refused.insert(origin(prop), reason);
            stamped.size = (prop.width(), prop.height());
        }
        _ => {}
    });
    assert_eq!(level.check(), [], "seed {seed}");
    (level, rooms)
}

/// The sums of a top left cell and that of its image, about the middle of these props.
fn mirror(all: &BTreeSet<(i32, i32)>) -> (i32, i32) {
    let ends = |side: &dyn Fn(&(i32, i32)) -> i32| {
        all.iter().map(side).min().unwrap_or_default() + all.iter().map(side).max().unwrap_or_default()
    };
    (ends(&|origin| origin.0), ends(&|origin| origin.1))
}

/// The props of `cells` whose images all stand, of those that there are.
fn symmetric(cells: &Stamped, all: &BTreeSet<(i32, i32)>, (across, down): (i32, i32)) -> BTreeSet<(i32, i32)> {
    let stays = |&&(x, y): &&(i32, i32)| {
        let mut images = [(across - x, y), (x, down - y), (across - x, down - y)].into_iter();
        images.all(|image| !all.contains(&image) || cells.placed.contains(&image))
    };
    cells.placed.iter().filter(stays).copied().collect()
}

/// The rooms where `clip` changes something, for each formation.
fn compare(formations: &[&str], is_border: bool) {
    for formation in formations {
        let mut changed = [0, 0];
        for (plan, cover) in PLANS.iter().zip(["1", "0.2"]).chain(PLANS.iter().zip(["0.2", "1"])) {
            let [cells, whole, both] =
                ["Cells", "Whole", "Symmetric"].map(|clip| preset(plan, cover, &format!("{formation}, clip: {clip}")));
            let [mut cells, mut whole, mut both] = [&cells, &whole, &both].map(Generator::new);
            for seed in 0..12 {
                let (level, cells) = stamped(&mut cells, seed);
                let (whole, both) = (stamped(&mut whole, seed).1, stamped(&mut both, seed).1);
                for (room, cells) in &cells {
                    let all = both[room].all();
                    // Of a formation with a pattern, an observer is not told what a shape clips.
                    assert!(
                        cells.all().is_subset(&all) && whole[room].all() == all,
                        "each prop is told of, {formation}"
                    );
                    let rect = level.rooms()[*room as usize].rect;
                    let about = if is_border {
                        (rect.left() + rect.right() - cells.size.0, rect.top() + rect.bottom() - cells.size.1)
                    } else {
                        mirror(&all)
                    };
                    let wanted = symmetric(cells, &all, about);
                    assert_eq!(both[room].placed, wanted, "{formation} in {rect}, seed {seed} of {plan}");
                    changed[1] += usize::from(!wanted.is_empty() && wanted != cells.placed);
                    let wanted = if cells.placed == all { cells.placed.clone() } else { BTreeSet::new() };
                    assert_eq!(whole[room].placed, wanted, "{formation} in {rect}, seed {seed} of {plan}");
                    changed[0] += usize::from(!wanted.is_empty());
                }
            }
        }
        assert!(changed[1] > 10, "{formation}: {changed:?}");
        // Shy props side by side are never whole, and a border before doors is rarely.
        let is_never_whole = is_border || formation.contains("shy");
        assert!(is_never_whole || changed[0] > 5, "{formation}: {changed:?}");
    }
}

#[test]
fn masks_stand_whole_or_not_at_all_or_lose_what_their_mirror_images_lose() {
    // The bitmaps touch all four sides, and have no symmetry or some.
    compare(
        &[
            "shape: Square, size: Fit(0.9), prop: \"pole\"",
            "shape: X, size: Cells(5), at: Anywhere, prop: \"pole\"",
            "shape: Bitmap([\"#.##\", \"...#\", \"##..\"]), at: North, inset: 1, prop: \"pole\"",
            "shape: Bitmap([\"#..#\", \"....\", \"#.#.\"]), at: Anywhere, prop: \"crate\"",
            "shape: Circle, fill: true, size: Box(6, 4), at: Anywhere, prop: \"gem\"",
            "shape: Bitmap([\"##..#\", \".#.#.\", \"#...#\"]), prop: \"shy\"",
            "shape: Square, size: Cells(4), at: West, inset: 2, stack: true, prop: \"crate\"",
        ],
        false,
    );
}

#[test]
fn a_border_is_symmetric_about_the_middle_of_its_room() {
    compare(&["shape: Border, prop: \"pole\"", "shape: Border, inset: 1, checker: true, prop: \"gem\""], true);
}

#[test]
fn the_rest_of_a_symmetric_mask_may_be_less_than_its_least() {
    let formation = |rest: &str| format!("shape: Square, size: Fit(0.9), prop: \"pole\", clip: Symmetric{rest}");
    let [all, least] = ["", ", least: 0.8"].map(|rest| preset(PLANS[0], "1", &formation(rest)));
    let [mut all, mut least] = [&all, &least].map(Generator::new);
    let mut kept = [0, 0];
    for seed in 0..30 {
        let (all, least) = (stamped(&mut all, seed).1, stamped(&mut least, seed).1);
        for (room, all) in &all {
            let keeps = all.placed.len() as f64 >= 0.8 * all.all().len() as f64;
            kept[usize::from(keeps)] += 1;
            let wanted = if keeps { all.placed.clone() } else { BTreeSet::new() };
            assert_eq!(least[room].placed, wanted, "seed {seed}");
        }
    }
    assert!(kept[0] > 20 && kept[1] > 20, "{kept:?}");
}

#[test]
fn a_whole_mask_leaves_its_room_to_later_formations_where_it_does_not_stand() {
    // A column before a door keeps the others away, and no carpet.
    let formations = |clip: &str| {
        format!(
            "shape: Square, fill: true, size: Fit(1), prop: \"pole\"{clip}), (shape: Square, fill: true, size: Fit(1), prop: \"gem\""
        )
    };
    let preset = preset(PLANS[0], "1", &formations(", clip: Whole"));
    for seed in 0..10 {
        let level = roomgen::generate(&preset, seed);
        for room in level.rooms() {
            let gems = level.props_in(room.id).filter(|prop| prop.kind.name == "gem").count();
            let rocks = level.props_in(room.id).filter(|prop| prop.kind.name == "rock").count();
            let cells = room.rect.cells().filter(|&cell: &Cell| room.rect.contains(cell)).count();
            assert!(level.props_in(room.id).all(|prop| prop.kind.name != "pole"));
            // Rocks that a walkway removes leave their cells free.
            assert!(gems + rocks <= cells && gems + 4 >= cells, "{gems} and {rocks} of {cells}");
        }
    }
}
