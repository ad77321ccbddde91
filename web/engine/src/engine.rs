//! The engine: what the page has asked for last, and the answers to what it asks next.

use std::rc::Rc;

use roomgen::{Level, Preset, PropSources, Request, lint::Linter, preset::WrittenPreset, survey::Measurer};
use roomgen_export::{
    ansi::AnsiOptions,
    format::{Format, FormatKind, LevelExport},
    picture::{GenerationRecord, Overlay, PictureOptions},
    uvtt::UvttOptions,
};
use serde_json::{Value, json};

use crate::{
    bytes::{ReplyBytes, hand_over},
    export, facts,
    fields::{OperationFields, required},
    film::{self, Film},
    find,
    game::GameState,
    levels::{Levels, ReadText, no_level},
    lint, pick,
    request::{Refusal, tabletop_scale, within},
    survey,
};

/// What the engine answers: JSON, and bytes beside it.
#[derive(Debug, Default)]
pub struct Answer {
    /// `{"ok": ...}` or `{"error": ...}`, in UTF-8.
    pub reply: Vec<u8>,
    /// Pixels, files or what a player knows of each cell; often nothing.
    pub bytes: ReplyBytes,
}

/// Presets, levels and games of one page, and the operations of `web/README.md`.
#[derive(Default)]
pub struct Engine {
    levels: Levels,
    shown: Option<ShownLevel>,
    linter: Option<Linter>,
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
    request: Request,
    level: Level,
    record: Option<GenerationRecord>,
    sources: Option<PropSources>,
}

impl Engine {
    /// Answers a request, into the memory of an earlier answer.
    pub fn answer(&mut self, request: &[u8], answer: &mut Answer) {
        answer.reply.clear();
        answer.bytes.clear();
        let reply = match self.perform(request, &mut answer.bytes) {
            Ok(reply) => json!({ "ok": reply }),
            Err(refusal) => {
                answer.bytes.clear();
                json!({ "error": refusal })
            }
        };
        answer.reply.extend(reply.to_string().as_bytes());
    }

    fn perform(&mut self, request: &[u8], bytes: &mut ReplyBytes) -> Result<Value, Refusal> {
        let fields = OperationFields::read(request)?;
        match fields.op.as_str() {
            "about" => facts::about(),
            "text" => Ok(json!({ "text": fields.preset().text()? })),
            "sprites" => self.levels.take(&fields),
            "preset" => Ok(match self.levels.read(&fields.preset())? {
                ReadText::Preset(written) => facts::preset(written),
                ReadText::Run(run) => facts::run(run.run()),
            }),
            "curve" => Ok(match self.levels.read(&fields.preset())? {
                ReadText::Preset(written) => json!({ "curve": facts::curve(written) }),
                ReadText::Run(_) => json!({ "curve": null }),
            }),
            "floors" => Ok(facts::floors(self.levels.run(&fields)?)),
            "reroll" => {
                let room = required("room", fields.room)?;
                let request = self.levels.prepare(&fields)?;
                Ok(json!({ "number": self.levels.next_reroll(request, room)? }))
            }
            "level" => self.keep(&fields),
            "measures" => Ok(facts::measures(&kept(&mut self.shown)?.level, &mut self.measurer)),
            "draw" => self.draw(&fields, bytes),
            "show" => {
                let level = self.keep(&fields)?;
                Ok(json!({ "level": level, "picture": self.draw(&fields, bytes)? }))
            }
            "at" => {
                let shown = kept(&mut self.shown)?;
                let sources = match shown.sources.take() {
                    Some(sources) => sources,
                    None => PropSources::of(&shown.level, shown.recipe()).map_err(Refusal::of)?,
                };
                let sources = shown.sources.insert(sources);
                pick::at(&shown.level, &shown.preset, shown.written.as_deref(), sources, &fields)
            }
            "walkthrough" => Ok(json!({ "lines": walkthrough(&kept(&mut self.shown)?.level) })),
            "lint" => {
                let (linter, reply) = lint::begin(&fields.preset())?;
                self.linter = Some(linter);
                Ok(reply)
            }
            "sample" => lint::sample(self.linter.as_mut(), required("levels", fields.levels)?),
            "seed" => {
                let seed = fields.seed()?;
                Ok(json!({ "seed": seed.number().to_string(), "seed_word": seed.word().map(|word| word.as_str()) }))
            }
            "survey" => survey::survey(&mut self.levels, &fields),
            "merge" => survey::merge(&fields.surveys),
            "words" => Ok(find::words(self.levels.words(&fields)?)),
            "find" => find::find(&mut self.levels, &fields),
            "export" => {
                let format: Format = required("format", fields.format.as_deref())?.parse().map_err(Refusal::of)?;
                let shown = kept(&mut self.shown)?;
                // The limit of a picture's pixels is for pictures alone.
                let export = match format.kind() == FormatKind::Picture {
                    true => {
                        let export = shown.export(&fields)?;
                        // As the tool writes it.
                        let picture = PictureOptions { margin: Some(PictureOptions::MARGIN), ..export.picture };
                        LevelExport { picture, ..export }
                    }
                    false => shown.drawing(&fields)?,
                };
                export::export(format, &export, fields.name.as_deref(), bytes)
            }
            "film" => {
                let request = self.levels.prepare(&fields)?;
                let (film, reply) = film::begin(&*self.levels.preset()?, request, fields.room)?;
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
                hand_over(&playing(&mut self.game)?.picture(scale)?, bytes)
            }
            other => Err(Refusal::new(format!("there is no operation {other:?}"))),
        }
    }

    /// Generates a level and keeps it: its facts.
    fn keep(&mut self, fields: &OperationFields) -> Result<Value, Refusal> {
        let request = self.levels.prepare(fields)?;
        let level = self.levels.generate(request.clone())?;
        let (written, preset) = (self.levels.last_written(), self.levels.preset()?);
        let reply = facts::level(&level, written.as_deref());
        self.shown = Some(ShownLevel { written, preset, request, level, record: None, sources: None });
        Ok(reply)
    }

    /// Draws the level that is kept.
    fn draw(&mut self, fields: &OperationFields, bytes: &mut ReplyBytes) -> Result<Value, Refusal> {
        let picture = kept(&mut self.shown)?.export(fields)?.draw().map_err(Refusal::of)?;
        hand_over(&picture, bytes)
    }
}

impl ShownLevel {
    /// What makes the level again.
    fn recipe(&self) -> (&Preset, Request) {
        (&self.preset, self.request.clone())
    }

    /// The level with the options of drawings that are no pictures.
    fn drawing(&self, fields: &OperationFields) -> Result<LevelExport<'_>, Refusal> {
        let export = LevelExport { request: Some(&self.request), ..LevelExport::new(&self.level, &self.preset) };
        let picture = fields.drawing()?;
        let blocks = AnsiOptions { audience: picture.audience, ..export.blocks };
        let tabletop = UvttOptions {
            scale: tabletop_scale(self.level.size(), fields.scale.unwrap_or(UvttOptions::SCALE)),
            ..export.tabletop
        };
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
        let request = Some(&self.request);
        Ok(LevelExport { picture, record, request, ..LevelExport::new(&self.level, &self.preset) })
    }
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
