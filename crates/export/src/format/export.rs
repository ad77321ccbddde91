//! What formats are written from: a level, its theme and preset, and options.

use crate::{
    ansi::AnsiOptions,
    gif::GifOptions,
    picture::{GenerationRecord, Overlay, Picture, PictureOptions, render, render_recorded},
};
use roomgen::{Level, Preset, Recipe, Request, theme::Theme};

use super::ExportError;
#[cfg(feature = "png")]
use crate::{
    map::{MapFloor, TileSheet},
    tiled::TiledOptions,
    uvtt::UvttOptions,
};

/// A level, and what the formats need besides it. Each format reads its own options.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::format::{Format, LevelExport};
///
/// let preset = Preset::built_in("crypt")?;
/// let level = generate(&preset, 42);
/// let export = LevelExport::new(&level, &preset);
/// assert!(Format::Svg.bytes(&export)?.starts_with(b"<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LevelExport<'level> {
    /// The level.
    pub level: &'level Level,
    /// The colours and sprites.
    pub theme: &'level Theme,
    /// The preset that the theme belongs to; `None` if it is not known.
    pub preset: Option<&'level Preset>,
    /// The request of the level, for formats that show how it is made; `None` if its origin says
    /// all of it. Floors of runs that are not built in have one.
    pub request: Option<&'level Request>,
    /// What overlays of pictures show of the generation; `None` if it was not recorded yet.
    pub record: Option<&'level GenerationRecord>,
    /// Options of pictures. Their style and audience are those of SVG too, the audience that of
    /// text, and the audience, light and grid those of maps for virtual tabletops.
    pub picture: PictureOptions,
    /// Options of half blocks, the character graphics of terminals. Their charset is that of text
    /// too.
    pub blocks: AnsiOptions,
    /// Options of animations.
    pub animation: GifOptions,
    /// In a run, the number of the floor above, whose stairs lead to the level's entry.
    pub above: Option<u32>,
    /// The tile sheet of maps and its name without an ending, which may begin with a path relative
    /// to the map's folder; `None` for a sheet of this level alone, called `tiles`.
    #[cfg(feature = "png")]
    pub sheet: Option<(&'level TileSheet, &'level str)>,
    /// Options of maps for Tiled.
    #[cfg(feature = "png")]
    pub tiled: TiledOptions,
    /// Options of maps for virtual tabletops.
    #[cfg(feature = "png")]
    pub tabletop: UvttOptions,
}

impl<'level> LevelExport<'level> {
    /// A level with the theme of its preset, and default options.
    #[must_use]
    pub fn new(level: &'level Level, preset: &'level Preset) -> Self {
        Self { preset: Some(preset), ..Self::without_preset(level, preset.theme()) }
    }

    /// A level whose preset is not known, and default options.
    #[must_use]
    pub fn without_preset(level: &'level Level, theme: &'level Theme) -> Self {
        Self {
            level,
            theme,
            preset: None,
            request: None,
            record: None,
            picture: PictureOptions::DEFAULT,
            blocks: AnsiOptions::default(),
            animation: GifOptions::default(),
            above: None,
            #[cfg(feature = "png")]
            sheet: None,
            #[cfg(feature = "png")]
            tiled: TiledOptions::default(),
            #[cfg(feature = "png")]
            tabletop: UvttOptions::default(),
        }
    }

    /// What makes the level again; `None` if its preset is not known.
    pub(crate) fn recipe(&self) -> Option<Recipe<'level>> {
        let request = self.request.cloned();
        self.preset.map(|preset| request.map_or_else(|| preset.into(), |request| (preset, request).into()))
    }

    /// The tile sheet of this level alone.
    #[cfg(feature = "png")]
    #[must_use]
    pub fn own_sheet(&self) -> TileSheet {
        TileSheet::of_level_with(self.level, self.theme, self.preset, self.tiled.gaps)
    }

    /// The level as a floor, with the sheet called `sheet_name`.
    #[cfg(feature = "png")]
    pub(super) fn floor<'floor>(&self, sheet: &'floor TileSheet, sheet_name: &'floor str) -> MapFloor<'floor>
    where
        'level: 'floor,
    {
        MapFloor { level: self.level, theme: self.theme, sheet, sheet_name, above: self.above }
    }

    /// Draws the level. For overlays that need a record and have none, the level is generated again
    /// from its preset.
    ///
    /// # Errors
    ///
    /// [`ExportError::Reproduce`] if that does not give this level, or else
    /// [`ExportError::Picture`].
    pub fn draw(&self) -> Result<Picture, ExportError> {
        let Self { level, theme, record, picture, .. } = *self;
        let made = match self.recipe() {
            Some(recipe) if record.is_none() && picture.overlays.iter().any(Overlay::needs_record) => {
                Some(GenerationRecord::of(level, recipe)?)
            }
            _ => None,
        };
        Ok(match record.or(made.as_ref()) {
            Some(record) => render_recorded(level, theme, record, picture)?,
            None => render(level, theme, picture)?,
        })
    }
}
