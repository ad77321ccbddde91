//! A plan of a level as SVG: for documents, and for looking closer in a browser.
//!
//! One unit is one cell, which is one metre. From back to front there is, after the paper and the `rock`, a group for each of: `rooms`, by kind, each with its
//! floor as one shape; `corridors`; `walls`; `doors`, drawn by how they stand; `props`, a group for each kind, from low to high;
//! `path`, from entry to exit; `labels`, the rooms' numbers; and about all that a `heading` with a scale and a `legend`. Everything
//! has a title, which browsers show and read out; `data-` attributes say what it is to scripts.
//!
//! No fonts, scripts or files of others are asked for, and colours stand in attributes, which every program reads.

mod doors;
mod frame;
mod outline;
mod props;
mod rooms;
mod route;

use std::fmt::{self, Display};

use super::xml::escaped;
use frame::Frame;
use roomgen::level::Level;

/// Pixels for each cell at which the plan shows unless it is told otherwise.
const PIXELS: f64 = 16.0;
/// The largest side in pixels at which it shows unless it is told otherwise.
const MOST_PIXELS: f64 = 4096.0;

const PAPER: &str = "#faf8f2";
const ROCK: &str = "#ece7dc";
const INK: &str = "#3b3740";

/// Draws the plan.
///
/// Cost: linear in cells and props.
#[must_use]
pub fn write(level: &Level) -> String {
    let origin = level.origin();
    let frame = Frame::new(level);
    let [left, top, width, height] = frame.view;
    let scale = PIXELS.min(MOST_PIXELS / width.max(height));
    let (name, size) = (escaped(&origin.preset), level.size());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\" \
         aria-labelledby=\"title desc\" font-family=\"Georgia, 'DejaVu Serif', serif\">\n",
        Number((width * scale).round()),
        Number((height * scale).round()),
        Number(left),
        Number(top),
        Number(width),
        Number(height),
    );
    svg += &format!("<title id=\"title\">{name}, seed {}</title>\n", origin.seed);
    svg += &format!(
        "<desc id=\"desc\">Plan of a level of {} by {} metres: {}, {} of them on the way from the entry to the exit; {}; {}.</desc>\n",
        size.width(),
        size.height(),
        count(level.rooms().len(), "room"),
        level.path().len(),
        count(level.passages().len(), "passage"),
        count(level.props().len(), "prop"),
    );
    svg += &format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>\n",
        Number(left),
        Number(top),
        Number(width),
        Number(height)
    );
    svg += &format!("<rect id=\"rock\" width=\"{}\" height=\"{}\" fill=\"{ROCK}\"/>\n", level.width(), level.height());
    frame.heading(level, &mut svg);
    rooms::floors(level, &mut svg);
    rooms::walls(level, &mut svg);
    doors::draw(level, &mut svg);
    props::draw(level, &mut svg);
    path(level, frame.unit, &mut svg);
    rooms::labels(level, frame.unit, &mut svg);
    frame.legend(&mut svg);
    svg += "</svg>\n";
    svg
}

/// The main path with its two ends; `unit` is the size of text.
fn path(level: &Level, unit: f64, svg: &mut String) {
    /// Where the level is large, the path is seen from afar, but not wider than a door.
    const WIDEST: f64 = 3.0;
    let scale = unit.min(WIDEST);
    let points: Vec<_> = route::route(level).iter().map(|[x, y]| format!("{},{}", Number(*x), Number(*y))).collect();
    *svg += "<g id=\"path\">\n";
    *svg +=
        &format!("<polyline points=\"{}\" {}><title>Main path</title></polyline>\n", points.join(" "), trail(scale));
    for (id, cell, mark, title) in
        [("entry", level.entry(), ENTRY_MARK, "Entry"), ("exit", level.exit(), EXIT_MARK, "Exit")]
    {
        // About the cell's middle.
        let [x, y] = [cell.x, cell.y].map(|first| Number(f64::from(first) + 0.5 - scale / 2.0));
        *svg += &format!(
            "<g id=\"{id}\" data-x=\"{}\" data-y=\"{}\" transform=\"translate({x} {y}) scale({})\"><title>{title}</title>{mark}</g>\n",
            cell.x,
            cell.y,
            Number(scale),
        );
    }
    *svg += "</g>\n";
}

/// How the main path is drawn: round dots.
fn trail(scale: f64) -> String {
    format!(
        "fill=\"none\" stroke=\"#b23a1e\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         stroke-dasharray=\"0 {}\"",
        Number(0.2 * scale),
        Number(0.5 * scale)
    )
}

/// In a cell whose corner is the origin.
const ENTRY_MARK: &str = "<circle cx=\"0.5\" cy=\"0.5\" r=\"0.46\" fill=\"#2c7a4b\" stroke=\"#fff\" stroke-width=\"0.08\"/>\
                          <path d=\"M0.6 0.28L0.36 0.5L0.6 0.72\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.12\"/>";
const EXIT_MARK: &str = "<circle cx=\"0.5\" cy=\"0.5\" r=\"0.46\" fill=\"#b23a1e\" stroke=\"#fff\" stroke-width=\"0.08\"/>\
                         <path d=\"M0.4 0.28L0.64 0.5L0.4 0.72\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.12\"/>";

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A number of units, to a thousandth.
struct Number(f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Finer than any screen or printer shows.
        const PARTS: f64 = 1000.0;
        // Adding zero makes the negative one positive.
        write!(f, "{}", (self.0 * PARTS).round() / PARTS + 0.0)
    }
}
