//! Draws the quadtree over a level's props: dimmed empty space, node edges, and prop frames.
//!
//! Consumes a level's [`PropIndex`] and a finished picture from above, and draws over the picture.

use super::super::{
    Picture, Viewport as View,
    canvas::{SHADOW, WHOLE, mix},
    rows::RowIndex,
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::Level,
    spatial::PropIndex,
};

/// The style of the outlines of one kind of quadtree node, or of props.
#[derive(Clone, Copy)]
struct NodeStyle {
    color: Color,
    /// Opacity of the outline, from 0 to [`WHOLE`].
    amount: u32,
    /// Width of the outline in sixteenths of a cell; at least one pixel.
    width: u32,
}

/// Styles by rising precedence: squares of 2 by 2 cells, squares of 4 by 4 cells, nodes of 8 by 8
/// cells, larger nodes, props.
const STYLES: [NodeStyle; 5] = [
    NodeStyle { color: Color::new(0xc4, 0x98, 0xff), amount: 160, width: 1 },
    NodeStyle { color: Color::new(0x5c, 0xb4, 0xff), amount: 190, width: 1 },
    NodeStyle { color: Color::new(0x54, 0xf0, 0xe4), amount: 220, width: 2 },
    NodeStyle { color: Color::new(0xf4, 0xff, 0xfb), amount: 240, width: 3 },
    NodeStyle { color: Color::new(0xff, 0xc4, 0x4a), amount: 230, width: 1 },
];
/// Positions in [`STYLES`] of nodes of 8 by 8 cells, of larger nodes and of props.
const TILES: usize = 2;
const ABOVE: usize = 3;
const PROPS: usize = 4;

/// Opacity of the shadow over a cell, by the smallest node that it is in.
///
/// In order: no node of 8 by 8 cells, such a node, a square of 4 by 4 cells, a square of 2 by 2
/// cells, a prop.
const SHADES: [u32; 5] = [150, 104, 72, 40, 0];

/// The minimum side in pixels of an outlined node. Lines of smaller nodes would cover the picture.
const MIN_NODE_PIXELS: i32 = 9;
/// The minimum side in pixels of an outlined prop. Smaller props are tinted in the outline's
/// colour.
const MIN_PROP_PIXELS: i32 = 7;

/// A rectangle of cells to outline, and the position of its style in [`STYLES`].
struct NodeOutline {
    cells: Rect,
    style: usize,
}

pub(super) fn draw(level: &Level, view: &View, picture: &mut Picture) {
    let (scale, window) = (view.scale() as u32, view.window());
    let index = level.index();
    // Outlines extend half their width beyond their cells, so cells beside the window count too.
    let near = window.grown(1).unwrap_or(window);
    let squares = squares(&index, near);
    let depths = depths(level, &index, &squares, window);
    let is_seen = |frame: &NodeOutline| {
        let side = frame.cells.width().max(frame.cells.height()) * scale as i32;
        let least = if frame.style == PROPS { MIN_PROP_PIXELS } else { MIN_NODE_PIXELS };
        side >= least && frame.cells.overlaps(near)
    };
    let nodes =
        index.nodes().map(|node| NodeOutline { cells: node.cells, style: if node.level == 0 { TILES } else { ABOVE } });
    let props = level.props().map(|prop| NodeOutline { cells: prop.cells, style: PROPS });
    let frames: Vec<NodeOutline> = squares.into_iter().chain(nodes).chain(props).filter(is_seen).collect();
    let rows = RowIndex::new(level, frames.iter().map(|frame| frame.cells.grown(1)));

    let mut marks = NodeLines::new(level, view);
    let (columns, side) = (window.width() as usize, scale as usize);
    let bands = picture.bytes.chunks_exact_mut(marks.styles.len() * 3);
    for ((y, band), depths) in (window.top()..).zip(bands).zip(depths.chunks_exact(columns)) {
        marks.turn_to(y);
        rows.row(y).for_each(|number| marks.frame(&frames[number]));
        let pixels = band.as_chunks_mut::<3>().0.iter_mut().zip(&marks.styles).enumerate();
        for (position, (pixel, &style)) in pixels {
            let depth = depths[position % (columns * side) / side];
            let [r, g, b] = *pixel;
            let mut color = mix(Color::new(r, g, b), SHADOW, SHADES[usize::from(depth)]);
            if usize::from(depth) == PROPS && (scale as i32) < MIN_PROP_PIXELS {
                color = mix(color, STYLES[PROPS].color, WHOLE / 2);
            }
            if let Some(style) = usize::from(style).checked_sub(1).and_then(|number| STYLES.get(number)) {
                color = mix(color, style.color, style.amount);
            }
            *pixel = [color.r, color.g, color.b];
        }
    }
}

/// The squares of 2 by 2 and of 4 by 4 cells that hold the top left cell of a prop and overlap
/// `near`.
///
/// They are the quadtree's levels within a node of 8 by 8 cells, which the index stores as the bits
/// of one 64-bit word.
fn squares(index: &PropIndex, near: Rect) -> Vec<NodeOutline> {
    let mut squares = Vec::new();
    // A square extends at most three cells from the top left cell of its prop, to any side.
    let Some(about) = near.grown(3) else { return Vec::new() };
    let beginnings = index.iter().filter_map(|id| index.get(id)).map(|footprint| footprint.cells);
    for cells in beginnings.filter(|cells| about.contains(cells.top_left())) {
        for (style, side) in [2, 4].into_iter().enumerate() {
            squares.push((style, cells.top() / side, cells.left() / side, side));
        }
    }
    squares.sort_unstable();
    squares.dedup();
    let world = Rect::from(index.size());
    let frame = |(style, y, x, side): (usize, i32, i32, i32)| {
        let cells = Rect::from_xywh(x * side, y * side, side, side)?.intersection(world)?;
        Some(NodeOutline { cells, style })
    };
    squares.into_iter().filter_map(frame).filter(|square| square.cells.overlaps(near)).collect()
}

/// The position in [`SHADES`] of each cell of a window, row-major.
fn depths(level: &Level, index: &PropIndex, squares: &[NodeOutline], window: Rect) -> Vec<u8> {
    let columns = window.width() as usize;
    let mut depths = vec![0; window.area() as usize];
    let mut deepen = |cells: Rect, depth: u8| {
        for Cell { x, y } in cells.intersection(window).into_iter().flat_map(Rect::cells) {
            let known = &mut depths[(y - window.top()) as usize * columns + (x - window.left()) as usize];
            *known = depth.max(*known);
        }
    };
    index.nodes().filter(|node| node.level == 0).for_each(|node| deepen(node.cells, 1));
    squares.iter().for_each(|square| deepen(square.cells, 3 - square.style as u8));
    level.props().for_each(|prop| deepen(prop.cells, PROPS as u8));
    depths
}

/// The lines in one row of cells: the style of highest precedence at each pixel.
///
/// So lines that cross or coincide are blended only once.
struct NodeLines {
    /// The position of the style in [`STYLES`] plus one, for each pixel; 0 for none.
    styles: Vec<u8>,
    /// The first column of pixels of the row, counted from the left edge of the whole level.
    left: i32,
    /// The number of columns of pixels of the row.
    width: i32,
    /// The width of the whole level, in pixels.
    level_width: i32,
    /// The side of a cell, in pixels.
    scale: i32,
    /// The first row of pixels, counted from the top edge of the whole level.
    top: i32,
}

impl NodeLines {
    fn new(level: &Level, view: &View) -> Self {
        let (width, scale) = (view.width() as i32, view.scale());
        let styles = vec![0; width as usize * scale as usize];
        Self { styles, left: view.window().left() * scale, width, level_width: level.width() * scale, scale, top: 0 }
    }

    /// Makes `y` the current row of cells, and removes all lines.
    fn turn_to(&mut self, y: i32) {
        self.top = y * self.scale;
        self.styles.fill(0);
    }

    /// Adds the four sides of a frame to the lines of the current row.
    ///
    /// Lines of nodes are centred on the edges of cells, so that neighbours share one line. Lines
    /// of props lie inside.
    fn frame(&mut self, frame: &NodeOutline) {
        let line = (STYLES[frame.style].width as i32 * self.scale / 16).max(1);
        let outside = if frame.style == PROPS { [0, line] } else { [line / 2, line / 2] };
        let [left, top, right, bottom] =
            [frame.cells.left(), frame.cells.top(), frame.cells.right(), frame.cells.bottom()]
                .map(|at| at * self.scale);
        let (left, top) = ((left - outside[0]).max(0), (top - outside[0]).max(0));
        // At the right edge of the level there is no room for half a line outside.
        let right = (right - outside[1]).min(self.level_width - line);
        let bottom = bottom - outside[1];
        for x in [left, right] {
            self.mark([x, top, x + line, bottom + line], frame.style);
        }
        for y in [top, bottom] {
            self.mark([left, y, right + line, y + line], frame.style);
        }
    }

    /// Adds the pixels from left and top up to right and bottom in a style, clipped to the current
    /// row. A style of higher precedence stays.
    fn mark(&mut self, [left, top, right, bottom]: [i32; 4], style: usize) {
        let rows = top.max(self.top)..bottom.min(self.top + self.scale);
        let (left, right) = ((left - self.left).clamp(0, self.width), (right - self.left).clamp(0, self.width));
        for y in rows {
            let start = (y - self.top) * self.width;
            for mark in &mut self.styles[(start + left) as usize..(start + right.max(left)) as usize] {
                *mark = (style as u8 + 1).max(*mark);
            }
        }
    }
}
