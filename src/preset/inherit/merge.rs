//! Merges a preset over its base. Fields that the preset does not give are inherited.
//!
//! Structs are merged field by field, at any depth. The maps at the top of a preset, `props`,
//! `palette`, `terrain`, `pools` and `groups`, and those of [`IN_LOOT`] are merged by key. The
//! lists of named items at the top, `layouts` and `vaults`, are merged by name: an item replaces
//! the base's whole item of that name, and new items come last. All other values of the base are
//! replaced.

use std::collections::{BTreeMap, BTreeSet};

use super::{PresetError, SourceSpan, SourceText, TreeBody, ValueTree, spelled, suggestion};
use crate::error::ProblemCode;

/// Structs with alternative fields, of which a preset that gives one inherits none of the others.
///
/// Each with the name of its field, or [`ENTRY`].
const EITHER_OR: [(&str, &[&str]); 3] =
    [("path", &["rooms", "fraction"]), (ENTRY, &["sprite", "look"]), (ENTRY, &["with", "of"])];

/// The maps of the field `loot`.
const IN_LOOT: [&str; 2] = ["items", "metered"];

/// The name of the structs of a map, in place of that of a field.
const ENTRY: &str = "{}";

/// Merges the preset `over` onto its base; both are trees of whole presets.
pub(super) fn onto(base: ValueTree, over: ValueTree, origins: &[SourceText<'_>]) -> ValueTree {
    PresetMerge { origins }.merged(base, over, 0, "")
}

/// Removes what has these names from the base: layouts, vaults, pools, groups, items, metered
/// things. Refuses unknown names.
pub(super) fn remove_named(
    base: &mut ValueTree,
    names: &[(String, SourceSpan)],
    origins: &[SourceText<'_>],
) -> Result<(), PresetError> {
    let missing = remove_known(base, names, origins);
    let Some((name, slice)) = names.iter().zip(missing).find(|(_, is_missing)| *is_missing).map(|(name, _)| name)
    else {
        return Ok(());
    };
    let mut known = BTreeSet::new();
    PresetMerge { origins }.retain_named(base, 0, &mut |name| known.insert(name) || true);
    let help = suggestion(name, known.iter().map(String::as_str));
    let message = format!("the base has no layout, vault, pool, group or item {name:?}");
    origins[slice.source].refuse(ProblemCode::UnknownName, slice, message, Some(help))
}

/// Removes what has these names. Returns for each name whether there is nothing of it.
pub(super) fn remove_known(
    base: &mut ValueTree,
    names: &[(String, SourceSpan)],
    origins: &[SourceText<'_>],
) -> Vec<bool> {
    let mut missing: BTreeMap<_, _> = names.iter().map(|(name, _)| (name, true)).collect();
    if !names.is_empty() {
        let mut keep = |name: String| missing.get_mut(&name).map(|is_missing| *is_missing = false).is_none();
        PresetMerge { origins }.retain_named(base, 0, &mut keep);
    }
    names.iter().map(|(name, _)| missing[name]).collect()
}

/// The merging of two trees whose spans refer to the texts `origins`.
struct PresetMerge<'texts> {
    origins: &'texts [SourceText<'texts>],
}

impl PresetMerge<'_> {
    /// Merges the base's value of the field `name` and the preset's value `over`.
    ///
    /// `depth` is the number of structs and maps around the field: 0 for the preset itself.
    fn merged(&self, base: ValueTree, mut over: ValueTree, depth: usize, name: &str) -> ValueTree {
        let same_name = self.text(&base.open()) == self.text(&over.open());
        let have_names = depth == 1 && self.has_names(&base) && self.has_names(&over);
        over.body = match (base.body, over.body) {
            (TreeBody::Fields(base), TreeBody::Fields(over)) if same_name => {
                let base = self.without_alternatives(base, &over, name);
                TreeBody::Fields(self.entries(base, over, depth, None))
            }
            (TreeBody::Map(base), TreeBody::Map(over)) if depth == 1 || depth == 2 && IN_LOOT.contains(&name) => {
                TreeBody::Map(self.entries(base, over, depth, Some(ENTRY)))
            }
            (TreeBody::List(base), TreeBody::List(over)) if have_names => {
                TreeBody::List(by_name(base, over, |item| self.name(item), |_, over| over))
            }
            (_, body) => {
                over.is_override = true;
                body
            }
        };
        over
    }

    /// Removes the named items of lists and the entries of maps for whose names `keep` returns
    /// `false`, in the fields of the struct `tree`: a preset at depth 0, its `loot` at depth 1.
    fn retain_named(&self, tree: &mut ValueTree, depth: usize, keep: &mut dyn FnMut(String) -> bool) {
        let TreeBody::Fields(fields) = &mut tree.body else { return };
        for value in fields {
            let has_names = depth == 0 && self.has_names(value);
            let name = self.key(value);
            match &mut value.body {
                TreeBody::List(items) if has_names => {
                    items.retain(|item| self.name(item).is_none_or(&mut *keep));
                }
                TreeBody::Map(entries)
                    if depth == 0 && ["groups", "pools"].contains(&name) || depth == 1 && IN_LOOT.contains(&name) =>
                {
                    entries.retain(|entry| keep(spelled_or_word(self.key(entry))));
                }
                TreeBody::Fields(_) if depth == 0 && name == "loot" => self.retain_named(value, 1, keep),
                _ => {}
            }
        }
    }

    /// The base's entries (fields or map entries), merged with those in `over`, then the new ones.
    ///
    /// `called` is the name of all of them; `None` for fields, whose names are their keys. A key
    /// that `over` has twice remains twice, so that the check refuses it.
    fn entries(
        &self,
        base: Vec<ValueTree>,
        over: Vec<ValueTree>,
        depth: usize,
        called: Option<&str>,
    ) -> Vec<ValueTree> {
        let name = |entry: &ValueTree| Some(spelled_or_word(self.key(entry)));
        by_name(base, over, name, |base, over| {
            let key = over.key.clone();
            let name = called.or_else(|| key.as_ref().map(|key| self.text(key)));
            self.merged(base, over, depth + 1, name.unwrap_or_default())
        })
    }

    /// The base's fields of the struct `name`, without those whose alternative `over` gives.
    fn without_alternatives(&self, mut base: Vec<ValueTree>, over: &[ValueTree], name: &str) -> Vec<ValueTree> {
        let one_of = EITHER_OR.iter().filter(|(known, _)| *known == name).map(|(_, fields)| fields);
        for fields in one_of {
            let given: BTreeSet<_> = over.iter().map(|field| self.key(field)).collect();
            if fields.iter().any(|field| given.contains(field)) {
                base.retain(|field| !fields.contains(&self.key(field)) || given.contains(self.key(field)));
            }
        }
        base
    }

    /// Whether the value is a list of structs that all have a field `name`.
    fn has_names(&self, part: &ValueTree) -> bool {
        matches!(&part.body, TreeBody::List(items) if items.iter().all(|item| self.name(item).is_some()))
    }

    fn name(&self, part: &ValueTree) -> Option<String> {
        let TreeBody::Fields(fields) = &part.body else { return None };
        let name = fields.iter().find(|field| self.key(field) == "name")?;
        Some(spelled_or_word(self.text(&name.whole)))
    }

    /// The key of a field or an entry, as it is written.
    fn key(&self, entry: &ValueTree) -> &str {
        entry.key.as_ref().map_or("", |key| self.text(key))
    }

    fn text(&self, slice: &SourceSpan) -> &str {
        self.origins[slice.source].of(slice)
    }
}

/// A name or key without its quotes and escapes.
fn spelled_or_word(written: &str) -> String {
    spelled(written).map_or_else(|| written.to_owned(), |name| name.into_owned())
}

/// The base's things, each joined with the first of `over` that has its name, then the other ones.
fn by_name(
    base: Vec<ValueTree>,
    over: Vec<ValueTree>,
    name: impl Fn(&ValueTree) -> Option<String>,
    join: impl Fn(ValueTree, ValueTree) -> ValueTree,
) -> Vec<ValueTree> {
    let mut given = BTreeMap::new();
    for (number, thing) in over.iter().enumerate() {
        if let Some(name) = name(thing) {
            given.entry(name).or_insert(number);
        }
    }
    let mut over: Vec<_> = over.into_iter().map(Some).collect();
    let mut all = Vec::new();
    for thing in base {
        let number = name(&thing).and_then(|name| given.get(&name).copied());
        all.push(match number.and_then(|number| over[number].take()) {
            Some(other) => join(thing, other),
            None => thing,
        });
    }
    all.extend(over.into_iter().flatten());
    all
}
