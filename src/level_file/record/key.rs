//! Keys and switches.

use serde::{Deserialize, Serialize};

use super::{Text, cell_record};
use crate::{
    level::{Key, Level},
    level_file::{
        Present,
        limit::{self, Number},
    },
    model::KeyUse,
};

/// A key or a switch.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Key", deny_unknown_fields)]
pub(crate) struct KeyRecord<'level> {
    /// Its name: that of its locks, and of its kind of prop.
    pub(crate) name: Text<'level>,
    /// Whether it opens its locks for good, opens one and is gone, or is used where it stands.
    #[serde(rename = "use")]
    pub(crate) key_use: KeyUse,
    /// The id of its room.
    pub(crate) room: i64,
    /// Where it lies: a prop of its kind is there.
    pub(crate) cell: [i64; 2],
    /// The number in its room of that prop. Written if there is one; who edits a file by hand
    /// leaves it out.
    #[serde(default, skip_serializing_if = "Present::is_absent")]
    pub(crate) number: Present<Number>,
    /// The ids of all passages with its lock. Single-use keys may be fewer than these: each opens
    /// one then, and the level is won with all of them shut.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) opens: Vec<Number>,
}

impl<'level> KeyRecord<'level> {
    pub(crate) fn of(level: &'level Level, key: &Key, number: Option<u32>) -> Self {
        Self {
            name: level.key_name(key).into(),
            key_use: key.key_use,
            room: key.room.into(),
            cell: cell_record(key.cell),
            number: Present(number.map(Number)),
            opens: level.opens(key).map(Number).collect(),
        }
    }
}
