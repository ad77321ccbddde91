//! The arguments of `roomgen survey`.

use std::path::PathBuf;

use clap::Args;
use roomgen::survey::Metric;

use crate::{ordered::JobsArgs, requests::RequestListArgs, seeds::SeedRange};

const EXAMPLES: &str = "\
Examples:
  roomgen survey --preset crypt --seeds 0..10000                     a table in the terminal
  roomgen survey --preset my.ron --compare crypt                     what my changes did
  roomgen survey --preset my.ron --csv survey.csv                    a row for each level, for spreadsheets
  roomgen survey --preset crypt --count chest,trap                   and how many of these a level has
  roomgen survey --run descent --seeds 0..200                        the floors of runs, one below the other
  roomgen survey --preset my.ron --difficulty 0,0.5,1 --floor 0..6   a table for each difficulty and floor

The table has the mean of each metric, its spread (the standard deviation), the minimum and the \
maximum, and the first seeds that have them: see those levels with --seed. Levels without what a \
metric measures do not count for it, and have an empty field in --csv. With --compare the table has \
both presets, and their differences.

Pieces are what players know again: the layouts of start rooms, end rooms and rooms of \
`floorplan.rooms.sizes`, and the vaults. The table has the part of the levels that have each. With \
several floors, behind the last one of each difficulty, a line says how many of the others repeat a \
piece of a floor before them, in the order of --floor, with the same seed.

Several difficulties or floors have a table each, one below the other: all floors of \
the first difficulty, then those of the next one. The seeds are the same in each.

With --run or --floors the table has a line for each floor of the run: the acts and the number of \
levels that have it, and the means of rooms, of the steps of the walkthrough, of danger and reward, of \
each name of --count, of the kinds of foes and of loot that no floor before has, and of the part of the \
layouts that none has. Rows have `run`, `seed`, `floor`, `act`, `branch`, `mood`, `preset` and \
`difficulty` in front, and `new_kinds` and `new_layouts`, in numbers, at the end.

The rows of --csv have the columns `preset`, `seed` and the metrics in this order, with a decimal \
point; those of --compare come last. With several difficulties or floors, `floor` and `difficulty` \
come after `seed`, and each of them has its rows together. The names of --count are columns behind \
the metrics. The same presets, request and seeds make the same bytes on every machine, with any \
--jobs. Nothing is written if it is interrupted.";

fn help() -> String {
    let line = |metric: &Metric| format!("  {:18}{}\n", metric.column(), metric.about());
    let metrics: String = Metric::ALL.iter().map(line).collect();
    format!("Metrics of a level:\n{metrics}\n{EXAMPLES}")
}

/// The arguments of `roomgen survey`.
#[derive(Debug, Args)]
#[command(name = "survey", after_long_help = help())]
pub(crate) struct SurveyArgs {
    #[command(flatten)]
    pub(super) requests: RequestListArgs,

    /// Another preset, beside the first
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["run", "floors"])]
    pub(super) compare: Option<PathBuf>,

    /// The seeds, without END
    #[arg(long, short, value_name = "FIRST..END", default_value = "0..10000", allow_hyphen_values = true)]
    pub(super) seeds: SeedRange,

    /// Not there any more: gives an error that names what to use
    #[arg(long, short, value_name = "FILE", hide = true)]
    pub(super) out: Option<PathBuf>,

    /// Rows, one for each level: a file, or - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,

    /// Also count the props of a kind or with a tag, several with commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) count: Vec<String>,

    #[command(flatten)]
    pub(super) jobs: JobsArgs,
}
