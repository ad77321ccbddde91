//! What a page has asked for last, and the operations of pictures, formats, conditions and games.

use std::rc::Rc;

use roomgen::{Level, Preset, PropSources, Recipe, Request, preset::WrittenPreset, survey::Measurer};
use roomgen_export::{
    ansi::AnsiOptions,
    format::{Format, FormatKind, LevelExport},
    picture::{GenerationRecord, Overlay, PictureOptions},
    uvtt::UvttOptions,
};
use serde_json::{Value, json};

use crate::{
    bytes::ReplyBytes,
    drawings::hand_over,
    export, facts,
    fields::{OperationFields, required},
    film::{self, Film},
    find,
    game::GameState,
    levels::{Levels, ReadText, no_level},
    pick,
    request::{Refusal, within},
    survey,
};

/// Levels, films and games that a page has asked for last.
#[derive(Default)]
pub(crate) struct PageState {
    shown: Option<ShownLevel>,
    film: Option<Film>,
    game: Option<GameState>,
    measurer: Measurer,
}

/// The level that is kept with its preset and its request, and what was observed while it was
/// generated again.
struct ShownLevel {
    /// `None` for the merged preset of a run's floor.
    written: Option<Rc<WrittenPreset>>,
    preset: Rc<Preset>,
    /// `None` if the level's origin says all of it.
    request: Option<Request>,
    level: Level,
    record: Option<GenerationRecord>,
    sources: Option<PropSources>,
}

impl PageState {
    /// Answers a request that the engine without pictures does not know.
    pub(crate) fn perform(
        &mut self,
        levels: &mut Levels,
        fields: &OperationFields,
        bytes: &mut ReplyBytes,
    ) -> Result<Value, Refusal> {
        match fields.op.as_str() {
            "curve" => Ok(match levels.read(&fields.preset())? {
                ReadText::Preset(written) => json!({ "curve": facts::curve(written) }),
                ReadText::Run(_) => json!({ "curve": null }),
            }),
            "level" => self.keep(levels, fields),
            #[cfg(feature = "open")]
            "open" => self.open(levels, fields),
            "measures" => Ok(facts::measures(&kept(&mut self.shown)?.level, &mut self.measurer)),
            "draw" => self.draw(fields, bytes),
            "show" => {
                let level = self.keep(levels, fields)?;
                Ok(json!({ "level": level, "picture": self.draw(fields, bytes)? }))
            }
            "at" => {
                let shown = kept(&mut self.shown)?;
                let sources = match shown.sources.take() {
                    Some(sources) => sources,
                    None => PropSources::of(&shown.level, shown.recipe()).map_err(Refusal::of)?,
                };
                let sources = shown.sources.insert(sources);
                pick::at(&shown.level, &shown.preset, shown.written.as_deref(), sources, fields)
            }
            "walkthrough" => Ok(json!({ "lines": walkthrough(&kept(&mut self.shown)?.level) })),
            "survey" => survey::survey(levels, fields),
            "merge" => survey::merge(&fields.surveys),
            "words" => Ok(find::words(levels.words(fields)?)),
            "find" => find::find(levels, fields),
            "export" => {
                let format: Format = required("format", fields.format.as_deref())?.parse().map_err(Refusal::of)?;
                let shown = kept(&mut self.shown)?;
                // The limit of a picture's pixels is for pictures alone.
                let export = match format.kind() == FormatKind::Picture {
                    true => {
                        let export = shown.export(fields)?;
                        // As the tool writes it.
                        let picture = PictureOptions { margin: Some(PictureOptions::MARGIN), ..export.picture };
                        LevelExport { picture, ..export }
                    }
                    false => shown.drawing(fields)?,
                };
                export::export(format, &export, fields.name.as_deref(), bytes)
            }
            "film" => {
                let request = levels.prepare(fields)?;
                let (film, reply) = film::begin(&*levels.preset()?, request, fields.room)?;
                self.film = Some(film);
                Ok(reply)
            }
            "frame" => film::frame(self.film.as_mut(), bytes),
            "play" => {
                let shown = kept(&mut self.shown)?;
                let game = self.game.insert(GameState::new(&shown.level, &shown.preset));
                Ok(game.state(bytes))
            }
            "walk" => {
                let game = playing(&mut self.game)?;
                game.walk([required("dx", fields.dx)?, required("dy", fields.dy)?])?;
                Ok(game.state(bytes))
            }
            "drawn" => {
                let most = PictureOptions::MAX_SCALE;
                let scale = within("scale", required("scale", fields.scale)?, PictureOptions::MIN_SCALE..=most)?;
                hand_over(&playing(&mut self.game)?.picture(scale, &fields.limits)?, bytes)
            }
            other => Err(Refusal::no_operation(other)),
        }
    }

    /// Generates a level and keeps it: its facts.
    fn keep(&mut self, levels: &mut Levels, fields: &OperationFields) -> Result<Value, Refusal> {
        let request = levels.prepare(fields)?;
        let level = levels.generate(request.clone())?;
        let (written, preset) = (levels.last_written(), levels.preset()?);
        let reply = facts::level(&level, written.as_deref());
        self.shown = Some(ShownLevel { written, preset, request: Some(request), level, record: None, sources: None });
        Ok(reply)
    }

    /// Reads a level file in JSON and keeps its level, with the preset of the request, or else the
    /// built-in one that made it.
    #[cfg(feature = "open")]
    fn open(&mut self, levels: &mut Levels, fields: &OperationFields) -> Result<Value, Refusal> {
        // A game may have edited it: then its digest is another one.
        let level =
            roomgen::export::json::read_unchecked(required("level", fields.level.as_deref())?).map_err(Refusal::of)?;
        if let Some(breach) = level.check().into_iter().next() {
            return Err(Refusal::of(breach));
        }
        let preset = match fields.has_preset() {
            true => levels.read_preset(fields)?,
            false => Rc::new(Preset::of(level.origin()).map_err(Refusal::of)?),
        };
        self.shown = Some(ShownLevel { written: None, preset, request: None, level, record: None, sources: None });
        Ok(json!({}))
    }

    /// Draws the level that is kept.
    fn draw(&mut self, fields: &OperationFields, bytes: &mut ReplyBytes) -> Result<Value, Refusal> {
        let picture = kept(&mut self.shown)?.export(fields)?.draw().map_err(Refusal::of)?;
        hand_over(&picture, bytes)
    }
}

impl ShownLevel {
    /// What makes the level again.
    fn recipe(&self) -> Recipe<'_> {
        let preset: &Preset = &self.preset;
        self.request.clone().map_or_else(|| preset.into(), |request| (preset, request).into())
    }

    /// The level with the options of drawings that are no pictures.
    fn drawing(&self, fields: &OperationFields) -> Result<LevelExport<'_>, Refusal> {
        let export = LevelExport { request: self.request.as_ref(), ..LevelExport::new(&self.level, &self.preset) };
        let picture = fields.drawing()?;
        let blocks = AnsiOptions { audience: picture.audience, ..export.blocks };
        let scale = tabletop_scale(self.level.size(), fields.scale.unwrap_or(UvttOptions::SCALE));
        let tabletop = UvttOptions { scale, ..export.tabletop };
        Ok(LevelExport { picture, blocks, tabletop, ..export })
    }

    /// The level with the options of its picture. What overlays need is recorded when first asked
    /// for.
    fn export(&mut self, fields: &OperationFields) -> Result<LevelExport<'_>, Refusal> {
        let picture = fields.picture(self.level.size())?;
        if self.record.is_none() && picture.overlays.iter().any(Overlay::needs_record) {
            self.record = Some(GenerationRecord::of(&self.level, self.recipe()).map_err(Refusal::of)?);
        }
        let record = self.record.as_ref();
        let request = self.request.as_ref();
        Ok(LevelExport { picture, record, request, ..LevelExport::new(&self.level, &self.preset) })
    }
}

/// The most pixels of the picture in a map for virtual tabletops, 2^26. No canvas shows it, but it
/// takes memory.
const MAX_TABLETOP_PIXELS: u64 = 1 << 26;

/// The largest scale up to `most` at which the picture in a map for virtual tabletops has at most
/// [`MAX_TABLETOP_PIXELS`].
fn tabletop_scale(size: roomgen::Size, most: u32) -> u32 {
    let fits = |scale: &u32| size.cells() as u64 * u64::from(*scale).pow(2) <= MAX_TABLETOP_PIXELS;
    (PictureOptions::MIN_SCALE..=most).rev().find(fits).unwrap_or(PictureOptions::MIN_SCALE)
}

fn kept(shown: &mut Option<ShownLevel>) -> Result<&mut ShownLevel, Refusal> {
    shown.as_mut().ok_or_else(no_level)
}

fn playing(game: &mut Option<GameState>) -> Result<&mut GameState, Refusal> {
    game.as_mut().ok_or_else(|| Refusal::new("no game is on: ask for `play` first"))
}

/// The walkthrough of a level in words.
fn walkthrough(level: &Level) -> Vec<String> {
    use roomgen::play::PlayerAction;
    let Some(walkthrough) = level.mission().walkthrough() else { return Vec::new() };
    let lines = walkthrough.legs().iter().map(|leg| {
        let steps = facts::count(leg.cells.len().saturating_sub(1), "step");
        let rooms: Vec<_> = leg.rooms.iter().map(ToString::to_string).collect();
        let way = format!("{steps} through rooms {}", rooms.join(", "));
        match leg.action {
            PlayerAction::Take(key) => match level.keys().get(key as usize) {
                Some(key) => format!("{way}: take the {} {}.", key.key_use.term(), level.key_name(key)),
                None => format!("{way}."),
            },
            PlayerAction::Open(id) => {
                let passage = level.passages().get(id as usize);
                let lock = passage.and_then(|passage| level.lock(passage)).unwrap_or_default();
                format!("{way}: open passage {id} ({lock}).")
            }
            _ => format!("{way}: leave by the exit."),
        }
    });
    lines.chain([walkthrough.summary(level)]).collect()
}
