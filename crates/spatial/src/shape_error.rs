use thiserror::Error;

/// Why numbers do not describe a shape. Axes are counted from 0 (x).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate is not a number.
    #[error("the {what} is not a number on axis {axis}")]
    NotANumber {
        /// Which part of the shape.
        what: &'static str,
        /// On which axis.
        axis: usize,
    },
    /// A coordinate that has to be finite is not.
    #[error("the {what} is infinite on axis {axis}; only boxes and radii may be")]
    Infinite {
        /// Which part of the shape.
        what: &'static str,
        /// On which axis.
        axis: usize,
    },
    /// A box ends before it begins.
    #[error("the box ends before it begins on axis {axis}: from {min} to {max}")]
    Inverted {
        /// On which axis.
        axis: usize,
        /// Where it begins, in metres.
        min: f32,
        /// Where it ends, in metres.
        max: f32,
    },
    /// A radius or reach is negative or not a number.
    #[error("{what} {given} is out of range: it is at least 0 metres")]
    Length {
        /// Which length.
        what: &'static str,
        /// The value given.
        given: f32,
    },
    /// A direction or the normal of a plane has no length.
    #[error("the {what} has no length, so it points nowhere")]
    NoDirection {
        /// Which vector.
        what: &'static str,
    },
}

/// `point`, if each of its coordinates is finite.
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

/// `value`, if it is a length: 0 or more, infinity included.
pub(super) fn length(what: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value >= 0.0 { Ok(value) } else { Err(ShapeError::Length { what, given: value }) }
}
