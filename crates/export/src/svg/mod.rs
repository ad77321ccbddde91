//! A floor plan of a level as SVG, for documents and for inspection in a browser.
//!
//! One unit is one cell, which is one metre. From back to front, after the paper and the `rock`,
//! the drawing has these groups:
//!
//! - `rooms`: each room's floor as one shape, coloured by kind.
//! - `corridors`.
//! - `terrain`, in a level with some: a shape for each kind, with its name as title.
//! - `lights`: a shade over all floors, and a pool for each prop whose light burns: the floor that
//!   sees it, up to the light's radius. It multiplies what lies below.
//! - `walls`.
//! - `doors`: each with a symbol of its kind.
//! - `props`: a group for each kind, from low to high.
//! - `path`: the main path, from entry to exit.
//! - `mission`, in a level with one: arrows in one-way doors, numbers of locks and keys.
//! - `labels`: the rooms' numbers.
//! - Around the plan, `heading` with a scale bar, and `legend`.
//!
//! A plan for players has no `mission` and no `labels`, and of `path` only its ends; [`write_with`]
//! draws it, and pages in ink.
//!
//! Elements have titles, which browsers show and read out, and `data-` attributes for scripts.
//!
//! The file refers to no fonts, scripts or other files, and sets colours as attributes, which every
//! SVG reader supports.

mod doors;
mod frame;
mod ink;
mod lights;
mod mission;
mod outline;
mod props;
mod rooms;
mod route;
mod symbols;
mod terrain;

use crate::{
    picture::{PictureError, PictureOptions, PictureStyle},
    xml::escaped,
};
use frame::PlanFrame;
use roomgen::{
    level::{Audience, Level},
    model::Hundredths,
    theme::Theme,
};
use symbols::{ENTRY_MARK, EXIT_MARK, SvgNumber, count, trail};

/// The default display scale: the side of a cell in pixels.
const PIXELS: f64 = 16.0;
/// The maximum width and height of the page in pixels. Larger pages get a smaller scale.
const MOST_PIXELS: f64 = 4096.0;

const PAPER: &str = "#faf8f2";
const ROCK: &str = "#ece7dc";

/// The ambient light of plans whose theme is not known.
const DUSK: f32 = 0.5;

/// Draws the floor plan of a level at dusk, and returns it as an SVG file.
///
/// Cost: linear in cells and props, and in the cells that lights reach.
#[must_use]
pub fn write(level: &Level) -> String {
    plan(level, Audience::Master, Hundredths::exact(DUSK))
}

/// Draws a level as [`write()`] does, or as a page in ink, for an audience.
///
/// Of the options, the style, the light and the audience count, and in ink also the scale, region
/// and room. A plan for players shows what [`Level::shown_to`] leaves, without numbers and kinds of
/// rooms.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::svg;
/// use roomgen_export::picture::{PictureOptions, PictureStyle};
///
/// let preset = Preset::built_in("crypt")?;
/// let options = PictureOptions { style: PictureStyle::Ink, ..PictureOptions::default() };
/// let page = svg::write_with(&generate(&preset, 42), preset.theme(), options)?;
/// assert!(page.contains("<g id=\"hatching\">"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// In ink those of [`InkPage::new`](crate::picture::ink_page::InkPage::new).
pub fn write_with(level: &Level, theme: &Theme, options: PictureOptions) -> Result<String, PictureError> {
    let ambient = options.light.ambient(theme).filter(|_| options.shows_lights());
    match options.style {
        PictureStyle::Ink => ink::write(level, options),
        _ => Ok(plan(&level.shown_to(options.audience), options.audience, ambient)),
    }
}

/// The plan of a level as its audience sees it, in an ambient light; `None` for a plan without
/// lights.
fn plan(level: &Level, audience: Audience, ambient: Option<Hundredths>) -> String {
    let origin = level.origin();
    let frame = PlanFrame::new(level, audience);
    let [left, top, width, height] = frame.view;
    let scale = PIXELS.min(MOST_PIXELS / width.max(height));
    let (name, size) = (escaped(&origin.preset), level.size());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\" \
         aria-labelledby=\"title desc\" font-family=\"Georgia, 'DejaVu Serif', serif\">\n",
        SvgNumber((width * scale).round()),
        SvgNumber((height * scale).round()),
        SvgNumber(left),
        SvgNumber(top),
        SvgNumber(width),
        SvgNumber(height),
    );
    svg += &format!("<title id=\"title\">{name}, seed {}</title>\n", origin.seed);
    let (across, down) = (size.width(), size.height());
    let words = match audience {
        Audience::Master => format!(
            "{}, {} of them on the way from the entry to the exit; {}; {}",
            count(level.rooms().len(), "room"),
            level.path().len(),
            count(level.passages().len(), "passage"),
            count(level.props().len(), "prop"),
        ),
        Audience::Player => "for players".to_owned(),
    };
    svg += &format!("<desc id=\"desc\">Plan of a level of {across} by {down} metres: {words}.</desc>\n");
    svg += &format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>\n",
        SvgNumber(left),
        SvgNumber(top),
        SvgNumber(width),
        SvgNumber(height)
    );
    svg += &format!("<rect id=\"rock\" width=\"{}\" height=\"{}\" fill=\"{ROCK}\"/>\n", level.width(), level.height());
    frame.heading(level, audience, &mut svg);
    rooms::floors(level, audience, &mut svg);
    terrain::draw(level, &mut svg);
    if let Some(ambient) = ambient {
        lights::draw(level, ambient, &mut svg);
    }
    rooms::walls(level, &mut svg);
    doors::draw(level, audience, &mut svg);
    props::draw(level, &mut svg);
    if audience == Audience::Master {
        path(level, frame.unit, &mut svg);
        mission::draw(level, frame.unit, &mut svg);
        rooms::labels(level, frame.unit, &mut svg);
    } else {
        ends(level, frame.unit, &mut svg);
    }
    frame.legend(&mut svg);
    svg += "</svg>\n";
    svg
}

/// The largest scale of the path and of its end marks. They grow with the text in large levels, up
/// to three cells: the width of a door.
const WIDEST_PATH: f64 = 3.0;

/// Draws the main path and its two ends. `unit` is the text size in cells.
fn path(level: &Level, unit: f64, svg: &mut String) {
    let scale = unit.min(WIDEST_PATH);
    let points: Vec<_> =
        route::route(level).iter().map(|[x, y]| format!("{},{}", SvgNumber(*x), SvgNumber(*y))).collect();
    *svg += "<g id=\"path\">\n";
    *svg +=
        &format!("<polyline points=\"{}\" {}><title>Main path</title></polyline>\n", points.join(" "), trail(scale));
    ends(level, unit, svg);
    *svg += "</g>\n";
}

/// Draws the marks of the entry and the exit. `unit` is the text size in cells.
fn ends(level: &Level, unit: f64, svg: &mut String) {
    let scale = unit.min(WIDEST_PATH);
    for (id, cell, mark, title) in
        [("entry", level.entry(), ENTRY_MARK, "Entry"), ("exit", level.exit(), EXIT_MARK, "Exit")]
    {
        // Centres the mark on the cell.
        let [x, y] = [cell.x, cell.y].map(|first| SvgNumber(f64::from(first) + 0.5 - scale / 2.0));
        *svg += &format!(
            "<g id=\"{id}\" data-x=\"{}\" data-y=\"{}\" transform=\"translate({x} {y}) scale({})\"><title>{title}</title>{mark}</g>\n",
            cell.x,
            cell.y,
            SvgNumber(scale),
        );
    }
}
