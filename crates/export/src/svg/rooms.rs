//! Draws floors, walls, and the rooms' numbers.

use super::{
    outline::outline,
    symbols::{INK, SvgNumber},
};
use crate::xml::escaped;
use roomgen::{
    geom::{Cell, Rect},
    grid::BitGrid,
    level::{Allowance, Audience, Level, Room, RoomKind, Tile},
};

/// The legend's text for a kind of room.
pub(super) const fn legend_name(kind: RoomKind) -> &'static str {
    match kind {
        RoomKind::Start => "start room",
        RoomKind::Path => "room on the path",
        RoomKind::Bonus => "bonus room",
        RoomKind::End => "end room",
        RoomKind::Detour => "detour",
    }
}

/// The fill colour of corridors, and of the floor below doors.
pub(super) const BARE_FLOOR: &str = "#ebe5d8";

/// Draws the floors of rooms and corridors, with a grid of one metre. Players see no data of rooms.
pub(super) fn floors(level: &Level, audience: Audience, svg: &mut String) {
    *svg += "<defs><pattern id=\"metres\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">\
             <path d=\"M0 0.5V0H0.5M0.5 0H1M0 0.5V1\" fill=\"none\" stroke=\"#3b3740\" stroke-opacity=\"0.16\" \
             stroke-width=\"0.08\"/></pattern></defs>\n";
    *svg += "<g id=\"rooms\">\n";
    let spent = level.spent();
    for (room, spent) in level.rooms().iter().zip(spent) {
        let data = outline(room.rect, |cell| level.tile(cell) == Tile::Floor);
        let rect = room.rect;
        if audience == Audience::Player {
            if !data.is_empty() {
                let fill = room.kind.plan_color();
                *svg += &format!("<path d=\"{data}\" fill=\"{fill}\"/><path d=\"{data}\" fill=\"url(#metres)\"/>\n");
            }
            continue;
        }
        *svg += &format!(
            "<g data-room=\"{}\" data-kind=\"{}\" data-x=\"{}\" data-y=\"{}\" data-width=\"{}\" data-height=\"{}\"{}>\
             <title>{}</title><path d=\"{data}\" fill=\"{}\"/><path d=\"{data}\" fill=\"url(#metres)\"/></g>\n",
            room.id,
            room.kind,
            rect.left(),
            rect.top(),
            rect.width(),
            rect.height(),
            spent_data(room, spent),
            escaped(&title(level, room, spent)),
            room.kind.plan_color(),
        );
    }
    *svg += "</g>\n";
    let corridors = outline(level.tiles().bounds(), |cell| level.tile(cell) == Tile::Corridor);
    if !corridors.is_empty() {
        *svg += &format!(
            "<g id=\"corridors\"><title>Corridors</title><path d=\"{corridors}\" fill=\"{BARE_FLOOR}\"/>\
             <path d=\"{corridors}\" fill=\"url(#metres)\"/></g>\n"
        );
    }
}

/// The attributes of a room that gets or spends a part of the level's budgets.
fn spent_data(room: &Room, spent: Allowance) -> String {
    let of = |name: &str, spent: u32, allowed: u32| {
        let says = || format!(" data-{name}=\"{spent}\" data-{name}-allowance=\"{allowed}\"");
        if (spent, allowed) == (0, 0) { String::new() } else { says() }
    };
    of("cost", spent.encounters, room.allowance.encounters) + &of("value", spent.loot, room.allowance.loot)
}

fn title(level: &Level, room: &Room, spent: Allowance) -> String {
    let mut title =
        format!("Room {}: {}, {}x{}", room.id, legend_name(room.kind), room.rect.width(), room.rect.height());
    if let Some(cycle) = room.cycle {
        title += &format!(", cycle {cycle}");
    }
    for name in level.layout(room).into_iter().chain(level.vault(room)).chain(level.tags(room)) {
        title += ", ";
        title += name;
    }
    let sums = [("cost", spent.encounters, room.allowance.encounters), ("value", spent.loot, room.allowance.loot)];
    for (what, spent, allowed) in sums.into_iter().filter(|&(_, spent, allowed)| (spent, allowed) != (0, 0)) {
        title += &format!(", {what} {spent} of {allowed}");
    }
    title
}

/// Whether a cell has terrain that blocks in the place of rock, wall or floor.
pub(super) fn is_sunken(level: &Level, cell: Cell) -> bool {
    level.terrain(cell).is_some_and(|kind| kind.blocks)
}

/// Draws the walls as one shape.
pub(super) fn walls(level: &Level, svg: &mut String) {
    let data = outline(level.tiles().bounds(), |cell| level.tile(cell) == Tile::Wall && !is_sunken(level, cell));
    *svg += &format!(
        "<g id=\"walls\"><title>Walls</title><path d=\"{data}\" fill=\"#6d6672\" stroke=\"{INK}\" stroke-width=\"0.12\" \
         stroke-linejoin=\"round\"/></g>\n"
    );
}

/// Draws the number of each room, in its first free floor cell if it has one. `unit` is the text
/// size in cells.
pub(super) fn labels(level: &Level, unit: f64, svg: &mut String) {
    let mut covered = BitGrid::new(level.width(), level.height());
    let ends = [level.entry(), level.exit()].map(Rect::from_cell);
    for cells in level.props().map(|prop| prop.cells).chain(ends) {
        cells.cells().for_each(|cell| covered.set(cell, true));
    }
    *svg += &format!(
        "<g id=\"labels\" font-family=\"Verdana, 'DejaVu Sans', sans-serif\" font-size=\"{}\" font-weight=\"bold\" \
         text-anchor=\"middle\" fill=\"{INK}\" stroke=\"#fff\" stroke-width=\"0.2\" stroke-linejoin=\"round\" \
         stroke-opacity=\"0.8\" paint-order=\"stroke\" aria-hidden=\"true\">\n",
        SvgNumber(0.72 * unit.min(2.0))
    );
    for room in level.rooms() {
        // Two digits need two cells.
        let is_wide = room.id > 9;
        let is_free = |cell: Cell| level.tile(cell) == Tile::Floor && !covered.get(cell);
        let fits = |cell: &Cell| is_free(*cell) && (!is_wide || is_free(Cell::new(cell.x + 1, cell.y)));
        let found = room.rect.cells().find(fits);
        let cell = found.unwrap_or(room.rect.top_left());
        let middle = if found.is_some() && is_wide { 1.0 } else { 0.5 };
        let (x, y) = (SvgNumber(f64::from(cell.x) + middle), SvgNumber(f64::from(cell.y) + 0.77));
        *svg += &format!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", room.id);
    }
    *svg += "</g>\n";
}
