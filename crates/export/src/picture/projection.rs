//! Which cell lies at a pixel of a picture, and where a cell lies in it.

use roomgen::{geom::Cell, level::Level};

use super::{PictureError, PictureOptions, View, Viewport};

/// The projection between the cells of a level and the pixels of its picture.
///
/// For pages and editors, which find what is under the mouse.
///
/// ```
/// use roomgen::{Cell, Preset, generate};
/// use roomgen_export::picture::{PictureOptions, Projection};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let projection = Projection::new(&level, PictureOptions::default())?;
/// assert_eq!(projection.cell_at([33.0, 17.0]), Some(Cell::new(2, 1)));
/// assert_eq!(projection.corners(Cell::new(2, 1))[0], [32.0, 16.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection(Viewport);

impl Projection {
    /// The projection of the picture that [`render`](super::render) draws with these options.
    ///
    /// Cost: linear in the cells of an isometric picture, else constant.
    ///
    /// # Errors
    ///
    /// Those of [`PictureOptions::dimensions`], and [`PictureError::NoRoom`].
    pub fn new(level: &Level, options: PictureOptions) -> Result<Self, PictureError> {
        let viewport = options.viewport(options.window(level)?)?;
        Ok(Self(if options.view == View::Iso { viewport.cropped(level) } else { viewport }))
    }

    /// The cell whose floor lies at a point in pixels from the picture's top left corner; `None`
    /// beyond the shown part of the level.
    ///
    /// In the isometric view walls and props stand in front of the floor behind them.
    #[must_use]
    pub fn cell_at(self, point: [f32; 2]) -> Option<Cell> {
        let [x, y] = self.0.point_at(point).map(f32::floor);
        // Conversion saturates: points far outside are no cells of the window.
        let cell = Cell::new(x as i32, y as i32);
        (x.is_finite() && y.is_finite() && self.0.window().contains(cell)).then_some(cell)
    }

    /// The corners of a cell's floor in pixels, clockwise from its north-west corner.
    #[must_use]
    pub fn corners(self, cell: Cell) -> [[f32; 2]; 4] {
        [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[dx, dy]| {
            let along = |at: i32, step: i32| at.saturating_add(step) as f32;
            self.0.at([along(cell.x, dx), along(cell.y, dy)])
        })
    }
}

#[cfg(test)]
mod tests {
    use roomgen::{Preset, geom::Rect};

    use super::*;

    #[test]
    fn the_middle_of_each_cell_is_found_in_each_view_and_part() {
        let level = roomgen::generate(&Preset::built_in("temple").unwrap(), 5);
        let region = Rect::from_xywh(7, 3, 20, 11);
        for view in View::ALL.iter().copied() {
            for (scale, region) in [(1, None), (16, None), (5, region), (64, region)] {
                let options = PictureOptions { view, scale, region, ..PictureOptions::default() };
                let projection = Projection::new(&level, options).unwrap();
                let drawn = crate::picture::render(&level, &roomgen::theme::Theme::default(), options).unwrap();
                for cell in region.unwrap_or(level.tiles().bounds()).cells() {
                    let corners = projection.corners(cell);
                    let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 4.0);
                    assert_eq!(projection.cell_at(middle), Some(cell), "{view} {scale} {middle:?}");
                    if level.tile(cell) != roomgen::Tile::Rock {
                        let inside = (0.0..=drawn.width() as f32).contains(&middle[0]);
                        assert!(inside && (0.0..=drawn.height() as f32).contains(&middle[1]), "{view} {middle:?}");
                    }
                }
                assert_eq!(projection.cell_at([-1e9, -1e9]), None);
                assert_eq!(projection.cell_at([f32::NAN, 1e30]), None);
            }
        }
    }
}
