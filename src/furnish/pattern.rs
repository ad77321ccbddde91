//! Patterns: cached sets of prop positions for formations that depend on nothing but the room's
//! size.
//!
//! Consumes a formation and a room size; produces the top left cells of its props in an empty room.
//! Most formations have a pattern, and many rooms share a size, so each is drawn once for each
//! size.

use super::{
    Site, anchor,
    mask::{MaskCache, lay, sides},
    room::RoomFurnisher,
    sets::FormationProps,
};
use crate::{
    floorplan::Outline,
    geom::Rect,
    grid::{Block, CellSet},
    preset::{Formation, Preset, RampInput},
    trace::NoTrace,
};

/// A cache of patterns in rectangular rooms of up to 16 by 16 cells, each the set of its props' top
/// left cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns<S> {
    /// For each pattern and room size: [`UNKNOWN`], [`OVERLAPS`], or the index in `sets` plus
    /// [`FIRST`].
    places: Vec<u16>,
    sets: Vec<S>,
}

/// Not drawn yet.
const UNKNOWN: u16 = 0;
/// Props overlap each other, so their order matters, and a set does not record it.
const OVERLAPS: u16 = 1;
const FIRST: u16 = 2;

/// The most sets to keep: 640 kB. Beyond that the cache is cleared; results never depend on its
/// state.
const MOST: usize = 1 << 14;

const SIDE: usize = Block::SIDE as usize;

impl<S: CellSet> Patterns<S> {
    /// The pattern of a formation in a room of this (width, height); `None` if it has none or if
    /// its order matters.
    #[inline]
    pub(super) fn get(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        room: (i32, i32),
        masks: &mut MaskCache,
    ) -> Option<&S> {
        let pattern = usize::from(formation.pattern?);
        if !Block::fits(room.0, room.1) {
            return None;
        }
        let slot = (pattern * SIDE + room.1 as usize - 1) * SIDE + room.0 as usize - 1;
        let mut place = self.places.get(slot).copied().unwrap_or(UNKNOWN);
        if place == UNKNOWN {
            place = self.draw(preset, formation, room, masks, slot);
        }
        self.sets.get(usize::from(place).wrapping_sub(FIRST.into()))
    }

    /// Draws a pattern and returns the new value at `slot`.
    #[cold]
    fn draw(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        room: (i32, i32),
        masks: &mut MaskCache,
        slot: usize,
    ) -> u16 {
        if self.sets.len() == MOST {
            self.sets.clear();
            self.places.fill(UNKNOWN);
        }
        if slot >= self.places.len() {
            self.places.resize((slot / SIDE / SIDE + 1) * SIDE * SIDE, UNKNOWN);
        }
        self.places[slot] = match drawn(preset, formation, room, masks) {
            Some(set) => {
                self.sets.push(set);
                self.sets.len() as u16 - 1 + FIRST
            }
            None => OVERLAPS,
        };
        self.places[slot]
    }
}

/// The top left cells of a formation's props in an empty room; `None` if they overlap each other.
fn drawn<S: CellSet>(
    preset: &Preset,
    formation: &Formation,
    (width, height): (i32, i32),
    masks: &mut MaskCache,
) -> Option<S> {
    let (mut origins, mut covered) = (S::default(), S::default());
    origins.reset(width, height);
    covered.reset(width, height);
    let footprint: (i32, i32) = (formation.stance.width().into(), formation.stance.height().into());
    let own_size = formation.own_size;
    // Formations with a pattern depend on neither progress nor difficulty.
    let size = own_size.unwrap_or_else(|| sides(&formation.size, (width, height), RampInput::default()));
    let mut is_apart = true;
    anchor::for_each(formation.at, formation.inset, (width, height), &[], &Outline::default(), |anchor| {
        let columns = lay(size.0, footprint.0, anchor.x, width, own_size.is_some());
        let rows = lay(size.1, footprint.1, anchor.y, height, own_size.is_some());
        let mask = masks.mask(&preset.drawings, formation.drawing, columns.cells, rows.cells).bits();
        for y in rows.inside(height, footprint.1) {
            for x in columns.inside(width, footprint.0).filter(|&x| mask.contains(x, y)) {
                let (left, top) = (columns.first + x * footprint.0, rows.first + y * footprint.1);
                let prop = Rect::of(left, top, footprint.0, footprint.1);
                is_apart &= footprint == (1, 1) || !covered.intersects_rect(prop);
                covered.insert_rect(prop);
                origins.insert(left, top);
            }
        }
    });
    is_apart.then_some(origins)
}

impl<S: CellSet> RoomFurnisher<S> {
    /// Stamps a formation by its pattern.
    ///
    /// Does nothing and returns `false` if it has no pattern in this room, or if anything besides
    /// the room's sets decides where its props may stand.
    #[inline]
    pub(super) fn stamp_pattern(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        site: &Site<'_>,
        masks: &mut MaskCache,
    ) -> bool {
        if !formation.is_plain || !site.outline.is_whole() || self.sets.budget.is_some() {
            return false;
        }
        let Some(pattern) = self.patterns.get(preset, formation, site.sides(), masks) else { return false };
        if self.stamped == self.stamps.len() {
            self.stamps.push(FormationProps::default());
        }
        let stamp = &mut self.stamps[self.stamped];
        stamp.origins.assign(pattern);
        stamp.make_plain(preset, formation);
        if (stamp.width, stamp.height) == (1, 1) {
            self.sets.settle_cells::<NoTrace, false>(stamp, site, &mut NoTrace);
        } else {
            self.sets.settle_apart(stamp);
        }
        self.finish_stamp::<false>(0);
        true
    }
}
