//! The work of generation is bounded: linear in cells and props, for rules of any kind.

mod adversaries;
mod budgets;
mod furnishing;

use adversaries::{ADVERSARIES, Adversary};
use budgets::BUDGETS;
use furnishing::FURNISHING;
use roomgen::{
    Generator, Level, Preset, Request,
    preset::BUILT_IN,
    trace::{Stage, Step},
};

use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

/// The number of random presets; each is tried with [`SEEDS`] seeds.
const PRESETS: u64 = 300;
const SEEDS: u64 = 4;

/// Steps per cell, for any preset.
///
/// 2 * 256 / 3: stretching the path and closing loops look up to 256 times at each wall, and there
/// is less than one wall per three cells. 32 * 8: walkways may visit 32 cells per cell, each with
/// four neighbours and up to three tests as an obstacle. 2 * 64: the formations of a room share 64
/// steps per cell at their points, each of up to two words or rows. 16: everything else of the
/// floor plan and its tiles.
const STEPS_PER_CELL: u64 = 2 * 256 / 3 + 32 * 8 + 2 * 64 + 16;

/// Steps per cell and formation of a layout.
///
/// 2: its own budget. 62: what it may take beyond that, which is its last placement, a mask of up
/// to 16 times the room, and sets of cells.
const STEPS_PER_FORMATION: u64 = 2 + 62;

/// Steps per cell and pair of formations, since rules and stacking scan each other formation.
const STEPS_PER_PAIR: u64 = 2;

/// Steps per prop: one to report it, and one for each of at most 64 variants.
const STEPS_PER_PROP: u64 = 1 + 64;

/// Steps per cell of a level with budgets. 64: what is drawn in a room, of which each purchase may
/// take a few words more. 64: the places of a room, in words, and the quiet zone.
const STEPS_OF_BUDGETS: u64 = 64 + 64;

/// Steps per room of a level with budgets: those that are free, and for each of 256 groups and of
/// 256 items so many times a look, until none of them fits.
const STEPS_PER_ROOM: u64 = (1 << 14) + 2 * 256 * 64;

/// Steps per purchase: a look at each of 256 groups or items.
const STEPS_PER_PURCHASE: u64 = 2 * 256;

/// Steps per level, however small: the free ones of the searches along walls.
const STEPS_PER_LEVEL: u64 = 1 << 18;

/// The most steps for a level, by the formations of a layout and the cells of fixed-size masks.
fn bound(level: &Level, formations: u64, masks: u64) -> u64 {
    let cells = u64::from(level.size().cells());
    cells * (STEPS_PER_CELL + formations * STEPS_PER_FORMATION + formations * formations * STEPS_PER_PAIR)
        + level.rooms().len() as u64 * masks
        + level.props().len() as u64 * STEPS_PER_PROP
        + STEPS_PER_LEVEL
        + if level.budgets().is_some() { bound_of_budgets(level) } else { 0 }
}

/// The most steps for allowances and purchases.
fn bound_of_budgets(level: &Level) -> u64 {
    let purchases = (level.encounters().len() + level.loot().len()) as u64;
    u64::from(level.size().cells()) * STEPS_OF_BUDGETS
        + level.rooms().len() as u64 * STEPS_PER_ROOM
        + purchases * STEPS_PER_PURCHASE
}

/// The steps that each stage took, in pipeline order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Work(Vec<(Stage, u64)>);

impl Work {
    fn total(&self) -> u64 {
        self.0.iter().map(|(_, steps)| steps).sum()
    }

    fn of(&self, stage: Stage) -> u64 {
        self.0.iter().filter(|(other, _)| *other == stage).map(|(_, steps)| steps).sum()
    }
}

/// A level, and the work of generating it.
fn counted(generator: &mut Generator<&Preset>, request: impl Into<Request>) -> (Level, Work) {
    let mut counted = Work::default();
    let level = generator.generate_stepwise(request, &mut |step| {
        if let Step::End { stage, work } = step {
            counted.0.push((stage, work));
        }
    });
    (level, counted)
}

fn for_each_cell((level, work): &(Level, Work)) -> f64 {
    work.total() as f64 / f64::from(level.size().cells())
}

#[test]
fn a_level_of_a_built_in_preset_takes_a_few_steps_for_each_cell_whatever_its_size() {
    // The maximum is 54 at present, in caves of a thousand cells: rooms that are no rectangles are
    // searched cell by cell, and the caves have many formations. Elsewhere it is 11.
    const MOST: f64 = 64.0;
    for (name, _) in BUILT_IN {
        let mut averages = Vec::new();
        for (size, seeds) in [("40x25", 60), ("80x50", 30), ("200x200", 4), ("600x600", 1)] {
            let size = size.parse().expect("a size");
            let preset = Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset");
            let mut generator = Generator::new(&preset);
            let each: Vec<_> = (0..seeds).map(|seed| for_each_cell(&counted(&mut generator, seed))).collect();
            assert!(each.iter().all(|&steps| steps < MOST), "{name} {size}: {each:?}");
            averages.push(each);
        }
        // Levels of one size differ by their halls and great caves, more than twice. Nine times the
        // cells would show any step that is not linear.
        let of_large = averages[2].iter().sum::<f64>() / averages[2].len() as f64;
        assert!(averages[3][0] < 2.5 * of_large, "{name}: {averages:?}");
    }
}

#[test]
fn the_same_work_is_counted_whatever_was_made_before() {
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let mut generator = Generator::new(&preset);
        for seed in 0..10 {
            let (level, work) = counted(&mut generator, seed);
            assert_eq!((level, work), counted(&mut Generator::new(&preset), seed), "{name}, seed {seed}");
            // Levels without an observer count nothing that a later level could report.
            let _ = generator.generate(seed + 1000);
        }
    }
}

#[test]
fn a_hall_full_of_lamps_takes_no_more_work_than_one_full_of_stones() {
    let hall = |light: &str| {
        let text = format!(
            "(name: \"a\", size: (100, 100), floorplan: (rooms: (min: 40, max: 98)), \
             props: {{\"lamp\": (glyph: 'i', color: \"#ffb060\", blocks: false{light})}}, \
             layouts: [(name: \"l\", formations: [(shape: Square, fill: true, size: Fit(1.0), prop: \"lamp\")])])"
        );
        counted(&mut Generator::new(&Preset::parse(&text).expect("a preset")), 1)
    };
    let (dark, lit) = (hall(""), hall(", light: (color: \"#ffffff\", radius: 16)"));
    assert!(lit.0.props().filter(|prop| prop.light().is_some()).count() > 1000);
    assert_eq!(dark.1, lit.1);
}

/// The most formations of any layout of a random preset.
fn formations(text: &str) -> u64 {
    text.split("(name: ").map(|layout| layout.matches("shape: ").count() as u64).max().unwrap_or(0)
}

#[test]
fn the_work_of_random_presets_is_bounded_by_cells_and_props() {
    for number in 0..tier::size(PRESETS / 6, PRESETS) {
        let text = random_presets::preset(&mut Dice(number));
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let formations = formations(&text[text.find(" layouts: [").unwrap_or(0)..]);
        let mut generator = Generator::new(&preset);
        for seed in 0..SEEDS {
            let request = Request::new(seed).with_difficulty(seed as f32 / (SEEDS - 1) as f32).expect("a difficulty");
            let (level, work) = counted(&mut generator, request);
            // Masks have up to 30 by 30 cells.
            let most = bound(&level, formations, formations * 30 * 30);
            assert!(work.total() <= most, "{work:?} is more than {most}, seed {seed}\n{text}");
        }
    }
}

#[test]
fn the_work_of_adversarial_presets_is_bounded_and_grows_no_faster_than_the_level() {
    std::thread::scope(|scope| {
        for adversary in all().step_by(tier::size(12, 1)) {
            scope.spawn(move || {
                let name = adversary.name;
                let each = adversary.sizes.map(|size| {
                    let text = adversary.text(size);
                    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
                    let (level, work) = counted(&mut Generator::new(&preset), 1);
                    let most = bound(&level, adversary.formations, adversary.masks);
                    assert!(work.total() <= most, "{name} {size:?}: {work:?} is more than {most}");
                    (level, work)
                });
                // Exhausted budgets must not break a level.
                assert_eq!(each[1].0.check(), [], "{name}");
                // Budgets are exhausted at the third size at the latest; from there on, work
                // doubles with the cells. Randomly cut rooms may vary more.
                let most = if adversary.is_random { 1.6 } else { 1.15 };
                let [.., before, after] = each.map(|counted| for_each_cell(&counted));
                assert!(after <= most * before, "{name}: {before} and then {after} steps for each cell");
            });
        }
    });
}

/// The name and the text of each adversarial preset, at its smallest size.
pub(crate) fn adversary_texts() -> impl Iterator<Item = (&'static str, String)> {
    all().map(|adversary| (adversary.name, adversary.text(adversary.sizes[0])))
}

fn all() -> impl Iterator<Item = &'static Adversary> {
    ADVERSARIES.iter().chain(&FURNISHING).chain(&BUDGETS)
}

/// Levels of an adversarial preset, changed by `change`, with `seeds` seeds at one size.
fn levels(name: &str, size: (i64, i64), seeds: u64, change: fn(&str) -> String) -> Vec<(Level, Work)> {
    let adversary = all().find(|adversary| adversary.name == name).expect("an adversary");
    let preset = Preset::parse(&change(&adversary.text(size))).expect("a preset");
    (0..seeds).map(|seed| counted(&mut Generator::new(&preset), seed)).collect()
}

fn without_loops(text: &str) -> String {
    text.replace("loops: (chance: 1.0", "loops: (chance: 0.0")
}

fn without_stretched_path(text: &str) -> String {
    text.replace("path: (fraction: (1.0, 1.0)", "path: (fraction: (0.0, 0.0)")
}

#[test]
fn where_budgets_are_spent_levels_are_whole() {
    // Each visit of a cell for a walkway counts as four steps.
    let check_furnishing = |name, size, seeds, steps: u64| {
        let levels = levels(name, size, seeds, str::to_owned);
        let is_spent =
            |(level, work): &(Level, Work)| work.of(Stage::Furnishing) > steps * u64::from(level.size().cells());
        assert!(levels.iter().any(is_spent), "{name}: no level spends the budget");
        levels.iter().for_each(|(level, _)| assert_eq!(level.check(), [], "{name}"));
    };
    check_furnishing("moat", (200, 200), 1, 32 * 4);
    check_furnishing("moat in a gallery", (1000, 20), 1, 32 * 4);
    // The shared budget is 64 per cell; a prop that is tried alone takes two and counts as three.
    check_furnishing("wide props at points", (50, 50), 2, 64 / 2 * 3);
    check_furnishing("scatters at points", (50, 50), 2, 64 / 2 * 3);
    // A route without a stretched path or loops takes few steps. Each of them spends its budget
    // alone: the free steps and more.
    let check_route = |change: fn(&str) -> String, is_spent: bool| {
        let levels = levels("hubs in a gallery", (2000, 9), 4, change);
        assert_eq!(levels.iter().any(|(_, work)| work.of(Stage::Route) > 1 << 18), is_spent);
        levels.iter().for_each(|(level, _)| assert_eq!(level.check(), []));
    };
    check_route(without_loops, true);
    check_route(without_stretched_path, true);
    check_route(|text| without_loops(&without_stretched_path(text)), false);
}

#[test]
fn each_formation_is_stamped_at_its_first_point_whatever_others_have_spent() {
    // Each formation has its own kind, at heights that are free.
    for (level, _) in levels("wide stacks at points", (50, 50), 2, str::to_owned) {
        let mut kinds: Vec<_> = level.props().map(|prop| prop.kind.name.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), 64);
    }
}

#[test]
fn props_that_lose_what_they_are_near_to_go_however_far_that_spreads() {
    // In each row every link depends on the one before: a block, a chair near it, a beam near the
    // chair, on which the next block depends. The walkway to the lamp in the corner removes the
    // first block.
    let row = |part: &str, times| part.repeat(times);
    let (blocks, chairs, beams) =
        (row("#.......", 31) + "#......", row("...#....", 31) + "...#...", row(".#", 31) + ".");
    let text = format!(
        "(name: \"chain\", size: (257, 12), floorplan: (rooms: (min: 10, max: 255, stop: 1.0)), props: {{
           \"lamp\": (glyph: 'i', color: \"#808080\", blocks: false), \"stone\": (glyph: 's', color: \"#808080\"),
           \"block\": (glyph: 'b', color: \"#808080\", tall: 0.5),
           \"chair\": (glyph: 'c', color: \"#808080\", near: [Prop(\"block\", 3)]),
           \"beam\": (glyph: 'm', color: \"#808080\", footprint: (4, 1), tall: 0.5, elevation: 0.5, near: [Prop(\"chair\", 2)]) }},
         layouts: [(name: \"chain\", formations: [
           (shape: Square, size: Cells(1), at: SouthWest, prop: \"lamp\"),
           (shape: Square, size: Cells(1), at: SouthWest, shift: (1, 0), prop: \"stone\"),
           (shape: Bitmap([\"{blocks}\"]), at: South, inset: 1, prop: \"block\"),
           (shape: Bitmap([\"{chairs}\"]), at: South, inset: 1, prop: \"chair\"),
           (shape: Bitmap([\"{beams}\"]), at: South, inset: 1, stack: true, prop: \"beam\")])])"
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let count = |level: &Level, kind: &str| level.props().filter(|prop| prop.kind.name == kind).count();
    let level = roomgen::generate(&preset, 1);
    assert_eq!(level.check(), []);
    assert_eq!(["lamp", "stone", "block", "chair", "beam"].map(|kind| count(&level, kind)), [1, 1, 0, 0, 0]);
    // Without the stone, the lamp can be reached directly.
    let open = Preset::parse(&text.replace("shift: (1, 0), prop: \"stone\"", "shift: (0, -3), prop: \"stone\""));
    let level = roomgen::generate(&open.expect("a preset"), 1);
    assert_eq!(["block", "chair", "beam"].map(|kind| count(&level, kind)), [32, 32, 31]);
}

#[test]
fn budgets_take_work_by_their_purchases_and_none_without_them() {
    let works = |budgets: &str| {
        let text = format!(
            "(name: \"a\", size: (60, 40), props: {{\"rat\": (glyph: 'r', color: \"#ff4020\", marker: true)}}, {budgets})"
        );
        let (level, work) = counted(&mut Generator::new(&Preset::parse(&text).expect("a preset")), 1);
        (level.encounters().len(), work.of(Stage::Allowances), work.of(Stage::Population))
    };
    let group = "groups: {\"rat\": (cost: 1, members: {\"rat\": 1})}, encounters: ";
    assert_eq!(works(""), (0, 0, 0));
    let [few, many] = ["(budget: 5)", "(budget: 100)"].map(|budget| works(&format!("{group}{budget}")));
    assert_eq!((few.0, many.0), (5, 100));
    assert!(few.1 == many.1 && few.1 > 0, "the plan knows no purchases: {few:?}, {many:?}");
    assert!(few.2 > 0 && many.2 > few.2 + 95, "{few:?}, {many:?}");
}

#[test]
fn an_observer_spends_no_budget() {
    // In rooms one or two cells wide, these masks lie mostly outside; an observer also receives the
    // rest.
    let narrow = "(name: \"narrow\", size: (30, 40), floorplan: (rooms: (min: 1, max: 6)),
        props: {\"a\": (glyph: 'a', color: \"#808080\"), \"b\": (glyph: 'b', color: \"#808080\", blocks: false)},
        layouts: [(name: \"0\", formations: [
            (shape: X, at: Corners, size: Cells(26), stack: true, prop: \"a\"),
            (shape: Square, at: Corners, size: Cells(30), count: 3, name: \"b\", prop: \"b\"),
            (shape: Diamond, at: Of(\"b\"), size: Cells(28), fill: true, prop: \"b\"),
        ])])";
    let check_budget = all().step_by(tier::size(6, 1)).map(|adversary| (adversary.text(adversary.sizes[0]), 1));
    for (text, seeds) in check_budget.chain([(narrow.to_owned(), 8)]) {
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for seed in 0..seeds {
            let told = Generator::new(&preset).generate_stepwise(seed, &mut drop);
            assert!(told == roomgen::generate(&preset, seed), "{}, seed {seed}", preset.name());
        }
    }
}
