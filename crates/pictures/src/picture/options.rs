//! The options of a picture: scale, view, window and overlays.
//!
//! Consumes the level's size, and produces the window of cells and the [`Viewport`] of a picture.
//! Rejects scales, regions and rooms that are out of range.

use super::{Overlay, Overlays, PictureError, View, Viewport, canvas::CELL};
use crate::light::Lighting;
use roomgen::{
    geom::{Rect, Size},
    level::Level,
    model::Hundredths,
    theme::Theme,
};

/// The options of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The scale: pixels along a cell's side, [`PictureOptions::MIN_SCALE`] to
    /// [`PictureOptions::MAX_SCALE`].
    ///
    /// Everything is drawn at 16 pixels a cell, so that multiples and fractions of 16 are the
    /// crispest. In the isometric view a cell is twice as wide as the scale, from its west to its
    /// east corner, and a metre is as high as the scale.
    pub scale: u32,
    /// The point of view: from above or isometric.
    pub view: View,
    /// If set, draws only the room with this id, with its walls and one dimmed cell around them.
    pub room: Option<u32>,
    /// If set, draws only these cells.
    ///
    /// If a room is set as well, everything but that room and its walls is dimmed.
    pub region: Option<Rect>,
    /// The overlays, or data about the level, that are drawn over the picture.
    pub overlays: Overlays,
    /// The light in which the level is shown.
    pub light: PictureLight,
    /// Whether a legend of colours and symbols stands below the picture.
    pub legend: bool,
}

/// The light in which a picture shows a level.
///
/// Overlays that colour the floor or divide it need even light, and turn it off:
/// [`Overlay::needs_even_light`](super::Overlay::needs_even_light).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureLight {
    /// The lights of props and stairs, in the ambient light of the theme.
    #[default]
    Theme,
    /// The lights of props and stairs, in an ambient light from 0 to 1.
    Ambient(Hundredths),
    /// Even light everywhere, without shadows.
    Off,
}

impl PictureOptions {
    /// The minimum scale: a cell is one pixel wide.
    pub const MIN_SCALE: u32 = 1;
    /// The maximum scale: the side of a cell in pixels.
    pub const MAX_SCALE: u32 = 64;

    /// The whole level from above in its own light, at 16 pixels a cell, without overlays and
    /// legend.
    pub const DEFAULT: Self = Self {
        scale: CELL as u32,
        view: View::Top,
        room: None,
        region: None,
        overlays: Overlays::NONE,
        light: PictureLight::Theme,
        legend: false,
    };

    /// The width and height in pixels of the picture of a level of `size`, without a legend.
    ///
    /// Counts only the region if one is set. In the isometric view this is an upper bound, since
    /// empty corners are cropped. Needs no level and takes constant time.
    ///
    /// # Errors
    ///
    /// [`PictureError::Scale`], [`PictureError::TooLarge`], [`PictureError::NoScale`] and
    /// [`PictureError::NoRegion`].
    pub fn dimensions(self, size: Size) -> Result<(u32, u32), PictureError> {
        let viewport = self.viewport(self.part(size)?)?;
        Ok((viewport.width(), viewport.height()))
    }

    /// The cells to draw without regard to `room`: the region if one is set, else the whole of a
    /// level of `size`. Fails if the region does not lie inside the level.
    fn part(self, size: Size) -> Result<Rect, PictureError> {
        let whole = Rect::from(size);
        match self.region {
            Some(region) if !whole.contains_rect(region) => Err(PictureError::NoRegion { region, size }),
            region => Ok(region.unwrap_or(whole)),
        }
    }

    /// The viewport that shows the cells of `window`, at the scale and in the view of these
    /// options.
    pub(super) fn viewport(self, window: Rect) -> Result<Viewport, PictureError> {
        let scale = self.scale;
        if !(Self::MIN_SCALE..=Self::MAX_SCALE).contains(&scale) {
            return Err(PictureError::Scale { scale });
        }
        let at = |scale: u32| Viewport::new(self.view, scale, window);
        at(scale).ok_or_else(|| {
            let largest = (Self::MIN_SCALE..scale).rev().find(|&smaller| at(smaller).is_some());
            let (width, height) = (window.width(), window.height());
            match largest {
                Some(largest) => PictureError::TooLarge { width, height, scale, largest },
                None => PictureError::NoScale { width, height },
            }
        })
    }

    /// The light on the cells of `window`; `None` for even light.
    pub(super) fn lighting(self, level: &Level, theme: &Theme, window: Rect) -> Option<Lighting> {
        let ambient = match self.light {
            _ if self.overlays.iter().any(Overlay::needs_even_light) => return None,
            PictureLight::Theme => theme.ambient,
            PictureLight::Ambient(ambient) => ambient,
            PictureLight::Off => return None,
        };
        Some(Lighting::new(level, theme, ambient, window))
    }

    /// The cells of a level that the picture shows: those around the room, the region, or the whole
    /// level.
    pub(super) fn window(self, level: &Level) -> Result<Rect, PictureError> {
        let (whole, part) = (level.tiles().bounds(), self.part(level.size())?);
        let Some(id) = self.room else { return Ok(part) };
        let room = level.room(id).ok_or(PictureError::NoRoom { room: id, rooms: level.rooms().len() })?;
        if self.region.is_some() {
            return Ok(part);
        }
        Ok(room.rect.grown(SURROUNDINGS).and_then(|shown| shown.intersection(whole)).unwrap_or(whole))
    }
}

/// The number of cells shown on each side of a room that is drawn alone: its walls, and one more.
const SURROUNDINGS: i32 = 2;

impl Default for PictureOptions {
    /// Returns [`PictureOptions::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}
