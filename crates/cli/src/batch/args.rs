//! What may stand behind `roomgen batch`.

use std::path::PathBuf;

use clap::Args;
use roomgen::geom::Size;

use crate::{
    args::{difficulty, floor},
    format::Format,
    jobs::Jobs,
    picture::Picture,
    seeds::{Seeds, Shard},
};

const EXAMPLES: &str = "\
Examples:
  roomgen batch --seeds 0..1000000 --preset crypt --out-dir levels/
  roomgen batch --seeds 0..1000000 --out-dir levels/ --shard 3/16    the third of 16 parts
  roomgen batch --seeds 0..100 --out-dir icons/ --format png --scale 2
  roomgen batch --seeds 0..1000 --out - | gzip > levels.jsonl.gz

Files:
  The level of seed 42 is 000/000042.ron, that of 1234567 is 1234/1234567.ron: a thousand to a folder, the same names in every run.
  manifest.jsonl has a line that says what was asked for, and then a line for each seed: its file and the file's bytes, the level's
  digest (the same in every format), its rooms and props, and the notes where it falls short of the preset.
  Maps for Tiled share the sheet tiles.tsx and tiles.png in the folder; one that was edited is kept.

Streams:
  --out - writes JSON lines. Each is a level file, with the same columns of the same types in every level, as readers of tables want
  them: kinds are a list, and what is often empty (values, corridors, notes) has a list for each field.

Parts:
  --shard 3/16 makes the third of 16 runs of seeds of one length, give or take one. Parts know nothing of each other: start them anywhere,
  in any order, into one folder or into many, such as in an array of jobs: --shard $SLURM_ARRAY_TASK_ID/16. Files are those of the
  whole run. The manifest of a part is manifest-03-of-16.jsonl, and begins with the same line; the whole run's is
    (head -n 1 manifest-01-of-16.jsonl; tail -q -n +2 manifest-*-of-16.jsonl) > manifest.jsonl

Interrupting and resuming:
  Ctrl-C ends it when the levels under way are done, a second one at once. The same command goes on: levels in the manifest whose files are there
  with all their bytes are not made again. Files and manifest agree after Ctrl-C, SIGTERM and SIGKILL alike: a file is there whole or
  not at all, and is in the manifest only when it is there. What SIGKILL leaves on its way, .NAME.roomgen-XXXXXX.tmp, the same command
  takes away; it may be deleted. The same command twice at one time does no harm. After a power cut, files may be missing or short, since storing each
  safely would take longer than making it; the same command makes those again, and with --verify it compares every byte.

Exit codes: 0 done, 1 it failed, 2 wrong usage, 130 interrupted.";

/// Making the levels of many seeds.
#[derive(Debug, Args)]
#[command(after_help = format!("{}\n{EXAMPLES}", Format::help()))]
pub(crate) struct Batch {
    /// The seeds, END not among them: 0..1000 are a thousand
    #[arg(long, value_name = "FIRST..END", allow_hyphen_values = true)]
    pub(super) seeds: Seeds,

    /// A built-in preset's name, or a preset file: what ends in .ron or has a / in it
    #[arg(long, value_name = "NAME|FILE", default_value = "crypt")]
    pub(super) preset: PathBuf,

    /// Columns and rows of cells, instead of the preset's
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub(super) size: Option<Size>,

    /// Floor of the dungeon
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = floor, allow_negative_numbers = true)]
    pub(super) floor: u32,

    /// How hard, 0 to 1
    #[arg(long, value_name = "0..1", default_value = "0", value_parser = difficulty, allow_negative_numbers = true)]
    pub(super) difficulty: f32,

    /// The folder that gets a file for each level, and the manifest; made if it is not there
    #[arg(long, value_name = "FOLDER", required_unless_present = "out", conflicts_with = "out")]
    pub(super) out_dir: Option<PathBuf>,

    /// Instead of files one stream, - for standard output: a line of JSON for each level, in the order of seeds
    #[arg(long, value_name = "STREAM")]
    pub(super) out: Option<PathBuf>,

    /// Only one of several equal parts, 1/N to N/N
    #[arg(long, value_name = "NUMBER/SHARDS", allow_hyphen_values = true)]
    pub(super) shard: Option<Shard>,

    /// What the files are written as [default: ron]
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    #[command(flatten)]
    pub(super) jobs: Jobs,

    /// Make again what is there, compare it byte by byte, and write it where it differs
    #[arg(long, conflicts_with = "out")]
    pub(super) verify: bool,

    #[command(flatten)]
    pub(super) picture: Picture,
}
