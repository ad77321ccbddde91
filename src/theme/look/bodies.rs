//! Looks that stand or hang: seen from above and slightly from the south, with an outline.

use super::{
    canvas::{CELL, LookCanvas, Tone, speckle},
    surfaces::{board, depth},
};

/// A wooden box: planks of the lid above, and a front with a frame and a brace.
pub(super) fn wooden_box(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width() - 2, canvas.height() - 2);
    let lid = (height * 3 / 8).max(5);
    // The lid's boards run from north to south.
    for (x, y) in canvas.points().filter(|&(x, y)| (1..=width).contains(&x) && (1..=lid).contains(&y)) {
        let tone = match (x - 1) % 4 {
            3 => Tone::Base,
            _ if y == 1 => Tone::Bright,
            _ => Tone::Light,
        };
        canvas.set(x, y, tone);
    }
    canvas.fill([1, lid, width, 1], Tone::Deep);
    let (top, front) = (lid + 1, height - lid);
    for (x, y) in canvas.points().filter(|&(x, y)| (1..=width).contains(&x) && (top..=height).contains(&y)) {
        let (across, down) = (x - 1, y - top);
        let from_edge = across.min(width - 1 - across).min(down.min(front - 1 - down));
        // The brace goes from the lower left corner of the panel to the upper right one.
        let (panel, high) = (width - 4, (front - 4).max(1));
        let brace = (across - 2) * high - (front - 3 - down) * panel;
        let tone = match from_edge {
            0 if down == 0 => Tone::Light,
            0 | 1 if down >= front - 2 || across >= width - 2 => Tone::Shade,
            0 | 1 => Tone::Base,
            _ if brace.abs() * 2 <= panel + high => Tone::Light,
            _ if across % 4 == 1 => Tone::Deep,
            _ => Tone::Shade,
        };
        canvas.set(x, y, tone);
        if from_edge == 1 && [2, width - 3].contains(&across) && [1, front - 2].contains(&down) {
            canvas.set(x, y, Tone::Iron);
        }
    }
    canvas.outline();
}

/// A column: a capital, a shaft that is lit from the left, and a base; as wide as high at most.
pub(super) fn pillar(canvas: &mut LookCanvas) {
    /// The shaft from the left to the right.
    const ROUND: [Tone; 8] =
        [Tone::Base, Tone::Light, Tone::Light, Tone::Bright, Tone::Base, Tone::Light, Tone::Shade, Tone::Deep];
    let (width, height) = (canvas.width().min(canvas.height()), canvas.height());
    let left = (canvas.width() - width) / 2;
    let (slab, shaft) = (height / 5, width / 4);
    for x in shaft..width - shaft {
        let part = (x - shaft) * 8 / (width - 2 * shaft);
        canvas.fill([left + x, slab + 1, 1, height - 2 * slab - 1], ROUND[part as usize]);
    }
    canvas.fill([left + shaft, slab + 2, width - 2 * shaft, 1], Tone::Deep);
    let (first, wide) = (left + width / 8, width - 2 * (width / 8));
    for (top, upper, lower) in [(1, Tone::Bright, Tone::Base), (height - slab - 1, Tone::Light, Tone::Shade)] {
        canvas.fill([first, top, wide, slab], lower);
        canvas.fill([first, top, wide - 2, slab - 1], upper);
    }
    canvas.outline();
}

/// A table: boards above, an edge towards the south, and legs.
pub(super) fn table(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let top = height - 7;
    for (x, y) in canvas.points().filter(|&(x, y)| (1..width - 1).contains(&x) && (1..=top).contains(&y)) {
        let from_edge = (x - 1).min(width - 2 - x).min((y - 1).min(top - y));
        let tone = match from_edge {
            0 if y == 1 || x == 1 => Tone::Bright,
            0 => Tone::Base,
            _ if y % 4 == 1 && y > 2 => Tone::Base,
            _ if speckle(x / 3, y) < 30 => Tone::Base,
            _ => Tone::Light,
        };
        canvas.set(x, y, tone);
    }
    canvas.fill([1, top + 1, width - 2, 2], Tone::Shade);
    canvas.fill([1, top + 2, width - 2, 1], Tone::Deep);
    for left in [1, width - 4] {
        canvas.fill([left, top + 3, 3, 3], Tone::Shade);
        canvas.fill([left, top + 3, 1, 3], Tone::Base);
    }
    canvas.outline();
}

/// A curtain on a rail, in folds.
pub(super) fn curtain(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    for x in 1..width - 1 {
        let length = height - 4 - i32::from(x % 4 == 3);
        canvas.fill([x, 3, 1, length], fold(x));
        canvas.set(x, 2 + length, Tone::Deep);
    }
    canvas.fill([1, 1, width - 2, 1], Tone::Wood);
    canvas.fill([1, 2, width - 2, 1], Tone::DarkWood);
    canvas.outline();
}

/// A banner on a rod: folds, a lozenge, and two tails.
pub(super) fn banner(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let (left, right) = (3, width - 3);
    let middle = width / 2;
    for x in left..right {
        let cut = (right - left) / 2 - (2 * x + 1 - width).abs() / 2;
        let foot = height - 1 - cut.max(0).min(height / 3);
        for y in 3..foot {
            let (across, down) = ((2 * x + 1 - 2 * middle).abs(), (2 * y + 1 - height + 2).abs());
            let tone = match across + down {
                ..=4 => Tone::Bright,
                5..=8 => Tone::Light,
                _ if x == left || x + 1 == right => Tone::Deep,
                _ if y + 2 >= foot => Tone::Bright,
                _ => fold(x),
            };
            canvas.set(x, y, tone);
        }
    }
    canvas.fill([1, 1, width - 2, 1], Tone::Wood);
    canvas.fill([1, 2, width - 2, 1], Tone::DarkWood);
    canvas.outline();
}

/// The tone of cloth in folds that hang.
fn fold(x: i32) -> Tone {
    [Tone::Light, Tone::Base, Tone::Shade, Tone::Base, Tone::Light, Tone::Base, Tone::Base, Tone::Shade]
        [x.rem_euclid(8) as usize]
}

/// A basin of stone with a liquid.
pub(super) fn basin(canvas: &mut LookCanvas) {
    let height = canvas.height();
    // What stands is round: a rectangle with round corners, whose southern side shows.
    for (x, y) in canvas.points() {
        let front = depth(canvas, x, y);
        let rim = depth(canvas, x, y + 3);
        let pool = depth(canvas, x, y + 3) - 3;
        if front < 1 {
            continue;
        }
        let is_top = rim >= 1 && y < height - 4;
        let tone = match (is_top, pool) {
            (false, _) => Tone::DarkIron,
            (true, ..0) => Tone::Iron,
            (true, 0) if y < height / 2 => Tone::Deep,
            (true, 0) => Tone::Shade,
            (true, 1) if y < height / 2 => Tone::Shade,
            (true, _) if (y % 5 == 2 && (x + y) % 8 < 4) || (x, y) == (6, 5) => Tone::Light,
            (true, _) => Tone::Base,
        };
        canvas.set(x, y, tone);
    }
    canvas.outline();
}

/// A heap of lumps, higher in the middle.
pub(super) fn heap(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let (foot, high) = (height - 3, (height * 3 / 4).min(width * 3 / 5));
    // Rows of lumps from the top to the foot: nearer ones cover those behind.
    for y in (foot - high..foot).step_by(2) {
        // The slope is steeper near the top.
        let down = y - (foot - high);
        let half = 3 + (width / 2 - 4) * (down * (2 * high - down)) / (high * high);
        let lumps = (2 * half / 3).max(1);
        let first = (width - 3 * lumps + 1) / 2;
        for x in (0..lumps).map(|lump| first + 3 * lump) {
            let bits = speckle(x + 1, y);
            let tone = if x < width / 2 - 1 { 3 } else { 2 } + bits % 2;
            canvas.fill([x, y, 3, 3], Tone::at(tone));
            canvas.fill([x, y + 2, 3, 1], Tone::at((tone - 2).max(1)));
            canvas.set(x + 2, y + 1, Tone::at(tone - 1));
            canvas.set(x, y, Tone::at(tone + 2));
            canvas.set(x + 1, y, Tone::at(tone + 1));
        }
    }
    canvas.outline();
}

/// A stack of boards: those on top, and the ends of those below.
pub(super) fn stack(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let top = height - 7;
    for (x, y) in canvas.points().filter(|&(x, y)| (1..width - 1).contains(&x) && (1..height - 1).contains(&y)) {
        let tone = if y <= top {
            board(x, y + 3)
        } else {
            match (y - top - 1) % 3 {
                0 => Tone::Deep,
                1 if (x + y) % 7 == 0 => Tone::Outline,
                1 => Tone::Base,
                _ => Tone::Shade,
            }
        };
        canvas.set(x, y, tone);
    }
    canvas.outline();
}

/// A bush: leaves over the whole footprint.
pub(super) fn bush(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    foliage(canvas, [1, 0, width - 2, height - 1]);
    canvas.outline();
}

/// A tree: a crown over a trunk.
pub(super) fn tree(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let thick = width / 6;
    let (left, foot) = ((width - thick) / 2, height - 2);
    canvas.fill([left, height / 2, thick, foot - height / 2 + 1], Tone::DarkWood);
    canvas.fill([left, height / 2, thick / 2, foot - height / 2 + 1], Tone::Wood);
    canvas.fill([left - 1, foot, thick + 2, 1], Tone::DarkWood);
    foliage(canvas, [1, 1, width - 2, height * 3 / 4]);
    canvas.outline();
}

/// Leaves in the ellipse of a rectangle: dark ones first, bright ones to the north-west last.
fn foliage(canvas: &mut LookCanvas, [left, top, width, height]: [i32; 4]) {
    let side = 5.max(width / 6);
    for (layer, brightness) in [(0, 1), (1, 2), (2, 3)] {
        // Each layer is smaller and lies further to the north-west.
        let shrink = layer * width / 10;
        for y in (top..=top + height - side).step_by(2) {
            for x in (left..=left + width - side).step_by(3) {
                let bits = speckle(x + layer * 7, y);
                let x = x + bits % 2;
                let (dx, dy) = (2 * x + side - 2 * left - width + shrink, 2 * y + side - 2 * top - height + shrink);
                let (reach_x, reach_y) = ((width - side - shrink).max(1), (height - side - shrink).max(1));
                let is_inside =
                    dx * dx * reach_y * reach_y + dy * dy * reach_x * reach_x <= reach_x * reach_x * reach_y * reach_y;
                if is_inside && (layer == 0 || bits > 70) {
                    canvas.ball([x, y, side, side - 1], brightness);
                }
            }
        }
    }
    for (x, y) in canvas.points() {
        if canvas.tone(x, y) == Some(Tone::Light) && speckle(x, y + 90) < 24 {
            canvas.set(x, y, Tone::Bright);
        }
    }
}

/// A creeper: strands of leaves that hang down.
pub(super) fn creeper(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    for x in (2..width - 2).step_by(3) {
        let length = height - 3 - speckle(x, 4) % (height / 2);
        for y in 1..length {
            let sway = [0, 0, 1, 1, 0, 0, -1, -1][((y + x) % 8) as usize];
            canvas.set(x + sway, y, Tone::Shade);
            if y % 3 == 1 {
                let side = if y % 2 == 0 { 1 } else { -1 };
                canvas.set(x + sway, y, Tone::Base);
                canvas.set(x + sway + side, y, Tone::Light);
                canvas.set(x + sway + side, y - 1, Tone::Bright);
            }
        }
    }
    canvas.fill([1, 1, width - 2, 2], Tone::Shade);
    (1..width - 1).filter(|x| x % 3 != 0).for_each(|x| canvas.set(x, 1, Tone::Light));
    canvas.outline();
}

/// Boulders: a large one, and smaller ones before it.
pub(super) fn boulders(canvas: &mut LookCanvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let (cells_across, cells_down) = (width / CELL, height / CELL);
    canvas.ball([width / 6, 1, width * 2 / 3, height * 3 / 4], 3);
    canvas.ball([1, height * 2 / 5, width * 9 / 20, height / 2], 3);
    canvas.ball([width / 2, height / 2, width / 2 - 1, height * 2 / 5 + cells_down], 2);
    canvas.ball([width / 3, height * 3 / 5, width / 3 + cells_across, height / 3], 3);
    // Cracks.
    for (x, y) in canvas.points() {
        let is_dark = canvas.tone(x, y) == Some(Tone::Base) && speckle(x / 2, y + 50) < 14;
        if is_dark {
            canvas.set(x, y, Tone::Deep);
        }
    }
    canvas.outline();
}
