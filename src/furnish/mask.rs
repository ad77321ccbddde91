//! The size of a formation's mask, how it sits about its anchor, and the masks that were drawn before.

use std::collections::BTreeMap;

use super::shape::draw;
use crate::{
    grid::{Block, Mask},
    preset::{Drawing, MaskSize, Moment},
};

/// A mask's extent on one axis and where it lies in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// Cells of the mask: props, not cells of the room.
    pub(super) cells: i32,
    /// The room's column or row of the first of them.
    pub(super) first: i32,
}

impl Span {
    /// The cells of the mask whose footprints, `pitch` cells long, lie wholly in a room of `side` cells.
    pub(super) fn inside(&self, side: i32, pitch: i32) -> std::ops::Range<i32> {
        let before = (-self.first).max(0);
        let first = (before + pitch - 1) / pitch;
        let end = (side - self.first).div_euclid(pitch).clamp(first, self.cells.max(first));
        first..end
    }
}

/// How many times as long as the room's side a mask may be, so that rooms up to four times as long as wide are not affected
/// even by the largest share but one.
const REACH: i32 = 4;

/// The sides of a mask in a room, in cells of the room.
///
/// A share is of the longer side, so in a very narrow room it is cut to [`REACH`] times the side that it lies along: a mask
/// costs its cells to draw, and so never more than a few times the room's.
///
/// A share that was written in decimals is a little more or less than what was meant, so that a side which comes out whole
/// but for that is not rounded up by it.
#[inline]
pub(super) fn sides(size: &MaskSize, room: (i32, i32), moment: Moment) -> (i32, i32) {
    if let MaskSize::Cells(width, height) = size { (*width, *height) } else { sides_by_room(size, room, moment) }
}

fn sides_by_room(size: &MaskSize, (width, height): (i32, i32), moment: Moment) -> (i32, i32) {
    /// More than the error of any share of any side, less than any difference that a designer could mean.
    const SLACK: f32 = 1.0 / 256.0;
    let share = |share: f32, side: i32| {
        let exact = share * side as f32 - SLACK;
        // Rounded up without `ceil`, which is not the same operation on every platform's libm.
        let whole = exact as i32;
        if exact > whole as f32 { whole + 1 } else { whole.max(1) }
    };
    match size {
        MaskSize::Cells(width, height) => (*width, *height),
        MaskSize::Ratio(ratio) => {
            let side = share(ratio.at(moment), width.max(height));
            (side.min(REACH * width), side.min(REACH * height))
        }
        MaskSize::Fit(ratio) => {
            let ratio = ratio.at(moment);
            (share(ratio, width), share(ratio, height))
        }
        MaskSize::RampedCells(width, height) => (width.whole_at(moment), height.whole_at(moment)),
    }
}

/// Lays a mask over one axis of a room: `side` cells of the room at a pitch of so many cells for each cell of the mask, about
/// an anchor in half cells.
///
/// The mask loses one cell, but not its last, where that makes it exactly symmetric about the anchor. Where nothing does, it
/// lies half a cell towards the middle of the room, which has `room` cells.
pub(super) fn lay(side: i32, pitch: i32, anchor: i32, room: i32, keep_size: bool) -> Span {
    let is_symmetric = |cells: i32| (anchor - cells * pitch) & 1 == 0;
    // Most props are one cell, and a division costs more than all the rest.
    let wanted = if keep_size || pitch == 1 { side } else { (side / pitch).max(1) };
    let shrinks = !keep_size && wanted > 1 && !is_symmetric(wanted) && is_symmetric(wanted - 1);
    let cells = if shrinks { wanted - 1 } else { wanted };
    let twice = anchor - cells * pitch;
    let towards_middle = i32::from(!is_symmetric(cells) && anchor < room);
    Span { cells, first: (twice + towards_middle) >> 1 }
}

/// The cells to draw for a mask that the cache may have forgotten; those of others are drawn once.
pub(super) fn cells_to_draw(width: i32, height: i32) -> u64 {
    let cells = i64::from(width) * i64::from(height);
    if Block::fits(width, height) { 0 } else { cells.unsigned_abs() }
}

/// Masks by drawing and size, each drawn once.
#[derive(Clone, Debug, Default)]
pub(super) struct MaskCache {
    masks: Vec<Mask>,
    /// For each drawing and each size that fits a block, the position in `masks` plus one.
    small: Vec<u32>,
    large: BTreeMap<(u16, i32, i32), Mask>,
    large_cells: i64,
}

const SIDE: usize = Block::SIDE as usize;

/// Large masks are forgotten when they come to more cells than this: 2 MB of bits. That holds the
/// largest masks of as many formations as a layout may have, each of them in [`KEPT`] sizes. Less
/// would have a level of tiny rooms draw them anew for each room.
const MAX_LARGE_CELLS: i64 = 1 << 24;

/// But never fewer than these: one formation has masks of up to four sizes, since on each axis one may lose a cell, and they take turns.
const KEPT: usize = 4;

impl MaskCache {
    /// The mask of the `number`th of `drawings`, `width` by `height` cells.
    #[inline]
    pub(super) fn mask(&mut self, drawings: &[Drawing], number: u16, width: i32, height: i32) -> &Mask {
        if !Block::fits(width, height) {
            return self.large_mask(drawings, number, width, height);
        }
        let slot = (usize::from(number) * SIDE + height as usize - 1) * SIDE + width as usize - 1;
        match self.small.get(slot) {
            Some(&position) if position > 0 => &self.masks[position as usize - 1],
            _ => self.draw_small(drawings, number, width, height, slot),
        }
    }

    #[cold]
    fn draw_small(&mut self, drawings: &[Drawing], number: u16, width: i32, height: i32, slot: usize) -> &Mask {
        self.small.resize(drawings.len() * SIDE * SIDE, 0);
        self.small[slot] = self.masks.len() as u32 + 1;
        self.masks.push(Mask::new(draw(&drawings[usize::from(number)], width, height)));
        &self.masks[self.masks.len() - 1]
    }

    fn large_mask(&mut self, drawings: &[Drawing], number: u16, width: i32, height: i32) -> &Mask {
        let key = (number, width, height);
        if !self.large.contains_key(&key) {
            self.large_cells += i64::from(width) * i64::from(height);
            if self.large_cells > MAX_LARGE_CELLS && self.large.len() >= KEPT {
                self.large.clear();
                self.large_cells = i64::from(width) * i64::from(height);
            }
        }
        self.large.entry(key).or_insert_with(|| Mask::new(draw(&drawings[usize::from(number)], width, height)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::{Ramp, Shape};

    fn sides(size: fn(Ramp) -> MaskSize, ratio: f32, room: (i32, i32)) -> (i32, i32) {
        super::sides(&size(ratio.into()), room, Moment::default())
    }

    #[test]
    fn the_default_size_is_two_thirds_of_the_longer_side_rounded_up() {
        for side in 1..=16384 {
            let wanted = (2 * side + 2) / 3;
            assert_eq!(sides(MaskSize::Ratio, 2.0 / 3.0, (side, side / 4 + 1)), (wanted, wanted), "{side}");
        }
    }

    #[test]
    fn a_mask_costs_no_more_than_a_few_times_its_room() {
        for (width, height) in [(6, 16382), (16382, 1), (3, 40), (16382, 16382)] {
            let (across, down) = sides(MaskSize::Ratio, 2.0, (width, height));
            assert!(
                i64::from(across) * i64::from(down) <= 16 * i64::from(width) * i64::from(height),
                "{width}x{height}"
            );
        }
    }

    #[test]
    fn shares_written_in_decimals_come_out_as_meant() {
        for side in 1..=255 {
            assert_eq!(sides(MaskSize::Fit, 1.0, (side, 7)), (side, 7));
            assert_eq!(sides(MaskSize::Fit, 0.1, (10 * side, 10)), (side, 1));
            assert_eq!(sides(MaskSize::Ratio, 0.001, (3, 3)), (1, 1));
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
            let span = Span { cells, first };
            let lies_inside = |cell: &i32| first + cell * pitch >= 0 && first + (cell + 1) * pitch <= side;
            let wanted: Vec<_> = (0..cells).filter(lies_inside).collect();
            assert_eq!(span.inside(side, pitch).collect::<Vec<_>>(), wanted, "{span:?} in {side} by {pitch}");
        }
    }

    #[test]
    fn a_mask_is_drawn_once() {
        let drawings = [Drawing::plain(Shape::Circle), Drawing::plain(Shape::Square)];
        let mut cache = MaskCache::default();
        for _ in 0..2 {
            let bits = |cache: &mut MaskCache, number, side| cache.mask(&drawings, number, side, side).bits().count();
            assert_eq!((bits(&mut cache, 1, 4), bits(&mut cache, 1, 40), bits(&mut cache, 0, 1)), (12, 156, 1));
        }
        assert_eq!((cache.masks.len(), cache.large.len()), (2, 1));
        // All of a layout's largest masks are kept, in four sizes each; and no more than there is room for.
        let drawings = vec![Drawing::plain(Shape::Square); 66];
        let mut cache = MaskCache::default();
        let sizes = [(255, 255), (254, 255), (255, 254), (254, 254)];
        for (number, (width, height)) in (0..64).flat_map(|number| sizes.map(|size| (number, size))) {
            cache.mask(&drawings, number, width, height);
        }
        assert_eq!(cache.large.len(), 64 * 4);
        for (number, (width, height)) in (64..66).flat_map(|number| sizes.map(|size| (number, size))) {
            cache.mask(&drawings, number, width, height);
            assert!(cache.large_cells <= MAX_LARGE_CELLS);
        }
        assert!(cache.large.len() < 64 * 4, "forgotten");
    }
}
