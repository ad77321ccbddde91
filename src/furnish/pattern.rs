//! Patterns: cached sets of cells for formations that depend on nothing but the room's size.
//!
//! Consumes a formation and a room size; produces the top left cells of its props in an empty room.
//! Most formations have a pattern, and many rooms share a size, so each is drawn once for each
//! size.

use super::{
    anchor,
    context::RoomContext,
    floor::RoomFloor,
    frame::RoomFrame,
    mask::{MaskCache, MaskExtent, MaskPosition},
    props::ONE_CELL,
};
use crate::{
    geom::{Cell, Direction, Extent},
    grid::{CellBlock, CellSet},
    preset::{Anchor, AnchorPoint, Formation},
};

/// A cache of patterns in rectangular rooms of up to 16 by 16 cells.
#[derive(Clone, Debug, Default)]
pub(super) struct FormationPatternCache<S> {
    /// For each pattern and room size, the index in `sets` plus one; 0 if it is not drawn yet.
    slots: Vec<u16>,
    /// `None` for a pattern whose props overlap each other: their order matters, and a set does not
    /// record it.
    sets: Vec<Option<S>>,
}

/// The largest number of patterns to keep: 640 kB. Beyond that the cache is cleared; results never
/// depend on its state.
const MOST: usize = 1 << 14;

const SIDE: usize = CellBlock::SIDE as usize;

impl<S: CellSet> FormationPatternCache<S> {
    /// The pattern of a formation in a rectangle of the room's size; `None` if it has none, if the
    /// order of its props matters, or if the room's shape does more than clip it.
    #[inline]
    pub(super) fn get(
        &mut self,
        room: &RoomContext<'_>,
        floor: &RoomFloor<S>,
        formation: &Formation,
        masks: &mut MaskCache,
    ) -> Option<&S> {
        let pattern = usize::from(formation.pattern?);
        let extent = room.extent();
        // Beside a bank there are three walls.
        if room.bank.is_some() && formation.at == Anchor::Walls {
            return None;
        }
        if !CellBlock::fits(extent.width, extent.height) || !floor.is_whole() && !is_clipped(floor, formation) {
            return None;
        }
        let slot = (pattern * SIDE + extent.height as usize - 1) * SIDE + extent.width as usize - 1;
        let known = self.slots.get(slot).copied().unwrap_or_default();
        let number = if known == 0 { self.draw(room, formation, masks, slot) } else { known };
        self.sets.get(usize::from(number) - 1)?.as_ref()
    }

    /// Draws a pattern and returns the new value at `slot`.
    #[cold]
    fn draw(&mut self, room: &RoomContext<'_>, formation: &Formation, masks: &mut MaskCache, slot: usize) -> u16 {
        if self.sets.len() == MOST {
            self.sets.clear();
            self.slots.fill(0);
        }
        if slot >= self.slots.len() {
            self.slots.resize((slot / SIDE / SIDE + 1) * SIDE * SIDE, 0);
        }
        self.sets.push(pattern(room, formation, masks));
        self.slots[slot] = self.sets.len() as u16;
        self.slots[slot]
    }
}

/// Whether the shape of a room only clips the formation: its props have one cell, and its frame and
/// its anchors are those of a rectangular room.
fn is_clipped<S: CellSet>(floor: &RoomFloor<S>, formation: &Formation) -> bool {
    let (inset, frame) = (formation.inset, floor.frame());
    let stays = |single: &AnchorPoint| {
        let point = anchor::point(*single, inset, &RoomFrame::whole(frame.extent()));
        point == anchor::point(*single, inset, frame) && floor.nearest(point) == point
    };
    let is_one_cell = (formation.stance.width(), formation.stance.height()) == (1, 1);
    is_one_cell
        && !floor.holds_frames()
        && formation.at.is_of_room()
        && formation.at.points().of_room().iter().all(stays)
}

/// The top left cells of a formation's props in an empty room of this size; `None` if props overlap
/// each other.
fn pattern<S: CellSet>(room: &RoomContext<'_>, formation: &Formation, masks: &mut MaskCache) -> Option<S> {
    let extent = room.extent();
    let [mut origins, mut covered, mut whole] = [S::default(), S::default(), S::default()];
    [&mut origins, &mut covered].into_iter().for_each(|set| set.reset(extent.width, extent.height));
    whole.fill(extent.width, extent.height);
    let footprint = Extent::new(formation.stance.width().into(), formation.stance.height().into());
    // Formations with a pattern depend on neither progress nor difficulty.
    let frame = RoomFrame::whole(extent);
    let size = MaskExtent::of(formation, room, &frame, Direction::North);
    let mut is_apart = true;
    anchor::for_each(&formation.at.points(), formation.inset, [&frame; 2], &[], None, |anchor| {
        let position = MaskPosition::about(anchor.at, size, footprint, frame.centre(), extent);
        let mask = masks.mask(&room.preset.drawings, formation.drawing, position.extent());
        if footprint == ONE_CELL {
            // Cells of their own overlap nothing.
            let Cell { x, y } = position.origin(0, 0);
            return origins.insert_mask(mask, x, y, &whole);
        }
        let ((columns, rows), mask) = (position.inside(), mask.bits());
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))).filter(|&(x, y)| mask.contains(x, y)) {
            let prop = position.footprint(x, y);
            is_apart &= !covered.intersects_rect(prop);
            covered.insert_rect(prop);
            origins.insert(prop.left(), prop.top());
        }
    });
    is_apart.then_some(origins)
}
