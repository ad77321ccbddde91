//! Merges a preset over its base. Fields that the preset does not give are inherited.
//!
//! Structs are merged field by field, at any depth. The maps at the top of a preset, `props`,
//! `palette`, `terrain`, `pools` and `groups`, and those of [`IN_LOOT`] are merged by key. The
//! lists of [`LISTS`] are merged by name: what a preset has of a name replaces what the base has of
//! it, whole and in its place, and other names come last. All other values of the base are
//! replaced.

use std::collections::{BTreeMap, BTreeSet};

use super::{SourceSpan, SourceText, TreeBody, ValueTree, spelled};
use crate::error::{Problem, ProblemCode};

/// Structs with alternative fields, of which a preset that gives one inherits none of the others.
///
/// Each with the name of its field, or [`ENTRY`].
const EITHER_OR: [(&str, &[&str]); 3] =
    [("path", &["rooms", "fraction"]), (ENTRY, &["sprite", "look"]), (ENTRY, &["with", "of"])];

/// The maps of the field `loot`.
const IN_LOOT: [&str; 2] = ["items", "metered"];

/// The name of the structs of a map, in place of that of a field.
const ENTRY: &str = "{}";

/// A list whose items are merged by name.
struct NamedList {
    /// The number of structs around the list, the preset's among them.
    depth: usize,
    field: &'static str,
    /// The field of an item that has its name.
    key: &'static str,
    /// Whether items may be without a name.
    has_unnamed: bool,
}

impl NamedList {
    const fn of(depth: usize, field: &'static str, key: &'static str, has_unnamed: bool) -> Self {
        Self { depth, field, key, has_unnamed }
    }

    /// Whether an empty list takes the place of the base's: that of a rule does.
    fn is_emptied(&self) -> bool {
        self.depth > 1
    }
}

/// The lists that are merged by name.
const LISTS: [NamedList; 11] = [
    NamedList::of(1, "layouts", "name", false),
    NamedList::of(1, "vaults", "name", false),
    NamedList::of(2, "locks", "name", false),
    NamedList::of(2, "partings", "name", false),
    NamedList::of(2, "features", "name", true),
    NamedList::of(2, "stairs", "to", false),
    NamedList::of(2, "tags", "tag", false),
    NamedList::of(2, "cycles", "tag", true),
    NamedList::of(2, "doors", "name", true),
    NamedList::of(2, "shapes", "name", true),
    NamedList::of(3, "sizes", "name", false),
];

fn list_of(depth: usize, field: &str) -> Option<&'static NamedList> {
    LISTS.iter().find(|list| list.depth == depth && list.field == field)
}

/// Merges the preset `over` onto its base; both are trees of whole presets.
///
/// Rules without a name over rules of a base are added to `problems`, each at its place: they
/// neither replace these nor, as all rules once did, the whole list.
pub(super) fn onto(
    base: ValueTree,
    over: ValueTree,
    origins: &[SourceText<'_>],
    problems: &mut Vec<Problem>,
) -> ValueTree {
    PresetMerge { origins, problems }.merged(base, over, 0, "")
}

/// Removes what has these names from the base: items of the lists of [`LISTS`], pools, groups,
/// things of loot. Returns the names that nothing has.
pub(super) fn remove_named<'names>(
    base: &mut ValueTree,
    names: &'names [(String, SourceSpan)],
    origins: &[SourceText<'_>],
) -> Vec<&'names (String, SourceSpan)> {
    if names.is_empty() {
        return Vec::new();
    }
    let removed: BTreeSet<_> = names.iter().map(|(name, _)| name.as_str()).collect();
    let mut absent = removed.clone();
    retain_named(base, 0, origins, &mut |name| {
        absent.remove(name);
        !removed.contains(name)
    });
    names.iter().filter(|(name, _)| absent.contains(name.as_str())).collect()
}

/// The names that [`remove_named`] knows, in their order.
pub(super) fn names_in(base: &mut ValueTree, origins: &[SourceText<'_>]) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    retain_named(base, 0, origins, &mut |name| {
        known.insert(name.to_owned());
        true
    });
    known
}

/// Removes the named items of lists and the entries of maps for whose names `keep` returns `false`,
/// in the fields of the struct `tree`; `depth` is the number of structs around it.
fn retain_named(tree: &mut ValueTree, depth: usize, origins: &[SourceText<'_>], keep: &mut dyn FnMut(&str) -> bool) {
    let TreeBody::Fields(fields) = &mut tree.body else { return };
    for value in fields {
        let name = key(value, origins);
        match &mut value.body {
            TreeBody::List(items) => {
                if let Some(list) = list_of(depth + 1, name) {
                    items.retain(|item| name_of(item, list.key, origins).is_none_or(|name| keep(&name)));
                }
            }
            TreeBody::Map(entries)
                if depth == 0 && ["groups", "pools"].contains(&name) || depth == 1 && IN_LOOT.contains(&name) =>
            {
                entries.retain(|entry| keep(&spelled_or_word(key(entry, origins))));
            }
            _ => retain_named(value, depth + 1, origins, keep),
        }
    }
}

/// The merging of two trees whose spans refer to the texts `origins`.
struct PresetMerge<'merge> {
    origins: &'merge [SourceText<'merge>],
    problems: &'merge mut Vec<Problem>,
}

impl PresetMerge<'_> {
    /// Merges the base's value of the field `name` and the preset's value `over`.
    ///
    /// `depth` is the number of structs and maps around the field: 0 for the preset itself.
    fn merged(&mut self, base: ValueTree, mut over: ValueTree, depth: usize, name: &str) -> ValueTree {
        let same_name = self.text(&base.open()) == self.text(&over.open());
        over.body = match (base.body, over.body) {
            (TreeBody::Fields(base), TreeBody::Fields(over)) if same_name => {
                let base = self.without_alternatives(base, &over, name);
                TreeBody::Fields(self.entries(base, over, depth, None))
            }
            (TreeBody::Map(base), TreeBody::Map(over)) if depth == 1 || depth == 2 && IN_LOOT.contains(&name) => {
                TreeBody::Map(self.entries(base, over, depth, Some(ENTRY)))
            }
            (TreeBody::List(base), TreeBody::List(items)) => {
                match list_of(depth, name).filter(|list| !items.is_empty() || !list.is_emptied()) {
                    Some(list) => TreeBody::List(self.items(base, items, list)),
                    None => {
                        over.is_override = true;
                        TreeBody::List(items)
                    }
                }
            }
            (_, body) => {
                over.is_override = true;
                body
            }
        };
        over
    }

    /// The base's entries (fields or map entries), merged with those in `over`, then the new ones.
    ///
    /// `called` is the name of all of them; `None` for fields, whose names are their keys. A key
    /// that `over` has twice remains twice, so that the check refuses it.
    fn entries(
        &mut self,
        base: Vec<ValueTree>,
        over: Vec<ValueTree>,
        depth: usize,
        called: Option<&str>,
    ) -> Vec<ValueTree> {
        let name = |entry: &ValueTree| spelled_or_word(key(entry, self.origins));
        let mut given = BTreeMap::new();
        for (number, entry) in over.iter().enumerate() {
            given.entry(name(entry)).or_insert(number);
        }
        let numbers: Vec<_> = base.iter().map(|entry| given.get(&name(entry)).copied()).collect();
        let mut over: Vec<_> = over.into_iter().map(Some).collect();
        let mut all = Vec::new();
        for (entry, number) in base.into_iter().zip(numbers) {
            all.push(match number.and_then(|number| over[number].take()) {
                Some(other) => {
                    let key = other.key.clone();
                    let name = called.or_else(|| key.as_ref().map(|key| self.text(key))).unwrap_or_default().to_owned();
                    self.merged(entry, other, depth + 1, &name)
                }
                None => entry,
            });
        }
        all.extend(over.into_iter().flatten());
        all
    }

    /// The base's items of a list. The first of a name gives way to all items of `over` with that
    /// name, the others of the name are left out; the other items of `over` come last.
    fn items(&mut self, base: Vec<ValueTree>, over: Vec<ValueTree>, list: &NamedList) -> Vec<ValueTree> {
        let origins = self.origins;
        let names: Vec<_> = base.iter().map(|item| name_of(item, list.key, origins)).collect();
        self.refuse_unnamed(&names, &over, list);
        let known: BTreeSet<_> = names.iter().flatten().collect();
        let (mut given, mut others) = (BTreeMap::<_, Vec<_>>::new(), Vec::new());
        for mut item in over {
            match name_of(&item, list.key, origins).filter(|name| known.contains(name)) {
                Some(name) => {
                    item.is_override = list.is_emptied();
                    given.entry(name).or_default().push(item);
                }
                None => others.push(item),
            }
        }
        let mut all = Vec::new();
        for (item, name) in base.into_iter().zip(&names) {
            match name.as_ref().and_then(|name| given.get_mut(name)) {
                Some(items) => all.append(items),
                None => all.push(item),
            }
        }
        all.append(&mut others);
        all
    }

    /// Refuses items without a name over `names`, those of the base's items.
    fn refuse_unnamed(&mut self, names: &[Option<String>], over: &[ValueTree], list: &NamedList) {
        /// The most names of a message.
        const FEW: usize = 8;
        if names.is_empty() || !list.has_unnamed {
            return;
        }
        let NamedList { field, key, .. } = list;
        let is_unnamed = |item: &&ValueTree| {
            matches!(&item.body, TreeBody::Fields(_) | TreeBody::Tuple(_)) && name_of(item, key, self.origins).is_none()
        };
        let named: Vec<_> = names.iter().flatten().take(FEW).map(|name| format!("{name:?}")).collect();
        let help = match named.len() {
            0 => format!("the base's rules have no `{key}` by which to replace or `remove` them: add it there"),
            _ => format!(
                "by the `{key}` of a rule of the base it replaces that one; `remove: [{}]` leaves out the base's",
                named.join(", ")
            ),
        };
        for item in over.iter().filter(is_unnamed) {
            let message = format!("a rule over the base's `{field}`, which stay, needs a `{key}`");
            let origin = &self.origins[item.whole.source];
            let problem = origin.problem(ProblemCode::Conflict, item.whole.span.clone(), message, Some(help.clone()));
            self.problems.push(problem);
        }
    }

    /// The base's fields of the struct `name`, without those whose alternative `over` gives.
    fn without_alternatives(&self, mut base: Vec<ValueTree>, over: &[ValueTree], name: &str) -> Vec<ValueTree> {
        for (_, fields) in EITHER_OR.iter().filter(|(known, _)| *known == name) {
            let given: BTreeSet<_> = over.iter().map(|field| key(field, self.origins)).collect();
            if fields.iter().any(|field| given.contains(field)) {
                base.retain(|field| {
                    let key = key(field, self.origins);
                    !fields.contains(&key) || given.contains(key)
                });
            }
        }
        base
    }

    fn text(&self, slice: &SourceSpan) -> &str {
        self.origins[slice.source].of(slice)
    }
}

/// The key of a field or an entry, as it is written.
fn key<'texts>(entry: &ValueTree, origins: &'texts [SourceText<'_>]) -> &'texts str {
    entry.key.as_ref().map_or("", |key| origins[key.source].of(key))
}

/// What the field `field` of an item says, if it has one that is not `None`.
fn name_of(item: &ValueTree, field: &str, origins: &[SourceText<'_>]) -> Option<String> {
    let TreeBody::Fields(fields) = &item.body else { return None };
    let name = &fields.iter().find(|value| key(value, origins) == field)?.whole;
    let written = origins[name.source].of(name);
    (written != "None").then(|| spelled_or_word(written))
}

/// A name or key without its quotes and escapes.
fn spelled_or_word(written: &str) -> String {
    spelled(written).map_or_else(|| written.to_owned(), |name| name.into_owned())
}
