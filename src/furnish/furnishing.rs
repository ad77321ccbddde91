//! What furnishing produces: the props of a level, and what is known of its rooms.

use super::space::{PlacedSlot, RoomSpace};
use crate::{
    geom::{Cell, Rect},
    model::{Offer, PropRecord},
};

/// The props of a level, and the layouts of its rooms.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelFurnishing {
    /// The props by room, then by formation, then in row-major order. [`PropRecord::kind`] is an
    /// index into the preset's kinds.
    pub(crate) props: Vec<PropRecord>,
    /// For each room, the index of its layout in the preset's layouts; `None` for a room without
    /// one.
    pub(crate) layouts: Vec<Option<u16>>,
    /// For each prop kind of the preset, whether the level has a prop of that kind.
    pub(crate) used: Vec<bool>,
    /// The cells of the planned props, in the order of the plan.
    pub(crate) planned: Vec<Cell>,
    /// The slots of all rooms, by room.
    pub(crate) slots: Vec<PlacedSlot>,
    /// For each room, what is left of it; empty if no budget places anything.
    pub(crate) spaces: Vec<RoomSpace>,
    /// The offers of each room, by room. Their ids are positions in `props`.
    pub(crate) offers: Vec<Offer>,
    /// The required formations that have too few props, by room.
    pub(crate) missing: Vec<MissingProps>,
    /// The terrain of the rooms; of one room in the order in which it is laid.
    pub(crate) terrain: Vec<PlacedTerrain>,
}

/// Terrain that a formation has laid in a row of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedTerrain {
    /// The id of the room.
    pub(crate) room: u32,
    /// The kind, by position in the preset's list.
    pub(crate) terrain: u8,
    /// Cells of the level.
    pub(crate) cells: Rect,
}

/// A required formation that has too few props in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MissingProps {
    pub(crate) room: u32,
    /// The index of the layout in the preset.
    pub(crate) layout: u16,
    /// The index of the formation in the layout.
    pub(crate) formation: u32,
    pub(crate) wanted: u32,
    pub(crate) got: u32,
}

impl LevelFurnishing {
    /// Gives the props of all offers other ids, in the same order.
    pub(crate) fn renumber_offers(&mut self, id: impl Fn(u32) -> u32) {
        self.offers.iter_mut().flat_map(|offer| &mut offer.props).for_each(|prop| *prop = id(*prop));
    }

    /// Appends the rooms behind these.
    #[cfg(feature = "parallel")]
    pub(crate) fn append(&mut self, mut other: Self) {
        let before = self.props.len() as u32;
        other.renumber_offers(|id| before + id);
        let Self { props, layouts, used, planned, slots, spaces, offers, missing, terrain } = other;
        self.props.extend(props);
        self.layouts.extend(layouts);
        self.planned.extend(planned);
        self.slots.extend(slots);
        self.spaces.extend(spaces);
        self.offers.extend(offers);
        self.missing.extend(missing);
        self.terrain.extend(terrain);
        self.used.iter_mut().zip(used).for_each(|(all, part)| *all |= part);
    }
}
