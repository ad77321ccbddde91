//! The part of invariant 3 that is about rooms of other shapes than the rectangle.

use super::ground::Ground;
use crate::{
    geom::{Cell, Rect},
    level::{Level, RoomShape},
    model::Tile,
};

/// In each row and each column of the room's rectangle lies one unbroken run of floor, and it touches that of the next row: so
/// the floor is connected and touches all four sides.
pub(super) fn floors_are_unbroken(level: &Level, ground: &Ground) -> Result<(), String> {
    for room in level.rooms.iter().filter(|room| room.shape != RoomShape::Rectangle) {
        is_unbroken(room.rect, ground)
            .map_err(|what| format!("the floor of room {}, {}, {what}", room.id, room.shape))?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Above,
    Floor,
    Below,
}

fn is_unbroken(rect: Rect, ground: &Ground) -> Result<(), String> {
    let mut columns = vec![Column::Above; rect.width() as usize];
    for y in rect.top()..rect.bottom() {
        let mut has_floor = false;
        let mut is_done = false;
        let mut meets_the_row_before = y == rect.top();
        for (x, column) in (rect.left()..).zip(&mut columns) {
            if ground.tiles.get(Cell::new(x, y)) == Tile::Floor {
                if is_done {
                    return Err(format!("is broken in row {y}"));
                }
                if *column == Column::Below {
                    return Err(format!("is broken in column {x}"));
                }
                meets_the_row_before |= *column == Column::Floor;
                has_floor = true;
                *column = Column::Floor;
            } else {
                is_done = has_floor;
                if *column == Column::Floor {
                    *column = Column::Below;
                }
            }
        }
        if !has_floor {
            return Err(format!("leaves out row {y}"));
        }
        if !meets_the_row_before {
            return Err(format!("falls apart above row {y}"));
        }
    }
    match (rect.left()..).zip(columns).find(|(_, column)| *column == Column::Above) {
        Some((x, _)) => Err(format!("leaves out column {x}")),
        None => Ok(()),
    }
}
