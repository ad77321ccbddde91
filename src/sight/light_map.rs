//! `LightMap`: the light of all lamps on the cells of a level, kept for each lamp.

use std::collections::BTreeMap;

use super::lamp::{Lamp, keep_brightest};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, Grid},
    level::{Level, Prop},
};

/// The light of a level's props on its cells: [`LightMap::grid`] of a map made for it.
#[must_use]
pub fn light(level: &Level, opaque: &BitGrid) -> Grid<[u8; 3]> {
    LightMap::new(level, opaque).grid()
}

/// The light of lamps on the cells of a level, which follows lamps and doors.
///
/// It keeps what each lamp sheds, so that a change costs no more than the lamps that it concerns.
/// Light adds up in each channel; what lies beyond 255 counts until it is read. It has no ambient
/// light.
///
/// Guarantee: it equals a map made anew with the same lamps and the same set, whatever the order of
/// changes, if [`LightMap::recast`] follows each change of the set.
#[derive(Clone, Debug)]
pub struct LightMap {
    /// The lamps, by room and id.
    lamps: BTreeMap<(Option<u32>, u32), CastLamp>,
    sums: Grid<[u32; 3]>,
}

/// A lamp and the light that it sheds.
#[derive(Clone, Debug)]
struct CastLamp {
    lamp: Lamp,
    /// The light on each cell; `None` while brighter lamps of the room leave it out.
    lit: Option<Vec<(Cell, [u8; 3])>>,
}

impl LightMap {
    /// The light of all props of a level that burn. The id of each lamp is that of its prop.
    ///
    /// `opaque` has the cells that block light: [`Level::opaque`], or a game's copy of it. Cost:
    /// linear in cells and props, and in the cells that the lamps reach.
    #[must_use]
    pub fn new(level: &Level, opaque: &BitGrid) -> Self {
        Self::among(level.props(), level, opaque)
    }

    /// The same for some of the props of a level.
    pub(crate) fn among<'a>(props: impl Iterator<Item = Prop<'a>>, level: &Level, opaque: &BitGrid) -> Self {
        let lamps = props.filter_map(|prop| Some((prop.id, Lamp::of_prop(&prop)?)));
        let lamps = lamps.map(|(id, lamp)| ((lamp.room, id), CastLamp { lamp, lit: None })).collect();
        let mut map = Self { lamps, sums: Grid::filled(level.size(), [0; 3]) };
        (0..level.rooms().len() as u32).for_each(|room| map.settle(Some(room), opaque));
        map
    }

    /// The amount of light on a cell in red, green and blue, at most 255: [`Lamp::FULL`] shows a
    /// colour as it is. None outside of the level. Constant time.
    #[must_use]
    pub fn amount(&self, cell: Cell) -> [u8; 3] {
        self.sums.get(cell).map_or([0; 3], capped)
    }

    /// The amount of light on each cell. Cost: linear in cells.
    #[must_use]
    pub fn grid(&self) -> Grid<[u8; 3]> {
        let mut grid = Grid::filled(self.sums.size(), [0; 3]);
        grid.values_mut().iter_mut().zip(self.sums.values()).for_each(|(amount, &sum)| *amount = capped(sum));
        grid
    }

    /// Puts a lamp in the place of the one with this id: it is new, has moved, or with `None` it is
    /// gone. Returns the former lamp.
    ///
    /// A prop's lamp has the prop's id; a lamp that no prop sheds may have any other. Cost: linear
    /// in lamps, and in the cells that both reach.
    ///
    /// ```
    /// use roomgen::{Preset, generate, sight::{Lamp, LightMap}};
    ///
    /// let mut level = generate(&Preset::built_in("crypt")?, 42);
    /// let mut map = LightMap::new(&level, level.opaque());
    /// let candle = (0..).zip(level.props()).find(|(_, prop)| prop.light().is_some());
    /// let (id, light) = candle.map(|(id, prop)| (id, prop.light().unwrap())).unwrap();
    ///
    /// // It is blown out, and one like it is carried.
    /// level.set_lit(id, false);
    /// map.put(id, level.prop(id).and_then(|prop| Lamp::of_prop(&prop)), level.opaque());
    /// map.put(u32::MAX, Some(Lamp::at(level.entry(), light)), level.opaque());
    /// assert_ne!(map.amount(level.entry()), [0; 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn put(&mut self, id: u32, lamp: Option<Lamp>, opaque: &BitGrid) -> Option<Lamp> {
        let key = self.lamps.keys().find(|(_, own)| *own == id).copied();
        let former = key.and_then(|key| self.lamps.remove(&key));
        if let Some(lit) = former.as_ref().and_then(|former| former.lit.as_ref()) {
            change(&mut self.sums, lit, u32::saturating_sub);
        }
        if let Some(lamp) = lamp {
            self.lamps.insert((lamp.room, id), CastLamp { lamp, lit: None });
        }
        let former = former.map(|former| former.lamp);
        [former, lamp].into_iter().flatten().for_each(|lamp| self.settle(lamp.room, opaque));
        former
    }

    /// Casts the lamps again whose reach meets `cells`, after a change of what blocks light there:
    /// a door was opened or shut, a wall dug, a cupboard removed.
    ///
    /// Cost: linear in lamps, and in the cells that these lamps reach.
    pub fn recast(&mut self, cells: Rect, opaque: &BitGrid) {
        for CastLamp { lamp, lit } in self.lamps.values_mut() {
            if let Some(lit) = lit
                && lamp.reach().is_some_and(|reach| reach.overlaps(cells))
            {
                change(&mut self.sums, lit, u32::saturating_sub);
                *lit = lamp.cast(opaque);
                change(&mut self.sums, lit, u32::saturating_add);
            }
        }
    }

    /// Lights the lamps of a room that shine, and takes the light of others away.
    fn settle(&mut self, room: Option<u32>, opaque: &BitGrid) {
        let mut lamps: Vec<_> = self.lamps.range_mut((room, 0)..=(room, u32::MAX)).map(|(_, cast)| cast).collect();
        let left_out =
            if room.is_some() { keep_brightest(&mut lamps, Lamp::MAX_IN_ROOM, |cast| cast.lamp) } else { Vec::new() };
        for lit in left_out.into_iter().filter_map(|cast| cast.lit.take()) {
            change(&mut self.sums, &lit, u32::saturating_sub);
        }
        for CastLamp { lamp, lit } in lamps.into_iter().filter(|cast| cast.lit.is_none()) {
            change(&mut self.sums, lit.insert(lamp.cast(opaque)), u32::saturating_add);
        }
    }
}

/// Changes the sums of cells by amounts. No sum is ever out of range: of lamps that reach one cell,
/// memory holds fewer than 2^24.
fn change(sums: &mut Grid<[u32; 3]>, lit: &[(Cell, [u8; 3])], op: impl Fn(u32, u32) -> u32) {
    for &(cell, amount) in lit {
        if let Some(sum) = sums.get(cell) {
            sums.set(cell, std::array::from_fn(|channel| op(sum[channel], amount[channel].into())));
        }
    }
}

fn capped(sum: [u32; 3]) -> [u8; 3] {
    sum.map(|part| part.min(255) as u8)
}
