//! Checks formations: their shape, anchor, size and prop.
//!
//! Also derives which formations share a cached pattern: see `Formation::pattern`.

use super::{
    anchors::anchor,
    checker::{Checker, common_length, suggestion},
    entries::LayoutDraft,
    props::PropKindDraft,
    ramps::ROOM,
};
use crate::{
    geom::{Direction, Extent},
    model::TurnedFootprintSize,
    preset::{
        Anchor, Formation, FormationShape, MaskDrawing, MaskSize, PropTurn, Ramp,
        raw::{RawFacing, RawFormation, RawRamp, RawShape, RawSize, RawTurn},
        syntax::ValueStep::{Field, Index},
    },
};

/// The largest width and height, in cells, of a bitmap or of a mask with a size in cells. It bounds
/// the work of stamping.
const MAX_MASK: i64 = 255;
/// The largest ratio of a mask's side to a room's side. At 2, the mask covers the room from any
/// anchor.
const MAX_SHARE: f32 = 2.0;

/// The largest `count` of a formation: a number of anchors or of props.
const MAX_COUNT: f32 = 1000.0;

/// The parts of the preset that the check of a formation depends on; `None` if they were refused.
#[derive(Clone, Copy)]
pub(super) struct FormationContext<'preset> {
    /// The kinds of props, sorted by name.
    pub(super) kinds: Option<&'preset [PropKindDraft]>,
    /// The width and height of the largest rooms that take the layout.
    pub(super) largest: Option<Extent>,
}

pub(super) fn formation<'raw>(
    check: &mut Checker<'_>,
    raw: &'raw RawFormation,
    sheet: &mut LayoutDraft<'raw, '_>,
) -> Formation {
    for (field, is_missing) in [("shape", raw.shape.is_none()), ("prop", raw.prop.is_none())] {
        if is_missing {
            let help = "a formation needs a `shape` and a `prop`; a group needs `one_of` or `all_of`".to_owned();
            check.refuse(format!("the field `{field}` is missing"), help);
        }
    }
    let (known, turn) = (sheet.known, turn(raw.turn));
    let kind = raw.prop.as_deref().and_then(|name| check.inside(Field("prop"), |check| prop(check, name, turn, known)));
    let shape = raw.shape.as_ref().map_or(FormationShape::Square, |raw| shape(check, raw));
    refuse_useless_fields(check, raw, &shape);
    let drawing = MaskDrawing {
        shape,
        facing: match raw.facing {
            RawFacing::North => Direction::North,
            RawFacing::East => Direction::East,
            RawFacing::South => Direction::South,
            RawFacing::West => Direction::West,
        },
        fill: raw.fill,
        checker: raw.checker,
    };
    let own_size = drawing.own_size();
    let number = sheet.drawings.iter().position(|known| *known == drawing).unwrap_or_else(|| {
        sheet.drawings.push(drawing);
        sheet.drawings.len() - 1
    });
    let kind = kind.unwrap_or_default();
    let known_kind = known.kinds.and_then(|kinds| kinds.get(kind)).map(|known| &known.kind);
    let facing = match turn {
        PropTurn::Fixed(direction) => direction,
        PropTurn::Random => Direction::North,
    };
    let (width, height) = known_kind.map_or((1, 1), |kind| kind.footprint_size(facing));
    let mut formation = Formation {
        // At most 1024 layouts of 64 formations give 65536 drawings, whose indices fit 16 bits.
        drawing: number as u16,
        at: raw.at.as_ref().map_or(Anchor::Center, |raw| anchor(check, raw, &sheet.names)),
        inset: check.whole(Field("inset"), raw.inset, 0..=MAX_MASK).unwrap_or_default(),
        kind: kind as u16,
        size: size(check, raw.size.as_ref().unwrap_or(&RawSize::default())),
        shift: check.pair(Field("shift"), raw.shift.unwrap_or_default(), -MAX_MASK..=MAX_MASK).unwrap_or_default(),
        count: raw.count.as_ref().and_then(|raw| {
            let least = if matches!(raw, RawRamp::Plain(_)) { 1.0 } else { 0.0 };
            check.whole_ramp(Field("count"), raw, least..=MAX_COUNT, ROOM)
        }),
        least: raw.least.as_ref().map_or(Ramp::Constant(0.0), |raw| check.chance(Field("least"), raw, ROOM)),
        name: raw.name.as_deref().map(|name| name_number(check, name, &mut sheet.names)),
        turn,
        stance: TurnedFootprintSize::new(width, height, facing),
        stack: raw.stack,
        pattern: None,
        own_size,
    };
    if sheet.drawings[number].shape.has_mask() {
        let pattern = known_kind.and_then(|kind| formation.pattern(kind));
        formation.pattern = pattern.and_then(|pattern| sheet.pattern_index(pattern));
    }
    formation
}

/// Refuses fields that have no effect on a shape without a mask.
fn refuse_useless_fields(check: &mut Checker<'_>, raw: &RawFormation, shape: &FormationShape) {
    let (name, useless) = match shape {
        FormationShape::Border => ("border", [raw.at.is_some(), raw.size.is_some(), raw.shift.is_some(), false]),
        FormationShape::Route => ("route", [raw.at.is_some(), raw.size.is_some(), raw.shift.is_some(), false]),
        FormationShape::Scatter(_) => ("scatter", [false, false, false, raw.least.is_some()]),
        _ => return,
    };
    let fields = ["at", "size", "shift", "least"];
    for (field, _) in fields.into_iter().zip(useless).filter(|(_, is_useless)| *is_useless) {
        let help = match field {
            "least" => "it uses the cells that are free",
            _ => "walls and doors determine its cells",
        };
        check.inside(Field(field), |check| check.refuse(format!("a {name} cannot have `{field}`"), help.to_owned()));
    }
}

/// The index of a formation's name in `names`, which gets it if it is new.
///
/// Several formations may share a name, such as the alternatives of a group.
fn name_number<'raw>(check: &mut Checker<'_>, name: &'raw str, names: &mut Vec<&'raw str>) -> u16 {
    check.name(Field("name"), name);
    let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    number as u16
}

fn turn(raw: RawTurn) -> PropTurn {
    match raw {
        RawTurn::North => PropTurn::Fixed(Direction::North),
        RawTurn::East => PropTurn::Fixed(Direction::East),
        RawTurn::South => PropTurn::Fixed(Direction::South),
        RawTurn::West => PropTurn::Fixed(Direction::West),
        RawTurn::Random => PropTurn::Random,
    }
}

/// The index of the kind of prop with this name.
///
/// Refuses an unknown name, and a kind whose props are too large for every room of the layout.
fn prop(
    check: &mut Checker<'_>,
    name: &str,
    turn: PropTurn,
    FormationContext { kinds, largest, .. }: FormationContext<'_>,
) -> Option<usize> {
    let kinds = kinds?;
    let Some(position) = kinds.iter().position(|known| known.kind.name == name) else {
        let help = suggestion(name, kinds.iter().map(|known| known.kind.name.as_str()));
        check.refuse(format!("there is no prop {name:?}"), help);
        return None;
    };
    if let Some((footprint, largest)) = kinds[position].footprint.zip(largest)
        && !match turn {
            PropTurn::Fixed(direction) => largest.holds(footprint.turned(direction)),
            PropTurn::Random => largest.holds(footprint) || largest.holds(footprint.turned(Direction::East)),
        }
    {
        check.refuse(
            format!("no room that takes this layout can hold a prop of {footprint} cells"),
            format!("the largest of these rooms have {largest} cells"),
        );
    }
    Some(position)
}

fn shape(check: &mut Checker<'_>, raw: &RawShape) -> FormationShape {
    match raw {
        RawShape::Vertical => FormationShape::Vertical,
        RawShape::Horizontal => FormationShape::Horizontal,
        RawShape::Diamond => FormationShape::Diamond,
        RawShape::Circle => FormationShape::Circle,
        RawShape::Cross => FormationShape::Cross,
        RawShape::X => FormationShape::X,
        RawShape::Triangle => FormationShape::Triangle,
        RawShape::Square => FormationShape::Square,
        RawShape::Scatter(apart) => FormationShape::Scatter(
            check.inside(Field("shape"), |check| check.whole(Index(0), *apart, 1..=MAX_MASK).unwrap_or(1)),
        ),
        RawShape::Border => FormationShape::Border,
        RawShape::Route => FormationShape::Route,
        RawShape::Bitmap(rows) => FormationShape::Bitmap(
            check.inside(Field("shape"), |check| check.inside(Index(0), |check| bitmap(check, rows))),
        ),
    }
}

/// Checks a bitmap: rows of `#` (a prop) and `.` (none).
fn bitmap(check: &mut Checker<'_>, rows: &[String]) -> Vec<Vec<bool>> {
    let width = common_length(rows);
    let side = 1..=MAX_MASK as usize;
    if !side.contains(&width) || !side.contains(&rows.len()) {
        check.refuse(
            format!("a bitmap cannot have {width}x{} cells", rows.len()),
            format!("each side has 1 to {MAX_MASK} cells"),
        );
    }
    for (number, row) in rows.iter().enumerate() {
        let length = row.chars().count();
        let problem = match row.chars().find(|cell| !matches!(cell, '#' | '.')) {
            Some(other) => {
                Some((format!("{other:?} is not allowed in a bitmap"), "`#` is a prop, `.` is an empty cell"))
            }
            None if length != width => Some((
                format!("this row has {length} cells, the others have {width}"),
                "all rows of a bitmap have the same length",
            )),
            None => None,
        };
        if let Some((message, help)) = problem {
            check.inside(Index(number), |check| check.refuse(message, help.to_owned()));
        }
    }
    rows.iter().map(|row| row.chars().map(|cell| cell == '#').collect()).collect()
}

/// The size of a mask whose width and height are given in cells.
fn box_of(width: Ramp, height: Ramp) -> MaskSize {
    match (&width, &height) {
        (Ramp::Constant(width), Ramp::Constant(height)) => MaskSize::Cells(Extent::new(*width as i32, *height as i32)),
        _ => MaskSize::RampedCells(width, height),
    }
}

fn size(check: &mut Checker<'_>, raw: &RawSize) -> MaskSize {
    /// The smallest ratio of a mask to a room. Rounded up, it gives at least one cell.
    const MIN_SHARE: f32 = 1.0 / 256.0;
    check.inside(Field("size"), |check| {
        let cells = |check: &mut Checker<'_>, number, side: &RawRamp| {
            check.whole_ramp(Index(number), side, 1.0..=MAX_MASK as f32, ROOM).unwrap_or(Ramp::Constant(1.0))
        };
        let share = |check: &mut Checker<'_>, ratio: &RawRamp| {
            check.ramp(Index(0), ratio, MIN_SHARE..=MAX_SHARE, ROOM).unwrap_or(Ramp::Constant(1.0))
        };
        match raw {
            RawSize::Cells(side) => {
                let side = cells(check, 0, side);
                box_of(side.clone(), side)
            }
            RawSize::Box(width, height) => box_of(cells(check, 0, width), cells(check, 1, height)),
            RawSize::Ratio(ratio) => MaskSize::Ratio(share(check, ratio)),
            RawSize::Fit(ratio) => MaskSize::Fit(share(check, ratio)),
        }
    })
}
