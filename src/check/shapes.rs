//! Checks that the floor of each room that is not a rectangle is in one piece: a part of invariant
//! 3 of [`Level`].

use crate::{
    geom::{Cell, Rect},
    level::{Level, RoomShape},
    model::Tile,
};

/// Tests that the floor of every room that is not a rectangle is connected, and touches all four
/// sides of the room's rectangle.
///
/// Where a shape cuts corners alone, each row and each column of the rectangle also has exactly one
/// run of floor.
pub(super) fn floors_are_unbroken(level: &Level) -> Result<(), String> {
    for room in &level.rooms {
        let check = match room.shape {
            RoomShape::Rectangle => continue,
            RoomShape::L | RoomShape::Plus | RoomShape::Round | RoomShape::Octagon => is_unbroken,
            RoomShape::Vault
            | RoomShape::Cave
            | RoomShape::Tunnels
            | RoomShape::Ruin
            | RoomShape::Bank
            | RoomShape::Shore => is_connected,
        };
        check(room.rect, level).map_err(|what| format!("the floor of room {}, {}, {what}", room.id, room.shape))?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnScanState {
    Above,
    Floor,
    Below,
}

fn is_unbroken(rect: Rect, level: &Level) -> Result<(), String> {
    let mut columns = vec![ColumnScanState::Above; rect.width() as usize];
    for y in rect.top()..rect.bottom() {
        let mut has_floor = false;
        let mut has_ended = false;
        let mut meets_the_row_before = y == rect.top();
        for (x, column) in (rect.left()..).zip(&mut columns) {
            if level.tile(Cell::new(x, y)) == Tile::Floor {
                if has_ended {
                    return Err(format!("has a gap in row {y}"));
                }
                if *column == ColumnScanState::Below {
                    return Err(format!("has a gap in column {x}"));
                }
                meets_the_row_before |= *column == ColumnScanState::Floor;
                has_floor = true;
                *column = ColumnScanState::Floor;
            } else {
                has_ended = has_floor;
                if *column == ColumnScanState::Floor {
                    *column = ColumnScanState::Below;
                }
            }
        }
        if !has_floor {
            return Err(format!("has no cell in row {y}"));
        }
        if !meets_the_row_before {
            return Err(format!("is not connected above row {y}"));
        }
    }
    match (rect.left()..).zip(columns).find(|(_, column)| *column == ColumnScanState::Above) {
        Some((x, _)) => Err(format!("has no cell in column {x}")),
        None => Ok(()),
    }
}

fn is_connected(rect: Rect, level: &Level) -> Result<(), String> {
    let is_floor = |cell: Cell| rect.contains(cell) && level.tile(cell) == Tile::Floor;
    let position = |cell: Cell| ((cell.y - rect.top()) * rect.width() + cell.x - rect.left()) as usize;
    let mut seen = vec![false; rect.area() as usize];
    let mut ahead: Vec<Cell> = rect.cells().find(|&cell| is_floor(cell)).into_iter().collect();
    while let Some(cell) = ahead.pop() {
        if is_floor(cell) && !std::mem::replace(&mut seen[position(cell)], true) {
            ahead.extend(cell.neighbours());
        }
    }
    if let Some(cell) = rect.cells().find(|&cell| is_floor(cell) && !seen[position(cell)]) {
        return Err(format!("is not connected at {cell}"));
    }
    let touches = |at: &dyn Fn(Cell) -> bool| rect.cells().any(|cell| at(cell) && is_floor(cell));
    let sides = [
        ("north", touches(&|cell| cell.y == rect.top())),
        ("south", touches(&|cell| cell.y + 1 == rect.bottom())),
        ("west", touches(&|cell| cell.x == rect.left())),
        ("east", touches(&|cell| cell.x + 1 == rect.right())),
    ];
    match sides.into_iter().find(|(_, is_touched)| !is_touched) {
        Some((side, _)) => Err(format!("does not touch the {side} wall")),
        None => Ok(()),
    }
}
