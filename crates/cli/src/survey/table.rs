//! Surveys as a table for a terminal.

use std::fmt::Write;

use roomgen::survey::{Metric, MetricStatistics, NameCounts, PieceCounts, PieceSurvey, Survey};

use super::{count::CountedSurvey, subject::TitledSurvey};

/// The width of the column of metric names, in characters.
const NAME: usize = 18;
/// The width of each column of numbers, in characters.
const NUMBER: usize = 9;

/// The table of a group of one or two surveys: a line for each metric and each counted name, then
/// for each survey a line about layouts, one about vaults, one about pieces and one about tags.
pub(super) fn of(all: &[TitledSurvey], names: &[String], counted: &[CountedSurvey]) -> String {
    let mut lines = String::new();
    for surveyed in all {
        lines += &format!("{}: {}\n", surveyed.title, surveyed.about);
    }
    lines.push('\n');
    if all.len() > 1 {
        let titles: String = all.iter().map(|one| format!("  {:BLOCK$.BLOCK$}", one.title)).collect();
        lines += &format!("{:NAME$}{titles}  difference\n", "");
    }
    let block: String = ["mean", "spread", "least", "seed", "most", "seed"].map(right).concat();
    let difference = if all.len() > 1 { ["mean", "spread"].map(right).concat() } else { String::new() };
    let blocks: String = all.iter().map(|_| format!("  {block}")).collect();
    lines += format!("{:NAME$}{blocks}  {difference}", "").trim_end();
    lines.push('\n');
    for &metric in Metric::ALL {
        let spreads: Vec<&MetricStatistics> = all.iter().map(|one| one.survey.statistics(metric)).collect();
        lines += &line(metric.name(), &spreads, metric.decimals(), |value| metric.format(value));
    }
    for (at, name) in names.iter().enumerate() {
        let spreads: Vec<&MetricStatistics> = counted.iter().filter_map(|one| one.counts.get(at)).collect();
        lines += &line(name, &spreads, COUNT_DECIMALS, |value| value.to_string());
    }
    for (one, counted) in all.iter().zip(counted) {
        let whose = if all.len() > 1 { format!("{}, ", one.title) } else { String::new() };
        let layouts: Vec<_> = one.preset.layouts().iter().map(|layout| layout.name.as_str()).collect();
        let vaults: Vec<_> = one.preset.vaults().iter().map(|vault| vault.name.as_str()).collect();
        lines.push('\n');
        lines += &chosen(&format!("{whose}layouts"), one.survey.layouts(), &layouts);
        lines += &chosen(&format!("{whose}vaults"), one.survey.vaults(), &vaults);
        lines += &pieces(&format!("{whose}pieces, of levels"), &counted.pieces, counted.pieces.levels(), |counts| {
            counts.levels
        });
        lines += &means(&format!("{whose}tags, props a level"), one.survey, one.survey.tags());
        lines += &means(&format!("{whose}terrain, cells a level"), one.survey, one.survey.terrain());
    }
    lines
}

/// The lines about runs over all floors of a difficulty: how many floors repeat a piece of an
/// earlier one, and which.
pub(super) fn repeats(all: &[TitledSurvey], runs: &[PieceSurvey]) -> String {
    let line = |(one, runs): (&TitledSurvey, &PieceSurvey)| {
        let whose = if all.len() > 1 { format!("{}, ", one.title) } else { String::new() };
        let (repeating, later) = (runs.repeating_floors(), runs.later_floors());
        let any = percent(repeating, later);
        let what = format!("{whose}floors that repeat a piece of an earlier floor: {any}");
        let repeated = pieces("by pieces", runs, later, |counts| counts.repeats);
        if repeated.is_empty() { format!("{what}\n") } else { format!("{what}; {repeated}") }
    };
    let lines: String = all.iter().zip(runs).map(line).collect();
    format!("\n{lines}")
}

/// A line with the part of `all` that each piece has, the greatest first; empty without any.
fn pieces(what: &str, survey: &PieceSurvey, all: u64, count: fn(PieceCounts) -> u64) -> String {
    let counts = survey.iter().map(|(piece, counts)| (count(counts), piece.name()));
    let mut counts: Vec<_> = counts.filter(|(count, _)| *count > 0).collect();
    // Of equal ones, in the order of the survey.
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let parts: Vec<_> = counts.into_iter().map(|(count, name)| format!("{name} {}", percent(count, all))).collect();
    if parts.is_empty() { String::new() } else { format!("{what}: {}\n", parts.join(", ")) }
}

fn percent(part: u64, all: u64) -> String {
    format!("{:.1}%", part as f64 / all.max(1) as f64 * 100.0)
}

/// The decimals of the mean of a count.
const COUNT_DECIMALS: usize = 2;

/// The line of a metric or of a counted name: the cells of each survey, and the difference of two.
fn line(name: &str, spreads: &[&MetricStatistics], decimals: usize, format: impl Fn(f64) -> String) -> String {
    let blocks: String = spreads.iter().map(|spread| format!("  {}", cells(spread, decimals, &format))).collect();
    let difference = match spreads[..] {
        [one, other] if one.count() > 0 && other.count() > 0 => {
            let by = [other.mean() - one.mean(), other.deviation() - one.deviation()];
            format!("  {}", by.map(|by| right(&format!("{by:+.decimals$}"))).concat())
        }
        _ => String::new(),
    };
    format!("{name:NAME$}{blocks}{difference}\n")
}

/// Width in characters of the six columns of numbers of one survey.
const BLOCK: usize = 6 * NUMBER;

/// Pads a number on the left to the width of its column.
fn right(text: &str) -> String {
    format!("{text:>NUMBER$}")
}

/// The cells of one metric and one survey: mean, standard deviation, minimum and maximum with their
/// seeds, over the levels that have the metric.
fn cells(spread: &MetricStatistics, decimals: usize, format: impl Fn(f64) -> String) -> String {
    if spread.count() == 0 {
        return ["-"; 6].map(right).concat();
    }
    let mut cells = [spread.mean(), spread.deviation()].map(|value| right(&format!("{value:.decimals$}"))).concat();
    for extreme in [spread.min(), spread.max()].into_iter().flatten() {
        cells += &right(&format(extreme.value));
        let _ = write!(cells, " {:>1$}", extreme.seed, NUMBER - 1);
    }
    cells
}

/// A line that says how evenly layouts or vaults were chosen; empty if the preset has none.
fn chosen(what: &str, counts: &NameCounts, names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let total = counts.total().max(1) as f64;
    let percent = |name: &str| format!("{name} {:.1}%", counts.count(name) as f64 / total * 100.0);
    // Ties go to the first in the preset.
    let least = names.iter().min_by_key(|name| counts.count(name)).map_or_else(String::new, |name| percent(name));
    let most = names.iter().rev().max_by_key(|name| counts.count(name)).map_or_else(String::new, |name| percent(name));
    let never: Vec<_> = names.iter().filter(|name| counts.count(name) == 0).copied().collect();
    let (bits, used, all) = (counts.entropy(), names.len() - never.len(), names.len());
    let never = if never.is_empty() { String::new() } else { format!("; never {}", never.join(", ")) };
    format!("{what}: {bits:.2} bits, {used} of {all} chosen; most {most}, least {least}{never}\n")
}

/// A line with the mean counts of names in a level, such as of tags; empty without any.
fn means(what: &str, survey: &Survey, counts: &NameCounts) -> String {
    let levels = survey.levels().max(1) as f64;
    let means: Vec<_> = counts.iter().map(|(name, count)| format!("{name} {:.2}", count as f64 / levels)).collect();
    if means.is_empty() { String::new() } else { format!("{what}: {}\n", means.join(", ")) }
}
