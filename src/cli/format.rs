//! The formats of level files, by flag and by the ending of a file's name.

use std::path::Path;

use clap::ValueEnum;
use roomgen::{
    Level, export,
    export::png::{Options, Overlay},
    theme::Theme,
};

use super::{failure::Failure, print};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The level as RON, for games
    Ron,
    /// The level as JSON, for games and scripts
    Json,
    /// The level drawn in characters, to look at
    Text,
    /// A picture of the level
    Png,
}

impl Format {
    /// The format that a file's ending stands for, in letters of any case.
    pub(super) fn of_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::value_variants().iter().copied().find(|format| format.ending() == ending)
    }

    /// The ending of its files.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Ron => "ron",
            Self::Json => "json",
            Self::Text => "txt",
            Self::Png => "png",
        }
    }

    /// The refusal of a file whose ending stands for no format.
    pub(super) fn unknown_ending(flag: &str, path: &Path) -> Failure {
        let ending = match path.extension() {
            Some(ending) => format!("the ending .{} stands for no format", print::shown(&ending.to_string_lossy())),
            None => "the name has no ending that says the format".to_owned(),
        };
        let known: Vec<_> = Self::value_variants().iter().map(|format| format!(".{}", format.ending())).collect();
        let (last, others) = known.split_last().map_or(("", &[][..]), |(last, others)| (last, others));
        Failure::usage(format!(
            "{flag} {}: {ending}. Known are {} and {last}; or say which it is with --format.",
            print::path(path),
            others.join(", ")
        ))
    }
}

/// The bytes of a level's file.
pub(super) fn encode(level: &Level, theme: &Theme, format: Format, options: Options) -> Result<Vec<u8>, Failure> {
    match format {
        Format::Ron => Ok(export::ron::write(level).into_bytes()),
        Format::Json => Ok(export::json::write(level)),
        Format::Text => Ok(export::text::write(level).into_bytes()),
        Format::Png => export::png::write(level, theme, options)
            .map_err(|error| Failure::failed(format!("The picture cannot be made: {error}. See --scale and --size."))),
    }
}

/// How pictures are drawn: at the scale given, or at the default one.
pub(super) fn options(scale: Option<u32>, overlays: &[Overlay]) -> Options {
    Options {
        scale: scale.unwrap_or(Options::DEFAULT.scale),
        overlays: overlays.iter().copied().collect(),
        ..Options::DEFAULT
    }
}
