//! One room while it is dug.
//!
//! Consumes the room, its pins and random words; produces its floor. Written once for all layouts
//! of cells.

use super::{CavePin, CaveStyle, DigKind, cells::CaveCells, parts::CaveParts};
use crate::{
    geom::{Cell, Extent},
    rng::RandomSource,
};

/// The fewest cells of a part that is joined to the others; smaller ones become rock.
const LEAST_PART: u32 = 6;

/// A room of at most `COLUMNS` columns and `WORDS` words of cells, and memory that the next room
/// reuses.
#[derive(Clone, Debug, Default)]
pub(super) struct Cavern<const COLUMNS: u32, const WORDS: usize> {
    pub(super) floor: CaveCells<COLUMNS, WORDS>,
    /// All cells of the room.
    room: CaveCells<COLUMNS, WORDS>,
    pinned: CaveCells<COLUMNS, WORDS>,
    parts: CaveParts<COLUMNS, WORDS>,
}

impl<const COLUMNS: u32, const WORDS: usize> Cavern<COLUMNS, WORDS> {
    /// Digs the floor of a room. See [`DigKind`].
    pub(super) fn dig(
        &mut self,
        extent: Extent,
        kind: DigKind,
        pins: &[CavePin],
        draw: &mut impl RandomSource,
    ) -> &CaveCells<COLUMNS, WORDS> {
        (self.room, self.pinned) = (CaveCells::whole(extent), CaveCells::new(extent));
        pins.iter().for_each(|pin| self.pinned.insert_rect(pin.cells));
        match kind {
            DigKind::Cave(style) => self.cave(style, pins, draw),
            DigKind::Tunnels => self.tunnels(pins, draw),
            DigKind::Ruin => self.ruin(pins, draw),
        }
        &self.floor
    }

    /// Starts with the pins as floor.
    pub(super) fn start_with_pins(&mut self) {
        self.floor = self.pinned;
    }

    fn cave(&mut self, style: CaveStyle, pins: &[CavePin], draw: &mut impl RandomSource) {
        let Self { floor, room, pinned, .. } = self;
        *floor = *room;
        floor.thin(style.noise(room.extent()), draw);
        floor.unite(pinned);
        floor.step(style.steps(), room, pinned);
        self.join(LEAST_PART, pins, draw);
        self.grow();
        let pillars = style.pillars();
        if pillars > 0 {
            self.floor.set_pillars(pillars, &self.pinned, draw);
        }
    }

    /// Joins the parts of the floor of at least `least` cells to the largest, then the pins.
    /// Smaller parts become rock. Without a part, the middle cell becomes floor.
    pub(super) fn join(&mut self, least: u32, pins: &[CavePin], draw: &mut impl RandomSource) {
        let Self { floor, parts, .. } = self;
        parts.find(floor);
        let Some(largest) = parts.largest() else {
            let Extent { width, height } = floor.extent();
            return floor.insert(Cell::new(width / 2, height / 2));
        };
        *floor = largest.cells;
        // To join the largest to itself digs nothing.
        for part in parts.iter().filter(|part| part.count >= least) {
            floor.dig_to(&part.cells, 1, draw);
        }
        for pin in pins {
            if !floor.contains_rect(pin.cells)
                && let Some(part) = parts.part_at(pin.cells.top_left())
            {
                floor.dig_to(&part.cells, pin.width, draw);
            }
        }
    }

    /// Grows the floor at its edge while it is less than seven sixteenths of the room, each time by
    /// a quarter of the cells there.
    fn grow(&mut self) {
        let Extent { width, height } = self.floor.extent();
        let least = (width * height * 7).unsigned_abs().div_ceil(16);
        let mut quarters = (0..4).cycle();
        while self.floor.count() < least {
            self.floor.grow(quarters.next().unwrap_or_default(), &self.room);
        }
    }
}
