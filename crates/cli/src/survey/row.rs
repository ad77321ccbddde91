//! Metrics of levels as rows of comma-separated values.

use std::fmt::Write;

use roomgen::{
    export::csv::field,
    survey::{LevelMetrics, Metric},
};

/// The first line of the file, with the names of the columns.
pub(super) fn head() -> String {
    let metrics: String = Metric::ALL.iter().map(|metric| format!(",{}", metric.column())).collect();
    format!("preset,seed{metrics}\n")
}

/// Appends the row of a level: integers as such, other numbers with six decimals.
pub(super) fn push(rows: &mut String, preset: &str, seed: u64, metrics: &LevelMetrics) {
    rows.push_str(&field(preset));
    let _ = write!(rows, ",{seed}");
    for &metric in Metric::ALL {
        let decimals = if metric.is_whole() { 0 } else { 6 };
        let _ = write!(rows, ",{:.decimals$}", metrics.get(metric));
    }
    rows.push('\n');
}
