//! Ways over cells: shortest ones, which go straight as long as they can.

use crate::geom::{Cell, Direction, Rect};

/// Stands for a cell that no way has reached.
const FAR: u32 = u32::MAX;

/// A shortest way of cells in `within` from `start` to the first cell that is a goal; `None`
/// without one. Both ends are part of it.
///
/// Every cell of it but `start` is free. It goes straight on as long as that is no detour. Cost:
/// linear in the cells of the rectangle.
pub(super) fn walk(
    within: Rect,
    start: Cell,
    is_free: impl Fn(Cell) -> bool,
    is_goal: impl Fn(Cell) -> bool,
) -> Option<Vec<Cell>> {
    let position = |cell: Cell| ((cell.y - within.top()) * within.width() + cell.x - within.left()) as usize;
    let mut steps = vec![FAR; within.area().unsigned_abs() as usize];
    if !within.contains(start) {
        return None;
    }
    steps[position(start)] = 0;
    let mut queue = vec![start];
    let mut next = 0;
    let goal = loop {
        let &cell = queue.get(next)?;
        next += 1;
        if is_goal(cell) {
            break cell;
        }
        let far = steps[position(cell)] + 1;
        for beside in cell.neighbours().filter(|&beside| within.contains(beside) && is_free(beside)) {
            let known = &mut steps[position(beside)];
            if *known == FAR {
                *known = far;
                queue.push(beside);
            }
        }
    };
    let mut way = vec![goal];
    let (mut at, mut heading) = (goal, None);
    while at != start {
        let far = steps[position(at)];
        let leads_back = |direction: &Direction| {
            let cell = at.step(*direction);
            within.contains(cell) && steps[position(cell)] == far - 1
        };
        let straight_first = heading.into_iter().chain(Direction::ALL);
        let direction = straight_first.into_iter().find(leads_back)?;
        (heading, at) = (Some(direction), at.step(direction));
        way.push(at);
    }
    way.reverse();
    Some(way)
}
