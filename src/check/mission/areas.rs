//! Areas: the regions of a level as a player meets them.
//!
//! Consumes the level and its regions. A corridor between the two doors of a gate or of a secret
//! passage that leads nowhere else is no area of its own: one crossing leads through both doors.

use super::{gates::RegionDoor, regions::Regions};
use crate::{check::parts::Groups, geom::Cell, level::Level};

/// The areas of a level by number; 0 is that of the entry.
pub(super) struct Areas {
    /// A cell of each area.
    pub(super) cells: Vec<Cell>,
    /// The area of each goal.
    pub(super) goals: Vec<u32>,
    /// The area of each key.
    pub(super) keys: Vec<u32>,
    /// The doors of gates and secret passages with the areas that they join, in order of passages.
    pub(super) crossings: Vec<Crossing>,
    pub(super) ends: Vec<LockedEnds>,
}

/// A door of a gate or secret passage, or both of its doors and the corridor between them.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    pub(super) passage: u32,
    /// The cells before and behind it, in the direction of a one-way passage.
    pub(super) sides: [Cell; 2],
    /// The areas of `sides`.
    pub(super) areas: [u32; 2],
}

/// The areas that a locked passage joins.
#[derive(Clone, Copy)]
pub(super) struct LockedEnds {
    pub(super) passage: u32,
    pub(super) lock: u8,
    pub(super) areas: [u32; 2],
}

impl Areas {
    /// Joins regions to areas. Cost: linear in regions and doors.
    pub(super) fn new(level: &Level, regions: &Regions) -> Self {
        let passages: Vec<_> = regions.doors.chunk_by(|one, other| one.passage == other.passage).collect();
        let private = private_regions(regions);
        let areas = area_numbers(regions, passages.iter().filter_map(|doors| private_corridor(doors, &private)));
        let area = |region: u32| areas[region as usize];
        let count = areas.iter().max().map_or(0, |&last| last + 1);
        let mut cells = vec![None; count as usize];
        for (&area, &cell) in areas.iter().zip(&regions.cells) {
            cells[area as usize].get_or_insert(cell);
        }
        let mut crossings = Vec::new();
        let mut ends = Vec::new();
        for doors in passages {
            let whole = through_all(doors);
            if let Some(lock) = level.passages[whole.passage as usize].lock {
                ends.push(LockedEnds { passage: whole.passage, lock, areas: whole.regions.map(area) });
            }
            let is_private = private_corridor(doors, &private).is_some();
            let doors = if is_private { std::slice::from_ref(&whole) } else { doors };
            let crossing =
                |&RegionDoor { passage, sides, regions }| Crossing { passage, sides, areas: regions.map(area) };
            crossings.extend(doors.iter().map(crossing));
        }
        Self {
            cells: cells.into_iter().map(Option::unwrap_or_default).collect(),
            goals: regions.goals.iter().map(|&region| area(region)).collect(),
            keys: regions.keys.iter().map(|&region| area(region)).collect(),
            crossings,
            ends,
        }
    }
}

/// One door in place of all doors of a passage.
fn through_all(doors: &[RegionDoor]) -> RegionDoor {
    let (first, last) = (doors[0], doors[doors.len() - 1]);
    let (sides, regions) = ([first.sides[0], last.sides[1]], [first.regions[0], last.regions[1]]);
    RegionDoor { passage: first.passage, sides, regions }
}

/// What lies before the first of two doors, and the corridor between them, if nothing else is
/// there.
fn private_corridor(doors: &[RegionDoor], private: &[bool]) -> Option<[u32; 2]> {
    let [first, last] = doors else { return None };
    let corridor = first.regions[1];
    (corridor == last.regions[0] && private[corridor as usize]).then_some(first.regions)
}

/// The area of each region. The two regions of each of `corridors` are one area. Areas are numbered
/// in the order of their first regions.
fn area_numbers(regions: &Regions, corridors: impl Iterator<Item = [u32; 2]>) -> Vec<u32> {
    let mut groups = Groups::alone(regions.count);
    for joined in corridors {
        groups.join(joined);
    }
    let mut areas = vec![0; regions.count as usize];
    let mut count = 0;
    for region in 0..regions.count {
        let first = groups.first(region);
        areas[region as usize] = if first == region { count } else { areas[first as usize] };
        count += u32::from(first == region);
    }
    areas
}

/// For each region, whether nothing but one or two doors that part regions is there: neither the
/// entry, a goal, a key, nor another door.
fn private_regions(regions: &Regions) -> Vec<bool> {
    let mut doors = vec![0u32; regions.count as usize];
    regions.doors.iter().flat_map(|door| door.regions).for_each(|region| doors[region as usize] += 1);
    let mut private: Vec<_> = doors.into_iter().map(|doors| doors <= 2).collect();
    for &region in [0].iter().chain(&regions.goals).chain(&regions.keys) {
        private[region as usize] = false;
    }
    private
}
