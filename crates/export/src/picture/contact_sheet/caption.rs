//! The captions of a contact sheet: phrases, and the lines into which they are broken.
//!
//! The lines are the same below every level, so that all blocks are equally high.

use super::{ContactSheetSubject, SheetLevels};
use crate::picture::ink::text_width;
use roomgen::{
    level::Level,
    survey::{Measurer, Metric},
};

/// Which parts of a request differ from level to level, besides the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownRequest {
    pub(super) difficulty: bool,
    pub(super) floor: bool,
}

impl ShownRequest {
    pub(super) fn of(subject: &ContactSheetSubject) -> Self {
        Self { difficulty: subject.difficulties.len() > 1, floor: subject.floors.len() > 1 }
    }
}

/// The caption of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Caption {
    /// The seed, and the floor and the difficulty if they are shown.
    pub(super) request: Vec<String>,
    /// What is measured: rooms, cycles, bridges, the largest room, dead ends; or the phrases of a
    /// list.
    pub(super) numbers: Vec<String>,
}

/// The metrics of a caption, in order.
const METRICS: [Metric; 5] =
    [Metric::Rooms, Metric::Cycles, Metric::Bridges, Metric::LargestToMedian, Metric::DeadEnds];

impl Caption {
    /// The caption of a level, with the phrases of a list if it is of one.
    pub(super) fn of(
        level: &Level,
        shows: ShownRequest,
        phrases: Option<Vec<String>>,
        measurer: &mut Measurer,
    ) -> Self {
        let origin = level.origin();
        let measured = || {
            let metrics = measurer.measure_only(level, &METRICS);
            numbers(METRICS.map(|metric| metrics.get(metric)))
        };
        Self {
            request: request(shows, &origin.seed, &origin.floor, &origin.difficulty),
            numbers: phrases.unwrap_or_else(measured),
        }
    }

    /// A caption with phrases as wide as any level of the subject is expected to have. A wider one
    /// is cut.
    pub(super) fn widest(subject: &ContactSheetSubject) -> Self {
        let widest = |texts: Vec<String>| texts.into_iter().max_by_key(|text| text_width(text, 1)).unwrap_or_default();
        // Digits have different widths, and the last seed has the most digits.
        let (last_seed, numbers) = match &subject.levels {
            SheetLevels::Seeds { largest, .. } => (largest, numbers([200.0, 20.0, 0.0, 20.0, 20.0])),
            SheetLevels::List { captions, last_seed } => {
                let phrases = captions.iter().map(Vec::len).max().unwrap_or(0);
                let column = |phrase| captions.iter().filter_map(|caption| caption.get(phrase).cloned()).collect();
                (last_seed, (0..phrases).map(|phrase| widest(column(phrase))).collect())
            }
        };
        let seed = last_seed.to_string().replace(|_: char| true, "0");
        let floor = widest(subject.floors.iter().map(ToString::to_string).collect());
        let difficulty = widest(subject.difficulties.iter().map(ToString::to_string).collect());
        Self { request: request(ShownRequest::of(subject), &seed, &floor, &difficulty), numbers }
    }
}

fn request(shows: ShownRequest, seed: &dyn ToString, floor: &dyn ToString, difficulty: &dyn ToString) -> Vec<String> {
    let seed = Some(format!("seed {}", seed.to_string()));
    let floor = shows.floor.then(|| format!("floor {}", floor.to_string()));
    let difficulty = shows.difficulty.then(|| format!("difficulty {}", difficulty.to_string()));
    [seed, floor, difficulty].into_iter().flatten().collect()
}

fn numbers([rooms, cycles, bridges, largest, dead_ends]: [f64; METRICS.len()]) -> Vec<String> {
    // Counts are whole numbers.
    let count = |number: f64, noun: &str| match number as u64 {
        1 => format!("1 {noun}"),
        several => format!("{several} {noun}s"),
    };
    vec![
        count(rooms, "room"),
        count(cycles, "cycle"),
        format!("bridges {bridges:.2}"),
        format!("largest {largest:.1} x median"),
        count(dead_ends, "dead end"),
    ]
}

/// What stands between two phrases of a line.
pub(super) const SEPARATOR: &str = ", ";

/// The number of phrases in each line, if lines are at most `width` pixels wide. A phrase that is
/// wider has a line of its own.
pub(super) fn breaks(phrases: &[String], width: i32, times: i32) -> Vec<usize> {
    let (mut counts, mut used) = (Vec::new(), 0);
    for phrase in phrases {
        let wide = text_width(phrase, times);
        // Between two texts is a gap of one font pixel.
        let longer = used + text_width(SEPARATOR, times) + 2 * times + wide;
        match counts.last_mut() {
            Some(count) if longer <= width => {
                *count += 1;
                used = longer;
            }
            _ => {
                counts.push(1);
                used = wide;
            }
        }
    }
    counts
}

/// The lines of phrases that are broken after these numbers of phrases.
pub(super) fn lines(phrases: &[String], breaks: &[usize]) -> Vec<String> {
    let mut rest = phrases;
    let line = |count: &usize| {
        let (line, others) = rest.split_at((*count).min(rest.len()));
        rest = others;
        line.join(SEPARATOR)
    };
    breaks.iter().map(line).collect()
}
