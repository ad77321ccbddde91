//! Tile images of props, cropped to their footprints without the outline and shadow beyond.
//!
//! Consumes kinds of props and a theme; also says in which order a level's props are drawn.

use roomgen::{
    geom::{Direction, Rect},
    level::Level,
    model::PropKind,
    theme::Theme,
};

use super::{
    super::{
        props::{order, stamps_of},
        sprites::MARGIN,
    },
    TileImage,
};

/// The image of a kind of prop, turned, over a footprint of `size` cells.
pub(crate) fn prop(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> TileImage {
    let stamps = stamps_of(kind, size, turn, theme);
    TileImage::cut(Rect::of(0, 0, size[0], size[1]), |canvas, _| {
        stamps.iter().for_each(|stamp| canvas.stamp(stamp, -MARGIN, -MARGIN));
    })
}

/// The positions in [`Level::props`] of all props, in the drawing order of pictures.
pub(crate) fn back_to_front(level: &Level) -> Vec<usize> {
    let mut numbered: Vec<_> = level.props().map(|prop| order(&prop, false)).enumerate().collect();
    numbered.sort_by_key(|&(_, order)| order);
    numbered.into_iter().map(|(number, _)| number).collect()
}
