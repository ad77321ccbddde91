//! The presets and runs that are asked for, and why a request is refused.

use std::{collections::BTreeMap, ops::RangeInclusive};

use roomgen::{
    Preset, PresetError, Size,
    error::Problem,
    preset::{BUILT_IN, BasePreset, WrittenPreset},
    run::{self, Run},
    theme::SpritePicture,
};
use serde::{Deserialize, Serialize};

use crate::texts::ShownProblem;

/// The largest levels and pictures that the page of a request shows. Whatever else asks gets what
/// the library makes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Limits {
    /// The most cells of a side of a level.
    pub(crate) side: Option<i32>,
    /// The most pixels of a picture.
    pub(crate) pixels: Option<u64>,
}

/// The most levels of one survey request, which nothing can interrupt.
pub(crate) const MAX_SURVEY: u32 = 10_000;

/// Why a request is refused.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Refusal {
    message: String,
    problems: Vec<ShownProblem>,
    /// Whether the level is too large for a page, so that a page can show the tool's command.
    oversize: bool,
    /// What is wrong with an expression, and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<Box<ShownProblem>>,
}

impl Refusal {
    /// The refusal of an operation that the engine does not have.
    pub(crate) fn no_operation(name: &str) -> Self {
        Self::new(format!("there is no operation {name:?}"))
    }

    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// The refusal of a level that is too large for a page.
    pub(crate) fn oversize(message: String) -> Self {
        Self { oversize: true, ..Self::new(message) }
    }

    /// The refusal of what a library refuses, in its words.
    pub(crate) fn of(error: impl std::fmt::Display) -> Self {
        Self::new(error.to_string())
    }
}

impl From<Box<Problem>> for Refusal {
    fn from(error: Box<Problem>) -> Self {
        Self { mistake: Some(Box::new(ShownProblem::new(&error))), ..Self::of(error) }
    }
}

impl From<PresetError> for Refusal {
    fn from(error: PresetError) -> Self {
        let problems: Vec<_> = error.problems().iter().map(ShownProblem::new).collect();
        let count = match problems.len() {
            1 => "one problem".to_owned(),
            more => format!("{more} problems"),
        };
        Self { message: format!("The text has {count}."), problems, ..Self::default() }
    }
}

/// The text of a preset or of a run, or the name of a built-in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PresetFields {
    pub(crate) text: Option<String>,
    pub(crate) bases: BTreeMap<String, String>,
    pub(crate) preset: Option<String>,
    /// The name of a built-in run. With a text, it says that this is a run's.
    pub(crate) run: Option<String>,
}

impl PresetFields {
    /// The text that is asked for: the given one, or a built-in one.
    pub(crate) fn text(&self) -> Result<&str, Refusal> {
        if let Some(text) = &self.text {
            return Ok(text);
        }
        let (list, name) = match &self.run {
            Some(run) => (run::BUILT_IN, run.as_str()),
            None => (BUILT_IN, self.preset.as_deref().unwrap_or("crypt")),
        };
        if let Some((_, text)) = list.iter().find(|(known, _)| *known == name) {
            return Ok(text);
        }
        // The library names those that there are.
        let unknown = match self.run {
            Some(_) => Run::built_in(name).err(),
            None => Preset::built_in(name).err(),
        };
        Err(unknown.map_or_else(Refusal::default, Refusal::of))
    }

    /// The text of a file: a base, or one that a run names.
    pub(crate) fn base(&self, name: &str) -> Result<BasePreset, String> {
        let found = self.bases.get(name).map(|text| BasePreset { name: name.to_owned(), text: text.clone() });
        found.ok_or_else(|| format!("there is no text of a base {name:?}: add it, or name a built-in preset"))
    }

    /// Reads the preset, with the pictures of sprites that the page has handed over.
    pub(crate) fn read(&self, pictures: &BTreeMap<String, SpritePicture>) -> Result<WrittenPreset, Refusal> {
        let picture = |name: &str, _: Option<&str>| {
            // The page knows the names of files, not their folders.
            let file = name.rsplit('/').next().unwrap_or(name);
            let missing = || format!("there is no picture {name:?}: add its file");
            pictures.get(file).cloned().ok_or_else(missing)
        };
        Ok(WrittenPreset::parse_with_pictures(self.text()?, |name| self.base(name), picture)?)
    }

    /// Reads the run.
    pub(crate) fn read_run(&self) -> Result<Run, Refusal> {
        Ok(Run::parse_with(self.text()?, |name, _| self.base(name))?)
    }
}

impl Limits {
    /// Refuses levels that are too large for the page.
    pub(crate) fn within_sides(&self, size: Size) -> Result<Size, Refusal> {
        match self.side {
            Some(most) if size.width().max(size.height()) > most => Err(Refusal::oversize(format!(
                "{size} cells are too many for this page: each side has at most {most}. The tool makes them"
            ))),
            _ => Ok(size),
        }
    }

    /// Refuses pictures that are too large for the page.
    pub(crate) fn within_pixels(&self, (width, height): (u32, u32)) -> Result<(), Refusal> {
        match self.pixels {
            Some(most) if u64::from(width) * u64::from(height) > most => Err(Refusal::new(format!(
                "a picture of {width}x{height} pixels is too large for this page: choose a smaller scale"
            ))),
            _ => Ok(()),
        }
    }
}

/// A number in a range, or a refusal that names it.
pub(crate) fn within(name: &str, value: u32, allowed: RangeInclusive<u32>) -> Result<u32, Refusal> {
    if allowed.contains(&value) {
        return Ok(value);
    }
    Err(Refusal::new(format!("{name}: {value} is out of range; allowed: {} to {}", allowed.start(), allowed.end())))
}
