//! Drawings: the shapes of masks, independent of their sizes.

use serde::Deserialize;

use crate::geom::{Direction, Extent};

/// The shape of a formation's mask, independent of the mask's size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MaskDrawing {
    /// The shape.
    pub shape: FormationShape,
    /// The side to which a triangle points.
    pub facing: Direction,
    /// Whether the inside of the outline is filled.
    pub fill: bool,
    /// Whether every other cell is left out: of an outline with diagonal parts along the outline,
    /// else as on a checkerboard.
    pub checker: bool,
    /// The side to which the top of the whole mask is turned.
    pub turn: Direction,
}

/// The shape of a formation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Shape"))]
#[non_exhaustive]
pub enum FormationShape {
    /// A vertical line through the middle.
    Vertical,
    /// A horizontal line through the middle.
    Horizontal,
    /// A square that stands on its corner.
    Diamond,
    /// A circle, or an ellipse where the mask's width and height differ.
    Circle,
    /// A vertical and a horizontal line through the middle.
    Cross,
    /// Both diagonals.
    X,
    /// An isosceles triangle, its apex on the side that it faces.
    Triangle,
    /// The outline of a rectangle.
    Square,
    /// A bitmap: rows of `#` (a prop) and `.` (none). In a preset, all have the same length.
    Bitmap(Vec<String>),
    /// Random cells. Any two are at least this many columns or this many rows apart.
    ///
    /// Neighbouring cells are 1 apart. In a preset, the number is from 1 to 255.
    Scatter(i64),
    /// The floor cells along the room's walls. The formation's anchor has no effect.
    Border,
    /// The cells on the shortest routes from the room's first door to each other door.
    ///
    /// In a room with one door: on the route from that door to the centre. The formation's `from`
    /// and `to` choose other ends; its anchor has no effect.
    Route,
    /// A word of the preset language, which no [`MaskDrawing`] of a preset has: a horizontal line
    /// with [`MaskAxis::Long`](super::MaskAxis::Long), if it has no other axis.
    Line,
    /// A piece without straight sides that is filled, another at each anchor.
    ///
    /// It is grown from random words by a cellular automaton, within the ellipse of the mask's box.
    Blob,
}

/// What decides the cells of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShapeCells {
    /// A mask, centred at points.
    Mask,
    /// A mask, and random numbers that choose among its cells: any two are at least `apart` columns
    /// or rows apart.
    RandomMask { apart: i32 },
    /// A mask that is grown from random words at each point.
    Blob,
    /// The room's walls.
    Walls,
    /// The room's doors.
    Doors,
}

/// The properties of a shape.
struct ShapeFacts {
    /// The shape with its article, for messages.
    name: &'static str,
    cells: ShapeCells,
    /// Whether the outline encloses cells, so that it can be filled.
    encloses: bool,
    /// Whether the outline has diagonal parts.
    is_diagonal: bool,
}

impl FormationShape {
    #[inline]
    const fn facts(&self) -> ShapeFacts {
        use ShapeCells::{Blob, Doors, Mask, RandomMask, Walls};
        let (name, cells, encloses) = match self {
            Self::Vertical | Self::Horizontal | Self::Line => ("a line", Mask, false),
            Self::Diamond => ("a diamond", Mask, true),
            Self::Circle => ("a circle", Mask, true),
            Self::Cross => ("a cross", Mask, false),
            Self::X => ("an X", Mask, false),
            Self::Triangle => ("a triangle", Mask, true),
            Self::Square => ("a square", Mask, true),
            Self::Bitmap(_) => ("a bitmap", Mask, true),
            // The check admits 1 to 255. Before it, nobody reads the number.
            Self::Scatter(apart) => ("a scatter", RandomMask { apart: *apart as i32 }, false),
            Self::Blob => ("a blob", Blob, false),
            Self::Border => ("a border", Walls, false),
            Self::Route => ("a route", Doors, false),
        };
        let is_diagonal = matches!(self, Self::Diamond | Self::Circle | Self::X | Self::Triangle);
        ShapeFacts { name, cells, encloses, is_diagonal }
    }

    /// The shape with its article, as in "a circle".
    pub(crate) fn name_with_article(&self) -> &'static str {
        self.facts().name
    }

    /// What decides the cells of the shape.
    #[inline]
    pub(crate) fn cells(&self) -> ShapeCells {
        self.facts().cells
    }

    /// Whether the outline encloses cells, so that it can be filled.
    pub(crate) fn encloses(&self) -> bool {
        self.facts().encloses
    }

    /// Whether the outline has diagonal parts, where a checkerboard keeps all cells or none.
    pub(crate) fn is_diagonal(&self) -> bool {
        self.facts().is_diagonal
    }

    /// The turn that lays the mask on the line of a door in the wall on `side` of the room.
    ///
    /// A bitmap is turned with its bottom to the door. A line is turned by at most one quarter: the
    /// middle of an even number of cells stays in the north or west. `None` for other shapes.
    pub(crate) fn turn_to_door(&self, side: Direction) -> Option<Direction> {
        match self {
            Self::Vertical if side.is_east_west() => Some(Direction::East),
            Self::Horizontal | Self::Line if !side.is_east_west() => Some(Direction::West),
            Self::Vertical | Self::Horizontal | Self::Line => Some(Direction::North),
            Self::Bitmap(_) => Some(side.opposite()),
            Self::Diamond | Self::Circle | Self::Cross | Self::X | Self::Triangle | Self::Square => None,
            Self::Scatter(_) | Self::Blob | Self::Border | Self::Route => None,
        }
    }

    /// The shape with rows and columns exchanged.
    pub(in crate::preset) fn transposed(&self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal | Self::Line => Self::Vertical,
            Self::Bitmap(rows) => {
                let columns = rows.iter().map(String::len).max().unwrap_or_default();
                // The check admits two characters of one byte each.
                let cell = |row: &String, x: usize| if row.as_bytes().get(x) == Some(&b'#') { '#' } else { '.' };
                Self::Bitmap((0..columns).map(|x| rows.iter().map(|row| cell(row, x)).collect()).collect())
            }
            Self::Diamond | Self::Circle | Self::Cross | Self::X | Self::Triangle | Self::Square => self.clone(),
            Self::Scatter(_) | Self::Blob | Self::Border | Self::Route => self.clone(),
        }
    }

    /// The columns and rows of a bitmap, which the formation's size cannot change.
    ///
    /// `None` for other shapes.
    pub(crate) fn own_size(&self) -> Option<Extent> {
        if let Self::Bitmap(rows) = self {
            // The check admits two characters of one byte each.
            Some(Extent::new(rows.first().map_or(1, String::len) as i32, rows.len() as i32))
        } else {
            None
        }
    }
}

impl MaskDrawing {
    /// The outline of a shape that faces north, with all of its cells.
    #[must_use]
    pub const fn plain(shape: FormationShape) -> Self {
        Self { shape, facing: Direction::North, fill: false, checker: false, turn: Direction::North }
    }

    /// The drawing with rows and columns exchanged.
    pub(in crate::preset) fn transposed(&self) -> Self {
        // Other shapes have no apex, and are the same drawing whatever they face.
        let facing = match (&self.shape, self.facing) {
            (FormationShape::Triangle, Direction::North) => Direction::West,
            (FormationShape::Triangle, Direction::East) => Direction::South,
            (FormationShape::Triangle, Direction::South) => Direction::East,
            (FormationShape::Triangle, Direction::West) => Direction::North,
            (_, facing) => facing,
        };
        Self { shape: self.shape.transposed(), facing, ..self.clone() }
    }

    /// Whether this is `drawing` with the turn `turn`.
    pub(in crate::preset) fn is_turned(&self, drawing: &Self, turn: Direction) -> bool {
        let Self { shape, facing, fill, checker, turn: own } = self;
        let alike = (facing, fill, checker) == (&drawing.facing, &drawing.fill, &drawing.checker);
        *own == turn && alike && *shape == drawing.shape
    }
}
