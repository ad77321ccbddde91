//! Checks the stairs of a raw level.

use super::value::{cell, in_object, name};
use crate::{
    geom::Rect,
    level_file::{LevelError, record::StairsRecord},
    model::{Name, Stairs},
};

/// Reads the way down at position `number` of a level file, and checks its values.
pub(super) fn stairs(number: usize, raw: &StairsRecord<'_>, bounds: Rect) -> Result<Stairs, LevelError> {
    let read = || {
        name("to", &raw.to)?;
        Ok(Stairs { cell: cell("cell", raw.cell, bounds)?, to: Name::from(&*raw.to) })
    };
    in_object(read, || format!("stairs {number}"))
}
