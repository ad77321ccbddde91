//! Patterns: cached sets of prop positions for formations that depend on nothing but the room's
//! size.
//!
//! Consumes a formation and a room size; produces the top left cells of its props in an empty room.
//! Most formations have a pattern, and many rooms share a size, so each is drawn once for each
//! size.

use super::{
    anchor,
    context::RoomContext,
    mask::{MaskCache, MaskExtent, MaskFrame},
    props::ONE_CELL,
    room::RoomState,
};
use crate::{
    floorplan::RoomOutline,
    geom::Extent,
    grid::{CellBlock, CellSet},
    preset::{Formation, Preset, RampInput},
    trace::NoTrace,
};

/// A cache of patterns in rectangular rooms of up to 16 by 16 cells, each the set of its props' top
/// left cells.
#[derive(Clone, Debug, Default)]
pub(super) struct FormationPatternCache<S> {
    /// For each pattern and room size: [`UNKNOWN`], [`OVERLAPS`], or the index in `sets` plus
    /// [`FIRST`].
    slots: Vec<u16>,
    sets: Vec<S>,
}

/// Slot of a pattern that is not drawn yet.
const UNKNOWN: u16 = 0;
/// Slot of a pattern whose props overlap each other: their order matters, and a set does not record
/// it.
const OVERLAPS: u16 = 1;
const FIRST: u16 = 2;

/// The largest number of patterns to keep: 640 kB. Beyond that the cache is cleared; results never
/// depend on its state.
const MOST: usize = 1 << 14;

const SIDE: usize = CellBlock::SIDE as usize;

impl<S: CellSet> FormationPatternCache<S> {
    /// The pattern of a formation in a room of extent `room`; `None` if it has none or if the order
    /// of its props matters.
    #[inline]
    pub(super) fn get(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        room: Extent,
        masks: &mut MaskCache,
    ) -> Option<&S> {
        let pattern = usize::from(formation.pattern?);
        if !CellBlock::fits(room.width, room.height) {
            return None;
        }
        let slot = (pattern * SIDE + room.height as usize - 1) * SIDE + room.width as usize - 1;
        let mut value = self.slots.get(slot).copied().unwrap_or(UNKNOWN);
        if value == UNKNOWN {
            value = self.draw(preset, formation, room, masks, slot);
        }
        self.sets.get(usize::from(value).wrapping_sub(FIRST.into()))
    }

    /// Draws a pattern and returns the new value at `slot`.
    #[cold]
    fn draw(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        room: Extent,
        masks: &mut MaskCache,
        slot: usize,
    ) -> u16 {
        if self.sets.len() == MOST {
            self.sets.clear();
            self.slots.fill(UNKNOWN);
        }
        if slot >= self.slots.len() {
            self.slots.resize((slot / SIDE / SIDE + 1) * SIDE * SIDE, UNKNOWN);
        }
        self.slots[slot] = match drawn(preset, formation, room, masks) {
            Some(set) => {
                self.sets.push(set);
                self.sets.len() as u16 - 1 + FIRST
            }
            None => OVERLAPS,
        };
        self.slots[slot]
    }
}

/// The top left cells of a formation's props in an empty room; `None` if they overlap each other.
fn drawn<S: CellSet>(preset: &Preset, formation: &Formation, room: Extent, masks: &mut MaskCache) -> Option<S> {
    let (mut origins, mut covered) = (S::default(), S::default());
    origins.reset(room.width, room.height);
    covered.reset(room.width, room.height);
    let footprint = Extent::new(formation.stance.width().into(), formation.stance.height().into());
    // Formations with a pattern depend on neither progress nor difficulty.
    let size = MaskExtent::of(formation, room, RampInput::default());
    let mut is_apart = true;
    anchor::for_each(formation.at, formation.inset, room, &[], &RoomOutline::default(), |anchor| {
        let frame = MaskFrame::about(anchor, size, footprint, room);
        let mask = masks.mask(&preset.drawings, formation.drawing, frame.extent()).bits();
        let (columns, rows) = frame.inside();
        for y in rows {
            for x in columns.clone().filter(|&x| mask.contains(x, y)) {
                let prop = frame.footprint(x, y);
                is_apart &= footprint == ONE_CELL || !covered.intersects_rect(prop);
                covered.insert_rect(prop);
                origins.insert(prop.left(), prop.top());
            }
        }
    });
    is_apart.then_some(origins)
}

/// Stamps a formation by its pattern.
///
/// Does nothing and returns `false` if the formation has no pattern in this room, or if anything
/// besides the room's sets decides where its props may stand.
#[inline]
pub(super) fn stamp_pattern<S: CellSet>(
    state: &mut RoomState<S>,
    formation: &Formation,
    room: &RoomContext<'_>,
    masks: &mut MaskCache,
) -> bool {
    let RoomState { sets, props: room_props, patterns, .. } = state;
    if !formation.is_plain || !room.outline.is_whole() || sets.cover_budget.is_some() {
        return false;
    }
    let Some(pattern) = patterns.get(room.preset, formation, room.extent(), masks) else { return false };
    let props = room_props.next();
    props.origins.assign(pattern);
    props.set_formation(room.preset, formation);
    if props.is_one_cell() {
        sets.place_cells::<NoTrace, false>(props, room, &mut NoTrace);
    } else {
        sets.place_disjoint(props);
    }
    room_props.keep(1);
    true
}
