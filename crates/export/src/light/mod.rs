//! Light on a level: how bright each cell is, and in which colour.
//!
//! Consumes a [`Level`] and the ambient brightness, and produces a [`Lighting`]: the light that
//! falls on each cell. Props and stairs are [lamps](Lamp), whose light adds up for each channel.
//! What blocks sight ([`Level::is_opaque`]) blocks light. All numbers are whole, so that the same
//! level is lit in the same way on every platform.

#[cfg(test)]
mod tests;

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Level, Prop},
    model::{Hundredths, Light, Metres},
    sight::Lamp,
    theme::Theme,
};

/// The amount of light, in each channel, that shows a colour as it is.
pub(crate) const FULL: u32 = Lamp::FULL as u32;

/// Samples of light along a side of a cell.
pub(crate) const QUARTERS: i32 = 4;

/// A step of brightness: a sixteenth of [`FULL`]. Steps keep the look of pixel art, and pictures
/// small.
const STEP: u32 = FULL / 16;

/// The colour of light where no lamp burns, at its darkest: the cold light of a cellar.
const NIGHT: Color = Color::new(0xc4, 0xcc, 0xff);

/// The amount of light in each channel, red, green and blue, in units of 1/[`FULL`].
pub(crate) type Amount = [u8; 3];

/// The light on the quarters of a cell: rows from north to south.
pub(crate) type LightQuarters = [[Amount; QUARTERS as usize]; QUARTERS as usize];

/// The light on the cells of a part of a level.
///
/// Guarantee: the same for a cell whatever part it was made for.
#[derive(Clone, Debug)]
pub(crate) struct Lighting {
    /// The cells of the part, and a frame of two cells.
    cells: Rect,
    /// The light on each of `cells`, row-major.
    amounts: Vec<Amount>,
    /// Whether each of `cells` blocks light, row-major.
    opaque: Vec<bool>,
}

impl Lighting {
    /// The light on the cells of `window`.
    ///
    /// Cost: linear in the level's props, in the cells of the window, and in the cells that its
    /// lamps reach, of which each room has at most [`Lamp::MAX_IN_ROOM`].
    pub(crate) fn new(level: &Level, theme: &Theme, ambient: Hundredths, window: Rect) -> Self {
        let cells = window.grown(2).unwrap_or(window);
        let count = cells.width() as usize * cells.height() as usize;
        let dark = ambient_amount(ambient);
        let opaque = cells.cells().map(|cell| level.is_opaque(cell)).collect();
        let mut lighting = Self { cells, amounts: vec![dark; count], opaque };
        // A room's lamps are chosen among all of its lamps, so that each part of a picture shows
        // the same ones. The stairs' are of no room, so that they are never left out.
        let lamps = Lamp::of_level(level).into_iter().chain(stairs(level, theme));
        for lamp in lamps.filter(|lamp| lamp.reach().is_some_and(|reach| reach.overlaps(cells))) {
            lamp.cast(level.opaque()).into_iter().for_each(|(cell, amount)| lighting.add(cell, amount));
        }
        lighting.light_walls(dark);
        lighting
    }

    fn position(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x - self.cells.left(), cell.y - self.cells.top());
        self.cells.contains(cell).then(|| y as usize * self.cells.width() as usize + x as usize)
    }

    fn add(&mut self, cell: Cell, amount: Amount) {
        if let Some(own) = self.position(cell).and_then(|position| self.amounts.get_mut(position)) {
            for (sum, more) in own.iter_mut().zip(amount) {
                *sum = sum.saturating_add(more);
            }
        }
    }

    /// Gives each cell that blocks light the light of the floor before it: south of it, or else the
    /// brightest beside it. Light that falls on the cell itself does not count, so that a wall is
    /// evenly lit.
    fn light_walls(&mut self, dark: Amount) {
        let lit = self.amounts.clone();
        let before = |this: &Self, cell: Cell| {
            let position = this.position(cell).filter(|&position| !this.opaque[position])?;
            Some(lit[position])
        };
        for cell in self.cells.cells() {
            let Some(position) = self.position(cell).filter(|&position| self.opaque[position]) else { continue };
            let south = before(self, Cell::new(cell.x, cell.y + 1));
            let beside = || {
                let around = Rect::of(cell.x - 1, cell.y - 1, 3, 3);
                around.cells().filter_map(|near| before(self, near)).reduce(brighter)
            };
            self.amounts[position] = south.or_else(beside).unwrap_or(dark);
        }
    }

    /// Whether a cell blocks light; true outside of the part.
    pub(crate) fn is_opaque(&self, cell: Cell) -> bool {
        self.position(cell).is_none_or(|position| self.opaque[position])
    }

    /// The light on a cell, in steps; none outside of the part.
    pub(crate) fn in_steps_at(&self, cell: Cell) -> Amount {
        self.position(cell).map_or([0; 3], |position| self.amounts[position].map(in_steps))
    }

    /// The light on the quarters of a cell, in steps: rows from north to south.
    ///
    /// It is interpolated between the middles of neighbouring cells that see each other, so that no
    /// light crosses a wall.
    pub(crate) fn quarters(&self, cell: Cell) -> LightQuarters {
        let around: [Option<Amount>; 9] =
            std::array::from_fn(|number| self.shared(cell, number as i32 % 3 - 1, number as i32 / 3 - 1));
        let own = around[4].unwrap_or_default();
        let is_even = around.iter().flatten().all(|&amount| amount == own);
        if is_even {
            return [[own.map(in_steps); 4]; 4];
        }
        // Eighths of a cell between the middle of a quarter and the middle of the cell.
        let sides = [(-1, 3), (-1, 1), (1, 1), (1, 3)];
        sides.map(|(dy, down)| {
            sides.map(|(dx, across): (i32, u32)| {
                let near = |dx: i32, dy: i32| around[((dy + 1) * 3 + dx + 1) as usize].unwrap_or(own);
                let parts = [
                    (own, (8 - across) * (8 - down)),
                    (near(dx, 0), across * (8 - down)),
                    (near(0, dy), (8 - across) * down),
                    (near(dx, dy), across * down),
                ];
                std::array::from_fn(|channel| {
                    let sum: u32 = parts.iter().map(|(amount, weight)| u32::from(amount[channel]) * weight).sum();
                    in_steps(((sum + 32) / 64) as u8)
                })
            })
        })
    }

    /// The light of a neighbour that a cell shares its light with: one that blocks light if the
    /// cell does, and that no corner hides.
    fn shared(&self, cell: Cell, dx: i32, dy: i32) -> Option<Amount> {
        let is_opaque = self.position(cell).map(|position| self.opaque[position])?;
        let same = |dx: i32, dy: i32| {
            let position = self.position(Cell::new(cell.x + dx, cell.y + dy))?;
            (self.opaque[position] == is_opaque).then_some(position)
        };
        let is_hidden = dx != 0 && dy != 0 && same(dx, 0).is_none() && same(0, dy).is_none();
        same(dx, dy).filter(|_| !is_hidden).map(|position| self.amounts[position])
    }
}

/// The number of a level's lights that pictures leave out: a room with more than
/// [`Lamp::MAX_IN_ROOM`] shows the brightest.
///
/// Cost: linear in props.
#[must_use]
pub fn left_out_lights(level: &Level) -> usize {
    level.props().filter(|prop| prop.light().is_some()).count() - Lamp::of_level(level).len()
}

/// The cells that the light of a prop falls on, row-major; none if it sheds none. What blocks light
/// is among them, where light falls on it.
///
/// Cost: linear in the cells within the light's radius.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::picture::lit_cells;
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let lamp = level.props().find(|prop| prop.light().is_some()).expect("a candle");
/// assert!(lit_cells(&level, &lamp).iter().any(|cell| lamp.cells.contains(*cell)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lit_cells(level: &Level, prop: &Prop<'_>) -> Vec<Cell> {
    let lit = Lamp::of_prop(prop).map(|lamp| lamp.cast(level.opaque())).unwrap_or_default();
    lit.into_iter().map(|(cell, _)| cell).collect()
}

/// The colour of the ambient light, which pictures multiply the colours of unlit floors with.
pub(crate) fn ambient_color(ambient: Hundredths) -> Color {
    let [r, g, b] = ambient_amount(ambient).map(|amount| (u32::from(amount) * 255 / FULL).min(255) as u8);
    Color::new(r, g, b)
}

/// The lamps of the stairs, in the colours that mark them.
pub(crate) fn stairs(level: &Level, theme: &Theme) -> impl Iterator<Item = Lamp> {
    let stairs = [(level.entry(), theme.entry)].into_iter().chain(level.ways_down().map(|cell| (cell, theme.exit)));
    let shown = stairs.filter(|(cell, _)| level.is_open(*cell));
    shown.filter_map(|(cell, color)| Some(Lamp::at(cell, Light::new(color, Metres::whole(4))?)))
}

/// The ambient light: from [`NIGHT`] to white.
fn ambient_amount(ambient: Hundredths) -> Amount {
    let bright = u32::from(ambient.count().min(100));
    [NIGHT.r, NIGHT.g, NIGHT.b].map(|part| {
        let tint = 255 * bright + u32::from(part) * (100 - bright);
        ((bright * tint * FULL + 1_275_000) / 2_550_000) as u8
    })
}

/// The brighter of two amounts, by the sum of the channels.
fn brighter(one: Amount, other: Amount) -> Amount {
    let sum = |amount: Amount| amount.iter().map(|&part| u32::from(part)).sum::<u32>();
    if sum(other) > sum(one) { other } else { one }
}

/// An amount of light in steps. Above [`FULL`], which shows a colour as it is, light counts a
/// third, and ends at half as much again.
fn in_steps(amount: u8) -> u8 {
    let amount = u32::from(amount);
    let soft = if amount > FULL { FULL + (amount - FULL) / 3 } else { amount };
    ((soft.min(FULL * 3 / 2) + STEP / 2) / STEP * STEP) as u8
}

/// A colour in a light.
#[inline]
pub(crate) fn lit(color: Color, amount: Amount) -> Color {
    // No product exceeds 16 bits, so that a register holds eight of them.
    let part = |color: u8, amount: u8| (u16::from(color) * u16::from(amount) / FULL as u16).min(255) as u8;
    Color::new(part(color.r, amount[0]), part(color.g, amount[1]), part(color.b, amount[2]))
}
