//! Drawings: what a mask shows, whatever its size.

use crate::{digest::Digest, geom::Direction};

/// What a mask shows, whatever its size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawing {
    /// The shape.
    pub shape: Shape,
    /// The side to which a triangle points.
    pub facing: Direction,
    /// Whether all that the outline encloses is filled.
    pub fill: bool,
    /// Whether every other cell is left out.
    pub checker: bool,
}

/// A shape of formation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A line down the middle.
    Vertical,
    /// A line across the middle.
    Horizontal,
    /// A square on its corner.
    Diamond,
    /// A circle, or an ellipse where the sides differ.
    Circle,
    /// Both lines.
    Cross,
    /// Both diagonals.
    X,
    /// An isosceles triangle, its apex on the side that it faces.
    Triangle,
    /// The four sides.
    Square,
    /// Drawn by hand: rows of cells, all of the same length.
    Bitmap(Vec<Vec<bool>>),
    /// Random cells, of which no two are nearer to each other than this in columns and rows; neighbours are at 1.
    Scatter(i32),
    /// The floor along the walls; not anchored.
    Border,
    /// The shortest ways from the first door to the others, or from the only one to the centre; not anchored.
    Route,
}

impl Drawing {
    /// The outline of a shape that faces north.
    #[must_use]
    pub const fn plain(shape: Shape) -> Self {
        Self { shape, facing: Direction::North, fill: false, checker: false }
    }

    /// The own size of a bitmap, which no rule changes.
    pub(in crate::preset) fn own_size(&self) -> Option<(i32, i32)> {
        match &self.shape {
            Shape::Bitmap(rows) => Some((rows.first().map_or(1, Vec::len) as i32, rows.len() as i32)),
            _ => None,
        }
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        let code = match self.shape {
            Shape::Vertical => 0,
            Shape::Horizontal => 1,
            Shape::Diamond => 2,
            Shape::Circle => 3,
            Shape::Cross => 4,
            Shape::X => 5,
            Shape::Triangle => 6,
            Shape::Square => 7,
            Shape::Bitmap(_) => 8,
            Shape::Scatter(_) => 9,
            Shape::Border => 10,
            Shape::Route => 11,
        };
        digest.number(code).number(self.facing as u8).number(self.fill).number(self.checker);
        if let Shape::Scatter(apart) = self.shape {
            digest.number(apart);
        }
        if let Shape::Bitmap(rows) = &self.shape {
            digest.list(rows, |digest, row| {
                digest.list(row, |digest, &cell| {
                    digest.number(cell);
                });
            });
        }
    }
}
