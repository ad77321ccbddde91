//! The fields of a request.

use std::collections::BTreeMap;

use roomgen::{Cell, NamedSeed, Preset, Request, Rerolls, Size};
use serde::Deserialize;

use crate::request::{Limits, PresetFields, Refusal};

/// The fields of all operations; each operation reads its own. One structure for all of them is a
/// fraction of the code of one for each operation.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OperationFields {
    pub(crate) op: String,
    text: Option<String>,
    bases: BTreeMap<String, String>,
    preset: Option<String>,
    /// A built-in run; beside a text, it says that this is a run's.
    run: Option<String>,
    seed: Option<String>,
    pub(crate) size: Option<String>,
    pub(crate) floor: Option<u32>,
    pub(crate) difficulty: Option<f32>,
    /// The cell where the player arrives.
    pub(crate) start: Option<[i32; 2]>,
    /// The rooms that are furnished anew.
    pub(crate) rerolls: Rerolls,
    pub(crate) view: Option<String>,
    pub(crate) overlays: Vec<String>,
    pub(crate) scale: Option<u32>,
    pub(crate) legend: bool,
    /// Whether a picture shows even light.
    pub(crate) even_light: bool,
    pub(crate) style: Option<String>,
    pub(crate) audience: Option<String>,
    pub(crate) room: Option<u32>,
    /// A pixel of the picture.
    pub(crate) x: Option<f32>,
    pub(crate) y: Option<f32>,
    /// A cell of the level, instead of a pixel.
    pub(crate) cell: Option<[i32; 2]>,
    /// The names of the layers that are asked for.
    pub(crate) layers: Vec<String>,
    pub(crate) format: Option<String>,
    /// The text of a level file in JSON.
    pub(crate) level: Option<String>,
    /// The name of a file without its ending.
    pub(crate) name: Option<String>,
    /// How many sample levels are asked for.
    pub(crate) levels: Option<u32>,
    /// How many levels are measured.
    pub(crate) count: Option<u32>,
    /// The parts of a survey.
    pub(crate) surveys: Vec<String>,
    /// The condition that levels of a survey are to meet, and what it asks for of each level.
    pub(crate) expression: Option<String>,
    pub(crate) values: Vec<Vec<Option<f64>>>,
    /// Whether the condition of `&&` is asked for that the fewest levels meet.
    pub(crate) hardest: bool,
    /// A picture of sprites: its sides in pixels, and red, green, blue and opacity in hexadecimal.
    pub(crate) width: Option<u32>,
    pub(crate) height: Option<u32>,
    pub(crate) rgba: Option<String>,
    pub(crate) dx: Option<i32>,
    pub(crate) dy: Option<i32>,
    pub(crate) limits: Limits,
}

impl OperationFields {
    /// Reads a request.
    pub(crate) fn read(request: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(request).map_err(|error| Refusal::new(format!("the request is not understood: {error}")))
    }

    pub(crate) fn preset(&self) -> PresetFields {
        PresetFields {
            text: self.text.clone(),
            bases: self.bases.clone(),
            preset: self.preset.clone(),
            run: self.run.clone(),
        }
    }

    /// Whether a preset or a run is named or given.
    pub(crate) fn has_preset(&self) -> bool {
        self.text.is_some() || self.preset.is_some() || self.run.is_some()
    }

    /// Whether the text is that of a run.
    pub(crate) fn is_of_run(&self) -> bool {
        self.run.is_some()
    }

    pub(crate) fn seed(&self) -> Result<NamedSeed, Refusal> {
        self.seed.as_deref().map_or(Ok(0.into()), |text| text.parse().map_err(Refusal::of))
    }

    /// Which level of a preset is asked for.
    pub(crate) fn request(&self) -> Result<Request, Refusal> {
        let request = Request::new(0).with_named_seed(self.seed()?).on_floor(self.floor.unwrap_or(0));
        let request = request.with_difficulty(self.difficulty.unwrap_or(0.0)).map_err(Refusal::of)?;
        let request = request.with_rerolls(self.rerolls.iter()).map_err(Refusal::of)?;
        Ok(match self.start {
            Some([x, y]) => request.starting_at(Cell::new(x, y)),
            None => request,
        })
    }

    /// The size that is asked for: the given one, or that of the preset.
    pub(crate) fn size(&self, preset: &Preset) -> Result<Size, Refusal> {
        let size = match &self.size {
            None => preset.size(),
            Some(text) => text.parse().map_err(Refusal::of)?,
        };
        self.limits.within_sides(size)
    }
}

/// The value of a field that an operation needs.
pub(crate) fn required<T>(name: &str, value: Option<T>) -> Result<T, Refusal> {
    value.ok_or_else(|| Refusal::new(format!("the request lacks `{name}`")))
}
