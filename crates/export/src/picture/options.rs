//! The options of a picture: scale, view, window and overlays.
//!
//! Consumes the level's size, and produces the window of cells and the [`Viewport`] of a picture.
//! Rejects scales, regions and rooms that are out of range.

use super::{Overlay, Overlays, PictureError, PictureStyle, View, Viewport, canvas::CELL, rock::REACH};
use crate::light::Lighting;
use roomgen::{
    geom::{Cell, Rect, Size},
    level::{Audience, Level, Tile},
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
    /// If set, draws only what is not rock, with up to this many cells of rock around it.
    ///
    /// Without effect if a room or a region is set.
    pub margin: Option<u32>,
    /// How the level is drawn: with tiles and sprites, or in ink.
    pub style: PictureStyle,
    /// Who the picture is for: [`Level::shown_to`] says what a player may see.
    pub audience: Audience,
    /// The overlays, or data about the level, that are drawn over the picture.
    pub overlays: Overlays,
    /// The cost of a room's encounters that has the hottest colour of [`Overlay::Danger`]. `None`:
    /// that of the [dearest room](super::dearest_room) of the level.
    ///
    /// Pictures compare if they have the same.
    pub hottest: Option<u32>,
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

impl PictureLight {
    /// The ambient light of a level in this light; `None` for even light.
    #[must_use]
    pub fn ambient(self, theme: &Theme) -> Option<Hundredths> {
        match self {
            Self::Theme => Some(theme.ambient),
            Self::Ambient(ambient) => Some(ambient),
            Self::Off => None,
        }
    }
}

impl PictureOptions {
    /// The minimum scale: a cell is one pixel wide.
    pub const MIN_SCALE: u32 = 1;
    /// The maximum scale: the side of a cell in pixels.
    pub const MAX_SCALE: u32 = 256;

    /// A margin in which all of the rock around walls is seen.
    pub const MARGIN: u32 = REACH.unsigned_abs();

    /// The whole level from above in its own light, at 16 pixels a cell, for the master, without
    /// overlays and legend.
    pub const DEFAULT: Self = Self {
        scale: CELL as u32,
        view: View::Top,
        room: None,
        region: None,
        margin: None,
        style: PictureStyle::Tiles,
        audience: Audience::Master,
        overlays: Overlays::NONE,
        hottest: None,
        light: PictureLight::Theme,
        legend: false,
    };

    /// The width and height in pixels of the picture of a level of `size`, without a legend.
    ///
    /// Counts only the region if one is set. With a margin, and in the isometric view, this is an
    /// upper bound, since rock is cropped; in ink it is the plan without the page around it. Needs
    /// no level and takes constant time.
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

    /// Whether a picture with these options shows lights. Some overlays need even light.
    #[must_use]
    pub fn shows_lights(self) -> bool {
        self.light != PictureLight::Off && !self.overlays.iter().any(Overlay::needs_even_light)
    }

    /// The light on the cells of `window`; `None` for even light.
    pub(crate) fn lighting(self, level: &Level, theme: &Theme, window: Rect) -> Option<Lighting> {
        let ambient = self.light.ambient(theme).filter(|_| self.shows_lights())?;
        Some(Lighting::new(level, theme, ambient, window))
    }

    /// The cells of a level that the picture shows: those around the room, the region, or the whole
    /// level, without the rock around it beyond the margin.
    pub(crate) fn window(self, level: &Level) -> Result<Rect, PictureError> {
        let (whole, part) = (level.tiles().bounds(), self.part(level.size())?);
        let Some(id) = self.room else { return Ok(self.without_rock(level, part)) };
        let room = level.room(id).ok_or(PictureError::NoRoom { room: id, rooms: level.rooms().len() })?;
        if self.region.is_some() {
            return Ok(part);
        }
        Ok(room.rect.grown(SURROUNDINGS).and_then(|shown| shown.intersection(whole)).unwrap_or(whole))
    }

    /// The cells of `part` that are not rock, with the margin around them; `part` without a margin.
    fn without_rock(self, level: &Level, part: Rect) -> Rect {
        let Some(margin) = self.margin.filter(|_| self.region.is_none()) else { return part };
        let is_rock = |cell: &Cell| level.tile(*cell) == Tile::Rock;
        let mut found: Option<Rect> = None;
        for cell in part.cells().filter(|cell| !is_rock(cell)) {
            let [left, top, right, bottom] =
                found.map_or([i32::MAX, i32::MAX, 0, 0], |rect| [rect.left(), rect.top(), rect.right(), rect.bottom()]);
            let (right, bottom) = (right.max(cell.x + 1), bottom.max(cell.y + 1));
            found = Some(Rect::from_ltrb(left.min(cell.x), top.min(cell.y), right, bottom).unwrap_or(part));
        }
        let grown = found.and_then(|found| found.grown(i32::try_from(margin).unwrap_or(i32::MAX)));
        grown.and_then(|grown| grown.intersection(part)).unwrap_or(part)
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
