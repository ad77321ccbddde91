//! Terrain in floor plans: one shape for each kind, with its name.

use super::{outline::outline, rooms::is_sunken};
use crate::xml::escaped;
use roomgen::{
    color::Color,
    level::{Level, Tile},
};

/// Draws the terrain, over the floors. Draws nothing for a level without any.
pub(super) fn draw(level: &Level, svg: &mut String) {
    if level.terrain_cells().is_none() {
        return;
    }
    *svg += "<g id=\"terrain\">\n";
    for kind in level.terrain_kinds() {
        let data = outline(level.tiles().bounds(), |cell| {
            let is_shown = is_sunken(level, cell) || matches!(level.tile(cell), Tile::Corridor | Tile::Floor);
            is_shown && level.terrain(cell) == Some(kind)
        });
        let (name, Color { r, g, b }) = (escaped(&kind.name), kind.color);
        *svg += &format!(
            "<path d=\"{data}\" fill=\"#{r:02x}{g:02x}{b:02x}\" data-terrain=\"{name}\"><title>{name}</title></path>\n"
        );
    }
    *svg += "</g>\n";
}
