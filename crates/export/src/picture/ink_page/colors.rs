//! The colours of a page: ink, and the papers under it.

use roomgen::color::Color;

/// The page.
pub const PAPER: Color = Color::new(0xf3, 0xec, 0xdb);
/// Floor, and what stands on it.
pub(super) const FLOOR: Color = Color::new(0xff, 0xfd, 0xf8);
/// Lines and letters.
pub(super) const INK: Color = Color::new(0x1e, 0x1b, 0x1a);
/// Strokes of the hatching.
pub(super) const HATCHING: Color = Color::new(0x3a, 0x35, 0x31);
/// The lines of the grid.
pub(super) const GRID: Color = Color::new(0xd3, 0xcc, 0xbe);
/// Lines of things that lie on the floor, and secondary text.
pub(super) const PALE: Color = Color::new(0x8d, 0x85, 0x79);
/// Secondary text.
pub(super) const SOFT: Color = Color::new(0x5c, 0x55, 0x4d);
/// What is solid and tall, such as pillars.
pub(super) const SOLID: Color = Color::new(0x6b, 0x64, 0x5c);
/// The shade of a wall on the floor beside it.
pub(super) const SHADE: Color = Color::new(0xe6, 0xe0, 0xd3);
