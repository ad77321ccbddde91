use super::checker::{Checker, suggestion};
use crate::{
    geom::{Corner, Direction},
    model::{PropKind, RoomKind},
    preset::{
        Anchor, Drawing, Formation, Layout, MaskSize, RoomSides, Shape,
        locate::Step::{Field, Index},
        raw::{
            Entries, RawAnchor, RawFacing, RawFilter, RawFormation, RawLayout, RawProp, RawRoomKind, RawShape, RawSize,
        },
    },
};

/// The most layouts, and the largest weight of one: their sum fits 32 bits.
const MAX_LAYOUTS: usize = 1024;
const MAX_WEIGHT: i64 = 1_000_000;
/// The most formations in a layout: the work in a room is bounded by it.
const MAX_FORMATIONS: usize = 64;
/// The largest side of a mask given in cells or drawn by hand: the work of a stamp is bounded by it.
const MAX_MASK: i64 = 255;
/// The largest share of a room's side that a mask may have; a mask of twice the side covers the room from any anchor.
const MAX_SHARE: f32 = 2.0;

pub(super) fn layouts(
    check: &mut Checker<'_>,
    raw: &[RawLayout],
    props: &Entries<String, RawProp>,
    kinds: &[PropKind],
    sides: RoomSides,
) -> (Vec<Layout>, Vec<Drawing>) {
    let mut drawings = Vec::new();
    if raw.len() > MAX_LAYOUTS {
        check.refuse(format!("{} layouts are too many", raw.len()), format!("at most {MAX_LAYOUTS} are allowed"));
        return (Vec::new(), drawings);
    }
    let mut layouts = Vec::new();
    for (number, layout) in raw.iter().enumerate() {
        check.inside(Index(number), |check| {
            check.name(Field("name"), &layout.name);
            check.is_new(Field("name"), &layout.name, raw[..number].iter().map(|earlier| earlier.name.as_str()));
            let formations = check.inside(Field("formations"), |check| {
                if layout.formations.len() > MAX_FORMATIONS {
                    check.refuse(
                        format!("{} formations are too many", layout.formations.len()),
                        format!("a layout has at most {MAX_FORMATIONS}"),
                    );
                }
                let each = layout.formations.iter().enumerate();
                each.map(|(number, raw)| {
                    check.inside(Index(number), |check| formation(check, raw, props, kinds, &mut drawings))
                })
                .collect()
            });
            let mut checked = filtered(check, &layout.rooms, sides);
            checked.weight = check.whole(Field("weight"), layout.weight, 1..=MAX_WEIGHT).unsigned_abs();
            layouts.push(Layout { name: layout.name.clone(), formations, ..checked });
        });
    }
    (layouts, drawings)
}

/// A layout without name and formations, for the rooms that the filter lets through.
fn filtered(check: &mut Checker<'_>, raw: &RawFilter, sides: RoomSides) -> Layout {
    check.inside(Field("rooms"), |check| {
        let side = 1..=i64::from(crate::geom::Size::MAX_SIDE);
        let mut pair = |field, (width, height)| {
            check.inside(Field(field), |check| {
                (check.whole(Index(0), width, side.clone()), check.whole(Index(1), height, side.clone()))
            })
        };
        let min = pair("min", raw.min);
        let max = raw.max.map_or((sides.max, sides.max), |max| pair("max", max));
        let fits = |least: i32, most: i32| least <= most && least <= sides.max && most >= sides.min;
        if !fits(min.0, max.0) || !fits(min.1, max.1) {
            check.refuse(
                "no room can ever take this layout",
                format!(
                    "it wants rooms from {}x{} to {}x{}, the floor plan makes sides of {} to {}",
                    min.0, min.1, max.0, max.1, sides.min, sides.max
                ),
            );
        }
        let progress = check.reach(Field("progress"), raw.progress, 0.0..=1.0);
        let kinds = kinds_of(check, raw, progress);
        Layout { name: String::new(), weight: 1, min, max, kinds, progress, formations: Vec::new() }
    })
}

fn kinds_of(check: &mut Checker<'_>, raw: &RawFilter, progress: (f32, f32)) -> Vec<RoomKind> {
    let Some(given) = &raw.kinds else { return RoomKind::ALL.to_vec() };
    let named: Vec<_> = given
        .iter()
        .map(|kind| match kind {
            RawRoomKind::Start => RoomKind::Start,
            RawRoomKind::Path => RoomKind::Path,
            RawRoomKind::Bonus => RoomKind::Bonus,
            RawRoomKind::End => RoomKind::End,
        })
        .collect();
    let kinds: Vec<_> = RoomKind::ALL.into_iter().filter(|kind| named.contains(kind)).collect();
    let met = kinds.iter().any(|kind| match kind {
        RoomKind::Start => progress.0 <= 0.0,
        RoomKind::End => progress.1 >= 1.0,
        RoomKind::Path => progress.1 > 0.0 && progress.0 < 1.0,
        RoomKind::Bonus => true,
    });
    if !met {
        check.inside(Field("kinds"), |check| {
            check.refuse(
                "no room can ever take this layout",
                format!(
                    "it wants {:?} with a progress from {} to {}; the start room has 0, the end room 1, path rooms lie between",
                    kinds, progress.0, progress.1
                ),
            );
        });
    }
    kinds
}

fn formation(
    check: &mut Checker<'_>,
    raw: &RawFormation,
    props: &Entries<String, RawProp>,
    kinds: &[PropKind],
    drawings: &mut Vec<Drawing>,
) -> Formation {
    let kind = kinds.iter().position(|kind| kind.name == raw.prop).unwrap_or_else(|| {
        check.inside(Field("prop"), |check| {
            let help = suggestion(&raw.prop, props.0.iter().map(|(name, _)| name.as_str()));
            check.refuse(format!("there is no prop {:?}", raw.prop), help);
        });
        0
    });
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
        inset: check.whole(Field("inset"), raw.inset, 0..=MAX_MASK),
        kind: kind as u16,
        size: size(check, raw.size),
    }
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
    let width = rows.first().map_or(0, |row| row.chars().count());
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
                format!("this row has {length} cells, the first has {width}"),
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
            Anchor::At(check.number(Index(0), u, 0.0..=1.0), check.number(Index(1), v, 0.0..=1.0))
        }),
    }
}

fn size(check: &mut Checker<'_>, raw: RawSize) -> MaskSize {
    /// The smallest share: something of any room.
    const MIN_SHARE: f32 = 1.0 / 256.0;
    check.inside(Field("size"), |check| match raw {
        RawSize::Cells(side) => {
            let side = check.whole(Index(0), side, 1..=MAX_MASK);
            MaskSize::Cells(side, side)
        }
        RawSize::Box(width, height) => {
            MaskSize::Cells(check.whole(Index(0), width, 1..=MAX_MASK), check.whole(Index(1), height, 1..=MAX_MASK))
        }
        RawSize::Ratio(share) => MaskSize::Ratio(check.number(Index(0), share, MIN_SHARE..=MAX_SHARE)),
        RawSize::Fit(share) => MaskSize::Fit(check.number(Index(0), share, MIN_SHARE..=MAX_SHARE)),
    })
}
