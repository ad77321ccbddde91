//! The structure of the built-in presets' levels: ways around, dead ends, halls, doors, difficulty.
//!
//! `SLOW=1 cargo test --release -p roomgen-tests -- structure:: --nocapture` measures the seeds 0
//! to 999 and prints the figures.

use std::collections::BTreeSet;

use roomgen::{
    Generator, Level, Preset, Request,
    preset::BUILT_IN,
    survey::{Measurer, Metric},
    trace::Step,
};

use crate::tier;

/// The metrics of one preset at one difficulty, over all seeds.
#[derive(Debug, Default)]
struct Figures {
    levels: f64,
    /// Sums over levels.
    bridges: f64,
    dead_ends: f64,
    at_corners: f64,
    /// Levels whose largest room has at least four times the area of the median one.
    with_hall: f64,
    /// Levels that lack something that the preset must have.
    with_note: f64,
}

impl Figures {
    fn add(&mut self, level: &Level, measurer: &mut Measurer) {
        const METRICS: &[Metric] =
            &[Metric::Bridges, Metric::DeadEnds, Metric::DoorsAtCorners, Metric::LargestToMedian];
        let metrics = measurer.measure_only(level, METRICS);
        self.levels += 1.0;
        self.bridges += metrics.get(Metric::Bridges);
        self.dead_ends += metrics.get(Metric::DeadEnds);
        self.at_corners += metrics.get(Metric::DoorsAtCorners);
        self.with_hall += f64::from(metrics.get(Metric::LargestToMedian) >= 2.5);
        self.with_note += f64::from(!level.notes().is_empty());
    }
}

fn request(seed: u64, difficulty: f32) -> Request {
    Request::new(seed).with_difficulty(difficulty).expect("a difficulty")
}

#[test]
fn levels_have_ways_around_and_dead_ends_and_halls_and_neither_doors_at_corners_nor_notes() {
    let seeds = tier::size(40, 1000);
    // A mean over few levels strays; over all of them it keeps the bound itself.
    let slack = tier::size(0.1, 0.0);
    let mut with_halls = BTreeSet::new();
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let (mut generator, mut measurer) = (Generator::new(&preset), Measurer::default());
        let mut has_halls = true;
        for difficulty in [0.0, 1.0] {
            let mut figures = Figures::default();
            (0..seeds).for_each(|seed| figures.add(&generator.generate(request(seed, difficulty)), &mut measurer));
            let mean = |sum: f64| sum / figures.levels;
            let Figures { bridges, dead_ends, at_corners, with_hall, with_note, .. } = figures;
            let [bridges, dead_ends, at_corners, with_hall, with_note] =
                [bridges, dead_ends, at_corners, with_hall, with_note].map(mean);
            println!(
                "{name:10} at {difficulty}: bridges {bridges:.3}, dead ends {dead_ends:.2}, \
                 largest room >= 2.5 medians in {:.1} %, doors at corners {at_corners:.4}, \
                 notes in {:.1} %",
                100.0 * with_hall,
                100.0 * with_note
            );
            assert!(bridges <= 0.45 + slack || *name == "cellar", "{name} at {difficulty}: {bridges}");
            assert!(dead_ends >= 3.0 - 5.0 * slack, "{name} at {difficulty}: {dead_ends}");
            assert!(at_corners <= 0.1, "{name} at {difficulty}: {at_corners}");
            // Caves and banks take the place of some of what is asked for.
            let most = if *name == "caves" || preset.terrain().any(|kind| kind.blocks) { 0.07 } else { 0.01 };
            assert!(with_note <= most + slack, "{name} at {difficulty}: {with_note}");
            has_halls &= with_hall >= 0.8;
        }
        if has_halls {
            with_halls.insert(*name);
        }
    }
    // The halls of a preset differ in size and proportions; each stands out.
    assert!(with_halls.len() >= 7, "{with_halls:?}");
}

#[test]
fn difficulty_changes_the_plan_of_a_seed_and_a_little_of_it_leaves_the_place_as_it_was() {
    let seeds = tier::size(40, 1000);
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let mut generator = Generator::new(&preset);
        let (mut changed, mut kept) = (0.0, 0.0);
        for seed in 0..seeds {
            let [easy, hard] =
                [0.0, 1.0].map(|difficulty| generator.generate(request(seed, difficulty)).tiles().clone());
            changed += f64::from(easy != hard);
            let [before, after] = [0.0, 0.1].map(|difficulty| {
                let mut cuts = BTreeSet::new();
                let _ = generator.generate_stepwise(request(seed, difficulty), &mut |step| {
                    if let Step::Split { part, is_column, before } = step {
                        cuts.insert((part, is_column, before));
                    }
                });
                cuts
            });
            kept += before.intersection(&after).count() as f64 / before.len().max(after.len()) as f64;
        }
        let [changed, kept] = [changed, kept].map(|sum| sum / seeds as f64);
        println!("{name:10} tiles differ in {:.1} %, cuts kept at 0.1: {:.1} %", 100.0 * changed, 100.0 * kept);
        assert!(changed >= tier::size(0.9, 0.95), "{name}: {changed}");
        assert!(kept >= 0.8, "{name}: {kept}");
    }
}
