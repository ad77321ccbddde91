//! The frame of the plan: a heading with a scale bar above it, a legend below it.

use super::{
    doors, mission, props, rooms,
    symbols::{ENTRY_MARK, EXIT_MARK, INK, SvgNumber, count, trail},
};
use crate::xml::escaped;
use roomgen::{
    geom::{Cell, Direction, Rect},
    level::{Audience, DoorKind, Level, LockMark, RoomKind},
};

/// The page layout for the plan of one level.
pub(super) struct PlanFrame {
    /// Left, top, width and height of the page, in cells from the level's top left corner.
    pub(super) view: [f64; 4],
    /// The text size in cells: 1, or more in levels so large that text one cell high is illegible.
    pub(super) unit: f64,
    items: Vec<PlanLegendItem>,
    /// The number of columns of the legend.
    columns: usize,
}

/// An entry of the legend.
struct PlanLegendItem {
    /// The SVG elements of the symbol, drawn in the unit square.
    sample: String,
    /// The text of the entry, not yet escaped for XML.
    words: String,
}

/// Levels whose longer side is up to this many cells have text one cell high.
const SIDE: f64 = 90.0;
/// The margin, the line height and the height of the heading, in multiples of the text size.
const MARGIN: f64 = 1.5;
const LINE: f64 = 1.45;
const HEADING: f64 = 3.4;
/// The minimum width of the page in multiples of the text size, so that the heading fits.
const NARROWEST: f64 = 26.0;

impl PlanFrame {
    pub(super) fn new(level: &Level, audience: Audience) -> Self {
        let (width, height) = (f64::from(level.width()), f64::from(level.height()));
        let unit = (width.max(height) / SIDE).max(1.0);
        let items = items(level, audience);
        let page = width.max(NARROWEST * unit);
        let longest = items.iter().map(|item| item.words.chars().count()).max().unwrap_or(0);
        // A character is about half as wide as the text size.
        let column = (2.6 + 0.5 * longest as f64) * unit;
        let columns = ((page / column) as usize).clamp(1, items.len().max(1));
        let below = (items.len().div_ceil(columns) as f64 * LINE + 1.2) * unit;
        let left = (width - page) / 2.0 - MARGIN * unit;
        let view = [
            left,
            -(HEADING + MARGIN * 0.6) * unit,
            page + 2.0 * MARGIN * unit,
            height + (HEADING + MARGIN * 1.4) * unit + below,
        ];
        Self { view, unit, items, columns }
    }

    /// Draws the heading: preset, seed, floor, size and room count, and a scale bar.
    pub(super) fn heading(&self, level: &Level, audience: Audience, svg: &mut String) {
        let ([left, _, width, _], unit, origin) = (self.view, self.unit, level.origin());
        let (left, right) = (left + MARGIN * unit, left + width - MARGIN * unit);
        let floor = if origin.floor > 0 { format!(" · floor {}", origin.floor) } else { String::new() };
        *svg += &format!(
            "<g id=\"heading\" fill=\"{INK}\"><text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"bold\">{}</text>\
             <text x=\"{}\" y=\"{}\" font-size=\"{}\">seed {}{floor} · {} × {} m · {}</text>",
            SvgNumber(left),
            SvgNumber(-2.3 * unit),
            SvgNumber(1.7 * unit),
            escaped(&origin.preset),
            SvgNumber(left),
            SvgNumber(-0.9 * unit),
            SvgNumber(0.9 * unit),
            origin.seed,
            level.width(),
            level.height(),
            match audience {
                Audience::Master => count(level.rooms().len(), "room"),
                Audience::Player => "for players".to_owned(),
            },
        );
        let metres = if unit > 1.0 { 10.0 * unit.floor() } else { f64::from(level.width().min(10)) };
        let part = metres / 2.0;
        for (x, fill) in [(right - metres, INK), (right - part, "#fff")] {
            *svg += &format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
                SvgNumber(x),
                SvgNumber(-1.25 * unit),
                SvgNumber(part),
                SvgNumber(0.3 * unit),
                SvgNumber(0.07 * unit)
            );
        }
        *svg += &format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"end\">{} m</text></g>\n",
            SvgNumber(right),
            SvgNumber(-1.7 * unit),
            SvgNumber(0.8 * unit),
            SvgNumber(metres)
        );
    }

    /// Draws the legend, in columns below the plan.
    pub(super) fn legend(&self, svg: &mut String) {
        let ([left, top, width, height], unit) = (self.view, self.unit);
        let rows = self.items.len().div_ceil(self.columns);
        let first = top + height - (rows as f64 * LINE + MARGIN * 0.8) * unit;
        let column = (width - 2.0 * MARGIN * unit) / self.columns as f64;
        *svg += &format!("<g id=\"legend\" fill=\"{INK}\" font-size=\"{}\">\n", SvgNumber(0.9 * unit));
        for (number, item) in self.items.iter().enumerate() {
            let x = left + MARGIN * unit + (number / rows) as f64 * column;
            let y = first + (number % rows) as f64 * LINE * unit;
            *svg += &format!(
                "<g transform=\"translate({} {}) scale({})\">{}</g><text x=\"{}\" y=\"{}\">{}</text>\n",
                SvgNumber(x),
                SvgNumber(y),
                SvgNumber(unit),
                item.sample,
                SvgNumber(x + 1.5 * unit),
                SvgNumber(y + 0.8 * unit),
                escaped(&item.words),
            );
        }
        *svg += "</g>\n";
    }
}

/// The legend's entries: the kinds of rooms and doors in use, the path, the locks, and the kinds of
/// props with their counts.
fn items(level: &Level, audience: Audience) -> Vec<PlanLegendItem> {
    let mut items = Vec::new();
    let mut add = |sample: String, words: String| items.push(PlanLegendItem { sample, words });
    for kind in [RoomKind::Start, RoomKind::Path, RoomKind::End, RoomKind::Detour, RoomKind::Bonus] {
        if audience == Audience::Master && level.rooms().iter().any(|room| room.kind == kind) {
            let (fill, words) = (kind.plan_color(), rooms::legend_name(kind));
            let sample = format!(
                "<rect x=\"0.05\" y=\"0.05\" width=\"0.9\" height=\"0.9\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"0.1\"/>"
            );
            add(sample, words.to_owned());
        }
    }
    for &kind in DoorKind::ALL {
        if level.passages().iter().any(|passage| passage.kind == kind && !level.is_bare(passage)) {
            add(
                doors::leaf(Rect::from_cell(Cell::default()), false, kind, doors::IRON),
                doors::called(kind).to_owned(),
            );
        }
    }
    add(ENTRY_MARK.to_owned(), "entry".to_owned());
    add(EXIT_MARK.to_owned(), "exit".to_owned());
    if audience == Audience::Master {
        add(format!("<path d=\"M0 0.5H1\" {}/>", trail(1.0)), "main path".to_owned());
    }
    for (number, name) in (1..).zip(level.locks()) {
        let key = level.keys().iter().find(|key| level.key_name(key) == name.as_str());
        let key_use = key.map_or("no key", |key| key.key_use.term());
        add(mission::badge([0.5, 0.5], LockMark::numbered(number), 1.0), format!("{name} ({key_use})"));
    }
    if level.passages().iter().any(|passage| passage.one_way.is_some()) {
        add(mission::arrow([0.5, 0.5], Direction::East, 0.8), "one-way door".to_owned());
    }
    if !level.locks().is_empty() {
        add(format!("<path d=\"M0 0.5H1\" {}/>", mission::walk(1.0)), "walkthrough".to_owned());
    }
    for (kind, count) in level.kinds().iter().zip(level.counts()).filter(|(_, count)| *count > 0) {
        let [width, depth] = kind.body.map(|length| f64::from(length.get()));
        // Scales larger props down to the unit square.
        let scale = 1.0 / width.max(depth).max(1.0);
        let shape = props::shape(kind, [0.5 / scale, 0.5 / scale], [width, depth], "");
        let sample = format!("<g transform=\"scale({})\" {}>{shape}</g>", SvgNumber(scale), props::style(kind));
        add(sample, format!("{} ({count})", kind.name));
    }
    items
}
