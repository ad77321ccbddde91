//! The floor of a room: the one form in which every step of furnishing reads it.
//!
//! Consumes the floor that the shape stage hands on, less the walls of a vault. Answers what
//! formations ask: whether a footprint lies on it, which floor is nearest to a point, where the
//! middles of its walls are. Columns and rows count from the room's top left cell.

use std::ops::Range;

use super::{bank::runs, frame::RoomFrame, largest::largest};
use crate::{
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::{CellSet, CellWords, FormationMask},
    preset::{FormationShape, ShapeCells},
};

/// The floor of a room: the cells of its shape without the walls of its vault.
///
/// Guarantees: each row has floor, and so has each side of the rectangle.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomFloor<S> {
    cells: S,
    is_whole: bool,
    frame: RoomFrame,
    /// In a room that is dug, its largest rectangle and its largest square of floor.
    held: Option<[RoomFrame; 2]>,
}

impl<S: CellSet> RoomFloor<S> {
    /// Makes this the cells of `shape` without `walls`, which lie inside the rectangle with their
    /// top left cell at `at`; reuses its memory. Until [`RoomFloor::hold`], masks and anchors have
    /// the frame of the room.
    ///
    /// Cost: constant for a whole rectangle of up to 16 by 16 cells, else linear in the words of
    /// the set and in rows.
    pub(super) fn assign(&mut self, shape: CellWords<'_>, walls: Option<(&FormationMask, Cell)>) {
        let extent = shape.extent();
        self.cells.assign_words(shape);
        self.frame = RoomFrame::whole(extent);
        self.held = None;
        self.is_whole = shape.words().is_none() && walls.is_none();
        if !self.is_whole {
            self.shrink(walls);
        }
    }

    /// Removes the walls, and finds the middles of walls.
    #[cold]
    fn shrink(&mut self, walls: Option<(&FormationMask, Cell)>) {
        let Self { cells, frame, .. } = self;
        let Extent { width, height } = frame.extent();
        if let Some((mask, at)) = walls {
            let mut walls = S::default();
            walls.reset(width, height);
            walls.insert_mask(mask, at.x, at.y, cells);
            cells.subtract(&walls);
        }
        let floor = cells.cells();
        let is_floor = |x: i32| (0..height).map(move |y| floor.contains(x, y));
        let row = |y: i32| middle(width, floor.runs(y));
        let column = |x: i32| middle(height, runs(is_floor(x)));
        *frame = frame.with_middles([row(0), column(width - 1), row(height - 1), column(0)]);
    }

    /// Lays masks and their anchors into the largest rectangle and the largest square of the floor,
    /// as a room without straight walls needs. Cost: linear in the room's cells.
    #[cold]
    pub(super) fn hold(&mut self) {
        let found = largest(self.cells.cells());
        self.held = found.map(|rects| rects.map(RoomFrame::of));
    }

    pub(super) fn cells(&self) -> &S {
        &self.cells
    }

    /// Whether all of the room's rectangle is floor.
    #[inline]
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    #[inline]
    pub(super) fn frame(&self) -> &RoomFrame {
        &self.frame
    }

    /// The frame of the masks of this shape, and of their anchors. Circles have the largest square
    /// that a dug room holds, so that they stay round.
    #[inline]
    pub(super) fn frame_of(&self, shape: &FormationShape) -> &RoomFrame {
        match &self.held {
            Some([rectangle, square]) if matches!(shape.cells(), ShapeCells::Mask | ShapeCells::Blob) => {
                if matches!(shape, FormationShape::Circle) { square } else { rectangle }
            }
            _ => &self.frame,
        }
    }

    /// Whether masks have frames of their own.
    pub(super) fn holds_frames(&self) -> bool {
        self.held.is_some()
    }

    /// Whether all cells of a rectangle inside the room's are floor.
    #[inline]
    pub(super) fn covers(&self, footprint: Rect) -> bool {
        self.is_whole || self.cells.contains_rect(footprint)
    }

    /// The first floor cell in row-major order.
    #[cold]
    pub(super) fn first(&self) -> Cell {
        Cell::new(self.cells.cells().span(0).start, 0)
    }

    /// Whether a point lies in a floor cell or on the edge of one.
    fn touches(&self, point: HalfCell) -> bool {
        // The cells on either side of an edge, twice the same within a cell.
        let sides = |at: i32| [(at - 1) >> 1, at >> 1];
        let is_floor = |x: i32, y: i32| self.cells.contains(x, y);
        sides(point.y).into_iter().any(|y| sides(point.x).into_iter().any(|x| is_floor(x, y)))
    }

    /// An anchor, moved to the nearest floor if it touches none.
    #[inline]
    pub(super) fn nearest(&self, anchor: HalfCell) -> HalfCell {
        if self.is_whole { anchor } else { self.nearest_in_part(anchor) }
    }

    /// `point` itself if it touches a floor cell, else the centre of the nearest floor cell.
    ///
    /// Ties go to the cell nearest to the middle column, then to the middle row, so that mirrored
    /// points stay mirrored. Cost: linear in the rows up to the result.
    #[cold]
    fn nearest_in_part(&self, point: HalfCell) -> HalfCell {
        if self.touches(point) {
            return point;
        }
        let Extent { width, height } = self.frame.extent();
        let mut best: Option<((i64, i32, i32), HalfCell)> = None;
        // The row of the point, or the lower one if the point lies between two rows.
        let middle = (point.y / 2).clamp(0, height - 1);
        let columns = columns_beside(point.x);
        for step in 0..height {
            // From this step on, the centres of rows are at least this many half cells away.
            let least = i64::from(2 * step - 2).max(0);
            if best.is_some_and(|((distance, ..), _)| distance < least * least) {
                break;
            }
            let rows = [middle - step, middle + step];
            for y in rows.into_iter().filter(|y| (0..height).contains(y)).take(if step == 0 { 1 } else { 2 }) {
                for x in self.beside(point.x, columns, y).into_iter().flatten() {
                    let centre = HalfCell::center_of(Cell::new(x, y));
                    let (across, down) = (i64::from(centre.x - point.x), i64::from(centre.y - point.y));
                    let distance = across * across + down * down;
                    let order = (distance, (centre.x - width).abs(), (centre.y - height).abs());
                    if best.is_none_or(|(best, _)| order < best) {
                        best = Some((order, centre));
                    }
                }
            }
        }
        best.map_or(point, |(_, nearest)| nearest)
    }

    /// The floor columns of a row nearest to a column in half cells, on its west and on its east.
    /// `columns` are the [`columns_beside`] it.
    fn beside(&self, at: i32, columns: [u64; 2], y: i32) -> [Option<i32>; 2] {
        let cells = self.cells.cells();
        if self.frame.extent().width <= u64::BITS as i32 {
            let row = cells.row(y);
            let (west, east) = (row & columns[0], row & columns[1]);
            let last = || (u64::BITS - 1 - west.leading_zeros()) as i32;
            return [(west != 0).then(last), (east != 0).then(|| east.trailing_zeros() as i32)];
        }
        let row = cells.span(y);
        let is_floor = |x: &i32| self.cells.contains(*x, y);
        let west = (row.start..row.end.min((at + 1) >> 1)).rev().find(is_floor);
        let east = (row.start.max(at >> 1)..row.end).find(is_floor);
        [west, east]
    }

    /// An anchor on the line of a door in the wall `side`, moved towards the door onto the floor.
    ///
    /// The cells before a door are floor, and so is all between them and the result, unless the
    /// floor has gaps there.
    pub(super) fn on_axis(&self, mut anchor: HalfCell, side: Direction) -> HalfCell {
        if self.is_whole {
            return anchor;
        }
        let ((dx, dy), Extent { width, height }) = (side.delta(), self.frame.extent());
        let is_inside = |at: HalfCell| (1..2 * width).contains(&at.x) && (1..2 * height).contains(&at.y);
        while is_inside(anchor) && !self.touches(anchor) {
            anchor = HalfCell::new(anchor.x + 2 * dx, anchor.y + 2 * dy);
        }
        anchor
    }

    /// An upper bound on the rows visited when an anchor is moved onto the floor.
    ///
    /// The search visits rows outward from the anchor. Floor in any row is at most about a room's
    /// width away, so the search stops after about that many rows on either side.
    #[inline]
    pub(super) fn search_rows(&self) -> u64 {
        let Extent { width, height } = self.frame.extent();
        let rows = if self.is_whole { 0 } else { 2 * width.min(height) };
        1 + u64::from(rows.unsigned_abs())
    }
}

/// Of the first 64 columns, those on the west of a column in half cells, and those on its east.
fn columns_beside(at: i32) -> [u64; 2] {
    let before = |column: i32| match column {
        ..=0 => 0,
        column => u64::MAX >> (u64::BITS - column.unsigned_abs().min(u64::BITS)),
    };
    [before((at + 1) >> 1), !before(at >> 1)]
}

/// The middle of a wall of `length` cells with these runs of floor, in half cells, by the rule of
/// [`RoomFrame::middle`].
fn middle(length: i32, runs: impl Iterator<Item = Range<i32>>) -> i32 {
    let order = |run: &Range<i32>| (run.start - run.end, (run.start + run.end - length).abs());
    runs.min_by_key(order).map_or(length, |run| run.start + run.end)
}
