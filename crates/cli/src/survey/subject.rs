//! A preset that is surveyed, and its title.

use roomgen::{REVISION, Request, survey::Survey};
use roomgen_pictures::png::TitledSurvey;

use super::SurveyArgs;
use crate::{
    failure::CommandFailure,
    preset::{self, LoadedPreset},
};

/// A preset and the request for its levels.
pub(super) struct SurveySubject {
    /// The preset's name, or its path in the arguments where both presets have one name.
    pub(super) title: String,
    about: String,
    pub(super) loaded: LoadedPreset,
    pub(super) request: Request,
}

impl SurveySubject {
    /// The preset of `--preset`, then that of `--compare`, if it is given.
    pub(super) fn all(arguments: &SurveyArgs) -> Result<Vec<Self>, CommandFailure> {
        let mut all = vec![Self::new(arguments, preset::load("--preset", &arguments.level.preset)?)?];
        if let Some(other) = &arguments.compare {
            all.push(Self::new(arguments, preset::load("--compare", other)?)?);
            if all[0].title == all[1].title {
                for (subject, given) in all.iter_mut().zip([&arguments.level.preset, other]) {
                    subject.title = given.to_string_lossy().into_owned();
                }
            }
        }
        Ok(all)
    }

    fn new(arguments: &SurveyArgs, loaded: LoadedPreset) -> Result<Self, CommandFailure> {
        let options = &arguments.level.request;
        let (loaded, request) = options.load(loaded)?;
        let preset = &loaded.preset;
        let floor = if options.floor == 0 { String::new() } else { format!("floor {}, ", options.floor) };
        let start = options.start.map_or(String::new(), |start| format!("start {},{}, ", start.x, start.y));
        let about = format!(
            "{}, seeds {}, {floor}{start}difficulty {}, preset {:016x}, revision {REVISION}",
            preset.size(),
            arguments.seeds,
            options.difficulty,
            preset.digest()
        );
        Ok(Self { title: preset.name().to_owned(), about, loaded, request })
    }

    pub(super) fn surveyed<'a>(&'a self, survey: &'a Survey) -> TitledSurvey<'a> {
        TitledSurvey {
            title: self.title.clone(),
            about: self.about.clone(),
            preset: &self.loaded.preset,
            request: self.request,
            survey,
        }
    }
}
