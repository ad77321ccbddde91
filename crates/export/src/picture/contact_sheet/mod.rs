//! Contact sheets: many levels of a preset in one picture, each with its numbers below it.
//!
//! Consumes a [`ContactSheetSubject`], which says how many levels there are, and then the levels
//! with their pictures, one by one and in any order. Produces a [`Picture`].
//!
//! The levels of one seed form a block: floors from left to right and difficulties from top to
//! bottom, or either of them from left to right if there is only one of the other. Blocks stand in
//! rows, in the order of seeds.

mod caption;
mod layout;
mod run_layout;
mod run_sheet;
#[cfg(test)]
mod tests;

use super::{
    Overlay, Overlays, Picture, PictureError, PictureLight, PictureOptions, View,
    font::{self, write},
    ink::{self, EDGE, FAINT, TEXT, fill, fitted, outline, text_width},
    legend::{danger_scale, ramp},
    overlay::{LOOT, MEMBER, danger_heat},
    pen::LinePen,
};
use caption::{Caption, lines};
use layout::{ABOUT_TIMES, ABOVE_CAPTION, MARGIN, SheetLayout, titled};
use roomgen::{color::Color, level::Level, preset::Preset, survey::Measurer};
pub use run_sheet::RunSheet;

/// What a contact sheet shows.
#[derive(Clone, Debug)]
pub struct ContactSheetSubject<'a> {
    /// The title of the sheet: the name of the preset, or of the run.
    pub title: &'a str,
    /// The preset of the levels; of runs, that of the largest ones.
    pub preset: &'a Preset,
    /// What the levels have in common, such as size and seeds: parts of a line, which is broken
    /// between them if it is too long.
    pub about: Vec<String>,
    /// Which levels these are.
    pub levels: SheetLevels,
    /// The difficulties of each seed's levels, at least one.
    pub difficulties: Vec<f32>,
    /// The floors of each seed, at least one.
    pub floors: Vec<u32>,
}

/// The levels of a contact sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetLevels {
    /// Those of seeds: each with each difficulty, on each floor. Places without a level stay empty.
    Seeds {
        /// The number of seeds, at least one.
        count: u64,
        /// The largest seed.
        largest: u64,
    },
    /// A list in any order, such as what was found: for each level the phrases of its caption,
    /// behind the seed, in the place of what captions measure else. As many for each level.
    List {
        /// The phrases of each level.
        captions: Vec<Vec<String>>,
        /// The largest seed.
        last_seed: u64,
    },
}

/// How a contact sheet is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContactSheetOptions {
    /// Pixels along a cell's side, as [`PictureOptions::scale`]. `None`: the largest of some scales
    /// up to 16 with which the sheet has at most 8 million pixels, or else 1.
    pub scale: Option<u32>,
    /// The number of seeds in a row of the sheet. `None`: the number with which the sheet is
    /// nearest to 16:10.
    pub columns: Option<u32>,
    /// The point of view of each level.
    pub view: View,
    /// The overlays of each level.
    pub overlays: Overlays,
    /// The scale of [`Overlay::Danger`], as [`PictureOptions::hottest`]: the same for all levels,
    /// and said below the title. `None`: each level has its own.
    pub hottest: Option<u32>,
    /// The light in which each level is shown.
    pub light: PictureLight,
}

impl ContactSheetOptions {
    /// The cost that has the hottest colour of danger on all levels, if they show it.
    fn scale_of_danger(self) -> Option<u32> {
        self.hottest.filter(|_| self.overlays.contains(Overlay::Danger))
    }
}

/// The width in pixels of the colours of danger below the title.
const RAMP: i32 = 96;

/// Draws the colours of danger and what they stand for, in a line below the title.
fn draw_scale_of_danger(pen: &mut LinePen<'_>, hottest: u32, wide: i32, y: i32) {
    let letters = font::LINE * ABOUT_TIMES;
    let place = [MARGIN, y - ABOUT_TIMES, RAMP, letters];
    ramp(pen, place, danger_heat);
    outline(pen, place, EDGE);
    let mut left = RAMP + 6 * ABOUT_TIMES;
    let scale = fitted(&danger_scale(hottest), wide - left, ABOUT_TIMES);
    let texts = [(scale.as_str(), FAINT), ("white: that cost", MEMBER), ("green: the value of its loot", LOOT)];
    for (text, color) in texts {
        // Narrow sheets have the scale alone.
        if text_width(text, ABOUT_TIMES) > wide - left {
            break;
        }
        write(pen, text, [MARGIN + left, y], ABOUT_TIMES, color);
        left += text_width(text, ABOUT_TIMES) + 8 * ABOUT_TIMES;
    }
}

/// A contact sheet, to which levels are added.
///
/// ```
/// use roomgen::{Generator, Preset};
/// use roomgen_export::png::{
///     self, ContactSheet, ContactSheetOptions, ContactSheetSubject, SheetLevels,
/// };
///
/// let preset = Preset::built_in("crypt")?;
/// let subject = ContactSheetSubject {
///     title: preset.name(),
///     preset: &preset,
///     about: vec![preset.size().to_string()],
///     levels: SheetLevels::Seeds { count: 4, largest: 3 },
///     difficulties: vec![0.0],
///     floors: vec![0],
/// };
/// let mut sheet = ContactSheet::new(&subject, ContactSheetOptions::default())?;
/// let mut generator = Generator::new(&preset);
/// for seed in 0..4 {
///     let level = generator.generate(seed);
///     let picture = png::render(&level, preset.theme(), sheet.picture_options())?;
///     sheet.add(seed, &level, &picture);
/// }
/// let bytes = png::encode(&sheet.into_picture())?;
/// assert!(bytes.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactSheet {
    picture: Picture,
    layout: SheetLayout,
    /// The colour around levels that do not fill their place.
    rock: Color,
    options: PictureOptions,
    /// The phrases of captions, for a list of levels.
    captions: Option<Vec<Vec<String>>>,
    measurer: Measurer,
}

impl ContactSheet {
    /// The maximum number of levels on a sheet: more than anybody looks at.
    pub const MAX_LEVELS: u64 = 10_000;

    /// Creates a sheet without levels.
    ///
    /// # Errors
    ///
    /// [`PictureError::ManyLevels`], [`PictureError::LargePage`], [`PictureError::Scale`], and
    /// [`PictureError::TooLarge`] and [`PictureError::NoScale`] if a single level is too large.
    pub fn new(subject: &ContactSheetSubject, options: ContactSheetOptions) -> Result<Self, PictureError> {
        let (layout, scale) = SheetLayout::of(subject, options)?;
        let mut picture = titled(layout.sides, subject.title, &subject.about, &layout.about);
        if let Some((hottest, y)) = options.scale_of_danger().zip(layout.scale_line())
            && let Some(mut pen) = ink::pen(&mut picture)
        {
            draw_scale_of_danger(&mut pen, hottest, layout.sides.0 as i32 - 2 * MARGIN, y);
        }
        let options = PictureOptions {
            scale,
            view: options.view,
            overlays: options.overlays,
            hottest: options.hottest,
            light: options.light,
            ..PictureOptions::DEFAULT
        };
        let rock = subject.preset.theme().rock;
        let captions = match &subject.levels {
            SheetLevels::Seeds { .. } => None,
            SheetLevels::List { captions, .. } => Some(captions.clone()),
        };
        Ok(Self { picture, layout, rock, options, captions, measurer: Measurer::default() })
    }

    /// The options with which the picture of each level is drawn.
    #[must_use]
    pub fn picture_options(&self) -> PictureOptions {
        self.options
    }

    /// The width and height of the sheet in pixels.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        self.layout.sides
    }

    /// The pixel of the sheet at which the picture of a level has its top left corner, if it is as
    /// large as [`PictureOptions::dimensions`] says; a smaller one is centred there. `None` for a
    /// position that the sheet does not have.
    #[must_use]
    pub fn corner(&self, position: u64) -> Option<(u32, u32)> {
        self.layout.corner(position)
    }

    /// Adds a level and its picture, drawn with [`ContactSheet::picture_options`].
    ///
    /// Positions are those of a list, or count seed by seed; of a seed all floors of the first
    /// difficulty, then those of the next one. Does nothing for a position that the sheet does not
    /// have.
    ///
    /// Cost: linear in the pixels of the picture, and in rooms and passages.
    pub fn add(&mut self, position: u64, level: &Level, picture: &Picture) {
        let Some((left, top)) = self.corner(position) else { return };
        let layout = &self.layout;
        let Some(mut pen) = ink::pen(&mut self.picture) else { return };
        let place = [left, top, layout.level.0, layout.level.1].map(|length| length as i32);
        fill(&mut pen, place, self.rock);
        outline(&mut pen, place, EDGE);
        let inset = |most: u32, side: u32| most.saturating_sub(side) / 2;
        let corner = [left + inset(layout.level.0, picture.width), top + inset(layout.level.1, picture.height)];
        self.picture.lay(picture, corner);

        let Some(mut pen) = ink::pen(&mut self.picture) else { return };
        let phrases =
            self.captions.as_ref().map(|captions| captions.get(position as usize).cloned().unwrap_or_default());
        let caption = Caption::of(level, layout.shows, phrases, &mut self.measurer);
        let colored = [(&caption.request, &layout.request, TEXT), (&caption.numbers, &layout.numbers, FAINT)];
        let mut y = top as i32 + layout.level.1 as i32 + ABOVE_CAPTION;
        for (phrases, breaks, color) in colored {
            for line in lines(phrases, breaks) {
                write(
                    &mut pen,
                    &fitted(&line, layout.cell.0 as i32, layout.times),
                    [left as i32, y],
                    layout.times,
                    color,
                );
                y += layout.line();
            }
        }
    }

    /// The finished sheet.
    #[must_use]
    pub fn into_picture(self) -> Picture {
        self.picture
    }
}
