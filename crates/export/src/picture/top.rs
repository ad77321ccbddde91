//! Paints the view from above: rows of cells at 16 pixels a cell, resampled to the scale.
//!
//! Consumes a level and a [`Viewport`], and produces pixels in a [`Picture`] of that viewport. A
//! part painted alone has the same pixels as in the whole.

use roomgen::{geom::Rect, level::Level, theme::Theme};

use crate::light::Lighting;

use super::{
    Picture, Viewport,
    canvas::{CELL, CellRowCanvas},
    doors::DoorPainter,
    floors::FloorPainter,
    marks::StairPainter,
    overlay::FloorTints,
    props::{PropDrawingPass, PropPainter},
    refine::refine,
    rock::RockPainter,
    scale::Resampler,
    terrain::TerrainPainter,
    walls::WallPainter,
};

/// The painter of the view from above. Setup happens once, so that parts can be painted repeatedly.
#[derive(Debug)]
pub(crate) struct TopPainter<'level> {
    viewport: Viewport,
    floors: FloorPainter<'level>,
    terrain: TerrainPainter<'level>,
    marks: StairPainter<'level>,
    walls: WallPainter<'level>,
    doors: DoorPainter,
    props: PropPainter,
    rock: RockPainter<'level>,
    lighting: Option<Lighting>,
}

impl<'level> TopPainter<'level> {
    /// Creates the painter of a level in the window and at the scale of `viewport`.
    pub(crate) fn new(level: &'level Level, theme: &Theme, viewport: Viewport, lighting: Option<Lighting>) -> Self {
        Self {
            viewport,
            lighting,
            floors: FloorPainter::new(level, theme, viewport.window()),
            terrain: TerrainPainter::new(level, theme, viewport.window()),
            marks: StairPainter::new(level, theme),
            walls: WallPainter::new(level, theme),
            doors: DoorPainter::new(level, theme, viewport.window()),
            props: PropPainter::new(level, theme, viewport.window()),
            rock: RockPainter::new(level, theme),
        }
    }

    /// Shows or hides the prop at position `prop` in [`Level::props`]. At first all props are
    /// shown.
    pub(crate) fn show(&mut self, prop: usize, is_shown: bool) {
        self.props.show(prop, is_shown);
    }

    /// Paints the cells of a rectangle in the view from above, clipped to the viewport's window.
    ///
    /// `picture` has the size of the viewport. Pixels of other cells keep their values. Painting
    /// parts in any order gives the same pixels as painting the whole. Cost: linear in the cells,
    /// their props and pixels.
    pub(crate) fn paint(&mut self, cells: Rect, ground: &FloorTints, picture: &mut Picture) {
        let Some(cells) = cells.intersection(self.viewport.window()) else { return };
        let side = self.viewport.scale() as usize;
        let is_fine = side > CELL as usize;
        // Refining a pixel reads its neighbours, so that scales above 16 need a margin of one cell.
        let beside = i32::from(is_fine);
        let columns = cells.left() - beside..cells.right() + beside;
        let width = (cells.width() + 2 * beside) as usize;
        let [mut above, mut row, mut below] = [(); 3].map(|()| CellRowCanvas::new(&columns));
        let resampler = Resampler::new(side, if is_fine { 2 * CELL as usize } else { CELL as usize });
        let mut band = vec![0; width * side * side * 3];
        let mut fine = Vec::new();
        if is_fine {
            self.paint_row(&mut row, cells.top() - 1, ground);
            self.paint_row(&mut below, cells.top(), ground);
        }
        for y in cells.top()..cells.bottom() {
            if is_fine {
                (above, row, below) = (row, below, above);
                self.paint_row(&mut below, y + 1, ground);
                refine([above.pixels(), row.pixels(), below.pixels()], width * CELL as usize, &mut fine);
                resampler.resample(&fine, &mut band);
            } else {
                self.paint_row(&mut row, y, ground);
                resampler.resample(row.pixels(), &mut band);
            }
            let [left, top] = self.viewport.corner(cells.left(), y);
            let (skipped, copied) = (beside as usize * side * 3, cells.width() as usize * side * 3);
            for (line, from) in (top..).zip(band.chunks_exact(width * side * 3)) {
                let start = (line * picture.width as usize + left) * 3;
                picture.bytes[start..start + copied].copy_from_slice(&from[skipped..skipped + copied]);
            }
        }
    }

    /// Draws the row of cells `y` over the previous content of the canvas.
    fn paint_row(&mut self, canvas: &mut CellRowCanvas, y: i32, ground: &FloorTints) {
        canvas.turn_to(y);
        self.walls.turn_to(canvas.columns(), y);
        self.floors.paint(canvas, y, &mut self.walls);
        self.terrain.paint(canvas, y, &self.walls);
        ground.paint(canvas, y);
        self.marks.paint_borders(canvas);
        self.walls.paint(canvas, y);
        self.doors.paint(canvas, y);
        self.props.paint(canvas, y, &self.walls, PropDrawingPass::Flat);
        self.walls.paint_rock_on_floor(canvas, y);
        ground.paint_over_flat_props(canvas, y);
        self.marks.paint_stairs(canvas);
        self.props.paint(canvas, y, &self.walls, PropDrawingPass::Standing);
        if let Some(lighting) = &self.lighting {
            canvas.light(lighting);
        }
        self.rock.paint(canvas, y);
        self.props.paint(canvas, y, &self.walls, PropDrawingPass::Marker);
    }
}
