//! Plans and pages of a level as SVG, for documents and for inspection in a browser.
//!
//! Both are the shapes of a page in ink. Each of its layers is a group with the layer's name as id:
//! `hatching`, `terrain`, `floor`, `ponds`, `bridges`, `things`, `walls`, `stairs`, `doors`,
//! `markers`, `keys`, `numbers`, `page`, `key`. Beside these stand
//!
//! - `rooms`, above the floor: an area for each room and each opening, without a colour;
//! - `lights`, in a plan: a shade over all floors, and a pool for each prop whose light burns: the
//!   floor that sees it, up to the light's radius. It multiplies what lies below;
//! - `path`, in a plan: the main path from entry to exit, and the `walkthrough` of a mission.
//!
//! What stands for a thing of the level has a class, `data-` attributes for scripts and a title,
//! which browsers show and read out. The attributes are the fields of its record in level files, as
//! `data-allowance-loot`; `id` is `data-room`, `data-passage`, `data-key` or `data-prop`, and rooms
//! have what they `spent` of their allowance. The classes are `room`, `door`, `lock`, `one-way`,
//! `key`, `terrain`, `cover` (what props of a kind cover of the floor), `prop`, `marker` and
//! `stairs`.
//!
//! A plan for players has neither rooms, numbers nor a path; [`write_with`] draws it, and pages in
//! ink.
//!
//! The file refers to no fonts, scripts or other files, and sets colours as attributes, which every
//! SVG reader supports.

mod data;
mod lights;
mod page;
mod pen;
mod route;

use roomgen::{level::Level, model::Hundredths, theme::Theme};

use crate::picture::{PictureError, PictureOptions, PictureStyle, ink_page::InkPage};
use page::PlanWriter;

/// The scale of plans: the side of a cell in pixels.
const PIXELS: u32 = 16;

/// The ambient light of plans whose theme is not known.
const DUSK: f32 = 0.5;

/// Draws the plan of a level at dusk, and returns it as an SVG file.
///
/// Cost: linear in cells and props, and in the cells that lights reach.
///
/// # Errors
///
/// [`PictureError::LargePlan`].
pub fn write(level: &Level) -> Result<String, PictureError> {
    let theme = Theme { ambient: Hundredths::exact(DUSK).unwrap_or_default(), ..Theme::default() };
    write_with(level, &theme, PictureOptions::DEFAULT)
}

/// Draws a level as [`write()`] does, or as a page in ink, for an audience.
///
/// Of the options, the style, the light and the audience count, and in ink also the scale, region
/// and room. A plan for players shows what [`Level::shown_to`] leaves, without numbers and kinds of
/// rooms.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::picture::{PictureOptions, PictureStyle};
/// use roomgen_export::svg;
///
/// let preset = Preset::built_in("crypt")?;
/// let options = PictureOptions { style: PictureStyle::Ink, ..PictureOptions::default() };
/// let page = svg::write_with(&generate(&preset, 42), preset.theme(), options)?;
/// assert!(page.contains("<g id=\"hatching\">"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`PictureError::LargePlan`], and in ink those of a region or a room.
pub fn write_with(level: &Level, theme: &Theme, options: PictureOptions) -> Result<String, PictureError> {
    let level = &*level.shown_to(options.audience);
    let (options, ambient, has_path) = match options.style {
        PictureStyle::Ink => (options, None, false),
        PictureStyle::Tiles => {
            let whole = PictureOptions { scale: PIXELS, room: None, region: None, margin: None, ..options };
            (whole, options.light.ambient(theme).filter(|_| options.shows_lights()), true)
        }
    };
    let page = InkPage::of_shown(level, options)?;
    Ok(PlanWriter::new(level, &page, options.audience).write(options.scale, ambient, has_path))
}
