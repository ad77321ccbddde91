//! The presets that are part of the crate.

use super::{Preset, syntax};
use crate::error::RequestError;

/// The built-in presets, each as its name and its text. The texts are the files in `presets/`.
///
/// A `static`, since each crate that uses a `const` gets a copy of all texts.
pub static BUILT_IN: &[(&str, &str)] = &[
    ("arena", include_str!("../../presets/arena.ron")),
    ("caves", include_str!("../../presets/caves.ron")),
    ("cellar", include_str!("../../presets/cellar.ron")),
    ("crypt", include_str!("../../presets/crypt.ron")),
    ("garden", include_str!("../../presets/garden.ron")),
    ("grove", include_str!("../../presets/grove.ron")),
    ("library", include_str!("../../presets/library.ron")),
    ("mine", include_str!("../../presets/mine.ron")),
    ("sewer", include_str!("../../presets/sewer.ron")),
    ("temple", include_str!("../../presets/temple.ron")),
    ("warehouse", include_str!("../../presets/warehouse.ron")),
];

/// The text of a built-in preset.
///
/// # Errors
///
/// [`RequestError::UnknownPreset`], which lists the names of all built-in presets.
pub fn built_in_text(name: &str) -> Result<&'static str, RequestError> {
    let text = BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
    text.ok_or_else(|| unknown(name))
}

pub(super) fn preset(name: &str) -> Result<Preset, RequestError> {
    // Never fails: a test parses all built-in presets.
    Preset::parse(built_in_text(name)?).map_err(|_| unknown(name))
}

fn unknown(name: &str) -> RequestError {
    let known = BUILT_IN.iter().map(|(name, _)| *name);
    RequestError::UnknownPreset {
        name: name.to_owned(),
        nearest: syntax::nearest(name, known.clone()),
        known: known.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geom::Extent,
        model::RoomKind,
        preset::{Layout, PartitionSpec, parts},
    };

    #[test]
    fn a_slip_of_a_name_gets_the_nearest_and_all_that_there_are() {
        let error = preset("Cript").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no preset \"Cript\"; did you mean \"crypt\"? The built-in presets are arena, caves, cellar, crypt, garden, grove, library, mine, sewer, temple, warehouse"
        );
        let error = preset("zzz").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no preset \"zzz\". The built-in presets are arena, caves, cellar, crypt, garden, grove, library, mine, sewer, temple, warehouse"
        );
    }

    #[test]
    fn every_built_in_preset_is_valid_and_named_as_its_file() {
        for &(name, text) in BUILT_IN {
            let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(preset.name(), name);
            assert!(preset.layouts().len() >= 6, "{name} has a character of its own");
            assert!(preset.min_side() <= 12, "{name} serves small levels");
        }
    }

    #[test]
    fn every_room_that_a_built_in_preset_can_make_has_a_layout_that_suits_it() {
        for &(name, text) in BUILT_IN {
            let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let PartitionSpec { min, max, .. } = preset.sides.at(0.0);
            for (kind, progress) in parts(preset.layouts(), preset.has_detours()) {
                for (width, height) in (min..=max).flat_map(|width| (min..=max).map(move |height| (width, height))) {
                    assert!(
                        preset.layouts().iter().any(|layout| suits(layout, kind, Extent::new(width, height), progress)),
                        "{name}: a {kind} room of {width}x{height} at progress {progress}"
                    );
                }
            }
        }
    }

    fn suits(layout: &Layout, kind: RoomKind, room: Extent, progress: f32) -> bool {
        room.holds(layout.rooms.min)
            && layout.rooms.max.holds(room)
            && (layout.rooms.progress.0..=layout.rooms.progress.1).contains(&progress)
            && layout.rooms.kinds.contains(&kind)
            // A room may be without tags, so a layout that asks for a tag does not count.
            && layout.rooms.tags == 0
    }
}
