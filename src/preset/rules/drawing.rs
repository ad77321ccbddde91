//! Drawings: what a mask shows, independent of its size.

use crate::{digest::Digest, geom::Direction};

/// What a mask shows, independent of its size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawing {
    /// The shape.
    pub shape: FormationShape,
    /// The side to which a triangle points.
    pub facing: Direction,
    /// Whether the inside of the outline is filled.
    pub fill: bool,
    /// Whether every other cell is left out.
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
    /// A square on its corner.
    Diamond,
    /// A circle, or an ellipse where the sides differ.
    Circle,
    /// A vertical and a horizontal line.
    Cross,
    /// Both diagonals.
    X,
    /// An isosceles triangle, its apex on the side that it faces.
    Triangle,
    /// The outline of a rectangle.
    Square,
    /// A bitmap: rows of cells, all of the same length.
    Bitmap(Vec<Vec<bool>>),
    /// Random cells, at least this far apart in columns or in rows; neighbours are at 1.
    Scatter(i32),
    /// The floor cells along the walls; without an anchor.
    Border,
    /// The shortest ways from the first door to the others; without an anchor.
    ///
    /// In a room with one door it is the way from that to the centre.
    Route,
}

impl Drawing {
    /// An outline of a shape that faces north.
    #[must_use]
    pub const fn plain(shape: FormationShape) -> Self {
        Self { shape, facing: Direction::North, fill: false, checker: false }
    }

    /// The columns and rows of a bitmap, which no rule changes; `None` for other shapes.
    pub(in crate::preset) fn own_size(&self) -> Option<(i32, i32)> {
        match &self.shape {
            FormationShape::Bitmap(rows) => Some((rows.first().map_or(1, Vec::len) as i32, rows.len() as i32)),
            _ => None,
        }
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        let code = match self.shape {
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
        digest.number(code).number(self.facing as u8).number(self.fill).number(self.checker);
        if let FormationShape::Scatter(apart) = self.shape {
            digest.number(apart);
        }
        if let FormationShape::Bitmap(rows) = &self.shape {
            digest.list(rows, |digest, row| {
                digest.list(row, |digest, &cell| {
                    digest.number(cell);
                });
            });
        }
    }
}
