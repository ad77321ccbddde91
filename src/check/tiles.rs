//! Invariants 1, 3 and 5: the tile of each cell fits what the cell belongs to.

use super::{
    ground::{CellOwner, RoomAndDoorCells},
    shapes::floors_are_unbroken,
};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::Level,
    model::{Passage, Tile},
};

/// Tests invariant 1: the outermost cells of the level are solid, which is wall or rock.
pub(super) fn the_border_is_solid(level: &Level) -> Result<(), String> {
    let (right, bottom) = (level.width() - 1, level.height() - 1);
    let ring = (0..=bottom).flat_map(|y| {
        let is_whole = y == 0 || y == bottom;
        (0..=right).step_by(if is_whole { 1 } else { right as usize }).map(move |x| Cell::new(x, y))
    });
    match ring.into_iter().find(|&cell| level.tile(cell).is_open()) {
        None => Ok(()),
        Some(cell) => Err(format!("{cell} is on the border of the level, but it is {:?}", level.tile(cell).glyph())),
    }
}

/// Tests invariant 3: each cell fits the room, door or corridor that it belongs to.
///
/// A rectangular room is all floor. In other shapes, the remaining cells of the rectangle are
/// solid, and [`floors_are_unbroken`] tests the floor. All cells of a corridor's route are corridor
/// floor, and all corridor floor lies in the [`swaths`] of routes. A swath may have solid cells, so
/// that it can end at a door or in a corner.
pub(super) fn every_cell_has_its_owner(level: &Level, ground: &RoomAndDoorCells) -> Result<(), String> {
    let sharing = ground.shared.at_rooms.or(ground.shared.at_doors);
    if let Some((cell, one, other)) = sharing {
        return Err(format!("{cell} belongs both to {} and to {}", name(one), name(other)));
    }
    let mut corridors = BitGrid::default();
    for (id, passage) in level.passages.iter().enumerate().filter(|(_, passage)| !passage.corridor().is_empty()) {
        if corridors.width() == 0 {
            corridors.reset(level.width(), level.height());
        }
        walk_route(passage, level).map_err(|what| format!("the route of passage {id} {what}"))?;
        swaths(passage).for_each(|swath| corridors.insert_rect(swath));
    }
    for (y, row) in (0..).zip(level.tiles.rows()) {
        for (x, tiles) in (0..).step_by(64).zip(row.chunks(64)) {
            // Bit sets of up to 64 cells of the row, from column `x` in the lowest bit upwards.
            let [rooms, cut, doors, corridors] =
                [&ground.rooms, &ground.shaped, &ground.doors, &corridors].map(|cells| cells.row_bits(x, y));
            let is_right = |column: usize, tile: Tile| {
                let is_in = |bits: u64| bits >> column & 1 == 1;
                if is_in(doors) {
                    tile == Tile::Door
                } else if is_in(rooms) {
                    tile == Tile::Floor || !tile.is_open() && is_in(cut)
                } else {
                    !tile.is_open() || tile == Tile::Corridor && is_in(corridors)
                }
            };
            if let Some(column) = (0..).zip(tiles).position(|(column, &tile)| !is_right(column, tile)) {
                let cell = Cell::new(x + column as i32, y);
                let owner = match ground.owner(cell) {
                    CellOwner::Nobody => "nothing in the file".to_owned(),
                    owner => name(owner),
                };
                return Err(format!("{cell} is {:?}, but belongs to {owner}", tiles[column].glyph()));
            }
        }
    }
    floors_are_unbroken(level)
}

fn name(owner: CellOwner) -> String {
    match owner {
        CellOwner::Nobody => "nothing".to_owned(),
        CellOwner::Room(id) => format!("room {id}"),
        CellOwner::Door(id) => format!("a door of passage {id}"),
    }
}

/// Tests that a corridor's route runs straight between its corner points, over corridor floor.
fn walk_route(passage: &Passage, level: &Level) -> Result<(), String> {
    for (from, to) in segments(passage) {
        if from.x != to.x && from.y != to.y {
            return Err(format!("does not run straight from {from} to {to}"));
        }
        let mut cells = span(from, to, 1).into_iter().flat_map(Rect::cells);
        if let Some(cell) = cells.find(|&cell| level.tile(cell) != Tile::Corridor) {
            return Err(format!("crosses {cell}, which is not corridor floor"));
        }
    }
    Ok(())
}

/// The straight segments of a passage's route; a single corner point gives one empty segment.
fn segments(passage: &Passage) -> impl Iterator<Item = (Cell, Cell)> {
    let route = passage.corridor();
    let single = route.first().filter(|_| route.len() == 1).map(|&cell| (cell, cell));
    single.into_iter().chain(route.windows(2).map(|pair| (pair[0], pair[1])))
}

/// The rectangles that may hold a passage's corridor floor.
///
/// A square as wide as the doors sweeps them while its top left cell follows the route.
pub(super) fn swaths(passage: &Passage) -> impl Iterator<Item = Rect> {
    let width = width(passage);
    segments(passage).filter_map(move |(from, to)| span(from, to, width))
}

pub(super) fn width(passage: &Passage) -> i32 {
    passage.doors().first().map_or(1, |door| door.width().max(door.height()))
}

/// The rectangle that a square of `width` by `width` cells sweeps on its way between two cells.
fn span(from: Cell, to: Cell, width: i32) -> Option<Rect> {
    let (left, top) = (from.x.min(to.x), from.y.min(to.y));
    Rect::from_ltrb(left, top, from.x.max(to.x).saturating_add(width), from.y.max(to.y).saturating_add(width))
}

/// Tests invariant 5: solid cells beside floor or doors are walls, all other solid cells rock.
pub(super) fn walls_line_the_floor(level: &Level) -> Result<(), String> {
    // For each column, whether it has an open tile in row `y` or in a row beside it. The list has
    // one more column on either side of the level.
    let mut open = vec![false; level.width() as usize + 2];
    for y in 0..level.height() {
        open.fill(false);
        for row in [y - 1, y, y + 1].map(|y| level.tiles.row(y)) {
            open[1..].iter_mut().zip(row).for_each(|(open, tile)| *open |= tile.is_open());
        }
        for (x, (tile, near)) in (0..).zip(level.tiles.row(y).iter().zip(open.windows(3))) {
            let near = near[0] | near[1] | near[2];
            let expected = if near { Tile::Wall } else { Tile::Rock };
            if !tile.is_open() && *tile != expected {
                let touches = if near { "touches" } else { "touches neither" };
                let floor = if near { "floor or door" } else { "floor nor door" };
                return Err(format!("({x}, {y}) is {:?}, but it {touches} {floor}", tile.glyph()));
            }
        }
    }
    Ok(())
}
