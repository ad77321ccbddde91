//! Draws markers as small signs on the floor: spawn points and the like, which are not objects.
//!
//! Consumes the kind of a marker, and produces its images.

use roomgen::{geom::Direction, model::PropKind, theme::Theme};

use super::{
    canvas::{CELL, SHADOW, TransparentImage, lighter},
    sprites::{MARGIN, draw_sprite},
};

/// The radius of a marker's ring and its thickness, in half pixels.
const RADIUS: i32 = 9;
const THICK: i32 = 3;

/// The opacity of a marker's sprite, of 255.
const SPRITE: u8 = 150;

/// The two images of a marker over a footprint of `size` cells: an empty one in place of a prop's
/// shadow, then the sign.
///
/// The sign is the kind's sprite, translucent, or else a ring with a dot in the kind's colour.
pub(super) fn draw(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> [TransparentImage; 2] {
    let [width, height] = size.map(|cells| cells * CELL);
    let mut sign = TransparentImage::new(width + 2 * MARGIN, height + 2 * MARGIN);
    if let Some(sprite) = theme.sprites.get(kind.name.as_str()) {
        let mut shape = TransparentImage::new(width, height);
        draw_sprite(&mut shape, sprite, turn);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if let Some(color) = shape.solid(x, y) {
                sign.set(x + MARGIN, y + MARGIN, color, SPRITE);
            }
        }
    } else {
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            // Distances are in half pixels from the middle, which lies between four pixels.
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
    [TransparentImage::new(0, 0), sign]
}
