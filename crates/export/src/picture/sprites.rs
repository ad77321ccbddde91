//! Draws sprites into images of props and markers.

use roomgen::{geom::Direction, theme::Sprite};

use super::canvas::TransparentImage;

/// Pixels on each side of a prop's footprint that outline and shadow may cover.
pub(super) const MARGIN: i32 = 10;

/// Draws a sprite in the middle of the footprint, at the largest whole multiple that fits.
///
/// A sprite larger than its footprint shrinks to it, each side by itself. A sprite turns with its
/// prop.
pub(super) fn draw_sprite(prop: &mut TransparentImage, sprite: &Sprite, turn: Direction) {
    let (own_width, own_height) = (sprite.width() as i32, sprite.height() as i32);
    let (width, height) = if turn.is_east_west() { (own_height, own_width) } else { (own_width, own_height) };
    let times = (prop.width() / width).min(prop.height() / height);
    let [shown_width, shown_height] = match times {
        0 => [width.min(prop.width()), height.min(prop.height())],
        _ => [width * times, height * times],
    };
    let (left, top) = ((prop.width() - shown_width) / 2, (prop.height() - shown_height) / 2);
    for y in 0..shown_height {
        for x in 0..shown_width {
            let (size, at) = match turn {
                Direction::North => ([shown_width, shown_height], [x, y]),
                Direction::East => ([shown_height, shown_width], [y, shown_width - 1 - x]),
                Direction::South => ([shown_width, shown_height], [shown_width - 1 - x, shown_height - 1 - y]),
                Direction::West => ([shown_height, shown_width], [shown_height - 1 - y, x]),
            };
            if let Some(color) = sprite.scaled_pixel(size.map(|side| side as u32), at.map(|at| at as u32)) {
                prop.set(left + x, top + y, color, u8::MAX);
            }
        }
    }
}
