//! Invariants 1, 3 and 5: what each cell is, and why.

use super::{
    ground::{Field, Ground, Owner},
    shapes::floors_are_unbroken,
};
use crate::{
    floorplan::Passage,
    geom::{Cell, Rect},
    level::{Level, RoomShape},
    model::Tile,
};

/// Invariant 1. That rows and columns agree with the level's size is a guarantee of its grid.
pub(super) fn the_border_is_solid(ground: &Ground) -> Result<(), String> {
    let stride = ground.tiles.stride;
    let rows = ground.tiles.values().len() / stride;
    let on_border = |position: usize| {
        let (x, y) = (position % stride, position / stride);
        x == 1 || y == 1 || x + 2 == stride || y + 2 == rows
    };
    let mut cells = ground.tiles.values().iter().enumerate();
    match cells.find(|(position, tile)| tile.is_open() && on_border(*position)) {
        None => Ok(()),
        Some((position, tile)) => {
            let cell = ground.tiles.cell(position);
            Err(format!("{cell} is on the outermost ring, but it is {:?}", tile.glyph()))
        }
    }
}

/// Invariant 3. A rectangle is all floor; of another shape, the cells of its rectangle that are not floor are solid, and
/// [`floors_are_unbroken`] says what the floor may be. Every cell of a corridor's route is corridor floor, and all corridor floor lies in the [`swaths`] of routes;
/// not every cell of a swath need be open, so that it may end at a door or in a corner.
pub(super) fn every_cell_has_its_owner(level: &Level, ground: &Ground) -> Result<(), String> {
    let sharing = ground.shared.by_rooms.or(ground.shared.by_doors);
    if let Some((cell, one, other)) = sharing {
        return Err(format!("{cell} belongs both to {} and to {}", name(one), name(other)));
    }
    let mut corridors = None;
    for (id, passage) in level.passages.iter().enumerate().filter(|(_, passage)| !passage.corridor().is_empty()) {
        let corridors = corridors.get_or_insert_with(|| Field::filled(level, false));
        walk_route(passage, ground).map_err(|what| format!("the route of passage {id} {what}"))?;
        for swath in swaths(passage) {
            let inside = swath.intersection(level.tiles.bounds());
            inside.into_iter().for_each(|swath| corridors.rows_mut(swath).for_each(|row| row.fill(true)));
        }
    }
    let in_corridor = |position: usize| corridors.as_ref().is_some_and(|field| field.values()[position]);
    let cells = ground.tiles.values().iter().zip(ground.owners.values());
    for (position, (&tile, &owner)) in cells.enumerate() {
        let expected = match owner {
            Owner::Room(id) => tile == Tile::Floor || !tile.is_open() && is_cut(level, id),
            Owner::Door(_) => tile == Tile::Door,
            Owner::Nobody => !tile.is_open() || tile == Tile::Corridor && in_corridor(position),
        };
        if !expected {
            let owner = if owner == Owner::Nobody { "nothing that the file lists".to_owned() } else { name(owner) };
            let cell = ground.tiles.cell(position);
            return Err(format!("{cell} is {:?}, but belongs to {owner}", tile.glyph()));
        }
    }
    floors_are_unbroken(level, ground)
}

fn is_cut(level: &Level, room: u32) -> bool {
    level.rooms[room as usize].shape != RoomShape::Rectangle
}

fn name(owner: Owner) -> String {
    match owner {
        Owner::Nobody => "nothing".to_owned(),
        Owner::Room(id) => format!("room {id}"),
        Owner::Door(id) => format!("a door of passage {id}"),
    }
}

/// Whether the route runs straight between its corner points, over corridor floor.
fn walk_route(passage: &Passage, ground: &Ground) -> Result<(), String> {
    for (from, to) in segments(passage) {
        if from.x != to.x && from.y != to.y {
            return Err(format!("does not run straight from {from} to {to}"));
        }
        let mut cells = span(from, to, 1).into_iter().flat_map(Rect::cells);
        if let Some(cell) = cells.find(|&cell| ground.tiles.get(cell) != Tile::Corridor) {
            return Err(format!("leads over {cell}, which is no floor of a corridor"));
        }
    }
    Ok(())
}

/// The straight parts of a passage's route; a route of a single corner point has one, which begins where it ends.
fn segments(passage: &Passage) -> impl Iterator<Item = (Cell, Cell)> {
    let route = passage.corridor();
    let single = route.first().filter(|_| route.len() == 1).map(|&cell| (cell, cell));
    single.into_iter().chain(route.windows(2).map(|pair| (pair[0], pair[1])))
}

/// The floor that a passage's corridor may have. The route is the corridor's first lane: the corridor is what a square as
/// wide as the doors sweeps when its top left cell follows the route.
fn swaths(passage: &Passage) -> impl Iterator<Item = Rect> {
    let width = width(passage);
    segments(passage).filter_map(move |(from, to)| span(from, to, width))
}

/// The width of a passage: the longer side of its first door.
pub(super) fn width(passage: &Passage) -> i32 {
    passage.doors().first().map_or(1, |door| door.width().max(door.height()))
}

/// What a square with sides of `width` cells sweeps on its way between two cells.
fn span(from: Cell, to: Cell, width: i32) -> Option<Rect> {
    let (left, top) = (from.x.min(to.x), from.y.min(to.y));
    Rect::from_ltrb(left, top, from.x.max(to.x).saturating_add(width), from.y.max(to.y).saturating_add(width))
}

/// Invariant 5.
pub(super) fn walls_line_the_floor(ground: &Ground) -> Result<(), String> {
    let (tiles, stride) = (ground.tiles.values(), ground.tiles.stride);
    // For each column, whether it is open in the row, the one above or the one below.
    let mut open = vec![false; stride];
    let rows = tiles.windows(3 * stride).step_by(stride);
    for (y, three) in (0..).zip(rows) {
        let (above, rest) = three.split_at(stride);
        let (row, below) = rest.split_at(stride);
        for ((open, above), (row, below)) in open.iter_mut().zip(above).zip(row.iter().zip(below)) {
            *open = above.is_open() | row.is_open() | below.is_open();
        }
        for (x, (tile, near)) in (0..).zip(row[1..].iter().zip(open.windows(3))) {
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
