//! A preset that is surveyed, and what it is called.

use std::path::Path;

use roomgen::{Preset, REVISION, Request, survey::Survey};
use roomgen_pictures::png::TitledSurvey;

use super::SurveyArgs;
use crate::{failure::Failure, preset, request::sized};

/// A preset, and what its levels are asked with.
pub(super) struct Subject {
    /// Its name; where that of another is the same, with the file.
    pub(super) title: String,
    about: String,
    pub(super) preset: Preset,
    pub(super) request: Request,
}

impl Subject {
    /// The preset asked for, and the one to be compared with it.
    pub(super) fn all(arguments: &SurveyArgs) -> Result<Vec<Self>, Failure> {
        let mut all = vec![Self::of(arguments, "--preset", &arguments.preset)?];
        if let Some(other) = &arguments.compare {
            all.push(Self::of(arguments, "--compare", other)?);
            if all[0].title == all[1].title {
                for (subject, given) in all.iter_mut().zip([&arguments.preset, other]) {
                    subject.title = given.to_string_lossy().into_owned();
                }
            }
            if all[0].title == all[1].title {
                all[1].title.push_str(" again");
            }
        }
        Ok(all)
    }

    fn of(arguments: &SurveyArgs, flag: &str, given: &Path) -> Result<Self, Failure> {
        let preset = sized(preset::Texts::of(flag, given)?.load()?, arguments.size)?;
        let request = Request::new(0).with_difficulty(arguments.difficulty);
        let request = request.map_err(|error| Failure::usage(format!("--difficulty: {error}.")))?;
        let about = format!(
            "{}, seeds {}, difficulty {}, preset {:016x}, revision {REVISION}",
            preset.size(),
            arguments.seeds,
            arguments.difficulty,
            preset.digest()
        );
        Ok(Self { title: preset.name().to_owned(), about, preset, request })
    }

    pub(super) fn surveyed<'a>(&'a self, survey: &'a Survey) -> TitledSurvey<'a> {
        TitledSurvey {
            title: self.title.clone(),
            about: self.about.clone(),
            preset: &self.preset,
            request: self.request,
            survey,
        }
    }
}
