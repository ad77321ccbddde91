//! Drawings: the shapes of masks, independent of their sizes.

use crate::{
    digest::Digest,
    geom::{Direction, Extent},
};

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
    /// Whether every other cell is left out, as on a checkerboard.
    pub checker: bool,
}

/// The shape of a formation.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A bitmap: rows of cells, all of the same length.
    Bitmap(Vec<Vec<bool>>),
    /// Random cells. Any two are at least this many columns or this many rows apart.
    ///
    /// Neighbouring cells are 1 apart.
    Scatter(i32),
    /// The floor cells along the room's walls. The formation's anchor has no effect.
    Border,
    /// The cells on the shortest routes from the room's first door to each other door.
    ///
    /// In a room with one door: on the route from that door to the centre. The formation's anchor
    /// has no effect.
    Route,
}

impl FormationShape {
    /// Whether the shape is a mask, which is centred at points. Other shapes follow the room's
    /// floor or random numbers.
    pub(crate) fn has_mask(&self) -> bool {
        match self {
            Self::Vertical
            | Self::Horizontal
            | Self::Diamond
            | Self::Circle
            | Self::Cross
            | Self::X
            | Self::Triangle
            | Self::Square
            | Self::Bitmap(_) => true,
            Self::Scatter(_) | Self::Border | Self::Route => false,
        }
    }
}

impl MaskDrawing {
    /// The outline of a shape that faces north, with all of its cells.
    #[must_use]
    pub const fn plain(shape: FormationShape) -> Self {
        Self { shape, facing: Direction::North, fill: false, checker: false }
    }

    /// The columns and rows of a bitmap, which the formation's size cannot change.
    ///
    /// `None` for other shapes.
    pub(in crate::preset) fn own_size(&self) -> Option<Extent> {
        match &self.shape {
            FormationShape::Bitmap(rows) => {
                Some(Extent::new(rows.first().map_or(1, Vec::len) as i32, rows.len() as i32))
            }
            _ => None,
        }
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        let Self { shape, facing, fill, checker } = self;
        let code = match shape {
            FormationShape::Vertical => 0,
            FormationShape::Horizontal => 1,
            FormationShape::Diamond => 2,
            FormationShape::Circle => 3,
            FormationShape::Cross => 4,
            FormationShape::X => 5,
            FormationShape::Triangle => 6,
            FormationShape::Square => 7,
            FormationShape::Bitmap(_) => 8,
            FormationShape::Scatter(_) => 9,
            FormationShape::Border => 10,
            FormationShape::Route => 11,
        };
        digest.number(code).number(*facing as u8).number(*fill).number(*checker);
        if let FormationShape::Scatter(apart) = shape {
            digest.number(*apart);
        }
        if let FormationShape::Bitmap(rows) = shape {
            digest.list(rows, |digest, row| {
                digest.list(row, |digest, &cell| {
                    digest.number(cell);
                });
            });
        }
    }
}
