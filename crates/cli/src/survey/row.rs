//! Metrics of levels as rows of comma-separated values.

use std::fmt::Write;

use roomgen::{
    export::csv::field,
    survey::{LevelMetrics, Metric},
};

use crate::requests::RequestVariant;

/// The rows of a file, of which the first has the names of the columns.
#[derive(Clone, Debug)]
pub(super) struct SurveyRows {
    text: String,
    /// Whether the rows have the floor and the difficulty.
    has_variants: bool,
}

impl SurveyRows {
    /// Rows with these names behind the metrics.
    pub(super) fn new(has_variants: bool, counted: &[String]) -> Self {
        let variants = if has_variants { ",floor,difficulty" } else { "" };
        Self { has_variants, ..Self::behind(&format!("preset,seed{variants}"), counted) }
    }

    /// Rows whose first columns have these names, with commas between them.
    pub(super) fn behind(first: &str, counted: &[String]) -> Self {
        let metrics: String = Metric::ALL.iter().map(|metric| format!(",{}", metric.column())).collect();
        let counted: String = counted.iter().map(|name| format!(",{}", field(name))).collect();
        Self { text: format!("{first}{metrics}{counted}\n"), has_variants: false }
    }

    /// Rows without the names of the columns, to be appended to these.
    pub(super) fn part(&self) -> Self {
        Self { text: String::new(), has_variants: self.has_variants }
    }

    pub(super) fn append(&mut self, part: &Self) {
        self.text.push_str(&part.text);
    }

    /// Adds the row of a level.
    pub(super) fn push(
        &mut self,
        preset: &str,
        seed: u64,
        variant: &RequestVariant,
        metrics: &LevelMetrics,
        counts: &[u32],
    ) {
        let variant =
            if self.has_variants { format!(",{},{}", variant.floor, variant.difficulty) } else { String::new() };
        self.push_behind(&format!("{},{seed}{variant}", field(preset)), metrics, counts);
    }

    /// Adds a row behind its first fields: integers as such, other numbers with six decimals,
    /// nothing for a metric that is absent. Behind them, the counts.
    pub(super) fn push_behind(&mut self, first: &str, metrics: &LevelMetrics, counts: &[u32]) {
        let rows = &mut self.text;
        rows.push_str(first);
        for &metric in Metric::ALL {
            let decimals = if metric.is_whole() { 0 } else { 6 };
            rows.push(',');
            if let Some(value) = metrics.present(metric) {
                let _ = write!(rows, "{value:.decimals$}");
            }
        }
        for count in counts {
            let _ = write!(rows, ",{count}");
        }
        rows.push('\n');
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }
}
