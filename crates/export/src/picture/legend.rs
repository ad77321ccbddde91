//! Draws the legend: the meaning of overlay colours, room kinds, locks and prop symbols.
//!
//! Consumes the inputs of a picture and its overlays. Produces a second picture, and joins the two.

use super::{
    Overlay, Overlays, Picture, PictureInputs, View, Viewport,
    canvas::{WHOLE, darker, mix},
    font, mission,
    overlay::{FAR, LOOT, MEMBER, danger_heat, heat, loot_icon, member_icon, room_color},
    pen::{LinePen, LineStyle},
    props,
    scene::{SceneLock, shows},
};
use std::collections::BTreeMap;

use roomgen::{
    color::Color,
    geom::{Direction, Rect},
    level::{Level, LockMark, RoomKind},
    model::PropKind,
    theme::Theme,
};

/// Side of a legend entry's symbol, and the margin of the legend, in pixels.
const SIGN: i32 = 20;
const MARGIN: i32 = 10;

/// Height of an entry of the legend, in pixels.
const ENTRY: i32 = 24;

/// A line of the legend: a symbol and its meaning.
struct LegendEntry<'a> {
    sign: LegendSymbol<'a>,
    text: String,
}

/// The symbol of a legend entry. A heading has none.
enum LegendSymbol<'a> {
    Heading,
    Overlay(Overlay),
    Room(RoomKind),
    Lock(LockMark),
    OneWay,
    /// A member of an encounter; loot; what the encounters of a room cost; what its loot is worth.
    Member,
    Loot,
    Cost,
    Value,
    Prop(&'a PropKind),
}

/// What the signs of danger mean, after the scale of its colours.
const DANGER: [&str; 4] = [
    "a member of a group is in a ring or a dot, joined with its group",
    "loot is in a diamond; of joined things only some may be taken",
    "a room's encounters cost 4; 4/9: they were to cost 9",
    "a room's loot is worth 2",
];

/// What the colours of danger stand for.
pub(super) fn danger_scale(hottest: u32) -> String {
    format!("0 to {hottest} is what a room's encounters cost")
}

/// Draws a legend as wide as its picture, or wider if a line does not fit.
pub(super) fn draw(subject: &PictureInputs<'_>, overlays: Overlays) -> Picture {
    let entries = entries(subject, overlays);
    let widest = entries.iter().map(|entry| font::width(&entry.text)).max().unwrap_or(0);
    let across = SIGN + 2 * MARGIN + widest;
    let width = (subject.viewport.width() as i32).max(across + 2 * MARGIN);
    let columns = ((width - 2 * MARGIN) / across).max(1);
    let rows = (entries.len() as i32 + columns - 1) / columns;
    let height = rows * ENTRY + 2 * MARGIN;
    let back = darker(subject.theme.rock, 40);
    let mut picture = Picture::filled(width as u32, height as u32, back);
    // A pen needs the viewport of some cells, and a legend has none: a viewport of one cell serves.
    let Some(viewport) = Viewport::new(View::Top, 1, Rect::from_cell(Default::default())) else { return picture };
    let mut pen = LinePen::new(viewport, &mut picture);
    for (number, entry) in (0..).zip(&entries) {
        // Entries are laid out column by column, so that related entries stay together.
        let (column, row) = (number / rows, number % rows);
        let [x, y] = [MARGIN + column * across, MARGIN + row * ENTRY];
        entry.draw(subject, &mut pen, [x, y]);
    }
    picture
}

fn entries<'a>(subject: &PictureInputs<'a>, overlays: Overlays) -> Vec<LegendEntry<'a>> {
    let (level, window) = (subject.level, subject.viewport.window());
    let heading = |text: String| LegendEntry { sign: LegendSymbol::Heading, text };
    let origin = level.origin();
    let mut entries = vec![heading(format!("{}, seed {}", origin.preset, origin.seed))];
    for overlay in overlays.iter() {
        let text = match overlay {
            Overlay::Distance => {
                let steps = level.distances(level.entry());
                let most = steps.values().iter().filter(|&&steps| steps != roomgen::level::Distances::UNREACHED).max();
                format!("distance: 0 to {} {}", most.unwrap_or(&0), overlay.about())
            }
            Overlay::Danger => format!("danger: {}", danger_scale(subject.hottest())),
            Overlay::Walkways => format!("walkways: {} {}", subject.making.removed_for_walkways.len(), overlay.about()),
            Overlay::Clearance
            | Overlay::Quadtree
            | Overlay::Partition
            | Overlay::Grid
            | Overlay::Graph
            | Overlay::Path
            | Overlay::Cycles
            | Overlay::Entry
            | Overlay::Mission
            | Overlay::Anchors
            | Overlay::Rooms => {
                format!("{overlay}: {}", overlay.about())
            }
        };
        entries.push(LegendEntry { sign: LegendSymbol::Overlay(overlay), text });
        if overlay == Overlay::Danger {
            let signs = [LegendSymbol::Member, LegendSymbol::Loot, LegendSymbol::Cost, LegendSymbol::Value];
            let entry = |(sign, text): (_, &str)| LegendEntry { sign, text: text.to_owned() };
            entries.extend(signs.into_iter().zip(DANGER).map(entry));
        }
        if overlay == Overlay::Rooms {
            for kind in RoomKind::ALL {
                let of_kind = level.rooms().iter().filter(|room| room.kind == kind && room.rect.overlaps(window));
                let count = of_kind.count();
                if count > 0 {
                    entries.push(LegendEntry { sign: LegendSymbol::Room(kind), text: format!("{kind} ({count})") });
                }
            }
        }
    }
    entries.extend(mission_entries(level, window));
    let mut counts = BTreeMap::new();
    for prop in level.props().filter(|prop| prop.cells.overlaps(window)) {
        *counts.entry(prop.kind.name.as_str()).or_insert(0) += 1;
    }
    let shown = level.kinds().iter().filter_map(|kind| Some((kind, *counts.get(kind.name.as_str())?)));
    for (kind, count) in shown {
        let what = if kind.marker { " (marker)" } else { "" };
        entries.push(LegendEntry { sign: LegendSymbol::Prop(kind), text: format!("{}{what} x{count}", kind.name) });
    }
    entries
}

/// Entries for the locks that have a door or a key in the window, and for one-way doors.
fn mission_entries(level: &Level, window: Rect) -> Vec<LegendEntry<'static>> {
    let locks = SceneLock::shown(level, window).filter(|lock| !lock.passages.is_empty()).map(|lock| {
        let (keys, passages) = (lock.keys.len(), lock.passages.len());
        let text = format!("{}: {} x{keys}, locks x{passages}", lock.name, lock.term());
        LegendEntry { sign: LegendSymbol::Lock(lock.mark), text }
    });
    let mut entries: Vec<_> = locks.collect();
    if level.passages().iter().any(|passage| passage.one_way.is_some() && shows(window, passage)) {
        entries.push(LegendEntry { sign: LegendSymbol::OneWay, text: "one-way door".to_owned() });
    }
    entries
}

impl LegendEntry<'_> {
    fn draw(&self, subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, [x, y]: [i32; 2]) {
        let theme = subject.theme;
        let scale = subject.viewport.scale().min(16);
        let (middle, right) = (y as f32 + SIGN as f32 / 2.0, (x + SIGN) as f32);
        let bar = |pen: &mut LinePen<'_>, line: LineStyle| {
            pen.stroke(&[[x as f32 + 2.0, middle], [right - 2.0, middle]], line);
        };
        let mut text = Color::new(0xe8, 0xe4, 0xdc);
        let mut indent = SIGN + MARGIN / 2;
        match self.sign {
            LegendSymbol::Heading => {
                text = mix(theme.entry, Color::new(255, 255, 255), 128);
                indent = 0;
            }
            LegendSymbol::Overlay(Overlay::Distance) => {
                ramp(pen, [x, y + 5, SIGN, 10], |part, whole| if part == whole { FAR } else { heat(part, whole) });
            }
            LegendSymbol::Overlay(Overlay::Danger) => ramp(pen, [x, y + 5, SIGN, 10], danger_heat),
            LegendSymbol::Member => member_icon(pen, [x as f32 + 10.0, middle], scale),
            LegendSymbol::Loot => loot_icon(pen, [x as f32 + 10.0, middle], scale),
            LegendSymbol::Cost => font::write(pen, "4", [x + 7, y + (SIGN - props::LETTER) / 2], 1, MEMBER),
            LegendSymbol::Value => font::write(pen, "2", [x + 7, y + (SIGN - props::LETTER) / 2], 1, LOOT),
            LegendSymbol::Overlay(overlay @ (Overlay::Clearance | Overlay::Walkways)) => {
                for (column, row) in (3..17).flat_map(|row| (3..17).map(move |column| (column, row))) {
                    pen.dot(x + column, y + row, overlay.color(), 130);
                }
                let at = [x as f32 + 10.0, middle];
                let color = if overlay == Overlay::Walkways { overlay.color() } else { Color::new(0xff, 0x50, 0x50) };
                pen.cross(at, 4.0, LineStyle::new(color, 1.5));
            }
            LegendSymbol::Overlay(Overlay::Entry) => {
                for (at, color) in [(5.0, theme.entry), (15.0, theme.exit)] {
                    pen.ring([x as f32 + at, middle], [2.0, 4.0], color, WHOLE);
                }
            }
            LegendSymbol::Overlay(Overlay::Anchors) => {
                let at = [x as f32 + 10.0, middle];
                bar(pen, LineStyle::new(Overlay::Anchors.color(), 1.5));
                pen.stroke(
                    &[[at[0], middle - 7.0], [at[0], middle + 7.0]],
                    LineStyle::new(Overlay::Anchors.color(), 1.5),
                );
                pen.disc(at, 2.5, Overlay::Anchors.color());
            }
            LegendSymbol::Overlay(Overlay::Path) => bar(pen, LineStyle::new(Overlay::Path.color(), 4.0)),
            LegendSymbol::Overlay(overlay) => bar(pen, LineStyle::new(overlay.color(), 2.0)),
            LegendSymbol::Room(kind) => {
                let (left, top, right, bottom) = (x as f32 + 3.0, y as f32 + 4.0, right - 3.0, (y + SIGN) as f32 - 4.0);
                let corners = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
                pen.stroke(&corners, LineStyle::new(room_color(kind), 2.0));
            }
            LegendSymbol::Lock(mark) => mission::badge(pen, [x as f32 + 10.0, middle], mark),
            LegendSymbol::OneWay => {
                let [from, tip] = [[x as f32 + 3.0, middle], [right - 3.0, middle]];
                pen.stroke(&[from, tip], LineStyle::new(mission::ARROW, 2.0));
                pen.head(from, tip, 6.0, mission::ARROW);
            }
            LegendSymbol::Prop(kind) => draw_prop(kind, theme, pen, [x, y]),
        }
        font::write(pen, &self.text, [x + indent, y + (SIGN - props::LETTER) / 2], 1, text);
    }
}

/// Draws a colour map from left to right. `color` takes a part and the whole.
pub(super) fn ramp(pen: &mut LinePen<'_>, [left, top, width, height]: [i32; 4], color: impl Fn(u32, u32) -> Color) {
    for column in 0..width {
        let shade = color(column.unsigned_abs(), (width - 1).unsigned_abs());
        (top..top + height).for_each(|row| pen.dot(left + column, row, shade, WHOLE));
    }
}

/// Draws a prop as in the picture, shrunk to the size of a symbol.
fn draw_prop(kind: &PropKind, theme: &Theme, pen: &mut LinePen<'_>, [x, y]: [i32; 2]) {
    let size = [i32::from(kind.width), i32::from(kind.height)];
    let stamp = props::cut_out(kind, size, Direction::North, theme);
    let (width, height) = (stamp.width(), stamp.height());
    let times = (width.max(height) + SIGN - 1).div_euclid(SIGN).max(1);
    let (left, top) = (x + (SIGN - width / times) / 2, y + (SIGN - height / times) / 2);
    for row in 0..height / times {
        for column in 0..width / times {
            let parts = (0..times * times).filter_map(|part| {
                stamp.pixel(column * times + part % times, row * times + part / times).filter(|part| part.1 > 0)
            });
            let (mut sum, mut amount) = ([0; 3], 0);
            for (color, part) in parts {
                let part = u32::from(part);
                sum = [
                    sum[0] + u32::from(color.r) * part,
                    sum[1] + u32::from(color.g) * part,
                    sum[2] + u32::from(color.b) * part,
                ];
                amount += part;
            }
            if amount > 0 {
                let [r, g, b] = sum.map(|sum| (sum / amount) as u8);
                let amount_over_area = (amount * WHOLE / 255).div_euclid((times * times) as u32);
                pen.dot(left + column, top + row, Color::new(r, g, b), amount_over_area);
            }
        }
    }
}

/// Joins a picture and its legend, one below the other and both centred.
pub(super) fn below(picture: &Picture, legend: &Picture, back: Color) -> Picture {
    let width = picture.width.max(legend.width);
    let mut both = Picture::filled(width, picture.height + legend.height, back);
    for (part, top) in [(picture, 0), (legend, picture.height)] {
        both.lay(part, [(width - part.width) / 2, top]);
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::GenerationRecord;

    #[test]
    fn the_legend_of_danger_says_what_the_hottest_colour_stands_for() {
        let preset = roomgen::Preset::built_in("crypt").unwrap();
        let level = roomgen::generate(&preset, 1);
        let viewport = Viewport::new(View::Top, 16, level.tiles().bounds()).unwrap();
        let making = GenerationRecord::default();
        for (hottest, most) in [(None, crate::picture::dearest_room(&level)), (Some(77), 77)] {
            let subject = PictureInputs { level: &level, theme: preset.theme(), making: &making, viewport, hottest };
            let texts: Vec<_> = entries(&subject, Overlay::Danger.into()).into_iter().map(|entry| entry.text).collect();
            assert!(texts[1].starts_with(&format!("danger: 0 to {most} is what")), "{}", texts[1]);
            assert_eq!(texts[2..6], DANGER, "each sign has a line");
        }
    }
}
