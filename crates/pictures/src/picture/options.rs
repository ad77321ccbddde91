//! How to draw a picture, and what of a level it shows then.

use super::{Frame, Overlays, PictureError, View, canvas::CELL};
use roomgen::{
    geom::{Rect, Size},
    level::Level,
};

/// How to draw a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Side of a cell in pixels, [`Options::MIN_SCALE`] to [`Options::MAX_SCALE`]. Multiples and fractions of 16 are the
    /// crispest: everything is drawn at 16 pixels a cell. In the isometric view a cell is twice as wide, from its west to its
    /// east corner, and a metre is as high.
    pub scale: u32,
    /// From where the level is seen.
    pub view: View,
    /// Only this room, with its walls and a cell of its surroundings.
    pub room: Option<u32>,
    /// Only these cells. With a room as well, it is the room that lies in the light.
    pub region: Option<Rect>,
    /// What is drawn over the picture.
    pub overlays: Overlays,
    /// Whether a legend stands below the picture: what its colours and signs mean.
    pub legend: bool,
}

impl Options {
    /// The smallest scale: a pixel for each cell.
    pub const MIN_SCALE: u32 = 1;
    /// The largest scale, in pixels a cell.
    pub const MAX_SCALE: u32 = 64;

    /// The whole level from above, at 16 pixels a cell, and nothing over it.
    pub const DEFAULT: Self =
        Self { scale: CELL as u32, view: View::Top, room: None, region: None, overlays: Overlays::NONE, legend: false };

    /// Columns and rows of the picture of a whole level of `size`, or of its region, without a legend; in the isometric view at most,
    /// since corners without anything are left out. Free: for a look before a level is made.
    ///
    /// # Errors
    ///
    /// [`PictureError::Scale`], [`PictureError::TooLarge`], [`PictureError::NoScale`] and [`PictureError::NoRegion`].
    pub fn sides(self, size: Size) -> Result<(u32, u32), PictureError> {
        let frame = self.frame(self.part(size)?)?;
        Ok((frame.width(), frame.height()))
    }

    /// The region of a level of `size`, or all of it.
    fn part(self, size: Size) -> Result<Rect, PictureError> {
        let whole = Rect::from(size);
        match self.region {
            Some(region) if !whole.contains_rect(region) => Err(PictureError::NoRegion { region, size }),
            region => Ok(region.unwrap_or(whole)),
        }
    }

    /// Where the cells of a window lie in the picture.
    pub(super) fn frame(self, window: Rect) -> Result<Frame, PictureError> {
        let scale = self.scale;
        if !(Self::MIN_SCALE..=Self::MAX_SCALE).contains(&scale) {
            return Err(PictureError::Scale { scale });
        }
        let at = |scale: u32| Frame::new(self.view, scale, window);
        at(scale).ok_or_else(|| {
            let largest = (Self::MIN_SCALE..scale).rev().find(|&smaller| at(smaller).is_some());
            let (width, height) = (window.width(), window.height());
            match largest {
                Some(largest) => PictureError::TooLarge { width, height, scale, largest },
                None => PictureError::NoScale { width, height },
            }
        })
    }

    /// The cells that are shown of a level.
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

/// What is shown about a room that is drawn by itself, in cells: its walls, and one more.
const SURROUNDINGS: i32 = 2;

impl Default for Options {
    /// [`Options::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}
