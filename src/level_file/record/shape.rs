//! Rectangles and cells.

use serde::{Deserialize, Serialize};

use crate::geom::{Cell, Rect};

/// A rectangle, in cells of the level.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Rect", deny_unknown_fields)]
pub(crate) struct RectRecord {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
}

impl From<Rect> for RectRecord {
    fn from(rect: Rect) -> Self {
        Self { x: rect.left().into(), y: rect.top().into(), width: rect.width().into(), height: rect.height().into() }
    }
}

/// A cell: its column and its row.
pub(crate) fn cell_record(cell: Cell) -> [i64; 2] {
    [cell.x.into(), cell.y.into()]
}
