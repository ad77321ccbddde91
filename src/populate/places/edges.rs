//! Corners and cells along walls.

use crate::{
    geom::{Direction, Extent, Rect},
    grid::CellSet,
};

/// The cells of `within` with wall on two sides that meet, and those with wall on any side.
pub(super) fn corners_and_walls<S: CellSet>(extent: Extent, floor: &S, within: &S) -> [S; 2] {
    let Extent { width, height } = extent;
    let mut wall = S::default();
    wall.fill(width, height);
    wall.subtract(floor);
    let beside = |sides: [Direction; 2], edges: [Rect; 2]| {
        let mut beside = wall.clone();
        if !wall.is_empty() {
            sides.into_iter().for_each(|side| beside.extend(side, 1));
        }
        edges.into_iter().for_each(|edge| beside.insert_rect(edge));
        beside.intersect(within);
        beside
    };
    let rows = [Rect::of(0, 0, width, 1), Rect::of(0, height - 1, width, 1)];
    let columns = [Rect::of(0, 0, 1, height), Rect::of(width - 1, 0, 1, height)];
    let mut corners = beside([Direction::North, Direction::South], rows);
    let across = beside([Direction::West, Direction::East], columns);
    let mut walls = corners.clone();
    walls.unite(&across);
    corners.intersect(&across);
    [corners, walls]
}
