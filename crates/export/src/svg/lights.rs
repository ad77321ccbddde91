//! Darkens the floors, and draws the pools of light of props on them.
//!
//! Consumes a level and an ambient brightness. The group multiplies the floors below it, as
//! pictures do: where no light falls by the ambient light, at a lamp by the sum of both. A pool
//! covers the cells that see its lamp, so that no light crosses a wall, and all of it is clipped to
//! the outline of the floor. Readers that cannot multiply paint the same shapes over the floors.

use super::pen::{PlanPen, SvgNumber};
use crate::picture::{ambient_color, ink_page::PARTS, lit_cells};
use roomgen::{
    color::Color,
    geom::{Cell, Rect, rings},
    grid::BitGrid,
    level::{Level, Prop},
    model::{Hundredths, Light},
};

/// A shape for each prop whose light burns, each with a gradient; nothing without any.
///
/// Cost: linear in the cells, and in those that lights reach.
pub(super) fn drawn(level: &Level, pen: PlanPen, ambient: Hundredths) -> String {
    let burning = || level.props().enumerate().filter_map(|(id, prop)| Some((id, prop.light()?, prop)));
    if burning().next().is_none() {
        return String::new();
    }
    let dark = ambient_color(on_paper(ambient));
    let floors = pen.around(&rings(level.tiles().bounds(), |cell| level.tile(cell).is_open()));
    let (color, opacity) = shade(dark);
    let mut svg = "<clipPath id=\"inside\"><use href=\"#area\"/></clipPath>\n\
        <g id=\"lights\" clip-path=\"url(#inside)\" style=\"mix-blend-mode: multiply\" pointer-events=\"none\">\n"
        .to_owned();
    svg += &format!("<path id=\"dark\" d=\"{floors}\" fill=\"{color}\" fill-opacity=\"{opacity}\"/>\n");
    let mut lit = BitGrid::new(level.width(), level.height());
    for (id, light, prop) in burning() {
        let Some((pool, bounds)) = pool(level, &prop, &mut lit) else { continue };
        let pool = pen.around(&pool);
        svg += &gradient(id, light, pen.at(prop.center()), dark);
        svg += &format!("<path data-light=\"{id}\" d=\"{pool}\" fill=\"url(#light-{id})\"/>\n");
        bounds.cells().for_each(|cell| lit.set(cell, false));
    }
    svg + "</g>\n"
}

/// The outline of the floor that a prop's light falls on, and a rectangle around it; `None` if it
/// falls on none. `lit` is empty, and holds the cells afterwards.
fn pool(level: &Level, prop: &Prop<'_>, lit: &mut BitGrid) -> Option<(Vec<Vec<[i32; 2]>>, Rect)> {
    let cells: Vec<Cell> = lit_cells(level, prop).into_iter().filter(|&cell| level.tile(cell).is_open()).collect();
    let (first, last) = (cells.first()?, cells.last()?);
    let left = cells.iter().map(|cell| cell.x).min()?;
    let right = cells.iter().map(|cell| cell.x).max()?;
    let bounds = Rect::from_ltrb(left, first.y, right + 1, last.y + 1)?;
    cells.iter().for_each(|&cell| lit.set(cell, true));
    Some((rings(bounds, |cell| lit.get(cell)), bounds))
}

/// The gradient of a prop's light: full at the prop, `fade` a metre before its radius, where it
/// begins to end.
fn gradient(id: usize, light: Light, [x, y]: [i32; 2], dark: Color) -> String {
    let Light { color, radius, fade, strength, .. } = light;
    let radius = f64::from(radius.get());
    let sum =
        |dark: u8, color: u8| (u32::from(dark) + u32::from(color) * u32::from(strength.count()) / 100).min(255) as u8;
    let color = Color::new(sum(dark.r, color.r), sum(dark.g, color.g), sum(dark.b, color.b));
    let fade = f64::from(fade.get());
    let rim = (radius - 1.0).max(radius / 2.0) / radius;
    let near_rim = SvgNumber(1.0 - (1.0 - fade) * rim);
    format!(
        "<radialGradient id=\"light-{id}\" gradientUnits=\"userSpaceOnUse\" cx=\"{x}\" cy=\"{y}\" r=\"{}\">\
         <stop stop-color=\"{color}\"/><stop offset=\"{}\" stop-color=\"{color}\" stop-opacity=\"{near_rim}\"/>\
         <stop offset=\"1\" stop-color=\"{color}\" stop-opacity=\"0\"/></radialGradient>\n",
        SvgNumber(radius * f64::from(PARTS)),
        SvgNumber(rim),
    )
}

/// The ambient light of a plan, in which the kinds of dark rooms can still be told apart.
fn on_paper(ambient: Hundredths) -> Hundredths {
    let bright = f32::from(40 + ambient.count().min(100) * 6 / 10) / 100.0;
    Hundredths::exact(bright).unwrap_or(ambient)
}

/// The colour and the opacity of a shade that lets `dark` of white through.
fn shade(dark: Color) -> (Color, SvgNumber) {
    let least = dark.r.min(dark.g).min(dark.b);
    let covered = u32::from(u8::MAX - least);
    let part = |part: u8| (u32::from(part - least) * 255 / covered.max(1)) as u8;
    let color = Color::new(part(dark.r), part(dark.g), part(dark.b));
    (color, SvgNumber(f64::from(covered) / 255.0))
}
