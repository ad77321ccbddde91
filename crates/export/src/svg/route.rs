//! The main path as a polyline: from the entry, through the doors between its rooms, to the exit.

use std::collections::VecDeque;

use roomgen::{
    geom::{Cell, Rect},
    level::{Level, Tile},
};

/// The corners of the polyline that shows the main path, in cells.
///
/// It is straight from door to door, except in rooms whose shape could block a straight line. In an
/// invalid level, a straight line bridges a missing passage.
pub(super) fn route(level: &Level) -> Vec<[f64; 2]> {
    let mut line = vec![middle(Rect::from_cell(level.entry()))];
    let mut from = Rect::from_cell(level.entry());
    for pair in level.path().windows(2) {
        let Some((_, passage)) = level.neighbours(pair[0]).find(|(room, _)| room.id == pair[1]) else { continue };
        let (mut doors, mut way) = (passage.doors().to_vec(), passage.middle_line());
        if passage.rooms[0] != pair[0] {
            doors.reverse();
            way.reverse();
        }
        let last = doors[doors.len() - 1];
        add_way_through(level, pair[0], [from, doors[0]], &mut line);
        line.push(in_front_of(level, doors[0], pair[0]));
        line.extend(way.iter().map(|point| [f64::from(point.x) / 2.0, f64::from(point.y) / 2.0]));
        line.push(in_front_of(level, last, pair[1]));
        from = last;
    }
    let exit = Rect::from_cell(level.exit());
    add_way_through(level, level.end().id, [from, exit], &mut line);
    line.push(middle(exit));
    line
}

fn middle(cells: Rect) -> [f64; 2] {
    [f64::from(cells.left() + cells.right()) / 2.0, f64::from(cells.top() + cells.bottom()) / 2.0]
}

/// The point one cell in front of a door, so that the line meets the door at a right angle.
fn in_front_of(level: &Level, door: Rect, room: u32) -> [f64; 2] {
    let ([x, y], rect) = (middle(door), level.room(room).map_or(door, |room| room.rect));
    let towards = |from: i32, to: i32| if to > from { 1.0 } else { -1.0 };
    if level.leads_north(door) {
        [x, y + towards(door.top(), rect.top())]
    } else {
        [x + towards(door.left(), rect.left()), y]
    }
}

/// Adds the corners of a shortest path through a room, if its shape could block a straight line.
fn add_way_through(level: &Level, room: u32, [from, to]: [Rect; 2], line: &mut Vec<[f64; 2]>) {
    let Some(room) = level.room(room) else { return };
    if room.shape.is_convex() {
        return;
    }
    let (start, goal) = (central(from), central(to));
    // The bounds include the surrounding walls, where the doors are.
    let Some(bounds) = room.rect.grown(1).and_then(|around| around.intersection(level.tiles().bounds())) else {
        return;
    };
    let position =
        |cell: Cell| (cell.y - bounds.top()) as usize * bounds.width() as usize + (cell.x - bounds.left()) as usize;
    if !bounds.contains(start) || !bounds.contains(goal) {
        return;
    }
    // Breadth-first search from the goal, so that the links lead from the start to the goal.
    let mut next = vec![None; bounds.area() as usize];
    let mut queue = VecDeque::from([goal]);
    next[position(goal)] = Some(goal);
    while let Some(cell) = queue.pop_front() {
        for beside in cell.neighbours().filter(|&beside| bounds.contains(beside)) {
            if next[position(beside)].is_none() && (beside == start || level.tile(beside) == Tile::Floor) {
                next[position(beside)] = Some(cell);
                queue.push_back(beside);
            }
        }
    }
    let (mut cell, mut way) = (start, Vec::new());
    while let Some(onward) = next[position(cell)].filter(|&onward| onward != cell) {
        way.push(cell);
        cell = onward;
    }
    way.push(cell);
    let turns = way.windows(3).filter(|three| three[0].x != three[2].x && three[0].y != three[2].y);
    line.extend(turns.map(|three| middle(Rect::from_cell(three[1]))));
}

/// The middle cell of a rectangle, rounded down.
fn central(cells: Rect) -> Cell {
    Cell::new((cells.left() + cells.right() - 1) / 2, (cells.top() + cells.bottom() - 1) / 2)
}
