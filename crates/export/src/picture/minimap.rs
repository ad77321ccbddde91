//! A small map of a level as a picture.

use roomgen::{color::Color, grid::BitGrid, level::Level, sight, theme::Theme};

use super::Picture;

/// Draws a [small map](sight::minimap) of a level, one pixel for each cell.
///
/// `known` has the cells that a player has seen; without it all of them are known. The rest has the
/// colour of the theme's rock. Cost: linear in cells.
///
/// ```
/// use roomgen::{Preset, generate, sight};
/// use roomgen_export::picture::minimap;
///
/// let preset = Preset::built_in("crypt")?;
/// let level = generate(&preset, 42);
/// let seen = sight::view(level.opaque(), level.entry(), 9);
/// let map = minimap(&level, preset.theme(), Some(&seen));
/// assert_eq!((map.width(), map.height()), (80, 50));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn minimap(level: &Level, theme: &Theme, known: Option<&BitGrid>) -> Picture {
    let colors = sight::minimap(level, theme, known);
    // A level has no more cells than a picture may have pixels.
    let mut picture = Picture::filled(level.width().unsigned_abs(), level.height().unsigned_abs(), theme.rock);
    for (pixel, color) in picture.bytes_mut().as_chunks_mut::<3>().0.iter_mut().zip(colors.values()) {
        let Color { r, g, b } = color.unwrap_or(theme.rock);
        *pixel = [r, g, b];
    }
    picture
}

#[cfg(test)]
mod tests {
    use roomgen::{Preset, generate};

    use super::*;

    #[test]
    fn a_small_map_has_a_pixel_for_each_cell() {
        let preset = Preset::built_in("temple").unwrap();
        let (level, theme) = (generate(&preset, 3), preset.theme());
        let seen = sight::view(level.opaque(), level.entry(), 12);
        for known in [None, Some(&seen)] {
            let picture = minimap(&level, theme, known);
            let pixels = picture.bytes().as_chunks::<3>().0;
            assert_eq!(pixels.len(), level.tiles().values().len());
            for (&[r, g, b], (cell, color)) in pixels.iter().zip(&sight::minimap(&level, theme, known)) {
                assert_eq!(Color::new(r, g, b), color.unwrap_or(theme.rock), "{cell}");
            }
        }
    }
}
