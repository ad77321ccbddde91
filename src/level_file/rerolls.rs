//! Re-rolls as a level file has them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::Rerolls;

/// Re-rolls, and whether serde writes them as columns. Reading accepts both forms.
#[derive(Clone, Debug, Default)]
pub(super) struct RawRerolls {
    pub(super) rerolls: Rerolls,
    pub(super) is_table: bool,
}

impl RawRerolls {
    pub(super) fn is_empty(&self) -> bool {
        self.rerolls.is_empty()
    }
}

/// Re-rolls as columns.
#[derive(Serialize)]
struct RerollColumns {
    room: Vec<u32>,
    number: Vec<u32>,
}

impl Serialize for RawRerolls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.is_table {
            return self.rerolls.serialize(serializer);
        }
        let (room, number) = self.rerolls.iter().unzip();
        RerollColumns { room, number }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawRerolls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Rerolls::deserialize(deserializer).map(|rerolls| Self { rerolls, is_table: false })
    }
}
