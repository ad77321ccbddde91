//! A preset that is surveyed, and its title.

use roomgen::{Preset, REVISION, survey::Survey};

use super::SurveyArgs;
use crate::{
    failure::CommandFailure,
    preset::{self, LoadedPreset},
    requests::RequestVariant,
};

/// A survey with its title.
pub(super) struct TitledSurvey<'a> {
    pub(super) title: &'a str,
    /// What its levels have in common: size, seeds, difficulty and the like.
    pub(super) about: String,
    pub(super) preset: &'a Preset,
    pub(super) survey: &'a Survey,
}

/// A preset and the requests for its levels.
pub(super) struct SurveySubject {
    /// The preset's name, or its path in the arguments where both presets have one name.
    pub(super) title: String,
    pub(super) loaded: LoadedPreset,
    /// Each difficulty with each floor; the same for all subjects but for the preset.
    pub(super) variants: Vec<RequestVariant>,
}

impl SurveySubject {
    /// The preset of `--preset`, then that of `--compare`, if it is given.
    pub(super) fn all(
        arguments: &SurveyArgs,
        loaded: LoadedPreset,
        variants: Vec<RequestVariant>,
    ) -> Result<Vec<Self>, CommandFailure> {
        let mut all = vec![Self::new((loaded, variants))];
        if let Some(other) = &arguments.compare {
            all.push(Self::new(arguments.requests.load(preset::load("--compare", other)?)?));
            if all[0].title == all[1].title {
                for (subject, given) in all.iter_mut().zip([&arguments.requests.preset, other]) {
                    subject.title = given.to_string_lossy().into_owned();
                }
            }
        }
        Ok(all)
    }

    fn new((loaded, variants): (LoadedPreset, Vec<RequestVariant>)) -> Self {
        Self { title: loaded.preset.name().to_owned(), loaded, variants }
    }

    /// The survey of the levels of one of the variants, with its title.
    pub(super) fn surveyed<'a>(
        &'a self,
        arguments: &SurveyArgs,
        variant: &RequestVariant,
        survey: &'a Survey,
    ) -> TitledSurvey<'a> {
        let (preset, requests) = (&self.loaded.preset, &arguments.requests);
        let is_named = variant.floor != 0 || requests.floors().len() > 1;
        let floor = if is_named { format!("floor {}, ", variant.floor) } else { String::new() };
        let start = requests.start.map_or(String::new(), |start| format!("start {},{}, ", start.x, start.y));
        let about = format!(
            "{}, seeds {}, {floor}{start}difficulty {}, preset {:016x}, revision {REVISION}",
            preset.size(),
            arguments.seeds,
            variant.difficulty,
            preset.digest()
        );
        TitledSurvey { title: &self.title, about, preset, survey }
    }
}
