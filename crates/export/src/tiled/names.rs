//! What both encodings of Tiled's format name alike: version, classes, types of properties, files.

use crate::map::{PropertyValue, Tileset};
use roomgen::color::Color;

/// The version of Tiled's format.
pub(super) const VERSION: &str = "1.10";
/// The release of Tiled that writes this version of the format. Some readers require it.
pub(super) const TILED_VERSION: &str = "1.10.2";

/// The class of maps.
pub(super) const MAP_CLASS: &str = "level";
/// The class of tilesets.
pub(super) const TILESET_CLASS: &str = "roomgen";

/// The name of a value's type.
pub(super) const fn type_name(value: &PropertyValue) -> &'static str {
    match value {
        PropertyValue::Text(_) | PropertyValue::List(_) => "string",
        PropertyValue::Whole(_) => "int",
        PropertyValue::Number(_) => "float",
        PropertyValue::Flag(_) => "bool",
        PropertyValue::Object(_) => "object",
        PropertyValue::Color(_) => "color",
    }
}

/// The text of a colour property, `#aarrggbb`.
pub(super) fn color_text(color: Color) -> String {
    let Color { r, g, b } = color;
    format!("#ff{r:02x}{g:02x}{b:02x}")
}

/// The file name of a tileset of the sheet called `sheet`.
pub(super) fn tileset_file(tileset: &Tileset, sheet: &str) -> String {
    match tileset.size {
        [1, 1] => format!("{sheet}.tsx"),
        [columns, rows] => format!("{sheet}-{columns}x{rows}.tsx"),
    }
}
