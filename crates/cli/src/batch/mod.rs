//! `roomgen batch`: the levels or runs of many seeds, on all cores; a file or a folder for each, or
//! one stream of JSON lines.
//!
//! A level depends on its seed and the request alone, and levels are written in the order of seeds:
//! any number of threads writes the same bytes, and shards together are the whole range. The only
//! state is the folder, so a run that ends early is resumed by reading its manifest.

mod args;
mod files;
mod stream;

use std::path::Path;

pub(super) use args::BatchArgs;
use roomgen_export::{
    format::{Format, LevelExport},
    map::TileSheet,
};

use super::{
    failure::CommandFailure,
    floors::FloorFiles,
    format::{self, instead_in},
    manifest::{self, LevelFileNames, LevelSeries, ManifestEntry, ManifestHeader, pair},
    ordered::JobsArgs,
    output::Output,
    picture::{PictureArgs, with_options},
    print,
    request::RequestArgs,
    requests::{Requested, SeedMaker},
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
    let job = BatchJob::new(arguments)?;
    match &arguments.out_dir {
        Some(folder) => files::run(&job, folder, arguments.verify),
        None => stream::run(&job),
    }
}

/// The levels or the runs of a batch: what to generate, and how to write it.
struct BatchJob {
    requested: Requested,
    /// The seeds of the range or of its shard.
    seeds: SeedRange,
    format: Format,
    /// The tile sheet that all levels share.
    sheet: Option<TileSheet>,
    picture: PictureArgs,
    header: ManifestHeader,
    /// The file name of the manifest.
    manifest: String,
    jobs: JobsArgs,
}

/// Files with their names in the folder of a batch.
type BatchFiles = Vec<(String, Vec<u8>)>;

impl BatchJob {
    fn new(arguments: &BatchArgs) -> Result<Self, CommandFailure> {
        let BatchArgs { picture, level, seeds, shard, .. } = arguments;
        let format = format(arguments)?;
        let requested = arguments.runs.requested(level)?;
        picture.check(&[format], requested.size(), "--format png")?;
        let (start, description) = (level.request.start.map(pair), picture.description_of(format));
        let (header, sheet) = match &requested {
            Requested::Levels(loaded, _) => {
                let RequestArgs { floor, difficulty, .. } = level.request;
                let series = LevelSeries::SeedRange { floor, difficulty, start, seeds: seeds.to_string() };
                let header = ManifestHeader::new(&loaded.preset, series, format, description);
                (header, sheet::of_preset(&loaded.preset, format, picture.tiled().gaps))
            }
            Requested::Runs(run) => {
                let of = &run.run;
                let (name, run_digest) = (of.name().to_string(), format!("{:016x}", of.digest()));
                let themes = of.presets().map(|preset| preset.theme().digest());
                let themes = format!("{:016x}", themes.fold(0, |all: u64, theme| all.rotate_left(1) ^ theme));
                let seeds = seeds.to_string();
                let series = LevelSeries::Runs { run: name, run_digest, themes, start, seeds };
                (ManifestHeader::of_run(of.size(), series, format, description), None)
            }
        };
        Ok(Self {
            requested,
            seeds: shard.map_or(*seeds, |shard| seeds.part(shard)),
            format,
            sheet,
            picture: picture.clone(),
            header,
            manifest: manifest::file_name(*shard),
            jobs: arguments.jobs,
        })
    }

    fn names(&self) -> LevelFileNames {
        match self.requested {
            Requested::Levels(..) => LevelFileNames::SeedRange(self.seeds, self.format),
            Requested::Runs(_) => LevelFileNames::Runs(self.seeds, self.format),
        }
    }

    /// Generates what there is of the seed at `position`. Returns its manifest line and its files,
    /// of which the last is the one that is listed.
    fn make(
        &self,
        maker: &mut SeedMaker<'_>,
        position: u64,
        folder: &Path,
    ) -> Result<(ManifestEntry, BatchFiles), CommandFailure> {
        let (seed, file) = (self.seeds.at(position), self.names().file(position));
        let of_seed = |failure: CommandFailure| failure.prefixed(&format!("Seed {seed}: "));
        if let (SeedMaker::Runs(maker), Requested::Runs(run)) = (&mut *maker, &self.requested) {
            let parent = file.rsplit_once('/').map_or("", |(parent, _)| parent);
            let written = FloorFiles { run, format: self.format, picture: &self.picture, force: false };
            maker.generator.restart(seed);
            let mut files = BatchFiles::new();
            let floors = written.write(maker, &folder.join(parent), &mut |_, _| Ok(()), &mut |name, bytes| {
                files.push((format!("{parent}/{name}"), bytes.to_vec()));
                Ok(())
            });
            let bytes = files.last().map_or(0, |(_, bytes)| bytes.len() as u64);
            return Ok((ManifestEntry::of_run(seed, &floors.map_err(of_seed)?, file, bytes), files));
        }
        let lost = || CommandFailure::failed(format!("Seed {seed}: it has no level."));
        let (level, preset, request) = maker.level(seed, 0).ok_or_else(lost)?;
        let export = with_options(LevelExport::new(&level, preset), &self.picture);
        let sheet = self.sheet.as_ref().map(|sheet| (sheet, SHEET));
        let bytes = format::bytes(self.format, &LevelExport { sheet, request: Some(&request), ..export });
        let bytes = bytes.map_err(of_seed)?;
        let entry = ManifestEntry::new(&level, &self.header.series, None, file.clone(), bytes.len() as u64);
        Ok((entry, vec![(file, bytes)]))
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
