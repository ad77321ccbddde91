//! Draws pictures of levels, from above or isometric, with overlays and a legend; and pages of
//! several levels.
//!
//! Consumes a [`Level`], a [`Theme`] and [`PictureOptions`], and produces the pixels of a
//! [`Picture`]. A picture shows the whole level, a region or one room.
//!
//! Everything is drawn one row of cells at a time, at 16 pixels a cell, at every scale. The view
//! from above resamples each finished row to the requested scale, so that every scale shows the
//! same picture. The isometric view projects the floors and then draws walls, doors and props on
//! them, from back to front. Beyond the picture, memory holds a few rows of cells and what stands
//! in the window. Of all other props, rooms and doors, only the rectangle is read.
//!
//! Layers, from back to front: rock and floors; contact shadows; overlays that tint cells; the
//! borders of the start and end rooms; walls and doors; flat props and what hangs over the stairs;
//! the tint of danger; stairs; standing props; overhead props. These are shown in the level's
//! light. Over them, as bright in the dark as in the light, lie the drawing of rock near walls and
//! the markers. Then come signs of locks, keys and one-way doors, and overlays of lines and labels,
//! drawn in the pixels of the finished picture.
//!
//! Variation between cells comes from a hash of the coordinates. The same level and theme give the
//! same pixels on every platform.

mod boulders;
mod canvas;
mod contact_sheet;
mod contour;
mod crags;
mod doors;
mod error;
mod facing;
mod floors;
mod font;
mod gates;
mod grounds;
mod ink;
#[doc(hidden)]
pub mod ink_page;
mod iso;
mod labels;
mod legend;
mod looks;
mod markers;
mod marks;
mod minimap;
mod mission;
mod options;
mod overlay;
mod paving;
mod pen;
#[cfg(feature = "png")]
pub(crate) mod pieces;
mod projection;
mod props;
mod record;
mod refine;
mod rock;
mod rows;
mod scale;
pub(crate) mod scene;
mod solidity;
mod sprites;
mod style;
pub(crate) mod sunken;
mod terrain;
mod top;
mod view;
mod walkthrough;
mod walls;

#[cfg(test)]
mod fixture;
#[cfg(test)]
#[path = "../../../../tests/pixels.rs"]
pub(crate) mod pixels;
#[cfg(test)]
mod tests;

pub(crate) use crate::light::ambient_color;
pub use crate::light::{left_out_lights, lit_cells};
pub(crate) use canvas::mix;
pub use contact_sheet::{ContactSheet, ContactSheetOptions, ContactSheetSubject, RunSheet, SheetLevels};
pub use error::PictureError;
pub(crate) use font::write_text;
use ink_page::InkPage;
pub use minimap::minimap;
pub(crate) use mission::draw_signs;
pub use options::{PictureLight, PictureOptions};
pub(crate) use overlay::{FloorTints, main_way};
pub use overlay::{Overlay, Overlays, dearest_room};
pub(crate) use pen::{LinePen, LineStyle};
pub use projection::Projection;
pub use record::GenerationRecord;
pub(crate) use record::RecordedCut;
use roomgen::{
    color::Color,
    level::{Audience, Level},
    theme::Theme,
};
pub use style::PictureStyle;
pub(crate) use top::TopPainter;
pub use view::View;
pub(crate) use view::Viewport;
pub(crate) use walkthrough::walkthrough_lines;

/// Encodes a picture as the bytes of a file.
pub type PictureEncoder = fn(&Picture) -> Result<Vec<u8>, PictureError>;

/// A finished picture: opaque RGB pixels, eight bits a channel.
///
/// Guarantee: exactly `3 * width * height` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Picture {
    /// The maximum number of pixels of a picture, 2^28.
    pub const MAX_PIXELS: u64 = 1 << 28;

    /// Creates a picture of one colour.
    pub(crate) fn filled(width: u32, height: u32, color: Color) -> Self {
        let mut bytes = vec![0; width as usize * height as usize * 3];
        bytes.as_chunks_mut::<3>().0.fill([color.r, color.g, color.b]);
        Self { width, height, bytes }
    }

    /// The width of the picture in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height of the picture in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The red, green and blue bytes of each pixel, row-major from the top left.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of [`Picture::bytes`], mutable.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// The number of bytes that [`Picture::write_rgba`] writes: four for each pixel.
    #[must_use]
    pub fn rgba_length(&self) -> usize {
        self.bytes.len() / 3 * 4
    }

    /// Writes red, green, blue and an opaque alpha byte of each pixel, row-major from the top left:
    /// as canvases of browsers and textures of engines take them.
    ///
    /// Overwrites all of `rgba`. Allocates nothing and encodes nothing. Cost: linear in the pixels.
    ///
    /// # Errors
    ///
    /// [`PictureError::BufferSize`] unless `rgba` has [`Picture::rgba_length`] bytes. Nothing is
    /// written then.
    ///
    /// ```
    /// use roomgen::{Preset, generate};
    /// use roomgen_export::picture::{PictureOptions, render};
    ///
    /// let preset = Preset::built_in("crypt")?;
    /// let options = PictureOptions { scale: 4, ..PictureOptions::default() };
    /// let picture = render(&generate(&preset, 42), preset.theme(), options)?;
    /// let mut texture = vec![0; picture.rgba_length()];
    /// picture.write_rgba(&mut texture)?;
    /// assert_eq!(texture.len(), 4 * 80 * 4 * 50 * 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_rgba(&self, rgba: &mut [u8]) -> Result<(), PictureError> {
        let (given, needed) = (rgba.len(), self.rgba_length());
        if given != needed {
            return Err(PictureError::BufferSize { given, needed });
        }
        for (out, &[red, green, blue]) in rgba.as_chunks_mut::<4>().0.iter_mut().zip(self.bytes.as_chunks::<3>().0) {
            *out = [red, green, blue, u8::MAX];
        }
        Ok(())
    }

    /// Copies a picture into this one at `(left, top)`. Parts beyond the right and lower edges are
    /// left out: lower rows, or all of it if it is too wide.
    fn lay(&mut self, part: &Self, [left, top]: [u32; 2]) {
        let (wide, taken) = (self.width as usize * 3, part.width as usize * 3);
        let start = left as usize * 3;
        for (row, from) in self.bytes.chunks_exact_mut(wide).skip(top as usize).zip(part.bytes.chunks_exact(taken)) {
            if let Some(row) = row.get_mut(start..start + taken) {
                row.copy_from_slice(from);
            }
        }
    }

    /// Takes the bytes of [`Picture::bytes`] out of the picture, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Draws `level` in the colours and with the sprites of `theme`.
///
/// Cost: linear in the cells and props that are shown, in the pixels, and in the total number of
/// props, rooms and doors, of which only the rectangle is read. [`Overlay::Distance`] also measures
/// the whole level.
///
/// # Errors
///
/// Every variant of [`PictureError`] except [`PictureError::Encode`] and
/// [`PictureError::BufferSize`]. [`PictureError::NeedsRecord`] is for overlays whose
/// [`Overlay::needs_record`] is true.
pub fn render(level: &Level, theme: &Theme, options: PictureOptions) -> Result<Picture, PictureError> {
    draw(level, theme, None, options)
}

/// Draws `level` as [`render`] does, with any overlay.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::picture::{GenerationRecord, PictureOptions, Overlay, render_recorded};
///
/// let preset = Preset::built_in("crypt")?;
/// let level = generate(&preset, 42);
/// let record = GenerationRecord::of(&level, &preset)?;
/// let overlays = Overlay::Partition.into();
/// let options = PictureOptions { overlays, ..PictureOptions::default() };
/// let picture = render_recorded(&level, preset.theme(), &record, options)?;
/// assert_eq!(picture.width(), 16 * 80);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`render`], but for [`PictureError::NeedsRecord`].
pub fn render_recorded(
    level: &Level,
    theme: &Theme,
    making: &GenerationRecord,
    options: PictureOptions,
) -> Result<Picture, PictureError> {
    draw(level, theme, Some(making), options)
}

fn draw(
    level: &Level,
    theme: &Theme,
    making: Option<&GenerationRecord>,
    options: PictureOptions,
) -> Result<Picture, PictureError> {
    let level = &*level.shown_to(options.audience);
    if options.style == PictureStyle::Ink {
        return ink_page(level, options)?.paint(options.scale);
    }
    for overlay in options.overlays.iter() {
        if options.audience == Audience::Player && !overlay.is_for_players() {
            return Err(PictureError::MasterOnly { overlay });
        }
        if overlay.needs_record() && making.is_none() {
            return Err(PictureError::NeedsRecord { overlay });
        }
        if overlay.is_top_only() && options.view == View::Iso {
            return Err(PictureError::TopOnly { overlay });
        }
    }
    let window = options.window(level)?;
    let viewport = options.viewport(window)?.cropped(level);
    let nothing = GenerationRecord::default();
    let subject =
        PictureInputs { level, theme, making: making.unwrap_or(&nothing), viewport, hottest: options.hottest };
    let legend = options.legend.then(|| legend::draw(&subject, options.overlays));
    let legend_rows = legend.as_ref().map_or(0, Picture::height);
    if u64::from(viewport.width()) * u64::from(viewport.height() + legend_rows) > Picture::MAX_PIXELS {
        let largest = options.scale.saturating_sub(1).max(PictureOptions::MIN_SCALE);
        let (width, height) = (window.width(), window.height());
        return Err(PictureError::TooLarge { width, height, scale: options.scale, largest });
    }
    let mut picture = Picture::filled(viewport.width(), viewport.height(), theme.rock);
    let ground = options.overlays.ground(&subject);
    let lighting = options.lighting(level, theme, window);
    match options.view {
        View::Top => TopPainter::new(level, theme, viewport, lighting).paint(window, &ground, &mut picture),
        View::Iso => iso::draw(&subject, options.room, &ground, lighting.as_ref(), &mut picture),
    }
    if let Some(room) = options.room.and_then(|id| level.room(id)) {
        viewport.dim_all_but(room.rect, &mut picture);
    }
    draw_signs(level, &mut LinePen::new(viewport, &mut picture));
    options.overlays.draw(&subject, &mut picture);
    Ok(match legend {
        Some(legend) => legend::below(&picture, &legend, theme.rock),
        None => picture,
    })
}

/// The page of a level in ink, for a picture. `level` is as its audience sees it.
pub(crate) fn ink_page(level: &Level, options: PictureOptions) -> Result<InkPage, PictureError> {
    if let Some(overlay) = options.overlays.iter().next() {
        return Err(PictureError::TilesOnly { what: format!("the overlay {overlay}") });
    }
    if options.view != View::Top {
        return Err(PictureError::TilesOnly { what: format!("the view {}", options.view) });
    }
    options.viewport(options.window(level)?)?;
    InkPage::of_shown(level, options)
}

/// The inputs of one picture: the level, its theme and recorded generation steps, and the viewport.
#[derive(Clone, Copy, Debug)]
struct PictureInputs<'a> {
    level: &'a Level,
    theme: &'a Theme,
    making: &'a GenerationRecord,
    viewport: Viewport,
    /// As in [`PictureOptions::hottest`].
    hottest: Option<u32>,
}

impl PictureInputs<'_> {
    /// The cost that has the hottest colour of [`Overlay::Danger`].
    fn hottest(&self) -> u32 {
        self.hottest.unwrap_or_else(|| dearest_room(self.level))
    }
}
