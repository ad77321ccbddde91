//! Draws the mission: the walkthrough, numbers of locks beside their doors and at their keys, and
//! arrows in one-way doors.

use super::symbols::{INK, SvgNumber};
use crate::{picture::walkthrough_lines, xml::escaped};
use roomgen::{
    geom::{Cell, Direction, Rect},
    level::{Key, Level, LockMark, Passage},
};

/// The largest scale of signs, which grow with the text in large levels.
const WIDEST: f64 = 2.0;

/// Draws all signs in a group `mission`. Draws nothing in a level without locks and one-way doors.
/// `unit` is the text size in cells.
pub(super) fn draw(level: &Level, unit: f64, svg: &mut String) {
    let is_one_way = level.passages().iter().any(|passage| passage.one_way.is_some());
    if level.locks().is_empty() && !is_one_way {
        return;
    }
    let scale = unit.min(WIDEST);
    *svg += "<g id=\"mission\">\n";
    if !level.locks().is_empty() {
        draw_walkthrough(level, scale, svg);
    }
    for (id, passage) in level.passages().iter().enumerate() {
        draw_arrows(level, id, passage, scale, svg);
    }
    for (id, passage) in level.passages().iter().enumerate() {
        draw_lock(level, id, passage, scale, svg);
    }
    for (id, key) in level.keys().iter().enumerate() {
        draw_key(level, id, key, scale, svg);
    }
    *svg += "</g>\n";
}

fn draw_walkthrough(level: &Level, scale: f64, svg: &mut String) {
    let lines = walkthrough_lines(level);
    // Each line begins in the cell where the one before ends.
    let corners = lines.iter().flatten().map(|corner| corner.map(|at| SvgNumber(f64::from(at))));
    let corners: Vec<String> = corners.map(|[x, y]| format!("{x},{y}")).collect();
    if !corners.is_empty() {
        *svg += &format!(
            "<polyline id=\"walkthrough\" points=\"{}\" {}><title>Walkthrough</title></polyline>\n",
            corners.join(" "),
            walk(scale)
        );
    }
}

/// The SVG stroke attributes of the walkthrough.
pub(super) fn walk(scale: f64) -> String {
    format!(
        "fill=\"none\" stroke=\"#1f5f8b\" stroke-opacity=\"0.65\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
        SvgNumber(0.12 * scale)
    )
}

fn draw_arrows(level: &Level, id: usize, passage: &Passage, scale: f64, svg: &mut String) {
    let Some((from, to)) = passage.one_way.zip(level.one_way_to(passage)) else { return };
    let saves = passage.saves.map(|saves| format!(", saves {saves}")).unwrap_or_default();
    *svg +=
        &format!("<g data-one-way=\"{id}\"><title>Passage {id}: one way from room {from} to room {to}{saves}</title>");
    for (door, direction) in level.one_way_doors(passage) {
        *svg += &arrow(middle(door), direction, scale);
    }
    *svg += "</g>\n";
}

fn draw_lock(level: &Level, id: usize, passage: &Passage, scale: f64, svg: &mut String) {
    let (Some(mark), Some(name)) = (level.lock_mark(passage), level.lock(passage)) else { return };
    let name = escaped(name);
    *svg += &format!("<g data-lock=\"{name}\" data-locks=\"{id}\"><title>Lock {}: {name}</title>", mark.number);
    for &door in passage.doors() {
        // Beside the door, on its wall.
        let [x, y] = middle(door);
        let beside = if level.leads_north(door) {
            [f64::from(door.right()) + scale / 2.0, y]
        } else {
            [x, f64::from(door.top()) - scale / 2.0]
        };
        *svg += &badge(beside, mark, scale);
    }
    *svg += "</g>\n";
}

fn draw_key(level: &Level, id: usize, key: &Key, scale: f64, svg: &mut String) {
    let (mark, name) = (level.key_mark(key), escaped(level.key_name(key)));
    let opens: Vec<String> = level.opens(key).map(|passage| passage.to_string()).collect();
    let Cell { x, y } = key.cell;
    *svg += &format!(
        "<g data-key=\"{id}\" data-name=\"{name}\" data-use=\"{}\" data-room=\"{}\" data-x=\"{x}\" data-y=\"{y}\" \
         data-opens=\"{}\"><title>{name}: {} of lock {}</title>",
        key.key_use,
        key.room,
        opens.join(" "),
        key.key_use.term(),
        mark.number,
    );
    let [x, y] = middle(Rect::from_cell(key.cell));
    for (color, width) in [(INK.to_owned(), 0.24), (mark.color.to_string(), 0.12)] {
        *svg += &format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"/>",
            SvgNumber(x),
            SvgNumber(y),
            SvgNumber(0.6 * scale),
            SvgNumber(width * scale),
        );
    }
    *svg += &badge([x + 0.6 * scale, y - 0.6 * scale], mark, scale);
    *svg += "</g>\n";
}

fn middle(cells: Rect) -> [f64; 2] {
    [f64::from(cells.left() + cells.right()) / 2.0, f64::from(cells.top() + cells.bottom()) / 2.0]
}

/// The number of a lock on a disc in its colour, around a point.
pub(super) fn badge([x, y]: [f64; 2], mark: LockMark, scale: f64) -> String {
    // Two digits are smaller, so that they fit.
    let size = if mark.number > 9 { 0.52 } else { 0.68 };
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"{}\"/>\
         <text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\" \
         font-family=\"Verdana, 'DejaVu Sans', sans-serif\">{}</text>",
        SvgNumber(x),
        SvgNumber(y),
        SvgNumber(0.44 * scale),
        mark.color,
        SvgNumber(0.08 * scale),
        SvgNumber(x),
        SvgNumber(y + size * 0.36 * scale),
        SvgNumber(size * scale),
        mark.text_color(),
        mark.number,
    )
}

/// An arrow around a point, in the direction in which one walks through a one-way door.
pub(super) fn arrow([x, y]: [f64; 2], direction: Direction, scale: f64) -> String {
    let turn = u32::from(direction.quarter_turns()) * 90;
    let strokes = [("#fff", 0.3), (INK, 0.14)].map(|(color, width)| {
        format!("<path d=\"M0 0.6V-0.5M-0.28 -0.2L0 -0.55L0.28 -0.2\" stroke=\"{color}\" stroke-width=\"{width}\"/>")
    });
    format!(
        "<g transform=\"translate({} {}) rotate({turn}) scale({})\" fill=\"none\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">{}</g>",
        SvgNumber(x),
        SvgNumber(y),
        SvgNumber(scale),
        strokes.concat()
    )
}
