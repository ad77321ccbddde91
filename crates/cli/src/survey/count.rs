//! Counts of props by names, beside the metrics.

use roomgen::{
    Level,
    survey::{LevelMetrics, Measurer, MetricStatistics, Survey},
};

use super::SurveySubject;
use crate::{failure::CommandFailure, print};

/// A survey, and for each name how many props of that kind or with that tag its levels have.
#[derive(Clone, Debug)]
pub(super) struct CountedSurvey {
    pub(super) survey: Survey,
    pub(super) counts: Vec<MetricStatistics>,
}

impl CountedSurvey {
    /// No levels.
    pub(super) fn of(names: &[String]) -> Self {
        Self { survey: Survey::default(), counts: vec![MetricStatistics::default(); names.len()] }
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
        (self.survey.add(level, measurer), counts)
    }

    /// Adds the levels of another survey.
    pub(super) fn merge(&mut self, other: &Self) {
        self.survey.merge(&other.survey);
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, others)| own.merge(others));
    }
}

/// Refuses a name that no preset has for a kind or as a tag of one.
pub(super) fn refuse_unknown(names: &[String], subjects: &[SurveySubject]) -> Result<(), CommandFailure> {
    let kinds = || subjects.iter().flat_map(|subject| subject.loaded.preset.kinds());
    let is_known = |name: &String| kinds().any(|kind| kind.name == name.as_str() || kind.labels.has(name));
    let Some(unknown) = names.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let mut tags: Vec<&str> = kinds().flat_map(|kind| kind.labels.tags()).map(String::as_str).collect();
    let mut named: Vec<&str> = kinds().map(|kind| kind.name.as_str()).collect();
    for names in [&mut tags, &mut named] {
        names.sort_unstable();
        names.dedup();
    }
    let listed = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let presets = print::list(subjects.iter().map(|subject| subject.title.clone()), "and");
    Err(CommandFailure::usage(format!(
        "--count: there is no kind and no tag {unknown:?} in {presets}; the tags are {}; the kinds are {}",
        listed(&tags),
        listed(&named)
    )))
}
