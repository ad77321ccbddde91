//! Merges a preset over its base. What the preset does not give is inherited.
//!
//! Structs are merged field by field, at any depth. The preset's own maps, `props` and `palette`,
//! are merged by key. Its own lists of named items, such as `layouts`, are merged by name: an item
//! replaces the base's whole item of that name, and new items come last. Everything else is
//! replaced.

use std::collections::{BTreeMap, BTreeSet};

use super::{Body, Part, PresetError, Slice, origin::Origin, suggestion, tree::Entry};

/// Alternative fields of a struct: if a preset gives one of them, it inherits none of the others.
const EITHER_OR: [(&str, &[&str]); 1] = [("path", &["rooms", "share"])];

/// Merges `over` onto `base`; both are whole presets.
pub(super) fn onto(base: Part, over: Part, origins: &[Origin<'_>]) -> Part {
    Merge { origins }.merged(base, over, 0, "")
}

/// Removes the named items from the base's lists of named items.
pub(super) fn drop_named(
    base: &mut Part,
    names: &[(String, Slice)],
    origins: &[Origin<'_>],
) -> Result<(), PresetError> {
    let merge = Merge { origins };
    let Body::Fields(fields) = &mut base.body else { return Ok(()) };
    let mut lists: Vec<_> = fields.iter_mut().map(|(_, value)| value).filter(|value| merge.has_names(value)).collect();
    let known: BTreeSet<_> = lists.iter().flat_map(|list| items(list)).filter_map(|item| merge.name(item)).collect();
    if let Some((name, slice)) = names.iter().find(|(name, _)| !known.contains(name)) {
        let help = suggestion(name, known.iter().map(String::as_str));
        let message = format!("the base has no {name:?} that could be dropped");
        return Err(PresetError::of(origins[slice.source].problem(slice, message, Some(help))));
    }
    let names: BTreeSet<_> = names.iter().map(|(name, _)| name).collect();
    for list in &mut lists {
        if let Body::List(items) = &mut list.body {
            items.retain(|item| !merge.name(item).is_some_and(|name| names.contains(&name)));
            list.is_changed = true;
        }
    }
    Ok(())
}

fn items(part: &Part) -> &[Part] {
    match &part.body {
        Body::List(items) => items,
        _ => &[],
    }
}

struct Merge<'texts> {
    origins: &'texts [Origin<'texts>],
}

impl Merge<'_> {
    /// Merges the values of the field `name`, which is `depth` structs or maps inside the preset.
    fn merged(&self, base: Part, over: Part, depth: usize, name: &str) -> Part {
        let same_name = self.text(&base.open) == self.text(&over.open);
        let have_names = depth == 1 && self.has_names(&base) && self.has_names(&over);
        let Part { whole, open, close, body, is_changed } = over;
        let body = match (base.body, body) {
            (Body::Fields(base), Body::Fields(over)) if same_name => {
                let base = self.without_others(base, &over, name);
                Body::Fields(self.entries(base, over, depth))
            }
            (Body::Map(base), Body::Map(over)) if depth == 1 => Body::Map(self.entries(base, over, depth)),
            (Body::List(base), Body::List(over)) if have_names => Body::List(self.by_name(base, over)),
            (_, body) => return Part { whole, open, close, body, is_changed },
        };
        Part { whole, open, close, body, is_changed: true }
    }

    /// The base's entries, merged with those in `over`, then the entries that only `over` has.
    ///
    /// A key that `over` has twice stays twice, so that the check refuses it.
    fn entries(&self, base: Vec<Entry>, over: Vec<Entry>, depth: usize) -> Vec<Entry> {
        let (mut over, given) = self.given(over, |(key, _)| Some(self.spelled(key)));
        let mut all = Vec::new();
        for (key, value) in base {
            let number = given.get(&self.spelled(&key));
            all.push(match number.and_then(|&number| over[number].take()) {
                None => (key, value),
                Some((own, other)) => {
                    let merged = self.merged(value, other, depth + 1, self.text(&key));
                    (own, merged)
                }
            });
        }
        all.extend(over.into_iter().flatten());
        all
    }

    /// The same for lists of named items, each of which is replaced as a whole.
    fn by_name(&self, base: Vec<Part>, over: Vec<Part>) -> Vec<Part> {
        let (mut over, given) = self.given(over, |item| self.name(item));
        let mut all = Vec::new();
        for item in base {
            let number = self.name(&item).and_then(|name| given.get(&name).copied());
            all.push(number.and_then(|number| over[number].take()).unwrap_or(item));
        }
        all.extend(over.into_iter().flatten());
        all
    }

    /// Wraps items so that each can be taken once, and maps each name to its first item.
    fn given<T>(&self, over: Vec<T>, name: impl Fn(&T) -> Option<String>) -> (Vec<Option<T>>, BTreeMap<String, usize>) {
        let mut given = BTreeMap::new();
        for (number, thing) in over.iter().enumerate() {
            if let Some(name) = name(thing) {
                given.entry(name).or_insert(number);
            }
        }
        (over.into_iter().map(Some).collect(), given)
    }

    /// The base's fields of the struct `name`, without those that `over` gives an alternative for.
    fn without_others(&self, mut base: Vec<Entry>, over: &[Entry], name: &str) -> Vec<Entry> {
        let one_of = EITHER_OR.iter().filter(|(known, _)| *known == name).map(|(_, fields)| fields);
        for fields in one_of {
            let given: BTreeSet<_> = over.iter().map(|(key, _)| self.text(key)).collect();
            if fields.iter().any(|field| given.contains(field)) {
                let is_other = |key: &str| fields.contains(&key) && !given.contains(key);
                base.retain(|(key, _)| !is_other(self.text(key)));
            }
        }
        base
    }

    /// Whether it is a list of structs that all have a name.
    fn has_names(&self, part: &Part) -> bool {
        matches!(&part.body, Body::List(items) if items.iter().all(|item| self.name(item).is_some()))
    }

    fn name(&self, part: &Part) -> Option<String> {
        let Body::Fields(fields) = &part.body else { return None };
        let (_, name) = fields.iter().find(|(key, _)| self.text(key) == "name")?;
        Some(self.spelled(&name.whole))
    }

    /// A name or key without its quotes and escapes.
    fn spelled(&self, slice: &Slice) -> String {
        let text = self.text(slice);
        let character = || ron::from_str::<char>(text).map(String::from);
        ron::from_str::<String>(text).or_else(|_| character()).unwrap_or_else(|_| text.to_owned())
    }

    fn text(&self, slice: &Slice) -> &str {
        self.origins[slice.source].of(slice)
    }
}
