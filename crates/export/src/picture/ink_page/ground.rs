//! The floor of a plan: which cells are open, its outline, and which points lie on it.

use std::collections::BTreeSet;

use roomgen::{
    geom::{Cell, Rect, loops},
    level::{DoorKind, Level, RoomShape, Tile},
};

use super::shape::{InkPoint, PARTS};

/// Samples of the floor along a side of a cell.
const SAMPLES: i32 = 16;
/// The parts between two samples.
const STEP: i32 = PARTS / SAMPLES;

/// The open floor in a window of cells. Points are in parts from the level's top left corner.
#[derive(Debug)]
pub(super) struct InkGround {
    /// The cells of the window that are open.
    window: Rect,
    open: Vec<bool>,
    /// See [`InkGround::near`].
    near: Vec<u32>,
    /// The outline of the floor, with the floor to the right of each loop.
    outline: Vec<Vec<InkPoint>>,
    /// Whether each sample lies on the floor, row-major.
    samples: Vec<bool>,
}

impl InkGround {
    /// The floor of the part that a plan shows: rooms, corridors and doors, but not secret ones.
    /// `window` are the cells of the plan, which may be more.
    ///
    /// Cost: linear in the cells of the window.
    pub(super) fn new(level: &Level, shown: Rect, window: Rect) -> Self {
        let secret = level.passages().iter().filter(|passage| passage.kind == DoorKind::Secret);
        let secret: BTreeSet<Cell> = secret.flat_map(|passage| passage.doors()).flat_map(|door| door.cells()).collect();
        let is_open = |cell: Cell| match level.tile(cell) {
            Tile::Floor | Tile::Corridor => shown.contains(cell),
            Tile::Door => shown.contains(cell) && !secret.contains(&cell),
            Tile::Rock | Tile::Wall => false,
        };
        let open = window.cells().map(is_open).collect();
        let mut ground = Self { window, open, near: Vec::new(), outline: Vec::new(), samples: Vec::new() };
        ground.near = ground.near();
        let obstacles = level.props().filter(|prop| prop.kind.is_obstacle() && prop.cells.overlaps(window));
        let obstacles: BTreeSet<Cell> = obstacles.flat_map(|prop| prop.cells.cells()).collect();
        ground.outline = ground.loops(level, &obstacles);
        ground.samples = ground.sampled();
        ground
    }

    pub(super) fn is_open(&self, cell: Cell) -> bool {
        self.window.contains(cell) && self.open.get(self.position(cell)).copied().unwrap_or(false)
    }

    fn position(&self, cell: Cell) -> usize {
        (cell.y - self.window.top()) as usize * self.window.width() as usize + (cell.x - self.window.left()) as usize
    }

    pub(super) fn outline(&self) -> &[Vec<InkPoint>] {
        &self.outline
    }

    /// Whether a point lies on the floor, to a sixteenth of a cell.
    pub(super) fn is_floor(&self, [x, y]: InkPoint) -> bool {
        let [column, row] =
            [x - self.window.left() * PARTS, y - self.window.top() * PARTS].map(|at| at.div_euclid(STEP));
        let width = self.window.width() * SAMPLES;
        let is_inside = (0..width).contains(&column) && (0..self.window.height() * SAMPLES).contains(&row);
        is_inside && self.samples[row as usize * width as usize + column as usize]
    }

    /// Whether a point lies at most so far from an open cell. `most` is at most two cells.
    pub(super) fn is_near(&self, [x, y]: InkPoint, most: i32) -> bool {
        let middle = Cell::new(x.div_euclid(PARTS), y.div_euclid(PARTS));
        // Further out, nothing is open.
        if !self.window.contains(middle) {
            return false;
        }
        let beyond = |at: i32, first: i32| (first * PARTS - at).max(at - (first + 1) * PARTS).max(0);
        let mut near = self.near.get(self.position(middle)).copied().unwrap_or(0);
        while near != 0 {
            let number = near.trailing_zeros() as i32;
            let [across, down] = [beyond(x, middle.x + number % 5 - 2), beyond(y, middle.y + number / 5 - 2)];
            if across * across + down * down < (most + 1) * (most + 1) {
                return true;
            }
            near &= near - 1;
        }
        false
    }

    /// For each cell of the window, which of the 5 by 5 cells around it are open, a bit for each.
    fn near(&self) -> Vec<u32> {
        let bit = |cell: Cell| u32::from(self.is_open(cell));
        let around = |cell: Cell| Rect::of(cell.x - 2, cell.y - 2, 5, 5).cells();
        let bits = |cell| around(cell).zip(0..).fold(0, |bits, (beside, number)| bits | bit(beside) << number);
        self.window.cells().map(bits).collect()
    }

    /// The edges of cells inside the floor: lines of a grid, clipped to the floor.
    pub(super) fn grid(&self) -> Vec<Vec<InkPoint>> {
        let mut lines = Vec::new();
        let window = self.window;
        for x in window.left() + 1..window.right() {
            let is_inner = |y: i32| self.is_open(Cell::new(x - 1, y)) && self.is_open(Cell::new(x, y));
            self.runs([window.top(), window.bottom()], is_inner, |y| [x * PARTS, y], &mut lines);
        }
        for y in window.top() + 1..window.bottom() {
            let is_inner = |x: i32| self.is_open(Cell::new(x, y - 1)) && self.is_open(Cell::new(x, y));
            self.runs([window.left(), window.right()], is_inner, |x| [x, y * PARTS], &mut lines);
        }
        lines
    }

    /// Adds the parts of one line of the grid that lie on the floor.
    fn runs(
        &self,
        [first, last]: [i32; 2],
        is_inner: impl Fn(i32) -> bool,
        point: impl Fn(i32) -> InkPoint,
        lines: &mut Vec<Vec<InkPoint>>,
    ) {
        let mut start = None;
        for step in first * SAMPLES..=last * SAMPLES {
            let is_in = step < last * SAMPLES
                && is_inner(step.div_euclid(SAMPLES))
                && self.is_floor(point(step * STEP + STEP / 2));
            match (start, is_in) {
                (None, true) => start = Some(step),
                (Some(from), false) => {
                    lines.push(vec![point(from * STEP), point(step * STEP)]);
                    start = None;
                }
                (None, false) | (Some(_), true) => {}
            }
        }
    }

    /// The loops around the floor. Steps in the walls of curved rooms are smoothed.
    fn loops(&self, level: &Level, obstacles: &BTreeSet<Cell>) -> Vec<Vec<InkPoint>> {
        let loops = loops(self.window, |cell| self.is_open(cell));
        let drawn = |mut corners: Vec<[i32; 2]>| {
            // Where the ends of a line meet decides how pixels are blended there.
            corners.rotate_left(1);
            smoothed(&corners, |corner| self.is_soft(level, obstacles, corner))
        };
        loops.into_iter().map(drawn).collect()
    }

    /// Whether a corner of the outline belongs to a wall of steps that stands for a curve.
    fn is_soft(&self, level: &Level, obstacles: &BTreeSet<Cell>, [x, y]: [i32; 2]) -> bool {
        let around = || Rect::of(x - 1, y - 1, 2, 2).cells();
        // Where the plan ends, or a secret door is, walls are straight.
        if around().any(|cell| level.tile(cell).is_open() && !self.is_open(cell)) {
            return false;
        }
        let is_corner_of_room = |cell: Cell| {
            let Some(room) = level.room_at(cell).filter(|room| !is_dug(room.shape)) else { return false };
            let (is_side, is_end) =
                (x == room.rect.left() || x == room.rect.right(), y == room.rect.top() || y == room.rect.bottom());
            is_side && is_end
        };
        let mut cells = around().filter(|&cell| self.is_open(cell)).peekable();
        // What stands in a corner stays off the wall.
        if let [only] = around().filter(|&cell| self.is_open(cell)).collect::<Vec<_>>()[..]
            && obstacles.contains(&only)
        {
            return false;
        }
        cells.peek().is_some() && cells.all(|cell| is_curved(level, cell) && !is_corner_of_room(cell))
    }

    /// Tests the middle of each sample by the outline.
    fn sampled(&self) -> Vec<bool> {
        let width = (self.window.width() * SAMPLES) as usize;
        let mut samples = vec![false; width * (self.window.height() * SAMPLES) as usize];
        let (left, top) = (self.window.left() * PARTS, self.window.top() * PARTS);
        let mut crossings: Vec<Vec<i32>> = vec![Vec::new(); (self.window.height() * SAMPLES) as usize];
        for corners in &self.outline {
            let ends = corners.iter().zip(corners.iter().cycle().skip(1));
            for (&from, &to) in ends.filter(|(from, to)| from[1] != to[1]) {
                let [high, low] = if from[1] < to[1] { [from, to] } else { [to, from] };
                let first = (high[1] - top + STEP / 2 - 1).div_euclid(STEP).max(0);
                let last = (low[1] - top + STEP / 2 - 1).div_euclid(STEP);
                for row in first..last {
                    let y = top + row * STEP + STEP / 2;
                    let x = high[0] + (low[0] - high[0]) * (y - high[1]) / (low[1] - high[1]);
                    if let Some(crossed) = crossings.get_mut(row as usize) {
                        crossed.push(x);
                    }
                }
            }
        }
        for (row, crossed) in samples.chunks_exact_mut(width).zip(&mut crossings) {
            crossed.sort_unstable();
            for &[from, to] in crossed.as_chunks::<2>().0 {
                let [from, to] =
                    [from, to].map(|x| ((x - left + STEP / 2 - 1).div_euclid(STEP).max(0) as usize).min(width));
                row[from..to.max(from)].fill(true);
            }
        }
        samples
    }
}

/// Whether a room of a shape was dug in rock, and not built.
fn is_dug(shape: RoomShape) -> bool {
    matches!(shape, RoomShape::Cave | RoomShape::Tunnels)
}

/// Whether the steps in the walls of a cell stand for a curve: in round and octagonal rooms, in
/// caves, and in the mouths between caves.
pub(super) fn is_curved(level: &Level, cell: Cell) -> bool {
    match level.tile(cell) {
        Tile::Floor => level
            .room_at(cell)
            .is_some_and(|room| is_dug(room.shape) || matches!(room.shape, RoomShape::Round | RoomShape::Octagon)),
        Tile::Door => level.door_at(cell).is_some_and(|(_, passage)| {
            let is_dug = |id| level.room(id).is_some_and(|room| is_dug(room.shape));
            level.is_bare(passage) && passage.rooms.into_iter().all(is_dug)
        }),
        Tile::Corridor | Tile::Rock | Tile::Wall => false,
    }
}

/// A loop of corners in cells as points in parts, with its soft corners rounded off.
fn smoothed(corners: &[[i32; 2]], is_soft: impl Fn([i32; 2]) -> bool) -> Vec<InkPoint> {
    let count = corners.len();
    let soft: Vec<bool> = corners.iter().map(|&corner| is_soft(corner)).collect();
    let length = |from: usize, to: usize| {
        let [from, to] = [corners[from], corners[to]];
        ((from[0] - to[0]).abs() + (from[1] - to[1]).abs()) * PARTS
    };
    let mut cut: Vec<(InkPoint, bool)> = Vec::new();
    for (number, corner) in corners.iter().enumerate() {
        let (before, after) = ((number + count - 1) % count, (number + 1) % count);
        let point = corner.map(|at| at * PARTS);
        if !soft[number] {
            cut.push((point, false));
            continue;
        }
        // A soft corner is cut off from the middle of one side to the middle of the other, but no
        // farther along a long side than the short one is long.
        let (back, on) = (length(before, number), length(number, after));
        for (far, other, end) in [(back, on, before), (on, back, after)] {
            let reach = (far / 2).min(other);
            let [x, y] = [0, 1].map(|axis| point[axis] + (corners[end][axis] * PARTS - point[axis]).signum() * reach);
            cut.push(([x, y], true));
        }
    }
    cut.dedup();
    let mut rounded = rounded(&rounded(&cut));
    rounded.dedup();
    rounded.into_iter().map(|(point, _)| point).collect()
}

/// Cuts the corners of a loop that are to be smoothed: a step of Chaikin's algorithm.
fn rounded(points: &[(InkPoint, bool)]) -> Vec<(InkPoint, bool)> {
    let count = points.len();
    let mut result = Vec::new();
    for (number, &(point, is_soft)) in points.iter().enumerate() {
        if !is_soft {
            result.push((point, false));
            continue;
        }
        let beside = [points[(number + count - 1) % count].0, points[(number + 1) % count].0];
        result.extend(beside.map(|other| ([0, 1].map(|axis| point[axis] + (other[axis] - point[axis]) / 4), true)));
    }
    result
}
