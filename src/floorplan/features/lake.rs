//! Lakes: bodies of terrain in one or more rooms.

use super::{
    FeatureCells,
    field::{NoiseField, VALUES, threshold},
    ground::{Ground, part},
    wet::{parts, settle},
};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::{BitGrid, CellSet, Morphology},
    preset::RoomFilter,
    rng::RandomSource,
};

/// The number of places of which the best is taken.
const PLACES: usize = 8;
/// The least cells by which a lake shows in a room.
const SHOWN: u64 = 6;
/// The sides of the rectangle around a lake, in sixteenths of the side of a square: from long to
/// high.
const STRETCH: (i32, i32) = (11, 23);

/// Finds the cells of a lake as large as the fraction `area` of the level.
///
/// Draws the shape, then the places. `None` where no room has a place for it. Cost: linear in the
/// cells of the lake's rectangle and in rooms, for each place; then linear in the cells of the
/// rooms that it takes.
pub(super) fn find(
    ground: &Ground<'_>,
    terrain: u8,
    (area, avoid): (f32, Option<&RoomFilter>),
    draw: &mut impl RandomSource,
    work: &mut u64,
) -> Option<FeatureCells> {
    let wanted = (f64::from(area) * ground.bounds().area() as f64) as u64;
    let blob = blob(wanted.max(SHOWN), draw);
    let free = free_floor(ground, avoid, 1, work);
    let (level, extent) = (ground.bounds(), Extent::new(blob.width(), blob.height()));
    let mut best: Option<((usize, u64), Cell)> = None;
    for _ in 0..PLACES {
        // Half of the lake may lie outside of the level.
        let x = draw.within(-extent.width / 4, level.width() - extent.width * 3 / 4);
        let y = draw.within(-extent.height / 4, level.height() - extent.height * 3 / 4);
        let at = Cell::new(x, y);
        *work += ground.plan.rooms.len() as u64 + blob.words();
        let shown = shown(ground, &free, &blob, at);
        if best.is_none_or(|(most, _)| shown > most) {
            best = Some((shown, at));
        }
    }
    let ((rooms, _), at) = best?;
    if rooms == 0 {
        return None;
    }
    let mut cells = ground.none();
    cells.set_rows(|x, y| blob.row_bits(x - at.x, y - at.y));
    cells.intersect_with(&free);
    settled(ground, &cells, terrain, avoid, work)
}

/// The floor that a lake or a stream may take, `away` cells off roads.
pub(super) fn free_floor(ground: &Ground<'_>, avoid: Option<&RoomFilter>, away: i32, work: &mut u64) -> BitGrid {
    let mut free = ground.none();
    for room in ground.plan.rooms.iter().filter(|room| ground.may_be_wet(room, avoid)) {
        free.insert_rect(room.rect);
    }
    free.intersect_with(&ground.floor);
    free.difference_with(&ground.kept);
    let mut roads = ground.roads.clone();
    roads.grow(away);
    free.difference_with(&roads);
    *work += free.words() * 4 + ground.plan.rooms.len() as u64;
    free
}

/// Settles the cells of a lake or a stream in each room.
///
/// `None` if no room gives up cells.
pub(super) fn settled(
    ground: &Ground<'_>,
    cells: &BitGrid,
    terrain: u8,
    avoid: Option<&RoomFilter>,
    work: &mut u64,
) -> Option<FeatureCells> {
    if !ground.blocks(terrain) {
        return Some(FeatureCells { own: cells.clone(), bridges: ground.none() });
    }
    let (mut own, mut bridges) = (ground.none(), ground.none());
    let mut kept = ground.kept.clone();
    kept.union_with(&ground.roads);
    let rooms = ground.plan.rooms.iter().filter(|room| ground.may_be_wet(room, avoid));
    for room in rooms.filter(|room| cells.intersects_rect(room.rect)) {
        *work += room.rect.area().unsigned_abs();
        let [floor, kept, wanted] = [&ground.floor, &kept, cells].map(|cells| part(cells, room.rect));
        let Some(taken) = settle(&floor, &kept, &wanted) else { continue };
        let in_level = |cell: Cell| Cell::new(cell.x + room.rect.left(), cell.y + room.rect.top());
        taken.wet.iter().for_each(|cell| own.set(in_level(cell), true));
        taken.bridges.iter().for_each(|cell| bridges.set(in_level(cell), true));
    }
    own.bounds()?;
    Some(FeatureCells { own, bridges })
}

/// In how many rooms a lake at a place shows, and how many cells of it.
fn shown(ground: &Ground<'_>, free: &BitGrid, blob: &BitGrid, at: Cell) -> (usize, u64) {
    let whole = Rect::of(at.x, at.y, blob.width(), blob.height());
    let (mut rooms, mut all) = (0, 0);
    for seen in ground.plan.rooms.iter().filter_map(|room| room.rect.intersection(whole)) {
        let mut cells = 0;
        for y in seen.top()..seen.bottom() {
            for x in (seen.left()..seen.right()).step_by(64) {
                let bits = free.row_bits(x, y) & blob.row_bits(x - at.x, y - at.y);
                let columns = u64::MAX >> (64 - (seen.right() - x).min(64));
                cells += u64::from((bits & columns).count_ones());
            }
        }
        if cells >= SHOWN {
            (rooms, all) = (rooms + 1, all + cells);
        }
    }
    (rooms, all)
}

/// Draws a body of so many cells, in one piece.
fn blob(cells: u64, draw: &mut impl RandomSource) -> BitGrid {
    // Half as long again as a square of so many cells, so that its outline is free.
    let side = (cells as f64 * 2.0).sqrt() as i32 + 2;
    let width = (side * draw.within(STRETCH.0, STRETCH.1) / 16).max(3);
    let height = (side * side / width).max(3);
    let extent = Extent::new(width, height);
    let noise = NoiseField::draw(extent, (side / 3).max(2), draw);
    // Twice the distance from the middle, as a fraction of the sides.
    let off = |at: i32, side: i32| (2 * at + 1 - side) * VALUES / side;
    let value = |cell: Cell| {
        let (x, y) = (off(cell.x, width), off(cell.y, height));
        (VALUES + noise.at(cell) - (x * x + y * y) / VALUES).clamp(0, 2 * VALUES - 1) / 2
    };
    let all = || Rect::of(0, 0, width, height).cells();
    let least = threshold(all().map(value), cells);
    let mut blob = BitGrid::new(width, height);
    all().filter(|&cell| value(cell) >= least).for_each(|cell| blob.set(cell, true));
    parts(&blob).into_iter().max_by_key(BitGrid::count).unwrap_or(blob)
}
