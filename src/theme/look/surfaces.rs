//! Looks that lie flat on the floor. None has an outline: one walks over them.

use super::canvas::{CELL, LookCanvas, Tone, speckle};

/// Ripples of a cell of water: column, row and length.
const RIPPLES: [[i32; 3]; 4] = [[1, 2, 5], [10, 5, 4], [4, 9, 6], [12, 13, 4]];

/// Water: ripples on an even ground. What is larger than a cell has a bank with round corners.
pub(super) fn water(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    for (x, y) in canvas.points() {
        canvas.set(x, y, Tone::Base);
    }
    for (left, top) in cells(canvas) {
        let bits = speckle(left / CELL + 3, top / CELL);
        for (number, [x, y, length]) in (0..).zip(RIPPLES) {
            // Ripples of cells beside each other differ, those of cells of their own do not.
            let shift = if width > CELL || height > CELL { (bits >> number) % 4 - 1 } else { 0 };
            let (x, y) = (left + x + shift, top + y);
            for step in 0..length {
                let x = left + (x + step - left).rem_euclid(CELL);
                canvas.set(x, y, Tone::Light);
                if (1..length).contains(&step) {
                    canvas.set(x, y + 1, Tone::Shade);
                }
            }
            if number % 2 == 0 {
                canvas.set(left + (x + 1 - left).rem_euclid(CELL), y, Tone::Bright);
            }
        }
    }
    if width > CELL && height > CELL {
        bank(canvas);
    }
}

/// Rounds the corners of a pool and draws the shadow of its bank.
fn bank(canvas: &mut LookCanvas) {
    for (x, y) in canvas.points() {
        match depth(canvas, x, y) {
            ..0 => canvas.clear(x, y),
            0 => canvas.set(x, y, Tone::Deep),
            1 if y < canvas.height() / 2 => canvas.set(x, y, Tone::Deep),
            1 => canvas.set(x, y, Tone::Light),
            2 if y < canvas.height() / 2 => canvas.set(x, y, Tone::Shade),
            _ => {}
        }
    }
}

/// How far a point lies within a rectangle of the canvas with round corners, in pixels; below 0
/// outside of it.
pub(super) fn depth(canvas: &LookCanvas, x: i32, y: i32) -> i32 {
    const RADIUS: i32 = 7;
    let (across, down) = (x.min(canvas.width() - 1 - x), y.min(canvas.height() - 1 - y));
    if across >= RADIUS || down >= RADIUS {
        return across.min(down);
    }
    let (dx, dy) = (2 * (RADIUS - across) - 1, 2 * (RADIUS - down) - 1);
    RADIUS - ((dx * dx + dy * dy).isqrt() + 1) / 2
}

/// Floorboards along the longer side, with joints and nails.
pub(super) fn boards(canvas: &mut LookCanvas) {
    let is_upright = canvas.height() > canvas.width();
    for (x, y) in canvas.points() {
        let (along, across) = if is_upright { (y, x) } else { (x, y) };
        canvas.set(x, y, board(along, across));
    }
}

/// The tone of floorboards at a point; boards are four pixels wide, and repeat after a cell.
pub(super) fn board(along: i32, across: i32) -> Tone {
    const JOINTS: [i32; 4] = [3, 11, 7, 14];
    let (course, line) = (across.div_euclid(4), across.rem_euclid(4));
    let from_joint = (along - JOINTS[course.rem_euclid(4) as usize]).rem_euclid(CELL);
    let bits = speckle(along.rem_euclid(CELL) / 3, course.rem_euclid(4));
    match line {
        0 => Tone::Deep,
        _ if from_joint == 0 => Tone::Deep,
        2 if from_joint == 2 || from_joint == CELL - 2 => Tone::Deep,
        1 => Tone::Light,
        2 if bits < 40 => Tone::Shade,
        3 if bits < 130 => Tone::Shade,
        _ => Tone::Base,
    }
}

/// Moss: tufts of leaves with gaps, which go on in the next cell.
pub(super) fn moss(canvas: &mut LookCanvas) {
    for (left, top) in cells(canvas) {
        // A single cell is its own neighbour; larger patches vary.
        let seed = left / CELL * 5 + top / CELL * 11;
        for number in 0..22 {
            let (x, y) = (speckle(seed + number, 1) % CELL, speckle(seed + number, 2) % CELL);
            let tone = [Tone::Shade, Tone::Base, Tone::Light][(speckle(number, seed + 3) % 3) as usize];
            tuft(canvas, [left + x, top + y], tone);
        }
        for number in 0..7 {
            let (x, y) = (speckle(seed + number, 7) % CELL, speckle(seed + number, 8) % CELL);
            if canvas.tone(left + x, top + y).is_some() {
                canvas.set(left + x, top + y, if number < 4 { Tone::Bright } else { Tone::Deep });
            }
        }
    }
}

/// A tuft of leaves, which goes on at the other side of the canvas.
fn tuft(canvas: &mut LookCanvas, [x, y]: [i32; 2], tone: Tone) {
    let (width, height) = (canvas.width(), canvas.height());
    let mut leaf = |dx: i32, dy: i32, tone: Tone| {
        canvas.set((x + dx).rem_euclid(width), (y + dy).rem_euclid(height), tone);
    };
    for (dx, dy) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (1, -1)] {
        leaf(dx, dy, tone);
    }
    leaf(2, 2, Tone::Shade);
    leaf(3, 1, Tone::Shade);
}

/// A carpet: a weave that goes on in the next cell; a larger one has a border and fringes.
pub(super) fn carpet(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let has_border = width > CELL && height > CELL;
    for (x, y) in canvas.points() {
        // Lozenges of eight pixels.
        let (across, down) = ((x % 8 - 4).abs(), (y % 8 - 4).abs());
        let weave = match across + down {
            0 => Tone::Bright,
            4 => Tone::Shade,
            3 => Tone::Light,
            _ => Tone::Base,
        };
        let from_edge = x.min(width - 1 - x).min(y.min(height - 1 - y));
        let tone = match from_edge {
            _ if !has_border => weave,
            0 | 3 => Tone::Deep,
            1 | 2 if (x + y) % 4 == 0 => Tone::Bright,
            1 | 2 => Tone::Light,
            _ => weave,
        };
        canvas.set(x, y, tone);
    }
    if has_border {
        fringes(canvas);
    }
}

/// Cuts the short sides of a carpet into fringes.
fn fringes(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    if width >= height {
        for y in 0..height {
            for x in [0, width - 1] {
                if y % 2 == 0 { canvas.clear(x, y) } else { canvas.set(x, y, Tone::Bright) }
            }
        }
    } else {
        for x in 0..width {
            for y in [0, height - 1] {
                if x % 2 == 0 { canvas.clear(x, y) } else { canvas.set(x, y, Tone::Bright) }
            }
        }
    }
}

/// What lies scattered: lumps with a shadow below.
pub(super) fn scattered(canvas: &mut LookCanvas) {
    for (left, top) in cells(canvas) {
        for number in 0..11 {
            let bits = [speckle(left + number, top), speckle(top + 5, left + number)];
            let (x, y) = (left + bits[0] % 12 + 1, top + bits[1] % 12 + 1);
            canvas.fill([x, y, 3, 2], [Tone::Base, Tone::Light][(bits[0] / 16 % 2) as usize]);
            canvas.set(x, y, Tone::Bright);
            canvas.fill([x, y + 2, 3, 1], Tone::Deep);
        }
    }
}

/// Gravel: many small stones, which leave some of the floor free.
pub(super) fn gravel(canvas: &mut LookCanvas) {
    for (x, y) in canvas.points().filter(|(x, y)| x % 2 == 0 && y % 2 == 0) {
        let bits = speckle(x % CELL + 40, y % CELL);
        if bits < 70 {
            continue;
        }
        let tone = Tone::at(2 + bits % 3);
        canvas.set(x, y, tone);
        canvas.set(x + 1, y, if bits % 2 == 0 { tone } else { Tone::Shade });
        canvas.set(x, y + 1, Tone::Shade);
        if bits > 160 {
            canvas.set(x + 1, y + 1, Tone::Deep);
        }
    }
}

/// The upper left pixels of the cells of a canvas.
fn cells(canvas: &LookCanvas) -> impl Iterator<Item = (i32, i32)> + use<> {
    let (columns, rows) = (canvas.width() / CELL, canvas.height() / CELL);
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (column * CELL, row * CELL)))
}
