//! The file names of the levels of a folder.

use std::path::Path;

use roomgen_export::format::Format;

use super::{ManifestEntry, file_name, names_in};
use crate::{
    failure::CommandFailure,
    format::of_ending,
    print,
    seeds::{SeedRange, SeedShard},
};

/// The file names of the levels of a series, by their number in it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LevelFileNames {
    SeedRange(SeedRange, Format),
    /// The manifests of runs.
    Runs(SeedRange, Format),
    /// The number of floors, the largest number of one, and the format of their files.
    Floors {
        floors: u32,
        last: u32,
        format: Format,
    },
}

/// The number of seeds whose files share a subfolder: few enough for file managers and file systems
/// to be quick.
const FILES_IN_A_FOLDER: u64 = 1000;

/// The prefix of the file names of floors.
const FLOOR: &str = "floor-";

impl LevelFileNames {
    /// The files of floors that are numbered without gaps.
    pub(crate) fn floors(floors: u32, format: Format) -> Self {
        Self::Floors { floors, last: floors.saturating_sub(1), format }
    }

    /// Those of a shard; of floors there are none.
    pub(crate) fn part(self, shard: SeedShard) -> Self {
        match self {
            Self::SeedRange(seeds, format) => Self::SeedRange(seeds.part(shard), format),
            Self::Runs(seeds, format) => Self::Runs(seeds.part(shard), format),
            Self::Floors { .. } => self,
        }
    }

    /// The seeds of a batch.
    pub(crate) fn seeds(self) -> Option<SeedRange> {
        match self {
            Self::SeedRange(seeds, _) | Self::Runs(seeds, _) => Some(seeds),
            Self::Floors { .. } => None,
        }
    }

    pub(crate) fn count(self) -> u64 {
        match self {
            Self::SeedRange(seeds, _) | Self::Runs(seeds, _) => seeds.count(),
            Self::Floors { floors, .. } => floors.into(),
        }
    }

    pub(crate) fn format(self) -> Format {
        match self {
            Self::SeedRange(_, format) | Self::Runs(_, format) | Self::Floors { format, .. } => format,
        }
    }

    /// The path of the file of the level with the number `position`, from 0, relative to the
    /// folder; of floors that of the floor. All names of floors in a run have one length. Names of
    /// seeds depend on the seed alone, so that shards fit together.
    pub(crate) fn file(self, position: u64) -> String {
        let ending = self.format().ending();
        match self {
            Self::SeedRange(seeds, _) | Self::Runs(seeds, _) => {
                let seed = seeds.at(position);
                let is_run = matches!(self, Self::Runs(..));
                let end = if is_run { format!("/{}", file_name(None)) } else { format!(".{ending}") };
                format!("{:03}/{seed:06}{end}", seed / FILES_IN_A_FOLDER)
            }
            Self::Floors { last, .. } => {
                let digits = last.to_string().len().max(2);
                format!("{FLOOR}{position:0digits$}.{ending}")
            }
        }
    }

    /// Whether a manifest line names the file of the level with this number in the run, from 0.
    pub(crate) fn fits(self, position: u64, entry: &ManifestEntry) -> bool {
        let number = match self {
            Self::SeedRange(..) | Self::Runs(..) => Some(position),
            // As many floors come before this one and behind it.
            Self::Floors { floors, last, .. } => entry.floor.map(u64::from).filter(|&floor| {
                let behind = u64::from(floors).saturating_sub(position + 1);
                position <= floor && floor + behind <= last.into()
            }),
        };
        position < self.count() && number.is_some_and(|number| entry.file == self.file(number))
    }
}

/// Whether a file name is that of a floor, in any format: the file would be taken for one of the
/// run.
fn is_floor(name: &str) -> bool {
    let number = name.strip_prefix(FLOOR).and_then(|rest| rest.split('.').next()).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    is_number
        && of_ending(Path::new(name))
            .is_some_and(|format| name.len() == FLOOR.len() + number.len() + 1 + format.ending().len())
}

/// The file names of floors in a folder, in order.
pub(crate) fn floors_in_folder(folder: &Path) -> Result<Vec<String>, CommandFailure> {
    let mut names = names_in(folder).map_err(|error| CommandFailure::reading(&print::path(folder), &error))?;
    names.retain(|name| is_floor(name));
    Ok(names)
}
