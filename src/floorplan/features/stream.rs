//! Streams: lines of terrain from one border of the level to the opposite one.

use super::{
    FeatureCells,
    ground::Ground,
    lake::{free_floor, settled},
};
use crate::{
    geom::Rect,
    grid::{BitGrid, CellSet},
    rng::RandomSource,
};

/// The number of lines of which the best is taken.
const LINES: usize = 8;
/// The rows between two points of a line.
const STEP: i32 = 6;
/// The least cells by which a stream shows in a room.
const SHOWN: usize = 4;

/// Finds the cells of a stream, `width` cells across.
///
/// Draws the width and the lines. `None` where no room has a place for it. Cost: linear in the
/// cells of the lines and in rooms, for each line; then linear in the cells of the rooms that it
/// takes.
pub(super) fn find(
    ground: &Ground<'_>,
    terrain: u8,
    (width, meander): ((i32, i32), f32),
    draw: &mut impl RandomSource,
    work: &mut u64,
) -> Option<FeatureCells> {
    let width = draw.within(width.0, width.1);
    let free = free_floor(ground, None, 0, work);
    let mut best: Option<((usize, u64), BitGrid)> = None;
    for _ in 0..LINES {
        let mut cells = line(ground.bounds(), width, meander, draw);
        cells.intersect_with(&free);
        let shown =
            |rect: Rect| cells.intersects_rect(rect) && rect.cells().filter(|&cell| cells.get(cell)).count() >= SHOWN;
        let rooms = ground.plan.rooms.iter().filter(|room| shown(room.rect)).count();
        *work += cells.words() + ground.plan.rooms.len() as u64;
        let seen = (rooms, cells.count());
        if best.as_ref().is_none_or(|(most, _)| seen > *most) {
            best = Some((seen, cells));
        }
    }
    let (_, cells) = best.filter(|((rooms, _), _)| *rooms > 0)?;
    settled(ground, &cells, terrain, None, work)
}

/// Draws a line through the level, from a side to the opposite one.
fn line(level: Rect, width: i32, meander: f32, draw: &mut impl RandomSource) -> BitGrid {
    let mut cells = BitGrid::new(level.width(), level.height());
    let sides = (level.width() + level.height()).unsigned_abs();
    let is_column = draw.below(sides) < level.width().unsigned_abs();
    let (across, along) = if is_column { (level.width(), level.height()) } else { (level.height(), level.width()) };
    let last = (across - width - 1).max(1);
    let [from, to] = [(); 2].map(|()| draw.within(1, last));
    let reach = (f64::from(meander) * f64::from(across.min(along)) / 4.0) as i32;
    let mut points: Vec<i32> = Vec::new();
    let number = along / STEP + 1;
    for at in 0..=number {
        let straight = from + (to - from) * at / number;
        points.push((straight + draw.within(-reach, reach)).clamp(1, last));
    }
    let mut before = points[0];
    for row in 0..along {
        let (point, part) = ((row / STEP) as usize, row % STEP);
        let (one, other) = (points[point], points[(point + 1).min(points.len() - 1)]);
        let here = one + (other - one) * part / STEP;
        let (first, behind) = (here.min(before), here.max(before) + width);
        let run = match is_column {
            true => Rect::of(first, row, behind - first, 1),
            false => Rect::of(row, first, 1, behind - first),
        };
        cells.insert_rect(run);
        before = here;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Cell;
    use crate::rng::{FloorSeed, SeedStage};

    #[test]
    fn a_line_leads_from_side_to_side_in_one_piece() {
        let level = Rect::of(0, 0, 80, 50);
        for seed in 0..200 {
            let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Features);
            let cells = line(level, 1 + (seed % 3) as i32, (seed % 5) as f32 / 4.0, draw);
            let first = cells.iter().next().expect("a cell");
            assert_eq!(cells.connected_to(first), cells, "seed {seed}");
            let bounds = cells.bounds().expect("cells");
            assert!(bounds.width() == 80 || bounds.height() == 50, "seed {seed}: {bounds}");
            assert!(!cells.get(Cell::new(0, 0)), "seed {seed}");
        }
    }
}
