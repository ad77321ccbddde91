//! Casts one light on the cells that see it, by symmetric shadow casting.

use roomgen::{
    color::Color,
    geom::Cell,
    level::Level,
    model::{Light, Metres},
};
use symmetric_shadowcasting::compute_fov;

use super::{Amount, FULL, PlacedLight, position};

/// The width of the rim over which light ends, in units of 1/256 m. A hard rim would draw a circle
/// on the floor.
const RIM: i32 = Metres::PARTS;

/// Hands the light on each cell that it falls on to `add`.
///
/// Cost: linear in the cells within the radius.
pub(super) fn cast(light: &PlacedLight, level: &Level, mut add: impl FnMut(Cell, Amount)) {
    let Some(reach) = light.reach().and_then(|reach| reach.intersection(level.tiles().bounds())) else { return };
    let cell = |(x, y): (isize, isize)| Cell::new(x as i32, y as i32);
    // A cell may be marked twice, where two quadrants meet.
    let mut marked = vec![false; reach.width() as usize * reach.height() as usize];
    compute_fov(
        (light.cell.x as isize, light.cell.y as isize),
        &mut |at| !reach.contains(cell(at)) || level.is_opaque(cell(at)),
        &mut |at| {
            let cell = cell(at);
            if let Some(mark) = position(reach, cell).and_then(|position| marked.get_mut(position))
                && !std::mem::replace(mark, true)
            {
                add(cell, amount_on(light, cell));
            }
        },
    );
}

/// The amount of light on a cell, by the distance between its middle and the light.
fn amount_on(light: &PlacedLight, cell: Cell) -> Amount {
    let Light { color, radius, fade, strength, .. } = light.light;
    let from = |at: i32, light: i32| at * Metres::PARTS + Metres::PARTS / 2 - light;
    let (dx, dy) = (from(cell.x, light.at[0]), from(cell.y, light.at[1]));
    let radius = radius.parts();
    let left = radius - (dx * dx + dy * dy).isqrt();
    if left <= 0 {
        return [0; 3];
    }
    // In hundredths: from 100 at the light to `fade` at the radius.
    let fade = i32::from(fade.count());
    let near = fade + (100 - fade) * left / radius;
    // In units of 1 / 10000: the strength of the light on the cell.
    let bright = near * i32::from(strength.count()) * left.min(RIM) / RIM;
    let Color { r, g, b } = color;
    [r, g, b].map(|part| (u32::from(part) * bright.unsigned_abs() * FULL / (255 * 10_000)).min(255) as u8)
}
