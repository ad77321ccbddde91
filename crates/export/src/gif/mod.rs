//! Animates the generation of a level: a preset and a seed in, the bytes of a GIF out. No I/O.
//!
//! `RecordedSteps` observes generation and records its steps as data. An `AnimatedLevel` matches
//! them with the props of the finished level, and an `AnimationTimeline` assigns them to frames.
//! For each frame an `AnimationPainter` paints the level with the drawing code of
//! [`picture`](super::picture), a `Camera` samples it, and a `FrameDiffEncoder` encodes the pixels
//! that changed.
//!
//! The same preset, request and options give the same bytes. The duration is bounded for any level
//! size: in a larger level more happens at once.

mod camera;
mod cast;
mod effects;
#[cfg(feature = "gif")]
mod film;
mod frames;
#[cfg(feature = "gif")]
mod palette;
mod script;
mod stage;
mod story;
#[cfg(test)]
mod tests;
mod words;

use thiserror::Error;

use super::picture::{LinePen, Picture, Viewport, write_text};
use camera::{Camera, CameraTarget, SUBPIXELS};
use cast::AnimatedLevel;
#[cfg(feature = "gif")]
pub use film::write;
pub use frames::{Animation, AnimationFrame, AnimationFrames};
use roomgen::{
    ReproduceError,
    color::Color,
    geom::{Rect, Size},
};
use script::{AnimationTimeline, FRAME, TimelineCameraTarget};
use stage::AnimationPainter;
use story::RecordedSteps;

/// Options of an animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GifOptions {
    /// The side of a cell in pixels while the whole level is in view.
    ///
    /// [`GifOptions::MIN_SCALE`] to [`GifOptions::MAX_SCALE`]. `None` selects the largest scale for
    /// which a frame fits into 640 by 400 pixels, at most 16 (24 with `room`), or 1 if there is
    /// none.
    pub scale: Option<u32>,
    /// Animates only the furnishing of this room, in a close-up.
    pub room: Option<u32>,
    /// Whether anchors, clearances, and props that are rejected or removed are shown.
    pub marks: bool,
}

impl GifOptions {
    /// The minimum scale: a cell is one pixel wide.
    pub const MIN_SCALE: u32 = 1;
    /// The maximum scale: the side of a cell in pixels.
    pub const MAX_SCALE: u32 = 32;
    /// The maximum number of pixels of a frame, 2^20, since an animation has hundreds of frames.
    pub const MAX_PIXELS: u64 = 1 << 20;

    /// The width and height in pixels of a frame of a whole level of `size`, without the caption.
    ///
    /// Takes constant time, so a caller can check the options before it generates a level.
    ///
    /// # Errors
    ///
    /// [`GifError::Scale`] and [`GifError::TooLarge`].
    pub fn dimensions(self, size: Size) -> Result<(u32, u32), GifError> {
        let scale = self.fitting([size.width(), size.height()])?;
        Ok((size.width() as u32 * scale, size.height() as u32 * scale))
    }

    /// Returns the side of a cell in pixels, for a window of this width and height in cells.
    fn fitting(self, [width, height]: [i32; 2]) -> Result<u32, GifError> {
        let cells = width as u64 * height as u64;
        let fits = |scale: u32| cells * u64::from(scale) * u64::from(scale) <= Self::MAX_PIXELS;
        let most = if self.room.is_some() { ROOM_SCALE } else { LEVEL_SCALE };
        let is_small = |scale: &u32| width as u32 * scale <= FRAME_SIDES[0] && height as u32 * scale <= FRAME_SIDES[1];
        let scale = match self.scale {
            Some(scale) if !(Self::MIN_SCALE..=Self::MAX_SCALE).contains(&scale) => {
                return Err(GifError::Scale { scale });
            }
            Some(scale) => scale,
            None => (Self::MIN_SCALE..=most).rev().find(is_small).unwrap_or(Self::MIN_SCALE),
        };
        if fits(scale) {
            return Ok(scale);
        }
        let largest = (Self::MIN_SCALE..scale).rev().find(|&smaller| fits(smaller));
        Err(GifError::TooLarge { width, height, scale, largest })
    }
}

/// The maximum width and height of a frame in pixels at a default scale. Web pages show such a
/// frame unscaled, and files stay small.
const FRAME_SIDES: [u32; 2] = [640, 400];

/// The maximum default scales, for a whole level and for a single room: sides of a cell in pixels.
const LEVEL_SCALE: u32 = 16;
const ROOM_SCALE: u32 = 24;

/// The desired side of a cell in close-ups, in pixels, and the maximum zoom factor (`NEAREST`).
const NEAR_SCALE: u32 = 16;
const NEAREST: u32 = 4;

/// The margin shown around the room if a single room is animated, in cells.
const SURROUNDINGS: i32 = 2;

/// The height of the caption below the picture, in pixels.
const CAPTION: u32 = 14;

/// The number of close-ups of rooms. While the camera moves, every pixel of a frame is new, so this
/// number decides the size of the file.
const CLOSE_UPS: usize = 1;

/// The fraction of the distance to its target that the camera covers in 0.1 s.
const CAMERA_SPEED: f32 = 0.97;

/// Why an animation could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GifError {
    /// The scale is out of range.
    #[error(
        "the scale {scale} is out of range: a cell is {} to {} pixels wide",
        GifOptions::MIN_SCALE,
        GifOptions::MAX_SCALE
    )]
    Scale {
        /// The given scale.
        scale: u32,
    },
    /// Frames would have more than [`GifOptions::MAX_PIXELS`] pixels.
    #[error(
        "at a scale of {scale}, {width}x{height} cells make frames of more than {} pixels: {}",
        GifOptions::MAX_PIXELS,
        advice(*largest)
    )]
    TooLarge {
        /// The width in cells of the part of the level that is shown.
        width: i32,
        /// The height in cells of the part of the level that is shown.
        height: i32,
        /// The given scale: the side of a cell in pixels.
        scale: u32,
        /// The largest scale at which frames have few enough pixels, if any.
        largest: Option<u32>,
    },
    /// The level has no such room.
    #[error("there is no room {room}: the level has {rooms} rooms, numbered from 0 to {}", rooms.saturating_sub(1))]
    NoRoom {
        /// The given room id.
        room: u32,
        /// The number of rooms of the level.
        rooms: usize,
    },
    /// The preset and seed of a level do not give it again.
    #[error("the level cannot be generated again: {0}")]
    Reproduce(#[from] ReproduceError),
    /// The encoder failed; its message.
    #[error("the animation could not be encoded: {0}")]
    Encode(String),
}

fn advice(largest: Option<u32>) -> String {
    match largest {
        Some(largest) => format!("the largest scale that fits is {largest}"),
        None => "the level is too large; a single room may fit".to_owned(),
    }
}

/// Lays the timeline of a level or of one room out, and chooses the window, scale and camera.
fn planned(
    cast: &AnimatedLevel,
    story: &RecordedSteps,
    options: GifOptions,
) -> Result<(AnimationTimeline, AnimationView), GifError> {
    // Rejected props are added to the level, and change neither rooms nor size.
    let level = &cast.level;
    if let Some(room) = options.room {
        let rooms = level.rooms().len();
        let room = level.room(room).ok_or(GifError::NoRoom { room, rooms })?;
        let whole = level.tiles().bounds();
        let window = room.rect.grown(SURROUNDINGS).and_then(|shown| shown.intersection(whole)).unwrap_or(whole);
        let view = AnimationView {
            window,
            scale: options.fitting([window.width(), window.height()])?,
            zoom: 1,
            approach: 1.0,
            single_room: Some(room.rect),
        };
        return Ok((AnimationTimeline::room(cast, room, options.marks), view));
    }
    let window = level.tiles().bounds();
    let scale = options.fitting([window.width(), window.height()])?;
    let zoom = (NEAR_SCALE / scale).clamp(2, NEAREST);
    let reach = [window.width(), window.height()].map(|cells| cells / zoom as i32);
    let script = AnimationTimeline::whole(cast, story, CLOSE_UPS, reach, options.marks);
    Ok((script, AnimationView { window, scale, zoom, approach: CAMERA_SPEED, single_room: None }))
}

/// What an animation shows: its window of cells, its scale, and the zoom and speed of its camera.
#[derive(Clone, Copy, Debug)]
struct AnimationView {
    /// The cells that the animation shows.
    window: Rect,
    /// The side of a cell in pixels while the whole window is in view.
    scale: u32,
    /// The zoom factor of close-ups.
    zoom: u32,
    /// The fraction of the distance to its target that the camera covers in 0.1 s.
    approach: f32,
    /// The rectangle of the room, if the animation shows a single room.
    single_room: Option<Rect>,
}

const TEXT: Color = Color::new(0xd8, 0xd2, 0xc4);

fn write_caption(text: &str, viewport: Viewport, rock: Color, picture: &mut Picture, top: u32) {
    let start = (top * picture.width() * 3) as usize;
    picture.bytes_mut()[start..].as_chunks_mut::<3>().0.fill([rock.r, rock.g, rock.b]);
    write_text(&mut LinePen::new(viewport, picture), text, [4, top as i32 + 3], TEXT);
}

/// Dims the surroundings of a room that is shown alone.
fn dim(alone: Option<Rect>, viewport: Viewport, picture: &mut Picture) {
    if let Some(room) = alone {
        viewport.dim_all_but(room, picture);
    }
}
