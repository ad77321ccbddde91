//! The things of a plan: furniture by its size, what covers the floor as patterns, markers as
//! letters.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    color::Color,
    geom::{Cell, Direction, Rect},
    level::{Level, Prop},
    model::{Metres, PropKind},
};

use super::{
    colors::{FLOOR, INK, PALE, SOLID},
    shape::{InkPen, InkPoint, InkSubject, PARTS, TURN, along, cosine, ellipse, hash, rectangle},
};

/// The width of the outlines of furniture, and of fine lines, in parts.
const LINE: i32 = 12;
const FINE: i32 = 7;

/// How a kind is drawn that covers the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FlatCover {
    Water,
    Growth,
    Cloth,
    Tiles,
    Grains,
    /// Small things that lie about.
    Litter,
}

impl FlatCover {
    /// The pattern of a kind, by its size and colour: a level does not say what a kind is made of.
    fn of(kind: &PropKind) -> Self {
        let Color { r, g, b } = kind.color;
        let (most, least) = (r.max(g).max(b), r.min(g).min(b));
        let fills = |(cells, length): (u8, Metres)| length >= Metres::whole(i32::from(cells));
        match () {
            // What is flat, and yet no floor; or what roguelikes draw water with.
            () if kind.is_obstacle() || kind.glyph == '~' && r < b / 2 => Self::Water,
            () if ![(kind.width, kind.body[0]), (kind.height, kind.body[1])].into_iter().all(fills) => Self::Litter,
            () if most - least < 40 => Self::Grains,
            () if g == most => Self::Growth,
            () if g == least && g < most / 4 * 3 => Self::Cloth,
            () if b == most => Self::Tiles,
            () => Self::Grains,
        }
    }
}

/// Whether a kind that stands is a plant, by its colour.
fn is_plant(kind: &PropKind) -> bool {
    let Color { r, g, b } = kind.color;
    g > r.max(b) && g - r.min(b) >= 30
}

/// Draws the things that stand in the part that is shown: flat ones, then standing ones, then what
/// hangs.
pub(super) fn draw(pen: &mut InkPen, level: &Level, shown: Rect) {
    let things = || shown_props(level, shown).filter(|(_, prop)| !prop.kind.marker);
    let mut covers: BTreeMap<&str, (FlatCover, BTreeSet<Cell>)> = BTreeMap::new();
    for (_, prop) in things().filter(|(_, prop)| is_flat(prop.kind)) {
        let of_kind = covers.entry(&prop.kind.name).or_insert_with(|| (FlatCover::of(prop.kind), BTreeSet::new()));
        of_kind.1.extend(prop.cells.cells());
    }
    for (name, (cover, cells)) in covers {
        let kind = level.kinds().iter().position(|kind| &*kind.name == name).unwrap_or_default();
        pen.group(InkSubject::Cover(kind), |pen| draw_cover(pen, cover, &cells));
    }
    let mut standing: Vec<(usize, Prop<'_>)> = things().filter(|(_, prop)| !is_flat(prop.kind)).collect();
    // From low to high, so that what stands on a table is seen. The sort is stable.
    standing.sort_by_key(|(_, prop)| (hangs(prop.kind), prop.kind.elevation + prop.kind.tall));
    for (id, prop) in standing {
        pen.group(InkSubject::Prop(id), |pen| draw_standing(pen, &prop));
    }
}

/// Draws the letters of markers, each in a ring.
pub(super) fn draw_markers(pen: &mut InkPen, level: &Level, shown: Rect) {
    for (id, marker) in shown_props(level, shown).filter(|(_, prop)| prop.kind.marker) {
        pen.group(InkSubject::Prop(id), |pen| marker_sign(pen, middle(&marker), marker.kind.glyph));
    }
}

/// The props that lie wholly in the part that is shown, with their ids.
fn shown_props(level: &Level, shown: Rect) -> impl Iterator<Item = (usize, Prop<'_>)> {
    level.props().enumerate().filter(move |(_, prop)| shown.contains_rect(prop.cells))
}

/// The sign of a marker: its glyph in a ring.
pub(super) fn marker_sign(pen: &mut InkPen, at: InkPoint, glyph: char) {
    pen.outlined(ellipse(at, [94, 94]), FLOOR, LINE, INK);
    pen.write_about(&glyph.to_string(), at, 100, INK);
}

/// Whether a kind lies flat on the floor, like a carpet or water.
pub(super) fn is_flat(kind: &PropKind) -> bool {
    /// The maximum height of a flat prop, about the width of a hand.
    const FLAT: i32 = Metres::PARTS / 8;
    kind.elevation == Metres::default() && kind.tall.parts() <= FLAT
}

/// Whether a kind hangs overhead.
pub(super) fn hangs(kind: &PropKind) -> bool {
    kind.elevation >= PropKind::HEADROOM
}

/// The centre of a prop, in parts. Offsets are multiples of a part, so nothing is rounded but
/// halves.
fn middle(prop: &Prop<'_>) -> InkPoint {
    prop.center().map(|at| (at * f64::from(PARTS)) as i32)
}

/// Draws the area of a kind that covers floor: its outline, and a pattern.
fn draw_cover(pen: &mut InkPen, cover: FlatCover, cells: &BTreeSet<Cell>) {
    let mut outline = Vec::new();
    for &cell in cells {
        let [x, y] = [cell.x * PARTS, cell.y * PARTS];
        let corners = rectangle([x, y], [PARTS, PARTS]);
        let sides = [Direction::North, Direction::East, Direction::South, Direction::West];
        for (side, direction) in sides.into_iter().enumerate() {
            if !cells.contains(&cell.step(direction)) {
                outline.push(vec![corners[side], corners[(side + 1) % 4]]);
            }
        }
        let bits = hash(cell.x, cell.y, 7);
        let pattern: Vec<Vec<InkPoint>> = match cover {
            FlatCover::Water => {
                (0..2).map(|row| wave([x + 40 + ((bits >> (8 * row)) % 60) as i32, y + 70 + row * 116])).collect()
            }
            FlatCover::Growth => scattered(bits, 3)
                .map(|[dx, dy]| vec![[x + dx - 18, y + dy - 34], [x + dx, y + dy], [x + dx + 18, y + dy - 34]])
                .collect(),
            FlatCover::Cloth => vec![vec![[x + 128, y + 128]; 2]],
            FlatCover::Tiles => vec![vec![
                [x + 128, y + 70],
                [x + 186, y + 128],
                [x + 128, y + 186],
                [x + 70, y + 128],
                [x + 128, y + 70],
            ]],
            FlatCover::Grains => scattered(bits, 4).map(|[dx, dy]| vec![[x + dx, y + dy]; 2]).collect(),
            FlatCover::Litter => {
                scattered(bits, 3).map(|[dx, dy]| vec![[x + dx, y + dy], [x + dx + 26, y + dy + 14]]).collect()
            }
        };
        let width = match cover {
            FlatCover::Water | FlatCover::Growth | FlatCover::Tiles => FINE,
            FlatCover::Cloth | FlatCover::Grains | FlatCover::Litter => LINE,
        };
        pen.lines(pattern, width, PALE);
    }
    match cover {
        FlatCover::Water | FlatCover::Cloth => pen.lines(outline, LINE, PALE),
        FlatCover::Tiles => pen.lines(outline, FINE, PALE),
        FlatCover::Growth | FlatCover::Grains | FlatCover::Litter => {}
    }
}

/// A ripple of water from a point.
fn wave([x, y]: InkPoint) -> Vec<InkPoint> {
    [[0, 0], [20, -14], [40, 0], [60, 14], [80, 0], [100, -14], [120, 0]].map(|[dx, dy]| [x + dx, y + dy]).to_vec()
}

/// Places within a cell, away from its edges and from each other.
fn scattered(bits: u32, count: u32) -> impl Iterator<Item = InkPoint> {
    (0..count).map(move |number| {
        let own = bits.rotate_left(number * 8);
        let (column, row) = ((number + (bits >> 30)) % 2, (number / 2 + (bits >> 29)) % 2);
        [column, row].map(|half| 30 + 118 * half as i32).map(|at| at + (own % 80) as i32)
    })
}

/// Draws a thing that stands on the floor, or hangs above it.
fn draw_standing(pen: &mut InkPen, prop: &Prop<'_>) {
    let kind = prop.kind;
    let [width, height] = kind.turned_body(prop.turn).map(|length| length.parts() - 20);
    let at = middle(prop);
    let half = [width.max(40) / 2, height.max(40) / 2];
    let corner = [at[0] - half[0], at[1] - half[1]];
    let is_square = kind.body[0] == kind.body[1];
    let is_tall = kind.tall >= Metres::whole(2);
    if hangs(kind) {
        let ring = ellipse(at, half);
        pen.lines(ring.chunks(4).map(|part| part[..part.len() - 1].to_vec()).collect(), FINE, PALE);
        return;
    }
    match () {
        () if is_plant(kind) && is_square => {
            pen.outlined(crown(at, half, hash(at[0], at[1], 11)), FLOOR, LINE, INK);
            if is_tall {
                pen.fill(vec![ellipse(at, [20, 20])], INK);
            }
        }
        () if !kind.is_obstacle() => {
            pen.outlined(ellipse(at, half.map(|half| half / 2)), FLOOR, FINE, INK);
        }
        // A statue on its base, or what is as large.
        () if is_square && is_tall && half[0] > PARTS * 5 / 8 => {
            pen.outlined(rectangle(corner, half.map(|half| 2 * half)), FLOOR, LINE, INK);
            pen.outlined(ellipse(at, half.map(|half| half * 3 / 4)), FLOOR, LINE, INK);
            pen.outlined(ellipse(at, half.map(|half| half * 2 / 5)), SOLID, LINE, INK);
        }
        () if is_square && is_tall => pen.outlined(ellipse(at, half), SOLID, LINE, INK),
        () if is_square && half[0] <= PARTS / 2 => {
            pen.outlined(ellipse(at, half), FLOOR, LINE, INK);
            pen.outlined(ellipse(at, half.map(|half| half * 5 / 9)), FLOOR, FINE, INK);
        }
        () => {
            let fill = if is_tall { SOLID } else { FLOOR };
            pen.outlined(rectangle(corner, [2 * half[0], 2 * half[1]]), fill, LINE, INK);
            if !is_tall && half[0].min(half[1]) > 50 {
                let inner = [corner[0] + 28, corner[1] + 28];
                pen.outlined(rectangle(inner, [2 * half[0] - 56, 2 * half[1] - 56]), FLOOR, FINE, SOLID);
            }
        }
    }
}

/// The crown of a tree or bush: a circle of bulges.
fn crown([x, y]: InkPoint, [across, down]: [i32; 2], bits: u32) -> Vec<InkPoint> {
    const BULGES: usize = 8;
    let turn = (bits % 8) as usize;
    let points = (0..TURN).map(|step| {
        let in_bulge = step % (TURN / BULGES);
        // From 0 between two bulges to 16 on one.
        let out = [0, 8, 13, 15, 16, 15, 13, 8][in_bulge];
        let length = |half: i32| half * (80 + out) / 96;
        [x + along(length(across), cosine(step + turn)), y + along(length(down), cosine(step + turn + 48))]
    });
    points.collect()
}
