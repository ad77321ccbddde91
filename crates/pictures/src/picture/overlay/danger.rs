//! Draws what the budgets of a level bought: rooms by the cost of their encounters, the members of
//! each group, and loot.
//!
//! Consumes the encounters, the loot and the allowances of a level. Draws nothing over a level
//! without budgets.

use super::{
    super::{
        PictureInputs,
        canvas::mix,
        labels::{Label, PictureLabels},
        pen::{LinePen, LineStyle, Point},
    },
    Overlay,
    cells::{FloorTints, heat},
    rooms::middle,
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Encounter, Level, Tile},
};

/// The opacity of the heat of rooms, in 256ths.
const HEAT: u8 = 150;
/// The colour of loot.
const LOOT: Color = Color::new(0xff, 0xd2, 0x3e);
/// The colour of outlines, against every floor.
const DARK: Color = Color::new(0x1c, 0x12, 0x16);

/// The cost of each room's encounters, by room, and the largest of them.
pub(in super::super) fn costs(level: &Level) -> (Vec<u32>, u32) {
    let costs: Vec<u32> = level.spent().iter().map(|spent| spent.encounters).collect();
    let most = costs.iter().copied().max().unwrap_or(0);
    (costs, most)
}

/// Tints the floor of each room by the cost of its encounters, relative to the dearest room.
pub(super) fn add(subject: &PictureInputs<'_>, ground: &mut FloorTints) {
    let level = subject.level;
    if level.budgets().is_none() {
        return;
    }
    let (costs, most) = costs(level);
    ground.add(subject, |cell| {
        let room = level.room_at(cell).filter(|_| level.tile(cell) == Tile::Floor)?;
        Some((heat(*costs.get(room.id as usize)?, most), HEAT))
    });
}

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let level = subject.level;
    for encounter in level.encounters() {
        draw_group(encounter, pen);
    }
    for thing in level.loot() {
        draw_loot(thing.cell, pen);
    }
    for encounter in level.encounters().iter().filter(|encounter| pen.viewport.shows(centre_of(encounter))) {
        let name = encounter.group.as_deref().unwrap_or("vault");
        let color = mix(Overlay::Danger.color(), Color::new(255, 255, 255), 110);
        labels.push(Label::new(pen.viewport.at(centre_of(encounter)), format!("{} {name}", encounter.cost), color));
    }
    for thing in level.loot().iter().filter(|thing| pen.viewport.shows(centre(thing.cell))) {
        let at = pen.viewport.at(centre(thing.cell));
        labels.push(Label { gap: pen.width(6.0, 4.0), ..Label::new(at, thing.value.to_string(), LOOT) });
    }
    label_rooms(level, pen, labels);
}

/// Joins the members of a group with the middle of them all, and marks each.
fn draw_group(encounter: &Encounter, pen: &mut LinePen<'_>) {
    let color = Overlay::Danger.color();
    let (width, radius) = (pen.width(1.0, 1.0), pen.width(4.0, 3.0));
    let middle = centre_of(encounter);
    for &cell in &encounter.cells {
        pen.draw(&[centre(cell), middle], LineStyle::new(color, width).faint(170));
    }
    for &cell in &encounter.cells {
        if !pen.viewport.shows(centre(cell)) {
            continue;
        }
        let at = pen.viewport.at(centre(cell));
        pen.disc(at, radius + 1.0, DARK);
        pen.disc(at, radius, color);
    }
}

/// Draws a diamond where a thing lies.
fn draw_loot(cell: Cell, pen: &mut LinePen<'_>) {
    if !pen.viewport.shows(centre(cell)) {
        return;
    }
    let [x, y] = pen.viewport.at(centre(cell));
    let (radius, width) = (pen.width(4.0, 3.0), pen.width(1.5, 1.0));
    let diamond = [[x, y - radius], [x + radius, y], [x, y + radius], [x - radius, y], [x, y - radius]];
    pen.stroke(&diamond, LineStyle::new(LOOT, width));
}

/// Labels each room that gets a part of a budget with what it spends of it. These labels come last,
/// so that they take no place from those of groups.
fn label_rooms(level: &Level, pen: &LinePen<'_>, labels: &mut PictureLabels) {
    for (room, spent) in level.rooms().iter().zip(level.spent()) {
        let at = middle(room.rect);
        let of = [
            (spent.encounters, room.allowance.encounters, Overlay::Danger.color()),
            (spent.loot, room.allowance.loot, LOOT),
        ];
        let lines = of.into_iter().filter(|&(spent, allowed, _)| (spent, allowed) != (0, 0));
        let lines: Vec<_> = lines
            .map(|(spent, allowed, color)| {
                (format!("{spent} of {allowed}"), mix(color, Color::new(255, 255, 255), 110))
            })
            .collect();
        if !lines.is_empty() && pen.viewport.shows(at) {
            labels.push(Label { lines, ..Label::new(pen.viewport.at(at), "", LOOT) });
        }
    }
}

fn centre(cell: Cell) -> Point {
    middle(Rect::from_cell(cell))
}

/// The middle of all members of a group, in cells.
fn centre_of(encounter: &Encounter) -> Point {
    let count = encounter.cells.len().max(1) as f32;
    let sum =
        encounter.cells.iter().map(|&cell| centre(cell)).fold([0.0, 0.0], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
    [sum[0] / count, sum[1] / count]
}
