//! The fields of a request.

use std::collections::BTreeMap;

use roomgen::{NamedSeed, Preset, Request, Rerolls, Size, level::Audience};
use roomgen_export::picture::{Overlay, Overlays, PictureLight, PictureOptions, PictureStyle, View};
use serde::Deserialize;

use crate::request::{PresetFields, Refusal, within_pixels, within_sides};

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
    /// The rooms that are furnished anew.
    pub(crate) rerolls: Rerolls,
    view: Option<String>,
    overlays: Vec<String>,
    pub(crate) scale: Option<u32>,
    legend: bool,
    /// Whether a picture shows even light.
    even_light: bool,
    style: Option<String>,
    audience: Option<String>,
    pub(crate) room: Option<u32>,
    /// A pixel of the picture.
    pub(crate) x: Option<f32>,
    pub(crate) y: Option<f32>,
    /// A cell of the level, instead of a pixel.
    pub(crate) cell: Option<[i32; 2]>,
    pub(crate) format: Option<String>,
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
        request.with_rerolls(self.rerolls.iter()).map_err(Refusal::of)
    }

    /// The size that is asked for: the given one, or that of the preset.
    pub(crate) fn size(&self, preset: &Preset) -> Result<Size, Refusal> {
        let size = match &self.size {
            None => preset.size(),
            Some(text) => text.parse().map_err(|error| Refusal::new(format!("{text:?} is not a size: {error}")))?,
        };
        within_sides(size)
    }

    fn style(&self) -> Result<PictureStyle, Refusal> {
        self.style.as_deref().map_or(Ok(PictureStyle::Tiles), |style| style.parse().map_err(Refusal::of))
    }

    fn light(&self) -> PictureLight {
        if self.even_light { PictureLight::Off } else { PictureLight::Theme }
    }

    fn audience(&self) -> Result<Audience, Refusal> {
        self.audience.as_deref().map_or(Ok(Audience::Master), |audience| audience.parse().map_err(Refusal::of))
    }

    /// How other drawings than pictures are drawn: in which style, and for whom.
    pub(crate) fn drawing(&self) -> Result<PictureOptions, Refusal> {
        let default = PictureOptions::DEFAULT;
        Ok(PictureOptions { style: self.style()?, audience: self.audience()?, light: self.light(), ..default })
    }

    /// How a picture of a level of `size` is drawn.
    pub(crate) fn picture(&self, size: Size) -> Result<PictureOptions, Refusal> {
        let mut overlays = Overlays::NONE;
        for name in &self.overlays {
            overlays = overlays.with(name.parse::<Overlay>().map_err(Refusal::of)?);
        }
        let default = PictureOptions::DEFAULT;
        let options = PictureOptions {
            view: self.view.as_deref().map_or(Ok(View::Top), |view| view.parse().map_err(Refusal::of))?,
            scale: self.scale.unwrap_or(default.scale),
            overlays,
            style: self.style()?,
            audience: self.audience()?,
            legend: self.legend,
            light: self.light(),
            room: self.room,
            ..default
        };
        within_pixels(options.dimensions(size).map_err(Refusal::of)?)?;
        Ok(options)
    }
}

/// The value of a field that an operation needs.
pub(crate) fn required<T>(name: &str, value: Option<T>) -> Result<T, Refusal> {
    value.ok_or_else(|| Refusal::new(format!("the request lacks `{name}`")))
}
