//! Pieces of props, as large as their footprints; what pictures show of them beyond, an outline and a shadow, is cut off.

use roomgen::{
    geom::{Direction, Rect},
    level::Level,
    model::PropKind,
    theme::Theme,
};

use super::{
    super::props::{MARGIN, order, stamps_of},
    Piece,
};

/// A kind of prop, turned, over a footprint of `size` cells.
pub fn prop(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> Piece {
    let stamps = stamps_of(kind, size, turn, theme);
    Piece::cut(Rect::of(0, 0, size[0], size[1]), |canvas, _| {
        stamps.iter().for_each(|stamp| canvas.stamp(stamp, -MARGIN, -MARGIN));
    })
}

/// The numbers of the level's props in the order in which pictures draw them.
pub fn back_to_front(level: &Level) -> Vec<usize> {
    let mut numbered: Vec<_> = level.props().map(|prop| order(&prop, false)).enumerate().collect();
    numbered.sort_by_key(|&(_, order)| order);
    numbered.into_iter().map(|(number, _)| number).collect()
}
