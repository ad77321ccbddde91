//! The arguments of `roomgen find`.

use std::{fmt, path::PathBuf, str::FromStr};

use clap::{ArgGroup, Args};
use roomgen::NamedSeed;
use roomgen_find::Finds;

use crate::{
    contact_sheet::SheetDrawingArgs,
    diagnostic::{ReportFormat, ReportFormatParser},
    ordered::JobsArgs,
    requests::RequestListArgs,
    seeds::SeedRange,
};

const EXAMPLES: &str = "\
Examples:
  roomgen find --where 'rooms > 20 && bridges < 0.4'                    all of the first 10000 seeds
  roomgen find --where 'count(\"chest\") >= 4' --seeds 0.. --count 20     the first twenty there are
  roomgen find --best 'play_length - 2 * backtracking' --seeds 0..50000 the best of a range
  roomgen find --near 'rooms = 30, walking_distance = 140'              the nearest to what is wanted
  roomgen find --where 'steps(\"entry\", \"exit\") > 90' --count 12 --sheet finds.png --out finds.csv
  roomgen find --preset my.ron --names                                  what expressions may name
  roomgen find --run descent --where 'sum(reward) > 200 && floor(3).count(\"chest\") >= 2'    runs of floors
  roomgen find --floors 10 --where 'first(locked_passages > 2) > 3 && !any(rooms > 30)'

--where is a condition, --best a score, --near a list of targets. They may name each metric of \
`roomgen survey`, and ask for more, such as count(\"chest\") or steps(\"entry\", \"exit\"): --names \
lists all of it with the names of the preset. The language is a part of CEL, the common expression \
language: numbers, texts in quotes, + - * / %, < <= == != >= >, in, &&, ||, ! and ?:. A level \
without what an expression asks for does not match, nor does one in which it divides by zero; they \
are counted. Only what decides an expression is measured: put what is cheap on the left of &&. A \
level whose floor plan fails one of the conditions that && joins is not furnished.

Each floor of --floor is searched as a level of its own, as --seed and --floor make it. A run has \
another level there: each of its floors begins below the exit of the one above, and has a difficulty \
of its own. --run and --floors search runs. There floor(3).rooms is what floor 3 has, with any name or \
function of levels behind the point; sum(number), highest(number), any(condition) and \
first(condition), the number of the first floor that meets it, are over the floors of the main way, \
or with the name of an act or a branch behind it over those, as in sum(rooms, \"caves\"). \
Floors on which the argument has no value do not count; a floor that the run does not have, and \
`first` if there is none, have no value. What needs only plans furnishes nothing, and what a floor \
decides asks no others.

With --where alone, finds are listed in the order of seeds; of a seed all floors of the first \
difficulty, then those of the next one. --best and --near rank all levels of --seeds that meet \
--where, and list the first. The distance of --near is that of Euclid, each target in units of the \
standard deviation that its number has over the first 256 levels.

The table has a column for each thing that the expressions name. --out writes it to a file, .csv or \
.jsonl; or, given a folder, the level files of the finds, of runs a folder for each, and finds.csv. \
--sheet draws the finds, a run with its floors side by side. The \
same command gives the same bytes on every machine, with any --jobs.

Ctrl-C ends the search, keeps the finds, and prints the --seeds of the rest. A search that is killed \
leaves nothing.

--format json prints each find as a line of JSON, and each problem too: a find has `seed`, a problem \
`severity`, as `roomgen lint --schema` describes.

Exit codes: 0 found, 1 nothing found or failure, 2 wrong usage, 130 interrupted.";

/// The arguments of `roomgen find`.
#[derive(Debug, Args)]
#[command(
    name = "find",
    override_usage = "roomgen find --where CONDITION [OPTIONS]\n       \
                      roomgen find --best SCORE|--near TARGETS [OPTIONS]\n       \
                      roomgen find --names [--preset NAME|FILE]",
    after_long_help = EXAMPLES,
    group = ArgGroup::new("query").args(["condition", "best", "near", "names"]).required(true).multiple(true)
)]
pub(crate) struct FindArgs {
    /// The condition that levels must meet
    #[arg(long = "where", id = "condition", value_name = "CONDITION", allow_hyphen_values = true)]
    pub(super) condition: Option<String>,

    /// The score of which the largest are listed
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true, conflicts_with = "near")]
    pub(super) best: Option<String>,

    /// What is wanted, NAME=NUMBER, several with commas: the nearest levels are listed
    #[arg(long, value_name = "TARGETS", allow_hyphen_values = true)]
    pub(super) near: Option<String>,

    /// List what expressions may name, with the names of the preset
    #[arg(long, conflicts_with_all = ["condition", "best", "near", "count", "out", "sheet", "format"])]
    pub(super) names: bool,

    #[command(flatten)]
    pub(super) requests: RequestListArgs,

    /// The seeds, without END; or FIRST.. without an end, for --where with --count
    #[arg(long, short, value_name = "FIRST..[END]", default_value = "0..10000", allow_hyphen_values = true)]
    pub(super) seeds: FindSeeds,

    /// The most levels to list, 1 to 1000000 [default: all; with --best and --near 20]
    #[arg(long, short, value_name = "NUMBER", value_parser = count, allow_negative_numbers = true)]
    count: Option<usize>,

    /// The finds: a file ending in .csv or .jsonl, or - for standard output, as CSV; or a folder
    /// for their level files or the folders of runs
    #[arg(long, short, value_name = "FILE|FOLDER")]
    pub(super) out: Option<PathBuf>,

    /// A picture of the finds: a file ending in .png or .webp
    #[arg(long, value_name = "FILE")]
    pub(super) sheet: Option<PathBuf>,

    #[command(flatten)]
    pub(super) drawing: SheetDrawingArgs,

    /// How finds and problems are printed: for people, or as lines of JSON for programs
    #[arg(long, value_parser = ReportFormatParser, default_value = "text", hide_default_value = true)]
    pub(super) format: ReportFormat,

    #[command(flatten)]
    pub(super) jobs: JobsArgs,
}

impl FindArgs {
    /// The most levels to list; `None` for all.
    pub(super) fn most(&self) -> Option<usize> {
        self.count.or_else(|| self.ranking_flag().map(|_| Finds::RANKED))
    }

    /// The flag that ranks levels, if there is one.
    pub(super) fn ranking_flag(&self) -> Option<&'static str> {
        self.best.as_ref().map(|_| "--best").or_else(|| self.near.as_ref().map(|_| "--near"))
    }
}

fn count(text: &str) -> Result<usize, String> {
    const MOST: usize = 1_000_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a number of levels is a whole number from 1 to {MOST}"))
}

/// The seeds of a search: a range, of which the end may be left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FindSeeds {
    /// The range; up to the largest that can be counted, if its end is open.
    pub(super) range: SeedRange,
    pub(super) is_open: bool,
}

impl FindSeeds {
    /// The seeds without the first `count`.
    pub(super) fn after(self, count: u64) -> Self {
        Self { range: self.range.after(count), ..self }
    }
}

impl FromStr for FindSeeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(first) = text.strip_suffix("..").filter(|first| !first.contains("..")) else {
            return Ok(Self { range: text.parse()?, is_open: false });
        };
        // From 0 the largest seed is left out: so many cannot be counted.
        let end = u128::from(u64::MAX) + u128::from(NamedSeed::whole_number(first) != Some(0));
        let range = format!("{first}..{end}").parse();
        let range = range.map_err(|_: String| {
            format!("seeds are FIRST..END or FIRST.., whole numbers, FIRST at most {}: 0..1000", u64::MAX)
        })?;
        Ok(Self { range, is_open: true })
    }
}

impl fmt::Display for FindSeeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_open { write!(f, "{}..", self.range.at(0)) } else { self.range.fmt(f) }
    }
}
