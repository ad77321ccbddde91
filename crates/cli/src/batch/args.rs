//! The arguments of `roomgen batch`.

use std::path::PathBuf;

use clap::Args;
use roomgen_export::format::Format;

use crate::{
    format,
    ordered::JobsArgs,
    picture::PictureArgs,
    request::LevelArgs,
    requests::RunListArgs,
    seeds::{SeedRange, SeedShard},
};

const EXAMPLES: &str = "\
Examples:
  roomgen batch --seeds 0..1000000 --preset crypt --out-dir levels/
  roomgen batch --seeds 0..1000000 --out-dir levels/ --shard 3/16    the third of 16 shards
  roomgen batch --seeds 0..100 --out-dir icons/ --format png --scale 2
  roomgen batch --seeds 0..1000 --out - | gzip > levels.jsonl.gz
  roomgen batch --seeds 0..1000 --run descent --out-dir runs/        a folder for each of a thousand runs

Files:

The level of seed 42 is 000/000042.ron, that of 1234567 is 1234/1234567.ron: a thousand to a \
folder, the same names in every run. manifest.jsonl has a line for the request and a line for each \
seed: the file and its length, the level's digest (the same in every format), its numbers of rooms \
and props, and the codes of its notes on shortfalls. With --run or --floors the run of seed 42 is \
the folder 000/000042, as `roomgen run` writes it, and its line has that folder's manifest, and the sums \
over its floors. `roomgen check` proves all of it. Maps share the sheet tiles.tsx or tiles.tres and \
tiles.png in the folder; an edited sheet is kept.

Streams:

--out - writes JSON lines: each is a level file in JSON on one line, of runs all floors of a seed, one \
after the other. Tables of levels, as Parquet, are written by the Python package (docs/python.md).

Shards:

--shard 3/16 generates the third of 16 shards, whose lengths differ by one seed at most. Shards are \
independent: run them anywhere, in any order, into one folder or into many. Files have the names of \
the whole run. The manifest of a shard is manifest-03-of-16.jsonl, and all begin with the same \
line; that of the whole run is

  (head -n 1 manifest-01-of-16.jsonl; tail -q -n +2 manifest-*-of-16.jsonl) > manifest.jsonl

Interrupting, resuming and extending:

Ctrl-C ends the run when the levels in progress are done, a second one at once. The same command \
resumes it: levels in the manifest whose files have the listed lengths are not generated again. A \
larger END, with all else the same, extends the folder. A file is complete or absent, and is listed \
once it is written, also after SIGKILL. Files are not synced, which would take longer than \
generating them: after a power cut the same command makes short ones again, and --verify compares \
every byte.

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.";

/// The arguments of `roomgen batch`.
#[derive(Debug, Args)]
#[command(after_long_help = format!("{}\n{EXAMPLES}", format::help()))]
pub(crate) struct BatchArgs {
    /// The seeds, without END: 0..1000 are a thousand
    #[arg(long, short, value_name = "FIRST..END", allow_hyphen_values = true)]
    pub(super) seeds: SeedRange,

    #[command(flatten)]
    pub(super) level: LevelArgs,

    #[command(flatten)]
    pub(super) runs: RunListArgs,

    /// The folder for files, or folders of runs, and the manifest; created if it does not exist
    #[arg(long, value_name = "FOLDER", conflicts_with = "out")]
    pub(super) out_dir: Option<PathBuf>,

    /// Instead of files one stream, - for standard output: a line of JSON for each level, in the
    /// order of seeds
    #[arg(long, short, value_name = "STREAM")]
    pub(super) out: Option<PathBuf>,

    /// Only one of several equal parts, 1/N to N/N
    #[arg(long, value_name = "NUMBER/SHARDS", allow_hyphen_values = true)]
    pub(super) shard: Option<SeedShard>,

    /// The format of the files [default: ron]
    #[arg(long, value_name = "FORMAT", value_parser = format::named)]
    pub(super) format: Option<Format>,

    #[command(flatten)]
    pub(super) jobs: JobsArgs,

    /// Generate existing levels again, compare them byte by byte, and replace files that differ
    #[arg(long, conflicts_with = "out")]
    pub(super) verify: bool,

    #[command(flatten)]
    pub(super) picture: PictureArgs,
}
