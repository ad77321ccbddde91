//! Invariant 10: what one reaches on foot.

use super::ground::{Field, Ground};
use crate::{
    geom::Cell,
    level::Level,
    model::{Metres, Tile},
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Footing {
    /// Solid, or under an obstacle.
    Blocked,
    Free,
    Reached,
}

/// Invariant 10. Of a marker every cell is reached, so that none is under an obstacle. The entry is a cell of the first room of the path and the exit of the last; they are different cells if
/// that is one room of more than one cell.
pub(super) fn everything_can_be_reached(level: &Level, ground: &Ground) -> Result<(), String> {
    ends_lie_in_their_rooms(level, ground)?;
    let reached = walk(level, ground);
    let unreached = |what: String| Err(format!("{what} cannot be reached from the entry at {}", level.entry));
    if reached.get(level.exit) != Footing::Reached {
        return unreached(format!("the exit at {}", level.exit));
    }
    let mut cells = ground.tiles.values().iter().zip(reached.values());
    if let Some(position) = cells.position(|(tile, &footing)| *tile == Tile::Door && footing != Footing::Reached) {
        return unreached(format!("the door cell {}", reached.cell(position)));
    }
    let is_reached = |cell: Cell| reached.get(cell) == Footing::Reached;
    if let Some(room) = level.rooms.iter().find(|room| !room.rect.cells().any(is_reached)) {
        return unreached(format!("room {}", room.id));
    }
    for (id, prop) in level.props().enumerate().filter(|(_, prop)| !prop.kind.blocks) {
        if prop.kind.marker {
            if let Some(cell) = prop.cells.cells().find(|&cell| !is_reached(cell)) {
                return unreached(format!("{cell}, a cell of the marker {},", level.prop_name(id)));
            }
            continue;
        }
        let from_beside = prop.kind.elevation > Metres::default();
        let within_reach = |cell: Cell| is_reached(cell) || from_beside && cell.neighbours().any(is_reached);
        if !prop.cells.cells().any(within_reach) {
            return unreached(level.prop_name(id));
        }
    }
    Ok(())
}

fn ends_lie_in_their_rooms(level: &Level, ground: &Ground) -> Result<(), String> {
    let ends = [("entry", level.entry, level.start()), ("exit", level.exit, level.end())];
    for (name, cell, room) in ends {
        if !room.rect.contains(cell) || ground.tiles.get(cell) != Tile::Floor {
            return Err(format!("the {name} at {cell} is not in room {}", room.id));
        }
    }
    if level.entry == level.exit && level.start().rect.area() > 1 {
        return Err(format!("entry and exit are both at {}", level.entry));
    }
    Ok(())
}

/// Steps in four directions from the entry for as long as there is a free cell to step on.
fn walk(level: &Level, ground: &Ground) -> Field<Footing> {
    let mut field = Field::filled(level, Footing::Blocked);
    for (footing, tile) in field.values_mut().iter_mut().zip(ground.tiles.values()) {
        *footing = if tile.is_open() { Footing::Free } else { Footing::Blocked };
    }
    for prop in level.props().filter(|prop| prop.kind.is_obstacle()) {
        field.rows_mut(prop.cells).for_each(|row| row.fill(Footing::Blocked));
    }
    let (entry, stride) = (field.at(level.entry), field.stride);
    // The margin is blocked, so that a free cell has four neighbours.
    let cells = field.values_mut();
    let mut open = Vec::new();
    let mut step_on = |position: usize, open: &mut Vec<usize>| {
        if cells[position] == Footing::Free {
            cells[position] = Footing::Reached;
            open.push(position);
        }
    };
    step_on(entry, &mut open);
    while let Some(position) = open.pop() {
        for neighbour in [position - stride, position + 1, position + stride, position - 1] {
            step_on(neighbour, &mut open);
        }
    }
    field
}
