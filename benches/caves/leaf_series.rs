//! Series of caves in known leaves, and what is asked of them.
//!
//! Each series is a preset whose rooms are all caves. Leaves are those of the steps of generation:
//! levels have the bounding boxes of floors alone.

use std::error::Error;

use roomgen::{Generator, Preset, Request, geom::Extent};

use crate::{
    figures::{self, AskedFigure, FigureTarget},
    leaf_tally::{LeafFigure, LeafTally},
    options::Options,
    seeds,
};

/// Levels of some leaves.
#[derive(Clone, Copy, Debug)]
struct LeafKind {
    name: &'static str,
    size: (i32, i32),
    /// The fields of the floor plan, but for shapes.
    plan: &'static str,
    /// The least and the greatest leaf that is measured, width and height, either way; none if the
    /// caves are searched alone.
    measured: Option<[Extent; 2]>,
}

const fn measured(least: (i32, i32), most: (i32, i32)) -> Option<[Extent; 2]> {
    Some([Extent::new(least.0, least.1), Extent::new(most.0, most.1)])
}

/// All cuts are in the middle.
const SQUARE: LeafKind = LeafKind {
    name: "16x16",
    size: (69, 69),
    plan: "rooms: (min: 16, max: 32, ratio: (0.5, 0.5), stop: 0), coverage: 1, path: (wander: 0.8), \
           loops: (chance: 0.2, apart: 2)",
    measured: measured((16, 16), (16, 16)),
};

const SMALL: LeafKind = LeafKind {
    name: "8x8 to 12x9",
    size: (80, 50),
    plan: "rooms: (min: 8, max: 16, ratio: (0.4, 0.6), stop: 0), coverage: 1, path: (wander: 0.8), \
           loops: (chance: 0.2, apart: 2)",
    measured: measured((8, 8), (12, 9)),
};

const MIDDLE: LeafKind = LeafKind {
    name: "10x10 to 20x20",
    size: (100, 70),
    plan: "rooms: (min: 10, max: 20, stop: 0), coverage: 1, path: (wander: 0.8), loops: (chance: 0.2, apart: 2)",
    measured: measured((10, 10), (20, 20)),
};

const ADJACENT: LeafKind = LeafKind {
    name: "5x5 to 40x40, many doors up to three wide, mouths",
    size: (100, 70),
    plan: "rooms: (min: 5, max: 40, stop: 0.4), style: Adjacent(door: (1, 3)), coverage: 1, entry: (at: Wall), \
           exit: (at: Wall), loops: (chance: 0.5, apart: 2)",
    measured: None,
};

const CORRIDORS: LeafKind = LeafKind {
    name: "4x4 to 40x40, many corridors, mouths",
    size: (100, 70),
    plan: "rooms: (min: 8, max: 40, stop: 0.4), style: Corridors(width: (1, 2), margin: (0, 2)), coverage: 1, \
           loops: (chance: 0.5, apart: 2)",
    measured: None,
};

/// How caves are drawn.
#[derive(Clone, Copy, Debug)]
enum CaveKind {
    Of {
        open: f64,
        rough: f64,
    },
    /// As open and as rough as can be said, with mouths.
    Any,
}

/// Caves of one kind in leaves of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafSeries {
    leaves: LeafKind,
    cave: CaveKind,
    targets: &'static [&'static [(LeafFigure, FigureTarget)]],
}

const fn series(
    leaves: LeafKind,
    cave: CaveKind,
    targets: &'static [&'static [(LeafFigure, FigureTarget)]],
) -> LeafSeries {
    LeafSeries { leaves, cave, targets }
}

const FLOOR: &[(LeafFigure, FigureTarget)] = &[
    (LeafFigure::Usual, FigureTarget::Least(0.9)),
    (LeafFigure::Few, FigureTarget::Least(0.42)),
    (LeafFigure::Off, OFF),
];
const OUTLINE: &[(LeafFigure, FigureTarget)] =
    &[(LeafFigure::Straight, FigureTarget::Most(0.33)), (LeafFigure::Sides, FigureTarget::Most(0.3))];
const THIN: &[(LeafFigure, FigureTarget)] = &[(LeafFigure::Thin, FigureTarget::Most(0.35))];
const SPLIT: &[(LeafFigure, FigureTarget)] = &[(LeafFigure::Split, FigureTarget::Least(0.2))];
const MEAN: &[(LeafFigure, FigureTarget)] = &[(LeafFigure::Off, OFF)];
const OFF: FigureTarget = FigureTarget::Within(-0.05, 0.05);

/// The caves that a rule for shapes draws if it says nothing.
const USUAL: CaveKind = CaveKind::Of { open: 0.56, rough: 0.3 };
const ROUGH: CaveKind = CaveKind::Of { open: 0.56, rough: 0.5 };
const CLOSED: CaveKind = CaveKind::Of { open: 0.45, rough: 0.3 };
const OPEN: CaveKind = CaveKind::Of { open: 0.75, rough: 0.3 };

const SERIES: [LeafSeries; 11] = [
    series(SQUARE, USUAL, &[FLOOR, OUTLINE, THIN]),
    series(SQUARE, ROUGH, &[FLOOR, OUTLINE, THIN, SPLIT]),
    series(SMALL, USUAL, &[FLOOR, THIN]),
    series(SMALL, ROUGH, &[FLOOR, THIN]),
    series(MIDDLE, ROUGH, &[THIN, SPLIT]),
    series(SQUARE, CLOSED, &[MEAN]),
    series(SMALL, CLOSED, &[MEAN]),
    series(SQUARE, OPEN, &[MEAN]),
    series(SMALL, OPEN, &[MEAN]),
    series(ADJACENT, CaveKind::Any, &[]),
    series(CORRIDORS, CaveKind::Any, &[]),
];

impl LeafSeries {
    /// What the series is about.
    fn title(&self) -> String {
        let leaves = self.leaves.name;
        match self.cave {
            CaveKind::Of { open, rough } => format!("open {open}, rough {rough}, leaves {leaves}"),
            CaveKind::Any => format!("open 0.45 to 0.75, rough 0 to 1, leaves {leaves}"),
        }
    }

    /// The text of the preset.
    fn text(&self) -> String {
        let LeafKind { size: (width, height), plan, .. } = self.leaves;
        let cave = match self.cave {
            CaveKind::Of { open, rough } => format!("open: {open}, rough: {rough}"),
            CaveKind::Any => {
                "open: (from: 0.45, to: 0.75), rough: (from: 0, to: 1, over: Difficulty), merge: 0.6".to_owned()
            }
        };
        format!(
            "(name: \"caves\", size: ({width}, {height}), floorplan: ({plan}, shapes: [(shape: Cave, {cave})]), \
             layouts: [(name: \"bare\", formations: [])])"
        )
    }

    /// Counts levels until they have so many caves.
    pub(crate) fn count(&self, caves: u64, jobs: usize) -> Result<LeafTally, Box<dyn Error>> {
        let preset = Preset::parse(&self.text())?;
        let requests = [0.0, 0.25, 0.5, 0.75, 1.0].map(|difficulty| Request::new(0).with_difficulty(difficulty));
        let requests: Vec<Request> = requests.into_iter().collect::<Result<_, _>>()?;
        let begin = || {
            let (mut generator, requests) = (Generator::new(&preset), &requests);
            let count = move |tally: &mut LeafTally, seed: u64| {
                let request = requests[(seed % 5) as usize].clone().with_seed(seed);
                tally.add_level(&mut generator, request, self.leaves.measured);
            };
            (LeafTally::default(), count)
        };
        let (mut tally, mut seed) = (LeafTally::default(), 0);
        while tally.caves < caves {
            // As many levels as the caves so far let expect.
            let missing = caves - tally.caves;
            let levels = if seed == 0 { 1 } else { (missing * seed).div_ceil(tally.caves.max(1)) };
            let end = seed + levels;
            tally.merge(seeds::count_on(jobs, &(seed..end), begin, LeafTally::merge));
            seed = end;
        }
        Ok(tally)
    }

    /// What is asked of the caves, and what they have.
    fn figures(&self, tally: &LeafTally) -> Vec<AskedFigure> {
        let faulty = AskedFigure {
            name: "caves not in one piece with doorsteps, entry and exit".to_owned(),
            target: FigureTarget::Most(0.0),
            decimals: 0,
            value: Some(tally.faulty as f64),
        };
        let mut figures = vec![faulty];
        for figure in LeafFigure::ALL {
            let target = self.targets.iter().copied().flatten().find(|(asked, _)| *asked == figure);
            let mut value = tally.value(figure);
            if figure == LeafFigure::Off {
                value = match self.cave {
                    CaveKind::Of { open, .. } => value.map(|mean| mean - open),
                    CaveKind::Any => None,
                };
            }
            let target = target.map_or(FigureTarget::None, |(_, target)| *target);
            if target != FigureTarget::None || value.is_some() {
                figures.push(AskedFigure { name: figure.name().to_owned(), target, decimals: 3, value });
            }
        }
        figures
    }
}

/// Prints the figures of all series. Returns whether none is missed.
pub(crate) fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let (mut is_met, mut caves) = (true, 0);
    for series in &SERIES {
        let tally = series.count(options.caves.div_ceil(SERIES.len() as u64), options.jobs)?;
        let figures = series.figures(&tally);
        is_met &= !figures.iter().any(AskedFigure::is_missed);
        caves += tally.caves;
        println!("{}: {} caves, {} measured", series.title(), tally.caves, tally.measured());
        if let Some((seed, fault)) = &tally.fault {
            println!("  seed {seed}, {fault}, of {}", series.text());
        }
        println!("{}", figures::table(&figures));
    }
    println!("{caves} caves searched");
    Ok(is_met)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_counted_apart_are_those_counted_together() {
        for series in [SERIES[1], SERIES[9]] {
            let of = |jobs| series.figures(&series.count(200, jobs).unwrap());
            assert_eq!(of(1), of(3));
            assert_eq!(of(1)[0].value, Some(0.0));
        }
    }

    #[test]
    fn a_series_has_the_leaves_that_it_names() {
        let tally = SERIES[0].count(160, 2).unwrap();
        assert!((160..192).contains(&tally.caves) && tally.caves.is_multiple_of(16), "{}", tally.caves);
        assert!(tally.measured() > 30);
        let tally = SERIES[2].count(160, 2).unwrap();
        assert!((10..100).contains(&tally.measured()), "{}", tally.measured());
    }
}
