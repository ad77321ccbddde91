//! Keys and switches.

use serde::{Deserialize, Serialize};

use super::{Text, cell_record};
use crate::{
    level::{Key, Level},
    level_file::limit::{self, Number},
    model::KeyUse,
};

/// A key or a switch.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Key", deny_unknown_fields)]
pub(crate) struct KeyRecord<'level> {
    pub(crate) name: Text<'level>,
    #[serde(rename = "use")]
    pub(crate) key_use: KeyUse,
    pub(crate) room: i64,
    pub(crate) cell: [i64; 2],
    /// The ids of all passages with the lock, ascending: derived from `lock` of each.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) opens: Vec<Number>,
}

impl<'level> KeyRecord<'level> {
    pub(crate) fn of(level: &'level Level, key: &Key) -> Self {
        Self {
            name: level.key_name(key).into(),
            key_use: key.key_use,
            room: key.room.into(),
            cell: cell_record(key.cell),
            opens: level.opens(key).map(Number).collect(),
        }
    }
}
