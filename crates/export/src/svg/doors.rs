//! Draws doors with a symbol of their kind.

use super::{
    rooms::BARE_FLOOR,
    symbols::{INK, SvgNumber},
};
use crate::xml::escaped;
use roomgen::{
    geom::Rect,
    level::{Audience, DoorKind, Level},
};

const WOOD: &str = "#9a6430";
/// The colour of bars without a lock.
pub(super) const IRON: &str = "#3b3740";

/// The legend's text for a kind of door.
pub(super) const fn called(kind: DoorKind) -> &'static str {
    match kind {
        DoorKind::Open => "open door",
        DoorKind::Closed => "closed door",
        DoorKind::Secret => "secret door",
        DoorKind::Barred => "barred door",
    }
}

/// Draws all doors, one group for each passage. Players do not see where it leads.
pub(super) fn draw(level: &Level, audience: Audience, svg: &mut String) {
    *svg += "<g id=\"doors\">\n";
    for (id, passage) in level.passages().iter().enumerate() {
        let [one, other] = passage.rooms;
        let called = if level.is_bare(passage) { "opening" } else { called(passage.kind) };
        let lock = level.lock(passage).map(|lock| format!(" with lock {}", escaped(lock))).unwrap_or_default();
        *svg += &match audience {
            Audience::Master => format!(
                "<g data-passage=\"{id}\" data-rooms=\"{one} {other}\" data-kind=\"{}\"><title>Passage {id}: {called}{lock}, room \
                 {one} to room {other}</title>",
                passage.kind,
            ),
            Audience::Player => format!("<g data-kind=\"{}\"><title>{called}</title>", passage.kind),
        };
        let bars = level.lock_mark(passage).map_or_else(|| IRON.to_owned(), |mark| mark.color.to_string());
        for &door in passage.doors() {
            *svg += &if level.is_bare(passage) {
                // The floor of the first room goes on to that of the other one.
                let fill = level.room(one).map_or(BARE_FLOOR.to_owned(), |room| room.kind.plan_color().to_string());
                floor(door, &fill) + &grid(door)
            } else {
                leaf(door, !level.leads_north(door), passage.kind, &bars)
            };
        }
        *svg += "</g>\n";
    }
    *svg += "</g>\n";
}

/// The SVG element of the floor of a door.
fn floor(door: Rect, fill: &str) -> String {
    let [x, y, width, height] = [door.left(), door.top(), door.width(), door.height()];
    format!(
        "<rect data-door=\"{x} {y} {width} {height}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
         fill=\"{fill}\"/>"
    )
}

/// The SVG element of the grid of metres on the floor of an opening.
fn grid(door: Rect) -> String {
    let [x, y, width, height] = [door.left(), door.top(), door.width(), door.height()];
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"url(#metres)\"/>")
}

/// The SVG elements of one door: its floor and its symbol. `is_across` is true for a door in a wall
/// that runs from north to south. `bars` is the colour of bars.
pub(super) fn leaf(door: Rect, is_across: bool, kind: DoorKind, bars: &str) -> String {
    let (x, y) = (f64::from(door.left()), f64::from(door.top()));
    let (width, height) = (f64::from(door.width()), f64::from(door.height()));
    let length = if is_across { height } else { width };
    // `along` is measured from one end of the opening, `across` from one face of the wall, both in
    // cells.
    let rect = |along: f64, across: f64, long: f64, thick: f64, look: &str| {
        let (x, y, width, height) =
            if is_across { (x + across, y + along, thick, long) } else { (x + along, y + across, long, thick) };
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {look}/>",
            SvgNumber(x),
            SvgNumber(y),
            SvgNumber(width),
            SvgNumber(height)
        )
    };
    let floor = floor(door, if kind == DoorKind::Secret { "#a8a0ac" } else { BARE_FLOOR });
    let jambs = |look: &str| rect(0.0, 0.2, 0.14, 0.6, look) + &rect(length - 0.14, 0.2, 0.14, 0.6, look);
    let ink = format!("fill=\"{INK}\"");
    let wood = format!("fill=\"{WOOD}\" stroke=\"{INK}\" stroke-width=\"0.08\"");
    let stands = match kind {
        DoorKind::Open => jambs(&ink),
        DoorKind::Closed => rect(0.1, 0.34, length - 0.2, 0.32, &wood) + &jambs(&ink),
        DoorKind::Secret => {
            let dashes = format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"0.1\" stroke-dasharray=\"0.2 0.15\"");
            let (middle_x, middle_y) = (x + width / 2.0, y + height / 2.0);
            rect(0.05, 0.05, length - 0.1, 0.9, &dashes)
                + &format!(
                    "<path transform=\"translate({} {})\" d=\"M0.18 -0.2C0.1 -0.34 -0.2 -0.32 -0.18 -0.12C-0.16 0.06 0.18 -0.02 \
                     0.18 0.15C0.18 0.34 -0.12 0.34 -0.2 0.2\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"0.11\"/>",
                    SvgNumber(middle_x),
                    SvgNumber(middle_y)
                )
        }
        DoorKind::Barred => {
            let (iron, edged) =
                (format!("fill=\"{IRON}\""), format!("fill=\"{bars}\" stroke=\"{INK}\" stroke-width=\"0.04\""));
            let count = (length * 3.0).round() as i32;
            let each = |bar| rect((f64::from(bar) + 0.5) * length / f64::from(count) - 0.08, 0.34, 0.16, 0.32, &edged);
            rect(0.0, 0.46, length, 0.08, &iron) + &(0..count).map(each).collect::<String>() + &jambs(&ink)
        }
    };
    floor + &stands
}
