//! A preset together with its text, for messages about places in it after the check.

use super::{
    Preset, check,
    doubts::{Doubt, Vain, doubts},
    groups::{Entry, Part},
    inherit,
    inherit::{Base, Source},
    locate::Step,
    raw::RawPreset,
};
use crate::error::{PresetError, Problem};

/// A preset, and where each part of it was written.
pub(crate) struct Written<'text> {
    pub(crate) preset: Preset,
    source: Source<'text>,
    raw: RawPreset,
}

/// A part of a preset. A field that the text does not give stands for the value around it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'name> {
    /// A path of fields from the preset.
    Fields(&'static [&'static str]),
    /// A rule in one of the floor plan's lists, by position.
    Rule(&'static str, usize),
    /// A field of a layout, by position; its name if the field is not given.
    Layout(usize, &'static str),
    /// A field of a vault, by position; its name if the field is not given.
    Vault(usize, &'static str),
    /// A field of a formation: the positions of the layout and of the formation in it.
    Formation(usize, usize, &'static str),
    /// The name of a kind of prop.
    Kind(&'name str),
    /// A field of a kind of prop.
    KindField(&'name str, &'static str),
}

impl<'text> Written<'text> {
    /// Reads a preset as [`Preset::parse_with`] does.
    pub(crate) fn read(text: &'text str, read: impl FnMut(&str) -> Result<Base, String>) -> Result<Self, PresetError> {
        let source = inherit::gather(text, read)?;
        let (preset, raw) = check::parse(&source)?;
        Ok(Self { preset, source, raw })
    }

    /// A problem with a part of the preset, reported where that was written.
    pub(crate) fn problem(&self, place: Place<'_>, message: String, help: Option<String>) -> Problem {
        let number = |name: &str| self.raw.props.0.iter().position(|(known, _)| known == name).unwrap_or_default();
        let path = match place {
            Place::Fields(fields) => fields.iter().map(|field| Step::Field(field)).collect(),
            Place::Rule(list, number) => vec![Step::Field("floorplan"), Step::Field(list), Step::Index(number)],
            Place::Layout(layout, field) => self.or_name(vec![Step::Field("layouts"), Step::Index(layout)], field),
            Place::Vault(vault, field) => self.or_name(vec![Step::Field("vaults"), Step::Index(vault)], field),
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

    /// The path to a field of a named item, or to its name if the field is not given.
    fn or_name(&self, mut path: Vec<Step>, field: &'static str) -> Vec<Step> {
        path.push(Step::Field(field));
        if !self.source.gives(&path) {
            path.pop();
            path.push(Step::Field("name"));
        }
        path
    }

    /// The findings of the text, at most `most`, reported where they were written.
    pub(crate) fn doubts(&self, most: usize) -> Vec<(Vain, Problem)> {
        let told = |Doubt { vain, path, message, help, beside }| {
            let problem = self.source.problem_at(&path, message, Some(help));
            let base_of = |path: &[Step]| self.source.problem_at(path, String::new(), None).base;
            let is_slip = beside.is_none_or(|beside| base_of(&beside) == problem.base);
            is_slip.then_some((vain, problem))
        };
        doubts(&self.raw, &self.preset).into_iter().take(most).filter_map(told).collect()
    }
}

/// Appends the path to a formation among the entries. Returns whether it is there.
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
