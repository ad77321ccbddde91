//! Specimen levels: small levels in which pieces are drawn.

use std::sync::OnceLock;

use crate::{
    geom::{Cell, Rect, Size},
    grid::Grid,
    level::{Connection, DoorKind, Level, Origin, Passage, Room, RoomKind, RoomShape, Tile},
};

/// A level of 8 by 8 cells with the given tiles. Only what painters read is set.
pub(super) fn level(tile: impl Fn(Cell) -> Tile) -> Level {
    let mut tiles = Grid::filled(Size::SMALLEST, Tile::Rock);
    tiles.bounds().cells().for_each(|cell| tiles.set(cell, tile(cell)));
    Level {
        origin: Origin { revision: 0, seed: 0, floor: 0, difficulty: 0.0, preset: "".into(), digest: 0, start: None },
        tiles,
        rooms: Vec::new(),
        passages: Vec::new(),
        path: vec![0],
        entry: Cell::default(),
        exit: Cell::default(),
        kinds: Vec::new(),
        layouts: [].into(),
        tags: [].into(),
        props: Vec::new(),
        notes: Vec::new(),
        work: None,
        lookup: OnceLock::new(),
    }
}

/// A level that is one room of this kind and progress.
pub(super) fn room(kind: RoomKind, progress: f32, tile: Tile) -> Level {
    let mut level = level(|_| tile);
    level.rooms.push(Room {
        id: 0,
        kind,
        rect: level.tiles.bounds(),
        depth: 0,
        progress,
        host: None,
        layout: None,
        vault: None,
        tags: 0,
        shape: RoomShape::Rectangle,
    });
    level
}

/// A level of walls with one door, and floor on the two sides that it joins.
pub(super) fn door(door: Rect, kind: DoorKind, leads_north: bool) -> Level {
    let mut level = level(|cell| {
        let Cell { x, y } = cell;
        let beside = if leads_north { [(x, y - 1), (x, y + 1)] } else { [(x - 1, y), (x + 1, y)] };
        match cell {
            cell if door.contains(cell) => Tile::Door,
            _ if beside.iter().any(|&side| door.contains(side.into())) => Tile::Floor,
            _ => Tile::Wall,
        }
    });
    level.passages.push(Passage { rooms: [0, 0], connection: Connection::Door(door), kind });
    level
}
