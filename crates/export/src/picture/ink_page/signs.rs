//! The signs of a plan: doors, stairs, locks and keys, as maps for tables draw them.

use roomgen::{
    geom::{Cell, Direction, Rect},
    level::{DoorKind, Level},
};

use super::{
    super::scene::SceneDoor,
    colors::{FLOOR, INK},
    shape::{InkPen, InkPoint, PARTS, ellipse, rectangle},
};

/// The width of the lines of signs, in parts.
pub(super) const LINE: i32 = 18;

/// What a door looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DoorLook {
    /// An opening between two jambs.
    Open,
    /// A box across the opening.
    Closed,
    /// A box with a keyhole.
    Locked,
    /// A portcullis: bars without a lock.
    Barred,
    /// An `S` in the wall.
    Secret,
}

impl DoorLook {
    pub(super) fn of(door: &SceneDoor) -> Self {
        match door.kind {
            DoorKind::Open => Self::Open,
            DoorKind::Closed => Self::Closed,
            DoorKind::Secret => Self::Secret,
            DoorKind::Barred if door.mark.is_some() => Self::Locked,
            DoorKind::Barred => Self::Barred,
        }
    }

    /// The name of the sign in the key.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open doorway",
            Self::Closed => "door",
            Self::Locked => "locked door",
            Self::Barred => "portcullis",
            Self::Secret => "secret door",
        }
    }
}

/// A frame at a point: lengths across and along become points right and down of it, or down and
/// right of it if it is turned.
#[derive(Clone, Copy, Debug)]
struct TurnedFrame {
    middle: InkPoint,
    is_turned: bool,
}

impl TurnedFrame {
    fn at(self, across: i32, along: i32) -> InkPoint {
        let [x, y] = self.middle;
        if self.is_turned { [x + along, y + across] } else { [x + across, y + along] }
    }

    fn rectangle(self, [across, along]: [i32; 2], [width, depth]: [i32; 2]) -> Vec<InkPoint> {
        let (right, far) = (across + width, along + depth);
        vec![self.at(across, along), self.at(right, along), self.at(right, far), self.at(across, far)]
    }
}

/// Draws a door whose opening is `length` parts wide, around its middle. `leads_north` is true for
/// a door in a wall from west to east.
pub(super) fn door(pen: &mut InkPen, middle: InkPoint, length: i32, leads_north: bool, look: DoorLook) {
    /// Half the depth of a door's box, and how far it stays off the jambs.
    const DEPTH: i32 = 44;
    const OFF: i32 = 6;
    let frame = TurnedFrame { middle, is_turned: !leads_north };
    let half = length / 2;
    let leaf = |pen: &mut InkPen| {
        pen.outlined(frame.rectangle([OFF - half, -DEPTH], [length - 2 * OFF, 2 * DEPTH]), FLOOR, LINE, INK);
        if length > PARTS {
            pen.line(&[frame.at(0, -DEPTH), frame.at(0, DEPTH)], LINE, INK);
        }
    };
    match look {
        DoorLook::Open => {
            for jamb in [-half, half - 30] {
                pen.fill(vec![frame.rectangle([jamb, -DEPTH], [30, 2 * DEPTH])], INK);
            }
        }
        DoorLook::Closed => leaf(pen),
        DoorLook::Locked => {
            leaf(pen);
            pen.fill(vec![ellipse(middle, [26, 26])], INK);
        }
        DoorLook::Barred => {
            pen.line(&[frame.at(-half, 0), frame.at(half, 0)], LINE / 2, INK);
            let bars = 3 * length / PARTS;
            for bar in 0..bars {
                let across = (2 * bar + 1) * length / (2 * bars) - half;
                pen.outlined(ellipse(frame.at(across, 0), [24, 24]), FLOOR, LINE, INK);
            }
        }
        DoorLook::Secret => secret(pen, middle),
    }
}

/// The `S` of a secret door.
fn secret(pen: &mut InkPen, middle: InkPoint) {
    pen.write_about("S", middle, 150, INK);
}

/// Draws an arrow through a one-way door, as long as a cell and a half.
pub(super) fn arrow(pen: &mut InkPen, middle: InkPoint, direction: Direction) {
    const LENGTH: i32 = 150;
    let (dx, dy) = direction.delta();
    let at = |along: i32, beside: i32| [middle[0] + dx * along - dy * beside, middle[1] + dy * along + dx * beside];
    let lines = vec![vec![at(-LENGTH, 0), at(LENGTH - 20, 0)]];
    let head = vec![at(LENGTH, 0), at(LENGTH - 80, 52), at(LENGTH - 80, -52)];
    let around = |grown: i32| {
        vec![at(LENGTH + 2 * grown, 0), at(LENGTH - 80 - grown, 52 + grown), at(LENGTH - 80 - grown, -52 - grown)]
    };
    pen.lines(lines.clone(), LINE * 3, FLOOR);
    pen.fill(vec![around(14)], FLOOR);
    pen.lines(lines, LINE, INK);
    pen.fill(vec![head], INK);
}

/// Draws stairs on a cell, whose top left corner is a point: steps that become narrower where they
/// lead down. `direction` is where one walks down or comes from.
pub(super) fn stairs(pen: &mut InkPen, [x, y]: InkPoint, direction: Direction, leads_down: bool) {
    const STEPS: i32 = 5;
    let (dx, dy) = direction.delta();
    let middle = [x + PARTS / 2, y + PARTS / 2];
    let at = |along: i32, beside: i32| [middle[0] + dx * along - dy * beside, middle[1] + dy * along + dx * beside];
    let half = |step: i32| if leads_down { 104 - step * 15 } else { 104 };
    let along = |step: i32| (2 * step - (STEPS - 1)) * 104 / (STEPS - 1);
    let last = STEPS - 1;
    let border =
        vec![at(along(0), half(0)), at(along(last), half(last)), at(along(last), -half(last)), at(along(0), -half(0))];
    pen.fill(vec![border], FLOOR);
    let steps = (0..STEPS).map(|step| vec![at(along(step), half(step)), at(along(step), -half(step))]);
    pen.lines(steps.collect(), LINE, INK);
    let sides = [1, -1].map(|side| vec![at(along(0), side * half(0)), at(along(last), side * half(last))]);
    pen.lines(sides.to_vec(), LINE * 2 / 3, INK);
}

/// Where stairs on a cell lead: to the nearest wall.
pub(super) fn to_wall(level: &Level, cell: Cell) -> Direction {
    const ALL: [Direction; 4] = [Direction::North, Direction::West, Direction::East, Direction::South];
    let far = level.width().max(level.height());
    let steps = |direction: Direction| {
        let mut at = cell;
        (0..far)
            .take_while(|_| {
                at = at.step(direction);
                level.tile(at).is_open()
            })
            .count()
    };
    ALL.into_iter().min_by_key(|&direction| steps(direction)).unwrap_or(Direction::North)
}

/// Draws a key around a point.
pub(super) fn key(pen: &mut InkPen, [x, y]: InkPoint) {
    let at = |across: i32, down: i32| [x + across, y + down];
    let lines = || vec![vec![at(-10, 0), at(84, 0)], vec![at(60, 0), at(60, 36)], vec![at(84, 0), at(84, 36)]];
    pen.fill(vec![ellipse(at(-48, 0), [58, 58])], FLOOR);
    pen.lines(lines(), LINE * 3, FLOOR);
    pen.outlined(ellipse(at(-48, 0), [36, 36]), FLOOR, LINE, INK);
    pen.lines(lines(), LINE, INK);
}

/// Writes the number of a lock in a square beside a door or a key, around a point.
pub(super) fn lock_number(pen: &mut InkPen, [x, y]: InkPoint, number: u32) {
    let text = number.to_string();
    let half = if number > 9 { 92 } else { 68 };
    pen.outlined(rectangle([x - half, y - 68], [2 * half, 136]), INK, LINE / 2, FLOOR);
    pen.write_about(&text, [x, y], 84, FLOOR);
}

/// The middle of a rectangle of cells, in parts.
pub(super) fn middle(cells: Rect) -> InkPoint {
    [(cells.left() + cells.right()) * PARTS / 2, (cells.top() + cells.bottom()) * PARTS / 2]
}
