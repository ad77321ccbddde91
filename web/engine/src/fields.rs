//! The fields of a request.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::request::{LevelFields, PictureFields, PresetFields, Refusal};

/// The fields of all operations; each operation reads its own. One structure for all of them is a
/// fraction of the code of one for each operation.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OperationFields {
    pub(crate) op: String,
    text: Option<String>,
    bases: BTreeMap<String, String>,
    preset: Option<String>,
    seed: Option<String>,
    size: Option<String>,
    floor: Option<u32>,
    difficulty: Option<f32>,
    view: Option<String>,
    overlays: Vec<String>,
    scale: Option<u32>,
    legend: bool,
    pub(crate) room: Option<u32>,
    /// A pixel of the picture.
    pub(crate) x: Option<f32>,
    pub(crate) y: Option<f32>,
    /// A cell of the level, instead of a pixel.
    pub(crate) cell: Option<[i32; 2]>,
    format: Option<String>,
    /// The name of a file without its ending.
    pub(crate) name: Option<String>,
    /// How many sample levels are asked for.
    levels: Option<u32>,
    /// How many levels are measured.
    count: Option<u32>,
    /// The parts of a survey.
    pub(crate) surveys: Vec<String>,
    dx: Option<i32>,
    dy: Option<i32>,
}

impl OperationFields {
    /// Reads a request.
    pub(crate) fn read(request: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(request).map_err(|error| Refusal::new(format!("the request is not understood: {error}")))
    }

    pub(crate) fn preset(&self) -> PresetFields {
        PresetFields { text: self.text.clone(), bases: self.bases.clone(), preset: self.preset.clone() }
    }

    pub(crate) fn level(&self) -> LevelFields<'_> {
        LevelFields {
            seed: self.seed.as_deref(),
            size: self.size.as_deref(),
            floor: self.floor,
            difficulty: self.difficulty,
        }
    }

    pub(crate) fn picture(&self) -> PictureFields<'_> {
        PictureFields {
            view: self.view.as_deref(),
            overlays: &self.overlays,
            scale: self.scale,
            legend: self.legend,
            room: self.room,
        }
    }

    pub(crate) fn scale(&self) -> Result<u32, Refusal> {
        required("scale", self.scale)
    }

    pub(crate) fn levels(&self) -> Result<u32, Refusal> {
        required("levels", self.levels)
    }

    pub(crate) fn count(&self) -> Result<u32, Refusal> {
        required("count", self.count)
    }

    pub(crate) fn format(&self) -> Result<&str, Refusal> {
        required("format", self.format.as_deref())
    }

    pub(crate) fn step(&self) -> Result<[i32; 2], Refusal> {
        Ok([required("dx", self.dx)?, required("dy", self.dy)?])
    }
}

fn required<T>(name: &str, value: Option<T>) -> Result<T, Refusal> {
    value.ok_or_else(|| Refusal::new(format!("the request lacks `{name}`")))
}
