//! Masks of formations: their size, their position about an anchor, and a cache of drawn masks.

use std::{collections::BTreeMap, ops::Range};

use super::{
    blob::{self, BlobZones},
    context::RoomContext,
    frame::RoomFrame,
    shape::draw,
};
use crate::{
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::{BitGrid, CellBlock, FormationMask},
    preset::{Formation, MaskDrawing, MaskSize, RampInput},
    rng::RandomSource,
};

/// The size of the masks of a formation in one room.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MaskExtent {
    extent: Extent,
    /// Whether `extent` counts cells of the mask, as a bitmap's size does, instead of the room's.
    /// Such a mask never shrinks.
    is_own: bool,
}

impl MaskExtent {
    /// The size of the masks of a formation that are turned from north to `turn`. Fractions are
    /// those of the frame.
    #[inline]
    pub(super) fn of(formation: &Formation, room: &RoomContext<'_>, frame: &RoomFrame, turn: Direction) -> Self {
        match room.drawing(formation).shape.own_size() {
            Some(own) => Self { extent: own.turned(turn), is_own: true },
            None => Self { extent: extent(&formation.size, frame.extent(), room.input, turn), is_own: false },
        }
    }

    /// How far from the middle of a cell, in half cells, the nearest points lie about which the
    /// whole mask is symmetric: 0 or 1 right and down.
    pub(super) fn off_middle(self, footprint: Extent) -> [i32; 2] {
        let Self { extent, is_own } = self;
        let off = |side: i32, pitch: i32| {
            let cells = mask_cells(side, pitch, is_own);
            1 - ((cells * pitch) & 1)
        };
        [off(extent.width, footprint.width), off(extent.height, footprint.height)]
    }

    /// The number of mask cells that count as drawing work: all cells of a mask too large for a
    /// [`CellBlock`], which the cache may have evicted. Smaller masks count 0, since each is drawn
    /// once.
    pub(super) fn cells_to_draw(self) -> u64 {
        let Extent { width, height } = self.extent;
        if CellBlock::fits(width, height) { 0 } else { self.extent.area().unsigned_abs() }
    }
}

/// The cells of a mask along one axis, and their position in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MaskSpan {
    /// The number of mask cells: one for each prop, not for each cell of the room.
    cells: i32,
    /// The room column or row of the first mask cell; may be negative.
    first: i32,
}

impl MaskSpan {
    /// The mask cells whose footprints, `pitch` cells long, lie entirely in a room of `side` cells.
    fn inside(self, side: i32, pitch: i32) -> Range<i32> {
        let before = (-self.first).max(0);
        let first = (before + pitch - 1) / pitch;
        let end = (side - self.first).div_euclid(pitch).clamp(first, self.cells.max(first));
        first..end
    }

    /// The room columns or rows where a footprint of `length` cells may start, such that it ends
    /// within the mask. A mask cell is one cell of the room.
    fn starts(self, side: i32, length: i32) -> Range<i32> {
        let end = self.first + self.cells;
        self.first.max(0)..end.min(end + 1 - length).min(side)
    }
}

/// The position of a mask in a room. Each mask cell stands for one prop footprint.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaskPosition {
    columns: MaskSpan,
    rows: MaskSpan,
    footprint: Extent,
    room: Extent,
}

impl MaskPosition {
    /// Centres a mask on an anchor, or half a cell off, towards `middle`, where the parity of its
    /// size requires it.
    #[inline]
    pub(super) fn about(anchor: HalfCell, size: MaskExtent, footprint: Extent, middle: HalfCell, room: Extent) -> Self {
        let MaskExtent { extent, is_own } = size;
        let columns = lay(extent.width, footprint.width, anchor.x, middle.x, is_own);
        let rows = lay(extent.height, footprint.height, anchor.y, middle.y, is_own);
        Self { columns, rows, footprint, room }
    }

    /// The size in mask cells.
    pub(super) fn extent(&self) -> Extent {
        Extent::new(self.columns.cells, self.rows.cells)
    }

    /// The centre, which differs from the anchor if the mask could not be centred there.
    pub(super) fn centre(&self) -> HalfCell {
        let centre = |span: MaskSpan, pitch: i32| 2 * span.first + span.cells * pitch;
        HalfCell::new(centre(self.columns, self.footprint.width), centre(self.rows, self.footprint.height))
    }

    /// The top left room cell of the footprint at column `x` and row `y` of the mask.
    #[inline]
    pub(super) fn origin(&self, x: i32, y: i32) -> Cell {
        Cell::new(self.columns.first + x * self.footprint.width, self.rows.first + y * self.footprint.height)
    }

    /// The sum of the top left cells of the first and of the last footprint: also that of any
    /// footprint and of its image across both axes of the mask.
    pub(super) fn ends_sum(&self) -> Cell {
        let (first, last) = (self.origin(0, 0), self.origin(self.columns.cells - 1, self.rows.cells - 1));
        Cell::new(first.x + last.x, first.y + last.y)
    }

    /// The footprint at column `x` and row `y` of the mask.
    #[inline]
    pub(super) fn footprint(&self, x: i32, y: i32) -> Rect {
        let origin = self.origin(x, y);
        Rect::of(origin.x, origin.y, self.footprint.width, self.footprint.height)
    }

    /// The columns and rows of the mask whose footprints lie entirely in the room's rectangle.
    #[inline]
    pub(super) fn inside(&self) -> (Range<i32>, Range<i32>) {
        let Self { columns, rows, footprint, room } = self;
        (columns.inside(room.width, footprint.width), rows.inside(room.height, footprint.height))
    }

    /// The number of mask cells whose footprints lie entirely in the room's rectangle.
    #[inline]
    pub(super) fn count_inside(&self) -> usize {
        let (columns, rows) = self.inside();
        columns.len() * rows.len()
    }

    /// The columns and rows of the room where a footprint may start, such that it ends within the
    /// mask. Requires one mask cell for each cell of the room. Footprints may extend beyond the
    /// room.
    pub(super) fn origins_of(&self, footprint: Extent) -> (Range<i32>, Range<i32>) {
        let Self { columns, rows, room, .. } = self;
        (columns.starts(room.width, footprint.width), rows.starts(room.height, footprint.height))
    }
}

/// The largest side of a mask, in multiples of the room's side along the same axis. A ratio of up
/// to 1 is unaffected in rooms up to four times as long as wide.
const MAX_RATIO: i32 = 4;

/// The extent of a mask in cells of the room, after its turn from north to `turn`.
///
/// Fractions of the room's sides are those of the room as it lies.
///
/// A ratio refers to the longer side. In a narrow room the mask is cut to [`MAX_RATIO`] times the
/// side it lies along: drawing visits every cell of the mask, which is then at most a few times the
/// room's cells.
///
/// A ratio written in decimals is slightly inexact. Sides that are whole apart from that error are
/// not rounded up.
#[inline]
fn extent(size: &MaskSize, room: Extent, input: RampInput, turn: Direction) -> Extent {
    let Extent { width, height } = room;
    /// Above the rounding error of any ratio of any side, below any intended difference.
    const SLACK: f32 = 1.0 / 256.0;
    let fraction = |ratio: f32, side: i32| {
        let exact = ratio * side as f32 - SLACK;
        // Rounds up without `ceil`, which can differ between platforms' libm.
        let whole = exact as i32;
        if exact > whole as f32 { whole + 1 } else { whole.max(1) }
    };
    match size {
        MaskSize::Cells(side) => {
            let side = side.whole_at(input);
            Extent::new(side, side)
        }
        MaskSize::Ratio(ratio) => {
            let side = fraction(ratio.at(input), width.max(height));
            Extent::new(side.min(MAX_RATIO * width), side.min(MAX_RATIO * height))
        }
        MaskSize::Fit(ratio) => {
            let ratio = ratio.at(input);
            Extent::new(fraction(ratio, width), fraction(ratio, height))
        }
        MaskSize::Box(width, height) => Extent::new(width.whole_at(input), height.whole_at(input)).turned(turn),
    }
}

/// The number of mask cells along one axis, before it shrinks: see [`lay`].
#[inline]
fn mask_cells(side: i32, pitch: i32, keep_size: bool) -> i32 {
    // Most pitches are 1, and a division costs more than everything else in `lay`.
    if keep_size || pitch == 1 { side } else { (side / pitch).max(1) }
}

/// Lays a mask along one axis of a room.
///
/// The mask spans `side` cells of the room, at `pitch` room cells for each mask cell, about an
/// anchor in half cells. The mask shrinks by one cell, but never to none, if that makes it exactly
/// symmetric about the anchor. If it cannot be symmetric, it lies half a cell towards `middle`.
/// With `keep_size`, `side` counts mask cells instead, and the mask does not shrink.
fn lay(side: i32, pitch: i32, anchor: i32, middle: i32, keep_size: bool) -> MaskSpan {
    let is_symmetric = |cells: i32| (anchor - cells * pitch) & 1 == 0;
    let most = mask_cells(side, pitch, keep_size);
    let shrinks = !keep_size && most > 1 && !is_symmetric(most) && is_symmetric(most - 1);
    let cells = if shrinks { most - 1 } else { most };
    let twice_first = anchor - cells * pitch;
    let towards_middle = i32::from(!is_symmetric(cells) && anchor < middle);
    MaskSpan { cells, first: (twice_first + towards_middle) >> 1 }
}

/// A cache of masks by drawing and size.
#[derive(Clone, Debug, Default)]
pub(super) struct MaskCache {
    masks: Vec<FormationMask>,
    /// For each drawing and each mask size that fits a [`CellBlock`], the index in `masks` plus
    /// one; 0 if the mask is not drawn yet.
    small: Vec<u32>,
    large: BTreeMap<(u32, Extent), FormationMask>,
    large_cells: i64,
    /// The zones of the blobs that fit a [`CellBlock`], by the size of their boxes.
    zones: BTreeMap<Extent, BlobZones>,
    /// The last mask that was grown from random words.
    grown: Option<FormationMask>,
}

const SIDE: usize = CellBlock::SIDE as usize;

/// The cache of large masks is cleared beyond this many cells: 2 MB of bits. It holds the largest
/// masks of as many formations as a layout may have, each in [`MIN_LARGE`] sizes. With less, a
/// level of tiny rooms would redraw them for each room.
const MAX_LARGE_CELLS: i64 = 1 << 24;

/// The least number of large masks that the cache keeps: one formation alternates between up to
/// four, since each axis may lose a cell. A line that is turned to doors lies on either axis and
/// loses a cell across it; a bitmap loses none and has four turns.
const MIN_LARGE: usize = 4;

impl MaskCache {
    /// The mask of the drawing with index `number`, with `extent` mask cells.
    #[inline]
    pub(super) fn mask(&mut self, drawings: &[MaskDrawing], number: u32, extent: Extent) -> &FormationMask {
        let Extent { width, height } = extent;
        if !CellBlock::fits(width, height) {
            return self.large_mask(drawings, number, extent);
        }
        let slot = (number as usize * SIDE + height as usize - 1) * SIDE + width as usize - 1;
        match self.small.get(slot) {
            Some(&position) if position > 0 => &self.masks[position as usize - 1],
            _ => self.draw_small(drawings, number, extent, slot),
        }
    }

    /// Grows the mask of a blob from random words, which [`MaskCache::grown`] then gives.
    pub(super) fn grow(&mut self, drawing: &MaskDrawing, extent: Extent, draw: &mut impl RandomSource) {
        let extent = Extent::new(extent.width.max(1), extent.height.max(1));
        let large;
        let zones = if CellBlock::fits(extent.width, extent.height) {
            self.zones.entry(extent).or_insert_with(|| blob::zones(extent))
        } else {
            large = blob::zones(extent);
            &large
        };
        self.grown = Some(FormationMask::new(blob::grow(zones, drawing.checker, draw)));
    }

    /// The last mask that was grown.
    pub(super) fn grown(&mut self) -> &FormationMask {
        self.grown.get_or_insert_with(|| FormationMask::new(BitGrid::new(1, 1)))
    }

    #[cold]
    fn draw_small(&mut self, drawings: &[MaskDrawing], number: u32, extent: Extent, slot: usize) -> &FormationMask {
        self.small.resize(drawings.len() * SIDE * SIDE, 0);
        self.small[slot] = self.masks.len() as u32 + 1;
        self.masks.push(FormationMask::new(draw(&drawings[number as usize], extent)));
        &self.masks[self.masks.len() - 1]
    }

    fn large_mask(&mut self, drawings: &[MaskDrawing], number: u32, extent: Extent) -> &FormationMask {
        let key = (number, extent);
        if !self.large.contains_key(&key) {
            self.large_cells += extent.area();
            if self.large_cells > MAX_LARGE_CELLS && self.large.len() >= MIN_LARGE {
                self.large.clear();
                self.large_cells = extent.area();
            }
        }
        self.large.entry(key).or_insert_with(|| FormationMask::new(draw(&drawings[number as usize], extent)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::{FormationShape, Ramp};

    fn extent(size: fn(Ramp) -> MaskSize, ratio: f32, width: i32, height: i32) -> Extent {
        super::extent(&size(ratio.into()), Extent::new(width, height), RampInput::default(), Direction::North)
    }

    #[test]
    fn the_default_size_is_two_thirds_of_the_longer_side_rounded_up() {
        for side in 1..=16384 {
            let wanted = (2 * side + 2) / 3;
            assert_eq!(extent(MaskSize::Ratio, 2.0 / 3.0, side, side / 4 + 1), Extent::new(wanted, wanted));
        }
    }

    #[test]
    fn a_mask_costs_no_more_than_a_few_times_its_room() {
        for (width, height) in [(6, 16382), (16382, 1), (3, 40), (16382, 16382)] {
            let room = Extent::new(width, height);
            assert!(extent(MaskSize::Ratio, 2.0, width, height).area() <= 16 * room.area(), "{room}");
        }
    }

    #[test]
    fn ratios_written_in_decimals_come_out_as_meant() {
        for side in 1..=255 {
            assert_eq!(extent(MaskSize::Fit, 1.0, side, 7), Extent::new(side, 7));
            assert_eq!(extent(MaskSize::Fit, 0.1, 10 * side, 10), Extent::new(side, 1));
            assert_eq!(extent(MaskSize::Ratio, 0.001, 3, 3), Extent::new(1, 1));
        }
    }

    #[test]
    fn a_mask_loses_a_cell_where_that_makes_it_symmetric() {
        for room in 1..20 {
            for anchor in 1..2 * room {
                for side in 1..12 {
                    for pitch in 1..4 {
                        let span = lay(side, pitch, anchor, room, false);
                        let wanted = (side / pitch).max(1);
                        assert!(span.cells == wanted || (span.cells == wanted - 1 && span.cells > 0));
                        let off_centre = 2 * span.first + span.cells * pitch - anchor;
                        let could_be_exact =
                            (wanted - 1..=wanted).any(|cells| cells > 0 && (anchor - cells * pitch) % 2 == 0);
                        assert_eq!(off_centre == 0, could_be_exact, "{side} at {anchor} of {room}, pitch {pitch}");
                        assert!(off_centre.abs() <= 1);
                        assert!(off_centre == 0 || (off_centre > 0) == (anchor < room), "towards the middle");
                    }
                }
            }
        }
    }

    #[test]
    fn the_footprints_inside_a_room_are_those_that_no_edge_cuts() {
        for (side, pitch, cells, first) in (1..12).flat_map(|side| {
            (1..5).flat_map(move |pitch| {
                (1..9).flat_map(move |cells| (-20..20).map(move |first| (side, pitch, cells, first)))
            })
        }) {
            let span = MaskSpan { cells, first };
            let lies_inside = |cell: &i32| first + cell * pitch >= 0 && first + (cell + 1) * pitch <= side;
            let wanted: Vec<_> = (0..cells).filter(lies_inside).collect();
            assert_eq!(span.inside(side, pitch).collect::<Vec<_>>(), wanted, "{span:?} in {side} by {pitch}");
        }
    }

    #[test]
    fn a_mask_is_drawn_once() {
        let drawings = [MaskDrawing::plain(FormationShape::Circle), MaskDrawing::plain(FormationShape::Square)];
        let mut cache = MaskCache::default();
        for _ in 0..2 {
            let bits = |cache: &mut MaskCache, number, side| {
                cache.mask(&drawings, number, Extent::new(side, side)).bits().count()
            };
            assert_eq!((bits(&mut cache, 1, 4), bits(&mut cache, 1, 40), bits(&mut cache, 0, 1)), (12, 156, 1));
        }
        assert_eq!((cache.masks.len(), cache.large.len()), (2, 1));
        // The cache holds all largest masks of a layout in four sizes each, and no more than its
        // limit.
        let drawings = vec![MaskDrawing::plain(FormationShape::Square); 66];
        let mut cache = MaskCache::default();
        let sizes = [(255, 255), (254, 255), (255, 254), (254, 254)];
        for (number, (width, height)) in (0..64).flat_map(|number| sizes.map(|size| (number, size))) {
            cache.mask(&drawings, number, Extent::new(width, height));
        }
        assert_eq!(cache.large.len(), 64 * 4);
        for (number, (width, height)) in (64..66).flat_map(|number| sizes.map(|size| (number, size))) {
            cache.mask(&drawings, number, Extent::new(width, height));
            assert!(cache.large_cells <= MAX_LARGE_CELLS);
        }
        assert!(cache.large.len() < 64 * 4, "evicted");
    }
}
