//! The presets and runs of the page, and the generators of their levels.

use std::{collections::BTreeMap, rc::Rc};

use roomgen::{
    Generator, Level, Preset, Request,
    preset::WrittenPreset,
    run::{Run, RunGenerator},
    theme::SpritePicture,
};
#[cfg(feature = "full")]
use roomgen_find::LevelWords;
use serde_json::{Value, json};

use crate::{
    fields::{OperationFields, required},
    request::{PresetFields, Refusal},
};

/// The text that was read last, and a generator of its levels.
#[derive(Default)]
pub(crate) struct Levels {
    /// The pictures of sprites that the page has handed over, by the names of their files.
    pictures: BTreeMap<String, SpritePicture>,
    read: Option<(PresetFields, ReadText)>,
    /// The preset of the last level, with its size.
    sized: Option<Rc<Preset>>,
    generator: Option<Generator<Rc<Preset>>>,
}

/// A text that was read.
pub(crate) enum ReadText {
    Preset(Rc<WrittenPreset>),
    /// A run, with the plans of the floors of the last seed.
    Run(Box<PageRun>),
}

/// A run with the floors of a seed.
pub(crate) type PageRun = RunGenerator<Rc<Run>>;

/// What a seed stands for in a search.
pub(crate) enum SearchedText<'a> {
    /// A level of this request.
    Levels(&'a mut Generator<Rc<Preset>>, Request),
    Runs(&'a mut PageRun),
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

    /// Reads a text, unless it was the last one that was read.
    pub(crate) fn read(&mut self, fields: &PresetFields) -> Result<&mut ReadText, Refusal> {
        let read = match self.read.take().filter(|(known, _)| known == fields) {
            Some(read) => read,
            None => {
                self.generator = None;
                let text = match fields.run {
                    None => ReadText::Preset(Rc::new(fields.read(&self.pictures)?)),
                    Some(_) => ReadText::Run(Box::new(RunGenerator::new(Rc::new(fields.read_run()?), 0))),
                };
                (fields.clone(), text)
            }
        };
        Ok(&mut self.read.insert(read).1)
    }

    /// The run of the seed that is asked for.
    pub(crate) fn run(&mut self, fields: &OperationFields) -> Result<&mut PageRun, Refusal> {
        let seed = fields.seed()?;
        match self.read(&fields.preset())? {
            ReadText::Run(run) => {
                if *run.seed() != seed {
                    run.restart(seed);
                }
                Ok(run)
            }
            ReadText::Preset(_) => Err(Refusal::new("the text is that of a preset, which has no floors of its own")),
        }
    }

    /// Makes a generator of levels of the preset and size that are asked for, or of the floor of a
    /// run: the request of the level.
    pub(crate) fn prepare(&mut self, fields: &OperationFields) -> Result<Request, Refusal> {
        if let ReadText::Preset(written) = self.read(&fields.preset())? {
            let written = Rc::clone(written);
            let size = fields.size(written.preset())?;
            if self.generator.as_ref().is_none_or(|generator| generator.preset().size() != size) {
                self.use_preset(written.preset().clone().with_size(size).map_err(Refusal::of)?);
            }
            return fields.request();
        }
        if fields.size.is_some() || fields.difficulty.is_some() || fields.start.is_some() {
            return Err(Refusal::new(
                "a run says the size, the difficulty and the start of its floors: leave them out",
            ));
        }
        let number = fields.floor.unwrap_or(0);
        let run = self.run(fields)?;
        let Some(request) = run.request(number) else { return Err(Refusal::of(run.missing_floor(number))) };
        let request = request.with_rerolls(fields.rerolls.iter()).map_err(Refusal::of)?;
        let Some(preset) = run.preset(number).cloned() else { return Err(Refusal::of(run.missing_floor(number))) };
        fields.limits.within_sides(preset.size())?;
        if self.sized.as_deref() != Some(&preset) || self.generator.is_none() {
            self.use_preset(preset);
        }
        Ok(request)
    }

    fn use_preset(&mut self, preset: Preset) {
        let preset = Rc::new(preset);
        self.generator = Some(Generator::new(Rc::clone(&preset)));
        self.sized = Some(preset);
    }

    /// What the seeds of a search stand for: levels of a preset, or runs.
    pub(crate) fn searched(&mut self, fields: &OperationFields) -> Result<SearchedText<'_>, Refusal> {
        if fields.is_of_run() {
            let run = self.run(fields)?;
            run.run().presets().try_for_each(|preset| fields.limits.within_sides(preset.size()).map(|_| ()))?;
            return Ok(SearchedText::Runs(run));
        }
        let request = self.prepare(fields)?;
        let generator = self.generator.as_mut().ok_or_else(no_level)?;
        Ok(SearchedText::Levels(generator, request))
    }

    /// Reads a preset, or that of the floor of a run.
    pub(crate) fn read_preset(&mut self, fields: &OperationFields) -> Result<Rc<Preset>, Refusal> {
        self.prepare(fields)?;
        self.preset()
    }

    /// Generates the level that is asked for.
    pub(crate) fn level(&mut self, fields: &OperationFields) -> Result<Level, Refusal> {
        let request = self.prepare(fields)?;
        self.generate(request)
    }

    /// The words of conditions on levels of a preset, or on runs.
    #[cfg(feature = "full")]
    pub(crate) fn words(&mut self, fields: &OperationFields) -> Result<LevelWords, Refusal> {
        Ok(match self.read(&fields.preset())? {
            ReadText::Preset(written) => LevelWords::of(written.preset()),
            ReadText::Run(run) => LevelWords::of_run(run.run()),
        })
    }

    /// The number of the next re-roll by which a room looks different from that of the request.
    pub(crate) fn next_reroll(&mut self, request: Request, room: u32) -> Result<Option<u32>, Refusal> {
        Ok(self.generator.as_mut().ok_or_else(no_level)?.next_reroll(request, room))
    }

    pub(crate) fn generate(&mut self, request: Request) -> Result<Level, Refusal> {
        let generator = self.generator.as_mut().ok_or_else(no_level)?;
        Ok(generator.generate(request))
    }

    /// The preset of the generator, with the size of its levels.
    pub(crate) fn preset(&self) -> Result<Rc<Preset>, Refusal> {
        self.sized.clone().ok_or_else(no_level)
    }

    /// The preset that was read last, with its text; `None` for a run.
    pub(crate) fn last_written(&self) -> Option<Rc<WrittenPreset>> {
        match &self.read {
            Some((_, ReadText::Preset(written))) => Some(Rc::clone(written)),
            _ => None,
        }
    }
}

pub(crate) fn no_level() -> Refusal {
    Refusal::new("there is no level yet: ask for `level` or `show` first")
}
