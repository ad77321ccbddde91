//! `Lamp`: a light at a place of a level, and what it sheds on each cell.

use std::cmp::Reverse;

use super::view::view;
use crate::{
    color::Color,
    geom::{Cell, Rect},
    grid::BitGrid,
    level::{Level, Prop},
    model::{Light, Metres},
};

/// The width of the rim over which light ends, in units of 1/256 m. A hard rim would draw a circle
/// on the floor.
const RIM: i64 = Metres::PARTS as i64;

/// A light at a place of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lamp {
    /// The light that it sheds.
    pub light: Light,
    /// The place in units of 1/256 m, right and down from the level's top left corner.
    pub at: [i32; 2],
    /// The id of the room whose lamps it is counted among; `None` for a lamp that always shines.
    pub room: Option<u32>,
}

impl Lamp {
    /// The amount of light, in each channel, that shows a colour as it is.
    pub const FULL: u8 = 64;
    /// The most lamps of a room that shine, the brightest. It bounds the work for rooms full of
    /// lights; a hall of a thousand cells looks fully lit with fewer.
    pub const MAX_IN_ROOM: usize = 128;

    /// A light in the middle of a cell, of no room: one that a player carries.
    #[must_use]
    pub fn at(cell: Cell, light: Light) -> Self {
        let middle = |at: i32| at.saturating_mul(Metres::PARTS).saturating_add(Metres::PARTS / 2);
        Self { light, at: [middle(cell.x), middle(cell.y)], room: None }
    }

    /// The light of a prop, at its centre; `None` if it sheds none or is out.
    #[must_use]
    pub fn of_prop(prop: &Prop<'_>) -> Option<Self> {
        let light = prop.light()?;
        let middle = |first: i32, cells: i32, offset: f32| {
            first * Metres::PARTS + cells * Metres::PARTS / 2 + (offset * Metres::PARTS as f32) as i32
        };
        let (cells, [right, down]) = (prop.cells, prop.offset);
        let at = [middle(cells.left(), cells.width(), right), middle(cells.top(), cells.height(), down)];
        Some(Self { light, at, room: Some(prop.room) })
    }

    /// The lamps of a level's props that shine: those that burn, and of a room with more than
    /// [`Lamp::MAX_IN_ROOM`] the brightest. In the order of rooms.
    ///
    /// Cost: linear in props.
    #[must_use]
    pub fn of_level(level: &Level) -> Vec<Self> {
        let of_room = |room: u32| {
            let mut lamps = level.props_in(room).filter_map(|prop| Self::of_prop(&prop)).collect();
            keep_brightest(&mut lamps, Self::MAX_IN_ROOM, |lamp| *lamp);
            lamps
        };
        (0..level.rooms().len() as u32).flat_map(of_room).collect()
    }

    /// The cell of the place.
    #[must_use]
    pub fn cell(&self) -> Cell {
        let [x, y] = self.at.map(|at| at.div_euclid(Metres::PARTS));
        Cell::new(x, y)
    }

    /// The cells that the light may reach, inside of the level or not; `None` if there are none.
    #[must_use]
    pub fn reach(&self) -> Option<Rect> {
        Rect::from_cell(self.cell()).grown(self.radius())
    }

    /// The light that falls on cells: the amount in red, green and blue of each that gets some,
    /// row-major. [`Lamp::FULL`] shows a colour as it is.
    ///
    /// `opaque` has the cells that block light, and are lit where it falls on them. The lamp's own
    /// cell blocks nothing. None if it lies outside of `opaque`. Cost: linear in the cells of
    /// [`Lamp::reach`].
    #[must_use]
    pub fn cast(&self, opaque: &BitGrid) -> Vec<(Cell, [u8; 3])> {
        let (from, bounds) = (self.cell(), Rect::from_xywh(0, 0, opaque.width(), opaque.height()));
        let reach = self.reach().zip(bounds).and_then(|(reach, bounds)| reach.intersection(bounds));
        let Some(reach) = reach.filter(|reach| reach.contains(from)) else { return Vec::new() };
        let (left, top) = (reach.left(), reach.top());
        let mut near = BitGrid::new(reach.width(), reach.height());
        near.set_rows(|x, y| opaque.row_bits(left + x, top + y));
        // One more, since the place may be beside the middle of its cell.
        let in_view = view(&near, Cell::new(from.x - left, from.y - top), self.radius() + 1);
        let lit = in_view.iter().map(|Cell { x, y }| Cell::new(left + x, top + y));
        lit.map(|cell| (cell, self.amount_on(cell))).filter(|(_, amount)| *amount != [0; 3]).collect()
    }

    /// The radius in cells, rounded up.
    fn radius(&self) -> i32 {
        (self.light.radius.parts() + Metres::PARTS - 1) / Metres::PARTS
    }

    /// The amount of light on a cell in reach, by the distance between its middle and the light.
    fn amount_on(&self, cell: Cell) -> [u8; 3] {
        let Light { color: Color { r, g, b }, radius, fade, strength } = self.light;
        let parts = i64::from(Metres::PARTS);
        let from = |at: i32, light: i32| i64::from(at) * parts + parts / 2 - i64::from(light);
        let (dx, dy) = (from(cell.x, self.at[0]), from(cell.y, self.at[1]));
        let radius = i64::from(radius.parts());
        let left = radius - (dx * dx + dy * dy).isqrt();
        if left <= 0 {
            return [0; 3];
        }
        // In hundredths: from 100 at the light to `fade` at the radius.
        let fade = i64::from(fade.count());
        let near = fade + (100 - fade) * left / radius;
        // In units of 1 / 10000: the strength of the light on the cell.
        let bright = near * i64::from(strength.count()) * left.min(RIM) / RIM;
        [r, g, b].map(|part| (i64::from(part) * bright * i64::from(Self::FULL) / (255 * 10_000)).min(255) as u8)
    }

    /// How bright and large a light is, to choose the brightest.
    fn weight(&self) -> u32 {
        let Light { radius, strength, color: Color { r, g, b }, .. } = self.light;
        u32::from(r.max(g).max(b)) * u32::from(strength.count()) / 100 * radius.parts().unsigned_abs()
    }
}

/// Keeps the brightest lamps, at most `most`, and returns the others. Of lamps that are equally
/// bright, the first ones stay. The order changes only if some do not.
pub(super) fn keep_brightest<T>(lamps: &mut Vec<T>, most: usize, lamp: impl Fn(&T) -> Lamp) -> Vec<T> {
    if lamps.len() <= most {
        return Vec::new();
    }
    // The sort is stable.
    lamps.sort_by_key(|one| Reverse(lamp(one).weight()));
    lamps.split_off(most)
}
