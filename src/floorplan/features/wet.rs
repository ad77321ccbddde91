//! How terrain that blocks lies in a room: never so that a part of the room is out of reach.
//!
//! Consumes the floor of a room and the cells that a lake or a stream would take; produces those
//! that it takes, and the bridges by which one walks from each dry part to the others.

use super::walk::walk;
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, Morphology},
};

/// The most of a room's floor that is taken, in sixteenths: a room is still a room.
const MOST: u64 = 9;
/// The least cells of a body of water. Fewer are puddles, and stay dry.
const LEAST_WET: u64 = 6;
/// The least cells of a dry part that is worth a bridge; a smaller one is flooded.
const LEAST_DRY: u64 = 4;
/// The longest straight bridge, in cells.
const LONGEST: i32 = 16;

/// What a room gives up, in its own coordinates.
pub(super) struct WetRoom {
    pub(super) wet: BitGrid,
    pub(super) bridges: BitGrid,
}

/// Settles which of the cells `wanted` of a room are taken from its `floor`, which is in one piece.
/// The cells `kept` are none of them.
///
/// `None` if none are. Cost: linear in the room's cells, for each dry part.
pub(super) fn settle(floor: &BitGrid, kept: &BitGrid, wanted: &BitGrid) -> Option<WetRoom> {
    let mut wet = wanted.clone();
    wet.difference_with(kept);
    wet.intersect_with(floor);
    let most = floor.count() * MOST / 16;
    // An outline gives way evenly.
    while wet.count() > most {
        let whole = wet.clone();
        wet.assign_eroded(&whole);
    }
    for body in parts(&wet).into_iter().filter(|body| body.count() < LEAST_WET) {
        wet.difference_with(&body);
    }
    wet.bounds()?;
    let mut dry = floor.clone();
    dry.difference_with(&wet);
    let is_kept = |part: &BitGrid| part.iter().any(|cell| kept.get(cell));
    let mut others = parts(&dry);
    // The part where one comes in; without a door, the largest.
    let main = others.iter().position(is_kept);
    let main = main.or_else(|| (0..others.len()).max_by_key(|&part| (others[part].count(), usize::MAX - part)))?;
    let mut joined = others.swap_remove(main);
    others.sort_by_key(|part| part.iter().next().map(|cell| (cell.y, cell.x)));
    let mut bridges = BitGrid::new(floor.width(), floor.height());
    // Small parts first, since bridges may land on none of them.
    let (worth, small): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|part| part.count() >= LEAST_DRY || is_kept(part));
    small.iter().for_each(|part| wet.union_with(part));
    let mut waiting = worth;
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|part| match bridge(part, &joined, &wet) {
            None => true,
            Some(way) => {
                for cell in way {
                    wet.set(cell, false);
                    bridges.set(cell, true);
                    joined.set(cell, true);
                }
                joined.union_with(part);
                false
            }
        });
        if waiting.len() == before {
            return None;
        }
    }
    wet.bounds()?;
    Some(WetRoom { wet, bridges })
}

/// The parts of a set that are connected in four directions, in the order of their first cells.
pub(super) fn parts(cells: &BitGrid) -> Vec<BitGrid> {
    let (mut left, mut parts) = (cells.clone(), Vec::new());
    loop {
        let first = left.iter().next();
        let Some(first) = first else { return parts };
        let part = left.connected_to(first);
        left.difference_with(&part);
        parts.push(part);
    }
}

/// The cells of a bridge over `wet` from a part to another one: the shortest straight one, or a
/// shortest one with bends.
fn bridge(from: &BitGrid, to: &BitGrid, wet: &BitGrid) -> Option<Vec<Cell>> {
    let mut best: Option<(i32, Cell, Direction)> = None;
    for cell in from.iter() {
        for direction in Direction::ALL {
            let most = best.map_or(LONGEST, |(cells, ..)| cells - 1);
            let mut at = cell.step(direction);
            let mut cells = 0;
            while cells < most && wet.get(at) {
                (cells, at) = (cells + 1, at.step(direction));
            }
            if cells > 0 && to.get(at) {
                best = Some((cells, cell, direction));
            }
        }
    }
    if let Some((cells, start, direction)) = best {
        let ahead = std::iter::successors(Some(start.step(direction)), |cell| Some(cell.step(direction)));
        return Some(ahead.take(cells as usize).collect());
    }
    let within = Rect::of(0, 0, wet.width(), wet.height());
    let ways = from.iter().filter(|cell| cell.neighbours().any(|cell| wet.get(cell)));
    let way = ways.filter_map(|start| walk(within, start, |cell| wet.get(cell) || to.get(cell), |cell| to.get(cell)));
    let way = way.min_by_key(Vec::len)?;
    Some(way.get(1..way.len() - 1)?.to_vec())
}
