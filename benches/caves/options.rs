//! The arguments of the program.

use std::{error::Error, fmt, str::FromStr};

use roomgen::{Preset, Size, preset::BUILT_IN};

use crate::seeds;

/// What the command line asks for, apart from the kind of figures.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Names of built-in presets, or files; empty for all built-in presets.
    pub(crate) names: Vec<String>,
    /// The number of seeds for each preset and difficulty.
    pub(crate) levels: u64,
    pub(crate) difficulties: Vec<f32>,
    /// `None`: each preset's own size.
    pub(crate) size: Option<Size>,
    /// The number of caves, in all series together.
    pub(crate) caves: u64,
    /// The number of threads.
    pub(crate) jobs: usize,
}

impl Options {
    /// Reads options with their values, and names.
    pub(crate) fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let (names, difficulties, size) = (Vec::new(), vec![0.0, 0.5, 1.0], None);
        let mut options = Self { names, levels: 1000, difficulties, size, caves: 1_000_000, jobs: seeds::cores() };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("`{argument}` needs a value"));
            match argument.as_str() {
                "--levels" => options.levels = number(&value()?)?,
                "--difficulty" => options.difficulties = vec![number(&value()?)?],
                "--size" => options.size = Some(value()?.parse()?),
                "--caves" => options.caves = number(&value()?)?,
                "--jobs" => options.jobs = number::<usize>(&value()?)?.max(1),
                option if option.starts_with('-') => return Err(format!("no option `{option}`").into()),
                _ => options.names.push(argument),
            }
        }
        Ok(options)
    }

    /// The presets, with their names.
    pub(crate) fn presets(&self) -> Result<Vec<(String, Preset)>, Box<dyn Error>> {
        let all = || BUILT_IN.iter().map(|(name, _)| (*name).to_owned()).collect();
        seeds::load(if self.names.is_empty() { all() } else { self.names.clone() }, self.size)
    }
}

fn number<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("`{text}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Options, String> {
        Options::read(arguments.iter().map(|argument| (*argument).to_owned())).map_err(|error| error.to_string())
    }

    #[test]
    fn options_have_values_and_the_rest_are_names() {
        let options = read(&["mine", "--levels", "7", "--difficulty", "0.25", "grove", "--size", "80x50"]).unwrap();
        assert_eq!((options.levels, options.difficulties, options.names.len()), (7, vec![0.25], 2));
        assert_eq!(options.size.map(|size| size.to_string()), Some("80x50".to_owned()));
        assert_eq!(read(&["--caves", "9", "--jobs", "0"]).map(|options| (options.caves, options.jobs)), Ok((9, 1)));
        assert_eq!(read(&["--level", "7"]).unwrap_err(), "no option `--level`");
        assert_eq!(read(&["--levels"]).unwrap_err(), "`--levels` needs a value");
        assert!(read(&["--caves", "many"]).unwrap_err().starts_with("`many`: "));
    }
}
