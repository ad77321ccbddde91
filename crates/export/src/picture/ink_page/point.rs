//! Points of a page, and their unit.

/// The number of parts of a cell's side: the unit of all lengths on a page.
pub const PARTS: i32 = 256;

/// A point in parts of a cell from the page's top left corner: right and down.
pub type InkPoint = [i32; 2];
