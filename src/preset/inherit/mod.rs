//! Presets that inherit from another preset, their base, as in `base: "crypt"`.
//!
//! The trees of a preset and its bases are merged into one tree, which is read and checked like the
//! tree of a preset without a base. Its values know where they were written, so that every problem
//! is reported there.

mod merge;
mod pieces;
mod printed;

pub(crate) use pieces::{PieceRemovals, PieceSource, PiledPreset, RunTextReader};

use std::borrow::Cow;

use super::{
    BUILT_IN,
    syntax::{self, SourceSpan, SourceText, SourceTree, TreeBody, ValueTree, spelled, suggestion},
};
use crate::error::{PresetError, ProblemCode};

/// A base: the text of a preset from which another preset inherits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasePreset {
    /// The name of the base in messages. Two bases of the same name count as the same base.
    pub name: String,
    /// The text of the preset.
    pub text: String,
}

/// The most bases in a chain of presets, each the base of the previous one.
pub const MAX_BASES: usize = 8;

/// The name in the field `base` of a preset, which is a built-in preset or a file.
///
/// For loaders that read files asynchronously: they read a base, ask for the base of its text, and
/// so on for at most [`MAX_BASES`] files, then hand all of them to
/// [`Preset::parse_with`](super::Preset::parse_with). [`cookbook`](crate::cookbook::editors) has
/// such a loader. `None` for a text that cannot be read, too: parsing it says why. Cost: linear in
/// the text.
///
/// ```
/// use roomgen::preset::base_of;
///
/// assert_eq!(base_of("(name: \"mine\", base: \"stone.ron\")").as_deref(), Some("stone.ron"));
/// assert_eq!(base_of("(name: \"mine\")"), None);
/// ```
#[must_use]
pub fn base_of(text: &str) -> Option<String> {
    let mut source = SourceTree::of(text).ok().filter(|source| source.has_field("base"))?;
    let preset = layer(&mut source, true).ok()?;
    preset.base.map(|(name, _)| name)
}

/// Reads the bases of a preset and merges the trees of all of them.
///
/// `read` returns the text of a base that is a file, by the name in the `base` field that asks for
/// it. Cost: linear in the length of all texts together, which is at most `syntax::MAX_TEXT`.
pub(super) fn merge_bases<'text>(
    text: &'text str,
    read: &mut dyn FnMut(&str) -> Result<BasePreset, String>,
) -> Result<SourceTree<'text>, PresetError> {
    let mut source = SourceTree::of(text)?;
    if !source.has_field("base") {
        return Ok(source);
    }
    let own = layer(&mut source, true)?;
    merge_chain(&mut source, own, read)?;
    Ok(source)
}

/// Reads the bases of the preset `own`, which is the last text of `source`. Its tree is then that
/// of the preset with its bases.
fn merge_chain(
    source: &mut SourceTree<'_>,
    own: PresetLayer,
    read: &mut dyn FnMut(&str) -> Result<BasePreset, String>,
) -> Result<(), PresetError> {
    let mut presets: Vec<PresetLayer> = Vec::new();
    let mut last = own;
    let root = loop {
        let Some((name, slice)) = &last.base else { break last };
        let base = find(name, slice, &source.texts, read)?;
        add(source, base, slice)?;
        presets.push(last);
        last = layer(source, false)?;
    };
    if let Some((_, slice)) = root.remove.first() {
        let message = "this preset has no base to remove it from";
        return source.texts[slice.source].refuse(ProblemCode::Conflict, slice, message, None);
    }
    let mut tree = root.whole;
    let mut problems = Vec::new();
    while let Some(layer) = presets.pop() {
        for (name, slice) in merge::remove_named(&mut tree, &layer.remove, &source.texts) {
            let known = merge::names_in(&mut tree, &source.texts);
            let help = suggestion(name, known.iter().map(String::as_str));
            let message = format!("the base has nothing named {name:?} to remove");
            let code = ProblemCode::UnknownName;
            problems.push(source.texts[slice.source].problem(code, slice.span.clone(), message, Some(help)));
        }
        tree = merge::onto(tree, layer.whole, &source.texts, &mut problems);
    }
    source.tree = tree;
    problems.truncate(syntax::MAX_PROBLEMS);
    PresetError::from_problems(problems).map_err(|error| error.map(|problem| problem))
}

/// Adds the text that the value at `slice` asks for.
fn add(source: &mut SourceTree<'_>, text: SourceText<'static>, slice: &SourceSpan) -> Result<(), PresetError> {
    let length = source.texts.iter().map(|text| text.text.len()).sum::<usize>() + text.text.len();
    if length > syntax::MAX_TEXT {
        let message = format!("with this text, the preset is too long: {length} bytes");
        let help = format!("a preset and all that it builds on have at most {} bytes together", syntax::MAX_TEXT);
        return source.texts[slice.source].refuse(ProblemCode::TooMany, slice, message, Some(help));
    }
    source.add(text)
}

/// One preset of a chain of bases, parsed for merging.
struct PresetLayer {
    /// The preset without the fields that are not inherited.
    whole: ValueTree,
    /// The value of the field `base`, and its span.
    base: Option<(String, SourceSpan)>,
    /// The names in the field `remove`, each with its span.
    remove: Vec<(String, SourceSpan)>,
}

/// The tree of the last text of `source`, without the fields that are not inherited: `base`,
/// `remove`, and the `name` unless that `is_named`.
fn layer(source: &mut SourceTree<'_>, is_named: bool) -> Result<PresetLayer, PresetError> {
    source.check_form()?;
    let mut whole = source.tree.clone();
    let origin = &source.texts[whole.whole.source];
    let (mut base, mut remove) = (None, Vec::new());
    let is_base = whole.whole.source > 0;
    let is_preset = !is_base || origin.of(&whole.open()) == "(";
    let named = |field: &ValueTree| field.key.as_ref().map_or("", |key| origin.of(key));
    match &mut whole.body {
        TreeBody::Fields(fields) if is_preset => {
            for value in fields.extract_if(.., |field| matches!(named(field), "base" | "remove")) {
                if named(&value) == "remove" {
                    remove = names(origin, &value)?;
                } else if base.is_none() {
                    base = Some((name(origin, &value, "\"crypt\"")?, value.whole));
                } else {
                    let key = value.key.unwrap_or(value.whole);
                    return origin.refuse(ProblemCode::Repeated, &key, "the field `base` is given twice", None);
                }
            }
            fields.retain(|field| is_named || named(field) != "name");
        }
        // A preset that is no struct is refused later, by the reader of the merged tree.
        _ if !is_base => {}
        _ => {
            let help = Some("as in `(clearance: 2)`".to_owned());
            return origin.refuse(ProblemCode::Base, &whole.whole, "this base is not a preset", help);
        }
    }
    Ok(PresetLayer { whole, base, remove })
}

fn names(origin: &SourceText<'_>, value: &ValueTree) -> Result<Vec<(String, SourceSpan)>, PresetError> {
    let TreeBody::List(items) = &value.body else {
        let help = Some("as in `[\"graves\"]`".to_owned());
        return origin.refuse(ProblemCode::BadValue, &value.whole, "expected a list in square brackets", help);
    };
    items.iter().map(|item| Ok((name(origin, item, "\"graves\"")?, item.whole.clone()))).collect()
}

fn name(origin: &SourceText<'_>, value: &ValueTree, example: &str) -> Result<String, PresetError> {
    match spelled(origin.of(&value.whole)).filter(|_| !origin.of(&value.whole).starts_with('\'')) {
        Some(name) => Ok(name.into_owned()),
        None => {
            let help = Some(format!("as in `{example}`"));
            origin.refuse(ProblemCode::BadValue, &value.whole, "expected a name in double quotes", help)
        }
    }
}

/// Finds the base `name`, which the `base` field at the span `slice` of the last text asks for.
fn find(
    name: &str,
    slice: &SourceSpan,
    origins: &[SourceText<'_>],
    read: &mut dyn FnMut(&str) -> Result<BasePreset, String>,
) -> Result<SourceText<'static>, PresetError> {
    let refuse =
        |message: String, help: Option<String>| origins[slice.source].refuse(ProblemCode::Base, slice, message, help);
    if origins.len() > MAX_BASES {
        return refuse(format!("this is one base too many: a preset has at most {MAX_BASES}"), None);
    }
    let found = if is_file(name) {
        match read(name) {
            Ok(BasePreset { name, text }) => SourceText { name: Some(name), text: Cow::Owned(text) },
            Err(why) => return refuse(why, None),
        }
    } else {
        match BUILT_IN.iter().copied().find(|(known, _)| *known == name) {
            Some((name, text)) => SourceText { name: Some(name.to_owned()), text: Cow::Borrowed(text) },
            None => {
                let known = suggestion(name, BUILT_IN.iter().map(|(known, _)| *known));
                let help = format!("{known}; a file ends in .ron or contains a /");
                return refuse(format!("there is no preset {name:?}"), Some(help));
            }
        }
    };
    if origins.iter().any(|earlier| earlier.name == found.name) {
        return refuse(format!("the base {name:?} is used twice"), None);
    }
    Ok(found)
}

/// Whether the name of a base is that of a file, not of a built-in preset.
///
/// The name of a file ends in `.ron` or contains a path separator.
fn is_file(name: &str) -> bool {
    let ending = name.len().checked_sub(4).and_then(|start| name.get(start..));
    name.contains(['/', '\\']) || ending.is_some_and(|ending| ending.eq_ignore_ascii_case(".ron"))
}

/// A `read` function for callers without access to files: refuses every base that is a file.
pub(super) fn no_files(name: &str) -> Result<BasePreset, String> {
    Err(format!("the base {name:?} is a file, but files cannot be read here"))
}

#[cfg(test)]
mod tests;
