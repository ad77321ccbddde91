//! Where a level comes from.

use serde::{Deserialize, Serialize};

use super::cell_record;
use crate::{
    level::{Origin, RunOrigin},
    level_file::{LevelForm, digits},
    model::{Name, Rerolls, SeedField},
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
    /// Absent without a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<RunRecord>,
}

/// The run of which a level is a floor.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Run"))]
#[serde(rename = "Run", deny_unknown_fields)]
pub(crate) struct RunRecord {
    /// The name of the run.
    pub(crate) name: String,
    /// The digest of the run's rules.
    pub(crate) digest: String,
    /// The name of the act.
    pub(crate) act: String,
    /// Absent on the main way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) branch: Option<String>,
    /// Absent without a mood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mood: Option<String>,
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
            run: origin.run.as_deref().map(RunRecord::of),
        }
    }
}

impl RunRecord {
    fn of(run: &RunOrigin) -> Self {
        let RunOrigin { name, digest, act, branch, mood } = run;
        let text = |name: &Name| name.to_string();
        Self {
            name: text(name),
            digest: digits(*digest),
            act: text(act),
            branch: branch.as_ref().map(text),
            mood: mood.as_ref().map(text),
        }
    }
}
