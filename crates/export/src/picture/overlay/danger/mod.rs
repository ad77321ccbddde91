//! Draws what the budgets of a level bought: rooms by the cost of their encounters, the members of
//! each group, and loot.
//!
//! Consumes the encounters, the loot and the allowances of a level. Draws nothing over a level
//! without budgets.

#[cfg(test)]
mod tests;
mod words;

use super::{
    super::{
        PictureInputs, Viewport,
        labels::{Label, LabelLines, LabelRoom, PictureLabels},
        pen::{LinePen, LineStyle, Point},
    },
    cells::FloorTints,
    rooms::middle,
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Encounter, Level, Tile},
};
use words::{Share, bosses, is_boss, offers, room_words};

/// The opacity of the heat of rooms, in 256ths.
const HEAT: u8 = 176;
/// The colour of members and of what encounters cost: against every heat.
pub(in super::super) const MEMBER: Color = Color::new(0xff, 0xff, 0xff);
/// The colour of loot and its values: against every heat.
pub(in super::super) const LOOT: Color = Color::new(0x6e, 0xf2, 0xd8);

/// The least scale, in pixels a cell, at which encounters and loot have labels of their own. Below
/// it there is room for the numbers of rooms only.
const DETAILS: i32 = 12;

/// The inferno colour map up to its orange, in twelve steps: from nothing to the hottest.
///
/// It is perceptually uniform, and colour-blind readers can distinguish its steps. Source:
/// Nathaniel Smith and Stéfan van der Walt, matplotlib, CC0.
const INFERNO: [u32; 12] = [
    0x14_0b_34, 0x2f_0a_5b, 0x4a_0c_6b, 0x65_15_6e, 0x80_1f_6c, 0x9a_28_65, 0xb4_32_5a, 0xcc_3f_4b, 0xe1_53_39,
    0xf1_6c_23, 0xfa_89_0b, 0xfb_a9_0a,
];

/// The colour of a room whose encounters cost `part`, where the hottest colour stands for `whole`.
pub(in super::super) fn danger_heat(part: u32, whole: u32) -> Color {
    super::cells::along(&INFERNO, part, whole)
}

/// What the encounters of the dearest room of a level cost; 0 without encounters.
///
/// Pictures of [`Overlay::Danger`](super::Overlay::Danger) compare if they have the same
/// [`hottest`](super::super::PictureOptions::hottest), such as the most of all their levels.
///
/// Cost: that of [`Level::spent`].
#[must_use]
pub fn dearest_room(level: &Level) -> u32 {
    level.spent().iter().map(|spent| spent.encounters).max().unwrap_or(0)
}

/// Tints the floor of each room, and what lies flat on it, by the cost of its encounters.
pub(super) fn add(subject: &PictureInputs<'_>, ground: &mut FloorTints) {
    let level = subject.level;
    if level.budgets().is_none() {
        return;
    }
    let spent = level.spent();
    let hottest = subject.hottest();
    ground.add_over_flat_props(subject, |cell| {
        let room = level.room_at(cell).filter(|_| level.tile(cell) == Tile::Floor)?;
        Some((danger_heat(spent.get(room.id as usize)?.encounters, hottest), HEAT))
    });
}

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let level = subject.level;
    let offers = offers(level);
    for encounter in level.encounters() {
        draw_group(encounter, pen);
    }
    for offer in offers.iter().filter(|offer| offer.cells.len() > 1) {
        join(&offer.cells, LOOT, pen);
    }
    let viewport = pen.viewport;
    for thing in level.loot().iter().filter(|thing| viewport.shows(centre(thing.cell))) {
        loot_icon(pen, viewport.at(centre(thing.cell)), viewport.scale());
    }
    keep_off_icons(level, viewport, labels);
    // The numbers of rooms come first, so that those of groups take no place from them.
    label_rooms(level, viewport, labels);
    if viewport.scale() < DETAILS {
        return;
    }
    label_groups(level, viewport, labels);
    let of_room = |room: u32| offers.iter().filter(|offer| offer.room == room).count();
    // The number of the room is enough for its only thing.
    for offer in offers.iter().filter(|offer| offer.cells.len() > 1 || of_room(offer.room) > 1) {
        let short = (offer.value > 0).then(|| (offer.value.to_string(), LOOT));
        let words = offer.words();
        if !words.is_empty() {
            label(level, offer.room, middle_of(&offer.cells), vec![(words, LOOT)], short, viewport, labels);
        }
    }
}

/// Joins the members of a group, and marks each.
fn draw_group(encounter: &Encounter, pen: &mut LinePen<'_>) {
    join(&encounter.cells, MEMBER, pen);
    let viewport = pen.viewport;
    for &cell in encounter.cells.iter().filter(|cell| viewport.shows(centre(**cell))) {
        member_icon(pen, viewport.at(centre(cell)), viewport.scale());
    }
}

/// Joins cells with the middle of them all.
fn join(cells: &[Cell], color: Color, pen: &mut LinePen<'_>) {
    let width = pen.width(1.0, 1.0);
    let middle = middle_of(cells);
    for &cell in cells {
        pen.draw(&[centre(cell), middle], LineStyle::new(color, width).faint(130));
    }
}

/// Draws the icon of a member: a ring around its figure, or a dot where figures are too small.
pub(in super::super) fn member_icon(pen: &mut LinePen<'_>, at: Point, scale: i32) {
    if scale < DETAILS {
        return pen.disc(at, sixteenths(scale, 4.0).max(1.5), MEMBER);
    }
    let (outer, width) = (sixteenths(scale, 8.5), sixteenths(scale, 1.5));
    pen.ring(at, [outer - width - 1.0, outer + 1.0], DARK, 200);
    pen.ring(at, [outer - width, outer], MEMBER, 256);
}

/// Draws the icon of loot: a diamond around it.
pub(in super::super) fn loot_icon(pen: &mut LinePen<'_>, [x, y]: Point, scale: i32) {
    let radius = sixteenths(scale, if scale < DETAILS { 4.0 } else { 8.5 }).max(1.5);
    let diamond = [[x, y - radius], [x + radius, y], [x, y + radius], [x - radius, y], [x, y - radius]];
    pen.stroke(&diamond, LineStyle::new(LOOT, sixteenths(scale, 1.5).max(1.0)));
}

/// Sixteenths of a cell in pixels.
fn sixteenths(scale: i32, count: f32) -> f32 {
    scale as f32 * count / 16.0
}

/// The colour of outlines, against every floor.
const DARK: Color = Color::new(0x1c, 0x12, 0x16);

/// Keeps labels off markers, loot and keys, and off stairs.
fn keep_off_icons(level: &Level, viewport: Viewport, labels: &mut PictureLabels) {
    let radius = (viewport.scale() as f32 * 0.5).max(2.0);
    let things = level.loot().iter().map(|thing| thing.cell);
    let cells = things.chain(level.keys().iter().map(|key| key.cell)).chain(level.ways());
    let markers = level.markers().flat_map(|marker| marker.cells.cells());
    for at in cells.chain(markers).map(centre).filter(|&at| viewport.shows(at)) {
        labels.keep_off(viewport.at(at), radius);
    }
}

/// Labels each room with what its encounters cost and what its loot is worth, and at small scales
/// with its boss, whose group has no label there.
fn label_rooms(level: &Level, viewport: Viewport, labels: &mut PictureLabels) {
    let is_small = viewport.scale() < DETAILS;
    for (room, [danger, loot]) in level.rooms().iter().zip(room_words(level)) {
        let boss = danger.as_ref().filter(|danger| danger.has_boss && is_small).map(|_| ("boss".to_owned(), MEMBER));
        let words = |share: &Option<Share>, color| share.as_ref().map(|share| (share.words(), color));
        let number = |share: &Option<Share>, color| Some((share.as_ref()?.number()?, color));
        let (cost, value) = (number(&danger, MEMBER), number(&loot, LOOT));
        let of = |lines: [Option<(String, Color)>; 3]| lines.into_iter().flatten().collect::<Vec<_>>();
        let lines = of([words(&danger, MEMBER), boss.clone(), words(&loot, LOOT)]);
        let with_boss = boss.map(|boss| of([cost.clone(), Some(boss), None]));
        let mut shorter = Vec::from_iter(with_boss);
        shorter.push(of([cost.clone(), None, value.clone()]));
        shorter.push(of([cost.or(value), None, None]));
        shorter.retain(|lines| !lines.is_empty());
        let at = middle(room.rect);
        if !lines.is_empty() && viewport.shows(at) {
            let size = if is_small { 1 } else { 2 };
            let room = Some(LabelRoom { rect: room.rect, shorter, is_vital: true });
            labels.push(Label { lines, room, size, ..Label::new(viewport.at(at), "", MEMBER) });
        }
    }
}

/// Labels each group with its cost and its name, or with the cost if the name does not fit.
///
/// The only group of a room has its name alone: the number of the room is its cost.
fn label_groups(level: &Level, viewport: Viewport, labels: &mut PictureLabels) {
    let bosses = bosses(level);
    for encounter in level.encounters().iter().filter(|encounter| !encounter.cells.is_empty()) {
        let mut name = encounter.group.as_deref().unwrap_or("drawn by the vault").to_owned();
        let is_boss = is_boss(encounter, &bosses);
        if is_boss {
            name += " (boss)";
        }
        let is_only = level.encounters().iter().filter(|other| other.room == encounter.room).count() == 1;
        let (words, short) = match is_only {
            true => (name, is_boss.then(|| ("boss".to_owned(), MEMBER))),
            false => (format!("{} {name}", encounter.cost), Some((encounter.cost.to_string(), MEMBER))),
        };
        label(level, encounter.room, middle_of(&encounter.cells), vec![(words, MEMBER)], short, viewport, labels);
    }
}

/// Adds a label that stands in a room, short if it has no place there, or not at all.
fn label(
    level: &Level,
    room: u32,
    at: Point,
    lines: LabelLines,
    short: Option<(String, Color)>,
    viewport: Viewport,
    labels: &mut PictureLabels,
) {
    if let Some(room) = level.room(room).filter(|_| viewport.shows(at)) {
        let room = Some(LabelRoom {
            rect: room.rect,
            shorter: short.into_iter().map(|line| vec![line]).collect(),
            is_vital: false,
        });
        labels.push(Label { lines, room, ..Label::new(viewport.at(at), "", MEMBER) });
    }
}

fn centre(cell: Cell) -> Point {
    middle(Rect::from_cell(cell))
}

/// The middle of all cells, in cells.
fn middle_of(cells: &[Cell]) -> Point {
    let count = cells.len().max(1) as f32;
    let sum = cells.iter().map(|&cell| centre(cell)).fold([0.0, 0.0], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
    [sum[0] / count, sum[1] / count]
}
