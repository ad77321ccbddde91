//! The presets of the page, and the generator of their levels.

use std::{collections::BTreeMap, rc::Rc};

use roomgen::{Generator, Level, Preset, Request, preset::WrittenPreset, theme::SpritePicture};
use serde_json::{Value, json};

use crate::{
    fields::{OperationFields, required},
    request::{PresetFields, Refusal},
};

/// The preset that was read last, and a generator of its levels.
#[derive(Default)]
pub(crate) struct Levels {
    /// The pictures of sprites that the page has handed over, by the names of their files.
    pictures: BTreeMap<String, SpritePicture>,
    read: Option<(PresetFields, Rc<WrittenPreset>)>,
    /// The preset with the size that was asked for last.
    sized: Option<Rc<Preset>>,
    generator: Option<Generator<Rc<Preset>>>,
}

impl Levels {
    /// Takes a picture of sprites. What was read without it is read again.
    pub(crate) fn take(&mut self, fields: &OperationFields) -> Result<Value, Refusal> {
        let name = required("name", fields.name.clone())?;
        let [width, height] = [required("width", fields.width)?, required("height", fields.height)?];
        let digit = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
        let pairs = required("rgba", fields.rgba.as_deref())?.as_bytes().chunks(2);
        let byte = |pair: &[u8]| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?);
        let rgba = pairs.map(byte).collect::<Option<Vec<u8>>>();
        let picture = rgba.and_then(|rgba| SpritePicture::new(width, height, rgba)).ok_or_else(|| {
            let most = SpritePicture::MAX_SIDE;
            Refusal::new(format!("{name} is no picture of {width}x{height} pixels: a side has 1 to {most}"))
        })?;
        self.pictures.insert(name, picture);
        (self.read, self.generator) = (None, None);
        Ok(json!({}))
    }

    /// Reads a preset, unless it was the last one that was read.
    pub(crate) fn written(&mut self, fields: &PresetFields) -> Result<&WrittenPreset, Refusal> {
        let read = match self.read.take().filter(|(known, _)| known == fields) {
            Some(read) => read,
            None => {
                self.generator = None;
                (fields.clone(), Rc::new(fields.read(&self.pictures)?))
            }
        };
        Ok(&self.read.insert(read).1)
    }

    /// Makes a generator of levels of the preset and size that are asked for.
    pub(crate) fn prepare(&mut self, fields: &OperationFields) -> Result<(), Refusal> {
        let size = fields.size(self.written(&fields.preset())?.preset())?;
        if self.generator.as_ref().is_none_or(|generator| generator.preset().size() != size) {
            let sized = self.last_written()?.preset().clone().with_size(size).map_err(Refusal::of)?;
            let sized = Rc::new(sized);
            self.generator = Some(Generator::new(Rc::clone(&sized)));
            self.sized = Some(sized);
        }
        Ok(())
    }

    pub(crate) fn generate(&mut self, request: Request) -> Result<Level, Refusal> {
        let generator = self.generator.as_mut().ok_or_else(no_level)?;
        Ok(generator.generate(request))
    }

    /// The preset of the generator, with the size of its levels.
    pub(crate) fn preset(&self) -> Result<Rc<Preset>, Refusal> {
        self.sized.clone().ok_or_else(no_level)
    }

    pub(crate) fn last_written(&self) -> Result<Rc<WrittenPreset>, Refusal> {
        self.read.as_ref().map(|(_, written)| Rc::clone(written)).ok_or_else(no_level)
    }
}

pub(crate) fn no_level() -> Refusal {
    Refusal::new("there is no level yet: ask for `level` or `show` first")
}
