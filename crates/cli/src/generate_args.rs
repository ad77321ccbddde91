//! The arguments for one level, and for where it is written.

use std::path::PathBuf;

use clap::Args;
use roomgen_export::format::Format;

use super::{
    format,
    picture::PictureArgs,
    request::{LevelArgs, SeedArgs, floors},
};

/// The arguments without a subcommand.
#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    pub(super) seed: SeedArgs,

    #[command(flatten)]
    pub(super) level: LevelArgs,

    /// Generate a run of 1 to 10000 floors, one file each in the folder --out: difficulty rises
    /// from 0 to 1, and each floor begins below the exit of the one before
    #[arg(long, value_name = "NUMBER", value_parser = floors, allow_negative_numbers = true,
        conflicts_with_all = ["floor", "difficulty"])]
    pub(super) floors: Option<u32>,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Where a level or the floors of a run are written, and how.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Fail where the level falls short of what the preset asks for, instead of warning
    #[arg(long, hide_short_help = true)]
    pub(super) strict: bool,

    /// The file to write, in the format of its ending; or - for standard output; may be given
    /// several times; for the floors of a run, a folder, or a file that ends in .ldtk, .world, .png
    /// or .webp
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: Vec<PathBuf>,

    /// The format of --out, whatever its ending; without --out, of standard output
    #[arg(long, value_name = "FORMAT", value_parser = format::named)]
    pub(super) format: Option<Format>,

    /// A picture of the level: short for --out FILE.png or .webp
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<PathBuf>,

    #[command(flatten)]
    pub(super) picture: PictureArgs,

    /// Replace the tile sheet beside --out, even if it was edited
    #[arg(long, hide_short_help = true)]
    pub(super) force: bool,
}
