//! Decides the form of each prop in the isometric view: a solid, an upright sprite, or a cloth on a
//! wall.
//!
//! Consumes a prop, the level around it and the figure of its sprite. The rules see how much of its
//! box a figure fills, whether it is round and whether it has legs; no rule knows a name.

use super::{brush::IsoBoxFace, figure::Figure, shapes, walls::WALL};
use roomgen::{
    geom::{Cell, Direction},
    level::{Level, Prop},
    model::{Metres, PropKind},
};

use super::super::{canvas::CELL, sunken::is_ground};

/// The height from which a prop counts as high, in sixteenths of a metre: what is lower shows its
/// top.
const HIGH: i32 = 20;

/// The most that a thing is drawn high, in sixteenths of a metre. A column of four metres would
/// hide what is behind it.
const MOST: i32 = 30;

/// The maximum drawn height of a thing that its sprite shows from above, in sixteenths of a metre.
const RAISED: i32 = 14;

/// The maximum drawn depth of a thing with one front, in sixteenths of a metre.
const DEEP: i32 = 10;

/// The part of its box that a cloth fills at least, in percent.
const CLOTH: i32 = 75;

/// The form in which a prop is drawn in the isometric view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum IsoPropStyle {
    /// A prop without a sprite: a box in the kind's colour, with its glyph on top.
    Plain,
    /// A sprite that stands upright, facing the viewer.
    Billboard,
    /// A sprite that hangs from the ceiling, facing the viewer, above its shadow.
    Hanging,
    /// A sprite that hangs on the wall at this side of its cells.
    OnWall(Direction),
    /// A solid that shows its sprite on two sides, and on its top if that is flat.
    Hull,
    /// A solid that shows its sprite on its long side.
    Front(IsoBoxFace),
    /// A solid with a flat top on legs or a skirt.
    Table(IsoBoxFace),
    /// A solid that is round at each height.
    Round,
    /// A solid that its sprite shows from above.
    Raised,
}

impl IsoPropStyle {
    /// Whether its sprite stays as drawn when the prop turns, since it shows a front.
    pub(super) fn shows_front(self) -> bool {
        match self {
            Self::Plain | Self::Raised => false,
            Self::Billboard
            | Self::Hanging
            | Self::OnWall(_)
            | Self::Hull
            | Self::Front(_)
            | Self::Table(_)
            | Self::Round => true,
        }
    }

    /// Whether it is drawn as one image, with the nearest of its cells.
    pub(super) fn is_upright(self) -> bool {
        matches!(self, Self::Billboard | Self::Hanging)
    }
}

/// The form of a prop whose sprite shows `figure`.
pub(super) fn form(prop: &Prop<'_>, figure: &Figure, level: &Level) -> IsoPropStyle {
    let kind = prop.kind;
    let cells = [kind.width, kind.height];
    if kind.elevation >= PropKind::HEADROOM {
        // A cloth lies flat on a wall. A lamp is narrow, and hangs before it.
        let is_cloth = kind.height == 1 && (kind.width > 1 || figure.filled() >= CLOTH);
        return match wall_beside(prop, level).filter(|_| is_cloth) {
            Some(side) => IsoPropStyle::OnWall(side),
            None => IsoPropStyle::Hanging,
        };
    }
    let face = if prop.turn.is_east_west() { IsoBoxFace::East } else { IsoBoxFace::South };
    let (filled, tall) = (figure.filled(), sixteenths(kind.tall));
    let is_low = tall < HIGH;
    match cells {
        [1, 1] if filled >= shapes::BOX => IsoPropStyle::Hull,
        [1, 1] if kind.is_obstacle() && figure.is_round() && filled >= 80 && figure.has_foot() => IsoPropStyle::Round,
        [1, 1] => IsoPropStyle::Billboard,
        [1, _] if is_low => IsoPropStyle::Raised,
        [_, 1] if filled >= 94 && !is_low => IsoPropStyle::Front(face),
        [_, 1] if is_low && shapes::has_legs(figure) => IsoPropStyle::Table(face),
        [_, 1] if figure.is_round() && filled < 80 => IsoPropStyle::Round,
        [_, 1] if is_low && figure.filled() >= 80 => IsoPropStyle::Table(face),
        [_, 1] => IsoPropStyle::Front(face),
        _ if is_low && shapes::has_legs(figure) => IsoPropStyle::Table(face),
        _ if is_low && filled >= 94 => IsoPropStyle::Raised,
        _ if !is_low && filled >= 85 => IsoPropStyle::Hull,
        _ => IsoPropStyle::Billboard,
    }
}

/// The side of a prop's cells at which there is wall, all along it. The walls in the north and in
/// the west come first, since the view shows their faces.
fn wall_beside(prop: &Prop<'_>, level: &Level) -> Option<Direction> {
    let [left, top, right, bottom] = [prop.cells.left(), prop.cells.top(), prop.cells.right(), prop.cells.bottom()];
    let is_wall = |x: i32, y: i32| !is_ground(level, Cell::new(x, y));
    let is_along = |side: Direction| match side {
        Direction::North => (left..right).all(|x| is_wall(x, top - 1)),
        Direction::South => (left..right).all(|x| is_wall(x, bottom)),
        Direction::West => (top..bottom).all(|y| is_wall(left - 1, y)),
        Direction::East => (top..bottom).all(|y| is_wall(right, y)),
    };
    // A thing hangs with its long side to the wall.
    let is_long = |side: Direction| match side {
        Direction::North | Direction::South => right - left >= bottom - top,
        Direction::West | Direction::East => bottom - top >= right - left,
    };
    let sides = [Direction::North, Direction::West, Direction::South, Direction::East];
    sides.into_iter().find(|&side| is_long(side) && is_along(side))
}

/// A length in sixteenths of a metre, rounded to a whole number.
pub(super) fn sixteenths(length: Metres) -> i32 {
    (length.parts() * CELL + Metres::PARTS / 2).div_euclid(Metres::PARTS)
}

/// The height at which a thing of this height is drawn: of what is above a metre, a third.
pub(super) fn drawn_height(tall: i32) -> i32 {
    if tall <= CELL { tall.max(1) } else { (CELL + (tall - CELL) / 3).min(MOST) }
}

/// The place of a prop in the picture's space.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsoExtent {
    /// The outline on the floor as [left, top, right, bottom], in sixteenths of a metre.
    pub(super) floor: [i32; 4],
    /// The heights of the underside and of the top above the floor, in sixteenths of a metre.
    pub(super) bottom: i32,
    pub(super) top: i32,
}

impl IsoExtent {
    /// The place of a prop of this form.
    pub(super) fn new(prop: &Prop<'_>, form: IsoPropStyle, figure: Option<&Figure>) -> Self {
        let kind = prop.kind;
        let [width, depth] = kind.turned_body(prop.turn).map(sixteenths);
        let [dx, dy] = prop.offset.map(|metres| (metres * CELL as f32).round() as i32);
        let middle = |first: i32, end: i32, moved: i32| (first + end) * CELL / 2 + moved;
        let x = middle(prop.cells.left(), prop.cells.right(), dx);
        let y = middle(prop.cells.top(), prop.cells.bottom(), dy);
        let (mut width, mut depth) = (width.max(2), depth.max(2));
        let mut tall = drawn_height(sixteenths(kind.tall));
        let mut bottom = drawn_height(sixteenths(kind.elevation)).min(sixteenths(kind.elevation));
        match form {
            IsoPropStyle::Billboard | IsoPropStyle::Hanging => {}
            IsoPropStyle::OnWall(_) => tall = sixteenths(kind.tall).clamp(CELL / 2, CELL),
            // A solid is smaller than the body, so that there is a gap between adjoining ones.
            IsoPropStyle::Plain | IsoPropStyle::Hull | IsoPropStyle::Round | IsoPropStyle::Table(_) => {
                (width, depth) = ((width - 2).max(2), (depth - 2).max(2));
                tall = tall.max(3);
            }
            IsoPropStyle::Front(IsoBoxFace::East) => width = width.min(DEEP),
            IsoPropStyle::Front(_) => depth = depth.min(DEEP),
            IsoPropStyle::Raised => tall = tall.min(RAISED),
        }
        if kind.elevation >= PropKind::HEADROOM {
            bottom = match form {
                IsoPropStyle::OnWall(_) => WALL - 1 - tall,
                IsoPropStyle::Hanging => CELL / 2,
                _ => (WALL - tall).max(CELL / 2),
            };
        }
        let mut floor = [x - width / 2, y - depth / 2, x + (width + 1) / 2, y + (depth + 1) / 2];
        match (form, figure) {
            (IsoPropStyle::OnWall(side), _) => {
                let [left, top] = [prop.cells.left() * CELL, prop.cells.top() * CELL];
                let [right, bottom] = [prop.cells.right() * CELL, prop.cells.bottom() * CELL];
                floor = match side {
                    Direction::North => [left, top, right, top + 2],
                    Direction::South => [left, bottom - 2, right, bottom],
                    Direction::West => [left, top, left + 2, bottom],
                    Direction::East => [right - 2, top, right, bottom],
                };
            }
            (IsoPropStyle::Raised, Some(figure)) => {
                let [left, top] = figure.offset();
                let (left, top) = (prop.cells.left() * CELL + left + dx, prop.cells.top() * CELL + top + dy);
                floor = [left, top, left + figure.width(), top + figure.height()];
            }
            _ => {}
        }
        Self { floor, bottom, top: bottom + tall }
    }

    /// Width, depth and height.
    pub(super) fn size(&self) -> [i32; 3] {
        let [left, top, right, bottom] = self.floor;
        [right - left, bottom - top, self.top - self.bottom]
    }

    /// The corner in the north and west, at the underside.
    pub(super) fn corner(&self) -> [i32; 3] {
        [self.floor[0], self.floor[1], self.bottom]
    }
}

#[cfg(test)]
mod tests {
    use roomgen::Preset;

    use super::{
        super::super::{props::cut_out, tests::one_room},
        *,
    };

    /// The form of a kind of a built-in preset at a cell of a room whose walls lie at 0 and 7.
    fn form_of(preset: &str, name: &str, cell: (u16, u16)) -> IsoPropStyle {
        let preset = Preset::built_in(preset).expect("a preset");
        let kind = preset.kinds().iter().find(|kind| kind.name == name).expect(name);
        let level = one_room(|room| room.props(kind.clone(), &[cell]));
        let prop = level.props().next().expect("a prop");
        let size = [kind.width, kind.height].map(i32::from);
        let figure = Figure::of(&cut_out(kind, size, Direction::North, preset.theme()));
        form(&prop, figure.without_ground().as_ref().unwrap_or(&figure), &level)
    }

    #[test]
    fn crates_are_boxes_columns_are_round_and_beds_are_raised() {
        use IsoPropStyle::{Billboard, Front, Hanging, Hull, OnWall, Raised, Round, Table};
        let south = IsoBoxFace::South;
        for (preset, name, wanted) in [
            ("warehouse", "crate", Hull),
            ("warehouse", "stack", Hull),
            ("crypt", "chest", Hull),
            ("arena", "cage", Hull),
            ("garden", "roses", Hull),
            ("warehouse", "barrel", Round),
            ("crypt", "pillar", Round),
            ("temple", "column", Round),
            ("library", "table", Table(south)),
            ("library", "map table", Table(south)),
            ("arena", "bench", Table(south)),
            ("library", "bookshelf", Front(south)),
            ("grove", "bed", Raised),
            ("crypt", "sarcophagus", Raised),
            ("grove", "oak", Billboard),
            ("garden", "fountain", Billboard),
            ("arena", "spikes", Billboard),
            ("garden", "statue", Billboard),
            ("warehouse", "lantern", Hanging),
            ("warehouse", "hoist", Hanging),
            ("arena", "banner", Hanging),
        ] {
            assert_eq!(form_of(preset, name, (3, 3)), wanted, "{name} of {preset}");
        }
        for (cell, side) in [
            ((3, 1), Direction::North),
            ((1, 3), Direction::West),
            ((3, 6), Direction::South),
            ((6, 3), Direction::East),
            ((1, 1), Direction::North),
        ] {
            assert_eq!(form_of("arena", "banner", cell), OnWall(side), "{cell:?}");
            assert_eq!(form_of("warehouse", "lantern", cell), Hanging, "a lamp hangs before the wall");
        }
    }

    #[test]
    fn props_above_a_metre_are_drawn_lower_but_keep_their_order() {
        let drawn: Vec<i32> = (0..200).map(drawn_height).collect();
        assert!(drawn.is_sorted() && drawn[16] == 16 && drawn[199] == MOST && drawn[0] == 1);
    }

    #[test]
    fn a_length_is_rounded_to_the_nearest_sixteenth() {
        for parts in 0..2000 {
            let length = Metres::exact(parts as f32 / Metres::PARTS as f32).expect("a multiple of 1/256 m");
            let exact = parts * CELL;
            assert!((sixteenths(length) * Metres::PARTS - exact).abs() * 2 <= Metres::PARTS, "{parts}");
        }
    }
}
