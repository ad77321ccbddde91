//! Single values: each function takes the field's name for its refusal.

use std::{fmt::Display, ops::RangeInclusive};

use crate::{
    geom::{Cell, Rect},
    legible,
    level::{LevelError, file::RawRect},
    model::{Metres, Name},
};

/// A value that is refused; whose it is, the caller knows.
#[derive(Debug)]
pub(super) struct Fault {
    field: &'static str,
    given: String,
    allowed: String,
}

impl Fault {
    /// Names the object that the value belongs to.
    pub(super) fn of(self, object: impl Into<String>) -> LevelError {
        let Self { field, given, allowed } = self;
        let (object, given) = (legible::message(object.into()), legible::message(given));
        LevelError::Value { object, field, given, allowed }
    }
}

pub(super) fn faulty(field: &'static str, given: impl Display, allowed: impl Into<String>) -> Fault {
    Fault { field, given: given.to_string(), allowed: allowed.into() }
}

/// A whole number in `range`, which fits a `T`.
pub(super) fn number<T: TryFrom<i64>>(field: &'static str, given: i64, range: RangeInclusive<i64>) -> Result<T, Fault> {
    let fitting = if range.contains(&given) { T::try_from(given).ok() } else { None };
    fitting.ok_or_else(|| faulty(field, given, format!("{} to {}", range.start(), range.end())))
}

/// The position of something that there are `count` of.
pub(super) fn position(field: &'static str, given: i64, count: usize) -> Result<u32, Fault> {
    let position = u32::try_from(given).ok().filter(|&position| (position as usize) < count);
    position.ok_or_else(|| faulty(field, given, format!("a room's id, 0 to {}", count.saturating_sub(1))))
}

/// A number with a fraction in `range`; never NaN.
pub(super) fn finite(field: &'static str, given: f32, range: RangeInclusive<f32>) -> Result<f32, Fault> {
    let fits = range.contains(&given);
    // So that -0.0 is not another level than 0.0.
    fits.then_some(given + 0.0).ok_or_else(|| faulty(field, given, format!("{} to {}", range.start(), range.end())))
}

/// A name, as presets allow them: so that whatever shows a level can show its names.
pub(super) fn name(field: &'static str, given: &str) -> Result<(), Fault> {
    match Name::fault(given) {
        None => Ok(()),
        Some(_) => Err(faulty(field, format!("{given:?}"), Name::ALLOWED)),
    }
}

/// A length from `least` metres on, exact in the parts that levels count in.
pub(super) fn metres(field: &'static str, given: f32, least: f32) -> Result<Metres, Fault> {
    let length = Metres::exact(given).filter(|_| given >= least);
    let allowed = || format!("a multiple of 1/{} from {least} to {}", Metres::PARTS, Metres::MAX);
    length.ok_or_else(|| faulty(field, given, allowed()))
}

/// A rectangle inside `bounds`, which begin at `(0, 0)`.
pub(super) fn rect(field: &'static str, given: RawRect, bounds: Rect) -> Result<Rect, Fault> {
    let RawRect { x, y, width, height } = given;
    let side = |value: i64| i32::try_from(value).ok();
    let inside = || Rect::from_xywh(side(x)?, side(y)?, side(width)?, side(height)?);
    let allowed = || format!("a rectangle inside the level of {}x{} cells", bounds.width(), bounds.height());
    let rect = inside().filter(|&rect| bounds.contains_rect(rect));
    rect.ok_or_else(|| faulty(field, format!("{width}x{height} at ({x}, {y})"), allowed()))
}

/// A cell inside `bounds`.
pub(super) fn cell(field: &'static str, [x, y]: [i64; 2], bounds: Rect) -> Result<Cell, Fault> {
    let one = RawRect { x, y, width: 1, height: 1 };
    let allowed = || format!("a cell of the level of {}x{} cells", bounds.width(), bounds.height());
    let cell = rect(field, one, bounds).map(|rect| Cell::new(rect.left(), rect.top()));
    cell.map_err(|_| faulty(field, format!("({x}, {y})"), allowed()))
}
