//! The ground of a level as shapes: outlines of sets of cells, and rectangles that block.

use super::{Level, Tile};
use crate::{
    geom::{Cell, Rect, rings},
    grid::BitGrid,
};

/// A set of cells of a level, for [`Level::outlines`]. Props count in none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutlineSet {
    /// The cells that one sees through with all doors open: open tiles, and all that have terrain,
    /// over which one sees.
    Sight,
    /// The cells that one walks on with all doors open: see [`Level::is_open`].
    Ground,
    /// The floor of the room with this id; empty if there is no such room.
    Room(u32),
}

/// A rectangle of cells where nobody walks, for engines: see [`Level::colliders`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Collider {
    /// The cells that block, all of them for the same reason.
    pub cells: Rect,
    /// Whether they are walls and rock, which block sight too; else terrain that blocks, such as
    /// water, over which one sees and shoots.
    pub blocks_sight: bool,
}

/// The ground as shapes.
///
/// Doors are open here, whatever their kind: they stand between the shapes, and an engine gives
/// each a body of its own. So it does with props that are
/// [obstacles](crate::PropKind::is_obstacle). What players may not know is in the shapes, unless it
/// was taken out of the level before: [`Level::shown_to`].
impl Level {
    /// The outlines of a set of cells, as [`rings`] gives them: closed, each as its corners
    /// `[x, y]` in cells, clockwise around cells and counter-clockwise around holes. No ring
    /// touches itself.
    ///
    /// Cost: linear in cells; those of a room in the cells of its rectangle.
    ///
    /// ```
    /// use roomgen::{Preset, generate, level::OutlineSet};
    ///
    /// let level = generate(&Preset::built_in("caves")?, 42);
    /// let walls = level.outlines(OutlineSet::Sight);
    /// let segments: usize = walls.iter().map(Vec::len).sum();
    /// println!("{} rings of {segments} segments part what one sees from rock", walls.len());
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn outlines(&self, set: OutlineSet) -> Vec<Vec<[i32; 2]>> {
        let bounds = self.tiles.bounds();
        match set {
            OutlineSet::Sight => rings(bounds, |cell| self.is_seen_through(cell)),
            OutlineSet::Ground => rings(bounds, |cell| self.is_open(cell)),
            OutlineSet::Room(id) => {
                self.room(id).map_or_else(Vec::new, |room| rings(room.rect, |cell| self.tile(cell) == Tile::Floor))
            }
        }
    }

    /// Rectangles that are together the cells where nobody walks, whatever stands there: rock,
    /// walls, and terrain that blocks. No two of them overlap.
    ///
    /// Walls and rock come first, then terrain, each in the row order of top left cells. A sweep
    /// merges equal runs of cells in rows below one another. Cost: linear in cells.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// let blocks = |cell| level.colliders().iter().any(|collider| collider.cells.contains(cell));
    /// assert!(!blocks(level.entry()) && blocks(roomgen::Cell::new(0, 0)));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn colliders(&self) -> Vec<Collider> {
        self.colliders_in(self.tiles.bounds())
    }

    /// The same for the cells of `part` alone, such as a chunk of a large level. Those of chunks
    /// that are together the level are together [`Level::colliders`], cut at the chunks' borders.
    ///
    /// Cells outside of the level do not count. Cost: linear in the cells of `part`.
    #[must_use]
    pub fn colliders_in(&self, part: Rect) -> Vec<Collider> {
        let Some(part) = part.intersection(self.tiles.bounds()) else { return Vec::new() };
        let of = |blocks_sight: bool| {
            let mut set = BitGrid::new(part.width(), part.height());
            let is_in = |cell: &Cell| !self.is_open(*cell) && self.is_seen_through(*cell) != blocks_sight;
            let cells = part.cells().filter(is_in);
            cells.for_each(|cell| set.set(Cell::new(cell.x - part.left(), cell.y - part.top()), true));
            let place = move |rect: Rect| {
                Rect::of(part.left() + rect.left(), part.top() + rect.top(), rect.width(), rect.height())
            };
            set.rectangles().into_iter().map(move |rect| Collider { cells: place(rect), blocks_sight })
        };
        of(true).chain(of(false)).collect()
    }

    /// Whether one walks through a door from south to north rather than from west to east.
    ///
    /// Such a door is wider than deep. A door of one cell leads north if more floor lies north and
    /// south of it than west and east.
    #[must_use]
    pub fn leads_north(&self, door: Rect) -> bool {
        let floor = |x, y| u8::from(matches!(self.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor));
        let (x, y) = (door.left(), door.top());
        match door.width() - door.height() {
            0 => floor(x, y - 1) + floor(x, y + 1) > floor(x - 1, y) + floor(x + 1, y),
            wider => wider > 0,
        }
    }

    fn is_seen_through(&self, cell: Cell) -> bool {
        self.tile(cell).is_open() || self.terrain(cell).is_some()
    }
}
