//! The presets that come with the crate.

use super::{Preset, check};
use crate::error::RequestError;

/// The presets that are built in: name and text. The texts are those of the files in `presets/`.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("crypt", include_str!("../../presets/crypt.ron")),
    ("grove", include_str!("../../presets/grove.ron")),
    ("temple", include_str!("../../presets/temple.ron")),
    ("warehouse", include_str!("../../presets/warehouse.ron")),
];

pub(super) fn preset(name: &str) -> Result<Preset, RequestError> {
    let known = BUILT_IN.map(|(name, _)| name);
    let unknown = || RequestError::UnknownPreset {
        name: name.to_owned(),
        nearest: check::nearest(name, known.into_iter()),
        known: known.to_vec(),
    };
    let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name).ok_or_else(unknown)?;
    // A test reads them all, so that no user ever meets this error.
    Preset::parse(text).map_err(|_| unknown())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_a_name_gets_the_nearest_and_all_that_there_are() {
        let error = preset("Cript").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no preset \"Cript\"; did you mean \"crypt\"? Built in are crypt, grove, temple, warehouse"
        );
        let error = preset("zzz").unwrap_err().to_string();
        assert_eq!(error, "there is no preset \"zzz\". Built in are crypt, grove, temple, warehouse");
    }

    #[test]
    fn every_built_in_preset_is_valid_and_named_as_its_file() {
        for (name, text) in BUILT_IN {
            let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(preset.name(), name);
            assert!(preset.layouts().len() >= 6, "{name} has a character of its own");
            assert_eq!(preset.least_side(), 8, "{name} serves the smallest levels");
        }
    }
}
