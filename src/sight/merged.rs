//! The lights of a level for formats and engines: one for each prop, or few in each part.

use std::collections::BTreeMap;

use super::lamp::{Lamp, keep_brightest};
use crate::{
    color::Color,
    level::Level,
    model::{Hundredths, Light, Metres},
};

impl Level {
    /// The lights of the level: the ids of the props whose lights burn, in their order, each with
    /// the lamp that has its place, colour, radius, strength and fade. Cost: linear in props.
    ///
    /// Terrain sheds no light. For what can draw few lights, see [`Lamp::merged`].
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// for (prop, lamp) in level.lights() {
    ///     let [x, y] = lamp.position();
    ///     let light = lamp.light;
    ///     println!("prop {prop} at ({x}, {y}): {} m in {}", light.radius.get(), light.color);
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn lights(&self) -> impl Iterator<Item = (u32, Lamp)> {
        self.props().filter_map(|prop| Some((prop.id, Lamp::of_prop(&prop)?)))
    }
}

impl Lamp {
    /// The place in metres, right and down from the level's top left corner. Exact.
    #[must_use]
    pub fn position(&self) -> [f32; 2] {
        self.at.map(|parts| parts as f32 / Metres::PARTS as f32)
    }

    /// The energy of the light, for comparisons: its strength in hundredths, times the square of
    /// its radius in 1/256 m.
    #[must_use]
    pub fn energy(&self) -> u64 {
        let radius = u64::from(self.light.radius.parts().unsigned_abs());
        u64::from(self.light.strength.count()).saturating_mul(radius.saturating_mul(radius))
    }

    /// Lamps of which at most `most` stand in each tile of `side` by `side` cells, for what can
    /// draw few lights: Godot lights an item by fifteen.
    ///
    /// The corner of a tile is at cell (0, 0). Of a tile with more lamps the brightest stay; each
    /// other one joins the nearest of these, of its own room if there is one. A lamp that others
    /// have joined stays where it is, so that it stands in no wall, and has the largest of their
    /// radii, and the mean of their colours and fades, weighed by [energy](Lamp::energy). Its
    /// energy is the sum of theirs, rounded to a strength in hundredths; a strength above
    /// [`Light::MAX_STRENGTH`] is that. Other lamps are not changed.
    ///
    /// The lamps are in the row order of tiles. `most` and `side` are 1 at least. Cost: linear in
    /// lamps times the logarithm of lamps, and times `most` where lamps are merged.
    ///
    /// ```
    /// use roomgen::{Preset, generate, sight::Lamp};
    ///
    /// let level = generate(&Preset::built_in("crypt")?, 42);
    /// let lamps = || level.lights().map(|(_, lamp)| lamp);
    /// assert!(Lamp::merged(lamps(), 2, 16).len() < lamps().count());
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn merged(lamps: impl IntoIterator<Item = Self>, most: usize, side: i32) -> Vec<Self> {
        let side = side.max(1);
        let mut tiles: BTreeMap<(i32, i32), Vec<Self>> = BTreeMap::new();
        for lamp in lamps {
            let cell = lamp.cell();
            tiles.entry((cell.y.div_euclid(side), cell.x.div_euclid(side))).or_default().push(lamp);
        }
        let merge = |mut stay: Vec<Self>| {
            let others = keep_brightest(&mut stay, most.max(1), |lamp| *lamp);
            let mut groups: Vec<Vec<Self>> = stay.into_iter().map(|lamp| vec![lamp]).collect();
            for lamp in others {
                let nearest = groups.iter_mut().min_by_key(|group| {
                    let away = |axis: usize| i64::from(group[0].at[axis]) - i64::from(lamp.at[axis]);
                    (group[0].room != lamp.room, away(0).pow(2) + away(1).pow(2))
                });
                nearest.into_iter().for_each(|group| group.push(lamp));
            }
            groups.into_iter().filter_map(|group| joined(&group))
        };
        tiles.into_values().flat_map(merge).collect()
    }
}

/// The first lamp with the light of all.
fn joined(lamps: &[Lamp]) -> Option<Lamp> {
    let (&[first, _, ..], Some(radius)) = (lamps, lamps.iter().map(|lamp| lamp.light.radius).max()) else {
        return lamps.first().copied();
    };
    let sum: u128 = lamps.iter().map(|lamp| u128::from(lamp.energy())).sum();
    let mean = |value: fn(&Light) -> u16| {
        let weighed: u128 = lamps.iter().map(|lamp| u128::from(lamp.energy()) * u128::from(value(&lamp.light))).sum();
        ((weighed + sum / 2) / sum.max(1)) as u16
    };
    let channels = [
        |light: &Light| light.color.r.into(),
        |light: &Light| light.color.g.into(),
        |light: &Light| light.color.b.into(),
    ];
    let [r, g, b] = channels.map(|channel| mean(channel) as u8);
    let area = u128::from(radius.parts().unsigned_abs()).pow(2).max(1);
    let most = u128::from(Light::MAX_STRENGTH.count());
    let strength = Hundredths::of(((sum + area / 2) / area).clamp(1, most) as u16);
    let light =
        Light { color: Color::new(r, g, b), radius, fade: Hundredths::of(mean(|light| light.fade.count())), strength };
    Some(Lamp { light, ..first })
}
