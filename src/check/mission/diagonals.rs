//! Diagonal steps: they lead past no lock, no one-way door and no secret door.
//!
//! All other proofs walk in four directions. Here a player may also step between any two cells that
//! share a corner, even between two walls or obstacles that meet there. That changes nothing that
//! those proofs say, whatever gates are open, by two properties of a level with gates:
//!
//! 1. With gates and secret doors shut, such a player comes from no region into another one.
//! 2. No open cell lies beside the end of a gate's or secret door along its wall. So a diagonal
//!    step on to or off such a door has the cell before or behind the door at its side, which is
//!    free by invariants 4 and 9. It leads where two straight steps lead, over the same side of the
//!    door.
//!
//! By the second one, a one-way door is entered from the cells on its one side and left to those on
//! its other side, diagonal steps included.

use super::{gates::RegionDoor, structure::place};
use crate::{
    check::{flood::flood, parts::parts_in_eight},
    geom::Cell,
    grid::BitGrid,
    level::Level,
    model::Tile,
};

/// Tests both properties. `doors` are those of gates and secret passages, `free` the cells of all
/// regions, and `starts` has a cell of each region.
///
/// Cost: linear in the runs of cells in rows, by words of 64 columns; nothing without gates.
pub(super) fn lead_past_no_gate(
    level: &Level,
    doors: &[RegionDoor],
    free: &BitGrid,
    starts: &[Cell],
) -> Result<(), String> {
    if doors.is_empty() {
        return Ok(());
    }
    doors.iter().try_for_each(|door| is_entered_from_its_sides(level, door))?;
    match first_joined(free, starts) {
        Some(start) => Err(step_into(level, free, start)),
        None => Ok(()),
    }
}

/// Tests that the cells beside both ends of a door along its wall are solid.
fn is_entered_from_its_sides(level: &Level, door: &RegionDoor) -> Result<(), String> {
    let &RegionDoor { passage, sides: [before, behind], .. } = door;
    // The door's first cell lies between its sides.
    let first = Cell::new((before.x + behind.x) / 2, (before.y + behind.y) / 2);
    let doors = level.passages[passage as usize].doors();
    let Some(door) = doors.iter().find(|door| door.contains(first)) else { return Ok(()) };
    let ends = if before.y == behind.y {
        [Cell::new(first.x, door.top() - 1), Cell::new(first.x, door.bottom())]
    } else {
        [Cell::new(door.left() - 1, first.y), Cell::new(door.right(), first.y)]
    };
    match ends.into_iter().find(|&cell| level.tile(cell).is_open()) {
        None => Ok(()),
        Some(cell) => Err(format!("the door of passage {passage}, {door}, can be entered from {cell}, along its wall")),
    }
}

/// The first of `starts` that is reached from an earlier one in eight directions over `free`.
fn first_joined(free: &BitGrid, starts: &[Cell]) -> Option<Cell> {
    let mut parts: Vec<_> = parts_in_eight(free, starts).into_iter().zip(starts.iter().enumerate()).collect();
    parts.sort_unstable_by_key(|&(part, (start, _))| (part, start));
    let joined = parts.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1);
    joined.min_by_key(|(start, _)| *start).map(|(_, cell)| *cell)
}

/// What leads into the region of `start` past its gates.
#[cold]
fn step_into(level: &Level, free: &BitGrid, start: Cell) -> String {
    let mut region = BitGrid::new(level.width(), level.height());
    flood(free, start, &mut region, |_, _, _| ());
    let steps = region.iter().flat_map(|to| diagonals(to).map(move |from| [from, to]));
    let mut steps = steps.filter(|&[from, _]| free.get(from) && !region.get(from));
    let first = steps.next();
    // A step within a room may lead to a place among obstacles alone.
    let is_within_room = |step: &[Cell; 2]| step.iter().all(|&cell| level.tile(cell) == Tile::Floor);
    let best = first.into_iter().chain(steps).find(|step| !is_within_room(step)).or(first);
    let step = best.map(|[from, to]| format!("from {from} to {to} ")).unwrap_or_default();
    format!("a diagonal step {step}leads past all gates to {}", place(level, start))
}

/// The four cells that share only a corner with a cell.
fn diagonals(Cell { x, y }: Cell) -> impl Iterator<Item = Cell> {
    [(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)].into_iter().map(Cell::from)
}
