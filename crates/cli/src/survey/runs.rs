//! The surveys of all floors of runs: a run is one seed on one floor after the other.

use roomgen::{
    Level, Preset,
    survey::{Measurer, PieceSurvey},
};

use super::{count::CountedSurvey, row::SurveyRows};
use crate::requests::RequestVariant;

/// The surveys of a preset at one difficulty.
#[derive(Clone, Debug)]
pub(super) struct SurveyedRuns {
    /// The survey of each floor, and its rows if they are wanted.
    pub(super) floors: Vec<(CountedSurvey, Option<SurveyRows>)>,
    /// The pieces of whole runs.
    pub(super) pieces: PieceSurvey,
}

impl SurveyedRuns {
    /// No runs of so many floors. `rows` has no rows.
    pub(super) fn new(preset: &Preset, floors: usize, names: &[String], rows: Option<&SurveyRows>) -> Self {
        let floors = vec![(CountedSurvey::of(names, preset), rows.cloned()); floors];
        Self { floors, pieces: PieceSurvey::new(preset.sizes()) }
    }

    /// Adds the run of a seed, whose floors `generate` makes.
    pub(super) fn add(
        &mut self,
        title: &str,
        variants: &[RequestVariant],
        names: &[String],
        measurer: &mut Measurer,
        mut generate: impl FnMut(&RequestVariant) -> Level,
    ) {
        let Self { floors, pieces } = self;
        pieces.add_run(floors.iter_mut().zip(variants).map(|((surveyed, rows), variant)| {
            let level = generate(variant);
            let (metrics, counts) = surveyed.add(&level, measurer, names);
            if let Some(rows) = rows {
                rows.push(title, level.origin().seed, variant, &metrics, &counts);
            }
            level
        }));
    }

    /// Adds the runs of other surveys.
    pub(super) fn merge(&mut self, other: &Self) {
        self.pieces.merge(&other.pieces);
        for ((own, own_rows), (others, rows)) in self.floors.iter_mut().zip(&other.floors) {
            own.merge(others);
            own_rows.iter_mut().zip(rows).for_each(|(own, rows)| own.append(rows));
        }
    }
}
