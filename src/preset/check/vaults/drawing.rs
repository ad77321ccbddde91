//! Checks the drawings and legends of vaults.
//!
//! Consumes the rows of characters in the file; produces the distinct orientations of a drawing.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    error::ProblemCode,
    geom::{Direction, Extent, Rect},
    preset::{
        RawLegendEntry, RawVault,
        check::{
            checker::{Checker, common_length},
            context::CheckContext,
            offers::choose,
            prop_names::kind_named,
            terrain::{stand_in_number, terrain_named},
        },
        syntax::ValueStep::{Entry, Field, Index, Key},
        vault::{DrawnProp, VaultCell, VaultDrawing},
    },
};

/// The largest width and height of a vault's drawing, in cells.
const MAX_SIDE: usize = 64;

/// The distinct orientations of a vault's drawing: as drawn, and turned and mirrored if the vault
/// allows it.
pub(super) fn drawings(drawing: Option<VaultDrawing>, raw: &RawVault) -> Vec<VaultDrawing> {
    let Some(drawing) = drawing else { return Vec::new() };
    let mirrored = raw.mirrored.then(|| drawing.mirrored());
    let mut drawings = Vec::new();
    for first in std::iter::once(drawing).chain(mirrored) {
        let turned = std::iter::successors(Some(first), |before| Some(before.turned()));
        drawings.extend(turned.take(if raw.turns { Direction::ALL.len() } else { 1 }));
    }
    let mut distinct: Vec<VaultDrawing> = Vec::new();
    for drawing in drawings {
        // Offers add no orientation, so that they move no prop.
        if !distinct.iter().any(|known| known.is_alike(&drawing)) {
            distinct.push(drawing);
        }
    }
    distinct
}

/// Checks a vault's drawing in the orientation of the file; `None` if it was refused. Also returns
/// how many props may be taken of each of its offers.
pub(super) fn drawing(
    check: &mut Checker<'_>,
    raw: &RawVault,
    known: CheckContext<'_>,
) -> (Option<VaultDrawing>, Vec<u32>) {
    let before = check.refused();
    let legend = legend(check, raw, known);
    let drawing = check.inside(Field("rows"), |check| drawn(check, raw, known, &legend, before));
    (drawing, legend.offers)
}

/// Checks the rows of a vault. `before` is the number of problems before those of its legend.
fn drawn(
    check: &mut Checker<'_>,
    raw: &RawVault,
    known: CheckContext<'_>,
    legend: &VaultLegend,
    before: usize,
) -> Option<VaultDrawing> {
    let (width, height) = (common_length(&raw.rows), raw.rows.len());
    let side = 1..=MAX_SIDE;
    if !side.contains(&width) || !side.contains(&height) {
        let help = format!("each side has 1 to {MAX_SIDE} cells");
        check.refuse(ProblemCode::OutOfRange, format!("a vault cannot have {width}x{height} cells"), help);
        return None;
    }
    let least = known.sides.min.filter(|_| raw.room).unwrap_or(1);
    if width < least as usize || height < least as usize {
        let message = format!("a room of {width}x{height} cells is smaller than the smallest room of the floor plan");
        let help =
            format!("with `room: true`, each side has at least {least} cells, the value of `rooms.min` in `floorplan`");
        check.refuse(ProblemCode::Unsatisfiable, message, help);
    }
    let extent = Extent::new(width as i32, height as i32);
    let mut drawing = VaultDrawing { extent, cells: Vec::new(), props: Vec::new() };
    let mut glyphs = Vec::new();
    for (y, row) in raw.rows.iter().enumerate() {
        check.inside(Index(y), |check| {
            let length = row.chars().count();
            if length != width {
                let message = format!("this row has {length} cells, the others have {width}");
                let help = "all rows of a vault have the same length".to_owned();
                check.refuse(ProblemCode::BadValue, message, help);
            }
            for (x, character) in row.chars().enumerate() {
                drawing.cells.push(VaultCell::from_character(character).unwrap_or(VaultCell::Floor));
                glyphs.push((x, y, character));
            }
        });
    }
    refuse_misplaced(check, &glyphs, extent, legend, raw.room);
    if check.refused() > before {
        return None;
    }
    for (x, y, character) in glyphs {
        if let Some(&Some(prop)) = legend.props.get(&character) {
            check.inside(Index(y), |check| add_prop(check, &mut drawing, raw, prop, (x, y)));
        }
    }
    if raw.room && !is_connected(&drawing) {
        let help = "all floor must be one connected piece; diagonal cells are not connected".to_owned();
        check.refuse(ProblemCode::Unsatisfiable, "the walls divide the floor of this room", help);
    }
    drawing.sort();
    (check.refused() == before).then_some(drawing)
}

/// The legend of a vault.
#[derive(Default)]
struct VaultLegend {
    /// The props of each character; `None` if the name or the footprint was refused.
    props: BTreeMap<char, Option<LegendProp>>,
    /// How many props may be taken of each offer, in the order of the file.
    offers: Vec<u32>,
}

/// The props that a character stands for, or the stand-ins for its terrain.
#[derive(Clone, Copy)]
struct LegendProp {
    kind: u16,
    footprint: Extent,
    /// The offer that they make, by its index in the legend.
    offer: Option<u32>,
}

/// Refuses the characters that are not allowed at their places in a vault's drawing, each kind of
/// mistake once.
fn refuse_misplaced(
    check: &mut Checker<'_>,
    glyphs: &[(usize, usize, char)],
    extent: Extent,
    legend: &VaultLegend,
    room: bool,
) {
    // By help, which is the same for mistakes of one kind: the first such character, and all of
    // them.
    let mut mistakes: Vec<(String, usize, usize, String, BTreeSet<char>)> = Vec::new();
    for &(x, y, character) in glyphs {
        let at_edge = x == 0 || y == 0 || x + 1 == extent.width as usize || y + 1 == extent.height as usize;
        let cell = VaultCell::from_character(character);
        let Some((message, help)) = misplaced(character, cell, legend, room, at_edge) else { continue };
        match mistakes.iter_mut().find(|known| known.0 == help) {
            Some((.., characters)) => {
                characters.insert(character);
            }
            None => mistakes.push((help, x, y, message, BTreeSet::from([character]))),
        }
    }
    for (help, x, y, message, characters) in mistakes {
        let message = if characters.len() > 1 && characters.iter().all(|known| !legend.props.contains_key(known)) {
            let list: Vec<_> = characters.iter().map(|character| format!("{character:?}")).collect();
            format!("the characters {} are not in the legend", list.join(", "))
        } else {
            message
        };
        check.inside(Index(y), |check| check.refuse_character(ProblemCode::BadValue, x, message, help));
    }
}

/// The message and help if a character is not allowed at its place in a vault's drawing.
///
/// `room` says that the vault has a room of its own.
fn misplaced(
    character: char,
    cell: Option<VaultCell>,
    legend: &VaultLegend,
    room: bool,
    at_edge: bool,
) -> Option<(String, String)> {
    match cell {
        Some(VaultCell::Wall | VaultCell::Door) if !room => Some((
            format!("{character:?} is not allowed in a vault inside a room"),
            "only a vault with `room: true` draws walls and preferred doors".to_owned(),
        )),
        Some(VaultCell::Wall) if at_edge => Some((
            "a wall is not allowed at the edge of the room".to_owned(),
            "the edge is floor, since doors may lie anywhere on it; draw walls further inside".to_owned(),
        )),
        Some(VaultCell::Door) if !at_edge => Some((
            "`+` is not allowed inside the room".to_owned(),
            "`+` marks floor at the edge, beside which a door is preferred".to_owned(),
        )),
        None if !legend.props.contains_key(&character) => {
            let listed: String = legend.props.keys().collect();
            let known = if legend.props.is_empty() { "is empty".to_owned() } else { format!("has `{listed}`") };
            Some((
                format!("{character:?} is not in the legend"),
                format!(
                    "the legend {known}; `.` is floor, a space is left to the layout, `_` is left to the layout without obstacles"
                ),
            ))
        }
        _ => None,
    }
}

fn legend(check: &mut Checker<'_>, raw: &RawVault, known: CheckContext<'_>) -> VaultLegend {
    let mut legend = VaultLegend::default();
    check.inside(Field("legend"), |check| {
        for (number, (character, entry)) in raw.legend.0.iter().enumerate() {
            if VaultCell::from_character(*character).is_some() {
                let help = "`.`, space, `_`, `#` and `+` already have a meaning".to_owned();
                let message = format!("{character:?} cannot be in a legend");
                check.refuse_at([Key(number)], ProblemCode::BadValue, message, help);
            } else if legend.props.contains_key(character) {
                check.refuse_at([Key(number)], ProblemCode::Repeated, format!("{character:?} is given twice"), None);
            }
            let prop = legend_prop(check, number, entry, known, &mut legend.offers);
            legend.props.insert(*character, prop);
        }
    });
    legend
}

/// The props of the entry of a legend with this number; `None` if its name or footprint was
/// refused. Adds their offer to `offers`, if they make one.
fn legend_prop(
    check: &mut Checker<'_>,
    number: usize,
    entry: &RawLegendEntry,
    known: CheckContext<'_>,
    offers: &mut Vec<u32>,
) -> Option<LegendProp> {
    let kinds = known.kinds?;
    let name = match (entry.prop(), entry.terrain()) {
        (Some(prop), None) => prop,
        (None, Some(terrain)) => {
            return check.inside(Entry(number), |check| legend_terrain(check, terrain, entry, known, kinds.len()));
        }
        (prop, _) => {
            let (code, message) = match prop {
                Some(_) => (ProblemCode::Conflict, "an entry of a legend cannot have both `prop` and `terrain`"),
                None => (ProblemCode::Missing, "the field `prop` is missing"),
            };
            let help = "an entry of a legend has a `prop` or a `terrain`".to_owned();
            check.refuse_at([Entry(number)], code, message, help);
            return None;
        }
    };
    let take = check.inside(Entry(number), |check| choose(check, entry.choose(), Some(name), known.needed));
    let steps = [Entry(number)].into_iter().chain(entry.has_fields().then_some(Field("prop")));
    let kind = kind_named(check, steps, name, kinds)?;
    let offer = take.map(|take| {
        offers.push(take);
        // A text of a megabyte has fewer entries.
        (offers.len() - 1) as u32
    });
    Some(LegendProp { kind, footprint: kinds[usize::from(kind)].footprint?, offer })
}

/// The stand-in for the terrain of the current entry of a legend, behind `props` kinds of props.
fn legend_terrain(
    check: &mut Checker<'_>,
    name: &str,
    entry: &RawLegendEntry,
    known: CheckContext<'_>,
    props: usize,
) -> Option<LegendProp> {
    if entry.choose().is_some() {
        let help = "terrain cannot be taken: remove the field".to_owned();
        check.refuse_at([Field("choose")], ProblemCode::Conflict, "terrain cannot have `choose`", help);
    }
    let position = terrain_named(check, name, known.terrain?)?;
    let kind = stand_in_number(props, position)?;
    Some(LegendProp { kind, footprint: Extent::new(1, 1), offer: None })
}

/// Adds a prop to the drawing.
///
/// Refuses it unless all of its cells but the top left one are `.`, inside the drawing and not
/// covered by another prop.
fn add_prop(
    check: &mut Checker<'_>,
    drawing: &mut VaultDrawing,
    raw: &RawVault,
    LegendProp { kind, footprint, offer }: LegendProp,
    (x, y): (usize, usize),
) {
    let cells = Rect::of(x as i32, y as i32, footprint.width, footprint.height);
    let character = |x: i32, y: i32| raw.rows.get(y as usize).and_then(|row| row.chars().nth(x as usize));
    let is_own = |x: i32, y: i32| (x, y) == (cells.left(), cells.top()) || character(x, y) == Some('.');
    let is_taken = drawing.props.iter().any(|prop| prop.cells.overlaps(cells));
    if is_taken || !cells.cells().all(|cell| is_own(cell.x, cell.y)) {
        check.refuse_character(
            ProblemCode::Unsatisfiable,
            cells.left() as usize,
            format!("a prop of {}x{} cells does not fit here", cells.width(), cells.height()),
            "its top left cell has its character; its other cells are `.`, inside the drawing and free".to_owned(),
        );
        return;
    }
    drawing.props.push(DrawnProp { kind, turn: Direction::North, cells, offer });
}

/// Whether the floor of a drawing is connected. A flood fill starts at its first floor cell.
fn is_connected(drawing: &VaultDrawing) -> bool {
    let mut is_new: Vec<bool> = drawing.cells.iter().map(|&cell| cell != VaultCell::Wall).collect();
    let width = drawing.extent.width;
    let mut ahead: Vec<(i32, i32)> =
        drawing.each_cell().find(|cell| cell.2 != VaultCell::Wall).map(|(x, y, _)| (x, y)).into_iter().collect();
    while let Some((x, y)) = ahead.pop() {
        if drawing.cell(x, y).is_none() || !std::mem::take(&mut is_new[(y * width + x) as usize]) {
            continue;
        }
        ahead.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
    }
    !is_new.contains(&true)
}
