//! What a batch makes: the preset, the request that all levels share, and the seeds.

use roomgen::{Generator, Level, Preset, Request};
use roomgen_formats::tiled::TileSheet;
use roomgen_pictures::png;

use super::{
    args::Batch,
    header::{Header, theme_digest},
};
use crate::{
    failure::Failure,
    format::{Format, Scene},
    ordered::Crew,
    output::Output,
    preset, print,
    request::sized,
    seeds::{Seeds, Shard},
    sheet,
};

/// The tile sheet of the batch, from the folder of a level's file.
const SHEET: &str = "../tiles";

/// All that decides the bytes of a batch, checked; and how many threads make them.
pub(super) struct Task {
    pub(super) preset: Preset,
    /// The tiles of all maps.
    pub(super) sheet: Option<TileSheet>,
    floor: u32,
    difficulty: f32,
    pub(super) format: Format,
    picture: png::Options,
    /// The seeds to be made: all of the range, or those of the shard.
    pub(super) seeds: Seeds,
    pub(super) shard: Option<Shard>,
    /// What the manifest says of the request; the same for all shards.
    pub(super) header: Header,
    threads: usize,
    /// What `--preset` says.
    pub(super) preset_file: std::path::PathBuf,
}

impl Task {
    pub(super) fn of(arguments: &Batch) -> Result<Self, Failure> {
        let Batch { picture, floor, difficulty, shard, .. } = arguments;
        let format = format(arguments)?;
        if let Some(flag) = picture.given().filter(|_| format != Format::Png) {
            return Err(Failure::usage(format!("{flag} is for pictures; add --format png.")));
        }
        let preset = sized(preset::load(&arguments.preset)?, arguments.size)?;
        if format == Format::Png {
            picture.fits(preset.size())?;
        }
        let header = Header {
            manifest: Header::VERSION,
            roomgen: env!("CARGO_PKG_VERSION"),
            revision: roomgen::REVISION,
            preset: preset.name().to_owned(),
            preset_digest: format!("{:016x}", preset.digest()),
            theme_digest: theme_digest(preset.theme()),
            size: preset.size().to_string(),
            floor: *floor,
            difficulty: *difficulty,
            seeds: arguments.seeds.to_string(),
            format: format.name(),
            picture: (format == Format::Png).then(|| picture.said()),
        };
        Ok(Self {
            sheet: sheet::of_preset(&preset, format),
            preset,
            floor: *floor,
            difficulty: *difficulty,
            format,
            picture: picture.options(),
            seeds: shard.map_or(arguments.seeds, |shard| arguments.seeds.part(shard)),
            shard: *shard,
            header,
            threads: arguments.jobs.threads(),
            preset_file: arguments.preset.clone(),
        })
    }

    /// A generator for one thread.
    pub(super) fn generator(&self) -> Generator<'_> {
        Generator::new(&self.preset)
    }

    /// The level of a seed.
    pub(super) fn level(&self, generator: &mut Generator, seed: u64) -> Result<Level, Failure> {
        let request = Request::new(seed).on_floor(self.floor).with_difficulty(self.difficulty);
        Ok(generator.generate(request.map_err(|error| Failure::usage(format!("--difficulty: {error}.")))?))
    }

    /// The bytes of its file, which lies in a folder below that of the batch.
    pub(super) fn encode(&self, level: &Level) -> Result<Vec<u8>, Failure> {
        let sheet = self.sheet.as_ref().map(|sheet| (sheet, SHEET.to_owned()));
        self.format.encode(&Scene { sheet, ..Scene::new(level, &self.preset, self.picture) })
    }

    /// The threads, of which each may be so many levels ahead of the one that comes next.
    pub(super) fn crew(&self, ahead: u64) -> Crew {
        Crew { threads: self.threads, ahead: ahead * self.threads as u64 }
    }
}

/// The format of the files, or of the stream.
fn format(arguments: &Batch) -> Result<Format, Failure> {
    let Some(out) = &arguments.out else { return Ok(arguments.format.unwrap_or(Format::Ron)) };
    let given = print::path(out);
    if !Output::at("--out", out)?.is_standard() {
        return Err(Failure::usage(format!(
            "--out {given}: a stream goes to standard output, --out -, from where `> FILE` takes it to a file; for a file for each \
             level there is --out-dir FOLDER."
        )));
    }
    match arguments.format {
        None | Some(Format::Json) => Ok(Format::Json),
        Some(other) => Err(Failure::usage(format!(
            "--format {}: a stream is lines of JSON; give --format json, or --out-dir FOLDER for files.",
            other.name()
        ))),
    }
}
