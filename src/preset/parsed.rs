//! A preset together with its text, for messages about places in the text after the check.

use super::{
    PictureReader, Preset, check,
    entry::{Entry, EntryPart},
    inherit,
    inherit::BasePreset,
    rules::RawPreset,
    syntax::{
        SourceTree,
        ValueStep::{self, Field, Index},
    },
};
use crate::error::{PresetError, Problem};

/// A preset, and where each part of it was written.
pub(crate) struct ParsedPreset<'text> {
    pub(crate) preset: Preset,
    source: SourceTree<'text>,
    /// The unchecked form, which alone shows which fields were written.
    pub(crate) raw: RawPreset,
}

/// A part of a preset, as the place of a message.
///
/// If the text does not give the field, the message points at the value around it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PresetPlace<'name> {
    /// A field, by the names on the way to it from the top of the file: `["floorplan", "path"]`.
    Fields(&'static [&'static str]),
    /// A rule of the floor plan: the name of its list, such as `tags`, and its position there.
    Rule(&'static str, usize),
    /// The rule of `floorplan.rooms.sizes` at this index.
    RoomSize(usize),
    /// The rule of `mission.locks` at this index, and a field of it. Its name stands in for a
    /// missing field.
    Lock(usize, &'static str),
    /// A layout's position and a field of it. The layout's name stands in for a missing field.
    Layout(usize, &'static str),
    /// A vault's position and a field of it. The vault's name stands in for a missing field.
    Vault(usize, &'static str),
    /// A field of a formation: the position of its layout, its position in the layout, the field.
    Formation(usize, usize, &'static str),
    /// A number of the point at this position of the curve of encounters: 0 for its progress, 1 for
    /// its value.
    CurvePoint(usize, usize),
    /// A kind of prop, by its name. The message points at that name.
    Kind(&'name str),
    /// A field of a kind of prop: the name of the kind, the field.
    KindField(&'name str, &'static str),
    /// A field of a kind of terrain: the name of the kind, the field.
    TerrainField(&'name str, &'static str),
    /// A group, by its position. The message points at its name.
    Group(usize),
    /// A kind of members: the position of its group, its position in the group.
    Member(usize, usize),
    /// An item of loot, by its position. The message points at its name.
    Item(usize),
    /// A pool, by its position. The message points at its name.
    Pool(usize),
}

impl<'text> ParsedPreset<'text> {
    /// Reads a preset as [`Preset::parse_with_pictures`] does, or as [`Preset::parse_with`] without
    /// a reader of pictures.
    pub(crate) fn read(
        text: &'text str,
        read: &mut dyn FnMut(&str) -> Result<BasePreset, String>,
        pictures: PictureReader<'_>,
    ) -> Result<Self, PresetError> {
        let mut source = inherit::merge_bases(text, read)?;
        let (preset, raw) = check::parse(&mut source, pictures)?;
        Ok(Self { preset, source, raw })
    }

    /// The same, which borrows nothing.
    pub(crate) fn into_owned(self) -> ParsedPreset<'static> {
        ParsedPreset { preset: self.preset, source: self.source.into_owned(), raw: self.raw }
    }

    /// A problem with a part of the preset, with the span at which that part was written.
    pub(crate) fn problem(&self, place: PresetPlace<'_>, message: String, help: Option<String>) -> Problem {
        self.source.problem_at(&self.path(place), message, help)
    }

    /// The path to a part of the preset.
    fn path(&self, place: PresetPlace<'_>) -> Vec<ValueStep> {
        let number = |name: &str| self.raw.props.0.iter().position(|(known, _)| known == name).unwrap_or_default();
        match place {
            PresetPlace::Fields(fields) => fields.iter().map(|field| Field(field)).collect(),
            PresetPlace::Rule(list, number) => vec![Field("floorplan"), Field(list), Index(number)],
            PresetPlace::RoomSize(number) => vec![Field("floorplan"), Field("rooms"), Field("sizes"), Index(number)],
            PresetPlace::Group(number) => vec![Field("groups"), ValueStep::Key(number)],
            PresetPlace::Member(group, member) => {
                vec![Field("groups"), ValueStep::Entry(group), Field("members"), ValueStep::Key(member)]
            }
            PresetPlace::Pool(number) => vec![Field("pools"), ValueStep::Key(number)],
            PresetPlace::Item(number) => vec![Field("loot"), Field("items"), ValueStep::Key(number)],
            PresetPlace::Lock(number, field) => {
                self.field_or_name(vec![Field("mission"), Field("locks"), Index(number)], field)
            }
            PresetPlace::Layout(layout, field) => self.field_or_name(vec![Field("layouts"), Index(layout)], field),
            PresetPlace::Vault(vault, field) => self.field_or_name(vec![Field("vaults"), Index(vault)], field),
            PresetPlace::Formation(layout, formation, field) => {
                let mut path = vec![Field("layouts"), Index(layout), Field("formations")];
                let entries = self.preset.layouts.get(layout).map_or(&[][..], |layout| &layout.entries);
                if entries.is_empty() {
                    path.push(Index(formation));
                } else {
                    find(entries, formation, &mut path);
                }
                path.push(Field(field));
                path
            }
            PresetPlace::CurvePoint(point, number) => {
                vec![Field("encounters"), Field("curve"), Index(point), Index(number)]
            }
            PresetPlace::Kind(name) => vec![Field("props"), ValueStep::Key(number(name))],
            PresetPlace::KindField(name, field) => {
                vec![Field("props"), ValueStep::Entry(number(name)), Field(field)]
            }
            PresetPlace::TerrainField(name, field) => {
                let number = self.raw.terrain.0.iter().position(|(known, _)| known == name).unwrap_or_default();
                vec![Field("terrain"), ValueStep::Entry(number), Field(field)]
            }
        }
    }

    /// The path to a field of the layout or vault at `path`, or to its name without such a field.
    fn field_or_name(&self, mut path: Vec<ValueStep>, field: &'static str) -> Vec<ValueStep> {
        path.push(Field(field));
        if !self.source.gives(&path) {
            path.pop();
            path.push(Field("name"));
        }
        path
    }

    /// Whether the value that `path` leads to, or one around it, stands in place of one of a base.
    pub(crate) fn is_override(&self, path: &[ValueStep]) -> bool {
        self.source.is_override(path)
    }

    /// A problem with the value that `path` leads to, with its span. Cost: linear in the text.
    pub(crate) fn problem_at(&self, path: &[ValueStep], message: String, help: Option<String>) -> Problem {
        self.source.problem_at(path, message, help)
    }
}

/// Appends the path to the formation with the index `formation` to `path`.
///
/// Returns whether the formation is among the entries or their groups.
fn find(entries: &[Entry], formation: usize, path: &mut Vec<ValueStep>) -> bool {
    let length = path.len();
    for (number, entry) in entries.iter().enumerate() {
        path.push(Index(number));
        let is_here = match &entry.part {
            EntryPart::Formation(other) => *other == formation,
            EntryPart::OneOf(entries) => {
                path.push(Field("one_of"));
                find(entries, formation, path)
            }
            EntryPart::AllOf(entries) => {
                path.push(Field("all_of"));
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
