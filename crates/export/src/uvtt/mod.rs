//! Levels as maps for virtual tabletops: Universal VTT, in files that end in `.uvtt` or `.dd2vtt`.
//!
//! Consumes a level, a theme and options, and produces the text of one JSON file with the picture
//! inside, as base64. Lengths are in squares, which are cells; y points down.
//!
//! | field | content |
//! | --- | --- |
//! | `resolution` | the whole level, and the pixels of the picture along a square |
//! | `line_of_sight` | closed rings around what one sees through with all doors open |
//! | `objects_line_of_sight` | the same around the cells of props that block sight |
//! | `portals` | each door that is shut: a line from jamb to jamb in the middle of its wall |
//! | `environment`, `lights` | the ambient light and each lamp; neither is in the picture |
//! | `foundry` | `walls` for steps alone: banks that one sees over, open one-way passages |
//!
//! Doors that stand open are openings. All portals are `closed`, since importers take others for
//! windows. Programs skip fields that they do not know, so a portal also has those of walls of
//! Foundry Virtual Tabletop: `door` is 1, of a secret door 2; `ds` is 0, of a locked or one-way
//! door 2; `dir` is 0, or the side that a one-way door blocks; `sight` and `move` are 20. So are
//! the `walls` of `foundry`, with lengths in pixels of the picture.
//!
//! Importers drop points of walls that are nearer than .3 squares to the next: sides of rings are a
//! square or longer. They take lights where they are, and a light in a ring stays there, so one of
//! a prop that blocks sight, or on one, is in the middle of a square beside it. Any two lights may
//! be near to each other. All are .3 squares or more from walls.
//!
//! The picture shows no secrets, since players see it: with secret doors as walls, without markers
//! and signs. For players, the whole map is that of [`Level::shown_to`] them: secret doors are no
//! portals, and what lies behind them is missing.

mod document;

use base64::{Engine, engine::general_purpose::STANDARD};
use roomgen::{
    export::json::LineFormatter,
    geom::Rect,
    grid::BitGrid,
    level::{Audience, Level},
    theme::Theme,
};
use serde::Serialize;
use serde_json::ser::Serializer;

use crate::{
    map::MapError,
    picture::{Picture, PictureEncoder, PictureError, PictureLight, PictureOptions, render},
};

/// Options of maps for virtual tabletops. The audience, the light and the grid are those of
/// [`PictureOptions`].
#[derive(Clone, Copy, Debug)]
pub struct UvttOptions {
    /// The pixels of the picture along the side of a square. Tables take any number; 70, 100 and
    /// 140 are usual. Allowed is what [`PictureOptions::scale`] takes.
    pub scale: u32,
    /// Encodes the picture, as PNG by default; some tables also read WebP.
    pub encode: PictureEncoder,
}

impl UvttOptions {
    /// The default scale.
    pub const SCALE: u32 = 70;

    /// The most walls and doors of a map: above, importers fail.
    pub const MAX_WALLS: usize = 5000;
}

impl Default for UvttOptions {
    fn default() -> Self {
        Self { scale: Self::SCALE, encode: crate::png::encode }
    }
}

/// Writes a level as a map for virtual tabletops.
///
/// `picture` says for whom the map is, whether a grid is drawn, and the light: if that is
/// [`PictureLight::Off`], the map has no lights and is bright. Its other options do not count: the
/// picture is the whole level from above, in tiles, without light and legend.
///
/// Cost: linear in cells, props and the pixels of the picture.
///
/// # Errors
///
/// [`MapError::Picture`], also with [`PictureError::MasterOnly`] for overlays but the grid, and
/// [`MapError::ManyWalls`].
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::{picture::PictureOptions, uvtt::{self, UvttOptions}};
///
/// let preset = Preset::built_in("crypt")?.with_size("40x30".parse()?)?;
/// let level = generate(&preset, 42);
/// let options = UvttOptions { scale: 100, ..UvttOptions::default() };
/// let map = uvtt::write(&level, preset.theme(), PictureOptions::DEFAULT, options)?;
/// assert!(map.starts_with(b"{"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::expect_used, reason = "a Vec takes any bytes, every key is a text, and no number is infinite")]
pub fn write(level: &Level, theme: &Theme, picture: PictureOptions, options: UvttOptions) -> Result<Vec<u8>, MapError> {
    let shown = level.shown_to(picture.audience);
    let mut document = document::document(&shown, picture.light.ambient(theme), options.scale);
    let walls = document.wall_count();
    if walls > UvttOptions::MAX_WALLS {
        return Err(MapError::ManyWalls { walls });
    }
    document.image = STANDARD.encode((options.encode)(&drawn(&shown, theme, picture, options.scale)?)?);
    let mut text = Vec::new();
    let written = document.serialize(&mut Serializer::with_formatter(&mut text, LineFormatter::with_depth(2)));
    written.expect("a map can be written as JSON");
    text.push(b'\n');
    Ok(text)
}

/// The picture of a map that is shown to its audience.
fn drawn(level: &Level, theme: &Theme, picture: PictureOptions, scale: u32) -> Result<Picture, PictureError> {
    let PictureOptions { overlays, audience, .. } = picture;
    if let Some(overlay) = overlays.iter().find(|overlay| !overlay.is_for_players()) {
        return Err(PictureError::MasterOnly { overlay });
    }
    let options = PictureOptions { scale, overlays, light: PictureLight::Off, ..PictureOptions::DEFAULT };
    match audience {
        Audience::Player => render(level, theme, options),
        Audience::Master => {
            let mut known = BitGrid::new(level.width(), level.height());
            Rect::from(level.size()).cells().for_each(|cell| known.set(cell, true));
            render(&level.seen_by_player(&known), theme, options)
        }
    }
}
