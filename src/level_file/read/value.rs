//! Checks of single values; each function takes the field's name for its error.

use std::{fmt::Display, ops::RangeInclusive};

use crate::{
    geom::{Cell, Rect},
    legible,
    level_file::{LevelError, record::RectRecord},
    model::{Metres, Name},
};

/// An invalid value of a field; the caller adds the object that it belongs to.
#[derive(Debug)]
pub(super) struct ValueFault {
    field: &'static str,
    given: String,
    allowed: String,
}

impl ValueFault {
    /// The error that names `object`, the part of the level that has the invalid value.
    pub(super) fn of(self, object: impl Into<String>) -> LevelError {
        let Self { field, given, allowed } = self;
        let (object, given) = (legible::message(object.into()), legible::message(given));
        LevelError::Value { object, field, given, allowed }
    }
}

pub(super) fn faulty(field: &'static str, given: impl Display, allowed: impl Into<String>) -> ValueFault {
    ValueFault { field, given: given.to_string(), allowed: allowed.into() }
}

/// Checks that a whole number lies within `range`, which must fit a `T`.
pub(super) fn number<T: TryFrom<i64>>(
    field: &'static str,
    given: i64,
    range: RangeInclusive<i64>,
) -> Result<T, ValueFault> {
    let fitting = if range.contains(&given) { T::try_from(given).ok() } else { None };
    fitting.ok_or_else(|| faulty(field, given, format!("{} to {}", range.start(), range.end())))
}

/// Checks that a number is a room id in a level with `count` rooms.
pub(super) fn position(field: &'static str, given: i64, count: usize) -> Result<u32, ValueFault> {
    let position = u32::try_from(given).ok().filter(|&position| (position as usize) < count);
    position.ok_or_else(|| faulty(field, given, format!("a room's id, 0 to {}", count.saturating_sub(1))))
}

/// Checks that a number lies within `range`; NaN is refused.
pub(super) fn finite(field: &'static str, given: f32, range: RangeInclusive<f32>) -> Result<f32, ValueFault> {
    let fits = range.contains(&given);
    // Adding zero turns -0.0 into 0.0, so that both give the same level.
    fits.then_some(given + 0.0).ok_or_else(|| faulty(field, given, format!("{} to {}", range.start(), range.end())))
}

/// Checks a name by the same rule as in presets, so that every export can show it.
pub(super) fn name(field: &'static str, given: &str) -> Result<(), ValueFault> {
    match Name::fault(given) {
        None => Ok(()),
        Some(_) => Err(faulty(field, legible::quoted(given), Name::ALLOWED)),
    }
}

/// Checks that a length is a multiple of 1/256 m, and at least `least` metres.
pub(super) fn metres(field: &'static str, given: f32, least: f32) -> Result<Metres, ValueFault> {
    let length = Metres::exact(given).filter(|_| given >= least);
    let allowed = || format!("a multiple of 1/{} from {least} to {}", Metres::PARTS, Metres::MAX);
    length.ok_or_else(|| faulty(field, given, allowed()))
}

/// Checks that a rectangle lies inside of `bounds`, whose top left cell is `(0, 0)`.
pub(super) fn rect(field: &'static str, given: RectRecord, bounds: Rect) -> Result<Rect, ValueFault> {
    let RectRecord { x, y, width, height } = given;
    let side = |value: i64| i32::try_from(value).ok();
    let inside = || Rect::from_xywh(side(x)?, side(y)?, side(width)?, side(height)?);
    let allowed = || format!("a rectangle inside the level of {}x{} cells", bounds.width(), bounds.height());
    let rect = inside().filter(|&rect| bounds.contains_rect(rect));
    rect.ok_or_else(|| faulty(field, format!("{width}x{height} at ({x}, {y})"), allowed()))
}

pub(super) fn cell(field: &'static str, [x, y]: [i64; 2], bounds: Rect) -> Result<Cell, ValueFault> {
    let one = RectRecord { x, y, width: 1, height: 1 };
    let allowed = || format!("a cell of the level of {}x{} cells", bounds.width(), bounds.height());
    let cell = rect(field, one, bounds).map(|rect| rect.top_left());
    cell.map_err(|_| faulty(field, format!("({x}, {y})"), allowed()))
}

/// Adds the name of the object that is read to an error; `name` is called only for an error.
pub(super) fn in_object<T>(
    read: impl FnOnce() -> Result<T, ValueFault>,
    name: impl FnOnce() -> String,
) -> Result<T, LevelError> {
    read().map_err(|fault| fault.of(name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_zeros_are_read_as_the_same_number() {
        for zero in [0.0, -0.0] {
            let read = finite("progress", zero, 0.0..=1.0).expect("it lies in the range");
            assert_eq!(read.to_bits(), 0.0_f32.to_bits());
        }
        assert!([-0.1, 1.1, f32::NAN].into_iter().all(|given| finite("progress", given, 0.0..=1.0).is_err()));
    }
}
