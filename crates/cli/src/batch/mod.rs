//! `roomgen batch`: the levels of many seeds, on all cores; a file for each, or one stream of JSON
//! lines.
//!
//! A level depends on its seed and the request alone, and levels are written in the order of seeds:
//! any number of threads writes the same bytes, and shards together are the whole range. The only
//! state is the folder, so a run that ends early is resumed by reading its manifest.

mod args;
mod files;
mod stream;

pub(super) use args::BatchArgs;
use roomgen::{Generator, Level, Preset, Request};
use roomgen_export::{
    format::{Format, LevelExport},
    map::TileSheet,
};

use super::{
    failure::CommandFailure,
    format::{self, instead_in},
    manifest::{self, LevelFileNames, LevelSeries, ManifestEntry, ManifestHeader, pair},
    ordered::JobsArgs,
    output::Output,
    picture::{PictureArgs, with_options},
    preset::LoadedPreset,
    print,
    seeds::SeedRange,
    sheet,
};

/// The path of the shared tile sheet, relative to the folder of a level's file.
const SHEET: &str = "../tiles";

/// Generates the levels of all seeds and writes them.
pub(super) fn run(arguments: &BatchArgs) -> Result<(), CommandFailure> {
    if arguments.out_dir.is_none() && arguments.out.is_none() {
        return Err(CommandFailure::usage(
            "batch has no output; give --out-dir FOLDER for a file for each level, or -o - for lines of JSON.",
        ));
    }
    let level = &arguments.level;
    if let Some(run) = arguments.runs.load(&level.preset, level.request.size, level.request.start)? {
        if arguments.out_dir.is_some() {
            return Err(CommandFailure::usage(
                "--out-dir: a batch of runs is a stream; give --out -. `roomgen run --out FOLDER` writes the files of one.",
            ));
        }
        format(arguments)?;
        arguments.picture.check(&[Format::Json], run.loaded.run.size(), "--format png")?;
        return stream::run_of_runs(arguments, &run);
    }
    let job = BatchJob::new(arguments)?;
    match &arguments.out_dir {
        Some(folder) => files::run(&job, folder, arguments.verify),
        None => stream::run(&job),
    }
}

/// The levels of a batch: what to generate, and how to write it.
struct BatchJob {
    loaded: LoadedPreset,
    request: Request,
    /// The seeds of the range or of its shard.
    seeds: SeedRange,
    format: Format,
    sheet: Option<TileSheet>,
    picture: PictureArgs,
    header: ManifestHeader,
    /// The file name of the manifest.
    manifest: String,
    jobs: JobsArgs,
}

impl BatchJob {
    fn new(arguments: &BatchArgs) -> Result<Self, CommandFailure> {
        let BatchArgs { picture, level, seeds, shard, .. } = arguments;
        let format = format(arguments)?;
        let (loaded, request) = level.load()?;
        picture.check(&[format], loaded.preset.size(), "--format png")?;
        let series = LevelSeries::SeedRange {
            floor: level.request.floor,
            difficulty: level.request.difficulty,
            start: level.request.start.map(pair),
            seeds: seeds.to_string(),
        };
        let description = picture.description_of(format);
        Ok(Self {
            header: ManifestHeader::new(&loaded.preset, series, format, description),
            sheet: sheet::of_preset(&loaded.preset, format),
            loaded,
            request,
            seeds: shard.map_or(*seeds, |shard| seeds.part(shard)),
            format,
            picture: picture.clone(),
            manifest: manifest::file_name(*shard),
            jobs: arguments.jobs,
        })
    }

    fn names(&self) -> LevelFileNames {
        LevelFileNames::SeedRange(self.seeds, self.format)
    }

    fn generator(&self) -> Generator<&Preset> {
        Generator::new(&self.loaded.preset)
    }

    fn level(&self, generator: &mut Generator<&Preset>, position: u64) -> Level {
        generator.generate(self.request.clone().with_seed(self.seeds.at(position)))
    }

    /// Generates the level of the seed at `position`. Returns its manifest line and the bytes of
    /// its file.
    fn make(
        &self,
        generator: &mut Generator<&Preset>,
        position: u64,
    ) -> Result<(ManifestEntry, Vec<u8>), CommandFailure> {
        let level = self.level(generator, position);
        let sheet = self.sheet.as_ref().map(|sheet| (sheet, SHEET));
        let export = with_options(LevelExport::new(&level, &self.loaded.preset), &self.picture);
        let export = LevelExport { sheet, ..export };
        let seed = level.origin().seed;
        let bytes =
            format::bytes(self.format, &export).map_err(|failure| failure.prefixed(&format!("Seed {seed}: ")))?;
        let file = self.names().file(position);
        Ok((ManifestEntry::new(&level, &self.header.series, None, file, bytes.len() as u64), bytes))
    }
}

/// The format of the files or of the stream.
fn format(arguments: &BatchArgs) -> Result<Format, CommandFailure> {
    let Some(out) = &arguments.out else { return Ok(arguments.format.unwrap_or(Format::Ron)) };
    if !Output::at("--out", out)?.is_standard() {
        return Err(CommandFailure::usage(format!(
            "--out {}: a stream goes to standard output, --out -; for a file for each level there is --out-dir FOLDER.{}",
            print::path(out),
            instead_in(out)
        )));
    }
    match arguments.format {
        None | Some(Format::Json) => Ok(Format::Json),
        Some(other) => Err(CommandFailure::usage(format!(
            "--format {}: a stream is lines of JSON; give --format json, or --out-dir FOLDER for files.",
            other.name()
        ))),
    }
}
