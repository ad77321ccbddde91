//! The lights of a scene: few enough for Godot, and no brighter together than pictures show.

use std::collections::BTreeMap;

use super::text::GodotText;
use crate::{light, picture::pieces::CELL};
use roomgen::{
    color::Color,
    geom::Cell,
    level::Level,
    model::{Light, Metres},
    sight::Lamp,
    theme::Theme,
};

/// The most lights that reach what is drawn at once. Godot ignores those above fifteen, and a
/// player carries one.
const MOST: usize = 14;
/// How lamps are merged, the least first: the most lamps of a square, the cells along its side, and
/// those along a side of the parts of tile layers that are drawn at once. With the last of these, a
/// part is reached by nine at most.
const MERGES: [(usize, i32, i32); 8] =
    [(usize::MAX, 1, 16), (usize::MAX, 1, 8), (8, 8, 8), (4, 8, 8), (2, 8, 8), (1, 8, 8), (1, 16, 8), (1, 32, 8)];

/// The lights of a scene.
pub(super) struct SceneLights {
    /// Each lamp with the number of the prop that it is the light of, if no other has joined it.
    pub(super) lamps: Vec<(Option<u32>, Lamp)>,
    /// The energy of each lamp.
    pub(super) energies: Vec<f32>,
    /// The `rendering_quadrant_size` of tile layers.
    pub(super) quadrant: i32,
}

impl SceneLights {
    /// The lights of a level in this ambient light.
    pub(super) fn new(level: &Level, theme: &Theme, ambient: Color) -> Self {
        let own = level.lights().map(|(prop, lamp)| (Some(prop), lamp));
        let all: Vec<(Option<u32>, Lamp)> = own.chain(light::stairs(level, theme).map(|lamp| (None, lamp))).collect();
        let places: BTreeMap<[i32; 2], &(Option<u32>, Lamp)> = all.iter().map(|own| (own.1.at, own)).collect();
        let prop = |lamp: Lamp| (places.get(&lamp.at).filter(|own| own.1 == lamp).and_then(|own| own.0), lamp);
        let merged = MERGES.into_iter().map(|(most, side, quadrant)| {
            let merged = Lamp::merged(all.iter().map(|(_, lamp)| *lamp), most, side);
            (merged.into_iter().map(prop).collect::<Vec<_>>(), quadrant)
        });
        let is_enough = |(lamps, quadrant): &(Vec<_>, i32)| most_at_once(lamps, *quadrant) <= MOST;
        let (lamps, quadrant) = { merged }.find(is_enough).unwrap_or((Vec::new(), 8));
        let energies = energies(level, &lamps, ambient);
        Self { lamps, energies, quadrant }
    }
}

/// The most lights that reach a square of `side` cells, wherever it begins on a half of it: so what
/// is up to half as wide counts wherever it is.
fn most_at_once(lamps: &[(Option<u32>, Lamp)], side: i32) -> usize {
    let half = side * Metres::PARTS / 2;
    let mut counts: BTreeMap<[i32; 2], usize> = BTreeMap::new();
    for (_, lamp) in lamps {
        let radius = lamp.light.radius.parts();
        let [across, down] = lamp.at.map(|at| (at - radius).div_euclid(half) - 1..=(at + radius).div_euclid(half));
        for y in down {
            across.clone().for_each(|x| *counts.entry([x, y]).or_default() += 1);
        }
    }
    counts.into_values().max().unwrap_or_default()
}

/// The energy of each lamp. Where several lights and the ambient one are more than full, each gives
/// less, so that they are together as bright as in pictures: what is more than full counts a third,
/// and ends at half as much again.
fn energies(level: &Level, lamps: &[(Option<u32>, Lamp)], ambient: Color) -> Vec<f32> {
    let ambient = f32::from(ambient.r.max(ambient.g).max(ambient.b)) / 255.0;
    let mut sums: BTreeMap<Cell, [u32; 3]> = BTreeMap::new();
    for (cell, amount) in lamps.iter().flat_map(|(_, lamp)| lamp.cast(level.opaque())) {
        let sum = sums.entry(cell).or_default();
        sum.iter_mut().zip(amount).for_each(|(sum, more)| *sum += u32::from(more));
    }
    let energy = |(_, lamp): &(Option<u32>, Lamp)| {
        let sum = sums.get(&lamp.cell()).and_then(|sum| sum.iter().max()).copied().unwrap_or_default();
        let sum = sum as f32 / f32::from(Lamp::FULL);
        let above = sum + ambient - 1.0;
        let shown = if above > 0.0 { ((1.0 + above / 3.0).min(1.5) - ambient).max(0.0) / sum } else { 1.0 };
        lamp.light.strength.get() * shown
    };
    lamps.iter().map(energy).collect()
}

/// A reference to the texture of a light, 64 pixels wide. It falls off as in pictures: evenly from
/// the middle to `fade` at the radius, and to nothing over the last metre.
pub(super) fn texture(text: &mut GodotText, light: Light) -> String {
    let (radius, fade) = (light.radius.get(), light.fade.get());
    let rim = (1.0 - 1.0 / radius).max(0.0);
    let shown = fade + (1.0 - fade) * (1.0 - rim);
    let gradient = text.resource(
        "Gradient",
        format!("offsets = PackedFloat32Array(0, {rim}, 1)\ncolors = PackedColorArray(1, 1, 1, 1, 1, 1, 1, {shown}, 1, 1, 1, 0)"),
    );
    text.resource(
        "GradientTexture2D",
        format!(
            "gradient = {gradient}\nwidth = 64\nheight = 64\nfill = 1\n\
             fill_from = Vector2(0.5, 0.5)\nfill_to = Vector2(1, 0.5)"
        ),
    )
}

/// The scale of a [`texture`] that reaches as far as the light.
pub(super) fn scale(light: Light) -> f32 {
    light.radius.get() * (2 * CELL) as f32 / 64.0
}
