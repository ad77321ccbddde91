//! How drawings are asked for, and handed over.

use roomgen::{Size, level::Audience};
use roomgen_export::picture::{Overlay, Overlays, Picture, PictureLight, PictureOptions, PictureStyle, View};
use serde_json::{Value, json};

use crate::{bytes::ReplyBytes, fields::OperationFields, request::Refusal};

impl OperationFields {
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
        self.limits.within_pixels(options.dimensions(size).map_err(Refusal::of)?)?;
        Ok(options)
    }
}

/// Hands the pixels of a picture over as RGBA: its width and height.
pub(crate) fn hand_over(picture: &Picture, bytes: &mut ReplyBytes) -> Result<Value, Refusal> {
    picture.write_rgba(bytes.grow(picture.rgba_length())).map_err(Refusal::of)?;
    Ok(json!({ "width": picture.width(), "height": picture.height() }))
}
