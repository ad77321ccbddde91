//! A preset together with its text: for what tells of places in it after it was checked.

use std::collections::BTreeMap;

use super::{
    Preset, check,
    groups::{Entry, Part},
    inherit,
    inherit::{Base, Source},
    locate::Step,
};
use crate::error::{PresetError, Problem};

/// A preset, and where each part of it was written.
pub(crate) struct Written<'text> {
    pub(crate) preset: Preset,
    source: Source<'text>,
    /// The names of the kinds of props, in the order of the text.
    kinds: Vec<String>,
}

/// A part of a preset; a field that the text does not give stands for what would hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'name> {
    /// Fields within fields of the preset.
    Fields(&'static [&'static str]),
    /// A field of a layout, by position.
    Layout(usize, &'static str),
    /// A field of a formation of a layout, both by position.
    Formation(usize, usize, &'static str),
    /// The name of a kind of props.
    Kind(&'name str),
    /// A field of a kind of props.
    KindField(&'name str, &'static str),
}

impl<'text> Written<'text> {
    /// Reads a preset as [`Preset::parse_with`] does.
    pub(crate) fn read(text: &'text str, read: impl FnMut(&str) -> Result<Base, String>) -> Result<Self, PresetError> {
        let source = inherit::gather(text, read)?;
        let (preset, kinds) = check::parse(&source)?;
        Ok(Self { preset, source, kinds })
    }

    /// A problem with a part of the preset, where it was written.
    pub(crate) fn problem(&self, place: Place<'_>, message: String, help: Option<String>) -> Problem {
        let number = |name: &str| self.kinds.iter().position(|known| known == name).unwrap_or_default();
        let path = match place {
            Place::Fields(fields) => fields.iter().map(|field| Step::Field(field)).collect(),
            Place::Layout(layout, field) => vec![Step::Field("layouts"), Step::Index(layout), Step::Field(field)],
            Place::Formation(layout, formation, field) => {
                let mut path = vec![Step::Field("layouts"), Step::Index(layout), Step::Field("formations")];
                let entries = self.preset.layouts.get(layout).map_or(&[][..], |layout| &layout.entries);
                if entries.is_empty() {
                    path.push(Step::Index(formation));
                } else {
                    find(entries, formation, &mut path);
                }
                path.push(Step::Field(field));
                path
            }
            Place::Kind(name) => vec![Step::Field("props"), Step::Key(number(name))],
            Place::KindField(name, field) => {
                vec![Step::Field("props"), Step::Entry(number(name)), Step::Field(field)]
            }
        };
        self.source.problem_at(&path, message, help)
    }

    /// How often each text in quotes stands in the preset.
    pub(crate) fn mentions(&self) -> BTreeMap<String, usize> {
        let mut mentions = BTreeMap::new();
        for text in check::syntax::texts(self.source.text()) {
            *mentions.entry(text).or_default() += 1;
        }
        mentions
    }
}

/// Adds the way to a formation among the entries of a layout or a group; tells whether it is there.
fn find(entries: &[Entry], formation: usize, path: &mut Vec<Step>) -> bool {
    let length = path.len();
    for (number, entry) in entries.iter().enumerate() {
        path.push(Step::Index(number));
        let is_here = match &entry.part {
            Part::Formation(other) => *other == formation,
            Part::OneOf(entries) => {
                path.push(Step::Field("one_of"));
                find(entries, formation, path)
            }
            Part::AllOf(entries) => {
                path.push(Step::Field("all_of"));
                find(entries, formation, path)
            }
        };
        if is_here {
            return true;
        }
        path.truncate(length);
    }
    false
}
