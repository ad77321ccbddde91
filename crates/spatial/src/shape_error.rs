//! `ShapeError`, and the checks of numbers that the constructors of shapes share.

use thiserror::Error;

/// The error for numbers that do not describe a shape. Axes are counted from 0 for x.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate is NaN.
    #[error("the {what} is NaN on axis {axis}")]
    NotANumber {
        /// What the coordinate belongs to, such as `centre` or `direction`.
        what: &'static str,
        /// The axis of the coordinate, counted from 0 for x.
        axis: usize,
    },
    /// A coordinate that must be finite is infinite.
    #[error("the {what} is infinite on axis {axis}; only boxes and radii may be infinite")]
    Infinite {
        /// What the coordinate belongs to, such as `centre` or `direction`.
        what: &'static str,
        /// The axis of the coordinate, counted from 0 for x.
        axis: usize,
    },
    /// On one axis, the end of a box lies before its start.
    #[error("the box is inverted on axis {axis}: its minimum {min} is greater than its maximum {max}")]
    Inverted {
        /// The axis on which the box is inverted, counted from 0 for x.
        axis: usize,
        /// The start of the box on that axis, in metres.
        min: f32,
        /// The end of the box on that axis, in metres.
        max: f32,
    },
    /// A length is negative or NaN.
    #[error("{what} {given} is out of range: it must be at least 0 metres")]
    Length {
        /// The name of the length, such as `radius`.
        what: &'static str,
        /// The length given, in metres.
        given: f32,
    },
    /// A direction or the normal of a plane has length 0.
    #[error("the {what} has the length 0, and so no direction")]
    NoDirection {
        /// The name of the vector: `direction` or `normal`.
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

/// The direction of a finite vector, of length 1, and the vector's length, which is not 0.
pub(super) fn unit<const D: usize>(what: &'static str, vector: [f32; D]) -> Result<([f32; D], f64), ShapeError> {
    let length = vector.iter().map(|&value| f64::from(value) * f64::from(value)).sum::<f64>().sqrt();
    if length == 0.0 {
        return Err(ShapeError::NoDirection { what });
    }
    Ok((vector.map(|value| (f64::from(value) / length) as f32), length))
}

/// Returns `value` if it is a length: at least 0, possibly infinite.
pub(super) fn length(what: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value >= 0.0 { Ok(value) } else { Err(ShapeError::Length { what, given: value }) }
}
