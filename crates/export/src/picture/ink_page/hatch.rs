//! Hatching of the rock beside floor: bundles of parallel strokes in varied directions.
//!
//! The rock is parted into patches around points that lie a little off a square grid, each patch
//! nearer to its point than to any other. A patch has strokes of one direction, which differs from
//! those of all patches beside it.

use roomgen::geom::{Cell, Rect};

use super::{
    ground::InkGround,
    shape::{InkPoint, PARTS, along, cosine, hash},
};

/// The distance between the points of patches, in parts.
const PITCH: i32 = 168;
/// How far a point lies off the grid at most.
const STRAY: u32 = 84;
/// The distance between two strokes of a patch, and how far they stray from it at most.
const APART: i32 = 32;
const UNEVEN: u32 = 7;
/// How far the hatching reaches from the floor: the least, and how much more at most.
const REACH: i32 = 190;
const RAGGED: u32 = 110;
/// Strokes that are shorter are left out.
const SHORTEST: i32 = 44;
/// The directions of patches, in 64ths of a turn: five, so that none of the eight patches beside a
/// patch has its direction.
const DIRECTIONS: [usize; 5] = [0, 13, 26, 6, 19];
/// The steps in which a stroke is tested, in parts.
const STEP: i32 = 8;
/// The part of a patch that its strokes take, in percent: the rest keeps patches apart.
const TAKEN: i64 = 90;

/// The strokes of the hatching around the floor. Points are in parts from the level's top left
/// corner. `kept` are cells that stay free of hatching.
///
/// Cost: linear in the cells of `window`.
pub(super) fn strokes(ground: &InkGround, window: Rect, kept: &[Rect]) -> Vec<Vec<InkPoint>> {
    let mut strokes = Vec::new();
    let first = |at: i32| (at * PARTS).div_euclid(PITCH) - 1;
    for row in first(window.top())..=first(window.bottom()) + 2 {
        for column in first(window.left())..=first(window.right()) + 2 {
            let middle = point(column, row);
            if ground.is_near(middle, REACH + RAGGED as i32 + PITCH - 1) {
                bundle(ground, kept, [column, row], &mut strokes);
            }
        }
    }
    strokes
}

/// The point of a patch.
fn point(column: i32, row: i32) -> InkPoint {
    let bits = hash(column, row, 1);
    let stray = |bits: u32| (bits % (STRAY + 1)) as i32 - STRAY as i32 / 2;
    [column * PITCH + stray(bits & 0xffff), row * PITCH + stray(bits >> 16)]
}

/// Adds the strokes of one patch.
fn bundle(ground: &InkGround, kept: &[Rect], [column, row]: [i32; 2], strokes: &mut Vec<Vec<InkPoint>>) {
    let middle = point(column, row);
    let bits = hash(column, row, 2);
    let direction = DIRECTIONS[(column + 2 * row).rem_euclid(5) as usize] + (bits % 5) as usize;
    let (dx, dy) = (cosine(direction), cosine(direction + 48));
    let reach = REACH + ((bits >> 8) % RAGGED) as i32;
    let edges = edges(column, row, middle);
    for number in -4..=4 {
        let uneven = (hash(column * 16 + number, row, 3) % (2 * UNEVEN + 1)) as i32 - UNEVEN as i32;
        let off = number * APART + uneven;
        let start = [middle[0] - along(off, dy), middle[1] + along(off, dx)];
        let Some([from, to]) = clipped(&edges, middle, start, [dx, dy]) else { continue };
        let at = |length: i32| [start[0] + along(length, dx), start[1] + along(length, dy)];
        let is_rock = |length: i32| {
            let point = at(length);
            let cell = Cell::new(point[0].div_euclid(PARTS), point[1].div_euclid(PARTS));
            !ground.is_floor(point) && !kept.iter().any(|cells| cells.contains(cell)) && ground.is_near(point, reach)
        };
        if let Some([from, to]) = longest(from, to, is_rock) {
            strokes.push(vec![at(from), at(to)]);
        }
    }
}

/// The half-planes of a patch: for each patch around it the way to its point, and the greatest
/// product with that way.
fn edges(column: i32, row: i32, middle: InkPoint) -> Vec<([i64; 2], i64)> {
    let around = (-2..=2).flat_map(|down| (-2..=2).map(move |across| (across, down)));
    let others = around.filter(|&beside| beside != (0, 0)).map(|(across, down)| point(column + across, row + down));
    let ways = others.map(|other| [0, 1].map(|axis| i64::from(other[axis] - middle[axis])));
    ways.map(|way| (way, (way[0] * way[0] + way[1] * way[1]) * TAKEN / 200)).collect()
}

/// The part of a line in a patch, as lengths from `start` along a direction in units of 1/1024.
fn clipped(edges: &[([i64; 2], i64)], middle: InkPoint, start: InkPoint, direction: [i32; 2]) -> Option<[i32; 2]> {
    let from_middle = [0, 1].map(|axis| i64::from(start[axis] - middle[axis]));
    let (mut first, mut last) = (-i64::from(2 * PARTS), i64::from(2 * PARTS));
    for &(way, most) in edges {
        let left = most - way[0] * from_middle[0] - way[1] * from_middle[1];
        let along = way[0] * i64::from(direction[0]) + way[1] * i64::from(direction[1]);
        match along.signum() {
            1 => last = last.min((left * 1024).div_euclid(along)),
            -1 => first = first.max(-(left * 1024).div_euclid(-along)),
            _ if left < 0 => return None,
            _ => {}
        }
    }
    (first < last).then_some([first as i32, last as i32])
}

/// The longest part of a stroke of which all tested points are rock; `None` if it is too short.
fn longest(from: i32, to: i32, is_rock: impl Fn(i32) -> bool) -> Option<[i32; 2]> {
    let (mut best, mut start) = (None::<[i32; 2]>, None);
    let steps = (to - from) / STEP;
    for step in 0..=steps + 1 {
        let length = from + step * STEP;
        match (start, step <= steps && is_rock(length)) {
            (None, true) => start = Some(length),
            (Some(first), false) => {
                let run = [first, length - STEP];
                if best.is_none_or(|best| best[1] - best[0] < run[1] - run[0]) {
                    best = Some(run);
                }
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    best.filter(|best| best[1] - best[0] >= SHORTEST)
}
