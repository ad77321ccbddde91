//! Areas: ground that spreads over rooms and through doors.

use super::{
    FeatureCells,
    field::{NoiseField, VALUES, threshold},
    ground::Ground,
};
use crate::{
    geom::{Cell, Size},
    grid::{BitGrid, Grid},
    model::Tile,
    preset::AreaAround,
    rng::RandomSource,
};

/// How much lower a field is with each cell from what an area lies around: a patch of noise reaches
/// some cells farther than the next.
const FALL: i32 = 48;

/// Finds the cells of an area: of all open ground the fraction `cover` where a field is highest.
///
/// Draws the words of a [`NoiseField`]. `None` around what the level lacks. Cost: linear in cells.
pub(super) fn find(
    ground: &Ground<'_>,
    (cover, scale): (f32, i32),
    around: Option<&AreaAround>,
    draw: &mut impl RandomSource,
    work: &mut u64,
) -> Option<FeatureCells> {
    let noise = NoiseField::draw(ground.bounds().extent(), scale, draw);
    let away = match around {
        Some(around) => Some(distances(&ground.sources(around)?, ground.plan.tiles.size())),
        None => None,
    };
    let value = |cell: Cell| match &away {
        None => noise.at(cell),
        Some(away) => (VALUES / 2 + noise.at(cell) / 2 - FALL * i32::from(away.get(cell).unwrap_or_default())).max(0),
    };
    let open = BitGrid::of(ground.plan.tiles, Tile::is_open);
    *work += u64::from(ground.plan.tiles.size().cells());
    let wanted = (open.count() as f64 * f64::from(cover)) as u64;
    let least = threshold(open.iter().map(value), wanted).max(1);
    let mut own = ground.none();
    open.iter().filter(|&cell| value(cell) >= least).for_each(|cell| own.set(cell, true));
    Some(FeatureCells { own, bridges: ground.none() })
}

/// The number of steps from each cell to the nearest one of a set, in eight directions, at most
/// 255. Cost: linear in cells.
fn distances(from: &BitGrid, size: Size) -> Grid<u8> {
    let mut away = Grid::filled(size, u8::MAX);
    from.iter().for_each(|cell| away.set(cell, 0));
    let mut sweep = |cell: Cell, before: [(i32, i32); 4]| {
        let near = before.into_iter().filter_map(|(x, y)| away.get(Cell::new(cell.x + x, cell.y + y))).min();
        let steps = near.map_or(u8::MAX, |near| near.saturating_add(1));
        if away.get(cell).is_some_and(|known| known > steps) {
            away.set(cell, steps);
        }
    };
    let (width, height) = (from.width(), from.height());
    let cells = move || (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)));
    cells().for_each(|cell| sweep(cell, [(-1, 0), (-1, -1), (0, -1), (1, -1)]));
    let back = (0..height).rev().flat_map(|y| (0..width).rev().map(move |x| Cell::new(x, y)));
    back.for_each(|cell| sweep(cell, [(1, 0), (1, 1), (0, 1), (-1, 1)]));
    away
}
