//! The names behind the numbers of tables: kinds of props, layouts, vaults, tags and groups.

use std::collections::HashMap;

use roomgen::{Level, Preset};

/// Lists of names, and the position of each name. Tables hold positions; -1 stands for none.
pub(crate) struct Names {
    pub(crate) kinds: NameList,
    pub(crate) layouts: NameList,
    pub(crate) vaults: NameList,
    pub(crate) tags: NameList,
    pub(crate) groups: NameList,
}

/// Names in a fixed order, each once.
#[derive(Default)]
pub(crate) struct NameList {
    names: Vec<String>,
    positions: HashMap<String, i32>,
}

impl NameList {
    fn of<'name>(names: impl IntoIterator<Item = &'name str>) -> Self {
        let mut list = Self::default();
        for name in names {
            if !list.positions.contains_key(name) {
                list.positions.insert(name.to_owned(), list.names.len() as i32);
                list.names.push(name.to_owned());
            }
        }
        list
    }

    /// The names, in order.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The position of a name; -1 for none, and for one that is not in the list.
    pub(crate) fn position(&self, name: Option<&str>) -> i32 {
        name.and_then(|name| self.positions.get(name)).copied().unwrap_or(-1)
    }
}

impl Names {
    /// The names of a preset, in its own order: the same for all of its levels.
    pub(crate) fn of_preset(preset: &Preset) -> Self {
        Self {
            kinds: NameList::of(preset.kinds().iter().map(|kind| kind.name.as_str())),
            layouts: NameList::of(preset.layouts().iter().map(|layout| layout.name.as_str())),
            vaults: NameList::of(preset.vaults().iter().map(|vault| vault.name.as_str())),
            tags: NameList::of(preset.tags().iter().map(String::as_str)),
            groups: NameList::of(preset.groups()),
        }
    }

    /// The names that occur in a level whose preset is not known, in the order of rooms.
    pub(crate) fn of_level(level: &Level) -> Self {
        let rooms = || level.rooms().iter();
        Self {
            kinds: NameList::of(level.kinds().iter().map(|kind| kind.name.as_str())),
            layouts: NameList::of(rooms().filter_map(|room| level.layout(room))),
            vaults: NameList::of(rooms().filter_map(|room| level.vault(room))),
            tags: NameList::of(rooms().flat_map(|room| level.tags(room))),
            groups: NameList::of(level.encounters().iter().filter_map(|encounter| encounter.group.as_deref())),
        }
    }
}
