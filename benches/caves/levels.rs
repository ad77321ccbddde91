//! What whole levels look like, and what is asked of presets.

use std::error::Error;

use roomgen::{Generator, Preset, Request};

use crate::{
    figures::{self, AskedFigure, FigureTarget},
    level_tally::{LEVEL_FIGURES, LevelFigure, LevelTally},
    options::Options,
    seeds,
};

/// A preset with its figures at each difficulty.
type PresetFigures = (String, Vec<LevelTally>);

/// Prints the figures of all presets. Returns whether none is missed.
pub(crate) fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    print!("{:24}{:>10}", "preset", "difficulty");
    LEVEL_FIGURES.iter().for_each(|figure| print!("{:>12}", figure.name()));
    println!();
    let mut presets: Vec<PresetFigures> = Vec::new();
    for (name, preset) in &options.presets()? {
        let mut tallies = Vec::new();
        for &difficulty in &options.difficulties {
            let tally = count(preset, difficulty, options)?;
            println!("{}", row(&format!("{name} {}", preset.size()), difficulty, &tally));
            tallies.push(tally);
        }
        presets.push((preset.name().to_owned(), tallies));
    }
    let figures = asked(&presets, options.names.is_empty());
    println!("\n{}", figures::table(&figures));
    Ok(!figures.iter().any(AskedFigure::is_missed))
}

fn count(preset: &Preset, difficulty: f32, options: &Options) -> Result<LevelTally, Box<dyn Error>> {
    let request = Request::new(0).with_difficulty(difficulty)?;
    let begin = || {
        let (mut generator, request) = (Generator::new(preset), request.clone());
        let mut plan = move |seed| generator.floor_plan(request.clone().with_seed(seed));
        let count = move |tally: &mut LevelTally, seed| tally.add_plan(&plan(seed));
        (LevelTally::default(), count)
    };
    Ok(seeds::count_on(options.jobs, &(0..options.levels), begin, LevelTally::merge))
}

fn row(name: &str, difficulty: f32, tally: &LevelTally) -> String {
    let mut text = format!("{name:24}{difficulty:>10}");
    for figure in LEVEL_FIGURES {
        let value = tally.value(figure);
        text += &value.map_or(format!("{:>12}", "-"), |value| format!("{value:>12.3}"));
    }
    text
}

/// What is asked of presets by name and, of all presets together, of the best ones.
fn asked(presets: &[PresetFigures], are_all: bool) -> Vec<AskedFigure> {
    let figure = |name: String, target, value| AskedFigure { name, target, decimals: 2, value };
    let mut figures = Vec::new();
    for (name, of, target) in ASKED {
        let preset = presets.iter().find(|(other, _)| other == name);
        if are_all || preset.is_some() {
            figures.push(figure(format!("{name}: {}", of.name()), target, preset.and_then(|preset| mean(preset, of))));
        }
    }
    for (name, tallies) in presets.iter().filter(|preset| mean(preset, LevelFigure::Thin).is_some()) {
        let most = tallies.iter().filter_map(|tally| tally.value(LevelFigure::Thin)).reduce(f64::max);
        figures.push(figure(format!("{name}: {}", LevelFigure::Thin.name()), FigureTarget::Most(0.35), most));
    }
    if are_all {
        for (rank, of, least) in [(2, LevelFigure::Islands, 2.5), (3, LevelFigure::Chamber, 0.35)] {
            let mut means: Vec<f64> = presets.iter().filter_map(|preset| mean(preset, of)).collect();
            means.sort_by(|one, other| other.total_cmp(one));
            let name = format!("{}, preset number {rank} by it", of.name());
            figures.push(figure(name, FigureTarget::Least(least), means.get(rank - 1).copied()));
        }
        let moved = presets.iter().filter_map(|(_, tallies)| {
            let straight = |tally: Option<&LevelTally>| tally?.value(LevelFigure::Straight);
            Some((straight(tallies.first())? - straight(tallies.last())?).abs())
        });
        if presets.iter().all(|(_, tallies)| tallies.len() > 1) {
            let name = "straight, from the first difficulty to the last, the most".to_owned();
            figures.push(figure(name, FigureTarget::Least(0.1), moved.reduce(f64::max)));
        }
    }
    figures
}

/// The mean over difficulties.
fn mean((_, tallies): &PresetFigures, figure: LevelFigure) -> Option<f64> {
    let values: Vec<f64> = tallies.iter().filter_map(|tally| tally.value(figure)).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// What is asked of presets, in the mean of difficulties.
const ASKED: [(&str, LevelFigure, FigureTarget); 5] = [
    ("caves", LevelFigure::Straight, FigureTarget::Most(0.4)),
    ("mine", LevelFigure::Straight, FigureTarget::Most(0.55)),
    ("grove", LevelFigure::Straight, FigureTarget::Most(0.55)),
    ("mine", LevelFigure::Rectangles, FigureTarget::Most(0.5)),
    ("grove", LevelFigure::Rectangles, FigureTarget::Most(0.5)),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn options(names: &[&str]) -> Options {
        let arguments = ["--levels", "6"].into_iter().chain(names.iter().copied());
        Options::read(arguments.map(str::to_owned)).unwrap()
    }

    #[test]
    fn levels_counted_apart_are_those_counted_together() {
        let preset = Preset::built_in("mine").unwrap();
        let of = |jobs| count(&preset, 0.5, &Options { jobs, levels: 40, ..options(&[]) }).unwrap();
        assert_eq!(of(1), of(3));
        assert!(of(1).value(LevelFigure::Straight).is_some_and(|straight| straight > 0.4));
    }

    fn figures_of(names: &[&str]) -> Vec<PresetFigures> {
        let figures = names.iter().map(|name| {
            let preset = Preset::built_in(name).unwrap();
            let tallies = [0.0, 1.0].map(|difficulty| count(&preset, difficulty, &options(&[])).unwrap());
            ((*name).to_owned(), tallies.to_vec())
        });
        figures.collect()
    }

    #[test]
    fn of_some_presets_only_their_own_figures_are_asked() {
        let names = |presets: &[&str]| -> Vec<String> {
            asked(&figures_of(presets), false).into_iter().map(|figure| figure.name).collect()
        };
        assert_eq!(names(&["warehouse"]), [""; 0]);
        assert_eq!(names(&["warehouse", "mine"])[..2], ["mine: straight", "mine: rectangles"]);
    }

    #[test]
    fn of_all_presets_the_second_and_the_third_best_are_asked() {
        let presets = figures_of(&["cellar", "crypt", "arena", "temple"]);
        let figures = asked(&presets, true);
        let value = |start: &str| figures.iter().find(|figure| figure.name.starts_with(start)).unwrap().value;
        for (start, of, rank) in [("islands, ", LevelFigure::Islands, 2), ("chamber, ", LevelFigure::Chamber, 3)] {
            let best = presets.iter().filter(|preset| mean(preset, of) > value(start)).count();
            assert_eq!(best, rank - 1, "{start}");
        }
    }

    #[test]
    fn a_preset_that_does_not_exist_is_missed() {
        assert!(asked(&[], true).iter().all(AskedFigure::is_missed));
    }
}
