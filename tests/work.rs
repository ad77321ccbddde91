//! Generation is total, in bounded work: what a level takes is linear in its cells and props, by rules of any sort.

mod adversaries;
mod furnishing;

use adversaries::{ADVERSARIES, Adversary};
use furnishing::FURNISHING;
use roomgen::{Generator, Level, Preset, Request, Work, preset::BUILT_IN, trace::Trace};

use crate::random_presets::{self, dice::Dice};

/// How many random presets are made; each is tried with [`SEEDS`] seeds.
const PRESETS: u64 = 300;
const SEEDS: u64 = 4;

/// For each cell, whatever the preset: a few for the floor plan and its tiles; for stretching the path and for loops up to 256 looks for
/// each wall, of which there is less than one for three cells; and for walkways the budget of 32 cells looked at, of which each has four
/// neighbours and may be an obstacle that is asked for thrice; and what all formations of a room
/// share at their points, 64 looks, of which each may stand for two words or rows.
const FOR_A_CELL: u64 = 2 * 256 / 3 + 32 * 8 + 2 * 64 + 16;

/// For each cell and each formation of a layout: its own budget, and what it takes beyond that: its last stamp,
/// a mask of at most 16 times the room, and the sets in which it settles.
const FOR_A_FORMATION: u64 = 2 + 62;

/// For each cell and each two formations: those that are near to others, or avoid them, look at the words of each, and so do those that stack.
const FOR_A_PAIR: u64 = 2;

/// For each prop: that it is told, as one of at most 64 variants.
const FOR_A_PROP: u64 = 1 + 64;

/// For each level, however small: looks at walls that are free.
const FOR_A_LEVEL: u64 = 1 << 18;

/// What a level may take by a preset with so many formations in a layout, and with masks of so many cells whatever the room.
fn bound(level: &Level, formations: u64, masks: u64) -> u64 {
    let cells = u64::from(level.size().cells());
    cells * (FOR_A_CELL + formations * FOR_A_FORMATION + formations * formations * FOR_A_PAIR)
        + level.rooms().len() as u64 * masks
        + level.props().len() as u64 * FOR_A_PROP
        + FOR_A_LEVEL
}

fn work(level: &Level) -> Work {
    level.work().expect("a level that was just made")
}

fn for_each_cell(level: &Level) -> f64 {
    work(level).total() as f64 / f64::from(level.size().cells())
}

#[test]
fn a_level_of_a_built_in_preset_takes_a_few_steps_for_each_cell_whatever_its_size() {
    // The most is 10 today, in a level of one thousand cells.
    const MOST: f64 = 16.0;
    for (name, _) in BUILT_IN {
        let mut averages = Vec::new();
        for (size, seeds) in [("40x25", 60), ("80x50", 30), ("200x200", 4), ("600x600", 1)] {
            let size = size.parse().expect("a size");
            let preset = Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset");
            let mut generator = Generator::new(&preset);
            let each: Vec<_> = (0..seeds).map(|seed| for_each_cell(&generator.generate(seed))).collect();
            assert!(each.iter().all(|&steps| steps < MOST), "{name} {size}: {each:?}");
            averages.push(each.iter().sum::<f64>() / each.len() as f64);
        }
        assert!(averages[3] < 1.1 * averages[2], "{name}: {averages:?}");
    }
}

#[test]
fn the_same_work_is_counted_whatever_was_made_before_and_on_any_number_of_threads() {
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let mut generator = Generator::new(&preset);
        for seed in 0..10 {
            let level = generator.generate(seed);
            assert_eq!(level.work(), roomgen::generate(&preset, seed).work(), "{name}, seed {seed}");
            #[cfg(feature = "parallel")]
            assert_eq!(level.work(), generator.generate_in_parallel(seed).work(), "{name}, seed {seed}");
        }
    }
}

#[test]
fn what_was_read_from_a_file_took_no_work() {
    let level = roomgen::generate(&Preset::built_in("crypt").expect("a preset"), 1);
    let read = roomgen::export::ron::read(&roomgen::export::ron::write(&level)).expect("a level");
    assert_eq!((read.work(), &read), (None, &level));
}

/// The most formations that a layout of a random preset has.
fn formations(text: &str) -> u64 {
    text.split("(name: ").map(|layout| layout.matches("shape: ").count() as u64).max().unwrap_or(0)
}

#[test]
fn the_work_of_random_presets_is_bounded_by_cells_and_props() {
    for number in 0..PRESETS {
        let text = random_presets::preset(&mut Dice(number));
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let formations = formations(&text[text.find(" layouts: [").unwrap_or(0)..]);
        let mut generator = Generator::new(&preset);
        for seed in 0..SEEDS {
            let request = Request::new(seed).with_difficulty(seed as f32 / (SEEDS - 1) as f32).expect("a difficulty");
            let level = generator.generate(request);
            // Masks of up to 30 by 30 cells.
            let most = bound(&level, formations, formations * 30 * 30);
            assert!(work(&level).total() <= most, "{:?} is more than {most}, seed {seed}\n{text}", work(&level));
        }
    }
}

#[test]
fn the_work_of_adversarial_presets_is_bounded_and_grows_no_faster_than_the_level() {
    std::thread::scope(|scope| {
        for adversary in all() {
            scope.spawn(move || {
                let name = adversary.name;
                let each = adversary.sizes.map(|size| {
                    let text = adversary.text(size);
                    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
                    let level = roomgen::generate(&preset, 1);
                    let most = bound(&level, adversary.formations, adversary.masks);
                    assert!(work(&level).total() <= most, "{name} {size:?}: {:?} is more than {most}", work(&level));
                    level
                });
                // Such a level is whole, however its work was bounded.
                assert_eq!(each[1].check(), [], "{name}");
                // Budgets are spent at the third size at the latest; from then on twice the cells take twice the work. Where rooms are cut
                // by chance, by as much more as they may differ.
                let most = if adversary.is_random { 1.6 } else { 1.15 };
                let [.., before, after] = each.map(|level| for_each_cell(&level));
                assert!(after <= most * before, "{name}: {before} and then {after} steps for each cell");
            });
        }
    });
}

/// All adversaries.
fn all() -> impl Iterator<Item = &'static Adversary> {
    ADVERSARIES.iter().chain(&FURNISHING)
}

/// The levels of one of the adversarial presets, of one size by many seeds.
fn levels(name: &str, size: (i64, i64), seeds: u64) -> Vec<Level> {
    let adversary = all().find(|adversary| adversary.name == name).expect("an adversary");
    let preset = Preset::parse(&adversary.text(size)).expect("a preset");
    (0..seeds).map(|seed| roomgen::generate(&preset, seed)).collect()
}

#[test]
fn where_budgets_are_spent_levels_are_whole() {
    let spent = |name, size, seeds, is_spent: fn(&Work, u64) -> bool| {
        let levels = levels(name, size, seeds);
        let count = levels.iter().filter(|level| is_spent(&work(level), u64::from(level.size().cells()))).count();
        assert!(count > 0, "{name}: no level spends the budget");
        levels.iter().for_each(|level| assert_eq!(level.check(), [], "{name}"));
    };
    // Each look at a cell counts for four.
    spent("moat", (260, 260), 1, |work, cells| work.walkways > 32 * 4 * cells);
    spent("moat in a gallery", (1000, 20), 2, |work, cells| work.walkways > 32 * 4 * cells);
    // What is free, and more.
    spent("hubs in a gallery", (2000, 9), 8, |work, _| work.stretch > 1 << 18);
    spent("hubs in a gallery", (2000, 9), 8, |work, _| work.loops > 1 << 18);
    // What formations share, 64 looks a cell; each prop that is tried by itself takes two, and is counted as three.
    spent("wide props at points", (50, 50), 2, |work, cells| work.tries > 64 / 2 * 3 * cells);
    spent("scatters at points", (50, 50), 2, |work, cells| work.tries > 64 / 2 * 3 * cells);
}

#[test]
fn each_formation_is_stamped_at_its_first_point_whatever_others_have_spent() {
    // Each has a kind of its own, and heights that are free.
    for level in levels("wide stacks at points", (50, 50), 2) {
        let mut kinds: Vec<_> = level.props().map(|prop| prop.kind.name.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), 64);
    }
}

#[test]
fn props_that_lose_what_they_are_near_to_go_however_far_that_spreads() {
    // Along a row each link is held by the one before: a block, a chair near to it, a beam near to the chair, which lies on the next block. The walkway
    // to the lamp in the corner takes the first block.
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
    // Without the stone the lamp is reached as it is.
    let open = Preset::parse(&text.replace("shift: (1, 0), prop: \"stone\"", "shift: (0, -3), prop: \"stone\""));
    let level = roomgen::generate(&open.expect("a preset"), 1);
    assert_eq!(["block", "chair", "beam"].map(|kind| count(&level, kind)), [32, 32, 31]);
}

/// Is told everything, and does nothing with it.
struct Told;

impl Trace for Told {}

#[test]
fn an_observer_spends_no_budget() {
    // In rooms one or two cells wide hardly anything of these masks is in the room; an observer is told of the rest too.
    let narrow = "(name: \"narrow\", size: (30, 40), floorplan: (rooms: (min: 1, max: 6)),
        props: {\"a\": (glyph: 'a', color: \"#808080\"), \"b\": (glyph: 'b', color: \"#808080\", blocks: false)},
        layouts: [(name: \"0\", formations: [
            (shape: X, at: Corners, size: Cells(26), stack: true, prop: \"a\"),
            (shape: Square, at: Corners, size: Cells(30), count: 3, name: \"b\", prop: \"b\"),
            (shape: Diamond, at: Of(\"b\"), size: Cells(28), fill: true, prop: \"b\"),
        ])])";
    let spent = all().map(|adversary| (adversary.text(adversary.sizes[0]), 1));
    for (text, seeds) in spent.chain([(narrow.to_owned(), 8)]) {
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for seed in 0..seeds {
            let told = Generator::new(&preset).generate_traced(seed, &mut Told);
            assert!(told == roomgen::generate(&preset, seed), "{}, seed {seed}", preset.name());
        }
    }
}
