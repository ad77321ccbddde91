//! Stairs beside the exit.

use serde::{Deserialize, Serialize};

use super::{Text, cell_record};
use crate::model::Stairs;

/// A way down beside the exit.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Stairs", deny_unknown_fields)]
pub(crate) struct StairsRecord<'level> {
    /// Where the player leaves: a cell of a room, free of obstacles.
    pub(crate) cell: [i64; 2],
    /// Where it leads: a name that no other stairs of the level have.
    pub(crate) to: Text<'level>,
}

impl<'level> StairsRecord<'level> {
    pub(crate) fn of(stairs: &'level Stairs) -> Self {
        Self { cell: cell_record(stairs.cell), to: stairs.to.as_str().into() }
    }
}
