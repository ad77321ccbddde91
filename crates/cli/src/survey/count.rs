//! Counts of props by names, and of pieces, beside the metrics.

use roomgen::{
    Level, Preset,
    survey::{LevelMetrics, Measurer, MetricStatistics, PieceSurvey, Survey},
};

use crate::{failure::CommandFailure, print};

/// A survey, its pieces, and for each name how many props of that kind or with that tag its levels
/// have.
#[derive(Clone, Debug)]
pub(super) struct CountedSurvey {
    pub(super) survey: Survey,
    pub(super) counts: Vec<MetricStatistics>,
    /// Each level is a run of its own.
    pub(super) pieces: PieceSurvey,
}

impl CountedSurvey {
    /// No levels of a preset.
    pub(super) fn of(names: &[String], preset: &Preset) -> Self {
        let counts = vec![MetricStatistics::default(); names.len()];
        Self { survey: Survey::default(), counts, pieces: PieceSurvey::new(preset.sizes()) }
    }

    /// Adds a level; returns its metrics and its counts.
    pub(super) fn add(&mut self, level: &Level, measurer: &mut Measurer, names: &[String]) -> (LevelMetrics, Vec<u32>) {
        let all = level.counts();
        let count = |name: &String| {
            let kinds = level.kinds().iter().zip(&all);
            kinds.filter(|(kind, _)| kind.name == name.as_str() || kind.labels.has(name)).map(|(_, count)| count).sum()
        };
        let counts: Vec<u32> = names.iter().map(count).collect();
        for (statistics, &count) in self.counts.iter_mut().zip(&counts) {
            statistics.add(count.into(), level.origin().seed);
        }
        self.pieces.add_run([level]);
        (self.survey.add(level, measurer), counts)
    }

    /// Adds the levels of another survey.
    pub(super) fn merge(&mut self, other: &Self) {
        self.survey.merge(&other.survey);
        self.pieces.merge(&other.pieces);
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, others)| own.merge(others));
    }
}

/// Refuses a name that none of the presets has for a kind or as a tag of one. `titles` name what is
/// surveyed.
pub(super) fn refuse_unknown(names: &[String], presets: &[&Preset], titles: &[&str]) -> Result<(), CommandFailure> {
    let kinds = || presets.iter().flat_map(|preset| preset.kinds());
    let is_known = |name: &String| kinds().any(|kind| kind.name == name.as_str() || kind.labels.has(name));
    let Some(unknown) = names.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let mut tags: Vec<&str> = kinds().flat_map(|kind| kind.labels.tags()).map(String::as_str).collect();
    let mut named: Vec<&str> = kinds().map(|kind| kind.name.as_str()).collect();
    for names in [&mut tags, &mut named] {
        names.sort_unstable();
        names.dedup();
    }
    let listed = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let presets = print::list(titles.iter().map(|&title| title.to_owned()), "and");
    Err(CommandFailure::usage(format!(
        "--count: there is no kind and no tag {unknown:?} in {presets}; the tags are {}; the kinds are {}",
        listed(&tags),
        listed(&named)
    )))
}
