//! Formations: what is stamped, where, how large, and of which prop.

use super::{
    checker::{Checker, common_length, suggestion},
    props::Kind,
    ramps::ROOM,
};
use crate::{
    geom::{Corner, Direction},
    preset::{
        Anchor, Drawing, Formation, MaskSize, Ramp, Shape,
        locate::Step::{Field, Index},
        raw::{RawAnchor, RawFacing, RawFormation, RawRamp, RawShape, RawSize},
    },
};

/// The largest side of a mask given in cells or drawn by hand: the work of a stamp is bounded by it.
const MAX_MASK: i64 = 255;
/// The largest share of a room's side that a mask may have; a mask of twice the side covers the room from any anchor.
const MAX_SHARE: f32 = 2.0;

/// What a formation depends on, as far as it was not refused.
#[derive(Clone, Copy)]
pub(super) struct Known<'preset> {
    /// The kinds of props, by name.
    pub(super) kinds: Option<&'preset [Kind]>,
    /// The largest width and height of the rooms that take the layout.
    pub(super) largest: Option<(i32, i32)>,
}

pub(super) fn formation(
    check: &mut Checker<'_>,
    raw: &RawFormation,
    known: Known<'_>,
    drawings: &mut Vec<Drawing>,
) -> Formation {
    let kind = check.inside(Field("prop"), |check| prop(check, &raw.prop, known)).unwrap_or_default();
    let drawing = Drawing {
        shape: shape(check, &raw.shape),
        facing: match raw.facing {
            RawFacing::North => Direction::North,
            RawFacing::East => Direction::East,
            RawFacing::South => Direction::South,
            RawFacing::West => Direction::West,
        },
        fill: raw.fill,
        checker: raw.checker,
    };
    let number = drawings.iter().position(|known| *known == drawing).unwrap_or_else(|| {
        drawings.push(drawing);
        drawings.len() - 1
    });
    Formation {
        // At most 1024 layouts of 64 formations: 65536 drawings.
        drawing: number as u16,
        at: anchor(check, raw.at),
        inset: check.whole(Field("inset"), raw.inset, 0..=MAX_MASK).unwrap_or_default(),
        kind: kind as u16,
        size: size(check, &raw.size),
    }
}

/// The position of a kind of prop, which has to fit one of the layout's rooms.
fn prop(check: &mut Checker<'_>, name: &str, Known { kinds, largest }: Known<'_>) -> Option<usize> {
    let kinds = kinds?;
    let Some(position) = kinds.iter().position(|known| known.kind.name == name) else {
        let help = suggestion(name, kinds.iter().map(|known| known.kind.name.as_str()));
        check.refuse(format!("there is no prop {name:?}"), help);
        return None;
    };
    if let Some(((width, height), largest)) = kinds[position].footprint.zip(largest)
        && (width > largest.0 || height > largest.1)
    {
        check.refuse(
            format!("no room that takes this layout can hold a prop of {width}x{height} cells"),
            format!("the largest of them have {}x{} cells", largest.0, largest.1),
        );
    }
    Some(position)
}

fn shape(check: &mut Checker<'_>, raw: &RawShape) -> Shape {
    match raw {
        RawShape::Vertical => Shape::Vertical,
        RawShape::Horizontal => Shape::Horizontal,
        RawShape::Diamond => Shape::Diamond,
        RawShape::Circle => Shape::Circle,
        RawShape::Cross => Shape::Cross,
        RawShape::X => Shape::X,
        RawShape::Triangle => Shape::Triangle,
        RawShape::Square => Shape::Square,
        RawShape::Bitmap(rows) => {
            Shape::Bitmap(check.inside(Field("shape"), |check| check.inside(Index(0), |check| bitmap(check, rows))))
        }
    }
}

/// Rows of `#` (a prop) and `.` (none).
fn bitmap(check: &mut Checker<'_>, rows: &[String]) -> Vec<Vec<bool>> {
    let width = common_length(rows);
    let side = 1..=MAX_MASK as usize;
    if !side.contains(&width) || !side.contains(&rows.len()) {
        check.refuse(
            format!("a bitmap of {width} by {} cells", rows.len()),
            format!("a side has 1 to {MAX_MASK} cells"),
        );
    }
    for (number, row) in rows.iter().enumerate() {
        let length = row.chars().count();
        let problem = match row.chars().find(|cell| !matches!(cell, '#' | '.')) {
            Some(other) => Some((format!("{other:?} stands in a bitmap"), "`#` is a prop, `.` is none")),
            None if length != width => Some((
                format!("this row has {length} cells, the others have {width}"),
                "all rows of a bitmap are of one length",
            )),
            None => None,
        };
        if let Some((message, help)) = problem {
            check.inside(Index(number), |check| check.refuse(message, help.to_owned()));
        }
    }
    rows.iter().map(|row| row.chars().map(|cell| cell == '#').collect()).collect()
}

fn anchor(check: &mut Checker<'_>, raw: RawAnchor) -> Anchor {
    match raw {
        RawAnchor::Center => Anchor::Center,
        RawAnchor::Corners => Anchor::Corners,
        RawAnchor::NorthWest => Anchor::Corner(Corner::NorthWest),
        RawAnchor::NorthEast => Anchor::Corner(Corner::NorthEast),
        RawAnchor::SouthEast => Anchor::Corner(Corner::SouthEast),
        RawAnchor::SouthWest => Anchor::Corner(Corner::SouthWest),
        RawAnchor::Walls => Anchor::Walls,
        RawAnchor::North => Anchor::Wall(Direction::North),
        RawAnchor::East => Anchor::Wall(Direction::East),
        RawAnchor::South => Anchor::Wall(Direction::South),
        RawAnchor::West => Anchor::Wall(Direction::West),
        RawAnchor::Quarters => Anchor::Quarters,
        RawAnchor::Doors => Anchor::Doors,
        RawAnchor::At(u, v) => check.inside(Field("at"), |check| {
            let mut share = |number, share| check.number(Index(number), share, 0.0..=1.0).unwrap_or_default();
            Anchor::At(share(0, u), share(1, v))
        }),
    }
}

fn size(check: &mut Checker<'_>, raw: &RawSize) -> MaskSize {
    /// The smallest share: something of any room.
    const MIN_SHARE: f32 = 1.0 / 256.0;
    check.inside(Field("size"), |check| {
        let cells = |check: &mut Checker<'_>, number, side: &RawRamp| {
            check.whole_ramp(Index(number), side, 1.0..=MAX_MASK as f32, &ROOM).unwrap_or(Ramp::Constant(1.0))
        };
        let share = |check: &mut Checker<'_>, ratio: &RawRamp| {
            check.ramp(Index(0), ratio, MIN_SHARE..=MAX_SHARE, &ROOM).unwrap_or(Ramp::Constant(1.0))
        };
        match raw {
            RawSize::Cells(side) => {
                let side = cells(check, 0, side);
                MaskSize::Cells(side.clone(), side)
            }
            RawSize::Box(width, height) => MaskSize::Cells(cells(check, 0, width), cells(check, 1, height)),
            RawSize::Ratio(ratio) => MaskSize::Ratio(share(check, ratio)),
            RawSize::Fit(ratio) => MaskSize::Fit(share(check, ratio)),
        }
    })
}
