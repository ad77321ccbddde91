//! The walkthrough of a level as lines.
//!
//! Consumes the cells of a walkthrough. A line keeps to the right of the middles of its cells, so
//! that the way there and the way back lie side by side.

use roomgen::{geom::Cell, level::Level};

/// How far a line lies right of the middle of its cells, in cells.
const ASIDE: i32 = 3;
/// The cell in the units of `ASIDE`.
const WHOLE: i32 = 16;

/// The corners of the lines of a level's walkthrough, in cells from the level's top left corner: a
/// line for each key that is taken and each lock that is opened, and one to the exit.
///
/// Empty if the exit cannot be reached. Cost: that of
/// [`Mission::walkthrough`](roomgen::play::Mission::walkthrough).
pub(crate) fn walkthrough_lines(level: &Level) -> Vec<Vec<[f32; 2]>> {
    let Some(walkthrough) = level.mission().walkthrough() else { return Vec::new() };
    walkthrough.legs().iter().map(|leg| line(&leg.cells)).filter(|line| line.len() > 1).collect()
}

/// The corners of the line through neighbouring cells.
fn line(cells: &[Cell]) -> Vec<[f32; 2]> {
    let step = |from: Cell, to: Cell| [to.x - from.x, to.y - from.y];
    let mut corners = Vec::new();
    for (number, &cell) in cells.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| cells.get(before)).map(|&from| step(from, cell));
        let after = cells.get(number + 1).map(|&to| step(cell, to));
        if before == after {
            continue;
        }
        // The right side of a step is its direction turned clockwise. A corner lies right of both
        // of its steps.
        let right = |way: Option<[i32; 2]>| way.map_or([0, 0], |[dx, dy]| [-dy, dx]);
        let (one, other) = (right(before), right(after));
        let at = |middle: i32, axis: usize| {
            (middle * WHOLE + WHOLE / 2 + (one[axis] + other[axis]) * ASIDE) as f32 / WHOLE as f32
        };
        corners.push([at(cell.x, 0), at(cell.y, 1)]);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_lies_beside_the_way_there() {
        let there: Vec<Cell> = [(0, 0), (1, 0), (2, 0), (2, 1)].map(|(x, y)| Cell::new(x, y)).into();
        let back: Vec<Cell> = there.iter().rev().copied().collect();
        let (half, aside) = (0.5, 3.0 / 16.0);
        assert_eq!(line(&there), [[half, half + aside], [2.5 - aside, half + aside], [2.5 - aside, 1.5]]);
        assert_eq!(line(&back), [[2.5 + aside, 1.5], [2.5 + aside, half - aside], [half, half - aside]]);
        assert_eq!(line(&there[..1]), Vec::<[f32; 2]>::new());
    }
}
