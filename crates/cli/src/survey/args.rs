//! What may stand behind `roomgen survey`.

use std::path::PathBuf;

use clap::Args;
use roomgen::{geom::Size, survey::Metric};

use crate::{args::difficulty, jobs::Jobs, seeds::Seeds};

const EXAMPLES: &str = "\
Examples:
  roomgen survey --preset crypt --seeds 0..10000                     a table in the terminal
  roomgen survey --preset crypt --seeds 0..10000 --out survey.png    and a picture
  roomgen survey --preset my.ron --compare crypt --out survey.png    what my changes did
  roomgen survey --preset my.ron --csv survey.csv                    a row for each level, for spreadsheets

The table has the mean of each metric, its spread (the standard deviation), the least and the most, and the first seeds that have
them: make those levels with --seed. The picture has two metrics at a time, each with what it sums to along its axis, its
mean and its spread, how often each layout and vault was chosen, and the levels with the least and the most. With --compare
both presets' levels are laid over each other, each with a line about nine tenths of its levels.

The rows of --csv begin with `preset` and `seed` and then have the metrics in this order, with a point before fractions; those of
--compare come last. The same presets, seeds, size and difficulty make the same bytes on every machine, with any --jobs.
Nothing is written if it is interrupted.";

fn help() -> String {
    let line = |metric: &Metric| format!("  {:18}{}\n", metric.column(), metric.about());
    let metrics: String = Metric::ALL.iter().map(line).collect();
    format!("Metrics of a level:\n{metrics}\n{EXAMPLES}")
}

/// Measuring the levels of many seeds.
#[derive(Debug, Args)]
#[command(name = "survey", after_help = help())]
pub(crate) struct SurveyArgs {
    /// A built-in preset's name, or a preset file: what ends in .ron or has a / in it
    #[arg(long, value_name = "NAME|FILE", default_value = "crypt")]
    pub(super) preset: PathBuf,

    /// Another preset, to be laid over the first
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) compare: Option<PathBuf>,

    /// The seeds, END not among them
    #[arg(long, value_name = "FIRST..END", default_value = "0..10000", allow_hyphen_values = true)]
    pub(super) seeds: Seeds,

    /// Columns and rows of cells, instead of the presets'
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub(super) size: Option<Size>,

    /// How hard, 0 to 1
    #[arg(long, value_name = "0..1", default_value = "0", value_parser = difficulty, allow_negative_numbers = true)]
    pub(super) difficulty: f32,

    /// Where the picture goes: a file ending in .png, or - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Where a row for each level goes: a file, or - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,

    #[command(flatten)]
    pub(super) jobs: Jobs,
}
