//! The frames of an animation one by one, for pages and players that encode nothing.

use super::{
    AnimationPainter, AnimationTimeline, AnimationView, CAPTION, Camera, CameraTarget, FRAME, GifError, GifOptions,
    SUBPIXELS, TimelineCameraTarget, cast::AnimatedLevel, dim, script, words::words, write_caption,
};
use crate::picture::{LinePen, Picture, View, Viewport, draw_signs};
use roomgen::{Generator, Level, Recipe, Request, geom::Size, preset::Preset, reproduce_stepwise, trace::Step};

use super::story::RecordedSteps;

/// A level and the timeline of how it was made: what [`write`](super::write()) encodes, frame by
/// frame.
///
/// ```
/// use roomgen::Preset;
/// use roomgen_export::gif::{Animation, GifOptions};
///
/// let preset = Preset::built_in("crypt")?.with_size("24x16".parse()?)?;
/// let options = GifOptions { scale: Some(4), ..GifOptions::default() };
/// let animation = Animation::new(&preset, 42, options)?;
/// let mut frames = animation.frames();
/// let first = frames.next_frame().expect("a frame");
/// assert_eq!(first.picture.width(), animation.width());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Animation {
    pub(super) cast: AnimatedLevel,
    preset: Preset,
    script: AnimationTimeline,
    pub(super) view: AnimationView,
    /// The whole window at the scale of close-ups, which the camera samples.
    pub(super) world: Viewport,
    /// The whole window at the scale of frames, for signs.
    pub(super) window: Viewport,
}

/// A frame of an animation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnimationFrame<'frames> {
    /// The number of the frame, from 0.
    pub number: u32,
    /// The picture, with the caption below.
    pub picture: &'frames Picture,
    /// The caption: what happens in this part of the animation.
    pub caption: &'frames str,
    /// What begins in this frame and why, a sentence each.
    pub events: Vec<String>,
}

impl Animation {
    /// The time for which a frame is shown, in milliseconds.
    pub const FRAME_MILLISECONDS: u32 = FRAME as u32 * 10;

    /// Generates the level of a preset and a seed (or a [`Request`]), and lays out how it was made.
    ///
    /// # Errors
    ///
    /// [`GifError`], but for [`GifError::Encode`].
    pub fn new(preset: &Preset, request: impl Into<Request>, options: GifOptions) -> Result<Self, GifError> {
        let generate = |see: &mut dyn FnMut(Step)| Ok(Generator::new(preset).generate_stepwise(request, see));
        Self::observed(preset, preset.size(), options, generate)
    }

    /// Lays out how a level was made, which its preset and seed give again.
    ///
    /// # Errors
    ///
    /// [`GifError`], but for [`GifError::Encode`]; [`GifError::Reproduce`] if `preset` did not make
    /// the level, or if it was edited since.
    pub fn of<'a>(level: &Level, preset: impl Into<Recipe<'a>>, options: GifOptions) -> Result<Self, GifError> {
        let recipe = preset.into();
        let generate = |see: &mut dyn FnMut(Step)| Ok(reproduce_stepwise(level, recipe.clone(), see)?);
        Self::observed(recipe.preset(), level.size(), options, generate)
    }

    /// Lays out how `generate` makes a level of this size, whose steps it hands on.
    fn observed(
        preset: &Preset,
        size: Size,
        options: GifOptions,
        generate: impl FnOnce(&mut dyn FnMut(Step)) -> Result<Level, GifError>,
    ) -> Result<Self, GifError> {
        if options.room.is_none() {
            options.dimensions(size)?;
        }
        let mut story = RecordedSteps::default();
        let level = generate(&mut |step| story.see(&step))?;
        let cast = AnimatedLevel::new(&level, preset, &story);
        let (script, view) = super::planned(&cast, &story, options)?;
        let AnimationView { window, scale, zoom, .. } = view;
        let too_large = GifError::TooLarge { width: window.width(), height: window.height(), scale, largest: None };
        let world = Viewport::new(View::Top, scale * zoom, window).ok_or(too_large.clone())?;
        let window = Viewport::new(View::Top, scale, window).ok_or(too_large)?;
        Ok(Self { cast, preset: preset.clone(), script, view, world, window })
    }

    /// The width of a frame in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.window.width()
    }

    /// The height of a frame in pixels, with its caption.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.window.height() + CAPTION
    }

    /// The height of a frame in pixels without its caption: that of the level's picture.
    #[must_use]
    pub fn level_height(&self) -> u32 {
        self.window.height()
    }

    /// The number of frames.
    #[must_use]
    pub fn frame_count(&self) -> u32 {
        self.script.frames
    }

    /// The frames, from the first one on.
    #[must_use]
    pub fn frames(&self) -> AnimationFrames<'_> {
        let size = [self.window.width(), self.window.height()];
        let stage = AnimationPainter::new(&self.cast, self.preset.theme(), self.world, size);
        let world = [self.world.width() as i32, self.world.height() as i32];
        let step = self.view.zoom as i32 * SUBPIXELS;
        let far = CameraTarget { middle: world.map(|side| side * SUBPIXELS / 2), step };
        let seconds = f32::from(FRAME) / 100.0;
        let origin = self.cast.level.origin();
        AnimationFrames {
            animation: self,
            stage,
            camera: Camera::new(size.map(|side| side as i32), world, self.view.approach, seconds, far),
            far,
            picture: Picture::filled(self.width(), self.height(), self.preset.theme().rock),
            looks: 0,
            captions: 0,
            title: format!("{} {} {}", origin.preset, origin.seed, self.cast.level.size()),
            caption: "",
            now: 0,
        }
    }
}

/// The frames of an [`Animation`] in order. Each call of [`AnimationFrames::next_frame`] draws one.
pub struct AnimationFrames<'animation> {
    pub(super) animation: &'animation Animation,
    pub(super) stage: AnimationPainter<'animation>,
    pub(super) camera: Camera,
    /// The camera target that shows the whole window.
    far: CameraTarget,
    pub(super) picture: Picture,
    /// The numbers of camera targets and captions of the timeline that have begun.
    looks: usize,
    captions: usize,
    title: String,
    caption: &'static str,
    now: u32,
}

impl std::fmt::Debug for AnimationFrames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnimationFrames").field("now", &self.now).finish_non_exhaustive()
    }
}

impl AnimationFrames<'_> {
    /// Draws the next frame; `None` at the end.
    ///
    /// Cost: linear in the pixels of the frame while the camera moves, else in those that changed.
    pub fn next_frame(&mut self) -> Option<AnimationFrame<'_>> {
        let Animation { cast, preset, script, view, world, window } = self.animation;
        let now = self.now;
        if now >= script.frames {
            return None;
        }
        self.now += 1;
        while let Some((_, look)) = script.looks.get(self.looks).filter(|(start, _)| *start <= now) {
            self.looks += 1;
            self.camera.aim_at(match *look {
                TimelineCameraTarget::Whole => self.far,
                TimelineCameraTarget::Near(cells) => {
                    let middle = [cells.left() + cells.right(), cells.top() + cells.bottom()];
                    let at = world.at(middle.map(|twice| twice as f32 / 2.0));
                    CameraTarget { middle: at.map(|at| at as i32 * SUBPIXELS), step: SUBPIXELS }
                }
            });
        }
        while let Some((_, said)) = script.captions.get(self.captions).filter(|(start, _)| *start <= now) {
            self.captions += 1;
            self.caption = said;
        }
        if now == 0 {
            self.stage.complete(cast.own);
        } else if now == script::OPENING {
            self.stage.clear();
        }
        let has_moved = self.camera.follow();
        let begun = self.stage.begun;
        self.stage.advance(&script.cues, now);
        let events = script.cues.get(begun..self.stage.begun).unwrap_or_default();
        let events = events.iter().filter_map(|event| words(event.what, cast, preset)).collect();
        let is_finished = now < script::OPENING || now + script::HOLD >= script.frames;
        if now + script::HOLD == script.frames {
            self.stage.complete(cast.own);
        }
        let picture = &mut self.picture;
        self.stage.draw(&self.camera, has_moved || now == 0, now, picture);
        dim(view.single_room, *world, picture);
        if is_finished && !has_moved {
            draw_signs(&cast.level, &mut LinePen::new(*window, picture));
        }
        let caption = if self.caption.is_empty() { &self.title } else { self.caption };
        write_caption(caption, *world, preset.theme().rock, picture, window.height());
        Some(AnimationFrame { number: now, picture, caption, events })
    }
}
