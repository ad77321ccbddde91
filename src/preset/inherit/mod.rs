//! Presets that build on a base, such as `base: "crypt"`.
//!
//! The texts of a preset and its bases are merged into one text, which is read and checked like any
//! other. A [`MergedText`] maps each part of the merged text to where it was written, so that every
//! problem is reported there.

mod merge;
mod origin;
mod tree;

use std::borrow::Cow;

pub(super) use origin::MergedText;
use origin::{SourceSpan, SourceText};
use tree::{TreeBody, ValueTree};

use super::{
    BUILT_IN,
    check::{suggestion, syntax},
};
use crate::error::{PresetError, Problem};

/// The text of a preset that another one builds on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The name in messages. Two bases of the same name are taken for the same one.
    pub name: String,
    /// The text of the preset.
    pub text: String,
}

/// The most bases in a chain, and so the most texts that are read.
const MAX_BASES: usize = 8;

/// Reads the bases of a preset and merges their texts.
///
/// `read` returns the text of a base that is a file, by the name in the text before it. Cost:
/// linear in the texts. There are at most nine, and together they are no longer than one preset may
/// be.
pub(super) fn merge_bases<'text>(
    text: &'text str,
    mut read: impl FnMut(&str) -> Result<Base, String>,
) -> Result<MergedText<'text>, PresetError> {
    let mut origins = vec![SourceText { name: None, text: Cow::Borrowed(text) }];
    if !syntax::has_field(text, "base") {
        return Ok(MergedText::plain(text));
    }
    let mut presets: Vec<PresetLayer> = Vec::new();
    loop {
        let last = &origins[origins.len() - 1];
        let layer = layer(last, origins.len() - 1)?;
        let base = match &layer.base {
            Some((name, slice)) => {
                let base = find(name, slice, &origins, &mut read)?;
                let length = origins.iter().map(|origin| origin.text.len()).sum::<usize>() + base.text.len();
                if length > syntax::MAX_TEXT {
                    let message = format!("with this base, the preset is too long: {length} bytes");
                    let help = format!("a preset and its bases have at most {} bytes together", syntax::MAX_TEXT);
                    return Err(PresetError::of(origins[slice.source].problem(slice, message, Some(help))));
                }
                Some(base)
            }
            None => None,
        };
        presets.push(layer);
        match base {
            Some(base) => origins.push(base),
            None => break,
        }
    }
    let Some(root) = presets.pop() else { return Ok(MergedText::plain(text)) };
    if let Some((_, slice)) = root.remove.first() {
        return refuse(&origins[slice.source], slice, "this preset has no base to remove it from", None);
    }
    let mut merged = root.whole;
    while let Some(layer) = presets.pop() {
        merge::remove_named(&mut merged, &layer.remove, &origins)?;
        merged = merge::onto(merged, layer.whole, &origins);
    }
    Ok(MergedText::merged(&merged, origins))
}

/// One preset of the chain.
struct PresetLayer {
    /// All of it except the fields below.
    whole: ValueTree,
    base: Option<(String, SourceSpan)>,
    remove: Vec<(String, SourceSpan)>,
}

/// Parses the text with the index `source`.
///
/// The tree does not contain what is not inherited: `base`, `remove`, and the name of a base.
fn layer(origin: &SourceText<'_>, source: usize) -> Result<PresetLayer, PresetError> {
    let tokens = syntax::form(&origin.text).map_err(|error| error.in_base(origin.name.as_deref()))?;
    let mut whole = tree::read(&origin.text, &tokens, source);
    let (mut base, mut remove) = (None, Vec::new());
    let is_base = source > 0;
    match &mut whole.body {
        TreeBody::Fields(fields) if !is_base || origin.of(&whole.open) == "(" => {
            for (key, value) in fields.extract_if(.., |(key, _)| matches!(origin.of(key), "base" | "remove")) {
                if origin.of(&key) == "remove" {
                    remove = names(origin, &value)?;
                } else if base.is_none() {
                    base = Some((name(origin, &value, "\"crypt\"")?, value.whole));
                } else {
                    return refuse(origin, &key, "the field `base` is given twice", None);
                }
            }
            fields.retain(|(key, _)| !is_base || origin.of(key) != "name");
        }
        // In the preset itself, the reader of the merged text refuses it.
        _ if !is_base => {}
        _ => return refuse(origin, &whole.whole, "this base is not a preset", Some("(clearance: 2)")),
    }
    whole.is_changed = true;
    Ok(PresetLayer { whole, base, remove })
}

fn names(origin: &SourceText<'_>, value: &ValueTree) -> Result<Vec<(String, SourceSpan)>, PresetError> {
    let TreeBody::List(items) = &value.body else {
        return refuse(origin, &value.whole, "expected a list in square brackets", Some("[\"graves\"]"));
    };
    items.iter().map(|item| Ok((name(origin, item, "\"graves\"")?, item.whole.clone()))).collect()
}

fn name(origin: &SourceText<'_>, value: &ValueTree, example: &str) -> Result<String, PresetError> {
    let name = ron::from_str::<String>(origin.of(&value.whole));
    name.or_else(|_| refuse(origin, &value.whole, "expected a name in double quotes", Some(example)))
}

fn refuse<T>(
    origin: &SourceText<'_>,
    slice: &SourceSpan,
    message: &str,
    example: Option<&str>,
) -> Result<T, PresetError> {
    let help = example.map(|example| format!("as in `{example}`"));
    Err(PresetError::of(origin.problem(slice, message.to_owned(), help)))
}

/// Finds the base that the last of `origins` names at `slice`.
fn find(
    name: &str,
    slice: &SourceSpan,
    origins: &[SourceText<'_>],
    read: &mut impl FnMut(&str) -> Result<Base, String>,
) -> Result<SourceText<'static>, PresetError> {
    let refuse = |message: String, help: Option<String>| {
        Err(PresetError::of(origins[slice.source].problem(slice, message, help)))
    };
    if origins.len() > MAX_BASES {
        return refuse(format!("this is one base too many: a preset has at most {MAX_BASES}"), None);
    }
    let found = if is_file(name) {
        match read(name) {
            Ok(Base { name, text }) => SourceText { name: Some(name), text: Cow::Owned(text) },
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

/// Whether a base is a file and not built in: it ends in `.ron` or contains a path separator.
fn is_file(name: &str) -> bool {
    let ending = name.len().checked_sub(4).and_then(|start| name.get(start..));
    name.contains(['/', '\\']) || ending.is_some_and(|ending| ending.eq_ignore_ascii_case(".ron"))
}

/// The `read` of callers that have no files: refuses every base that is a file.
pub(super) fn no_files(name: &str) -> Result<Base, String> {
    Err(format!("the base {name:?} is a file, but files cannot be read here"))
}

#[cfg(test)]
mod tests;
