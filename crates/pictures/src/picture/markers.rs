//! Markers: small signs on the floor, since they are no things but of interest to whoever looks at a picture of a level.

use roomgen::{geom::Direction, model::PropKind, theme::Theme};

use super::{
    canvas::{CELL, SHADOW, Stamp, lighter},
    props::{MARGIN, draw_sprite},
};

/// Radius of the ring, in half pixels from its middle, and how thick it is.
const RADIUS: i32 = 9;
const THICK: i32 = 3;

/// How much of a sprite's colours the floor takes.
const SPRITE: u8 = 150;

/// A marker over a footprint of `size` cells, without a shade: a ring with a dot in the kind's colour in the middle of the
/// footprint, or its sprite, through which the floor is seen.
pub(super) fn draw(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> [Stamp; 2] {
    let [width, height] = size.map(|cells| cells * CELL);
    let mut sign = Stamp::new(width + 2 * MARGIN, height + 2 * MARGIN);
    if let Some(sprite) = theme.sprites.get(kind.name.as_str()) {
        let mut shape = Stamp::new(width, height);
        draw_sprite(&mut shape, sprite, turn);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if let Some(color) = shape.solid(x, y) {
                sign.set(x + MARGIN, y + MARGIN, color, SPRITE);
            }
        }
    } else {
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            // In half pixels from the middle, which lies between four pixels.
            let (dx, dy) = (2 * x + 1 - width, 2 * y + 1 - height);
            let squared = dx * dx + dy * dy;
            let (color, amount) = if squared <= 4 {
                (lighter(kind.color, 60), 230)
            } else if squared > RADIUS * RADIUS {
                let is_rim = squared <= (RADIUS + 2) * (RADIUS + 2);
                (SHADOW, if is_rim { 90 } else { 0 })
            } else if squared >= (RADIUS - THICK) * (RADIUS - THICK) {
                (kind.color, 200)
            } else {
                (SHADOW, 60)
            };
            sign.set(x + MARGIN, y + MARGIN, color, amount);
        }
    }
    [Stamp::new(0, 0), sign]
}
