//! Where a level comes from.

use serde::{Deserialize, Serialize};

use super::cell_record;
use crate::{
    level::Origin,
    level_file::{LevelForm, digits},
    model::{Rerolls, SeedField},
};

/// The origin of a level.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Origin", deny_unknown_fields)]
pub(crate) struct OriginRecord {
    pub(crate) revision: i64,
    pub(crate) seed: SeedField,
    /// Absent without a word for the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed_word: Option<String>,
    pub(crate) floor: i64,
    pub(crate) difficulty: f32,
    pub(crate) preset: String,
    pub(crate) preset_digest: String,
    pub(crate) start: Option<[i64; 2]>,
    /// Absent without re-rolls.
    #[serde(default, skip_serializing_if = "Rerolls::is_empty")]
    pub(crate) rerolls: Rerolls,
}

impl OriginRecord {
    pub(crate) fn of(origin: &Origin, form: LevelForm) -> Self {
        Self {
            revision: origin.revision.into(),
            seed: SeedField { value: origin.seed, is_text: form == LevelForm::Json },
            seed_word: origin.seed_word.as_deref().map(str::to_owned),
            floor: origin.floor.into(),
            difficulty: origin.difficulty,
            preset: origin.preset.to_string(),
            preset_digest: digits(origin.preset_digest),
            start: origin.start.map(cell_record),
            rerolls: origin.rerolls.clone(),
        }
    }
}
