//! `ShapeError`, and the checks of numbers that the constructors of shapes share.

use thiserror::Error;

/// The error for numbers that do not describe a shape. Axes are counted from 0 for x.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate is NaN.
    #[error("the {what} is NaN on axis {axis}")]
    NotANumber {
        /// The part of the shape.
        what: &'static str,
        /// The axis of the coordinate.
        axis: usize,
    },
    /// A coordinate that must be finite is infinite.
    #[error("the {what} is infinite on axis {axis}; only boxes and radii may be infinite")]
    Infinite {
        /// The part of the shape.
        what: &'static str,
        /// The axis of the coordinate.
        axis: usize,
    },
    /// On one axis, the end of a box lies before its start.
    #[error("the box is inverted on axis {axis}: its minimum {min} is greater than its maximum {max}")]
    Inverted {
        /// The axis on which the box is inverted.
        axis: usize,
        /// Start on that axis, in metres.
        min: f32,
        /// End on that axis, in metres.
        max: f32,
    },
    /// A length is negative or NaN.
    #[error("{what} {given} is out of range: it must be at least 0 metres")]
    Length {
        /// The name of the length.
        what: &'static str,
        /// The value given.
        given: f32,
    },
    /// A direction or the normal of a plane has length 0.
    #[error("the {what} has the length 0, and so no direction")]
    NoDirection {
        /// The name of the vector.
        what: &'static str,
    },
}

/// Returns `point` if all its coordinates are finite.
pub(super) fn finite<const D: usize>(what: &'static str, point: [f32; D]) -> Result<[f32; D], ShapeError> {
    for (axis, value) in point.into_iter().enumerate() {
        if value.is_nan() {
            return Err(ShapeError::NotANumber { what, axis });
        }
        if value.is_infinite() {
            return Err(ShapeError::Infinite { what, axis });
        }
    }
    Ok(point)
}

/// Returns `value` if it is a length: at least 0, possibly infinite.
pub(super) fn length(what: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value >= 0.0 { Ok(value) } else { Err(ShapeError::Length { what, given: value }) }
}
