//! Finds as rows: of CSV, of JSON, of a table.

use std::fmt::Write;

use roomgen::export::csv::field;
use roomgen_find::{Find, LevelInput, Query, Value};
use serde::Serialize;

use crate::diagnostic;

/// The columns of rows: the seed, the floor and the difficulty if there are several, what the
/// expressions name, and the rank.
pub(super) struct FindColumns<'q> {
    query: &'q Query,
    /// The number of levels of a seed; 0 for runs.
    levels: usize,
    /// The positions of the inputs that are columns.
    inputs: Vec<usize>,
}

/// A find as a line of JSON.
#[derive(Serialize)]
struct FindLine {
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    floor: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<f32>,
    values: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
}

/// The decimals of a rank in tables.
const RANK_DECIMALS: usize = 3;

impl<'q> FindColumns<'q> {
    pub(super) fn new(query: &'q Query, levels: usize) -> Self {
        let is_column = |&(_, input): &(usize, &LevelInput)| match input {
            LevelInput::Seed => false,
            LevelInput::Floor | LevelInput::Difficulty => levels <= 1,
            _ => true,
        };
        let inputs = query.inputs().iter().enumerate().filter(is_column).map(|(position, _)| position).collect();
        Self { query, levels, inputs }
    }

    const fn has_variants(&self) -> bool {
        self.levels > 1
    }

    fn names(&self) -> Vec<String> {
        let request = ["seed", "floor", "difficulty"].into_iter().take(if self.has_variants() { 3 } else { 1 });
        let inputs = self.inputs.iter().map(|&input| self.query.inputs()[input].to_string());
        request.map(str::to_owned).chain(inputs).chain(self.query.rank_name().map(str::to_owned)).collect()
    }

    /// The cells of a row. `number` writes the value of an input, `rank` the rank.
    fn cells(
        &self,
        find: &Find,
        number: impl Fn(&LevelInput, Value) -> String,
        rank: impl Fn(f64) -> String,
        none: &str,
    ) -> Vec<String> {
        let mut cells = vec![find.seed.to_string()];
        if self.has_variants() {
            cells.extend([find.floor.to_string(), find.difficulty.to_string()]);
        }
        let values = self.inputs.iter().map(|&input| {
            let value = find.values.get(input).copied().flatten();
            value.map_or_else(|| none.to_owned(), |value| number(&self.query.inputs()[input], value))
        });
        cells.extend(values);
        if self.query.rank_name().is_some() {
            cells.push(find.rank.map_or_else(|| none.to_owned(), rank));
        }
        cells
    }

    /// Comma-separated values: the names of the columns, then a row for each find. Numbers are as
    /// exact as they are; what a level does not have is empty. `files` are the names of their
    /// files, if they have some.
    pub(super) fn csv(&self, finds: &[Find], files: Option<&[String]>) -> Vec<u8> {
        let row = |cells: Vec<String>, file: Option<&str>| {
            let cells: Vec<_> =
                cells.iter().map(String::as_str).chain(file).map(|cell| field(cell).into_owned()).collect();
            cells.join(",") + "\n"
        };
        let mut rows = row(self.names(), files.map(|_| "file"));
        for (position, find) in finds.iter().enumerate() {
            let file = files.and_then(|files| files.get(position));
            let cells = self.cells(find, |_, value| exact(value), |rank| rank.to_string(), "");
            rows += &row(cells, file.map(String::as_str));
        }
        rows.into_bytes()
    }

    /// Lines of JSON, one for each find, with what it has of all columns.
    pub(super) fn json(&self, finds: &[Find]) -> String {
        let line = |find: &Find| {
            let value = |&input: &usize| {
                let value = find.values.get(input).copied().flatten();
                (self.query.inputs()[input].to_string(), value.map_or(serde_json::Value::Null, json))
            };
            let rank = |name| find.rank.filter(|_| self.query.rank_name() == Some(name));
            diagnostic::line(&FindLine {
                seed: find.seed,
                floor: Some(find.floor).filter(|_| self.levels > 0),
                difficulty: Some(find.difficulty).filter(|_| self.levels > 0),
                values: self.inputs.iter().map(value).collect(),
                score: rank("score"),
                distance: rank("distance"),
            })
        };
        finds.iter().map(line).collect()
    }

    /// A table for people: numbers with the decimals that they deserve.
    pub(super) fn table(&self, finds: &[Find]) -> String {
        let rows: Vec<_> = finds.iter().map(|find| self.cells(find, shown, shown_rank, "-")).collect();
        let names = self.names();
        let width = |column: usize| {
            let cells = rows.iter().chain([&names]).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..names.len()).map(width).collect();
        let mut table = String::new();
        for row in [&names].into_iter().chain(&rows) {
            for (position, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let gap = if position == 0 { "" } else { "  " };
                // Writing to a string cannot fail.
                let _ = write!(table, "{gap}{cell:>width$}");
            }
            table.push('\n');
        }
        table
    }

    /// The phrases of the caption of a find, of which all finds have as many.
    pub(super) fn caption(&self, find: &Find) -> Vec<String> {
        let skipped = if self.has_variants() { 3 } else { 1 };
        let cells = self.cells(find, shown, shown_rank, "none");
        self.names().into_iter().zip(cells).skip(skipped).map(|(name, cell)| format!("{name} {cell}")).collect()
    }
}

/// A value with all its digits.
fn exact(value: Value) -> String {
    match value {
        Value::Whole(whole) => whole.to_string(),
        Value::Decimal(decimal) => decimal.to_string(),
    }
}

/// A value as people read it.
fn shown(input: &LevelInput, value: Value) -> String {
    match (input, value) {
        (LevelInput::Metric(metric), Value::Decimal(decimal)) => metric.format(decimal),
        _ => exact(value),
    }
}

fn shown_rank(rank: f64) -> String {
    if rank.fract() == 0.0 { format!("{rank:.0}") } else { format!("{rank:.RANK_DECIMALS$}") }
}

/// A value as JSON: whole numbers in digits.
pub(super) fn json(value: Value) -> serde_json::Value {
    match value {
        Value::Whole(whole) => u64::try_from(whole).map_or(serde_json::Value::Null, Into::into),
        Value::Decimal(decimal) => decimal.into(),
    }
}
